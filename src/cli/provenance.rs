//! What reports are told of this process: the time, the machine, the build and the command line.

use std::sync::OnceLock;
use std::time::SystemTime;

use crate::machine::{cores, cpu_name};
use crate::report::Provenance;

/// What the program knows of its own build.
#[derive(Clone, Copy, Debug)]
pub struct BuildInfo {
    /// The commit from which it was built.
    pub commit: &'static str,
    /// The compiler that built it.
    pub compiler: &'static str,
}

/// The build of the program that runs; it is set once, before a command runs.
static BUILD: OnceLock<BuildInfo> = OnceLock::new();

/// Makes the program's build known to reports.
pub(super) fn set_build(build: BuildInfo) {
    BUILD.get_or_init(|| build);
}

/// The provenance of a report that is made here and now by `threads` threads.
pub(super) fn here(threads: usize) -> Provenance {
    let unknown = BuildInfo { commit: "unknown", compiler: "unknown" };
    let BuildInfo { commit, compiler } = BUILD.get().copied().unwrap_or(unknown);
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    Provenance {
        date: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
        cpu: cpu_name(),
        cores: cores().get(),
        threads,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        commit: commit.to_owned(),
        compiler: compiler.to_owned(),
        optimised: !cfg!(debug_assertions),
        command: format!("bitcover {}", arguments.join(" ")),
    }
}
