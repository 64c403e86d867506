//! Plans: they come back from JSON as they were, and the choice of an engine follows from the clock
//! that the solver is given and from nothing else.

use std::sync::Arc;
use std::time::Duration;

use crate::cancel::CancelToken;
use crate::cover::{Case, Cover};
use crate::durable::checkpoint::{AnchorName, Checkpoint, Journal, JournalHeader, Kept};
use crate::engine::Capacity;
use crate::puzzle::Compiled;
use crate::solve::analysis::Analysis;
use crate::solve::analysis::probe::{Scrutiny, estimate_nodes, places, searches};
use crate::solve::error::Error;
use crate::solve::listed::Listed;
use crate::solve::options::{Anchor, Engine, Options, OutputMode};
use crate::solve::plan::{Budget, Plan, Stage};
use crate::solve::rates::Rates;
use crate::solve::solver::{Request, Solver};
use crate::solve::subject::Subject;

use super::common::slow_clock::SlowClock;
use super::common::{ALL_ENGINES, compiled, from_catalogue, piece, puzzle, rectangle, solver};

fn named(name: &str) -> Compiled {
    compiled(&from_catalogue(name))
}

/// A board that none of its pieces fits.
fn impossible() -> Compiled {
    use crate::puzzle::model::Motions;
    let row = rectangle(1, 4, Motions::Rotations);
    compiled(&puzzle(row, vec![piece("x", "xxxxx", Motions::Rotations)]))
}

/// A cover with a secondary item.
fn cover() -> Subject {
    let text = "a b | s\na\na s\nb\nb s\na b\n";
    let read = crate::cover::format::dlx::read(text).unwrap();
    let cover: Cover = read.cover;
    Subject::cover("small", cover)
}

/// Plans of every kind of stage.
fn plans() -> Vec<Plan> {
    let mut plans = Vec::new();
    let subjects = [
        Subject::Puzzle(Box::new(named("soma"))),
        Subject::Puzzle(Box::new(named("kanoodle"))),
        Subject::Puzzle(Box::new(impossible())),
        cover(),
    ];
    for subject in subjects {
        for engine in ALL_ENGINES.map(Some).into_iter().chain([None]) {
            for anchor in [Anchor::Auto, Anchor::None] {
                let options = Options { engine, anchor, ..Options::default() };
                let solver = Solver::with_options(subject.clone(), options);
                plans.push(solver.plan().unwrap());
                plans.push(solver.search_plan(OutputMode::Images, 50).unwrap());
            }
        }
    }
    let mut listing = plans[0].clone();
    let case = Case::whole(&named("soma").problem);
    let diagram = |budget| Stage::Diagram { case: case.clone(), is_of_orbits: true, budget };
    listing.stages = vec![diagram(Budget::Unlimited), diagram(Budget::CheaperThanSearch)];
    listing.limit = Some(u64::MAX);
    plans.push(listing);
    plans
}

#[test]
fn a_plan_of_any_kind_comes_back_from_json_as_it_was() {
    let plans = plans();
    let kinds = |is_of: fn(&Stage) -> bool| plans.iter().any(|p| p.stages.iter().any(is_of));
    assert!(kinds(|stage| matches!(stage, Stage::Infeasible { .. })));
    assert!(kinds(|stage| matches!(stage, Stage::Sweep { .. })));
    assert!(kinds(|stage| matches!(stage, Stage::Diagram { .. })));
    assert!(kinds(|stage| matches!(stage, Stage::TreeSearch { layout: None, .. })));
    assert!(kinds(|stage| matches!(stage, Stage::TreeSearch { layout: Some(_), .. })));
    for plan in plans {
        let text = serde_json::to_string(&plan).unwrap();
        let again: Plan = serde_json::from_str(&text).unwrap();
        assert_eq!(again, plan);
        assert_eq!(serde_json::to_string(&again).unwrap(), text);
    }
}

#[test]
fn a_plan_with_a_field_too_many_or_too_few_is_refused_by_its_name() {
    for plan in plans() {
        let plan = serde_json::to_value(&plan).unwrap();
        let mut more = plan.clone();
        more["colour"] = "red".into();
        let error = serde_json::from_value::<Plan>(more).unwrap_err().to_string();
        assert!(error.contains("unknown field `colour`"), "{error}");
        for field in ["subject", "mode", "breaks_symmetry", "stages", "why"] {
            let mut fewer = plan.clone();
            fewer.as_object_mut().unwrap().remove(field).unwrap();
            let error = serde_json::from_value::<Plan>(fewer).unwrap_err().to_string();
            assert!(error.contains(&format!("missing field `{field}`")), "{error}");
        }
    }
}

/// What is planned after a rehearsal by a clock of this step.
fn rehearsed(compiled: &Compiled, threads: usize, step: Duration) -> Plan {
    let solver = solver(compiled, &Options::default()).threads(threads);
    solver.clock(SlowClock::new(step)).rehearse(u64::MAX).unwrap()
}

