//! The page of `play`: what is in it, where it goes, and what is refused.

use std::path::Path;
use std::process::Command;

use crate::runner::{bitcover, refused, stderr, stdout, unbroken};
use serde_json::Value;

/// What a page knows, as JSON.
#[track_caller]
fn data(page: &str) -> Value {
    let (_, rest) = page.split_once("id=\"data\">").unwrap();
    let (json, _) = rest.split_once("</script>").unwrap();
    serde_json::from_str(json).unwrap()
}

/// The page that is written to standard output.
#[track_caller]
fn page(puzzles: &[&str]) -> String {
    let output = bitcover(&[&["play"], puzzles, &["--output", "-"]].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    stdout(&output)
}

/// The names of the puzzles of each file that a page has.
fn names(page: &str) -> Vec<Vec<String>> {
    let data = data(page);
    let name = |puzzle: &Value| puzzle["name"].as_str().unwrap().to_owned();
    let names = |file: &Value| file["puzzles"].as_array().unwrap().iter().map(name).collect();
    data["files"].as_array().unwrap().iter().map(names).collect()
}

#[test]
fn a_page_has_the_puzzles_that_are_named_with_their_texts() {
    let two = page(&["logiq-5", "soma"]);
    assert_eq!(names(&two), [["logiq-5"], ["soma"]]);
    let text = |file: usize| data(&two)["files"][file]["text"].as_str().unwrap().to_owned();
    assert!(text(0).contains("name = \"logiq\"") && text(1).contains("name = \"soma\""));
    let family = page(&["logiq"]);
    assert_eq!(names(&family), [["logiq-2", "logiq-3", "logiq-4", "logiq-5"]]);
    assert!(two.contains("'wasm-unsafe-eval'") && !two.contains("'unsafe-inline'"));
}

#[test]
fn ten_puzzles_are_there_where_none_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("play").join("index.html");
    let output = bitcover(&["play", "--output", path.to_str().unwrap()]);
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(unbroken(&output).contains("index.html: 10 puzzles, "), "{}", stdout(&output));
    let page = std::fs::read_to_string(&path).unwrap();
    assert_eq!(names(&page).concat().len(), 10);
    refused(&bitcover(&["play", "--output", path.to_str().unwrap()]), 2, "is there already");
}

#[test]
fn a_file_of_ones_own_is_played_and_what_is_no_puzzle_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.toml");
    let file = file.to_str().unwrap();
    let made = bitcover(&["new", "mine", "--output", file]);
    assert!(made.status.success(), "{}", stderr(&made));
    let own = page(&[file]);
    assert_eq!(names(&own), [["mine"]]);
    assert_eq!(data(&own)["files"][0]["text"], std::fs::read_to_string(file).unwrap());
    refused(&bitcover(&["play", "logik", "-o", "-"]), 2, "did you mean logiq");
    refused(&bitcover(&["play", "logiq", "logiq-5", "-o", "-"]), 2, "logiq-5 is named twice");
    let cover = folder.path().join("tiny.dlx");
    std::fs::write(&cover, "a b\na\nb\n").unwrap();
    let cover = bitcover(&["play", cover.to_str().unwrap(), "-o", "-"]);
    refused(&cover, 2, "is an exact cover");
    std::fs::write(file, "name = 'x'\n").unwrap();
    refused(&bitcover(&["play", file, "-o", "-"]), 3, "line 1, column 1: ");
}

#[test]
fn a_position_to_begin_from_is_handed_over_by_its_placements() {
    let fixed = |page: &str| data(page)["files"][0]["puzzles"][0]["fixed"].clone();
    let begun = fixed(&page(&["calendar", "--given", "Jan"]));
    assert_eq!(begun.as_array().unwrap().len(), 1);
    let plain = fixed(&page(&["calendar"]));
    assert!(plain.is_null(), "{plain}");
    let elsewhere = bitcover(&["play", "soma", "--given", "V@1,1,1 9,9,9", "-o", "-"]);
    refused(&elsewhere, 3, "is no cell of the board");
}

/// The path of a file of this package that is drawn in BurrTools' way.
fn drawn_in_burrtools(name: &str) -> String {
    format!("{}/tests/fuzz/corpus/puzzle/{name}.xmpuzzle", env!("CARGO_MANIFEST_DIR"))
}

/// The page of `report`.
#[track_caller]
fn reported(words: &[&str]) -> String {
    let output = bitcover(&[&["report"], words, &["--output", "-"]].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    stdout(&output)
}

#[test]
fn puzzles_of_burrtools_are_played_as_puzzle_files() {
    for name in ["soma", "blocks", "prisms", "spheres", "colours"] {
        let page = page(&[&drawn_in_burrtools(name)]);
        assert_eq!(names(&page), [["burrtools"]], "{name}");
        let text = data(&page)["files"][0]["text"].clone();
        assert!(text.as_str().unwrap().starts_with("name = \"burrtools\"\ntitle = "), "{text}");
    }
    let two = drawn_in_burrtools("two-problems");
    let both = page(&[&two, "soma"]);
    assert_eq!(names(&both), [["burrtools-1"], ["burrtools-2"], ["soma"]]);
    let text = |file: usize| data(&both)["files"][file]["text"].as_str().unwrap().to_owned();
    assert!(text(0).starts_with("name = \"burrtools-1\"\n"), "{}", text(0));
    assert!(text(1).starts_with("name = \"burrtools-2\"\n"), "{}", text(1));
    assert_eq!(names(&page(&[&format!("{two}#2")])), [["burrtools-2"]]);
    assert!(reported(&[&drawn_in_burrtools("soma")]).contains("<section id=\"play\""));
}

#[test]
fn a_position_that_does_not_say_how_a_tile_is_turned_is_refused_and_no_section_of_report_has_it() {
    // Of a tile it is to be said how it is turned; in a corner the rim says that.
    let tile = bitcover(&["play", "macmahon-squares", "--given", "bbbw@1,2", "-o", "-"]);
    assert!(tile.status.success(), "{}", stderr(&tile));
    let tile = bitcover(&["play", "macmahon-squares", "--given", "bbbr@2,2", "-o", "-"]);
    refused(&tile, 1, "may lie at bbbr@2,2 in several ways");
    let folder = tempfile::tempdir().unwrap();
    let pair = folder.path().join("pair.toml");
    let text = "name = 'pair'\n[board]\nrows = 1\ncolumns = 2\nmotions = 'translate'\n\
        [[piece]]\nsymbol = 'ab'\nedges = 'rggg'\n";
    std::fs::write(&pair, text).unwrap();
    let pair = pair.to_str().unwrap();
    assert!(reported(&[pair]).contains("<section id=\"play\""));
    assert!(!reported(&[pair, "--given", "ab@1,1"]).contains("<section id=\"play\""));
}

/// A program that finds no other on its path knows of no browser.
#[cfg(target_os = "linux")]
#[test]
fn without_a_browser_the_page_is_written_and_its_path_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_bitcover"));
    command.args(["play", "soma"]).env("PATH", folder.path()).env("TMPDIR", folder.path());
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    let words = stdout(&output);
    assert!(words.contains("soma: no browser was found"), "{words}");
    let path = Path::new(words.lines().last().unwrap());
    assert!(path.starts_with(folder.path()), "{words}");
    assert_eq!(names(&std::fs::read_to_string(path).unwrap()), [["soma"]]);
}
