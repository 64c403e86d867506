//! The levels of a sweep, and where in a state each item is kept.
//!
//! An option begins at the first of its items in the order. The options that begin at an item that
//! is covered once at most are one level, at which one of them is chosen or none; those that begin
//! at another item are a level each. An item is in play from the first level to the last at which an
//! option that covers it is chosen; then it must be covered often enough, and is forgotten. Items
//! that are never in play together share their bits.
//!
//! An item has one bit, which is set when nothing may cover it any more, and in front of it a counter
//! where it may be covered more than once. An item with colours has a bit for each colour and one for
//! none, each of which says that it may no longer be covered so.

use super::item_order::starts_and_ends;
use super::needs::{MOST_TABLE_BYTES, Needs, is_disjoint};
use super::requirements::{Entry, RecountItem, Requirements};

/// A counter is at most as wide as this.
const MOST_COUNTER_BITS: u32 = 16;

/// A counter within a state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counter {
    word: usize,
    shift: u32,
    mask: u64,
}

impl Counter {
    #[inline]
    fn read<const W: usize>(self, state: &[u64; W]) -> u64 {
        state[self.word] >> self.shift & self.mask
    }
}

/// What choosing an option adds to a counter.
#[derive(Clone, Copy, Debug)]
pub(super) struct Addition {
    counter: Counter,
    times: u64,
    most: u64,
    /// The bit that says that the item is covered as often as it may be.
    full: (usize, u64),
}

/// What choosing an option does to a state.
#[derive(Clone, Debug)]
pub(super) struct Effect<const W: usize> {
    /// The bits that it sets.
    sets: [u64; W],
    additions: Box<[Addition]>,
    /// For how many solutions it stands.
    pub weight: u64,
}

/// A level.
#[derive(Clone, Debug)]
pub(super) struct Level<const W: usize> {
    /// If one of these bits is set, no option of the level can be chosen.
    closed: [u64; W],
    /// For each option, the bits that must not be set for it to be chosen.
    needs: Needs<W>,
    effects: Vec<Effect<W>>,
    /// The bits that must be set after this level.
    required: [u64; W],
    /// Counters that must have come this far after this level.
    least: Vec<(Counter, u64)>,
    /// The bits that are forgotten after this level.
    forgotten: [u64; W],
}

impl<const W: usize> Level<W> {
    /// Whether some option may be chosen.
    #[inline]
    pub fn is_open(&self, state: &[u64; W]) -> bool {
        is_disjoint(state, &self.closed) && self.needs.is_any_met(state)
    }

    /// How many options there are.
    pub fn options(&self) -> usize {
        self.needs.len()
    }

    /// What choosing each option that may be chosen comes to.
    #[inline]
    pub fn choices(&self, state: [u64; W]) -> impl Iterator<Item = (&Effect<W>, [u64; W])> {
        let effects = self.needs.met(state).map(|option| &self.effects[option]);
        effects.filter_map(move |effect| Some((effect, effect.apply(state)?)))
    }

    /// Forgets what matters no more; false where it should have been covered and is not.
    #[inline]
    pub fn settle(&self, state: &mut [u64; W]) -> bool {
        for word in 0..W {
            if !state[word] & self.required[word] != 0 {
                return false;
            }
        }
        if self.least.iter().any(|&(counter, least)| counter.read(state) < least) {
            return false;
        }
        for word in 0..W {
            state[word] &= !self.forgotten[word];
        }
        true
    }
}

impl<const W: usize> Effect<W> {
    #[inline]
    fn apply(&self, mut state: [u64; W]) -> Option<[u64; W]> {
        for word in 0..W {
            state[word] |= self.sets[word];
        }
        for &Addition { counter, times, most, full } in &self.additions {
            let count = counter.read(&state) + times;
            if count > most {
                return None;
            }
            state[counter.word] += times << counter.shift;
            if count == most {
                state[full.0] |= full.1;
            }
        }
        Some(state)
    }
}

/// Where an item is kept.
#[derive(Clone, Copy, Debug, Default)]
struct Field {
    /// The first of its bits; the counter, if there is one, comes first.
    from: usize,
    counter_bits: u32,
    /// How many bits come after the counter; none where nothing needs to be known of the item.
    bits: u32,
}

impl Field {
    /// The field of an item that is covered at most so often; all options together cover it as
    /// often as `sum` says.
    fn of(item: &RecountItem, most: u32, sum: u64) -> Self {
        let (counter_bits, bits) = match (item.colours, most) {
            // Nothing can be wrong with it.
            (0, most) if item.least == 0 && sum <= u64::from(most) => (0, 0),
            (0, 0 | 1) => (0, 1),
            (0, most) => (u32::BITS - most.leading_zeros(), 1),
            (colours, _) => (0, colours + 1),
        };
        Self { from: 0, counter_bits, bits }
    }

