//! Shards: together they come to what one run does, or nothing is merged.

#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use tempfile::TempDir;

use crate::runner::{bitcover, refused, stderr, stdout};

/// A plan, and what becomes of it.
struct Place(TempDir);

impl Place {
    /// Plans a puzzle.
    fn new(puzzle: &str, shards: &str) -> Self {
        Self::with(puzzle, shards, &[])
    }

    /// Plans a puzzle with more arguments.
    fn with(puzzle: &str, shards: &str, more: &[&str]) -> Self {
        let place = Self(TempDir::new().unwrap());
        let plan = place.path("plan");
        let arguments = ["shard", "plan", puzzle, "--shards", shards, "--output", &plan];
        let planned = bitcover(&[&arguments, more].concat());
        assert!(planned.status.success(), "{}", stderr(&planned));
        place
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_owned()
    }

    fn journal(&self, directory: &str, index: usize) -> PathBuf {
        Path::new(&self.path(directory)).join(format!("shard-{index}.journal"))
    }

    fn command(&self, directory: &str, index: usize) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bitcover"));
        command.args(["shard", "run", &self.path("plan"), "--threads", "1"]);
        command.args(["--index", &index.to_string(), "--output", &self.path(directory)]);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn run(&self, directory: &str, index: usize) -> String {
        let output = self.command(directory, index).output().unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        stdout(&output)
    }

    fn merge(&self, directories: &[&str], more: &[&str]) -> Output {
        let (plan, mut paths) = (self.path("plan"), Vec::new());
        paths.extend(directories.iter().map(|directory| self.path(directory)));
        let mut arguments = vec!["shard", "merge", plan.as_str()];
        arguments.extend(paths.iter().map(String::as_str));
        arguments.extend(more);
        bitcover(&arguments)
    }
}

/// What must not depend on how the work was divided.
fn counts(output: &Output) -> Vec<String> {
    assert!(output.status.success(), "{}", stderr(output));
    let object: serde_json::Value = serde_json::from_str(&stdout(output)).unwrap();
    let part = &object["parts"][0];
    let keys = ["name", "distinct", "total", "nodes", "engine", "fingerprint", "complete"];
    keys.map(|key| part[key].to_string()).to_vec()
}

fn whole_lines(path: &Path) -> Vec<u8> {
    let mut bytes = fs::read(path).unwrap_or_default();
    let end = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    bytes.truncate(end);
    bytes
}

#[test]
fn shards_come_to_the_count_the_fingerprint_and_the_file_of_one_run() {
    let place = Place::new("logiq-4", "3");
    for (directory, index) in [("here", 0), ("there", 1), ("here", 2)] {
        assert!(place.run(directory, index).contains("done"));
    }
    let (out, alone) = (place.path("out"), place.path("alone"));
    let merged = counts(&place.merge(&["here", "there"], &["--output", &out, "--json"]));
    let solved =
        bitcover(&["solve", "logiq-4", "--engine", "search", "--output", &alone, "--json"]);
    assert_eq!(merged, counts(&solved));
    assert_eq!(merged[1..3], ["13588", "326112"]);
    let listing = |directory: &str| fs::read(Path::new(directory).join("logiq-4.txt")).unwrap();
    assert!(listing(&out) == listing(&alone));
    assert!(Path::new(&out).join("report.json").exists());
    assert_eq!(counts(&place.merge(&["here", "there"], &["--json"])), merged);
}

#[test]
fn shards_of_a_position_of_all_images_or_without_symmetry_come_to_what_solve_does() {
    let given = "UUU........./U.U.........";
    let ways: [&[&str]; 5] = [
        &["--given", given],
        &["--images"],
        &["--no-symmetry"],
        &["--given", given, "--images", "--no-symmetry"],
        &["--anchor", "W"],
    ];
    for more in ways {
        let place = Place::with("logiq-2", "2", more);
        place.run("parts", 0);
        place.run("parts", 1);
        let (out, alone) = (place.path("out"), place.path("alone"));
        let merged = counts(&place.merge(&["parts"], &["--output", &out, "--json"]));
        let solve = ["solve", "logiq-2", "--engine", "search", "--output", &alone, "--json"];
        let mut solved = counts(&bitcover(&[&solve, more].concat()));
        // Splitting visits nodes of its own.
        solved[3].clone_from(&merged[3]);
        assert_eq!(merged, solved, "{more:?}");
        let listing = |directory: &str| fs::read(Path::new(directory).join("logiq-2.txt")).unwrap();
        assert!(listing(&out) == listing(&alone), "{more:?}");
        let position = if more.contains(&"--given") { &more[..2] } else { &[] };
        let verified = bitcover(&[&["verify", "logiq-2", &out], position].concat());
        assert!(verified.status.success(), "{more:?}");
        // What was merged from a position is none of the puzzle without it.
        let bare = bitcover(&["verify", "logiq-2", &out]);
        assert_eq!(bare.status.success(), position.is_empty(), "{more:?}");
    }
}

