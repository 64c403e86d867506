//! Puzzles that `export` writes as puzzle files.

use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use crate::runner::{bitcover, refused, stderr, stdout};

/// What a command prints that ends well.
#[track_caller]
fn printed(words: &[&str]) -> String {
    let output = bitcover(words);
    assert!(output.status.success(), "{words:?}: {}", stderr(&output));
    stdout(&output)
}

/// The counts of a puzzle, distinct ones and all.
#[track_caller]
fn counts(words: &[&str]) -> [Value; 2] {
    let counted = printed(&[&["count", "--json"], words].concat());
    let counted: Value = serde_json::from_str(&counted).unwrap();
    ["distinct", "total"].map(|key| counted[key].clone())
}

/// A folder, and the paths of files in it.
fn folder() -> (TempDir, impl Fn(&str) -> String) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().to_owned();
    (folder, move |name: &str| path.join(name).to_str().unwrap().to_owned())
}

fn drawn_in_burrtools(name: &str) -> String {
    format!("{}/tests/fuzz/corpus/puzzle/{name}.xmpuzzle", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn what_is_exported_as_a_puzzle_file_is_counted_as_before() {
    let (_folder, path) = folder();
    let file = path("written.toml");
    let two = drawn_in_burrtools("two-problems");
    for puzzle in [
        "soma",
        "logiq-2",
        "calendar",
        "hexiamonds-6x6",
        "tetrahexes-coin",
        "dominoes-8x8",
        &drawn_in_burrtools("blocks"),
        &drawn_in_burrtools("colours"),
        &drawn_in_burrtools("prisms"),
        &drawn_in_burrtools("spheres"),
        &format!("{two}#1"),
        &format!("{two}#2"),
    ] {
        let words = ["export", puzzle, "--format", "toml", "--output", &file, "--force"];
        assert!(printed(&words).starts_with("The puzzle is in "));
        assert_eq!(counts(&[&file]), counts(&[puzzle]), "{puzzle}");
        // What was written is written again as it is.
        let text = fs::read_to_string(&file).unwrap();
        assert_eq!(printed(&["export", &file, "--format", "toml"]), text, "{puzzle}");
    }
}

#[test]
fn a_position_is_drawn_on_the_board() {
    let (_folder, path) = folder();
    let file = path("begun.toml");
    let begun = ["logiq-2", "--given", "U@1,3 1,4 1,5 2,3 2,5"];
    let export = ["--format", "toml", "--output", &file];
    printed(&[&["export"], &begun[..], &export[..]].concat());
    let text = fs::read_to_string(&file).unwrap();
    let board = "picture = \"\"\"\n..UUU.......\n..U.U.......\"\"\"\n";
    assert!(text.contains(board) && !text.contains("[known]"), "{text}");
    assert_eq!(counts(&[&file]), counts(&begun));
}

#[test]
fn what_no_puzzle_file_can_say_is_refused() {
    let (_folder, path) = folder();
    let export = |words: &[&str]| bitcover(&[&["export", "--format", "toml"], words].concat());
    let date = export(&["calendar", "--given", "Jan", "--given", "25"]);
    refused(&date, 2, "calendar: no puzzle file can say that Jan stays free from the start");
    refused(&export(&["soma", "--given", "V@1,1,1 1,1,2 1,1,3"]), 3, "cannot lie there");
    refused(&export(&["logiq"]), 2, "are several puzzles; name one of");
    refused(&export(&[&drawn_in_burrtools("two-problems")]), 2, "are several puzzles");
    let cases = export(&["soma", "--cases", "--output", &path("soma.toml")]);
    refused(&cases, 2, "what is written as a puzzle file is the puzzle itself");
    let cover = path("one.dlx");
    fs::write(&cover, "a\na\n").unwrap();
    refused(&export(&[&cover]), 2, "only a puzzle can be written as a puzzle file");
}
