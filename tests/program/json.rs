//! What commands say to programs: the keys of each object, as `src/guide/formats.md` has them.

use serde_json::Value;
use tempfile::TempDir;

use crate::runner::{bitcover, stderr, stdout};

/// The objects that a command prints.
fn objects(words: &[&str]) -> Vec<Value> {
    let output = bitcover(words);
    assert!(output.status.success(), "{words:?}: {}", stderr(&output));
    stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Asserts that an object has these keys and no others.
#[track_caller]
fn has_keys(object: &Value, keys: &str) {
    let mut found: Vec<&str> = object.as_object().unwrap().keys().map(String::as_str).collect();
    let mut keys: Vec<&str> = keys.split(' ').collect();
    found.sort_unstable();
    keys.sort_unstable();
    assert_eq!(found, keys);
}

/// An exact cover in a file of its own.
fn cover() -> (TempDir, String) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("tiny.dlx");
    std::fs::write(&path, "a b\na\nb\na b\n").unwrap();
    (folder, path.to_str().unwrap().to_owned())
}

#[test]
fn list_has_an_object_for_each_puzzle() {
    let listed = objects(&["list", "--json"]);
    assert!(listed.len() > 20);
    for object in &listed {
        has_keys(object, "name argument family title about board pieces items options known");
        if object["name"] == "quantumino" {
            assert!(object["known"].is_null(), "{object}");
        } else {
            has_keys(&object["known"], "distinct total source");
        }
    }
    assert_eq!(listed[0]["family"], "logiq");
}

#[test]
fn info_describes_puzzles_and_covers() {
    let [family] = objects(&["info", "logiq", "--json"]).try_into().unwrap();
    has_keys(&family, "puzzle parts");
    assert_eq!(family["parts"].as_array().unwrap().len(), 4);
    for part in family["parts"].as_array().unwrap() {
        has_keys(part, "name description cover symmetries infeasible search");
        let description = &part["description"];
        has_keys(description, "title about board pieces given motions known");
        has_keys(&description["board"], "lattice layers rows columns cells closed inner tray");
        has_keys(
            &description["pieces"][0],
            "name symbols cells inner motions optional copies placements",
        );
        has_keys(&part["cover"], "items primary options");
        has_keys(&part["search"], "engine why plan cases anchors");
    }
    let (_keep, path) = cover();
    let [tiny] = objects(&["info", &path, "--json"]).try_into().unwrap();
    assert_eq!(tiny["parts"][0]["cover"]["options"], 3);
    assert_eq!(tiny["parts"][0]["symmetries"], "2");
    assert!(tiny["parts"][0]["description"].is_null());
}

#[test]
fn stats_have_a_row_for_each_placement_or_option() {
    let [soma] = objects(&["stats", "soma", "--json"]).try_into().unwrap();
    has_keys(&soma, "puzzle total placements");
    assert_eq!(soma["total"], 11520);
    assert_eq!(soma["placements"].as_array().unwrap().len(), 688);
    has_keys(&soma["placements"][0], "piece placement arrangements");
    let (_keep, path) = cover();
    let [tiny] = objects(&["stats", &path, "--json"]).try_into().unwrap();
    has_keys(&tiny, "puzzle total options");
    has_keys(&tiny["options"][2], "option items solutions");
    assert_eq!(tiny["options"][2]["items"], serde_json::json!(["a", "b"]));
}

#[test]
fn show_has_the_lines_and_the_numbers() {
    let [all] = objects(&["show", "logiq-2", "--all", "--json"]).try_into().unwrap();
    has_keys(&all, "puzzle parts");
    has_keys(&all["parts"][0], "name solutions shown");
    assert_eq!(all["parts"][0]["shown"].as_array().unwrap().len(), 23);
    has_keys(&all["parts"][0]["shown"][5], "number image line");
    let line = "00QQUUULLLLY:0/YQQQU2UL2YYY:2";
    assert_eq!(all["parts"][0]["shown"][5]["line"], line);
    let which = ["show", "logiq", "--which", "QQUUULLLLY00/QQU2UL2YYYYQ", "--json"];
    let [found] = objects(&which).try_into().unwrap();
    assert_eq!(found["parts"][0]["shown"][0]["number"], 6);
    assert_eq!(found["parts"][0]["shown"][0]["line"], line);
    let images = ["show", "logiq-2", "--solution", "6", "--images", "--json"];
    let [images] = objects(&images).try_into().unwrap();
    assert_eq!(images["parts"][0]["shown"][23]["image"], 24);
    let (_keep, path) = cover();
    let [tiny] = objects(&["show", &path, "--all", "--json"]).try_into().unwrap();
    assert_eq!(tiny["parts"][0]["solutions"], 2);
    assert_eq!(tiny["parts"][0]["shown"][0]["line"], "1 a | 2 b");
}

#[test]
fn verify_has_what_each_file_was_found_to_hold() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (out, proof) = (path("out"), path("proof"));
    let solved = bitcover(&["solve", "logiq", "--output", &out, "--certificate", &proof]);
    assert!(solved.status.success(), "{}", stderr(&solved));
    for file in [&out, &proof] {
        let [found] = objects(&["verify", "logiq", file, "--json"]).try_into().unwrap();
        has_keys(&found, "puzzle verified");
        assert_eq!(found["verified"].as_array().unwrap().len(), 4);
        let keys = "file kind name distinct total fingerprint complete known";
        has_keys(&found["verified"][0], keys);
        assert_eq!(found["verified"][0]["distinct"], 23);
        assert_eq!(found["verified"][0]["fingerprint"], "af408662c4b48161515b10dc11d5358e");
    }
}
