//! Symmetric solutions against those that are picked from all.

use proptest::prelude::*;

use super::common::{compiled, lines, oracle, random, run_all, settings, solver};
use crate::puzzle::{Compiled, Puzzle};
use crate::solution::{Record, RecordSink, Sorter};
use crate::solve::options::{Anchor, Engine, Options, OutputMode};
use crate::solve::outcome::Outcome;
use crate::solve::solver::Request;

/// How many steps the oracle may take.
const PATIENCE: usize = 20_000;

/// The symmetric solutions of a puzzle, and what their count says.
fn symmetric(compiled: &Compiled, mode: OutputMode) -> (Outcome, Vec<String>) {
    let solver = solver(compiled, &Options::default());
    let record_len = solver.subject().record_len();
    let sorter = Sorter::in_memory(record_len);
    let record_sink = Some(RecordSink { record: Record::Line, sink: &sorter });
    let request = Request { mode: Some(mode), record_sink, ..Request::default() };
    let outcome = solver.run_symmetric(&request).unwrap();
    let records = sorter.sorted().unwrap().collect().unwrap();
    let lines = records.chunks_exact(record_len);
    (outcome, lines.map(|line| String::from_utf8(line.to_vec()).unwrap()).collect())
}

fn check(puzzle: &Puzzle) -> Result<(), TestCaseError> {
    let Some(answer) = oracle::solve_if_clear(puzzle, PATIENCE) else { return Ok(()) };
    let compiled = compiled(puzzle);
    let counted = symmetric(&compiled, OutputMode::Count).0;
    let (listed, found) = symmetric(&compiled, OutputMode::Distinct);
    prop_assert_eq!(&found, &answer.symmetric);
    // What is not symmetric has as many images as there are motions.
    let others = (answer.distinct.len() - answer.symmetric.len()) * answer.group.len();
    for outcome in [counted, listed] {
        prop_assert!(outcome.complete);
        prop_assert_eq!(outcome.total.small(), (answer.arrangements.len() - others) as u128);
        prop_assert_eq!(outcome.distinct.unwrap().small(), answer.symmetric.len() as u128);
    }
    Ok(())
}

proptest! {
    #![proptest_config(crate::random::repeatable(1_000))]

    #[test]
    fn the_symmetric_solutions_of_a_random_puzzle_are_those_of_all_that_are(
        sketch in random::puzzles(),
    ) {
        check(&sketch.0)?;
    }
}

#[test]
fn symmetric_solutions_of_the_catalogue_are_those_that_the_whole_list_shows() {
    for (name, motions) in [
        ("tetrominoes-5x8", 4),
        ("tetrominoes-4x10", 4),
        ("soma-mirror", 48),
        ("pentominoes-8x8-hole", 8),
    ] {
        let compiled = compiled(&Puzzle::from_catalog(name).unwrap());
        let solved =
            run_all(&compiled, &settings(Engine::Frontier, &Anchor::Auto, 2, OutputMode::Images));
        let all = solved.counts.total.small();
        let (outcome, found) = symmetric(&compiled, OutputMode::Distinct);
        let total = outcome.total.small();
        // The others have all their images.
        let others = solved.counts.distinct.small() - found.len() as u128;
        assert_eq!(all - total, others * motions, "{name}");
        let lines = lines(&solved);
        assert!(found.iter().all(|line| lines.binary_search(line).is_ok()), "{name}");
    }
}
