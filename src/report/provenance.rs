//! Where a report comes from: when, on which machine and with which program it was made.
//!
//! A report is told this by the program that makes it; nothing here asks the system.

use serde::Serialize;

/// When, where and with what a report was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Provenance {
    /// When the report was made, in UTC.
    pub date: String,
    /// The processor's name, if the system tells it.
    pub cpu: Option<String>,
    /// The cores that the program may use.
    pub cores: usize,
    /// The number of threads that worked.
    pub threads: usize,
    /// The program's version.
    pub version: String,
    /// The commit from which the program was built.
    pub commit: String,
    /// The compiler that built it.
    pub compiler: String,
    /// Whether it was built with optimisation.
    pub optimised: bool,
    /// The command line, without the program's path.
    pub command: String,
}

impl Provenance {
    /// Describes the provenance in one paragraph.
    pub fn describe(&self) -> String {
        let cpu = self.cpu.as_deref().unwrap_or("an unnamed processor");
        let build = if self.optimised { "release build" } else { "unoptimised build" };
        format!(
            "Made on {} with bitcover {} (commit {}, {}, {build}) on {cpu} ({} cores, {} threads), \
             by `{}`.",
            self.date,
            self.version,
            self.commit,
            self.compiler,
            self.cores,
            self.threads,
            self.command
        )
    }
}
