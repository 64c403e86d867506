//! Journals: whatever happens to a run or to its file, the count is right or there is none.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use crate::cancel::CancelToken;
use crate::digest::Digest;
use crate::durable::checkpoint::{
    AnchorName, Checkpoint, Journal, JournalError, JournalHeader, Kept,
};
use crate::puzzle::{Compiled, compile, file};
use crate::solve::counts::Counts;
use crate::solve::error::Error;
use crate::solve::listed::Listed;
use crate::solve::options::{Anchor, Engine, Options, OutputMode};
use crate::solve::plan::Plan;
use crate::solve::recorder::Recorder;
use crate::solve::solver::Request;
use proptest::prelude::*;
use tempfile::TempDir;

use super::common::{settings, solver, tower};

/// Dominoes in a box of 2 x 4: a few tasks.
const SMALL: &str = "name = 'small'\n[board]\nrows = 2\ncolumns = 4\n\
    motions = 'rotations-and-flips'\n[[piece]]\nsymbol = 'abcd'\npicture = 'aa'\n";

fn small() -> Compiled {
    compile(&file::parse(SMALL).unwrap().members[0]).unwrap()
}

fn header(compiled: &Compiled) -> JournalHeader {
    JournalHeader {
        subjects: vec![compiled.puzzle.name.clone()],
        mode: OutputMode::Distinct,
        kept: Kept::Lines,
        engine: Some(Engine::Search),
        anchor: AnchorName::Auto,
        shard: None,
    }
}

fn listing(threads: usize) -> Options {
    settings(Engine::Search, &Anchor::Auto, threads, OutputMode::Distinct).options
}

/// What a run came to: its counts, and the lines in order.
type Results = (Counts, Vec<u8>);

/// The result of a run with a journal, if it came to its end.
fn journalled(
    compiled: &Compiled,
    path: &Path,
    options: &Options,
    cancel: &CancelToken,
) -> Result<Option<Results>, Error> {
    let recorded = |error: JournalError| Error::Recorder(Arc::new(error));
    let journal = Journal::open(path, &header(compiled)).map_err(recorded)?;
    let solver = solver(compiled, options).cancel_token(cancel);
    let subject = solver.subject();
    let checkpoint = Checkpoint::new(&journal, subject.name(), subject.identity(), cancel);
    let request = Request { recorder: Some(&checkpoint), ..Request::default() };
    let listed = Listed::new(&solver, OutputMode::Distinct, &request)?;
    let Listed { outcome, records, .. } = listed;
    Ok(outcome.complete.then(|| (outcome.counts(), records)))
}

/// The result of a run with a journal that nobody interrupts.
fn finished(compiled: &Compiled, path: &Path, threads: usize) -> Result<Results, Error> {
    let result = journalled(compiled, path, &listing(threads), &CancelToken::default())?;
    Ok(result.expect("nobody cancelled it"))
}

/// The error of the journal that made a run fail.
fn journal_error(error: &Error) -> Option<&JournalError> {
    match error {
        Error::Recorder(error) => error.downcast_ref(),
        _ => None,
    }
}

/// A journal of a finished run, the file beside it, and what it came to.
struct Done {
    directory: TempDir,
    compiled: Compiled,
    journal: Vec<u8>,
    solutions: Vec<u8>,
    result: Results,
}

impl Done {
    fn new(compiled: Compiled, threads: usize) -> Self {
        let directory = TempDir::new().unwrap();
        let path = directory.path().join("journal");
        let result = finished(&compiled, &path, threads).unwrap();
        let journal = fs::read(&path).unwrap();
        let solutions = fs::read(directory.path().join("journal.solutions")).unwrap();
        Self { directory, compiled, journal, solutions, result }
    }

    fn path(&self) -> PathBuf {
        self.directory.path().join("journal")
    }

