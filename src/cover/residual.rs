//! What is left of a cover when some of its options are chosen: the options that are still open, and
//! what each item still asks for.
//!
//! Choosing an option removes those that clash with it, and has others chosen that an item cannot do
//! without. Invariant: the solutions of the residual, with the chosen options, are the solutions of
//! the cover that have those.
//!
//! Cost: an option is removed once, with a look at each of its items and at their options.

use std::rc::Rc;

use crate::random::SplitMix;
use crate::work_limit::{Spent, WorkLimit};

use super::automorphism::{Demand, Entry, Graph};
use super::colour::Colour;
use super::exact_cover::{Cover, ItemId, OptionId};

/// What becomes of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Open,
    Chosen,
    Removed,
}

/// What an item still asks for.
#[derive(Clone, Copy, Debug)]
struct Room {
    least: u32,
    most: u32,
    /// How many of its options are open.
    open: u32,
    /// The colour that it has by now.
    colour: Option<Colour>,
}

/// Options of an item, each with the colour that it gives it.
type Options = Vec<(OptionId, Option<Colour>)>;

/// The one solution of a cover that leaves no choice: every option is ruled out or forced by those that
/// were forced before. Nothing where a choice is left, or no solution.
///
/// Cost: a few steps and bytes for each entry of the cover.
pub(crate) fn forced_solution(cover: &Cover) -> Option<Vec<OptionId>> {
    let residual = Residual::of_cover(cover)?;
    residual.is_decided().then(|| residual.kept())
}

/// A cover with some of its options chosen.
#[derive(Clone, Debug)]
pub(super) struct Residual<'c> {
    cover: &'c Cover,
    /// The options of each item, with the colours that they give it.
    options_of: Rc<Vec<Options>>,
    is_coloured: Rc<Vec<bool>>,
    states: Vec<State>,
    rooms: Vec<Room>,
    work: u64,
}

impl<'c> Residual<'c> {
    /// The whole cover, without the options that nothing chooses, and with those chosen that an item
    /// cannot do without. Nothing where that shows that there is no solution.
    pub fn of_cover(cover: &'c Cover) -> Option<Self> {
        let mut options_of = vec![Vec::new(); cover.item_count()];
        let mut states = vec![State::Removed; cover.option_count()];
        for option in cover.options() {
            if cover.items_of(option).iter().any(|&item| cover.is_primary(item)) {
                states[option.index()] = State::Open;
                for (item, colour) in cover.entries_of(option) {
                    options_of[item.index()].push((option, colour));
                }
            }
        }
        let room = |item: ItemId| Room {
            least: cover.least(item),
            most: cover.multiplicity(item),
            open: options_of[item.index()].len() as u32,
            colour: None,
        };
        let rooms = cover.items().map(room).collect();
        let is_coloured = cover.items().map(|item| cover.is_coloured(item)).collect();
        let is_coloured = Rc::new(is_coloured);
        let work = cover.entry_count() as u64;
        let options_of = Rc::new(options_of);
        let mut residual = Self { cover, options_of, is_coloured, states, rooms, work };
        let mut forced = Vec::new();
        let all_fit = cover.items().all(|item| residual.settle(item, &mut forced));
        (all_fit && residual.choose_all(forced)).then_some(residual)
    }

    /// What is left when an open option is chosen too; nothing where there is then no solution.
    pub fn with(&self, option: OptionId) -> Option<Self> {
        let mut child = self.clone();
        child.work = (self.states.len() + self.rooms.len()) as u64;
        child.choose_all(vec![option]).then_some(child)
    }

    /// How much work it was to come to this.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// The options that are chosen or open.
    pub fn kept(&self) -> Vec<OptionId> {
        let is_kept = |option: &OptionId| self.states[option.index()] != State::Removed;
        self.cover.options().filter(is_kept).collect()
    }

    /// Whether no option is open any more, so that those that are chosen are the one solution.
    fn is_decided(&self) -> bool {
        self.cover.options().all(|option| !self.is_open(option))
    }

