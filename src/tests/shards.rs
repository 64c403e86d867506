//! Plans of shards: they come back from their files as they were, and one that is of another
//! version, damaged or wrong is refused in one sentence.

use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;

use crate::cancel::CancelToken;
use crate::durable::checkpoint::{AnchorName, Journal};
use crate::durable::shard::{ShardError, ShardPlan, Shards, Source};
use crate::solution::{CoverCodec, Sorter};
use crate::solve::listed::Listed;
use crate::solve::options::{Engine, Options, OutputMode};
use crate::solve::outcome::Outcome;
use crate::solve::plan::Stage;
use crate::solve::solver::{Request, Solver};
use crate::solve::subject::Subject;
use tempfile::TempDir;

const STRIP: &str = "name = 'strip'\n[board]\nrows = 2\ncolumns = 5\n\
    motions = 'rotations-and-flips'\n[[piece]]\nsymbol = 'abcde'\npicture = 'aa'\n";

/// A cover with a secondary item, two options alike and one without a primary item.
const COVER: &str = "a b c | s\na\na s\na\ns\nb\nb s\nc\nc s\nb c\n";

fn strip() -> Source {
    Source::Puzzle { name: "strip".to_owned(), text: STRIP.to_owned(), given: None }
}

fn cover() -> Source {
    Source::Dlx { name: "small".to_owned(), text: COVER.to_owned() }
}

fn planned(source: Source) -> ShardPlan {
    let shards = NonZeroUsize::new(3).unwrap();
    let how = (Engine::Search, OutputMode::Distinct);
    Shards::plan(source, AnchorName::Auto, how, shards, &CancelToken::new()).unwrap()
}

/// A plan's file, and why it is refused as it is changed.
struct PlanFile {
    directory: TempDir,
    text: String,
}

impl PlanFile {
    fn new(plan: &ShardPlan) -> Self {
        let mut text = Vec::new();
        plan.write(&mut text).unwrap();
        Self { directory: TempDir::new().unwrap(), text: String::from_utf8(text).unwrap() }
    }

    fn read(&self, text: &str) -> Result<ShardPlan, ShardError> {
        let path = self.directory.path().join("plan");
        fs::write(&path, text).unwrap();
        ShardPlan::read(&path)
    }

    /// Why a file of this text is refused, in one sentence.
    #[track_caller]
    fn refusal(&self, text: &str) -> String {
        match self.read(text) {
            Err(ShardError::Plan { problem, .. }) => {
                assert!(!problem.contains('\n') && !problem.contains(". "), "{problem}");
                problem
            }
            other => panic!("it is not refused: {other:?}"),
        }
    }
}

#[test]
fn a_plan_of_shards_comes_back_from_its_file_as_it_was() {
    for source in [strip(), cover()] {
        let plan = planned(source);
        assert_eq!(plan.shards.len(), 3);
        let file = PlanFile::new(&plan);
        let again = file.read(&file.text).unwrap();
        assert_eq!(again, plan);
        assert_eq!(PlanFile::new(&again).text, file.text);
    }
}

#[test]
fn a_plan_of_another_version_or_with_a_field_too_many_is_refused_in_one_sentence() {
    let file = PlanFile::new(&planned(strip()));
    for (version, name) in [("1", "bitcover-shard-plan-1"), ("9", "bitcover-shard-plan-9")] {
        let other = format!("bitcover-shard-plan-{version}");
        let problem = file.refusal(&file.text.replace("bitcover-shard-plan-3", &other));
        assert!(problem.contains(&format!("has format {name}")), "{problem}");
        assert!(problem.contains("follows bitcover-shard-plan-3 only"), "{problem}");
    }
    // What the first version held besides, nothing is known of.
    let old = "{\"format\":\"bitcover-shard-plan-1\",\"id\":\"00\",\"puzzle\":\"logiq-2\"}";
    let problem = file.refusal(old);
    assert!(problem.contains("has format bitcover-shard-plan-1"), "{problem}");
    for place in ["", "/content", "/content/plan", "/content/shards/0"] {
        let mut json: serde_json::Value = serde_json::from_str(&file.text).unwrap();
        json.pointer_mut(place).unwrap()["colour"] = "red".into();
        let problem = file.refusal(&json.to_string());
        assert!(problem.contains("unknown field `colour`"), "{place}: {problem}");
    }
    let problem = file.refusal("{\"format\":\"something else\"}");
    assert!(problem.contains("this is no plan of shards"), "{problem}");
}

#[test]
fn a_plan_that_is_whole_and_does_not_fit_its_subject_is_refused() {
    let wrong = |change: &dyn Fn(&mut ShardPlan)| {
        let mut plan = planned(strip());
        change(&mut plan);
        let file = PlanFile::new(&plan);
        let path = file.directory.path().join("plan");
        fs::write(&path, &file.text).unwrap();
        match Shards::read(&path) {
            Err(ShardError::Plan { problem, .. }) => problem,
            other => panic!("{other:?}"),
        }
    };
    let hole = wrong(&|plan| {
        plan.shards[0].tasks.pop();
    });
    assert!(hole.contains("a task belongs to no shard"), "{hole}");
    let overlap = wrong(&|plan| {
        let task = plan.shards[0].tasks[0];
        plan.shards[1].tasks.push(task);
    });
    assert!(overlap.contains("not those of the whole"), "{overlap}");
    let nonsense = wrong(&|plan| plan.shards[0].tasks.push(usize::MAX));
    assert!(nonsense.contains("not those of the whole"), "{nonsense}");
    let other_work = wrong(&|plan| plan.plan.breaks_symmetry = false);
    assert!(other_work.contains("split otherwise"), "{other_work}");
    let other_subject = wrong(&|plan| plan.identity.0 ^= 1);
    assert!(other_subject.contains("read otherwise"), "{other_subject}");
    let renamed = wrong(&|plan| {
        let Source::Puzzle { name, .. } = &mut plan.source else { panic!("it is a puzzle") };
        "logiq-9".clone_into(name);
    });
    assert!(renamed.contains("does not describe logiq-9"), "{renamed}");
}

