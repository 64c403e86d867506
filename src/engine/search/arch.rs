//! One copy of the search for each processor level, chosen when the program runs.
//!
//! The loop itself is portable code; compiled with more instructions allowed, its counting turns
//! into vector popcounts. The only unsafe step is to call such a copy, after the processor was
//! asked. All copies give the same results.

use crate::engine::Visitor;

use super::kernel::{Dynamic, Run, Search, Stack};
use super::pack::Packed;
use super::table::Layout;

/// A set of instructions that the search was compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Nothing beyond the target's own.
    Portable,
    /// AVX2, BMI and POPCNT.
    Avx2,
    /// AVX-512 with vector popcounts.
    Avx512,
}

impl Level {
    /// Every level that this processor can run, the best last.
    pub fn available() -> Vec<Self> {
        let mut levels = vec![Self::Portable];
        #[cfg(target_arch = "x86_64")]
        {
            if has_avx2() {
                levels.push(Self::Avx2);
            }
            if has_avx512() {
                levels.push(Self::Avx512);
            }
        }
        levels
    }

    /// The best level that this processor can run.
    pub fn best() -> Self {
        Self::available().pop().unwrap_or(Self::Portable)
    }
}

#[cfg(target_arch = "x86_64")]
fn has_avx2() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

#[cfg(target_arch = "x86_64")]
fn has_avx512() -> bool {
    has_avx2()
        && is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512vpopcntdq")
}

/// A search over the whole layout of a case, from some depth of its stack.
pub(super) struct Job<'s, 'r, V> {
    pub run: &'s mut Run<'r, V>,
    pub layout: &'s Layout,
    pub stack: &'s mut Stack,
    pub packed: &'s mut Packed,
    pub depth: usize,
}

/// Explores; false when it was stopped. `level` must be available.
pub(super) fn explore<V: Visitor>(level: Level, job: Job<'_, '_, V>) -> bool {
    match level {
        Level::Portable => portable(job),
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => {
            assert!(has_avx2(), "the processor has no AVX2");
            // SAFETY: the processor was just found to have every feature that `avx2` enables.
            unsafe { avx2(job) }
        }
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 => {
            assert!(has_avx512(), "the processor has no AVX-512 with vector popcounts");
            // SAFETY: the processor was just found to have every feature that `avx512` enables.
            unsafe { avx512(job) }
        }
        #[cfg(not(target_arch = "x86_64"))]
        _ => portable(job),
    }
}

fn portable<V: Visitor>(job: Job<'_, '_, V>) -> bool {
    either(job)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn avx2<V: Visitor>(job: Job<'_, '_, V>) -> bool {
    either(job)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq")]
fn avx512<V: Visitor>(job: Job<'_, '_, V>) -> bool {
    either(job)
}

#[inline(always)]
fn either<V: Visitor>(job: Job<'_, '_, V>) -> bool {
    if job.run.table.has_copies { go::<V, true>(job) } else { go::<V, false>(job) }
}

#[inline(always)]
fn go<V: Visitor, const COPIES: bool>(job: Job<'_, '_, V>) -> bool {
    let Job { run, layout, stack, packed, depth } = job;
    let width = Dynamic(layout.words);
    Search::<V, Dynamic, &mut Packed, COPIES> { run, layout, width, stack, packer: packed }
        .explore(depth)
}
