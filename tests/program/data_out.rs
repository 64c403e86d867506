//! Solutions for other programs: that every format holds the same ones, in bytes that depend on
//! the puzzle alone; that the checker takes each file, and none that was changed; and what
//! becomes of streams.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

use crate::runner::{bitcover, refused, stderr, stdout, unbroken};

const FORMATS: [(&str, &str); 4] =
    [("text", "txt"), ("ndjson", "ndjson"), ("csv", "csv"), ("packed", "packed")];

/// A directory with the solutions of a puzzle in one format.
struct Solved {
    parent: TempDir,
    puzzle: String,
    given: Option<String>,
    extension: &'static str,
}

impl Solved {
    fn new(puzzle: &str, format: (&str, &'static str), more: &[&str]) -> Self {
        let parent = TempDir::new().unwrap();
        let directory = parent.path().join("out");
        let output = ["--output", directory.to_str().unwrap(), "--format", format.0];
        let output = bitcover(&[&["solve", puzzle], more, &output].concat());
        assert!(output.status.success(), "{}", stderr(&output));
        let given = more.iter().position(|&argument| argument == "--given");
        let given = given.map(|at| more[at + 1].to_owned());
        Self { parent, puzzle: puzzle.to_owned(), given, extension: format.1 }
    }

    fn path(&self) -> PathBuf {
        self.parent.path().join("out").join(format!("{}.{}", self.puzzle, self.extension))
    }

    fn bytes(&self) -> Vec<u8> {
        fs::read(self.path()).unwrap()
    }

    fn verify(&self) -> std::process::Output {
        self.verify_at(&self.path())
    }

    fn verify_at(&self, path: &Path) -> std::process::Output {
        let given: Vec<&str> = self.given.iter().flat_map(|given| ["--given", given]).collect();
        bitcover(&[&["verify", &self.puzzle, path.to_str().unwrap()], &given[..]].concat())
    }

    /// Changes the file, and has it refused with this message.
    #[track_caller]
    fn refused_if(&self, change: impl Fn(&mut Vec<u8>), message: &str) {
        let before = self.bytes();
        let mut bytes = before.clone();
        change(&mut bytes);
        assert_ne!(bytes, before, "nothing was changed");
        fs::write(self.path(), bytes).unwrap();
        refused(&self.verify(), 4, message);
        fs::write(self.path(), before).unwrap();
    }
}

/// Where the records of a packed file begin, and how long they are.
fn layout(bytes: &[u8]) -> (Value, usize, usize) {
    let line = bytes.split(|&byte| byte == b'\n').next().unwrap();
    let head: Value = serde_json::from_slice(line).unwrap();
    let offset = head["offset"].as_u64().unwrap() as usize;
    let width = 2 * head["columns"].as_array().unwrap().len();
    assert_eq!(head["dtype"], "<u2");
    (head, offset, width)
}

#[test]
fn every_format_has_the_same_bytes_whatever_solves_it() {
    let ways: [&[&str]; 5] = [
        &["--threads", "1", "--engine", "search"],
        &["--threads", "2", "--engine", "links"],
        &["--threads", "7", "--engine", "search", "--memory", "40K"],
        &["--threads", "2", "--no-symmetry"],
        &["--threads", "2", "--engine", "frontier"],
    ];
    for puzzle in ["logiq-2", "tetrominoes-4x10"] {
        for format in FORMATS {
            for content in [&[][..], &["--images"]] {
                let files = ways.map(|way| Solved::new(puzzle, format, &[way, content].concat()));
                let first = files[0].bytes();
                assert!(files.iter().all(|file| file.bytes() == first), "{puzzle} {format:?}");
                let names: Vec<_> = fs::read_dir(files[2].path().parent().unwrap())
                    .unwrap()
                    .map(|entry| entry.unwrap().file_name())
                    .collect();
                assert!(names.len() <= 5, "temporary files are left: {names:?}");
            }
        }
    }
}

#[test]
fn what_is_listed_in_order_has_the_bytes_of_what_is_sorted() {
    // At once, in slices, and by any number of threads; soma has a motion that exchanges pieces,
    // and the given pieces leave one motion.
    let ways: [&[&str]; 5] = [
        &["--engine", "search"],
        &["--engine", "frontier", "--threads", "1"],
        &["--engine", "frontier", "--threads", "7"],
        &["--engine", "frontier", "--no-symmetry", "--threads", "1"],
        &["--engine", "frontier", "--no-symmetry", "--threads", "3"],
    ];
    let given: &[&str] = &["--given", "p9@4,2 4,3 4,4 4,5 4,6"];
    let puzzles = [("cubi-magici", &[][..]), ("soma", &[]), ("cubi-magici", given)];
    for (puzzle, more) in puzzles {
        for format in FORMATS {
            for content in [&[][..], &["--images"]] {
                let files =
                    ways.map(|way| Solved::new(puzzle, format, &[way, content, more].concat()));
                let first = files[0].bytes();
                assert!(files.iter().all(|file| file.bytes() == first), "{puzzle} {format:?}");
                let verified = files[1].verify();
                assert!(verified.status.success(), "{}", stderr(&verified));
            }
        }
    }
}

#[test]
fn what_exceeds_the_memory_is_set_aside_and_comes_out_the_same() {
    for format in [("text", "txt"), ("packed", "packed")] {
        let whole = Solved::new("logiq-3", format, &["--images", "--memory", "1G"]);
        // A quarter is for solutions: some hundred files of them, in two levels.
        let spilled = Solved::new("logiq-3", format, &["--images", "--memory", "64K"]);
        assert!(whole.bytes() == spilled.bytes(), "{format:?}");
    }
}

#[test]
fn the_checker_takes_every_format_of_every_kind_of_puzzle() {
    let given = "p9@4,2 4,3 4,4 4,5 4,6";
    let cases: [(&str, &[&str], &str); 9] = [
        ("logiq-3", &[], "2,294 distinct, 55,056 in all (one of each kind)"),
        ("logiq-2", &["--images"], "23 distinct, 552 in all (every arrangement)"),
        ("tetrominoes-5x8", &["--images"], "783 distinct, 3,106 in all (every arrangement)"),
        ("lonpos-pyramid", &["--images"], "306 distinct, 2,448 in all"),
        ("soma-mirror", &[], "240 distinct, 11,520 in all"),
        ("soma-mirror", &["--images"], "240 distinct, 11,520 in all"),
        // Nothing at all: the piece leaves a corner that none can fill.
        ("pentominoes-3x20", &["--given", "X@1,2 2,1 2,2 2,3 3,2"], "verified 0 distinct"),
        ("cubi-magici", &["--images", "--given", given], "no known count"),
        ("iq-fit-strict", &["--limit", "1000", "--images"], "partial"),
    ];
    for (puzzle, more, words) in cases {
        for format in FORMATS {
            let file = Solved::new(puzzle, format, more);
            let output = file.verify();
            assert!(unbroken(&output).contains(words), "{format:?} {}", stderr(&output));
            let directory = file.path().parent().unwrap().to_owned();
            let whole = file.verify_at(&directory);
            assert!(unbroken(&whole).contains(words), "{format:?} {}", stderr(&whole));
        }
    }
}

#[test]
fn a_packed_file_holds_what_the_text_shows() {
    let text = Solved::new("tetrominoes-5x8", FORMATS[0], &["--images"]);
    let bytes = Solved::new("tetrominoes-5x8", FORMATS[3], &["--images"]).bytes();
    let (head, offset, width) = layout(&bytes);
    assert_eq!((bytes.len() - offset) % width, 0);
    let mut lines: Vec<String> = Vec::new();
    for record in bytes[offset..].chunks_exact(width) {
        let mut board = [b'?'; 40];
        let mut numbers = record.chunks_exact(2).map(|b| u16::from_le_bytes([b[0], b[1]]));
        for piece in head["pieces"].as_array().unwrap() {
            for symbol in piece["symbols"].as_str().unwrap().bytes() {
                let number = usize::from(numbers.next().unwrap());
                for cell in piece["placements"][number].as_array().unwrap() {
                    board[cell.as_u64().unwrap() as usize] = symbol;
                }
            }
        }
        let rows: Vec<&str> =
            board.chunks(8).map(|row| std::str::from_utf8(row).unwrap()).collect();
        lines.push(rows.join("/"));
    }
    lines.sort();
    let text = String::from_utf8(text.bytes()).unwrap();
    assert!(text.lines().filter(|line| !line.starts_with('#')).eq(lines.iter()));
}

#[test]
fn objects_and_rows_say_the_same_as_the_lines_and_name_cells_as_given_does() {
    let text = String::from_utf8(Solved::new("logiq-2", FORMATS[0], &[]).bytes()).unwrap();
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let objects = String::from_utf8(Solved::new("logiq-2", FORMATS[1], &[]).bytes()).unwrap();
    let table = Solved::new("logiq-2", FORMATS[2], &[]).bytes();
    let mut table = csv::Reader::from_reader(table.as_slice());
    let names = table.headers().unwrap().clone();
    let rows: Vec<csv::StringRecord> = table.records().map(Result::unwrap).collect();
    assert_eq!((objects.lines().count(), rows.len()), (23, 23));
    for (i, object) in objects.lines().enumerate() {
        let object: Value = serde_json::from_str(object).unwrap();
        assert_eq!((&object["number"], &object["line"]), (&(i + 1).into(), &lines[i].into()));
        assert_eq!((&rows[i][0], &rows[i][1]), ((i + 1).to_string().as_str(), lines[i]));
        for (name, cells) in names.iter().zip(&rows[i]).skip(2) {
            let Some(list) = object["placements"][name].as_array() else {
                assert_eq!(cells, "", "{name}");
                continue;
            };
            let cell = |cell: &Value| format!("{},{}", cell[0], cell[1]);
            let words: Vec<String> = list.iter().map(cell).collect();
            assert_eq!(cells, words.join(" "), "{name}");
            if i == 0 {
                let given = format!("{name}@{cells}");
                let count = bitcover(&["count", "logiq-2", "--given", &given]);
                assert!(count.status.success(), "{given}: {}", stderr(&count));
            }
        }
    }
}

#[test]
fn a_changed_packed_file_is_refused() {
    let file = Solved::new("logiq-2", FORMATS[3], &["--images"]);
    let bytes = file.bytes();
    let (_, offset, width) = layout(&bytes);
    let record = |n: usize| offset + n * width..offset + (n + 1) * width;
    file.refused_if(|bytes| bytes[offset + 7 * width] ^= 1, "record 8: ");
    file.refused_if(|bytes| bytes[offset + 1] = 0x7f, "record 1: piece I has no placement");
    file.refused_if(|bytes| drop(bytes.drain(record(100))), "551 records");
    file.refused_if(|bytes| bytes.truncate(bytes.len() - width), "551 records");
    file.refused_if(|bytes| bytes.truncate(bytes.len() - 1), "in the middle of record 552");
    file.refused_if(
        |bytes| {
            let double = bytes[record(9)].to_vec();
            bytes.splice(offset + 9 * width..offset + 9 * width, double);
        },
        "record 11: this repeats the record before it",
    );
    file.refused_if(
        |bytes| bytes[offset + 20 * width..offset + 22 * width].rotate_left(width),
        "record 22: this is out of order",
    );
    let replaced = |from: &'static str, to: &'static str| {
        move |bytes: &mut Vec<u8>| {
            let at = bytes.windows(from.len()).position(|window| window == from.as_bytes());
            let at = at.unwrap();
            bytes.splice(at..at + from.len(), to.bytes());
        }
    };
    file.refused_if(replaced("\"total\":552", "\"total\":551"), "line 1 promises 551 records");
    file.refused_if(replaced("\"distinct\":23", "\"distinct\":24"), "distinct as 24");
    file.refused_if(replaced("\"fingerprint\":\"a", "\"fingerprint\":\"b"), "the fingerprint");
    file.refused_if(replaced("[[0,1,2,3,4],", "[[0,1,2,3,5],"), "the table of piece I");
    file.refused_if(replaced("\"offset\":", "\"offset\":1"), "begin at byte");
    file.refused_if(replaced("logiq-2", "logiq-3"), "for the puzzle \"logiq-3\"");
    file.refused_if(replaced("\"ascending\"", "\"as found\""), "solutions were found");
}

#[test]
fn a_packed_file_in_which_one_image_is_replaced_by_another_solution_is_refused() {
    // One record of each of two orbits is left out, and the header says so.
    let file = Solved::new("tetrominoes-4x10", FORMATS[3], &["--images"]);
    let (_, offset, width) = layout(&file.bytes());
    let without = |records: &'static [usize]| {
        move |bytes: &mut Vec<u8>| {
            for n in records.iter().rev() {
                bytes.drain(offset + n * width..offset + (n + 1) * width);
            }
            let from = b"\"total\":1796";
            let at = bytes.windows(from.len()).position(|window| window == from).unwrap();
            let total = format!("\"total\":{}", 1796 - records.len());
            bytes.splice(at..at + from.len(), total.bytes());
        }
    };
    file.refused_if(without(&[3]), "not closed under the motions");
    file.refused_if(without(&[1000, 1700]), "not closed under the motions");
}

