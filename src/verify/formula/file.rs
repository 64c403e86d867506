//! Whole formulas, one for each case, and what they prove together if none has a model.

use std::collections::HashSet;
use std::io::BufRead;

use super::head::Head;
use super::rows::{CaseRows, FormulaCover};
use crate::verify::certificate::cases::{self, CaseStep};
use crate::verify::certificate::count::PuzzleCount;
use crate::verify::certificate::file::{SolutionCount, SolutionSums};
use crate::verify::certificate::statement::Statement;
use crate::verify::checker::Checker;
use crate::verify::lines::Lines;
use crate::verify::listing::check_given;
use crate::verify::refusal::Refusal;
use crate::verify::subject::{Subject, SubjectKind};

/// The longest line that is read, in bytes.
const MAX_LINE: usize = 1 << 26;

/// What formulas were found to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CheckedFormulas {
    /// What the solutions add up to that they exclude.
    pub sums: SolutionSums,
    /// The cases, each with a formula.
    pub cases: usize,
    /// The cases that are ruled out without one.
    pub ruled_out: usize,
}

/// Why formulas are refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RefusedFormula {
    /// Which of the files is meant, counted from 0; none where all are.
    pub file: Option<usize>,
    /// What is wrong.
    pub refusal: Refusal,
}

impl Checker {
    /// Checks the formulas of the puzzle's cases, in their order.
    ///
    /// # Errors
    /// The first thing that is wrong with them.
    pub fn check_formulas<R: BufRead>(
        &self,
        readers: Vec<R>,
    ) -> Result<CheckedFormulas, RefusedFormula> {
        let of_all = |reason| RefusedFormula { file: None, refusal: Refusal::of_file(reason) };
        let Statement { exact, placements } = Statement::new(self).map_err(of_all)?;
        let colours = exact.colours();
        let has_ranges = exact.has_ranges();
        let cover = FormulaCover { exact: &exact, colours: &colours, has_ranges };
        let mut count = PuzzleCount::new(self, &placements);
        let check_subject = |subject: &Subject| {
            subject.check("it", SubjectKind::Puzzle, &self.name).map_err(Refusal::of_file)?;
            check_given(self, subject.given.as_deref())
                .map_err(|reason| Refusal::of_file(reason).for_position())
        };
        let steps = check_files(&cover, readers, &mut count, &check_subject)?;
        let ruled_out = cases::check(&exact, &steps).map_err(of_all)?;
        let sums = count.sums();
        count.check_known(&sums).map_err(of_all)?;
        Ok(CheckedFormulas { sums, cases: steps.len(), ruled_out })
    }
}

/// Checks the formula of each case, and counts the solutions that are excluded. Returns the steps of
/// the cases.
pub(in crate::verify) fn check_files<R: BufRead>(
    cover: &FormulaCover<'_>,
    readers: Vec<R>,
    count: &mut dyn SolutionCount,
    check_subject: &dyn Fn(&Subject) -> Result<(), Refusal>,
) -> Result<Vec<Vec<CaseStep>>, RefusedFormula> {
    let mut cases = Vec::new();
    let files = readers.len();
    for (file, reader) in readers.into_iter().enumerate() {
        let lines = Lines::new(reader, MAX_LINE);
        let mut formula = FormulaFile { cover, lines };
        let steps = formula.check((file + 1, files), count, check_subject);
        cases.push(steps.map_err(|refusal| RefusedFormula { file: Some(file), refusal })?);
    }
    Ok(cases)
}

/// A formula that is read.
struct FormulaFile<'a, R> {
    cover: &'a FormulaCover<'a>,
    lines: Lines<R>,
}

