//! From records to the bytes of a file: what it begins with, and a row for each solution, of a
//! puzzle or of a cover that is no puzzle.
//!
//! Which format holds what is described in `FORMATS.md`. The order of the rows is that of the
//! records that come.

use crate::puzzle::Compiled;

use super::cover_codec::CoverCodec;
use super::cover_rows;
use super::format::{Format, Header};
use super::head;
use super::puzzle_rows::PuzzleRows;
use super::sink::Record;

/// The page that describes the formats.
pub(crate) const PAGE: &str = include_str!("FORMATS.md");

/// Writes the solutions of one puzzle or cover in one format.
#[derive(Clone, Debug)]
pub(crate) struct Encoder<'a> {
    format: Format,
    subject: Subject<'a>,
}

/// What the solutions are solutions of.
#[derive(Clone, Debug)]
enum Subject<'a> {
    Puzzle(Box<PuzzleRows<'a>>),
    Cover(CoverCodec<'a>),
}

impl<'a> Encoder<'a> {
    /// Prepares to write solutions of a puzzle.
    pub fn new(compiled: &'a Compiled, format: Format) -> Self {
        Self { format, subject: Subject::Puzzle(Box::new(PuzzleRows::new(compiled, format))) }
    }

    /// Prepares to write solutions of a cover that is no puzzle.
    pub fn for_cover(codec: CoverCodec<'a>, format: Format) -> Self {
        Self { format, subject: Subject::Cover(codec) }
    }

    /// The format.
    pub fn format(&self) -> Format {
        self.format
    }

    /// What is to be recorded of each solution.
    pub fn record(&self) -> Record<'_> {
        match &self.subject {
            Subject::Puzzle(rows) => rows.numbering().map_or(Record::Line, Record::Placements),
            Subject::Cover(codec) => Record::Options(codec),
        }
    }

    /// The length of a record.
    pub fn record_len(&self) -> usize {
        match &self.subject {
            Subject::Puzzle(rows) => rows.record_len(),
            Subject::Cover(codec) => codec.record_len(),
        }
    }

    /// A record for a message.
    pub fn describe(&self, record: &[u8]) -> String {
        match &self.subject {
            Subject::Puzzle(rows) => rows.describe(record),
            Subject::Cover(codec) => {
                let mut line = Vec::new();
                codec.write_line(record, &mut line);
                String::from_utf8_lossy(&line).into_owned()
            }
        }
    }

    /// What the file begins with. Where solutions are written `as_found`, their counts are not
    /// known yet, and those of the header are left out.
    pub fn head(&self, header: &Header<'_>, as_found: bool) -> Vec<u8> {
        match (self.format, &self.subject) {
            (Format::Text, _) if as_found => header.to_text_of_stream().into_bytes(),
            (Format::Text, _) => header.to_text().into_bytes(),
            (Format::Ndjson, _) => Vec::new(),
            (Format::Csv, Subject::Puzzle(rows)) => rows.table_head(),
            (Format::Csv, Subject::Cover(_)) => cover_rows::table_head(),
            (Format::Packed, Subject::Puzzle(rows)) => rows.packed_head(header, as_found),
            (Format::Packed, Subject::Cover(codec)) => head::packed_cover(codec, header, as_found),
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
pub(crate) struct Rows<'a> {
    encoder: &'a Encoder<'a>,
    number: u64,
    /// Room for the cells of each column of a puzzle's table.
    split: Vec<Vec<u16>>,
}

impl Rows<'_> {
    /// Appends the row of a record.
    pub fn write(&mut self, record: &[u8], out: &mut Vec<u8>) {
        self.number += 1;
        match &self.encoder.subject {
            Subject::Puzzle(rows) => self.write_puzzle(rows, record, out),
            Subject::Cover(codec) => match self.encoder.format {
                Format::Text => cover_rows::write_line(codec, record, out),
                Format::Ndjson => cover_rows::write_object(codec, self.number, record, out),
                Format::Csv => cover_rows::write_row(codec, self.number, record, out),
                Format::Packed => cover_rows::write_numbers(record, out),
            },
        }
    }

    fn write_puzzle(&mut self, rows: &PuzzleRows<'_>, record: &[u8], out: &mut Vec<u8>) {
        match (self.encoder.format, rows.numbering()) {
            (_, Some(numbering)) => numbering.write_low_first(record, out),
            (Format::Ndjson, _) => rows.write_object(self.number, record, &mut self.split, out),
            (Format::Csv, _) => rows.write_row(self.number, record, &mut self.split, out),
            _ => {
                out.extend_from_slice(record);
                out.push(b'\n');
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{compile, file};
    use crate::solution::{Fingerprint, SubjectName};

    /// Dominoes and a single cell whose symbols need care.
    const TEXT: &str = "name = 'strip'\n[board]\npicture = '''\n#..\n?..'''\n\
        motions = 'half-turn'\n[[piece]]\nname = 'bar'\nsymbol = '\",'\npicture = 'aa'\n\
        [[piece]]\nname = 'a \"dot\"'\nsymbol = '\\'\npicture = 'c'\noptional = true\n";

    fn rows(format: Format, line: &[u8]) -> (String, String) {
        let compiled = compile(&file::parse(TEXT).unwrap().members[0]).unwrap();
        let encoder = Encoder::new(&compiled, format);
        let header = Header {
            subject: SubjectName::Puzzle("strip"),
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

    /// The head, the file beside and the rows of both solutions of a small cover.
    fn cover_file(format: Format, as_found: bool) -> (Vec<u8>, String, Vec<u8>) {
        let cover = crate::solution::cover_codec::tests::small();
        let codec = CoverCodec::new(&cover);
        let mut records = Vec::new();
        for numbers in [[2, 3], [3, 4]] {
            let options = numbers.map(|number| cover.option_with_number(number).unwrap());
            codec.write_record(&options, &mut records);
        }
        let encoder = Encoder::for_cover(codec, format);
        assert!(matches!(encoder.record(), Record::Options(_)));
        let header = Header {
            subject: SubjectName::Cover("small"),
            given: None,
            images: false,
            distinct: 0,
            total: 2,
            fingerprint: Fingerprint(0xabc),
            complete: true,
        };
        let (mut rows, mut written) = (encoder.rows(), Vec::new());
        for record in records.chunks_exact(encoder.record_len()) {
            rows.write(record, &mut written);
        }
        let about = encoder.about(&header).unwrap_or_default();
        (encoder.head(&header, as_found), String::from_utf8(about).unwrap(), written)
    }

    #[test]
    fn the_text_of_a_cover_says_options_by_number_and_word() {
        let (head, about, rows) = cover_file(Format::Text, false);
        let expected = "# bitcover solutions, format 1\n# cover: small\n# content: all\n\
            # total: 2\n# fingerprint: 00000000000000000000000000000abc\n# complete: yes\n";
        assert_eq!(String::from_utf8(head).unwrap(), expected);
        assert_eq!(about, "");
        assert_eq!(String::from_utf8(rows).unwrap(), "2 b a | 3 c s\n3 c s | 4 b a\n");
        let (head, ..) = cover_file(Format::Text, true);
        let expected = "# bitcover solutions, as found\n# cover: small\n# content: all\n";
        assert_eq!(String::from_utf8(head).unwrap(), expected);
    }

    #[test]
    fn objects_and_rows_of_a_cover_bear_line_and_numbers() {
        let (head, about, rows) = cover_file(Format::Ndjson, false);
        assert_eq!(head, b"");
        let expected = "{\"number\":1,\"line\":\"2 b a | 3 c s\",\"options\":[2,3]}\n\
            {\"number\":2,\"line\":\"3 c s | 4 b a\",\"options\":[3,4]}\n";
        assert_eq!(String::from_utf8(rows).unwrap(), expected);
        let keys = "{\n  \"format\": \"bitcover ndjson 1\",\n  \"cover\": \"small\",\n  \
            \"content\": \"all\",\n  \"order\": \"ascending\",\n  \"distinct\": null,\n  \
            \"total\": 2,\n  \"fingerprint\": \"00000000000000000000000000000abc\",\n  \
            \"complete\": true\n}\n";
        assert_eq!(about, keys);
        let (head, about, rows) = cover_file(Format::Csv, false);
        assert_eq!(head, b"number,line,options\n");
        assert!(about.contains("\"bitcover csv 1\""));
        let rows = String::from_utf8(rows).unwrap();
        assert_eq!(rows, "1,2 b a | 3 c s,2 3\n2,3 c s | 4 b a,3 4\n");
    }

    #[test]
    fn the_packed_file_of_a_cover_tells_the_words_of_every_number() {
        let (head, _, rows) = cover_file(Format::Packed, false);
        let text = std::str::from_utf8(&head).unwrap();
        let offset = format!("{{\"format\":\"bitcover packed 1\",\"offset\":{},", head.len());
        assert!(text.starts_with(&offset), "{text}");
        let rest = "\"dtype\":\"<u4\",\"columns\":[\"option.1\",\"option.2\",\"option.3\"],\"cover\":\"small\",\
            \"content\":\"all\",\"order\":\"ascending\",\"distinct\":null,\"total\":2,\
            \"fingerprint\":\"00000000000000000000000000000abc\",\"complete\":true,\
            \"options\":[null,\"b a\",\"c s\",\"b a\",\"a s\",\"b\"]}";
        assert_eq!(text[offset.len()..].trim_end(), rest);
        let numbers: Vec<u32> =
            rows.chunks_exact(4).map(|n| u32::from_le_bytes(n.try_into().unwrap())).collect();
        assert_eq!(numbers, [2, 3, 0, 3, 4, 0]);
    }
}
