//! Exact covers that never were puzzles go the way of puzzles: every command takes them. The covers
//! here have secondary items, options that are alike, and an option without primary items, which
//! is left out and keeps its number.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

use crate::runner::{bitcover, refused, stderr, stdout};

const FORMATS: [(&str, &str); 4] =
    [("text", "txt"), ("ndjson", "ndjson"), ("csv", "csv"), ("packed", "packed")];

/// A chain of primary items: each is covered alone, with a secondary item of its own in two options
/// that are alike, or with the secondary item of the next.
struct Chain {
    directory: TempDir,
    links: usize,
}

impl Chain {
    fn new(links: usize) -> Self {
        let mut text = String::from("| a chain\n");
        let names = |letter: char, count: usize| {
            let names: Vec<String> = (0..count).map(|number| format!("{letter}{number}")).collect();
            names.join(" ")
        };
        writeln!(text, "{} | {}", names('a', links), names('s', links + 1)).unwrap();
        for link in 0..links {
            let next = link + 1;
            write!(text, "a{link}\na{link} s{link}\na{link} s{link}\na{link} s{next}\n").unwrap();
            if link == 0 {
                text.push_str("s0\n");
            }
        }
        let directory = TempDir::new().unwrap();
        fs::write(directory.path().join("chain.dlx"), text).unwrap();
        Self { directory, links }
    }

    /// How many solutions it has: the secondary item of each link is taken by the one before or not.
    fn total(&self) -> u64 {
        let (mut free, mut taken) = (1, 0);
        for _ in 0..self.links {
            (free, taken) = (3 * free + taken, free + taken);
        }
        free + taken
    }

    fn file(&self) -> String {
        self.path("chain.dlx")
    }

    fn path(&self, name: &str) -> String {
        self.directory.path().join(name).to_str().unwrap().to_owned()
    }

    /// Solves it into this directory, and returns the file of its solutions.
    fn solve(&self, directory: &str, format: (&str, &str), more: &[&str]) -> PathBuf {
        let (file, out) = (self.file(), self.path(directory));
        let solve = ["solve", &file, "--output", &out, "--format", format.0];
        let output = bitcover(&[&solve, more].concat());
        assert!(output.status.success(), "{}", stderr(&output));
        assert!(stdout(&output).contains(&grouped(self.total())), "{}", stdout(&output));
        PathBuf::from(out).join(format!("chain.{}", format.1))
    }
}

/// A number as tables show it.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

fn succeeded(output: &Output) -> String {
    assert!(output.status.success(), "{}", stderr(output));
    stdout(output)
}

fn json(output: &Output) -> Value {
    serde_json::from_str(&succeeded(output)).unwrap()
}

