//! The commands, and what runs them.

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use super::args::ColorWhen;
use super::deferred::Deferred;
use super::error::CliError;
use super::message::say;
use super::provenance::{BuildInfo, set_build};
use super::{
    count, estimate, export, format, info, list, manual, new, play, prove, report, sample, shard,
    show, signals, solve, stats, verify,
};

/// Counts, lists and checks the solutions of polyform packing puzzles.
#[derive(Debug, Parser)]
#[command(version, about, max_term_width = 100)]
#[command(after_help = "\
Examples:
  bitcover solve logiq                   counts and figures of the four towers
  bitcover solve logiq --output towers   and every solution, in towers/
  bitcover count kanoodle --json         the count alone, as JSON
  bitcover estimate iq-fit               how many, and how long would it take?
  bitcover show logiq-2 --all            pictures of the 23 solutions
  bitcover report logiq --output l.html  a page with all of them, for a browser
  bitcover play logiq-5                  a page to play on, without a network
  bitcover verify logiq towers           check the written solutions anew
  bitcover help solve                    more of a command, with examples

A PUZZLE is a name from `bitcover list`, or the path of a puzzle file (.toml), \
whose format `bitcover format` describes, or of one from BurrTools (.xmpuzzle); every command but \
`info`, `report`, `play` and `list` \
also takes exact covers, in Knuth's format with its colours and ranges (.dlx) or as a 0/1 matrix \
(.matrix).

Exit codes:
  0    done
  1    the run failed
  2    the command line is wrong
  3    a puzzle file, a journal or a plan is wrong
  4    verification or merging refused, or two runs that should agree do not
  130  stopped by Ctrl-C (143: by SIGTERM), after saving what was done")]
struct Cli {
    /// When to use colours.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: ColorWhen,

    #[command(subcommand)]
    command: Command,
}

/// What is said to somebody who says nothing.
const FIRST_STEPS: &str = "\
bitcover counts, lists and checks the solutions of packing puzzles. Try these first:

  bitcover list                    the puzzles that it knows
  bitcover show soma --solution 1  the first solution of one of them
  bitcover new my-puzzle           a puzzle file of your own to begin with

`bitcover --help` says what else there is.";

#[derive(Debug, Subcommand)]
enum Command {
    /// Enumerate all solutions and report how many there are.
    Solve(Deferred<solve::Arguments>),
    /// Count the solutions.
    Count(Deferred<count::Arguments>),
    /// Estimate how many solutions there are, and how long a count would take.
    Estimate(Deferred<estimate::Arguments>),
    /// List the puzzles of the catalogue, or of a file, with what each is.
    List(Deferred<list::Arguments>),
    /// Write a puzzle file to begin with, which solves as it is.
    New(Deferred<new::Arguments>),
    /// Describe a puzzle, and how it would be searched.
    Info(Deferred<info::Arguments>),
    /// Draw random arrangements, or starting positions with one way to finish.
    Sample(Deferred<sample::Arguments>),
    /// Say how often each placement occurs among all arrangements.
    Stats(Deferred<stats::Arguments>),
    /// Write a puzzle's exact cover for other programs to read, or the puzzle itself.
    Export(Deferred<export::Arguments>),
    /// Print the page on puzzle files, on files of solutions, or on certificates.
    Format(Deferred<format::Arguments>),
    /// Draw solutions, or find out which solution a picture is.
    Show(Deferred<show::Arguments>),
    /// Write a page with counts, placements and solutions, for a browser.
    Report(Deferred<report::Arguments>),
    /// Write a page to play puzzles on, with the solver inside, and open it in the browser.
    Play(Deferred<play::Arguments>),
    /// Split a search for several machines, run the shards, and merge.
    #[command(subcommand)]
    Shard(shard::Action),
    /// Check written solutions, the certificate of a search, or the formulas of proofs, with code of
    /// its own.
    Verify(Deferred<verify::Arguments>),
    /// Write proofs that nothing is missing, which checkers of other people accept.
    Prove(Deferred<prove::Arguments>),
    /// Print what a shell needs to complete command lines and the names of puzzles.
    Completions(Deferred<manual::CompletionArguments>),
    /// Print the manual page, or write one for each command.
    Man(Deferred<manual::ManArguments>),
}