#[test]
fn merged_solutions_are_written_in_the_formats_of_lines() {
    let place = Place::new("logiq-2", "2");
    place.run("parts", 0);
    place.run("parts", 1);
    for (format, names) in [
        ("ndjson", ["logiq-2.ndjson", "logiq-2.about.json"]),
        ("csv", ["logiq-2.csv", "logiq-2.about.json"]),
    ] {
        let (out, alone) = (place.path(format), place.path(&format!("alone-{format}")));
        let merged = place.merge(&["parts"], &["--output", &out, "--format", format]);
        assert!(merged.status.success(), "{}", stderr(&merged));
        let solve = ["solve", "logiq-2", "--engine", "search", "--format", format];
        assert!(bitcover(&[&solve[..], &["--output", &alone]].concat()).status.success());
        for name in names {
            let file = |directory: &str| fs::read(Path::new(directory).join(name)).unwrap();
            assert!(file(&out) == file(&alone), "{name}");
        }
    }
    let out = place.path("packed");
    let packed = place.merge(&["parts"], &["--output", &out, "--format", "packed"]);
    refused(&packed, 2, "take --format text, ndjson or csv");
    assert!(!Path::new(&out).exists());
}

#[test]
fn a_merge_that_is_refused_leaves_no_directory_behind_and_that_of_others_alone() {
    let place = Place::new("logiq-2", "2");
    place.run("parts", 0);
    let out = place.path("out");
    refused(&place.merge(&["parts"], &["--output", &out]), 4, "shard 1 is missing");
    assert!(!Path::new(&out).exists());
    fs::create_dir(&out).unwrap();
    refused(&place.merge(&["parts"], &["--output", &out]), 4, "shard 1 is missing");
    assert_eq!(fs::read_dir(&out).unwrap().count(), 0);
}

#[test]
fn a_shard_that_is_killed_goes_on_where_it_was() {
    // Large enough that a shard is not done while a busy machine looks elsewhere.
    let place = Place::new("kanoodle", "2");
    let journal = place.journal("parts", 1);
    let mut before = Vec::new();
    for kill in 1..4 {
        let mut child = place.command("parts", 1).spawn().unwrap();
        let enough = before.len() + kill * 1000;
        while whole_lines(&journal).len() < enough && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let now = whole_lines(&journal);
        assert!(now.len() > before.len() && now.starts_with(&before), "nothing saved is lost");
        before = now;
    }
    let unfinished = place.merge(&["parts"], &[]);
    refused(&unfinished, 4, "shard 0 is missing");
    assert!(stderr(&unfinished).contains("shard 1 ("), "{}", stderr(&unfinished));
    assert!(stderr(&unfinished).contains("is unfinished"), "{}", stderr(&unfinished));
    assert_eq!(whole_lines(&journal), before, "merging leaves journals alone");
    place.run("parts", 0);
    place.run("parts", 1);
    assert!(whole_lines(&journal).starts_with(&before));
    let merged = counts(&place.merge(&["parts"], &["--json"]));
    let solved = counts(&bitcover(&["solve", "kanoodle", "--engine", "search", "--json"]));
    assert_eq!(merged, solved);
    assert_eq!(merged[1], "92755");
}

#[test]
fn a_finished_shard_is_recognised_and_left_alone() {
    let place = Place::new("logiq-2", "2");
    place.run("parts", 1);
    let (journal, solutions) =
        (place.journal("parts", 1), place.journal("parts", 1).with_extension("journal.solutions"));
    let read = || (fs::read(&journal).unwrap(), fs::read(&solutions).unwrap());
    let before = read();
    assert!(place.run("parts", 1).contains("finished before"));
    assert_eq!(read(), before);
}

