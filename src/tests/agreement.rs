//! Every engine, anchor and number of threads against a naive oracle, on random small puzzles and
//! on puzzles made by hand for what is easily got wrong.

use std::collections::BTreeSet;
use std::ops::{ControlFlow, Range};

use crate::cancel::CancelToken;
use crate::cover::builder::CoverBuilder;
use crate::cover::{Case, Cover, ItemId, OptionId, Problem, cases};
use crate::engine::frontier::{Diagram, Frontier, Path, Slices, SweepProgress};
use crate::engine::links::Links;
use crate::engine::scan::{Outlook, Scan};
use crate::engine::search::{Search, SearchWorker};
use crate::engine::{Branch, Tally, Threads, Tracer, Visitor, WorkSplitter, Worker};
use crate::engine::{Capacity, SimdLevel};
use crate::puzzle::model::{Board, Inner, Lattice, Motions, Piece, Place, Puzzle};
use crate::solve::error::Error;
use crate::solve::options::{Anchor, Engine, OutputMode};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{TestCaseResult, TestRunner};
use sha2::{Digest, Sha256};

use super::common::oracle::{self, Answer};
use super::common::{
    ALL_ENGINES, Solved, compiled, cylinder, engines_for, explore, explore_links, explore_search,
    explore_sorted, lines, optional, piece, puzzle, random, rectangle, ring, run, run_all,
    settings, tower,
};

/// How many placements the oracle may try before a random puzzle is passed over.
const PATIENCE: usize = 20_000;

proptest! {
    #![proptest_config(crate::random::repeatable(200))]

    #[test]
    fn every_way_to_run_a_random_puzzle_gives_what_the_oracle_gives(sketch in random::puzzles()) {
        run_in_every_way(&sketch.0)?;
    }

    #[test]
    fn every_way_to_search_a_random_puzzle_visits_the_same_tree(sketch in random::puzzles()) {
        search_in_every_way(&sketch.0)?;
    }
}

proptest! {
    #![proptest_config(crate::random::repeatable(3_000))]

    #[test]
    #[ignore = "the same for many more puzzles takes minutes in release: cargo test --release -- --ignored"]
    fn every_way_to_run_many_random_puzzles_gives_what_the_oracle_gives(
        sketch in random::puzzles(),
    ) {
        run_in_every_way(&sketch.0)?;
        search_in_every_way(&sketch.0)?;
    }
}

fn run_in_every_way(puzzle: &Puzzle) -> TestCaseResult {
    match oracle::solve_if_clear(puzzle, PATIENCE) {
        Some(answer) => check_runs(puzzle, &answer),
        None => Ok(()),
    }
}

fn search_in_every_way(puzzle: &Puzzle) -> TestCaseResult {
    match oracle::solve_if_clear(puzzle, PATIENCE) {
        Some(_) => check_trees(&compiled(puzzle).problem),
        None => Ok(()),
    }
}

/// The head of the SHA-256 of every line, added up.
fn fingerprint(lines: &[String]) -> u128 {
    let head = |line: &String| {
        let digest = Sha256::digest(line.as_bytes());
        digest[..16].iter().fold(0_u128, |head, &byte| (head << 8) | u128::from(byte))
    };
    lines.iter().map(head).fold(0, u128::wrapping_add)
}

/// Runs a puzzle in every way and compares with the oracle.
fn check_runs(puzzle: &Puzzle, answer: &Answer) -> TestCaseResult {
    let compiled = compiled(puzzle);
    prop_assert_eq!(compiled.problem.group.order(), answer.group.len(), "order of the group");
    let mut anchors = vec![Anchor::Auto, Anchor::None];
    anchors.extend((0..puzzle.pieces.len()).map(Anchor::Piece));
    for engine in engines_for(&compiled.problem) {
        for (turn, anchor) in anchors.iter().enumerate() {
            if let Anchor::Piece(number) = *anchor
                && !may_anchor(puzzle, answer, number)
            {
                let settings = settings(engine, anchor, 1, OutputMode::Count);
                let result = run(&compiled, &settings);
                prop_assert!(matches!(result, Err(Error::Anchor { .. })), "{:?}", anchor);
                continue;
            }
            let threads = 2 + turn % 2;
            let ways = [
                (1, OutputMode::Distinct),
                (threads, OutputMode::Distinct),
                (1, OutputMode::Count),
                (1, OutputMode::Images),
                (threads, OutputMode::Fingerprint),
            ];
            // One piece is as good as another: the anchors share the ways of listing.
            let shared = |way: &usize| turn < 2 || *way < 2 || *way == 2 + turn % 3;
            for (threads, listing) in (0..ways.len()).filter(shared).map(|way| ways[way]) {
                let part = run_all(&compiled, &settings(engine, anchor, threads, listing));
                check_part(&part, answer, listing).map_err(|error| {
                    TestCaseError::fail(format!(
                        "{engine:?}, {anchor:?}, {threads} threads, {listing:?}: {error}"
                    ))
                })?;
            }
            if engine == Engine::Frontier {
                // With no memory at all, a sweep goes on in the smallest batches.
                let settings = settings(engine, anchor, threads, OutputMode::Count);
                let part = run_all(&compiled, &settings.memory_bytes(0));
                check_part(&part, answer, OutputMode::Count)?;
            }
        }
    }
    Ok(())
}

