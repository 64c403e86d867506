//! The bitcover program: allocator, command line, exit code.

mod allocator;

/// mimalloc, for the lists of solutions that threads build side by side.
#[global_allocator]
static ALLOCATOR: allocator::Allocator = allocator::Allocator;

fn main() -> std::process::ExitCode {
    bitcover::cli::run()
}
