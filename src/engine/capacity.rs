//! Class capacities: a table that says whether the pieces that are left can fill what is left of
//! each class of items.
//!
//! Take the cells of a board by row. Every option covers some number of cells in each row, its
//! profile, and every row must end full. Which vectors of free cells a multiset of remaining
//! pieces can fill is a small table, made once by dynamic programming, and one look-up for a node
//! cuts every branch in which rows cannot be filled, however the cells lie.
//!
//! Options that cover a primary item all of whose options have one and the same profile need not
//! be weighed: what they give to each class is known beforehand. (On the Logiq tower these are
//! the ring pieces: whatever fills the inner cell of a row covers two cells of that row.)
//!
//! Pieces with the same profiles are counted, not told apart: five that are alike have 6 multisets, not 32.
//!
//! State of a search: one number, the position of a bit in the table; choosing an option
//! subtracts its weight. Cost: one bit for each multiset of pieces and vector of free cells, at
//! most [`MOST_BITS`]; a word operation for each 64 bits and profile to build.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::cover::{Case, Classes, Cover, ItemId, OptionId, Problem};

use super::lanes::{Job, Lanes, Positions, Weights};
use super::simd_level::SimdLevel;

/// Tables larger than this are not worth their building: two megabytes.
const MOST_BITS: u64 = 1 << 24;

/// How many items of each class an option covers.
type Profile = Vec<u32>;

/// The table, and the weight of each option. A clone shares them.
#[derive(Clone, Debug)]
pub(crate) struct Capacity(Arc<CapacityTable>);

#[derive(Debug)]
struct CapacityTable {
    bits: Vec<u64>,
    /// By how much choosing an option moves the position.
    weights: Vec<u32>,
    /// By how much covering each item moves the position: the weight of an option is the sum of
    /// the moves of its items, modulo 2^32. `None` where the weights are no such sums.
    moves: Option<Vec<u32>>,
    /// The position at the root when all pieces are there.
    start: u32,
    /// For each piece, the move for one copy, profile not counted; the same for pieces that are alike.
    piece_strides: Vec<(ItemId, u32)>,
}

/// Pieces whose options are weighed, and that have the same profiles.
struct Weighed {
    items: Vec<ItemId>,
    /// How many copies they have together.
    copies: u32,
    /// Whether all of these must be used.
    required: bool,
    profiles: BTreeSet<Profile>,
    /// By how much one copy moves the index of the multiset.
    stride: u64,
}

impl Capacity {
    /// The table for the classes of the problem that give the smallest one, if any is small
    /// enough and weighs anything.
    pub fn new(problem: &Problem) -> Option<Self> {
        let designs =
            problem.classes.iter().filter_map(|classes| TableDesign::new(problem, classes));
        let design = designs.min_by_key(TableDesign::bits)?;
        (design.bits() <= MOST_BITS).then(|| design.build(&problem.cover))
    }

    /// The position at the root of a case: pieces of which it keeps no option are not there.
    pub fn start(&self, cover: &Cover, case: &Case) -> u32 {
        let mut present = vec![false; cover.item_count()];
        for &option in &case.kept {
            for item in cover.items_of(option) {
                present[item.index()] = true;
            }
        }
        let absent = self.0.piece_strides.iter().filter(|(item, _)| !present[item.index()]);
        let missing: u32 = absent.map(|&(item, stride)| stride * cover.multiplicity(item)).sum();
        self.0.start - missing
    }

    /// By how much choosing an option moves the position.
    pub fn weight(&self, option: OptionId) -> u32 {
        self.0.weights[option.index()]
    }

    /// Whether positions can be told from the items that are covered.
    pub fn has_moves(&self) -> bool {
        self.0.moves.is_some()
    }

    /// By how much covering an item moves the position; see [`Self::has_moves`]. The bits for colours,
    /// which come behind the items, move nothing.
    pub fn move_of(&self, item: u32) -> u32 {
        let moves = self.0.moves.as_ref();
        moves.and_then(|moves| moves.get(item as usize)).copied().unwrap_or(0)
    }

    /// A bit for each position.
    pub(in crate::engine) fn bits(&self) -> &[u64] {
        &self.0.bits
    }

    /// The positions, with what the items of a mask move them.
    pub(in crate::engine) fn positions<'a>(&'a self, weights: &'a Weights) -> Positions<'a> {
        Positions { bits: &self.0.bits, weights }
    }

    /// Whether the pieces that are left can fill what is left of each class. A position that
    /// came about by overfilling a class is no state of a solution, so any answer is right.
    #[inline]
    pub fn allows(&self, position: u32) -> bool {
        is_set(&self.0.bits, position)
    }
}