fn check_part(part: &Solved, answer: &Answer, listing: OutputMode) -> TestCaseResult {
    prop_assert_eq!(part.counts.total.small(), answer.arrangements.len() as u128, "total");
    prop_assert_eq!(part.counts.distinct.small(), answer.distinct.len() as u128, "distinct");
    if listing != OutputMode::Count {
        prop_assert_eq!(part.counts.fingerprint.0, fingerprint(&answer.distinct), "fingerprint");
    }
    match listing {
        OutputMode::Distinct => prop_assert_eq!(&lines(part), &answer.distinct),
        OutputMode::Images => prop_assert_eq!(&lines(part), &answer.arrangements),
        OutputMode::Count | OutputMode::Fingerprint => prop_assert!(part.lines.is_empty()),
    }
    Ok(())
}

fn may_anchor(puzzle: &Puzzle, answer: &Answer, piece: usize) -> bool {
    puzzle.pieces[piece].copies() == 1
        && answer.group.iter().all(|symmetry| symmetry.pieces[piece] == piece)
}

/// Solutions, sorted by their choices, and the nodes.
type Found = (Vec<Vec<OptionId>>, u64);

/// Solutions as sets of options, sorted: where the capacities withdraw options, other items have the
/// fewest, and the same solutions are come to in another order.
fn sets(solutions: &[Vec<OptionId>]) -> Vec<Vec<OptionId>> {
    let mut sets = solutions.to_vec();
    for options in &mut sets {
        options.sort_unstable();
    }
    sets.sort_unstable();
    sets
}

/// Explores every case of a problem in every way and compares the trees.
pub(super) fn check_trees(problem: &Problem) -> TestCaseResult {
    let capacity = Capacity::new(problem);
    let split = cases(problem, &problem.pieces);
    for case in [Case::whole(problem)].iter().chain(&split) {
        let expected = explore_links(problem, case);
        check_splits(&mut Links::new(problem, case).worker(), &expected)?;
        check_diagram(problem, case, &expected.0)?;
        let capped = explore_search(problem, case, capacity.as_ref(), SimdLevel::best());
        prop_assert_eq!(sets(&capped.0), sets(&expected.0), "with capacities");
        for level in SimdLevel::available() {
            let plain = explore_search(problem, case, None, level);
            prop_assert_eq!(&plain, &expected, "{:?} without capacities", level);
            let same = explore_search(problem, case, capacity.as_ref(), level);
            prop_assert_eq!(&same, &capped, "{:?} with capacities", level);
        }
        check_scans(problem, case, &expected.0)?;
        for (capacity, expected) in [(None, &expected), (capacity.as_ref(), &capped)] {
            let search = Search::new(problem, case, capacity, SimdLevel::best());
            check_splits(&mut search.worker(), expected)?;
            check_dives(&mut search.worker(), expected)?;
            let (solutions, nodes) = expected;
            let mut count = Tally::default();
            let explored = search.worker().run(&[], &mut count, &CancelToken::new());
            prop_assert_eq!((count.0, explored.nodes), (solutions.len() as u64, *nodes), "counted");
        }
    }
    Ok(())
}

