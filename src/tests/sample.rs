//! Samples are uniform, statistics add up, and challenges have one completion.

use std::collections::HashMap;
use std::time::Duration;

use crate::cancel::CancelToken;
use crate::cover::OptionId;
use crate::puzzle::catalog::catalog;
use crate::puzzle::model::Piece;
use crate::puzzle::{Compiled, Puzzle, compile};
use crate::random::SplitMix;
use crate::solve::challenge::challenge;
use crate::solve::options::{Anchor, Engine, Options, OutputMode};
use crate::solve::sample::Arrangements;
use crate::solve::solver::Solver;

use super::common::slow_clock::SlowClock;
use super::common::{engines_for, run_all, settings, solver};

fn puzzle(name: &str) -> Puzzle {
    let files = catalog().unwrap();
    let mut members = files.iter().flat_map(|file| &file.members);
    members.find(|puzzle| puzzle.name == name).unwrap().clone()
}

fn solver_by(compiled: &Compiled, engine: Engine) -> Solver {
    solver(compiled, &settings(engine, &Anchor::Auto, 2, OutputMode::Count).options)
}

fn arrangements(solver: &Solver) -> Arrangements<'_> {
    let (arrangements, engine) = solver.arrangement_source(None).unwrap();
    assert_eq!(Some(engine), solver.options().engine);
    arrangements
}

/// How often each is drawn, in so many draws for each that there is.
fn draw(arrangements: &Arrangements<'_>, each: u32, seed: u64) -> Vec<u32> {
    let mut random = SplitMix::new(seed);
    let mut drawn: HashMap<Vec<OptionId>, u32> = HashMap::new();
    for _ in 0..arrangements.total() as u32 * each {
        let mut options = arrangements.draw(&mut random).unwrap();
        options.sort_unstable();
        *drawn.entry(options).or_insert(0) += 1;
    }
    drawn.into_values().collect()
}

#[test]
fn every_arrangement_is_drawn_as_often_as_any_other() {
    // Cubi magici has no symmetric solution; on 5 x 8 some tetromino solutions are their own
    // images, and pieces have copies; the tower leaves pieces out.
    for (name, total) in [("cubi-magici", 816), ("tetrominoes-5x8", 3_106), ("logiq-2", 552)] {
        let compiled = compile(&puzzle(name)).unwrap();
        for engine in engines_for(&compiled.problem) {
            let solver = solver_by(&compiled, engine);
            let arrangements = arrangements(&solver);
            assert_eq!(arrangements.total(), total, "{name}, {engine:?}");
            let each = 50;
            let drawn = draw(&arrangements, each, 7);
            assert_eq!(drawn.len() as u128, total, "{name}, {engine:?}: some are never drawn");
            // Pearson's statistic has this many degrees of freedom; about normal, with twice that
            // as variance.
            let freedom = drawn.len() as f64 - 1.0;
            let expected = f64::from(each);
            let statistic: f64 =
                drawn.iter().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum();
            let deviation = (statistic - freedom) / (2.0 * freedom).sqrt();
            assert!(deviation.abs() < 3.5, "{name}, {engine:?}: {deviation:.2} deviations off");
        }
    }
}

#[test]
fn a_seed_stands_for_the_same_arrangements_on_every_machine() {
    for name in ["soma", "cubi-magici", "tetrominoes-5x8", "logiq-3"] {
        let compiled = compile(&puzzle(name)).unwrap();
        let drawn = |threads: usize, slowness: Duration| {
            let solver = solver(&compiled, &Options::default()).threads(threads);
            solver.clock(SlowClock::new(slowness)).sample(5, 7).unwrap()
        };
        let first = drawn(1, Duration::ZERO);
        assert_eq!(first.len(), 5);
        for threads in 1..=3 {
            for slowness in [Duration::from_micros(100), Duration::from_secs(5)] {
                assert_eq!(drawn(threads, slowness), first, "{name}, {threads}, {slowness:?}");
            }
        }
    }
}

#[test]
fn the_test_of_uniformity_sees_a_slight_bias() {
    // One in fifty draws goes to a favoured tenth.
    let mut random = SplitMix::new(3);
    let (cells, each) = (816, 50);
    let mut drawn = vec![0_u32; cells];
    for _ in 0..cells * each {
        let favoured = random.below(50) == 0;
        drawn[random.below(if favoured { cells / 10 } else { cells })] += 1;
    }
    let (freedom, expected) = (cells as f64 - 1.0, each as f64);
    let statistic: f64 = drawn.iter().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum();
    assert!((statistic - freedom) / (2.0 * freedom).sqrt() > 3.5);
}

#[test]
fn the_same_seed_draws_the_same() {
    let compiled = compile(&puzzle("soma")).unwrap();
    let solver = solver_by(&compiled, Engine::Frontier);
    let arrangements = arrangements(&solver);
    let ten = |seed| {
        let mut random = SplitMix::new(seed);
        (0..10).map(|_| arrangements.draw(&mut random)).collect::<Vec<_>>()
    };
    assert_eq!(ten(1), ten(1));
    assert_ne!(ten(1), ten(2));
}