/// Whether a bit is set; there is none past the end.
#[inline(always)]
pub(super) fn is_set(bits: &[u64], position: u32) -> bool {
    bits.get(position as usize / 64).is_some_and(|word| word >> (position % 64) & 1 == 1)
}

/// Everything about a table but its bits.
struct TableDesign {
    pieces: Vec<Weighed>,
    /// What each option gives to the classes.
    profiles: Vec<Profile>,
    /// Among which of the pieces each option is weighed; `None` for those that need no weighing.
    weighed: Vec<Option<usize>>,
    /// For each option that needs no weighing, the item that tells what it gives.
    settled: Vec<Option<ItemId>>,
    /// How many items of each class the weighed pieces must cover.
    room: Profile,
    /// The class of each primary item.
    class_of: Vec<Option<u8>>,
    /// The classes that the table counts: all, or all but the last where that one follows.
    counted: usize,
}

impl TableDesign {
    fn new(problem: &Problem, classes: &Classes) -> Option<Self> {
        let cover = &problem.cover;
        let profile = |option: OptionId| -> Profile {
            let mut profile = vec![0; classes.count];
            for item in cover.items_of(option).iter().filter(|&&item| cover.is_primary(item)) {
                if let Some(class) = classes.class_of[item.index()] {
                    profile[class as usize] += 1;
                }
            }
            profile
        };
        let profiles: Vec<Profile> = cover.options().map(profile).collect();
        let mut room = vec![0; classes.count];
        for item in cover.items().filter(|&item| cover.is_primary(item)) {
            if let Some(class) = classes.class_of[item.index()] {
                room[class as usize] += 1;
            }
        }
        let settled = settled_options(cover, classes, &profiles, &mut room)?;
        let mut pieces: Vec<Weighed> = Vec::new();
        let mut weighed = vec![None; cover.option_count()];
        for option in cover.options().filter(|option| settled[option.index()].is_none()) {
            let item = *cover.items_of(option).iter().find(|i| problem.pieces.contains(i))?;
            let place =
                pieces.iter().position(|piece| piece.items == [item]).unwrap_or_else(|| {
                    pieces.push(Weighed {
                        items: vec![item],
                        copies: cover.multiplicity(item),
                        // Of one with a range nothing says how many copies are used.
                        required: cover.least(item) == cover.multiplicity(item),
                        profiles: BTreeSet::new(),
                        stride: 0,
                    });
                    pieces.len() - 1
                });
            let profile = &profiles[option.index()];
            if !pieces[place].profiles.contains(profile) {
                pieces[place].profiles.insert(profile.clone());
            }
            weighed[option.index()] = Some(place);
        }
        // A piece may also lie where it need not be weighed, so nothing says how many of its
        // copies are among those weighed.
        for option in cover.options().filter(|option| settled[option.index()].is_some()) {
            for piece in &mut pieces {
                piece.required &= !cover.items_of(option).contains(&piece.items[0]);
            }
        }
        let (mut pieces, group_of) = grouped(pieces);
        for place in weighed.iter_mut().flatten() {
            *place = group_of[*place];
        }
        if pieces.is_empty() {
            return None;
        }
        // Where all pieces must be used and each has one size, the last class follows from the
        // others: what is left over is the volume of the pieces left.
        let one_size = |piece: &Weighed| {
            let sizes: BTreeSet<u32> = piece.profiles.iter().map(|p| p.iter().sum()).collect();
            piece.required && sizes.len() == 1
        };
        let follows = pieces.iter().all(one_size);
        let counted = classes.count - usize::from(follows);
        set_strides(&mut pieces)?;
        let class =
            |item: ItemId| classes.class_of[item.index()].filter(|_| cover.is_primary(item));
        let class_of = cover.items().map(class).collect();
        Some(Self { pieces, profiles, weighed, settled, room, class_of, counted })
    }

    /// The number of vectors of free items.
    fn vectors(&self) -> u64 {
        let radices = self.room[..self.counted].iter().map(|&n| u64::from(n) + 1);
        radices.fold(1, u64::saturating_mul)
    }

    /// The number of multisets of pieces.
    fn multisets(&self) -> u64 {
        let radices = self.pieces.iter().map(|piece| u64::from(piece.copies) + 1);
        radices.fold(1, u64::saturating_mul)
    }

    fn bits(&self) -> u64 {
        self.vectors().saturating_mul(self.multisets())
    }

    /// The index of a vector of free items, in mixed radix.
    fn index(&self, vector: &[u32]) -> u64 {
        let counted = vector[..self.counted].iter().zip(&self.room).rev();
        counted.fold(0, |index, (&value, &room)| index * (u64::from(room) + 1) + u64::from(value))
    }

