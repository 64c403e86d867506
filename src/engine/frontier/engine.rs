//! A case prepared for sweeping: the choice of its keys, and what can be asked of it.

use crate::cover::weighted::WeightedOption;
use crate::cover::{Case, Cover, Element, ItemId, Problem, Weighted};
use crate::engine::threads::Threads;

use super::build;
use super::diagram::Diagram;
use super::error::{FrontierError, Unfinished};
use super::key::{Key, Wide};
use super::merge::Count;
use super::order;
use super::progress::{OnProgress, SweepProgress};
use super::state_space::StateSpace;
use super::sweep::{Sweep, Swept};
use super::sweep_order::SweepOrder;

/// A case, or its quotient by a symmetry, prepared for sweeping.
#[derive(Clone, Debug)]
pub(crate) struct Frontier {
    system: Weighted,
    order: SweepOrder,
    /// Whether nothing is known of the cover but its items and options.
    is_plain: bool,
}

/// What a sweep came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Counted {
    /// The number of solutions.
    pub total: u128,
    /// The number of states of each level.
    pub states: Vec<u64>,
    /// The number of transitions from state to state.
    pub transitions: u64,
    /// The batches into which the states had to be divided; 1 if they fitted.
    pub batches: u64,
    /// The most bytes that states took at a time.
    pub peak_bytes: u64,
}

/// The widest key.
const MOST_BITS: usize = 1024;

/// What takes no more than this is made whatever the limit is: it is part of what the program takes
/// for itself.
const SMALL_BYTES: u64 = 32 << 20;

/// Runs code with a type of key that has at least this many bits.
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
    /// The memory that a cover laid out for sweeping takes, in bytes, states and their tables not
    /// counted; nothing where that is little, and part of what the program takes for itself.
    pub fn bytes(cover: &Cover) -> u64 {
        let options = cover.option_count() * (size_of::<WeightedOption>() + size_of::<usize>());
        let bytes = (options + cover.entry_count() * size_of::<(ItemId, u32)>()) as u64;
        if bytes > SMALL_BYTES { bytes } else { 0 }
    }

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
        let order = order::best_order(problem, &system);
        if order.bits > MOST_BITS {
            return Err(FrontierError::TooWide { bits: order.bits, most: MOST_BITS });
        }
        Ok(Self { system, order, is_plain: problem.classes.is_empty() })
    }

    /// The number of levels.
    pub fn levels(&self) -> usize {
        self.order.levels.len()
    }

    /// The number of bits of a state.
    #[cfg(test)]
    pub fn bits(&self) -> usize {
        self.order.bits
    }

    /// Counts the solutions. States take at most about `most_bytes`, if need be by going on in
    /// batches; a few states are always kept.
    ///
    /// # Errors
    /// When the callback ended it, the tables of the keys do not fit, or the count does not fit
    /// 128 bits.
    pub fn count(
        &self,
        threads: &Threads,
        most_bytes: u64,
        on_progress: OnProgress<'_>,
    ) -> Result<Counted, FrontierError> {
        if self.order.is_hopeless {
            return Ok(Counted {
                total: 0,
                states: vec![0; self.levels()],
                transitions: 0,
                batches: 1,
                peak_bytes: 0,
            });
        }
        self.begin(on_progress)?;
        with_key!(self.order.bits, K => {
            let mut space = self.space::<K>(most_bytes)?;
            if self.is_plain {
                space = space.merging_alike(&self.system, &self.order);
            }
            match Sweep::<K, u64>::new(&space, threads, most_bytes).run(on_progress) {
                Ok(swept) => Ok(counted(swept)),
                Err(Unfinished::Cancelled) => Err(FrontierError::Cancelled),
                Err(Unfinished::Overflow) => {
                    Ok(counted(Sweep::<K, u128>::new(&space, threads, most_bytes).run(on_progress)?))
                }
            }
        })
    }

    /// Builds the diagram of all live states, in about `most_bytes`.
    ///
    /// # Errors
    /// When it does not fit, the callback ended it, or the count does not fit 128 bits.
    pub fn diagram(
        &self,
        threads: &Threads,
        most_bytes: u64,
        on_progress: OnProgress<'_>,
    ) -> Result<Diagram, FrontierError> {
        let diagram = self.diagram_to_walk(threads, most_bytes, on_progress)?;
        if diagram.is_beyond_count { Err(FrontierError::TooMany) } else { Ok(diagram) }
    }

    /// Builds the diagram of all live states, in about `most_bytes`, to go through its solutions and
    /// not to count them: there may be any number.
    ///
    /// # Errors
    /// When it does not fit, or the callback ended it.
    pub fn diagram_to_walk(
        &self,
        threads: &Threads,
        most_bytes: u64,
        on_progress: OnProgress<'_>,
    ) -> Result<Diagram, FrontierError> {
        if self.order.is_hopeless {
            return Ok(Diagram::empty());
        }
        self.begin(on_progress)?;
        with_key!(self.order.bits, K => {
            build::build(&self.space::<K>(most_bytes)?, threads, most_bytes, on_progress)
        })
    }

    /// Tells that nothing is done yet: of a large cover, the tables alone take their time.
    fn begin(&self, on_progress: OnProgress<'_>) -> Result<(), FrontierError> {
        let nothing = SweepProgress { level: 0, levels: self.levels(), states: 0 };
        let ended = on_progress(&nothing).is_break();
        if ended { Err(FrontierError::Cancelled) } else { Ok(()) }
    }

    fn space<K: Key>(&self, most_bytes: u64) -> Result<StateSpace<'_, K>, FrontierError> {
        if StateSpace::<K>::bytes(&self.system, &self.order) > most_bytes.max(SMALL_BYTES) {
            return Err(FrontierError::TooLarge { most_bytes });
        }
        let space = StateSpace::new(&self.system, &self.order);
        Ok(if self.is_plain { space.looking_ahead(&self.system, &self.order) } else { space })
    }
}

fn counted<C: Count>(swept: Swept<C>) -> Counted {
    let Swept { total, states, transitions, batches, peak_bytes } = swept;
    Counted { total: total.wide(), states, transitions, batches, peak_bytes }
}
