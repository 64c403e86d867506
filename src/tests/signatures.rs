//! How much work each puzzle of the catalogue takes, to the node: the signatures in
//! `signatures.csv`. A change that is not meant to alter the search does not alter them; where one
//! is, the failing test prints the new lines. What is marked as slow there runs with
//! `cargo test --release -- --ignored`.
//!
//! A run is the same on every machine: it is told its engine, and neither threads, time nor the
//! processor level may decide what is visited.

use std::fmt;
use std::ops::ControlFlow;

use crate::cancel::CancelToken;
use crate::cover::{Case, OptionId, Problem};
use crate::engine::SimdLevel;
use crate::engine::Worker;
use crate::engine::search::Search;
use crate::puzzle::Compiled;
use crate::puzzle::catalog::catalog;
use crate::solve::analysis::Analysis;
use crate::solve::options::{Anchor, Engine, OutputMode};
use crate::solve::outcome::Outcome;

use super::common::{anchored, run_all, settings};

/// A line of the file. What is empty there is beyond a test.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Signature {
    puzzle: String,
    search: Option<Searched>,
    swept: Option<Swept>,
    /// The states of a scan with the anchors that it chooses itself.
    scanned: Option<u64>,
    /// Which engines take so long that only the ignored test runs them.
    slow: Vec<String>,
}

/// A search with the anchors that it chooses itself.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Searched {
    /// The pieces that were anchored, in the order of the cases.
    anchors: String,
    cases: usize,
    nodes: u64,
}

/// A sweep with the anchor that it chooses itself, its quotients included.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Swept {
    states: u64,
    transitions: u64,
}

impl Searched {
    fn new(outcome: &Outcome) -> Self {
        let anchors = outcome.anchors.join(" ");
        Self { anchors, cases: outcome.cases, nodes: outcome.nodes }
    }
}

impl Swept {
    fn new(outcome: &Outcome) -> Self {
        let report = outcome.sweep.as_ref().expect("the engine frontier counts by a sweep");
        assert_eq!(report.batches, 1, "{}: the states depend on the memory", outcome.name);
        Self { states: report.total_states(), transitions: report.transitions }
    }
}

impl Signature {
    fn new(record: &csv::StringRecord) -> Self {
        let number = |field: usize| record[field].parse::<u64>().expect("a number");
        let is_there = |field: usize| !record[field].is_empty();
        let searched = || Searched {
            anchors: record[1].to_owned(),
            cases: number(2) as usize,
            nodes: number(3),
        };
        Self {
            puzzle: record[0].to_owned(),
            search: is_there(3).then(searched),
            swept: is_there(4).then(|| Swept { states: number(4), transitions: number(5) }),
            scanned: is_there(6).then(|| number(6)),
            slow: record[7].split_whitespace().map(str::to_owned).collect(),
        }
    }

    /// Whether only the ignored test runs this engine.
    fn is_slow(&self, engine: Engine) -> bool {
        self.slow.iter().any(|name| name == engine.name())
    }

    /// The same puzzle as it is now, as far as its file gives a figure and is slow or not.
    fn measured(&self, slow: bool) -> Self {
        let compiled = compiled(&self.puzzle);
        let is_due = |engine| self.is_slow(engine) == slow;
        let mut measured = self.clone();
        if self.search.is_some() && is_due(Engine::Search) {
            measured.search = Some(Searched::new(&run(&compiled, Engine::Search, 2)));
        }
        if self.swept.is_some() && is_due(Engine::Frontier) {
            measured.swept = Some(Swept::new(&run(&compiled, Engine::Frontier, 2)));
        }
        if self.scanned.is_some() && is_due(Engine::Scan) {
            measured.scanned = Some(run(&compiled, Engine::Scan, 2).nodes);
        }
        measured
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},", self.puzzle)?;
        match &self.search {
            Some(Searched { anchors, cases, nodes }) => write!(f, "{anchors},{cases},{nodes},")?,
            None => write!(f, ",,,")?,
        }
        match &self.swept {
            Some(Swept { states, transitions }) => write!(f, "{states},{transitions},")?,
            None => write!(f, ",,")?,
        }
        if let Some(states) = self.scanned {
            write!(f, "{states}")?;
        }
        write!(f, ",{}", self.slow.join(" "))
    }
}

