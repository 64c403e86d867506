//! `sample`, `stats`, and the choice of an engine, as a person meets them at the command line.

use crate::runner::{bitcover, refused, stderr, stdout};

#[test]
fn samples_are_lines_of_the_puzzle_and_the_same_for_the_same_seed() {
    let sample =
        |seed: &str| stdout(&bitcover(&["sample", "soma", "-n", "5", "--seed", seed, "--lines"]));
    let text = sample("4");
    assert_eq!(text.lines().count(), 5);
    assert!(text.lines().all(|line| line.len() == 27 + 2 * 3 + 4 && line.contains("//")), "{text}");
    assert_eq!(text, sample("4"));
    assert_ne!(text, sample("5"));
}

#[test]
fn samples_as_json_say_of_how_many_they_are() {
    let text = stdout(&bitcover(&["sample", "cubi-magici", "-n", "2", "--json"]));
    let object: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(object["puzzle"], "cubi-magici");
    assert_eq!(object["total"], 816);
    assert_eq!(object["samples"].as_array().unwrap().len(), 2);
    assert!(object["samples"][0].get("given").is_none());
}

#[test]
fn a_challenge_can_be_given_back_and_has_one_solution() {
    let text = stdout(&bitcover(&["sample", "cubi-magici", "--challenge", "3", "--json"]));
    let object: serde_json::Value = serde_json::from_str(&text).unwrap();
    let given = object["samples"][0]["given"].as_str().unwrap();
    let text = stdout(&bitcover(&[
        "count",
        "cubi-magici",
        "--engine",
        "links",
        "--json",
        "--given",
        given,
    ]));
    let count: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(count["total"], 1);
    let line = object["samples"][0]["line"].as_str().unwrap();
    let fits =
        given.bytes().zip(line.bytes()).all(|(start, whole)| start == b'.' || start == whole);
    assert!(fits, "{given} is no part of {line}");
}

#[test]
fn what_cannot_be_drawn_is_said_and_is_no_success() {
    refused(&bitcover(&["sample", "soma", "--challenge", "1"]), 1, "try more pieces");
    refused(&bitcover(&["sample", "logiq"]), 2, "name one of logiq-2, logiq-3");
    let directory = tempfile::TempDir::new().unwrap();
    let path = directory.path().join("gap.toml");
    let text = "name = 'gap'\n[board]\nrows = 1\ncolumns = 3\nmotions = 'rotations'\n[[piece]]\nsymbol = 'a'\n\
                picture = 'aa'\n";
    std::fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap();
    refused(&bitcover(&["sample", path]), 1, "gap has no solution to draw from");
    assert!(stdout(&bitcover(&["stats", path])).contains("of 0 arrangements"));
}

#[test]
fn statistics_name_the_placement_that_leaves_the_fewest_ways() {
    let text = stdout(&bitcover(&["stats", "soma", "--piece", "P"]));
    assert!(text.contains("of 11,520 arrangements"), "{text}");
    assert!(text.contains("The fewest ways to finish"), "{text}");
    assert!(text.contains("P: per cent of arrangements that cover a cell"), "{text}");
    refused(&bitcover(&["stats", "soma", "--piece", "Q"]), 2, "has no piece Q");
}

#[test]
fn the_table_of_placements_adds_up_for_each_piece() {
    let text = stdout(&bitcover(&["stats", "tetrominoes-4x10", "--output", "-"]));
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let mut sums = std::collections::BTreeMap::new();
    for record in reader.records() {
        let record = record.unwrap();
        *sums.entry(record[0].to_owned()).or_insert(0) += record[2].parse::<u64>().unwrap();
    }
    // Two copies of each of five pieces in each of 1,796 arrangements.
    assert_eq!(sums.len(), 5);
    assert!(sums.values().all(|&sum| sum == 2 * 1_796), "{sums:?}");
}

#[test]
fn the_chosen_engine_is_said_where_it_is_asked_for() {
    // A search of so few nodes is chosen on every machine, whatever else that does; where the clock
    // decides, the library's tests have clocks of their own.
    let output = bitcover(&["count", "logiq-2", "-v"]);
    let said = stderr(&output);
    assert!(said.contains("logiq-2: engine search: the puzzle names its anchors"), "{said}");
    let output = bitcover(&["count", "kanoodle", "--engine", "frontier", "-v"]);
    assert!(stderr(&output).contains("kanoodle: states by level: 1 "), "{}", stderr(&output));
    assert!(stdout(&output).contains("371,020"));
    let info = stdout(&bitcover(&["info", "kanoodle"]));
    let chosen = ["  auto     frontier: ", "  auto     search: ", "  auto     scan: "];
    assert!(chosen.iter().any(|words| info.contains(words)), "{info}");
    assert!(stderr(&bitcover(&["count", "soma"])).is_empty());
}

#[test]
fn a_count_keeps_to_its_memory_and_says_what_it_used() {
    let text = stdout(&bitcover(&[
        "count", "kanoodle", "--engine", "frontier", "--memory", "256M", "--json",
    ]));
    let object: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(object["total"], 371_020);
    let peak = object["parts"][0]["peak_bytes"].as_u64();
    assert!(peak.is_none_or(|peak| peak < 256 << 20), "{peak:?}");
    let table =
        stdout(&bitcover(&["count", "kanoodle", "--engine", "frontier", "--memory", "49M"]));
    assert!(table.contains("371,020") && table.contains("batches"), "{table}");
}
