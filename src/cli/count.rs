//! `count`: the exact count, nothing listed.

use std::io::Write;

use clap::Args;

use crate::durable::checkpoint::Kept;
use crate::report::table::terminal;
use crate::solve::options::OutputMode;
use crate::solve::solver::Request;

use super::args::SearchArguments;
use super::crosscheck::cross_check;
use super::error::CliError;
use super::given::GivenArguments;
use super::parts::run_each;
use super::screen::{out, width};
use super::session::{Session, SessionArguments};

/// The arguments of `count`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  bitcover count logiq-5
  bitcover count iq-fit -v                   says which engine, and why
  bitcover count kanoodle --symmetric        only the symmetric ones
  bitcover count logiq --cross-check         again, by another engine
  bitcover count ./queens.dlx --distinct     up to the symmetries of the cover
  bitcover count cubi-magici --given \"p9@4,2 4,3 4,4 4,5 4,6\"")]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of its own on the command line")]
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

    /// Count the solutions of an exact cover up to its symmetries too, which are looked for; those of
    /// a puzzle always are.
    #[arg(long, conflicts_with_all = ["fingerprint", "cross_check"])]
    distinct: bool,

    /// Count only the solutions that some motion of the board maps to themselves. They are found by
    /// covers of their own, whatever the engine.
    #[arg(long, conflicts_with_all = ["distinct", "cross_check", "journal", "engine", "anchor"])]
    symmetric: bool,

    /// Take the fingerprint of the solutions too, for which they must be listed.
    #[arg(long)]
    fingerprint: bool,

    /// Count again by another engine that breaks symmetry in another way, listing the solutions both
    /// times, and compare counts and fingerprints.
    #[arg(long)]
    cross_check: bool,

    /// Print one JSON object for each PUZZLE instead of tables.
    #[arg(long)]
    json: bool,
}

/// Runs `count`.
///
/// # Errors
/// When the command line is wrong, the run fails, or a second one finds something else.
pub fn run(arguments: &Arguments) -> Result<(), CliError> {
    let is_listed = arguments.fingerprint || arguments.cross_check;
    let mode = if is_listed { OutputMode::Fingerprint } else { OutputMode::Count };
    let targets = arguments.puzzles.iter().map(|puzzle| arguments.given.target(puzzle));
    let targets = targets.collect::<Result<Vec<_>, _>>()?;
    let search = &arguments.search;
    let session = Session::begin(&arguments.session, search, &targets, mode, Kept::Nothing)?;
    let mut out = out();
    let request = Request { mode: Some(mode), ..Request::default() };
    for target in targets {
        let report =
            session.unless_interrupted(run_each(search, &target, session.cancel(), |solver| {
                let solver =
                    if arguments.distinct { solver.with_symmetries()? } else { (*solver).clone() };
                let outcome = if arguments.symmetric {
                    session.run_symmetric(&solver, &request)?
                } else {
                    session.run(&solver, &request)?
                };
                if arguments.cross_check {
                    cross_check(&solver, session.cancel(), &outcome)?;
                }
                Ok(outcome.into())
            }))?;
        if arguments.json {
            report.write_summary(&mut out)?;
        } else {
            writeln!(out, "{}", terminal(&report, false, width()))?;
        }
    }
    out.flush()?;
    session.close()
}
