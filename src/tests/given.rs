//! Starting positions: counts of completions hang together.

use crate::cover::OptionId;
use crate::puzzle::catalog::catalog;
use crate::puzzle::model::Given;
use crate::puzzle::{Compiled, Puzzle, compile};
use crate::solve::counts::Counts;
use crate::solve::options::{Anchor, Engine, OutputMode};

use super::common::{Settings, run, settings};

fn puzzle(name: &str) -> Puzzle {
    let files = catalog().unwrap();
    let mut members = files.iter().flat_map(|file| &file.members);
    members.find(|puzzle| puzzle.name == name).unwrap().clone()
}

fn count(puzzle: &Puzzle) -> Counts {
    let settings = settings(Engine::Search, &Anchor::Auto, 1, OutputMode::Fingerprint);
    run(&compile(puzzle).unwrap(), &settings).unwrap().counts
}

/// The placement with this number, as a given piece.
fn given(compiled: &Compiled, option: OptionId) -> Given {
    let placement = &compiled.placements[option.index()];
    let outer = placement.cells.iter().filter(|&&c| (c as usize) < compiled.grid.outer_count());
    let cells = outer.map(|&cell| compiled.grid.drawn(cell as usize)).collect();
    Given { piece: placement.piece, cells }
}

fn count_with(puzzle: &Puzzle, given: Given) -> Counts {
    count(&Puzzle { given: vec![given], ..puzzle.clone() })
}

/// The counts over all placements of a piece add up to the total, and are the same for all
/// images of a placement.
fn hangs_together(name: &str, piece: &str) {
    let puzzle = puzzle(name);
    let compiled = compile(&puzzle).unwrap();
    let number = puzzle.piece_named(piece).unwrap();
    let options: Vec<OptionId> = compiled
        .problem
        .cover
        .options()
        .filter(|option| compiled.placements[option.index()].piece == number)
        .collect();
    let counts: Vec<Counts> =
        options.iter().map(|&option| count_with(&puzzle, given(&compiled, option))).collect();
    let total: u128 = counts.iter().map(|counts| counts.total.small()).sum();
    assert_eq!(count(&puzzle).total, total, "{name}");
    for element in compiled.problem.group.elements() {
        for (option, tally) in options.iter().zip(&counts) {
            let image = element.options[option.index()];
            // A reflection may make another piece of it, which is not counted here.
            if let Some(at) = options.iter().position(|other| *other == image) {
                assert_eq!(counts[at].total, tally.total, "{name}");
                assert_eq!(counts[at].distinct, tally.distinct, "{name}");
            }
        }
    }
}

#[test]
fn counts_over_all_placements_of_a_required_piece_add_up_to_the_total() {
    hangs_together("cubi-magici", "p9");
    hangs_together("soma", "T");
    hangs_together("soma-mirror", "A");
    hangs_together("pentominoes-3x20", "X");
    hangs_together("lonpos-pyramid", "L");
}

#[test]
fn a_bar_in_the_middle_of_a_square_keeps_four_motions_and_one_at_the_side_two_or_one() {
    let puzzle = puzzle("cubi-magici");
    let motions = |cells: &str| {
        let given = crate::puzzle::given::read_given(&puzzle, cells).unwrap();
        compile(&Puzzle { given, ..puzzle.clone() }).unwrap().problem.group.order()
    };
    assert_eq!(motions("p9@4,2 4,3 4,4 4,5 4,6"), 4);
    assert_eq!(motions("p9@1,2 1,3 1,4 1,5 1,6"), 2);
    assert_eq!(motions("p9@1,1 1,2 1,3 1,4 1,5"), 1);
}

#[test]
fn completions_of_lonpos_from_a_full_board_back_to_the_last_four_pieces() {
    let puzzle = puzzle("lonpos-505");
    let settings = settings(Engine::Search, &Anchor::Auto, 1, OutputMode::Distinct);
    let first = run(&compile(&puzzle).unwrap(), &Settings { limit: Some(1), ..settings }).unwrap();
    let line = String::from_utf8(first.lines).unwrap();
    let mut previous = 1;
    for hidden in ["", "A", "AB", "ABC", "ABCD"] {
        let position: String =
            line.chars().map(|c| if hidden.contains(c) { '.' } else { c }).collect();
        let given = crate::puzzle::given::read_given(&puzzle, &position).unwrap();
        let tally = count(&Puzzle { given, ..puzzle.clone() });
        assert!(tally.total >= previous, "fewer given pieces, no fewer completions");
        previous = tally.total.small();
    }
}

#[test]
fn beside_a_given_piece_cells_that_may_stay_empty_may_still_do_so() {
    let puzzle = Puzzle::parse(
        "name = 'strip'\n[board]\nmotions = 'translate'\npicture = 'AA.??'\n\
         [[piece]]\nsymbol = 'A'\npicture = 'AA'\n[[piece]]\nsymbol = 'B'\npicture = 'BB'\n",
    );
    assert_eq!(count(&puzzle.unwrap()).total, 1);
}
