//! The bitcover program: allocator, build, command line, exit code.

#[cfg(feature = "mimalloc")]
mod allocator;
mod commit;

use bitcover::cli::{BuildInfo, run};

/// mimalloc, for the lists of solutions that threads build side by side.
#[cfg(feature = "mimalloc")]
#[global_allocator]
static ALLOCATOR: allocator::Allocator = allocator::Allocator;

fn main() -> std::process::ExitCode {
    run(BuildInfo { commit: commit::SHORT, compiler: env!("BITCOVER_COMPILER") })
}
