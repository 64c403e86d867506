//! The processor levels that the engines are compiled for, of which one is chosen when it runs.
//!
//! The loops themselves are portable code, compiled with more instructions allowed; what they do over
//! and over is an operation of the level's lanes. All levels give the same results.

#[cfg(target_arch = "x86_64")]
use super::lanes::{Avx2, Avx512};
use super::lanes::{Job, Lanes, Portable};

/// A set of instructions that the search was compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SimdLevel {
    /// Nothing beyond the target's own.
    Portable,
    /// AVX2, BMI and POPCNT.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// AVX-512 with vector popcounts.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl SimdLevel {
    /// Every level that this processor can run, the best last.
    pub fn available() -> Vec<Self> {
        #[cfg(target_arch = "x86_64")]
        let better = [Avx2::new().map(|_| Self::Avx2), Avx512::new().map(|_| Self::Avx512)];
        #[cfg(not(target_arch = "x86_64"))]
        let better: [Option<Self>; 0] = [];
        std::iter::once(Self::Portable).chain(better.into_iter().flatten()).collect()
    }

    /// The best level that this processor can run.
    pub fn best() -> Self {
        Self::available().pop().unwrap_or(Self::Portable)
    }

    /// Does a job at this level, which must be available.
    pub(in crate::engine) fn perform<J: Job>(self, job: J) -> J::Outcome {
        match self {
            Self::Portable => Portable.perform(job),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => Avx2::new().expect("the processor has AVX2, BMI and POPCNT").perform(job),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => {
                let lanes = Avx512::new();
                lanes.expect("the processor has AVX-512 with vector popcounts").perform(job)
            }
        }
    }
}