/// The lines of the file.
fn signatures() -> Vec<Signature> {
    let file = include_bytes!("../../tests/signatures.csv").as_slice();
    let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_reader(file);
    reader.records().map(|record| Signature::new(&record.expect("a line of the table"))).collect()
}

fn compiled(name: &str) -> Compiled {
    let files = catalog().expect("the catalogue is sound");
    let mut members = files.iter().flat_map(|file| &file.members);
    super::common::compiled(
        members.find(|puzzle| puzzle.name == name).expect("it is in the catalogue"),
    )
}

fn run(compiled: &Compiled, engine: Engine, threads: usize) -> Outcome {
    let settings = settings(engine, &Anchor::Auto, threads, OutputMode::Count);
    // No sweep may depend on what fits.
    run_all(compiled, &settings.memory_bytes(4 << 30)).outcome
}

/// Holds every line against what comes out now, and shows all that differ.
fn check(slow: bool) {
    let known = signatures();
    let pairs = known.iter().map(|known| (known.measured(slow), known));
    let changed: Vec<_> = pairs.filter(|(now, known)| now != *known).collect();
    let now: Vec<String> = changed.iter().map(|(now, _)| now.to_string()).collect();
    let before: Vec<String> = changed.iter().map(|(_, known)| known.to_string()).collect();
    assert!(
        changed.is_empty(),
        "if this is meant, tests/signatures.csv needs the lines\n\n{}\n\nin place of\n\n{}\n",
        now.join("\n"),
        before.join("\n")
    );
}

/// The most nodes of a search that a test repeats for every thread and level.
const FEW_NODES: u64 = 1_000_000;

/// The puzzles whose searches visit few nodes, by the file.
fn quick_to_search() -> impl Iterator<Item = Compiled> {
    let has_few = |signature: &Signature| {
        signature.search.as_ref().is_some_and(|search| search.nodes < FEW_NODES)
    };
    signatures().into_iter().filter(has_few).map(|signature| compiled(&signature.puzzle))
}

/// The nodes of a search at one level, case by case and undivided.
fn nodes_at(level: SimdLevel, problem: &Problem, analysis: &Analysis) -> u64 {
    let cases = analysis.search_breaking(&CancelToken::new());
    let cases = cases.expect("the search finds its own anchors").cases;
    let nodes = |case: &Case| {
        let search = Search::new(problem, case, analysis.capacity(), level);
        let mut ignore = |_: &[OptionId]| ControlFlow::Continue(());
        search.worker().run(&[], &mut ignore, &CancelToken::default()).nodes
    };
    cases.iter().map(nodes).sum()
}

#[test]
fn every_puzzle_of_the_catalogue_has_a_signature() {
    let files = catalog().expect("the catalogue is sound");
    let names = files.iter().flat_map(|file| &file.members).map(|puzzle| puzzle.name.clone());
    let signatures = signatures().into_iter().map(|signature| signature.puzzle);
    assert_eq!(signatures.collect::<Vec<_>>(), names.collect::<Vec<_>>());
}

#[test]
fn searches_and_sweeps_visit_as_many_nodes_and_states_as_they_are_known_to() {
    check(false);
}

#[test]
#[ignore = "takes a minute; cargo test --release -- --ignored"]
fn slow_searches_and_sweeps_visit_as_many_nodes_and_states_as_they_are_known_to() {
    check(true);
}

#[test]
fn the_nodes_do_not_depend_on_the_number_of_threads() {
    for compiled in quick_to_search() {
        let one = run(&compiled, Engine::Search, 1);
        for threads in [2, 3] {
            let more = run(&compiled, Engine::Search, threads);
            assert_eq!(Searched::new(&one), Searched::new(&more), "{}", one.name);
        }
    }
}

#[test]
fn every_processor_level_visits_as_many_nodes_as_the_run() {
    for compiled in quick_to_search() {
        let run = run(&compiled, Engine::Search, 2);
        let solver = anchored(&compiled, &Anchor::Auto);
        for level in SimdLevel::available() {
            let nodes = nodes_at(level, &compiled.problem, solver.analysis());
            assert_eq!(nodes, run.nodes, "{}, {level:?}", run.name);
        }
    }
}
