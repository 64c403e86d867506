//! Running the program from tests.

use std::io::Write;
use std::process::{Command, Output};

/// Runs the program to its end.
pub fn bitcover(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_bitcover")).args(arguments).output().unwrap()
}

/// What it printed.
pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// What it said beside.
pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// What it printed, with one space between words: long lines are broken.
pub fn unbroken(output: &Output) -> String {
    stdout(output).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Asserts the exit code, that nothing is on standard output, and that the message says this.
#[track_caller]
pub fn refused(output: &Output, code: i32, message: &str) {
    assert_eq!(output.status.code(), Some(code), "{}", stderr(output));
    assert!(stderr(output).contains(message), "{}", stderr(output));
    assert_eq!(stdout(output), "");
}

/// Bytes as gzip packs them.
pub fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packer.write_all(bytes).unwrap();
    packer.finish().unwrap()
}

/// Says loudly that something was not checked, and why: past the test harness, which keeps what tests
/// that pass print to itself.
pub fn skipped(words: &str) {
    let words = format!("\nSKIPPED: {}\n\n", words.trim());
    let _ = std::io::stderr().write_all(words.as_bytes());
}
