//! The operations on lists of masks with AVX-512: a block is one register.

use std::arch::x86_64::{
    __m256i, __m512i, _mm_and_si128, _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64,
    _mm256_and_si256, _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_or_si256,
    _mm512_add_epi32, _mm512_alignr_epi64, _mm512_and_si512, _mm512_andnot_si512,
    _mm512_castsi512_si256, _mm512_extracti64x4_epi64, _mm512_loadu_epi64, _mm512_mask_mov_epi64,
    _mm512_mask_or_epi64, _mm512_mask_testn_epi64_mask, _mm512_maskz_compress_epi64,
    _mm512_maskz_loadu_epi32, _mm512_maskz_mov_epi64, _mm512_or_si512, _mm512_reduce_add_epi32,
    _mm512_reduce_or_epi64, _mm512_set1_epi64, _mm512_setzero_si512, _mm512_storeu_epi64,
    _mm512_ternarylogic_epi64, _mm512_test_epi64_mask, _mm512_testn_epi64_mask, _mm512_xor_si512,
};

use super::{BLOCK, Lanes, List, Portable, Seen};

/// Proof that the processor has what these operations need.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine::search) struct Avx512(());

impl Avx512 {
    /// `None` where the processor lacks something.
    pub fn new() -> Option<Self> {
        let has_all = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("popcnt");
        has_all.then_some(Self(()))
    }
}

impl Lanes for Avx512 {
    #[inline(always)]
    fn select(self, list: List<'_>, items: u64, to: &mut [u64]) -> usize {
        // SAFETY: this value exists only where the processor has these features.
        unsafe { select(list, items, to) }
    }

    #[inline(always)]
    fn look(self, list: List<'_>, option: u64) -> Seen {
        // SAFETY: this value exists only where the processor has these features.
        unsafe { look(list, option) }
    }

    #[inline(always)]
    fn find(self, list: List<'_>, item: u64, taken: u64) -> u64 {
        // SAFETY: this value exists only where the processor has these features.
        unsafe { find(list, item, taken) }
    }

    #[inline(always)]
    fn survive(self, list: List<'_>, option: u64, to: &mut [u64]) -> usize {
        // SAFETY: this value exists only where the processor has these features.
        unsafe { survive(list, option, to) }
    }

    #[inline(always)]
    fn fewest(self, list: List<'_>, open: u64) -> u64 {
        match list.blocks.len() {
            // SAFETY: this value exists only where the processor has these features.
            blocks if blocks <= most_blocks(SHORT) => unsafe { fewest::<SHORT>(list, open) },
            // SAFETY: as above.
            blocks if blocks <= most_blocks(LONG) => unsafe { fewest::<LONG>(list, open) },
            _ => Portable.fewest(list, open),
        }
    }

