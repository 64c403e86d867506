//! Tells the program which compiler and which commit it was built from, so that reports can.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=scripts/build.rs");
    for name in ["HEAD", "logs/HEAD"] {
        let path = output("git", &["rev-parse", "--git-path", name]);
        // A file that is not there would have everything compiled anew each time.
        if Path::new(&path).exists() {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let compiler = output(&rustc, &["--version"]);
    let commit = output("git", &["rev-parse", "--short=12", "HEAD"]);
    println!("cargo::rustc-env=BITCOVER_COMPILER={compiler}");
    println!("cargo::rustc-env=BITCOVER_COMMIT={commit}");
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
