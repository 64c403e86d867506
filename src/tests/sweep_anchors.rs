//! By which piece sweeps are anchored, and where it then lies: one option of each orbit is kept, whichever
//! piece is taken the count is the same, and pieces that fit in many ways are kept for late.

use crate::cover::{ItemId, Problem};
use crate::engine::frontier::{Anchoring, best_anchoring};
use crate::solve::options::{Anchor, Engine, Options};
use crate::solve::outcome::Outcome;
use crate::solve::solver::Solver;
use crate::solve::subject::Subject;

use super::common::catalogued;

/// The pieces that can be anchored so that one case is left.
fn free_pieces(problem: &Problem) -> Vec<ItemId> {
    let is_free = |item: &&ItemId| {
        let options = problem.cover.options_with(**item);
        let elements = &problem.group.elements()[1..];
        options.iter().all(|&o| elements.iter().all(|element| element.options[o.index()] != o))
    };
    problem.pieces.iter().filter(is_free).copied().collect()
}

/// Where options lie along the longer axis of a board, on the average.
fn middle(problem: &Problem, Anchoring { kept, .. }: &Anchoring) -> f64 {
    let axis = problem.classes.iter().max_by_key(|axis| axis.class_of.iter().flatten().max());
    let class_of = &axis.unwrap().class_of;
    let items = kept.iter().flat_map(|&option| problem.cover.items_of(option));
    let classes: Vec<f64> =
        items.filter_map(|item| class_of[item.index()]).map(f64::from).collect();
    classes.iter().sum::<f64>() / classes.len() as f64
}

fn swept(subject: Subject, anchor: Anchor) -> Outcome {
    let options = Options { engine: Some(Engine::Frontier), anchor, ..Options::default() };
    Solver::with_options(subject, options).count().unwrap()
}

#[test]
fn of_each_orbit_of_an_anchor_one_option_is_kept() {
    for name in ["pentominoes-6x10", "kanoodle", "hexiamonds-4x9", "soma", "logiq-3"] {
        let subject = catalogued(name);
        let problem = subject.problem();
        let pieces = free_pieces(problem);
        assert!(!pieces.is_empty(), "{name}");
        for item in pieces {
            let Anchoring { item: anchored, kept } = best_anchoring(problem, &[item]).unwrap();
            assert_eq!(anchored, item);
            let mut images: Vec<_> = kept
                .iter()
                .flat_map(|o| problem.group.elements().iter().map(|e| e.options[o.index()]))
                .collect();
            images.sort_unstable();
            assert_eq!(images, problem.cover.options_with(item), "{name}");
        }
    }
}

#[test]
fn a_piece_that_fits_in_few_ways_is_kept_for_early_and_one_that_fits_in_many_for_late() {
    let subject = catalogued("pentominoes-6x10");
    let problem = subject.problem();
    let by_options = |item: &&ItemId| problem.cover.options_with(**item).len();
    let few = *problem.pieces.iter().min_by_key(by_options).unwrap();
    let many = *problem.pieces.iter().max_by_key(by_options).unwrap();
    let of = |item| middle(problem, &best_anchoring(problem, &[item]).unwrap());
    assert!(of(few) < 4.5 && of(many) > 4.5, "{} and {}", of(few), of(many));
    assert_eq!(best_anchoring(problem, &[]), None);
}

#[test]
fn a_sweep_counts_the_same_whichever_piece_is_anchored() {
    for name in ["hexiamonds-4x9", "tetracubes-2x4x4", "logiq-3"] {
        let found = |outcome: &Outcome| (outcome.total.small(), outcome.found().small());
        let expected = found(&swept(catalogued(name), Anchor::None));
        for piece in 0..catalogued(name).problem().pieces.len() {
            let swept = swept(catalogued(name), Anchor::Piece(piece));
            assert_eq!(found(&swept), expected, "{name}, piece {piece}");
        }
    }
}

#[test]
fn a_sweep_that_chooses_its_anchor_has_fewer_states_than_by_the_piece_with_the_fewest_options() {
    // The states of the piece with the fewest options, its options that are numbered first kept.
    for (name, states) in [("kanoodle", 443_601), ("iq-fit-strict", 793_695)] {
        let swept = swept(catalogued(name), Anchor::Auto);
        assert!(swept.nodes < states * 9 / 10, "{name}: {}", swept.nodes);
    }
}
