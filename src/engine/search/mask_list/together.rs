//! Forced choices, made together.
//!
//! Where several items have a single option each, all of these options must be chosen, in whatever
//! order: what is left in the end is the same. To choose them together saves the looks in between.
//! Only where an item comes to be without options does the number of nodes depend on the order.
//! They are counted then by choosing one after the other, so that it is always what it is so.

use crate::engine::lanes::{Job, Lanes, List};

use super::forced::{Tree, Work, judge, lowest};

/// What a step of several options costs more than one of a single option, what it takes to count
/// a node in turn, and what a look takes: measured, in tenths of it.
const STEP: i64 = 3;
const IN_TURN: i64 = 15;
const LOOK: i64 = 10;

/// The most by which savings and losses are remembered, in tenths of a look.
const MOST_CREDIT: i64 = 10_000;

/// Where options chosen together do not pay, every so many times they are tried again.
const TRIAL: u32 = 32;

/// What was forced after each of the choices in work: entry `i` belongs to the one with that
/// number.
#[derive(Clone, Debug, Default)]
pub(super) struct Together {
    chains: Vec<Forced>,
    /// Of those that go on.
    next: Vec<Forced>,
    /// Whether options were chosen together after any of them.
    is_used: bool,
    /// What was saved of late, in tenths of a look.
    credit: i64,
    /// How many times ago it was tried.
    since: u32,
}

/// What was forced after a choice.
#[derive(Clone, Copy, Debug, Default)]
struct Forced {
    /// How many nodes were counted for it.
    nodes: u32,
    /// Whether some of the options were chosen together.
    is_together: bool,
}

impl Together {
    /// Whether options are worth choosing together, as far as was seen; now and then it is tried.
    #[inline(always)]
    pub fn pays(&mut self) -> bool {
        self.since += 1;
        self.credit >= 0 || self.since >= TRIAL
    }

    /// Begins with so many choices, after which nothing was forced yet.
    #[inline(always)]
    fn start(&mut self, choices: usize) {
        self.chains.clear();
        self.chains.resize(choices, Forced::default());
        self.is_used = false;
        self.since = 0;
        self.credit = self.credit.clamp(-MOST_CREDIT, MOST_CREDIT);
    }

    /// Keeps the choices of some lanes, of the eight that begin at `at`.
    #[inline(always)]
    fn keep(&mut self, at: usize, lanes: u8) {
        self.next.extend(ones(lanes).map(|lane| self.chains[at + lane]));
    }

    /// Turns to the choices that were kept.
    #[inline(always)]
    fn turn(&mut self) {
        std::mem::swap(&mut self.chains, &mut self.next);
        self.next.clear();
    }

    /// Notes that so many options are chosen after a choice, which has the number `to` from now on.
    #[inline(always)]
    fn note(&mut self, number: usize, options: u32, to: usize) {
        let Forced { nodes, is_together } = self.chains[number];
        let several = options > 1;
        self.chains[to] = Forced { nodes: nodes + options, is_together: is_together | several };
        self.is_used |= several;
        self.credit += LOOK * i64::from(options - 1) - STEP;
    }

    /// By how much the number of nodes counted after a choice is too low, now that what it forces
    /// is known to leave an item of `open` without options.
    #[inline(always)]
    fn missed<L: Lanes>(
        &mut self,
        lanes: L,
        number: usize,
        (list, open, choice): (List<'_>, u64, u64),
    ) -> i64 {
        let nodes = i64::from(count_in_turn(lanes, list, open, choice));
        self.credit -= IN_TURN * nodes;
        nodes - i64::from(self.chains[number].nodes)
    }
}

/// [`Work::resolve`] with all options chosen together that are forced at a time. It is a job of
/// its own, since it would make the other way slower; it comes to the number of nodes.
pub(super) struct Resolve<'s, 't> {
    pub work: &'s mut Work,
    pub together: &'s mut Together,
    pub tree: Tree<'t>,
}

impl Job for Resolve<'_, '_> {
    type Outcome = u64;

    #[inline(always)]
    fn run(self, lanes: impl Lanes) -> u64 {
        let Self { work, together, tree } = self;
        let (nodes, lists) = tree;
        let Work { choices, children, forced, .. } = work;
        let mut met = 0;
        children.count = 0;
        together.start(choices.count);
        while choices.count > 0 {
            met += choices.count as i64;
            judge(lanes, tree, choices, (children, forced), |at, goes_on, dead| {
                together.keep(at, goes_on);
                if together.is_used {
                    for number in ones(dead).map(|lane| at + lane) {
                        if together.chains[number].is_together {
                            let node = &nodes[choices.parent(number) as usize];
                            let below = (lists.list(node), node.open, choices.first[number]);
                            met += together.missed(lanes, number, below);
                        }
                    }
                }
            });
            together.turn();
            let mut kept = 0;
            for number in 0..forced.count {
                let node = &nodes[forced.parent(number) as usize];
                let (list, taken) = (lists.list(node), forced.covered[number]);
                let union = lanes.unite(list, forced.items[number], taken);
                if union.is_disjoint() {
                    together.note(number, union.masks, kept);
                    met += i64::from(union.masks) - 1;
                    forced.shift(number, kept);
                    forced.covered[kept] = taken | union.items;
                    kept += 1;
                } else {
                    let below = (list, node.open, forced.first[number]);
                    met += together.missed(lanes, number, below);
                }
            }
            forced.count = kept;
            std::mem::swap(choices, forced);
        }
        met.cast_unsigned()
    }
}

/// The numbers of the lanes in a set.
#[inline(always)]
fn ones(lanes: u8) -> impl Iterator<Item = usize> {
    (0..8).filter(move |lane| lanes >> lane & 1 == 1)
}

/// How many options are chosen after a choice, one after the other, until an item of those to be
/// covered has none; it comes to that.
#[inline(never)]
fn count_in_turn<L: Lanes>(lanes: L, list: List<'_>, open: u64, choice: u64) -> u32 {
    let (mut nodes, mut taken) = (0, choice);
    loop {
        let (seen, left) = (lanes.survey(list, taken), open & !taken);
        let single = seen.single(left);
        if !seen.is_live(left) || single == 0 {
            return nodes;
        }
        taken |= lanes.find(list, lowest(single), taken);
        nodes += 1;
    }
}
