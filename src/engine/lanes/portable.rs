//! The operations on lists of masks in plain Rust, the twin of the ones for AVX-512.
//!
//! The loops over a block are written so that a compiler can turn them into vector instructions.

use super::operations::{
    BLOCK, Job, LANES, Lanes, List, Positions, Scarcest, Seen, Union, Verdict, Weights,
};

/// Needs nothing of the processor.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Portable;

impl Lanes for Portable {
    #[inline(never)]
    fn perform<J: Job>(self, job: J) -> J::Outcome {
        job.run(self)
    }

    #[inline(always)]
    fn select(self, list: List<'_>, items: u64, to: &mut [u64]) -> usize {
        keep(list, to, |mask| mask & items != 0) - list.filling
    }

    #[inline(always)]
    fn survey(self, list: List<'_>, option: u64) -> Seen {
        let mut seen = [[0_u64; BLOCK]; 3];
        for block in list.blocks {
            for lane in 0..BLOCK {
                let mask = if block[lane] & option == 0 { block[lane] } else { 0 };
                seen[2][lane] |= seen[1][lane] & mask;
                seen[1][lane] |= seen[0][lane] & mask;
                seen[0][lane] |= mask;
            }
        }
        let (mut once, mut twice, mut thrice) = (0, 0, 0);
        for lane in 0..BLOCK {
            thrice |= seen[2][lane] | twice & seen[0][lane] | once & seen[1][lane];
            twice |= seen[1][lane] | once & seen[0][lane];
            once |= seen[0][lane];
        }
        Seen { once, twice, thrice }
    }

