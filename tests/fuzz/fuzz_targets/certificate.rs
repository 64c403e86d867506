//! Certificates: no bytes make the checker panic, and none prove another count than the true one.
#![no_main]

use bitcover::Puzzle;
use bitcover::bench_internals::try_certificate;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let puzzle = Puzzle::from_catalog("logiq-2").expect("it is embedded");
    try_certificate(&puzzle, data, (23, 552));
});
