//! Every command that the README and the guide show is run, in order, page by page, in a directory
//! of its own, and what they say is printed is printed.
//!
//! The rules, for who writes a page:
//! - In a block marked `sh`, each line that begins with `bitcover` (or `cargo run --release --`) is
//!   run by a shell and must end well, or with the code that the line's comment states as `exit 2`.
//!   Lines that begin otherwise are not run, but the files of the repository that they name exist.
//! - A block marked `sh long` is run by `cargo test --release --test program -- --ignored`.
//! - A block marked `text` that follows one marked `sh` is what its last command prints. In it `…`
//!   at the end of a line stands for anything, `…` alone for any lines; times are not compared.
//! - A block marked with a language and the name of a file, such as `toml my-puzzle.toml`, is
//!   written to that file.
#![cfg(unix)]

use std::collections::VecDeque;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

/// A fenced block of a page.
#[derive(Debug)]
struct Block {
    /// The line of the page that it begins on, counted from 1.
    line: usize,
    /// The words after the fence.
    info: Vec<String>,
    lines: Vec<String>,
    /// Whether nothing but empty lines lies between it and the block before.
    follows: bool,
}

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The README, the pages of the guide, and what else shows commands.
fn pages() -> Vec<PathBuf> {
    let mut pages = vec![repository().join("README.md"), repository().join("CONTRIBUTING.md")];
    for entry in fs::read_dir(repository().join("src/guide")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|end| end == "md") {
            pages.push(path);
        }
    }
    pages.sort();
    assert!(pages.len() > 2, "{pages:?}");
    pages
}

/// The fenced blocks of a page.
fn blocks(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let (mut open, mut follows, mut indent) = (false, false, 0);
    for (number, line) in text.lines().enumerate() {
        let bare = line.trim_start();
        if let Some(info) = bare.strip_prefix("```") {
            open = !open;
            if open {
                indent = line.len() - bare.len();
                let info = info.split_whitespace().map(str::to_owned).collect();
                blocks.push(Block { line: number + 1, info, lines: Vec::new(), follows });
            } else {
                follows = true;
            }
        } else if open {
            let line = line.get(indent..).unwrap_or_default().to_owned();
            blocks.last_mut().unwrap().lines.push(line);
        } else if !line.trim().is_empty() {
            follows = false;
        }
    }
    assert!(!open, "a block is not closed");
    blocks
}

/// The command of a line, if it is one of the program's.
fn command(line: &str) -> Option<String> {
    let line = line.strip_prefix("$ ").unwrap_or(line);
    match line.strip_prefix("cargo run --release -- ") {
        Some(arguments) => Some(format!("bitcover {arguments}")),
        None => line.starts_with("bitcover ").then(|| line.to_owned()),
    }
}

/// The exit code that the comment of a line states.
fn stated_code(line: &str) -> i32 {
    let comment = line.split_once(" # ").map_or("", |(_, comment)| comment);
    let mut words = comment.split(|letter: char| !letter.is_alphanumeric());
    let code = words.find(|word| *word == "exit").and_then(|_| words.next());
    code.and_then(|code| code.parse().ok()).unwrap_or(0)
}

/// Runs a line in a directory, the program on the path.
fn run(line: &str, directory: &Path) -> Output {
    let binary = Path::new(env!("CARGO_BIN_EXE_bitcover")).parent().unwrap();
    let path = std::env::var("PATH").unwrap_or_default();
    Command::new("sh")
        .args(["-c", line])
        .current_dir(directory)
        .env("PATH", format!("{}:{path}", binary.display()))
        .env_remove("NO_COLOR")
        .output()
        .unwrap()
}

/// The words of a line, times left out.
fn words(line: &str) -> Vec<String> {
    const UNITS: [&str; 7] = ["ns", "µs", "ms", "s", "s,", "minutes", "MiB"];
    let mut words: Vec<String> = Vec::new();
    for word in line.split_whitespace() {
        let is_number =
            |word: &String| word.chars().all(|c| c.is_ascii_digit() || ".,".contains(c));
        if UNITS.contains(&word) && words.last().is_some_and(is_number) {
            words.pop();
            words.push("TIME".to_owned());
        } else {
            // A rule is as long as its table is wide.
            words.push(if word.starts_with("──") {
                "──".to_owned()
            } else {
                word.to_owned()
            });
        }
    }
    words
}

/// Whether a line is as it is shown.
fn is_as_shown(line: &str, shown: &str) -> bool {
    let (mut line, mut shown) = (words(line), words(shown));
    if shown.last().is_some_and(|word| word == "…") {
        shown.pop();
        line.truncate(shown.len());
    }
    line == shown
}

/// Whether lines are as they are shown.
fn are_as_shown(lines: &[&str], shown: &[String]) -> bool {
    match shown.split_first() {
        None => lines.is_empty(),
        Some((first, rest)) if first.trim() == "…" => {
            (0..=lines.len()).any(|skipped| are_as_shown(&lines[skipped..], rest))
        }
        Some((first, rest)) => lines
            .split_first()
            .is_some_and(|(line, lines)| is_as_shown(line, first) && are_as_shown(lines, rest)),
    }
}

