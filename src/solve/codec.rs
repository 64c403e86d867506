//! How the solutions of a subject are written while it is run.

use crate::puzzle::Compiled;
use crate::solution::{CanonicalWriter, CoverCodec, LineCodec, RecordSink};

use super::options::OutputMode;
use super::subject::Subject;

/// What writes the solutions of a subject, shared by all threads.
#[derive(Debug)]
pub(crate) enum Codec<'a> {
    /// Those of a puzzle.
    Puzzle(Box<PuzzleCodec<'a>>),
    /// Those of a cover.
    Cover(CoverCodec<'a>),
}

/// What writes the solutions of a puzzle.
#[derive(Debug)]
pub(crate) struct PuzzleCodec<'a> {
    /// The puzzle.
    pub compiled: &'a Compiled,
    /// Writes any image of any solution.
    pub lines: LineCodec<'a>,
    /// Writes canonical lines faster, where it can.
    pub canonical_writer: Option<CanonicalWriter<'a>>,
}

impl<'a> Codec<'a> {
    /// The codec of a subject whose solutions are handled in this way.
    pub fn new(subject: &'a Subject, mode: OutputMode) -> Self {
        match subject {
            Subject::Puzzle(compiled) => {
                let lines = LineCodec::new(compiled);
                let is_canonical = matches!(mode, OutputMode::Fingerprint | OutputMode::Distinct);
                let canonical_writer =
                    if is_canonical { CanonicalWriter::new(&lines) } else { None };
                Self::Puzzle(Box::new(PuzzleCodec { compiled, lines, canonical_writer }))
            }
            Subject::Cover { problem, .. } => Self::Cover(CoverCodec::new(&problem.cover)),
        }
    }

    /// The length of a record, in bytes; zero where none are kept.
    pub fn record_len(&self, record_sink: Option<RecordSink<'_>>) -> usize {
        match self {
            Self::Puzzle(codec) => {
                record_sink.map_or(0, |record_sink| record_sink.record_len(&codec.lines))
            }
            Self::Cover(codec) => record_sink.map_or(0, |_| codec.record_len()),
        }
    }
}
