//! `prove`: formulas and proofs that other people's checkers accept.

use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::number::grouped;
use crate::puzzle::compile;
use crate::solve::options::Options;
use crate::solve::prove::{ProofEngine, ProvedCase, Prover};
use crate::solve::subject::Subject;
use crate::solve::{Error, Solver};

use super::error::CliError;
use super::given::GivenArguments;
use super::meter::{Meter, ProgressWhen};
use super::output::{ForceArguments, OutputDir};
use super::screen::{fitted, out};
use super::select::Member;
use super::signals::{self, Signals};

/// The engine whose tree is the proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum EngineChoice {
    /// Dancing links, which take any cover.
    Links,
    /// A fixed order of items: for boards whose states fit 64 bits.
    Scan,
}

impl From<EngineChoice> for ProofEngine {
    fn from(choice: EngineChoice) -> Self {
        match choice {
            EngineChoice::Links => Self::Links,
            EngineChoice::Scan => Self::Scan,
        }
    }
}

/// The arguments of `prove`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  bitcover prove logiq-3 --output proof   formula, proof and README.md
  bitcover verify logiq-3 proof           the formula is that of the puzzle
  bitcover prove logiq-3 --engine scan --output scanned
  bitcover prove ./queens.dlx --output queens

The formulas are in OPB and the proofs in the format of VeriPB 3, which checks them: \
`cargo install veripb`, then `veripb logiq-3.1.opb logiq-3.1.pbp`. A proof takes about a hundred \
bytes for each step of a search without cuts, of which there are fewer than nodes.")]
pub struct Arguments {
    /// The puzzle, the family, or the file of an exact cover.
    #[arg(value_name = "PUZZLE")]
    puzzle: String,

    #[command(flatten)]
    given: GivenArguments,

    /// The engine whose tree is the proof, gone through without cuts.
    #[arg(long, value_name = "ENGINE", default_value = "links")]
    engine: EngineChoice,

    /// Write everything to this new directory.
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,

    #[command(flatten)]
    force: ForceArguments,

    /// When to show on standard error how far a proof is; SIGUSR1 asks at any time.
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    progress: ProgressWhen,
}

/// What was proved of one puzzle or cover.
struct Proved {
    name: String,
    is_cover: bool,
    given: Option<String>,
    distinct: u128,
    total: u128,
    cases: Vec<ProvedCase>,
}

/// Runs `prove`.
///
/// # Errors
/// When something cannot be proved or written, or a signal asked to stop.
pub fn run(arguments: &Arguments) -> Result<(), CliError> {
    let target = arguments.given.target(&arguments.puzzle)?;
    let signals = Signals::heed().map_err(CliError::Signals)?;
    let meter = Meter::new(arguments.progress, false, signals);
    let output = OutputDir::create(&arguments.output, &[], arguments.force)?;
    let mut proved = Vec::new();
    for member in target.members() {
        let one = prove(member, arguments.engine.into(), &output, &meter);
        proved.push(one.map_err(|error| stopped(error, &meter))?);
    }
    let text = readme(arguments, &proved);
    output.write_one("README.md", |out| out.write_all(text.as_bytes()))?;
    let mut out = out();
    for proved in &proved {
        writeln!(out, "{}", fitted(&proved.in_words()))?;
    }
    let words = format!(
        "The formulas and their proofs are in {}; README.md there says what to run.",
        output.path().display()
    );
    writeln!(out, "{}", fitted(&words))?;
    out.flush()?;
    Ok(())
}

/// Writes the formulas and proofs of a puzzle or a cover.
fn prove(
    member: Member<'_>,
    engine: ProofEngine,
    output: &OutputDir,
    meter: &Meter,
) -> Result<Proved, CliError> {
    let (subject, is_cover) = match member {
        Member::Puzzle(puzzle) => (Subject::Puzzle(Box::new(compile(puzzle)?)), false),
        Member::Cover(file) => (Subject::cover(&file.name, file.cover.clone()), true),
    };
    let name = member.name().to_owned();
    meter.begin(&name);
    let solver = Solver::with_options(subject, Options::default());
    let mut prover = Prover::new(solver.analysis(), engine, &meter.signals.cancel, Some(meter))?;
    let count = prover.case_count();
    if count == 0 {
        return Err(CliError::Nothing(format!(
            "{name} has no solution, since the pieces cannot fill the board; there is no search to \
             prove anything of"
        )));
    }
    let mut cases = Vec::new();
    for number in 1..=count {
        let mut case = ProvedCase::default();
        // The proof is whole before there is a formula.
        output.write_file(&format!("{name}.{number}.opb"), |formula| {
            output.write_file(&format!("{name}.{number}.pbp"), |proof| {
                case = prover.write(number, formula, proof).map_err(|error| match error {
                    Error::Write { .. } => CliError::Write {
                        path: output.path().to_owned(),
                        error: std::io::Error::other(error.to_string()),
                    },
                    error => error.into(),
                })?;
                Ok(())
            })
        })?;
        cases.push(case);
    }
    meter.end(true);
    let sums = prover.sums();
    let given = prover.given().map(str::to_owned);
    Ok(Proved { name, is_cover, given, distinct: sums.distinct, total: sums.total, cases })
}

