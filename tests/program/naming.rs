//! How puzzles are named on the command line, and members of families of one's own.

use std::fs;
use std::process::{Command, Output};

use tempfile::TempDir;

use crate::runner::{refused, stderr, stdout};

/// A family of strips with this many members.
fn family(members: usize) -> String {
    let mut text = "name = \"fam\"\n[board]\nrows = 2\nmotions = \"rotations\"\n".to_owned();
    text += "[pieces]\noptional = true\n[[piece]]\nsymbol = \"abcdef\"\npicture = \"aa\"\n";
    let member =
        |member: usize| format!("[[member]]\nname = \"{member}\"\ncolumns = {}\n", 2 + member % 3);
    text += &(1..=members).map(member).collect::<String>();
    text
}

/// Runs the program in a folder with a family of three and one of 366.
fn run(words: &[&str]) -> (TempDir, Output) {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("fam.toml"), family(3)).unwrap();
    fs::write(folder.path().join("year.toml"), family(366)).unwrap();
    fs::write(folder.path().join("a#b.toml"), family(1)).unwrap();
    fs::write(folder.path().join("tiny.dlx"), "a b\na\nb\n").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_bitcover"));
    let output = command.args(words).current_dir(folder.path()).output().unwrap();
    (folder, output)
}

#[test]
fn a_member_of_a_family_from_a_file_is_named_with_its_file_everywhere() {
    let commands: [&[&str]; 12] = [
        &["count", "./fam.toml#fam-2"],
        &["count", "./fam.toml#2"],
        &["count", "fam.toml#2"],
        &["solve", "fam.toml#2", "--output", "-"],
        &["info", "fam.toml#2"],
        &["estimate", "fam.toml#2"],
        &["sample", "fam.toml#2"],
        &["stats", "fam.toml#2"],
        &["show", "fam.toml#2", "--all"],
        &["export", "fam.toml#2"],
        &["report", "fam.toml#2", "--output", "-"],
        &["shard", "plan", "fam.toml#2", "--shards", "1", "--output", "-"],
    ];
    for words in commands {
        let (_keep, output) = run(words);
        assert!(output.status.success(), "{words:?}: {}", stderr(&output));
        let all = stdout(&output) + &stderr(&output);
        let has = |member: &str| {
            all.contains(&format!("fam-{member}")) || all.contains(&format!("fam, {member}"))
        };
        assert!(has("2") && !has("1"), "{words:?}: {all}");
    }
    let (folder, output) = run(&["solve", "fam.toml#2", "--output", "out"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let mut verify = Command::new(env!("CARGO_BIN_EXE_bitcover"));
    verify.args(["verify", "fam.toml#2", "out"]).current_dir(folder.path());
    assert!(stdout(&verify.output().unwrap()).contains("fam-2: verified"));
}

#[test]
fn a_message_about_a_family_names_what_can_be_typed_and_stays_short() {
    let one = |words: &[&str]| run(words).1;
    let message = "name one of ./fam.toml#fam-1, ./fam.toml#fam-2, ./fam.toml#fam-3";
    refused(&one(&["show", "./fam.toml", "--solution", "1"]), 2, message);
    refused(&one(&["export", "./fam.toml"]), 2, message);
    refused(&one(&["solve", "./fam.toml", "--output", "-"]), 2, message);
    refused(&one(&["count", "./fam.toml#x"]), 2, message);
    refused(&one(&["count", "./fam.toml#"]), 2, message);
    let many = one(&["show", "year.toml", "--solution", "1"]);
    let some = "year.toml#fam-1, year.toml#fam-2, year.toml#fam-3, …, year.toml#fam-366 \
                (`bitcover list year.toml` shows all 366)";
    refused(&many, 2, some);
    assert!(stderr(&many).len() < 250, "{}", stderr(&many));
    refused(&one(&["count", "logiq#6"]), 2, "name one of logiq-2, logiq-3");
    assert!(one(&["count", "logiq#2"]).status.success());
    // A file is what it is called.
    assert!(one(&["count", "a#b.toml"]).status.success());
    assert!(one(&["count", "a#b.toml#1"]).status.success());
    refused(&one(&["report", "tiny.dlx#1", "-o", "-"]), 2, "is an exact cover");
    refused(&one(&["count", "tiny.dlx#1"]), 2, "is an exact cover");
}

#[test]
fn the_shell_completes_members_of_a_file() {
    let (folder, names) = run(&["list", "--names", "./fam.toml"]);
    assert_eq!(stdout(&names), "./fam.toml#fam-1\n./fam.toml#fam-2\n./fam.toml#fam-3\n");
    let directory = std::path::Path::new(env!("CARGO_BIN_EXE_bitcover")).parent().unwrap();
    let path = format!("{}:{}", directory.display(), std::env::var("PATH").unwrap_or_default());
    let script = "source <(bitcover completions bash)\n\
        COMP_WORDS=(bitcover count './fam.toml#fam-')\nCOMP_CWORD=2\n\
        _bitcover_with_members bitcover './fam.toml#fam-' count\nprintf '%s\\n' \"${COMPREPLY[@]}\"";
    let mut bash = Command::new("bash");
    bash.args(["-c", script]).env("PATH", path).current_dir(folder.path());
    let Ok(output) = bash.output() else {
        eprintln!("SKIPPED: no bash here to complete names");
        return;
    };
    assert_eq!(stdout(&output), stdout(&names), "{}", stderr(&output));
}
