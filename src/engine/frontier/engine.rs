//! A case prepared for sweeping: the choice of its keys, and what can be asked of it.

use std::io::Read;
use std::ops::ControlFlow;
use std::sync::OnceLock;

use crate::count::Count;
use crate::cover::weighted::WeightedOption;
use crate::cover::{Case, Cover, Element, ItemId, Problem, Weighted};
use crate::engine::simd_level::SimdLevel;
use crate::engine::threads::Threads;

use super::build;
use super::counting::{Counted, go_on, run};
use super::diagram::Diagram;
use super::error::FrontierError;
use super::interchangeable::classes;
use super::key::{Key, Wide};
use super::order;
use super::progress::{OnProgress, SweepProgress};
use super::saved::{SavedHead, is_not_one};
use super::state_space::StateSpace;
use super::sweep::{Room, Sweep};
use super::sweep_order::SweepOrder;
#[cfg(test)]
use super::sweep_store::Unsaved;
use super::sweep_store::{Saving, SweepStore};
use super::window::WindowSpace;

/// A case, or its quotient by a symmetry, prepared for sweeping.
#[derive(Clone, Debug)]
pub(crate) struct Frontier {
    pub(super) system: Weighted,
    /// The order in which items are settled where no better one is found.
    pub(super) first: SweepOrder,
    /// Whether nothing is known of the cover but its items and options.
    pub(super) is_plain: bool,
    /// Its interchangeable items, once they were looked for: they are the same in any order.
    classes: OnceLock<Vec<Vec<ItemId>>>,
}