/// A scan comes to the same solutions at every processor level, whatever it takes up or hands over.
fn check_scans(problem: &Problem, case: &Case, expected: &[Vec<OptionId>]) -> TestCaseResult {
    if !engines_for(problem).contains(&Engine::Scan) {
        return Ok(());
    }
    let cases = [case.clone()];
    let capacity = Capacity::new(problem);
    for capacity in [None, capacity.as_ref()] {
        let scan = |level| {
            let cancel = CancelToken::new();
            let outlook = Outlook::new(problem, &cases, capacity, f64::INFINITY, &cancel);
            let outlook = outlook.unwrap();
            let way = (capacity, level);
            Scan::of_cases(problem, &cases, way, &outlook, &cancel).unwrap().remove(0)
        };
        let best = scan(SimdLevel::best());
        let found = explore_sorted(&mut best.worker(), &[]);
        prop_assert_eq!(sets(&found.0), sets(expected), "scanned");
        for level in SimdLevel::available() {
            let same = explore_sorted(&mut scan(level).worker(), &[]);
            prop_assert_eq!(&same, &found, "{:?}", level);
        }
        check_splits(&mut best.worker(), &found)?;
        check_handing_over(&mut best.worker(), &found)?;
        if capacity.is_none() {
            check_trace(&best, &found)?;
        }
        let mut count = Tally::default();
        let explored = best.worker().run(&[], &mut count, &CancelToken::new());
        prop_assert_eq!((count.0, explored.nodes), (found.0.len() as u64, found.1), "counted");
    }
    Ok(())
}

/// Told of every state, a scan meets as many of them, and the same solutions.
fn check_trace(scan: &Scan, found: &Found) -> TestCaseResult {
    let mut trace = Trace::default();
    let explored = scan.trace(&mut trace, &CancelToken::new());
    prop_assert!(explored.complete);
    prop_assert_eq!((trace.entered, trace.left), (explored.nodes, explored.nodes));
    prop_assert_eq!(trace.children, explored.nodes - 1);
    trace.found.sort_unstable();
    prop_assert_eq!(&(trace.found, explored.nodes), found);
    Ok(())
}

/// What is told of a tree.
#[derive(Default)]
struct Trace {
    found: Vec<Vec<OptionId>>,
    entered: u64,
    left: u64,
    children: u64,
}

impl Visitor for Trace {
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
        self.found.push(options.to_vec());
        ControlFlow::Continue(())
    }
}

impl Tracer for Trace {
    fn node(&mut self, item: Option<ItemId>, options: u32) -> ControlFlow<()> {
        assert!(item.is_some() || options == 0, "everything is covered");
        self.entered += 1;
        self.children += u64::from(options);
        ControlFlow::Continue(())
    }

    fn leave(&mut self, _: &[OptionId]) -> ControlFlow<()> {
        self.left += 1;
        ControlFlow::Continue(())
    }
}

/// A splitter that always wants parts, and keeps them.
struct Greedy(Vec<Vec<OptionId>>);

impl WorkSplitter for Greedy {
    fn wants_parts(&self) -> bool {
        true
    }

    fn is_overdue(&self) -> bool {
        false
    }

    fn take_part(&mut self, prefix: &[OptionId]) {
        self.0.push(prefix.to_vec());
    }
}

/// What is handed over and what is not make up the whole.
fn check_handing_over(worker: &mut impl Worker, (solutions, nodes): &Found) -> TestCaseResult {
    let mut splitter = Greedy(vec![Vec::new()]);
    let (mut found, mut visited) = (Vec::new(), 0);
    while let Some(prefix) = splitter.0.pop() {
        let mut keep = |options: &[OptionId]| {
            found.push(options.to_vec());
            ControlFlow::Continue(())
        };
        let cancel = CancelToken::new();
        visited += worker.run_splitting(&prefix, &mut keep, &mut splitter, &cancel).nodes;
    }
    found.sort_unstable();
    prop_assert_eq!((&found, visited), (solutions, *nodes), "handed over");
    Ok(())
}

