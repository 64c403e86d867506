//! Counting plain covers by orbit branching: every engine with and without symmetry against the naive
//! oracle on small covers with symmetry planted in them, and covers whose counts are known.

use std::fmt::Write as _;
use std::num::NonZeroUsize;

use crate::cancel::CancelToken;
use crate::cover::{Case, Cover, ItemId, OptionId, Problem, Representative};
use crate::durable::checkpoint::{AnchorName, Checkpoint, Journal, JournalHeader, Kept};
use crate::durable::shard::{Shards, Source};
use crate::engine::SimdLevel;
use crate::engine::Threads;
use crate::random::SplitMix;
use crate::solve::count::sweep;
use crate::solve::options::{Anchor, Engine, Options, OutputMode};
use crate::solve::outcome::Outcome;
use crate::solve::solver::{Request, Solver};
use crate::solve::subject::Subject;
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use tempfile::TempDir;

use super::common::cover_oracle::CoverSketch;
use super::common::random_covers::{cover_of, covers};
use super::common::symmetric_covers::{blocks, latin_squares, planted, queens};
use super::common::{ENGINES, explore_links, explore_search, shuffled};

/// The count of each engine by the cases that come of splitting a cover however small it is.
fn check_cases(sketch: &CoverSketch, threads: &Threads) -> TestCaseResult {
    let expected = sketch.solutions().len() as u128;
    let problem = Problem::of_cover(cover_of(sketch));
    let representative = Representative::of_any(&problem);
    let several = representative.split(&problem, &CancelToken::new()).unwrap();
    let sum = |found: &dyn Fn(&Case) -> usize| {
        several.iter().map(|case| case.weight * found(case) as u128).sum::<u128>()
    };
    prop_assert_eq!(sum(&|case| explore_links(&problem, case).0.len()), expected, "{:?}", sketch);
    let level = SimdLevel::best();
    let searched = |case: &Case| explore_search(&problem, case, None, level).0.len();
    prop_assert_eq!(sum(&searched), expected, "{:?}", sketch);
    for cases in [vec![representative.case().clone()], several] {
        let on_progress = &mut |_: &_| std::ops::ControlFlow::Continue(());
        let swept = sweep(&problem, &cases, threads, (1 << 30, 0), None, on_progress).unwrap();
        prop_assert_eq!(
            (swept.total.small(), swept.distinct.small()),
            (expected, expected),
            "{:?}",
            sketch
        );
    }
    Ok(())
}

#[test]
fn every_engine_counts_what_the_oracle_finds_where_symmetry_is_planted() {
    let threads = Threads::new(1, 8 << 20).unwrap();
    let mut split = 0;
    for seed in 0..1_200 {
        let sketch = planted(seed);
        check_cases(&sketch, &threads).unwrap_or_else(|error| panic!("{seed}: {error}"));
        let problem = Problem::of_cover(cover_of(&sketch));
        let representative = Representative::of_any(&problem);
        let cases = representative.split(&problem, &CancelToken::new()).unwrap();
        split += usize::from(cases.iter().any(|case| case.weight > 1));
    }
    assert!(split > 300, "symmetry was used on {split} covers only");
}

proptest! {
    #![proptest_config(crate::random::repeatable(400))]

    #[test]
    fn every_engine_counts_what_the_oracle_finds_where_no_symmetry_is_planted(sketch in covers()) {
        check_cases(&sketch, &Threads::new(1, 8 << 20).unwrap())?;
    }
}

fn counted(cover: &Cover, engine: Option<Engine>, anchor: Anchor) -> Outcome {
    let threads = NonZeroUsize::new(2).unwrap();
    let options = Options { engine, threads, memory_bytes: 1 << 30, anchor, disk_bytes: 0 };
    let outcome = Solver::with_options(Subject::cover("known", cover.clone()), options).count();
    let outcome = outcome.unwrap();
    assert!(outcome.complete);
    outcome
}

/// Makes sure of a count by every engine with symmetry, and without where that is said to be quick.
#[track_caller]
fn check_known(text: &str, total: u128, is_small: bool) {
    let cover = Cover::parse_dlx(text).unwrap();
    for engine in ENGINES.map(Some).into_iter().chain([None]) {
        let outcome = counted(&cover, engine, Anchor::Auto);
        assert_eq!((outcome.total, outcome.distinct), (total.into(), None), "{engine:?}");
        if is_small {
            assert_eq!(counted(&cover, engine, Anchor::None).total, total, "{engine:?}");
        }
    }
}

