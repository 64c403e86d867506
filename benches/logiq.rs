//! One thread against one thread on the tower of five rows: `search`, `links` and the crate `dlx`
//! on the very same cover, as `search` itself would get it (anchored, one case). Each asserts the
//! count.
//!
//! Run with `cargo bench --bench logiq`.

use std::ops::ControlFlow;

use bitcover::cover::{Case, OptionId, Problem};
use bitcover::engine::links::Links;
use bitcover::engine::search::{Capacity, Level, Search};
use bitcover::engine::{Stop, Worker};
use bitcover::puzzle::catalog::catalog;
use bitcover::puzzle::{Compiled, compile};
use bitcover::run::strategy::strategy;
use bitcover::run::{Anchor, EngineKind};
use criterion::{Criterion, criterion_group, criterion_main};

/// The distinct solutions of the tower of five rows.
const DISTINCT: u64 = 6_164;

fn tower() -> Compiled {
    let files = catalog().expect("the embedded files are sound");
    let puzzle = files[0].members.iter().find(|puzzle| puzzle.name == "logiq-5");
    compile(puzzle.expect("the catalogue has logiq-5")).expect("nothing is given")
}

fn count(mut worker: impl Worker) -> u64 {
    let mut solutions = 0;
    let mut visitor = |_: &[OptionId]| {
        solutions += 1;
        ControlFlow::Continue(())
    };
    worker.run(&[], &mut visitor, &Stop::default());
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

fn engines(criterion: &mut Criterion) {
    let compiled = tower();
    let problem = &compiled.problem;
    let anchor = compiled.puzzle.pieces.iter().position(|piece| piece.name == "T");
    let anchor = Anchor::Piece(anchor.expect("the tower has a piece T"));
    let cases = strategy(&compiled, EngineKind::Search, &anchor).expect("T can anchor").cases;
    let [case] = cases.as_slice() else { panic!("T is always used, so there is one case") };
    let options = dlx_options(problem, case);
    let mut group = criterion.benchmark_group("logiq-5, T anchored");
    group.sample_size(10);
    group.bench_function("search", |bencher| {
        bencher.iter(|| {
            let capacity = Capacity::new(problem);
            let search = Search::new(problem, case, capacity.as_ref(), Level::best());
            assert_eq!(count(search.worker()), DISTINCT);
        });
    });
    group.bench_function("links", |bencher| {
        bencher.iter(|| assert_eq!(count(Links::new(problem, case).worker()), DISTINCT));
    });
    group.bench_function("crate dlx", |bencher| {
        bencher.iter(|| {
            assert_eq!(count_with_dlx(problem.cover.item_count(), &options), DISTINCT);
        });
    });
    group.finish();
}

criterion_group!(benches, engines);
criterion_main!(benches);
