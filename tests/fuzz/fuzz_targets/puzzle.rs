//! The puzzle file: no text makes the reader panic, a refusal names a line of the text, and a small
//! puzzle that is accepted can be compiled and checked.
#![no_main]

use bitcover::bench_internals::try_puzzle;
use libfuzzer_sys::fuzz_target;

/// Puzzles with more cells or motions take longer than a fuzzer has patience.
const MOST_CELLS: usize = 24;

fuzz_target!(|data: &[u8]| try_puzzle(&String::from_utf8_lossy(data), MOST_CELLS));
