//! Estimates: that probes keep the mean, that intervals hold the truth, that a seed says it all,

use std::num::NonZeroUsize;

use crate::cancel::{CancelToken, Cancelled};
use crate::puzzle::Compiled;
use crate::puzzle::given::read_given;
use crate::puzzle::model::Puzzle;
use crate::random::SplitMix;
use crate::solve::counts::Counts;
use crate::solve::estimate::interval::{Figure, Moments};
use crate::solve::estimate::sampler::{Prober, Sample, TreeSampler};
use crate::solve::estimate::{Estimate, EstimateOptions, Limits, Method};
use crate::solve::options::{Anchor, Engine, OutputMode};

use super::common::{anchored, compiled, from_catalogue as named, run_all, settings};

/// How many standard errors a mean may be off. The seeds are fixed, so this holds or it does not.
const MOST_ERRORS: f64 = 4.0;

/// A puzzle with a partial picture laid on it.
fn begun(name: &str, position: &str) -> Puzzle {
    let puzzle = named(name);
    Puzzle { given: read_given(&puzzle, position).unwrap(), ..puzzle }
}

/// Small puzzles of every kind: several anchors and optional pieces, copies, pieces that motions
/// swap, given pieces.
fn subjects() -> Vec<(Compiled, Anchor)> {
    let position = "BBBCCCCDDDD/.BBC.GGGIDI/......HGIII/.....HHGEEF/....HHEEEFF";
    [
        (named("logiq-2"), Anchor::Auto),
        (named("logiq-2"), Anchor::None),
        (named("logiq-3"), Anchor::Auto),
        (named("tetrominoes-5x8"), Anchor::Auto),
        (named("tetrominoes-5x8"), Anchor::None),
        (named("soma"), Anchor::Auto),
        (named("soma"), Anchor::None),
        (named("cubi-magici"), Anchor::Auto),
        (begun("lonpos-505", position), Anchor::Auto),
    ]
    .into_iter()
    .map(|(puzzle, anchor)| (compiled(&puzzle), anchor))
    .collect()
}

/// What a run counts.
fn counted(compiled: &Compiled, anchor: &Anchor) -> Counts {
    run_all(compiled, &settings(Engine::Search, anchor, 2, OutputMode::Count)).counts
}

/// Gives `check` a forest of a puzzle whose populations are this large.
fn with_forest(
    compiled: &Compiled,
    anchor: &Anchor,
    population: usize,
    check: impl FnOnce(&Forest),
) {
    let solver = anchored(compiled, anchor);
    let cases = solver.analysis().search_breaking(solver.cancel()).unwrap().cases;
    let (problem, capacity) = (&compiled.problem, solver.analysis().capacity());
    let cancel = CancelToken::new();
    let sampler = TreeSampler::with_population(problem, &cases, capacity, population, &cancel);
    let mut sampler = sampler.unwrap();
    sampler.grow_trunk(&cancel);
    check(&Forest { sampler, cancel });
}

/// The trees of a puzzle, and a token that nobody cancels.
struct Forest {
    sampler: TreeSampler,
    cancel: CancelToken,
}

impl Forest {
    fn prober(&self) -> Prober<'_> {
        self.sampler.prober(&self.cancel)
    }
}

/// Asserts that the mean of a figure over many probes is the truth, as far as its spread tells.
#[track_caller]
fn assert_mean(figures: &[f64], truth: f64, what: &str) {
    let n = figures.len() as f64;
    let mean = figures.iter().sum::<f64>() / n;
    let variance = figures.iter().map(|figure| (figure - mean).powi(2)).sum::<f64>() / (n - 1.0);
    let error = (variance / n).sqrt();
    assert!(
        (mean - truth).abs() <= MOST_ERRORS * error + 1e-6 * truth,
        "{what}: the mean is {mean} ± {error}, the truth {truth}"
    );
}

