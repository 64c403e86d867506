//! A way in: a puzzle file to begin with, a list that says what there is, and a program that says what
//! to try when nothing was said.

use std::fs;
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

use crate::runner::{bitcover, refused, stderr, stdout};

fn run(folder: &TempDir, line: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bitcover"));
    command.args(line.split_whitespace()).current_dir(folder.path()).output().unwrap()
}

#[test]
fn a_new_file_of_every_kind_is_described_solved_shown_and_reported() {
    for (kind, distinct, total) in [
        ("rectangle", 1, 4),
        ("box", 1390, 11120),
        ("cylinder", 7, 140),
        ("pyramid", 8, 32),
        ("hexagonal", 4, 16),
        ("triangular", 26, 312),
        ("calendar", 238, 238),
    ] {
        let folder = TempDir::new().unwrap();
        let said = run(&folder, &format!("new mine --kind {kind}"));
        assert!(stdout(&said).contains("bitcover solve ./mine.toml"), "{}", stderr(&said));
        for line in [
            "info ./mine.toml",
            "solve ./mine.toml --output out",
            "verify ./mine.toml out",
            "show ./mine.toml --all",
            "report ./mine.toml --output mine.html",
        ] {
            let output = run(&folder, line);
            assert!(output.status.success(), "{kind}: {line}: {}", stderr(&output));
        }
        let counted = stdout(&run(&folder, "count ./mine.toml --json"));
        let counted: Value = serde_json::from_str(&counted).unwrap();
        assert_eq!((&counted["distinct"], &counted["total"]), (&distinct.into(), &total.into()));
        let text = fs::read_to_string(folder.path().join("mine.toml")).unwrap();
        assert!(text.contains("\nname = \"mine\"\n") && !text.contains("NAME"), "{text}");
        assert!(text.lines().filter(|line| line.starts_with('#')).count() > 6, "{text}");
        refused(&run(&folder, "new mine"), 2, "mine.toml: this is there already");
        assert_eq!(stdout(&run(&folder, &format!("new mine --kind {kind} -o -"))), text);
    }
    refused(&bitcover(&["new", "../mine"]), 2, "is no name of a puzzle");
    refused(&bitcover(&["new", ""]), 2, "is no name of a puzzle");
    refused(&bitcover(&["new", "x", "--kind", "piramid"]), 2, "a similar value exists: 'pyramid'");
}

#[test]
fn what_is_commented_out_in_a_new_file_is_right_too() {
    let folder = TempDir::new().unwrap();
    let uncommented = |kind: &str, keys: &[(&str, &str)]| {
        let mut text = stdout(&bitcover(&["new", "mine", "--kind", kind, "--output", "-"]));
        for (from, to) in keys {
            assert!(text.contains(from), "{kind}: {from}");
            text = text.replacen(from, to, 1);
        }
        fs::write(folder.path().join("mine.toml"), text).unwrap();
        let output = run(&folder, "info ./mine.toml");
        assert!(output.status.success(), "{kind}: {}", stderr(&output));
    };
    let title = ("# title = ", "title = ");
    uncommented(
        "rectangle",
        &[
            title,
            ("rows = 3\ncolumns = 5\n", ""),
            (
                "# picture = \"\"\"\n# .....\n# ..#..\n# .....\"\"\"",
                "picture = \"\"\"\n.....\n..#..\n.....\"\"\"",
            ),
        ],
    );
    let own = "# [[piece]]\n# symbol = \"x\"\n# motions = \"rotations\"\n# picture = \"\"\"\n# xx\n# x.\n#\n# x.\n# ..\"\"\"";
    uncommented("box", &[title, (own, &own.replace("# ", "").replace('#', ""))]);
    let own = "# [[piece]]\n# symbol = \"x\"\n# picture = \"\"\"\n# xx\n# x.\"\"\"";
    uncommented(
        "cylinder",
        &[title, ("# motions = ", "motions = "), (own, &own.replace("# ", ""))],
    );
    let own = "# [[piece]]\n# symbol = \"x\"\n# picture = \"\"\"\n# x x\n#  x\"\"\"";
    uncommented("hexagonal", &[title, (own, &own.replace("# ", "").replace("# ", ""))]);
    let own = "# [[piece]]\n# symbol = \"z\"\n# picture = \"\"\"\n# .zz\n# ..z\"\"\"";
    uncommented("triangular", &[title, (own, &own.replace("# ", ""))]);
    let own = "# [[region]]\n# name = \"top\"\n# picture = \"\"\"\n# xxxx\n# xxxx\"\"\"";
    let within = ("symbol = \"t\"\n", "symbol = \"t\"\nregion = \"top\"\n");
    uncommented("calendar", &[title, (own, &own.replace("# ", "")), within]);
    uncommented(
        "pyramid",
        &[title, ("copy = \"tetrominoes/i\"", "picture = \"\"\"\nxx\nx.\"\"\"")],
    );
}

