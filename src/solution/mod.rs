//! Solutions as people and programs read them: pictures, written lines, numbers of placements,
//! files of either, fingerprints; and the sinks that take them from a run.

pub(crate) mod canonical_writer;
pub(crate) mod certificate;
pub(crate) mod columns;
pub(crate) mod cover_codec;
mod cover_rows;
pub(crate) mod drawing;
pub(crate) mod encode;
pub(crate) mod fingerprint;
pub(crate) mod format;
pub(crate) mod formula;
pub(crate) mod head;
pub(crate) mod line_codec;
pub(crate) mod merge;
pub(crate) mod numbering;
pub(crate) mod proof;
mod puzzle_rows;
mod quoting;
pub(crate) mod record_table;
pub(crate) mod sink;
pub(crate) mod solution_file;
pub(crate) mod sorter;
pub(crate) mod stream;
pub(crate) mod written_file;

pub(crate) use canonical_writer::CanonicalWriter;
pub(crate) use cover_codec::CoverCodec;
pub(crate) use encode::Encoder;
pub(crate) use fingerprint::Fingerprint;
pub(crate) use format::{Format, Header, SubjectName};
pub(crate) use line_codec::{LineCodec, NotASolution};
pub(crate) use sink::{InOrder, Record, RecordSink, Sink, SinkError};
pub(crate) use solution_file::SolutionFile;
pub(crate) use sorter::Sorter;
pub(crate) use stream::Stream;