    fn width(self) -> usize {
        (self.counter_bits + self.bits) as usize
    }

    /// The bit of this number after the counter.
    fn bit(self, number: u32) -> (usize, u64) {
        let bit = self.from + (self.counter_bits + number) as usize;
        (bit / 64, 1 << (bit % 64))
    }

    fn counter(self) -> Option<Counter> {
        let mask = (1_u64 << self.counter_bits) - 1;
        (self.counter_bits > 0).then_some(Counter {
            word: self.from / 64,
            shift: (self.from % 64) as u32,
            mask,
        })
    }

    fn set_all(self, words: &mut [u64]) {
        for bit in self.from..self.from + self.width() {
            words[bit / 64] |= 1 << (bit % 64);
        }
    }
}

/// The levels before it is known how many words a state takes.
#[derive(Clone, Debug)]
pub(super) struct Layout<'a> {
    requirements: &'a Requirements,
    /// For each level, the item and its options.
    levels: Vec<(u32, Vec<usize>)>,
    /// For each item that is ever in play, the first level at which it may come to be covered, and the
    /// last.
    play: Vec<Option<(usize, usize)>>,
    /// For each level, the items that are forgotten after it.
    forgotten: Vec<Vec<u32>>,
    fields: Vec<Field>,
    /// How often each item can be covered at most.
    most: Vec<u32>,
    words: usize,
}

impl<'a> Layout<'a> {
    /// Lays out a sweep in an order of the items; nothing where a counter would be too wide.
    pub fn new(requirements: &'a Requirements, order: &[u32]) -> Option<Self> {
        let Requirements { items, options } = requirements;
        let (starts, _) = starts_and_ends(requirements, order);
        let mut begun: Vec<Vec<usize>> = vec![Vec::new(); order.len()];
        for (option, &start) in starts.iter().enumerate() {
            begun[start as usize].push(option);
        }
        let mut levels = Vec::new();
        for (&item, begun) in order.iter().zip(begun) {
            if items[item as usize].is_exclusive() {
                levels.extend((!begun.is_empty()).then_some((item, begun)));
            } else {
                levels.extend(begun.into_iter().map(|option| (item, vec![option])));
            }
        }
        let mut play = vec![None; items.len()];
        let mut sum = vec![0_u64; items.len()];
        for (level, (_, begun)) in levels.iter().enumerate() {
            for entry in begun.iter().flat_map(|&option| &options[option].entries) {
                let (_, end) = play[entry.item as usize].get_or_insert((level, level));
                *end = level;
                sum[entry.item as usize] += u64::from(entry.times);
            }
        }
        // An item is covered no more often than all options together cover it.
        let most: Vec<u32> = items
            .iter()
            .zip(&sum)
            .map(|(item, &sum)| if u64::from(item.most) > sum { sum as u32 } else { item.most })
            .collect();
        let field = |((item, &most), &sum)| Field::of(item, most, sum);
        let mut fields: Vec<Field> = items.iter().zip(&most).zip(&sum).map(field).collect();
        if fields.iter().any(|field| field.counter_bits > MOST_COUNTER_BITS) {
            return None;
        }
        let mut forgotten = vec![Vec::new(); levels.len()];
        let mut begins = vec![Vec::new(); levels.len()];
        for (item, play) in (0_u32..).zip(&play) {
            if let &Some((begin, end)) = play {
                begins[begin].push(item);
                forgotten[end].push(item);
            }
        }
        let mut taken: Vec<bool> = Vec::new();
        for (begins, forgotten) in begins.iter().zip(&forgotten) {
            for &item in begins {
                let field = &mut fields[item as usize];
                field.from = room(&taken, field.width(), field.counter_bits > 0);
                taken.resize(taken.len().max(field.from + field.width()), false);
                taken[field.from..field.from + field.width()].fill(true);
            }
            for &item in forgotten {
                let field = fields[item as usize];
                taken[field.from..field.from + field.width()].fill(false);
            }
        }
        let words = taken.len().div_ceil(64).max(1);
        Some(Self { requirements, levels, play, forgotten, fields, most, words })
    }

    /// How many words a state takes.
    pub fn words(&self) -> usize {
        self.words
    }

