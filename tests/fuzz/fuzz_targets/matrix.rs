//! The 0/1 matrix: no text makes the reader panic, and what it accepts is written and read again as
//! the same cover.
#![no_main]

use bitcover::bench_internals::try_cover;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| try_cover(&String::from_utf8_lossy(data), true));
