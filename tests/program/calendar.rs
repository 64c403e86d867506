//! Puzzles with regions and labels: the calendars, from the count to the page.

use std::collections::BTreeMap;
use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use crate::runner::{bitcover, refused, stderr, stdout};

/// What a command prints as one JSON object.
#[track_caller]
fn object(words: &[&str]) -> Value {
    let output = bitcover(words);
    assert!(output.status.success(), "{words:?}: {}", stderr(&output));
    serde_json::from_str(&stdout(&output)).unwrap()
}

/// The published counts by what stays free, such as `Jan 25`.
fn published() -> BTreeMap<String, u64> {
    let mut reader =
        csv::ReaderBuilder::new().comment(Some(b'#')).from_path("tests/dates.csv").unwrap();
    let rows = reader.records().map(Result::unwrap);
    rows.map(|row| (row[0].to_owned(), row[1].parse().unwrap())).collect()
}

/// The counts of `stats --by-label`, by labels.
fn by_label(puzzle: &str) -> BTreeMap<String, u64> {
    let counted = object(&["stats", puzzle, "--by-label", "--json"]);
    let row = |row: &Value| {
        let labels = row["labels"].as_array().unwrap().iter();
        let labels: Vec<&str> = labels.map(|label| label.as_str().unwrap()).collect();
        (labels.join(" "), row["arrangements"].as_u64().unwrap())
    };
    let rows: BTreeMap<String, u64> = counted["free"].as_array().unwrap().iter().map(row).collect();
    assert_eq!(rows.values().sum::<u64>(), counted["total"].as_u64().unwrap());
    rows
}

/// The days of each month of a leap year.
const DAYS: [(&str, u32); 12] = [
    ("Jan", 31),
    ("Feb", 29),
    ("Mar", 31),
    ("Apr", 30),
    ("May", 31),
    ("Jun", 30),
    ("Jul", 31),
    ("Aug", 31),
    ("Sep", 30),
    ("Oct", 31),
    ("Nov", 30),
    ("Dec", 31),
];

#[test]
fn one_run_has_every_date_as_published_and_as_count_has_it() {
    let counts = by_label("calendar");
    assert_eq!(counts.len(), 372);
    let dates: Vec<u64> = DAYS
        .iter()
        .flat_map(|(month, days)| (1..=*days).map(move |day| format!("{month} {day}")))
        .map(|date| counts[&date])
        .collect();
    let published = published();
    assert_eq!(dates.len(), 366);
    assert_eq!(dates.iter().sum::<u64>(), published["all 366 dates"]);
    for (date, &count) in published.iter().filter(|(date, _)| *date != "all 366 dates") {
        assert_eq!(counts[date], count, "{date}");
        let (month, day) = date.split_once(' ').unwrap();
        for engine in ["auto", "search", "scan", "frontier", "links"] {
            let words = [
                "count", "calendar", "--given", month, "--given", day, "--engine", engine, "--json",
            ];
            assert_eq!(object(&words)["total"], count, "{date}, {engine}");
        }
    }
    assert_eq!(dates.iter().max(), published.get("Jan 25"));
    assert_eq!(dates.iter().min(), published.get("Oct 6"));
}

#[test]
fn every_engine_tallies_alike_and_a_label_given_leaves_the_others_open() {
    let tallied = |engine: &str| {
        stdout(&bitcover(&["stats", "calendar", "--by-label", "--output", "-", "--engine", engine]))
    };
    let expected = tallied("frontier");
    assert_eq!(expected.lines().next(), Some("month,day,arrangements"));
    assert_eq!(expected.lines().count(), 373);
    for engine in ["search", "links"] {
        assert_eq!(tallied(engine), expected, "{engine}");
    }
    let one = stdout(&bitcover(&["stats", "calendar", "--by-label", "--given", "Oct", "-o", "-"]));
    let october = |line: &&str| line.starts_with("Oct,");
    let expected: Vec<&str> = expected.lines().filter(october).collect();
    assert_eq!(one.lines().skip(1).collect::<Vec<_>>(), expected);
}

#[test]
fn the_table_of_dates_fits_a_terminal_and_names_the_extremes() {
    let said = stdout(&bitcover(&["stats", "calendar", "--by-label"]));
    assert!(said.lines().all(|line| line.chars().count() <= 80), "{said}");
    assert!(said.contains("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"), "{said}");
    let is_of_day = |line: &&str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        words.len() == 13 && words[0].parse::<u32>().is_ok()
    };
    assert_eq!(said.lines().filter(is_of_day).count(), 31);
    let published = published();
    let words = format!("The most, {}, are for Jan 25; the fewest,", published["Jan 25"]);
    assert!(said.contains(&words), "{said}");
    let unlabelled = bitcover(&["stats", "soma", "--by-label"]);
    refused(&unlabelled, 2, "soma has no region that leaves cells free");
}

