//! A glance at a small cover: its tree is searched at once, by the thread that asks, as far as some
//! hundreds of nodes reach, or some thousands where the choices are among few options. Many are done
//! then, most sudokus among them.
//!
//! A cover of any size in which every option is ruled out or forced needs no search at all.
//!
//! Looking for symmetries, splitting a tree into tasks and waking threads takes longer than that. Where
//! a glance is not enough, nothing of it is kept, and the run is planned; where some dives say that it would be
//! far from enough, there is none. How far it reaches is counted in nodes and not in time, so that it comes to
//! the same on every machine.
//!
//! Cost: the tables of a search, of at most [`MOST_TABLE_BYTES`], and a millisecond, or three where the
//! choices are among few. Where some item has a single option, also a few steps and bytes for each entry.

use std::cell::Cell;

use crate::cancel::CancelToken;
use crate::clock::Stopwatch;
use crate::cover::{Case, Cover, ItemId, OptionId, forced_solution};
use crate::engine::search::Search;
use crate::engine::{SimdLevel, Visitor, WorkSplitter, Worker};
use crate::random::SplitMix;
use crate::solution::{CoverCodec, RecordSink, Sink, SinkError};
use crate::work_limit::WorkLimit;

use super::analysis::Analysis;
use super::counts::Counts;
use super::dive::mean_of_dives;
use super::enumerate::cover_lister::CoverLister;
use super::enumerate::limit::Limit;
use super::enumerate::lister::{Lister, Listing};
use super::error::Error;
use super::options::{Anchor, Engine, OutputMode};
use super::outcome::Outcome;
use super::plan::{Layout, Plan, Stage};
use super::planner::{Wanted, check_memory};
use super::pool::counter::Counter;
use super::task::Task;

/// Covers of more entries are not glanced at.
const MOST_ENTRIES: usize = 1 << 12;

/// Nor those whose tables take more.
const MOST_TABLE_BYTES: u64 = 1 << 18;

/// Nor those where the ways to go on with the item that has the fewest, and what each of them leaves of the
/// options, are more than this: a single node takes as long as many of a sudoku there, and going down one
/// branch fills much memory, which is touched for the first time.
const MOST_LEFT: usize = 1 << 14;

/// A search asks whether parts of it are wanted once in 64 nodes, and after each small subproblem: after
/// so many times it has had its moment.
const MOMENT: u32 = 4;

/// And this often where some item has at most [`FEW_OPTIONS`]: nodes are small there, and small trees
/// common.
const LONGER_MOMENT: u32 = 48;

/// So many nodes are between two times that it asks, about; and so many dives tell whether the tree has more
/// than so many times as many as it reaches. Dives err on the low side.
const NODES_PER_ASKING: u32 = 64;
const DIVES: u32 = 8;
const FAR_BEYOND: f64 = 8.0;

/// As many options as a cell of a sudoku has at most.
const FEW_OPTIONS: usize = 9;

