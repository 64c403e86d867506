//! What the benches and the fuzz targets measure and try from outside, where a program has no use for
//! it: single engines, the tasks of a search, and the readers of files. No part of the library's
//! interface; it may change with any version.

use crate::cancel::CancelToken;
use crate::clock::Stopwatch;
use crate::cover::format::{ReadCover, dlx, matrix};
use crate::cover::{Case, Cover, OptionId, Problem, StandardCover};
use crate::engine::links::Links;
use crate::engine::search::Search;
use crate::engine::{Branch, Tally, Worker};
use crate::engine::{Capacity, SimdLevel};
use crate::puzzle::given::{given_line, read_given};
use crate::puzzle::infeasibility::infeasibility;
use crate::puzzle::{Compiled, Puzzle, compile, file};
use crate::verify::Checker;
use crate::verify::certificate::Certificates;

use super::options::{Anchor, Engine, Options};
use super::prepared::{AnyWorker, Prepared};
use super::solver::Solver;
use super::subject::Subject;
use super::task::{TASKS, Task, split};

/// A puzzle and the case of it in which its anchor is used.
#[derive(Debug)]
pub struct AnchoredCase {
    compiled: Compiled,
    case: Case,
    is_only_case: bool,
}

impl AnchoredCase {
    /// The case in which this piece anchors.
    ///
    /// # Panics
    /// When the piece cannot anchor, or is used in several cases.
    pub fn new(puzzle: &Puzzle, anchor: &str) -> Self {
        let compiled = compile(puzzle).expect("nothing is given");
        let piece = puzzle.piece_named(anchor).expect("the puzzle has the piece");
        let options = Options { anchor: Anchor::Piece(piece), ..Options::default() };
        let solver = Solver::with_options(Subject::Puzzle(Box::new(compiled.clone())), options);
        let breaking = solver.analysis().breaking(Engine::Search, solver.cancel());
        let cases = breaking.expect("it can anchor").cases;
        let (is_only_case, item) = (cases.len() == 1, compiled.problem.pieces[piece]);
        let is_used = |case: &Case| case.is_required(&compiled.problem.cover, item);
        let mut used = cases.into_iter().filter(is_used);
        let (Some(case), None) = (used.next(), used.next()) else {
            panic!("there is one case in which {anchor} is used")
        };
        Self { compiled, case, is_only_case }
    }

    /// Whether there is no other case.
    pub fn is_only_case(&self) -> bool {
        self.is_only_case
    }

    /// The levels of instructions at which this processor can search.
    pub fn levels() -> Vec<String> {
        SimdLevel::available().iter().map(|level| format!("{level:?}")).collect()
    }

    /// Counts with the engine search at the level of this number, its tables included.
    pub fn count_by_search(&self, level: usize) -> u64 {
        let problem = &self.compiled.problem;
        let (capacity, level) = (Capacity::new(problem), SimdLevel::available()[level]);
        count(Search::new(problem, &self.case, capacity.as_ref(), level).worker())
    }

    /// Counts with the engine links.
    pub fn count_by_links(&self) -> u64 {
        count(Links::new(&self.compiled.problem, &self.case).worker())
    }

    /// The number of items, and the items of each option. All are primary.
    ///
    /// # Panics
    /// When some item is not.
    pub fn options(&self) -> (usize, Vec<Vec<u32>>) {
        let cover = &self.compiled.problem.cover;
        assert!(cover.items().all(|item| self.case.is_required(cover, item)));
        let items = |&option| cover.items_of(option).iter().map(|item| item.0).collect();
        (cover.item_count(), self.case.kept.iter().map(items).collect())
    }
}

fn count(mut worker: impl Worker) -> u64 {
    let mut solutions = Tally::default();
    worker.run(&[], &mut solutions, &CancelToken::default());
    solutions.0
}

/// How long the tasks of a puzzle's tree take on one thread, in seconds: of a scan where a count begins
/// with one, else of a search.
#[derive(Clone, Debug, Default)]
pub struct TaskTimes {
    /// Whether that is a scan; a search otherwise.
    pub is_scan: bool,
    /// The tasks as they are planned.
    pub planned_s: Vec<f64>,
    /// Those that take long split into the choices at their roots, again and again.
    pub split_s: Vec<f64>,
    /// The solutions that were found.
    pub solutions: u64,
}

impl TaskTimes {
    /// Measures the tasks of a puzzle, and splits those that take longer than `longest_s`.
    ///
    /// # Panics
    /// When the puzzle has no anchor.
    pub fn measure(puzzle: &Puzzle, longest_s: f64) -> Self {
        let solver = Solver::new(puzzle).expect("nothing is given");
        let (analysis, cancel) = (solver.analysis(), solver.cancel());
        let engine = solver.plan().expect("some engine fits the memory").engine();
        let prepared = if engine == Engine::Scan {
            let cases = analysis.breaking(engine, cancel).expect("it has an anchor").cases;
            Prepared::Scan(analysis.scans_of(&cases, cancel).expect("the plan has a scan"))
        } else {
            let cases = analysis.search_breaking(cancel).expect("it has an anchor").cases;
            Prepared::Search(analysis.searches_of(&cases, cancel).expect("nobody cancels it"))
        };
        let mut times = Self { is_scan: engine == Engine::Scan, ..Self::default() };
        let (tasks, _) = split(prepared.workers(), TASKS, cancel).expect("nobody cancels it");
        for task in tasks {
            let mut worker = prepared.worker(task.case);
            let (task_s, found) = time(&mut worker, &task.prefix);
            times.solutions += found;
            times.planned_s.push(task_s);
            times.split(&mut worker, &task, task_s, longest_s);
        }
        times
    }

