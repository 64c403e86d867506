//! Runs that last, as a person meets them: killed, stopped, continued, asked, without room.

#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use tempfile::TempDir;

use crate::runner::{bitcover, refused, stderr, stdout, unbroken};

/// A search of about a tenth of a second for the tests, longer than a journal takes to begin.
const PUZZLE: &str = "logiq-5";

/// A place for a journal and what a run writes.
struct Place(TempDir);

impl Place {
    fn new() -> Self {
        Self(TempDir::new().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// A run of the puzzle with a journal.
    fn command(&self, threads: usize) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bitcover"));
        command.args(["solve", PUZZLE, "--engine", "links", "--json"]);
        command.args(["--threads", &threads.to_string()]);
        command.arg("--journal").arg(self.path("journal"));
        command.arg("--output").arg(self.path("out"));
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Continues to the end.
    fn finish(&self) -> Outcome {
        let output = self.command(2).output().unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        Outcome::new(&output, &self.path("out"))
    }

    /// How many lines were saved.
    fn lines(&self) -> usize {
        let text = fs::read(self.path("journal")).unwrap_or_default();
        text.split_inclusive(|&byte| byte == b'\n').filter(|line| line.ends_with(b"\n")).count()
    }
}

/// What must not depend on what happened to a run.
#[derive(Debug, PartialEq, Eq)]
struct Outcome {
    counts: Vec<String>,
    listing: Vec<u8>,
}

impl Outcome {
    fn new(output: &Output, directory: &Path) -> Self {
        let part = part(output);
        assert_eq!(part["complete"], true);
        let counts = ["distinct", "total", "nodes", "fingerprint"].map(|key| part[key].to_string());
        let listing = fs::read(directory.join(format!("{PUZZLE}.txt"))).unwrap();
        Self { counts: counts.to_vec(), listing }
    }
}

fn part(output: &Output) -> serde_json::Value {
    let object: serde_json::Value = serde_json::from_str(&stdout(output)).unwrap();
    object["parts"][0].clone()
}

/// Sends a signal by its name.
fn send(child: &Child, signal: &str) {
    let sent = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

/// Waits until a run has saved more than so many lines, or has ended.
fn wait_for_lines(place: &Place, child: &mut Child, lines: usize) {
    while place.lines() <= lines && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn a_run_that_is_killed_again_and_again_comes_to_the_same_files() {
    let undisturbed = Place::new();
    let expected = undisturbed.finish();
    assert_eq!(expected.counts[..2], ["6164", "147936"]);
    let place = Place::new();
    for kill in 0..6 {
        let before = place.lines();
        let mut child = place.command(1 + kill % 3).spawn().unwrap();
        wait_for_lines(&place, &mut child, before + 20 * kill);
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(place.lines() >= before, "nothing saved is lost");
    }
    assert_eq!(place.finish(), expected);
    // And once more, though everything is there.
    assert_eq!(place.finish(), expected);
}

#[test]
fn solutions_that_are_damaged_or_gone_are_found_again_and_that_is_said() {
    let place = Place::new();
    let expected = place.finish();
    let solutions = place.path("journal.solutions");
    let whole = fs::read(&solutions).unwrap();
    let again = |bytes: &[u8]| {
        fs::write(&solutions, bytes).unwrap();
        fs::remove_dir_all(place.path("out")).unwrap();
        let output = place.command(2).output().unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        assert_eq!(Outcome::new(&output, &place.path("out")), expected);
        stderr(&output)
    };
    assert_eq!(again(&whole), "", "nothing was damaged");
    let mut flipped = whole.clone();
    flipped[whole.len() / 2] ^= 1;
    assert_eq!(
        again(&flipped),
        "logiq-5: the solutions of one finished task are missing from the file beside the journal, \
         or damaged in it; the task is done again\n"
    );
    // What was found again was written behind the rest, and is there now.
    let whole = fs::read(&solutions).unwrap();
    assert_eq!(again(&whole), "", "it was repaired");
    let said = again(&whole[..whole.len() / 2]);
    assert!(
        said.contains(" finished tasks are missing from the file beside the journal"),
        "{said}"
    );
    assert_eq!(said.lines().count(), 1, "{said}");
}

#[test]
fn a_run_that_is_stopped_says_how_to_go_on_and_claims_nothing() {
    for (signal, code) in [("INT", 130), ("TERM", 143)] {
        let place = Place::new();
        let mut child = place.command(1).spawn().unwrap();
        wait_for_lines(&place, &mut child, 10);
        send(&child, signal);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{}", stderr(&output));
        let part = part(&output);
        assert_eq!(part["complete"], false);
        assert!(part["distinct"].as_u64().unwrap() < 6164);
        assert!(stderr(&output).contains("repeat the command to go on"), "{}", stderr(&output));
        assert_eq!(fs::read_dir(place.path("out")).unwrap().count(), 0);
        assert_eq!(place.finish().counts[0], "6164");
    }
}

#[test]
fn a_sweep_that_is_stopped_again_and_again_comes_to_the_same_count() {
    let sweep = |place: &Place, threads: usize| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bitcover"));
        command.args(["count", "iq-fit", "--engine", "frontier", "--json"]);
        command.args(["--threads", &threads.to_string()]);
        command.arg("--journal").arg(place.path("journal"));
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    };
    let finish = |place: &Place| {
        let output = sweep(place, 2).output().unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        let part = part(&output);
        assert_eq!(part["complete"], true);
        ["distinct", "total", "nodes"].map(|key| part[key].to_string())
    };
    let expected = finish(&Place::new());
    assert_eq!(expected[..2], ["16967212", "67868848"]);
    let place = Place::new();
    for stop in 0..6 {
        let mut child = sweep(&place, 1 + stop % 2).spawn().unwrap();
        wait_for_lines(&place, &mut child, 1);
        std::thread::sleep(Duration::from_millis(40 * stop as u64));
        if child.try_wait().unwrap().is_none() {
            // By no chance to save anything, or by one.
            send(&child, if stop == 1 { "KILL" } else { "TERM" });
        }
        child.wait().unwrap();
    }
    assert_eq!(finish(&place), expected);
    assert!(!place.path("journal.sweep").exists(), "it is not needed any more");
    assert_eq!(finish(&place), expected, "the journal has the count");
}

#[test]
fn without_a_journal_what_was_found_is_written_as_partial_and_verifies() {
    let place = Place::new();
    let out = place.path("out");
    let mut command = Command::new(env!("CARGO_BIN_EXE_bitcover"));
    command.args(["solve", "kanoodle", "--engine", "links", "--progress", "always", "--output"]);
    let mut child =
        command.arg(&out).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // The first line of progress shows that the search has begun.
    let mut said = std::io::BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    std::io::BufRead::read_line(&mut said, &mut line).unwrap();
    assert!(line.starts_with("kanoodle: ") && line.contains("% explored"), "{line}");
    send(&child, "INT");
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(stdout(&output).contains("(partial)"), "{}", stdout(&output));
    let checked = bitcover(&["verify", "kanoodle", out.to_str().unwrap()]);
    assert!(unbroken(&checked).contains("partial: the run that wrote it was stopped"));
}

#[test]
fn a_run_that_is_asked_says_how_far_it_is_and_goes_on() {
    let place = Place::new();
    let mut command = Command::new(env!("CARGO_BIN_EXE_bitcover"));
    command.args(["count", "kanoodle", "--engine", "links", "--progress", "never", "--journal"]);
    command.arg(place.path("journal")).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // Before its handlers are there, which is before there is a journal, the signal would end it.
    wait_for_lines(&place, &mut child, 2);
    send(&child, "USR1");
    let mut said = std::io::BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    std::io::BufRead::read_line(&mut said, &mut line).unwrap();
    assert!(line.contains("% explored") && line.contains("nodes/s"), "{line}");
    send(&child, "INT");
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn where_nothing_fits_the_reason_is_given_and_the_journal_goes_on_elsewhere() {
    let place = Place::new();
    let program = place.command(2);
    let words: Vec<String> = std::iter::once(program.get_program())
        .chain(program.get_args())
        .map(|word| format!("'{}'", word.to_str().unwrap()))
        .collect();
    for blocks in [8, 40] {
        let script = format!("ulimit -f {blocks} && exec {}", words.join(" "));
        let output = Command::new("sh").args(["-c", &script]).output().unwrap();
        refused(&output, 1, "too large");
        assert!(stderr(&output).contains("what was saved before is intact"), "{}", stderr(&output));
    }
    assert_eq!(place.finish().counts[0], "6164");
}

/// The last line that a run of the Tetris Cube says on standard error, with this much address space in
/// MiB; nothing if it came to its end.
#[cfg(target_os = "linux")]
fn starved(place: &Place, mib: usize) -> Option<String> {
    let words = ["count", "tetris-cube", "--threads", "2", "--json", "--journal"];
    let (program, journal) = (env!("CARGO_BIN_EXE_bitcover"), place.path("journal"));
    let script = format!("ulimit -v {}; exec \"$@\"", mib << 10);
    let mut command = Command::new("sh");
    let output = command.args(["-c", &script, "sh", program]).args(words).arg(&journal).output();
    let output = output.unwrap();
    if output.status.success() {
        assert_eq!(part(&output)["distinct"], 9839);
        return None;
    }
    refused(&output, 1, "bitcover: ");
    stderr(&output).lines().last().map(str::to_owned)
}

#[cfg(target_os = "linux")]
#[test]
fn a_run_without_enough_memory_says_so_and_goes_on_where_there_is_more() {
    let place = Place::new();
    let mut refusals = 0;
    // The program itself takes up to twenty, without which it cannot say anything.
    for mib in [32, 40, 48, 56, 64, 72, 80, 88] {
        if let Some(last) = starved(&place, mib) {
            let is_clear = last.contains("out of memory") && last.contains("ulimit -v")
                || last.contains("cannot start 2 threads");
            assert!(is_clear, "{mib} MiB: {last}");
            refusals += 1;
        }
    }
    assert!(refusals > 0, "32 MiB cannot be enough");
    assert_eq!(starved(&place, 1024), None);
}

#[test]
fn a_journal_in_an_unfit_place_is_refused_before_anything_is_run() {
    let count = |journal: &str| bitcover(&["count", "logiq-2", "--journal", journal]);
    refused(&count("/dev/full"), 3, "no regular file");
    let place = Place::new();
    let path = place.path("soma.toml");
    fs::write(&path, "name = 'soma'\n").unwrap();
    refused(&count(path.join("journal").to_str().unwrap()), 2, "soma.toml is a file");
    refused(&count(path.to_str().unwrap()), 3, "not a journal of bitcover");
    let journal = place.path("journal");
    let journal = journal.to_str().unwrap();
    assert!(count(journal).status.success());
    refused(&bitcover(&["count", "soma", "--journal", journal]), 3, "its puzzle is `logiq-2`");
    let streamed = bitcover(&["solve", "logiq-2", "--output", "-", "--journal", journal]);
    refused(&streamed, 2, "name a directory");
}

#[test]
fn progress_that_is_not_wanted_is_silent_and_that_of_a_short_run_too() {
    for when in ["never", "auto", "always"] {
        let output = bitcover(&["count", "logiq-2", "--progress", when]);
        assert!(output.status.success());
        assert_eq!(stderr(&output), "", "{when}");
    }
}

#[test]
fn files_of_an_earlier_session_are_replaced_and_those_of_others_are_not() {
    let place = Place::new();
    let first = place.finish();
    fs::write(place.path("out").join(format!("{PUZZLE}.txt.partial")), "cut short").unwrap();
    assert_eq!(place.finish(), first);
    fs::write(place.path("out").join("notes.txt"), "mine").unwrap();
    refused(&place.command(2).output().unwrap(), 2, "notes.txt");
}
