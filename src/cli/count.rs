//! `count`: the exact count, nothing listed.

use std::io::Write;

use clap::Args;

use crate::report::table::terminal;
use crate::run::{Control, Listing};

use super::CliError;
use super::args::SearchArguments;
use super::given::GivenArguments;
use super::parts::run_each;
use super::select::Target;
use super::session::{Session, SessionArguments};

/// The arguments of `count`.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The puzzles.
    #[arg(required = true, value_name = "PUZZLE")]
    puzzles: Vec<String>,

    #[command(flatten)]
    given: GivenArguments,

    #[command(flatten)]
    search: SearchArguments,

    #[command(flatten)]
    session: SessionArguments,

    /// Take the fingerprint of the solutions too, for which they must be listed.
    #[arg(long)]
    fingerprint: bool,

    /// Print one JSON object for each PUZZLE instead of tables.
    #[arg(long)]
    json: bool,
}

/// Runs `count`.
///
/// # Errors
/// When the command line is wrong or the run fails.
pub fn run(arguments: &Arguments) -> Result<(), CliError> {
    let listing = if arguments.fingerprint { Listing::Fingerprint } else { Listing::None };
    let targets = arguments.puzzles.iter().map(|puzzle| arguments.given.target(puzzle));
    let targets = targets.collect::<Result<Vec<_>, _>>()?;
    let search = &arguments.search;
    let session = Session::begin(&arguments.session, search, &targets, listing, None)?;
    let mut out = anstream::stdout().lock();
    for target in targets {
        let report = match target {
            Target::Puzzles(selection) => {
                let one = |_: &_, compiled: &_, settings: &_, control: Control<'_>| {
                    search.run(compiled, settings, control, None)
                };
                run_each(search, &selection, &session, (listing, None), one)?
            }
            Target::Cover(file) => file.solve(search, &session, false, None, &mut out)?,
        };
        if arguments.json {
            report.write_summary(&mut out)?;
        } else {
            writeln!(out, "{}", terminal(&report, false))?;
        }
    }
    out.flush()?;
    session.close()
}
