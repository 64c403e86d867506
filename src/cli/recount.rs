//! `verify --recount`: all solutions counted anew by the checker's own ways, and compared.

use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;

use crate::count::Count;
use crate::durable::checkpoint::RecountJournal;
use crate::duration;
use crate::machine::{cores, default_memory_bytes};
use crate::number::grouped;
use crate::size::size;
use crate::solve::{Phase, Progress};
use crate::verify::recount::{
    CountClaim, RecountError, RecountProgress, RecountRequest, Recountable, Recounted, Trial,
};

use super::args::threads;
use super::error::CliError;
use super::message::say;
use super::meter::Meter;
use super::signals;

/// The arguments of a recount.
#[derive(Args, Debug)]
pub struct RecountArguments {
    /// Count all solutions anew, by code of the checker's own that shares nothing with the engines,
    /// and compare with FILE, which may be what `count --json` printed too, and with the known counts
    /// of the puzzle.
    #[arg(long)]
    pub recount: bool,

    /// The most memory that the states of a recount may take, such as 512M or 8G; where that is too
    /// little it goes on in slices [default: 70% of what the machine, the control group and the
    /// resource limits allow].
    #[arg(long, value_name = "SIZE", value_parser = size, requires = "recount")]
    memory: Option<u64>,

    /// How many threads a recount takes [default: one for each core].
    #[arg(long, value_name = "N", value_parser = threads, requires = "recount")]
    threads: Option<NonZeroUsize>,

    /// Save in this file the slices of a recount that are done, so that it can be stopped at any
    /// moment; the same command with the same file goes on after them.
    #[arg(long, value_name = "FILE", requires = "recount")]
    journal: Option<PathBuf>,
}

/// Something to be recounted.
#[derive(Debug)]
pub struct RecountSubject {
    /// Its name.
    pub name: String,
    /// Its name with its starting position, for a verdict.
    pub words: String,
    pub recountable: Recountable,
    /// What it is compared with.
    pub claims: Vec<CountClaim>,
    /// Whether it has distinct solutions, as a puzzle has.
    pub has_distinct: bool,
}

/// The claims that a file with the JSON of `count` makes; nothing if it is something else.
///
/// # Errors
/// When it is of a run that was stopped, or contradicts itself.
pub fn printed_claims(path: &Path) -> Result<Option<Vec<(String, CountClaim)>>, CliError> {
    /// What such a file begins with.
    const BEGIN: &[u8] = b"{\"puzzle\":";
    /// No more is read of it.
    const MOST: u64 = 1 << 24;
    let read = |error| CliError::Read { path: path.to_owned(), error };
    let mut start = Vec::new();
    let file = super::open::open(path)?;
    std::io::Read::read_to_end(&mut std::io::Read::take(file, BEGIN.len() as u64), &mut start)
        .map_err(read)?;
    if start != BEGIN {
        return Ok(None);
    }
    let text = crate::text_file::read_text(path, MOST)
        .map_err(|error| CliError::Text { path: path.to_owned(), error })?;
    let claims = CountClaim::read_printed(&text, &path.display().to_string());
    claims.map(Some).map_err(|reason| CliError::Refused(format!("{}: {reason}", path.display())))
}

impl RecountArguments {
    /// Recounts some subjects one after the other, and says of each what it came to. They are the
    /// whole of a family called `family`, if it is named.
    ///
    /// # Errors
    /// When a recount differs from a claim, is interrupted, or its journal cannot be used.
    pub fn run(
        &self,
        meter: &Meter,
        subjects: &[RecountSubject],
        family: Option<&str>,
        mut say: impl FnMut(&str) -> Result<(), CliError>,
    ) -> Result<(), CliError> {
        let mut journal = self.journal(subjects)?;
        let mut sums = Some((Count::ZERO, Count::ZERO));
        for (number, subject) in subjects.iter().enumerate() {
            let begun = Instant::now();
            let recounted = self.recount(meter, journal.as_mut(), (number, subject))?;
            for claim in &subject.claims {
                recounted
                    .check(claim)
                    .map_err(|reason| CliError::Refused(format!("{}: {reason}", subject.words)))?;
            }
            sums = sums.and_then(|(distinct, total)| {
                Some((distinct + recounted.distinct.clone()?, total + recounted.total.clone()))
            });
            say(&verdict(subject, &recounted, begun.elapsed().as_secs_f64()))?;
        }
        match (family, sums) {
            (Some(name), Some((distinct, total))) => {
                say(&format!("{name}: {} distinct, {} in all", grouped(distinct), grouped(total)))
            }
            _ => Ok(()),
        }
    }

