//! Counting by states that merge, from level to level.
//!
//! A state waits at the first level at which something can be chosen, so states that have come to
//! it by different ways are one, and their numbers are added. States are compared whole. Where no
//! option fits what must still be covered, as far as that is looked at, the state is dropped before it
//! is kept. A way costs a look at the options of two levels, and is written once and read once. Memory
//! is what the ways to the levels ahead take, 16 bytes for one of one word; where that is too much,
//! those to the same states are made one before their turn. A level is shared by all threads, list by
//! list: which states there are, and how many, does not depend on that.

use super::effort::{Effort, RecountProgress, Stop};
use super::levels::{Layout, Level};
use super::outlook::Outlook;
use super::sweeper::{Ground, Sweeper, Task, Tasks};
use super::tally::Tally;
use super::ways::{PARTS, Room};

/// A state of more words than this is not swept.
pub(super) const MOST_WORDS: usize = 16;

/// A level of fewer ways is left to one thread: to begin with others would take longer.
const FEW_FOR_THREADS: u64 = 1 << 14;

/// What a sweep may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct SweepBounds {
    /// The most bytes that its lists may take. Beside them are what each thread has in its cache, and
    /// what one list leads to.
    pub memory_bytes: u64,
    /// How many threads sweep; no more than a level has parts.
    pub threads: usize,
    /// So many states it may meet, and those of the level at which they are that many. No level of
    /// more ways is begun.
    pub states: u64,
    /// What part of the whole work it is.
    pub share: f64,
}

/// Counts the solutions; `None` where a state would have too many words.
///
/// # Errors
/// When a bound is reached.
pub(super) fn sweep(
    layout: &Layout<'_>,
    bounds: SweepBounds,
    effort: &mut Effort<'_>,
) -> Option<Result<u128, Stop>> {
    Some(match layout.words() {
        1 => sweep_words::<1>(layout, bounds, effort),
        2 => sweep_words::<2>(layout, bounds, effort),
        3 | 4 => sweep_words::<4>(layout, bounds, effort),
        5..=8 => sweep_words::<8>(layout, bounds, effort),
        9..=MOST_WORDS => sweep_words::<MOST_WORDS>(layout, bounds, effort),
        _ => return None,
    })
}

fn sweep_words<const W: usize>(
    layout: &Layout<'_>,
    bounds: SweepBounds,
    effort: &mut Effort<'_>,
) -> Result<u128, Stop> {
    let (levels, outlooks) = (layout.levels(), Outlook::of_levels(layout));
    match run::<W, u64>(&levels, &outlooks, bounds, effort) {
        Err(Stop::TooLarge) => run::<W, u128>(&levels, &outlooks, bounds, effort),
        done => done,
    }
}

fn run<const W: usize, C: Tally>(
    levels: &[Level<W>],
    outlooks: &[Outlook<W>],
    bounds: SweepBounds,
    effort: &mut Effort<'_>,
) -> Result<u128, Stop> {
    let ground = Ground { levels, outlooks, room: Room::new(bounds.memory_bytes) };
    let threads = bounds.threads.clamp(1, PARTS);
    let sweepers = (0..threads).map(|_| Sweeper::<W, C>::new(&ground)).collect();
    let mut sweep = Sweep { ground: &ground, bounds, sweepers };
    let done = sweep.walk(effort);
    if let Err(Stop::Cancelled) = done {
        // To give back gigabytes may take longer than whoever asked to stop is ready to wait. Where
        // there can be no thread, they are given back here.
        let arrivals: Vec<_> = sweep.sweepers.into_iter().map(|one| one.arrivals).collect();
        let room = ground.room;
        let _ = std::thread::Builder::new().spawn(move || drop((arrivals, room)));
    }
    done
}

/// A sweep under way.
struct Sweep<'a, const W: usize, C> {
    ground: &'a Ground<'a, W, C>,
    bounds: SweepBounds,
    /// One for each thread, and one at least.
    sweepers: Vec<Sweeper<'a, W, C>>,
}

