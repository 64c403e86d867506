//! Requests and their answers.

use std::ops::ControlFlow;
use std::time::Duration;

use bitcover::{
    Challenge, Family, Game, GameError, HintKind, Level, Possible, PuzzleError,
};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::clock::{PageClock, tell};

/// What the page asks for.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
enum Request {
    /// To read a puzzle file, and to describe the puzzle of this name in it; the first where no name is
    /// given.
    Load { text: String, name: Option<String> },
    /// To count the ways to finish a position.
    Count { position: Vec<usize> },
    /// What can still come of a position, as far as it is found in so many milliseconds.
    Possible { position: Vec<usize>, milliseconds: u64 },
    /// The completion of this number, from 0.
    Solution { position: Vec<usize>, number: u64 },
    /// A placement that leads to the end, with what is found in so many milliseconds.
    Hint { position: Vec<usize>, kind: HintKind, milliseconds: u64 },
    /// A position with one completion.
    Challenge { position: Vec<usize>, seed: u64, level: Level },
}

/// What it is answered.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Answer {
    Puzzle { members: Vec<Member>, puzzle: Box<RawValue> },
    Count { count: String, done: bool },
    Possible(Possible),
    Solution(Option<Solution>),
    Hint(Option<Hint>),
    Challenge(Option<Challenge>),
    Error { message: String, line: Option<usize>, column: Option<usize> },
}

/// A puzzle of a file.
#[derive(Serialize)]
struct Member {
    name: String,
    title: String,
}

/// A completion.
#[derive(Serialize)]
struct Solution {
    placements: Vec<usize>,
}

/// A placement that leads to the end.
#[derive(Serialize)]
struct Hint {
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

/// Answers requests, about one puzzle at a time.
#[derive(Default)]
pub struct Desk {
    game: Option<Game>,
}

impl Desk {
    /// The answer to a request, both as JSON.
    pub fn answer(&mut self, request: &[u8]) -> String {
        let answer = match serde_json::from_slice(request) {
            Ok(request) => self.work_out(request).unwrap_or_else(|error| error),
            Err(error) => refusal(&error.to_string()),
        };
        serde_json::to_string(&answer).unwrap_or_default()
    }

    /// What a request is answered, or the error that there is instead.
    fn work_out(&mut self, request: Request) -> Result<Answer, Answer> {
        match request {
            Request::Load { text, name } => self.load(&text, name.as_deref()),
            Request::Count { position } => {
                let mut told = |update: &bitcover::Counting| {
                    let at_least = update.at_least.to_string();
                    tell(&serde_json::to_string(&Update { at_least, done: false }).unwrap_or_default());
                    ControlFlow::Continue(())
                };
                let count = self.game()?.count(&position, &mut told).map_err(|error| of(&error))?;
                Ok(Answer::Count { count: count.to_string(), done: true })
            }
            Request::Possible { position, milliseconds } => {
                let time = Duration::from_millis(milliseconds);
                let possible = self.game()?.possible(&position, time, &mut go_on);
                possible.map(Answer::Possible).map_err(|error| of(&error))
            }
            Request::Solution { position, number } => {
                let found = self.game()?.solution(&position, number).map_err(|error| of(&error))?;
                Ok(Answer::Solution(found.map(|placements| Solution { placements })))
            }
            Request::Hint { position, kind, milliseconds } => {
                let time = Duration::from_millis(milliseconds);
                let hint = self.game()?.hint(&position, kind, time, &mut go_on);
                let words = |hint: bitcover::Hint| Hint {
                    placement: hint.placement,
                    left: hint.left.map(|left| left.to_string()),
                };
                hint.map(|hint| Answer::Hint(hint.map(words))).map_err(|error| of(&error))
            }
            Request::Challenge { position, seed, level } => {
                let challenge = self.game()?.challenge(&position, seed, level);
                challenge.map(Answer::Challenge).map_err(|error| of(&error))
            }
        }
    }

    fn load(&mut self, text: &str, name: Option<&str>) -> Result<Answer, Answer> {
        let family = Family::parse(text).map_err(|error| of(&error.into()))?;
        let members = family.members();
        let is_it = |name: &str| members.iter().find(|puzzle| puzzle.name() == name);
        let found = name.map_or(members.first(), is_it);
        let puzzle = found.ok_or_else(|| refusal("there is no such puzzle in the file"))?;
        let game = Game::new(puzzle).map_err(|error| of(&error))?.clock(PageClock);
        let description = RawValue::from_string(game.description());
        let description = description.map_err(|error| refusal(&error.to_string()))?;
        self.game = Some(game);
        let member = |puzzle: &bitcover::Puzzle| Member {
            name: puzzle.name().to_owned(),
            title: puzzle.title().to_owned(),
        };
        Ok(Answer::Puzzle { members: members.iter().map(member).collect(), puzzle: description })
    }

    fn game(&self) -> Result<&Game, Answer> {
        self.game.as_ref().ok_or_else(|| refusal("there is no puzzle yet"))
    }
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
fn of(error: &GameError) -> Answer {
    match error {
        GameError::Puzzle(PuzzleError::Text { line, column, problem }) => Answer::Error {
            message: problem.clone(),
            line: Some(*line),
            column: Some(*column),
        },
        error => refusal(&error.to_string()),
    }
}