/// Runs the command line of this process, for a program that was built like this.
pub fn run(build: BuildInfo) -> ExitCode {
    set_build(build);
    if std::env::args_os().len() <= 1 {
        say(FIRST_STEPS);
        return ExitCode::from(2);
    }
    let cli = Cli::parse();
    cli.color.apply();
    signals::survive_file_size_limit();
    let result = match cli.command {
        Command::Solve(arguments) => solve::run(&arguments),
        Command::Count(arguments) => count::run(&arguments),
        Command::Estimate(arguments) => estimate::run(&arguments),
        Command::List(arguments) => list::run(&arguments),
        Command::New(arguments) => new::run(&arguments),
        Command::Info(arguments) => info::run(&arguments),
        Command::Sample(arguments) => sample::run(&arguments),
        Command::Stats(arguments) => stats::run(&arguments),
        Command::Export(arguments) => export::run(&arguments),
        Command::Format(arguments) => format::run(&arguments),
        Command::Show(arguments) => show::run(&arguments),
        Command::Report(arguments) => report::run(&arguments),
        Command::Play(arguments) => play::run(&arguments),
        Command::Shard(action) => shard::run(&action),
        Command::Verify(arguments) => verify::run(&arguments),
        Command::Prove(arguments) => prove::run(&arguments),
        Command::Completions(arguments) => manual::completions(&arguments, Cli::command()),
        Command::Man(arguments) => manual::man(&arguments, Cli::command()),
    };
    match result {
        Ok(()) | Err(CliError::ClosedPipe) => ExitCode::SUCCESS,
        Err(error) => {
            if matches!(error, CliError::Interrupted { .. }) && !signals::begin_to_end() {
                // That is said already, and the process is ending.
                loop {
                    std::thread::park();
                }
            }
            say(&format!("bitcover: {error}"));
            error.exit_code()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every command with its subcommands, and its help.
    fn helps(command: &clap::Command, found: &mut Vec<(String, String)>) {
        let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        found.push((command.get_name().to_owned(), help));
        for command in command.get_subcommands().filter(|command| command.get_name() != "help") {
            helps(command, found);
        }
    }

    /// The words of a command line; quotes keep them together.
    fn words(line: &str) -> Vec<String> {
        let quoted = line.split('"').enumerate();
        let words = quoted.flat_map(|(number, text)| match number % 2 {
            0 => text.split_whitespace().map(str::to_owned).collect(),
            _ => vec![text.to_owned()],
        });
        words.collect()
    }

    #[test]
    fn the_help_of_a_command_begins_with_what_it_is_for() {
        let mut command = Cli::command();
        command.build();
        for mut command in command.get_subcommands().cloned() {
            let what_for = command.get_about().unwrap().to_string();
            for help in [command.render_help(), command.render_long_help()] {
                let help = help.to_string();
                // Longer ones go on in the next line.
                let first = help.lines().next().filter(|line| !line.is_empty());
                let is_said = first.is_some_and(|line| what_for.starts_with(line));
                assert!(is_said, "{}: {help}", command.get_name());
            }
        }
    }

    #[test]
    fn every_command_has_examples_that_are_right_and_fit_eighty_columns() {
        let mut command = Cli::command();
        command.clone().debug_assert();
        command.build();
        let mut found = Vec::new();
        helps(&command, &mut found);
        for (name, help) in found {
            assert!(help.contains("Example"), "{name} has no examples");
            let examples = help.lines().filter_map(|line| line.strip_prefix("  bitcover "));
            for example in examples {
                assert!(example.len() <= 69, "{name}: `{example}` is too long");
                // What it is for stands after three spaces, what becomes of it after a sign.
                let end = ["   ", " > ", " | "].into_iter().filter_map(|sign| example.find(sign));
                let line = &example[..end.min().unwrap_or(example.len())];
                let words = [vec!["bitcover".to_owned()], words(line)].concat();
                let parsed = Cli::command().try_get_matches_from(words);
                let is_help =
                    |error: &clap::Error| error.kind() == clap::error::ErrorKind::DisplayHelp;
                if let Err(error) = parsed {
                    assert!(is_help(&error), "{name}: `{line}`: {error}");
                }
            }
        }
    }
}