/// The error of a run that a signal may have asked to stop.
fn stopped(error: CliError, meter: &Meter) -> CliError {
    match (meter.signals.signal(), &error) {
        (Some(signal), CliError::Run { error: Error::Cancelled }) => {
            meter.end(false);
            let how_far = meter.stopped().map_or(String::new(), |how_far| format!(": {how_far}"));
            let name = signals::name(signal);
            let words =
                format!("stopped by {name}{how_far}; what is written so far proves nothing");
            CliError::Interrupted { signal, words }
        }
        _ => error,
    }
}

impl Proved {
    fn in_words(&self) -> String {
        let Self { name, is_cover, distinct, total, cases, .. } = self;
        let sum = |of: fn(&ProvedCase) -> u64| grouped(cases.iter().map(of).sum::<u64>());
        let counts = if *is_cover {
            format!("{} solutions", grouped(*total))
        } else {
            format!("{} distinct solutions, {} in all", grouped(*distinct), grouped(*total))
        };
        let of_cases = match cases.len() {
            1 => "1 case".to_owned(),
            count => format!("{count} cases"),
        };
        format!(
            "{name}: {counts}; {of_cases}, {} solutions excluded, {} steps in {} bytes",
            sum(|case| case.solutions),
            sum(|case| case.proof.steps),
            sum(|case| case.proof.bytes),
        )
    }
}

/// What `README.md` says: what is proved, and what to run.
fn readme(arguments: &Arguments, proved: &[Proved]) -> String {
    let mut text = String::from(
        "# Proofs\n\n\
         Each `.opb` file is a formula: the exact cover of a puzzle, or of a case of it if its \
         symmetry is broken, with one constraint more for each solution, which excludes it. The \
         `.pbp` file of the same name proves that nothing else satisfies the formula, for VeriPB 3, \
         a checker of pseudo-Boolean proofs that is no part of bitcover:\n\n\
         ```sh\ncargo install veripb\n",
    );
    // Writing to a string does not fail.
    for Proved { name, cases, .. } in proved {
        for number in 1..=cases.len() {
            let file = format!("{name}.{number}");
            let _ = writeln!(text, "veripb {} {}", quoted(&file, "opb"), quoted(&file, "pbp"));
        }
    }
    text += "```\n\nEach of them must say `s VERIFIED UNSATISFIABLE`. That the formulas are those of \
             the puzzle, that the cases meet every orbit of solutions, and that what is excluded are \
             solutions, is checked with code that has nothing of the search, from where `prove` was \
             run, by\n\n```sh\n";
    let words = [&arguments.puzzle, &*arguments.output.to_string_lossy()].map(shell_word);
    let _ = write!(text, "bitcover verify {}", words.join(" "));
    for given in &arguments.given.given {
        let _ = write!(text, " --given {}", shell_word(given));
    }
    text += "\n```\n\nTogether this proves:\n\n";
    for one in proved {
        let Proved { name, is_cover, given, distinct, total, .. } = one;
        let from = given
            .as_ref()
            .map_or(String::new(), |line| format!(" from the starting position `{line}`"));
        let _ = match is_cover {
            true => writeln!(text, "- {name} has exactly {} solutions.", grouped(*total)),
            false => writeln!(
                text,
                "- {name}{from} has exactly {} distinct solutions, {} in all.",
                grouped(*distinct),
                grouped(*total)
            ),
        };
    }
    text
}

fn quoted(name: &str, extension: &str) -> String {
    shell_word(&format!("{name}.{extension}"))
}

/// A word as a shell reads it.
fn shell_word(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}
