//! What more cores would give: a schedule simulated from recorded task times.
//!
//! Runs every task of a puzzle's plan alone on one thread and records how long it takes, then
//! lets 1 to 64 imagined threads take them from one queue, as the program does. First as they were
//! planned; then with those that take longer than [`LONGEST_S`] split into the choices at their
//! root, again and again, which is what happens when threads run out of work. Not simulated: what
//! threads take from one another by sharing caches and memory, and the start and end of a run.
//!
//! Prints Markdown; results/schedule.md holds a run.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use bitcover::Puzzle;
use bitcover::bench_internals::TaskTimes;

/// Tasks that take longer are split, in seconds.
const LONGEST_S: f64 = 0.001;

/// The numbers of threads that are imagined.
const THREADS: [usize; 7] = [1, 2, 4, 8, 16, 32, 64];

/// When the last of so many threads is done, if each takes the next task as soon as it is free.
fn makespan_s(tasks_s: &[f64], threads: usize) -> f64 {
    let nanoseconds = |seconds: f64| (seconds * 1e9) as u64;
    let mut free: BinaryHeap<Reverse<u64>> = (0..threads).map(|_| Reverse(0)).collect();
    for &task_s in tasks_s {
        let Reverse(start) = free.pop().expect("there is at least one thread");
        free.push(Reverse(start + nanoseconds(task_s)));
    }
    free.into_iter().map(|Reverse(end)| end).max().unwrap_or(0) as f64 / 1e9
}

fn report(name: &str, distinct: u64) {
    let puzzle = Puzzle::from_catalog(name).expect("the catalogue has it");
    let times = TaskTimes::measure(&puzzle, LONGEST_S);
    let TaskTimes { is_scan, planned_s: whole, split_s: parts, solutions, .. } = times;
    assert_eq!(solutions, distinct, "{name}");
    let longest = |tasks_s: &[f64]| tasks_s.iter().copied().fold(0.0, f64::max) * 1e3;
    println!("\n## {name}\n");
    let engine = if is_scan { "A scan" } else { "A search" };
    println!("{engine}: {} planned tasks, the longest {:.2} ms;", whole.len(), longest(&whole));
    println!("{} after splitting, the longest {:.2} ms.\n", parts.len(), longest(&parts));
    println!("| threads | as planned, ms | times faster | split, ms | times faster |");
    println!("|---:|---:|---:|---:|---:|");
    let one = [makespan_s(&whole, 1), makespan_s(&parts, 1)];
    for threads in THREADS {
        let [planned_s, split_s] = [makespan_s(&whole, threads), makespan_s(&parts, threads)];
        let [planned, split] = [one[0] / planned_s, one[1] / split_s];
        let [planned_ms, split_ms] = [planned_s * 1e3, split_s * 1e3];
        println!("| {threads} | {planned_ms:.2} | {planned:.1} | {split_ms:.2} | {split:.1} |");
    }
}

fn main() {
    // Cargo passes `--bench` here, and nothing when it runs this as a test.
    let puzzles = [("logiq-4", 13_588), ("logiq-5", 6_164), ("tetris-cube", 9_839)];
    let is_bench = std::env::args().any(|argument| argument == "--bench");
    for (name, distinct) in &puzzles[..if is_bench { 3 } else { 1 }] {
        report(name, *distinct);
    }
}