    /// The open options of an item, ascending.
    pub fn options_of(&self, item: ItemId) -> Vec<OptionId> {
        self.open_of(item).map(|(option, _)| option).collect()
    }

    /// The items of which just one of their open options is chosen.
    pub fn exact_items(&self) -> impl Iterator<Item = ItemId> {
        let is_exact = |item: &ItemId| {
            let room = &self.rooms[item.index()];
            room.least == 1 && room.most == 1
        };
        self.cover.items().filter(is_exact)
    }

    /// The graph of the open options and of the items that still matter to them.
    pub fn graph(&self) -> Graph {
        let matters: Vec<bool> = self.cover.items().map(|item| self.matters(item)).collect();
        let demand = |item: ItemId| {
            let Room { least, most, .. } = self.rooms[item.index()];
            let kind = u8::from(self.is_coloured[item.index()]);
            (item, Demand { kind, least, most })
        };
        let items: Vec<(ItemId, Demand)> =
            self.cover.items().filter(|item| matters[item.index()]).map(demand).collect();
        let entries = |option: OptionId| {
            let all = self.cover.entries_of(option);
            let entries: Vec<Entry> = all.filter(|entry| matters[entry.0.index()]).collect();
            (option, entries)
        };
        let open = self.cover.options().filter(|&option| self.is_open(option));
        let options: Vec<(OptionId, Vec<Entry>)> = open.map(entries).collect();
        Graph::new(&items, &options, false)
    }

    /// About how many nodes a search would visit: the mean of some random dives (Knuth), each to the
    /// item with the fewest options; less where the effort ends before.
    pub fn estimate(&self, dives: u32, effort: &mut WorkLimit<'_>) -> f64 {
        let mut random = SplitMix::new(0);
        let mut sum = 0.0;
        for done in 0..dives {
            let ended = self.dive(&mut random, &mut sum, effort);
            if ended.is_err() {
                return sum / f64::from(done + 1);
            }
        }
        sum / f64::from(dives)
    }

    fn dive(
        &self,
        random: &mut SplitMix,
        sum: &mut f64,
        effort: &mut WorkLimit<'_>,
    ) -> Result<(), Spent> {
        let mut at = self.clone();
        at.work = (self.states.len() + self.rooms.len()) as u64;
        let mut weight = 1.0;
        loop {
            at.work += self.rooms.len() as u64;
            effort.spend(std::mem::take(&mut at.work))?;
            let asks = |item: &ItemId| at.rooms[item.index()].least > 0;
            let fewest = self.cover.items().filter(asks);
            let Some(item) = fewest.min_by_key(|item| at.rooms[item.index()].open) else {
                return Ok(());
            };
            let options = at.options_of(item);
            weight *= options.len() as f64;
            *sum += weight;
            let option = options[random.below(options.len())];
            if !at.choose_all(vec![option]) {
                return Ok(());
            }
        }
    }

    /// The open options of an item, with the colours that they give it.
    fn open_of(&self, item: ItemId) -> impl Iterator<Item = (OptionId, Option<Colour>)> {
        let options = self.options_of[item.index()].iter().copied();
        options.filter(|&(option, _)| self.is_open(option))
    }

    fn is_open(&self, option: OptionId) -> bool {
        self.states[option.index()] == State::Open
    }

    /// Whether an item still says something of its open options.
    fn matters(&self, item: ItemId) -> bool {
        let Room { least, most, open, colour } = self.rooms[item.index()];
        if !self.is_coloured[item.index()] {
            return least > 0 || open > most;
        }
        // In one colour all that are open agree.
        let mut colours = self.open_of(item).map(|(_, colour)| colour);
        let first = colours.next();
        let agrees = first.flatten().is_some() && colours.all(|other| Some(other) == first);
        open > 1 && colour.is_none() && !agrees
    }

