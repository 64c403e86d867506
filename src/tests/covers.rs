//! Exact covers with secondary items, multiplicities, ranges and colours: every engine against a
//! naive oracle on random small ones, and problems whose answers are known.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::num::NonZeroUsize;

use crate::cover::format::dlx;
use crate::cover::{Case, Cover, OptionId, Problem, StandardCover};
use crate::engine::links::Links;
use crate::solution::CoverCodec;
use crate::solve::listed::Listed;
use crate::solve::options::{Engine, Options, OutputMode};
use crate::solve::solver::{Request, Solver};
use crate::solve::subject::Subject;
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;

use super::agreement::check_trees;
use super::common::cover_oracle::{CoverSketch, Kind};
use super::common::random_covers::{cover_of, covers};
use super::common::{ENGINES, engines_for, explore};

proptest! {
    #![proptest_config(crate::random::repeatable(1_500))]

    #[test]
    fn dancing_links_find_what_the_oracle_finds(sketch in covers()) {
        let problem = Problem::of_cover(cover_of(&sketch));
        let links = Links::new(&problem, &Case::whole(&problem));
        let found = explore(&mut links.worker(), &[]).0;
        check_solutions(&sketch, found)?;
    }

    #[test]
    fn dancing_links_visit_the_same_tree_where_there_are_many_items(sketch in covers()) {
        let tree = |sketch: &CoverSketch| {
            let problem = Problem::of_cover(cover_of(sketch));
            explore(&mut Links::new(&problem, &Case::whole(&problem)).worker(), &[])
        };
        prop_assert_eq!(tree(&far_apart(&sketch)), tree(&sketch));
    }

    #[test]
    fn the_search_visits_the_tree_of_dancing_links_and_the_diagram_holds_its_solutions(
        sketch in covers(),
    ) {
        check_trees(&Problem::of_cover(cover_of(&sketch)))?;
    }

    #[test]
    fn every_engine_counts_and_lists_what_the_oracle_finds(sketch in covers()) {
        let cover = cover_of(&sketch);
        let expected = sketch.solutions();
        let engines = engines_for(&Problem::of_cover(cover.clone()));
        for engine in engines.into_iter().map(Some).chain([None]) {
            for (threads, memory_bytes) in [(1, 1 << 30), (2, 1 << 30), (1, 0)] {
                let solver = solver(&cover, engine, threads, memory_bytes);
                if memory_bytes > 0 {
                    check_listing(&solver, &expected)?;
                }
                if memory_bytes > 0 || engine == Some(Engine::Frontier) {
                    let total = solver.count().unwrap().total;
                    prop_assert_eq!(total, expected.len() as u128, "{:?}", engine);
                }
            }
        }
    }
}

/// The same cover, with so many items in front of each that no option has that there are more than a
/// thousand in all, and the others lie far from each other.
fn far_apart(sketch: &CoverSketch) -> CoverSketch {
    let between = 1_100 / sketch.items.len();
    let with_others = |&item: &Kind| std::iter::repeat_n(Kind::Secondary(1), between).chain([item]);
    let moved = |item: usize| item * (between + 1) + between;
    CoverSketch {
        items: sketch.items.iter().flat_map(with_others).collect(),
        options: sketch
            .options
            .iter()
            .map(|option| option.iter().map(|&(item, colour)| (moved(item), colour)).collect())
            .collect(),
    }
}

