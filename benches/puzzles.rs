//! Whole runs of the quick puzzles of the catalogue, on one thread and on two: from the puzzle to
//! its counts, with the engine that the program would choose. Each asserts the counts that the
//! tests hold.
//!
//! Run with `cargo bench --bench puzzles`.

mod common;

use std::num::NonZeroUsize;

use bitcover::engine::CancelToken;
use bitcover::puzzle::{Puzzle, compile};
use bitcover::solve::{Analysis, Anchor, Engine, Options, OutputMode, run_auto};
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};

use common::{Counts, counts, group, puzzle};

/// The allocator of the program, since these are its runs.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// What takes a second at the most.
const QUICK: [&str; 12] = [
    "logiq-2",
    "logiq-3",
    "logiq-4",
    "logiq-5",
    "kanoodle",
    "iq-fit-strict",
    "cubi-magici",
    "pentominoes-6x10",
    "pentominoes-5x12",
    "soma",
    "lonpos-pyramid",
    "tetrominoes-5x8",
];

const THREADS: [usize; 2] = [1, 2];

/// Compiles a puzzle and counts its solutions.
fn count(puzzle: &Puzzle, threads: NonZeroUsize) -> Counts {
    let settings = Options {
        // The choice is left to the run, which puts its own in this place.
        engine: Engine::Search,
        threads,
        anchor: Anchor::Auto,
        listing: OutputMode::None,
        limit: None,
        memory_bytes: 4 << 30,
    };
    let compiled = compile(puzzle).expect("nothing is given");
    let part = run_auto(
        Analysis::new(&compiled, &settings.anchor),
        &settings,
        &CancelToken::default(),
        None,
        &mut |_| (),
    );
    let part = part.expect("the run succeeds");
    assert!(part.complete, "nobody asked it to stop");
    Counts { distinct: part.tally.distinct, total: part.tally.total }
}

fn puzzles(criterion: &mut Criterion) {
    for name in QUICK {
        let puzzle = puzzle(name);
        let expected = counts(name);
        let mut group = group(criterion, name);
        for threads in THREADS.into_iter().filter_map(NonZeroUsize::new) {
            let id = BenchmarkId::new("threads", threads);
            group.bench_function(id, |bencher| {
                bencher.iter(|| assert_eq!(count(&puzzle, threads), expected));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, puzzles);
criterion_main!(benches);
