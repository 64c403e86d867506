//! The symmetries of exact covers on the command line: `info` counts them, `count` uses them, and
//! `--distinct` tells solutions apart up to them.

use std::fmt::Write as _;
use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use crate::runner::{bitcover, refused, stderr, stdout};

/// A file of the perfect matchings of a complete graph.
fn matchings(directory: &TempDir, vertices: usize) -> String {
    let names: Vec<String> = (0..vertices).map(|vertex| format!("v{vertex}")).collect();
    let mut text = names.join(" ") + "\n";
    for a in 0..vertices {
        for b in a + 1..vertices {
            writeln!(text, "v{a} v{b}").unwrap();
        }
    }
    let path = directory.path().join(format!("matchings-{vertices}.dlx"));
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

fn part(arguments: &[&str]) -> Value {
    let output = bitcover(&[arguments, &["--json"]].concat());
    let report = serde_json::from_str(&stdout(&output));
    let report: Value = report.unwrap_or_else(|_| panic!("{}", stderr(&output)));
    report["parts"][0].clone()
}

#[test]
fn info_counts_the_symmetries_of_a_cover_and_says_its_plan() {
    let directory = TempDir::new().unwrap();
    let said = stdout(&bitcover(&["info", &matchings(&directory, 16)]));
    for words in ["16 items (16 primary, 0 secondary) x 120 options", "20,922,789,888,000"] {
        assert!(said.contains(words), "{said}");
    }
    assert!(
        said.contains("a sweep of 1 case that symmetry leaves in turns with a search"),
        "{said}"
    );
    let without = stdout(&bitcover(&["info", &matchings(&directory, 16), "--no-symmetry"]));
    assert!(without.contains("a sweep of 1 case in turns"), "{without}");
}

#[test]
fn counts_are_the_same_with_symmetry_and_without_and_take_fewer_nodes() {
    let directory = TempDir::new().unwrap();
    let file = matchings(&directory, 12);
    for engine in ["search", "links", "frontier", "auto"] {
        let count = ["count", &file, "--engine", engine];
        let with = part(&count);
        let without = part(&[&count[..], &["--no-symmetry"]].concat());
        assert_eq!((&with["total"], &without["total"]), (&10_395.into(), &10_395.into()));
        assert!(with["distinct"].is_null() && without["distinct"].is_null());
        if engine == "search" || engine == "links" {
            assert!(with["nodes"].as_u64() < without["nodes"].as_u64(), "{with} {without}");
        }
    }
}

#[test]
fn distinct_solutions_of_a_cover_are_counted_where_somebody_asks() {
    let directory = TempDir::new().unwrap();
    let file = matchings(&directory, 8);
    for more in [&["--engine", "links"][..], &["--engine", "search", "--no-symmetry"], &[]] {
        let counted = part(&[&["count", &file, "--distinct"], more].concat());
        assert_eq!((&counted["total"], &counted["distinct"]), (&105.into(), &1.into()));
    }
    let said = stdout(&bitcover(&["count", &file, "--distinct"]));
    assert!(said.contains("105"), "{said}");
    // A puzzle always says both.
    let both = part(&["count", "logiq-2", "--distinct"]);
    assert_eq!((&both["total"], &both["distinct"]), (&552.into(), &23.into()));
    let journal = directory.path().join("journal");
    let journal = ["--journal", journal.to_str().unwrap()];
    let kept = part(&[&["count", &file, "--distinct"], &journal[..]].concat());
    assert_eq!(kept["distinct"], 1);
    let again = part(&[&["count", &file, "--distinct"], &journal[..]].concat());
    assert_eq!((&again["total"], &again["distinct"]), (&105.into(), &1.into()));
    let other = bitcover(&[&["count", &file], &journal[..]].concat());
    assert!(!other.status.success(), "another count has another journal");
}

#[test]
fn more_symmetries_than_can_be_listed_are_refused_and_so_is_listing_up_to_them() {
    let directory = TempDir::new().unwrap();
    let file = matchings(&directory, 10);
    let words = "matchings-10 has 3,628,800 symmetries, too many to count distinct solutions";
    refused(&bitcover(&["count", &file, "--distinct"]), 1, words);
    let listed = ["count", &file, "--distinct", "--fingerprint"];
    refused(&bitcover(&listed), 2, "cannot be used with");
}
