//! The bitcover program: allocator, command line, exit code.

/// PLACEHOLDER
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    bitcover::cli::run()
}
