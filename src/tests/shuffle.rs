//! Nothing depends on the order in which pieces, items and options come: names travel along, and
//! counts and fingerprints stay.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::cancel::CancelToken;
use crate::cover::{ItemId, OptionId, Problem, cases};
use crate::engine::{Capacity, SimdLevel};
use crate::puzzle::Compiled;
use crate::puzzle::catalog::catalog;
use crate::puzzle::model::{Motions, Puzzle};
use crate::solution::LineCodec;
use crate::solution::line_codec::Picture;
use crate::solve::analysis::Analysis;
use crate::solve::analysis::probe::rank_anchors;
use crate::solve::analysis::symmetry::by_work_left;
use crate::solve::options::{Anchor, Engine, OutputMode};
use crate::solve::rates::Rates;
use crate::solve::subject::Subject;
use proptest::prelude::*;

use super::common::{
    compiled, cylinder, engines_for, explore_links, explore_search, from_catalogue, lines,
    optional, oracle, piece, puzzle, random, rectangle, ring, run_all, settings, tower,
};

proptest! {
    #![proptest_config(crate::random::repeatable(60))]

    #[test]
    fn random_puzzles_can_be_shuffled(sketch in random::puzzles(), seed in any::<u64>()) {
        if oracle::solve_if_clear(&sketch.0, 5_000).is_some() {
            let mut random = Random(seed);
            check_pieces(&sketch.0, &mut random);
            check_numbers(&sketch.0, &mut random);
        }
    }
}

/// Marsaglia's xorshift generator (Journal of Statistical Software 8:14, 2003).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 |= 1;
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % bound
    }

    fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last + 1));
        }
    }
}

/// The puzzle with its pieces in another order.
fn with_pieces_shuffled(puzzle: &Puzzle, random: &mut Random) -> Puzzle {
    let mut order: Vec<usize> = (0..puzzle.pieces.len()).collect();
    // What stays free comes after the pieces.
    random.shuffle(&mut order[..puzzle.piece_count()]);
    let mut shuffled = puzzle.clone();
    shuffled.pieces = order.iter().map(|&piece| puzzle.pieces[piece].clone()).collect();
    for given in &mut shuffled.given {
        given.piece = order.iter().position(|&old| old == given.piece).expect("a permutation");
    }
    shuffled
}

/// The names of the pieces that can anchor, in the order in which a search takes them.
fn ranked(puzzle: &Puzzle) -> Vec<String> {
    let Compiled { problem, .. } = compiled(puzzle);
    let capacity = Capacity::new(&problem);
    let items = by_work_left(&problem, &[]);
    let ranked = rank_anchors(&problem, &items, capacity.as_ref(), &CancelToken::default());
    let number = |item| problem.pieces.iter().position(|piece| *piece == item);
    let numbers = ranked.expect("nobody cancels it").into_iter().filter_map(number);
    numbers.map(|number| puzzle.pieces[number].name.clone()).collect()
}

/// The engine that seems to go through the tree of a puzzle in the least time, and how many nodes or states
/// it seems to have.
fn foretold(puzzle: &Puzzle) -> (Engine, f64) {
    let subject = Arc::new(Subject::Puzzle(Box::new(compiled(puzzle))));
    let (rates, cancel) = (Rates::anywhere(), CancelToken::new());
    let analysis = Analysis::new(subject, Anchor::Auto);
    let cost = analysis.tree_cost((rates, true), f64::INFINITY, u64::MAX, &cancel).unwrap();
    (cost.engine, cost.nodes)
}

/// Runs a puzzle with its pieces in another order.
fn check_pieces(puzzle: &Puzzle, random: &mut Random) {
    let shuffled = with_pieces_shuffled(puzzle, random);
    let (compiled, shuffled) = (compiled(puzzle), compiled(&shuffled));
    for engine in engines_for(&compiled.problem) {
        let settings = settings(engine, &Anchor::Auto, 1, OutputMode::Distinct);
        let [before, after] = [&compiled, &shuffled].map(|it| run_all(it, &settings));
        assert_eq!(lines(&before), lines(&after), "{engine:?}");
        let counts = [&before.counts, &after.counts]
            .map(|t| (t.distinct.clone(), t.total.clone(), t.fingerprint));
        assert_eq!(counts[0], counts[1], "{engine:?}");
    }
}

/// Searches a puzzle with its items and options numbered anew.
fn check_numbers(puzzle: &Puzzle, random: &mut Random) {
    let compiled = compiled(puzzle);
    let problem = &compiled.problem;
    let settings = settings(Engine::Search, &Anchor::Auto, 1, OutputMode::Distinct);
    let expected: BTreeSet<String> = lines(&run_all(&compiled, &settings)).into_iter().collect();
    let mut items: Vec<ItemId> = problem.cover.items().collect();
    let mut options: Vec<OptionId> = problem.cover.options().collect();
    random.shuffle(&mut items);
    random.shuffle(&mut options);
    let renumbered = problem.renumbered(&items, &options);
    let mut old_options = options.clone();
    for (old, new) in options.iter().enumerate() {
        old_options[new.index()] = OptionId(old as u32);
    }
    for anchors in [renumbered.pieces.clone(), Vec::new()] {
        let found = orbits(&compiled, &renumbered, &anchors, &old_options);
        assert!(found == expected, "{} orbits, not {}", found.len(), expected.len());
    }
}

