//! The program as a person meets it: what it prints, its exit codes, and what it does with bad
//! input.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

use crate::runner::{bitcover, refused, stderr, stdout};

/// The output directory of a run of a puzzle.
fn solved(puzzle: &str, more: &[&str]) -> (TempDir, String) {
    let parent = TempDir::new().unwrap();
    let directory = parent.path().join("out").to_str().unwrap().to_owned();
    let output = bitcover(&[&["solve", puzzle, "--output", &directory], more].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    (parent, directory)
}

#[test]
fn solving_the_towers_prints_every_count_and_their_sum() {
    let text = stdout(&bitcover(&["solve", "logiq"]));
    for count in ["23", "2,294", "13,588", "6,164", "22,069"] {
        assert!(text.contains(&format!(" {count} ")), "{count} is missing in\n{text}");
    }
    for total in ["552", "55,056", "326,112", "147,936", "529,656"] {
        assert!(text.contains(&format!(" {total} ")), "{total} is missing in\n{text}");
    }
}

#[test]
fn json_is_one_object_for_each_puzzle_and_keeps_its_contract() {
    let output = bitcover(&["count", "logiq-2", "logiq-3", "--json"]);
    let text = stdout(&output);
    let objects: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(objects.len(), 2);
    let part = &objects[0]["parts"][0];
    assert_eq!(objects[0]["puzzle"], "logiq-2");
    assert_eq!(objects[0]["distinct"], 23);
    assert_eq!(objects[1]["total"], 55_056);
    assert_eq!(part["name"], "logiq-2");
    // Which one it is depends on what turns out faster.
    assert!(["search", "scan", "frontier"].contains(&part["engine"].as_str().unwrap()));
    assert_eq!(part["complete"], true);
    assert!(part["fingerprint"].is_null());
    assert!(part["nodes"].as_u64().unwrap() > 0);
    assert!(part["elapsed_s"].as_f64().unwrap() > 0.0);
    assert!(part.get("peak_bytes").is_some());
    let with = stdout(&bitcover(&["count", "logiq-2", "--json", "--fingerprint"]));
    let with: serde_json::Value = serde_json::from_str(&with).unwrap();
    assert_eq!(with["parts"][0]["fingerprint"], "af408662c4b48161515b10dc11d5358e");
}

#[test]
fn the_written_solutions_do_not_depend_on_engine_or_threads_and_verify() {
    let (_keep, one) = solved("logiq-3", &["--engine", "search", "--threads", "1"]);
    let (_keep_too, other) = solved("logiq-3", &["--engine", "links", "--threads", "7"]);
    let (_and, third) = solved("logiq-3", &["--no-symmetry"]);
    let read = |directory: &str| fs::read(Path::new(directory).join("logiq-3.txt")).unwrap();
    assert!(read(&one) == read(&other) && read(&one) == read(&third));
    let output = bitcover(&["verify", "logiq-3", &one]);
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(stdout(&output).contains("verified 2,294 distinct, 55,056 in all"));
    for report in ["report.md", "report.csv", "report.json"] {
        let text = fs::read_to_string(Path::new(&one).join(report)).unwrap();
        assert!(text.contains("988eb0e26908fa0b5e8159f556e88f99"), "{report}");
    }
}

#[test]
fn a_listing_of_all_images_verifies_too() {
    let (_keep, directory) = solved("logiq-2", &["--images"]);
    let output = bitcover(&["verify", "logiq-2", &format!("{directory}/logiq-2.txt")]);
    assert!(stdout(&output).contains("552 in all (every arrangement)"), "{}", stderr(&output));
    let (_keep_too, other) = solved("logiq-2", &["--images", "--no-symmetry"]);
    let read = |directory: &str| fs::read(Path::new(directory).join("logiq-2.txt")).unwrap();
    assert!(read(&directory) == read(&other));
}

#[test]
fn a_limit_gives_a_partial_listing_that_says_so() {
    let (_keep, directory) = solved("logiq-3", &["--limit", "10", "--json"]);
    let text = fs::read_to_string(Path::new(&directory).join("logiq-3.txt")).unwrap();
    assert!(text.contains("# complete: no\n"), "{text}");
    assert_eq!(text.lines().filter(|line| !line.starts_with('#')).count(), 10);
    let output = bitcover(&["verify", "logiq-3", &directory]);
    assert!(stdout(&output).contains("partial"), "{}", stderr(&output));
}

/// Writes the solutions of the tower of two rows with their lines changed, and verifies them.
fn verify_changed(change: impl Fn(&mut Vec<String>)) -> Output {
    let (_keep, directory) = solved("logiq-2", &[]);
    let path = format!("{directory}/logiq-2.txt");
    let mut lines: Vec<String> =
        fs::read_to_string(&path).unwrap().lines().map(str::to_owned).collect();
    change(&mut lines);
    fs::write(&path, lines.join("\n") + "\n").unwrap();
    bitcover(&["verify", "logiq", &path])
}

#[test]
fn verify_refuses_a_file_in_which_one_letter_is_changed() {
    // Line 8 is the first solution, 00LUUUYYYYNN:0/LLLU1U1YNNNL:1.
    let output = verify_changed(|lines| lines[7].replace_range(5..6, "Y"));
    refused(&output, 4, "line 8: row 1, column");
}

#[test]
fn verify_refuses_a_file_in_which_a_line_is_missing() {
    refused(&verify_changed(|lines| drop(lines.remove(12))), 4, "line 30: ");
    refused(&verify_changed(|lines| drop(lines.pop())), 4, "line 30: ");
}

#[test]
fn verify_refuses_a_file_in_which_a_line_is_doubled() {
    let output = verify_changed(|lines| lines.insert(10, lines[9].clone()));
    refused(&output, 4, "line 11: ");
    assert!(stderr(&output).contains("line 10"), "{}", stderr(&output));
}

#[test]
fn verify_refuses_a_file_in_which_a_piece_is_mirrored() {
    let output = verify_changed(|lines| {
        let rows: Vec<String> = lines[7]
            .split('/')
            .map(|row| {
                let (outer, inner) = row.split_once(':').unwrap();
                format!("{}:{inner}", outer.chars().rev().collect::<String>())
            })
            .collect();
        lines[7] = rows.join("/");
    });
    refused(&output, 4, "line 8: ");
    assert!(stderr(&output).contains("mirrored"), "{}", stderr(&output));
}

#[test]
fn the_makers_sample_is_recognised_however_it_is_turned_and_its_mirror_image_is_not() {
    let sample = bitcover(&["show", "logiq", "--which", "QQUUULLLLY00/QQU2UL2YYYYQ"]);
    assert!(stdout(&sample).starts_with("solution 6 of 23 of logiq-2"), "{}", stderr(&sample));
    let turned = bitcover(&["show", "logiq", "--which", "0QQUUULLLLY0\nQQQU2UL2YYYY"]);
    assert!(stdout(&turned).starts_with("solution 6 of 23 of logiq-2"), "{}", stderr(&turned));
    let mirrored = bitcover(&["show", "logiq", "--which", "00YLLLLUUUQQ/QYYYY2LU2UQQ"]);
    refused(&mirrored, 4, "mirrored");
    refused(&bitcover(&["show", "logiq", "--which", "QQ"]), 4, "1 rows");
}

#[test]
fn show_prints_the_makers_letter_grid_with_the_inner_rings() {
    let text = stdout(&bitcover(&["show", "logiq-2", "--all"]));
    assert_eq!(text.matches("logiq-2, solution ").count(), 23);
    insta::assert_snapshot!(stdout(&bitcover(&["show", "logiq-2", "--solution", "6"])), @r"
    logiq-2, solution 6 of 23
      00QQUUULLLLY   inner ring 0
      YQQQU2UL2YYY   inner ring 2
    ");
    let images = stdout(&bitcover(&["show", "logiq-2", "--solution", "6", "--images"]));
    assert_eq!(images.matches("image ").count(), 24);
    let coloured = bitcover(&["show", "logiq-2", "--solution", "6", "--color", "always"]);
    assert!(stdout(&coloured).contains('\u{1b}'));
    let missing = bitcover(&["show", "logiq-2", "--solution", "24"]);
    refused(&missing, 2, "logiq-2 has no solution 24; there are 1 to 23");
}

#[test]
fn on_request_pictures_have_colours_and_lines_between_the_pieces() {
    let coloured = bitcover(&["show", "logiq-2", "--solution", "6", "--color", "always"]);
    let text = anstream::adapter::strip_str(&stdout(&coloured)).to_string();
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    insta::assert_snapshot!(lines.join("\n"), @r"
    logiq-2, solution 6 of 23
      ┌───────┬───────┬───────────┬───────────────┬───┐
      │ 0   0 │ Q   Q │ U   U   U │ L   L   L   L │ Y │   inner ring  0
      └───┬───┘       │   ┌───┐   │   ┌───┬───────┘   ╵
      ┊ Y │ Q   Q   Q │ U │ 2 │ U │ L │ 2 │ Y   Y   Y ┊   inner ring  2
      ╶───┴───────────┴───┴───┴───┴───┴───┴───────────╴
    ");
}

#[test]
fn pictures_are_drawn_as_svg_to_a_file_a_directory_or_standard_output() {
    let parent = TempDir::new().unwrap();
    let path = |name: &str| parent.path().join(name).to_str().unwrap().to_owned();
    let (file, directory) = (path("tower.svg"), path("pictures"));
    let one = bitcover(&["show", "logiq-2", "--solution", "6", "--svg", &file]);
    assert_eq!(stdout(&one), format!("The picture is in {file}.\n"), "{}", stderr(&one));
    let written = fs::read_to_string(&file).unwrap();
    assert_eq!(stdout(&bitcover(&["show", "logiq-2", "--solution", "6", "--svg", "-"])), written);
    let document = roxmltree::Document::parse(&written).unwrap();
    let title = document.descendants().find(|node| node.tag_name().name() == "title").unwrap();
    assert_eq!(title.text(), Some("logiq-2, solution 6 of 23"));
    // A letter for each of the 24 cells and two inner rings.
    let pieces = document.descendants().filter(|node| node.tag_name().name() == "text");
    let letters: Vec<&str> =
        pieces.filter(|node| node.has_attribute("fill")).filter_map(|node| node.text()).collect();
    assert_eq!(letters.concat().len(), 26, "{letters:?}");
    // The same picture, found by how it looks.
    let found = ["show", "logiq", "--which", "QQUUULLLLY00/QQU2UL2YYYYQ", "--svg", "-"];
    assert!(stdout(&bitcover(&found)).contains("<title>solution 6 of 23 of logiq-2: "));

    let all = bitcover(&["show", "logiq-2", "--all", "--svg", &directory]);
    assert_eq!(stdout(&all), format!("23 pictures are in {directory}.\n"), "{}", stderr(&all));
    assert_eq!(fs::read_to_string(format!("{directory}/logiq-2-06.svg")).unwrap(), written);
    assert_eq!(fs::read_dir(&directory).unwrap().count(), 23);
    refused(&bitcover(&["show", "logiq-2", "--all", "--svg", &directory]), 2, "is not empty");
    refused(&bitcover(&["show", "logiq-2", "--all", "--svg", "-"]), 2, "name a new directory");
}

#[test]
fn an_unknown_puzzle_or_height_is_refused_with_what_there_is() {
    refused(&bitcover(&["count", "logqi"]), 2, "did you mean logiq?");
    refused(&bitcover(&["count", "logiq-6"]), 2, "logiq-2, logiq-3, logiq-4, logiq-5");
    refused(&bitcover(&["count", "./nowhere.toml"]), 3, "./nowhere.toml");
}

#[test]
fn wrong_arguments_are_refused() {
    refused(&bitcover(&["count", "logiq-2", "--threads", "0"]), 2, "at least one thread");
    refused(&bitcover(&["count", "logiq-2", "--anchor", "Z"]), 2, "logiq-2 has no piece Z");
    let copies = bitcover(&["count", "tetrominoes-5x8", "--anchor", "i"]);
    refused(&copies, 2, "there are several copies of it, so it cannot be the anchor");
    refused(&bitcover(&["show", "logiq-2"]), 2, "--solution N");
    refused(&bitcover(&["show", "logiq", "--solution", "1"]), 2, "logiq-2, logiq-3");
}

#[test]
fn an_output_directory_that_holds_an_older_run_is_left_alone() {
    let (_keep, directory) = solved("logiq-2", &[]);
    let before = fs::read(format!("{directory}/logiq-2.txt")).unwrap();
    refused(&bitcover(&["solve", "logiq-2", "--output", &directory]), 2, "is not empty");
    assert_eq!(fs::read(format!("{directory}/logiq-2.txt")).unwrap(), before);
}

#[test]
fn an_unwritable_output_directory_is_refused_before_the_search() {
    let parent = TempDir::new().unwrap();
    let file = parent.path().join("file");
    fs::write(&file, "in the way").unwrap();
    let below = file.join("out");
    refused(
        &bitcover(&["solve", "logiq-2", "--output", below.to_str().unwrap()]),
        2,
        "is a file, in",
    );
    assert_eq!(fs::read_to_string(&file).unwrap(), "in the way");
}

#[test]
fn a_puzzle_file_of_ones_own_is_solved_and_a_broken_one_names_its_line() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("dominoes.toml");
    let text = "name = \"dominoes\"\n[board]\nrows = 2\ncolumns = 3\n\
                motions = \"rotations-and-flips\"\n[[piece]]\nsymbol = \"abc\"\npicture = \"aa\"\n";
    fs::write(&path, text).unwrap();
    let output = stdout(&bitcover(&["count", path.to_str().unwrap(), "--json"]));
    let report: serde_json::Value = serde_json::from_str(&output).unwrap();
    assert_eq!((&report["distinct"], &report["total"]), (&2.into(), &3.into()));
    fs::write(&path, text.replace("columns", "colums")).unwrap();
    refused(&bitcover(&["count", path.to_str().unwrap()]), 3, "line 4");
}

#[test]
fn a_closed_pipe_is_a_quiet_exit_and_loses_no_file() {
    let parent = TempDir::new().unwrap();
    let directory = parent.path().join("out");
    let mut child = Command::new(env!("CARGO_BIN_EXE_bitcover"))
        .args(["solve", "logiq-2", "logiq-3", "--output", directory.to_str().unwrap()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(stderr(&output), "");
    assert_eq!(output.status.code(), Some(0));
    for name in ["logiq-2.txt", "logiq-3.txt", "report.md", "report.csv", "report.json"] {
        assert!(directory.join(name).is_file(), "{name}");
    }
}

#[test]
fn list_and_info_say_what_there_is() {
    let list = stdout(&bitcover(&["list"]));
    for name in ["logiq-2", "logiq-3", "logiq-4", "logiq-5", "6,164"] {
        assert!(list.contains(name), "{list}");
    }
    let info = stdout(&bitcover(&["info", "logiq-4"]));
    for words in ["67 items (52 primary, 15 secondary) x 816 options", "24 of the whole board"] {
        assert!(info.contains(words), "{info}");
    }
}