    fn build(&self, cover: &Cover) -> Capacity {
        let vectors = self.vectors();
        // Each multiset starts on a word, so that rows can be shifted word by word.
        let row = vectors.div_ceil(64);
        let multisets = self.multisets();
        let mut bits = vec![0_u64; (row * multisets) as usize];
        bits[0] = 1;
        SimdLevel::best().perform(Fill { design: self, bits: &mut bits });
        let weight = |(profile, place): (&Profile, &Option<usize>)| {
            place.map_or(0, |place| {
                (self.pieces[place].stride * row * 64 + self.index(profile)) as u32
            })
        };
        let weights: Vec<u32> = self.profiles.iter().zip(&self.weighed).map(weight).collect();
        debug_assert_eq!(weights.len(), cover.option_count());
        let of_pieces = |pieces: &Weighed| {
            let stride = (pieces.stride * row * 64) as u32;
            pieces.items.iter().map(move |&item| (item, stride)).collect::<Vec<_>>()
        };
        let strides: Vec<(ItemId, u32)> = self.pieces.iter().flat_map(of_pieces).collect();
        let moves = self.moves(cover, &weights, &strides);
        Capacity(Arc::new(CapacityTable {
            bits,
            moves,
            weights,
            start: ((multisets - 1) * row * 64 + self.index(&self.room)) as u32,
            piece_strides: strides,
        }))
    }

    /// The moves of the items, if the weights of the options are sums of such.
    fn moves(&self, cover: &Cover, weights: &[u32], strides: &[(ItemId, u32)]) -> Option<Vec<u32>> {
        let mut moves = vec![0_u32; cover.item_count()];
        for (item_move, class) in moves.iter_mut().zip(&self.class_of) {
            if let Some(class) = class.map(usize::from).filter(|&class| class < self.counted) {
                let mut unit = vec![0; self.room.len()];
                unit[class] = 1;
                *item_move = self.index(&unit) as u32;
            }
        }
        for &(item, stride) in strides {
            moves[item.index()] = stride;
        }
        let sum = |moves: &[u32], option: OptionId| {
            let items = cover.items_of(option).iter();
            items.fold(0_u32, |sum, item| sum.wrapping_add(moves[item.index()]))
        };
        // What need not be weighed is taken back by the item that tells it.
        for option in cover.options() {
            if let Some(item) = self.settled[option.index()] {
                moves[item.index()] = 0;
                moves[item.index()] = sum(&moves, option).wrapping_neg();
            }
        }
        let are_sums = cover.options().all(|option| sum(&moves, option) == weights[option.index()]);
        are_sums.then_some(moves)
    }

    /// For each profile, the vectors to which it can be added without overfilling a class.
    /// A profile that overfills a class by itself is left out.
    fn fitting_vectors(&self) -> BTreeMap<Profile, Vec<u64>> {
        let profiles: BTreeSet<&Profile> =
            self.pieces.iter().flat_map(|piece| &piece.profiles).collect();
        let possible = |p: &&Profile| p.iter().zip(&self.room).all(|(cells, room)| cells <= room);
        // Few numbers of cells are met in a class, and many profiles.
        let mut with_room: BTreeMap<(usize, u32), Vec<u64>> = BTreeMap::new();
        let mut fits = BTreeMap::new();
        for profile in profiles.into_iter().filter(possible) {
            let mut bits = vec![0; self.vectors().div_ceil(64) as usize];
            set_bits(&mut bits, 0, self.vectors() as usize);
            for (class, &cells) in profile[..self.counted].iter().enumerate() {
                let having =
                    with_room.entry((class, cells)).or_insert_with(|| self.with_room(class, cells));
                for (bits, having) in bits.iter_mut().zip(having) {
                    *bits &= *having;
                }
            }
            fits.insert(profile.clone(), bits);
        }
        fits
    }

    /// The vectors to which so many items of a class can be added without overfilling it.
    fn with_room(&self, class: usize, items: u32) -> Vec<u64> {
        let digit = |class: usize| self.room[class] as usize + 1;
        // Vectors that have all in common from the next class on follow one another, by what they have of
        // this one.
        let stride: usize = (0..class).map(digit).product();
        let mut bits = vec![0; self.vectors().div_ceil(64) as usize];
        for from in (0..self.vectors() as usize).step_by(stride * digit(class)) {
            set_bits(&mut bits, from, stride * (digit(class) - items as usize));
        }
        bits
    }
}

/// Fills a table whose first multiset, that of no pieces, is filled already.
struct Fill<'a> {
    design: &'a TableDesign,
    bits: &'a mut [u64],
}

