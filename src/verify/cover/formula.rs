//! Formulas of a cover, as `prove` writes them.
//!
//! There is one case, which is the whole cover. Ranges and colours can be said in a formula.

use std::io::BufRead;

use super::certificate::CoverCount;
use super::checker::{CoverChecker, CoverItem};
use crate::verify::certificate::file::SolutionCount;
use crate::verify::formula::file::check_files;
use crate::verify::formula::rows::FormulaCover;
use crate::verify::formula::{CheckedFormulas, RefusedFormula};
use crate::verify::refusal::Refusal;
use crate::verify::subject::{Subject, SubjectKind};

impl CoverChecker {
    /// Checks the formula of the cover, which must be the only one.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub fn check_formulas<R: BufRead>(
        &self,
        readers: Vec<R>,
    ) -> Result<CheckedFormulas, RefusedFormula> {
        let (exact, numbers) = self.exact_cover();
        let coloured = |items: &Vec<(u32, Option<String>)>| {
            let entry = |(item, colour): &(u32, Option<String>)| Some((*item, colour.clone()?));
            items.iter().filter_map(entry).collect()
        };
        let colours: Vec<_> = self.options.iter().flatten().map(coloured).collect();
        let has_range = |item: &CoverItem| item.is_primary && item.least < item.most;
        let has_ranges = self.items.iter().any(has_range);
        let cover = FormulaCover { exact: &exact, colours: &colours, has_ranges };
        let mut count = CoverCount::new(self, &numbers);
        let check_subject = |subject: &Subject| {
            subject.check("it", SubjectKind::Cover, &self.name).map_err(Refusal::of_file)
        };
        let cases = check_files(&cover, readers, &mut count, &check_subject)?;
        match cases.as_slice() {
            [case] if case.is_empty() => {
                Ok(CheckedFormulas { sums: count.sums(), cases: 1, ruled_out: 0 })
            }
            _ => {
                let reason = "of a cover there should be one case without steps";
                Err(RefusedFormula { file: None, refusal: Refusal::of_file(reason) })
            }
        }
    }
}