    fn journal(&self, subjects: &[RecountSubject]) -> Result<Option<RecountJournal>, CliError> {
        let Some(path) = &self.journal else { return Ok(None) };
        let named = |subject: &RecountSubject| (subject.name.clone(), subject.recountable.digest());
        let journal = RecountJournal::open(path, &subjects.iter().map(named).collect())?;
        if journal.damaged() > 0 {
            say(&format!(
                "{}: {} damaged lines are ignored, and what they said is done again",
                path.display(),
                journal.damaged()
            ));
        }
        Ok(Some(journal))
    }

    fn recount(
        &self,
        meter: &Meter,
        mut journal: Option<&mut RecountJournal>,
        (number, subject): (usize, &RecountSubject),
    ) -> Result<Recounted, CliError> {
        let begun = Instant::now();
        meter.begin(&subject.name);
        let done = journal.as_ref().map(|journal| journal.done(number)).unwrap_or_default();
        let kept = journal.as_ref().map(|journal| journal.path().to_owned());
        let recounted = subject.recountable.recount(RecountRequest {
            memory_bytes: self.memory.unwrap_or_else(default_memory_bytes),
            threads: self.threads.unwrap_or_else(cores),
            cancel: &meter.signals.cancel,
            trial: Trial::USUAL,
            done,
            on_slice: &mut |slice, count| match &mut journal {
                Some(journal) => journal.add(number, slice, count),
                None => Ok(()),
            },
            on_progress: &mut |progress| show(meter, progress, begun),
        });
        meter.end(recounted.is_ok());
        recounted.map_err(|error| match error {
            RecountError::Cancelled => interrupted(meter, kept.as_deref()),
            RecountError::NotKept(error) => {
                CliError::Write { path: kept.unwrap_or_default(), error }
            }
            RecountError::TooLarge | RecountError::Refused(_) => {
                CliError::Nothing(format!("{}: {error}", subject.words))
            }
        })
    }
}

fn show(meter: &Meter, progress: &RecountProgress, begun: Instant) {
    use crate::solve::observer::Observer as _;
    let nodes = progress.states + progress.nodes;
    meter.on_progress(&Progress {
        phase: Phase::Recount,
        share: progress.share,
        distinct: Count::ZERO,
        total: Count::ZERO,
        nodes,
        fresh_nodes: nodes,
        elapsed: begun.elapsed(),
        left: None,
    });
}

/// The error of a recount that a signal stopped: how far it came, and how to go on.
fn interrupted(meter: &Meter, journal: Option<&Path>) -> CliError {
    let signal = meter.signals.signal().unwrap_or_default();
    let how_far = meter.stopped().map_or(String::new(), |how_far| format!(": {how_far}"));
    let how_to_go_on = match journal {
        Some(path) => format!(
            "the slices that were done are in {}: repeat the command to go on after them",
            path.display()
        ),
        None => "with --journal FILE a recount can be continued".to_owned(),
    };
    let words = format!("stopped by {}{how_far}; {how_to_go_on}", signals::name(signal));
    CliError::Interrupted { signal, words }
}

/// What a recount came to that agrees with all claims.
fn verdict(subject: &RecountSubject, recounted: &Recounted, elapsed_s: f64) -> String {
    let Recounted { total, distinct, states, nodes, slices } = recounted;
    let mut words = format!("{}: recounted ", subject.words);
    // Writing to a string cannot fail.
    let _ = match (distinct, subject.has_distinct) {
        (Some(distinct), _) => {
            write!(words, "{} distinct, {} in all", grouped(distinct), grouped(total))
        }
        (None, false) => write!(words, "{} solutions", grouped(total)),
        (None, true) => write!(
            words,
            "{} in all; how many are distinct is unproved, as the solutions that are their own \
             images are too much work",
            grouped(total)
        ),
    };
    let _ = write!(
        words,
        "; {} states and {} nodes in {} {}, {}; ",
        grouped(states),
        grouped(nodes),
        grouped(slices),
        if *slices == 1 { "slice" } else { "slices" },
        duration::rough(elapsed_s)
    );
    let by: Vec<&str> = subject.claims.iter().map(|claim| claim.by.as_str()).collect();
    if by.is_empty() {
        words + "there is no count to compare with"
    } else {
        words + "agrees with " + &by.join(" and ")
    }
}
