//! Starting positions and pictures: no text makes the readers panic.
#![no_main]

use bitcover::Puzzle;
use bitcover::bench_internals::try_position;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    for name in ["logiq-2", "soma", "tetrominoes-4x10", "lonpos-pyramid"] {
        let puzzle = Puzzle::from_catalog(name).expect("it is embedded");
        try_position(&puzzle, &String::from_utf8_lossy(data));
    }
});