proptest! {
    #![proptest_config(crate::random::repeatable(400))]

    #[test]
    fn a_cover_written_in_knuths_format_is_read_as_the_same_cover(sketch in covers()) {
        let cover = cover_of(&sketch);
        let is_said = |item| cover.is_primary(item) || cover.multiplicity(item) == 1;
        prop_assume!(cover.items().all(is_said));
        // Without primary items the item line is a comment, and no option is ever chosen.
        prop_assume!(cover.items().any(|item| cover.is_primary(item)));
        let written = |cover: &Cover| {
            let mut text = Vec::new();
            dlx::write_cover(&mut text, cover, &[]).unwrap();
            String::from_utf8(text).unwrap()
        };
        let read = dlx::read(&written(&cover)).unwrap().cover;
        let problem = Problem::of_cover(read.clone());
        let found = explore(&mut Links::new(&problem, &Case::whole(&problem)).worker(), &[]).0;
        prop_assert_eq!(found.len(), sketch.solutions().len(), "{}", written(&cover));
        // What is read is written as it was, but for the note on options that are left out.
        let again = dlx::read(&written(&read)).unwrap().cover;
        let lines = |text: String| {
            let lines = text.lines().filter(|line| !line.starts_with('|'));
            lines.map(str::to_owned).collect::<Vec<_>>()
        };
        prop_assert_eq!(lines(written(&again)), lines(written(&read)));
    }

    #[test]
    fn a_standard_cover_has_each_solution_once(sketch in covers()) {
        let problem = Problem::of_cover(cover_of(&sketch));
        let standard = StandardCover::new(&problem, &Case::whole(&problem)).unwrap();
        prop_assert!(!standard.cover.has_ranges());
        let origin = |option: &OptionId| standard.options[option.index()];
        let whole = Problem::of_cover(standard.cover.clone());
        let found = explore(&mut Links::new(&whole, &Case::whole(&whole)).worker(), &[]).0;
        let found = found.iter().map(|options| options.iter().filter_map(origin).collect());
        check_solutions(&sketch, found.collect())?;
    }
}

/// What every engine counts of a cover in Knuth's format.
#[track_caller]
fn total(text: &str) -> u128 {
    let cover = Cover::parse_dlx(text).unwrap();
    let count = |engine| solver(&cover, engine, 2, 1 << 30).count().unwrap().total.small();
    let [first, rest @ ..] = ENGINES.map(|engine| count(Some(engine)));
    assert!(rest.iter().all(|&total| total == first), "{first} and {rest:?}");
    assert_eq!(count(None), first);
    first
}

/// The lines of the solutions of a cover in Knuth's format.
fn solutions(text: &str) -> Vec<String> {
    let cover = Cover::parse_dlx(text).unwrap();
    let solver = Solver::new(&cover).unwrap();
    let mut lines: Vec<String> =
        solver.solutions().unwrap().map(|solution| solution.unwrap().to_string()).collect();
    lines.sort_unstable();
    lines
}

#[test]
fn knuths_small_examples_have_their_one_solution() {
    let colours = "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n";
    assert_eq!(total(colours), 1);
    assert_eq!(solutions(colours), ["2: p r x:A y\n4: q x:A\n"]);
    let ranges = "A B 2:3|C | X Y\nA B X:0 Y:0\nA C X:1 Y:1\nC X:0\nB X:1\nC Y:1\n";
    assert_eq!(total(ranges), 1);
    assert_eq!(solutions(ranges), ["2: A C X:1 Y:1\n4: B X:1\n5: C Y:1\n"]);
}

#[test]
fn an_item_that_may_be_covered_once_is_not_a_secondary_item() {
    // An option needs a primary item, and this one need not be chosen.
    assert_eq!(total("a 0:1|b\na\nb\nb\n"), 3);
    assert_eq!(total("a | b\na\nb\nb\n"), 1);
    assert_eq!(total("0:3|b | c\nb c\nb c\nb\nc\n"), 6);
}

/// The colourings of a graph whose edges end in different colours: an item for each edge, an option
/// for each pair of colours.
fn colourings(edges: &[(usize, usize)], colours: usize) -> String {
    let vertices: BTreeSet<usize> = edges.iter().flat_map(|&(a, b)| [a, b]).collect();
    let names: Vec<String> = (0..edges.len()).map(|edge| format!("e{edge}")).collect();
    let vertices: Vec<String> = vertices.iter().map(|vertex| format!("v{vertex}")).collect();
    let mut text = format!("{} | {}\n", names.join(" "), vertices.join(" "));
    for (edge, (a, b)) in edges.iter().enumerate() {
        for (x, y) in (0..colours).flat_map(|x| (0..colours).map(move |y| (x, y))) {
            if x != y {
                writeln!(text, "e{edge} v{a}:{x} v{b}:{y}").unwrap();
            }
        }
    }
    text
}

