//! Rows of the solutions of a puzzle: a line, an object, a row of a table, or numbers of placements.
//!
//! Everything that does not change from row to row is worked out once, so that a row is put
//! together from ready pieces. Memory: a text for each cell and each column, and for packed files
//! the numbering of all placements.

use crate::puzzle::Compiled;

use super::columns::Columns;
use super::format::{Format, Header};
use super::head;
use super::line_codec::LineCodec;
use super::numbering::Numbering;
use super::quoting::{push_number, quoted};

/// What is written of the solutions of one puzzle.
#[derive(Clone, Debug)]
pub(crate) struct PuzzleRows<'a> {
    compiled: &'a Compiled,
    line_len: usize,
    columns: Columns,
    /// What precedes the cells of each column in a row.
    keys: Vec<String>,
    /// Each cell as it is written in a row.
    cells: Vec<String>,
    numbering: Option<Numbering>,
}

impl<'a> PuzzleRows<'a> {
    /// Prepares to write solutions of a puzzle.
    pub fn new(compiled: &'a Compiled, format: Format) -> Self {
        let codec = LineCodec::new(compiled);
        let columns = Columns::new(&compiled.puzzle, &codec);
        let key = |name: &String| format!("{}:", serde_json::Value::from(name.as_str()));
        let keys = columns.names.iter().map(key).collect();
        let cell = |number: usize| {
            let numbers: Vec<String> =
                columns.cell(number as u16).iter().map(u16::to_string).collect();
            let joined = numbers.join(",");
            if format == Format::Ndjson { format!("[{joined}]") } else { joined }
        };
        let cells = (0..compiled.grid.outer_count()).map(cell).collect();
        let numbering = (format == Format::Packed).then(|| Numbering::new(compiled));
        let line_len = codec.line_len();
        Self { compiled, line_len, columns, keys, cells, numbering }
    }

    /// The numbers of placements, where they are what is recorded.
    pub fn numbering(&self) -> Option<&Numbering> {
        self.numbering.as_ref()
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

    /// The names of the columns of a table.
    pub fn table_head(&self) -> Vec<u8> {
        let names: Vec<String> = self.columns.names.iter().map(|name| quoted(name)).collect();
        format!("number,line,{}\n", names.join(",")).into_bytes()
    }

    /// The first line of a packed file; none where placements are not numbered.
    pub fn packed_head(&self, header: &Header<'_>, as_found: bool) -> Vec<u8> {
        let head =
            |numbering| head::packed_puzzle(&self.compiled.puzzle, numbering, header, as_found);
        self.numbering.as_ref().map_or_else(Vec::new, head)
    }

    /// Appends a line as an object. `split` is room for the cells of each column.
    pub fn write_object(
        &self,
        number: u64,
        line: &[u8],
        split: &mut Vec<Vec<u16>>,
        out: &mut Vec<u8>,
    ) {
        self.columns.split(line, split);
        out.extend_from_slice(b"{\"number\":");
        push_number(number, out);
        out.extend_from_slice(b",\"line\":\"");
        for &symbol in line {
            if matches!(symbol, b'"' | b'\\') {
                out.push(b'\\');
            }
            out.push(symbol);
        }
        out.extend_from_slice(b"\",\"placements\":{");
        for (column, cells) in split.iter().enumerate() {
            if column > 0 {
                out.push(b',');
            }
            out.extend_from_slice(self.keys[column].as_bytes());
            if cells.is_empty() {
                out.extend_from_slice(b"null");
                continue;
            }
            out.push(b'[');
            self.push_cells(cells, b',', out);
            out.push(b']');
        }
        out.extend_from_slice(b"}}\n");
    }

    /// Appends a line as a row of a table. `split` is room for the cells of each column.
    pub fn write_row(
        &self,
        number: u64,
        line: &[u8],
        split: &mut Vec<Vec<u16>>,
        out: &mut Vec<u8>,
    ) {
        self.columns.split(line, split);
        push_number(number, out);
        out.push(b',');
        if line.iter().any(|symbol| matches!(symbol, b'"' | b',')) {
            out.extend_from_slice(quoted(&String::from_utf8_lossy(line)).as_bytes());
        } else {
            out.extend_from_slice(line);
        }
        for cells in split.iter() {
            out.push(b',');
            if !cells.is_empty() {
                out.push(b'"');
                self.push_cells(cells, b' ', out);
                out.push(b'"');
            }
        }
        out.push(b'\n');
    }

    fn push_cells(&self, cells: &[u16], between: u8, out: &mut Vec<u8>) {
        for (i, &cell) in cells.iter().enumerate() {
            if i > 0 {
                out.push(between);
            }
            out.extend_from_slice(self.cells[usize::from(cell)].as_bytes());
        }
    }
}
