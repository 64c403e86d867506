//! The linked lists: each item's options, each option's entries, and the items that are left.
//!
//! Every change is taken back in the opposite order, which leaves the links as they were. Memory is
//! twelve bytes for each entry.

use crate::cover::{Case, Colour, Cover, OptionId, Problem};

use super::fewest::{Fewest, FewestByBlock};
use super::item_list::ItemList;

/// The links of a case, ready to be copied by each worker.
#[derive(Clone, Debug)]
pub(crate) struct Links {
    /// Numbers `1..=items` are the headers of the items' lists; the rest are entries, those of each
    /// option between two spacers.
    pub(super) entries: Vec<Entry>,
    pub(super) items: Vec<ItemList>,
    /// The best item to choose, block by block.
    fewest: FewestByBlock,
    /// What each item allows; apart from `items`, which choosing one goes through at every node.
    limits: Vec<Limit>,
    /// The option that each entry belongs to, by the entry's number.
    pub(super) option_of: Vec<OptionId>,
    /// The colour of each entry; empty where there are none.
    colour_of: Vec<Option<Colour>>,
    /// The item that every option covers, where some items have ranges.
    any: Option<u32>,
    /// About how much work a node is; see [`crate::engine::Worker::node_work`].
    pub(super) node_work: u64,
}

