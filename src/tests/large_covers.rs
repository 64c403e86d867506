//! Covers far larger than any puzzle, deep and wide: what is done before a search and beside it is
//! bounded, heeds the cancel token, and does not change what is found.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::Duration;

use num_bigint::BigUint;

use crate::cancel::{CancelToken, Cancelled};
use crate::cover::{Case, Cover, OptionId, Problem};
use crate::engine::SimdLevel;
use crate::engine::frontier::{Frontier, FrontierError, SweepProgress};
use crate::engine::search::Search;
use crate::engine::{Threads, Worker};
use crate::solve::error::Error;
use crate::solve::estimate::{EstimateOptions, Limits, Method};
use crate::solve::options::{Engine, OutputMode};
use crate::solve::solver::{Request, Solver};

use super::common::ENGINES;

/// A cover of so many items with so many options each, of that item alone.
fn single_items(items: usize, options: usize) -> Cover {
    let name = |item: usize| format!("i{item}");
    let builder = (0..items).fold(Cover::builder(), |cover, item| cover.primary(name(item)));
    let mut all = (0..items).flat_map(|item| std::iter::repeat_n(item, options));
    all.try_fold(builder, |cover, item| cover.option([name(item).as_str()]))
        .unwrap()
        .build()
        .unwrap()
}

/// The cells of a board and the dominoes on it.
pub(super) fn dominoes(rows: usize, columns: usize) -> Cover {
    let name = |row: usize, column: usize| format!("{row}.{column}");
    let cells = || (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)));
    let builder = cells().fold(Cover::builder(), |cover, (r, c)| cover.primary(name(r, c)));
    let across = cells().filter(|&(_, c)| c + 1 < columns).map(|(r, c)| [(r, c), (r, c + 1)]);
    let down = cells().filter(|&(r, _)| r + 1 < rows).map(|(r, c)| [(r, c), (r + 1, c)]);
    let mut all = across.chain(down);
    let added = all.try_fold(builder, |cover, [one, other]| {
        let (one, other) = (name(one.0, one.1), name(other.0, other.1));
        cover.option([one.as_str(), other.as_str()])
    });
    added.unwrap().build().unwrap()
}

fn solver(cover: &Cover, engine: Option<Engine>) -> Solver {
    let solver = Solver::new(cover).unwrap().threads(2);
    match engine {
        Some(engine) => solver.engine(engine),
        None => solver,
    }
}

fn cancelled() -> CancelToken {
    let cancel = CancelToken::new();
    cancel.cancel();
    cancel
}

#[test]
fn items_with_one_option_each_are_counted_and_listed_by_every_engine() {
    let cover = single_items(1500, 1);
    for engine in ENGINES.map(Some).into_iter().chain([None]) {
        let solver = solver(&cover, engine);
        assert_eq!(solver.count().unwrap().total, 1, "{engine:?}");
        let found: Vec<_> = solver.solutions().unwrap().collect::<Result<_, _>>().unwrap();
        assert_eq!(found.len(), 1, "{engine:?}");
    }
    let estimate = solver(&cover, None).estimate_by(1, 1).unwrap();
    assert!(estimate.exact && estimate.nodes.estimate > 1500.0, "{estimate:?}");
}

#[test]
fn a_run_that_is_cancelled_before_it_begins_plans_nothing() {
    // Two options for each item: no search of it comes to an end.
    let cover = single_items(300, 2);
    for engine in ENGINES.map(Some).into_iter().chain([None]) {
        let solver = solver(&cover, engine).cancel_token(&cancelled());
        let outcome = solver.count().unwrap();
        assert!(!outcome.complete && outcome.nodes == 0, "{engine:?}: {outcome:?}");
        let ended: Vec<_> = solver.solutions().unwrap().collect();
        assert!(matches!(ended[..], [Err(Error::Cancelled)]), "{engine:?}: {ended:?}");
        assert!(matches!(solver.sample(1, 1), Err(Error::Cancelled)), "{engine:?}");
    }
    let solver = solver(&cover, Some(Engine::Search)).cancel_token(&cancelled());
    let planned = solver.search_plan(OutputMode::Count, 100);
    assert!(matches!(planned, Err(Error::Cancelled)), "{planned:?}");
    assert!(matches!(solver.whole_tree(), Err(Error::Cancelled)));
}

