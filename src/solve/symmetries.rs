//! The symmetries of a plain cover: how many there are, and its solutions counted up to them.
//!
//! A puzzle knows its symmetries from its board. Those of a cover are looked for when they are asked
//! about; to tell solutions apart all of them are listed, and the cover then goes the way of a puzzle.
//!
//! Cost: a second at most to find them; the list takes four bytes for each item and option of each.

use crate::cover::automorphism::{Automorphisms, Order};
use crate::cover::{Group, Problem};
use crate::work_limit::WorkLimit;

use super::error::Error;
use super::outcome::Outcome;
use super::solver::Solver;
use super::subject::Subject;

/// How much work finding them may be: about a second's.
const EFFORT: u64 = 1 << 28;

/// The most symmetries that are listed.
const MOST_ELEMENTS: u64 = 100_000;

/// The most numbers that the list of them may have.
const MOST_NUMBERS: u64 = 64_000_000;

impl Solver {
    /// Counts the solutions, and those of them that no symmetry turns into one another. Of a puzzle both
    /// are always counted; of a cover, whose symmetries are the permutations of its items and options
    /// that keep it as it is, this tells them apart.
    ///
    /// ```
    /// use bitcover::{Cover, Solver};
    ///
    /// // The perfect matchings of a ring of four: the two are images of each other.
    /// let ring = Cover::parse_dlx("a b c d\na b\nb c\nc d\nd a\n")?;
    /// let outcome = Solver::new(&ring)?.count_distinct()?;
    /// assert_eq!(outcome.total, 2);
    /// assert_eq!(outcome.distinct, Some(1.into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When a cover has too many symmetries to list, or they are not all found; and those of a count.
    pub fn count_distinct(&self) -> Result<Outcome, Error> {
        self.with_symmetries()?.count()
    }

    /// A solver that tells the solutions of a cover apart only up to its symmetries.
    ///
    /// # Errors
    /// When there are too many of those to list, they are not all found, or it is cancelled.
    pub(crate) fn with_symmetries(&self) -> Result<Self, Error> {
        let Subject::Cover { name, problem, .. } = self.subject() else { return Ok(self.clone()) };
        let cover = &problem.cover;
        let found = self.automorphisms(problem)?;
        let order = found.order();
        let numbers = (cover.item_count() + cover.option_count()).max(1) as u64;
        let most = MOST_ELEMENTS.min(MOST_NUMBERS / numbers);
        if !order.is_whole || order.exact.is_none_or(|order| order > most.into()) {
            let (name, order) = (name.clone(), order.to_string());
            return Err(Error::TooManySymmetries { name, order, most });
        }
        let group = Group::new(cover, found.elements());
        let problem = Box::new(Problem { group, ..(**problem).clone() });
        let subject = Subject::Cover { name: name.clone(), problem, has_group: true };
        Ok(self.with_subject(subject))
    }

    /// How many symmetries a plain cover has; nothing for a puzzle.
    ///
    /// # Errors
    /// When it is cancelled.
    pub(crate) fn symmetry_order(&self) -> Result<Option<Order>, Error> {
        match self.subject() {
            Subject::Puzzle(_) => Ok(None),
            Subject::Cover { problem, .. } => {
                self.automorphisms(problem).map(|found| Some(found.order()))
            }
        }
    }

    fn automorphisms(&self, problem: &Problem) -> Result<Automorphisms, Error> {
        let found =
            Automorphisms::of_cover(&problem.cover, &mut WorkLimit::new(EFFORT, self.cancel()));
        self.cancel().check()?;
        Ok(found)
    }
}