#[test]
fn latin_squares_are_as_many_as_is_known() {
    check_known(&latin_squares(3), 12, true);
    check_known(&latin_squares(4), 576, true);
    check_known(&latin_squares(5), 161_280, false);
    check_known(&latin_squares(6), 812_851_200, false);
}

#[test]
#[ignore = "takes some seconds"]
fn latin_squares_of_order_seven_are_as_many_as_is_known() {
    let cover = Cover::parse_dlx(&latin_squares(7)).unwrap();
    for engine in [Some(Engine::Search), None] {
        assert_eq!(counted(&cover, engine, Anchor::Auto).total, 61_479_419_904_000);
    }
}

#[test]
fn queens_are_as_many_as_is_known() {
    for (n, total) in [(6, 4), (8, 92), (9, 352), (10, 724)] {
        check_known(&queens(n), total, true);
    }
    let cover = Cover::parse_dlx(&queens(12)).unwrap();
    assert_eq!(counted(&cover, Some(Engine::Search), Anchor::Auto).total, 14_200);
    let half = counted(&cover, Some(Engine::Search), Anchor::Auto).nodes;
    let whole = counted(&cover, Some(Engine::Search), Anchor::None).nodes;
    assert!(half * 3 < whole * 2, "{half} nodes of {whole}");
}

#[test]
fn matchings_and_steiner_systems_are_as_many_as_is_known() {
    let pairs = |n: usize| (0..n).flat_map(move |a| (a + 1..n).map(move |b| vec![a, b]));
    check_known(&blocks(12, pairs(12)), 10_395, true);
    // The Fano planes on seven points: pairs of points are covered by triples.
    let pair = |a: usize, b: usize| a.min(b) * 7 + a.max(b);
    let triples =
        (0..7).flat_map(|a| (a + 1..7).flat_map(move |b| (b + 1..7).map(move |c| [a, b, c])));
    let planes = triples.map(|[a, b, c]| vec![pair(a, b), pair(a, c), pair(b, c)]);
    let mut text = String::new();
    for [a, b] in (0..7).flat_map(|a| (a + 1..7).map(move |b| [a, b])) {
        write!(text, "x{} ", pair(a, b)).unwrap();
    }
    let options = blocks(49, planes);
    let options = options.split_once('\n').unwrap().1;
    check_known(&format!("{text}\n{options}"), 30, true);
}

#[test]
fn colourings_of_the_petersen_graph_are_as_many_as_its_polynomial_says() {
    // The outer ring, the spokes and the inner star; four colours make 12,960 colourings.
    let edges = (0..5).flat_map(|a| [(a, (a + 1) % 5), (a, a + 5), (a + 5, (a + 2) % 5 + 5)]);
    let edges: Vec<(usize, usize)> = edges.collect();
    let names: Vec<String> = (0..edges.len()).map(|edge| format!("e{edge}")).collect();
    let vertices: Vec<String> = (0..10).map(|vertex| format!("v{vertex}")).collect();
    let mut text = format!("{} | {}\n", names.join(" "), vertices.join(" "));
    for (edge, (a, b)) in edges.iter().enumerate() {
        for (x, y) in (0..4).flat_map(|x| (0..4).map(move |y| (x, y))).filter(|(x, y)| x != y) {
            writeln!(text, "e{edge} v{a}:{x} v{b}:{y}").unwrap();
        }
    }
    check_known(&text, 12_960, true);
    let cover = Cover::parse_dlx(&text).unwrap();
    let with = counted(&cover, Some(Engine::Links), Anchor::Auto).nodes;
    assert!(with < counted(&cover, Some(Engine::Links), Anchor::None).nodes);
}

#[test]
fn a_cover_that_is_numbered_anew_has_the_same_count() {
    let cover = Cover::parse_dlx(&latin_squares(5)).unwrap();
    let random = &mut SplitMix::new(5);
    for _ in 0..3 {
        let items = shuffled(cover.item_count(), random).into_iter().map(ItemId);
        let options = shuffled(cover.option_count(), random).into_iter().map(OptionId);
        let other = cover.renumbered(&items.collect::<Vec<_>>(), &options.collect::<Vec<_>>());
        for engine in ENGINES {
            assert_eq!(counted(&other, Some(engine), Anchor::Auto).total, 161_280);
        }
    }
}