#[test]
fn a_packed_file_of_distinct_solutions_holds_canonical_images_only() {
    let distinct = Solved::new("logiq-2", FORMATS[3], &[]);
    let images = Solved::new("logiq-2", FORMATS[3], &["--images"]).bytes();
    let (_, offset, width) = layout(&images);
    let own = distinct.bytes();
    let (_, own_offset, _) = layout(&own);
    let other = images[offset..]
        .chunks_exact(width)
        .find(|record| !own[own_offset..].chunks_exact(width).any(|known| known == *record));
    let other = other.unwrap().to_vec();
    distinct.refused_if(
        |bytes| bytes[own_offset..own_offset + width].copy_from_slice(&other),
        "not the canonical image",
    );
}

/// The rows of a file of lines, changed.
fn lines(change: impl Fn(&mut Vec<String>)) -> impl Fn(&mut Vec<u8>) {
    move |bytes| {
        let text = String::from_utf8(std::mem::take(bytes)).unwrap();
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        change(&mut lines);
        *bytes = (lines.join("\n") + "\n").into_bytes();
    }
}

#[test]
fn changed_objects_and_rows_are_refused() {
    for (format, first) in [(FORMATS[1], 0), (FORMATS[2], 1)] {
        for content in [&[][..], &["--images"]] {
            let file = Solved::new("logiq-2", format, content);
            let at = |n: usize| format!("line {}: ", first + n);
            file.refused_if(lines(|lines| drop(lines.remove(first + 4))), &at(5));
            file.refused_if(lines(|lines| drop(lines.pop())), "missing");
            file.refused_if(
                lines(|lines| lines.insert(first + 5, lines[first + 4].clone())),
                &at(6),
            );
            // Mirrored, in its line and its number.
            file.refused_if(
                lines(|lines| {
                    let row = lines[first].clone();
                    let line = row.split(['"', ',']).find(|part| part.contains('/')).unwrap();
                    let mirrored: Vec<String> = line
                        .split('/')
                        .map(|row| {
                            let (outer, inner) = row.split_once(':').unwrap();
                            format!("{}:{inner}", outer.chars().rev().collect::<String>())
                        })
                        .collect();
                    lines[first] = row.replace(line, &mirrored.join("/"));
                }),
                "mirrored",
            );
            // A cell in a column alone: the first that is named.
            let (from, to) = if first == 0 { ("[1,", "[2,") } else { ("1,1", "2,1") };
            file.refused_if(
                lines(|lines| lines[first + 3] = lines[first + 3].replacen(from, to, 1)),
                &at(4),
            );
        }
    }
}

