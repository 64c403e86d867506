//! What a file of solutions says that it holds, and whether its solutions bear that out.

use super::refusal::Refusal;

/// What is said of files that were written as solutions were found.
pub(crate) const AS_FOUND: &str = "the file was written as solutions were found, in no order and without \
     their counts; solutions written with --output DIR can be checked";

/// What the file says about itself.
#[derive(Debug)]
pub(crate) struct Claims {
    /// The starting position, if there was one, as a written line.
    pub given: Option<String>,
    /// Whether every arrangement is listed, rather than one for each distinct solution.
    pub images: bool,
    /// How many solutions are distinct; a cover says nothing of that.
    pub distinct: Option<u128>,
    /// How many solutions there are in all.
    pub total: u128,
    /// The sum over the distinct solutions.
    pub fingerprint: u128,
    /// Whether nothing was left out.
    pub complete: bool,
    /// How many lines precede the solutions where the claims stand in a file of their own, or in a
    /// line of JSON; `None` where they are a header above the solutions.
    pub beside: Option<usize>,
}

impl Claims {
    /// The number of lines before the first solution.
    pub fn lines(&self) -> usize {
        self.beside.unwrap_or(self.own_lines())
    }

    /// The number of lines of a header that is written above the solutions.
    fn own_lines(&self) -> usize {
        6 + usize::from(self.distinct.is_some()) + usize::from(self.given.is_some())
    }

    /// Where something is said that a header of its own lines would say on this one.
    fn says(&self, line: usize) -> String {
        match self.beside {
            None => format!("line {line}"),
            Some(_) => "the file beside it".to_owned(),
        }
    }

    /// A refusal of what is said on a line of the header.
    pub fn refusal(&self, line: usize, reason: String) -> Refusal {
        match self.beside {
            None => Refusal::of_line(line, reason),
            Some(_) => Refusal::of_file(format!("in the file beside it: {reason}")),
        }
    }

    /// The line that gives the number of distinct solutions.
    pub fn distinct_line(&self) -> usize {
        self.own_lines() - 3
    }

    /// The line that gives the number of all solutions.
    pub fn total_line(&self) -> usize {
        self.own_lines() - 2
    }

    /// The line that gives the fingerprint.
    fn fingerprint_line(&self) -> usize {
        self.own_lines() - 1
    }

    /// What a line of this file is, for a count of them.
    fn noun(&self, count: u128) -> &'static str {
        match (self.images, count) {
            (false, 1) => "solution",
            (false, _) => "solutions",
            (true, 1) => "arrangement",
            (true, _) => "arrangements",
        }
    }

    /// The number of lines that the file promises, and where it does.
    fn promised(&self) -> (u128, usize) {
        match self.distinct {
            Some(distinct) if !self.images => (distinct, self.distinct_line()),
            _ => (self.total, self.total_line()),
        }
    }

    /// Checks that there are not more lines than the file promises, `lines` of them so far.
    ///
    /// # Errors
    /// What was promised, in words.
    pub fn check_one_more(&self, lines: u128) -> Result<(), String> {
        let (promised, header_line) = self.promised();
        if lines <= promised {
            return Ok(());
        }
        Err(format!(
            "{} promises {promised} {}, but here is one more",
            self.says(header_line),
            self.noun(promised)
        ))
    }

    /// Checks that there are as many lines as the file promises; `end` is the line after the last.
    ///
    /// # Errors
    /// How many are missing.
    pub fn check_end(&self, lines: u128, end: usize) -> Result<(), Refusal> {
        let (promised, header_line) = self.promised();
        if lines >= promised {
            return Ok(());
        }
        let missing = promised - lines;
        let what = match missing {
            1 => format!("one {} is", self.noun(1)),
            _ => format!("{missing} {} are", self.noun(missing)),
        };
        let reason = format!(
            "the file ends after {lines} {}, but {} promises {promised}: {what} missing",
            self.noun(lines),
            self.says(header_line),
        );
        Err(Refusal::of_line(end, reason))
    }

    /// Compares the sums over all lines with what is claimed.
    ///
    /// # Errors
    /// The first of them that is another.
    pub fn check_sums(
        &self,
        distinct: u128,
        total: u128,
        fingerprint: u128,
    ) -> Result<(), Refusal> {
        let counts = [
            (self.distinct_line(), "distinct", self.distinct.unwrap_or(distinct), distinct),
            (self.total_line(), "total", self.total, total),
        ];
        for (line, key, promised, found) in counts {
            if promised != found {
                let reason =
                    format!("{key} is given as {promised}, but the lines below make it {found}");
                return Err(self.refusal(line, reason));
            }
        }
        if self.fingerprint != fingerprint {
            let reason = format!("the fingerprint of the lines below is {fingerprint:032x}");
            return Err(self.refusal(self.fingerprint_line(), reason));
        }
        Ok(())
    }
}
