//! Walks over the whole layout of a case: down a prefix, to what lies there, and on at random.

use crate::cover::{ItemId, OptionId};
use crate::engine::{Branch, Visitor};

use super::arch::Job;
use super::kernel::{Dynamic, Found, Run, Search as Kernel, Stack};
use super::lanes::Lanes;
use super::pack::Never;
use super::table::Table;

/// The kernel over the whole layout, which packs nothing.
#[inline(always)]
fn kernel<'s, 'r, V: Visitor, const COPIES: bool>(
    run: &'s mut Run<'r, V>,
    table: &'s Table,
    stack: &'s mut Stack,
) -> Kernel<'s, 'r, V, Dynamic, Never, COPIES> {
    let width = Dynamic(table.whole.words);
    Kernel { run, layout: &table.whole, width, stack, packer: Never }
}

/// Follows a prefix from the root; comes to false when it is none of the tree.
pub(super) struct Follow<'s, 'r, V> {
    pub run: &'s mut Run<'r, V>,
    pub stack: &'s mut Stack,
    pub prefix: &'s [OptionId],
}

impl<V: Visitor> Job for Follow<'_, '_, V> {
    type Outcome = bool;

    #[inline(always)]
    fn run(self, _: impl Lanes) -> bool {
        let Self { run, stack, prefix } = self;
        let table = run.table;
        if table.has_copies {
            kernel::<V, true>(run, table, stack).follow(prefix)
        } else {
            kernel::<V, false>(run, table, stack).follow(prefix)
        }
    }
}

/// What lies at a depth of the stack.
pub(super) struct Describe<'s, 'r, V> {
    pub run: &'s mut Run<'r, V>,
    pub stack: &'s mut Stack,
    pub depth: usize,
}

impl<V: Visitor> Job for Describe<'_, '_, V> {
    type Outcome = Branch;

    #[inline(always)]
    fn run(self, _: impl Lanes) -> Branch {
        let Self { run, stack, depth } = self;
        let table = run.table;
        if table.has_copies {
            describe(&mut kernel::<V, true>(run, table, stack), depth)
        } else {
            describe(&mut kernel::<V, false>(run, table, stack), depth)
        }
    }
}

#[inline(always)]
fn describe<V: Visitor, const COPIES: bool>(
    kernel: &mut Kernel<'_, '_, V, Dynamic, Never, COPIES>,
    depth: usize,
) -> Branch {
    match kernel.look(depth) {
        Found::Dead => Branch::Dead,
        Found::Solution => Branch::Solution,
        Found::Item(item) => {
            Branch::Choices { item: ItemId(item), options: kernel.choices(depth, item) }
        }
    }
}

/// See [`super::SearchWorker::dive`].
pub(super) struct Dive<'s, 'r, 'f, V> {
    pub run: &'s mut Run<'r, V>,
    pub stack: &'s mut Stack,
    pub depth: usize,
    pub pick: &'f mut dyn FnMut(usize) -> usize,
    pub meet: &'f mut dyn FnMut(usize, f64, bool),
}

impl<V: Visitor> Job for Dive<'_, '_, '_, V> {
    type Outcome = ();

    #[inline(always)]
    fn run(self, _: impl Lanes) {
        let Self { run, stack, depth, pick, meet } = self;
        let table = run.table;
        if table.has_copies {
            kernel::<V, true>(run, table, stack).dive(depth, pick, meet);
        } else {
            kernel::<V, false>(run, table, stack).dive(depth, pick, meet);
        }
    }
}