#[test]
fn whoever_says_nothing_is_told_what_to_try() {
    let output = bitcover(&[]);
    refused(&output, 2, "bitcover list ");
    let said = stderr(&output);
    let lines: Vec<&str> =
        said.lines().filter_map(|line| line.strip_prefix("  bitcover ")).collect();
    assert_eq!(lines.len(), 3, "{said}");
    let folder = TempDir::new().unwrap();
    for line in lines {
        let (line, _) = line.split_once("  ").unwrap();
        assert!(run(&folder, line).status.success(), "{line}");
    }
}

#[test]
fn the_list_says_what_each_puzzle_is_and_can_be_filtered() {
    let all = stdout(&bitcover(&["list"]));
    assert!(all.contains("Kanoodle: Twelve pieces of three to five beads fill a box of 5 x 11."));
    // How the file of a puzzle breaks its lines is not seen: a line ends where a word has no room.
    let lines: Vec<&str> = all.lines().collect();
    for pair in lines.windows(2) {
        let goes_on = !pair[0].is_empty() && !pair[1].is_empty();
        if !goes_on || pair.iter().any(|line| line.starts_with("  ")) {
            continue;
        }
        let word = pair[1].split(' ').next().unwrap();
        let columns = pair[0].chars().count() + 1 + word.chars().count();
        assert!(pair[0].chars().count() <= 100 && columns > 100, "{pair:?}");
    }
    assert!(all.contains("one of 2 x 2 x 2 fill a cube of 5 x 5 x 5.\n"), "{all}");
    assert!(all.contains("fill a box of\n32 cubes.\n  tetracubes-2x4x4"), "{all}");
    assert!(!all.contains("\n\n\n") && !all.ends_with("\n\n"), "{all}");
    let cubes = stdout(&bitcover(&["list", "CUBE", "mirror"]));
    assert!(cubes.contains("soma-mirror") && !cubes.contains("tetris-cube"), "{cubes}");
    let names = stdout(&bitcover(&["list", "8x8", "--names"]));
    let all_of_8x8 = [
        "pentominoes-8x8-hole",
        "dominoes-8x8",
        "tetrominoes-unlimited-8x8",
        "chequered-pentominoes-8x8-hole",
    ];
    assert_eq!(names.lines().collect::<Vec<_>>(), all_of_8x8);
    refused(&bitcover(&["list", "kanodle"]), 2, "(did you mean kanoodle?); `bitcover list` shows");
    refused(&bitcover(&["list", "./nowhere.toml"]), 3, "./nowhere.toml");
}

#[test]
fn pieces_are_copied_from_named_sets_all_or_one() {
    let folder = TempDir::new().unwrap();
    let count = |pieces: &str, board: &str| {
        let text = format!("name = 'mine'\n[board]\n{board}\n{pieces}");
        fs::write(folder.path().join("mine.toml"), text).unwrap();
        run(&folder, "count ./mine.toml --json")
    };
    let flat = "rows = 6\ncolumns = 10\nmotions = 'rotations-and-flips'";
    let counted = stdout(&count("[pieces]\nsets = ['pentominoes']", flat));
    let counted: Value = serde_json::from_str(&counted).unwrap();
    assert_eq!(counted["distinct"], 2339);
    let place = |pieces: &str, message: &str| refused(&count(pieces, flat), 3, message);
    place(
        "[pieces]\nsets = ['pentomino']",
        "line 7, column 9: there is no set of pieces pentomino",
    );
    place("[pieces]\nsets = ['pentomino']", "(did you mean pentominoes?)");
    place(
        "[pieces]\nsets = ['pentominoes', 'one-sided-tetrominoes']",
        "line 7, column 24: two pieces are called I",
    );
    place("[pieces]\nsets = ['soma']", "line 7, column 9: piece P has several layers");
    place("[[piece]]\nsymbol = 'x'\ncopy = 'X'", "line 8, column 8: 'X' is no piece of a set");
    let message = "line 8, column 8: the set pentominoes has no piece x; it has F, I, L";
    place("[[piece]]\nsymbol = 'x'\ncopy = 'pentominoes/x'", message);
    let both = "[[piece]]\nsymbol = 'x'\npicture = 'x'\ncopy = 'pentominoes/X'";
    place(both, "line 9, column 8: piece x has several shapes");
}
