//! What is solved: an exact cover problem, and where it comes from, a puzzle or a cover that never
//! was one.
//!
//! Everything above the engines asks the subject, so that both go the same way.

use crate::cover::{Colour, Cover, ItemId, Problem};
use crate::digest::Digest;
use crate::puzzle::infeasibility::infeasibility;
use crate::puzzle::{Compiled, Puzzle};
use crate::solution::{CoverCodec, LineCodec};

use super::error::Error;

/// What is solved.
#[derive(Clone, Debug)]
pub(crate) enum Subject {
    /// A puzzle, compiled.
    Puzzle(Box<Compiled>),
    /// An exact cover, which goes by a name.
    Cover {
        /// The name.
        name: String,
        /// The cover.
        problem: Box<Problem>,
        /// Whether the problem knows the symmetries of the cover, because solutions are to be told
        /// apart up to them. If not, it knows nothing more.
        has_group: bool,
    },
}

impl Subject {
    /// A cover that goes by a name.
    pub fn cover(name: &str, cover: Cover) -> Self {
        let problem = Box::new(Problem::of_cover(cover));
        Self::Cover { name: name.to_owned(), problem, has_group: false }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        match self {
            Self::Puzzle(compiled) => &compiled.puzzle.name,
            Self::Cover { name, .. } => name,
        }
    }

    /// The exact cover problem.
    pub fn problem(&self) -> &Problem {
        match self {
            Self::Puzzle(compiled) => &compiled.problem,
            Self::Cover { problem, .. } => problem,
        }
    }

    /// The puzzle, if it is one.
    pub fn puzzle(&self) -> Option<&Compiled> {
        match self {
            Self::Puzzle(compiled) => Some(compiled),
            Self::Cover { .. } => None,
        }
    }

    /// The cover, if it is one that never was a puzzle.
    pub fn plain_cover(&self) -> Option<&Cover> {
        match self {
            Self::Puzzle(_) => None,
            Self::Cover { problem, .. } => Some(&problem.cover),
        }
    }

    /// Whether symmetries are known under which solutions are told apart: those of the board of a
    /// puzzle always are.
    pub fn has_group(&self) -> bool {
        match self {
            Self::Puzzle(_) => true,
            Self::Cover { has_group, .. } => *has_group,
        }
    }

    /// What writes the solutions of a cover, if it is one that never was a puzzle.
    pub fn cover_codec(&self) -> Option<CoverCodec<'_>> {
        self.plain_cover().map(CoverCodec::new)
    }

    /// Makes sure that solutions can be written.
    ///
    /// # Errors
    /// When a piece has more copies than there are symbols.
    pub fn check_symbols(&self) -> Result<(), Error> {
        match self {
            Self::Puzzle(compiled) => Ok(compiled.puzzle.check_symbols()?),
            Self::Cover { .. } => Ok(()),
        }
    }

    /// The length of a solution as it is kept where nothing else is asked for, in bytes: the written
    /// line of a puzzle's, the numbers of the options of a cover's.
    pub fn record_len(&self) -> usize {
        match self {
            Self::Puzzle(compiled) => LineCodec::new(compiled).line_len(),
            Self::Cover { problem, .. } => CoverCodec::new(&problem.cover).record_len(),
        }
    }

    /// Why there is no solution, as far as that can be told without a search.
    pub fn infeasibility(&self) -> &[String] {
        match self {
            Self::Puzzle(compiled) => infeasibility(compiled),
            Self::Cover { .. } => &[],
        }
    }

    /// The items that the puzzle's file hints at as anchors, the best first.
    pub fn hinted_anchors(&self) -> Vec<ItemId> {
        match self {
            Self::Puzzle(compiled) => {
                let Compiled { puzzle, problem, .. } = &**compiled;
                let pieces = puzzle.anchors.iter().filter_map(|name| puzzle.piece_named(name));
                pieces.map(|piece| problem.pieces[piece]).collect()
            }
            Self::Cover { .. } => Vec::new(),
        }
    }

    /// The names of some pieces.
    pub fn piece_names(&self, pieces: &[usize]) -> Vec<String> {
        match self {
            Self::Puzzle(compiled) => {
                pieces.iter().map(|&piece| compiled.puzzle.pieces[piece].name.clone()).collect()
            }
            Self::Cover { .. } => Vec::new(),
        }
    }

    /// The number of pieces, of which the uses are counted.
    pub fn piece_count(&self) -> usize {
        self.problem().pieces.len()
    }

    /// Tells it from any other subject by everything that a solution depends on: its description,
    /// and the items of every option, with their bounds and colours where there are any.
    pub fn identity(&self) -> Digest {
        let cover = &self.problem().cover;
        let options: Vec<&[ItemId]> = cover.options().map(|o| cover.items_of(o)).collect();
        match self {
            Self::Puzzle(compiled) => {
                let puzzle = &compiled.puzzle;
                let Puzzle { name, board, tray, pieces, given, .. } = puzzle;
                Digest::of_json(&(name, board, tray, pieces, given, options))
            }
            Self::Cover { name, has_group: true, .. } => {
                Digest::of_json(&(Self::cover(name, cover.clone()).identity(), "distinct"))
            }
            Self::Cover { name, .. } => {
                let item = |item| (cover.item_name(item), cover.is_primary(item));
                let items: Vec<(&str, bool)> = cover.items().map(item).collect();
                let numbers: Vec<u32> = cover.options().map(|o| cover.option_number(o)).collect();
                if cover.is_standard() {
                    return Digest::of_json(&(name, items, numbers, options));
                }
                let bounds = |item| (cover.least(item), cover.multiplicity(item));
                let bounds: Vec<(u32, u32)> = cover.items().map(bounds).collect();
                let colours = |o| cover.entries_of(o).map(|entry| entry.1.map(Colour::index));
                let colours: Vec<Vec<Option<usize>>> =
                    cover.options().map(|o| colours(o).collect()).collect();
                Digest::of_json(&(name, items, numbers, options, bounds, colours))
            }
        }
    }
}