#[test]
fn the_shards_of_a_cover_hold_the_records_of_one_run() {
    let file = PlanFile::new(&planned(cover()));
    let plan = file.directory.path().join("plan");
    fs::write(&plan, &file.text).unwrap();
    let shards = Shards::read(&plan).unwrap();
    let cancel = CancelToken::new();
    let results = file.directory.path().join("results");
    fs::create_dir(&results).unwrap();
    for index in 0..shards.count() {
        let path = Shards::journal_path(&results, index);
        let journal = Journal::open(&path, &shards.header(index).unwrap()).unwrap();
        let options = Options { memory_bytes: 1 << 26, ..Options::default() };
        assert!(shards.run(index, &options, (&journal, &cancel), None).unwrap().complete);
    }
    let sorter = Sorter::in_memory(shards.record_len());
    let merged = shards.merge(&[results], Some(&sorter), &cancel).unwrap();
    let records = sorter.sorted().unwrap().collect().unwrap();

    let options = Options { engine: Some(Engine::Links), ..Options::default() };
    let solver = Solver::with_options(shards.subject().clone(), options);
    let whole = Listed::new(&solver, OutputMode::Distinct, &Request::default()).unwrap();
    assert_eq!((&merged.total, &merged.distinct), (&whole.outcome.total, &None));
    assert_eq!(merged.fingerprint, whole.outcome.fingerprint);
    // By hand: four without the secondary item, and two with it in each of a, b and c.
    assert_eq!(merged.total, 10);
    assert!(records == whole.records);
    let Subject::Cover { problem, .. } = shards.subject() else { panic!("it is a cover") };
    assert_eq!(CoverCodec::new(&problem.cover).record_len(), whole.record_len);
}

/// The shards of a plan for this many by this engine, and the directory in which its results are.
fn shards_of(
    source: Source,
    (engine, mode): (Engine, OutputMode),
    count: usize,
) -> (Shards, TempDir) {
    let count = NonZeroUsize::new(count).unwrap();
    let plan =
        Shards::plan(source, AnchorName::Auto, (engine, mode), count, &CancelToken::new()).unwrap();
    let file = PlanFile::new(&plan);
    let path = file.directory.path().join("plan");
    fs::write(&path, &file.text).unwrap();
    (Shards::read(&path).unwrap(), file.directory)
}

fn run_shard(shards: &Shards, index: usize, results: &Path) -> Outcome {
    let header = shards.header(index).unwrap();
    let journal = Journal::open(&Shards::journal_path(results, index), &header).unwrap();
    let options = Options { memory_bytes: 1 << 26, ..Options::default() };
    let cancel = CancelToken::new();
    shards.run(index, &options, (&journal, &cancel), None).unwrap()
}

#[test]
fn the_shards_of_a_sweep_come_to_the_counts_of_one_run_and_each_case_belongs_to_one() {
    let how = (Engine::Frontier, OutputMode::Count);
    let (shards, directory) = shards_of(strip(), how, 2);
    let (results, cancel) = (directory.path(), CancelToken::new());
    let cases: Vec<usize> = (0..2)
        .map(|index| match &shards.plan_of(index).stages[..] {
            [Stage::Sweep { cases, .. }] => cases.len(),
            _ => panic!("it is a sweep"),
        })
        .collect();
    for index in 0..2 {
        assert!(shards.finished(index, results, &cancel).unwrap().is_none());
        let run = run_shard(&shards, index, results);
        let counts = shards.finished(index, results, &cancel).unwrap().unwrap();
        assert_eq!(counts.total, run.total);
    }
    let merged = shards.merge(&[results.to_owned()], None, &cancel).unwrap();
    // Dominoes fill two rows of five in as many ways as Fibonacci's number says.
    assert_eq!((merged.total, merged.complete), (8.into(), true));
    assert_eq!(merged.cases, cases.iter().sum::<usize>());
}

#[test]
fn the_shards_of_a_search_have_the_nodes_of_one_run() {
    let how = (Engine::Search, OutputMode::Count);
    let (shards, directory) = shards_of(strip(), how, 3);
    for index in 0..3 {
        run_shard(&shards, index, directory.path());
    }
    let merged = shards.merge(&[directory.path().to_owned()], None, &CancelToken::new()).unwrap();
    let (one, directory) = shards_of(strip(), how, 1);
    run_shard(&one, 0, directory.path());
    let whole = one.merge(&[directory.path().to_owned()], None, &CancelToken::new()).unwrap();
    assert_eq!((merged.nodes, &merged.total), (whole.nodes, &whole.total));
}

#[test]
fn a_shard_of_another_plan_of_the_same_puzzle_is_foreign() {
    let how = (Engine::Search, OutputMode::Count);
    let (two, directory) = shards_of(strip(), how, 2);
    let (three, _) = shards_of(strip(), how, 3);
    run_shard(&two, 0, directory.path());
    run_shard(&three, 1, directory.path());
    let merged = two.merge(&[directory.path().to_owned()], None, &CancelToken::new());
    let Err(ShardError::Refused { faults }) = &merged else { panic!("{merged:?}") };
    assert!(matches!(&faults[..], [fault] if fault.contains("shard 1")), "{faults:?}");
    assert!(faults[0].contains("is foreign, of another plan"), "{faults:?}");
}