/// A diagram holds the same solutions: by its worker, by number, and by its statistics.
fn check_diagram(problem: &Problem, case: &Case, expected: &[Vec<OptionId>]) -> TestCaseResult {
    let sorted = |solutions: &[Vec<OptionId>]| {
        let mut solutions = solutions.to_vec();
        for solution in &mut solutions {
            solution.sort_unstable();
        }
        solutions.sort_unstable();
        solutions
    };
    let pool = Threads::new(2, 1 << 21).unwrap();
    let watch = &mut |_: &SweepProgress| ControlFlow::Continue(());
    let frontier = Frontier::new(problem, case).unwrap();
    check_words(&frontier, &pool, expected.len())?;
    let diagram = frontier.diagram(&pool, 1 << 30, watch).unwrap();
    let found = explore(&mut diagram.worker(), &[]);
    check_splits(&mut diagram.worker(), &explore_sorted(&mut diagram.worker(), &[]))?;
    prop_assert_eq!(sorted(&found.0), sorted(expected), "solutions of the diagram");
    let by_number = |number: usize| {
        let mut solution = Vec::new();
        diagram.solution(number as u128, &mut solution);
        solution
    };
    prop_assert_eq!(diagram.total(), found.0.len() as u128);
    prop_assert_eq!((0..found.0.len()).map(by_number).collect::<Vec<_>>(), found.0);
    let mut occurrences = vec![0; problem.cover.option_count()];
    for option in expected.iter().flatten() {
        occurrences[option.index()] += 1;
    }
    prop_assert_eq!(diagram.occurrences(occurrences.len()), occurrences);
    let parts = Slices::undivided(&diagram, 3);
    let mut way = Way::new(&parts);
    for (options, node) in parts.prefixes(4) {
        for &option in &options {
            way.push(option);
        }
        prop_assert!(parts.walk_from(node, &mut way).is_continue());
        for _ in &options {
            way.pop();
        }
    }
    prop_assert_eq!(sorted(&way.found), sorted(expected), "solutions by parts");
    check_slices(problem, &diagram, &sorted(expected))
}

/// States in words, at every processor level, are those in keys, and both count right, also with next to
/// no memory.
fn check_words(frontier: &Frontier, pool: &Threads, expected: usize) -> TestCaseResult {
    for level in SimdLevel::available() {
        let (words, keys) = frontier.count_both_ways(level, pool, 1 << 30).unwrap();
        prop_assert_eq!(keys.total.small(), expected as u128, "in keys");
        let Some(words) = words else { continue };
        prop_assert_eq!(words.total.small(), expected as u128, "in words, {:?}", level);
        prop_assert_eq!(&words.states, &keys.states, "{:?}", level);
        prop_assert_eq!(words.transitions, keys.transitions, "{:?}", level);
        let (words, keys) = frontier.count_both_ways(level, pool, 0).unwrap();
        prop_assert_eq!(keys.total.small(), expected as u128, "in keys, batch by batch");
        let words = words.expect("states fit words, however many there are").total.small();
        prop_assert_eq!(words, expected as u128, "in words, batch by batch, {:?}", level);
    }
    Ok(())
}

/// What a walk comes by.
struct Way<'a> {
    slices: &'a Slices<'a>,
    options: Vec<OptionId>,
    found: Vec<Vec<OptionId>>,
}

impl<'a> Way<'a> {
    fn new(slices: &'a Slices<'a>) -> Self {
        Self { slices, options: Vec::new(), found: Vec::new() }
    }
}

impl Path for Way<'_> {
    fn push(&mut self, option: OptionId) {
        self.options.push(option);
    }

    fn pop(&mut self) {
        self.options.pop();
    }

    fn tails(&mut self, tails: Range<usize>) -> ControlFlow<()> {
        let whole = |tail| [&self.options, self.slices.tail(tail)].concat();
        self.found.extend(tails.map(whole));
        ControlFlow::Continue(())
    }
}

/// Slices by the options of any item hold the solutions with these options, however many tails are
/// listed. `expected` is sorted.
fn check_slices(
    problem: &Problem,
    diagram: &Diagram,
    expected: &[Vec<OptionId>],
) -> TestCaseResult {
    let cover = &problem.cover;
    let divides = |&item: &ItemId| cover.is_primary(item) && cover.multiplicity(item) == 1;
    for item in cover.items().filter(divides) {
        let with = cover.options_with(item);
        let slice_of =
            |option: OptionId| with.iter().position(|&other| other == option).map(|n| n % 5);
        let of_option: Vec<Option<usize>> = cover.options().map(slice_of).collect();
        for most_tails in [0, 7, u64::MAX] {
            let slices = Slices::new(diagram, &of_option, most_tails);
            for slice in 0..6 {
                let mut way = Way::new(&slices);
                prop_assert!(slices.walk(slice, &mut way).is_continue());
                let mut found = way.found;
                for options in &mut found {
                    options.sort_unstable();
                }
                found.sort_unstable();
                let is_in = |options: &&Vec<OptionId>| {
                    options.iter().any(|option| of_option[option.index()] == Some(slice))
                };
                let own: Vec<Vec<OptionId>> = expected.iter().filter(is_in).cloned().collect();
                prop_assert_eq!(found, own, "slice {} of {:?}", slice, item);
            }
        }
    }
    Ok(())
}