#[test]
fn colourings_of_graphs_are_as_many_as_their_polynomials_say() {
    let cycle = |n: usize| (0..n).map(|a| (a, (a + 1) % n)).collect::<Vec<_>>();
    for (n, k) in [(5, 2), (6, 2), (5, 3), (6, 4), (7, 5)] {
        let wrapped = if n % 2 == 0 { k as i64 - 1 } else { 1 - k as i64 };
        let expected = (k as i64 - 1).pow(n as u32) + wrapped;
        assert_eq!(total(&colourings(&cycle(n), k)), expected as u128, "{n}, {k}");
    }
    // Four colours on a wheel: the hub has one, the rim the other three.
    let wheel = |n: usize| [cycle(n), (0..n).map(|a| (a, n)).collect()].concat();
    assert_eq!(total(&colourings(&wheel(6), 4)), 4 * (64 + 2));
    // Three colours on a grid of 4 x 4, whose items and literals do not fit one word.
    let grid = |n: usize| {
        let cells = (0..n).flat_map(|r| (0..n).map(move |c| (r, c)));
        let cell = move |(r, c): (usize, usize)| n * r + c;
        cells
            .flat_map(|(r, c)| [((r, c), (r + 1, c)), ((r, c), (r, c + 1))])
            .filter(|&(_, (r, c))| r < n && c < n)
            .map(|(a, b)| (cell(a), cell(b)))
            .collect::<Vec<_>>()
    };
    assert_eq!(total(&colourings(&grid(3), 3)), 246);
    assert_eq!(total(&colourings(&grid(4), 3)), 7_812);
}

#[test]
fn word_rectangles_are_as_many_as_pairs_of_rows_and_columns_say() {
    // Words of three letters out of five, by a rule that leaves about one in three.
    let letters = || 'a'..='e';
    let is_word = |word: &[char; 3]| {
        let value = |c: char| c as u32 - 'a' as u32;
        (value(word[0]) + 2 * value(word[1]) + value(word[2]) * value(word[0])) % 3 == 1
    };
    let triples = letters().flat_map(|a| letters().map(move |b| (a, b)));
    let triples = triples.flat_map(|(a, b)| letters().map(move |c| [a, b, c]));
    let words: Vec<[char; 3]> = triples.filter(is_word).collect();
    let mut text = String::from("r0 r1 r2 c0 c1 c2 |");
    for (row, column) in (0..3).flat_map(|row| (0..3).map(move |column| (row, column))) {
        write!(text, " x{row}{column}").unwrap();
    }
    text.push('\n');
    for line in 0..3 {
        for [a, b, c] in &words {
            writeln!(text, "r{line} x{line}0:{a} x{line}1:{b} x{line}2:{c}").unwrap();
            writeln!(text, "c{line} x0{line}:{a} x1{line}:{b} x2{line}:{c}").unwrap();
        }
    }
    let mut expected = 0;
    for a in &words {
        for b in &words {
            for c in &words {
                expected += u128::from((0..3).all(|at| is_word(&[a[at], b[at], c[at]])));
            }
        }
    }
    assert!(expected > 1_000, "{expected}");
    assert_eq!(total(&text), expected);
}

/// The sets of vertices of a path, such that each vertex is in one or has a neighbour there.
fn dominating_sets_of_a_path(vertices: usize) -> String {
    let neighbours = |v: usize| v.saturating_sub(1)..=(v + 1).min(vertices - 1);
    let item = |v: usize| format!("1:{}|v{v}", neighbours(v).count());
    let items: Vec<String> = (0..vertices).map(item).collect();
    let mut text = items.join(" ") + "\n";
    for v in 0..vertices {
        let names: Vec<String> = neighbours(v).map(|v| format!("v{v}")).collect();
        writeln!(text, "{}", names.join(" ")).unwrap();
    }
    text
}

#[test]
fn dominating_sets_of_paths_are_the_odd_tribonacci_numbers() {
    // 1, 3, 5, and each the sum of the three before it.
    let mut numbers: Vec<u128> = vec![1, 3, 5];
    while numbers.len() < 100 {
        numbers.push(numbers[numbers.len() - 3..].iter().sum());
    }
    for vertices in [1, 2, 3, 4, 7, 14] {
        assert_eq!(
            total(&dominating_sets_of_a_path(vertices)),
            numbers[vertices - 1],
            "{vertices}"
        );
    }
    let cover = Cover::parse_dlx(&dominating_sets_of_a_path(100)).unwrap();
    let swept = solver(&cover, Some(Engine::Frontier), 1, 1 << 30).count().unwrap();
    assert_eq!(swept.total, numbers[99]);
}

