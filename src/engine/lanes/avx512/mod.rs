//! The operations with AVX-512: on lists of masks, of which a block is two registers, and in
//! [`rows`] on rows of bits.

mod memory;
mod rows;

use std::arch::x86_64::{
    __m512i, _mm_cvtsi128_si64, _mm256_cmplt_epu32_mask, _mm256_set1_epi32, _mm256_srli_epi32,
    _mm512_add_epi32, _mm512_add_epi64, _mm512_alignr_epi64, _mm512_and_si512, _mm512_andnot_si512,
    _mm512_castsi512_si128, _mm512_cvtepi64_epi32, _mm512_mask_i32gather_epi64,
    _mm512_mask_mov_epi64, _mm512_mask_or_epi64, _mm512_mask_sub_epi32,
    _mm512_mask_testn_epi64_mask, _mm512_maskz_compress_epi64, _mm512_maskz_mov_epi64,
    _mm512_or_si512, _mm512_permutex2var_epi32, _mm512_popcnt_epi64, _mm512_reduce_add_epi64,
    _mm512_reduce_or_epi64, _mm512_set1_epi32, _mm512_set1_epi64, _mm512_setzero_si512,
    _mm512_shuffle_i64x2, _mm512_srli_epi32, _mm512_srli_epi64, _mm512_srlv_epi64,
    _mm512_ternarylogic_epi64, _mm512_test_epi64_mask, _mm512_testn_epi64_mask,
    _mm512_unpackhi_epi64, _mm512_unpacklo_epi64, _mm512_xor_si512,
};

use super::avx2::Avx2;
use super::operations::{
    BLOCK, Job, LANES, Lanes, List, Positions, Scarcest, Seen, Union, Verdict,
};
use super::portable::Portable;
use memory::{compress, load, load_block, load_halves, store};
use rows::{live, scarcest, tally};

/// Proof that the processor has what these operations need.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Avx512(());

impl Avx512 {
    /// Returns `None` where the processor lacks a feature of the level.
    pub fn new() -> Option<Self> {
        let has_all = Avx2::new().is_some()
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vpopcntdq");
        has_all.then_some(Self(()))
    }
}

impl Lanes for Avx512 {
    fn perform<J: Job>(self, job: J) -> J::Outcome {
        // SAFETY: this value exists only where the processor has these features.
        unsafe { perform(self, job) }
    }

    #[inline(always)]
    fn select(self, list: List<'_>, items: u64, to: &mut [u64]) -> usize {
        self.keep::<false, false>(list, items, to) - list.filling
    }

    #[inline(always)]
    fn survey(self, list: List<'_>, option: u64) -> Seen {
        // SAFETY: this value exists only where the processor has these features.
        unsafe { survey(list, option) }
    }