/// How many choices long the prefixes are up to which a tree is split.
const SPLIT: usize = 3;

/// What is found below a prefix is what is found below its children, and takes one node more.
fn check_splits(worker: &mut impl Worker, expected: &Found) -> TestCaseResult {
    fn check(
        worker: &mut impl Worker,
        prefix: &mut Vec<OptionId>,
        (solutions, nodes): &Found,
    ) -> TestCaseResult {
        let branch = worker.branch(prefix);
        match branch {
            Branch::Dead => prop_assert!(solutions.is_empty() && *nodes == 1),
            Branch::Solution => prop_assert!(*solutions == [prefix.clone()] && *nodes == 1),
            Branch::Choices { .. } | Branch::SolutionOrMore { .. } => {
                let (options, mut sum): (_, Found) = match branch {
                    Branch::SolutionOrMore { options } => (options, (vec![prefix.clone()], 1)),
                    Branch::Choices { options, .. } => (options, (Vec::new(), 1)),
                    Branch::Dead | Branch::Solution => (Vec::new(), (Vec::new(), 1)),
                };
                for option in options {
                    prefix.push(option);
                    let below = explore_sorted(worker, prefix);
                    if prefix.len() < SPLIT {
                        check(worker, prefix, &below)?;
                    }
                    prefix.pop();
                    sum.0.extend(below.0);
                    sum.1 += below.1;
                }
                sum.0.sort_unstable();
                prop_assert_eq!((&sum.0, &sum.1), (solutions, nodes), "below {:?}", prefix);
            }
        }
        Ok(())
    }
    check(worker, &mut Vec::new(), expected)
}

/// The most nodes of a tree in which every dive is made.
const DIVES: u64 = 200;

/// The mean over every dive that can be made, each as often as it is likely, is what they
/// estimate: the number of nodes, and that of solutions.
fn check_dives(
    worker: &mut SearchWorker<'_>,
    (solutions, nodes): &(Vec<Vec<OptionId>>, u64),
) -> TestCaseResult {
    if *nodes > DIVES {
        return Ok(());
    }
    // The number of choices at each step of a dive, and which of them was taken.
    let mut path: Vec<(usize, usize)> = Vec::new();
    let mut mean = [0.0; 2];
    loop {
        let mut step = 0;
        let mut estimate = [0.0; 2];
        let mut pick = |choices: &[OptionId]| {
            if step == path.len() {
                path.push((choices.len(), 0));
            }
            step += 1;
            path[step - 1].1
        };
        worker.dive(&[], &mut pick, &mut |_, weight, solved| {
            estimate[0] += if solved { weight } else { 0.0 };
            estimate[1] += weight;
            ControlFlow::Continue(())
        });
        let chance = path.iter().fold(1.0, |part, &(choices, _)| part / choices as f64);
        mean = [mean[0] + chance * estimate[0], mean[1] + chance * estimate[1]];
        while path.pop_if(|(choices, taken)| *taken + 1 == *choices).is_some() {}
        let Some(last) = path.last_mut() else { break };
        last.1 += 1;
    }
    let truth = [solutions.len() as f64, *nodes as f64];
    let is_near = mean.iter().zip(truth).all(|(mean, truth)| (mean - truth).abs() < 1e-6);
    prop_assert!(is_near, "dives say {:?}, not {:?}", mean, truth);
    Ok(())
}

