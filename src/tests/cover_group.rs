//! The group of a plain cover: its order against all permutations of tiny covers and against what is
//! known of graphs, and distinct counts against orbits made by hand.

use std::collections::BTreeSet;

use crate::cancel::CancelToken;
use crate::cover::automorphism::Automorphisms;
use crate::cover::{Cover, Group};
use crate::solve::options::Options;
use crate::solve::solver::Solver;
use crate::solve::subject::Subject;
use crate::solve::{Engine, Error};
use crate::work_limit::WorkLimit;

use super::common::ENGINES;
use super::common::cover_oracle::{CoverSketch, Use};
use super::common::random_covers::cover_of;
use super::common::symmetric_covers::{blocks, latin_squares, planted, queens};

fn automorphisms(cover: &Cover) -> Automorphisms {
    Automorphisms::of_cover(cover, &mut WorkLimit::new(1 << 28, &CancelToken::new()))
}

#[track_caller]
fn order(text: &str) -> u128 {
    let order = automorphisms(&Cover::parse_dlx(text).unwrap()).order();
    assert!(order.is_whole);
    order.exact.unwrap()
}

/// The graph as a cover: an item for each vertex, an option for each edge.
fn graph(vertices: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> String {
    blocks(vertices, edges.into_iter().map(|(a, b)| vec![a, b]))
}

#[test]
fn groups_of_known_graphs_have_their_orders() {
    for n in 3..9 {
        assert_eq!(order(&graph(n, (0..n).map(|a| (a, (a + 1) % n)))), 2 * n as u128);
    }
    let bipartite = |m: usize, n: usize| {
        graph(m + n, (0..m).flat_map(move |a| (0..n).map(move |b| (a, m + b))))
    };
    assert_eq!(order(&bipartite(3, 4)), 6 * 24);
    assert_eq!(order(&bipartite(4, 4)), 2 * 24 * 24);
    let cube = (0..8).flat_map(|a| [1, 2, 4].map(|bit| (a, a ^ bit))).filter(|(a, b)| a < b);
    assert_eq!(order(&graph(8, cube)), 48);
    let petersen = (0..5).flat_map(|a| [(a, (a + 1) % 5), (a, a + 5), (a + 5, (a + 2) % 5 + 5)]);
    assert_eq!(order(&graph(10, petersen)), 120);
    let complete = (0..20).flat_map(|a| (a + 1..20).map(move |b| (a, b)));
    assert_eq!(order(&graph(20, complete)), (1..=20).product());
    let cell = |r: usize, c: usize| 8 * r + c;
    let dominoes = (0..8).flat_map(|r| {
        (0..7).flat_map(move |c| [(cell(r, c), cell(r, c + 1)), (cell(c, r), cell(c + 1, r))])
    });
    assert_eq!(order(&graph(64, dominoes)), 8);
    assert_eq!(order(&queens(8)), 8);
    // Rows, columns and symbols are permuted, and exchanged.
    assert_eq!(order(&latin_squares(5)), 120 * 120 * 120 * 6);
}

#[test]
fn vertices_with_neighbours_alike_that_nothing_exchanges_are_told_apart() {
    // Every vertex of a hexagon and of two triangles has two neighbours.
    let cycle = |from: usize, n: usize| (0..n).map(move |a| (from + a, from + (a + 1) % n));
    let cycles = cycle(0, 6).chain(cycle(6, 3)).chain(cycle(9, 3));
    assert_eq!(order(&graph(12, cycles)), 12 * (6 * 6 * 2));
    // Every vertex of a prism, and of the graph of three houses and three wells, has three.
    let prism = (0..3).flat_map(|a| [(a, (a + 1) % 3), (a + 3, (a + 1) % 3 + 3), (a, a + 3)]);
    let wells = (6..9).flat_map(|house| (9..12).map(move |well| (house, well)));
    assert_eq!(order(&graph(12, prism.chain(wells))), 12 * 72);
}

#[test]
fn a_group_of_which_too_much_would_have_to_be_tried_is_told_as_a_part() {
    // Rooks on 4 x 4, and the graph of Shrikhande: six neighbours each, two of them shared by any two.
    let vertex = |row: usize, column: usize| 4 * (row % 4) + column % 4;
    let each = || (0..16).map(|at| (at / 4, at % 4));
    let rooks = each().flat_map(|(row, column)| {
        let down = (row + 1..4).map(move |other| (vertex(row, column), vertex(other, column)));
        down.chain((column + 1..4).map(move |other| (vertex(row, column), vertex(row, other))))
    });
    let shrikhande = each().flat_map(|(row, column)| {
        let other = |down, right| 16 + vertex(row + down, column + right);
        [(0, 1), (1, 0), (1, 1)].map(|(down, right)| (other(0, 0), other(down, right)))
    });
    let text = graph(32, rooks.chain(shrikhande));
    let order = automorphisms(&Cover::parse_dlx(&text).unwrap()).order();
    let exact = order.exact.unwrap();
    assert!(!order.is_whole && exact > 1 && 1_152 * 192 % exact == 0, "{order}");
}

#[test]
fn a_group_that_is_too_large_for_a_number_is_told_by_its_logarithm() {
    let complete = (0..50).flat_map(|a| (a + 1..50).map(move |b| (a, b)));
    let cover = Cover::parse_dlx(&graph(50, complete)).unwrap();
    let order = automorphisms(&cover).order();
    assert_eq!((order.exact, order.is_whole), (None, true));
    assert_eq!(order.to_string(), "3.04e64");
    let little = Automorphisms::of_cover(&cover, &mut WorkLimit::new(20_000, &CancelToken::new()));
    assert!(little.order().to_string().starts_with("at least "));
    let none = Automorphisms::of_cover(&cover, &mut WorkLimit::new(1, &CancelToken::new()));
    assert_eq!(none.order().to_string(), "at least 1");
}

#[test]
fn twins_are_exchanged_and_colours_of_an_item_are() {
    assert_eq!(order("a b\na\na\na\na b\nb\n"), 6);
    // Items that say the same twice exchange no options.
    assert_eq!(order("a b c\na b\na b c\n"), 1);
    // Either item, and either colour of each of the two others.
    assert_eq!(order("a b | x y\na x:1\na x:2\nb y:1\nb y:2\n"), 8);
    assert_eq!(order("a b | x\na x:1\na x:2\nb x:1\nb x:2\n"), 4);
    assert_eq!(order("a b | x\na x:1\na x:2\nb x:1\nb x:2\nb x\n"), 2);
    assert_eq!(order("a 0:1|b\na\nb\n"), 1);
}

/// Every permutation of as many numbers.
fn permutations(count: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for next in 0..count {
        let longer = |shorter: &Vec<usize>| {
            (0..=next)
                .map(|at| {
                    let mut longer = shorter.clone();
                    longer.insert(at, next);
                    longer
                })
                .collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// Whether a permutation of options, with one of items, keeps a cover as it is.
fn keeps(sketch: &CoverSketch, items: &[usize], options: &[usize]) -> bool {
    let is_coloured = |item: usize| {
        sketch.options.iter().flatten().any(|entry| *entry == (item, entry.1) && entry.1.is_some())
    };
    if (0..items.len()).any(|item| {
        sketch.items[item] != sketch.items[items[item]]
            || is_coloured(item) != is_coloured(items[item])
    }) {
        return false;
    }
    let mut pairs: BTreeSet<(Use, Use)> = BTreeSet::new();
    for (option, &image) in sketch.options.iter().zip(options) {
        let image = &sketch.options[image];
        if option.len() != image.len() {
            return false;
        }
        for &(item, colour) in option {
            let Some(&other) = image.iter().find(|entry| entry.0 == items[item]) else {
                return false;
            };
            if colour.is_some() != other.1.is_some() {
                return false;
            }
            pairs.insert(((item, colour), other));
        }
    }
    let from: BTreeSet<Use> = pairs.iter().map(|pair| pair.0).collect();
    let to: BTreeSet<Use> = pairs.iter().map(|pair| pair.1).collect();
    from.len() == pairs.len() && to.len() == pairs.len()
}

/// Every permutation of the options of a tiny cover that some permutation of its items goes with.
fn symmetries(sketch: &CoverSketch) -> Vec<Vec<usize>> {
    let items = permutations(sketch.items.len());
    let is_one = |options: &Vec<usize>| items.iter().any(|items| keeps(sketch, items, options));
    permutations(sketch.options.len()).into_iter().filter(is_one).collect()
}

/// The planted covers with no more items and options than that.
fn tiny_covers(items: usize, options: usize) -> impl Iterator<Item = CoverSketch> {
    let is_tiny =
        move |sketch: &CoverSketch| sketch.items.len() <= items && sketch.options.len() <= options;
    (0..4_000).map(planted).filter(is_tiny)
}

#[test]
fn the_group_of_a_tiny_cover_is_all_permutations_that_keep_it() {
    let mut largest = 0;
    for sketch in tiny_covers(5, 6).take(150) {
        let cover = cover_of(&sketch);
        let found = automorphisms(&cover);
        let expected: BTreeSet<Vec<usize>> = symmetries(&sketch).into_iter().collect();
        assert_eq!(found.order().exact, Some(expected.len() as u128), "{sketch:?}");
        let group = Group::new(&cover, found.elements());
        let numbers = |element: &crate::cover::Element| {
            element.options.iter().map(|option| option.index()).collect::<Vec<_>>()
        };
        let listed: BTreeSet<Vec<usize>> = group.elements().iter().map(numbers).collect();
        assert_eq!(listed, expected, "{sketch:?}");
        assert_eq!(group.order(), expected.len());
        for generator in found.generators() {
            let generator = numbers(&generator);
            let product = |one: &Vec<usize>| one.iter().map(|&at| generator[at]).collect();
            let images: BTreeSet<Vec<usize>> = listed.iter().map(product).collect();
            assert_eq!(images, listed, "the elements are closed");
        }
        largest = largest.max(expected.len());
    }
    assert!(largest >= 48, "{largest}");
}

#[test]
fn distinct_solutions_are_the_orbits_of_all_permutations_that_keep_a_cover() {
    for sketch in tiny_covers(5, 6).take(120) {
        let group = symmetries(&sketch);
        let solutions = sketch.solutions();
        let image = |solution: &Vec<usize>, symmetry: &Vec<usize>| {
            let mut image: Vec<usize> = solution.iter().map(|&option| symmetry[option]).collect();
            image.sort_unstable();
            image
        };
        let is_least =
            |solution: &&Vec<usize>| group.iter().all(|g| image(solution, g) >= **solution);
        let distinct = solutions.iter().filter(is_least).count() as u128;
        for engine in ENGINES.map(Some).into_iter().chain([None]) {
            let options = Options { engine, ..Options::default() };
            let solver = Solver::with_options(Subject::cover("tiny", cover_of(&sketch)), options);
            for solver in [solver.clone().without_symmetry(), solver] {
                let outcome = solver.count_distinct().unwrap();
                let expected = ((solutions.len() as u128).into(), Some(distinct.into()));
                assert_eq!((outcome.total, outcome.distinct), expected, "{engine:?} {sketch:?}");
            }
        }
    }
}

#[test]
fn options_that_clash_in_colours_with_their_images_are_in_no_symmetric_solution() {
    // Both items take one colour or the other. The symmetry that exchanges the items and the colours
    // turns each option into one that it clashes with, and leaves no solution as it is.
    let text = "a b | x\na x:1\na x:2\nb x:1\nb x:2\n";
    assert_eq!(order(text), 4);
    // Were an option and its image taken together, the second cover would have two such solutions.
    let without = "a b c | x y\na x:1\nb x:2\nc\nc y\n";
    assert_eq!(order(without), 2);
    for (text, total, distinct) in [(text, 2, 1), (without, 0, 0)] {
        for engine in ENGINES {
            let solver = Solver::new(&Cover::parse_dlx(text).unwrap()).unwrap().engine(engine);
            let outcome = solver.count_distinct().unwrap();
            assert_eq!(outcome.total, total, "{engine:?}");
            assert_eq!(outcome.distinct, Some(distinct.into()), "{engine:?}");
        }
    }
}

#[test]
fn distinct_counts_of_known_covers_are_right() {
    let distinct = |text: &str, engine| {
        let solver = Solver::new(&Cover::parse_dlx(text).unwrap()).unwrap();
        solver.engine(engine).count_distinct().unwrap().distinct.unwrap().small()
    };
    for engine in ENGINES {
        assert_eq!(distinct(&queens(8), engine), 12);
        assert_eq!(distinct(&queens(6), engine), 1);
    }
    // Latin squares of order four have two main classes, under 82,944 symmetries.
    assert_eq!(distinct(&latin_squares(4), Engine::Search), 2);
}

#[test]
fn too_many_symmetries_are_refused_in_one_sentence() {
    let solver = Solver::new(&Cover::parse_dlx(&latin_squares(5)).unwrap()).unwrap();
    let error = solver.count_distinct().unwrap_err();
    assert!(matches!(error, Error::TooManySymmetries { .. }));
    assert_eq!(
        error.to_string(),
        "cover has 10,368,000 symmetries, too many to count distinct solutions: all must be found, \
         and at most 100000 are listed"
    );
}
