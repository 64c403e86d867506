//! Starting positions and pictures: no text makes the readers panic.
#![no_main]

use std::sync::OnceLock;

use bitcover::puzzle::given::{given_line, read_given};
use bitcover::puzzle::{Puzzle, catalog::catalog, compile};
use bitcover::verify::Checker;
use libfuzzer_sys::fuzz_target;

fn puzzles() -> &'static [(Puzzle, Checker)] {
    static PUZZLES: OnceLock<Vec<(Puzzle, Checker)>> = OnceLock::new();
    PUZZLES.get_or_init(|| {
        let names = ["logiq-2", "soma", "tetrominoes-4x10", "lonpos-pyramid"];
        let files = catalog().expect("the embedded files are sound");
        let members = files.into_iter().flat_map(|file| file.members);
        let chosen = members.filter(|puzzle| names.contains(&puzzle.name.as_str()));
        chosen.map(|puzzle| (puzzle.clone(), Checker::new(&puzzle))).collect()
    })
}

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    for (puzzle, checker) in puzzles() {
        if let Ok(line) = checker.read_picture(&text) {
            checker.check_line(&line).expect("what was read is legal");
        }
        let _ = checker.check_listing(data);
        let Ok(given) = read_given(puzzle, &text) else { continue };
        let puzzle = Puzzle { given, ..puzzle.clone() };
        if compile(&puzzle).is_ok() {
            let again = read_given(&puzzle, &given_line(&puzzle)).expect("it was possible");
            assert_eq!(again.len(), puzzle.given.len());
        }
    }
});