/// Goes through a page, runs its commands and compares; those of long blocks if they are wanted.
/// Returns how many commands were run.
fn follow(page: &Path, with_long: bool) -> usize {
    let text = fs::read_to_string(page).unwrap();
    let directory = TempDir::new().unwrap();
    let mut printed: Option<String> = None;
    let mut count = 0;
    let name = page.strip_prefix(repository()).unwrap().display();
    for block in blocks(&text) {
        let place = |line: usize| format!("{name}:{}", block.line + 1 + line);
        let info: Vec<&str> = block.info.iter().map(String::as_str).collect();
        match info.as_slice() {
            ["sh"] | ["sh", "long"] => {
                printed = None;
                if info.len() > 1 && !with_long {
                    continue;
                }
                let mut lines: VecDeque<(usize, &String)> =
                    block.lines.iter().enumerate().collect();
                while let Some((number, line)) = lines.pop_front() {
                    let Some(mut command) = command(line) else { continue };
                    while command.ends_with('\\') {
                        let (_, more) = lines.pop_front().expect("the line goes on");
                        command = format!("{}{more}", command.trim_end_matches('\\'));
                    }
                    let output = run(&command, directory.path());
                    assert_eq!(
                        output.status.code(),
                        Some(stated_code(&command)),
                        "{}: `{command}`: {}",
                        place(number),
                        String::from_utf8_lossy(&output.stderr)
                    );
                    let mut all = String::from_utf8(output.stdout).unwrap();
                    all += &String::from_utf8(output.stderr).unwrap();
                    printed = Some(all);
                    count += 1;
                }
            }
            ["text"] if block.follows => {
                let Some(printed) = printed.take() else { continue };
                let trimmed = printed.trim_end();
                let lines: Vec<&str> = trimmed.lines().collect();
                assert!(
                    are_as_shown(&lines, &block.lines),
                    "{}: the command prints\n{trimmed}\nand not\n{}",
                    place(0),
                    block.lines.join("\n")
                );
            }
            [_, file] => {
                let text = block.lines.join("\n") + "\n";
                fs::write(directory.path().join(file), text).unwrap();
            }
            _ => {}
        }
    }
    count
}

#[test]
fn the_commands_of_every_page_do_what_the_page_says() {
    let count: usize = pages().iter().map(|page| follow(page, false)).sum();
    assert!(count > 50, "only {count} commands were found");
}

#[test]
#[ignore = "half a minute in release, minutes in the test profile: cargo test --release --test program -- --ignored"]
fn the_long_commands_of_every_page_do_what_the_page_says() {
    let count: usize = pages().iter().map(|page| follow(page, true)).sum();
    assert!(count > 60, "only {count} commands were found");
}

#[test]
fn every_file_that_a_page_names_is_there() {
    let root = |path: &str| {
        ["scripts/", "results/", "src/", "tests/", "benches/"]
            .iter()
            .any(|dir| path.starts_with(dir))
    };
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        let name = page.strip_prefix(repository()).unwrap().display();
        for link in text.split("](").skip(1) {
            let target = link.split([')', '#']).next().unwrap_or_default();
            if target.is_empty() || target.contains("://") {
                continue;
            }
            assert!(page.parent().unwrap().join(target).exists(), "{name} links to {target}");
        }
        for block in blocks(&text) {
            for line in block.lines.iter().filter(|_| block.info.first().is_some_and(|i| i == "sh"))
            {
                let paths = line.split_whitespace().filter(|word| root(word));
                for path in paths {
                    assert!(repository().join(path).exists(), "{name}: {path} in `{line}`");
                }
            }
        }
    }
}

#[test]
fn a_block_is_compared_but_for_times_and_what_is_left_out() {
    let shown = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let lines = [" puzzle   nodes     time", "──────", " logiq-2    5   1.7 ms", "Done."];
    let whole = shown("puzzle nodes time\n───\nlogiq-2 5 12.4 s\nDone.");
    assert!(are_as_shown(&lines, &whole));
    assert!(are_as_shown(&lines, &shown("puzzle …\n…\nDone.")));
    assert!(!are_as_shown(&lines, &shown("puzzle …\n…\nDone")));
    assert!(!are_as_shown(&lines, &shown("puzzle nodes time\n───\nlogiq-2 6 12.4 s\nDone.")));
    assert!(!are_as_shown(&lines, &whole[..3]));
    assert_eq!(stated_code("bitcover count nothing   # exit 2: there is no such puzzle"), 2);
    assert_eq!(stated_code("bitcover count logiq     # the exit is 2 floors up"), 0);
}