    /// Goes on from these bytes instead: the count must be right, or the journal refused.
    #[track_caller]
    fn assert_right_or_refused(&self, journal: &[u8], solutions: &[u8], what: &str) -> bool {
        fs::write(self.path(), journal).unwrap();
        fs::write(self.directory.path().join("journal.solutions"), solutions).unwrap();
        match finished(&self.compiled, &self.path(), 2) {
            Ok(result) => {
                assert_eq!(result, self.result, "{what}");
                // And what is there now is whole.
                let again = finished(&self.compiled, &self.path(), 1).unwrap();
                assert_eq!(again, self.result, "{what}");
                true
            }
            Err(error) => {
                let is_refused = journal_error(&error).is_some_and(JournalError::is_about_content);
                assert!(is_refused, "{what}: {error}");
                false
            }
        }
    }
}

#[test]
fn a_journal_of_which_any_byte_is_changed_gives_the_right_count_or_is_refused() {
    let done = Done::new(small(), 1);
    let mut recovered = 0;
    for at in 0..done.journal.len() {
        let mut journal = done.journal.clone();
        journal[at] ^= 1 << (at % 8);
        recovered += usize::from(done.assert_right_or_refused(
            &journal,
            &done.solutions,
            &format!("byte {at}"),
        ));
    }
    // All but the first two lines can be done without.
    let head: usize = done.journal.split_inclusive(|&b| b == b'\n').take(2).map(<[u8]>::len).sum();
    assert!(recovered >= done.journal.len() - head, "{recovered}");
    for at in 0..done.solutions.len() {
        let mut solutions = done.solutions.clone();
        solutions[at] ^= 1 << (at % 8);
        assert!(done.assert_right_or_refused(&done.journal, &solutions, &format!("solution {at}")));
    }
}

#[test]
fn a_journal_that_ends_anywhere_is_continued_from_there() {
    let done = Done::new(small(), 1);
    for len in 1..done.journal.len() {
        let head = done.journal.iter().position(|&byte| byte == b'\n').unwrap();
        let is_right = done.assert_right_or_refused(
            &done.journal[..len],
            &done.solutions,
            &format!("{len} bytes"),
        );
        // Without its head it does not vouch for the solutions beside it.
        assert!(is_right || len <= head, "{len} bytes");
    }
    for len in 0..done.solutions.len() {
        let what = format!("{len} bytes of solutions");
        assert!(done.assert_right_or_refused(&done.journal, &done.solutions[..len], &what));
    }
}

/// A way to damage a file.
#[derive(Clone, Debug)]
enum Damage {
    Flip(prop::sample::Index, u8),
    Swap(prop::sample::Index, prop::sample::Index),
    Double(prop::sample::Index, prop::sample::Index),
    Drop(prop::sample::Index),
    Cut(prop::sample::Index),
    FlipSolution(prop::sample::Index, u8),
    CutSolutions(prop::sample::Index),
}

fn damage() -> impl Strategy<Value = Damage> {
    let at = any::<prop::sample::Index>;
    prop_oneof![
        (at(), 0..8_u8).prop_map(|(at, bit)| Damage::Flip(at, bit)),
        (at(), at()).prop_map(|(a, b)| Damage::Swap(a, b)),
        (at(), at()).prop_map(|(a, b)| Damage::Double(a, b)),
        at().prop_map(Damage::Drop),
        at().prop_map(Damage::Cut),
        (at(), 0..8_u8).prop_map(|(at, bit)| Damage::FlipSolution(at, bit)),
        at().prop_map(Damage::CutSolutions),
    ]
}

impl Damage {
    /// Damages a journal, whose lines are moved about whole, and the file beside it.
    fn apply(&self, journal: &mut Vec<u8>, solutions: &mut Vec<u8>) {
        let mut lines: Vec<Vec<u8>> =
            journal.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
        match self {
            Self::Flip(at, bit) if !journal.is_empty() => {
                let at = at.index(journal.len());
                journal[at] ^= 1 << bit;
                return;
            }
            Self::Swap(a, b) if !lines.is_empty() => {
                let (a, b) = (a.index(lines.len()), b.index(lines.len()));
                lines.swap(a, b);
            }
            Self::Double(a, b) if !lines.is_empty() => {
                let line = lines[a.index(lines.len())].clone();
                lines.insert(b.index(lines.len()), line);
            }
            Self::Drop(at) if !lines.is_empty() => drop(lines.remove(at.index(lines.len()))),
            Self::Cut(at) if !journal.is_empty() => {
                journal.truncate(at.index(journal.len()));
                return;
            }
            Self::FlipSolution(at, bit) if !solutions.is_empty() => {
                let at = at.index(solutions.len());
                solutions[at] ^= 1 << bit;
            }
            Self::CutSolutions(at) if !solutions.is_empty() => {
                solutions.truncate(at.index(solutions.len()));
            }
            _ => {}
        }
        *journal = lines.concat();
    }
}

