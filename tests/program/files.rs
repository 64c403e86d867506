//! What commands write: nothing that is there is replaced unless that is asked for, and then regular
//! files only; `-` and `/dev/stdout` are standard output; two runs do not disturb each other.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

use crate::runner::{refused, stderr, stdout};

/// A puzzle that is solved at once.
const DOMINOES: &str = "name = \"dominoes\"\n[board]\nrows = 2\ncolumns = 3\n\
    motions = \"rotations-and-flips\"\n[[piece]]\nsymbol = \"abc\"\npicture = \"aa\"\n";

/// A folder with the puzzle, where commands are run.
struct Desk {
    folder: TempDir,
}

impl Desk {
    fn new() -> Self {
        let folder = TempDir::new().unwrap();
        fs::write(folder.path().join("dominoes.toml"), DOMINOES).unwrap();
        Self { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn command(&self, line: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bitcover"));
        command.args(line.split_whitespace()).current_dir(self.folder.path());
        command
    }

    fn run(&self, line: &str) -> Output {
        self.command(line).output().unwrap()
    }

    /// Runs a line by a shell, in which `bitcover` is the program.
    fn shell(&self, line: &str) -> Output {
        let script = format!("bitcover() {{ \"$0\" \"$@\"; }}\n{line}");
        let mut shell = Command::new("sh");
        shell.args(["-c", &script, env!("CARGO_BIN_EXE_bitcover")]);
        shell.current_dir(self.folder.path()).output().unwrap()
    }

    #[track_caller]
    fn ok(&self, line: &str) -> Output {
        let output = self.run(line);
        assert!(output.status.success(), "{line}: {}", stderr(&output));
        output
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.folder.path()).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

/// Every command that writes one file, the name of which comes last.
const WRITERS: [&str; 7] = [
    "report ./dominoes.toml --output",
    "play ./dominoes.toml --output",
    "stats ./dominoes.toml -o",
    "show ./dominoes.toml --solution 1 --svg",
    "export ./dominoes.toml -o",
    "shard plan ./dominoes.toml --shards 2 -o",
    "solve ./dominoes.toml --certificate",
];

/// Whether what a command writes says when it was written.
fn is_dated(writer: &str) -> bool {
    writer.starts_with("report") || writer.starts_with("play")
}

#[test]
fn nothing_that_is_there_is_replaced_without_force() {
    for writer in WRITERS {
        let desk = Desk::new();
        fs::write(desk.path("old.svg"), "old").unwrap();
        symlink("old.svg", desk.path("link.svg")).unwrap();
        symlink("nowhere", desk.path("dead.svg")).unwrap();
        for name in ["old.svg", "link.svg"] {
            let message = format!("{name}: this is there already; name a new file, or replace it");
            refused(&desk.run(&format!("{writer} {name}")), 2, &message);
        }
        for force in ["", " --force"] {
            let dead = desk.run(&format!("{writer} dead.svg{force}"));
            refused(&dead, 2, "dead.svg: this is a link that leads nowhere");
            // A path that is a directory is one for many pictures.
            if !writer.starts_with("show") {
                let folder = desk.run(&format!("{writer} .{force}"));
                refused(&folder, 2, ".: this is a directory; name a file");
            }
        }
        assert_eq!(fs::read_to_string(desk.path("old.svg")).unwrap(), "old", "{writer}");
        desk.ok(&format!("{writer} link.svg --force"));
        assert!(fs::symlink_metadata(desk.path("link.svg")).unwrap().is_symlink(), "{writer}");
        assert_ne!(fs::read_to_string(desk.path("old.svg")).unwrap(), "old", "{writer}");
        assert_eq!(desk.names(), ["dead.svg", "dominoes.toml", "link.svg", "old.svg"], "{writer}");
    }
}

#[test]
fn the_puzzle_itself_is_not_replaced_by_a_page() {
    let desk = Desk::new();
    let page = desk.run("report ./dominoes.toml --output dominoes.toml");
    refused(&page, 2, "dominoes.toml: this is there already");
    assert_eq!(fs::read_to_string(desk.path("dominoes.toml")).unwrap(), DOMINOES);
}

#[test]
fn a_write_protected_file_is_left_alone_and_a_replaced_one_keeps_its_mode() {
    for writer in WRITERS {
        let desk = Desk::new();
        let path = desk.path("old.svg");
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
        refused(&desk.run(&format!("{writer} old.svg --force")), 2, "old.svg: this is write-prot");
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        desk.ok(&format!("{writer} old.svg --force"));
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    }
}

#[test]
fn standard_output_and_devices_get_what_a_file_would() {
    for writer in WRITERS {
        let desk = Desk::new();
        desk.ok(&format!("{writer} file.svg"));
        let file = fs::read(desk.path("file.svg")).unwrap();
        for name in ["-", "/dev/stdout", "/dev/fd/1"] {
            let printed = desk.ok(&format!("{writer} {name}"));
            // A page and a plan say when they were made.
            let is_dated = is_dated(writer);
            assert!(printed.stdout == file || is_dated, "{writer} {name}: {}", stdout(&printed));
            assert!(!printed.stdout.is_empty());
        }
        let pipe = desk.path("pipe");
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        if !writer.starts_with("show") {
            let read = fs::File::create(desk.path("read")).unwrap();
            let mut reader = Command::new("cat").arg(&pipe).stdout(read).spawn().unwrap();
            desk.ok(&format!("{writer} pipe"));
            assert!(reader.wait().unwrap().success());
            assert!(fs::read(desk.path("read")).unwrap() == file || is_dated(writer), "{writer}");
            assert!(fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo(), "{writer}");
            desk.ok(&format!("{writer} /dev/null"));
            if Path::new("/dev/full").exists() {
                let full = desk.run(&format!("{writer} /dev/full"));
                assert_eq!(full.status.code(), Some(1), "{writer}: {}", stderr(&full));
                assert!(stderr(&full).contains("/dev/full: "), "{writer}: {}", stderr(&full));
                let kind = fs::metadata("/dev/full").unwrap().file_type();
                assert!(kind.is_char_device(), "{writer}");
            }
        }
    }
}

#[test]
fn data_for_a_standard_output_that_is_closed_is_not_lost_in_silence() {
    let desk = Desk::new();
    let mut lines: Vec<String> = WRITERS.iter().map(|writer| format!("{writer} -")).collect();
    let more = [
        "solve ./dominoes.toml --output -",
        "count ./dominoes.toml",
        "count ./dominoes.toml --json",
        "list",
        "info ./dominoes.toml",
        "sample ./dominoes.toml",
        "show ./dominoes.toml --all",
        "estimate ./dominoes.toml",
        "format",
        "completions bash",
        "man",
    ];
    lines.extend(more.map(str::to_owned));
    for line in lines {
        let closed = desk.shell(&format!("bitcover {line} >&-"));
        assert_eq!(closed.status.code(), Some(1), "{line}: {}", stderr(&closed));
        let message = "cannot write to standard output: it is closed";
        assert!(stderr(&closed).contains(message), "{line}: {}", stderr(&closed));
        // One that is thrown away is no error.
        let ignored = desk.shell(&format!("bitcover {line} >/dev/null"));
        assert!(ignored.status.success(), "{line}: {}", stderr(&ignored));
    }
}

#[test]
fn missing_folders_are_made_whatever_is_written() {
    let more = [
        "solve ./dominoes.toml -o",
        "estimate ./dominoes.toml -o",
        "man -o",
        "count ./dominoes.toml --journal",
    ];
    for writer in WRITERS.iter().chain(&more) {
        let desk = Desk::new();
        desk.ok(&format!("{writer} a/b/new.svg"));
        assert!(desk.path("a/b/new.svg").exists(), "{writer}");
    }
}

#[test]
fn a_file_where_a_folder_should_be_is_said_to_be_one() {
    let desk = Desk::new();
    fs::write(desk.path("file"), "kept").unwrap();
    desk.run("shard plan dominoes.toml --shards 2 --output plan.json");
    for line in [
        "solve dominoes.toml --output file",
        "solve dominoes.toml --output file/out",
        "solve dominoes.toml --certificate file/proof",
        "show dominoes.toml --all --svg file",
        "stats dominoes.toml --output file/stats",
        "prove dominoes.toml --output file",
        "estimate dominoes.toml --output file",
        "export dominoes.toml --output file/cover",
        "report dominoes.toml --output file/page.html",
        "count dominoes.toml --journal file/journal",
        "shard plan dominoes.toml --shards 2 --output file/plan",
        "shard run plan.json --index 0 --output file",
        "man --output file",
    ] {
        refused(&desk.run(line), 2, "file is a file, in which nothing can be put; name another");
    }
    assert_eq!(fs::read_to_string(desk.path("file")).unwrap(), "kept");
}

#[test]
fn folders_that_hold_something_are_left_alone_without_force_and_other_files_with_it() {
    let writers = [
        ("solve ./dominoes.toml -o", "dominoes.txt"),
        ("estimate ./dominoes.toml --probes 3 -o", "estimate.json"),
        ("show ./dominoes.toml --all --svg", "dominoes-1.svg"),
        ("man -o", "bitcover.1"),
    ];
    for (writer, name) in writers {
        let desk = Desk::new();
        fs::create_dir(desk.path("out")).unwrap();
        fs::write(desk.path("out/mine"), "mine").unwrap();
        refused(&desk.run(&format!("{writer} out")), 2, "with --force");
        fs::write(desk.path("out").join(name), "old").unwrap();
        desk.ok(&format!("{writer} out --force"));
        assert_eq!(fs::read_to_string(desk.path("out/mine")).unwrap(), "mine", "{writer}");
        assert_ne!(fs::read_to_string(desk.path("out").join(name)).unwrap(), "old", "{writer}");
        // A device in the way is left alone, too.
        fs::remove_file(desk.path("out").join(name)).unwrap();
        symlink("/dev/null", desk.path("out").join(name)).unwrap();
        let device = desk.run(&format!("{writer} out --force"));
        assert_ne!(device.status.code(), Some(0), "{writer}");
        assert!(stderr(&device).contains("no regular file"), "{writer}: {}", stderr(&device));
        let (printed, is_folder) = (desk.run(&format!("{writer} -")), desk.path("-").exists());
        assert!(!is_folder, "{writer}: {}", stderr(&printed));
    }
}

#[test]
fn two_runs_into_one_folder_do_not_disturb_each_other() {
    let desk = Desk::new();
    let line = "solve pentominoes-6x10 --engine links --threads 1 --output out";
    let mut first = desk.command(line).stdout(Stdio::null()).spawn().unwrap();
    // The folder is there as soon as it is locked, or a moment before.
    while !desk.path("out").exists() {
        std::thread::yield_now();
    }
    let seconds = desk.run("solve ./dominoes.toml --output out --force");
    let both_done = seconds.status.success();
    if !both_done {
        refused(&seconds, 2, "out is used by another run");
    }
    assert!(first.wait().unwrap().success());
    assert!(desk.path("out/pentominoes-6x10.txt").exists());
    let left = fs::read_dir(desk.path("out")).unwrap();
    let partial = left.filter(|entry| {
        entry.as_ref().unwrap().path().extension().is_some_and(|end| end == "partial")
    });
    assert_eq!(partial.count(), 0);
}

#[test]
fn all_cases_are_exported_or_none() {
    let desk = Desk::new();
    fs::write(desk.path("tower.dlx.3"), "mine").unwrap();
    refused(&desk.run("export logiq-2 --cases -o tower.dlx"), 2, "tower.dlx.3: this is there");
    assert_eq!(desk.names(), ["dominoes.toml", "tower.dlx.3"]);
    refused(&desk.run("export logiq-2 --cases -o -"), 2, "name a FILE");
}
