//! Solutions as people read them: pictures, written lines, the file of a listing, fingerprints.

pub mod fingerprint;
pub mod format;
pub mod picture;

pub use fingerprint::Fingerprint;
pub use format::Header;
pub use picture::{NotASolution, Painter};