#[test]
fn a_search_that_does_not_fit_the_memory_is_not_split() {
    let solver = solver(&single_items(3000, 2), None);
    let searched = solver.clone().engine(Engine::Search).memory_bytes(1 << 20);
    let too_large = |error: &Error| matches!(error, Error::Memory { .. });
    assert!(searched.count().is_err_and(|error| too_large(&error)));
    let small = solver.clone().memory_bytes(1 << 20);
    assert!(small.search_plan(OutputMode::Count, 100).is_err_and(|error| too_large(&error)));
    assert!(small.shards(3).is_err_and(|error| too_large(&error)));
    let shards = solver.shards(1).unwrap();
    assert!(small.run_shard(&shards[0]).is_err_and(|error| too_large(&error)));
}

#[test]
fn what_was_cancelled_is_worked_out_when_it_is_asked_for_again() {
    let solver = solver(&single_items(20, 2), Some(Engine::Search));
    let early = solver.clone().cancel_token(&cancelled());
    assert!(!early.count().unwrap().complete);
    assert_eq!(solver.count().unwrap().total, 1 << 20);
    let analysis = solver.analysis();
    assert_eq!(analysis.probe(u64::MAX, &cancelled()), Err(Cancelled));
    let nodes = analysis.probe(u64::MAX, &CancelToken::new()).unwrap();
    assert!(nodes > 1e6, "{nodes}");
    assert_eq!(analysis.probe(u64::MAX, &cancelled()), Ok(nodes), "it is kept");
}

#[test]
fn a_search_that_does_not_fit_the_memory_is_not_probed_either() {
    let solver = solver(&single_items(100, 2), None);
    let (analysis, cancel) = (solver.analysis(), CancelToken::new());
    assert_eq!(analysis.probe(1 << 10, &cancel), Ok(f64::INFINITY));
    assert!(analysis.probe(1 << 30, &cancel).unwrap().is_finite());
}

#[test]
fn what_does_not_fit_the_memory_is_refused_before_it_is_laid_out() {
    let cover = single_items(20_000, 2);
    for engine in [Some(Engine::Search), Some(Engine::Links), None] {
        let planned = solver(&cover, engine).memory_bytes(1 << 20).plan();
        assert!(matches!(planned, Err(Error::Memory { .. })), "{engine:?}: {planned:?}");
    }
    // Each of these options meets a byte of the keys that no other does, and each byte at each level
    // has a table.
    let name = |item: usize| format!("i{item}");
    let items = 10_000;
    let builder = (0..items).fold(Cover::builder(), |cover, item| cover.primary(name(item)));
    let spans = (0..items).flat_map(|first| [1, 8, 60].map(|length| (first, length)));
    let mut spans = spans.filter(|(first, length)| first + length <= items);
    let cover = spans.try_fold(builder, |cover, (first, length)| {
        let names: Vec<String> = (first..first + length).map(name).collect();
        cover.option(names.iter().map(String::as_str))
    });
    let problem = Problem::of_cover(cover.unwrap().build().unwrap());
    let frontier = Frontier::new(&problem, &Case::whole(&problem)).unwrap();
    let threads = Threads::new(1, 1 << 20).unwrap();
    let watch = &mut |_: &SweepProgress| ControlFlow::Continue(());
    let refused = Err(FrontierError::TooLarge { most_bytes: 64 << 20 });
    assert_eq!(frontier.count(&threads, 64 << 20, watch), refused);
}

#[test]
fn an_estimate_heeds_the_token_and_the_deadline_of_its_solver() {
    let cover = dominoes(4, 100);
    let solver = solver(&cover, None);
    let never = solver.clone().cancel_token(&cancelled());
    let long = Duration::from_secs(3600);
    assert!(matches!(never.estimate_for(long, 1), Err(Error::Cancelled)));
    assert!(matches!(never.estimate_by(u64::MAX, 1), Err(Error::Cancelled)));
    match solver.clone().deadline(Duration::from_millis(300)).estimate_by(u64::MAX, 1) {
        Ok(estimate) => assert!(estimate.probes > 0 && !estimate.exact, "{estimate:?}"),
        Err(error) => assert!(matches!(error, Error::Cancelled), "{error}"),
    }
}

