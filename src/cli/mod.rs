//! The command line. Each command has a file; this one holds what they share: the arguments,
//! finding puzzles, errors with their exit codes, and writing to standard output.

mod args;
mod certificate;
mod count;
mod cover;
mod crosscheck;
mod error;
mod estimate;
mod export;
mod format;
mod gallery;
mod given;
mod info;
mod list;
mod meter;
mod ordered;
mod output;
mod parts;
mod sample;
mod screen;
mod select;
mod session;
mod shard;
mod show;
mod signals;
mod solve;
mod stats;
mod verify;

use std::io::Write;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

pub use error::CliError;

/// Counts, lists and checks the solutions of polyform packing puzzles.
#[derive(Debug, Parser)]
#[command(version, about, max_term_width = 100, arg_required_else_help = true)]
#[command(after_help = "\
Examples:
  bitcover solve logiq                          the count report of the four Logiq towers
  bitcover solve logiq --output towers          with every solution, in towers/logiq-2.txt …
  bitcover solve kanoodle --output k --format csv   the solutions as a table
  bitcover count logiq-5 --json                 the count alone, as JSON
  bitcover estimate iq-fit                      how many would there be, and how long would it take?
  bitcover show logiq-2 --all                   pictures of the 23 solutions
  bitcover show logiq --which QQUUULLLLY00/QQU2UL2YYYYQ
  bitcover verify logiq towers                  check the written solutions anew
  bitcover solve logiq --certificate towers.certificate
  bitcover verify logiq towers.certificate      confirm that these are all there are
  bitcover solve tetris-cube --journal tetris.journal   can be stopped and continued at any time
  bitcover shard plan tetris-cube --shards 8 --output plan.json   for several machines

A PUZZLE is a name from `bitcover list`, or the path of a puzzle file (.toml), whose format
`bitcover format` describes; `count`, `solve` and `export` also take exact covers, in Knuth's
format (.dlx) or as a 0/1 matrix (.matrix).

Exit codes: 0 done; 1 the run failed; 2 the command line is wrong; 3 a puzzle file, a journal
or a plan is wrong; 4 verification or merging refused, or two runs that should agree do not;
130 stopped by Ctrl-C and 143 by SIGTERM, after saving what was done.")]
struct Cli {
    /// When to use colours.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: args::ColorWhen,

    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Enumerate all solutions and report how many there are.
    Solve(solve::Arguments),
    /// Count the solutions.
    Count(count::Arguments),
    /// Estimate the number of solutions, and what it would take to count them.
    Estimate(estimate::Arguments),
    /// List the puzzles of the catalogue.
    List,
    /// Describe a puzzle: board, pieces, motions, exact cover, and how it would be searched.
    Info(info::Arguments),
    /// Draw uniformly random arrangements, or starting positions with one way to finish.
    Sample(sample::Arguments),
    /// Say how often each placement occurs, and which leaves the fewest ways to finish.
    Stats(stats::Arguments),
    /// Write a puzzle's exact cover for other programs to read.
    Export(export::Arguments),
    /// Print the page that says how a puzzle file, a file of solutions, or a certificate is written.
    Format(format::Arguments),
    /// Show pictures of solutions, or find out which solution a picture is.
    Show(show::Arguments),
    /// Split a search into shards for several machines, run them, and merge what they found.
    #[command(subcommand)]
    Shard(shard::Action),
    /// Check written solutions from their pictures alone, or the certificate of a whole search, with
    /// code that shares nothing with the search.
    Verify(verify::Arguments),
}

/// Runs the command line of this process.
pub fn run() -> ExitCode {
    let cli = Cli::parse();
    cli.color.apply();
    signals::survive_file_size_limit();
    let result = match cli.command {
        Command::Solve(arguments) => solve::run(&arguments),
        Command::Count(arguments) => count::run(&arguments),
        Command::Estimate(arguments) => estimate::run(&arguments),
        Command::List => list::run(),
        Command::Info(arguments) => info::run(&arguments),
        Command::Sample(arguments) => sample::run(&arguments),
        Command::Stats(arguments) => stats::run(&arguments),
        Command::Export(arguments) => export::run(&arguments),
        Command::Format(arguments) => format::run(&arguments),
        Command::Show(arguments) => show::run(&arguments),
        Command::Shard(action) => shard::run(&action),
        Command::Verify(arguments) => verify::run(&arguments),
    };
    match result {
        Ok(()) | Err(CliError::ClosedPipe) => ExitCode::SUCCESS,
        Err(error) => {
            // Nothing better can be done when standard error is gone too.
            let _ = writeln!(anstream::stderr(), "bitcover: {error}");
            error.exit_code()
        }
    }
}

/// Says something on standard error.
fn say(words: &str) {
    // A closed standard error takes nothing from the result.
    let _ = writeln!(anstream::stderr(), "{words}");
}

/// Says on standard error why a puzzle has no solution, where that was clear before the search.
fn say_obstacles(name: &str, obstacles: &[String]) {
    for reason in obstacles {
        say(&format!("{name} has no solution: {reason}"));
    }
}
