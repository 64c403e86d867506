//! Formulas: no bytes make the checker panic.
#![no_main]

use bitcover::Puzzle;
use bitcover::bench_internals::try_formula;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let puzzle = Puzzle::from_catalog("soma").expect("it is embedded");
    try_formula(&puzzle, data);
});
