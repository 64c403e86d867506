//! Every puzzle of the catalogue against the counts in `counts.csv`, which names the source of
//! each. What takes more than ten seconds runs with `cargo test --release -- --ignored`.

use crate::puzzle::catalog::catalog;
use crate::puzzle::file::parse;
use crate::puzzle::{Puzzle, compile};
use crate::solve::options::{Anchor, Engine, OutputMode};

use super::common::{ALL_ENGINES, Solved, from_catalogue as puzzle, run, settings};

struct Expected {
    puzzle: String,
    items: usize,
    options: usize,
    motions: usize,
    /// Distinct, and in all; nothing where nobody counted them.
    counts: Option<(u128, u128)>,
    slow: String,
}

fn expectations() -> Vec<Expected> {
    let mut reader = csv::Reader::from_reader(include_bytes!("../../tests/counts.csv").as_slice());
    let expected = |record: csv::StringRecord| Expected {
        puzzle: record[0].to_owned(),
        items: record[1].parse().unwrap(),
        options: record[2].parse().unwrap(),
        motions: record[3].parse().unwrap(),
        counts: (!record[4].is_empty())
            .then(|| (record[4].parse().unwrap(), record[5].parse().unwrap())),
        slow: record[6].to_owned(),
    };
    reader.records().map(|record| expected(record.unwrap())).collect()
}

fn count(puzzle: &Puzzle, engine: Engine, anchor: &Anchor) -> Solved {
    let settings = settings(engine, anchor, 2, OutputMode::Count).memory_bytes(4 << 30);
    run(&compile(puzzle).unwrap(), &settings).unwrap()
}

fn check(slow: &str) {
    for expected in expectations().iter().filter(|expected| expected.slow == slow) {
        let tally = count(&puzzle(&expected.puzzle), Engine::Search, &Anchor::Auto).counts;
        let found = (tally.distinct.small(), tally.total.small());
        assert_eq!(Some(found), expected.counts, "{}", expected.puzzle);
    }
}

#[test]
fn every_puzzle_is_expected_and_has_the_items_options_and_motions_it_should() {
    let files = catalog().unwrap();
    let names: Vec<&str> =
        files.iter().flat_map(|file| &file.members).map(|puzzle| puzzle.name.as_str()).collect();
    let expectations = expectations();
    assert_eq!(names, expectations.iter().map(|e| e.puzzle.as_str()).collect::<Vec<_>>());
    for expected in &expectations {
        let puzzle = puzzle(&expected.puzzle);
        let problem = compile(&puzzle).unwrap().problem;
        let found =
            (problem.cover.item_count(), problem.cover.option_count(), problem.group.order());
        let wanted = (expected.items, expected.options, expected.motions);
        assert_eq!(found, wanted, "{}", expected.puzzle);
        let known = puzzle.known.map(|known| (known.distinct.into(), known.total.into()));
        assert_eq!(known, expected.counts, "{}", expected.puzzle);
    }
}

#[test]
fn every_quick_puzzle_has_the_counts_it_should() {
    check("no");
}

#[test]
#[ignore = "takes a minute; cargo test --release -- --ignored"]
fn every_slow_puzzle_has_the_counts_it_should() {
    check("yes");
}

/// What has so many states that it is slow, or beyond memory, to sweep.
const HARD_TO_SWEEP: [&str; 13] = [
    "logiq-5",
    "lonpos-pyramid",
    "tetris-cube",
    "bedlam",
    "quantumino",
    "conway",
    "one-sided-pentominoes-5x18",
    "one-sided-pentominoes-6x15",
    "one-sided-pentominoes-9x10",
    "solid-pentominoes-2x5x6",
    "solid-pentominoes-3x4x5",
    "pentominoes-tetrominoes-8x10",
    "pentominoes-tetrominoes-5x16",
];

#[test]
fn sweeps_give_every_count_whether_symmetry_is_broken_or_not() {
    for expected in expectations() {
        let name = expected.puzzle.as_str();
        if HARD_TO_SWEEP.contains(&name) {
            continue;
        }
        let mut anchors = vec![Anchor::Auto];
        // Half of a minute in all, most of it here.
        if !["logiq-4", "iq-fit"].contains(&name) {
            anchors.push(Anchor::None);
        }
        for anchor in anchors {
            let part = count(&puzzle(name), Engine::Frontier, &anchor);
            let found = (part.counts.distinct.small(), part.counts.total.small());
            assert_eq!(Some(found), expected.counts, "{name}, {anchor:?}");
            assert_eq!(part.outcome.sweep.unwrap().batches, 1, "{name}");
        }
    }
}

