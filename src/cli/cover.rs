//! Exact covers on the command line: `.dlx` and `.matrix` files, counted and solved as Knuth's
//! programs do it.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;

use crate::cover::Problem;
use crate::cover::format::{FormatError, ReadCover, dlx, matrix};
use crate::engine::links::Links;
use crate::engine::search::Search;
use crate::report::{CountReport, Row};
use crate::solve::plain::{Choice as Chosen, Sink, run_plain};
use crate::solve::plan::{Choice, run_plain_auto};
use crate::solve::{Anchor, Engine, Options, OutputMode};

use super::CliError;
use super::args::{EngineChoice, SearchArguments};
use super::provenance::here;
use super::session::Session;

/// The largest file of an exact cover that is read, in bytes.
const MAX_COVER_BYTES: u64 = 1 << 30;

/// An exact cover from a file.
#[derive(Clone, Debug)]
pub struct CoverFile {
    /// The file's name without its ending.
    pub name: String,
    /// The cover, about which nothing more is known.
    pub problem: Problem,
}

impl CoverFile {
    /// Whether a path looks like that of an exact cover.
    pub fn is_cover(path: &Path) -> bool {
        path.extension().is_some_and(|extension| extension == "dlx" || extension == "matrix")
    }

    /// Reads a file; says on standard error what is odd about it.
    ///
    /// # Errors
    /// When it cannot be read or is not of its format.
    pub fn read(path: &Path) -> Result<Self, CliError> {
        let fail = |error| CliError::Read { path: path.to_owned(), error };
        let length = std::fs::metadata(path).map_err(fail)?.len();
        if length > MAX_COVER_BYTES {
            return Err(CliError::TooLong { path: path.to_owned(), length, most: MAX_COVER_BYTES });
        }
        let text = std::fs::read_to_string(path).map_err(fail)?;
        let read: fn(&str) -> Result<ReadCover, FormatError> =
            if path.extension().is_some_and(|extension| extension == "dlx") {
                dlx::read
            } else {
                matrix::read
            };
        let ReadCover { cover, warnings } =
            read(&text).map_err(|error| CliError::Cover { path: path.to_owned(), error })?;
        for warning in warnings {
            // A closed standard error takes nothing from the result.
            let _ = writeln!(anstream::stderr(), "{}: {warning}", path.display());
        }
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Self { name, problem: Problem::of_cover(cover) })
    }

    /// The engine for this cover: what was asked for, or, to stand for a search, the faster one of
    /// those that fit the memory. The engine frontier keeps to any limit.
    ///
    /// # Errors
    /// When it does not fit.
    fn engine(&self, search: &SearchArguments) -> Result<Engine, CliError> {
        let most = search.memory();
        let threads = search.threads().get() as u64;
        let cover = &self.problem.cover;
        let needs = |engine| match engine {
            Engine::Search => Search::bytes(cover).saturating_mul(threads + 1),
            Engine::Links => Links::bytes(cover).saturating_mul(threads + 1),
            Engine::Frontier => 0,
        };
        let candidates: &[Engine] = match search.engine {
            EngineChoice::Auto => &[Engine::Search, Engine::Links],
            EngineChoice::Search => &[Engine::Search],
            EngineChoice::Frontier => &[Engine::Frontier],
            EngineChoice::Links => &[Engine::Links],
        };
        let fits = candidates.iter().copied().find(|&engine| needs(engine) <= most);
        fits.ok_or_else(|| {
            let least = candidates.iter().map(|&engine| needs(engine)).min().unwrap_or(0);
            CliError::Memory { name: self.name.clone(), needed: least, most }
        })
    }

    /// Counts the solutions; with `listing`, prints each on `out` as Knuth's programs do, at most
    /// `limit` of them.
    ///
    /// # Errors
    /// When the cover does not fit, or `out` cannot be written to.
    pub fn solve(
        &self,
        search: &SearchArguments,
        session: &Session,
        listing: bool,
        limit: Option<u64>,
        out: &mut impl Write,
    ) -> Result<CountReport, CliError> {
        let mut engine = self.engine(search)?;
        let threads = search.threads();
        let mut printed = 0;
        let mut failure = None;
        let mut print = |solution: &[Chosen]| {
            if limit.is_some_and(|limit| printed >= limit) {
                return ControlFlow::Break(());
            }
            printed += 1;
            match self.print(printed, solution, out) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    failure = Some(error);
                    ControlFlow::Break(())
                }
            }
        };
        let sink: Option<Sink<'_>> = if listing { Some(&mut print) } else { None };
        let control = session.control(&self.name);
        let run = if search.engine == EngineChoice::Auto {
            let listing = if listing { OutputMode::Images } else { OutputMode::None };
            let memory_bytes = search.memory();
            let anchor = Anchor::None;
            let settings = Options { engine, threads, anchor, listing, limit, memory_bytes };
            let say = &mut |choice: &Choice| {
                engine = choice.engine;
                search.say(&self.name, choice);
            };
            run_plain_auto(&self.problem, &settings, settings.engine, control, sink, say)?
        } else {
            run_plain(&self.problem, engine, (threads, search.memory()), control, sink)?
        };
        session.end(run.complete);
        if let Some(error) = failure {
            return Err(error.into());
        }
        let row = Row::of_cover(&self.name, &self.problem.cover, engine, &run);
        let elapsed_s = run.elapsed.as_secs_f64();
        let mut report =
            CountReport::new(&self.name, &self.name, vec![row], elapsed_s, here(threads.get()));
        report.distinct = None;
        Ok(report)
    }

    /// A solution as Knuth's programs print it: its number, then each option, beginning with the
    /// item that was branched on, and which of how many it was.
    fn print(&self, number: u64, solution: &[Chosen], out: &mut impl Write) -> std::io::Result<()> {
        writeln!(out, "{number}:")?;
        for choice in solution {
            // In the order of the file, gone round to begin with the item branched on.
            let words: Vec<&str> = self.problem.cover.option_words(choice.option).collect();
            let first = self.problem.cover.item_name(choice.item);
            let start = words.iter().position(|&word| word == first).unwrap_or(0);
            for word in words[start..].iter().chain(&words[..start]) {
                write!(out, " {word}")?;
            }
            writeln!(out, " ({} of {})", choice.number, choice.of)?;
        }
        Ok(())
    }
}