/// The widest key.
pub(super) const MOST_BITS: usize = 1024;

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
pub(super) use with_key;

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
        let mut first = order::first_order(problem, &system);
        let is_plain = problem.classes.is_empty();
        if is_plain && first.bits > MOST_BITS {
            let others = order::other_orders((&system, &first), 0, None);
            let narrowest = others.into_iter().min_by_key(|order| order.bits);
            first = narrowest.filter(|order| order.bits < first.bits).unwrap_or(first);
        }
        if first.bits > MOST_BITS {
            return Err(FrontierError::TooWide { bits: first.bits, most: MOST_BITS });
        }
        Ok(Self { system, first, is_plain, classes: OnceLock::new() })
    }

    /// About how many states a sweep may have, to compare one with another: in truth mostly fewer.
    pub fn weight(&self) -> f64 {
        self.first.weight()
    }

    /// The same, swept in other orders.
    #[cfg(test)]
    pub fn in_other_orders(&self) -> Vec<Self> {
        let others = order::other_orders((&self.system, &self.first), 6, None).into_iter();
        others.map(|first| Self { first, ..self.clone() }).collect()
    }

    /// The number of bits of a state.
    #[cfg(test)]
    pub fn bits(&self) -> usize {
        self.first.bits
    }

    /// [`Self::count_saved`] that is not saved, and has no room on the disk.
    #[cfg(test)]
    pub fn count(
        &self,
        threads: &Threads,
        most_bytes: u64,
        on_progress: OnProgress<'_>,
    ) -> Result<Counted, FrontierError> {
        let room = Room { most_bytes, ..Room::default() };
        self.count_saved(threads, &room, &mut Unsaved, on_progress)
    }

    /// Counts the solutions; goes on where the sweep was saved, and is saved now and then. States take
    /// no more than there is room for: if need be they wait on the disk, and where nothing is allowed
    /// there the sweep goes on in batches; a few states are always kept.
    ///
    /// # Errors
    /// When the callback ended it, the tables of the keys do not fit, the disk has no room, or the sweep
    /// cannot be saved, or what was saved be read.
    pub fn count_saved(
        &self,
        threads: &Threads,
        room: &Room,
        store: &mut dyn SweepStore,
        on_progress: OnProgress<'_>,
    ) -> Result<Counted, FrontierError> {
        if self.is_hopeless() {
            return Ok(Counted {
                total: Count::ZERO,
                states: vec![0; self.first.levels.len()],
                transitions: 0,
                batches: 1,
                peak_bytes: 0,
            });
        }
        if let Some(saved) = store.saved().map_err(|_| FrontierError::NotSaved)?
            && let Some(counted) = self.count_from(saved, (threads, room), store, on_progress)?
        {
            return Ok(counted);
        }
        let most_bytes = room.most_bytes;
        self.in_best_order(
            Use::Count,
            (threads, most_bytes),
            on_progress,
            &mut |order, on_progress| {
                if let Some(space) = self.windows(order, SimdLevel::best()) {
                    let sweep = Sweep::<_, u64>::from_root(&space, threads, room.clone());
                    return run(sweep, &mut Saving { store, order, in_words: true }, on_progress);
                }
                with_key!(order.bits, K => {
                    let space = self.laid_out::<K>(order, Use::Count, most_bytes, on_progress)?;
                    let room = self.room_for_states::<K>(order, room);
                    let sweep = Sweep::<_, u64>::from_root(&space, threads, room);
                    run(sweep, &mut Saving { store, order, in_words: false }, on_progress)
                })
            },
        )
    }

    /// Goes on with a sweep that was saved; nothing where it is not one of this case.
    fn count_from(
        &self,
        mut saved: Box<dyn Read>,
        (threads, room): (&Threads, &Room),
        store: &mut dyn SweepStore,
        on_progress: OnProgress<'_>,
    ) -> Result<Option<Counted>, FrontierError> {
        let head = match SavedHead::read(&mut saved, self.system.demands.len()) {
            Ok(head) => head,
            Err(error) if is_not_one(&error) => return Ok(None),
            Err(_) => return Err(FrontierError::NotSaved),
        };
        let order = &SweepOrder::new(&self.system, &head.order);
        if order.bits > MOST_BITS {
            return Ok(None);
        }
        let saving = &mut Saving { store, order, in_words: head.in_words };
        if head.in_words {
            let Some(space) = self.windows(order, SimdLevel::best()) else { return Ok(None) };
            return go_on((&space, threads, room.clone()), saved, &head, saving, on_progress);
        }
        with_key!(order.bits, K => {
            let space = self.laid_out::<K>(order, Use::Count, room.most_bytes, on_progress)?;
            let room = self.room_for_states::<K>(order, room);
            go_on((&space, threads, room), saved, &head, saving, on_progress)
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

    /// [`Self::diagram`] of a board: in the order that boards have, without trying others, and with one
    /// width of keys where the states fit no words. So little is compiled for it, which counts where the
    /// program is carried by a page.
    ///
    /// # Errors
    /// As [`Self::diagram`], and when too many items are in play at once for that width.
    pub fn diagram_of_board(
        &self,
        threads: &Threads,
        most_bytes: u64,
        on_progress: OnProgress<'_>,
    ) -> Result<Diagram, FrontierError> {
        type BoardKey = Wide<4>;
        const BOARD_BITS: usize = 256;
        let order = &self.first;
        if self.is_hopeless() {
            return Ok(Diagram::empty());
        }
        let items: Vec<ItemId> = order.levels.iter().map(|level| level.item).collect();
        let diagram = if let Some(space) = self.windows(order, SimdLevel::best()) {
            build::build(&space, &items, threads, most_bytes, on_progress)?
        } else if order.bits > BOARD_BITS {
            return Err(FrontierError::TooWide { bits: order.bits, most: BOARD_BITS });
        } else {
            let space = self.laid_out::<BoardKey>(order, Use::Walk, most_bytes, on_progress)?;
            let left = self.left_for_states::<BoardKey>(order, most_bytes);
            build::build(&space, &items, threads, left, on_progress)?
        };
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
        if self.is_hopeless() {
            return Ok(Diagram::empty());
        }
        self.in_best_order(
            Use::Walk,
            (threads, most_bytes),
            on_progress,
            &mut |order, on_progress| {
                let items: Vec<ItemId> = order.levels.iter().map(|level| level.item).collect();
                if let Some(space) = self.windows(order, SimdLevel::best()) {
                    return build::build(&space, &items, threads, most_bytes, on_progress);
                }
                with_key!(order.bits, K => {
                    let space = self.laid_out::<K>(order, Use::Walk, most_bytes, on_progress)?;
                    let left = self.left_for_states::<K>(order, most_bytes);
                    build::build(&space, &items, threads, left, on_progress)
                })
            },
        )
    }

    /// Whether some required item has no option, which no order changes.
    fn is_hopeless(&self) -> bool {
        self.first.is_hopeless
    }

    /// The states of a board's order in words that move along with it, where they fit those.
    fn windows(&self, order: &SweepOrder, simd: SimdLevel) -> Option<WindowSpace> {
        let is_board = !self.is_plain;
        is_board.then(|| WindowSpace::new(&self.system, order, simd)).flatten()
    }

    /// Whether states fit words.
    #[cfg(test)]
    pub fn fits_words(&self) -> bool {
        self.windows(&self.first, SimdLevel::Portable).is_some()
    }

    /// Counts in words at a processor level, where the states fit those, and counts in keys.
    #[cfg(test)]
    pub fn count_both_ways(
        &self,
        simd: SimdLevel,
        threads: &Threads,
        most_bytes: u64,
    ) -> Result<(Option<Counted>, Counted), FrontierError> {
        let on_progress = &mut |_: &SweepProgress| ControlFlow::Continue(());
        if self.is_hopeless() {
            let counted = self.count(threads, most_bytes, on_progress)?;
            return Ok((Some(counted.clone()), counted));
        }
        let room = Room { most_bytes, ..Room::default() };
        let in_words = self.windows(&self.first, simd).map(|space| {
            let sweep = Sweep::<_, u64>::from_root(&space, threads, room.clone());
            let order = &self.first;
            run(sweep, &mut Saving { store: &mut Unsaved, order, in_words: true }, on_progress)
        });
        let in_keys = with_key!(self.first.bits, K => {
            let space = self.laid_out::<K>(&self.first, Use::Count, most_bytes, on_progress)?;
            let sweep = Sweep::<_, u64>::from_root(&space, threads, room.clone());
            let order = &self.first;
            run(sweep, &mut Saving { store: &mut Unsaved, order, in_words: false }, on_progress)?
        });
        Ok((in_words.transpose()?, in_keys))
    }

    /// The states of an order in which a sweep begins. Meanwhile it is told that nothing is done.
    fn laid_out<'s, K: Key>(
        &'s self,
        order: &'s SweepOrder,
        purpose: Use,
        most_bytes: u64,
        on_progress: OnProgress<'_>,
    ) -> Result<StateSpace<'s, K>, FrontierError> {
        let nothing = SweepProgress::new(0, order.levels.len(), 0);
        self.space(order, purpose, most_bytes, &mut || on_progress(&nothing))
    }

    /// What is left for states beside the tables of an order, where those are large.
    fn left_for_states<K: Key>(&self, order: &SweepOrder, most_bytes: u64) -> u64 {
        let tables = StateSpace::<K>::bytes(&self.system, order);
        most_bytes.saturating_sub(if tables > SMALL_BYTES { tables } else { 0 })
    }

    /// What of a room is left for states beside the tables of an order. Those of a cover that is no board
    /// have wide keys and many levels: their lists, what it takes to merge and to divide them, and memory
    /// that one thread has freed and another one waits for come to as much again, as measured.
    fn room_for_states<K: Key>(&self, order: &SweepOrder, room: &Room) -> Room {
        let left = self.left_for_states::<K>(order, room.most_bytes);
        Room { most_bytes: if self.is_plain { left / 2 } else { left }, ..room.clone() }
    }

    /// The states of an order; ends where the callback breaks.
    pub(super) fn space<'s, K: Key>(
        &'s self,
        order: &'s SweepOrder,
        purpose: Use,
        most_bytes: u64,
        heed: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<StateSpace<'s, K>, FrontierError> {
        if StateSpace::<K>::bytes(&self.system, order) > most_bytes.max(SMALL_BYTES) {
            return Err(FrontierError::TooLarge { most_bytes });
        }
        let mut lay_out = || {
            let mut space = StateSpace::new(&self.system, order, heed)?;
            if self.is_plain {
                space = space.looking_ahead(&self.system, order);
                heed()?;
                if purpose == Use::Count {
                    let classes = self.classes.get_or_init(|| classes(&self.system));
                    space = space.merging_alike(classes, order, heed)?;
                }
            }
            ControlFlow::Continue(space)
        };
        lay_out().continue_value().ok_or(FrontierError::Cancelled)
    }
}

