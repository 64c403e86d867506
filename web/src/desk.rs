//! Questions and their answers.

use std::ops::ControlFlow;
use std::time::Duration;

use bitcover::{
    Challenge, Counting, Family, Game, GameError, HintKind, Level, Possible, Puzzle, PuzzleError,
};
use serde::Serialize;

use crate::clock::{PageClock, tell};

/// What the page is answered.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Answer {
    /// What [`Game::description`] says, and the puzzles of the file.
    #[serde(skip)]
    Puzzle {
        members: Vec<Member>,
        description: String,
    },
    Count {
        count: String,
        done: bool,
    },
    Possible(Possible),
    Solution(Option<Solution>),
    Hint(Option<Hint>),
    Challenge(Option<Challenge>),
    Error {
        message: String,
        line: Option<usize>,
        column: Option<usize>,
    },
}

impl Answer {
    /// The answer as JSON.
    pub fn into_json(self) -> String {
        match self {
            Self::Puzzle { members, description } => {
                let members = json(&members);
                format!("{{\"puzzle\":{{\"members\":{members},\"puzzle\":{description}}}}}")
            }
            answer => json(&answer),
        }
    }
}

/// A puzzle of a file.
#[derive(Serialize)]
pub struct Member {
    name: String,
    title: String,
}

/// A completion.
#[derive(Serialize)]
pub struct Solution {
    placements: Vec<usize>,
}

/// A placement that leads to the end.
#[derive(Serialize)]
pub struct Hint {
    placement: usize,
    left: Option<String>,
}

/// How far a count is.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Update {
    at_least: String,
    done: bool,
}

/// Answers questions, about one puzzle at a time.
#[derive(Default)]
pub struct Desk {
    game: Option<Game>,
}

impl Desk {
    /// Reads a puzzle file, and describes the puzzle of this name in it, or the first.
    pub fn load(&mut self, text: &str, name: &str) -> Result<Answer, Answer> {
        if text.trim_start().starts_with('<') {
            return Err(refusal(
                "this is no puzzle file; those of BurrTools are read by the program alone",
            ));
        }
        let family = Family::parse_toml(text).map_err(|error| refused(&error.into()))?;
        let members = family.members();
        let found = members.iter().find(|puzzle| name.is_empty() || puzzle.name() == name);
        let puzzle = found.ok_or_else(|| refusal("there is no such puzzle in the file"))?;
        let game = Game::new(puzzle).map_err(|error| refused(&error))?.clock(PageClock);
        let description = game.description();
        self.game = Some(game);
        let member = |puzzle: &Puzzle| Member {
            name: puzzle.name().to_owned(),
            title: puzzle.title().to_owned(),
        };
        Ok(Answer::Puzzle { members: members.iter().map(member).collect(), description })
    }

    pub fn count(&self, position: &[usize]) -> Result<Answer, Answer> {
        let mut told = |update: &Counting| {
            tell(&json(&Update { at_least: update.at_least.to_string(), done: false }));
            ControlFlow::Continue(())
        };
        let count = self.game()?.count(position, &mut told).map_err(|error| refused(&error))?;
        Ok(Answer::Count { count: count.to_string(), done: true })
    }

    pub fn possible(&self, position: &[usize], milliseconds: u32) -> Result<Answer, Answer> {
        let time = Duration::from_millis(milliseconds.into());
        let possible = self.game()?.possible(position, time, &mut go_on);
        possible.map(Answer::Possible).map_err(|error| refused(&error))
    }

    pub fn solution(&self, position: &[usize], number: u64) -> Result<Answer, Answer> {
        let found = self.game()?.solution(position, number).map_err(|error| refused(&error))?;
        Ok(Answer::Solution(found.map(|placements| Solution { placements })))
    }

    pub fn hint(
        &self,
        position: &[usize],
        kind: HintKind,
        milliseconds: u32,
    ) -> Result<Answer, Answer> {
        let time = Duration::from_millis(milliseconds.into());
        let hint = self.game()?.hint(position, kind, time, &mut go_on);
        let words = |hint: bitcover::Hint| Hint {
            placement: hint.placement,
            left: hint.left.map(|left| left.to_string()),
        };
        hint.map(|hint| Answer::Hint(hint.map(words))).map_err(|error| refused(&error))
    }

    pub fn challenge(&self, position: &[usize], seed: u64, level: Level) -> Result<Answer, Answer> {
        let challenge = self.game()?.challenge(position, seed, level);
        challenge.map(Answer::Challenge).map_err(|error| refused(&error))
    }

    fn game(&self) -> Result<&Game, Answer> {
        self.game.as_ref().ok_or_else(|| refusal("there is no puzzle yet"))
    }
}

/// Numbers and names, which can always be written.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// Whoever cancels ends the whole worker.
fn go_on() -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// What went wrong, without a place.
fn refusal(message: &str) -> Answer {
    Answer::Error { message: message.to_owned(), line: None, column: None }
}

/// What went wrong, with line and column where it is about a text.
fn refused(error: &GameError) -> Answer {
    match error {
        GameError::Puzzle(PuzzleError::Text { line, column, problem }) => {
            Answer::Error { message: problem.clone(), line: Some(*line), column: Some(*column) }
        }
        error => refusal(&error.to_string()),
    }
}