impl<const W: usize, C: Tally> Sweep<'_, W, C> {
    fn walk(&mut self, effort: &mut Effort<'_>) -> Result<u128, Stop> {
        let most = effort.states.saturating_add(self.bounds.states);
        self.sweepers[0].arrive(0, [0; W], C::ONE)?;
        for level in 0..self.ground.levels.len() {
            let ways: u64 = self.sweepers.iter().map(|one| one.arrivals[level].count).sum();
            if effort.states > most || ways > self.bounds.states {
                return Err(Stop::Work);
            }
            effort.ways += ways;
            let tasks = Tasks::new(self.take(level)?);
            while !tasks.is_empty() {
                self.expand(level, &tasks, effort)?;
                if self.ground.room.is_full() {
                    self.make_room(level, effort)?;
                }
            }
        }
        let mut totals = self.sweepers.iter().map(|one| one.total);
        totals.try_fold(0, u128::checked_add).ok_or(Stop::TooLarge)
    }

    /// Takes what waits at a level, of all threads: the parts, or one list where no thread has it in
    /// parts.
    fn take(&mut self, level: usize) -> Result<Vec<Task<W, C>>, Stop> {
        let is_parted = self.sweepers.iter().any(|one| one.arrivals[level].is_parted());
        let mut tasks: Vec<Task<W, C>> = Vec::new();
        for one in &mut self.sweepers {
            let arrivals = &mut one.arrivals[level];
            if is_parted {
                arrivals.part(&self.ground.room)?;
            }
            for (part, list) in arrivals.take().into_iter().enumerate() {
                match tasks.get_mut(part) {
                    Some(task) => task.list.append(list),
                    None => tasks.push(Task::new(level, part, list)),
                }
            }
        }
        Ok(tasks)
    }

    /// Goes on from the states of some lists, on all threads where that is worth it.
    fn expand(
        &mut self,
        level: usize,
        tasks: &Tasks<W, C>,
        effort: &mut Effort<'_>,
    ) -> Result<(), Stop> {
        let (levels, bounds) = (self.ground.levels.len() as f64, self.bounds);
        let before = effort.share;
        let share = || before + bounds.share * (level as f64 + tasks.share()) / levels;
        self.on_threads(tasks, effort, |one, effort| one.expand(tasks, share, effort))
    }

    /// Makes the ways to one state one, wherever they wait.
    ///
    /// # Errors
    /// When that is not enough.
    fn make_room(&mut self, level: usize, effort: &mut Effort<'_>) -> Result<(), Stop> {
        let mut tasks = Vec::new();
        for later in level + 1..self.ground.levels.len() {
            tasks.extend(self.take(later)?);
        }
        let tasks = Tasks::new(tasks);
        let share =
            effort.share + self.bounds.share * level as f64 / self.ground.levels.len() as f64;
        self.on_threads(&tasks, effort, |one, effort| one.merge(&tasks, share, effort))?;
        if self.ground.room.is_nearly_full() { Err(Stop::Memory) } else { Ok(()) }
    }

    /// Does something on all threads, or on this one where there is little to do.
    fn on_threads(
        &mut self,
        tasks: &Tasks<W, C>,
        effort: &mut Effort<'_>,
        work: impl Fn(&mut Sweeper<'_, W, C>, &mut Effort<'_>) -> Result<(), Stop> + Sync,
    ) -> Result<(), Stop> {
        let [first, others @ ..] = self.sweepers.as_mut_slice() else { return Ok(()) };
        if others.is_empty() || tasks.ways() < FEW_FOR_THREADS {
            return work(first, effort);
        }
        let cancel = effort.cancel();
        let help = |one: &mut Sweeper<'_, W, C>| {
            let mut on_progress = |_: &RecountProgress| {};
            let mut effort = Effort::new(cancel, &mut on_progress);
            let done = work(one, &mut effort);
            (done, effort.states)
        };
        std::thread::scope(|scope| {
            let helpers: Vec<_> = others.iter_mut().map(|one| scope.spawn(|| help(one))).collect();
            let mut done = work(first, effort);
            for helper in helpers {
                match helper.join() {
                    Ok((helped, states)) => {
                        effort.states += states;
                        done = done.and(helped);
                    }
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            done
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::requirements::{Entry, RecountItem, RecountOption, Requirements};
    use super::*;
    use crate::cancel::CancelToken;

    /// The ways to pair points.
    fn pairings(points: u32) -> Requirements {
        let item = RecountItem { least: 1, most: 1, colours: 0, at: None };
        let pairs = (0..points).flat_map(|a| (a + 1..points).map(move |b| [a, b]));
        let option = |(number, pair): (u32, [u32; 2])| RecountOption {
            number,
            entries: pair.map(|item| Entry { item, times: 1, colour: None }).into(),
            weight: 1,
        };
        Requirements {
            items: vec![item; points as usize],
            options: (0..).zip(pairs).map(option).collect(),
        }
    }

    /// What a sweep of the pairings of 24 points comes to, with the states and ways that it met.
    fn swept(threads: usize, memory_bytes: u64) -> (Result<u128, Stop>, u64, u64) {
        let requirements = pairings(24);
        let order: Vec<u32> = (0..24).collect();
        let layout = Layout::new(&requirements, &order).unwrap();
        let (cancel, mut on_progress) = (CancelToken::new(), |_: &RecountProgress| {});
        let mut effort = Effort::new(&cancel, &mut on_progress);
        let bounds = SweepBounds { memory_bytes, threads, states: u64::MAX, share: 1.0 };
        let done = sweep(&layout, bounds, &mut effort).unwrap();
        (done, effort.states, effort.ways)
    }

    #[test]
    fn neither_threads_nor_little_memory_change_what_is_met() {
        // One for each odd number below 24.
        let pairings: u128 = (1..24).step_by(2).product();
        let alone = swept(1, u64::MAX);
        assert_eq!(alone.0, Ok(pairings));
        let (_, states, ways) = alone;
        assert!(ways > 3 * states, "{ways} ways to {states} states");
        assert_eq!(swept(3, u64::MAX), alone);
        // Not all ways find room that wait at a time, but the states that they come to do.
        for threads in [1, 3] {
            assert_eq!(swept(threads, 2_400_000), alone, "{threads} threads");
            assert_eq!(swept(threads, 100).0, Err(Stop::Memory));
        }
    }
}