#[test]
fn a_shard_that_is_missing_or_there_twice_is_refused_by_name() {
    let place = Place::new("logiq-2", "3");
    place.run("here", 0);
    place.run("here", 1);
    place.run("there", 1);
    refused(&place.merge(&["here"], &[]), 4, "shard 2 is missing");
    place.run("there", 2);
    let twice = place.merge(&["here", "there"], &[]);
    refused(&twice, 4, "shard 1 is there more than once: ");
    assert!(!stderr(&twice).contains("shard 0"), "{}", stderr(&twice));
    assert!(!stderr(&twice).contains("shard 2"), "{}", stderr(&twice));
    refused(&place.merge(&["nowhere"], &[]), 3, "cannot read the directory");
    fs::remove_file(place.journal("there", 1)).unwrap();
    assert_eq!(counts(&place.merge(&["here", "there"], &["--json"]))[1], "23");
}

#[test]
fn a_shard_of_another_plan_is_refused_by_name_and_not_continued() {
    let (place, other) = (Place::new("logiq-3", "2"), Place::new("logiq-3", "3"));
    place.run("parts", 0);
    for index in 1..3 {
        other.run("parts", index);
        for name in ["journal", "journal.solutions"] {
            let file = |place: &Place| place.journal("parts", index).with_extension(name);
            fs::copy(file(&other), file(&place)).unwrap();
        }
    }
    let merged = place.merge(&["parts"], &[]);
    refused(&merged, 4, "shard 1 (");
    assert!(stderr(&merged).contains("is foreign, of another plan"), "{}", stderr(&merged));
    assert!(stderr(&merged).contains("is foreign: the plan has 2"), "{}", stderr(&merged));
    let before = fs::read(place.journal("parts", 1)).unwrap();
    refused(&place.command("parts", 1).output().unwrap(), 3, "the journal is of another run");
    assert_eq!(fs::read(place.journal("parts", 1)).unwrap(), before);
}

#[test]
fn a_damaged_shard_is_refused_by_name_and_run_again_is_whole() {
    let place = Place::new("logiq-3", "2");
    place.run("parts", 0);
    place.run("parts", 1);
    let expected = counts(&place.merge(&["parts"], &["--json"]));
    assert_eq!(expected[1], "2294");
    for name in ["journal", "journal.solutions"] {
        let path = place.journal("parts", 1).with_extension(name);
        let mut bytes = fs::read(&path).unwrap();
        // Past the first line, which says what the journal is about.
        let at = bytes.len() * 2 / 3;
        bytes[at] ^= 1;
        fs::write(&path, bytes).unwrap();
        let merged = place.merge(&["parts"], &[]);
        refused(&merged, 4, "shard 1 (");
        assert!(stderr(&merged).contains(") is damaged: run it again"), "{}", stderr(&merged));
        place.run("parts", 1);
        assert_eq!(counts(&place.merge(&["parts"], &["--json"])), expected, "{name}");
    }
    fs::remove_file(place.journal("parts", 0).with_extension("journal.solutions")).unwrap();
    refused(&place.merge(&["parts"], &[]), 4, "shard 0 cannot be used");
    place.run("parts", 0);
    assert_eq!(counts(&place.merge(&["parts"], &["--json"])), expected);
    // What was killed before its plan was written is unfinished, and left alone.
    let journal = place.journal("parts", 0);
    let mut begun = fs::read(&journal).unwrap();
    begun.truncate(begun.iter().position(|&byte| byte == b'\n').unwrap() + 1);
    fs::write(&journal, &begun).unwrap();
    let merged = place.merge(&["parts"], &[]);
    refused(&merged, 4, "shard 0 (");
    assert!(stderr(&merged).contains(") is unfinished: run it again"), "{}", stderr(&merged));
    assert_eq!(fs::read(&journal).unwrap(), begun);
}

