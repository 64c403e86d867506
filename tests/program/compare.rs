//! `scripts/compare`: that a wrong count is shown as wrong, and that what is known to be beyond the limit
//! is not waited for, nor lost. These tests need Python 3, and say so where it is not there.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::runner::stderr;

/// Has this compare on a small puzzle with some programs and none of the registries. Files are written
/// beside `stem`.
fn command(mut python: Command, stem: &Path, arguments: &[&str]) -> Command {
    python
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/compare"))
        .args(["soma-mirror", "--rounds", "1"])
        .args(["--bitcover", env!("CARGO_BIN_EXE_bitcover"), "--peers"])
        .arg(stem.with_extension("none"))
        .arg("--output")
        .arg(stem)
        .args(arguments);
    python
}

/// Compares; nothing where there is no Python.
fn compare(stem: &Path, arguments: &[&str]) -> Option<Output> {
    let arguments = [&["--limit", "2"], arguments].concat();
    let output = command(Command::new("python3"), stem, &arguments).output();
    if output.is_err() {
        eprintln!("there is no python3: the comparison of puzzles is not checked");
    }
    output.ok()
}

/// The table of a comparison.
fn table(stem: &Path, output: &Output) -> String {
    assert!(output.status.success(), "{}", stderr(output));
    fs::read_to_string(stem.with_extension("md")).unwrap()
}

#[test]
fn a_wrong_count_has_no_rank_and_a_right_one_has() {
    let directory = tempfile::tempdir().unwrap();
    let stem = directory.path().join("compared");
    // The cases are three files, of which the counts are added up.
    let solvers = ["--solver", "liar=echo {dlx} 81", "--solver", "honest=echo {dlx} 80"];
    let Some(output) = compare(&stem, &solvers) else { return };
    let table = table(&stem, &output);
    let line = |start: &str| table.lines().find(|line| line.starts_with(start)).unwrap().to_owned();
    assert!(line("| liar | cases |").contains("**WRONG: 243**, not 240"), "{table}");
    assert!(line("| honest | cases |").contains("| 240 ok |"), "{table}");
    assert!(line("| honest | plain |").contains("**WRONG: 80**, not 11,520"), "{table}");
    assert!(line("| bitcover, 1 thread").contains("| 11,520 ok |"), "{table}");
}

#[test]
fn what_is_beyond_the_limit_is_waited_for_once_and_not_on_the_harder_cover() {
    let directory = tempfile::tempdir().unwrap();
    let stem = directory.path().join("compared");
    let runs = directory.path().join("runs");
    let slow = format!("slow=echo {{dlx}} >> {}; sleep 600", runs.display());
    let Some(output) = compare(&stem, &["--solver", &slow]) else { return };
    let first = table(&stem, &output);
    let lines = |table: &str| {
        let lines = table.lines().filter(|line| line.starts_with("| slow |"));
        lines.map(|line| line.rsplitn(4, '|').last().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert!(first.contains("| slow | cases | - | > 2 s | - | - |"), "{first}");
    assert!(first.contains("| slow | plain | - | > 2 s, as its cases | - | - | - |"), "{first}");
    let begun = |runs: &Path| fs::read_to_string(runs).unwrap().lines().count();
    assert_eq!(begun(&runs), 1);
    // The same is said once more by the runs of then, and by those of then that were taken over.
    let again = directory.path().join("again");
    for (stem, earlier) in [(&again, &stem), (&stem, &again)] {
        let earlier = earlier.with_extension("csv");
        let arguments = ["--solver", &slow, "--earlier", earlier.to_str().unwrap()];
        let Some(output) = compare(stem, &arguments) else { return };
        let table = table(stem, &output);
        assert_eq!(lines(&table), lines(&first));
        let words = "of an earlier comparison: 1 run beyond the limit on soma-mirror";
        assert!(table.contains(words), "{table}");
    }
    assert_eq!(begun(&runs), 1);
    let refused = compare(&stem, &["--earlier", runs.to_str().unwrap()]).unwrap();
    assert_eq!(refused.status.code(), Some(2), "{}", stderr(&refused));
}

/// A run of many hours is one in the background, where shells have SIGINT ignored.
#[test]
#[cfg(unix)]
fn what_was_measured_is_written_when_a_comparison_in_the_background_is_ended() {
    for signal in ["-INT", "-TERM"] {
        let directory = tempfile::tempdir().unwrap();
        let (stem, begun) = (directory.path().join("compared"), directory.path().join("begun"));
        let slow = format!("slow=echo {{dlx}} > {}; sleep 600", begun.display());
        let arguments = ["--limit", "600", "--solver", &slow];
        let mut shell = Command::new("sh");
        shell.args([
            "-c",
            "trap '' INT; command -v python3 > /dev/null || exit 77; exec \"$0\" \"$@\"",
        ]);
        shell.arg("python3");
        let mut child = command(shell, &stem, &arguments).stderr(Stdio::null()).spawn().unwrap();
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            if begun.exists() {
                let sent = Command::new("kill").args([signal, &child.id().to_string()]).status();
                assert!(sent.unwrap().success());
                fs::remove_file(&begun).unwrap();
            }
            sleep(Duration::from_millis(20));
        };
        if status.code() == Some(77) {
            eprintln!("there is no python3: the end of a comparison is not checked");
            return;
        }
        assert_eq!(status.code(), Some(130), "{signal}");
        let table = fs::read_to_string(stem.with_extension("md")).unwrap();
        assert!(table.contains("| bitcover, 1 thread"), "{table}");
        assert!(stem.with_extension("csv").exists());
    }
}
