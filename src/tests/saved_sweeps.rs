//! Sweeps that are saved, ended, and gone on with.

use std::io::{self, Cursor, Read};
use std::ops::ControlFlow;

use proptest::prelude::*;

use crate::count::Count;
use crate::cover::{Case, LabelledBuilder, Problem};
use crate::engine::Threads;
use crate::engine::frontier::{
    Counted, DiskRoom, Frontier, FrontierError, Room, SweepProgress, SweepStore, Unsaved,
    WriteSweep,
};
use crate::puzzle::compile;
use crate::random::SplitMix;
use crate::solve::count::sweep;
use crate::solve::recorder::{RecorderError, SweepRecord};

use super::common::from_catalogue;
use super::large_covers::dominoes;

/// Keeps a sweep in memory, and saves it now and then when it is asked.
#[derive(Default)]
struct Memory {
    kept: Option<Vec<u8>>,
    is_full: bool,
    saves: usize,
    asked: usize,
    /// It is saved the first of so many times.
    every: usize,
}

impl SweepStore for Memory {
    fn saved(&mut self) -> io::Result<Option<Box<dyn Read>>> {
        Ok(self.kept.clone().map(|bytes| Box::new(Cursor::new(bytes)) as Box<dyn Read>))
    }

    fn is_due(&mut self, _: u64, _: bool) -> bool {
        self.asked += 1;
        (self.asked - 1).is_multiple_of(self.every.max(1))
    }

    fn save(&mut self, write: WriteSweep<'_>) -> io::Result<()> {
        if self.is_full {
            return Err(io::ErrorKind::StorageFull.into());
        }
        let mut bytes = Vec::new();
        write(&mut bytes)?;
        self.kept = Some(bytes);
        self.saves += 1;
        Ok(())
    }
}

/// Keeps what the sweeps of a count came to, and no sweep under way.
struct Finished(Vec<Counted>);

impl SweepStore for Finished {
    fn saved(&mut self) -> io::Result<Option<Box<dyn Read>>> {
        Unsaved.saved()
    }

    fn is_due(&mut self, state_bytes: u64, is_ending: bool) -> bool {
        Unsaved.is_due(state_bytes, is_ending)
    }

    fn save(&mut self, write: WriteSweep<'_>) -> io::Result<()> {
        Unsaved.save(write)
    }
}

impl SweepRecord for Finished {
    fn finished(&self) -> &[Counted] {
        &self.0
    }

    fn finish(&mut self, counted: &Counted) {
        self.0.push(counted.clone());
    }

    fn remove(&mut self) -> Result<(), RecorderError> {
        Ok(())
    }

    fn failure(&self) -> RecorderError {
        unreachable!("it is told everything that is kept")
    }
}

fn frontier(name: &str) -> Frontier {
    let compiled = compile(&from_catalogue(name)).unwrap();
    Frontier::new(&compiled.problem, &Case::whole(&compiled.problem)).unwrap()
}

/// `items` items in a row, covered by `ways` options each and by pairs: a cover that is no board.
fn row(items: usize, ways: usize) -> Frontier {
    let mut builder = LabelledBuilder::new();
    for item in 0..items {
        builder.primary(item, 1).unwrap();
    }
    for item in 0..items {
        for _ in 0..ways {
            builder.option([item]).unwrap();
        }
        if item + 1 < items {
            builder.option([item, item + 1]).unwrap();
        }
    }
    let problem = Problem::of_cover(builder.finish());
    Frontier::new(&problem, &Case::whole(&problem)).unwrap()
}

/// Room in memory, and on the disk if need be.
fn room(most_bytes: u64, disk_bytes: u64) -> Room {
    let disk = DiskRoom { most_bytes: disk_bytes, directory: std::env::temp_dir() };
    Room { most_bytes, disk }
}

fn whole(frontier: &Frontier, threads: usize, most_bytes: u64) -> Counted {
    let pool = Threads::new(threads, 1 << 21).unwrap();
    frontier.count(&pool, most_bytes, &mut |_| ControlFlow::Continue(())).unwrap()
}

