//! Certificates and cross-checks as a person meets them.

use std::fs;

use tempfile::TempDir;

use crate::runner::{bitcover, refused, stderr, stdout};

/// A new directory, and a file in it that is not there yet.
fn place(name: &str) -> (TempDir, String) {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join(name).to_str().unwrap().to_owned();
    (directory, path)
}

#[test]
fn a_family_is_certified_in_one_file_and_proved_as_a_whole() {
    let (directory, path) = place("towers.certificate");
    // The low towers of the catalogue's family.
    let logiq = include_str!("../../src/puzzle/catalog/logiq.toml");
    let (low, _) = logiq.split_once("[[member]]\nname = \"4\"").unwrap();
    let family = directory.path().join("towers.toml");
    fs::write(&family, low).unwrap();
    let family = family.to_str().unwrap();
    let output = bitcover(&["solve", family, "--certificate", &path]);
    assert!(stdout(&output).contains("48,000 nodes in 116,547 bytes"), "{}", stderr(&output));
    let output = bitcover(&["verify", family, &path]);
    let text = stdout(&output);
    assert!(text.contains("logiq-3 has exactly 2,294 distinct solutions, 55,056 in all"));
    assert!(text.ends_with("logiq: 2,317 distinct, 55,608 in all\n"), "{text}");
    // Nothing may be there twice, nothing may be missing, nothing may be there beside it.
    let one = "there is a certificate of logiq-3, which is none of logiq-2";
    refused(&bitcover(&["verify", "logiq-2", &path]), 4, one);
    let file = fs::read(&path).unwrap();
    let second = file.windows(30).rposition(|bytes| bytes.starts_with(b"\n{\"format\"")).unwrap();
    fs::write(&path, &file[..=second]).unwrap();
    refused(&bitcover(&["verify", family, &path]), 4, "there is no certificate of logiq-3");
    fs::write(&path, [&file[..=second], &file[..=second]].concat()).unwrap();
    refused(&bitcover(&["verify", family, &path]), 4, "two certificates of logiq-2");
    fs::write(&path, &file[..file.len() - 1000]).unwrap();
    refused(&bitcover(&["verify", family, &path]), 4, "the file ends here");
}

#[test]
fn a_starting_position_is_certified_with_the_puzzle() {
    let (_keep, path) = place("certificate");
    let given = ["--given", "U@1,1 1,2 1,3 2,1 2,3"];
    let solve = [&["solve", "logiq-2", "--certificate", &path], &given[..]].concat();
    let output = bitcover(&solve);
    assert!(output.status.success(), "{}", stderr(&output));
    let output = bitcover(&[&["verify", "logiq-2", &path], &given[..]].concat());
    let count: serde_json::Value = serde_json::from_str(&stdout(&bitcover(
        &[&["count", "logiq-2", "--json"], &given[..]].concat(),
    )))
    .unwrap();
    let (distinct, total) = (&count["distinct"], &count["total"]);
    let words = format!("exactly {distinct} distinct solutions, {total} in all");
    assert!(stdout(&output).contains(&words), "{words}: {}", stderr(&output));
}

#[test]
fn what_cannot_be_certified_is_said_before_the_search() {
    let (directory, path) = place("certificate");
    refused(
        &bitcover(&["solve", "logiq-2", "--certificate", &path, "--limit", "1"]),
        2,
        "cannot be used with",
    );
    let cover = directory.path().join("cover.dlx");
    fs::write(&cover, "a b\na\nb\n").unwrap();
    let cover = cover.to_str().unwrap();
    refused(
        &bitcover(&["solve", "logiq-2", "--certificate", cover]),
        2,
        "cover.dlx: this is there already",
    );
    let below = format!("{cover}/certificate");
    refused(&bitcover(&["solve", "logiq-2", "--certificate", &below]), 2, "cover.dlx/certificate");
    assert!(!fs::exists(&path).unwrap());
}

#[test]
fn the_page_on_certificates_is_printed() {
    let text = stdout(&bitcover(&["format", "--certificate"]));
    assert!(text.starts_with("# Certificates"));
}

#[test]
fn another_engine_with_other_anchors_confirms_a_count() {
    let output = bitcover(&["count", "logiq-3", "--cross-check", "--engine", "search"]);
    assert!(stdout(&output).contains("2,294"), "{}", stderr(&output));
    let agree = "logiq-3: the engines search and links (piece W anchored) agree: distinct 2294, \
                 total 55056, fingerprint 988eb0e26908fa0b5e8159f556e88f99";
    assert!(stderr(&output).contains(agree), "{}", stderr(&output));
    let output =
        bitcover(&["count", "logiq-2", "--cross-check", "--no-symmetry", "--engine", "links"]);
    assert!(stderr(&output).contains("links and search (symmetry broken) agree: distinct 23"));
    let output = bitcover(&["count", "tetrominoes-4x10", "--cross-check", "--engine", "frontier"]);
    assert!(stderr(&output).contains("agree: distinct 449"), "{}", stderr(&output));
}

#[test]
fn the_count_of_an_exact_cover_is_confirmed_too() {
    let (_keep, path) = place("cover.dlx");
    fs::write(&path, "a b c\na b\nc\na c\nb\n").unwrap();
    let output = bitcover(&["count", &path, "--cross-check", "--engine", "search"]);
    assert!(
        stderr(&output).contains("cover: the engines search and links agree: total 2"),
        "{}",
        stderr(&output)
    );
}