#[test]
fn pictures_show_the_labels_of_what_stays_free() {
    let words = ["show", "calendar", "--given", "Oct 6", "--solution", "1"];
    let plain = stdout(&bitcover(&words));
    assert!(plain.starts_with("calendar, solution 1 of 7: Oct 6\n"), "{plain}");
    let coloured = stdout(&bitcover(&[&words[..], &["--color", "always"]].concat()));
    assert!(coloured.contains("Oct") && coloured.contains(" 6 "), "{coloured}");
    let svg = stdout(&bitcover(&[&words[..], &["--svg", "-"]].concat()));
    for label in ["Oct", "6"] {
        assert!(svg.contains(&format!(">{label}</text>")), "{svg}");
    }
    let shown = object(&[&words[..], &["--json"]].concat());
    assert_eq!(shown["parts"][0]["shown"][0]["free"], serde_json::json!(["Oct", "6"]));
    let line = shown["parts"][0]["shown"][0]["line"].as_str().unwrap().to_owned();
    let which = stdout(&bitcover(&["show", "calendar", "--which", &line]));
    assert!(which.contains("as it is: Oct 6, it is"), "{which}");
}

#[test]
fn files_of_every_format_are_verified_and_name_what_stays_free() {
    let folder = TempDir::new().unwrap();
    for format in ["text", "ndjson", "csv", "packed"] {
        let path = folder.path().join(format);
        let path = path.to_str().unwrap();
        let given = ["--given", "Jan", "--given", "1"];
        let solved = [&["solve", "calendar", "--format", format, "--output", path][..], &given];
        let solved = bitcover(&solved.concat());
        assert!(solved.status.success(), "{}", stderr(&solved));
        let verified = bitcover(&[&["verify", "calendar", path][..], &given].concat());
        assert!(verified.status.success(), "{format}: {}", stderr(&verified));
        refused(&bitcover(&["verify", "calendar", path]), 4, "");
    }
    let table = fs::read_to_string(folder.path().join("csv/calendar.csv")).unwrap();
    let mut rows = table.lines();
    assert!(rows.next().unwrap().ends_with(",month,day"), "{table}");
    assert!(rows.all(|row| row.ends_with(",\"1,1\",\"3,1\"")), "{table}");
}

#[test]
fn a_picture_that_leaves_too_much_or_too_little_free_is_refused() {
    let shown = object(&["show", "calendar", "--given", "Jan 25", "--solution", "1", "--json"]);
    let line = shown["parts"][0]["shown"][0]["line"].as_str().unwrap();
    let which = |line: &str| bitcover(&["show", "calendar", "--which", line]);
    assert!(which(line).status.success());
    let covered = line.replacen('.', "U", 1);
    refused(&which(&covered), 4, "piece U has 5 cells");
    // The days are all covered, and a second month is free.
    let letter = line.chars().find(char::is_ascii_alphabetic).unwrap();
    let two = line.replacen(letter, ".", 1);
    refused(&which(&two), 4, "");
}

#[test]
fn a_label_that_is_none_or_cannot_stay_free_is_refused() {
    let given = |words: &[&str]| bitcover(&[&["count", "calendar"], words].concat());
    refused(&given(&["--given", "Febr"]), 3, "no cell is labelled Febr (did you mean Feb?)");
    refused(&given(&["--given", "Jan", "--given", "Feb"]), 3, "of region month more cells would");
    refused(&given(&["--given", "25", "--given", "25"]), 3, "is to stay free twice");
    let given = ["--given", "Z@1,1 1,2 2,2 3,2 3,3", "--given", "Jan"];
    refused(&bitcover(&[&["count", "calendar"], &given[..]].concat()), 3, "and piece Z lies there");
}

#[test]
fn a_published_solution_with_the_day_of_the_week_is_one() {
    // April 8, a Thursday.
    let line = "NNN.ZZ/PPNNlZ/PPUUlZZ/.PUllss/VLUUssi/VLLLLTi/VVVTTTi/####.Ti";
    let given = line.replace('.', "?");
    let counted = object(&["count", "calendar-weekday", "--given", &given, "--json"]);
    assert_eq!(counted["total"], 1);
    let date = ["--given", "Apr 8 Thu"];
    let which = [&["show", "calendar-weekday", "--which", line][..], &date].concat();
    assert!(stdout(&bitcover(&which)).contains("as it is: Apr 8 Thu, it is"));
}

#[test]
fn the_checker_counts_the_calendar_anew() {
    let recounted = bitcover(&["verify", "calendar", "--recount", "--given", "Jan"]);
    assert!(recounted.status.success(), "{}", stderr(&recounted));
    let january: u64 =
        by_label("calendar").iter().filter(|(date, _)| date.starts_with("Jan ")).map(|d| d.1).sum();
    let said = stdout(&recounted).replace(',', "");
    assert!(said.contains(&january.to_string()), "{said}");
}