/// Solutions as sets of options.
fn sets(solutions: Vec<Vec<OptionId>>) -> BTreeSet<BTreeSet<OptionId>> {
    solutions.into_iter().map(|options| options.into_iter().collect()).collect()
}

/// The canonical lines of the solutions of a renumbered problem.
fn orbits(
    compiled: &Compiled,
    renumbered: &Problem,
    anchors: &[ItemId],
    old_options: &[OptionId],
) -> BTreeSet<String> {
    let codec = LineCodec::new(compiled);
    let (mut picture, mut orbits) = (Picture::default(), BTreeSet::new());
    let capacity = Capacity::new(renumbered);
    for case in cases(renumbered, anchors) {
        let (solutions, nodes) = explore_links(renumbered, &case);
        let plain = explore_search(renumbered, &case, None, SimdLevel::best());
        assert!(plain == (solutions, nodes), "search and links agree");
        let capped = explore_search(renumbered, &case, capacity.as_ref(), SimdLevel::best());
        // They may lead to the same solutions by other items.
        assert!(sets(capped.0) == sets(plain.0.clone()), "the capacities cut no solution");
        for solution in &plain.0 {
            let options: Vec<OptionId> = solution.iter().map(|o| old_options[o.index()]).collect();
            codec.fill(&options, &mut picture).expect("what is found is a solution");
            let mut line = Vec::new();
            codec.write_canonical(&picture, &mut line);
            orbits.insert(String::from_utf8_lossy(&line).into_owned());
        }
    }
    orbits
}

#[test]
fn anchors_are_ranked_alike_whatever_the_order_of_the_pieces() {
    let files = catalog().expect("the catalogue is sound");
    for name in ["lonpos-pyramid", "pentominoes-8x8-hole", "cubi-magici", "soma", "logiq-3"] {
        let mut members = files.iter().flat_map(|file| &file.members);
        let puzzle = members.find(|puzzle| puzzle.name == name).expect("it is in the catalogue");
        let best = ranked(puzzle).into_iter().take(3).collect::<Vec<_>>();
        for seed in 1..5 {
            let shuffled = with_pieces_shuffled(puzzle, &mut Random(seed));
            let again: Vec<_> = ranked(&shuffled).into_iter().take(3).collect();
            assert_eq!(again, best, "{name}");
        }
    }
}

#[test]
fn the_pieces_of_a_tower_may_come_in_any_order() {
    for rows in [2, 3] {
        check_pieces(&tower(rows), &mut Random(rows as u64));
    }
}

#[test]
fn the_items_and_options_of_the_towers_may_be_numbered_in_any_way() {
    for rows in [2, 3] {
        check_numbers(&tower(rows), &mut Random(7 + rows as u64));
    }
}

#[test]
fn a_puzzle_with_copies_and_rings_can_be_shuffled() {
    let pieces = vec![
        ring(piece("01", "00", Motions::HalfTurn)),
        piece("ab", "aaa/a..", Motions::HalfTurn),
        optional(piece("cd", "c/c", Motions::HalfTurn)),
    ];
    let puzzle = puzzle(cylinder(2, 8, true, Motions::HalfTurn), pieces);
    assert!(!oracle::solve(&puzzle, 1_000_000).expect("small enough").distinct.is_empty());
    for seed in 1..10 {
        check_pieces(&puzzle, &mut Random(seed));
        check_numbers(&puzzle, &mut Random(seed));
    }
}

#[test]
fn pieces_that_differ_only_in_name_may_come_in_any_order() {
    // The half turn of the row exchanges two pieces with two others: which with which must
    // follow from their names, or the canonical lines would depend on their order.
    let shapes = [("A", "xx.x"), ("B", "xx.x"), ("C", "x.xx"), ("D", "x.xx")];
    let pieces = shapes.map(|(name, shape)| optional(piece(name, shape, Motions::Translate)));
    let mut puzzle = puzzle(rectangle(1, 6, Motions::HalfTurn), pieces.to_vec());
    let expected = ["AACACC", "AADADD", "BBDBDD"];
    for _ in 0..2 {
        let settings = settings(Engine::Search, &Anchor::Auto, 1, OutputMode::Distinct);
        assert_eq!(lines(&run_all(&compiled(&puzzle), &settings)), expected);
        puzzle.pieces.swap(2, 3);
    }
}

#[test]
fn a_search_is_foretold_alike_whatever_the_order_of_the_pieces() {
    let mut random = Random(7);
    for (name, engine, most) in [
        ("pentominoes-6x10", Engine::Scan, 1.001),
        ("kanoodle", Engine::Scan, 1.001),
        ("bedlam", Engine::Search, 1.25),
        // Here a search often chooses another one of several pieces that are alike.
        ("hexiamonds-snowflake", Engine::Search, 2.0),
        ("hexiamonds-6x6", Engine::Search, 2.0),
    ] {
        let mut puzzle = from_catalogue(name);
        puzzle.anchors.clear();
        let first = foretold(&puzzle);
        assert_eq!(first.0, engine, "{name}");
        for _ in 0..4 {
            let other = foretold(&with_pieces_shuffled(&puzzle, &mut random));
            let is_alike = (1.0 / most..most).contains(&(other.1 / first.1));
            assert!(other.0 == engine && is_alike, "{name}: {other:?} after {first:?}");
        }
    }
}