    #[inline(always)]
    fn judge(self, lists: &[List<'_>], covered: &[u64; LANES], open: &[u64; LANES]) -> Verdict {
        judge_by(lists, covered, open, |list, option| self.survey(list, option))
    }

    #[inline(always)]
    fn find(self, list: List<'_>, item: u64, taken: u64) -> u64 {
        let mut found = [0_u64; BLOCK];
        for block in list.blocks {
            for lane in 0..BLOCK {
                let is_it = block[lane] & item != 0 && block[lane] & taken == 0;
                found[lane] |= if is_it { block[lane] } else { 0 };
            }
        }
        let mut all = 0;
        for mask in found {
            all |= mask;
        }
        all
    }

    #[inline(always)]
    fn unite(self, list: List<'_>, items: u64, taken: u64) -> Union {
        let mut union = [0_u64; BLOCK];
        let (mut masks, mut entries) = (0, 0);
        for block in list.blocks {
            for lane in 0..BLOCK {
                let is_one = block[lane] & items != 0 && block[lane] & taken == 0;
                let mask = if is_one { block[lane] } else { 0 };
                union[lane] |= mask;
                masks += u32::from(is_one);
                entries += mask.count_ones();
            }
        }
        let items = union.into_iter().fold(0, |all, mask| all | mask);
        Union { items, masks, entries }
    }

    #[inline(always)]
    fn survive(self, list: List<'_>, option: u64, to: &mut [u64]) -> usize {
        keep(list, to, |mask| mask & option == 0)
    }

    #[inline(always)]
    fn place(self, list: List<'_>, option: u64, to: &mut [u64]) -> usize {
        let mut count = 0;
        for &state in list.blocks.as_flattened() {
            to[count] = state | option;
            count += usize::from(state & option == 0);
        }
        count
    }

    #[inline(always)]
    fn fits_any(self, state: u64, options: &[u64]) -> bool {
        options.as_chunks::<LANES>().0.iter().any(|group| {
            let mut fits = false;
            for lane in 0..LANES {
                fits |= group[lane] & state == 0;
            }
            fits
        })
    }

    #[inline(always)]
    fn fewest(self, list: List<'_>, open: u64) -> u64 {
        if list.blocks.len() > MOST_BLOCKS {
            return fewest_in_many(list, open);
        }
        // Counters of the items, one for each lane: bit `i` of `planes[b][lane]` is bit `b` of the
        // count of item `i`.
        let mut planes = [[0_u64; BLOCK]; PLANES + 4];
        let Some((last, blocks)) = list.blocks.split_last() else {
            return open & open.wrapping_neg();
        };
        let mut end = *last;
        end[BLOCK - list.filling..].fill(0);
        for at in 0..=blocks.len() {
            let mut carry = *blocks.get(at).unwrap_or(&end);
            for plane in &mut planes[..PLANES] {
                for lane in 0..BLOCK {
                    let both = plane[lane] & carry[lane];
                    plane[lane] ^= carry[lane];
                    carry[lane] = both;
                }
            }
        }
        // Each round adds one half of the lanes to the other.
        for round in 0..4 {
            let half = BLOCK >> (round + 1);
            let mut carry = [0_u64; BLOCK / 2];
            for plane in &mut planes[..PLANES + round] {
                let (left, right) = plane.split_at_mut(half);
                for lane in 0..half {
                    let (a, b, c) = (left[lane], right[lane], carry[lane]);
                    left[lane] = a ^ b ^ c;
                    carry[lane] = a & b | (a ^ b) & c;
                }
            }
            planes[PLANES + round][..half].copy_from_slice(&carry[..half]);
        }
        let mut fewest = open;
        for plane in planes.iter().rev() {
            let fewer = fewest & !plane[0];
            fewest = if fewer == 0 { fewest } else { fewer };
        }
        fewest & fewest.wrapping_neg()
    }

    #[inline(always)]
    fn reach(self, positions: Positions<'_>, masks: &[u64; LANES], links: &mut [u64; LANES]) -> u8 {
        let mut reached = 0;
        for lane in 0..LANES {
            let weight = weigh(positions.weights, masks[lane]);
            let position = (links[lane] as u32).wrapping_sub(weight);
            links[lane] = links[lane] >> 32 << 32 | u64::from(position);
            let word = *positions.bits.get(position as usize / 64).unwrap_or(&0);
            reached |= ((word >> (position % 64) & 1) as u8) << lane;
        }
        reached
    }

    #[inline(always)]
    fn scarcest(self, rows: &[[u64; LANES]], active: &[u64]) -> Scarcest {
        scarcest_by(rows, active.len(), |rows| self.tally(rows, active))
    }

    #[inline(always)]
    fn live(self, rows: &[[u64; LANES]], active: &[u64]) -> u8 {
        let mut common = [0; LANES];
        for (word, &active) in rows.iter().zip(active) {
            for lane in 0..LANES {
                common[lane] |= word[lane] & active;
            }
        }
        (0..LANES).fold(0, |live, lane| live | u8::from(common[lane] != 0) << lane)
    }

    #[inline(always)]
    fn tally(self, rows: &[[u64; LANES]], active: &[u64]) -> [u64; LANES] {
        let mut counts = [0; LANES];
        for (word, &active) in rows.iter().zip(active) {
            for lane in 0..LANES {
                counts[lane] += u64::from((word[lane] & active).count_ones());
            }
        }
        counts
    }

    #[inline(always)]
    fn gather(self, wanted: u8, from: &[u64; LANES], to: &mut [u64; LANES]) {
        let mut count = 0;
        for lane in 0..LANES {
            to[count % LANES] = from[lane];
            count += usize::from(wanted >> lane & 1);
        }
    }
}

/// The low bits of a key, which hold the number of a row; the count is above them.
pub(super) const ROW_BITS: u32 = 24;

/// Judges choices by a way to survey the list of each.
#[inline(always)]
pub(super) fn judge_by(
    lists: &[List<'_>],
    covered: &[u64; LANES],
    open: &[u64; LANES],
    survey: impl Fn(List<'_>, u64) -> Seen,
) -> Verdict {
    let mut verdict = Verdict::NONE;
    for (lane, &list) in lists.iter().enumerate() {
        let open = open[lane] & !covered[lane];
        let seen = survey(list, covered[lane]);
        let is_live = u8::from(seen.is_live(open));
        let is_forced = is_live & u8::from(seen.single(open) != 0);
        verdict.forced |= is_forced << lane;
        verdict.free |= (is_live ^ is_forced) << lane;
        verdict.items[lane] = seen.few(open);
        verdict.open[lane] = open;
    }
    verdict
}

/// [`Lanes::scarcest`], where it is known how the rows of a block are counted.
#[inline(always)]
pub(super) fn scarcest_by(
    rows: &[[u64; LANES]],
    words: usize,
    mut tally: impl FnMut(&[[u64; LANES]]) -> [u64; LANES],
) -> Scarcest {
    let mut best = [u64::MAX; LANES];
    let mut empty = [0; LANES];
    for (block, rows) in rows.chunks_exact(words.max(1)).enumerate() {
        let counts = tally(rows);
        for lane in 0..LANES {
            // A row without bits wraps round to the largest key.
            let key = counts[lane].wrapping_sub(1) << ROW_BITS | (LANES * block + lane) as u64;
            best[lane] = best[lane].min(key);
            empty[lane] += u64::from(counts[lane] == 0);
        }
    }
    scarcest_of(&best, &empty)
}

/// What was found in all lanes: of each the smallest key, and how many of its rows have no bits.
#[inline(always)]
pub(super) fn scarcest_of(best: &[u64; LANES], empty: &[u64; LANES]) -> Scarcest {
    let (mut key, mut empty_rows) = (u64::MAX, 0);
    for lane in 0..LANES {
        key = key.min(best[lane]);
        empty_rows += empty[lane];
    }
    let is_found = key >> ROW_BITS != u64::MAX >> ROW_BITS;
    let row = is_found.then_some((key & ((1 << ROW_BITS) - 1)) as usize);
    Scarcest { row, empty: empty_rows as usize }
}

/// The weight of a mask.
#[inline(always)]
fn weigh(weights: &Weights, mask: u64) -> u32 {
    let mut sum = 0_u32;
    for place in 0..weights.len() {
        sum = sum.wrapping_add(weights[place][(mask >> (4 * place)) as usize % 16]);
    }
    sum
}

/// The bits of a counter, and the most blocks with which none overflows: a lane meets one mask of
/// each.
const PLANES: usize = 7;
const MOST_BLOCKS: usize = (1 << PLANES) - 1;

/// [`Lanes::fewest`] for a list of any length.
#[cold]
fn fewest_in_many(list: List<'_>, open: u64) -> u64 {
    // As many bits as any list in memory needs.
    let mut planes = [0_u64; 40];
    let masks = list.blocks.as_flattened();
    for &mask in &masks[..masks.len() - list.filling] {
        let mut carry = mask;
        for plane in &mut planes {
            (*plane, carry) = (*plane ^ carry, *plane & carry);
            if carry == 0 {
                break;
            }
        }
    }
    let fewest = planes.iter().rev().fold(open, |best, plane| match best & !plane {
        0 => best,
        fewer => fewer,
    });
    fewest & fewest.wrapping_neg()
}

/// Writes the masks that are wanted, without a branch for each.
#[inline(always)]
fn keep(list: List<'_>, to: &mut [u64], is_wanted: impl Fn(u64) -> bool) -> usize {
    let mut count = 0;
    for &mask in list.blocks.as_flattened() {
        to[count] = mask;
        count += usize::from(is_wanted(mask));
    }
    count
}
