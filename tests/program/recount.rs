//! `verify --recount`: what agrees is said to agree, and what does not is refused with both figures.

use std::fs;

use crate::runner::{bitcover, refused, stderr, stdout};
use crate::verify::{Files, shortened, verified};

/// What `count --json` prints.
fn counted(arguments: &[&str]) -> String {
    let output = bitcover(&[&["count", "--json"], arguments].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    stdout(&output)
}

#[test]
fn a_puzzle_is_counted_anew_and_compared_with_its_known_counts() {
    let said = verified(&["soma-mirror", "--recount"]);
    assert!(said.starts_with("soma-mirror: recounted 240 distinct, 11,520 in all; "), "{said}");
    assert!(said.contains("agrees with the counts known from: two independent programs"), "{said}");
    let given = ["--given", "V@1,1,1 1,1,2 1,2,1"];
    let said = verified(&[&["soma", "--recount"], &given[..]].concat());
    let words = "starting position VV./V../...//.../.../...//.../.../...: recounted 0 distinct, 0 ";
    assert!(said.contains(words) && said.contains("no count to compare with"), "{said}");
}

#[test]
fn a_known_count_that_is_wrong_is_refused_with_both_figures() {
    let files = Files::new();
    let board = ".....\n.....\n.....";
    let bare = verified(&[&files.puzzle("bare.toml", board, ""), "--recount"]);
    assert!(bare.starts_with("bars: recounted 15 distinct, 60 in all; "), "{bare}");
    let known = "[known]\ndistinct = 15\ntotal = 64\nsource = \"hearsay\"\n";
    let wrong = files.puzzle("wrong.toml", board, known);
    let both = "bars: total is given as 64 by the counts known from: hearsay, but the recount makes \
                it 60";
    refused(&bitcover(&["verify", &wrong, "--recount"]), 4, both);
}

#[test]
fn what_count_prints_is_compared_and_a_wrong_figure_refused() {
    let files = Files::new();
    let path = files.path("counts.json");
    let puzzle = files.puzzle("bare.toml", ".....\n.....\n.....", "");
    let printed = counted(&[&puzzle]);
    fs::write(&path, &printed).unwrap();
    let said = verified(&[&puzzle, &path, "--recount"]);
    assert!(said.contains(&format!("agrees with {path}")), "{said}");
    for (right, wrong) in [("\"total\":60", "\"total\":61"), ("\"distinct\":15", "\"distinct\":16")]
    {
        fs::write(&path, printed.replace(right, wrong)).unwrap();
        let words = format!("by {path}, but the recount makes it ");
        refused(&bitcover(&["verify", &puzzle, &path, "--recount"]), 4, &words);
    }
    fs::write(&path, printed.replace("\"complete\":true", "\"complete\":false")).unwrap();
    refused(&bitcover(&["verify", &puzzle, &path, "--recount"]), 4, "was stopped");
    fs::write(&path, counted(&["soma"])).unwrap();
    let words = "there is no complete count of bars to compare with";
    refused(&bitcover(&["verify", &puzzle, &path, "--recount"]), 4, words);
    // Nothing but a recount reads it.
    refused(&bitcover(&["verify", &puzzle, &path]), 4, "");
}

#[test]
fn a_listing_that_lacks_a_solution_is_refused_by_a_recount() {
    let files = Files::new();
    let puzzle = files.puzzle("bare.toml", ".....\n.....\n.....", "");
    let listing = files.listing("out", ("text", "txt"), &[&puzzle]);
    let said = verified(&[&puzzle, &listing, "--recount"]);
    assert!(said.contains("bars: recounted 15 distinct") && said.contains("agrees with"), "{said}");
    shortened(&listing);
    let output = bitcover(&["verify", &puzzle, &listing, "--recount"]);
    assert_eq!(output.status.code(), Some(4));
    assert!(stderr(&output).contains("but the recount makes it 60"), "{}", stderr(&output));
}

#[test]
fn families_and_covers_are_recounted() {
    let files = Files::new();
    let path = files.path("family.toml");
    let puzzle = files.puzzle("bare.toml", ".....\n.....\n.....", "");
    let exported = bitcover(&["export", &puzzle, "--output", &files.path("bars.dlx")]);
    assert!(exported.status.success(), "{}", stderr(&exported));
    // Three bars in order, which are one piece of the puzzle.
    let said = verified(&[&files.path("bars.dlx"), "--recount"]);
    assert!(said.starts_with("bars: recounted ") && said.contains(" solutions; "), "{said}");
    fs::write(&path, counted(&[&files.path("bars.dlx")])).unwrap();
    let said = verified(&[&files.path("bars.dlx"), &path, "--recount"]);
    assert!(said.contains(&format!("agrees with {path}")), "{said}");
    let said = verified(&["logiq-2", "--recount"]);
    assert!(said.starts_with("logiq-2: recounted 23 distinct, 552 in all; "), "{said}");
}

#[test]
fn a_journal_keeps_what_is_done_and_is_of_one_recount() {
    let files = Files::new();
    let journal = files.path("journal");
    let arguments = ["soma", "--recount", "--journal", &journal, "--memory", "20K"];
    let first = verified(&arguments);
    let written = fs::read(&journal).unwrap();
    assert!(written.starts_with(b"bitcover-recount-1 "));
    let second = verified(&arguments);
    assert!(second.contains("recounted 480 distinct, 11,520 in all"), "{second}");
    assert!(!first.contains(" 0 states and 0 nodes"), "{first}");
    assert_eq!(fs::read(&journal).unwrap(), written);
    // A line that was cut short and one that is damaged cost their slices and nothing else.
    let mut damaged = written.clone();
    let last = damaged.len() - 10;
    damaged[last] ^= 1;
    fs::write(&journal, &damaged).unwrap();
    let output = bitcover(&[&["verify"], &arguments[..]].concat());
    assert!(stderr(&output).contains("1 damaged lines are ignored"), "{}", stderr(&output));
    assert!(stdout(&output).contains("480 distinct, 11,520 in all"));
    fs::write(&journal, &written[..written.len() - 3]).unwrap();
    assert!(verified(&arguments).contains("480 distinct, 11,520 in all"));
    assert_eq!(fs::read(&journal).unwrap(), written);
    let other = bitcover(&["verify", "soma-mirror", "--recount", "--journal", &journal]);
    refused(&other, 3, "its puzzle is `soma`, that of this command `soma-mirror`");
    let given = ["--given", "V@1,1,1 1,1,2 1,2,1"];
    let other = bitcover(&[&["verify"], &arguments[..], &given[..]].concat());
    refused(&other, 3, "has other pieces on the board");
    let none = files.path("none");
    fs::write(&none, "something else\n").unwrap();
    let other = bitcover(&["verify", "soma", "--recount", "--journal", &none]);
    refused(&other, 3, "this is not the journal of a recount");
    assert_eq!(fs::read(&none).unwrap(), b"something else\n");
}

#[test]
fn without_a_recount_there_must_be_a_file_and_none_of_its_options() {
    refused(&bitcover(&["verify", "soma"]), 2, "FILE");
    refused(&bitcover(&["verify", "soma", "soma.txt", "--memory", "1G"]), 2, "--recount");
    let files = Files::new();
    let certificate = files.certificate("soma", &["soma"]);
    let output = bitcover(&["verify", "soma", &certificate, "--recount"]);
    refused(&output, 2, "which proves its count by itself");
}
