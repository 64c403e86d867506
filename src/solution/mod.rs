//! Solutions as people and programs read them: pictures, written lines, numbers of placements,
//! files of either, fingerprints; and the sinks that take them from a run.

pub mod canonical_writer;
pub mod certificate;
pub mod columns;
pub mod drawing;
pub mod encode;
pub mod fingerprint;
pub mod format;
pub mod head;
pub mod line_codec;
pub mod merge;
pub mod numbering;
pub mod record_table;
pub mod sink;
pub mod sorter;
pub mod stream;

pub use canonical_writer::CanonicalWriter;
pub use encode::Encoder;
pub use fingerprint::Fingerprint;
pub use format::{Format, Header};
pub use line_codec::{LineCodec, NotASolution};
pub use numbering::Numbering;
pub use sink::{InOrder, Record, RecordSink, Sink, SinkError};
pub use sorter::{Sorted, Sorter};
pub use stream::Stream;