#[test]
fn objects_and_rows_are_refused_if_what_is_said_of_them_is_wrong_or_missing() {
    for format in [FORMATS[1], FORMATS[2]] {
        let file = Solved::new("logiq-2", format, &[]);
        let about = file.path().with_extension("about.json");
        let text = fs::read_to_string(&about).unwrap();
        for (from, to, message) in [
            ("\"distinct\": 23", "\"distinct\": 24", "the file beside it promises 24"),
            ("\"total\": 552", "\"total\": 553", "total is given as 553"),
            ("logiq-2", "logiq-3", "for the puzzle \"logiq-3\""),
            ("\"distinct\",", "\"images\",", "the file beside it promises 552"),
            ("bitcover", "other", "is about the format"),
            ("{", "", "cannot be read"),
        ] {
            fs::write(&about, text.replacen(from, to, 1)).unwrap();
            refused(&file.verify(), 4, message);
        }
        fs::remove_file(&about).unwrap();
        refused(&file.verify(), 4, "about.json is missing");
    }
}

#[test]
fn a_stream_holds_the_same_solutions_and_leaves_the_report_to_standard_error() {
    let sorted = |bytes: &[u8], width: usize| {
        let mut records: Vec<Vec<u8>> = bytes.chunks_exact(width).map(<[u8]>::to_vec).collect();
        records.sort();
        records
    };
    let file = Solved::new("logiq-3", FORMATS[3], &[]).bytes();
    let output = bitcover(&["solve", "logiq-3", "--output", "-", "--format", "packed"]);
    let (head, offset, width) = layout(&output.stdout);
    let (_, own_offset, _) = layout(&file);
    assert!(head["distinct"].is_null() && head["order"] == "as found");
    assert!(sorted(&output.stdout[offset..], width) == sorted(&file[own_offset..], width));
    assert!(stderr(&output).contains("2,294") && stderr(&output).contains("order of the search"));

    for format in ["text", "ndjson", "csv"] {
        let output = bitcover(&["solve", "logiq-2", "--output", "-", "--format", format, "--json"]);
        let rows = stdout(&output).lines().filter(|line| line.contains('/')).count();
        assert_eq!(rows, 23, "{format}");
        let summary: Value = serde_json::from_str(&stderr(&output)).unwrap();
        assert_eq!(summary["distinct"], 23);
    }
    refused(&bitcover(&["solve", "logiq", "--output", "-"]), 2, "name one of logiq-2");
    refused(&bitcover(&["solve", "soma", "logiq-2", "--output", "-"]), 2, "one puzzle");
    refused(&bitcover(&["solve", "soma", "--format", "csv"]), 2, "--output");
}

