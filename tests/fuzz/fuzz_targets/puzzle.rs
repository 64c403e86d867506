//! The puzzle file: no text makes the reader panic, a refusal names a line of the text, and a
//! small puzzle that is accepted can be compiled and checked.
#![no_main]

use bitcover::puzzle::infeasibility::infeasibility;
use bitcover::puzzle::{compile, file};
use bitcover::verify::Checker;
use libfuzzer_sys::fuzz_target;

/// Puzzles with more cells or motions take longer than a fuzzer has patience.
const MOST_CELLS: usize = 24;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let file = match file::parse(&text) {
        Ok(file) => file,
        Err(error) => {
            assert!(error.line >= 1 && error.line <= text.matches('\n').count() + 1);
            assert!(error.column >= 1);
            return;
        }
    };
    assert!(!file.members.is_empty());
    for puzzle in &file.members {
        let pieces: usize = puzzle.pieces.iter().map(|piece| piece.cells.len()).sum();
        if puzzle.board.cell_count() > MOST_CELLS || pieces > MOST_CELLS {
            continue;
        }
        let Ok(compiled) = compile(puzzle) else { continue };
        let _ = infeasibility(&compiled);
        assert_eq!(Checker::new(puzzle).board_motions(), compiled.problem.group.order());
    }
});