#[test]
fn the_choice_of_an_engine_follows_from_the_clock_alone() {
    let compiled = named("kanoodle");
    for threads in [1, 2] {
        for (step, engine, why) in [
            (Duration::ZERO, Engine::Frontier, "a sweep took "),
            (Duration::from_secs(5), Engine::Scan, "a sweep had "),
        ] {
            let first = rehearsed(&compiled, threads, step);
            assert_eq!(first.engine(), engine, "{first}");
            assert!(first.why.starts_with(why), "{}", first.why);
            for _ in 0..3 {
                assert_eq!(rehearsed(&compiled, threads, step), first, "{threads} threads");
            }
        }
    }
}

#[test]
fn a_count_goes_by_the_engine_that_its_clock_chose() {
    let compiled = named("tetrominoes-5x8");
    let count = |step| {
        let solver = solver(&compiled, &Options::default()).threads(1);
        solver.clock(SlowClock::new(step)).run(&Request::default()).unwrap()
    };
    let (still, hasty) = (count(Duration::ZERO), count(Duration::from_secs(5)));
    assert_eq!((still.engine, hasty.engine), (Engine::Frontier, Engine::Search));
    assert_eq!((&still.distinct, &still.total), (&hasty.distinct, &hasty.total));
    assert_eq!(still.total, 3_106);
}

/// Dominoes on a square board, as a cover about which nothing more is known.
fn dominoes(side: usize) -> Subject {
    let cell = |at: usize| format!("{},{}", at / side, at % side);
    let cells = 0..side * side;
    let right = cells.clone().filter(|at| (at + 1) % side > 0).map(|at| (at, at + 1));
    let down = cells.clone().filter(|at| at + side < side * side).map(|at| (at, at + side));
    let mut lines = vec![cells.map(cell).collect::<Vec<_>>().join(" ")];
    lines.extend(right.chain(down).map(|(one, other)| format!("{} {}", cell(one), cell(other))));
    let text = lines.join("\n") + "\n";
    Subject::cover("dominoes", crate::cover::format::dlx::read(&text).unwrap().cover)
}

#[test]
fn a_cover_is_counted_by_whichever_of_a_sweep_and_a_search_is_done_first() {
    let count = |side, step| {
        let solver = Solver::with_options(dominoes(side), Options::default()).threads(1);
        solver.clock(SlowClock::new(step)).run(&Request::default()).unwrap()
    };
    // By this clock the sweep takes minutes, and the search is due as long; it takes milliseconds.
    let searched = count(6, Duration::from_secs(10));
    assert_eq!((searched.engine, searched.total.small()), (Engine::Search, 6_728));
    // The search has its turns at the levels of the sweep, in which it would take hours.
    let swept = count(10, Duration::from_millis(2));
    assert_eq!((swept.engine, swept.total.small()), (Engine::Frontier, 258_584_046_368));
    assert!(swept.complete && searched.complete);
}

#[test]
fn a_cover_is_listed_whichever_way_was_the_quicker_one_to_count_it() {
    for step in [Duration::ZERO, Duration::from_secs(10)] {
        let solver = Solver::with_options(dominoes(6), Options::default()).threads(1);
        let solver = solver.clock(SlowClock::new(step));
        let listed = Listed::new(&solver, OutputMode::Images, &Request::default()).unwrap();
        assert_eq!(listed.outcome.total, 6_728);
    }
}

#[test]
fn a_journal_holds_the_count_of_a_sweep_that_took_turns_with_a_search() {
    let directory = tempfile::TempDir::new().unwrap();
    let path = directory.path().join("journal");
    let count = || {
        let solver = Solver::with_options(dominoes(10), Options::default()).threads(1);
        let solver = solver.clock(SlowClock::new(Duration::from_millis(2)));
        let header = JournalHeader {
            subjects: vec!["dominoes".to_owned()],
            mode: OutputMode::Count,
            kept: Kept::Nothing,
            engine: None,
            anchor: AnchorName::Auto,
            shard: None,
        };
        let journal = Journal::open(&path, &header).unwrap();
        let identity = solver.subject().identity();
        let checkpoint = Checkpoint::new(&journal, "dominoes", identity, solver.cancel());
        solver.run(&Request { recorder: Some(&checkpoint), ..Request::default() }).unwrap()
    };
    let first = count();
    let plans = std::fs::read_to_string(&path).unwrap().matches("in-turns").count();
    assert!(plans >= 2, "the plan was revised, and revised again: {plans}");
    // The second run only looks.
    let again = count();
    assert_eq!((first.total.small(), again.total.small()), (258_584_046_368, 258_584_046_368));
    assert_eq!((first.engine, again.engine), (Engine::Frontier, Engine::Frontier));
}

#[test]
fn a_run_whose_engines_take_turns_ends_when_it_is_cancelled() {
    let cancel = CancelToken::new();
    let told = cancel.clone();
    let solver = Solver::with_options(dominoes(16), Options::default());
    let solver = solver.cancel_token(&cancel).clock(SlowClock::new(Duration::from_millis(5)));
    // Told at every level of the sweep, which the search has its turns between.
    let solver = solver.on_progress(move |progress| {
        if progress.nodes > 1_000 {
            told.cancel();
        }
    });
    let outcome = solver.run(&Request::default()).unwrap();
    assert!(!outcome.complete);
}

