//! Rows of the solutions of a cover that is no puzzle: a line, an object, a row of a table, or the
//! numbers of options.
//!
//! All are made from a record of [`CoverCodec`]. Cost of a row: linear in what is written.

use super::cover_codec::CoverCodec;
use super::quoting::{push_number, quoted};

/// Appends the line of a record and a line end.
pub(crate) fn write_line(codec: &CoverCodec<'_>, record: &[u8], out: &mut Vec<u8>) {
    codec.write_line(record, out);
    out.push(b'\n');
}

/// Appends a record as an object.
pub(crate) fn write_object(codec: &CoverCodec<'_>, number: u64, record: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice(b"{\"number\":");
    push_number(number, out);
    out.extend_from_slice(b",\"line\":");
    let line = serde_json::Value::from(line(codec, record)).to_string();
    out.extend_from_slice(line.as_bytes());
    out.extend_from_slice(b",\"options\":[");
    push_numbers(record, b',', out);
    out.extend_from_slice(b"]}\n");
}

/// The names of the columns of a table.
pub(crate) fn table_head() -> Vec<u8> {
    b"number,line,options\n".to_vec()
}

/// Appends a record as a row of a table.
pub(crate) fn write_row(codec: &CoverCodec<'_>, number: u64, record: &[u8], out: &mut Vec<u8>) {
    push_number(number, out);
    out.push(b',');
    out.extend_from_slice(quoted(&line(codec, record)).as_bytes());
    out.push(b',');
    push_numbers(record, b' ', out);
    out.push(b'\n');
}

/// Appends the numbers of a record, the low byte first; zero where there is no option.
pub(crate) fn write_numbers(record: &[u8], out: &mut Vec<u8>) {
    for number in record.chunks_exact(CoverCodec::NUMBER_BYTES) {
        out.extend(number.iter().rev());
    }
}

fn line(codec: &CoverCodec<'_>, record: &[u8]) -> String {
    let mut line = Vec::new();
    codec.write_line(record, &mut line);
    String::from_utf8_lossy(&line).into_owned()
}

fn push_numbers(record: &[u8], between: u8, out: &mut Vec<u8>) {
    for (place, number) in CoverCodec::numbers(record).enumerate() {
        if place > 0 {
            out.push(between);
        }
        push_number(u64::from(number), out);
    }
}
