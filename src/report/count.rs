//! The count report: the results of a run of one or more puzzles, as data.
//!
//! One report is shown on the terminal, written as Markdown, CSV and JSON, and reduced to the
//! summary that `--json` prints.

use serde::Serialize;

use crate::count::Count;
use crate::machine::peak_bytes;
use crate::solution::Fingerprint;
use crate::solve::subject::Subject;
use crate::solve::{Outcome, SweepReport};

use super::provenance::Provenance;
use super::task_time::TaskTime;

/// One puzzle's part of a report.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Row {
    /// The puzzle's name.
    pub name: String,
    /// Solutions up to the motions of the board; null for an exact cover that is no puzzle.
    pub distinct: Option<Count>,
    /// All arrangements on the fixed board.
    pub total: Count,
    /// The engine that searched.
    pub engine: &'static str,
    /// Nodes visited.
    pub nodes: u64,
    /// Time from the compiled puzzle to the last solution, in seconds.
    pub elapsed_s: f64,
    /// The fingerprint of the distinct solutions; null where they were only counted.
    pub fingerprint: Option<Fingerprint>,
    /// Whether the counts are those of all solutions.
    pub complete: bool,
    /// The most memory that the process had used by then, in bytes.
    pub peak_bytes: Option<u64>,
    /// Items of the exact cover.
    pub items: usize,
    /// Options of the exact cover, no symmetry broken.
    pub options: usize,
    /// Motions of the board that the puzzle allows.
    pub board_motions: usize,
    /// The pieces that were anchored.
    pub anchors: Vec<String>,
    /// The cases into which the puzzle was split.
    pub cases: usize,
    /// Distinct solutions for each second.
    pub solutions_per_s: f64,
    /// How many distinct solutions use each piece; empty where they were not listed.
    pub uses: Vec<PieceUse>,
    /// How long tasks took.
    pub task_time: TaskTime,
    /// How states were swept, level by level; null where they were not.
    pub sweep: Option<SweepReport>,
}

/// How many distinct solutions use a piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct PieceUse {
    /// The piece's name.
    pub piece: String,
    /// The number of distinct solutions.
    pub solutions: u64,
}

/// The report of a run.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct CountReport {
    /// The name on the command line, of a puzzle or of a family.
    pub puzzle: String,
    /// The name for people.
    pub title: String,
    /// The puzzles.
    pub parts: Vec<Row>,
    /// The sum of the distinct counts, where each has one.
    pub distinct: Option<Count>,
    /// The sum of the totals.
    pub total: Count,
    /// Time for everything, in seconds.
    pub elapsed_s: f64,
    /// Where it was made.
    pub machine: Provenance,
}

impl Row {
    /// The row of an outcome.
    pub fn new(subject: &Subject, outcome: &Outcome) -> Self {
        let elapsed_s = outcome.elapsed.as_secs_f64();
        let problem = subject.problem();
        let found = outcome.found().to_f64();
        let is_listed = outcome.uses.iter().any(|&uses| uses > 0);
        let pieces = subject.puzzle().map_or(&[][..], |compiled| compiled.puzzle.pieces());
        let uses = pieces.iter().zip(&outcome.uses).filter(|_| is_listed);
        Self {
            name: outcome.name.clone(),
            distinct: outcome.distinct.clone(),
            total: outcome.total.clone(),
            engine: outcome.engine.name(),
            nodes: outcome.nodes,
            elapsed_s,
            fingerprint: outcome.fingerprint,
            complete: outcome.complete,
            peak_bytes: peak_bytes(),
            items: problem.cover.item_count(),
            options: problem.cover.option_count(),
            board_motions: problem.group.order(),
            anchors: outcome.anchors.clone(),
            cases: outcome.cases,
            solutions_per_s: found / elapsed_s.max(1e-9),
            uses: uses
                .map(|(piece, &uses)| PieceUse { piece: piece.name.clone(), solutions: uses })
                .collect(),
            task_time: TaskTime::new(&outcome.task_ns),
            sweep: outcome.sweep.clone(),
        }
    }
}

impl CountReport {
    /// Sums up the parts of a run that took `elapsed_s` seconds.
    pub fn new(
        puzzle: &str,
        title: &str,
        parts: Vec<Row>,
        elapsed_s: f64,
        provenance: Provenance,
    ) -> Self {
        Self {
            puzzle: puzzle.to_owned(),
            title: title.to_owned(),
            distinct: parts.iter().map(|part| part.distinct.clone()).sum(),
            total: parts.iter().map(|part| part.total.clone()).sum(),
            parts,
            elapsed_s,
            machine: provenance,
        }
    }

    /// Whether every part counted all its solutions.
    pub fn is_complete(&self) -> bool {
        self.parts.iter().all(|part| part.complete)
    }

    /// The summary that `--json` prints: one object on one line.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write_summary(&self, out: &mut impl std::io::Write) -> std::io::Result<()> {
        #[derive(Serialize)]
        struct Part<'a> {
            name: &'a str,
            distinct: Option<Count>,
            total: Count,
            engine: &'a str,
            nodes: u64,
            elapsed_s: f64,
            fingerprint: Option<Fingerprint>,
            complete: bool,
            peak_bytes: Option<u64>,
        }
        #[derive(Serialize)]
        struct Summary<'a> {
            puzzle: &'a str,
            parts: Vec<Part<'a>>,
            distinct: Option<Count>,
            total: Count,
            elapsed_s: f64,
        }
        let parts = self.parts.iter().map(|row| Part {
            name: &row.name,
            distinct: row.distinct.clone(),
            total: row.total.clone(),
            engine: row.engine,
            nodes: row.nodes,
            elapsed_s: row.elapsed_s,
            fingerprint: row.fingerprint,
            complete: row.complete,
            peak_bytes: row.peak_bytes,
        });
        let summary = Summary {
            puzzle: &self.puzzle,
            parts: parts.collect(),
            distinct: self.distinct.clone(),
            total: self.total.clone(),
            elapsed_s: self.elapsed_s,
        };
        let mut text = serde_json::to_string(&summary)?;
        text.push('\n');
        out.write_all(text.as_bytes())
    }
}
