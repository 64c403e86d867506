//! The program on puzzles of one's own, starting positions and exact covers, bad ones included.

use std::fs;
use std::process::Output;

use tempfile::TempDir;

use crate::runner::{bitcover, refused, stderr, stdout, unbroken};

fn json(output: &Output) -> serde_json::Value {
    serde_json::from_str(&stdout(output)).unwrap_or_else(|_| panic!("{}", stderr(output)))
}

/// A file of this name and content, and its path.
fn file(name: &str, content: &[u8]) -> (TempDir, String) {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join(name);
    fs::write(&path, content).unwrap();
    let path = path.to_str().unwrap().to_owned();
    (directory, path)
}

#[test]
fn a_starting_position_leaves_so_many_ways_and_shows_them() {
    let position = "BBBCCCCDDDD/.BBC.GGGIDI/......HGIII/.....HHGEEF/....HHEEEFF";
    let counted = json(&bitcover(&["count", "lonpos-505", "--given", position, "--json"]));
    assert_eq!((&counted["distinct"], &counted["total"]), (&2.into(), &2.into()));
    let shown = stdout(&bitcover(&["show", "lonpos-505", "--all", "--given", position]));
    assert!(shown.contains("solution 2 of 2"), "{shown}");
    let (_keep, path) = file("position.txt", position.replace('/', "\n").as_bytes());
    let from_file = json(&bitcover(&["count", "lonpos-505", "--given", &path, "--json"]));
    assert_eq!(from_file["total"], 2);
}

#[test]
fn an_impossible_starting_position_is_refused_with_the_reason() {
    let given = |position: &str| bitcover(&["count", "logiq-2", "--given", position]);
    refused(&given("..UUU......./..UU........"), 3, "piece U cannot lie there");
    refused(&given("..UUU......./..U........."), 3, "piece U is given 4 cells");
    refused(&given("Z.........../............"), 3, "no piece has the symbol 'Z'");
    let twice = [
        "count",
        "logiq-2",
        "--given",
        "U@1,3 1,4 1,5 2,3 2,5",
        "--given",
        "I@1,5 1,6 1,7 1,8 1,9",
    ];
    refused(&bitcover(&twice), 3, "pieces U and I overlap");
}

#[test]
fn solutions_from_a_starting_position_verify_with_it() {
    let parent = TempDir::new().unwrap();
    let directory = parent.path().join("out").to_str().unwrap().to_owned();
    let given = "p9@4,2 4,3 4,4 4,5 4,6";
    let solved = bitcover(&["solve", "cubi-magici", "--given", given, "--output", &directory]);
    assert!(solved.status.success(), "{}", stderr(&solved));
    let text = fs::read_to_string(format!("{directory}/cubi-magici.txt")).unwrap();
    assert!(text.contains("# given: ......./......./......./.99999./"), "{text}");
    let verified = bitcover(&["verify", "cubi-magici", &directory, "--given", given]);
    assert!(verified.status.success(), "{}", stderr(&verified));
}

#[test]
fn what_rules_a_puzzle_out_is_said_at_once() {
    let text = "name = \"mutilated\"\n[board]\nmotions = \"rotations\"\n\
                picture = \"\"\"\n#.......\n........\n........\n........\n\
                ........\n........\n........\n.......#\"\"\"\n[[piece]]\n\
                symbol = \"abcdefghijklmnopqrstuvwxyzABCDE\"\npicture = \"xx\"\n";
    let (_keep, path) = file("mutilated.toml", text.as_bytes());
    let output = bitcover(&["count", &path, "--json"]);
    assert_eq!(json(&output)["total"], 0);
    assert!(stderr(&output).contains("like a chessboard"), "{}", stderr(&output));
    assert!(stdout(&bitcover(&["info", &path])).contains("no solution: coloured like"));
}

