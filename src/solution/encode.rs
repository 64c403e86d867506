//! From records to the bytes of a file: what it begins with, and a row for each solution.
//!
//! Everything that does not change from row to row is worked out once, so that a row is put
//! together from ready pieces. Which format holds what is described in `FORMATS.md`.

use std::io::Write as _;

use crate::puzzle::Compiled;

use super::columns::Columns;
use super::format::Format;
use super::head;
use super::{Header, LineCodec, Numbering, Record};

/// The page that describes the formats.
pub const PAGE: &str = include_str!("FORMATS.md");

/// Writes the solutions of one puzzle in one format.
#[derive(Clone, Debug)]
pub struct Encoder<'a> {
    compiled: &'a Compiled,
    format: Format,
    line_len: usize,
    columns: Columns,
    /// What precedes the cells of each column in a row.
    keys: Vec<String>,
    /// Each cell as it is written in a row.
    cells: Vec<String>,
    numbering: Option<Numbering>,
}

impl<'a> Encoder<'a> {
    /// Prepares to write solutions of a puzzle.
    pub fn new(compiled: &'a Compiled, format: Format) -> Self {
        let codec = LineCodec::new(compiled);
        let columns = Columns::new(&compiled.puzzle, &codec);
        let keys = columns.names.iter().map(|name| format!("{}:", json(name))).collect();
        let cell = |number: usize| {
            let numbers: Vec<String> =
                columns.cell(number as u16).iter().map(u16::to_string).collect();
            let joined = numbers.join(",");
            if format == Format::Ndjson { format!("[{joined}]") } else { joined }
        };
        let cells = (0..compiled.grid.outer_count()).map(cell).collect();
        let numbering = (format == Format::Packed).then(|| Numbering::new(compiled));
        let line_len = codec.line_len();
        Self { compiled, format, line_len, columns, keys, cells, numbering }
    }

    /// The format.
    pub fn format(&self) -> Format {
        self.format
    }

    /// What is to be recorded of each solution.
    pub fn record(&self) -> Record<'_> {
        self.numbering.as_ref().map_or(Record::Line, Record::Placements)
    }

    /// The length of a record.
    pub fn record_len(&self) -> usize {
        self.numbering.as_ref().map_or(self.line_len, Numbering::record_len)
    }

    /// A record for a message.
    pub fn describe(&self, record: &[u8]) -> String {
        let line = || String::from_utf8_lossy(record).into_owned();
        self.numbering.as_ref().map_or_else(line, |numbering| numbering.describe(record))
    }

    /// What the file begins with. Where solutions are written `as_found`, their counts are not
    /// known yet, and those of the header are left out.
    pub fn head(&self, header: &Header<'_>, as_found: bool) -> Vec<u8> {
        match (self.format, &self.numbering) {
            (_, Some(numbering)) => {
                head::packed(&self.compiled.puzzle, numbering, header, as_found)
            }
            (Format::Text, _) if as_found => header.to_text_of_stream().into_bytes(),
            (Format::Text, _) => header.to_text().into_bytes(),
            (Format::Csv, _) => {
                let names: Vec<String> =
                    self.columns.names.iter().map(|name| quoted(name)).collect();
                format!("number,line,{}\n", names.join(",")).into_bytes()
            }
            _ => Vec::new(),
        }
    }

    /// The file that stands beside, for the formats that hold nothing but solutions.
    pub fn about(&self, header: &Header<'_>) -> Option<Vec<u8>> {
        match self.format {
            Format::Ndjson => Some(head::about("bitcover ndjson 1", header)),
            Format::Csv => Some(head::about("bitcover csv 1", header)),
            Format::Text | Format::Packed => None,
        }
    }

    /// Writes rows one after another, numbered from 1.
    pub fn rows(&self) -> Rows<'_> {
        Rows { encoder: self, number: 0, split: Vec::new() }
    }
}

/// The rows of a file.
#[derive(Clone, Debug)]
pub struct Rows<'a> {
    encoder: &'a Encoder<'a>,
    number: u64,
    split: Vec<Vec<u16>>,
}