    fn split(&mut self, worker: &mut AnyWorker<'_>, task: &Task, task_s: f64, longest_s: f64) {
        if task_s > longest_s
            && let Branch::Choices { options, .. } = worker.branch(&task.prefix)
        {
            for option in options {
                let prefix = [task.prefix.as_slice(), &[option]].concat();
                let (part_s, _) = time(worker, &prefix);
                self.split(worker, &Task { prefix, ..task.clone() }, part_s, longest_s);
            }
        } else {
            self.split_s.push(task_s);
        }
    }
}

/// How long a task takes alone, in seconds, and the solutions it finds.
fn time(worker: &mut AnyWorker<'_>, prefix: &[OptionId]) -> (f64, u64) {
    let mut solutions = Tally::default();
    let watch = Stopwatch::start();
    worker.run(prefix, &mut solutions, &CancelToken::default());
    (watch.elapsed().as_secs_f64(), solutions.0)
}

/// No text makes a reader of covers panic, and what one accepts is written and read again as the
/// same cover.
///
/// # Panics
/// When that is not so.
pub fn try_cover(text: &str, is_matrix: bool) {
    let read = |text: &str| if is_matrix { matrix::read(text) } else { dlx::read(text) };
    let ReadCover { cover, .. } = match read(text) {
        Ok(read) => read,
        Err(error) => {
            assert!(error.line >= 1 && error.line <= text.lines().count().max(1));
            assert!(error.column >= 1);
            return;
        }
    };
    let problem = Problem::of_cover(cover);
    let names: Vec<String> =
        problem.cover.items().map(|item| problem.cover.item_name(item).to_owned()).collect();
    let standard = StandardCover::new(&problem, &Case::whole(&problem));
    let standard = standard.expect("it is as small as the text");
    assert_same(&standard.cover, &problem.cover);
    let mut bytes = Vec::new();
    let written = if is_matrix {
        matrix::write(&mut bytes, &standard, &names, &[])
    } else {
        dlx::write(&mut bytes, &standard, (&names, dlx::Names::Whole), &[])
    };
    written.expect("memory takes it");
    if is_matrix || standard.primary_count() > 0 {
        let again = read(&String::from_utf8(bytes).expect("writers write UTF-8"));
        assert_same(&again.expect("what is written can be read").cover, &standard.cover);
    }
}

/// Both covers have the same options; names aside, which a writer may change.
fn assert_same(a: &Cover, b: &Cover) {
    assert_eq!((a.item_count(), a.option_count()), (b.item_count(), b.option_count()));
    assert!(a.options().all(|option| a.items_of(option) == b.items_of(option)));
}

/// No text makes the reader of puzzle files panic, a refusal names a line of the text, and a puzzle
/// of no more than `most_cells` cells that is accepted can be compiled and checked.
///
/// # Panics
/// When that is not so.
pub fn try_puzzle(text: &str, most_cells: usize) {
    let file = match file::parse(text) {
        Ok(file) => file,
        Err(error) => {
            assert!(error.line >= 1 && error.line <= text.matches('\n').count() + 1);
            assert!(error.column >= 1);
            return;
        }
    };
    assert!(!file.members.is_empty());
    for puzzle in &file.members {
        let pieces: usize = puzzle.pieces.iter().map(|piece| piece.cells.len()).sum();
        if puzzle.board.cell_count() > most_cells || pieces > most_cells {
            continue;
        }
        let Ok(compiled) = compile(puzzle) else { continue };
        let _ = infeasibility(&compiled);
        assert_eq!(Checker::new(puzzle).board_motions(), compiled.problem.group.order());
    }
}

/// No text makes the readers of pictures and starting positions of a puzzle panic.
///
/// # Panics
/// When one does, or a position is not read as it is written.
pub fn try_position(puzzle: &Puzzle, text: &str) {
    let checker = Checker::new(puzzle);
    if let Ok(line) = checker.read_picture(text) {
        checker.check_line(&line).expect("what was read is legal");
    }
    let _ = checker.check_listing(text.as_bytes());
    let Ok(given) = read_given(puzzle, text) else { return };
    let puzzle = Puzzle { given, ..puzzle.clone() };
    if compile(&puzzle).is_ok() {
        let again = read_given(&puzzle, &given_line(&puzzle)).expect("it was possible");
        assert_eq!(again.len(), puzzle.given.len());
    }
}

/// No bytes make the checker of certificates panic, and none prove another count of a puzzle than
/// the true one: distinct and total.
///
/// # Panics
/// When that is not so.
pub fn try_certificate(puzzle: &Puzzle, data: &[u8], counts: (u128, u128)) {
    // The known counts left out, so that the trees alone must refuse.
    let checker = Checker::new(&Puzzle { known: None, ..puzzle.clone() });
    let mut certificates = Certificates::new(data);
    while let Ok(Some(head)) = certificates.next_first_line() {
        let Ok(proved) = certificates.check(&checker, &head) else { return };
        assert_eq!((proved.distinct, proved.total), counts);
    }
}

/// No bytes make the checker of formulas panic.
pub fn try_formula(puzzle: &Puzzle, data: &[u8]) {
    // Whether the file is refused is for the tests of the library.
    let _ = Checker::new(puzzle).check_formulas(vec![data]);
}