/// Searches a cover to its end if that is a matter of a moment; returns by what plan, and what it came to.
/// Nothing where that is not enough, or is not to be done: where an engine or a limit was asked for.
///
/// # Errors
/// When the records of what was found cannot be kept.
pub(super) fn glance(
    analysis: &Analysis,
    wanted: &Wanted,
    record_sink: Option<RecordSink<'_>>,
    cancel: &CancelToken,
) -> Result<Option<(Plan, Outcome)>, Error> {
    if !is_free_to_choose(analysis, wanted) || cancel.is_cancelled() {
        return Ok(None);
    }
    let begun = Stopwatch::start();
    let (subject, mode) = (analysis.subject(), wanted.mode);
    let problem = subject.problem();
    let fewest = fewest_ways(&problem.cover);
    let forced = (fewest == 1).then(|| forced_solution(&problem.cover)).flatten();
    if forced.is_none() && !is_small(analysis, wanted, fewest) {
        return Ok(None);
    }
    let case = Case::whole(problem);
    let codec = CoverCodec::new(&problem.cover);
    let limit = Limit::new(None);
    let held = record_sink.map(|RecordSink { sink, .. }| Held(sink));
    let record_sink = record_sink.zip(held.as_ref());
    let listing = Listing {
        breaks_symmetry: true,
        mode,
        limit: &limit,
        record_sink: record_sink
            .map(|(RecordSink { record, .. }, sink)| RecordSink { record, sink }),
        is_roomy: false,
    };
    let mut lister = (mode != OutputMode::Count).then(|| CoverLister::new(&codec, listing));
    let mut counter = Counter {
        problem,
        case: &case,
        breaks_symmetry: true,
        lister: lister.as_mut().map(|lister| lister as &mut dyn Lister),
        counts: Counts::default(),
        failure: None,
    };
    let nodes = if let Some(options) = forced {
        take_forced(&options, &mut counter)?
    } else {
        let search = Search::new(problem, &case, analysis.capacity(), SimdLevel::best());
        let moments = if fewest <= FEW_OPTIONS { LONGER_MOMENT } else { MOMENT };
        let Some(nodes) = search_for(&search, moments, &mut counter, cancel) else {
            return Ok(None);
        };
        nodes
    };
    let Counter { mut counts, .. } = counter;
    if let Some(lister) = &mut lister {
        lister.flush()?;
    }
    counts.nodes = nodes;
    let task_ns = vec![begun.elapsed().as_nanos() as u64];
    let outcome = Outcome::of_counts(subject, mode, Engine::Search, &counts);
    Ok(Some((plan(analysis, wanted, case, counts.nodes), Outcome { task_ns, ..outcome })))
}

/// Takes the one solution of a cover in which every option is forced; returns how many nodes a search has
/// there.
fn take_forced(options: &[OptionId], counter: &mut Counter<'_, '_>) -> Result<u64, Error> {
    if !counter.count(1) {
        let _ = counter.solution(options);
    }
    counter.failure.take().map_or(Ok(options.len() as u64 + 1), Err)
}

/// Searches for a moment; returns how many nodes there were, if that was enough.
fn search_for(
    search: &Search,
    moments: u32,
    counter: &mut Counter<'_, '_>,
    cancel: &CancelToken,
) -> Option<u64> {
    if estimate(search, cancel) > FAR_BEYOND * f64::from(moments * NODES_PER_ASKING) {
        return None;
    }
    let moment = cancel.child();
    let mut clock = Moment { left: Cell::new(moments), end: &moment };
    let explored = search.worker().run_splitting(&[], counter, &mut clock, &moment);
    explored.complete.then_some(explored.nodes)
}

/// About how many nodes a search has, by a few dives.
fn estimate(search: &Search, cancel: &CancelToken) -> f64 {
    let (mut worker, mut random) = (search.worker(), SplitMix::new(0));
    let mut limit = WorkLimit::new(u64::MAX, cancel);
    mean_of_dives(DIVES, &mut worker, &[], &mut random, &mut limit)
}

/// Whether what is wanted leaves the choice how a cover is searched, of whose symmetry nothing is known. A
/// search that is to list uses no symmetry, and is the same search.
fn is_free_to_choose(analysis: &Analysis, wanted: &Wanted) -> bool {
    let subject = analysis.subject();
    let is_free = match wanted.engine {
        None => true,
        Some(Engine::Search) => wanted.mode != OutputMode::Count,
        Some(_) => false,
    };
    is_free
        && subject.plain_cover().is_some()
        && wanted.limit.is_none()
        && !subject.has_group()
        && *analysis.anchor() == Anchor::Auto
        && check_memory(analysis, Engine::Links, (1, wanted.memory_bytes)).is_ok()
}

/// Whether a cover is small enough for a search at a glance; `fewest` are the ways to go on with the
/// item that has the fewest.
fn is_small(analysis: &Analysis, wanted: &Wanted, fewest: usize) -> bool {
    let cover = &analysis.subject().problem().cover;
    cover.entry_count() <= MOST_ENTRIES
        && Search::bytes(cover) <= MOST_TABLE_BYTES
        && fewest * cover.option_count() <= MOST_LEFT
        && check_memory(analysis, Engine::Search, (1, wanted.memory_bytes)).is_ok()
}

