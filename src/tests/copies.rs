//! Pieces of which there are some, a range, or any number: known counts by every engine and by the
//! checker, and what may be written of them.

use std::num::NonZeroUsize;

use super::common::{compiled, engines_for, run, run_all, settings};
use crate::puzzle::Puzzle;
use crate::puzzle::model::Piece;
use crate::solve::options::{Anchor, Engine, OutputMode};
use crate::verify::Checker;
use crate::verify::recount::{RecountRequest, Recountable, Trial};

/// A rectangle to be filled with pieces that a file describes thus.
fn rectangle(rows: usize, columns: usize, pieces: &str) -> Puzzle {
    let text = format!(
        "name = 'rectangle'\n[board]\nrows = {rows}\ncolumns = {columns}\n\
         motions = 'rotations-and-flips'\n{pieces}"
    );
    Puzzle::parse(&text).unwrap()
}

const DOMINOES: &str = "[[piece]]\nsymbol = 'd'\npicture = 'dd'\ncopies = 'any'\n";
const TETROMINOES: &str = "[pieces]\nsets = ['tetrominoes']\ncopies = 'any'\n";

fn total(puzzle: &Puzzle, engine: Engine) -> u128 {
    let settings = settings(engine, &Anchor::Auto, 2, OutputMode::Count);
    run_all(&compiled(puzzle), &settings).counts.total.small()
}

fn recounted(puzzle: &Puzzle) -> String {
    let subject = Recountable::of_puzzle(&Checker::new(puzzle)).unwrap();
    let cancel = crate::cancel::CancelToken::new();
    let request = RecountRequest {
        memory_bytes: 1 << 30,
        threads: NonZeroUsize::MIN,
        cancel: &cancel,
        trial: Trial::USUAL,
        done: std::collections::HashMap::new(),
        on_slice: &mut |_, _| Ok(()),
        on_progress: &mut |_: &_| {},
    };
    subject.recount(request).unwrap().total.to_string()
}

#[test]
fn dominoes_fill_a_chessboard_in_12_988_816_ways() {
    // Kasteleyn; OEIS A004003.
    let puzzle = rectangle(8, 8, DOMINOES);
    assert_eq!(total(&puzzle, Engine::Frontier), 12_988_816);
    assert_eq!(recounted(&puzzle), "12988816");
    // As many as there must be, or at least ten of them, are no other question.
    for copies in ["32", "'10-40'", "'0-32'", "'32-32'"] {
        let puzzle = rectangle(8, 8, &DOMINOES.replace("'any'", copies));
        assert_eq!(total(&puzzle, Engine::Frontier), 12_988_816, "{copies}");
    }
    let puzzle = rectangle(8, 8, &DOMINOES.replace("'any'", "'0-31'"));
    assert_eq!(total(&puzzle, Engine::Frontier), 0);
}

#[test]
fn every_engine_counts_dominoes_on_six_by_six() {
    let puzzle = rectangle(6, 6, DOMINOES);
    let engines = engines_for(&compiled(&puzzle).problem);
    assert_eq!(engines.len(), 4);
    for engine in engines {
        assert_eq!(total(&puzzle, engine), 6_728, "{engine:?}");
    }
    assert_eq!(recounted(&puzzle), "6728");
}

#[test]
fn tetrominoes_without_limit_fill_the_chessboard_in_19_077_209_438_ways() {
    // OEIS A263425, for 2n x 2n: free tetrominoes, every arrangement on the fixed board.
    let small = rectangle(4, 4, TETROMINOES);
    for engine in engines_for(&compiled(&small).problem) {
        assert_eq!(total(&small, engine), 117, "{engine:?}");
    }
    let puzzle = rectangle(8, 8, TETROMINOES);
    assert_eq!(total(&puzzle, Engine::Frontier), 19_077_209_438);
}

#[test]
fn ranges_of_several_pieces_add_up() {
    // What there is in all is what there is of each number of one piece.
    let pieces = |bars: &str| {
        format!(
            "[[piece]]\nsymbol = 'd'\npicture = 'dd'\ncopies = 'any'\n\
             [[piece]]\nsymbol = 'b'\npicture = 'bbb'\ncopies = {bars}\noptional = false\n"
        )
    };
    let count = |bars: &str| {
        let puzzle = rectangle(4, 5, &pieces(bars));
        let counts: Vec<u128> = engines_for(&compiled(&puzzle).problem)
            .into_iter()
            .map(|engine| total(&puzzle, engine))
            .collect();
        assert!(counts.iter().all(|&count| count == counts[0]), "{bars}: {counts:?}");
        assert_eq!(recounted(&puzzle), counts[0].to_string(), "{bars}");
        counts[0]
    };
    let none = total(&rectangle(4, 5, DOMINOES), Engine::Links);
    let each: Vec<u128> = (1..=6).map(|bars| count(&bars.to_string())).collect();
    assert_eq!(none, 95);
    assert!(each[1] > 0 && each[3] > 0 && each[0] == 0);
    assert_eq!(count("'any'"), none + each.iter().sum::<u128>());
    assert_eq!(count("'2-4'"), each[1..4].iter().sum());
    assert_eq!(count("'0-3'"), none + each[..3].iter().sum::<u128>());
    assert_eq!(count("'3-6'"), each[2..].iter().sum());
}

#[test]
fn what_has_more_copies_than_characters_is_counted_and_not_written() {
    let puzzle = rectangle(2, 100, DOMINOES);
    assert_eq!(puzzle.pieces.iter().map(Piece::copies).collect::<Vec<_>>(), [100]);
    // Fibonacci's number after a hundred steps.
    assert_eq!(total(&puzzle, Engine::Frontier), 573_147_844_013_817_084_101);
    let settings = settings(Engine::Frontier, &Anchor::Auto, 1, OutputMode::Distinct);
    let error = run(&compiled(&puzzle), &settings).unwrap_err().to_string();
    assert!(error.starts_with("piece d has up to 100 copies, and only 88 symbols"), "{error}");
}

#[test]
fn a_reflection_exchanges_two_pieces_only_where_there_may_be_as_many_of_both() {
    // Two mirror images, of which there are so many.
    let motions = |left: &str, right: &str| {
        let pieces = format!(
            "[pieces]\nmotions = 'rotations'\n\
             [[piece]]\nsymbol = 'l'\npicture = \"xx.\\n.xx\"\ncopies = '{left}'\n\
             [[piece]]\nsymbol = 'r'\npicture = \".xx\\nxx.\"\ncopies = '{right}'\n{DOMINOES}"
        );
        compiled(&rectangle(4, 4, &pieces)).problem.group.order()
    };
    assert_eq!(motions("0-2", "0-2"), 8);
    assert_eq!(motions("0-2", "0-1"), 4, "more of the left one");
    assert_eq!(motions("0-2", "1-2"), 4, "the right one is needed");
    assert_eq!(motions("2-2", "1-1"), 4);
}