/// A link is followed in the time in which this many words of a bitset are gone through.
const WORK_PER_LINK: u64 = 8;

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entry {
    /// The item of an entry; 0 for a spacer.
    top: u32,
    /// The entry above; for a spacer, the first entry of the option before it.
    up: u32,
    /// The entry below; for a spacer, the last entry of the option after it.
    pub(super) down: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Limit {
    /// How many options may cover the item beyond those that must.
    spare: i32,
    /// Whether options give it colours; then any number of one colour may cover it.
    coloured: bool,
    /// How many options cover it now, if it is coloured.
    uses: u32,
}

impl Links {
    /// The memory that the links of a cover and one worker's copy of them take, in bytes.
    pub fn bytes(cover: &Cover) -> u64 {
        let ranges = usize::from(cover.has_ranges()) * cover.option_count();
        let entries = cover.entry_count() + cover.option_count() + cover.item_count() + ranges;
        let colour = usize::from(cover.has_colours()) * size_of::<Option<Colour>>();
        2 * (entries * (size_of::<Entry>() + size_of::<OptionId>() + colour)) as u64
            + 2 * (cover.item_count() * (size_of::<ItemList>() + size_of::<Limit>())) as u64
            + 2 * FewestByBlock::bytes(cover.item_count()) as u64
    }

    /// Links up the options of a case.
    pub fn new(problem: &Problem, case: &Case) -> Self {
        let cover = &problem.cover;
        let any = cover.has_ranges().then(|| cover.item_count() as u32 + 1);
        let count = cover.item_count() + usize::from(any.is_some());
        let mut entries = vec![Entry::default(); count + 1];
        let mut items = vec![ItemList::default(); count + 1];
        let mut limits = vec![Limit::default(); count + 1];
        let mut last = 0;
        for item in cover.items() {
            let i = item.0 + 1;
            entries[i as usize] = Entry { top: i, up: i, down: i };
            let is_required = case.is_required(cover, item);
            let needed = case.least(cover, item);
            items[i as usize] = ItemList {
                left: i,
                right: i,
                needed: at_most_options(needed),
                ..ItemList::default()
            };
            limits[i as usize] = Limit {
                spare: at_most_options(cover.multiplicity(item) - needed),
                coloured: cover.is_coloured(item),
                uses: 0,
            };
            if is_required {
                items[last as usize].right = i;
                items[i as usize].left = last;
                last = i;
            }
        }
        if let Some(any) = any {
            entries[any as usize] = Entry { top: any, up: any, down: any };
            limits[any as usize].spare = i32::MAX;
        }
        items[last as usize].right = 0;
        items[0].left = last;
        let mut option_of = vec![OptionId(0); entries.len()];
        let mut colour_of = vec![None; if cover.has_colours() { entries.len() } else { 0 }];
        let mut first_of_previous = 0;
        // Once all is covered, only an option of an item with a range could be left.
        let kept = case.kept.iter().filter(|&&o| any.is_none() || case.is_choosable(cover, o));
        for &option in kept {
            let spacer = entries.len();
            let items_of = cover.items_of(option);
            let last_entry = (spacer + items_of.len() + usize::from(any.is_some())) as u32;
            entries.push(Entry { top: 0, up: first_of_previous, down: last_entry });
            option_of.push(option);
            first_of_previous = spacer as u32 + 1;
            if cover.has_colours() {
                colour_of.push(None);
                colour_of.extend(cover.entries_of(option).map(|entry| entry.1));
                colour_of.extend(any.map(|_| None));
            }
            for header in items_of.iter().map(|item| item.0 + 1).chain(any) {
                let entry = entries.len() as u32;
                let above = entries[header as usize].up;
                entries.push(Entry { top: header, up: above, down: header });
                option_of.push(option);
                entries[above as usize].down = entry;
                entries[header as usize].up = entry;
                items[header as usize].len += 1;
            }
        }
        entries.push(Entry { top: 0, up: first_of_previous, down: 0 });
        let node_work = WORK_PER_LINK * (count as u64 + links_per_choice(cover));
        let fewest = FewestByBlock::new(items.len());
        Self { entries, items, fewest, limits, option_of, colour_of, any, node_work }
    }

    /// Removes an entry's option from the lists of its other items.
    #[inline]
    fn hide(&mut self, entry: u32) {
        let mut q = entry + 1;
        while q != entry {
            let Entry { top, up, down } = self.entries[q as usize];
            if top == 0 {
                q = up;
            } else {
                self.entries[up as usize].down = down;
                self.entries[down as usize].up = up;
                self.items[top as usize].len -= 1;
                self.fewest.mark(top);
                q += 1;
            }
        }
    }

    #[inline]
    fn unhide(&mut self, entry: u32) {
        let mut q = entry - 1;
        while q != entry {
            let Entry { top, up, down } = self.entries[q as usize];
            if top == 0 {
                q = down;
            } else {
                self.entries[up as usize].down = q;
                self.entries[down as usize].up = q;
                self.items[top as usize].len += 1;
                self.fewest.mark(top);
                q -= 1;
            }
        }
    }

    /// Counts an item as covered once more by the option of an entry. When it is covered as often as
    /// it must be, the item is taken out; when as often as it may be, its options.
    #[inline]
    pub(super) fn cover(&mut self, item: u32, by: u32) {
        let Limit { spare, coloured, .. } = self.limits[item as usize];
        if coloured {
            self.limits[item as usize].uses += 1;
            if self.limits[item as usize].uses == 1 {
                self.hide_options(item, self.colour_of[by as usize]);
            }
            return;
        }
        self.fewest.mark(item);
        let list = &mut self.items[item as usize];
        list.needed -= 1;
        let ItemList { left, right, needed, .. } = *list;
        if needed == -spare {
            self.hide_options(item, None);
        }
        if needed == 0 {
            self.items[left as usize].right = right;
            self.items[right as usize].left = left;
        }
    }

    #[inline]
    pub(super) fn uncover(&mut self, item: u32, by: u32) {
        let Limit { spare, coloured, .. } = self.limits[item as usize];
        if coloured {
            self.limits[item as usize].uses -= 1;
            if self.limits[item as usize].uses == 0 {
                self.unhide_options(item, self.colour_of[by as usize]);
            }
            return;
        }
        self.fewest.mark(item);
        let list = &mut self.items[item as usize];
        list.needed += 1;
        let ItemList { left, right, needed, .. } = *list;
        if needed == 1 {
            self.items[left as usize].right = item;
            self.items[right as usize].left = item;
        }
        if needed == 1 - spare {
            self.unhide_options(item, None);
        }
    }

    /// How many options in the list of an item may be the first of those that are still needed; all of
    /// them where none is.
    pub(super) fn ways(&self, item: u32) -> u32 {
        let ItemList { len, needed, .. } = self.items[item as usize];
        // What is needed once allows each of them.
        let others = u32::try_from(needed - 1).unwrap_or(0);
        len.saturating_sub(others)
    }

    /// Whether the next option that covers an item is the last that may.
    pub(super) fn takes_one_more(&self, item: u32) -> bool {
        self.items[item as usize].needed == 1 - self.limits[item as usize].spare
    }

    /// Hides the options of an item that do not give it this colour; all where it is none.
    fn hide_options(&mut self, item: u32, colour: Option<Colour>) {
        let mut entry = self.entries[item as usize].down;
        while entry != item {
            if colour.is_none() || self.colour_of[entry as usize] != colour {
                self.hide(entry);
            }
            entry = self.entries[entry as usize].down;
        }
    }

    fn unhide_options(&mut self, item: u32, colour: Option<Colour>) {
        let mut entry = self.entries[item as usize].up;
        while entry != item {
            if colour.is_none() || self.colour_of[entry as usize] != colour {
                self.unhide(entry);
            }
            entry = self.entries[entry as usize].up;
        }
    }

    /// Covers the other items of an entry's option, left to right.
    #[inline]
    pub(super) fn commit(&mut self, entry: u32) {
        let mut q = entry + 1;
        while q != entry {
            let Entry { top, up, .. } = self.entries[q as usize];
            if top == 0 {
                q = up;
            } else {
                self.cover(top, q);
                q += 1;
            }
        }
    }

    #[inline]
    pub(super) fn uncommit(&mut self, entry: u32) {
        let mut q = entry - 1;
        while q != entry {
            let Entry { top, down, .. } = self.entries[q as usize];
            if top == 0 {
                q = down;
            } else {
                self.uncover(top, q);
                q -= 1;
            }
        }
    }

    /// Takes an entry's option out of every list.
    pub(super) fn withdraw(&mut self, entry: u32) {
        self.hide(entry);
        let Entry { top, up, down } = self.entries[entry as usize];
        self.entries[up as usize].down = down;
        self.entries[down as usize].up = up;
        self.items[top as usize].len -= 1;
        self.fewest.mark(top);
    }

    pub(super) fn restore(&mut self, entry: u32) {
        let Entry { top, up, down } = self.entries[entry as usize];
        self.entries[up as usize].down = entry;
        self.entries[down as usize].up = entry;
        self.items[top as usize].len += 1;
        self.fewest.mark(top);
        self.unhide(entry);
    }

    /// The first item with the fewest ways to go on, or what there is to say instead.
    #[inline]
    pub(super) fn choose(&mut self) -> Selection {
        match (self.fewest.choose(&self.items), self.any) {
            (Fewest::Dead(item), _) => Selection::Dead(item),
            (Fewest::Item { item, .. }, _) => Selection::Item(item),
            (Fewest::Nothing, Some(any)) if self.items[any as usize].len > 0 => {
                Selection::SolutionOrMore(any)
            }
            (Fewest::Nothing, _) => Selection::Solution,
        }
    }
}

/// A number of options that may or must cover an item. There are always fewer than 2³¹ options, so
/// more than that many comes to the same.
fn at_most_options(count: u32) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}

/// About how many links choosing an option changes: those of all options that share an item with
/// it, where options have as many items as they have on average, and items as many options.
fn links_per_choice(cover: &Cover) -> u64 {
    let (entries, options) = (cover.entry_count() as u64, cover.option_count() as u64);
    let of_option = entries.div_ceil(options.max(1));
    let of_item = entries.div_ceil(cover.item_count().max(1) as u64);
    of_option * of_option * of_item
}

/// What dancing links find at a node.
pub(super) enum Selection {
    /// This item has too few options left.
    Dead(u32),
    Solution,
    /// A solution, and below it those with some of the options of this item as well.
    SolutionOrMore(u32),
    Item(u32),
}