#[test]
fn a_plan_that_is_damaged_or_does_not_fit_its_puzzle_is_refused() {
    let place = Place::new("logiq-2", "2");
    let path = PathBuf::from(place.path("plan"));
    let text = fs::read_to_string(&path).unwrap();
    let refusal = |text: &str| {
        fs::write(&path, text).unwrap();
        let output = place.command("parts", 0).output().unwrap();
        assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
        assert!(!Path::new(&place.path("parts")).exists());
        stderr(&output)
    };
    assert!(refusal("").contains("this is no plan of shards"));
    assert!(refusal(&text[..text.len() / 2]).contains("this is no plan of shards"));
    assert!(
        refusal(&text.replace("plan-3", "plan-9")).contains("has format bitcover-shard-plan-9")
    );
    assert!(refusal(&text.replacen("logiq-2", "logiq-3", 1)).contains("is damaged"));
}

#[test]
fn a_plan_carries_its_puzzle_and_may_have_more_shards_than_tasks() {
    let text = "name = 'strip'\n[board]\nrows = 2\ncolumns = 3\nmotions = 'rotations-and-flips'\n\
        [[piece]]\nsymbol = 'abc'\npicture = 'aa'\n";
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("strip.toml");
    fs::write(&path, text).unwrap();
    let places = ["search", "frontier"]
        .map(|engine| Place::with(path.to_str().unwrap(), "20", &["--engine", engine]));
    drop(directory);
    for place in places {
        for index in 0..20 {
            place.run("parts", index);
        }
        assert_eq!(counts(&place.merge(&["parts"], &["--json"]))[1..3], ["2", "3"]);
    }
}

#[test]
fn what_cannot_be_planned_or_run_is_said_before_anything_is_written() {
    let place = Place::new("logiq-2", "2");
    let plan = |arguments: &[&str]| bitcover(&[&["shard", "plan"], arguments].concat());
    let new = place.path("new");
    refused(&plan(&["logiq", "--shards", "2", "--output", &new]), 2, "several puzzles");
    refused(&plan(&["logiq-2", "--shards", "0", "--output", &new]), 2, "1 to 1000 shards");
    let anchored = plan(&["logiq-2", "--shards", "2", "--anchor", "X", "--output", &new]);
    refused(&anchored, 2, "has no piece X");
    refused(&plan(&["soma", "--shards", "2", "--output", &place.path("plan")]), 2, "there already");
    refused(&place.command("parts", 2).output().unwrap(), 2, "there is no shard 2");
    assert!(!Path::new(&new).exists() && !Path::new(&place.path("parts")).exists());
}

/// What a sweep comes to, however it was divided; states are not the same.
fn swept(output: &Output) -> Vec<String> {
    let mut counts = counts(output);
    counts.remove(3);
    counts
}

#[test]
fn four_shards_of_a_sweep_come_to_the_count_of_the_sweep_alone() {
    let given = ["--given", "UUU........./U.U........."];
    let ways: [(&str, &[&str]); 4] = [
        ("pentominoes-5x12", &[]),
        ("kanoodle", &[]),
        ("soma", &["--no-symmetry"]),
        ("logiq-2", &given),
    ];
    for (puzzle, more) in ways {
        let place = Place::with(puzzle, "4", &[&["--engine", "frontier"], more].concat());
        for (directory, index) in [("here", 0), ("there", 1), ("there", 2), ("here", 3)] {
            assert!(place.run(directory, index).contains("done"));
        }
        let merged = swept(&place.merge(&["here", "there"], &["--json"]));
        let alone = ["count", puzzle, "--engine", "frontier", "--json"];
        assert_eq!(merged, swept(&bitcover(&[&alone, more].concat())), "{puzzle} {more:?}");
    }
}

#[test]
fn the_shards_of_a_sweep_are_merged_into_a_report_without_solutions() {
    let place = Place::with("logiq-3", "2", &["--engine", "frontier"]);
    place.run("parts", 0);
    place.run("parts", 1);
    let out = place.path("out");
    let merged = place.merge(&["parts"], &["--output", &out]);
    assert!(stdout(&merged).contains("The report is in "), "{}", stdout(&merged));
    let mut names: Vec<_> =
        fs::read_dir(&out).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["report.csv", "report.json", "report.md"]);
    assert!(!place.journal("parts", 0).with_extension("journal.solutions").exists());
    let plan = ["shard", "plan", "logiq-3", "--shards", "2", "--engine", "frontier", "--images"];
    let refusal = bitcover(&[&plan[..], &["--output", &place.path("new")]].concat());
    refused(&refusal, 2, "shards by the engine frontier only count");
}

