//! Numbers and fields as they stand in rows of tables and objects.

use std::io::Write as _;

/// Appends a number in decimal.
pub(crate) fn push_number(number: u64, out: &mut Vec<u8>) {
    // Writing to memory does not fail.
    let _ = write!(out, "{number}");
}

/// A field of a table, in quotes where it needs them.
pub(crate) fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}
