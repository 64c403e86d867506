//! `prove` and `verify` of what it wrote, as a person meets them; and VeriPB where it is installed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::runner::{bitcover, refused, skipped, stderr, stdout};

/// A directory, and a place in it for what is proved.
fn place() -> (TempDir, String) {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("proof").to_str().unwrap().to_owned();
    (directory, path)
}

/// Proves something; returns what was said.
#[track_caller]
fn prove(puzzle: &str, path: &str, more: &[&str]) -> String {
    let output = bitcover(&[&["prove", puzzle, "--output", path], more].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    let said = stdout(&output);
    assert!(said.lines().all(|line| line.chars().count() <= 100), "{said}");
    said.replace('\n', " ")
}

/// Verifies what was proved; returns what was said.
#[track_caller]
fn verified(puzzle: &str, path: &str, more: &[&str]) -> String {
    let output = bitcover(&[&["verify", puzzle, path], more].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    stdout(&output).replace('\n', " ")
}

/// The files of a directory whose names end like this, in order.
fn files(path: &str, end: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path());
    let mut found: Vec<PathBuf> =
        entries.filter(|path| path.to_str().unwrap().ends_with(end)).collect();
    found.sort();
    found
}

/// Replaces something in a file that occurs there.
#[track_caller]
fn edit(path: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(path).unwrap();
    assert!(text.contains(from), "{from}");
    fs::write(path, text.replacen(from, to, 1)).unwrap();
}

/// The line of a formula that excludes its first solution.
fn exclusion(formula: &Path) -> String {
    let text = fs::read_to_string(formula).unwrap();
    text.lines().find(|line| line.starts_with("+1 ~x")).unwrap().to_owned()
}

/// The eight queens.
fn queens(directory: &TempDir) -> String {
    let primary = (1..=8).map(|n| format!("r{n} c{n} "));
    let secondary = (1..=15).map(|n| format!(" a{} b{n}", n + 1));
    let squares = (1..=8).flat_map(|row| (1..=8).map(move |column| (row, column)));
    let options = squares
        .map(|(row, column)| format!("\nr{row} c{column} a{} b{}", row + column, row + 8 - column));
    let lines = primary.chain(["|".to_owned()]).chain(secondary).chain(options);
    let path = directory.path().join("queens-8.dlx");
    fs::write(&path, lines.collect::<Vec<_>>().concat() + "\n").unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn a_puzzle_is_proved_and_its_formulas_are_verified() {
    let (_keep, path) = place();
    let said = prove("logiq-2", &path, &[]);
    assert!(said.contains("23 distinct solutions, 552 in all; 4 cases, 23 solutions excluded"));
    assert!(said.contains("README.md there says what to run"), "{said}");
    let readme = fs::read_to_string(format!("{path}/README.md")).unwrap();
    for words in [
        "cargo install veripb\nveripb logiq-2.1.opb logiq-2.1.pbp\n",
        "veripb logiq-2.4.opb logiq-2.4.pbp\n```\n",
        &format!("\nbitcover verify logiq-2 {path}\n"),
        "- logiq-2 has exactly 23 distinct solutions, 552 in all.",
    ] {
        assert!(readme.contains(words), "{words}: {readme}");
    }
    let said = verified("logiq-2", &path, &[]);
    for words in [
        "the formulas are those of logiq-2; if a checker accepts the proofs logiq-2.1.pbp to",
        "it has exactly 23 distinct solutions, 552 in all, fingerprint af408662c4b48161515b10dc11d5358e",
        "24 board motions, 4 cases with formulas and 1 ruled out at once, 23 solutions excluded",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
    let one = bitcover(&["verify", "logiq-2", &format!("{path}/logiq-2.1.opb")]);
    refused(&one, 2, "those of all cases prove something together; name their directory");
    // Nothing is overwritten.
    refused(&bitcover(&["prove", "logiq-2", "--output", &path]), 2, "is not empty");
}

#[test]
fn a_family_is_proved_in_one_directory_and_summed() {
    let (directory, path) = place();
    let logiq = include_str!("../../src/puzzle/catalog/logiq.toml");
    let (low, _) = logiq.split_once("[[member]]\nname = \"4\"").unwrap();
    let family = directory.path().join("low towers.toml");
    fs::write(&family, low).unwrap();
    let family = family.to_str().unwrap();
    let said = prove(family, &path, &[]);
    assert!(said.contains("logiq-3: 2,294 distinct solutions, 55,056 in all"), "{said}");
    let readme = fs::read_to_string(format!("{path}/README.md")).unwrap();
    assert!(readme.contains(&format!("bitcover verify '{family}' {path}\n")), "{readme}");
    let said = verified(family, &path, &[]);
    assert!(said.ends_with("logiq: 2,317 distinct, 55,608 in all "), "{said}");
    // Of one member alone the others are nothing.
    assert!(verified("logiq-3", &path, &[]).contains("exactly 2,294 distinct"));
    // A case is gone, or all of a member.
    fs::remove_file(format!("{path}/logiq-3.1.opb")).unwrap();
    let output = bitcover(&["verify", "logiq-3", &path]);
    refused(&output, 4, "logiq-3.2.opb: line 2: the formula is of case 2, not of case 1");
    for path in files(&path, ".opb") {
        fs::remove_file(path).unwrap();
    }
    assert_eq!(bitcover(&["verify", family, &path]).status.code(), Some(3));
}

#[test]
fn a_starting_position_is_proved_and_no_other_is_verified_by_it() {
    let (_keep, path) = place();
    let given = ["--given", "V@1,1,1 1,1,2 1,2,1"];
    let said = prove("soma", &path, &given);
    assert!(said.contains("soma: 0 distinct solutions, 0 in all"), "{said}");
    let readme = fs::read_to_string(format!("{path}/README.md")).unwrap();
    assert!(readme.contains("soma from the starting position `"), "{readme}");
    let said = verified("soma", &path, &given);
    assert!(said.contains("the formulas are those of soma from the starting position "), "{said}");
    let line = format!("bitcover verify soma {path} --given 'V@1,1,1 1,1,2 1,2,1'\n");
    assert!(readme.contains(&line), "{readme}");
    refused(&bitcover(&["verify", "soma", &path]), 4, "not for the empty board");
}

#[test]
fn covers_are_proved_with_colours_ranges_and_multiplicities() {
    let (directory, path) = place();
    let cover = queens(&directory);
    assert!(prove(&cover, &path, &[]).contains("queens-8: 92 solutions; 1 case"));
    let said = verified(&cover, &path, &[]);
    let words = "the formula is that of queens-8; if a checker accepts the proof queens-8.1.pbp, it \
                 has exactly 92 solutions";
    assert!(said.contains(words), "{said}");
    let formula = Path::new(&path).join("queens-8.1.opb");
    edit(&formula, "+1 x1 +1 x2 ", "+1 x2 ");
    refused(&bitcover(&["verify", &cover, &path]), 4, "the line is not that of the formula");
    let shifts = directory.path().join("shifts.dlx");
    fs::write(&shifts, "1:2|a 2|b c | x\na x:red\na b x:red\nb x:blue c\nb x:red c\nb\na c\n")
        .unwrap();
    let (shifts, path) = (shifts.to_str().unwrap(), format!("{path}-of-shifts"));
    let counted = stdout(&bitcover(&["count", shifts, "--json"]));
    let counted: serde_json::Value = serde_json::from_str(&counted).unwrap();
    let words = format!("exactly {} solutions", counted["total"]);
    prove(shifts, &path, &[]);
    assert!(verified(shifts, &path, &[]).contains(&words), "{words}");
}

#[test]
fn the_tree_of_a_scan_is_proved_where_the_engine_takes_what_it_is_to_scan() {
    let (directory, path) = place();
    let said = prove("logiq-2", &path, &["--engine", "scan"]);
    assert!(said.contains("23 distinct solutions, 552 in all; 4 cases, 23 solutions"), "{said}");
    assert!(verified("logiq-2", &path, &[]).contains("exactly 23 distinct solutions, 552 in all"));
    let formula = Path::new(&path).join("logiq-2.1.opb");
    edit(&formula, "+1 x1 ", "");
    refused(&bitcover(&["verify", "logiq-2", &path]), 4, "the line is not that of the formula");
    // A cover with an item that is covered twice, which dancing links take.
    let shifts = directory.path().join("shifts.dlx");
    fs::write(&shifts, "2|a b\na\na b\nb\n").unwrap();
    let (shifts, path) = (shifts.to_str().unwrap(), format!("{path}-of-shifts"));
    let scanned = bitcover(&["prove", shifts, "--engine", "scan", "--output", &path]);
    let words = "takes no covers with multiplicities or colours; another engine takes it";
    refused(&scanned, 1, words);
    assert!(files(&path, "").is_empty());
    assert!(prove(shifts, &path, &[]).contains("1 solutions"));
}

#[test]
fn what_proves_nothing_is_refused() {
    let (_keep, path) = place();
    prove("logiq-2", &path, &[]);
    let [first, .., last] = &files(&path, ".opb")[..] else { panic!("there are four") };
    let whole = fs::read_to_string(first).unwrap();
    // A solution left in: the known count is missed, or the file is not what it says.
    edit(first, &format!("{}\n", exclusion(first)), "");
    refused(&bitcover(&["verify", "logiq-2", &path]), 4, "11 solutions should be excluded, but 10");
    fs::write(first, &whole).unwrap();
    edit(first, "+1 x1 ", "");
    let message = "logiq-2.1.opb: line ";
    refused(&bitcover(&["verify", "logiq-2", &path]), 4, message);
    fs::write(first, &whole).unwrap();
    edit(last, "\"cases\":4", "\"cases\":3");
    let message = "logiq-2.4.opb: line 2: there are 3 cases, but 4 formulas";
    refused(&bitcover(&["verify", "logiq-2", &path]), 4, message);
}

#[cfg(unix)]
#[test]
fn a_proof_that_is_stopped_leaves_nothing_that_looks_whole() {
    use std::process::Stdio;

    let (_keep, path) = place();
    let mut child = Command::new(env!("CARGO_BIN_EXE_bitcover"))
        .args(["prove", "tetris-cube", "--output", &path])
        .stderr(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // It counts the solutions of the first case before it writes anything, for minutes.
    while !Path::new(&path).exists() {
        assert!(child.try_wait().unwrap().is_none(), "it has ended");
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-s", "TERM", &pid]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    refused(&output, 143, "stopped by SIGTERM: tetris-cube hardly begun; what is written so far");
    assert_eq!(fs::read_dir(&path).unwrap().count(), 0);
}

/// Runs VeriPB on a formula and its proof; whether it accepts them. `None` where it cannot be run.
fn veripb(formula: &Path) -> Option<bool> {
    let output = Command::new("veripb").arg(formula).arg(formula.with_extension("pbp")).output();
    let output = output.ok()?;
    let is_accepted = stdout(&output).contains("s VERIFIED UNSATISFIABLE");
    assert_eq!(is_accepted, output.status.success(), "{}", stderr(&output));
    Some(is_accepted)
}

#[test]
fn veripb_accepts_what_is_proved_and_nothing_less() {
    let (directory, path) = place();
    let cover = queens(&directory);
    let of_links =
        ["logiq-2", "logiq-3", "soma", &cover, "cubi-magici"].map(|name| (name, "links"));
    // The scan of cubi-magici would take VeriPB three times as long as all of the others.
    let of_scan = ["logiq-2", "logiq-3", "soma", &cover].map(|name| (name, "scan"));
    for (puzzle, engine) in of_links.into_iter().chain(of_scan) {
        let name = Path::new(puzzle).file_stem().unwrap().to_str().unwrap();
        let path = format!("{path}-{name}-{engine}");
        prove(puzzle, &path, &["--engine", engine]);
        for formula in files(&path, ".opb") {
            let Some(is_accepted) = veripb(&formula) else {
                skipped("no proof was checked by VeriPB: veripb cannot be run");
                return;
            };
            assert!(is_accepted, "{puzzle}, {engine}");
        }
    }
    for engine in ["links", "scan"] {
        refused_by_veripb(&Path::new(&format!("{path}-logiq-2-{engine}")).join("logiq-2.1.opb"));
    }
}

/// Checks that VeriPB refuses a formula with a solution left in, and its proof with any step removed.
fn refused_by_veripb(formula: &Path) {
    let whole = fs::read_to_string(formula).unwrap();
    edit(formula, &exclusion(formula), "+1 x1 >= 0 ;");
    assert_eq!(veripb(formula), Some(false));
    fs::write(formula, whole).unwrap();
    let proof = formula.with_extension("pbp");
    let text = fs::read_to_string(&proof).unwrap();
    for place in (2..text.lines().count()).step_by(7) {
        let kept = text.split_inclusive('\n').enumerate().filter(|&(at, _)| at != place);
        fs::write(&proof, kept.map(|(_, line)| line).collect::<String>()).unwrap();
        assert_eq!(veripb(formula), Some(false), "without line {}", place + 1);
    }
}
