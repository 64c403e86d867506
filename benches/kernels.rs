//! The engines at work on one thread, each asserting its count: the search on one case at every
//! level that this processor can run; beside it, on the very same cover of the tower of five rows,
//! `links` and the crate `dlx`; and sweeps.
//!
//! Run with `cargo bench --bench kernels`, or a part of it by name: `-- Avx512`, `-- logiq-5`.

mod common;

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use bitcover::cover::{Case, OptionId, Problem};
use bitcover::engine::frontier::SweepProgress;
use bitcover::engine::links::Links;
use bitcover::engine::search::{Capacity, Search, SimdLevel};
use bitcover::engine::{CancelToken, Worker};
use bitcover::puzzle::{Compiled, compile};
use bitcover::solve::analysis::symmetry::{Strategy, strategy};
use bitcover::solve::count::sweep;
use bitcover::solve::task::pool;
use bitcover::solve::{Anchor, Engine};
use criterion::{Criterion, criterion_group, criterion_main};

use common::{Counts, counts, group, puzzle};

/// The searches, by puzzle and anchor: wide and narrow, with class capacities and without.
const SEARCHES: [(&str, &str); 4] =
    [("logiq-5", "T"), ("logiq-4", "T"), ("soma", "L"), ("pentominoes-6x10", "X")];

/// The sweeps.
const SWEEPS: [&str; 2] = ["kanoodle", "pentominoes-6x10"];

/// The most memory that a sweep may take, in bytes; none of these comes near.
const MEMORY_BYTES: u64 = 1 << 30;

/// A puzzle and the case of it in which its anchor is used.
struct Anchored {
    /// What it is called in the results.
    title: String,
    compiled: Compiled,
    case: Case,
    solutions: u64,
}

impl Anchored {
    /// The count is what dancing links find, and where there is no other case that of the table.
    fn new(name: &str, anchor: &str) -> Self {
        let compiled = compile(&puzzle(name)).expect("nothing is given");
        let piece = compiled.puzzle.piece_named(anchor).expect("the puzzle has the piece");
        let Strategy { cases, .. } =
            strategy(&compiled, Engine::Search, &Anchor::Piece(piece)).expect("it can anchor");
        let problem = &compiled.problem;
        let item = problem.pieces[piece];
        let is_only_case = cases.len() == 1;
        let mut used = cases.into_iter().filter(|case| case.is_required(&problem.cover, item));
        let (Some(case), None) = (used.next(), used.next()) else {
            panic!("{name}: there is one case in which {anchor} is used")
        };
        let solutions = count(Links::new(problem, &case).worker());
        if is_only_case {
            assert_eq!(u128::from(solutions), counts(name).distinct, "{name}");
        }
        let title = format!("{name}, {anchor} anchored");
        Self { title, compiled, case, solutions }
    }
}

fn count(mut worker: impl Worker) -> u64 {
    let mut solutions = 0;
    let mut visitor = |_: &[OptionId]| {
        solutions += 1;
        ControlFlow::Continue(())
    };
    worker.run(&[], &mut visitor, &CancelToken::default());
    solutions
}

/// The cover of a case as the crate `dlx` takes it; all items are primary.
fn dlx_options(problem: &Problem, case: &Case) -> Vec<Vec<dlx::Uint>> {
    let option = |option: &OptionId| {
        problem.cover.items_of(*option).iter().map(|item| dlx::Uint(item.0)).collect()
    };
    assert!(problem.cover.items().all(|item| case.is_required(&problem.cover, item)));
    case.kept.iter().map(option).collect()
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
    let searches = SEARCHES.map(|(name, anchor)| Anchored::new(name, anchor));
    for level in SimdLevel::available() {
        let mut group = group(criterion, &format!("search, {level:?}"));
        for Anchored { title, compiled, case, solutions } in &searches {
            let problem = &compiled.problem;
            group.bench_function(title, |bencher| {
                bencher.iter(|| {
                    let capacity = Capacity::new(problem);
                    let search = Search::new(problem, case, capacity.as_ref(), level);
                    assert_eq!(count(search.worker()), *solutions);
                });
            });
        }
        group.finish();
    }
}

/// What the search is held against.
fn dancing_links(criterion: &mut Criterion) {
    let (name, anchor) = SEARCHES[0];
    let Anchored { title, compiled, case, solutions } = Anchored::new(name, anchor);
    let problem = &compiled.problem;
    let options = dlx_options(problem, &case);
    let mut links = group(criterion, "links");
    links.bench_function(&title, |bencher| {
        bencher.iter(|| assert_eq!(count(Links::new(problem, &case).worker()), solutions));
    });
    links.finish();
    let mut dlx = group(criterion, "crate dlx");
    dlx.bench_function(&title, |bencher| {
        bencher.iter(|| {
            assert_eq!(count_with_dlx(problem.cover.item_count(), &options), solutions);
        });
    });
    dlx.finish();
}

/// Sweeps as the program would make them, their plans included.
fn sweeps(criterion: &mut Criterion) {
    let mut group = group(criterion, "frontier");
    for name in SWEEPS {
        let compiled = compile(&puzzle(name)).expect("nothing is given");
        let problem = &compiled.problem;
        let Strategy { cases, .. } = strategy(&compiled, Engine::Frontier, &Anchor::Auto)
            .expect("the sweep finds its own anchor");
        let pool = pool(problem, NonZeroUsize::MIN).expect("one thread can be had");
        let expected = counts(name);
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let watch = &mut |_: &SweepProgress| ControlFlow::Continue(());
                let swept = sweep(problem, &cases, &pool, MEMORY_BYTES, watch).expect("it fits");
                let found = Counts { distinct: swept.distinct, total: swept.total };
                assert_eq!(found, expected);
            });
        });
    }
    group.finish();
}

criterion_group!(benches, searches, dancing_links, sweeps);
criterion_main!(benches);
