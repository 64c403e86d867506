//! One copy of the search for each processor level, chosen when the program runs.
//!
//! The loop itself is portable code; compiled with more instructions allowed, its counting turns
//! into vector popcounts. The only unsafe step is to call such a copy, after the processor was
//! asked. All copies give the same results.

use crate::engine::Visitor;

use super::kernel::{Dynamic, Run, Search, Stack};
#[cfg(target_arch = "x86_64")]
use super::lanes::{Avx2, Avx512};
use super::lanes::{Lanes, Portable};
use super::pack::{Smaller, Subproblems};
use super::table::Layout;

/// A set of instructions that the search was compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SimdLevel {
    /// Nothing beyond the target's own.
    Portable,
    /// AVX2, BMI and POPCNT.
    Avx2,
    /// AVX-512 with vector popcounts.
    Avx512,
}

impl SimdLevel {
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

/// Work to be done at some level.
pub(super) trait Job {
    /// What it comes to.
    type Outcome;

    /// Does it; must be `inline(always)`, with everything in its hot loop.
    fn run(self, lanes: impl Lanes) -> Self::Outcome;
}

/// Does a job at a level, which must be available.
pub(super) fn perform<J: Job>(level: SimdLevel, job: J) -> J::Outcome {
    match level {
        SimdLevel::Portable => job.run(Portable),
        #[cfg(target_arch = "x86_64")]
        SimdLevel::Avx2 => {
            let lanes = Avx2::new().filter(|_| has_avx2());
            let lanes = lanes.expect("the processor has AVX2, BMI and POPCNT");
            // SAFETY: the processor was just found to have every feature that `avx2` enables.
            unsafe { avx2(job, lanes) }
        }
        #[cfg(target_arch = "x86_64")]
        SimdLevel::Avx512 => {
            let lanes = Avx512::new().filter(|_| has_avx512());
            let lanes = lanes.expect("the processor has AVX-512 with vector popcounts");
            // SAFETY: the processor was just found to have every feature that `avx512` enables.
            unsafe { avx512(job, lanes) }
        }
        #[cfg(not(target_arch = "x86_64"))]
        _ => job.run(Portable),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn avx2<J: Job>(job: J, lanes: Avx2) -> J::Outcome {
    job.run(lanes)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq")]
fn avx512<J: Job>(job: J, lanes: Avx512) -> J::Outcome {
    job.run(lanes)
}

/// A search over the whole layout of a case, from some depth of its stack. Comes to false when it
/// was stopped.
pub(super) struct Explore<'s, 'r, V> {
    pub run: &'s mut Run<'r, V>,
    pub layout: &'s Layout,
    pub stack: &'s mut Stack,
    pub smaller: &'s mut Subproblems,
    pub depth: usize,
}

impl<V: Visitor> Job for Explore<'_, '_, V> {
    type Outcome = bool;

    #[inline(always)]
    fn run(self, lanes: impl Lanes) -> bool {
        if self.run.table.has_copies {
            self.go::<_, true>(lanes)
        } else {
            self.go::<_, false>(lanes)
        }
    }
}

impl<V: Visitor> Explore<'_, '_, V> {
    #[inline(always)]
    fn go<L: Lanes, const COPIES: bool>(self, lanes: L) -> bool {
        let Self { run, layout, stack, smaller, depth } = self;
        let width = Dynamic(layout.words);
        let packer = Smaller { rooms: smaller, lanes };
        Search::<V, Dynamic, Smaller<'_, L>, COPIES> { run, layout, width, stack, packer }
            .explore(depth)
    }
}
