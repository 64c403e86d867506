//! The operations on rows of bits with AVX-512: a register has a word of each of eight rows.

use std::arch::x86_64::{
    __m512i, _mm512_add_epi64, _mm512_and_si512, _mm512_mask_add_epi64, _mm512_min_epu64,
    _mm512_or_si512, _mm512_popcnt_epi64, _mm512_set_epi64, _mm512_set1_epi64,
    _mm512_setzero_si512, _mm512_slli_epi64, _mm512_sub_epi64, _mm512_test_epi64_mask,
    _mm512_testn_epi64_mask,
};

use crate::engine::lanes::operations::{LANES, Scarcest};
use crate::engine::lanes::portable::{ROW_BITS, scarcest_of};

use super::memory::{load, store};

/// How many bits of each of eight rows are active.
#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512vpopcntdq,popcnt")]
pub(super) fn tally(rows: &[[u64; LANES]], active: &[u64]) -> __m512i {
    let mut counts = _mm512_setzero_si512();
    for (word, &active) in rows.iter().zip(active) {
        let bits = _mm512_and_si512(load(word), _mm512_set1_epi64(active as i64));
        counts = _mm512_add_epi64(counts, _mm512_popcnt_epi64(bits));
    }
    counts
}

#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512vl,popcnt")]
pub(super) fn live(rows: &[[u64; LANES]], active: &[u64]) -> u8 {
    let mut live = 0;
    for (word, &active) in rows.iter().zip(active) {
        live |= _mm512_test_epi64_mask(load(word), _mm512_set1_epi64(active as i64));
    }
    live
}

#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512vpopcntdq,popcnt")]
pub(super) fn scarcest(rows: &[[u64; LANES]], active: &[u64]) -> Scarcest {
    // Packed rows have four words, which the compiler is told.
    match <&[u64; 4]>::try_from(active) {
        Ok(active) => scarcest_in(rows, active),
        Err(_) => scarcest_in(rows, active),
    }
}

/// [`scarcest`] for words in an array or in a slice.
#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512vpopcntdq,popcnt")]
pub(super) fn scarcest_in<A: AsRef<[u64]> + ?Sized>(rows: &[[u64; LANES]], active: &A) -> Scarcest {
    let active = active.as_ref();
    let one = _mm512_set1_epi64(1);
    let mut number = _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0);
    let mut best = _mm512_set1_epi64(-1);
    let mut empty = _mm512_setzero_si512();
    for rows in rows.chunks_exact(active.len().max(1)) {
        let counts = tally(rows, active);
        empty = _mm512_mask_add_epi64(empty, _mm512_testn_epi64_mask(counts, counts), empty, one);
        // A row without bits wraps round to the largest key.
        let count = _mm512_slli_epi64::<ROW_BITS>(_mm512_sub_epi64(counts, one));
        best = _mm512_min_epu64(best, _mm512_or_si512(count, number));
        number = _mm512_add_epi64(number, _mm512_set1_epi64(LANES as i64));
    }
    let (mut best_of, mut empty_of) = ([0; LANES], [0; LANES]);
    store(best, &mut best_of);
    store(empty, &mut empty_of);
    scarcest_of(&best_of, &empty_of)
}
