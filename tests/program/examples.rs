//! The examples do what they say: each asserts it, and is run here as it stands.

#[path = "../../examples/count.rs"]
mod count;
#[path = "../../examples/cover.rs"]
mod cover;
#[path = "../../examples/own_puzzle.rs"]
mod own_puzzle;
#[path = "../../examples/sample.rs"]
mod sample;
#[path = "../../examples/solutions.rs"]
mod solutions;

#[test]
fn every_example_runs_to_its_end() {
    count::main().expect("count.rs");
    cover::main().expect("cover.rs");
    own_puzzle::main().expect("own_puzzle.rs");
    sample::main().expect("sample.rs");
    solutions::main().expect("solutions.rs");
}

#[test]
fn every_example_is_run_and_short() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/examples");
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder).expect("there are examples") {
        let entry = entry.expect("the folder can be read");
        let text = std::fs::read_to_string(entry.path()).expect("an example is a text");
        assert!(text.lines().count() < 40, "{} is long", entry.path().display());
        names.push(entry.file_name().into_string().expect("a plain name"));
    }
    names.sort();
    assert_eq!(names, ["count.rs", "cover.rs", "own_puzzle.rs", "sample.rs", "solutions.rs"]);
}