/// Sweeps in sessions that are ended here and there, each later than the one before by some calls, and
/// saved the first of every so many times; says how many there were.
fn in_sessions(
    frontier: &Frontier,
    (room, calls, every): (&Room, usize, usize),
    random: &mut SplitMix,
) -> (Counted, usize) {
    let mut memory = Memory { every, ..Memory::default() };
    for session in 1.. {
        let pool = Threads::new(1 + random.below(3), 1 << 21).unwrap();
        let mut left = calls * session + random.below(20);
        let on_progress = &mut |_: &SweepProgress| {
            left = left.saturating_sub(1);
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        match frontier.count_saved(&pool, room, &mut memory, on_progress) {
            Ok(counted) => return (counted, session),
            Err(error) => assert_eq!(error, FrontierError::Cancelled),
        }
    }
    unreachable!("a later session comes to the end")
}

#[test]
fn a_board_swept_in_sessions_has_the_states_and_the_count_of_one_session() {
    for (name, shift) in [("kanoodle", 30), ("kanoodle", 21), ("logiq-3", 30), ("soma-mirror", 14)]
    {
        let frontier = frontier(name);
        let expected = whole(&frontier, 2, 1 << shift);
        for seed in 0..2 {
            let (counted, sessions) =
                in_sessions(&frontier, (&room(1 << shift, 0), 2, 3), &mut SplitMix::new(seed));
            assert!(sessions > 2, "{name}: {sessions} sessions");
            assert_eq!(counted.total, expected.total, "{name}, {sessions} sessions");
            if expected.batches == 1 {
                assert_eq!(counted.states, expected.states, "{name}, {sessions} sessions");
                assert_eq!(counted.transitions, expected.transitions, "{name}");
            }
        }
    }
}

#[test]
fn ways_that_outgrow_64_and_128_bits_are_saved_and_read_again() {
    // About 1.6^items, 4.2^items ways.
    for (items, ways) in [(20, 1), (80, 1), (100, 4), (300, 4)] {
        let frontier = row(items, ways);
        let expected = whole(&frontier, 1, 1 << 30).total;
        let (counted, sessions) =
            in_sessions(&frontier, (&room(1 << 30, 0), 2, 3), &mut SplitMix::new(1));
        assert!(sessions > 1);
        assert_eq!(counted.total, expected, "{items} items");
    }
}

/// What does not depend on where states wait.
fn figures(counted: &Counted) -> (Count, Vec<u64>, u64, u64) {
    let Counted { total, states, transitions, batches, .. } = counted.clone();
    (total, states, transitions, batches)
}

#[test]
fn states_that_wait_on_the_disk_are_those_of_a_sweep_that_has_room_in_memory() {
    let frontier = frontier("kanoodle");
    let expected = whole(&frontier, 2, 1 << 30);
    for (threads, shift) in [(1, 0), (2, 20), (1, 21), (2, 22)] {
        let pool = Threads::new(threads, 1 << 21).unwrap();
        let watch = &mut |_: &SweepProgress| ControlFlow::Continue(());
        let room = room(1 << shift, 1 << 30);
        let counted = frontier.count_saved(&pool, &room, &mut Unsaved, watch).unwrap();
        assert_eq!(figures(&counted), figures(&expected), "{} bytes", 1 << shift);
        assert!(counted.peak_bytes < expected.peak_bytes, "{} bytes", 1 << shift);
    }
}

#[test]
fn ways_that_outgrow_64_and_128_bits_while_states_wait_on_the_disk_are_counted_right() {
    for side in [14, 18] {
        let problem = Problem::of_cover(dominoes(side, side));
        let frontier = Frontier::new(&problem, &Case::whole(&problem)).unwrap();
        let expected = whole(&frontier, 2, 1 << 30).total;
        let pool = Threads::new(1, 1 << 21).unwrap();
        let watch = &mut |_: &SweepProgress| ControlFlow::Continue(());
        let room = room(1 << 18, 1 << 30);
        let counted = frontier.count_saved(&pool, &room, &mut Unsaved, watch).unwrap();
        assert_eq!(counted.total, expected, "{side} x {side}");
        assert!(counted.peak_bytes < 4 << 20, "{} bytes", counted.peak_bytes);
    }
}

#[test]
fn a_board_swept_in_sessions_and_partly_on_the_disk_has_the_count_of_one_session() {
    let frontier = frontier("kanoodle");
    let expected = whole(&frontier, 2, 1 << 30);
    let room = room(1 << 21, 1 << 30);
    let (counted, sessions) = in_sessions(&frontier, (&room, 20_000, 500), &mut SplitMix::new(5));
    assert!(sessions > 2, "{sessions} sessions");
    assert_eq!((counted.total, counted.states), (expected.total, expected.states));
}

#[test]
fn where_the_disk_has_too_little_room_that_is_said() {
    let pool = Threads::new(1, 1 << 21).unwrap();
    let watch = &mut |_: &SweepProgress| ControlFlow::Continue(());
    let mut refusal = |room: Room| {
        frontier("kanoodle").count_saved(&pool, &room, &mut Unsaved, watch).unwrap_err().to_string()
    };
    let words = refusal(room(1 << 16, 1 << 20));
    assert_eq!(words, "the states cannot wait on the disk: they take more than 1 MiB of it");
    let nowhere = Room {
        most_bytes: 1 << 16,
        disk: DiskRoom { most_bytes: 1 << 30, directory: "/no/such/place".into() },
    };
    let words = refusal(nowhere);
    assert!(words.contains("No such file") && words.contains("/no/such/place"), "{words}");
}

#[test]
fn what_is_no_sweep_of_the_case_is_begun_anew() {
    let frontier = frontier("logiq-3");
    let expected = whole(&frontier, 1, 1 << 30).total;
    let pool = Threads::new(1, 1 << 21).unwrap();
    let mut memory = Memory::default();
    let mut left = 500;
    let ended = frontier.count_saved(&pool, &room(1 << 30, 0), &mut memory, &mut |_| {
        left -= 1;
        if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(ended, Err(FrontierError::Cancelled));
    let kept = memory.kept.unwrap();
    let go_on = |kept: Vec<u8>| {
        let mut memory = Memory { kept: Some(kept), ..Memory::default() };
        let watch = &mut |_: &SweepProgress| ControlFlow::Continue(());
        frontier.count_saved(&pool, &room(1 << 30, 0), &mut memory, watch).unwrap().total
    };
    assert_eq!(go_on(kept.clone()), expected);
    for len in [0, 1, 2, 9, 60, 200, kept.len() / 2, kept.len() - 1] {
        assert_eq!(go_on(kept[..len].to_vec()), expected, "{len} bytes");
    }
    // Another kind of states, integers of no known width, another number of items, an item twice.
    for (at, byte) in [(0, 1 - kept[0]), (1, 7), (2, 1), (10, kept[14])] {
        let mut other = kept.clone();
        assert_ne!(other[at], byte);
        other[at] = byte;
        assert_eq!(go_on(other), expected, "byte {at}");
    }
}

#[test]
fn a_sweep_that_cannot_be_saved_ends_and_says_so() {
    let pool = Threads::new(1, 1 << 21).unwrap();
    let mut memory = Memory { is_full: true, ..Memory::default() };
    let watch = &mut |_: &SweepProgress| ControlFlow::Continue(());
    let ended = frontier("soma").count_saved(&pool, &room(1 << 30, 0), &mut memory, watch);
    assert_eq!(ended, Err(FrontierError::NotSaved));
}

#[test]
fn a_sweep_that_is_ended_while_it_is_saved_leaves_what_was_saved_before() {
    let frontier = frontier("kanoodle");
    let expected = whole(&frontier, 1, 1 << 30).total;
    let pool = Threads::new(1, 1 << 21).unwrap();
    for calls in [200, 201, 202, 203, 204, 205] {
        let mut memory = Memory::default();
        let mut left = calls;
        let ended = frontier.count_saved(&pool, &room(1 << 30, 0), &mut memory, &mut |_| {
            left -= 1;
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(ended, Err(FrontierError::Cancelled));
        assert!(memory.saves > 0);
        let watch = &mut |_: &SweepProgress| ControlFlow::Continue(());
        let counted = frontier.count_saved(&pool, &room(1 << 30, 0), &mut memory, watch).unwrap();
        assert_eq!(counted.total, expected, "{calls} calls");
    }
}

#[test]
fn symmetries_that_generate_conjugate_subgroups_are_swept_once_and_each_is_on_record() {
    // No symmetry of the box is broken: six bricks of 1 x 2 x 2 and three cubes in 3 x 3 x 3.
    let problem = compile(&from_catalogue("slothouber-graatsma")).unwrap().problem;
    let cases = [Case::whole(&problem)];
    let pool = Threads::new(1, 1 << 21).unwrap();
    let count = |record: &mut Finished| {
        let on_progress = &mut |_: &SweepProgress| ControlFlow::Continue(());
        sweep(&problem, &cases, &pool, (1 << 30, 0), Some(record), on_progress).unwrap()
    };
    let mut whole = Finished(Vec::new());
    let counted = count(&mut whole);
    assert_eq!((counted.distinct.small(), counted.total.small()), (1, 8));
    let symmetries = problem.group.order();
    assert_eq!(whole.0.len(), symmetries);
    let of_all: u64 = whole.0.iter().flat_map(|counted| &counted.states).sum();
    assert!(counted.report.total_states() < of_all, "{of_all}");
    // Wherever it is gone on with, it comes to the same.
    for kept in 0..=symmetries {
        let mut part = Finished(whole.0[..kept].to_vec());
        assert_eq!(count(&mut part), counted, "{kept} sweeps on record");
        assert_eq!(part.0.len(), symmetries);
    }
}

proptest! {
    #![proptest_config(crate::random::repeatable(100))]

    #[test]
    fn random_covers_swept_in_sessions_have_the_count_of_one(
        cover in super::sweeps::covers(),
        seed in any::<u64>(),
        is_tight in any::<bool>(),
    ) {
        let problem = Problem::of_cover(cover);
        let frontier = Frontier::new(&problem, &Case::whole(&problem)).unwrap();
        let most_bytes = if is_tight { 0 } else { 1 << 30 };
        let expected = whole(&frontier, 1, most_bytes).total;
        let (counted, _) =
            in_sessions(&frontier, (&room(most_bytes, 0), 2, 3), &mut SplitMix::new(seed));
        prop_assert_eq!(counted.total, expected);
    }
}