/// A puzzle of the catalogue, as if its file named no anchors.
fn unnamed(name: &str) -> Compiled {
    let mut puzzle = named(name).puzzle;
    puzzle.anchors.clear();
    compiled(&puzzle)
}

fn planned_unnamed(name: &str) -> Plan {
    solver(&unnamed(name), &Options::default()).plan().unwrap()
}

#[test]
fn what_a_plan_asks_for_is_worked_out_ahead_whether_the_puzzle_names_anchors_or_not() {
    for puzzle in [named("logiq-4"), unnamed("logiq-4")] {
        let solver = || solver(&puzzle, &Options::default());
        let cancel = CancelToken::new();
        let ahead = solver().cancel_token(&cancel).ahead();
        cancel.cancel();
        assert_eq!(ahead.plan().unwrap(), solver().plan().unwrap());
        let behind = solver().cancel_token(&cancel).plan();
        assert!(matches!(behind, Err(Error::Cancelled)), "{behind:?}");
    }
}

#[test]
fn the_trees_that_a_plan_is_certain_to_go_through_are_laid_out_ahead() {
    let puzzle = named("logiq-4");
    let solver = || solver(&puzzle, &Options::default());
    let cancel = CancelToken::new();
    let ahead = solver().cancel_token(&cancel).ahead();
    cancel.cancel();
    let lay_out = |solver: &Solver| match ahead.plan().unwrap().engine() {
        Engine::Scan => solver.analysis().scan(&cancel).map(|_| ()),
        _ => solver.analysis().search(&cancel).map(|_| ()),
    };
    assert!(lay_out(&ahead).is_ok());
    assert!(matches!(lay_out(&solver()), Err(Error::Cancelled)));
}

/// Makes sure that nothing but the tree is gone through where these puzzles name no anchors, and why.
fn check_trees_alone(names: &[&str], why: &str) {
    for name in names {
        let plan = planned_unnamed(name);
        assert!(matches!(plan.stages[..], [Stage::TreeSearch { .. }]), "{plan}");
        assert!(plan.why.starts_with(why), "{}", plan.why);
    }
}

#[test]
fn a_puzzle_that_names_no_anchors_is_judged_at_once_where_a_sweep_may_be_long() {
    let names = ["pentominoes-8x8-hole", "logiq-4", "logiq-5"];
    check_trees_alone(&names, "a sweep may be long, and a s");
}

#[test]
fn no_sweep_is_begun_whose_weight_alone_tells_that_it_is_longer() {
    let names = ["lonpos-pyramid", "conway", "solid-pentominoes-3x4x5"];
    check_trees_alone(&names, "a sweep would be longer, and a s");
}

#[test]
fn a_long_search_is_looked_at_thoroughly() {
    let bedlam = named("bedlam");
    let cancel = CancelToken::new();
    let whole = [Case::whole(&bedlam.problem)];
    let capacity = Capacity::new(&bedlam.problem);
    let searches = searches(&bedlam.problem, &whole, capacity.as_ref(), &cancel).unwrap();
    let look = |scrutiny| {
        let places = places(&bedlam.problem);
        estimate_nodes(&places, &searches, scrutiny, &cancel).unwrap().to_bits()
    };
    let subject = Arc::new(Subject::Puzzle(Box::new(bedlam.clone())));
    let analysis = Analysis::new(subject, Anchor::None);
    let nodes = || analysis.probe(u64::MAX, &cancel).unwrap().to_bits();
    assert_eq!(nodes(), look(Scrutiny::Quick));
    analysis.tree_cost((Rates::anywhere(), true), f64::INFINITY, u64::MAX, &cancel).unwrap();
    assert_eq!(nodes(), look(Scrutiny::Thorough));
}

#[test]
fn a_search_is_looked_at_no_closer_beside_a_sweep_that_is_clearly_shorter() {
    let subject = Arc::new(Subject::Puzzle(Box::new(named("kanoodle"))));
    let analysis = Analysis::new(subject, Anchor::Auto);
    let cost_beside = |sweep_s| {
        let run = (Rates::anywhere(), true);
        analysis.tree_cost(run, sweep_s, u64::MAX, &CancelToken::new()).unwrap()
    };
    // A look at a scan would have told that it takes a third of the time.
    assert_eq!(cost_beside(0.02).engine, Engine::Search);
    assert_eq!(cost_beside(f64::INFINITY).engine, Engine::Scan);
}

#[test]
fn a_sweep_is_begun_first_where_it_is_short_or_most_pieces_are_left_out() {
    for name in ["soma", "pentominoes-4x15", "pentahexes-5x6"] {
        let plan = planned_unnamed(name);
        assert!(matches!(plan.stages[0], Stage::Sweep { .. }), "{plan}");
    }
}

#[test]
fn planning_reads_no_clock() {
    let clock = SlowClock::new(Duration::from_secs(1));
    let solver = solver(&named("kanoodle"), &Options::default()).clock(clock.clone());
    let plan = solver.plan().unwrap();
    assert_eq!(solver.plan().unwrap(), plan);
    assert_eq!(clock.looks(), 0);
}