impl<R: BufRead> FormulaFile<'_, R> {
    /// Checks all of it; it must be of this case of so many.
    fn check(
        &mut self,
        (number, files): (usize, usize),
        count: &mut dyn SolutionCount,
        check_subject: &dyn Fn(&Subject) -> Result<(), Refusal>,
    ) -> Result<Vec<CaseStep>, Refusal> {
        let sizes = self.line()?.to_owned();
        let head = Head::read(self.line()?).map_err(|reason| Refusal::of_line(2, reason))?;
        let of_head = |refusal: Refusal| Refusal { line: 2, ..refusal };
        check_subject(&head.subject).map_err(of_head)?;
        if head.case != number {
            let reason = format!("the formula is of case {}, not of case {number}", head.case);
            return Err(Refusal::of_line(2, reason));
        }
        if head.cases != files {
            let reason = format!("there are {} cases, but {files} formulas", head.cases);
            return Err(Refusal::of_line(2, reason));
        }
        let steps = head.steps(self.cover.exact).map_err(|reason| Refusal::of_line(2, reason))?;
        let rows = self.cover.rows(&steps);
        let constraints = rows.constraints.saturating_add(head.solutions);
        let expected = format!("* #variable= {} #constraint= {constraints}", rows.variables);
        if sizes != expected {
            return Err(Refusal::of_line(1, format!("the line should be {expected:?}")));
        }
        for expected in &rows.lines {
            self.expect(expected)?;
        }
        self.check_excluded(&rows, head.solutions, count)?;
        Ok(steps)
    }

    /// Checks what is excluded, to the end of the file.
    fn check_excluded(
        &mut self,
        rows: &CaseRows,
        solutions: u64,
        count: &mut dyn SolutionCount,
    ) -> Result<(), Refusal> {
        let mut excluded: HashSet<Vec<u32>> = HashSet::new();
        while let Some(line) = self.lines.next()? {
            let read = excluded_by(line, rows, self.cover.has_ranges);
            let line = self.lines.number();
            let refuse = |reason| Refusal::of_line(line, reason);
            let options = read.map_err(refuse)?;
            count.add(&options).map_err(refuse)?;
            if !excluded.insert(options) {
                return Err(refuse("this excludes a solution again".to_owned()));
            }
        }
        if excluded.len() as u64 != solutions {
            let found = excluded.len();
            let reason = format!("{solutions} solutions should be excluded, but {found} are");
            return Err(Refusal::of_file(reason));
        }
        Ok(())
    }

    fn expect(&mut self, expected: &str) -> Result<(), Refusal> {
        if self.line()? == expected {
            return Ok(());
        }
        let reason = format!("the line is not that of the formula, which is {expected:?}");
        Err(Refusal::of_line(self.lines.number(), reason))
    }

    fn line(&mut self) -> Result<&str, Refusal> {
        let line = self.lines.number() + 1;
        let ends = || Refusal::of_line(line, "the file ends before this line");
        self.lines.next()?.ok_or_else(ends)
    }
}

/// The options of the solution that a constraint excludes: that one of them is not chosen or, where a
/// solution may be part of another, one more is.
fn excluded_by(line: &str, rows: &CaseRows, has_ranges: bool) -> Result<Vec<u32>, String> {
    let mut options = Vec::new();
    for word in line.split(' ').filter_map(|word| word.strip_prefix("~x")) {
        let number = word.parse::<u32>().ok().and_then(|variable| variable.checked_sub(1));
        let is_kept = |option: &u32| rows.kept.get(*option as usize).copied().unwrap_or(false);
        let option = number.filter(is_kept).ok_or_else(|| format!("there is no option x{word}"))?;
        options.push(option);
    }
    let mut terms: Vec<String> = options.iter().map(|o| format!("+1 ~x{} ", o + 1)).collect();
    if has_ranges {
        let is_other = |option: &u32| rows.kept[*option as usize] && !options.contains(option);
        let others = (0..rows.kept.len() as u32).filter(is_other);
        terms.extend(others.map(|option| format!("+1 x{} ", option + 1)));
    }
    let expected = terms.concat() + ">= 1 ;";
    if line != expected || !options.is_sorted_by(|a, b| a < b) {
        return Err("this should exclude a solution, and do nothing else".to_owned());
    }
    Ok(options)
}