#[test]
fn a_journal_with_parts_and_lines_damaged_lost_swapped_or_doubled_never_gives_a_wrong_count() {
    // Whether tasks are split depends on who waits when, so that it may take a few runs.
    let is_split = |done: &Done| String::from_utf8_lossy(&done.journal).contains("\"parts\"");
    let mut runs = (0..100).map(|_| Done::new(compile(&tower(3)).unwrap(), 8));
    let done = runs.find(is_split).expect("some task is split");
    let mut runner = proptest::test_runner::TestRunner::new(crate::random::repeatable(48));
    let ran = runner.run(&prop::collection::vec(damage(), 1..6), |damages| {
        let (mut journal, mut solutions) = (done.journal.clone(), done.solutions.clone());
        for damage in &damages {
            damage.apply(&mut journal, &mut solutions);
        }
        done.assert_right_or_refused(&journal, &solutions, &format!("{damages:?}"));
        Ok(())
    });
    ran.unwrap();
}

#[test]
fn a_run_that_is_stopped_again_and_again_comes_to_the_same_with_any_threads() {
    let compiled = compile(&tower(3)).unwrap();
    let way = settings(Engine::Search, &Anchor::Auto, 2, OutputMode::Distinct);
    let whole = super::common::run_all(&compiled, &way);
    for engine in super::common::ALL_ENGINES {
        let directory = TempDir::new().unwrap();
        let path = directory.path().join("journal");
        let (mut sessions, mut lines) = (0, 0);
        let (counts, lines_found) = loop {
            let cancel = CancelToken::new();
            let options = Options { engine: Some(engine), ..listing(1 + sessions % 4) };
            let of_stopper = cancel.clone();
            let stopper = std::thread::spawn(move || {
                std::thread::sleep(Duration::from_millis(2 * sessions as u64));
                of_stopper.cancel();
            });
            let done = journalled(&compiled, &path, &options, &cancel).unwrap();
            stopper.join().unwrap();
            let now = fs::read(&path).unwrap().split(|&byte| byte == b'\n').count();
            assert!(now >= lines, "nothing is taken back");
            (sessions, lines) = (sessions + 1, now);
            match done {
                Some(result) => break result,
                None => assert!(sessions < 500, "no session gets any further"),
            }
        };
        assert_eq!(
            Counts { nodes: 0, ..counts },
            Counts { nodes: 0, ..whole.counts.clone() },
            "{engine:?} after {sessions} sessions"
        );
        assert!(lines_found == whole.lines, "{engine:?} after {sessions} sessions");
    }
}

#[test]
fn a_finished_journal_gives_the_result_without_another_line() {
    let done = Done::new(compile(&tower(2)).unwrap(), 2);
    assert_eq!(finished(&done.compiled, &done.path(), 2).unwrap(), done.result);
    assert_eq!(fs::read(done.path()).unwrap(), done.journal);
}

#[test]
fn a_sweep_is_one_task_that_is_not_repeated() {
    let compiled = compile(&tower(3)).unwrap();
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("journal");
    let counting = settings(Engine::Frontier, &Anchor::Auto, 2, OutputMode::Count).options;
    let header = JournalHeader { kept: Kept::Nothing, ..header(&compiled) };
    let run = || {
        let journal = Journal::open(&path, &header).unwrap();
        let (solver, cancel) = (solver(&compiled, &counting), CancelToken::new());
        let identity = solver.subject().identity();
        let checkpoint = Checkpoint::new(&journal, &compiled.puzzle.name, identity, &cancel);
        let request = Request { recorder: Some(&checkpoint), ..Request::default() };
        solver.run(&request).unwrap()
    };
    let (first, second) = (run(), run());
    assert_eq!(first.total, 55_056);
    assert_eq!(first.distinct, Some(2_294.into()));
    assert_eq!(first.counts(), second.counts());
    // Only the first has seen the states.
    assert!(first.sweep.is_some() && second.sweep.is_none());
}

