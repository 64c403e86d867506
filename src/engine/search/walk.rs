//! Walks over the whole matrix of a case: down a prefix, to what lies there, and on at random. They
//! are compiled for items with ranges, which says all, and for those that are covered once.

use std::ops::ControlFlow;

use crate::cover::{ItemId, OptionId};
use crate::engine::worker::Branch;

use super::case::SearchCase;
use super::context::SearchContext;
use super::kernel::{Kernel, NodeKind, Packer};
use super::multiplicity::{Multiplicity, Once, Ranges};
use super::pack::NoPacking;
use super::stack::Stack;
use super::width::{Dynamic, Width};
use crate::engine::lanes::{Job, Lanes};

/// The kernel over the whole matrix, which packs nothing.
#[inline(always)]
fn kernel<'s, 'r, L: Lanes, M: Multiplicity>(
    lanes: L,
    context: &'s mut SearchContext<'r>,
    case: &'s SearchCase,
    stack: &'s mut Stack,
) -> Kernel<'s, 'r, L, Dynamic, NoPacking, M> {
    let matrix = (&case.whole, Dynamic(case.whole.words));
    Kernel::new(lanes, context, matrix, stack, NoPacking)
}

impl<L: Lanes, W: Width, P: Packer, M: Multiplicity> Kernel<'_, '_, L, W, P, M> {
    /// Follows a prefix of choices, of which the first few lead to a node that is on the stack.
    /// False when it is none of this tree.
    #[inline(always)]
    pub fn follow(&mut self, prefix: &[OptionId], shared: usize) -> bool {
        for (depth, &option) in prefix.iter().enumerate().skip(shared) {
            let case = self.context.case;
            let Some(item) = self.inspect(depth).branches_on(case) else { return false };
            if !self.take_option(depth, item, option) {
                return false;
            }
        }
        true
    }

    /// Goes down from a node as `pick` says; see [`crate::engine::Worker::walk`]. Appends the choices
    /// to a path.
    #[inline(always)]
    pub fn walk(&mut self, from: usize, pick: &mut Pick<'_>, path: &mut Vec<OptionId>) {
        let words = self.width.words();
        let mut depth = from;
        loop {
            let found = self.inspect(depth);
            // Trying the choices withdraws them where items have copies.
            let live = M::COPIES.then(|| self.stack.active[depth * words..][..words].to_vec());
            let Some(option) = pick(&self.describe(depth, &found)) else { return };
            if let Some(live) = live {
                self.stack.active[depth * words..][..words].copy_from_slice(&live);
            }
            let Some(item) = found.branches_on(self.context.case) else { return };
            if !self.take_option(depth, item, option) {
                return;
            }
            path.push(option);
            depth += 1;
        }
    }

    /// Takes an option of an item; false where it is not among those to be tried, or the capacities
    /// forbid it. The node stays what it was, so that other prefixes can part from it.
    #[inline(always)]
    fn take_option(&mut self, depth: usize, item: u32, option: OptionId) -> bool {
        let words = self.width.words();
        let live = M::COPIES.then(|| self.stack.active[depth * words..][..words].to_vec());
        self.branch_on(depth, item);
        let mut is_taken = false;
        while let Some(bit) = self.next_untried(depth) {
            if self.context.case.options[self.matrix.options[bit] as usize] == option {
                is_taken = self.take(depth, bit);
                break;
            }
        }
        if let Some(live) = live {
            self.stack.active[depth * words..][..words].copy_from_slice(&live);
        }
        is_taken
    }

    /// What there is at a node.
    #[inline(always)]
    fn describe(&mut self, depth: usize, found: &NodeKind) -> Branch {
        match (found, found.branches_on(self.context.case)) {
            (NodeKind::Dead, _) => Branch::Dead,
            (_, None) => Branch::Solution,
            (NodeKind::Item(_), Some(item)) => {
                Branch::Choices { item: ItemId(item), options: self.choices(depth, item) }
            }
            (_, Some(any)) => Branch::SolutionOrMore { options: self.choices(depth, any) },
        }
    }

    /// The choices at a node that the capacities allow.
    #[inline(always)]
    pub fn choices(&mut self, depth: usize, item: u32) -> Vec<OptionId> {
        self.branch_on(depth, item);
        let mut options = Vec::new();
        while let Some(bit) = self.next_allowed(depth) {
            options.push(self.context.case.options[self.matrix.options[bit] as usize]);
        }
        options
    }

