//! A case as a JSON document, with the meaning of every item and option.
//!
//! ```text
//! {
//! "format": "bitcover exact cover 1",
//! "about": ["..."],
//! "items": [
//! {"name":"A","kind":"primary","multiplicity":1},
//! {"name":"F","kind":"secondary","multiplicity":2}
//! ],
//! "options": [
//! {"option":0,"items":[0,1],"meaning":null}
//! ]
//! }
//! ```
//!
//! A solution is a set of options such that each primary item is in exactly `multiplicity` of
//! them, and each secondary item in at most that many. `items` of an option are places in the list
//! of items; `option` is its number in the whole cover, the same in every case. `kind` is that in
//! this case. `meaning` is whatever the author says of an option.
//!
//! Items and options stand on a line of their own, one after the other, so that a document of any
//! size is written in the memory of one.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Value;

use crate::cover::cases::Case;
use crate::cover::exact_cover::{Cover, ItemId, OptionId};

/// What the document says it is.
pub(crate) const FORMAT: &str = "bitcover exact cover 1";

#[derive(Serialize)]
struct ItemEntry<'a> {
    name: &'a str,
    kind: &'static str,
    multiplicity: u32,
}

#[derive(Serialize)]
struct OptionEntry {
    option: u32,
    items: Vec<u32>,
    meaning: Value,
}

/// Writes a case of a cover. An item without a name has the empty one.
///
/// # Errors
/// Those of the writer.
pub(crate) fn write(
    out: &mut impl Write,
    cover: &Cover,
    case: &Case,
    item_names: &[String],
    about: &[String],
    mut meaning: impl FnMut(OptionId) -> Value,
) -> io::Result<()> {
    write!(out, "{{\n\"format\": ")?;
    serde_json::to_writer(&mut *out, FORMAT)?;
    write!(out, ",\n\"about\": ")?;
    serde_json::to_writer(&mut *out, about)?;
    write!(out, ",\n\"items\": ")?;
    let item = |item: ItemId| ItemEntry {
        name: item_names.get(item.index()).map_or("", String::as_str),
        kind: if case.is_required(cover, item) { "primary" } else { "secondary" },
        multiplicity: cover.multiplicity(item),
    };
    list(out, cover.items().map(item))?;
    write!(out, ",\n\"options\": ")?;
    list(
        out,
        case.kept.iter().map(|&option| OptionEntry {
            option: option.0,
            items: cover.items_of(option).iter().map(|item| item.0).collect(),
            meaning: meaning(option),
        }),
    )?;
    write!(out, "\n}}\n")
}

/// Writes a list, an entry on each line.
fn list(out: &mut impl Write, entries: impl Iterator<Item = impl Serialize>) -> io::Result<()> {
    let mut separator = "[\n";
    for entry in entries {
        write!(out, "{separator}")?;
        serde_json::to_writer(&mut *out, &entry)?;
        separator = ",\n";
    }
    write!(out, "{}", if separator == "[\n" { "[]" } else { "\n]" })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::cover::format::testing::{problem_of, written};

    #[test]
    fn a_case_is_written_with_its_multiplicities_and_meanings() {
        let cover = problem_of(&[(true, 1), (false, 2), (false, 1)], &[0b011, 0b101, 0b001]).cover;
        let case = Case {
            kept: vec![OptionId(0), OptionId(2)],
            required: vec![ItemId(2)],
            residual: vec![0],
            steps: Vec::new(),
        };
        let names = ["a \"cell\"", "P"].map(str::to_owned);
        let about = ["A test".to_owned()];
        let text = written(|out| {
            write(out, &cover, &case, &names, &about, |option| json!({ "number": option.0 + 1 }))
        });
        let document: Value = serde_json::from_str(&text).unwrap();
        let expected = json!({
            "format": "bitcover exact cover 1",
            "about": ["A test"],
            "items": [
                { "name": "a \"cell\"", "kind": "primary", "multiplicity": 1 },
                { "name": "P", "kind": "secondary", "multiplicity": 2 },
                { "name": "", "kind": "primary", "multiplicity": 1 },
            ],
            "options": [
                { "option": 0, "items": [0, 1], "meaning": { "number": 1 } },
                { "option": 2, "items": [0], "meaning": { "number": 3 } },
            ],
        });
        assert_eq!(document, expected);
        assert_eq!(text.lines().count(), 13);
    }

    #[test]
    fn a_cover_of_nothing_is_a_document_too() {
        let cover = problem_of(&[], &[]).cover;
        let case =
            Case { kept: Vec::new(), required: Vec::new(), residual: vec![0], steps: Vec::new() };
        let text = written(|out| write(out, &cover, &case, &[], &[], |_| Value::Null));
        let document: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(document["options"], json!([]));
    }
}
