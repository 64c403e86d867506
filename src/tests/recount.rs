//! Recounts against the naive oracle, whichever way they are done: by states, by nodes, in slices,
//! and in several sessions.

use std::cell::RefCell;
use std::collections::HashMap;
use std::io;
use std::num::NonZeroUsize;

use proptest::prelude::*;

use super::common::cover_oracle::{CoverSketch, Kind};
use super::common::{from_catalogue, oracle, random, random_covers};
use crate::cancel::CancelToken;
use crate::count::Count;
use crate::cover::Cover;
use crate::puzzle::Puzzle;
use crate::puzzle::catalog::catalog;
use crate::verify::recount::{
    CountClaim, RecountError, RecountRequest, Recountable, Recounted, SliceName, Trial,
};
use crate::verify::{Checker, CoverChecker, CoverItem};

/// Enough for any of these.
const MEMORY: u64 = 1 << 30;

/// Ways to count.
const WAYS: [(u64, Trial); 6] = [
    (MEMORY, Trial::USUAL),
    // By nodes, in one piece.
    (0, Trial { states: 0, nodes: u64::MAX, rounds: 1, nodes_per_state: 0.0 }),
    // By states where they merge, or in slices by nodes.
    (MEMORY, Trial { states: 1, nodes: 0, rounds: 1, nodes_per_state: 0.0 }),
    (MEMORY, Trial { states: 20, nodes: 3, rounds: 2, nodes_per_state: 0.0 }),
    // In slices for want of memory, by states and by nodes.
    (400, Trial { states: 8, nodes: 2, rounds: 1, nodes_per_state: 0.0 }),
    (400, Trial { states: 8, nodes: 2, rounds: 1, nodes_per_state: f64::INFINITY }),
];

fn recount(subject: &Recountable, way: (u64, Trial)) -> Recounted {
    resumed(subject, way, HashMap::new(), &mut |_, _| Ok(())).unwrap()
}

/// Recounts on one thread where some slices were done earlier.
fn resumed(
    subject: &Recountable,
    way: (u64, Trial),
    done: HashMap<SliceName, Count>,
    on_slice: &mut dyn FnMut(&SliceName, &Count) -> io::Result<()>,
) -> Result<Recounted, RecountError> {
    resumed_on(1, subject, way, done, on_slice)
}

/// Recounts on so many threads where some slices were done earlier.
fn resumed_on(
    threads: usize,
    subject: &Recountable,
    (memory_bytes, trial): (u64, Trial),
    done: HashMap<SliceName, Count>,
    on_slice: &mut dyn FnMut(&SliceName, &Count) -> io::Result<()>,
) -> Result<Recounted, RecountError> {
    let cancel = CancelToken::new();
    let on_progress = &mut |_: &_| {};
    subject.recount(RecountRequest {
        memory_bytes,
        threads: NonZeroUsize::new(threads).unwrap(),
        cancel: &cancel,
        trial,
        done,
        on_slice,
        on_progress,
    })
}

fn of_cover(sketch: &CoverSketch) -> Recountable {
    let cover: Cover = random_covers::cover_of(sketch);
    let item = |item| CoverItem {
        name: cover.item_name(item).to_owned(),
        is_primary: cover.is_primary(item),
        least: cover.least(item),
        most: cover.multiplicity(item),
    };
    let entries = |option| {
        let colour = |colour| cover.colour_name(colour);
        cover.entries_of(option).map(|(item, c)| (item.0, c.map(colour))).collect()
    };
    // As the command line tells the checker: what has no primary item is in no solution.
    let has_primary =
        |option: &_| cover.entries_of(*option).any(|(item, _)| cover.is_primary(item));
    let option = |number| cover.option_with_number(number).filter(has_primary).map(entries);
    let options: Vec<_> = (1..=cover.written_option_count()).map(option).collect();
    let words = vec![String::new(); options.len()];
    let checker = CoverChecker::new("random", cover.items().map(item).collect(), options, words);
    Recountable::of_cover(&checker).unwrap()
}

