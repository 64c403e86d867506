//! A set of pieces, as it stands in the tables.

use super::super::model::Motions;

/// A set: its name, how its pieces may be turned, and each piece's symbol and picture.
pub(super) struct Set {
    pub name: &'static str,
    pub motions: Motions,
    pub pieces: &'static [(char, &'static str)],
}
