//! The page of `report`: that every puzzle has one, what is in it, and that a browser shows it.

use std::path::{Path, PathBuf};

use crate::browser::checked;
use crate::runner::{bitcover, refused, stderr, stdout};
use serde_json::Value;

/// Writes the page of a puzzle; returns it and what was said.
#[track_caller]
fn page(directory: &Path, puzzles: &[&str], more: &[&str]) -> (PathBuf, String) {
    let path = directory.join(format!("{}.html", puzzles.join("-")));
    let output = ["--force", "--output", path.to_str().unwrap()];
    let arguments = [&["report"], puzzles, &output[..], more].concat();
    let output = bitcover(&arguments);
    assert!(output.status.success(), "{}", stderr(&output));
    (path, stdout(&output))
}

/// What a page knows, as JSON.
#[track_caller]
fn data(path: &Path) -> Value {
    let page = std::fs::read_to_string(path).unwrap();
    let (_, rest) = page.split_once("id=\"data\">").unwrap();
    let (json, _) = rest.split_once("</script>").unwrap();
    serde_json::from_str(json).unwrap()
}

/// The counts of the catalogue, by name.
fn counts() -> Vec<(String, String, String, bool)> {
    let mut table = csv::Reader::from_path("tests/counts.csv").unwrap();
    let rows = table.records().map(|row| row.unwrap());
    let is_quick = |row: &csv::StringRecord| &row[6] == "no";
    rows.map(|row| (row[0].to_owned(), row[4].to_owned(), row[5].to_owned(), is_quick(&row)))
        .collect()
}

/// Builds the page of a puzzle and compares its counts.
fn builds(name: &str, distinct: &str, total: &str) {
    let directory = tempfile::tempdir().unwrap();
    let (path, _) = page(directory.path(), &[name], &[]);
    let part = &data(&path)["groups"][0]["parts"][0];
    assert_eq!(part["name"], name);
    assert_eq!(part["count"]["complete"], true, "{name}");
    assert_eq!(
        (&part["count"]["distinct"], &part["count"]["total"]),
        (&distinct.into(), &total.into())
    );
    let held = part["gallery"]["solutions"].as_u64().unwrap();
    if part["gallery"]["kind"] == "all" {
        assert_eq!(held.to_string(), distinct);
    } else {
        assert_eq!((held, &part["gallery"]["kind"]), (1000, &"sample".into()));
    }
    let length = std::fs::metadata(&path).unwrap().len();
    assert!(length < 2_000_000, "{name}: {length}");
}

#[test]
fn every_quick_puzzle_of_the_catalogue_has_a_page_with_its_counts() {
    for (name, distinct, total, _) in counts().iter().filter(|(.., is_quick)| *is_quick) {
        builds(name, distinct, total);
    }
}

#[test]
#[ignore = "half a minute: cargo test --release --test program -- --ignored"]
fn every_slow_puzzle_that_can_be_counted_in_time_has_a_page_with_its_counts() {
    let counts = counts();
    let slow = counts
        .iter()
        .filter(|(name, .., is_quick)| !is_quick && name != "pentominoes-tetrominoes-8x10");
    for (name, distinct, total, _) in slow {
        builds(name, distinct, total);
    }
}

#[test]
fn a_puzzle_that_is_not_counted_in_time_has_an_estimate_and_first_solutions() {
    let directory = tempfile::tempdir().unwrap();
    let more = ["--time", "0", "--sample", "20"];
    let (path, said) = page(directory.path(), &["pentominoes-tetrominoes-8x10"], &more);
    assert!(said.contains("not counted in time"), "{said}");
    let part = &data(&path)["groups"][0]["parts"][0];
    assert_eq!(part["count"]["complete"], false);
    assert_eq!(part["has_occurrences"], false);
    assert_eq!(part["gallery"]["kind"], "first");
    let estimate = &part["estimate"];
    assert!(estimate["low"].as_f64() < estimate["estimate"].as_f64(), "{estimate}");
}

#[test]
fn a_gallery_that_may_not_hold_all_holds_a_sample_that_the_seed_repeats() {
    let directory = tempfile::tempdir().unwrap();
    let more = |seed| ["--limit", "100", "--sample", "30", "--seed", seed];
    let drawn = |seed| {
        let (path, said) = page(directory.path(), &["logiq-3"], &more(seed));
        assert!(said.contains("a random sample of 30"), "{said}");
        let page = std::fs::read_to_string(path).unwrap();
        page.split_once("id=\"solutions-0\">").unwrap().1.split_once('<').unwrap().0.to_owned()
    };
    assert_eq!(drawn("1"), drawn("1"));
    assert_ne!(drawn("1"), drawn("2"));
}