#[test]
fn a_journal_of_another_run_or_of_nobody_is_refused_with_the_reason_and_left_alone() {
    let done = Done::new(small(), 1);
    let open = |header: &JournalHeader| Journal::open(&done.path(), header).unwrap_err();
    let other = JournalHeader { subjects: vec!["other".to_owned()], ..header(&done.compiled) };
    let message = open(&other).to_string();
    assert!(message.contains("line 1") && message.contains("`small`"), "{message}");
    assert!(message.contains("`other`"), "{message}");

    // Another puzzle of the same name.
    let changed = SMALL.replace("columns = 4", "columns = 6").replace("abcd", "abcdef");
    let changed = compile(&file::parse(&changed).unwrap().members[0]).unwrap();
    let error = finished(&changed, &done.path(), 1).unwrap_err().to_string();
    assert!(error.contains("line 2") && error.contains("another puzzle"), "{error}");
    // Another engine, and another way to break symmetry.
    let stop = CancelToken::default();
    let links = Options { engine: Some(Engine::Links), ..listing(1) };
    let error = journalled(&done.compiled, &done.path(), &links, &stop).unwrap_err().to_string();
    assert!(error.contains("search") && error.contains("links"), "{error}");
    let whole = Options { anchor: Anchor::None, ..listing(1) };
    let error = journalled(&done.compiled, &done.path(), &whole, &stop).unwrap_err().to_string();
    assert!(error.contains("its plan for small"), "{error}");
    assert_eq!(fs::read(done.path()).unwrap(), done.journal);

    let newer = String::from_utf8_lossy(&done.journal).replacen("journal-3 ", "journal-27 ", 1);
    fs::write(done.path(), &newer).unwrap();
    let message = open(&header(&done.compiled)).to_string();
    assert!(message.contains("format 27"), "{message}");
    assert_eq!(fs::read_to_string(done.path()).unwrap(), newer);
    for other in ["name = 'soma'\n", "\n", "\0\0\0"] {
        fs::write(done.path(), other).unwrap();
        let error = open(&header(&done.compiled));
        assert!(matches!(error, JournalError::NotAJournal { .. }), "{error}");
        assert_eq!(fs::read_to_string(done.path()).unwrap(), other);
    }
}

#[test]
fn solutions_without_their_journal_are_refused_and_left_alone() {
    let done = Done::new(small(), 1);
    fs::remove_file(done.path()).unwrap();
    let solutions = done.directory.path().join("journal.solutions");
    for _ in 0..2 {
        let error = Journal::open(&done.path(), &header(&done.compiled)).unwrap_err();
        assert!(error.to_string().contains("it holds solutions"), "{error}");
        assert_eq!(fs::read(&solutions).unwrap(), done.solutions);
        // What was made beside them is empty, and says nothing.
        assert_eq!(fs::read(done.path()).unwrap(), b"");
    }
    fs::write(&solutions, b"").unwrap();
    assert_eq!(finished(&done.compiled, &done.path(), 1).unwrap(), done.result);
}

#[test]
fn a_journal_knows_which_engine_was_chosen_for_each_puzzle() {
    let done = Done::new(small(), 1);
    let journal = Journal::open(&done.path(), &header(&done.compiled)).unwrap();
    assert_eq!(journal.plan_of("small").map(|line| line.plan.engine()), Some(Engine::Search));
    assert_eq!(journal.plan_of("other"), None);
}
#[test]
fn a_saved_sweep_is_gone_on_with_by_its_own_puzzle_only() {
    let done = Done::new(small(), 1);
    let journal = Journal::open(&done.path(), &header(&done.compiled)).unwrap();
    let searched = journal.plan_of("small").unwrap();
    let (solver, cancel) = (solver(&done.compiled, &listing(1)), CancelToken::new());
    let identity = solver.subject().identity();
    let of = |subject: &str, identity| Checkpoint::new(&journal, subject, identity, &cancel);
    // The plan of a sweep that is saved, and then one of a search that has its turn.
    let checkpoint = of("small", identity);
    let swept = Plan { stages: Vec::new(), ..searched.plan.clone() };
    checkpoint.revise();
    checkpoint.begin(&swept, 0).unwrap();
    checkpoint.sweeps().unwrap().save(&mut |out| out.write_all(b"states")).unwrap();
    checkpoint.revise();
    checkpoint.begin(&searched.plan, searched.record_len).unwrap();
    assert_ne!(swept, searched.plan);
    assert_eq!(of("small", identity).resumed_plan(), Some(swept));
    // Another puzzle of this name has what the lines say, which it will refuse; one of another name
    // has nothing.
    let other = Digest(identity.0 ^ 1);
    assert_eq!(of("small", other).resumed_plan(), Some(searched.plan));
    assert_eq!(of("other", identity).resumed_plan(), None);
    assert_eq!(of("other", other).resumed_plan(), None);
}

