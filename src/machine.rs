//! What this machine has: cores, memory and the limits on it, and the processor's name. Nothing else
//! in the crate asks the system for these.
//!
//! Where the system does not tell (elsewhere than on Linux), the answer is `None`, and one core.

use std::num::NonZeroUsize;
use std::sync::OnceLock;

/// The number of threads that can run at the same time; one where that is not known.
pub(crate) fn cores() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// The processor's name, where Linux tells it.
pub(crate) fn cpu_name() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

/// The memory to use where nothing else is said, in bytes: 70% of what this process may use. The system is
/// asked once, since reading its files takes longer than solving an easy sudoku.
pub(crate) fn default_memory_bytes() -> u64 {
    static BYTES: OnceLock<u64> = OnceLock::new();
    *BYTES.get_or_init(|| available_bytes().map_or(u64::MAX, |bytes| bytes / 10 * 7))
}

/// The most memory that this process has used so far, in bytes, where Linux tells it.
pub(crate) fn peak_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kib: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kib * 1024)
}

/// The memory that this process may use, in bytes, where Linux tells it: the least of what the
/// machine has, what its control groups allow, and its own resource limits.
pub(crate) fn available_bytes() -> Option<u64> {
    let limits = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let groups = std::fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let group_limits = group_files(&groups)
        .into_iter()
        .filter_map(|file| std::fs::read_to_string(file).ok()?.trim().parse().ok());
    physical_bytes().into_iter().chain(resource_limits(&limits)).chain(group_limits).min()
}

/// The machine's memory in bytes.
fn physical_bytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("MemTotal:"))?;
    let kib: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kib * 1024)
}

/// The limits on address space and data in `/proc/self/limits`: name, soft limit, hard limit, unit.
fn resource_limits(text: &str) -> Vec<u64> {
    let names = ["Max address space", "Max data size"];
    let soft = |line: &str| {
        let rest = names.iter().find_map(|name| line.strip_prefix(name))?;
        rest.split_whitespace().next()?.parse().ok()
    };
    text.lines().filter_map(soft).collect()
}

/// The files that may hold a memory limit of the control groups in `/proc/self/cgroup`, those of
/// the groups above included: `0::PATH` for version 2, `N:memory:PATH` for version 1.
fn group_files(text: &str) -> Vec<String> {
    let mut files = Vec::new();
    for line in text.lines() {
        let mut fields = line.splitn(3, ':');
        let (Some(_), Some(controllers), Some(path)) =
            (fields.next(), fields.next(), fields.next())
        else {
            continue;
        };
        let (root, file) = if controllers.is_empty() {
            ("/sys/fs/cgroup", "memory.max")
        } else if controllers.split(',').any(|controller| controller == "memory") {
            ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")
        } else {
            continue;
        };
        let mut path = path.trim_end_matches('/');
        loop {
            files.push(format!("{root}{path}/{file}"));
            let Some(parent) = path.rfind('/') else { break };
            path = &path[..parent];
        }
    }
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_soft_limits_count_and_unlimited_is_none() {
        let text = "Limit                     Soft Limit           Hard Limit           Units     \n\
                    Max data size             unlimited            unlimited            bytes     \n\
                    Max address space         1073741824           unlimited            bytes     \n";
        assert_eq!(resource_limits(text), [1 << 30]);
    }

    #[test]
    fn limits_of_a_control_group_are_looked_for_up_to_the_root() {
        assert_eq!(
            group_files("0::/user/one\n"),
            [
                "/sys/fs/cgroup/user/one/memory.max",
                "/sys/fs/cgroup/user/memory.max",
                "/sys/fs/cgroup/memory.max"
            ]
        );
        assert_eq!(
            group_files("5:cpu,memory:/\n4:pids:/x\n"),
            ["/sys/fs/cgroup/memory/memory.limit_in_bytes"]
        );
    }
}