#[test]
fn placements_occur_as_often_in_the_diagram_as_in_the_list() {
    for name in ["soma-mirror", "tetrominoes-4x10", "cubi-magici", "logiq-2", "pentominoes-3x20"] {
        let compiled = compile(&puzzle(name)).unwrap();
        let of = |engine| {
            arrangements(&solver_by(&compiled, engine)).occurrences(&CancelToken::new()).unwrap()
        };
        let occurrences = of(Engine::Frontier);
        assert_eq!(occurrences, of(Engine::Search), "{name}");
        // Every arrangement fills every cell that must be filled.
        let total = arrangements(&solver_by(&compiled, Engine::Frontier)).total();
        for cell in 0..compiled.grid.cell_count() {
            let covers =
                |option: &usize| compiled.placements[*option].cells.contains(&(cell as u16));
            let sum: u128 =
                (0..occurrences.len()).filter(covers).map(|option| occurrences[option]).sum();
            assert_eq!(sum, total, "{name}, cell {cell}");
        }
    }
}

#[test]
fn arrangements_are_as_many_by_what_is_marked_in_the_list_as_in_the_diagram() {
    for name in ["tetrominoes-4x10", "logiq-2", "pentominoes-3x20"] {
        let compiled = compile(&puzzle(name)).unwrap();
        let marked: Vec<bool> = compiled.placements.iter().map(|p| p.piece < 2).collect();
        let most = compiled.puzzle.pieces[..2].iter().map(Piece::copies).sum();
        let of = |engine| {
            let (solver, cancel) = (solver_by(&compiled, engine), CancelToken::new());
            let arrangements = arrangements(&solver);
            let tally = arrangements.tally(&marked, most, &cancel).unwrap();
            (tally, arrangements.occurrences(&cancel).unwrap(), arrangements.total())
        };
        let (tally, occurrences, total) = of(Engine::Frontier);
        assert_eq!(tally, of(Engine::Search).0, "{name}");
        assert_eq!(tally.values().sum::<u128>(), total, "{name}");
        for (option, &is_marked) in marked.iter().enumerate() {
            let has_it = |key: &[OptionId]| key.contains(&OptionId(option as u32));
            let times: u128 = tally.iter().filter(|(key, _)| has_it(key)).map(|(_, n)| n).sum();
            let expected = if is_marked { occurrences[option] } else { 0 };
            assert_eq!(times, expected, "{name}, option {option}");
        }
    }
}

#[test]
fn a_placement_occurs_as_often_as_it_can_be_completed() {
    let puzzle = puzzle("cubi-magici");
    let compiled = compile(&puzzle).unwrap();
    let occurrences = arrangements(&solver_by(&compiled, Engine::Frontier))
        .occurrences(&CancelToken::new())
        .unwrap();
    for option in (0..occurrences.len()).step_by(97) {
        let given = crate::solve::challenge::given(&compiled, OptionId(option as u32));
        let started = Puzzle { given: vec![given], known: None, ..puzzle.clone() };
        let compiled = compile(&started).unwrap();
        let settings = settings(Engine::Links, &Anchor::Auto, 1, OutputMode::Count);
        assert_eq!(run_all(&compiled, &settings).counts.total, occurrences[option]);
    }
}

#[test]
fn a_challenge_has_as_many_pieces_as_asked_for_and_one_completion() {
    for (name, pieces) in [("cubi-magici", 2), ("soma", 3), ("logiq-3", 4), ("kanoodle", 5)] {
        let puzzle = puzzle(name);
        let compiled = compile(&puzzle).unwrap();
        let settings = settings(Engine::Frontier, &Anchor::Auto, 1, OutputMode::Count);
        let engine = if name == "logiq-3" { Engine::Search } else { Engine::Frontier };
        let solver = solver_by(&compiled, engine);
        let arrangements = arrangements(&solver);
        let mut random = SplitMix::new(11);
        let found = challenge(
            &compiled,
            &arrangements,
            pieces,
            (&settings.options, &CancelToken::new()),
            &mut random,
        );
        let found = found.unwrap().expect("there is one");
        assert_eq!(found.puzzle.given.len(), pieces, "{name}");
        for engine in [Engine::Links, Engine::Frontier] {
            let settings = super::common::settings(engine, &Anchor::None, 1, OutputMode::Count);
            let solved = run_all(&compile(&found.puzzle).unwrap(), &settings);
            assert_eq!(solved.counts.total, 1, "{name}, {engine:?}");
        }
    }
}

#[test]
fn where_no_piece_can_be_missing_there_is_no_challenge_of_fewer() {
    // Three dominoes in 2 x 3 that all look alike: whatever one lies down, there is only one way
    // to finish with two, and two ways with none.
    let text = "name = 'strip'\n[board]\nrows = 2\ncolumns = 3\nmotions = 'rotations'\n\
                [[piece]]\nsymbol = 'abc'\npicture = 'aa'\n";
    let puzzle = crate::puzzle::file::parse(text).unwrap().members.remove(0);
    let compiled = compile(&puzzle).unwrap();
    let solver = solver_by(&compiled, Engine::Frontier);
    let arrangements = arrangements(&solver);
    let settings = settings(Engine::Search, &Anchor::Auto, 1, OutputMode::Count);
    let try_with = |pieces| {
        let mut random = SplitMix::new(1);
        challenge(
            &compiled,
            &arrangements,
            pieces,
            (&settings.options, &CancelToken::new()),
            &mut random,
        )
        .unwrap()
    };
    assert!(try_with(0).is_none());
    assert!(try_with(2).is_some());
    assert!(try_with(4).is_none());
}
