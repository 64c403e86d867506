//! Sweeps that are divided: their parts have each solution once, whatever is divided and how often.

use crate::cover::Case;
use crate::puzzle::compile;
use crate::solve::options::{Anchor, Engine, Options, OutputMode};
use crate::solve::outcome::Outcome;
use crate::solve::plan::{Plan, Stage};
use crate::solve::solver::{Request, Solver};
use crate::solve::subject::Subject;
use proptest::prelude::*;

use super::common::catalogued;
use super::common::oracle;
use super::common::random::{Sketch, puzzles};
use super::common::random_covers::{cover_of, covers};
use super::common::symmetric_covers::queens;

fn solver(subject: Subject, anchor: Anchor) -> Solver {
    let options = Options { engine: Some(Engine::Frontier), anchor, ..Options::default() };
    Solver::with_options(subject, options).memory_bytes(1 << 30)
}

/// The cases of a divided sweep.
fn cases(plan: &Plan) -> &[Case] {
    match plan.stages.first() {
        Some(Stage::Sweep { cases, .. }) => cases,
        _ => &[],
    }
}

/// What each of so many parts comes to.
fn parts(solver: &Solver, wanted: usize) -> Vec<Outcome> {
    let plan = solver.sweep_plan(wanted).unwrap();
    let alone = |case: &Case| {
        let mut plan = plan.clone();
        if let Some(Stage::Sweep { cases, .. }) = plan.stages.first_mut() {
            *cases = vec![case.clone()];
        }
        let request = Request { mode: Some(OutputMode::Count), ..Request::default() };
        solver.execute(plan, &request).unwrap()
    };
    cases(&plan).iter().map(alone).collect()
}

/// What all parts come to: how many arrangements, and how many solutions up to symmetry.
fn sum(parts: &[Outcome]) -> (u128, u128) {
    let total = parts.iter().map(|part| part.total.small()).sum();
    (total, parts.iter().map(|part| part.found().small()).sum())
}

#[test]
fn the_parts_of_a_sweep_come_to_its_count_and_each_has_fewer_states() {
    for (name, anchor) in [
        ("kanoodle", Anchor::Auto),
        ("kanoodle", Anchor::None),
        ("logiq-3", Anchor::Auto),
        ("pentominoes-5x12", Anchor::Auto),
        ("soma", Anchor::Auto),
        ("soma", Anchor::None),
    ] {
        let solver = solver(catalogued(name), anchor.clone());
        let whole = solver.count().unwrap();
        let expected = (whole.total.small(), whole.found().small());
        for wanted in [2, 5] {
            let parts = parts(&solver, wanted);
            assert!(parts.len() >= wanted, "{name}, {anchor:?}: {} parts", parts.len());
            assert_eq!(sum(&parts), expected, "{name}, {anchor:?}, {wanted}");
            let largest = parts.iter().map(|part| part.nodes).max().unwrap();
            assert!(largest < whole.nodes, "{name}, {anchor:?}: {largest} of {}", whole.nodes);
        }
    }
}

#[test]
fn a_sweep_is_divided_in_the_same_way_whenever_that_is_asked() {
    let plan = |name| solver(catalogued(name), Anchor::Auto).sweep_plan(7).unwrap();
    for name in ["kanoodle", "soma"] {
        assert_eq!(plan(name), plan(name));
    }
    assert_eq!(cases(&plan("kanoodle")).len(), 7);
}

#[test]
fn the_parts_of_a_cover_with_symmetry_that_is_counted_by_weights_add_up() {
    let cover = crate::cover::Cover::parse_dlx(&queens(8)).unwrap();
    for anchor in [Anchor::Auto, Anchor::None] {
        let solver = solver(Subject::cover("queens", cover.clone()), anchor);
        let parts = parts(&solver, 6);
        assert!(parts.len() >= 6);
        assert_eq!(sum(&parts), (92, 92));
    }
}

proptest! {
    #![proptest_config(crate::random::repeatable(150))]

    #[test]
    fn the_parts_of_a_random_puzzle_come_to_what_the_oracle_finds(sketch in puzzles()) {
        let Sketch(puzzle) = &sketch;
        let Some(answer) = oracle::solve_if_clear(puzzle, 100_000) else { return Ok(()) };
        let expected = (answer.arrangements.len() as u128, answer.distinct.len() as u128);
        let compiled = compile(puzzle).unwrap();
        for anchor in [Anchor::Auto, Anchor::None] {
            let solver = solver(Subject::Puzzle(Box::new(compiled.clone())), anchor);
            for wanted in [2, 6] {
                prop_assert_eq!(sum(&parts(&solver, wanted)), expected, "{:?}", sketch);
            }
        }
    }

    #[test]
    fn the_parts_of_a_random_cover_come_to_what_the_oracle_finds(sketch in covers()) {
        let expected = sketch.solutions().len() as u128;
        for anchor in [Anchor::Auto, Anchor::None] {
            let solver = solver(Subject::cover("random", cover_of(&sketch)), anchor);
            for wanted in [2, 6] {
                prop_assert_eq!(sum(&parts(&solver, wanted)).0, expected, "{:?}", sketch);
            }
        }
    }
}