    /// The next untried option that the capacities allow, which is not taken.
    #[inline(always)]
    fn next_allowed(&mut self, depth: usize) -> Option<usize> {
        loop {
            let bit = self.next_untried(depth)?;
            if self.is_allowed(depth, bit) {
                return Some(bit);
            }
        }
    }

    /// Goes down from a node at random; see [`super::worker::SearchWorker::dive`].
    #[inline(always)]
    pub fn dive(&mut self, from: usize, pick: &mut PickOne<'_>, meet: &mut Meet<'_>) {
        let words = self.width.words();
        let (mut depth, mut weight) = (from, 1.0);
        loop {
            let found = self.inspect(depth);
            let goes_on = meet(depth, weight, found.is_solution()).is_continue();
            let branches_on = found.branches_on(self.context.case);
            let (Some(item), true) = (branches_on, goes_on) else { return };
            // Trying the choices withdraws them where items have copies.
            let live = M::COPIES.then(|| self.stack.active[depth * words..][..words].to_vec());
            let choices = self.choices(depth, item);
            if choices.is_empty() {
                return;
            }
            if let Some(live) = live {
                self.stack.active[depth * words..][..words].copy_from_slice(&live);
            }
            weight *= choices.len() as f64;
            let mut ahead = pick(&choices);
            self.branch_on(depth, item);
            while let Some(bit) = self.next_allowed(depth) {
                if ahead == 0 {
                    self.take(depth, bit);
                    break;
                }
                ahead -= 1;
            }
            depth += 1;
        }
    }
}

/// Follows a prefix; comes to false when it is none of the tree.
pub(super) struct Follow<'s, 'r> {
    pub context: &'s mut SearchContext<'r>,
    pub stack: &'s mut Stack,
    pub prefix: &'s [OptionId],
    /// How many of its choices lead to nodes that are on the stack already.
    pub shared: usize,
}

impl Job for Follow<'_, '_> {
    type Outcome = bool;

    #[inline(always)]
    fn run(self, lanes: impl Lanes) -> bool {
        let Self { context, stack, prefix, shared } = self;
        let case = context.case;
        if case.has_copies {
            kernel::<_, Ranges>(lanes, context, case, stack).follow(prefix, shared)
        } else {
            kernel::<_, Once>(lanes, context, case, stack).follow(prefix, shared)
        }
    }
}

/// Goes down from a depth of the stack as `pick` says.
pub(super) struct Walk<'s, 'r, 'f> {
    pub context: &'s mut SearchContext<'r>,
    pub stack: &'s mut Stack,
    pub depth: usize,
    pub pick: &'f mut Pick<'f>,
    /// The choices that lead to where the walk is.
    pub path: &'s mut Vec<OptionId>,
}

/// Is told what lies at a node, and names the choice to go on with.
pub(super) type Pick<'f> = dyn FnMut(&Branch) -> Option<OptionId> + 'f;

impl Job for Walk<'_, '_, '_> {
    type Outcome = ();

    #[inline(always)]
    fn run(self, lanes: impl Lanes) {
        let Self { context, stack, depth, pick, path } = self;
        let case = context.case;
        if case.has_copies {
            kernel::<_, Ranges>(lanes, context, case, stack).walk(depth, pick, path);
        } else {
            kernel::<_, Once>(lanes, context, case, stack).walk(depth, pick, path);
        }
    }
}

/// See [`super::worker::SearchWorker::dive`].
pub(super) struct Dive<'s, 'r, 'f> {
    pub context: &'s mut SearchContext<'r>,
    pub stack: &'s mut Stack,
    pub depth: usize,
    pub pick: &'f mut PickOne<'f>,
    pub meet: &'f mut Meet<'f>,
}

/// Says which one of some choices a dive takes, by its place among them.
pub(crate) type PickOne<'f> = dyn FnMut(&[OptionId]) -> usize + 'f;

/// Is told of each node of a dive: its depth, the product of the numbers of choices above it, and
/// whether it is a solution. `Break` ends the dive there.
pub(super) type Meet<'f> = dyn FnMut(usize, f64, bool) -> ControlFlow<()> + 'f;

impl Job for Dive<'_, '_, '_> {
    type Outcome = ();

    #[inline(always)]
    fn run(self, lanes: impl Lanes) {
        let Self { context, stack, depth, pick, meet } = self;
        let case = context.case;
        if case.has_copies {
            kernel::<_, Ranges>(lanes, context, case, stack).dive(depth, pick, meet);
        } else {
            kernel::<_, Once>(lanes, context, case, stack).dive(depth, pick, meet);
        }
    }
}