/// How many ways there are to go on with the item that must be covered and has the fewest: of its options
/// some are taken, as many as it needs, and the first of them is one of so many.
fn fewest_ways(cover: &Cover) -> usize {
    let mut options = vec![0_usize; cover.item_count()];
    for item in cover.options().flat_map(|option| cover.items_of(option)) {
        options[item.index()] += 1;
    }
    let required = cover.items().filter(|&item| cover.least(item) > 0);
    let ways =
        |item: ItemId| (options[item.index()] + 1).saturating_sub(cover.least(item) as usize);
    required.map(ways).min().unwrap_or(0)
}

/// The plan of what was done.
fn plan(analysis: &Analysis, wanted: &Wanted, case: Case, nodes: u64) -> Plan {
    let tasks = vec![Task::whole()];
    let layout = Some(Layout { cases: vec![case], anchors: Vec::new(), tasks, nodes: 0 });
    let why = match wanted.engine {
        None => format!("a search of {nodes} nodes was done before a sweep was begun"),
        Some(_) => String::new(),
    };
    Plan {
        subject: analysis.subject().name().to_owned(),
        mode: wanted.mode,
        breaks_symmetry: true,
        limit: None,
        stages: vec![Stage::TreeSearch { engine: Engine::Search, layout }],
        why,
    }
}

/// Ends a search after a moment. It takes no part of it.
struct Moment<'a> {
    /// How often it may still ask.
    left: Cell<u32>,
    end: &'a CancelToken,
}

impl WorkSplitter for Moment<'_> {
    fn wants_parts(&self) -> bool {
        match self.left.get().checked_sub(1) {
            Some(left) => self.left.set(left),
            None => self.end.cancel(),
        }
        false
    }

    fn is_overdue(&self) -> bool {
        false
    }

    fn take_part(&mut self, prefix: &[OptionId]) {
        unreachable!("no part was wanted, and so not what lies below {prefix:?}");
    }
}

/// Takes records only when all are there.
struct Held<'a>(&'a dyn Sink);

