//! Solutions as people and programs read them: pictures, written lines, numbers of placements,
//! files of either, fingerprints; and the sinks that take them from a run.

pub mod canonical_writer;
pub mod certificate;
pub mod columns;
pub mod cover_codec;
mod cover_rows;
pub mod drawing;
pub mod encode;
pub mod fingerprint;
pub mod format;
pub mod head;
pub mod line_codec;
pub mod merge;
pub mod numbering;
mod puzzle_rows;
mod quoting;
pub mod record_table;
pub mod sink;
pub mod solution_file;
pub mod sorter;
pub mod stream;
pub mod written_file;

pub use canonical_writer::CanonicalWriter;
pub use cover_codec::CoverCodec;
pub use encode::Encoder;
pub use fingerprint::Fingerprint;
pub use format::{Format, Header, SubjectName};
pub use line_codec::{LineCodec, NotASolution};
pub use numbering::Numbering;
pub use sink::{InOrder, Record, RecordSink, Sink, SinkError};
pub use solution_file::SolutionFile;
pub use sorter::{Sorted, Sorter};
pub use stream::Stream;