impl Job for Fill<'_> {
    type Outcome = ();

    #[inline(always)]
    fn run(self, _: impl Lanes) {
        let Self { design, bits } = self;
        let multisets = design.multisets();
        let row = bits.len() / multisets as usize;
        let fits = design.fitting_vectors();
        // The shift and the mask of each profile.
        let of_piece = |piece: &Weighed| -> Vec<(usize, &[u64])> {
            let profiles = piece.profiles.iter();
            let fitting = profiles.filter_map(|profile| Some((profile, fits.get(profile)?)));
            fitting.map(|(profile, fits)| (design.index(profile) as usize, &fits[..])).collect()
        };
        let shifts: Vec<_> = design.pieces.iter().map(of_piece).collect();
        for set in 1..multisets {
            let is_left =
                |piece: &Weighed| !(set / piece.stride).is_multiple_of(u64::from(piece.copies) + 1);
            let Some(last) = design.pieces.iter().rposition(is_left) else { continue };
            let piece = &design.pieces[last];
            let (before, after) = bits.split_at_mut(set as usize * row);
            let smaller = &before[(set - piece.stride) as usize * row..][..row];
            let larger = &mut after[..row];
            if !piece.required {
                larger.copy_from_slice(smaller);
            }
            for &(by, fits) in &shifts[last] {
                or_shifted(larger, smaller, fits, by);
            }
        }
    }
}

/// Pieces that are alike joined, and the group of each.
fn grouped(pieces: Vec<Weighed>) -> (Vec<Weighed>, Vec<usize>) {
    let mut groups: Vec<Weighed> = Vec::new();
    let mut group_of = Vec::new();
    for piece in pieces {
        let is_alike =
            |group: &Weighed| group.required == piece.required && group.profiles == piece.profiles;
        let found = groups.iter().position(is_alike);
        group_of.push(found.unwrap_or(groups.len()));
        match found {
            Some(group) => {
                groups[group].items.extend(piece.items);
                groups[group].copies = groups[group].copies.saturating_add(piece.copies);
            }
            None => groups.push(piece),
        }
    }
    (groups, group_of)
}

/// Numbers the multisets of pieces in mixed radix; how many there are, if a word can say so.
fn set_strides(pieces: &mut [Weighed]) -> Option<u64> {
    pieces.iter_mut().try_fold(1, |stride: u64, piece| {
        piece.stride = stride;
        stride.checked_mul(u64::from(piece.copies) + 1)
    })
}

/// Finds the options whose part is known beforehand, each with the item that tells it, and takes
/// that part from the room of each class. `None` when they leave a class with less than nothing.
fn settled_options(
    cover: &Cover,
    classes: &Classes,
    profiles: &[Profile],
    room: &mut Profile,
) -> Option<Vec<Option<ItemId>>> {
    let mut with: Vec<Vec<OptionId>> = vec![Vec::new(); cover.item_count()];
    for option in cover.options() {
        for item in cover.items_of(option) {
            with[item.index()].push(option);
        }
    }
    let mut settled: Vec<Option<ItemId>> = vec![None; cover.option_count()];
    for item in cover.items() {
        let options = &with[item.index()];
        let outside = classes.class_of[item.index()].is_none();
        if !outside || !cover.is_primary(item) || cover.multiplicity(item) != 1 {
            continue;
        }
        let Some(first) = options.first().map(|option| &profiles[option.index()]) else { continue };
        let alike =
            options.iter().all(|o| profiles[o.index()] == *first && settled[o.index()].is_none());
        if alike {
            for option in options {
                settled[option.index()] = Some(item);
            }
            for (room, part) in room.iter_mut().zip(first) {
                *room = room.checked_sub(*part)?;
            }
        }
    }
    Some(settled)
}

/// Sets `count` bits from one on.
fn set_bits(words: &mut [u64], mut from: usize, mut count: usize) {
    while count > 0 {
        let here = count.min(64 - from % 64);
        words[from / 64] |= (u64::MAX >> (64 - here)) << (from % 64);
        (from, count) = (from + here, count - here);
    }
}

/// `target |= (source & mask) << by`, over whole bit rows. What would be shifted out is lost.
#[inline(always)]
fn or_shifted(target: &mut [u64], source: &[u64], mask: &[u64], by: usize) {
    let (words, bits) = (by / 64, by % 64);
    let Some(target) = target.get_mut(words..) else { return };
    let count = target.len();
    let (target, source, mask) = (&mut target[..count], &source[..count], &mask[..count]);
    if count > 0 {
        target[0] |= (source[0] & mask[0]) << bits;
    }
    // The word before is looked at again, rather than carried over, so that words can be treated
    // side by side.
    for word in 1..count {
        let (before, here) = (source[word - 1] & mask[word - 1], source[word] & mask[word]);
        target[word] |= here << bits | (before >> 1) >> (63 - bits);
    }
}
