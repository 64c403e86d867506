//! Solutions as people and programs read them: pictures, written lines, numbers of placements,
//! files of either, fingerprints; and the sinks that take them from a run.

pub mod brush;
pub mod certificate;
pub mod columns;
pub mod encode;
pub mod fingerprint;
pub mod format;
pub mod head;
pub mod merge;
pub mod numbering;
pub mod picture;
pub mod sink;
pub mod sorter;
pub mod stamp;
pub mod stream;

pub use brush::Brush;
pub use encode::Encoder;
pub use fingerprint::Fingerprint;
pub use format::{Format, Header};
pub use numbering::Numbering;
pub use picture::{NotASolution, Painter};
pub use sink::{InOrder, Record, Recording, Sink, SinkError};
pub use sorter::{Sorted, Sorter};
pub use stream::Stream;
