//! The solver.

use std::path::PathBuf;
use std::time::Duration;

use bitcover::{Format, Output, Shard, Solver};
use pyo3::prelude::*;
use pyo3::types::PyAny;

use crate::errors::{exception, raised};
use crate::figures::estimate_tuple;
use crate::interrupt::interruptible;
use crate::outcome::outcome_tuple;
use crate::solution::{Cell, SolutionCore};
use crate::solutions::SolutionsCore;
use crate::subject::{CoverCore, PuzzleCore, unknown};

/// A solver of a puzzle or a cover.
#[pyclass(frozen, module = "bitcover._bitcover")]
pub struct SolverCore(Solver);

/// A piece, the cells of a placement, and in how many arrangements it occurs.
type Occurrence = (String, Vec<Cell>, u128);

/// All arrangements, how often each placement occurs, and how often each option.
type Occurrences = (u128, Vec<Occurrence>, Vec<(u32, u128)>);

/// A file, the distinct and all solutions, the fingerprint, whether it is complete, and whether it lists
/// every arrangement.
type VerifiedTuple = (PathBuf, Option<u128>, u128, String, bool, bool);

#[pymethods]
impl SolverCore {
    #[new]
    #[pyo3(signature = (subject, threads=None, memory=None, disk=None, engine=None, anchor=None, symmetry=true))]
    #[expect(clippy::too_many_arguments, reason = "each is an option of the solver")]
    fn new(
        py: Python<'_>,
        subject: &Bound<'_, PyAny>,
        threads: Option<usize>,
        memory: Option<&str>,
        disk: Option<u64>,
        engine: Option<&str>,
        anchor: Option<&str>,
        symmetry: bool,
    ) -> PyResult<Self> {
        let solver = if let Ok(puzzle) = subject.cast::<PuzzleCore>() {
            let puzzle = &puzzle.get().0;
            py.detach(|| Solver::new(puzzle))
        } else {
            let cover = &subject.cast::<CoverCore>()?.get().0;
            py.detach(|| Solver::new(cover))
        };
        let mut solver = raised(py, solver)?;
        if let Some(threads) = threads {
            solver = solver.threads(threads);
        }
        if let Some(memory) = memory {
            solver = raised(py, solver.memory(memory))?;
        }
        if let Some(disk) = disk {
            solver = solver.disk_bytes(disk);
        }
        if let Some(engine) = engine {
            solver = solver.engine(raised(py, engine.parse())?);
        }
        if let Some(anchor) = anchor {
            solver = raised(py, solver.anchor(anchor))?;
        }
        if !symmetry {
            solver = solver.without_symmetry();
        }
        Ok(Self(solver))
    }

    fn with_given(&self, py: Python<'_>, position: &str) -> PyResult<Self> {
        raised(py, self.0.with_given(position)).map(Self)
    }

    fn count<'py>(
        &self,
        py: Python<'py>,
        distinct: bool,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let count =
            |solver: &Solver| if distinct { solver.count_distinct() } else { solver.count() };
        let outcome = interruptible(py, &self.0, progress, count)?;
        outcome_tuple(py, &outcome)
    }

    fn plan(&self, py: Python<'_>) -> PyResult<(String, String)> {
        let plan = interruptible(py, &self.0, None, Solver::plan)?;
        Ok((plan.engine().name().to_owned(), plan.to_string()))
    }

    fn solutions(&self, py: Python<'_>, arrangements: bool, all: bool) -> PyResult<SolutionsCore> {
        let solutions = interruptible(py, &self.0, None, |_| {
            // The search outlives this call, and heeds no token of it.
            match (arrangements, all) {
                (false, false) => self.0.solutions(),
                (false, true) => self.0.all_solutions(),
                (true, false) => self.0.arrangements(),
                (true, true) => self.0.all_arrangements(),
            }
        })?;
        Ok(SolutionsCore::new(solutions))
    }

    fn sample(&self, py: Python<'_>, number: usize, seed: u64) -> PyResult<Vec<SolutionCore>> {
        let drawn = interruptible(py, &self.0, None, |solver| solver.sample(number, seed))?;
        Ok(drawn.into_iter().map(SolutionCore).collect())
    }

    fn estimate<'py>(
        &self,
        py: Python<'py>,
        seconds: f64,
        probes: Option<u64>,
        seed: u64,
    ) -> PyResult<Bound<'py, PyAny>> {
        let Ok(time) = Duration::try_from_secs_f64(seconds) else {
            let words = format!("{seconds} is no number of seconds");
            return Err(exception(py, "ArgumentError", words));
        };
        let estimate = interruptible(py, &self.0, None, |solver| match probes {
            Some(probes) => solver.estimate_by(probes, seed),
            None => solver.estimate_for(time, seed),
        })?;
        Ok(estimate_tuple(&estimate).into_pyobject(py)?.into_any())
    }

    fn statistics(&self, py: Python<'_>) -> PyResult<Occurrences> {
        let statistics = interruptible(py, &self.0, None, Solver::statistics)?;
        let from_0 = |cell: [usize; 3]| cell.map(|coordinate| coordinate - 1).into();
        let placements = statistics.placements().map(|(piece, cells, count)| {
            (piece.to_owned(), cells.into_iter().map(from_0).collect(), count)
        });
        let placements = placements.collect();
        let options = statistics.options().map(|(number, count)| (number - 1, count)).collect();
        Ok((statistics.total(), placements, options))
    }

    #[expect(clippy::too_many_arguments, reason = "each says something else of the output")]
    fn solve_to<'py>(
        &self,
        py: Python<'py>,
        directory: PathBuf,
        journal: Option<PathBuf>,
        arrangements: bool,
        format: &str,
        force: bool,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut output = Output::new(directory).format(format_named(py, format)?);
        if force {
            output = output.force();
        }
        if let Some(journal) = journal {
            output = output.journal(journal);
        }
        if arrangements {
            output = output.arrangements();
        }
        let outcome = interruptible(py, &self.0, progress, |solver| solver.solve_to(&output))?;
        outcome_tuple(py, &outcome)
    }

    /// What each file was found to hold.
    fn verify(&self, py: Python<'_>, path: PathBuf) -> PyResult<Vec<VerifiedTuple>> {
        let verified = interruptible(py, &self.0, None, |solver| solver.verify(&path))?;
        let tuple = |file: bitcover::Verified| {
            let fingerprint = file.fingerprint.to_string();
            (file.path, file.distinct, file.total, fingerprint, file.complete, file.arrangements)
        };
        Ok(verified.into_iter().map(tuple).collect())
    }

    fn shards(&self, py: Python<'_>, count: usize) -> PyResult<Vec<String>> {
        let shards = interruptible(py, &self.0, None, |solver| solver.shards(count))?;
        Ok(shards.iter().map(Shard::to_text).collect())
    }

    fn run_shard(
        &self,
        py: Python<'_>,
        shard: &str,
        journal: Option<PathBuf>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        let shard = raised(py, Shard::parse(shard))?;
        let result = interruptible(py, &self.0, progress, |solver| match &journal {
            Some(journal) => solver.run_shard_saved(&shard, journal),
            None => solver.run_shard(&shard),
        })?;
        Ok(result.to_text())
    }
}

/// The format of this name.
fn format_named(py: Python<'_>, name: &str) -> PyResult<Format> {
    match name {
        "text" => Ok(Format::Text),
        "ndjson" => Ok(Format::Ndjson),
        "csv" => Ok(Format::Csv),
        "packed" => Ok(Format::Packed),
        _ => Err(unknown(py, "format", name, "text, ndjson, csv, packed")),
    }
}
