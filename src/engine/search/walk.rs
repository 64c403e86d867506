//! Walks over the whole matrix of a case: down a prefix, to what lies there, and on at random. They
//! are compiled for items with ranges, which says all, and for those that are covered once.

use std::marker::PhantomData;

use crate::cover::{ItemId, OptionId};
use crate::engine::worker::Branch;

use super::case::SearchCase;
use super::context::SearchContext;
use super::kernel::{Dynamic, Kernel, NodeKind, Packer, Stack, Width};
use super::lanes::{Job, Lanes};
use super::multiplicity::{Multiplicity, Once, Ranges};
use super::pack::NoPacking;

/// The kernel over the whole matrix, which packs nothing.
#[inline(always)]
fn kernel<'s, 'r, M: Multiplicity>(
    context: &'s mut SearchContext<'r>,
    case: &'s SearchCase,
    stack: &'s mut Stack,
) -> Kernel<'s, 'r, Dynamic, NoPacking, M> {
    let width = Dynamic(case.whole.words);
    let multiplicity = PhantomData;
    Kernel { context, matrix: &case.whole, width, stack, packer: NoPacking, multiplicity }
}

impl<W: Width, P: Packer, M: Multiplicity> Kernel<'_, '_, W, P, M> {
    /// Follows a prefix of choices, of which the first few lead to a node that is on the stack.
    /// False when it is none of this tree.
    #[inline(always)]
    pub fn follow(&mut self, prefix: &[OptionId], shared: usize) -> bool {
        for (depth, &option) in prefix.iter().enumerate().skip(shared) {
            let case = self.context.case;
            let Some(item) = self.inspect(depth).branches_on(case) else { return false };
            self.branch_on(depth, item);
            loop {
                let Some(bit) = self.next_untried(depth) else { return false };
                let candidate = self.matrix.options[bit];
                if self.context.case.options[candidate as usize] == option {
                    if !self.take(depth, bit) {
                        return false;
                    }
                    break;
                }
            }
        }
        true
    }

    /// The choices at a node that the capacities allow.
    #[inline(always)]
    pub fn choices(&mut self, depth: usize, item: u32) -> Vec<OptionId> {
        self.branch_on(depth, item);
        let mut options = Vec::new();
        while self.advance(depth) {
            options.extend(self.context.chosen.last());
            self.undo(depth);
        }
        options
    }

    /// Goes down from a node at random; see [`super::worker::SearchWorker::dive`].
    #[inline(always)]
    pub fn dive(
        &mut self,
        from: usize,
        pick: &mut dyn FnMut(usize) -> usize,
        meet: &mut dyn FnMut(usize, f64, bool),
    ) {
        let words = self.width.words();
        let (mut depth, mut weight) = (from, 1.0);
        loop {
            let found = self.inspect(depth);
            meet(depth, weight, found.is_solution());
            let Some(item) = found.branches_on(self.context.case) else { return };
            // Trying the choices withdraws them where items have copies.
            let live = M::COPIES.then(|| self.stack.active[depth * words..][..words].to_vec());
            self.branch_on(depth, item);
            let mut degree = 0;
            while self.advance(depth) {
                self.undo(depth);
                degree += 1;
            }
            if degree == 0 {
                return;
            }
            if let Some(live) = live {
                self.stack.active[depth * words..][..words].copy_from_slice(&live);
            }
            weight *= degree as f64;
            let mut ahead = pick(degree);
            self.branch_on(depth, item);
            while self.advance(depth) && ahead > 0 {
                self.undo(depth);
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
    fn run(self, _: impl Lanes) -> bool {
        let Self { context, stack, prefix, shared } = self;
        let case = context.case;
        if case.has_copies {
            kernel::<Ranges>(context, case, stack).follow(prefix, shared)
        } else {
            kernel::<Once>(context, case, stack).follow(prefix, shared)
        }
    }
}

/// What lies at a depth of the stack.
pub(super) struct Describe<'s, 'r> {
    pub context: &'s mut SearchContext<'r>,
    pub stack: &'s mut Stack,
    pub depth: usize,
}

impl Job for Describe<'_, '_> {
    type Outcome = Branch;

    #[inline(always)]
    fn run(self, _: impl Lanes) -> Branch {
        let Self { context, stack, depth } = self;
        let case = context.case;
        if case.has_copies {
            describe(&mut kernel::<Ranges>(context, case, stack), depth)
        } else {
            describe(&mut kernel::<Once>(context, case, stack), depth)
        }
    }
}

#[inline(always)]
fn describe<M: Multiplicity>(
    kernel: &mut Kernel<'_, '_, Dynamic, NoPacking, M>,
    depth: usize,
) -> Branch {
    let found = kernel.inspect(depth);
    match (&found, found.branches_on(kernel.context.case)) {
        (NodeKind::Dead, _) => Branch::Dead,
        (_, None) => Branch::Solution,
        (NodeKind::Item(_), Some(item)) => {
            Branch::Choices { item: ItemId(item), options: kernel.choices(depth, item) }
        }
        (_, Some(any)) => Branch::SolutionOrMore { options: kernel.choices(depth, any) },
    }
}

/// See [`super::worker::SearchWorker::dive`].
pub(super) struct Dive<'s, 'r, 'f> {
    pub context: &'s mut SearchContext<'r>,
    pub stack: &'s mut Stack,
    pub depth: usize,
    pub pick: &'f mut dyn FnMut(usize) -> usize,
    pub meet: &'f mut dyn FnMut(usize, f64, bool),
}

impl Job for Dive<'_, '_, '_> {
    type Outcome = ();

    #[inline(always)]
    fn run(self, _: impl Lanes) {
        let Self { context, stack, depth, pick, meet } = self;
        let case = context.case;
        if case.has_copies {
            kernel::<Ranges>(context, case, stack).dive(depth, pick, meet);
        } else {
            kernel::<Once>(context, case, stack).dive(depth, pick, meet);
        }
    }
}