#[test]
fn cases_are_few_and_their_weights_say_what_symmetry_was_worth() {
    let problem = Problem::of_cover(Cover::parse_dlx(&latin_squares(6)).unwrap());
    let cancel = CancelToken::new();
    let representative = Representative::new(&problem, &cancel).unwrap();
    let one = representative.case();
    // At least a row and a column are filled before anything has two kinds of options.
    assert!(one.weight >= 720 * 120, "{}", one.weight);
    let several = representative.split(&problem, &cancel).unwrap();
    assert!(several.len() <= 64 && several.iter().all(|case| case.weight >= 720));
    assert_eq!(representative.split(&problem, &cancel).unwrap(), several);
    let small = Problem::of_cover(Cover::parse_dlx("a b\na\nb\na b\n").unwrap());
    let whole = vec![Case::whole(&small)];
    let small_one = Representative::new(&small, &cancel).unwrap();
    assert_eq!(small_one.split(&small, &cancel).unwrap(), whole);
    cancel.cancel();
    assert!(representative.split(&problem, &cancel).is_err());
    assert!(Representative::new(&problem, &cancel).is_err());
}

#[test]
fn listings_samples_and_certificates_have_the_whole_cover() {
    let cover = Cover::parse_dlx(&latin_squares(4)).unwrap();
    let solver = Solver::new(&cover).unwrap();
    assert_eq!(solver.solutions().unwrap().count(), 576);
    assert_eq!(solver.statistics().unwrap().total(), 576);
    for engine in ENGINES {
        let request = Request { mode: Some(OutputMode::Fingerprint), ..Request::default() };
        let run = |solver: &Solver| solver.run(&request).unwrap();
        let solver = solver.clone().engine(engine);
        let (with, without) = (run(&solver), run(&solver.clone().without_symmetry()));
        assert_eq!((with.total, with.fingerprint), (without.total, without.fingerprint));
    }
}

#[test]
fn a_weighted_count_that_is_interrupted_goes_on_with_its_journal() {
    let cover = Cover::parse_dlx(&queens(10)).unwrap();
    for engine in ENGINES.map(Some).into_iter().chain([None]) {
        let directory = TempDir::new().unwrap();
        let header = JournalHeader {
            subjects: vec!["queens".to_owned()],
            mode: OutputMode::Count,
            kept: Kept::Nothing,
            engine,
            anchor: AnchorName::Auto,
            shard: None,
        };
        let options = Options { engine, threads: NonZeroUsize::MIN, ..Options::default() };
        let solver = Solver::with_options(Subject::cover("queens", cover.clone()), options);
        let session = |cancel: &CancelToken| {
            let journal = Journal::open(&directory.path().join("journal"), &header).unwrap();
            let identity = solver.subject().identity();
            let checkpoint = Checkpoint::new(&journal, "queens", identity, cancel);
            let request = Request { recorder: Some(&checkpoint), ..Request::default() };
            solver.clone().cancel_token(cancel).run(&request).unwrap()
        };
        let mut sessions = 0;
        loop {
            sessions += 1;
            let cancel = CancelToken::new().child_with_deadline(std::time::Duration::from_millis(
                if sessions < 4 { 2 * sessions } else { 60_000 },
            ));
            let outcome = session(&cancel);
            if outcome.complete {
                assert_eq!(outcome.total, 724, "{engine:?} after {sessions} sessions");
                break;
            }
        }
        assert_eq!(session(&CancelToken::new()).total, 724, "{engine:?} once more");
    }
}

#[test]
fn shards_of_a_weighted_count_add_up() {
    let source = Source::Dlx { name: "queens".to_owned(), text: queens(10) };
    let count = NonZeroUsize::new(3).unwrap();
    let how = (Engine::Search, OutputMode::Count);
    let plan = Shards::plan(source, AnchorName::Auto, how, count, &CancelToken::new()).unwrap();
    let text = serde_json::to_string(&plan.plan).unwrap();
    assert!(text.contains("\"weight\":2"), "{text}");
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("plan");
    plan.write(&mut std::fs::File::create(&path).unwrap()).unwrap();
    let shards = Shards::read(&path).unwrap();
    let cancel = CancelToken::new();
    for index in 0..shards.count() {
        let path = Shards::journal_path(directory.path(), index);
        let journal = Journal::open(&path, &shards.header(index).unwrap()).unwrap();
        let options = Options { memory_bytes: 1 << 26, ..Options::default() };
        assert!(shards.run(index, &options, (&journal, &cancel), None).unwrap().complete);
    }
    let merged = shards.merge(&[directory.path().to_owned()], None, &cancel).unwrap();
    assert_eq!((merged.total, merged.distinct), (724.into(), None));
}
