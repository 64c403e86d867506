//! The search tree of a subject with no symmetry broken, in which the choices of a solution are found.

use crate::cover::Case;

use super::enumerate::choices::ChoiceFinder;
use super::error::Error;
use super::options::Engine;
use super::planner::{Wanted, tree_engine};
use super::prepared::Prepared;
use super::solver::{Request, Solver};

/// A search tree with no symmetry broken.
pub(crate) struct WholeTree(Prepared);

impl WholeTree {
    /// Finds the choices of solutions in it.
    pub fn choices(&self) -> ChoiceFinder<'_> {
        ChoiceFinder::new(self.0.worker(0))
    }
}

impl Solver {
    /// The search tree with no symmetry broken, in which the choices of a solution are found.
    ///
    /// # Errors
    /// When no engine fits the memory, or it is cancelled.
    pub(crate) fn whole_tree(&self) -> Result<WholeTree, Error> {
        let problem = self.subject().problem();
        let whole = [Case::whole(problem)];
        let wanted = Wanted { engine: None, ..self.wanted(&Request::default()) };
        Ok(WholeTree(match tree_engine(self.analysis(), &wanted)? {
            Engine::Search => Prepared::Search(self.analysis().searches_of(&whole, self.cancel())?),
            _ => Prepared::links(problem, &whole, self.cancel())?,
        }))
    }
}
