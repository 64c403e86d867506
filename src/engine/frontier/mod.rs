//! The frontier engine: dynamic programming over the states that a fixed order of items runs
//! through.
//!
//! Items are settled in a fixed order. What has been decided matters later only through the items
//! that are still in play, so all partial solutions that agree on those are one *state*, with an
//! exact number of ways that lead to it. Where many agree, this takes a small part of the steps of
//! any search; where few do, it only takes memory. States are compared whole: a hash only says
//! where to look.
//!
//! Counting needs no more than the states on their way ([`Frontier::count`]); listing and sampling
//! build a [`Diagram`] of all live states.

mod build;
mod diagram;
mod key;
mod layout;
mod order;
mod plan;
mod slices;
mod sweep;
mod table;
mod watch;

use rayon::ThreadPool;

use crate::cover::{Case, Element, Problem, Weighted};

pub use diagram::{Diagram, DiagramWorker};
pub use slices::{MOST_SLICES, Path, Slices};
pub use watch::{Look, Watch};

use key::Wide;
use layout::Layout;
use plan::Plan;
use sweep::{Sweep, Swept, Unfinished};
use table::Count;

/// Why the engine has no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FrontierError {
    /// Too many items are in play at once for a state to be kept.
    #[error(
        "{bits} items are in play at once, and the engine frontier keeps at most {most}: use \
         --engine search"
    )]
    TooWide {
        /// How many bits a key would need.
        bits: usize,
        /// How many there may be.
        most: usize,
    },
    /// The diagram does not fit the memory.
    #[error(
        "the diagram of all live states does not fit {} MiB: raise --memory, or use --engine search",
        most_bytes >> 20
    )]
    TooLarge {
        /// The most bytes that were allowed.
        most_bytes: u64,
    },
    /// The count does not fit 128 bits.
    #[error("there are 2^128 solutions or more, which this program cannot count")]
    TooMany,
    /// The watcher said to stop.
    #[error("the sweep was broken off")]
    Broken,
}

impl From<Unfinished> for FrontierError {
    fn from(unfinished: Unfinished) -> Self {
        match unfinished {
            Unfinished::Overflow => Self::TooMany,
            Unfinished::Broken => Self::Broken,
        }
    }
}

/// A case, or its quotient by a symmetry, prepared for sweeping.
#[derive(Clone, Debug)]
pub struct Frontier {
    system: Weighted,
    plan: Plan,
}

/// What a sweep came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// The number of solutions.
    pub total: u128,
    /// The number of states of each level.
    pub states: Vec<u64>,
    /// Steps from state to state.
    pub transitions: u64,
    /// The batches into which the states had to be divided; 1 if they fitted.
    pub batches: u64,
    /// The most bytes that states took at a time.
    pub peak_bytes: u64,
}

/// The widest key.
const MOST_BITS: usize = 1024;

/// Runs code with the key type of a plan.
macro_rules! with_key {
    ($bits:expr, $key:ident => $body:expr) => {
        match $bits {
            0..=64 => {
                type $key = u64;
                $body
            }
            65..=128 => {
                type $key = Wide<2>;
                $body
            }
            129..=256 => {
                type $key = Wide<4>;
                $body
            }
            _ => {
                type $key = Wide<16>;
                $body
            }
        }
    };
}

impl Frontier {
    /// Prepares a case of a problem.
    ///
    /// # Errors
    /// When too many items are in play at once.
    pub fn new(problem: &Problem, case: &Case) -> Result<Self, FrontierError> {
        Self::of(problem, Weighted::of_case(problem, case))
    }

    /// Prepares the quotient of a case by a symmetry: its solutions are those of the case that
    /// the symmetry maps to themselves.
    ///
    /// # Errors
    /// When too many items are in play at once.
    pub fn fixed_by(
        problem: &Problem,
        case: &Case,
        element: &Element,
    ) -> Result<Self, FrontierError> {
        Self::of(problem, Weighted::fixed_by(problem, case, element))
    }

    fn of(problem: &Problem, system: Weighted) -> Result<Self, FrontierError> {
        let plan = order::best_plan(problem, &system);
        if plan.bits > MOST_BITS {
            return Err(FrontierError::TooWide { bits: plan.bits, most: MOST_BITS });
        }
        Ok(Self { system, plan })
    }

    /// The number of levels.
    pub fn levels(&self) -> usize {
        self.plan.steps.len()
    }

    /// The number of bits of a state.
    pub fn bits(&self) -> usize {
        self.plan.bits
    }

    /// Counts the solutions. States take at most about `most_bytes`, if need be by going on in
    /// batches; a few states are always kept.
    ///
    /// # Errors
    /// When the watcher broke it off, or the count does not fit 128 bits.
    pub fn count(
        &self,
        pool: &ThreadPool,
        most_bytes: u64,
        watch: Watch<'_>,
    ) -> Result<Counted, FrontierError> {
        if self.plan.is_hopeless {
            return Ok(Counted {
                total: 0,
                states: vec![0; self.levels()],
                transitions: 0,
                batches: 1,
                peak_bytes: 0,
            });
        }
        with_key!(self.plan.bits, K => {
            let layout = Layout::<K>::new(&self.system, &self.plan);
            match Sweep::<K, u64>::new(&layout, pool, most_bytes).run(watch) {
                Ok(swept) => Ok(counted(swept)),
                Err(Unfinished::Broken) => Err(FrontierError::Broken),
                Err(Unfinished::Overflow) => {
                    Ok(counted(Sweep::<K, u128>::new(&layout, pool, most_bytes).run(watch)?))
                }
            }
        })
    }
}

impl Frontier {
    /// Builds the diagram of all live states, in about `most_bytes`.
    ///
    /// # Errors
    /// When it does not fit, the watcher broke it off, or the count does not fit 128 bits.
    pub fn diagram(
        &self,
        pool: &ThreadPool,
        most_bytes: u64,
        watch: Watch<'_>,
    ) -> Result<Diagram, FrontierError> {
        if self.plan.is_hopeless {
            return Ok(Diagram::empty());
        }
        with_key!(self.plan.bits, K => {
            build::build(&Layout::<K>::new(&self.system, &self.plan), pool, most_bytes, watch)
        })
    }
}

fn counted<C: Count>(swept: Swept<C>) -> Counted {
    let Swept { total, states, transitions, batches, peak_bytes } = swept;
    Counted { total: total.wide(), states, transitions, batches, peak_bytes }
}
