//! The operations on lists of masks with AVX2: a block is four registers.
//!
//! What writes masks moves those that are wanted to the front of a register by a table of
//! permutations; rows are counted by a table of halves of bytes; what is seen of a list stays in
//! registers. The rest is left to the portable loops, which the compiler turns into AVX2.

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm_setr_epi8, _mm256_add_epi8, _mm256_add_epi64, _mm256_and_si256,
    _mm256_broadcastsi128_si256, _mm256_castsi256_pd, _mm256_castsi256_si128, _mm256_cmpeq_epi64,
    _mm256_loadu_si256, _mm256_movemask_pd, _mm256_or_si256, _mm256_permute4x64_epi64,
    _mm256_permutevar8x32_epi32, _mm256_sad_epu8, _mm256_set1_epi8, _mm256_set1_epi64x,
    _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_srli_epi32, _mm256_storeu_si256,
    _mm256_unpackhi_epi64,
};

use super::operations::{
    BLOCK, Job, LANES, Lanes, List, Positions, Scarcest, Seen, Union, Verdict,
};
use super::portable::{Portable, judge_by, scarcest_by};

/// Proof that the processor has what these operations need.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Avx2(());

impl Avx2 {
    /// Returns `None` where the processor lacks a feature of the level.
    pub fn new() -> Option<Self> {
        let has_all = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        has_all.then_some(Self(()))
    }
}

impl Lanes for Avx2 {
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
        judge_by(lists, covered, open, |list, option| self.survey(list, option))
    }

    #[inline(always)]
    fn find(self, list: List<'_>, item: u64, taken: u64) -> u64 {
        Portable.find(list, item, taken)
    }

    #[inline(always)]
    fn unite(self, list: List<'_>, items: u64, taken: u64) -> Union {
        Portable.unite(list, items, taken)
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
        Portable.fits_any(state, options)
    }

    #[inline(always)]
    fn fewest(self, list: List<'_>, open: u64) -> u64 {
        Portable.fewest(list, open)
    }

    #[inline(always)]
    fn reach(self, positions: Positions<'_>, masks: &[u64; LANES], links: &mut [u64; LANES]) -> u8 {
        Portable.reach(positions, masks, links)
    }

    #[inline(always)]
    fn scarcest(self, rows: &[[u64; LANES]], active: &[u64]) -> Scarcest {
        scarcest_by(rows, active.len(), |rows| self.tally(rows, active))
    }

    #[inline(always)]
    fn live(self, rows: &[[u64; LANES]], active: &[u64]) -> u8 {
        // SAFETY: this value exists only where the processor has these features.
        unsafe { live(rows, active) }
    }

    #[inline(always)]
    fn tally(self, rows: &[[u64; LANES]], active: &[u64]) -> [u64; LANES] {
        // SAFETY: this value exists only where the processor has these features.
        unsafe { tally(rows, active) }
    }

    #[inline(always)]
    fn gather(self, wanted: u8, from: &[u64; LANES], to: &mut [u64; LANES]) {
        Portable.gather(wanted, from, to);
    }
}

/// Does a job with every feature of the level.
#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn perform<J: Job>(lanes: Avx2, job: J) -> J::Outcome {
    job.run(lanes)
}

/// The two registers of eight rows' words.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn load(word: &[u64; LANES]) -> [__m256i; 2] {
    let halves = word.as_chunks::<WIDTH>().0;
    // SAFETY: each half is 32 readable bytes; the loads ask for no alignment.
    unsafe {
        [
            _mm256_loadu_si256(halves[0].as_ptr().cast()),
            _mm256_loadu_si256(halves[1].as_ptr().cast()),
        ]
    }
}

/// The items that are in one, two and three masks of each lane.
type Sight = [__m256i; 3];

/// Those of two sights together.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn join([once, twice, thrice]: Sight, other: Sight) -> Sight {
    let and_or = |a, b, all| _mm256_or_si256(_mm256_and_si256(a, b), all);
    [
        _mm256_or_si256(once, other[0]),
        and_or(once, other[0], _mm256_or_si256(twice, other[1])),
        and_or(once, other[1], and_or(twice, other[0], _mm256_or_si256(thrice, other[2]))),
    ]
}

/// Sees four masks at a time: with more there would be no registers for all that is seen, and it would
/// go through the memory at each step.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn survey(list: List<'_>, option: u64) -> Seen {
    let option = _mm256_set1_epi64x(option as i64);
    let zero = _mm256_setzero_si256();
    let [mut once, mut twice, mut thrice] = [zero; 3];
    for four in list.blocks.as_flattened().as_chunks::<WIDTH>().0 {
        // SAFETY: these are 32 readable bytes; the load asks for no alignment.
        let masks: __m256i = unsafe { _mm256_loadu_si256(four.as_ptr().cast()) };
        let apart = _mm256_cmpeq_epi64(_mm256_and_si256(masks, option), zero);
        let masks = _mm256_and_si256(masks, apart);
        thrice = _mm256_or_si256(thrice, _mm256_and_si256(twice, masks));
        twice = _mm256_or_si256(twice, _mm256_and_si256(once, masks));
        once = _mm256_or_si256(once, masks);
    }
    // Each time, one half of the lanes is joined with the other.
    let sight = [once, twice, thrice];
    let sight = join(sight, sight.map(|lanes| _mm256_permute4x64_epi64::<0b01_00_11_10>(lanes)));
    let sight = join(sight, sight.map(|lanes| _mm256_unpackhi_epi64(lanes, lanes)));
    let [once, twice, thrice] =
        sight.map(|lanes| _mm_cvtsi128_si64(_mm256_castsi256_si128(lanes)) as u64);
    Seen { once, twice, thrice }
}

