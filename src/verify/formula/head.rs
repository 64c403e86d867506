//! The second line of a formula: what it says that it is of.

use serde::Deserialize;

use crate::verify::certificate::cases::CaseStep;
use crate::verify::certificate::exact::ExactCover;
use crate::verify::subject::Subject;

/// What a formula is of.
#[derive(Debug)]
pub(super) struct Head {
    /// The puzzle or the cover.
    pub subject: Subject,
    /// The number of the case, counted from 1.
    pub case: usize,
    /// How many cases there are.
    pub cases: usize,
    /// How many solutions are excluded.
    pub solutions: u64,
    steps: Vec<StatedStep>,
}

/// The line to the letter.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stated {
    format: String,
    puzzle: Option<String>,
    cover: Option<String>,
    given: Option<String>,
    case: usize,
    cases: usize,
    steps: Vec<StatedStep>,
    solutions: u64,
}

/// What is said of an anchor: the variables of the options on which it may lie.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct StatedStep {
    piece: String,
    keeps: Vec<u32>,
}

impl Head {
    /// Reads the line.
    ///
    /// # Errors
    /// When it does not say of what a formula is, or is of another version.
    pub fn read(line: &str) -> Result<Self, String> {
        let json = line.strip_prefix("* ").ok_or("`* ` should stand at its beginning")?;
        let stated: Stated = serde_json::from_str(json)
            .map_err(|error| format!("what the formula is of cannot be read: {error}"))?;
        if stated.format != "bitcover formula 1" {
            return Err(format!(
                "this is the format {:?}; only \"bitcover formula 1\" is known",
                stated.format
            ));
        }
        let subject = Subject::new(stated.puzzle, stated.cover, stated.given)
            .ok_or("it should name the puzzle or the cover that the formula is of")?;
        let Stated { case, cases, solutions, steps, .. } = stated;
        Ok(Self { subject, case, cases, solutions, steps })
    }

    /// The steps of the case, by the numbers of items and options. Those of the options need not be
    /// right.
    ///
    /// # Errors
    /// When there is no such piece or variable.
    pub fn steps(&self, exact: &ExactCover) -> Result<Vec<CaseStep>, String> {
        let number = |variable: &u32| {
            variable.checked_sub(1).ok_or_else(|| "variables are counted from x1".to_owned())
        };
        let step = |StatedStep { piece, keeps }: &StatedStep| {
            let pieces = exact.names[exact.cells..].iter();
            let place = pieces.clone().position(|name| name == piece);
            let Some(place) = place.filter(|_| exact.cells > 0) else {
                return Err(format!("there is no piece {piece:?}"));
            };
            let keeps = keeps.iter().map(number).collect::<Result<_, _>>()?;
            Ok(CaseStep { item: (exact.cells + place) as u32, keeps })
        };
        self.steps.iter().map(step).collect()
    }
}
