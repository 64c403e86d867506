//! From the choices at the nodes of a depth to what they leave, with all that they force.
//!
//! A choice that leaves an item with a single option is not made a node of: that option is chosen as
//! well, and what is left then is found in the list of the node above.

use crate::engine::lanes::{LANES, Lanes, List, Positions};

use super::choices::{Choices, block};
use super::codec::Opposites;
use super::lists::{Lists, Node};

/// What the capacities allow, if they are asked, and what a choice rules out.
pub(super) type Ways<'a> = (Option<Positions<'a>>, Opposites);

/// The nodes of a depth, and the lists of all depths.
pub(super) type Tree<'a> = (&'a [Node], &'a Lists);

/// The choices in work.
#[derive(Clone, Debug, Default)]
pub(super) struct Work {
    pub choices: Choices,
    /// Those that leave no item without options, nor with a single one.
    pub children: Choices,
    /// Those that leave an item with a single one.
    pub forced: Choices,
    /// That option.
    options: Vec<u64>,
}

impl Work {
    /// Makes children of the choices that leave something to branch on, or nothing to cover, with
    /// all that they force; returns how many nodes there are on the way, dead ends included.
    #[inline(always)]
    pub fn resolve<L: Lanes>(&mut self, lanes: L, tree: Tree<'_>, ways: Ways<'_>) -> u64 {
        let Self { choices, children, forced, options } = self;
        let mut met = 0;
        children.count = 0;
        while choices.count > 0 {
            met += choices.count as u64;
            judge(lanes, tree, choices, (children, forced), |_, _, _| {});
            force(lanes, tree, ways, forced, options);
            std::mem::swap(choices, forced);
        }
        met
    }
}

/// Looks at what each of some choices leaves, eight at a time: those that leave every item two
/// options are children, those that leave one a single option are forced. Tells of each eight the
/// number of the first, the lanes that are forced, and those that leave an item none.
#[inline(always)]
pub(super) fn judge<L: Lanes>(
    lanes: L,
    (nodes, lists): Tree<'_>,
    choices: &Choices,
    (children, forced): (&mut Choices, &mut Choices),
    mut tell: impl FnMut(usize, u8, u8),
) {
    children.make_room(children.count + choices.count);
    forced.make_room(choices.count);
    forced.count = 0;
    for at in (0..choices.count).step_by(LANES) {
        let mut here = [List::new(&[], 0); LANES];
        let width = LANES.min(choices.count - at);
        for lane in 0..width {
            here[lane] = lists.list(&nodes[choices.parent(at + lane) as usize]);
        }
        let (covered, open) = (block(&choices.covered, at), block(&choices.open, at));
        let verdict = lanes.judge(&here[..width], covered, open);
        children.add(lanes, (choices, at), verdict.free, &verdict);
        forced.add(lanes, (choices, at), verdict.forced, &verdict);
        let dead = !(verdict.free | verdict.forced) & u8::MAX >> (LANES - width);
        tell(at, verdict.forced, dead);
    }
}

/// Makes forced choices: each time the option of the lowest item that has a single one. Leaves out
/// those that no capacity allows.
#[inline(always)]
fn force<L: Lanes>(
    lanes: L,
    (nodes, lists): Tree<'_>,
    (positions, opposites): Ways<'_>,
    forced: &mut Choices,
    options: &mut Vec<u64>,
) {
    let has_colours = opposites.are_needed();
    if options.len() < forced.count + LANES {
        options.resize(2 * forced.count + LANES, 0);
    }
    for number in 0..forced.count {
        let list = lists.list(&nodes[forced.parent(number) as usize]);
        let option = lanes.find(list, lowest(forced.items[number]), forced.covered[number]);
        options[number] = option;
        forced.covered[number] |= if has_colours { opposites.of(option) } else { option };
    }
    if let Some(positions) = positions {
        forced.keep_allowed(lanes, positions, Some(options));
    }
}

/// The lowest of some items, if there are any.
#[inline(always)]
pub(super) fn lowest(items: u64) -> u64 {
    items & items.wrapping_neg()
}