/// Asserts that the means of solutions, nodes and nodes by depth are those of `truth`.
#[track_caller]
fn assert_unbiased(samples: &[Sample], truth: &Sample, what: &str) {
    let figures = |of: &dyn Fn(&Sample) -> f64| samples.iter().map(of).collect::<Vec<f64>>();
    assert_mean(&figures(&|s| s.solutions), truth.solutions, &format!("{what}, solutions"));
    assert_mean(&figures(&Sample::all_nodes), truth.all_nodes(), &format!("{what}, nodes"));
    let told = samples.iter().map(|sample| sample.nodes.len()).max().unwrap_or(0);
    for (depth, &nodes) in truth.nodes.iter().enumerate().take(told) {
        let at = |sample: &Sample| sample.nodes.get(depth).copied().unwrap_or(0.0);
        assert_mean(&figures(&at), nodes, &format!("{what}, depth {depth}"));
    }
}

fn probes<'a>(
    forest: &'a Forest,
    count: u64,
    one: impl Fn(&mut Prober<'a>, &mut SplitMix) -> Result<Sample, Cancelled>,
) -> Vec<Sample> {
    let mut prober = forest.prober();
    let probe = |number| one(&mut prober, &mut SplitMix::of_series(5, number)).unwrap();
    (0..count).map(probe).collect()
}

#[test]
fn a_tree_searched_whole_has_the_total_and_the_nodes_of_a_run() {
    for (compiled, anchor) in subjects() {
        let run = counted(&compiled, &anchor);
        with_forest(&compiled, &anchor, 16, |forest| {
            let name = &compiled.puzzle.name;
            let whole = forest.prober().exhaust(1_000_000).expect("the tree is small");
            assert!((whole.solutions - run.total.to_f64()).abs() < 0.5, "{name}: {whole:?}");
            assert!((whole.all_nodes() - run.nodes as f64).abs() < 0.5, "{name}: {whole:?}");
            let some = forest.prober().exhaust(10);
            assert!(run.nodes < 100 || some.is_none(), "{name}: it keeps to its limit");
        });
    }
}

#[test]
fn populations_keep_the_mean_of_solutions_and_of_nodes_at_every_depth() {
    for (compiled, anchor) in subjects() {
        with_forest(&compiled, &anchor, 12, |forest| {
            let truth = forest.prober().exhaust(1_000_000).expect("the tree is small");
            let samples =
                probes(forest, 1000, |prober, random| prober.population(usize::MAX, random));
            assert_unbiased(&samples, &truth, &format!("{} {anchor:?}", compiled.puzzle.name));
        });
    }
}

#[test]
fn searching_whole_trees_from_any_depth_on_keeps_the_mean_too() {
    for (compiled, anchor) in subjects() {
        with_forest(&compiled, &anchor, 5, |forest| {
            let truth = forest.prober().exhaust(1_000_000).expect("the tree is small");
            for depth in [0, 2, 4, 7] {
                let samples =
                    probes(forest, 250, |prober, random| prober.population(depth, random));
                let what = format!("{} {anchor:?} from {depth}", compiled.puzzle.name);
                assert_unbiased(&samples, &truth, &what);
            }
        });
    }
}

#[test]
fn plain_probes_keep_the_mean_of_solutions_and_of_nodes_at_every_depth() {
    for (compiled, anchor) in subjects() {
        with_forest(&compiled, &anchor, 16, |forest| {
            let truth = forest.prober().exhaust(1_000_000).expect("the tree is small");
            let samples = probes(forest, 20_000, Prober::dive);
            assert_unbiased(&samples, &truth, &format!("{} {anchor:?}", compiled.puzzle.name));
        });
    }
}

#[test]
fn pilots_keep_the_mean_too() {
    let compiled = compiled(&named("logiq-3"));
    with_forest(&compiled, &Anchor::Auto, 40, |forest| {
        let truth = forest.prober().exhaust(1_000_000).expect("the tree is small");
        let samples = probes(forest, 500, Prober::pilot);
        assert_unbiased(&samples, &truth, "logiq-3");
    });
}

#[test]
fn a_population_in_which_nobody_is_left_out_is_a_count() {
    let compiled = compiled(&named("soma"));
    with_forest(&compiled, &Anchor::Auto, 5000, |forest| {
        let sample = forest.prober().population(usize::MAX, &mut SplitMix::new(0));
        assert_eq!(sample.ok(), forest.prober().exhaust(1_000_000));
    });
}

