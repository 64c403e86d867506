//! Registers of AVX-512 read and written.

use std::arch::x86_64::{
    __m512i, _mm512_loadu_epi32, _mm512_loadu_epi64, _mm512_maskz_compress_epi64,
    _mm512_storeu_epi64,
};

use crate::engine::lanes::operations::{BLOCK, LANES};

#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512vl,popcnt")]
pub(super) fn load(block: &[u64; LANES]) -> __m512i {
    // SAFETY: the block is 64 readable bytes; the load asks for no alignment.
    unsafe { _mm512_loadu_epi64(block.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512vl,popcnt")]
pub(super) fn load_halves(halves: &[u32; 2 * LANES]) -> __m512i {
    // SAFETY: these are 64 readable bytes; the load asks for no alignment.
    unsafe { _mm512_loadu_epi32(halves.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512vl,popcnt")]
pub(super) fn store(block: __m512i, to: &mut [u64; LANES]) {
    // SAFETY: these are 64 writable bytes; the store asks for no alignment.
    unsafe { _mm512_storeu_epi64(to.as_mut_ptr().cast(), block) };
}

/// The two registers of a block.
#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512vl,popcnt")]
pub(super) fn load_block(block: &[u64; BLOCK]) -> [__m512i; 2] {
    let halves = block.as_chunks::<LANES>().0;
    [load(&halves[0]), load(&halves[1])]
}

/// Writes the masks of a register whose bit is set in `wanted`, and what follows them up to eight.
///
/// # Safety
/// `to` must have room for eight.
#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512vl,popcnt")]
pub(super) unsafe fn compress(wanted: u8, block: __m512i, to: *mut u64) -> usize {
    // SAFETY: the caller vouches for 64 writable bytes; the store asks for no alignment.
    unsafe { _mm512_storeu_epi64(to.cast(), _mm512_maskz_compress_epi64(wanted, block)) };
    wanted.count_ones() as usize
}