#[test]
fn the_random_puzzles_have_everything_that_is_easily_got_wrong() {
    let mut runner = TestRunner::new(crate::random::repeatable(1));
    let mut met: BTreeSet<&str> = BTreeSet::new();
    for _ in 0..600 {
        let tree = random::puzzles().new_tree(&mut runner).expect("the strategy rejects nothing");
        let random::Sketch(puzzle) = tree.current();
        let Some(answer) = oracle::solve_if_clear(&puzzle, PATIENCE) else {
            met.insert("passed over");
            continue;
        };
        met.insert(if answer.arrangements.is_empty() { "unsolvable" } else { "solvable" });
        let Some(line) = answer.distinct.first() else { continue };
        let used = |piece: &Piece| {
            piece.symbols.iter().filter(|&&symbol| line.as_bytes().contains(&symbol)).count()
        };
        let mut meet = |what, is_met: bool| {
            if is_met {
                met.insert(what);
            }
        };
        meet("a symmetric solution", answer.has_symmetric_solutions());
        meet("pieces that change places", answer.exchanges_pieces());
        meet("a group of 24 or more", answer.group.len() >= 24);
        meet("copies", puzzle.pieces.iter().any(|piece| used(piece) > 1));
        meet("a piece left out", puzzle.pieces.iter().any(|piece| used(piece) == 0));
        meet("a copy left out", {
            puzzle.pieces.iter().any(|piece| (1..piece.copies()).contains(&used(piece)))
        });
        meet("inner cells", puzzle.board.inner.is_some());
        meet("two layers", puzzle.board.size()[0] == 2);
        meet("a torus", puzzle.board.wrap == [false, true, true]);
        let has = |place| puzzle.board.drawing.iter().flatten().flatten().any(|&p| p == place);
        meet("a hole", has(Place::Hole));
        meet("a cell that stays empty", has(Place::MayStayEmpty) && line.contains('.'));
        meet("spheres", puzzle.board.lattice == Lattice::FaceCentred);
        let is_closed = puzzle.board.wrap != [false; 3];
        meet("hexagons", puzzle.board.lattice == Lattice::Hexagonal);
        meet("hexagons that go round", puzzle.board.lattice == Lattice::Hexagonal && is_closed);
        meet("triangles", puzzle.board.lattice == Lattice::Triangular);
        meet("triangles that go round", puzzle.board.lattice == Lattice::Triangular && is_closed);
        meet("a tray", puzzle.tray.is_some());
        meet("a piece that lies already", !puzzle.given.is_empty());
        let ranged = |wanted: &dyn Fn(&Piece) -> bool| {
            puzzle
                .pieces
                .iter()
                .any(|piece| piece.range.is_some() && used(piece) > 0 && wanted(piece))
        };
        meet("any number of copies", ranged(&|piece| puzzle.is_unlimited(piece)));
        meet("a range", ranged(&|piece| (1..piece.copies()).contains(&piece.least_copies())));
        for anchor in 0..puzzle.pieces.len() {
            meet("a piece that cannot anchor", !may_anchor(&puzzle, &answer, anchor));
        }
    }
    met.remove("passed over");
    assert_eq!(met.len(), 23, "{met:?}");
}

/// The oracle's answer, after every way to run was compared with it.
fn answer(puzzle: &Puzzle) -> Answer {
    let answer = oracle::solve(puzzle, 1_000_000).expect("small enough");
    let checked = check_runs(puzzle, &answer).and_then(|()| check_trees(&compiled(puzzle).problem));
    checked.unwrap_or_else(|error| panic!("{error}"));
    answer
}

#[test]
fn two_dominoes_in_a_square_lie_one_way_up_to_turning() {
    let square = rectangle(2, 2, Motions::RotationsAndFlips);
    let domino = piece("ab", "aa", Motions::Rotations);
    let answer = answer(&puzzle(square, vec![domino]));
    assert_eq!(answer.distinct, ["aa/bb"]);
    assert_eq!(answer.arrangements, ["aa/bb", "ab/ab"]);
    assert_eq!(answer.group.len(), 8);
    assert!(answer.has_symmetric_solutions());
}

#[test]
fn dominoes_that_differ_only_in_name_are_told_apart() {
    let square = rectangle(2, 2, Motions::RotationsAndFlips);
    let dominoes = ["a", "b"].map(|name| piece(name, "aa", Motions::Rotations));
    let answer = answer(&puzzle(square, dominoes.to_vec()));
    assert_eq!(answer.distinct, ["aa/bb"]);
    assert_eq!(answer.arrangements, ["aa/bb", "ab/ab", "ba/ba", "bb/aa"]);
    assert!(answer.has_symmetric_solutions());
}

#[test]
fn pieces_that_a_reflection_exchanges_change_names_in_its_image() {
    // S and Z are mirror images of one another, and neither may be turned over.
    let pieces = vec![
        piece("S", ".SS/SS.", Motions::Rotations),
        piece("Z", "ZZ./.ZZ", Motions::Rotations),
        piece("abcd", "aa", Motions::Rotations),
    ];
    let answer = answer(&puzzle(rectangle(4, 4, Motions::RotationsAndFlips), pieces));
    assert!(answer.exchanges_pieces());
    assert_eq!(answer.distinct, ["SaaZ/SSZZ/bSZc/bddc"]);
    // It is its own mirror image.
    assert_eq!((answer.group.len(), answer.arrangements.len()), (8, 4));
}