/// What a command prints on a terminal of this width, line by line, without colours.
fn on_a_terminal(line: &str, columns: usize, directory: &Path) -> Option<Vec<String>> {
    let binary = Path::new(env!("CARGO_BIN_EXE_bitcover")).parent().unwrap();
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("script")
        .args(["-qec", "stty cols $COLUMNS_WANTED rows 50; eval \"$LINE\"", "/dev/null"])
        .current_dir(directory)
        .env("PATH", format!("{}:{path}", binary.display()))
        .env("COLUMNS_WANTED", columns.to_string())
        .env("LINE", line)
        .env("TERM", "xterm")
        .stdin(std::process::Stdio::null())
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let text = anstream::adapter::strip_str(&text).to_string();
    Some(text.split(['\n', '\r']).map(str::to_owned).collect())
}

/// Whether a command prints data for other programs, whose lines are as long as they are.
fn prints_data(line: &str) -> bool {
    let has = |words: &[&str]| words.iter().any(|word| line.contains(word));
    let is_export = line.starts_with("bitcover export") && !has(&["--output", "-o "]);
    is_export
        || has(&[
            " | ",
            " > ",
            "--json",
            "--lines",
            "--output -",
            "completions",
            "bitcover format",
            "<(",
        ])
}

/// Goes through a page on a terminal of this width; the number of commands, and the lines that are longer.
fn too_wide(page: &Path, columns: usize) -> (usize, Vec<String>) {
    let mut too_wide = Vec::new();
    let text = fs::read_to_string(page).unwrap();
    let directory = TempDir::new().unwrap();
    let mut count = 0;
    for block in blocks(&text) {
        let info: Vec<&str> = block.info.iter().map(String::as_str).collect();
        if let [_, file] = info.as_slice()
            && info[0] != "sh"
        {
            fs::write(directory.path().join(file), block.lines.join("\n") + "\n").unwrap();
        }
        if info.first() != Some(&"sh") || info.len() > 1 {
            continue;
        }
        let text = block.lines.join("\n").replace("\\\n", " ");
        for line in text.lines().filter_map(command) {
            let Some(lines) = on_a_terminal(&line, columns, directory.path()) else {
                eprintln!("SKIPPED: no `script` here to make a terminal");
                return (count, too_wide);
            };
            count += 1;
            let is_wide = |printed: &&String| printed.chars().count() > columns;
            let name = page.strip_prefix(repository()).unwrap().display();
            for wide in lines.iter().filter(is_wide).filter(|_| !prints_data(&line)) {
                too_wide.push(format!("{name}: `{line}` at {columns}: {wide}"));
            }
        }
    }
    (count, too_wide)
}

#[test]
fn what_people_read_fits_terminals_of_every_usual_width() {
    let directory = TempDir::new().unwrap();
    let lines = [
        "bitcover",
        "bitcover list",
        "bitcover list pentominoes",
        "bitcover solve pentominoes",
        "bitcover solve logiq",
        "bitcover info logiq pentominoes-3x20",
        "bitcover stats pentominoes-3x20 --all",
        "bitcover show pentominoes-3x20 --all",
        "bitcover sample kanoodle",
        "bitcover count tetrominoes --engine frontier",
        "bitcover prove logiq-2 --output proof --force",
        "bitcover count nothing-like-it",
        "bitcover --help",
        "bitcover solve --help",
    ];
    for columns in [60, 80, 120] {
        for line in lines {
            let Some(printed) = on_a_terminal(line, columns, directory.path()) else {
                eprintln!("SKIPPED: no `script` here to make a terminal");
                return;
            };
            // A fingerprint beside the longest name of the catalogue takes 66 characters.
            for printed in printed {
                assert!(printed.chars().count() <= columns, "`{line}` at {columns}: {printed}");
                // A bar of progress is drawn over itself; a heat map is coloured to its end.
                let may_be_padded = ['█', '░', '%'].iter().any(|&sign| printed.contains(sign));
                let is_ours = !may_be_padded && !line.contains("show") && !line.contains("--help");
                let is_padded = printed.ends_with(' ') && is_ours;
                assert!(!is_padded, "`{line}` at {columns}: {printed:?}");
            }
        }
    }
}

#[test]
fn what_is_no_terminal_gets_a_hundred_columns_and_no_padding() {
    let directory = TempDir::new().unwrap();
    for line in ["list", "solve pentominoes", "info logiq", "stats kanoodle", "count logiq"] {
        let output = run(&format!("bitcover {line}"), directory.path());
        for printed in String::from_utf8(output.stdout).unwrap().lines() {
            assert!(printed.chars().count() <= 100, "{line}: {printed}");
            assert_eq!(printed, printed.trim_end(), "{line}");
        }
    }
}

#[test]
#[ignore = "a minute: cargo test --release --test program -- --ignored"]
fn every_command_of_every_page_fits_eighty_and_a_hundred_and_twenty_columns() {
    for columns in [80, 120] {
        let found = pages().into_iter().map(|page| too_wide(&page, columns));
        let (counts, lines): (Vec<usize>, Vec<Vec<String>>) = found.unzip();
        let count: usize = counts.iter().sum();
        assert!(count > 50, "only {count} commands were found");
        let lines = lines.concat();
        assert!(lines.is_empty(), "{}", lines.join("\n"));
    }
}
