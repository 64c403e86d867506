//! `estimate` at the command line.

use std::fs;

use crate::runner::{bitcover, refused, stderr, stdout};

/// What `estimate --json` prints for one puzzle.
fn json(arguments: &[&str]) -> serde_json::Value {
    let output = bitcover(&[&["estimate", "--json"], arguments].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    let text = stdout(&output);
    assert_eq!(text.lines().count(), 1, "{text}");
    serde_json::from_str(&text).unwrap()
}

#[test]
fn json_is_one_object_and_keeps_its_contract() {
    let report = json(&["logiq-4", "--probes", "16", "--seed", "3", "--threads", "2"]);
    let part = &report["parts"][0];
    assert_eq!(report["puzzle"], "logiq-4");
    assert_eq!((&part["name"], &part["method"]), (&"logiq-4".into(), &"population".into()));
    assert_eq!((&part["seed"], &part["probes"]), (&3.into(), &16.into()));
    assert_eq!(part["exact"], false);
    assert_eq!(part["known"], 326_112);
    for figure in ["total", "nodes", "search_s"] {
        let [low, estimate, high] =
            ["low", "estimate", "high"].map(|end| part[figure][end].as_f64().unwrap());
        assert!(0.0 < low && low <= estimate && estimate <= high, "{figure}: {part}");
    }
    assert_eq!(part["depths"][0]["estimate"], part["depths"][0]["high"]);
    assert!(part["nodes_per_s"].as_f64().unwrap() > 0.0);
    assert!(part["warnings"].as_array().unwrap().is_empty());
}

#[test]
fn a_small_tree_is_searched_whole_and_a_position_makes_one() {
    let part = &json(&["logiq-3"])["parts"][0];
    assert_eq!((&part["exact"], &part["total"]["high"]), (&true.into(), &55_056.0.into()));
    let position = "BBBCCCCDDDD/.BBC.GGGIDI/......HGIII/.....HHGEEF/....HHEEEFF";
    let part = &json(&["lonpos-505", "--given", position])["parts"][0];
    let text = stdout(&bitcover(&["count", "lonpos-505", "--given", position, "--json"]));
    let count: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(part["total"]["estimate"].as_f64(), count["total"].as_f64());
    assert!(part["known"].is_null());
}

#[test]
fn symmetry_may_be_left_unbroken_and_any_piece_anchored() {
    let broken = &json(&["soma", "--anchor", "L"])["parts"][0];
    let unbroken = &json(&["soma", "--no-symmetry", "--method", "plain", "--probes", "50000"]);
    assert_eq!(broken["total"]["estimate"], 11_520.0);
    let total = &unbroken["parts"][0]["total"];
    assert!(total["low"].as_f64() < Some(11_520.0) && total["high"].as_f64() > Some(11_520.0));
}

#[test]
fn exact_covers_are_estimated_too() {
    let directory = tempfile::TempDir::new().unwrap();
    let path = directory.path().join("soma.dlx").to_str().unwrap().to_owned();
    let exported = bitcover(&["export", "soma", "--format", "dlx", "--output", &path]);
    assert!(exported.status.success(), "{}", stderr(&exported));
    let part = &json(&[&path, "--probes", "24"])["parts"][0];
    let [low, high] = ["low", "high"].map(|end| part["total"][end].as_f64().unwrap());
    assert!((low..=high).contains(&11_520.0), "{part}");
    let given = bitcover(&["estimate", &path, "--given", "x"]);
    refused(&given, 2, "exact cover without a board");
}

#[test]
fn where_no_probe_reaches_a_solution_that_is_said() {
    let text = stdout(&bitcover(&["estimate", "kanoodle", "--method", "plain", "--probes", "5"]));
    assert!(
        text.contains("no probe reached a solution: the total may be anything up to"),
        "{text}"
    );
}

#[test]
fn an_interval_has_no_width_zero_unless_it_is_exact() {
    // Eight probes that all find the same, which is none of the whole numbers.
    let arguments = ["cubi-magici", "--no-symmetry", "--probes", "8", "--seed", "1"];
    let part = &json(&arguments)["parts"][0];
    assert_eq!((&part["exact"], &part["probes"]), (&false.into(), &8.into()));
    let [low, high] = ["low", "high"].map(|end| part["total"][end].as_f64().unwrap());
    assert!(low < 816.0 && 816.0 < high && high - low > 1.0, "{part}");
    // What is known of the top of the tree is exact all the same.
    assert_eq!(part["depths"][1]["low"], part["depths"][1]["high"]);
}

#[test]
fn where_hardly_a_probe_reaches_a_solution_the_nodes_bound_the_total() {
    let plain = ["kanoodle", "--method", "plain", "--probes", "4000", "--seed", "2"];
    let part = &json(&plain)["parts"][0];
    let hits = part["hits"].as_u64().unwrap();
    assert!((1..20).contains(&hits), "{part}");
    assert!(part["total"]["high"].as_f64() >= part["nodes"]["estimate"].as_f64(), "{part}");
    let warning = part["warnings"][0].as_str().unwrap();
    let words =
        format!("only {hits} of 4,000 probes reached a solution, and nothing tells how many");
    assert!(warning.starts_with(&words), "{part}");
}

#[test]
fn a_puzzle_that_cannot_be_solved_has_an_exact_zero() {
    let directory = tempfile::TempDir::new().unwrap();
    let path = directory.path().join("bent.toml");
    let text = "name = \"bent\"\n[board]\nrows = 2\ncolumns = 2\nmotions = \"rotations\"\n\
                [[piece]]\nsymbol = \"a\"\npicture = \"aaa\"\n";
    fs::write(&path, text).unwrap();
    let output = bitcover(&["estimate", path.to_str().unwrap(), "--json"]);
    assert!(stderr(&output).contains("bent has no solution"), "{}", stderr(&output));
    let report: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(report["parts"][0]["total"]["high"], 0.0);
    assert_eq!(report["parts"][0]["exact"], true);
}

#[test]
fn limits_of_error_and_time_end_the_run() {
    let part = &json(&["logiq-4", "--error", "50", "--time", "60"])["parts"][0];
    assert!(
        part["probes"].as_u64() < Some(100) && part["elapsed_s"].as_f64() < Some(50.0),
        "{part}"
    );
    // How many probes a busy machine makes before it looks at the clock nobody knows.
    let part = &json(&["kanoodle", "--time", "0.001"])["parts"][0];
    assert!(part["probes"].as_u64() >= Some(1), "{part}");
    assert!(part["elapsed_s"].as_f64() < Some(50.0), "{part}");
}

#[test]
fn the_output_directory_holds_the_running_estimate_as_a_table_and_a_picture() {
    let parent = tempfile::TempDir::new().unwrap();
    let directory = parent.path().join("out").to_str().unwrap().to_owned();
    let arguments = ["estimate", "logiq-3", "logiq-4", "--probes", "9", "--output", &directory];
    let output = bitcover(&arguments);
    assert!(output.status.success(), "{}", stderr(&output));
    let read = |name: &str| fs::read_to_string(format!("{directory}/{name}")).unwrap();
    let table = read("estimate.csv");
    assert!(table.starts_with("puzzle,method,seed,probes,total,low,high\nlogiq-4,population,1,3,"));
    assert!(table.lines().last().unwrap().starts_with("logiq-4,population,1,9,"), "{table}");
    let picture = read("estimate.svg");
    for words in ["logiq-3: ", "searched whole", "logiq-4: ", "known: 326,112", "class=\"band\""] {
        assert!(picture.contains(words), "{words} is missing in\n{picture}");
    }
    assert!(!picture.contains("NaN") && !picture.contains("inf"), "{picture}");
    let report: serde_json::Value = serde_json::from_str(&read("estimate.json")).unwrap();
    assert_eq!(report[1]["parts"][0]["probes"], 9);
    refused(&bitcover(&arguments), 2, "is not empty");
}

#[test]
fn wrong_arguments_are_refused() {
    refused(&bitcover(&["estimate", "soma", "--probes", "0"]), 2, "--probes");
    refused(&bitcover(&["estimate", "soma", "--time=-1"]), 2, "--time");
    refused(&bitcover(&["estimate", "soma", "--time", "1e300"]), 2, "--time");
    refused(&bitcover(&["estimate", "soma", "--error", "nan"]), 2, "a number above 0");
    refused(&bitcover(&["estimate", "soma", "--engine", "links"]), 2, "leave out --engine");
    refused(&bitcover(&["estimate", "nothing-of-the-kind"]), 2, "nothing-of-the-kind");
}
