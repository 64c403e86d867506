//! Puzzles of the catalogue written as exact cover problems, read back, and counted by both
//! engines and by a solver of another author.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use crate::cancel::CancelToken;
use crate::cover::format::dlx::{self, Names};
use crate::cover::format::{FormatError, ReadCover, matrix};
use crate::cover::{Case, Cover, Problem, StandardCover, cases};
use crate::engine::SimdLevel;
use crate::engine::Worker;
use crate::engine::links::Links;
use crate::engine::search::Search;
use crate::puzzle::catalog::catalog;
use crate::puzzle::{Compiled, compile};

type Reader = fn(&str) -> Result<ReadCover, FormatError>;

fn puzzle(name: &str) -> Compiled {
    let files = catalog().unwrap();
    let puzzle = files.iter().flat_map(|file| &file.members).find(|puzzle| puzzle.name == name);
    compile(puzzle.unwrap()).unwrap()
}

/// The cells as c0, c1, ... and the pieces as p0, p1, ...
fn item_names(problem: &Problem) -> Vec<String> {
    let piece = |item| problem.pieces.iter().position(|&piece| piece == item);
    let name = |item| match piece(item) {
        Some(piece) => format!("p{piece}"),
        None => format!("c{}", item.0),
    };
    problem.cover.items().map(name).collect()
}

fn count(mut worker: impl Worker) -> u64 {
    let mut count = 0;
    let mut visitor = |_: &[_]| {
        count += 1;
        ControlFlow::Continue(())
    };
    worker.run(&[], &mut visitor, &CancelToken::default());
    count
}

/// The solutions of a plain cover, on which both engines and the crate `dlx` must agree.
fn count_three_ways(cover: &Cover) -> u64 {
    let problem = Problem::of_cover(cover.clone());
    let case = Case::whole(&problem);
    let links = count(Links::new(&problem, &case).worker());
    let search = count(Search::new(&problem, &case, None, SimdLevel::best()).worker());
    assert_eq!(links, search);
    assert_eq!(links, count_with_dlx(cover));
    links
}

fn count_with_dlx(cover: &Cover) -> u64 {
    use ::dlx::choose::{mrv_chooser, no_tiebreak, prefer_any};
    use ::dlx::{OptOrder, Solver, Uint};
    let primary = cover.items().filter(|&item| cover.is_primary(item)).count();
    let option = |o| cover.items_of(o).iter().map(|item| Uint(item.0)).collect();
    let options: Vec<Vec<Uint>> = cover.options().map(option).collect();
    let secondary = cover.item_count() - primary;
    let mut problem = ::dlx::x::make_problem(
        Uint(primary as u32),
        Uint(secondary as u32),
        &options,
        OptOrder::Seq,
    );
    let mut solver = Solver::new(&mut problem);
    let mut chooser = mrv_chooser(prefer_any(), no_tiebreak());
    let mut solutions = 0;
    while solver.next_solution(&mut chooser) {
        solutions += 1;
    }
    solutions
}

/// Writes a case in both formats that are read, and counts what comes back.
fn count_through_files(problem: &Problem, case: &Case) -> u64 {
    let plain = StandardCover::new(problem, case).unwrap();
    let names = item_names(problem);
    let comments = ["written by a test".to_owned()];
    let mut texts = [Vec::new(), Vec::new()];
    dlx::write(&mut texts[0], &plain, (&names, Names::Whole), &comments).unwrap();
    matrix::write(&mut texts[1], &plain, &names, &comments).unwrap();
    let [dlx, matrix] = texts.map(|text| String::from_utf8(text).unwrap());
    let dlx = dlx::read(&dlx).unwrap();
    let matrix = matrix::read(&matrix).unwrap();
    for ReadCover { cover, warnings } in [&dlx, &matrix] {
        assert_eq!(cover.without_names(), plain.cover);
        assert!(warnings.is_empty());
    }
    assert_eq!(dlx.cover.item_names(), matrix.cover.item_names());
    for option in dlx.cover.options() {
        assert!(dlx.cover.option_words(option).eq(matrix.cover.option_words(option)));
    }
    count_three_ways(&dlx.cover)
}

#[test]
fn a_tower_keeps_its_total_through_the_files() {
    for (name, total) in [("logiq-2", 552), ("logiq-3", 55_056)] {
        let problem = puzzle(name).problem;
        assert_eq!(count_through_files(&problem, &Case::whole(&problem)), total, "{name}");
    }
}

#[test]
fn the_cases_of_a_tower_add_up_to_its_distinct_solutions() {
    for (name, distinct) in [("logiq-2", 23), ("logiq-3", 2_294)] {
        let problem = puzzle(name).problem;
        let cases = cases(&problem, &problem.pieces);
        assert!(cases.iter().all(|case| case.residual.len() == 1), "{name}");
        let sum: u64 = cases.iter().map(|case| count_through_files(&problem, case)).sum();
        assert_eq!(sum, distinct, "{name}, {} cases", cases.len());
    }
}

#[test]
fn copies_written_as_ordered_items_are_met_once() {
    let problem = puzzle("tetrominoes-5x8").problem;
    assert!(problem.pieces.iter().all(|&piece| problem.cover.multiplicity(piece) == 2));
    assert_eq!(count_through_files(&problem, &Case::whole(&problem)), 3_106);
}

#[test]
fn what_the_fuzz_targets_start_from_is_read_or_refused_with_a_place() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/corpus");
    let readers: [(&str, Reader); 2] = [("dlx", dlx::read), ("matrix", matrix::read)];
    for (folder, read) in readers {
        let mut refusals = 0;
        let mut files = 0;
        for entry in fs::read_dir(corpus.join(folder)).unwrap() {
            let bytes = fs::read(entry.unwrap().path()).unwrap();
            files += 1;
            if let Err(error) = read(&String::from_utf8_lossy(&bytes)) {
                assert!(error.line >= 1 && error.column >= 1 && !error.message.is_empty());
                refusals += 1;
            }
        }
        assert!(0 < refusals && refusals < files, "{folder}: {refusals} of {files} are refused");
    }
}