#[test]
fn the_solutions_of_a_cover_are_written_in_every_format_and_verified() {
    let chain = Chain::new(5);
    let words = format!("verified {} solutions", grouped(chain.total()));
    for format in FORMATS {
        let file = chain.solve(format.0, format, &["--engine", "search"]);
        let bytes = fs::read(&file).unwrap();
        for (engine, threads) in [("links", "2"), ("frontier", "3"), ("auto", "1")] {
            let other = format!("{}-{engine}", format.0);
            let way = ["--engine", engine, "--threads", threads];
            assert!(fs::read(chain.solve(&other, format, &way)).unwrap() == bytes, "{other}");
        }
        let directory = file.parent().unwrap().to_str().unwrap();
        for path in [file.to_str().unwrap(), directory] {
            let said = succeeded(&bitcover(&["verify", &chain.file(), path]));
            assert!(said.contains(&words), "{said}");
            assert!(said.contains("its own word and unproved"), "{said}");
        }
        assert!(PathBuf::from(directory).join("report.json").exists());
        // Nothing that was changed is taken.
        let mut changed = bytes.clone();
        let at = changed.len() - 2;
        changed[at] ^= 1;
        fs::write(&file, changed).unwrap();
        let output = bitcover(&["verify", &chain.file(), file.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(4), "{format:?}");
    }
}

#[test]
fn options_that_are_alike_are_told_apart_by_their_numbers() {
    let chain = Chain::new(1);
    let file = chain.solve("out", FORMATS[0], &[]);
    let text = fs::read_to_string(file).unwrap();
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(lines, ["1 a0", "2 a0 s0", "3 a0 s0", "4 a0 s1"]);
    // The option that is left out keeps its number.
    let chain = Chain::new(2);
    let text = fs::read_to_string(chain.solve("out", FORMATS[0], &[])).unwrap();
    assert!(text.contains("1 a0 | 6 a1\n"), "{text}");
}

#[test]
fn a_part_of_the_solutions_of_a_cover_is_written_as_partial_and_verified() {
    let chain = Chain::new(5);
    let (file, out) = (chain.file(), chain.path("out"));
    let output = bitcover(&["solve", &file, "--output", &out, "--limit", "7"]);
    assert!(succeeded(&output).contains("partial"), "{}", stdout(&output));
    let said = succeeded(&bitcover(&["verify", &file, &out]));
    assert!(said.contains("verified 7 solutions") && said.contains("partial"), "{said}");
}

#[test]
fn every_arrangement_of_a_cover_is_a_solution_of_it() {
    let chain = Chain::new(3);
    let distinct = fs::read(chain.solve("distinct", FORMATS[1], &[])).unwrap();
    let images = fs::read(chain.solve("images", FORMATS[1], &["--images"])).unwrap();
    assert!(distinct == images);
}

/// What must not depend on what happened to a run.
fn counts(output: &Output) -> Vec<String> {
    let part = &json(output)["parts"][0];
    assert!(part["distinct"].is_null(), "{part}");
    ["total", "fingerprint", "complete"].map(|key| part[key].to_string()).to_vec()
}

#[test]
fn a_run_of_a_cover_that_is_killed_again_and_again_comes_to_the_same_file() {
    let chain = Chain::new(10);
    let journal = chain.path("journal");
    let command = |kill: usize| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bitcover"));
        command.args(["solve", &chain.file(), "--engine", "links", "--json", "--journal"]);
        command.args([&journal, "--output", &chain.path("out")]);
        command.args(["--threads", if kill.is_multiple_of(2) { "1" } else { "2" }]);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    };
    let whole_lines = || {
        let text = fs::read(&journal).unwrap_or_default();
        String::from_utf8_lossy(&text).matches('\n').count()
    };
    let mut interruptions = 0;
    for kill in 0..4 {
        let before = whole_lines();
        let mut child = command(kill).spawn().unwrap();
        while whole_lines() <= before + 10 * kill && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        interruptions += usize::from(child.try_wait().unwrap().is_none());
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(whole_lines() >= before, "nothing saved is lost");
    }
    assert!(interruptions > 0, "some run was under way when it was killed");
    let resumed = counts(&command(0).output().unwrap());
    assert_eq!(resumed[0], chain.total().to_string());
    assert_eq!(resumed[2], "true");
    let alone = chain.solve("alone", FORMATS[0], &["--engine", "search"]);
    let out = chain.path("out/chain.txt");
    assert!(fs::read(&out).unwrap() == fs::read(alone).unwrap());
    let said = succeeded(&bitcover(&["verify", &chain.file(), &out]));
    assert!(said.contains(&grouped(chain.total())), "{said}");
    // The journal is about this cover and no other.
    let other = Chain::new(9);
    let journal = ["count", &other.file(), "--engine", "links", "--journal", &journal];
    refused(&bitcover(&journal), 3, "the journal is of another run");
}

#[test]
fn a_count_of_a_cover_with_a_journal_is_not_repeated() {
    let chain = Chain::new(6);
    for engine in ["search", "frontier", "auto"] {
        let journal = chain.path(&format!("journal-{engine}"));
        let file = chain.file();
        let count = ["count", &file, "--json", "--engine", engine, "--journal", &journal];
        let first = counts(&bitcover(&count));
        let written = fs::read(&journal).unwrap();
        assert_eq!(first[0], chain.total().to_string());
        assert_eq!(counts(&bitcover(&count)), first);
        assert!(fs::read(&journal).unwrap() == written, "{engine}");
    }
}

#[test]
fn counts_beyond_128_bits_are_printed_and_kept_whole() {
    let directory = TempDir::new().unwrap();
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let (file, journal) = (path("coins.dlx"), path("journal"));
    let items: Vec<String> = (0..200).map(|item| format!("i{item}")).collect();
    let options: Vec<String> = items.iter().map(|item| format!("{item}\n{item}\n")).collect();
    fs::write(&file, format!("{}\n{}", items.join(" "), options.concat())).unwrap();
    // 2^200.
    let total = "1606938044258990275541962092341162602522202993782792835301376";
    let run = ["count", &file, "--journal", &journal];
    for _ in 0..2 {
        let said = succeeded(&bitcover(&run));
        assert!(said.contains("1,606,938,044,258,990,275,541,962,092,341,162,602"), "{said}");
    }
    let said = succeeded(&bitcover(&["count", &file, "--json"]));
    assert!(said.contains(&format!("\"total\":{total},")), "{said}");
    for command in ["stats", "sample"] {
        refused(&bitcover(&[command, &file]), 1, "2^128 solutions or more");
    }
}

