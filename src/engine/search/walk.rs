//! Walks over the whole layout of a case: down a prefix, to what lies there, and on at random.

use crate::cover::{ItemId, OptionId};
use crate::engine::{Branch, Visitor};

use super::arch::Job;
use super::kernel::{Dynamic, Found, Packer, Run, Search as Kernel, Stack, Width};
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

impl<V: Visitor, W: Width, P: Packer, const COPIES: bool> Kernel<'_, '_, V, W, P, COPIES> {
    /// Follows a prefix of choices, of which the first few lead to a node that is on the stack.
    /// False when it is none of this tree.
    #[inline(always)]
    pub fn follow(&mut self, prefix: &[OptionId], shared: usize) -> bool {
        for (depth, &option) in prefix.iter().enumerate().skip(shared) {
            let Found::Item(item) = self.look(depth) else { return false };
            self.branch_on(depth, item);
            loop {
                let Some(bit) = self.next_untried(depth) else { return false };
                let candidate = self.layout.options[bit];
                if self.run.table.options[candidate as usize] == option {
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
            options.extend(self.run.chosen.last());
            self.undo(depth);
        }
        options
    }

    /// Goes down from a node at random; see [`super::SearchWorker::dive`].
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
            let found = self.look(depth);
            meet(depth, weight, matches!(found, Found::Solution));
            let Found::Item(item) = found else { return };
            // Trying the choices withdraws them where items have copies.
            let live = COPIES.then(|| self.stack.active[depth * words..][..words].to_vec());
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
pub(super) struct Follow<'s, 'r, V> {
    pub run: &'s mut Run<'r, V>,
    pub stack: &'s mut Stack,
    pub prefix: &'s [OptionId],
    /// How many of its choices lead to nodes that are on the stack already.
    pub shared: usize,
}

impl<V: Visitor> Job for Follow<'_, '_, V> {
    type Outcome = bool;

    #[inline(always)]
    fn run(self, _: impl Lanes) -> bool {
        let Self { run, stack, prefix, shared } = self;
        let table = run.table;
        if table.has_copies {
            kernel::<V, true>(run, table, stack).follow(prefix, shared)
        } else {
            kernel::<V, false>(run, table, stack).follow(prefix, shared)
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
