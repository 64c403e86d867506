//! Tells the program which compiler built it and where the log is that names the commit.
//!
//! It does not run again when HEAD moves: a build script that runs has the whole package compiled
//! anew, the library too. The program includes the log of HEAD instead (`src/commit.rs`).

use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=scripts/build.rs");
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    println!("cargo::rustc-env=BITCOVER_COMPILER={}", output(&rustc, &["--version"]));
    println!("cargo::rustc-env=BITCOVER_HEAD_LOG={}", head_log().display());
}

/// The log of HEAD. Where git keeps none, it is a file with one line like those of a log.
fn head_log() -> PathBuf {
    let commit = output("git", &["rev-parse", "HEAD"]);
    let git_path = |name: &str| PathBuf::from(output("git", &["rev-parse", "--git-path", name]));
    let (log, config) = (git_path("logs/HEAD"), git_path("config"));
    let text = std::fs::read_to_string(&log).unwrap_or_default();
    let last = text.lines().last().and_then(|line| line.split(' ').nth(1));
    if last == Some(&commit) {
        // Where the repository goes away, so does this file, and another log must be found.
        println!("cargo::rerun-if-changed={}", config.display());
        return std::path::absolute(&log).unwrap_or(log);
    }
    // Commits are seen by what they change otherwise, at the price of compiling everything anew.
    for path in ["HEAD", "logs/HEAD", "packed-refs", "refs/heads"].map(git_path) {
        // A file that is not there would have everything compiled anew each time.
        if path.exists() {
            println!("cargo::rerun-if-changed={}", path.display());
        }
    }
    let directory = std::env::var_os("OUT_DIR").map(PathBuf::from).unwrap_or_default();
    let made = directory.join("head-log");
    write(&made, &format!("{commit} {commit}\n"));
    made
}

/// Writes a file, or ends the build with the reason why that cannot be done.
fn write(path: &Path, text: &str) {
    if let Err(error) = std::fs::write(path, text) {
        println!("cargo::error=cannot write {}: {error}", path.display());
    }
}

/// What a command prints on its first line, or `unknown`.
fn output(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output().ok();
    let text = output.filter(|output| output.status.success()).map(|output| output.stdout);
    let text = text.and_then(|text| String::from_utf8(text).ok()).unwrap_or_default();
    match text.lines().next() {
        Some(line) if !line.is_empty() => line.to_owned(),
        _ => "unknown".to_owned(),
    }
}