#[test]
fn three_shards_of_a_cover_come_to_the_file_of_one_run_byte_for_byte() {
    let chain = Chain::new(8);
    let (plan, parts) = (chain.path("plan"), chain.path("parts"));
    let file = chain.file();
    succeeded(&bitcover(&["shard", "plan", &file, "--shards", "3", "--output", &plan]));
    for index in ["2", "0", "1"] {
        let run = ["shard", "run", &plan, "--index", index, "--output", &parts];
        assert!(succeeded(&bitcover(&run)).contains("done"));
    }
    // The plan carries the cover.
    fs::rename(&file, chain.path("elsewhere.dlx")).unwrap();
    let merge = |out: &str, format: &str| {
        let out = chain.path(out);
        let merge = ["shard", "merge", &plan, &parts, "--output", &out, "--format", format];
        succeeded(&bitcover(&merge));
    };
    for (format, _) in &FORMATS[..3] {
        merge(&format!("merged-{format}"), format);
    }
    let merged = bitcover(&["shard", "merge", &plan, &parts, "--json"]);
    fs::rename(chain.path("elsewhere.dlx"), &file).unwrap();
    for format in &FORMATS[..3] {
        let alone = chain.solve(&format!("alone-{}", format.0), *format, &["--engine", "search"]);
        let merged = chain.path(&format!("merged-{}/chain.{}", format.0, format.1));
        assert!(fs::read(merged).unwrap() == fs::read(alone).unwrap(), "{format:?}");
    }
    let solve = ["solve", &file, "--engine", "search", "--json", "--output"];
    let solved = bitcover(&[&solve[..], &[&chain.path("again")]].concat());
    assert_eq!(counts(&merged), counts(&solved));
    fs::remove_file(chain.path("parts/shard-1.journal")).unwrap();
    let hole = bitcover(&["shard", "merge", &plan, &parts]);
    refused(&hole, 4, "shard 1 is missing");
}

#[test]
fn samples_of_a_cover_are_lines_of_its_file_and_the_same_for_the_same_seed() {
    let chain = Chain::new(4);
    let text = fs::read_to_string(chain.solve("out", FORMATS[0], &[])).unwrap();
    let all: BTreeSet<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(all.len() as u64, chain.total());
    for engine in ["search", "frontier"] {
        let sample = |seed: &str| {
            let file = chain.file();
            let draw = ["sample", &file, "-n", "40", "--lines", "--engine", engine];
            succeeded(&bitcover(&[&draw[..], &["--seed", seed]].concat()))
        };
        let drawn = sample("3");
        assert_eq!(drawn.lines().count(), 40);
        assert!(drawn.lines().all(|line| all.contains(line)), "{drawn}");
        assert_eq!(drawn, sample("3"));
        assert_ne!(drawn, sample("4"));
    }
    let file = chain.file();
    let challenge = bitcover(&["sample", &file, "--challenge", "2"]);
    assert_eq!(challenge.status.code(), Some(2), "{}", stderr(&challenge));
}

#[test]
fn the_table_of_options_adds_up_for_each_primary_item() {
    let chain = Chain::new(5);
    let file = chain.file();
    for engine in ["search", "frontier"] {
        let text = succeeded(&bitcover(&["stats", &file, "--output", "-", "--engine", engine]));
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let names = reader.headers().unwrap().clone();
        let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
        // The option that is left out has no row.
        assert_eq!(rows.len(), 4 * chain.links, "{text}");
        let numbers: Vec<usize> = rows.iter().map(|row| row[0].parse().unwrap()).collect();
        assert_eq!(&numbers[..5], [1, 2, 3, 4, 6], "{names:?}");
        let occurrences = |row: &csv::StringRecord| row[2].parse::<u64>().unwrap();
        for link in rows.chunks(4) {
            let sum: u64 = link.iter().map(occurrences).sum();
            assert_eq!(sum, chain.total(), "{text}");
            assert_eq!(occurrences(&link[1]), occurrences(&link[2]), "they are alike");
        }
    }
    refused(&bitcover(&["stats", &file, "--piece", "a0"]), 2, "without pieces");
}