proptest! {
    #![proptest_config(crate::random::repeatable(400))]

    #[test]
    fn random_puzzles_are_recounted_as_the_oracle_counts_them(sketch in random::puzzles()) {
        let Some(answer) = oracle::solve_if_clear(&sketch.0, 2000) else { return Ok(()) };
        let subject = Recountable::of_puzzle(&Checker::new(&sketch.0)).unwrap();
        for way in WAYS {
            let counted = recount(&subject, way);
            prop_assert_eq!(&counted.total, &Count::from(answer.arrangements.len() as u128), "{:?}", way);
            prop_assert_eq!(
                &counted.distinct, &Some(Count::from(answer.distinct.len() as u128)), "{:?}", way
            );
            let on_three = resumed_on(3, &subject, way, HashMap::new(), &mut |_, _| Ok(()));
            prop_assert_eq!(on_three.unwrap(), counted, "{:?}", way);
        }
    }

    #[test]
    fn random_covers_are_recounted_as_the_oracle_counts_them(
        sketch in random_covers::covers()
    ) {
        let subject = of_cover(&sketch);
        let expected = Count::from(sketch.solutions().len() as u128);
        for way in WAYS {
            let counted = recount(&subject, way);
            prop_assert_eq!(&counted.total, &expected, "{:?}", way);
            let on_three = resumed_on(3, &subject, way, HashMap::new(), &mut |_, _| Ok(()));
            prop_assert_eq!(on_three.unwrap(), counted, "{:?}", way);
        }
    }
}

/// The puzzles of the catalogue that are recounted in a moment.
const QUICK: [&str; 22] = [
    "logiq-2",
    "logiq-3",
    "cubi-magici",
    "soma",
    "soma-mirror",
    "pentominoes-3x20",
    "pentominoes-8x8-hole",
    "tetrominoes-5x8",
    "tetrominoes-4x10",
    "hexiamonds-6x6",
    "hexiamonds-4x9",
    "tetrahexes-hexagon",
    "tetrahexes-coin",
    "pentahexes-5x5",
    "diabolical-cube",
    "slothouber-graatsma",
    "one-sided-pentominoes-3x30",
    "tetracubes-2x4x4",
    "tetracubes-2x2x8",
    "dominoes-8x8",
    "tetrominoes-unlimited-4x4",
    "tetrominoes-unlimited-6x6",
];

/// Those of which a recount takes many minutes or hours, or which nobody counted as a whole.
const NEVER: [&str; 3] =
    ["quantumino", "one-sided-pentominoes-9x10", "pentominoes-tetrominoes-8x10"];

fn check_catalogue(is_meant: impl Fn(&str) -> bool) {
    let files = catalog().unwrap();
    let mut met = 0;
    for puzzle in files.iter().flat_map(|file| &file.members).filter(|p| is_meant(&p.name)) {
        let subject = Recountable::of_puzzle(&Checker::new(puzzle)).unwrap();
        let counted = recount(&subject, (MEMORY, Trial::USUAL));
        let known = puzzle.known.as_ref().unwrap();
        assert_eq!(counted.total, u128::from(known.total), "{}", puzzle.name);
        assert_eq!(counted.distinct, Some(Count::from(u128::from(known.distinct))));
        met += 1;
    }
    assert!(met > 0);
}

#[test]
fn quick_puzzles_of_the_catalogue_are_recounted_as_they_are_known() {
    check_catalogue(|name| QUICK.contains(&name));
}

#[test]
#[ignore = "takes minutes: cargo test --release --lib tests::recount -- --ignored"]
fn every_other_puzzle_of_the_catalogue_is_recounted_as_it_is_known() {
    check_catalogue(|name| !QUICK.contains(&name) && !NEVER.contains(&name));
}

/// Slices that are done, in their order.
type Done = RefCell<Vec<(SliceName, Count)>>;

#[test]
fn a_recount_goes_on_after_any_of_its_slices() {
    let subject = Recountable::of_puzzle(&Checker::new(&from_catalogue("soma"))).unwrap();
    let way = (20_000, Trial { states: 50, nodes: 50, rounds: 1, nodes_per_state: 0.0 });
    let done = Done::default();
    let mut keep = |name: &SliceName, count: &Count| {
        done.borrow_mut().push((name.clone(), count.clone()));
        Ok(())
    };
    let whole = resumed(&subject, way, HashMap::new(), &mut keep).unwrap();
    let all = done.take();
    assert!(all.len() > 3 && whole.total == 11_520, "{} slices", all.len());
    for stop in 0..all.len() {
        let mut so_far = Vec::new();
        let mut end = |name: &SliceName, count: &Count| {
            if so_far.len() == stop {
                return Err(io::Error::other("the end"));
            }
            so_far.push((name.clone(), count.clone()));
            Ok(())
        };
        let ended = resumed(&subject, way, HashMap::new(), &mut end);
        assert!(matches!(ended, Err(RecountError::NotKept(_))));
        assert_eq!(so_far, all[..stop]);
        let mut again = Vec::new();
        let mut keep = |name: &SliceName, count: &Count| {
            again.push((name.clone(), count.clone()));
            Ok(())
        };
        let rest = resumed(&subject, way, so_far.into_iter().collect(), &mut keep).unwrap();
        assert_eq!((&rest.total, &rest.distinct), (&whole.total, &whole.distinct));
        assert_eq!(rest.slices, whole.slices);
        assert_eq!(again, all[stop..]);
    }
    // What was done counts, whoever says so: nothing of it is done again. Motions tell on a count
    // that no group of 24 can lead to.
    let mut wrong: HashMap<SliceName, Count> = all.iter().cloned().collect();
    let nothing_left = &mut |_: &_, _: &_| panic!("nothing is left");
    *wrong.get_mut(&all[1].0).unwrap() += 24;
    let total = resumed(&subject, way, wrong.clone(), nothing_left).unwrap().total;
    assert_eq!(total, 11_544);
    *wrong.get_mut(&all[1].0).unwrap() += 1;
    let refused = resumed(&subject, way, wrong, nothing_left);
    assert!(matches!(refused, Err(RecountError::Refused(_))));
}