#[test]
fn an_exchanged_pair_can_make_a_solution_its_own_mirror_image() {
    let pieces = vec![
        piece("L", "LL/L.", Motions::Translate),
        piece("J", "JJ/.J", Motions::Translate),
        piece("i", "ii", Motions::Translate),
    ];
    let arch = answer(&puzzle(rectangle(2, 4, Motions::RotationsAndFlips), pieces));
    assert!(arch.exchanges_pieces());
    assert_eq!(arch.distinct, ["LLJJ/LiiJ"]);
    assert_eq!((arch.group.len(), arch.arrangements.len()), (2, 1));
}

#[test]
fn optional_pieces_on_a_cylinder_are_left_out_in_turn() {
    let board = cylinder(2, 6, false, Motions::HalfTurn);
    let pieces = vec![
        optional(piece("a", "aaaa", Motions::Rotations)),
        optional(piece("b", "bbbb/b...", Motions::Rotations)),
        optional(piece("c", "ccc", Motions::Rotations)),
        optional(piece("d", "ddd/..d", Motions::Rotations)),
        optional(piece("ef", "ee", Motions::Rotations)),
        optional(piece("g", "gg/gg", Motions::Rotations)),
    ];
    let answer = answer(&puzzle(board, pieces));
    assert_eq!(answer.group.len(), 12);
    for symbol in ['a', 'b', 'c', 'd', 'e', 'f'] {
        let using = answer.distinct.iter().filter(|line| line.contains(symbol)).count();
        assert!((1..answer.distinct.len()).contains(&using), "{symbol} is used in {using}");
    }
}

#[test]
fn a_piece_whose_place_is_known_beforehand_in_some_rows_may_have_others() {
    // The rows at both ends can only be covered in one way, but the middle is open to either.
    let board = Board { inner: Some(Inner::Rows), ..rectangle(4, 1, Motions::HalfTurn) };
    let pieces = ["a", "b"].map(|name| ring(piece(name, "x/x", Motions::Translate)));
    let answer = answer(&puzzle(board, pieces.to_vec()));
    assert_eq!(answer.arrangements, ["a:a/a:a/b:b/b:b", "b:b/b:b/a:a/a:a"]);
}

#[test]
fn rings_fill_the_inner_cells_of_a_cylinder() {
    let board = cylinder(2, 4, true, Motions::HalfTurn);
    let pieces = vec![
        optional(ring(piece("03", "00", Motions::HalfTurn))),
        optional(ring(piece("14", "1.1", Motions::HalfTurn))),
        optional(ring(piece("2", "2/2", Motions::HalfTurn))),
        optional(piece("ae", "aa", Motions::HalfTurn)),
        optional(piece("bf", "b/b", Motions::HalfTurn)),
        optional(piece("c", "ccc/c..", Motions::HalfTurn)),
    ];
    let answer = answer(&puzzle(board, pieces));
    for symbol in ['0', '1', '2'] {
        assert!(answer.distinct.iter().any(|line| line.contains(symbol)), "{symbol} is used");
    }
}

#[test]
fn an_impossible_puzzle_has_no_solution_however_it_is_run() {
    let board = rectangle(4, 4, Motions::RotationsAndFlips);
    // Coloured like a chess board, a T covers one colour three times: one T alone cannot fit in.
    let pieces =
        vec![piece("T", "TTT/.T.", Motions::Rotations), piece("abc", "aa/aa", Motions::Rotations)];
    assert!(answer(&puzzle(board, pieces)).arrangements.is_empty());
    let too_large = piece("x", "xxxxx", Motions::RotationsAndFlips);
    let line = rectangle(1, 4, Motions::RotationsAndFlips);
    assert!(answer(&puzzle(line.clone(), vec![too_large])).arrangements.is_empty());
    let too_few = piece("x", "xx", Motions::RotationsAndFlips);
    assert!(answer(&puzzle(line, vec![too_few])).arrangements.is_empty());
}

