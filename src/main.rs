//! The bitcover program: allocator, build, command line, exit code.

#[cfg(feature = "mimalloc")]
mod allocator;
#[cfg(unix)]
mod closed_stdout;
mod commit;

use bitcover::cli::{BuildInfo, run};

/// mimalloc, for the lists of solutions that threads build side by side.
#[cfg(feature = "mimalloc")]
#[global_allocator]
static ALLOCATOR: allocator::Allocator = allocator::Allocator;

fn main() -> std::process::ExitCode {
    #[cfg(unix)]
    if closed_stdout::is_closed() {
        bitcover::cli::say_stdout_is_closed();
    }
    run(BuildInfo { commit: commit::SHORT, compiler: env!("BITCOVER_COMPILER") })
}