/// To search in slices from the beginning.
const SEARCHED: (u64, Trial) =
    (MEMORY, Trial { states: 0, nodes: 0, rounds: 1, nodes_per_state: 0.0 });

#[test]
fn slices_that_were_searched_on_several_threads_are_not_searched_again() {
    let subject = Recountable::of_puzzle(&Checker::new(&from_catalogue("soma"))).unwrap();
    let mut all = HashMap::new();
    let mut keep = |name: &SliceName, count: &Count| {
        assert_eq!(all.insert(name.clone(), count.clone()), None, "{name:?} was told twice");
        Ok(())
    };
    let whole = resumed_on(3, &subject, SEARCHED, HashMap::new(), &mut keep).unwrap();
    assert_eq!(whole.total, 11_520);
    assert!(all.len() > 3 && all.len() as u64 == whole.slices, "{} slices", all.len());
    let mut done: HashMap<SliceName, Count> = all.clone();
    let left = all.keys().next().unwrap();
    done.remove(left);
    let mut again = Vec::new();
    let mut keep = |name: &SliceName, _: &Count| {
        again.push(name.clone());
        Ok(())
    };
    let rest = resumed_on(3, &subject, SEARCHED, done, &mut keep).unwrap();
    assert_eq!((&rest.total, rest.slices), (&whole.total, whole.slices));
    assert_eq!(again, std::slice::from_ref(left));
    // What cannot be kept ends the work of all threads.
    let nowhere = &mut |_: &_, _: &_| Err(io::Error::other("nowhere"));
    let ended = resumed_on(3, &subject, SEARCHED, HashMap::new(), nowhere);
    assert!(matches!(ended, Err(RecountError::NotKept(_))));
}

#[test]
fn a_recount_on_several_threads_is_cancelled_by_whoever_is_told_of_its_progress() {
    let subject = Recountable::of_puzzle(&Checker::new(&from_catalogue("bedlam"))).unwrap();
    let cancel = CancelToken::new();
    let ended = subject.recount(RecountRequest {
        memory_bytes: SEARCHED.0,
        threads: NonZeroUsize::new(2).unwrap(),
        cancel: &cancel,
        trial: SEARCHED.1,
        done: HashMap::new(),
        on_slice: &mut |_, _| Ok(()),
        on_progress: &mut |progress| {
            assert!((0.0..1.0).contains(&progress.share), "{progress:?}");
            if progress.nodes > 1_000_000 {
                cancel.cancel();
            }
        },
    });
    assert!(matches!(ended, Err(RecountError::Cancelled)));
}

#[test]
fn a_recount_that_is_cancelled_says_so_whatever_it_was_doing() {
    let subject = Recountable::of_puzzle(&Checker::new(&from_catalogue("tetris-cube"))).unwrap();
    for trial in
        [Trial::USUAL, Trial { states: 0, nodes: u64::MAX, rounds: 1, nodes_per_state: 0.0 }]
    {
        let (cancel, looks) = (CancelToken::new(), RefCell::new(0));
        let ended = subject.recount(RecountRequest {
            memory_bytes: MEMORY,
            threads: NonZeroUsize::MIN,
            cancel: &cancel,
            trial,
            done: HashMap::new(),
            on_slice: &mut |_, _| panic!("no slice is done"),
            on_progress: &mut |progress| {
                assert!((0.0..1.0).contains(&progress.share), "{progress:?}");
                *looks.borrow_mut() += 1;
                if *looks.borrow() == 3 {
                    cancel.cancel();
                }
            },
        });
        assert!(matches!(ended, Err(RecountError::Cancelled)));
        assert_eq!(looks.take(), 3);
    }
}