#[test]
#[ignore = "takes a minute; cargo test --release -- --ignored"]
fn sweeps_give_the_counts_of_what_is_slow_to_sweep() {
    for expected in expectations() {
        let is_slow = ["logiq-5", "lonpos-pyramid", "one-sided-pentominoes-5x18"]
            .contains(&expected.puzzle.as_str());
        if is_slow || expected.puzzle == "solid-pentominoes-2x5x6" {
            let tally = count(&puzzle(&expected.puzzle), Engine::Frontier, &Anchor::Auto).counts;
            let found = (tally.distinct.small(), tally.total.small());
            assert_eq!(Some(found), expected.counts, "{}", expected.puzzle);
        }
    }
}

#[test]
fn dancing_links_agree_where_pieces_have_copies_or_change_places() {
    for name in ["tetrominoes-5x8", "tetrominoes-4x10", "soma", "soma-mirror", "cubi-magici"] {
        let puzzle = puzzle(name);
        let known = puzzle.known.clone().unwrap();
        for anchor in [Anchor::Auto, Anchor::None] {
            let tally = count(&puzzle, Engine::Links, &anchor).counts;
            assert_eq!(tally.distinct, u128::from(known.distinct), "{name}");
            assert_eq!(tally.total, u128::from(known.total), "{name}");
        }
    }
}

#[test]
fn the_puzzle_of_the_format_page_has_eight_motions_or_four_without_mirroring() {
    let page = include_str!("../puzzle/FORMAT.md");
    let toml = page.split("```toml\n").nth(1).unwrap().split("```").next().unwrap();
    let mirrored = parse(toml).unwrap().members.remove(0);
    assert_eq!(compile(&mirrored).unwrap().problem.group.order(), 8);
    let rotated = toml.replace("motions = \"rotations-and-flips\"", "motions = \"rotations\"");
    let rotated = parse(&rotated).unwrap().members.remove(0);
    assert_eq!(compile(&rotated).unwrap().problem.group.order(), 4);
}

#[test]
fn the_pentomino_box_has_3940_solutions_or_7880_by_rotations() {
    let page = include_str!("../puzzle/FORMAT.md");
    let toml = page.split("```toml\n").nth(1).unwrap().split("```").next().unwrap();
    let count_of = |text: &str| {
        let puzzle = parse(text).unwrap().members.remove(0);
        count(&puzzle, Engine::Search, &Anchor::Auto).counts.distinct
    };
    assert_eq!(count_of(toml), 3_940);
    let rotations = "motions = \"rotations\"";
    assert_eq!(count_of(&toml.replace("motions = \"rotations-and-flips\"", rotations)), 7_880);
}

#[test]
fn dominoes_fill_a_torus_in_as_many_ways_as_by_hand() {
    // On a torus of 2 x 2 there are 4 horizontal and 4 vertical pairs of neighbours, but the two
    // ways round join the same cells, so 2 and 2 placements: two solutions, one up to symmetry.
    let text = "name = \"torus\"\n[board]\nrows = 2\ncolumns = 2\nwrap = [\"rows\", \"columns\"]\n\
                motions = \"rotations-and-flips\"\n[[piece]]\nsymbol = \"ab\"\npicture = \"aa\"\n";
    let puzzle = parse(text).unwrap().members.remove(0);
    let tally = count(&puzzle, Engine::Search, &Anchor::Auto).counts;
    assert_eq!((tally.distinct.small(), tally.total.small()), (1, 2));
}

#[test]
fn an_optional_piece_on_cells_that_may_stay_empty_counts_alike_however_symmetry_is_broken() {
    // One cell must be filled, by either piece; the other piece then has nothing to fill.
    let text = "name = \"gap\"\n[board]\npicture = \"?.?\"\nmotions = \"rotations\"\n\
                [pieces]\noptional = true\n[[piece]]\nsymbol = \"A\"\npicture = \"A\"\n\
                [[piece]]\nsymbol = \"B\"\npicture = \"B\"\n";
    let puzzle = parse(text).unwrap().members.remove(0);
    for engine in ALL_ENGINES {
        for anchor in [Anchor::Auto, Anchor::None, Anchor::Piece(0), Anchor::Piece(1)] {
            let tally = count(&puzzle, engine, &anchor).counts;
            assert_eq!(
                (tally.distinct.small(), tally.total.small()),
                (2, 2),
                "{engine:?}, {anchor:?}"
            );
        }
    }
}
