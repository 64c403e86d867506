//! The job of exploring everything below a node of the stack, at any processor level.

use super::case::BitMatrix;
use super::context::SearchContext;
use super::kernel::Kernel;
use super::multiplicity::{Copies, Multiplicity, Once, Ranges};
use super::pack::{PackSmall, Subproblems};
use super::stack::Stack;
use super::width::Dynamic;
use crate::engine::lanes::{Job, Lanes};

/// A search over the whole matrix of a case, from some depth of its stack. Comes to false when it
/// was cancelled.
pub(super) struct Explore<'s, 'r> {
    pub context: &'s mut SearchContext<'r>,
    pub matrix: &'s BitMatrix,
    pub stack: &'s mut Stack,
    pub smaller: &'s mut Subproblems,
    pub depth: usize,
}

impl Job for Explore<'_, '_> {
    type Outcome = bool;

    #[inline(always)]
    fn run(self, lanes: impl Lanes) -> bool {
        let case = self.context.case;
        match (case.any, case.has_copies) {
            (Some(_), _) => self.go::<_, Ranges>(lanes),
            (None, true) => self.go::<_, Copies>(lanes),
            (None, false) => self.go::<_, Once>(lanes),
        }
    }
}

impl Explore<'_, '_> {
    #[inline(always)]
    fn go<L: Lanes, M: Multiplicity>(self, lanes: L) -> bool {
        let Self { context, matrix, stack, smaller, depth } = self;
        let packer = PackSmall { rooms: smaller, lanes };
        let matrix = (matrix, Dynamic(matrix.words));
        Kernel::<_, _, _, M>::new(lanes, context, matrix, stack, packer).explore(depth)
    }
}