#[test]
fn an_exported_cover_read_back_has_the_same_total() {
    let directory = TempDir::new().unwrap();
    for (format, extension) in [("dlx", "dlx"), ("matrix", "matrix")] {
        for (puzzle, total) in [("logiq-2", 552), ("cubi-magici", 816), ("tetrominoes-4x10", 1_796)]
        {
            let path = directory.path().join(format!("{puzzle}.{extension}"));
            let path = path.to_str().unwrap();
            let export = bitcover(&["export", puzzle, "--format", format, "--output", path]);
            assert!(export.status.success(), "{}", stderr(&export));
            for engine in ["search", "links"] {
                let counted = json(&bitcover(&["count", path, "--engine", engine, "--json"]));
                assert_eq!(counted["total"], total, "{puzzle} {format} {engine}");
                assert!(counted["distinct"].is_null());
            }
        }
    }
}

#[test]
fn knuths_programs_can_read_the_names_of_every_exported_puzzle() {
    for puzzle in [
        "kanoodle",
        "hexiamonds-6x6",
        "chequered-pentominoes-6x10",
        "slothouber-graatsma",
        "logiq-5",
    ] {
        let export = bitcover(&["export", puzzle]);
        assert!(export.status.success(), "{}", stderr(&export));
        let text = stdout(&export);
        let items = text.lines().find(|line| !line.starts_with('|')).unwrap();
        let long = items.split_whitespace().filter(|name| name.len() > 8);
        assert_eq!(long.collect::<Vec<_>>(), Vec::<&str>::new(), "{puzzle}");
    }
    let text = stdout(&bitcover(&["export", "kanoodle"]));
    assert!(text.contains("| LightGre stands for LightGreen.\n"), "{text}");
    // Other formats keep the names, and so does what its author wrote in this one.
    let formula = stdout(&bitcover(&["export", "kanoodle", "--format", "json"]));
    assert!(formula.contains("\"LightGreen\"") && !formula.contains("\"LightGre\""));
    let (_keep, path) = file("own.dlx", b"a rectangular | b\na b\nrectangular\n");
    assert!(stdout(&bitcover(&["export", &path])).contains("\na rectangular | b\n"));
}

#[test]
fn an_engine_that_does_not_take_a_puzzle_says_so_and_names_the_way_out() {
    let declined = bitcover(&["count", "tetrominoes-4x10", "--engine", "scan"]);
    assert_eq!(declined.status.code(), Some(1));
    assert_eq!(
        stderr(&declined),
        "bitcover: the engine scan takes no covers with multiplicities or colours; another engine \
         takes it\n"
    );
    let wide = bitcover(&["count", "tetris-cube", "--engine", "scan"]);
    assert_eq!(wide.status.code(), Some(1));
    assert!(stderr(&wide).contains("items are in play at once"), "{}", stderr(&wide));
}

#[test]
fn exported_cases_have_the_distinct_solutions() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("t.dlx");
    let path = path.to_str().unwrap();
    let export = bitcover(&["export", "logiq-5", "--cases", "--output", path]);
    assert!(export.status.success(), "{}", stderr(&export));
    let renamed = directory.path().join("case.dlx");
    fs::rename(format!("{path}.1"), &renamed).unwrap();
    let counted = json(&bitcover(&["count", renamed.to_str().unwrap(), "--json"]));
    assert_eq!(counted["total"], 6_164);
    let again = bitcover(&["export", "logiq-5", "--output", renamed.to_str().unwrap()]);
    assert_eq!(again.status.code(), Some(2), "an existing file is not overwritten");
}

#[test]
fn a_cover_is_solved_as_knuths_programs_do() {
    // The example of the paper that introduced the format's first program, with one solution.
    let text = "| a small one\na b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n";
    let (_keep, path) = file("small.dlx", text.as_bytes());
    let solved = stdout(&bitcover(&["solve", &path, "--engine", "links"]));
    let expected = "1:\n a d f (2 of 2)\n b g (1 of 1)\n c e (1 of 1)\n";
    assert!(solved.starts_with(expected), "{solved}");
    let (_keep_too, free) = file("free.matrix", b"# primary: 0\n1 1\n");
    assert_eq!(json(&bitcover(&["count", &free, "--json"]))["total"], 1);
}

