//! The page of `play` in a browser.

use crate::browser::checked;
use crate::runner::{bitcover, stderr};

#[test]
fn a_browser_plays_puzzles_by_mouse_finger_and_keys() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("play.html");
    let puzzles = ["logiq-5", "kanoodle", "calendar", "soma", "lonpos-pyramid"];
    let arguments = [&["play"], &puzzles[..], &["--output", path.to_str().unwrap()]].concat();
    let output = bitcover(&arguments);
    assert!(output.status.success(), "{}", stderr(&output));
    // Five for each puzzle, and five for the page.
    checked("tests/page/play.mjs", &path, &[], 30);
}