#[test]
fn the_solutions_of_a_cover_are_shown_by_their_options() {
    let chain = Chain::new(2);
    let file = chain.file();
    let all = succeeded(&bitcover(&["show", &file, "--all"]));
    for words in ["solution 1 of 14", "solution 14 of 14", "a0 s0"] {
        assert!(all.contains(words), "{words}: {all}");
    }
    let one = succeeded(&bitcover(&["show", &file, "--solution", "14"]));
    assert!(one.contains("solution 14 of 14") && !one.contains("solution 1 of"), "{one}");
    refused(&bitcover(&["show", &file, "--solution", "15"]), 2, "there are 1 to 14");
    refused(&bitcover(&["show", &file, "--all", "--images"]), 2, "without a board");
}

#[test]
fn the_count_of_a_cover_is_certified_and_proved() {
    let chain = Chain::new(5);
    let (file, path) = (chain.file(), chain.path("certificate"));
    let solved =
        bitcover(&["solve", &file, "--output", &chain.path("out"), "--certificate", &path]);
    assert!(succeeded(&solved).contains("nodes in"), "{}", stdout(&solved));
    let said = succeeded(&bitcover(&["verify", &file, &path]));
    assert!(said.contains(&format!("chain has exactly {} solutions", grouped(chain.total()))));
    // It proves nothing of another cover, nor once it was changed.
    let other = Chain::new(4);
    assert_eq!(bitcover(&["verify", &other.file(), &path]).status.code(), Some(4));
    let mut bytes = fs::read(&path).unwrap();
    let at = bytes.len() * 2 / 3;
    bytes[at] ^= 1;
    fs::write(&path, bytes).unwrap();
    assert_eq!(bitcover(&["verify", &file, &path]).status.code(), Some(4));
}

#[test]
fn a_certificate_goes_to_standard_output_too_and_an_anchor_needs_a_piece() {
    let chain = Chain::new(2);
    let file = chain.file();
    let streamed = ["solve", &file, "--output", &chain.path("out"), "--certificate", "-"];
    let output = bitcover(&streamed);
    assert!(
        stdout(&output).starts_with("{\"format\":\"bitcover certificate"),
        "{}",
        stderr(&output)
    );
    assert!(stderr(&output).contains("The certificate is on standard output: 19 nodes"));
    let both = ["solve", &file, "--output", "-", "--certificate", "-"];
    refused(&bitcover(&both), 2, "cannot both go to standard output");
    for command in ["count", "info", "stats", "sample", "estimate"] {
        refused(&bitcover(&[command, &file, "--anchor", "a0"]), 2, "an exact cover");
    }
}

#[test]
fn an_estimate_of_a_cover_holds_its_count() {
    let chain = Chain::new(8);
    let file = chain.file();
    let estimate = json(&bitcover(&["estimate", &file, "--probes", "50", "--json"]));
    let part = &estimate["parts"][0];
    let [low, high] = ["low", "high"].map(|end| part["total"][end].as_f64().unwrap());
    assert!((low..=high).contains(&(chain.total() as f64)), "{part}");
}

/// A cover with ranges and colours in a file of its own: two of three tasks for each of two people,
/// who meet in rooms of one colour.
const RICH: &str = "| a cover with ranges and colours
ann bob 2:3|work 0:1|rest | room
ann work room:red
ann work room:blue
bob work room:red
bob work room
work room:red
work
rest room:blue
";

fn rich() -> (TempDir, String) {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("rich.dlx");
    fs::write(&path, RICH).unwrap();
    let path = path.to_str().unwrap().to_owned();
    (directory, path)
}