#[test]
fn a_page_asks_for_nothing_and_forbids_itself_everything_else() {
    let directory = tempfile::tempdir().unwrap();
    let (path, _) = page(directory.path(), &["logiq-2", "soma"], &[]);
    let page = std::fs::read_to_string(&path).unwrap();
    assert!(page.contains("content=\"default-src 'none'; script-src 'sha256-"));
    for way in ["src=", "<link", "@import", "url(", "fetch(\"", "XMLHttpRequest(", "import(\""] {
        let own = page
            .replace("<script>/*! three.js", "\0")
            .split('\0')
            .map(|part| {
                // The library can load files; the policy forbids it, and nothing here asks it to.
                part.split_once("</script>\n<script type=\"module\">")
                    .map_or(part, |(_, rest)| rest)
            })
            .collect::<String>();
        assert!(!own.contains(way), "{way}");
    }
    let addresses = page.matches("http://").count() + page.matches("https://").count();
    // The name of the namespace of HTML, in the library.
    assert_eq!(addresses, page.matches("http://www.w3.org/1999/xhtml").count());
}

#[test]
fn a_position_is_shown_and_the_solutions_are_those_that_contain_it() {
    let directory = tempfile::tempdir().unwrap();
    let given = "T@1,1 1,2 1,3 2,2 3,2";
    let (path, _) = page(directory.path(), &["logiq-5"], &["--given", given]);
    let count = bitcover(&["count", "logiq-5", "--given", given, "--json"]);
    let count: Value = serde_json::from_str(&stdout(&count)).unwrap();
    let part = &data(&path)["groups"][0]["parts"][0];
    assert_eq!(part["count"]["total"], count["total"].to_string());
    let [position] = part["given"].as_array().unwrap().as_slice() else {
        panic!("{}", part["given"])
    };
    assert_eq!((&part["pieces"][position[0].as_u64().unwrap() as usize]["name"]), &"T");
    // Each row has twelve cells and an inner one.
    assert_eq!(position[1], serde_json::json!([0, 1, 2, 14, 27]));
}

#[test]
fn a_page_that_cannot_be_written_is_refused_before_the_run() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().to_str().unwrap();
    refused(&bitcover(&["report", "logiq", "--output", path]), 2, "name a file");
    let file = format!("{path}/file");
    std::fs::write(&file, "in the way").unwrap();
    let below = format!("{file}/page.html");
    refused(&bitcover(&["report", "logiq", "--output", &below]), 2, "page.html: ");
    let page = format!("{path}/page.html");
    refused(&bitcover(&["report", "logiq", "logiq-5", "-o", &page]), 2, "logiq-5 is named twice");
    let unknown = bitcover(&["report", "logik", "--output", &page]);
    refused(&unknown, 2, "did you mean logiq");
}

#[test]
fn a_browser_shows_hexagons_triangles_and_prisms_as_they_are() {
    let directory = tempfile::tempdir().unwrap();
    let files = ["flower", "gem", "prisms"]
        .map(|name| format!("{}/tests/fuzz/corpus/puzzle/{name}.toml", env!("CARGO_MANIFEST_DIR")));
    let files = [files[0].as_str(), &files[1], &files[2]];
    let path = directory.path().join("page.html");
    let arguments = [&["report"], &files[..], &["--output", path.to_str().unwrap()]].concat();
    let output = bitcover(&arguments);
    assert!(output.status.success(), "{}", stderr(&output));
    checked("tests/page/tiles.mjs", &path, &files, 17);
}

#[test]
fn a_browser_shows_the_towers_filters_them_and_turns_them() {
    let directory = tempfile::tempdir().unwrap();
    let (path, said) = page(directory.path(), &["logiq"], &[]);
    assert!(said.contains("logiq-5: 6,164 distinct solutions"), "{said}");
    checked("tests/page/check.mjs", &path, &[], 10);
}

#[test]
fn a_browser_shows_the_calendar_and_picks_dates() {
    let directory = tempfile::tempdir().unwrap();
    let (path, _) = page(directory.path(), &["calendar"], &[]);
    checked("tests/page/calendar.mjs", &path, &[], 6);
}

#[test]
fn a_browser_opens_the_page_of_a_new_puzzle_of_every_kind() {
    let directory = tempfile::tempdir().unwrap();
    let kinds = ["rectangle", "box", "cylinder", "pyramid", "hexagonal", "triangular", "calendar"];
    for kind in kinds {
        let path = |ending: &str| {
            let file = directory.path().join(format!("{kind}.{ending}"));
            file.to_str().unwrap().to_owned()
        };
        for arguments in [
            &["new", kind, "--kind", kind, "--output", &path("toml")],
            &["report", &path("toml"), "--output", &path("html")][..],
        ] {
            let output = bitcover(arguments);
            assert!(output.status.success(), "{kind}: {}", stderr(&output));
        }
    }
    checked("tests/page/opens.mjs", directory.path(), &[], kinds.len());
}