#[test]
fn the_sweep_of_a_cover_is_split_and_merged_too() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("soma.dlx");
    let path = path.to_str().unwrap();
    assert!(bitcover(&["export", "soma", "--output", path]).status.success());
    let place = Place::with(path, "4", &["--engine", "frontier"]);
    for index in 0..4 {
        place.run("parts", index);
    }
    let merged = swept(&place.merge(&["parts"], &["--json"]));
    assert_eq!(merged, swept(&bitcover(&["count", path, "--engine", "frontier", "--json"])));
    assert_eq!(merged[1..3], ["null", "11520"]);
}

#[test]
fn a_shard_of_a_sweep_that_is_missing_doubled_foreign_or_altered_is_refused() {
    let place = Place::with("logiq-3", "2", &["--engine", "frontier"]);
    place.run("here", 0);
    refused(&place.merge(&["here"], &[]), 4, "shard 1 is missing");
    place.run("here", 1);
    place.run("there", 1);
    refused(&place.merge(&["here", "there"], &[]), 4, "shard 1 is there more than once: ");
    let whole = place.merge(&["here"], &["--json"]);
    assert_eq!(counts(&whole)[1], "2294");
    // Of another division, and of a search.
    for more in [&["--engine", "frontier", "--no-symmetry"][..], &[]] {
        let other = Place::with("logiq-3", "2", more);
        other.run("parts", 1);
        fs::copy(other.journal("parts", 1), place.journal("there", 1)).unwrap();
        fs::rename(place.journal("here", 1), place.journal("here", 7)).unwrap();
        let merged = place.merge(&["here", "there"], &[]);
        refused(&merged, 4, "is foreign, of another plan");
        assert!(stderr(&merged).contains("is foreign: the plan has 2"), "{}", stderr(&merged));
        fs::rename(place.journal("here", 7), place.journal("here", 1)).unwrap();
    }
    let journal = place.journal("here", 1);
    let sound = fs::read(&journal).unwrap();
    // The last line says what the shard came to; the plan before it is known without the journal.
    let last = sound[..sound.len() - 1].iter().rposition(|&byte| byte == b'\n').unwrap() + 1;
    for at in (0..last).step_by(sound.len() / 8).chain((last..sound.len() - 1).step_by(31)) {
        let mut altered = sound.clone();
        altered[at] ^= 1;
        fs::write(&journal, altered).unwrap();
        let merged = place.merge(&["here"], &["--json"]);
        if at > 0 && at < last && merged.status.success() {
            assert_eq!(counts(&merged), counts(&whole), "byte {at}");
            continue;
        }
        assert_eq!(merged.status.code(), Some(4), "byte {at}: {}", stdout(&merged));
        assert!(stderr(&merged).contains("shard 1 "), "byte {at}: {}", stderr(&merged));
    }
    fs::write(&journal, &sound[..sound.len() - 2]).unwrap();
    refused(&place.merge(&["here"], &[]), 4, "is unfinished: run it again");
    place.run("here", 1);
    assert_eq!(counts(&place.merge(&["here"], &["--json"])), counts(&whole));
}

#[test]
fn a_shard_of_a_sweep_that_is_stopped_or_killed_comes_to_the_same() {
    let place = Place::with("iq-fit", "2", &["--engine", "frontier"]);
    let journal = place.journal("parts", 0);
    let sweep = journal.with_extension("journal.sweep");
    for stop in 0..6_u64 {
        let mut child = place.command("parts", 0).spawn().unwrap();
        while whole_lines(&journal).is_empty() && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_millis(30 * stop));
        // By no chance to save anything, or by one.
        let signal = if stop % 2 == 1 { "KILL" } else { "TERM" };
        Command::new("kill").args(["-s", signal, &child.id().to_string()]).status().unwrap();
        child.wait().unwrap();
    }
    place.run("parts", 0);
    place.run("parts", 1);
    assert!(!sweep.exists(), "what was saved on the way goes when the shard is done");
    assert!(place.run("parts", 0).contains("finished before"));
    let merged = swept(&place.merge(&["parts"], &["--json"]));
    assert_eq!(merged, swept(&bitcover(&["count", "iq-fit", "--engine", "frontier", "--json"])));
}