#[test]
fn counts_of_more_than_64_bits_are_exact_and_of_more_than_128_refused() {
    // Pairs of options of which one is chosen: each doubles the count.
    let counted = |pairs: u32, way| {
        let sketch = CoverSketch {
            items: vec![Kind::Primary(1, 1); pairs as usize],
            options: (0..pairs as usize)
                .flat_map(|item| [vec![(item, None)], vec![(item, None)]])
                .collect(),
        };
        resumed(&of_cover(&sketch), way, HashMap::new(), &mut |_, _| Ok(()))
    };
    let way = (MEMORY, Trial::USUAL);
    assert_eq!(counted(63, way).unwrap().total, 1 << 63);
    assert_eq!(counted(64, way).unwrap().total, 1 << 64);
    assert_eq!(counted(127, way).unwrap().total, 1 << 127);
    assert!(matches!(counted(128, way), Err(RecountError::TooLarge)));
    assert!(matches!(counted(1_000, way), Err(RecountError::TooLarge)));
}

#[test]
fn figures_that_differ_are_named_both() {
    let claim = |distinct, total| CountClaim {
        by: "somebody".to_owned(),
        distinct: Some(Count::from(distinct)),
        total: Count::from(total),
    };
    let recounted = Recounted {
        total: Count::from(8),
        distinct: Some(Count::from(2)),
        states: 0,
        nodes: 0,
        slices: 1,
    };
    assert_eq!(recounted.check(&claim(2, 8)), Ok(()));
    let refused = recounted.check(&claim(2, 9)).unwrap_err();
    assert_eq!(refused, "total is given as 9 by somebody, but the recount makes it 8");
    let refused = recounted.check(&claim(3, 8)).unwrap_err();
    assert_eq!(refused, "distinct is given as 3 by somebody, but the recount makes it 2");
    let unproved = Recounted { distinct: None, ..recounted };
    assert_eq!(unproved.check(&claim(3, 8)), Ok(()));
}

#[test]
fn what_count_prints_is_read_and_held_to_its_own_sums() {
    let part = |name: &str, total: u32, complete: bool| {
        format!(
            "{{\"name\":\"{name}\",\"distinct\":{total},\"total\":{total},\"engine\":\"x\",\
             \"complete\":{complete}}}"
        )
    };
    let printed = |parts: &[String], total: u32| {
        let parts = parts.join(",");
        format!("{{\"puzzle\":\"p\",\"parts\":[{parts}],\"distinct\":{total},\"total\":{total}}}\n")
    };
    let read = |text: &str| CountClaim::read_printed(text, "a file");
    let whole =
        [printed(&[part("a", 2, true), part("b", 3, true)], 5), printed(&[part("c", 1, true)], 1)];
    let claims = read(&whole.concat()).unwrap();
    let named: Vec<_> =
        claims.iter().map(|(name, claim)| (name.as_str(), claim.total.small())).collect();
    assert_eq!(named, [("a", 2), ("b", 3), ("c", 1)]);
    for (text, words) in [
        (printed(&[part("a", 2, true)], 3), "its parts make it 2"),
        (printed(&[part("a", 2, false)], 2), "was stopped"),
        (printed(&[part("a", 2, true), part("a", 2, true)], 4), "two counts"),
        ("{\"puzzle\":3}".to_owned(), "no count in JSON"),
    ] {
        let refused = read(&text).unwrap_err();
        assert!(refused.contains(words), "{refused}");
    }
}

#[test]
fn slices_of_one_puzzle_have_another_name_than_those_of_any_other() {
    // One piece more, or one cell that must be filled, is another puzzle.
    let digest = |board: &str, pieces: &str| {
        let text = format!(
            "name = 'strip'\n[board]\nmotions = 'translate'\npicture = '{board}'\n\
             [pieces]\noptional = true\n{pieces}"
        );
        let puzzle = Puzzle::parse(&text).unwrap();
        Recountable::of_puzzle(&Checker::new(&puzzle)).unwrap().digest()
    };
    let piece = |symbol: char| format!("[[piece]]\nsymbol = '{symbol}'\npicture = 'xx'\n");
    let (one, two) = (piece('a'), piece('a') + &piece('b'));
    let digests = [digest("....", &two), digest("...?", &two), digest("....", &one)];
    assert_eq!(digests[0], digest("....", &two));
    assert!(digests[0] != digests[1] && digests[0] != digests[2] && digests[1] != digests[2]);
}
