//! Operations on lists of 64-bit words: the inner loops of the search, whose lists are of masks,
//! sixteen to a block, and of the scan, whose lists are of states.
//!
//! [`Portable`] is plain Rust; `Avx2` and `Avx512` do the same with vector instructions, and only
//! where the processor has those can one be made, so that holding one is the proof. Every
//! operation costs a few instructions for each block.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod operations;
mod portable;
#[cfg(test)]
mod tests;

pub(in crate::engine) use operations::{
    BLOCK, FILLING, Job, LANES, Lanes, List, Positions, Scarcest, Verdict, Weights, weights,
};
pub(in crate::engine) use portable::Portable;
#[cfg(target_arch = "x86_64")]
pub(in crate::engine) use {avx2::Avx2, avx512::Avx512};