/// What the states are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// Solutions are counted, and not told apart.
    Count,
    /// They are walked through.
    Walk,
}

#[cfg(test)]
mod tests {
    use super::super::order_trial;
    use super::*;
    use crate::cover::LabelledBuilder;

    /// A row of items with an option for each span of these lengths.
    fn spans(items: usize, lengths: &[usize]) -> Frontier {
        let mut builder = LabelledBuilder::new();
        for item in 0..items {
            builder.primary(item, 1).unwrap();
        }
        for first in 0..items {
            for last in lengths.iter().map(|length| first + length).filter(|&last| last <= items) {
                builder.option(first..last).unwrap();
            }
        }
        let problem = Problem::of_cover(builder.finish());
        Frontier::new(&problem, &Case::whole(&problem)).unwrap()
    }

    #[test]
    fn states_may_take_what_large_tables_leave() {
        let frontier = spans(3_000, &[1, 8, 60]);
        let tables = StateSpace::<u64>::bytes(&frontier.system, &frontier.first);
        assert!(tables > SMALL_BYTES, "{tables} bytes");
        assert_eq!(frontier.left_for_states::<u64>(&frontier.first, tables + 5), 5);
        assert_eq!(frontier.left_for_states::<u64>(&frontier.first, tables - 5), 0);
        let frontier = spans(30, &[1, 8]);
        assert_eq!(frontier.left_for_states::<u64>(&frontier.first, 1_000), 1_000);
    }