#[test]
fn a_stream_cannot_be_verified_and_the_checker_says_why() {
    let parent = TempDir::new().unwrap();
    for (format, extension) in FORMATS {
        let stream = bitcover(&["solve", "logiq-2", "--output", "-", "--format", format]);
        let path = parent.path().join(format!("stream.{extension}"));
        fs::write(&path, stream.stdout).unwrap();
        let output = bitcover(&["verify", "logiq-2", path.to_str().unwrap()]);
        refused(&output, 4, "--output");
    }
}

#[test]
fn a_reader_that_goes_away_ends_a_stream_quietly() {
    for format in ["text", "ndjson", "csv", "packed"] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_bitcover"))
            .args(["solve", "logiq-3", "--images", "--output", "-", "--format", format])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(stderr(&output), "", "{format}");
        assert_eq!(output.status.code(), Some(0), "{format}");
    }
}

#[test]
fn a_full_disk_is_said() {
    let Ok(full) = fs::OpenOptions::new().write(true).open("/dev/full") else { return };
    let output = Command::new(env!("CARGO_BIN_EXE_bitcover"))
        .args(["solve", "logiq-2", "--output", "-"])
        .stdout(full)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("cannot write to standard output"), "{}", stderr(&output));
}

#[cfg(unix)]
#[test]
fn where_the_disk_takes_no_more_it_is_said_and_nothing_of_the_final_name_is_left() {
    // No file may grow past a few kilobytes: as if the disk were full, for anyone.
    for (format, memory, message) in [
        ("packed", "1G", "logiq-3.packed: "),
        ("ndjson", "1G", "logiq-3.ndjson: "),
        ("text", "400K", "cannot set solutions aside in"),
    ] {
        let parent = TempDir::new().unwrap();
        let directory = parent.path().join("out");
        let script = "trap '' XFSZ; ulimit -f 40; exec \"$@\"";
        let output = Command::new("sh")
            .args(["-c", script, "sh", env!("CARGO_BIN_EXE_bitcover"), "solve", "logiq-3"])
            .args(["--images", "--format", format, "--memory", memory, "--output"])
            .arg(&directory)
            .output()
            .unwrap();
        refused(&output, 1, message);
        let left = fs::read_dir(&directory).unwrap().count();
        assert_eq!(left, 0, "{format}");
    }
}

