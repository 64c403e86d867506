//! The engines at work on one thread, each asserting its count: the search on one case at every
//! level that this processor can run; beside it, on the very same cover of the tower of five rows,
//! `links` and the crate `dlx`; and sweeps.
//!
//! Run with `cargo bench --bench kernels`, or a part of it by name: `-- Avx512`, `-- logiq-5`.

mod common;

use bitcover::bench_internals::AnchoredCase;
use bitcover::{Engine, Puzzle, Solver};
use criterion::{Criterion, criterion_group, criterion_main};

use common::{Counts, counts, group};

/// The searches, by puzzle and anchor: wide and narrow, with class capacities and without.
const SEARCHES: [(&str, &str); 4] =
    [("logiq-5", "T"), ("logiq-4", "T"), ("soma", "L"), ("pentominoes-6x10", "X")];

/// The sweeps.
const SWEEPS: [&str; 2] = ["kanoodle", "pentominoes-6x10"];

/// The most memory that a sweep may take, in bytes; none of these comes near.
const MEMORY_BYTES: u64 = 1 << 30;

fn puzzle(name: &str) -> Puzzle {
    Puzzle::from_catalog(name).expect("the puzzle is in the catalogue")
}

/// The case in which a piece anchors, what it is called in the results, and its solutions: as many
/// as dancing links find, and where there is no other case as the table says.
fn anchored(name: &str, anchor: &str) -> (String, AnchoredCase, u64) {
    let case = AnchoredCase::new(&puzzle(name), anchor);
    let solutions = case.count_by_links();
    if case.is_only_case() {
        assert_eq!(u128::from(solutions), counts(name).distinct, "{name}");
    }
    (format!("{name}, {anchor} anchored"), case, solutions)
}

fn count_with_dlx(items: usize, options: &[Vec<dlx::Uint>]) -> u64 {
    use dlx::choose::{mrv_chooser, no_tiebreak, prefer_any};
    let mut problem = dlx::x::make_problem(dlx::Uint(items), 0, options, dlx::OptOrder::Seq);
    let mut solver = dlx::Solver::new(&mut problem);
    let mut chooser = mrv_chooser(prefer_any(), no_tiebreak());
    let mut solutions = 0;
    while solver.next_solution(&mut chooser) {
        solutions += 1;
    }
    solutions
}

/// The search, its tables included, at each level.
fn searches(criterion: &mut Criterion) {
    let searches = SEARCHES.map(|(name, anchor)| anchored(name, anchor));
    for (level, name) in AnchoredCase::levels().iter().enumerate() {
        let mut group = group(criterion, &format!("search, {name}"));
        for (title, case, solutions) in &searches {
            group.bench_function(title, |bencher| {
                bencher.iter(|| assert_eq!(case.count_by_search(level), *solutions));
            });
        }
        group.finish();
    }
}

/// What the search is held against.
fn dancing_links(criterion: &mut Criterion) {
    let (name, anchor) = SEARCHES[0];
    let (title, case, solutions) = anchored(name, anchor);
    let (items, options) = case.options();
    let uint = |item: u32| dlx::Uint(item as usize);
    let options: Vec<Vec<dlx::Uint>> =
        options.into_iter().map(|option| option.into_iter().map(uint).collect()).collect();
    let mut links = group(criterion, "links");
    links.bench_function(&title, |bencher| {
        bencher.iter(|| assert_eq!(case.count_by_links(), solutions));
    });
    links.finish();
    let mut dlx = group(criterion, "crate dlx");
    dlx.bench_function(&title, |bencher| {
        bencher.iter(|| assert_eq!(count_with_dlx(items, &options), solutions));
    });
    dlx.finish();
}

/// Sweeps as the program would make them, their plans included.
fn sweeps(criterion: &mut Criterion) {
    let mut group = group(criterion, "frontier");
    for name in SWEEPS {
        let solver = Solver::new(&puzzle(name)).expect("nothing is given");
        let solver = solver.threads(1).memory_bytes(MEMORY_BYTES).engine(Engine::Frontier);
        let expected = counts(name);
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let swept = solver.count().expect("it fits");
                assert_eq!(Counts::of(&swept), expected);
            });
        });
    }
    group.finish();
}

criterion_group!(benches, searches, dancing_links, sweeps);
criterion_main!(benches);