#[test]
fn boards_of_more_than_128_and_more_than_512_cells_are_solved_alike() {
    let stick =
        |symbols: &str, length: usize| piece(symbols, &"x".repeat(length), Motions::HalfTurn);
    let ring_of_66 = cylinder(2, 66, false, Motions::HalfTurn);
    let answer_of_132 = answer(&puzzle(ring_of_66, vec![stick("abcd", 33)]));
    assert_eq!(answer_of_132.arrangements.len(), 33 * 33);
    let row = rectangle(1, 520, Motions::Rotations);
    let sticks = vec![stick("a", 100), stick("b", 120), stick("c", 300)];
    let answer_of_520 = answer(&puzzle(row, sticks));
    assert_eq!((answer_of_520.arrangements.len(), answer_of_520.distinct.len()), (6, 3));
}

#[test]
fn the_levels_of_the_search_and_the_links_agree_on_towers() {
    for rows in [2, 3] {
        let compiled = compiled(&tower(rows));
        let problem = &compiled.problem;
        let capacity = Capacity::new(problem).expect("a tower has rows");
        // With the ring pieces as anchors there are many cases, some left with symmetries.
        let anchors: Vec<_> = problem.pieces.iter().rev().copied().collect();
        for case in cases(problem, &anchors) {
            let expected = explore_links(problem, &case);
            for level in SimdLevel::available() {
                assert_eq!(explore_search(problem, &case, None, level), expected, "{level:?}");
                let capped = explore_search(problem, &case, Some(&capacity), level);
                assert_eq!(sets(&capped.0), sets(&expected.0), "{level:?}");
            }
        }
    }
}

#[test]
fn an_item_of_several_copies_is_branched_on_only_where_enough_options_are_left() {
    let names: Vec<String> = (0..10).map(|name| name.to_string()).collect();
    let items = Cover::builder().primary_times("a", 9);
    let items = names.iter().cloned().fold(items, CoverBuilder::secondary);
    let cover = names.iter().fold(items, |cover, name| cover.option(["a", name.as_str()]).unwrap());
    let problem = Problem::of_cover(cover.build().unwrap());
    let case = Case::whole(&problem);
    // With all but one needed, each node has two ways to go on: the first option, or all others.
    let expected = (1..=10).sum::<u64>();
    let (solutions, nodes) = explore_links(&problem, &case);
    assert_eq!((solutions.len(), nodes), (10, expected), "links");
    for level in SimdLevel::available() {
        let (solutions, nodes) = explore_search(&problem, &case, None, level);
        assert_eq!((solutions.len(), nodes), (10, expected), "{level:?}");
    }
}

#[test]
fn nothing_lies_below_a_prefix_that_is_none_of_the_tree() {
    let domino = piece("ab", "aa", Motions::Rotations);
    let compiled = compiled(&puzzle(rectangle(2, 2, Motions::RotationsAndFlips), vec![domino]));
    let problem = &compiled.problem;
    let case = Case::whole(problem);
    let solution = explore_links(problem, &case).0[0].clone();
    let other = problem.cover.options().find(|option| !solution.contains(option));
    let past_a_solution = [solution.as_slice(), &[other.expect("there are four")]].concat();
    let unordered: Vec<OptionId> = solution.iter().rev().copied().collect();
    for prefix in [past_a_solution, unordered] {
        let links = Links::new(problem, &case);
        assert_eq!(links.worker().branch(&prefix), Branch::Dead);
        assert_eq!(explore(&mut links.worker(), &prefix), (Vec::new(), 0), "links");
        let search = Search::new(problem, &case, None, SimdLevel::best());
        assert_eq!(search.worker().branch(&prefix), Branch::Dead);
        assert_eq!(explore(&mut search.worker(), &prefix), (Vec::new(), 0), "search");
    }
}

#[test]
fn the_nodes_of_a_run_do_not_depend_on_threads() {
    let compiled = compiled(&tower(3));
    for engine in ALL_ENGINES {
        let nodes = [1, 2, 5].map(|threads| {
            let settings = settings(engine, &Anchor::Auto, threads, OutputMode::Count);
            run_all(&compiled, &settings).counts.nodes
        });
        assert_eq!(nodes, [nodes[0]; 3], "{engine:?}");
    }
    let ring = Anchor::Piece(10);
    let without_table = run_all(&compiled, &settings(Engine::Links, &ring, 1, OutputMode::Count));
    let with_table = run_all(&compiled, &settings(Engine::Search, &ring, 1, OutputMode::Count));
    assert!(with_table.counts.nodes < without_table.counts.nodes);
}
