//! The covers of `scripts/compare-covers`: that they are always the same, that they have as many
//! solutions as theory says, and that a wrong count is shown as wrong. These tests need Python 3,
//! and say so where it is not there.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

use crate::runner::{bitcover, stderr, stdout};

/// Runs the script; none where there is no Python.
fn compare_covers(arguments: &[&str]) -> Option<Output> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/compare-covers");
    let output = Command::new("python3").arg(script).args(arguments).output();
    if output.is_err() {
        eprintln!("there is no python3: the covers of the comparison are not checked");
    }
    output.ok()
}

/// Writes some of the covers, and reads them again by name; none where there is no Python.
fn written(arguments: &[&str]) -> Option<(tempfile::TempDir, BTreeMap<String, String>)> {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().to_str().unwrap();
    let output = compare_covers(&[&["--write", path], arguments].concat())?;
    assert!(output.status.success(), "{}", stderr(&output));
    let files = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path());
    let named = |path: std::path::PathBuf| {
        (path.to_str().unwrap().to_owned(), fs::read_to_string(path).unwrap())
    };
    let covers = files.map(named).collect();
    Some((directory, covers))
}

/// The first digits of the commit of the tree; none where there is no git.
fn tree_commit() -> Option<String> {
    let mut git = Command::new("git");
    git.args(["rev-parse", "--short=12", "HEAD"]).current_dir(env!("CARGO_MANIFEST_DIR"));
    let output = git.output().ok().filter(|output| output.status.success())?;
    Some(stdout(&output).trim().to_owned())
}

/// The count that the first line of a cover states.
fn stated(cover: &str) -> Option<String> {
    let (_, known) = cover.lines().next()?.split_once("solutions: ")?;
    let (count, _) = known.split_once(' ')?;
    count.starts_with(|c: char| c.is_ascii_digit()).then(|| count.replace(',', ""))
}

#[test]
fn covers_of_theory_have_as_many_solutions_as_it_says() {
    let Some((_directory, covers)) = written(&["--quick"]) else { return };
    let mut checked = 0;
    for (path, cover) in &covers {
        let Some(count) = stated(cover) else { continue };
        let output = bitcover(&["count", path, "--engine", "frontier", "--json"]);
        assert!(output.status.success(), "{path}: {}", stderr(&output));
        let counted: Value = serde_json::from_str(&stdout(&output)).unwrap();
        assert_eq!(counted["total"].to_string(), count, "{path}");
        checked += 1;
    }
    assert!(checked > 8, "only {checked} of {} covers state a count", covers.len());
}

#[test]
fn covers_are_always_the_same() {
    // A cover of each family that is drawn by lot; the sums are those of the first time.
    let names = ["triples-150-400", "latin-8-holes-42-4", "kts-15-given-10", "pieces-80-4to5-4"];
    let Some((_directory, covers)) = written(&names) else { return };
    let sum = |text: &String| {
        let step = |sum: u64, byte: u8| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        text.bytes().fold(0xcbf2_9ce4_8422_2325, step)
    };
    let name = |path: &String| Path::new(path).file_stem().unwrap().to_str().unwrap().to_owned();
    let sums: Vec<String> =
        covers.iter().map(|(path, text)| format!("{} {:016x}", name(path), sum(text))).collect();
    insta::assert_snapshot!(sums.join("\n"), @r"
    kts-15-given-10 af60d7da142eccd4
    latin-8-holes-42-4 2160f60c864c470f
    pieces-80-4to5-4 cde0f69078c685bd
    triples-150-400 997bcb7ebefe6033
    ");
}

#[test]
fn a_wrong_count_is_shown_as_wrong() {
    let directory = tempfile::tempdir().unwrap();
    let stem = directory.path().join("covers");
    let output = compare_covers(&[
        "langford-7",
        "--rounds",
        "1",
        "--bitcover",
        env!("CARGO_BIN_EXE_bitcover"),
        "--peers",
        directory.path().to_str().unwrap(),
        "--solver",
        "liar=echo {dlx} 51",
        "--solver",
        "honest=echo {dlx} 52",
        "--output",
        stem.to_str().unwrap(),
    ]);
    let Some(output) = output else { return };
    assert!(output.status.success(), "{}", stderr(&output));
    let table = fs::read_to_string(stem.with_extension("md")).unwrap();
    assert!(table.contains("| liar | 0 | 1 | 0 | 0 | 0 |"), "{table}");
    assert!(table.contains("| honest | 1 | 0 | 0 | 0 | 0 |"), "{table}");
    assert!(table.contains("**WRONG: 51**"), "{table}");
    if let Some(commit) = tree_commit() {
        assert!(table.contains(&format!(", commit {commit}")), "{table}");
    }
    let runs = fs::read_to_string(stem.with_extension("csv")).unwrap();
    let liar = runs.lines().find(|line| line.contains(",liar,")).unwrap();
    assert!(liar.ends_with(",51,52,wrong,"), "{liar}");
}

/// Measures four programs, and writes down which ran when, the warm-up in round 0.
const ORDER: &str = r#"
import sys
from comparison.measure import Row, measure, read_last_integer
ran = []
def row(name):
    before = lambda: ran.append(name)
    return Row(name, "plain", 1, [["echo", "1"]], read_last_integer, 60.0, before=before)
rows = [row(name) for name in "abcd"]
measure(rows, 3 if sys.argv[1] == "whole" else 1, sys.argv[1] == "whole", lambda line: None)
print("".join(ran), *[sample.round for sample in rows[1].samples])
"#;

#[test]
fn each_round_begins_with_another_program_after_a_run_that_is_not_counted() {
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts");
    let ran = |how: &str| {
        let mut python = Command::new("python3");
        python.args(["-B", "-c", ORDER, how]).env("PYTHONPATH", &scripts);
        let output = python.output().ok()?;
        assert!(output.status.success(), "{}", stderr(&output));
        Some(stdout(&output).trim().to_owned())
    };
    let (Some(whole), Some(quick)) = (ran("whole"), ran("quick")) else { return };
    assert_eq!(whole, "abcdbadccdabdcba 0 1 2 3");
    assert_eq!(quick, "bbadc 0 1");
}
