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
    let commands = [
        "sample", "stats", "show", "report", "estimate", "solve", "count", "prove", "info",
        "export", "verify",
    ];
    for command in commands {
        let wrong = bitcover(&[command, "soma", "--progress", "sometimes"]);
        refused(&wrong, 2, "[possible values: auto, always, never]");
    }
    for command in ["plan", "run", "merge"] {
        let wrong = bitcover(&["shard", command, "soma", "--progress", "sometimes"]);
        refused(&wrong, 2, "[possible values: auto, always, never]");
    }
}

/// A cover of so many items in a row, with options of some that are near to one another.
fn large_cover(items: usize) -> String {
    let name = |item: usize| format!("i{item}");
    let mut text: Vec<String> = vec![(0..items).map(name).collect::<Vec<_>>().join(" ")];
    text.extend((0..items).map(name));
    let step = |n: usize, bits: u32| n.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - bits);
    text.extend((0..4 * items).map(|n| {
        let first = n / 4 % (items - 64);
        let others = (1..5).map(|k| name(first + 12 * k + step(8 * n + k, 3)));
        std::iter::once(name(first)).chain(others).collect::<Vec<_>>().join(" ")
    }));
    text.join("\n") + "\n"
}

#[test]
fn what_a_signal_cut_short_is_not_taken_for_the_whole() {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("large.dlx"), large_cover(20_000)).unwrap();
    // What a search for symmetries that was cut short would have less of.
    let symmetries = |output: &Output| {
        let info: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        info["parts"][0]["symmetries"].to_string()
    };
    let line = "info large.dlx --json";
    let begun = Instant::now();
    let undisturbed = Command::new(env!("CARGO_BIN_EXE_bitcover"))
        .args(line.split_whitespace())
        .current_dir(folder.path())
        .output()
        .unwrap();
    let took = begun.elapsed().min(LONG);
    let whole = symmetries(&undisturbed);
    assert!(whole.contains('e'), "{whole}");
    // Whatever it is at, the signal comes before it is done; where it does not, all is there.
    for part in 1..8 {
        let after = took * part / 8;
        let output = stopped(&folder, line, "-TERM", after);
        let said = stderr(&output);
        if output.status.success() {
            assert_eq!(symmetries(&output), whole, "after {after:?}");
            continue;
        }
        assert_eq!(output.status.code(), Some(143), "after {after:?}: {said}");
        assert!(said.contains("stopped by SIGTERM"), "after {after:?}: {said}");
        assert_eq!(stdout(&output), "", "after {after:?}");
    }
}

#[test]
fn what_cannot_say_how_far_it_is_says_how_long_it_has_gone_on() {
    let folder = TempDir::new().unwrap();
    let run = |line: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bitcover"));
        stderr(&command.args(line.split_whitespace()).current_dir(folder.path()).output().unwrap())
    };
    let line = "info large.dlx";
    // Of what takes no time nothing is shown, and how large a cover takes some, the machine decides.
    let said = [10_000, 20_000, 40_000, 80_000, 160_000].into_iter().find_map(|items| {
        std::fs::write(folder.path().join("large.dlx"), large_cover(items)).unwrap();
        let said = run(&format!("{line} --progress always"));
        said.contains(" so far").then_some(said)
    });
    let said = said.expect("one of these takes long enough");
    assert!(said.contains("large: "), "{line}: {said}");
    let said = run(&format!("{line} --progress never"));
    assert!(!said.contains(" so far"), "{line}: {said}");
}
