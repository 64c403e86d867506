//! Slips of the hand: numbers, sizes and files that are not what they should be, and what is said.

use std::fs;

use tempfile::TempDir;

use crate::runner::{bitcover, refused, stderr, stdout};

#[test]
fn a_negative_number_is_refused_as_one_and_not_as_another_argument() {
    let lines = [
        "count soma --threads -1",
        "solve soma --limit -1",
        "report soma --output - --limit -1",
        "report soma --output - --time -1",
        "estimate soma --probes -1",
        "estimate soma --seed -1",
        "estimate soma --time -1",
        "estimate soma --error -1",
        "sample soma -n -1",
        "sample soma --challenge -1",
        "show soma --solution -1",
        "shard plan soma --shards -1 --output -",
        "count soma --memory -1G",
    ];
    for line in lines {
        let words: Vec<&str> = line.split_whitespace().collect();
        let output = bitcover(&words);
        refused(&output, 2, "invalid value '-1");
        let said = stderr(&output);
        assert!(said.contains("write a "), "{line}: {said}");
        assert!(!said.contains("-- -1") && !said.contains("digit"), "{line}: {said}");
    }
}

#[test]
fn sizes_may_be_fractions_and_are_no_smaller_than_a_run_needs() {
    assert!(bitcover(&["count", "soma", "--memory", "1.5G"]).status.success());
    refused(&bitcover(&["count", "soma", "--memory", "1"]), 2, "give a unit, such as 1G");
    refused(&bitcover(&["count", "soma", "--memory", "G"]), 2, "such as 512M or 1.5G");
}

#[test]
fn a_challenge_has_pieces_and_no_more_than_there_are() {
    let challenge =
        |puzzle: &str, pieces: &str| bitcover(&["sample", puzzle, "--challenge", pieces]);
    refused(&challenge("soma", "8"), 2, "soma has 7 pieces, so that no starting position has 8");
    refused(&challenge("soma", "0"), 2, "at least 1");
    // Of the 15 pieces of a tower of two rows a few are used.
    let most = challenge("logiq-2", "14");
    refused(&most, 1, "random arrangements of logiq-2 has 14 pieces; the most is ");
    assert!(!stderr(&most).contains("try more"), "{}", stderr(&most));
}

#[test]
fn a_file_that_is_no_text_is_refused_with_its_line_and_what_to_do() {
    let folder = TempDir::new().unwrap();
    for (name, bytes, words) in [
        (
            "latin.toml",
            &b"name = \"x\"\n# caf\xe9\n"[..],
            "line 2, column 6: this is no text in UTF-8",
        ),
        ("wide.toml", &b"\xff\xfen\0a\0"[..], "line 1, column "),
        ("latin.dlx", &b"a b\na\n\xe9\n"[..], "line 3, column 1: this is no text in UTF-8; save"),
        ("zero.matrix", &b"0 1\n1\0\n"[..], "line 2, column 2: this is no text in UTF-8"),
    ] {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        let path = path.to_str().unwrap();
        refused(&bitcover(&["count", path]), 3, &format!("{path}: {words}"));
    }
}

#[cfg(unix)]
#[test]
fn a_file_that_is_missing_is_not_proposed_in_its_own_place() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("mine.toml");
    std::os::unix::fs::symlink("nowhere", &path).unwrap();
    let output = bitcover(&["count", path.to_str().unwrap()]);
    refused(&output, 3, "mine.toml: ");
    assert!(!stderr(&output).contains("did you mean"), "{}", stderr(&output));
}

#[test]
fn a_description_has_no_gaps() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("mine.toml");
    let text = "name = \"mine\"\n[board]\nrows = 2\ncolumns = 3\nmotions = \"rotations\"\n\
                [[piece]]\nsymbol = \"abc\"\npicture = \"aa\"\n";
    fs::write(&path, text).unwrap();
    for puzzle in [path.to_str().unwrap(), "logiq", "soma"] {
        let said = stdout(&bitcover(&["info", puzzle]));
        assert!(!said.contains("\n\n\n") && !said.ends_with("\n\n"), "{said}");
        assert!(said.lines().all(|line| line == line.trim_end()), "{said}");
    }
}