/// How many bits of each byte are set: of each half of it by a table.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn count_in_bytes(bits: __m256i) -> __m256i {
    let counts =
        _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
    let half = _mm256_set1_epi8(0b1111);
    let low = _mm256_and_si256(bits, half);
    let high = _mm256_and_si256(_mm256_srli_epi32::<4>(bits), half);
    _mm256_add_epi8(_mm256_shuffle_epi8(counts, low), _mm256_shuffle_epi8(counts, high))
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn tally(rows: &[[u64; LANES]], active: &[u64]) -> [u64; LANES] {
    let zero = _mm256_setzero_si256();
    let mut counts = [zero; 2];
    // A byte holds the counts of 31 words at most.
    for (rows, active) in rows.chunks(31).zip(active.chunks(31)) {
        let mut in_bytes = [zero; 2];
        for (word, &active) in rows.iter().zip(active) {
            let active = _mm256_set1_epi64x(active as i64);
            for (in_bytes, half) in in_bytes.iter_mut().zip(load(word)) {
                let ones = count_in_bytes(_mm256_and_si256(half, active));
                *in_bytes = _mm256_add_epi8(*in_bytes, ones);
            }
        }
        for (counts, in_bytes) in counts.iter_mut().zip(in_bytes) {
            *counts = _mm256_add_epi64(*counts, _mm256_sad_epu8(in_bytes, zero));
        }
    }
    let mut to = [0; LANES];
    for (half, to) in counts.into_iter().zip(to.as_chunks_mut::<WIDTH>().0) {
        // SAFETY: a half is 32 writable bytes; the store asks for no alignment.
        unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), half) };
    }
    to
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn live(rows: &[[u64; LANES]], active: &[u64]) -> u8 {
    let mut common = [_mm256_setzero_si256(); 2];
    for (word, &active) in rows.iter().zip(active) {
        let active = _mm256_set1_epi64x(active as i64);
        for (common, half) in common.iter_mut().zip(load(word)) {
            *common = _mm256_or_si256(*common, _mm256_and_si256(half, active));
        }
    }
    let [low, high] = common.map(|half| {
        let empty = _mm256_cmpeq_epi64(half, _mm256_setzero_si256());
        _mm256_movemask_pd(_mm256_castsi256_pd(empty)) as u8
    });
    !(low | high << WIDTH)
}

/// How many masks there are in a register.
const WIDTH: usize = 4;

/// For each set of the four masks in a register, the halves of those that are in it, in order,
/// and then others.
const TO_FRONT: [[u32; 8]; 16] = {
    let mut table = [[0; 8]; 16];
    let mut set = 0;
    while set < 16 {
        let (mut mask, mut count) = (0, 0);
        while mask < 4 {
            if set >> mask & 1 == 1 {
                table[set][2 * count] = 2 * mask as u32;
                table[set][2 * count + 1] = 2 * mask as u32 + 1;
                count += 1;
            }
            mask += 1;
        }
        set += 1;
    }
    table
};

impl Avx2 {
    /// Writes the masks that have no item in common with `items`, or those that have one; `ADDS` to
    /// each these items. It has no target features of its own, so that it becomes part of the code
    /// that calls it.
    #[inline(always)]
    fn keep<const DISJOINT: bool, const ADDS: bool>(
        self,
        list: List<'_>,
        items: u64,
        to: &mut [u64],
    ) -> usize {
        assert!(to.len() >= BLOCK * list.blocks.len(), "there is room for the whole list");
        let Self(()) = self;
        // SAFETY: this value exists only where the processor has these features. Before each
        // four masks at most 4 were counted for each four, so that four more fits in the room that
        // was asserted; loads and stores ask for no alignment.
        unsafe {
            let items = _mm256_set1_epi64x(items as i64);
            let zero = _mm256_setzero_si256();
            let mut count = 0;
            for four in list.blocks.as_flattened().as_chunks::<WIDTH>().0 {
                let masks: __m256i = _mm256_loadu_si256(four.as_ptr().cast());
                let apart = _mm256_cmpeq_epi64(_mm256_and_si256(masks, items), zero);
                let apart = _mm256_movemask_pd(_mm256_castsi256_pd(apart)) as usize;
                let wanted = if DISJOINT { apart } else { apart ^ 0b1111 };
                let front = _mm256_loadu_si256(TO_FRONT[wanted].as_ptr().cast());
                let kept = _mm256_permutevar8x32_epi32(masks, front);
                let kept = if ADDS { _mm256_or_si256(kept, items) } else { kept };
                _mm256_storeu_si256(to.as_mut_ptr().add(count).cast(), kept);
                count += wanted.count_ones() as usize;
            }
            count
        }
    }
}