    #[inline(always)]
    fn weigh(self, weights: &[u32; 64], mask: u64) -> u32 {
        // SAFETY: this value exists only where the processor has these features.
        unsafe { weigh(weights, mask) }
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512vl,popcnt")]
fn load(block: &[u64; BLOCK]) -> __m512i {
    // SAFETY: the block is 64 readable bytes; the load asks for no alignment.
    unsafe { _mm512_loadu_epi64(block.as_ptr().cast()) }
}

/// Writes the masks of a block whose bit is set in `wanted`, and what follows them up to a block.
///
/// # Safety
/// `to` must have room for a block.
#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512vl,popcnt")]
unsafe fn compress(wanted: u8, block: __m512i, to: *mut u64) -> usize {
    // SAFETY: the caller vouches for 64 writable bytes; the store asks for no alignment.
    unsafe { _mm512_storeu_epi64(to.cast(), _mm512_maskz_compress_epi64(wanted, block)) };
    wanted.count_ones() as usize
}

#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512vl,popcnt")]
fn select(list: List<'_>, items: u64, to: &mut [u64]) -> usize {
    assert!(to.len() >= BLOCK * list.blocks.len(), "there is room for the whole list");
    let items = _mm512_set1_epi64(items as i64);
    let mut count = 0;
    for block in list.blocks {
        let block = load(block);
        let wanted = _mm512_test_epi64_mask(block, items);
        // SAFETY: before this block at most 8 masks were counted for each one, so that a block
        // more fits in the room that was asserted.
        count += unsafe { compress(wanted, block, to.as_mut_ptr().add(count)) };
    }
    count - list.filling
}

#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512vl,popcnt")]
fn survive(list: List<'_>, option: u64, to: &mut [u64]) -> usize {
    assert!(to.len() >= BLOCK * list.blocks.len(), "there is room for the whole list");
    let option = _mm512_set1_epi64(option as i64);
    let mut count = 0;
    for block in list.blocks {
        let block = load(block);
        let wanted = _mm512_testn_epi64_mask(block, option);
        // SAFETY: as in `select`.
        count += unsafe { compress(wanted, block, to.as_mut_ptr().add(count)) };
    }
    count
}

#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512vl,popcnt")]
fn look(list: List<'_>, option: u64) -> Seen {
    let option = _mm512_set1_epi64(option as i64);
    let mut once = _mm512_setzero_si512();
    let (mut twice, mut thrice) = (once, once);
    for block in list.blocks {
        let block = load(block);
        let mask = _mm512_maskz_mov_epi64(_mm512_testn_epi64_mask(block, option), block);
        thrice = _mm512_or_si512(thrice, _mm512_and_si512(twice, mask));
        twice = _mm512_or_si512(twice, _mm512_and_si512(once, mask));
        once = _mm512_or_si512(once, mask);
    }
    // The halves are joined until one lane is left.
    let halves = |x| (_mm512_castsi512_si256(x), _mm512_extracti64x4_epi64::<1>(x));
    let (a, b) = join4(halves(once), halves(twice), halves(thrice));
    let quarters = |x: __m256i| (_mm256_castsi256_si128(x), _mm256_extracti128_si256::<1>(x));
    let ((a1, b1), (a2, b2), (a3, b3)) = (quarters(a), quarters(b.0), quarters(b.1));
    let once = _mm_or_si128(a1, b1);
    let twice = _mm_or_si128(_mm_or_si128(a2, b2), _mm_and_si128(a1, b1));
    let mixed = _mm_or_si128(_mm_and_si128(a2, b1), _mm_and_si128(a1, b2));
    let thrice = _mm_or_si128(_mm_or_si128(a3, b3), mixed);
    let eighths =
        |x| (_mm_cvtsi128_si64(x) as u64, _mm_cvtsi128_si64(_mm_unpackhi_epi64(x, x)) as u64);
    let ((a1, b1), (a2, b2), (a3, b3)) = (eighths(once), eighths(twice), eighths(thrice));
    Seen { once: a1 | b1, twice: a2 | b2 | a1 & b1, thrice: a3 | b3 | a2 & b1 | a1 & b2 }
}

/// Joins what was seen in two halves.
#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512vl,popcnt")]
fn join4(
    (a1, b1): (__m256i, __m256i),
    (a2, b2): (__m256i, __m256i),
    (a3, b3): (__m256i, __m256i),
) -> (__m256i, (__m256i, __m256i)) {
    let once = _mm256_or_si256(a1, b1);
    let twice = _mm256_or_si256(_mm256_or_si256(a2, b2), _mm256_and_si256(a1, b1));
    let mixed = _mm256_or_si256(_mm256_and_si256(a2, b1), _mm256_and_si256(a1, b2));
    (once, (twice, _mm256_or_si256(_mm256_or_si256(a3, b3), mixed)))
}

#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512vl,popcnt")]
fn find(list: List<'_>, item: u64, taken: u64) -> u64 {
    let item = _mm512_set1_epi64(item as i64);
    let taken = _mm512_set1_epi64(taken as i64);
    let mut found = _mm512_setzero_si512();
    for block in list.blocks {
        let block = load(block);
        let has_it = _mm512_test_epi64_mask(block, item);
        let wanted = _mm512_mask_testn_epi64_mask(has_it, block, taken);
        found = _mm512_mask_or_epi64(found, wanted, found, block);
    }
    _mm512_reduce_or_epi64(found) as u64
}

/// The bits of a counter while a list is read: few for a short list, more for a long one. Longer
/// lists still are left to the portable twin.
const SHORT: usize = 4;
const LONG: usize = 7;

/// The most blocks of a list whose counters do not overflow: a lane meets one mask of each.
const fn most_blocks(planes: usize) -> usize {
    (1 << planes) - 1
}

/// Sum and carry of three bits in each place.
#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512vl,popcnt")]
fn add(a: __m512i, b: __m512i, c: __m512i) -> (__m512i, __m512i) {
    (_mm512_ternarylogic_epi64::<0x96>(a, b, c), _mm512_ternarylogic_epi64::<0xe8>(a, b, c))
}

#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512vl,popcnt")]
fn fewest<const PLANES: usize>(list: List<'_>, open: u64) -> u64 {
    // Counters of the items bit by bit, eight of them for each item, one in each lane.
    let zero = _mm512_setzero_si512();
    let Some((last, blocks)) = list.blocks.split_last() else { return open & open.wrapping_neg() };
    let last = _mm512_maskz_mov_epi64(0xff >> list.filling, load(last));
    let (pairs, odd) = blocks.as_chunks::<2>();
    let odd = odd.first().map_or(zero, |block| load(block));
    let mut planes = [zero; LONG + 3];
    let pairs = pairs.iter().map(|[a, b]| (load(a), load(b)));
    for (a, b) in pairs.chain([(odd, last)]) {
        let (sum, mut carry) = add(planes[0], a, b);
        planes[0] = sum;
        for plane in &mut planes[1..PLANES] {
            (*plane, carry) = (_mm512_xor_si512(*plane, carry), _mm512_and_si512(*plane, carry));
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
    let fewest = _mm_cvtsi128_si64(_mm256_castsi256_si128(_mm512_castsi512_si256(best))) as u64;
    fewest & fewest.wrapping_neg()
}

#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512vl,popcnt")]
fn weigh(weights: &[u32; 64], mask: u64) -> u32 {
    let mut sum = _mm512_setzero_si512();
    for (place, quarter) in weights.as_chunks::<16>().0.iter().enumerate() {
        // SAFETY: the quarter is 64 readable bytes; the load asks for no alignment.
        let part = unsafe {
            _mm512_maskz_loadu_epi32((mask >> (16 * place)) as u16, quarter.as_ptr().cast())
        };
        sum = _mm512_add_epi32(sum, part);
    }
    _mm512_reduce_add_epi32(sum) as u32
}