impl Sink for Held<'_> {
    fn batch_bytes(&self) -> usize {
        usize::MAX
    }

    fn take(&self, records: Vec<u8>) -> Result<(), SinkError> {
        self.0.take(records)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::cover::builder::CoverBuilder;
    use crate::solution::Record;
    use crate::solve::solver::{Request, Solver};

    /// Gathers records.
    #[derive(Default)]
    struct Gathered(Mutex<Vec<Vec<u8>>>);

    impl Sink for Gathered {
        fn batch_bytes(&self) -> usize {
            1
        }

        fn take(&self, records: Vec<u8>) -> Result<(), SinkError> {
            self.0.lock().unwrap().push(records);
            Ok(())
        }
    }

    /// Each of some items is covered by one of two options.
    fn pairs(items: usize) -> Solver {
        let names = (0..items).map(|item| item.to_string());
        let cover = names.clone().fold(Cover::builder(), CoverBuilder::primary);
        let both = names.flat_map(|name| [name.clone(), name]);
        let cover = both.fold(cover, |cover, name| cover.option([name]).unwrap());
        Solver::new(&cover.build().unwrap()).unwrap()
    }

    fn at_a_glance(solver: &Solver, mode: OutputMode) -> Option<(Plan, Outcome)> {
        let wanted = solver.wanted(&Request { mode: Some(mode), ..Request::default() });
        glance(solver.analysis(), &wanted, None, solver.cancel()).unwrap()
    }

    #[test]
    fn a_small_tree_is_searched_as_the_engine_search_does_it() {
        let solver = pairs(6);
        let (plan, outcome) = at_a_glance(&solver, OutputMode::Count).unwrap();
        assert_eq!((outcome.total.clone(), outcome.nodes), (64.into(), 127));
        let planned = solver.clone().without_symmetry().engine(Engine::Search).count().unwrap();
        assert_eq!((planned.total, planned.nodes), (outcome.total, outcome.nodes));
        assert_eq!(plan.engine(), Engine::Search);
        assert!(plan.why().contains("127 nodes"), "{plan}");
    }

    #[test]
    fn where_dives_tell_far_too_many_nodes_there_is_no_glance() {
        let estimate = |solver: &Solver| {
            let problem = solver.subject().problem();
            let search = Search::new(problem, &Case::whole(problem), None, SimdLevel::best());
            super::estimate(&search, solver.cancel())
        };
        // All branches are alike, so that every dive is right.
        let (small, large) = (pairs(6), pairs(14));
        assert!((estimate(&small) - 127.0).abs() < 1e-6, "{}", estimate(&small));
        assert!((estimate(&large) - 32_767.0).abs() < 1e-6, "{}", estimate(&large));
        assert!(at_a_glance(&small, OutputMode::Count).is_some());
        assert!(at_a_glance(&large, OutputMode::Count).is_none());
    }

    #[test]
    fn a_choice_among_few_options_is_looked_at_for_longer() {
        // Both have a thousand solutions or so.
        let solver = pairs(10);
        assert_eq!(fewest_ways(&solver.subject().problem().cover), 2);
        let (_, outcome) = at_a_glance(&solver, OutputMode::Count).unwrap();
        assert_eq!(outcome.total, 1 << 10);
        let many = Cover::builder().primary("a").primary("b").primary("c");
        let names = ["a", "b", "c"].into_iter().flat_map(|name| [name; 10]);
        let many = names.fold(many, |cover, name| cover.option([name]).unwrap());
        let solver = Solver::new(&many.build().unwrap()).unwrap();
        assert_eq!(fewest_ways(&solver.subject().problem().cover), 10);
        assert!(at_a_glance(&solver, OutputMode::Count).is_none());
        assert_eq!(solver.count().unwrap().total, 1000);
    }

    #[test]
    fn a_cover_whose_nodes_are_large_is_not_looked_at() {
        // The perfect matchings of a complete graph.
        let matchings = |vertices: usize| {
            let names: Vec<String> = (0..vertices).map(|vertex| vertex.to_string()).collect();
            let cover = names.iter().cloned().fold(Cover::builder(), CoverBuilder::primary);
            let edges = (0..vertices).flat_map(|a| (0..a).map(move |b| (a, b)));
            let cover = edges.fold(cover, |cover, (a, b)| {
                cover.option([names[a].as_str(), names[b].as_str()]).unwrap()
            });
            Solver::new(&cover.build().unwrap()).unwrap()
        };
        let is_looked_at = |solver: &Solver| {
            let (analysis, wanted) = (solver.analysis(), solver.wanted(&Request::default()));
            let fewest = fewest_ways(&solver.subject().problem().cover);
            is_free_to_choose(analysis, &wanted) && is_small(analysis, &wanted, fewest)
        };
        assert!(is_looked_at(&matchings(20)));
        assert!(!is_looked_at(&matchings(56)));
    }

    /// A ladder of an odd number of items: the first option covers the first item, and each other one two of
    /// them that follow each other. The last item has a single option, and so forces every second one.
    fn ladder(items: usize) -> Solver {
        let names: Vec<String> = (0..items).map(|item| item.to_string()).collect();
        let cover = names.iter().cloned().fold(Cover::builder(), CoverBuilder::primary);
        let cover = cover.option([names[0].as_str()]).unwrap();
        let pairs = names.windows(2);
        let cover = pairs
            .fold(cover, |cover, pair| cover.option([pair[0].as_str(), pair[1].as_str()]).unwrap());
        Solver::new(&cover.build().unwrap()).unwrap()
    }

    #[test]
    fn a_large_cover_in_which_every_option_is_forced_is_done_without_a_search() {
        let solver = ladder(4001);
        assert!(!is_small(solver.analysis(), &solver.wanted(&Request::default()), 1));
        for mode in [OutputMode::Count, OutputMode::Distinct] {
            let (plan, outcome) = at_a_glance(&solver, mode).unwrap();
            assert_eq!((outcome.total, outcome.nodes), (1.into(), 2002), "{plan}");
        }
        let searched = solver.clone().without_symmetry().engine(Engine::Search).count().unwrap();
        assert_eq!((searched.total, searched.nodes), (1.into(), 2002));
        let glanced: Vec<_> = solver.solutions().unwrap().map(|one| one.unwrap().line()).collect();
        let linked = solver.clone().engine(Engine::Links).solutions().unwrap();
        assert_eq!(glanced, linked.map(|one| one.unwrap().line()).collect::<Vec<_>>());
    }

    #[test]
    fn an_item_of_many_copies_that_needs_all_its_options_forces_them() {
        const COPIES: u32 = 2_000;
        let names: Vec<String> = (0..COPIES).map(|copy| copy.to_string()).collect();
        let items = names.iter().cloned().fold(Cover::builder(), CoverBuilder::primary);
        let mut cover = items.primary_times("a", COPIES);
        for name in &names {
            cover = cover.option(["a", name]).unwrap().option([name]).unwrap();
        }
        let solver = Solver::new(&cover.build().unwrap()).unwrap();
        assert_eq!(fewest_ways(&solver.subject().problem().cover), 1);
        let (_, outcome) = at_a_glance(&solver, OutputMode::Count).unwrap();
        assert_eq!((outcome.total, outcome.nodes), (1.into(), u64::from(COPIES) + 1));
        let linked = solver.clone().without_symmetry().engine(Engine::Links).count().unwrap();
        assert_eq!((linked.total, linked.nodes), (1.into(), u64::from(COPIES) + 1));
    }

    #[test]
    fn what_is_not_done_in_a_moment_leaves_nothing_behind() {
        let solver = pairs(16);
        let sink = Gathered::default();
        let codec = solver.subject().cover_codec().unwrap();
        let record_sink = Some(RecordSink { record: Record::Options(&codec), sink: &sink });
        let wanted = Wanted { mode: OutputMode::Distinct, ..solver.wanted(&Request::default()) };
        let found = glance(solver.analysis(), &wanted, record_sink, solver.cancel()).unwrap();
        assert!(found.is_none() && sink.0.lock().unwrap().is_empty());
        assert_eq!(solver.count().unwrap().total, 1_u128 << 16);
        assert_eq!(solver.solutions().unwrap().count(), 1 << 16);
    }

    #[test]
    fn solutions_come_at_once_when_the_search_is_over() {
        let solver = pairs(5);
        let sink = Gathered::default();
        let codec = solver.subject().cover_codec().unwrap();
        let record_sink = Some(RecordSink { record: Record::Options(&codec), sink: &sink });
        let wanted = Wanted { mode: OutputMode::Distinct, ..solver.wanted(&Request::default()) };
        let (_, outcome) =
            glance(solver.analysis(), &wanted, record_sink, solver.cancel()).unwrap().unwrap();
        let records = sink.0.into_inner().unwrap();
        assert_eq!((records.len(), records[0].len()), (1, 32 * codec.record_len()));
        let listed = solver.solutions().unwrap().map(|solution| solution.unwrap().line());
        assert_eq!(listed.count(), 32);
        assert_eq!(outcome.total, 32);
        assert!(outcome.fingerprint.is_some());
    }

    #[test]
    fn what_was_asked_for_is_done_otherwise() {
        let solver = pairs(3);
        let count = |solver: &Solver| at_a_glance(solver, OutputMode::Count).is_some();
        assert!(count(&solver) && !count(&solver.clone().engine(Engine::Search)));
        assert!(
            at_a_glance(&solver.clone().engine(Engine::Search), OutputMode::Distinct).is_some()
        );
        assert!(!count(&solver.clone().engine(Engine::Links)));
        assert!(!count(&solver.clone().without_symmetry()));
        assert!(!count(&solver.clone().memory_bytes(100)));
        solver.cancel().cancel();
        assert!(!count(&solver));
    }
}
