//! The machine and the program that a report was made with.

use std::time::SystemTime;

use serde::Serialize;

/// Where and with what a run was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Machine {
    /// When the report was made, in UTC.
    pub date: String,
    /// The processor's name, if the system tells it.
    pub cpu: Option<String>,
    /// The cores that the program may use.
    pub cores: usize,
    /// Threads that worked.
    pub threads: usize,
    /// The program's version.
    pub version: String,
    /// The commit it was built from.
    pub commit: String,
    /// The compiler that built it.
    pub compiler: String,
    /// Whether it was built with optimisation.
    pub optimised: bool,
    /// The command line, without the program's path.
    pub command: String,
}

impl Machine {
    /// This machine, now.
    pub fn here(threads: usize) -> Self {
        let arguments: Vec<String> = std::env::args().skip(1).collect();
        Self {
            date: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
            cpu: cpu_name(),
            cores: std::thread::available_parallelism().map_or(1, Into::into),
            threads,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            commit: env!("BITCOVER_COMMIT").to_owned(),
            compiler: env!("BITCOVER_COMPILER").to_owned(),
            optimised: !cfg!(debug_assertions),
            command: format!("bitcover {}", arguments.join(" ")),
        }
    }

    /// In one paragraph.
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

/// The processor's name as Linux tells it.
fn cpu_name() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

/// The most memory that this process has used so far, in bytes, where Linux tells it.
pub fn peak_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kib: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kib * 1024)
}

/// The machine's memory in bytes, where Linux tells it.
pub fn physical_bytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("MemTotal:"))?;
    let kib: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kib * 1024)
}