    #[inline(always)]
    fn judge(self, lists: &[List<'_>], covered: &[u64; LANES], open: &[u64; LANES]) -> Verdict {
        // SAFETY: this value exists only where the processor has these features.
        unsafe { judge(lists, covered, open) }
    }

    #[inline(always)]
    fn find(self, list: List<'_>, item: u64, taken: u64) -> u64 {
        // SAFETY: this value exists only where the processor has these features.
        unsafe { find(list, item, taken) }
    }

    #[inline(always)]
    fn unite(self, list: List<'_>, items: u64, taken: u64) -> Union {
        // SAFETY: this value exists only where the processor has these features.
        unsafe { unite(list, items, taken) }
    }

    #[inline(always)]
    fn survive(self, list: List<'_>, option: u64, to: &mut [u64]) -> usize {
        self.keep::<true, false>(list, option, to)
    }

    #[inline(always)]
    fn place(self, list: List<'_>, option: u64, to: &mut [u64]) -> usize {
        self.keep::<true, true>(list, option, to)
    }

    #[inline(always)]
    fn fits_any(self, state: u64, options: &[u64]) -> bool {
        // SAFETY: this value exists only where the processor has these features.
        unsafe { fits_any(state, options) }
    }

    #[inline(always)]
    fn fewest(self, list: List<'_>, open: u64) -> u64 {
        match list.blocks.len() {
            blocks if blocks <= most_blocks(SHORT) => self.fewest_in::<SHORT>(list, open),
            blocks if blocks <= most_blocks(LONG) => self.fewest_in::<LONG>(list, open),
            _ => Portable.fewest(list, open),
        }
    }

    #[inline(always)]
    fn reach(self, positions: Positions<'_>, masks: &[u64; LANES], links: &mut [u64; LANES]) -> u8 {
        // SAFETY: this value exists only where the processor has these features.
        unsafe { reach(positions, masks, links) }
    }

    #[inline(always)]
    fn scarcest(self, rows: &[[u64; LANES]], active: &[u64]) -> Scarcest {
        // SAFETY: this value exists only where the processor has these features.
        unsafe { scarcest(rows, active) }
    }

    #[inline(always)]
    fn live(self, rows: &[[u64; LANES]], active: &[u64]) -> u8 {
        // SAFETY: this value exists only where the processor has these features.
        unsafe { live(rows, active) }
    }

    #[inline(always)]
    fn tally(self, rows: &[[u64; LANES]], active: &[u64]) -> [u64; LANES] {
        let mut counts = [0; LANES];
        // SAFETY: this value exists only where the processor has these features.
        unsafe { store(tally(rows, active), &mut counts) };
        counts
    }

    #[inline(always)]
    fn gather(self, wanted: u8, from: &[u64; LANES], to: &mut [u64; LANES]) {
        // SAFETY: this value exists only where the processor has these features.
        unsafe { gather(wanted, from, to) }
    }
}

/// Does a job with every feature of the level.
#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq")]
fn perform<J: Job>(lanes: Avx512, job: J) -> J::Outcome {
    job.run(lanes)
}

#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512vl,popcnt")]
fn fits_any(state: u64, options: &[u64]) -> bool {
    let state = _mm512_set1_epi64(state as i64);
    // No branch depends on what fits, which nobody can foretell.
    let mut fits = 0;
    for group in options.as_chunks::<LANES>().0 {
        fits |= _mm512_testn_epi64_mask(load(group), state);
    }
    fits != 0
}

/// What is in one, two, three masks, or more of them side by side.
type Sight = [__m512i; 3];

/// The items of the masks that share none with an option, each lane's by itself.
#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512vl,popcnt")]
fn pass(list: List<'_>, option: u64) -> Sight {
    let option = _mm512_set1_epi64(option as i64);
    let mut once = _mm512_setzero_si512();
    let (mut twice, mut thrice) = (once, once);
    for block in list.blocks {
        for half in load_block(block) {
            let mask = _mm512_maskz_mov_epi64(_mm512_testn_epi64_mask(half, option), half);
            thrice = _mm512_or_si512(thrice, _mm512_and_si512(twice, mask));
            twice = _mm512_or_si512(twice, _mm512_and_si512(once, mask));
            once = _mm512_or_si512(once, mask);
        }
    }
    [once, twice, thrice]
}

/// Joins what was seen in two parts.
#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512vl,popcnt")]
fn join([a1, a2, a3]: Sight, [b1, b2, b3]: Sight) -> Sight {
    let twice = _mm512_or_si512(_mm512_or_si512(a2, b2), _mm512_and_si512(a1, b1));
    let left = _mm512_or_si512(a3, _mm512_and_si512(a2, b1));
    let right = _mm512_or_si512(b3, _mm512_and_si512(a1, b2));
    [_mm512_or_si512(a1, b1), twice, _mm512_or_si512(left, right)]
}

/// Joins the lanes of eight sights, each into one lane of the result, in their order.
#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512vl,popcnt")]
fn join_lanes(sights: &[Sight; LANES]) -> Sight {
    // Lanes of two sights in turn, then pairs of lanes of four, then of all.
    let [a, b, c, d, e, f, g, h] = *sights;
    quad(quad(pair(a, b), pair(c, d)), quad(pair(e, f), pair(g, h)))
}

/// Joins the even lanes of two sights with the odd ones, the two in turn.
#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512vl,popcnt")]
fn pair([a1, a2, a3]: Sight, [b1, b2, b3]: Sight) -> Sight {
    let (once, twice) = (_mm512_unpacklo_epi64(a1, b1), _mm512_unpacklo_epi64(a2, b2));
    let even = [once, twice, _mm512_unpacklo_epi64(a3, b3)];
    let (once, twice) = (_mm512_unpackhi_epi64(a1, b1), _mm512_unpackhi_epi64(a2, b2));
    join(even, [once, twice, _mm512_unpackhi_epi64(a3, b3)])
}

/// Joins the even pairs of lanes of two sights with the odd ones, those of the first before those of
/// the second.
#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512vl,popcnt")]
fn quad([a1, a2, a3]: Sight, [b1, b2, b3]: Sight) -> Sight {
    let even = [
        _mm512_shuffle_i64x2::<0b10_00_10_00>(a1, b1),
        _mm512_shuffle_i64x2::<0b10_00_10_00>(a2, b2),
        _mm512_shuffle_i64x2::<0b10_00_10_00>(a3, b3),
    ];
    let odd = [
        _mm512_shuffle_i64x2::<0b11_01_11_01>(a1, b1),
        _mm512_shuffle_i64x2::<0b11_01_11_01>(a2, b2),
        _mm512_shuffle_i64x2::<0b11_01_11_01>(a3, b3),
    ];
    join(even, odd)
}

/// Joins a sight with itself after a shuffle of its lanes.
macro_rules! join_shuffled {
    ($sight:expr, $shuffle:expr) => {{
        let [once, twice, thrice] = $sight;
        join($sight, [$shuffle(once, once), $shuffle(twice, twice), $shuffle(thrice, thrice)])
    }};
}

#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512vl,popcnt")]
fn survey(list: List<'_>, option: u64) -> Seen {
    // Each time, one half of the lanes is joined with the other.
    let sight = pass(list, option);
    let sight = join_shuffled!(sight, _mm512_shuffle_i64x2::<0b01_00_11_10>);
    let sight = join_shuffled!(sight, _mm512_shuffle_i64x2::<0b10_11_00_01>);
    let [once, twice, thrice] = join_shuffled!(sight, _mm512_unpackhi_epi64);
    Seen { once: lowest(once), twice: lowest(twice), thrice: lowest(thrice) }
}

/// The lowest lane.
#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512vl,popcnt")]
fn lowest(lanes: __m512i) -> u64 {
    _mm_cvtsi128_si64(_mm512_castsi512_si128(lanes)) as u64
}

#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512vl,popcnt")]
fn judge(lists: &[List<'_>], covered: &[u64; LANES], open: &[u64; LANES]) -> Verdict {
    let mut sights = [[_mm512_setzero_si512(); 3]; LANES];
    for lane in 0..lists.len().min(LANES) {
        sights[lane] = pass(lists[lane], covered[lane]);
    }
    let [once, twice, thrice] = join_lanes(&sights);
    let open = _mm512_andnot_si512(load(covered), load(open));
    let single = _mm512_and_si512(_mm512_andnot_si512(twice, once), open);
    let double = _mm512_and_si512(_mm512_andnot_si512(thrice, twice), open);
    let dead = _mm512_andnot_si512(once, open);
    let live = _mm512_testn_epi64_mask(dead, dead) & (0xff_u32 >> (LANES - lists.len())) as u8;
    let has_single = _mm512_test_epi64_mask(single, single);
    let items = _mm512_mask_mov_epi64(double, has_single, single);
    let mut verdict =
        Verdict { free: live & !has_single, forced: live & has_single, ..Verdict::NONE };
    store(open, &mut verdict.open);
    store(items, &mut verdict.items);
    verdict
}

#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512vl,popcnt")]
fn reach(positions: Positions<'_>, masks: &[u64; LANES], links: &mut [u64; LANES]) -> u8 {
    let Positions { bits, weights } = positions;
    // Each half of a lane looks up its own four bits: bit 4 tells the tables of the high halves.
    let (low_bits, high_half) = (_mm512_set1_epi32(0b1111), _mm512_set1_epi64(0b1_0000 << 32));
    let mut left = load(masks);
    let mut sum = _mm512_setzero_si512();
    for place in 0..8 {
        let set = _mm512_or_si512(_mm512_and_si512(left, low_bits), high_half);
        let (low, high) = (load_halves(&weights[place]), load_halves(&weights[place + 8]));
        let weight = _mm512_permutex2var_epi32(low, set, high);
        sum = _mm512_add_epi32(sum, weight);
        left = _mm512_srli_epi32::<4>(left);
    }
    let sum = _mm512_add_epi32(sum, _mm512_srli_epi64::<32>(sum));
    let link = _mm512_mask_sub_epi32(load(links), 0x5555, load(links), sum);
    store(link, links);
    let position = _mm512_cvtepi64_epi32(link);
    let word = _mm256_srli_epi32::<6>(position);
    let inside = _mm256_cmplt_epu32_mask(word, _mm256_set1_epi32(bits.len() as i32));
    // SAFETY: only words whose number is below that of the words are read; as signed numbers they
    // are the same, since no slice of words that long is shorter than 2^34 bytes.
    let words = unsafe {
        _mm512_mask_i32gather_epi64::<8>(_mm512_setzero_si512(), inside, word, bits.as_ptr().cast())
    };
    let place = _mm512_and_si512(link, _mm512_set1_epi64(63));
    _mm512_test_epi64_mask(_mm512_srlv_epi64(words, place), _mm512_set1_epi64(1))
}

#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512vl,popcnt")]
fn gather(wanted: u8, from: &[u64; LANES], to: &mut [u64; LANES]) {
    store(_mm512_maskz_compress_epi64(wanted, load(from)), to);
}

#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512vl,popcnt")]
fn find(list: List<'_>, item: u64, taken: u64) -> u64 {
    let item = _mm512_set1_epi64(item as i64);
    let taken = _mm512_set1_epi64(taken as i64);
    let mut found = _mm512_setzero_si512();
    for block in list.blocks {
        for half in load_block(block) {
            let has_it = _mm512_test_epi64_mask(half, item);
            let wanted = _mm512_mask_testn_epi64_mask(has_it, half, taken);
            found = _mm512_mask_or_epi64(found, wanted, found, half);
        }
    }
    _mm512_reduce_or_epi64(found) as u64
}

#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512vpopcntdq,popcnt")]
fn unite(list: List<'_>, items: u64, taken: u64) -> Union {
    let items = _mm512_set1_epi64(items as i64);
    let taken = _mm512_set1_epi64(taken as i64);
    let mut union = _mm512_setzero_si512();
    let (mut entries, mut masks) = (union, 0);
    for block in list.blocks {
        for half in load_block(block) {
            let has_some = _mm512_test_epi64_mask(half, items);
            let wanted = _mm512_mask_testn_epi64_mask(has_some, half, taken);
            let wanted_masks = _mm512_maskz_mov_epi64(wanted, half);
            union = _mm512_or_si512(union, wanted_masks);
            entries = _mm512_add_epi64(entries, _mm512_popcnt_epi64(wanted_masks));
            masks += wanted.count_ones();
        }
    }
    let items = _mm512_reduce_or_epi64(union) as u64;
    Union { items, masks, entries: _mm512_reduce_add_epi64(entries) as u32 }
}

/// The bits of a counter while a list is read: few for a short list, more for a long one. Longer
/// lists still are left to the portable twin.
const SHORT: usize = 4;
const LONG: usize = 7;

/// The most blocks of a list whose counters do not overflow: a lane meets two masks of each.
const fn most_blocks(planes: usize) -> usize {
    ((1 << planes) - 1) / 2
}

/// Sum and carry of three bits in each place.
#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512vl,popcnt")]
fn add(a: __m512i, b: __m512i, c: __m512i) -> (__m512i, __m512i) {
    (_mm512_ternarylogic_epi64::<0x96>(a, b, c), _mm512_ternarylogic_epi64::<0xe8>(a, b, c))
}

// These have no target features of their own, so that they become part of the code that calls them.
impl Avx512 {
    /// Writes the masks that have no item in common with `items`, or those that have one; `ADDS` to
    /// each these items.
    #[inline(always)]
    fn keep<const DISJOINT: bool, const ADDS: bool>(
        self,
        list: List<'_>,
        items: u64,
        to: &mut [u64],
    ) -> usize {
        assert!(to.len() >= BLOCK * list.blocks.len(), "there is room for the whole list");
        let Self(()) = self;
        // SAFETY: this value exists only where the processor has these features. Before each half
        // at most 8 masks were counted for each one, so that a half more fits in the room that was
        // asserted.
        unsafe {
            let items = _mm512_set1_epi64(items as i64);
            let mut count = 0;
            for block in list.blocks {
                for half in load_block(block) {
                    let wanted = if DISJOINT {
                        _mm512_testn_epi64_mask(half, items)
                    } else {
                        _mm512_test_epi64_mask(half, items)
                    };
                    let half = if ADDS { _mm512_or_si512(half, items) } else { half };
                    count += compress(wanted, half, to.as_mut_ptr().add(count));
                }
            }
            count
        }
    }

    /// [`Lanes::fewest`] with counters of some bits.
    #[inline(always)]
    fn fewest_in<const PLANES: usize>(self, list: List<'_>, open: u64) -> u64 {
        let Self(()) = self;
        // SAFETY: this value exists only where the processor has these features.
        unsafe {
            // Counters of the items bit by bit, eight of them for each item, one in each lane.
            let zero = _mm512_setzero_si512();
            let Some((last, blocks)) = list.blocks.split_last() else {
                return open & open.wrapping_neg();
            };
            let is_mask = 0xffff_u32 >> list.filling;
            let [a, b] = load_block(last);
            let last = [
                _mm512_maskz_mov_epi64(is_mask as u8, a),
                _mm512_maskz_mov_epi64((is_mask >> LANES) as u8, b),
            ];
            let mut planes = [zero; LONG + 3];
            for at in 0..=blocks.len() {
                let [a, b] =
                    if let Some(block) = blocks.get(at) { load_block(block) } else { last };
                let (sum, mut carry) = add(planes[0], a, b);
                planes[0] = sum;
                for plane in &mut planes[1..PLANES] {
                    (*plane, carry) =
                        (_mm512_xor_si512(*plane, carry), _mm512_and_si512(*plane, carry));
                }
            }
            // Each round adds a rotation of the lanes; after three, every lane holds the sum of all.
            macro_rules! add_rotated {
                ($lanes:literal, $used:expr) => {
                    let mut carry = zero;
                    for plane in &mut planes[..$used] {
                        let rotated = _mm512_alignr_epi64::<$lanes>(*plane, *plane);
                        (*plane, carry) = add(*plane, rotated, carry);
                    }
                    planes[$used] = carry;
                };
            }
            add_rotated!(4, PLANES);
            add_rotated!(2, PLANES + 1);
            add_rotated!(1, PLANES + 2);
            let mut best = _mm512_set1_epi64(open as i64);
            for plane in planes[..PLANES + 3].iter().rev() {
                let fewer = _mm512_andnot_si512(*plane, best);
                best = _mm512_mask_mov_epi64(best, _mm512_test_epi64_mask(fewer, fewer), fewer);
            }
            let fewest = lowest(best);
            fewest & fewest.wrapping_neg()
        }
    }
}