    /// Chooses some options, and all that must be chosen then. Whether there may be a solution.
    fn choose_all(&mut self, mut due: Vec<OptionId>) -> bool {
        while let Some(option) = due.pop() {
            match self.states[option.index()] {
                State::Chosen => {}
                State::Removed => return false,
                State::Open => {
                    if !self.choose(option, &mut due) {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// Chooses an open option; `due` takes those that must be chosen then. Whether each item can still
    /// have as many as it asks for.
    fn choose(&mut self, option: OptionId, due: &mut Vec<OptionId>) -> bool {
        self.states[option.index()] = State::Chosen;
        let cover = self.cover;
        for (item, colour) in cover.entries_of(option) {
            let room = &mut self.rooms[item.index()];
            room.open -= 1;
            if self.is_coloured[item.index()] {
                let is_new = room.colour.is_none();
                room.colour = colour.or(room.colour);
                if is_new && !self.remove_where(item, due, |own| colour.is_none() || own != colour)
                {
                    return false;
                }
                continue;
            }
            room.least = room.least.saturating_sub(1);
            room.most -= 1;
            // Where it is not full it needs one less of one less: what is due then was due before.
            let is_full = room.most == 0;
            if is_full && !self.remove_where(item, due, |_| true) {
                return false;
            }
        }
        true
    }

    /// Removes the open options of an item in whose colours this holds. Whether each item can still
    /// have as many as it asks for.
    fn remove_where(
        &mut self,
        item: ItemId,
        due: &mut Vec<OptionId>,
        is_meant: impl Fn(Option<Colour>) -> bool,
    ) -> bool {
        let options_of = Rc::clone(&self.options_of);
        self.work += options_of[item.index()].len() as u64;
        options_of[item.index()].iter().all(|&(option, colour)| {
            if !self.is_open(option) || !is_meant(colour) {
                return true;
            }
            self.remove(option, due)
        })
    }

    fn remove(&mut self, option: OptionId, due: &mut Vec<OptionId>) -> bool {
        self.states[option.index()] = State::Removed;
        let cover = self.cover;
        let items = cover.items_of(option);
        self.work += items.len() as u64;
        items.iter().all(|&item| {
            self.rooms[item.index()].open -= 1;
            self.settle(item, due)
        })
    }

    /// Has the options of an item chosen where it needs all that are open. Whether there are enough.
    fn settle(&mut self, item: ItemId, due: &mut Vec<OptionId>) -> bool {
        let Room { least, open, .. } = self.rooms[item.index()];
        if least > 0 && open == least {
            self.work += self.options_of[item.index()].len() as u64;
            due.extend(self.options_of(item));
        }
        open >= least
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::builder::CoverBuilder;

    #[test]
    fn what_is_forced_is_the_solution_only_where_no_choice_is_left_and_nothing_clashes() {
        let cover = |options: &[&[&str]]| {
            let items = ["a", "b", "c"].into_iter().fold(Cover::builder(), CoverBuilder::primary);
            let add =
                |cover: CoverBuilder, names: &&[&str]| cover.option(names.iter().copied()).unwrap();
            options.iter().fold(items, add).build().unwrap()
        };
        let one = cover(&[&["a", "b"], &["b", "c"], &["c"]]);
        assert_eq!(forced_solution(&one), Some(vec![OptionId(0), OptionId(2)]));
        assert_eq!(forced_solution(&cover(&[&["a", "b"], &["c"], &["c"]])), None);
        assert_eq!(forced_solution(&cover(&[&["a", "b"], &["b", "c"]])), None);
    }

    #[test]
    fn options_that_an_item_of_many_copies_needs_are_due_once() {
        const COPIES: u32 = 3_000;
        let names: Vec<String> = (0..COPIES).map(|copy| copy.to_string()).collect();
        let items = names.iter().cloned().fold(Cover::builder(), CoverBuilder::primary);
        let items = items.primary_times("a", COPIES);
        let cover =
            names.iter().fold(items, |cover, name| cover.option(["a", name.as_str()]).unwrap());
        let work = Residual::of_cover(&cover.build().unwrap()).unwrap().work();
        // A look at each entry, and at each option of each item.
        assert!(work <= 10 * u64::from(COPIES), "{work}");
    }
}