#[test]
fn bad_files_are_refused_with_line_and_column() {
    for (name, content, message) in [
        ("x.toml", &b"name = "[..], "line 1"),
        ("x.toml", b"name = \"x\"\n[board]\nrows = 2\ncolums = 3\n", "did you mean `columns`?"),
        ("x.toml", b"\xff\xfe\x00", "UTF-8"),
        ("x.toml", b"", "missing field"),
        ("x.dlx", b"", "line 1"),
        ("x.dlx", b"a b\na c\n", "line 2, column 3"),
        ("x.dlx", b"a b\na b:red\n", "can have no colour"),
        ("x.matrix", b"0 1\n0 2\n", "line 2"),
        ("x.dlx", b"\xff\xfe\x00", "UTF-8"),
    ] {
        let (_keep, path) = file(name, content);
        refused(&bitcover(&["count", &path]), 3, message);
    }
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("directory.toml");
    fs::create_dir(&path).unwrap();
    refused(&bitcover(&["count", path.to_str().unwrap()]), 3, "directory.toml");
    let huge = directory.path().join("huge.toml");
    fs::File::create(&huge).unwrap().set_len(1 << 30).unwrap();
    refused(&bitcover(&["count", huge.to_str().unwrap()]), 3, "more than 1048576 bytes");
}

#[test]
fn a_cover_that_needs_too_much_memory_is_refused() {
    let (_keep, path) = file("small.dlx", b"a b\na\nb\na b\n");
    refused(&bitcover(&["count", &path, "--memory", "10"]), 2, "less than 16K");
    assert_eq!(json(&bitcover(&["count", &path, "--memory", "1M", "--json"]))["total"], 2);
    refused(&bitcover(&["count", &path, "--memory", "1X"]), 2, "K, M or G");
}

#[test]
fn a_cover_may_be_far_larger_than_any_puzzle() {
    for (engine, items) in [("search", 3_000), ("links", 30_000)] {
        let names: Vec<String> = (0..items).map(|item| format!("i{item}")).collect();
        let text = format!("{}\n{}\n", names.join(" "), names.join("\n"));
        let (_keep, path) = file("chain.dlx", text.as_bytes());
        let counted = json(&bitcover(&["count", &path, "--engine", engine, "--json"]));
        assert_eq!(counted["total"], 1, "{engine}");
    }
}

#[test]
fn the_format_page_is_printed() {
    assert!(stdout(&bitcover(&["format"])).starts_with("# Describing a puzzle"));
}

/// Two dominoes of five stand at the ends of a strip, drawn there or given, and the motions of the strip
/// exchange them: nobody can tell them apart, so that all four motions count.
#[test]
fn a_motion_that_exchanges_given_copies_leaves_the_position_as_it_is() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let text = |row: &str| {
        format!(
            "name = \"copies\"\n[board]\npicture = \"\"\"\n{row}\n{row}\"\"\"\n\
             motions = \"rotations-and-flips\"\n[[piece]]\nsymbol = \"abcde\"\npicture = \"aa\"\n"
        )
    };
    let (drawn, bare) = (path("drawn.toml"), path("bare.toml"));
    fs::write(&drawn, text("a...b")).unwrap();
    fs::write(&bare, text(".....")).unwrap();
    let given: [&[&str]; 3] = [
        &[&drawn],
        &[&bare, "--given", "a...b/a...b"],
        &[&bare, "--given", "abcde@1,1 2,1", "--given", "abcde@1,5 2,5"],
    ];
    for (number, named) in given.into_iter().enumerate() {
        for engine in ["auto", "search", "frontier", "links"] {
            let output = bitcover(&[&["count"], named, &["--engine", engine, "--json"]].concat());
            let report: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
            assert_eq!((&report["distinct"], &report["total"]), (&2.into(), &3.into()), "{engine}");
        }
        let (out, proof) = (path(&format!("out-{number}")), path(&format!("proof-{number}")));
        let more = ["--output", &out, "--certificate", &proof];
        let solved = bitcover(&[&["solve"], named, &more[..]].concat());
        assert!(solved.status.success(), "{}", stderr(&solved));
        for file in [&out, &proof] {
            let verified = bitcover(&[&["verify", named[0], file], &named[1..]].concat());
            let said = unbroken(&verified);
            assert!(said.contains("4 board motions"), "{said}{}", stderr(&verified));
        }
    }
}