impl Rows<'_> {
    /// Appends the row of a record.
    pub fn write(&mut self, record: &[u8], out: &mut Vec<u8>) {
        self.number += 1;
        match (self.encoder.format, &self.encoder.numbering) {
            (_, Some(numbering)) => numbering.write_low_first(record, out),
            (Format::Ndjson, _) => self.write_object(record, out),
            (Format::Csv, _) => self.write_row(record, out),
            _ => {
                out.extend_from_slice(record);
                out.push(b'\n');
            }
        }
    }

    fn write_object(&mut self, line: &[u8], out: &mut Vec<u8>) {
        self.encoder.columns.split(line, &mut self.split);
        push_number(self.number, b"{\"number\":", out);
        out.extend_from_slice(b",\"line\":\"");
        for &symbol in line {
            if matches!(symbol, b'"' | b'\\') {
                out.push(b'\\');
            }
            out.push(symbol);
        }
        out.extend_from_slice(b"\",\"placements\":{");
        for (column, cells) in self.split.iter().enumerate() {
            if column > 0 {
                out.push(b',');
            }
            out.extend_from_slice(self.encoder.keys[column].as_bytes());
            if cells.is_empty() {
                out.extend_from_slice(b"null");
                continue;
            }
            out.push(b'[');
            self.encoder.push_cells(cells, b',', out);
            out.push(b']');
        }
        out.extend_from_slice(b"}}\n");
    }

    fn write_row(&mut self, line: &[u8], out: &mut Vec<u8>) {
        self.encoder.columns.split(line, &mut self.split);
        push_number(self.number, b"", out);
        out.push(b',');
        if line.iter().any(|symbol| matches!(symbol, b'"' | b',')) {
            out.extend_from_slice(quoted(&String::from_utf8_lossy(line)).as_bytes());
        } else {
            out.extend_from_slice(line);
        }
        for cells in &self.split {
            out.push(b',');
            if !cells.is_empty() {
                out.push(b'"');
                self.encoder.push_cells(cells, b' ', out);
                out.push(b'"');
            }
        }
        out.push(b'\n');
    }
}

impl Encoder<'_> {
    fn push_cells(&self, cells: &[u16], between: u8, out: &mut Vec<u8>) {
        for (i, &cell) in cells.iter().enumerate() {
            if i > 0 {
                out.push(between);
            }
            out.extend_from_slice(self.cells[usize::from(cell)].as_bytes());
        }
    }
}

fn push_number(number: u64, before: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice(before);
    // Writing to memory does not fail.
    let _ = write!(out, "{number}");
}

/// A string as JSON has it.
fn json(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// A field of a table, in quotes where it needs them.
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{compile, file};
    use crate::solution::Fingerprint;

    /// Dominoes and a single cell whose symbols need care.
    const TEXT: &str = "name = 'strip'\n[board]\npicture = '''\n#..\n?..'''\n\
        motions = 'half-turn'\n[[piece]]\nname = 'bar'\nsymbol = '\",'\npicture = 'aa'\n\
        [[piece]]\nname = 'a \"dot\"'\nsymbol = '\\'\npicture = 'c'\noptional = true\n";

    fn rows(format: Format, line: &[u8]) -> (String, String) {
        let compiled = compile(&file::parse(TEXT).unwrap().members[0]).unwrap();
        let encoder = Encoder::new(&compiled, format);
        let header = Header {
            puzzle: "strip",
            given: None,
            images: true,
            distinct: 1,
            total: 2,
            fingerprint: Fingerprint::default(),
            complete: true,
        };
        let mut row = Vec::new();
        encoder.rows().write(line, &mut row);
        let text = |bytes: Vec<u8>| bytes.into_iter().map(char::from).collect();
        (text(encoder.head(&header, false)), text(row))
    }

    #[test]
    fn an_object_is_json_whatever_the_symbols_are() {
        let (_, row) = rows(Format::Ndjson, b"#\"\"/\\,,");
        assert_eq!(
            row,
            "{\"number\":1,\"line\":\"#\\\"\\\"/\\\\,,\",\"placements\":{\"bar.\\\"\":[[1,2],[1,3]],\
             \"bar.,\":[[2,2],[2,3]],\"a \\\"dot\\\"\":[[2,1]]}}\n"
        );
        serde_json::from_str::<serde_json::Value>(&row).unwrap();
    }

    #[test]
    fn a_row_of_a_table_quotes_what_needs_it() {
        let (head, row) = rows(Format::Csv, b"#\"\"/.,,");
        assert_eq!(head, "number,line,\"bar.\"\"\",\"bar.,\",\"a \"\"dot\"\"\"\n");
        assert_eq!(row, "1,\"#\"\"\"\"/.,,\",\"1,2 1,3\",\"2,2 2,3\",\n");
    }

    #[test]
    fn the_head_of_a_packed_file_ends_where_it_says() {
        let (head, row) = rows(Format::Packed, &[0, 0, 0, 6, 0xff, 0xff]);
        let value: serde_json::Value = serde_json::from_str(&head).unwrap();
        assert_eq!(value["offset"], head.len());
        assert_eq!(head.len() % 64, 0);
        assert!(head.ends_with('\n') && head.lines().count() == 1);
        assert_eq!(value["columns"], serde_json::json!(["bar.\"", "bar.,", "a \"dot\""]));
        assert_eq!(value["cells"][2], serde_json::json!([2, 1]));
        assert_eq!(value["pieces"][0]["placements"][0], serde_json::json!([0, 1]));
        assert_eq!(row, "\0\0\u{6}\0\u{ff}\u{ff}");
    }
}