#[test]
fn ranges_and_colours_go_through_every_command() {
    let (directory, file) = rich();
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let lines = [
        "1 ann work room:red | 3 bob work room:red",
        "1 ann work room:red | 3 bob work room:red | 5 work room:red",
        "1 ann work room:red | 3 bob work room:red | 6 work",
    ];
    for format in FORMATS {
        let mut files = Vec::new();
        for engine in ["search", "frontier", "links", "auto"] {
            let out = path(&format!("{engine}-{}", format.0));
            let solve = ["solve", &file, "--output", &out, "--format", format.0];
            succeeded(&bitcover(&[&solve[..], &["--engine", engine, "--threads", "2"]].concat()));
            let said = succeeded(&bitcover(&["verify", &file, &out]));
            assert!(said.contains("verified 3 solutions"), "{said}");
            files.push(fs::read(PathBuf::from(out).join(format!("rich.{}", format.1))).unwrap());
        }
        assert!(files.iter().all(|other| *other == files[0]), "{format:?}");
    }
    let text = fs::read_to_string(path("search-text/rich.txt")).unwrap();
    assert_eq!(text.lines().filter(|line| !line.starts_with('#')).collect::<Vec<_>>(), lines);
    // A listing that breaks a range or mixes colours is refused.
    let wrong = path("wrong.txt");
    let mixed = "1 ann work room:red | 3 bob work room:red | 7 rest room:blue";
    fs::write(&wrong, text.replace(lines[2], mixed)).unwrap();
    let reason = "item room is red in option 3 and is blue in option 7";
    refused(&bitcover(&["verify", &file, &wrong]), 4, reason);
    let printed = succeeded(&bitcover(&["solve", &file, "--engine", "links"]));
    assert!(printed.contains(" ann work room:red ("), "{printed}");
    assert!(printed.contains(" work room:red (1 of 2)"), "{printed}");
    let sample = bitcover(&["sample", &file, "-n", "9", "--lines", "--engine", "search"]);
    assert!(succeeded(&sample).lines().all(|line| lines.contains(&line)));
    let journal = path("journal");
    let count = ["count", &file, "--json", "--engine", "search", "--journal", &journal];
    assert_eq!(counts(&bitcover(&count))[0], "3");
    assert_eq!(counts(&bitcover(&count))[0], "3");
    let estimate = json(&bitcover(&["estimate", &file, "--probes", "50", "--json"]));
    let total = &estimate["parts"][0]["total"];
    assert_eq!(total["estimate"].as_f64().map(f64::round), Some(3.0), "{estimate}");
    assert!(succeeded(&bitcover(&["count", &file, "--cross-check"])).contains('3'));
}

#[test]
fn exports_say_ranges_and_colours_or_refuse() {
    let (directory, file) = rich();
    let export = |format: &str| bitcover(&["export", &file, "--format", format]);
    let text = succeeded(&export("dlx"));
    let options = |text: &str| {
        let lines = text.lines().filter(|line| !line.starts_with('|'));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(options(&text), options(RICH));
    assert!(succeeded(&export("lp")).contains("room:red"));
    assert!(succeeded(&export("cnf")).contains("room:blue"));
    assert_eq!(json(&export("json"))["format"], "bitcover exact cover 2");
    refused(&export("matrix"), 2, "a 0/1 matrix cannot say that options give items colours");
    // Ranges alone it can say, by copies.
    let ranges = directory.path().join("ranges.dlx");
    fs::write(&ranges, "1:2|a 2|b 0:1|c\na b\nb\na b c\nc\na\n").unwrap();
    let matrix = directory.path().join("ranges.matrix");
    let [ranges, matrix] = [&ranges, &matrix].map(|path| path.to_str().unwrap());
    succeeded(&bitcover(&["export", ranges, "--format", "matrix", "--output", matrix]));
    let total = |file: &str| json(&bitcover(&["count", file, "--json"]))["total"].clone();
    assert_eq!(total(matrix), total(ranges));
    assert!(total(ranges).as_u64().unwrap() > 2);
}

#[test]
fn a_certificate_states_multiplicities_but_neither_ranges_nor_colours() {
    let (directory, file) = rich();
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let solve = ["solve", &file, "--output", &path("out"), "--certificate", &path("no")];
    refused(&bitcover(&solve), 2, "cannot state ranges");
    let exact = path("exact.dlx");
    fs::write(&exact, "2|a 3|b c\na b\na b\na b c\nb\nb c\na\n").unwrap();
    let certificate = path("certificate");
    let solve = ["solve", &exact, "--output", &path("out"), "--certificate", &certificate];
    succeeded(&bitcover(&solve));
    let said = succeeded(&bitcover(&["verify", &exact, &certificate]));
    let total = json(&bitcover(&["count", &exact, "--json"]))["total"].clone();
    assert!(said.contains(&format!("exact has exactly {total} solutions")), "{said}");
    refused(&bitcover(&["verify", &file, &certificate]), 4, "cannot state ranges or colours");
}