    #[test]
    fn a_sweep_that_goes_on_with_wider_integers_does_not_tell_that_it_begins_again() {
        let frontier = spans(200, &[1, 2, 3]);
        let mut told: Vec<SweepProgress> = Vec::new();
        let threads = Threads::new(1, 1 << 20).unwrap();
        let counted = frontier.count(&threads, 1 << 30, &mut |progress| {
            told.push(*progress);
            ControlFlow::Continue(())
        });
        assert!(counted.unwrap().total > u128::MAX);
        let begun = told.iter().position(|progress| progress.states > 0).unwrap();
        assert!(told[begun..].windows(2).all(|two| two[0].level <= two[1].level), "{told:?}");
    }

    #[test]
    fn a_trial_ends_where_more_states_are_on_their_way_than_it_may_have() {
        let frontier = spans(60, &[1, 2, 3, 8]);
        let heed = &mut || ControlFlow::Continue(());
        let space = frontier.space::<u64>(&frontier.first, Use::Count, 1 << 30, heed).unwrap();
        let is_exact = |most_on_their_way: usize| {
            let most = (u64::MAX, most_on_their_way);
            let go_on = &mut |_| ControlFlow::Continue(());
            let projection = order_trial::attempt(&space, &frontier.first, most, go_on);
            projection.continue_value().unwrap().is_exact
        };
        assert!(is_exact(usize::MAX) && !is_exact(2));
    }

    #[test]
    fn a_board_on_which_too_many_items_are_in_play_for_its_one_width_has_no_diagram() {
        let threads = Threads::new(1, 1 << 20).unwrap();
        let total = |longest: usize| {
            let frontier = spans(300, &[1, longest]);
            let go_on = &mut |_: &SweepProgress| ControlFlow::Continue(());
            frontier.diagram_of_board(&threads, 1 << 30, go_on).map(|diagram| diagram.total())
        };
        // A long span begins at any of 51 items, or there is none.
        assert_eq!(total(250), Ok(52));
        assert!(matches!(total(290), Err(FrontierError::TooWide { most: 256, .. })));
    }

    #[test]
    fn an_item_may_have_more_options_than_a_word_has_bits_and_a_state_bars_some_of_them() {
        // Two items have as many options each, and no two of them may need the same thing beside it.
        let mut builder = LabelledBuilder::new();
        builder.primary(0, 1).unwrap();
        builder.primary(1, 1).unwrap();
        for other in 2..102 {
            builder.secondary(other, 1).unwrap();
            builder.option([0, other]).unwrap();
            builder.option([1, other]).unwrap();
        }
        let problem = Problem::of_cover(builder.finish());
        let frontier = Frontier::new(&problem, &Case::whole(&problem)).unwrap();
        let items: Vec<ItemId> = (0..102).map(ItemId).collect();
        let order = SweepOrder::new(&frontier.system, &items);
        let heed = &mut || ControlFlow::Continue(());
        let space = frontier.space::<Wide<4>>(&order, Use::Walk, 1 << 30, heed).unwrap();
        let threads = Threads::new(1, 1 << 20).unwrap();
        let go_on = &mut |_: &SweepProgress| ControlFlow::Continue(());
        let diagram = build::build(&space, &items[..2], &threads, 1 << 30, go_on).unwrap();
        assert_eq!(diagram.total(), 100 * 99);
    }
}