#[test]
fn the_tasks_of_a_plan_that_was_given_up_do_not_count_for_the_next_one() {
    let done = Done::new(small(), 1);
    let journal = Journal::open(&done.path(), &header(&done.compiled)).unwrap();
    let line = journal.plan_of("small").unwrap();
    let (solver, cancel) = (solver(&done.compiled, &listing(1)), CancelToken::new());
    let checkpoint = Checkpoint::new(&journal, "small", solver.subject().identity(), &cancel);
    let distinct = |plan: &Plan| {
        checkpoint.revise();
        checkpoint.begin(plan, line.record_len).unwrap().counts.distinct
    };
    // The tasks of both are the same, and only what is counted in them differs.
    let other = Plan { breaks_symmetry: !line.plan.breaks_symmetry, ..line.plan.clone() };
    assert_eq!(distinct(&other), 0);
    assert_eq!(distinct(&line.plan), done.result.0.distinct);
}

#[test]
fn damaged_lines_are_counted() {
    let done = Done::new(small(), 1);
    let damaged = |journal: &[u8]| {
        fs::write(done.path(), journal).unwrap();
        Journal::open(&done.path(), &header(&done.compiled)).unwrap().damaged()
    };
    assert_eq!(damaged(&done.journal), 0);
    let mut lines: Vec<Vec<u8>> =
        done.journal.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
    assert!(lines.len() > 4, "the header, the plan and some tasks");
    for (number, line) in [(1, 2), (2, 4)] {
        let at = lines[line].len() / 2;
        lines[line][at] ^= 1;
        assert_eq!(damaged(&lines.concat()), number);
    }
}

#[test]
fn solutions_that_a_journal_does_not_keep_are_vouched_for_by_nobody() {
    let done = Done::new(small(), 1);
    let counted = JournalHeader { kept: Kept::Nothing, ..header(&done.compiled) };
    // The tasks of the run with solutions, below the header of one without.
    let path = done.directory.path().join("counted");
    drop(Journal::open(&path, &counted).unwrap());
    let tasks: Vec<u8> =
        done.journal.split_inclusive(|&byte| byte == b'\n').skip(1).flatten().copied().collect();
    fs::write(&path, [fs::read(&path).unwrap(), tasks].concat()).unwrap();
    let journal = Journal::open(&path, &counted).unwrap();
    let line = journal.plan_of("small").unwrap();
    let solver = solver(&done.compiled, &listing(1));
    let (subject, cancel) = (solver.subject(), CancelToken::new());
    let checkpoint = Checkpoint::new(&journal, subject.name(), subject.identity(), &cancel);
    let restored = checkpoint.begin(&line.plan, line.record_len).unwrap();
    assert_eq!((restored.counts.distinct.small(), restored.chunks.len()), (0, 0));
    assert!(restored.spoilt > 0 && restored.pending.len() >= restored.spoilt, "{restored:?}");
}

#[test]
fn two_runs_cannot_use_one_journal_at_a_time() {
    let compiled = small();
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("journal");
    let first = Journal::open(&path, &header(&compiled)).unwrap();
    let second = Journal::open(&path, &header(&compiled)).unwrap_err();
    assert!(matches!(second, JournalError::InUse { .. }), "{second}");
    drop(first);
    Journal::open(&path, &header(&compiled)).unwrap();
}