/// The tilings of a board by squares, counted by the first cell that is not covered; `used[s - 1]`
/// is how many squares of side `s` there are so far.
fn tilings(board: &mut Vec<Vec<bool>>, used: &mut [u32], bounds: &[(u32, u32)]) -> u128 {
    let (rows, columns) = (board.len(), board[0].len());
    let cells = (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c)));
    let Some((r, c)) = cells.into_iter().find(|&(r, c)| !board[r][c]) else {
        let fits = |(used, bounds): (&u32, &(u32, u32))| (bounds.0..=bounds.1).contains(used);
        return u128::from(used.iter().zip(bounds).all(fits));
    };
    let mut sum = 0;
    for side in 1..=bounds.len() {
        let inside = r + side <= rows && c + side <= columns;
        if !inside || (r..r + side).any(|r| board[r][c..c + side].contains(&true)) {
            continue;
        }
        let fill = |board: &mut Vec<Vec<bool>>, value| {
            (r..r + side).for_each(|r| board[r][c..c + side].fill(value));
        };
        fill(board, true);
        used[side - 1] += 1;
        sum += tilings(board, used, bounds);
        used[side - 1] -= 1;
        fill(board, false);
    }
    sum
}

#[test]
fn squares_of_each_size_fill_a_board_as_often_as_their_bounds_allow() {
    let (rows, columns) = (5, 6);
    for bounds in [[(0, 30), (0, 7), (0, 2)], [(4, 9), (3, 4), (0, 1)], [(5, 5), (4, 4), (1, 1)]] {
        let mut text = String::new();
        for (side, (least, most)) in bounds.iter().enumerate() {
            write!(text, "{least}:{most}|s{} ", side + 1).unwrap();
        }
        let cells = (0..rows).flat_map(|r| (0..columns).map(move |c| format!("x{r}{c}")));
        text += &(cells.collect::<Vec<_>>().join(" ") + "\n");
        for side in 1..=3 {
            for (r, c) in (0..=rows - side).flat_map(|r| (0..=columns - side).map(move |c| (r, c)))
            {
                write!(text, "s{side}").unwrap();
                for (r, c) in (r..r + side).flat_map(|r| (c..c + side).map(move |c| (r, c))) {
                    write!(text, " x{r}{c}").unwrap();
                }
                text.push('\n');
            }
        }
        let mut board = vec![vec![false; columns]; rows];
        assert_eq!(total(&text), tilings(&mut board, &mut [0; 3], &bounds), "{bounds:?}");
    }
}

/// Solutions in any order are those of the oracle, each once.
fn check_solutions(sketch: &CoverSketch, found: Vec<Vec<OptionId>>) -> TestCaseResult {
    let indices = |options: Vec<OptionId>| {
        let mut indices: Vec<usize> = options.iter().map(|option| option.index()).collect();
        indices.sort_unstable();
        indices
    };
    let mut found: Vec<Vec<usize>> = found.into_iter().map(indices).collect();
    found.sort_unstable();
    prop_assert_eq!(found, sketch.solutions());
    Ok(())
}

/// The solutions that a solver writes are these, by their options from 0 on.
fn check_listing(solver: &Solver, expected: &[Vec<usize>]) -> TestCaseResult {
    let listed = Listed::new(solver, OutputMode::Distinct, &Request::default()).unwrap();
    let numbers = |record: &[u8]| CoverCodec::numbers(record).map(|n| n as usize - 1).collect();
    let mut found: Vec<Vec<usize>> =
        listed.records.chunks_exact(listed.record_len).map(numbers).collect();
    found.sort_unstable();
    prop_assert_eq!(&found[..], expected, "{:?}", solver.options().engine);
    Ok(())
}

fn solver(cover: &Cover, engine: Option<Engine>, threads: usize, memory_bytes: u64) -> Solver {
    let threads = NonZeroUsize::new(threads).unwrap();
    let options = Options { engine, threads, memory_bytes, ..Options::default() };
    Solver::with_options(Subject::cover("random", cover.clone()), options)
}