#[test]
fn a_family_in_one_directory_is_verified_file_by_file_and_alone() {
    let parent = TempDir::new().unwrap();
    let directory = parent.path().join("towers");
    let directory = directory.to_str().unwrap();
    let solved = bitcover(&["solve", "logiq", "--output", directory, "--format", "packed"]);
    assert!(solved.status.success(), "{}", stderr(&solved));
    let all = stdout(&bitcover(&["verify", "logiq", directory]));
    assert_eq!(all.matches(": verified ").count(), 4, "{all}");
    let one = bitcover(&["verify", "logiq", &format!("{directory}/logiq-4.packed")]);
    assert!(stdout(&one).contains("13,588 distinct"), "{}", stderr(&one));
    let other = bitcover(&["verify", "soma", &format!("{directory}/logiq-4.packed")]);
    refused(&other, 4, "for the puzzle \"logiq-4\"");
}

/// What the formats are for: 67,868,848 arrangements in a bounded share of memory, and checked.
#[test]
#[ignore = "takes a minute or two, and 1.4 GB of disk"]
fn every_arrangement_of_iq_fit_is_written_in_bounded_memory_and_verified() {
    let file = Solved::new("iq-fit", FORMATS[3], &["--images", "--memory", "512M"]);
    let report = fs::read(file.path().with_file_name("report.json")).unwrap();
    let report: Value = serde_json::from_slice(&report).unwrap();
    let part = &report[0]["parts"][0];
    assert_eq!(part["total"], 67_868_848);
    assert!(part["peak_bytes"].as_u64().unwrap() < 512 << 20, "{part}");
    let length = fs::metadata(file.path()).unwrap().len();
    let mut start = vec![0; 1 << 20];
    fs::File::open(file.path()).unwrap().read_exact(&mut start).unwrap();
    let (_, offset, width) = layout(&start);
    assert_eq!(length, (offset + 67_868_848 * width) as u64);
    let output = file.verify();
    assert!(
        stdout(&output).contains("verified 16,967,212 distinct, 67,868,848 in all"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn the_page_on_solutions_is_printed() {
    let page = stdout(&bitcover(&["format", "--solutions"]));
    for words in ["numpy", "pandas", "DuckDB", "jq", "offset"] {
        assert!(page.contains(words), "{words}");
    }
}
