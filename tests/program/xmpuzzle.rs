//! Puzzles of BurrTools as arguments, and as what `export` writes.

use std::fs;

use tempfile::TempDir;

use crate::runner::{bitcover, packed, refused, stderr, stdout};

/// A folder with the files of this package that are drawn in BurrTools' way.
fn folder() -> (TempDir, impl Fn(&str) -> String) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().to_owned();
    for name in ["soma", "two-problems", "blocks", "prisms", "spheres", "colours"] {
        let name = format!("{name}.xmpuzzle");
        let from = format!("{}/tests/fuzz/corpus/puzzle/{name}", env!("CARGO_MANIFEST_DIR"));
        fs::copy(from, path.join(name)).unwrap();
    }
    (folder, move |name: &str| path.join(name).to_str().unwrap().to_owned())
}

/// What a command prints that ends well.
#[track_caller]
fn printed(words: &[&str]) -> String {
    let output = bitcover(words);
    assert!(output.status.success(), "{words:?}: {}", stderr(&output));
    stdout(&output)
}

#[test]
fn a_puzzle_of_burrtools_is_counted_packed_or_not() {
    let (_folder, path) = folder();
    let plain = path("soma.xmpuzzle");
    fs::write(path("packed.xmpuzzle"), packed(&fs::read(&plain).unwrap())).unwrap();
    for file in [plain, path("packed.xmpuzzle")] {
        let counted: serde_json::Value =
            serde_json::from_str(&printed(&["count", &file, "--json"])).unwrap();
        assert_eq!((&counted["distinct"], &counted["total"]), (&240.into(), &11_520.into()));
    }
    // What BurrTools writes in a comment need not be UTF-8.
    let text = fs::read_to_string(path("soma.xmpuzzle")).unwrap().replace("Seven", "S\u{e9}ven");
    let latin: Vec<u8> = text.chars().map(|letter| letter as u8).collect();
    fs::write(path("latin.xmpuzzle"), packed(&latin)).unwrap();
    assert!(printed(&["info", &path("latin.xmpuzzle")]).contains("S\u{e9}ven pieces"));
}

#[test]
fn the_problems_of_a_file_are_the_members_of_a_family() {
    let (_folder, path) = folder();
    let file = path("two-problems.xmpuzzle");
    let listed = printed(&["list", &file, "--names"]);
    assert_eq!(listed, format!("{file}#burrtools-1\n{file}#burrtools-2\n"));
    assert!(printed(&["count", &format!("{file}#2")]).contains('9'));
    refused(&bitcover(&["export", &file]), 2, "are several puzzles; name one of");
    refused(&bitcover(&["count", &format!("{file}#3")]), 2, "has no puzzle 3");
}

#[test]
fn solutions_of_every_kind_of_file_are_verified_and_counted_anew() {
    let (_folder, path) = folder();
    for name in ["two-problems", "blocks", "prisms", "spheres", "colours"] {
        let (file, out) = (path(&format!("{name}.xmpuzzle")), path(name));
        printed(&["solve", &file, "--output", &out]);
        printed(&["verify", &file, &out]);
        printed(&["verify", &file, "--recount"]);
    }
    // A plan of shards keeps the text, and needs the file no longer.
    let plan = path("plan.json");
    let (spheres, parts) = (path("spheres.xmpuzzle"), path("parts"));
    printed(&["shard", "plan", &spheres, "--shards", "2", "--output", &plan]);
    fs::remove_file(&spheres).unwrap();
    for index in ["0", "1"] {
        printed(&["shard", "run", &plan, "--index", index, "--output", &parts]);
    }
}

#[test]
fn what_is_exported_for_burrtools_is_read_back_with_the_same_counts() {
    let (_folder, path) = folder();
    for (name, counts) in [
        ("slothouber-graatsma", ["1", "8"]),
        ("pentominoes-3x20", ["2", "8"]),
        ("hexiamonds-6x6", ["156", "624"]),
        ("lonpos-pyramid", ["306", "2,448"]),
        ("soma-mirror", ["240", "11,520"]),
    ] {
        let file = path(&format!("{name}.xmpuzzle"));
        let said = printed(&["export", name, "--format", "xmpuzzle", "--output", &file]);
        assert!(said.starts_with("The puzzle is in "), "{said}");
        let counted = printed(&["count", &file]);
        assert!(counts.iter().all(|count| counted.contains(count)), "{name}: {counted}");
    }
}

#[test]
fn what_burrtools_cannot_say_is_refused_and_what_it_counts_otherwise_is_said() {
    let export = |name: &str| bitcover(&["export", name, "--format", "xmpuzzle"]);
    let soma = export("soma");
    assert!(stdout(&soma).starts_with("<?xml version=\"1.0\"?>\n<puzzle version=\"2\">\n"));
    assert!(stderr(&soma).contains("BurrTools takes solutions for one"), "{}", stderr(&soma));
    assert_eq!(stderr(&export("soma-mirror")), "");
    refused(&export("logiq-2"), 2, "logiq-2: BurrTools has no boards whose rows");
    refused(&export("tetrahexes-coin"), 2, "BurrTools has no hexagons");
    refused(&export("calendar"), 2, "BurrTools has no regions");
    refused(&export("one-sided-pentominoes-3x30"), 2, "BurrTools lets piece");
    let cases = ["export", "soma", "--format", "xmpuzzle", "--cases", "--output", "x"];
    refused(&bitcover(&cases), 2, "--cases splits an exact cover");
    let (_folder, path) = folder();
    let cover = path("one.dlx");
    fs::write(&cover, "a\na\n").unwrap();
    let words = ["export", &cover, "--format", "xmpuzzle"];
    refused(&bitcover(&words), 2, "only a puzzle can be written for BurrTools");
}

#[test]
fn a_bad_file_is_refused_with_its_place() {
    let (_folder, path) = folder();
    let file = path("bad.xmpuzzle");
    let text = fs::read_to_string(path("soma.xmpuzzle")).unwrap();
    fs::write(&file, text.replace("###_#_", "###_#?")).unwrap();
    refused(&bitcover(&["count", &file]), 3, "bad.xmpuzzle: line 8, column 53: '?' is no voxel");
    fs::write(&file, "name = 'x'").unwrap();
    refused(&bitcover(&["count", &file]), 3, "bad.xmpuzzle: line 1, column 1: the XML is wrong");
    let mut bytes = packed(text.as_bytes());
    bytes.truncate(100);
    fs::write(&file, bytes).unwrap();
    refused(&bitcover(&["count", &file]), 3, "what is packed in it is damaged behind byte");
    // Sixteen megabytes pack to sixteen thousand bytes.
    fs::write(&file, packed(&vec![b' '; (16 << 20) + 1])).unwrap();
    refused(&bitcover(&["count", &file]), 3, "there are more than 16777216 bytes");
    refused(&bitcover(&["count", &path("somma.xmpuzzle")]), 3, "(did you mean ");
}

#[test]
fn shells_complete_the_problems_of_a_file() {
    for shell in ["bash", "zsh", "fish"] {
        assert!(printed(&["completions", shell]).contains("xmpuzzle"), "{shell}");
    }
}