#[test]
fn where_no_population_comes_to_the_bottom_in_time_there_are_plain_probes() {
    let solver = solver(&dominoes(4, 300), None);
    let options = EstimateOptions {
        method: Method::Population,
        limits: Limits { time: Some(Duration::from_millis(600)), ..Limits::default() },
        seed: 1,
        threads: NonZeroUsize::MIN,
    };
    let estimate = solver.estimate_with(&options, &mut |_, _| ()).unwrap();
    // A slow machine may have no time even for those; what is said of them is true all the same.
    let is_plain = estimate.method == Method::Plain;
    assert!(is_plain || estimate.probes > 0, "{estimate:?}");
    assert!(!estimate.exact && estimate.total.low <= estimate.total.high, "{estimate:?}");
}

#[test]
fn a_search_of_many_options_on_few_items_makes_no_room_that_grows_with_their_square() {
    let letters = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m"];
    let builder = letters.iter().fold(Cover::builder(), |cover, letter| cover.primary(*letter));
    let subset = |bits: u32| (0..13).filter(move |at| bits >> at & 1 == 1).map(|at| letters[at]);
    let cover = (1..1 << 13).try_fold(builder, |cover, bits| cover.option(subset(bits)));
    let problem = Problem::of_cover(cover.unwrap().build().unwrap());
    let search = Search::new(&problem, &Case::whole(&problem), None, SimdLevel::best());
    let mut worker = search.worker();
    let mut met = 0;
    let mut visitor = |_: &[OptionId]| {
        met += 1;
        if met < 1000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    worker.run(&[], &mut visitor, &CancelToken::new());
    let list_bytes = worker.list_bytes();
    assert!((1..128 << 20).contains(&list_bytes), "{list_bytes} bytes");
}

#[test]
fn tilings_are_counted_beyond_128_bits_in_any_memory() {
    // The recurrence for four rows is from the OEIS, A005178; the board of 18 by 18 from A004003.
    let mut tilings: Vec<BigUint> = [1_u32, 1, 5, 11].map(BigUint::from).to_vec();
    for n in 4..=300 {
        let next = &tilings[n - 1] + &tilings[n - 2] * 5_u32 + &tilings[n - 3] - &tilings[n - 4];
        tilings.push(next);
    }
    let long = dominoes(4, 300);
    for engine in [Some(Engine::Frontier), None] {
        let outcome = solver(&long, engine).count().unwrap();
        assert_eq!(outcome.total.to_string(), tilings[300].to_string(), "{engine:?}");
        let square = solver(&dominoes(18, 18), engine).memory_bytes(60 << 20).count().unwrap();
        let expected = "548943583215388338077567813208427340288";
        assert_eq!(square.total.to_string(), expected, "{engine:?}");
    }
}

#[test]
fn the_first_tiling_of_a_long_board_is_found_by_every_engine() {
    // There are more than 2^128 of them, so that they can be walked through and not counted.
    let cover = dominoes(4, 300);
    for engine in ENGINES.map(Some).into_iter().chain([None]) {
        let request =
            Request { mode: Some(OutputMode::Distinct), limit: Some(1), ..Request::default() };
        let outcome = solver(&cover, engine).run(&request).unwrap();
        assert_eq!((outcome.total.small(), outcome.complete), (1, false), "{engine:?}");
    }
    let problem = Problem::of_cover(cover);
    let frontier = Frontier::new(&problem, &Case::whole(&problem)).unwrap();
    let threads = Threads::new(1, 1 << 20).unwrap();
    let watch = &mut |_: &SweepProgress| ControlFlow::Continue(());
    let counted = frontier.diagram(&threads, 1 << 30, watch);
    assert!(matches!(counted, Err(FrontierError::TooMany)));
    let mut met = 0;
    let mut visitor = |options: &[OptionId]| {
        met += 1;
        assert_eq!(options.len(), 600);
        if met < 1000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let diagram = frontier.diagram_to_walk(&threads, 1 << 30, watch).unwrap();
    diagram.worker().run(&[], &mut visitor, &CancelToken::new());
    assert_eq!(met, 1000);
}