#[test]
fn intervals_of_populations_hold_the_truth_as_often_as_they_say() {
    let compiled = compiled(&named("soma"));
    with_forest(&compiled, &Anchor::Auto, 24, |forest| {
        let mut prober = forest.prober();
        let whole = prober.exhaust(1_000_000).expect("the tree is small");
        let (mut solutions, mut nodes) = (0, 0);
        for seed in 0..200 {
            let (mut total, mut all) = (Moments::default(), Moments::default());
            for number in 0..40 {
                let sample = prober.population(4, &mut SplitMix::of_series(seed, number)).unwrap();
                total.add(sample.solutions);
                all.add(sample.all_nodes());
            }
            let holds =
                |figure: Figure, truth| u32::from((figure.low..=figure.high).contains(&truth));
            solutions += holds(total.figure(), 11_520.0);
            nodes += holds(all.figure(), whole.all_nodes());
        }
        assert!(solutions >= 186, "{solutions} of 200");
        assert!(nodes >= 186, "{nodes} of 200");
    });
}

#[test]
fn intervals_of_plain_probes_hold_the_truth_as_often_as_they_say() {
    // A tenth of the probes meet a solution, and the largest make up a good part of the sum.
    let compiled = compiled(&named("soma"));
    with_forest(&compiled, &Anchor::Auto, 24, |forest| {
        let mut prober = forest.prober();
        let mut held = 0;
        for seed in 0..200 {
            let mut total = Moments::default();
            for number in 0..1000 {
                let sample = prober.dive(&mut SplitMix::of_series(seed, number)).unwrap();
                total.add(sample.solutions);
            }
            let figure = total.figure();
            held += u32::from((figure.low..=figure.high).contains(&11_520.0));
        }
        assert!(held >= 184, "{held} of 200");
    });
}

fn estimated(name: &str, method: Method, probes: u64, seed: u64, threads: usize) -> Estimate {
    let compiled = compiled(&named(name));
    let options = EstimateOptions {
        method,
        limits: Limits { probes: Some(probes), ..Limits::default() },
        seed,
        threads: NonZeroUsize::new(threads).unwrap(),
    };
    anchored(&compiled, &Anchor::Auto).estimate_with(&options, &mut |_, _| ()).unwrap()
}

#[test]
fn a_seed_and_a_number_of_probes_give_one_result_for_any_number_of_threads() {
    for (method, probes) in [(Method::Population, 10), (Method::Plain, 9000)] {
        let one = estimated("logiq-4", method, probes, 7, 1);
        let three = estimated("logiq-4", method, probes, 7, 3);
        assert_eq!((one.total, one.nodes, &one.depths), (three.total, three.nodes, &three.depths));
        assert_eq!(one.history, three.history);
        assert_eq!((one.probes, three.probes), (probes, probes));
        assert_ne!(one.total, estimated("logiq-4", method, probes, 8, 3).total);
    }
}

#[test]
fn where_no_probe_meets_a_solution_every_node_may_be_one_with_all_its_images() {
    let estimate = estimated("logiq-4", Method::Plain, 10, 7, 1);
    assert_eq!((estimate.hits, estimate.total.low), (0, 0.0));
    // A solution of a case stands for its images under all motions of the tower.
    assert!(estimate.total.high > 2.0 * estimate.nodes.high, "{estimate:?}");
}

#[test]
fn the_default_finds_the_known_count_and_says_how_well() {
    let estimate = estimated("logiq-4", Method::Population, 24, 1, 2);
    assert!((estimate.total.low..=estimate.total.high).contains(&326_112.0), "{estimate:?}");
    assert!(estimate.total.relative_error() < 0.1, "{estimate:?}");
    assert!(estimate.effective_probes > 20.0 && estimate.largest_share < 0.1, "{estimate:?}");
    let sum: f64 = estimate.depths.iter().map(|depth| depth.estimate).sum();
    assert!((sum / estimate.nodes.estimate - 1.0).abs() < 0.1, "{estimate:?}");
}
