//! Covers far larger than any puzzle, files without an end, and signals at any time.

#![cfg(unix)]

use std::fmt::Write as _;
use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::runner::{bitcover, refused, stderr, stdout, unbroken};

const ENGINES: [&str; 4] = ["search", "links", "frontier", "auto"];

/// A cover of three tilings.
const TILINGS: &str = "a b c d\na b\nc d\na\nb\nb c d\n";

struct Place(TempDir);

impl Place {
    fn new() -> Self {
        Self(TempDir::new().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// A file with this content, by its path.
    fn file(&self, name: &str, content: &str) -> String {
        let path = self.path(name);
        fs::write(&path, content).unwrap();
        path.to_str().unwrap().to_owned()
    }

    /// A pipe, by its path.
    fn pipe(&self, name: &str) -> String {
        let path = self.path(name);
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
        path.to_str().unwrap().to_owned()
    }
}

/// Items with one option each.
fn single_items(items: usize) -> String {
    let names: Vec<String> = (0..items).map(|item| format!("i{item}")).collect();
    names.join(" ") + "\n" + &names.join("\n") + "\n"
}

/// The cells of a board and the dominoes on it.
fn dominoes(rows: usize, columns: usize) -> String {
    let (mut items, mut options) = (String::new(), String::new());
    for row in 0..rows {
        for column in 0..columns {
            let _ = write!(items, "{row}.{column} ");
            if column + 1 < columns {
                let _ = writeln!(options, "{row}.{column} {row}.{}", column + 1);
            }
            if row + 1 < rows {
                let _ = writeln!(options, "{row}.{column} {}.{column}", row + 1);
            }
        }
    }
    items + "\n" + &options
}

/// Writes to a pipe once somebody reads.
fn feed(pipe: &str, content: &'static str) -> std::thread::JoinHandle<()> {
    let pipe = pipe.to_owned();
    std::thread::spawn(move || fs::write(pipe, content).unwrap())
}

/// Asks a program to end, and waits until it has; one that is deaf is killed after a minute, and
/// that fails the test.
fn terminated(child: &mut Child) -> ExitStatus {
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-s", "TERM", &pid]).status().unwrap().success());
    let asked = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        if asked.elapsed() > Duration::from_secs(60) {
            child.kill().unwrap();
            panic!("it was deaf to the signal");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn started(arguments: &[&str], out: Stdio) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bitcover"));
    command.args(arguments).stdout(out).stderr(Stdio::null()).spawn().unwrap()
}

#[test]
fn three_thousand_items_with_one_option_each_are_solved_by_every_engine() {
    let place = Place::new();
    let file = place.file("single.dlx", &single_items(3000));
    for engine in ENGINES {
        let counted = bitcover(&["count", &file, "--engine", engine, "--json"]);
        assert!(stdout(&counted).contains("\"total\":1,"), "{engine}: {}", stderr(&counted));
    }
    let solved = bitcover(&["solve", &file]);
    assert!(stdout(&solved).starts_with("1:\n i0 (1 of 1)\n i1 (1 of 1)\n"));
    assert!(stdout(&solved).contains("\n i2999 (1 of 1)\n"));
    let estimated = bitcover(&["estimate", &file, "--time", "30"]);
    assert!(unbroken(&estimated).contains("all figures are exact"), "{}", stderr(&estimated));
}

#[test]
fn the_first_tiling_of_a_board_of_four_times_three_hundred_is_printed_by_every_engine() {
    let place = Place::new();
    let file = place.file("dominoes.dlx", &dominoes(4, 300));
    for engine in ENGINES {
        let solved = bitcover(&["solve", &file, "--limit", "1", "--engine", engine]);
        let options = stdout(&solved).lines().filter(|line| line.starts_with(' ')).count();
        assert!(options >= 600, "{engine}: {options} options, {}", stderr(&solved));
    }
}

#[test]
fn a_device_without_an_end_is_refused() {
    let place = Place::new();
    for name in ["zeros.dlx", "zeros.matrix", "zeros.toml"] {
        let path = place.path(name);
        symlink("/dev/zero", &path).unwrap();
        let path = path.to_str().unwrap();
        refused(&bitcover(&["count", path]), 3, "line 1, column 1: this is no text in UTF-8");
    }
    let plan = bitcover(&["shard", "run", "/dev/zero", "--index", "0", "--output", "nowhere"]);
    refused(&plan, 3, "this is no text in UTF-8");
    let position = ["count", "soma", "--given", "/dev/zero"];
    // A device is no picture, so that this is taken for one.
    assert_ne!(bitcover(&position).status.code(), Some(0));
}

#[test]
fn a_puzzle_or_cover_may_come_from_a_pipe_and_is_read_once() {
    let place = Place::new();
    let pipe = place.pipe("cover.dlx");
    let writer = feed(&pipe, TILINGS);
    let counted = bitcover(&["count", &pipe, "--json"]);
    writer.join().unwrap();
    assert!(stdout(&counted).contains("\"total\":3,"), "{}", stderr(&counted));
    let plan = place.path("plan.json");
    let plan = plan.to_str().unwrap();
    let writer = feed(&pipe, TILINGS);
    let planned = bitcover(&["shard", "plan", &pipe, "--shards", "2", "--output", plan]);
    writer.join().unwrap();
    assert!(planned.status.success(), "{}", stderr(&planned));
    let puzzle = "name = 'strip'\n[board]\nrows = 1\ncolumns = 4\nmotions = 'half-turn'\n\
                  [[piece]]\nsymbol = 'a'\npicture = 'a'\n[[piece]]\nsymbol = 'b'\npicture = 'bbb'\n";
    let pipe = place.pipe("puzzle.toml");
    let other = place.path("other.json");
    let writer = feed(&pipe, puzzle);
    let arguments = ["shard", "plan", &pipe, "--shards", "2", "--output", other.to_str().unwrap()];
    let planned = bitcover(&arguments);
    writer.join().unwrap();
    assert!(planned.status.success(), "{}", stderr(&planned));
}

#[test]
fn a_pipe_that_nobody_writes_to_is_refused() {
    let place = Place::new();
    for name in ["cover.dlx", "puzzle.toml", "puzzle.xmpuzzle"] {
        let pipe = place.pipe(name);
        for command in [["count", &pipe], ["info", &pipe], ["estimate", &pipe]] {
            let refused = bitcover(&command);
            assert_eq!(refused.status.code(), Some(3), "{command:?}");
            let words = stderr(&refused).split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(words.contains("a pipe that nobody writes to"), "{command:?}: {words}");
        }
    }
    let pipe = place.pipe("listing.txt");
    let refused = bitcover(&["verify", "soma", &pipe]);
    assert!(!refused.status.success());
    assert!(stderr(&refused).contains("pipe that nobody"), "{}", stderr(&refused));
}

/// Items that may be covered up to three times, and options of two of them each, so that leaving an option
/// out is a choice at each of as many levels.
fn ranges(items: usize, options: usize) -> String {
    let names: Vec<String> = (0..items).map(|item| format!("0:3|r{item}")).collect();
    let option = |n: usize| {
        let (one, step) =
            (n % items, 1 + (n.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) % (items - 1));
        format!("r{one} r{}\n", (one + step) % items)
    };
    names.join(" ") + "\n" + &(0..options).map(option).collect::<String>()
}

#[test]
#[cfg(target_os = "linux")]
fn a_sweep_without_end_takes_no_more_memory_than_it_may() {
    let place = Place::new();
    let file = place.file("ranges.dlx", &ranges(150, 1_500));
    let arguments = ["count", &file, "--engine", "frontier", "--memory", "128M"];
    let mut child = started(&arguments, Stdio::null());
    let begun = Instant::now();
    let mut peak_kib = 0;
    while begun.elapsed() < Duration::from_secs(4) {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let peak = peak.and_then(|peak| peak.trim().strip_suffix(" kB")?.parse().ok());
        peak_kib = peak_kib.max(peak.unwrap_or(0));
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(child.try_wait().unwrap().is_none(), "it came to an end");
    terminated(&mut child);
    assert!(peak_kib > 0 && peak_kib <= 128 << 10, "{peak_kib} KiB");
}

#[test]
fn a_signal_ends_a_run_in_every_phase_and_the_exit_code_says_so() {
    let place = Place::new();
    let deep = place.file("deep.dlx", &single_items(3000));
    let long = place.file("long.dlx", &dominoes(4, 300));
    for engine in ENGINES {
        // Long before it begins to search, and after.
        for pause in [5, 40, 200] {
            for file in [&deep, &long] {
                let mut child = started(&["count", file, "--engine", engine], Stdio::null());
                std::thread::sleep(Duration::from_millis(pause));
                let status = terminated(&mut child);
                // Before it heeds signals the system ends it, and it may have come to its end, or
                // found that there are too many solutions.
                let is_ended =
                    status.signal() == Some(15) || matches!(status.code(), Some(0 | 1 | 143));
                assert!(is_ended, "{engine} after {pause} ms: {status}");
            }
        }
    }
}

#[test]
fn samples_without_an_end_are_drawn_until_a_signal_comes() {
    let place = Place::new();
    let file = place.file("tilings.dlx", TILINGS);
    let path = place.path("samples");
    let arguments = ["sample", &file, "-n", "18446744073709551615", "--lines"];
    let mut child = started(&arguments, File::create(&path).unwrap().into());
    let is_empty = |path: &Path| fs::metadata(path).unwrap().len() == 0;
    while is_empty(&path) && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(1));
    }
    assert_eq!(terminated(&mut child).code(), Some(143));
}