    /// The items and the options.
    pub fn requirements(&self) -> &'a Requirements {
        self.requirements
    }

    /// For each level, the item at which its options begin, and these.
    pub fn begun(&self) -> &[(u32, Vec<usize>)] {
        &self.levels
    }

    /// For each item that is ever in play, the first level at which it may come to be covered, and the
    /// last.
    pub fn play(&self) -> &[Option<(usize, usize)>] {
        &self.play
    }

    /// The bit that says that an item which is covered once is covered.
    pub fn covered<const W: usize>(&self, item: u32) -> [u64; W] {
        let (word, bit) = self.fields[item as usize].bit(0);
        let mut covered = [0; W];
        covered[word] |= bit;
        covered
    }

    /// The bits that must not be set for an option to be chosen, of those items that are in play
    /// before a level.
    pub fn need_before<const W: usize>(&self, option: usize, level: usize) -> [u64; W] {
        let (mut need, mut sets) = ([0; W], [0; W]);
        for entry in &self.requirements.options[option].entries {
            if self.play[entry.item as usize].is_some_and(|(begin, _)| begin < level) {
                self.enter(*entry, &mut need, &mut sets);
            }
        }
        need
    }

    /// For how many levels before this one the items of an option may have been covered, in all: the
    /// longer, the more likely it is that one of them is.
    pub fn age(&self, option: usize, level: usize) -> usize {
        let entries = self.requirements.options[option].entries.iter();
        let begins = entries.filter_map(|entry| self.play[entry.item as usize]);
        begins.map(|(begin, _)| level.saturating_sub(begin)).sum()
    }

    /// The levels, for states of `W` words, which must be enough.
    pub fn levels<const W: usize>(&self) -> Vec<Level<W>> {
        let mut room_bytes = MOST_TABLE_BYTES;
        let mut levels = Vec::with_capacity(self.levels.len());
        for (level, (item, options)) in self.levels.iter().enumerate() {
            // Those come first that are likely to fit, so that one that does is found soon.
            let mut options = options.clone();
            options.sort_by_cached_key(|&option| self.age(option, level));
            let about = (*item as usize, &options[..], &self.forgotten[level][..]);
            levels.push(self.level(about, &mut room_bytes));
        }
        levels
    }

    fn level<const W: usize>(
        &self,
        (item, options, forgotten): (usize, &[usize], &[u32]),
        room_bytes: &mut usize,
    ) -> Level<W> {
        let Requirements { items, options: all } = self.requirements;
        let mut needs = Vec::with_capacity(options.len());
        let mut effects = Vec::with_capacity(options.len());
        for option in options.iter().map(|&option| &all[option]) {
            let (mut need, mut sets, mut additions) = ([0; W], [0; W], Vec::new());
            for entry in &option.entries {
                additions.extend(self.enter(*entry, &mut need, &mut sets));
            }
            needs.push(need);
            effects.push(Effect { sets, additions: additions.into(), weight: option.weight });
        }
        let mut level = Level {
            closed: [0; W],
            needs: Needs::new(needs, room_bytes),
            effects,
            required: [0; W],
            least: Vec::new(),
            forgotten: [0; W],
        };
        if items[item].colours == 0 && self.fields[item].bits > 0 {
            let (word, bit) = self.fields[item].bit(0);
            level.closed[word] |= bit;
        }
        for &item in forgotten {
            let (field, item) = (self.fields[item as usize], item as usize);
            field.set_all(&mut level.forgotten);
            let least = items[item].least;
            match field.counter() {
                _ if least == 0 => {}
                Some(counter) => level.least.push((counter, least.into())),
                None => {
                    let (word, bit) = field.bit(0);
                    level.required[word] |= bit;
                }
            }
        }
        level
    }

    /// Adds what an option needs of an item, and does to it.
    fn enter(&self, entry: Entry, need: &mut [u64], sets: &mut [u64]) -> Option<Addition> {
        let (item, field) = (entry.item as usize, self.fields[entry.item as usize]);
        let colours = self.requirements.items[item].colours;
        if colours > 0 {
            // The bit after those of the colours is for none of them.
            let own = entry.colour.unwrap_or(colours);
            let (word, bit) = field.bit(own);
            need[word] |= bit;
            for other in (0..=colours).filter(|&other| other != own || entry.colour.is_none()) {
                let (word, bit) = field.bit(other);
                sets[word] |= bit;
            }
            return None;
        }
        if field.bits == 0 {
            return None;
        }
        let full = field.bit(0);
        need[full.0] |= full.1;
        let Some(counter) = field.counter() else {
            sets[full.0] |= full.1;
            return None;
        };
        Some(Addition { counter, times: entry.times.into(), most: self.most[item].into(), full })
    }
}

/// The first bit from which so many are free; a counter lies within one word.
fn room(taken: &[bool], width: usize, is_counter: bool) -> usize {
    let is_free = |bit: usize| !taken.get(bit).copied().unwrap_or(false);
    let fits = |from: &usize| {
        (!is_counter || from / 64 == (from + width - 1) / 64) && (*from..from + width).all(is_free)
    };
    // Behind all that are taken there is room from the next word on.
    (0..taken.len() + 64).find(fits).unwrap_or(taken.len().next_multiple_of(64))
}
