//! Counts the exact covers of files in Knuth's format with crates by other authors.
//!
//! ```text
//! bitcover-peers CRATE FILE…
//! bitcover-peers --versions
//! ```
//!
//! For each file it prints a line with the number of solutions and the seconds that the crate
//! took, from its first call on; reading the file is not in that time. `--versions` prints each
//! crate with the version that was built in.

mod cover;
mod solve;

use std::process::ExitCode;
use std::time::Instant;

use cover::Cover;
use solve::{CRATES, Count};

const LOCK: &str = include_str!("../Cargo.lock");

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("bitcover-peers: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[String]) -> Result<(), String> {
    let names = || CRATES.map(|(name, _)| name).join(", ");
    let (first, files) =
        arguments.split_first().ok_or_else(|| format!("name one of {}", names()))?;
    if first == "--versions" {
        for (name, _) in CRATES {
            println!("{name} {}", version(name).ok_or("its version is not in Cargo.lock")?);
        }
        return Ok(());
    }
    let (_, count) = CRATES
        .into_iter()
        .find(|(name, _)| name == first)
        .ok_or_else(|| format!("there is no crate {first} here; there are {}", names()))?;
    files.iter().try_for_each(|file| time(count, file).map_err(|error| format!("{file}: {error}")))
}

fn time(count: Count, file: &str) -> Result<(), String> {
    let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
    let cover = Cover::read(&text)?;
    let begun = Instant::now();
    let solutions = count(&cover);
    println!("{solutions} {:.6}", begun.elapsed().as_secs_f64());
    Ok(())
}

/// The version of a crate in the lock file that this was built with.
fn version(name: &str) -> Option<&'static str> {
    let (_, rest) = LOCK.split_once(&format!("name = \"{name}\"\nversion = \""))?;
    rest.split('"').next()
}
