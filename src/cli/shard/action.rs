//! `shard`: one search or sweep on several machines. A plan is made once, each shard is run wherever there is
//! room, and what they found is merged.

use clap::Subcommand;

use super::{merge, plan, run as run_shard};
use crate::cli::deferred::Deferred;
use crate::cli::error::CliError;

/// What is to be done.
#[derive(Debug, Subcommand)]
#[command(after_help = "\
Examples:
  bitcover shard plan tetris-cube --shards 3 --output plan.json
  bitcover shard run plan.json --index 0 --output parts
  bitcover shard run plan.json --index 1 --output parts
  bitcover shard run plan.json --index 2 --output parts
  bitcover shard merge plan.json parts --output tetris

Shards may run on several machines that see the same directory, or whose directories are brought \
together for `merge`.")]
pub enum Action {
    /// Split the search or the sweep of a puzzle into shards, and write the plan.
    Plan(Deferred<plan::Arguments>),
    /// Run one shard of a plan; the same command goes on with it, however it ended.
    Run(Deferred<run_shard::Arguments>),
    /// Add up what the shards of a plan found.
    Merge(Deferred<merge::Arguments>),
}

/// Runs `shard`.
///
/// # Errors
/// When the command line or a file is wrong, shards are not the whole, or a run fails.
pub fn run(action: &Action) -> Result<(), CliError> {
    match action {
        Action::Plan(arguments) => plan::run(arguments),
        Action::Run(arguments) => run_shard::run(arguments),
        Action::Merge(arguments) => merge::run(arguments),
    }
}
