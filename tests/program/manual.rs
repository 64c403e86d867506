//! What shells, manuals and near misses get from the program.

use std::fs;
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::runner::{bitcover, refused, stderr, stdout};

#[test]
fn completions_know_commands_options_and_the_names_of_puzzles() {
    for shell in ["bash", "zsh", "fish"] {
        let text = stdout(&bitcover(&["completions", shell]));
        for word in ["solve", "merge", "certificate", "frontier", " logiq-5 ", " kanoodle "] {
            assert!(text.contains(word), "{shell}: {word}");
        }
    }
    refused(&bitcover(&["completions", "bsh"]), 2, "a similar value exists: 'bash'");
}

#[test]
fn completions_are_scripts_that_the_shells_can_read() {
    let directory = TempDir::new().unwrap();
    for (shell, flag) in [("bash", "-n"), ("zsh", "-n"), ("fish", "--no-execute")] {
        let path = directory.path().join(shell);
        fs::write(&path, stdout(&bitcover(&["completions", shell]))).unwrap();
        match Command::new(shell).arg(flag).arg(&path).stderr(Stdio::piped()).output() {
            Ok(output) => assert!(output.status.success(), "{shell}: {}", stderr(&output)),
            Err(_) => eprintln!("SKIPPED: no {shell} here to read its completions"),
        }
    }
}

#[test]
fn there_is_a_manual_page_for_every_command() {
    let page = stdout(&bitcover(&["man"]));
    assert!(page.contains(".TH bitcover 1"), "{page}");
    let parent = TempDir::new().unwrap();
    let directory = parent.path().join("man1");
    let path = directory.to_str().unwrap();
    let output = bitcover(&["man", "--output", path]);
    let count = fs::read_dir(&directory).unwrap().count();
    assert!(!directory.join("bitcover-help.1").exists(), "help is no command to read about");
    assert_eq!(stdout(&output), format!("{count} pages are in {path}.\n"), "{}", stderr(&output));
    for name in ["bitcover", "bitcover-solve", "bitcover-shard", "bitcover-shard-merge"] {
        let page = fs::read_to_string(directory.join(format!("{name}.1"))).unwrap();
        assert!(page.contains(".nf\n  bitcover ") && page.contains("EXAMPLES"), "{name}: {page}");
    }
    refused(&bitcover(&["man", "--output", path]), 2, "is not empty");
}

#[test]
fn what_is_nearly_right_is_named() {
    let near = |arguments: &[&str], code, hint| refused(&bitcover(arguments), code, hint);
    near(&["cuont", "logiq"], 2, "a similar subcommand exists: 'count'");
    near(&["count", "Kanoodle"], 2, "(did you mean kanoodle?)");
    near(&["count", "soma-miror"], 2, "(did you mean soma-mirror?)");
    near(&["count", "logiq5"], 2, "(did you mean logiq");
    near(&["count", "logiq-2", "--engine", "serach"], 2, "a similar value exists: 'search'");
    near(&["count", "kanoodle", "--anchor", "gray"], 2, "(did you mean Gray?)");
    near(&["count", "kanoodle", "--given", "Lightgren@1,1"], 3, "(did you mean LightGreen?)");
    near(&["export", "soma", "--format", "matix"], 2, "a similar value exists: 'matrix'");
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("my-puzzle.toml"), "").unwrap();
    let misspelt = directory.path().join("my-puzle.toml");
    near(&["count", misspelt.to_str().unwrap()], 3, "my-puzzle.toml?)");
}

#[test]
fn what_is_written_is_said_at_the_end() {
    let directory = TempDir::new().unwrap();
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let ends = |arguments: &[&str], words: &str| {
        let output = bitcover(arguments);
        assert!(
            stdout(&output).trim_end().ends_with(words),
            "{}{}",
            stdout(&output),
            stderr(&output)
        );
    };
    let (cover, cases, plan, parts) = (path("c.dlx"), path("s.dlx"), path("p.json"), path("parts"));
    ends(&["export", "logiq-2", "--output", &cover], &format!("The exact cover is in {cover}."));
    ends(
        &["export", "logiq-2", "--cases", "--output", &cases],
        &format!("The exact covers of 4 cases are in {cases}.1 to {cases}.4."),
    );
    ends(
        &["shard", "plan", "logiq-2", "--shards", "2", "--output", &plan],
        &format!("The plan is in {plan}."),
    );
    ends(
        &["shard", "run", &plan, "--index", "1", "--output", &parts],
        &format!("saved in {parts}/shard-1.journal."),
    );
    let table = path("t.csv");
    ends(&["stats", "logiq-2", "--output", &table], &format!("Every placement is in {table}."));
}
