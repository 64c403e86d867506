//! Asking a command to stop: whatever it does, it ends soon, says so, and leaves nothing that is not
//! whole. Each of these would go on for minutes.
#![cfg(unix)]

use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::runner::{bitcover, refused, stderr, stdout};

/// A command that goes on for longer than this after a signal does not heed it.
const LONG: Duration = Duration::from_secs(20);

/// Runs a command in a folder, sends it a signal after a while, and waits for its end.
fn stopped(folder: &TempDir, line: &str, signal: &str, after: Duration) -> Output {
    let child = Command::new(env!("CARGO_BIN_EXE_bitcover"))
        .args(line.split_whitespace())
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(after);
    let sent = Instant::now();
    let killed = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(killed.success(), "{line} had ended");
    let output = child.wait_with_output().unwrap();
    assert!(sent.elapsed() < LONG, "{line} went on for {:?}", sent.elapsed());
    output
}

#[test]
fn every_long_command_ends_soon_after_a_signal_and_says_so() {
    let long = "pentominoes-tetrominoes-8x10";
    let lines = [
        format!("count {long} --engine search"),
        format!("count {long} --engine frontier"),
        format!("solve {long} --engine search --output out"),
        format!("solve {long} --engine search --output -"),
        format!("estimate {long} --time 100"),
        format!("estimate {long} --error 0.0001"),
        format!("report {long} --time 100 --output page.html"),
        format!("sample {long}"),
        format!("stats {long}"),
        format!("show {long} --all --engine search"),
    ];
    for line in lines {
        for (signal, code, name) in [("-INT", 130, "Ctrl-C"), ("-TERM", 143, "SIGTERM")] {
            let folder = TempDir::new().unwrap();
            let output = stopped(&folder, &line, signal, Duration::from_millis(400));
            let said = stderr(&output);
            assert_eq!(output.status.code(), Some(code), "{line}: {said}");
            assert!(said.contains(&format!("stopped by {name}")), "{line}: {said}");
            let is_whole = |name: &str| !name.ends_with(".partial") && name != "page.html";
            let entries = std::fs::read_dir(folder.path().join("out"));
            let entries = entries.or_else(|_| std::fs::read_dir(folder.path())).unwrap();
            for entry in entries {
                let name = entry.unwrap().file_name().into_string().unwrap();
                assert!(is_whole(&name), "{line}: {name}");
            }
        }
    }
}

#[test]
fn an_estimate_that_is_stopped_says_what_it_knows() {
    let folder = TempDir::new().unwrap();
    let line = "estimate kanoodle --error 0.0001 --json";
    let output = stopped(&folder, line, "-INT", Duration::from_secs(2));
    let object: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert!(object["parts"][0]["probes"].as_u64().unwrap() > 0);
}

#[test]
fn progress_is_shown_when_it_is_asked_for_piped_or_not() {
    let lines = [
        "estimate kanoodle --time 3 --progress always",
        "report kanoodle --time 2 --output - --progress always --engine links",
    ];
    for line in lines {
        let words: Vec<&str> = line.split_whitespace().collect();
        let said = stderr(&bitcover(&words));
        assert!(said.contains("kanoodle: "), "{line}: {said}");
        let never = line.replace("always", "never");
        let words: Vec<&str> = never.split_whitespace().collect();
        let said = stderr(&bitcover(&words));
        assert!(!said.contains(" explored") && !said.contains(" probes in "), "{line}: {said}");
    }
    for command in ["sample", "stats", "show", "report", "estimate", "solve", "count"] {
        let wrong = bitcover(&[command, "soma", "--progress", "sometimes"]);
        refused(&wrong, 2, "[possible values: auto, always, never]");
    }
}
