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
//! them, and each secondary item in at most that many. A cover with ranges or colours says so in
//! its `format`, whose number is 2 then: a primary item with `least` is in at least that many and at
//! most `multiplicity`; an option with `colours` has one for each of its items, or null, and
//! secondary items to which options give colours are in any number of options of one colour, or in
//! one option. `items` of an option are places in the list
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

/// What it says if the cover has ranges or colours.
pub(crate) const RICHER_FORMAT: &str = "bitcover exact cover 2";

#[derive(Serialize)]
struct ItemEntry<'a> {
    name: &'a str,
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    least: Option<u32>,
    multiplicity: u32,
}

#[derive(Serialize)]
struct OptionEntry {
    option: u32,
    items: Vec<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    colours: Option<Vec<Option<String>>>,
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
    let is_richer = cover.has_ranges() || cover.has_colours();
    serde_json::to_writer(&mut *out, if is_richer { RICHER_FORMAT } else { FORMAT })?;
    write!(out, ",\n\"about\": ")?;
    serde_json::to_writer(&mut *out, about)?;
    write!(out, ",\n\"items\": ")?;
    let item = |item: ItemId| {
        let is_primary = cover.is_primary(item) || case.is_required(cover, item);
        let (least, multiplicity) = (case.least(cover, item), cover.multiplicity(item));
        ItemEntry {
            name: item_names.get(item.index()).map_or("", String::as_str),
            kind: if is_primary { "primary" } else { "secondary" },
            least: (is_primary && least < multiplicity).then_some(least),
            multiplicity,
        }
    };
    let colours = |option| {
        let name = |colour| cover.colour_name(colour);
        let colours = cover.entries_of(option).map(|entry| entry.1.map(name));
        let colours: Vec<Option<String>> = colours.collect();
        colours.iter().any(Option::is_some).then_some(colours)
    };
    list(out, cover.items().map(item))?;
    write!(out, ",\n\"options\": ")?;
    list(
        out,
        case.kept.iter().map(|&option| OptionEntry {
            option: option.0,
            items: cover.items_of(option).iter().map(|item| item.0).collect(),
            colours: colours(option),
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
            ..Case::weighted(Vec::new(), 1)
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
    fn ranges_and_colours_make_a_document_of_format_2() {
        let cover = Cover::parse_dlx("a 0:2|b 3|c | x y\na b x:red y\nb c y:1\nc\n").unwrap();
        let names: Vec<String> = cover.item_names().to_vec();
        let case = Case::whole(&crate::cover::Problem::of_cover(cover.clone()));
        let text = written(|out| write(out, &cover, &case, &names, &[], |_| Value::Null));
        let document: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(document["format"], RICHER_FORMAT);
        let items = json!([
            { "name": "a", "kind": "primary", "multiplicity": 1 },
            { "name": "b", "kind": "primary", "least": 0, "multiplicity": 2 },
            { "name": "c", "kind": "primary", "multiplicity": 3 },
            { "name": "x", "kind": "secondary", "multiplicity": 1 },
            { "name": "y", "kind": "secondary", "multiplicity": 1 },
        ]);
        assert_eq!(document["items"], items);
        assert_eq!(document["options"][0]["colours"], json!([null, null, "red", null]));
        assert_eq!(document["options"][1]["colours"], json!([null, null, "1"]));
        assert!(document["options"][2].get("colours").is_none());
    }

    #[test]
    fn a_cover_of_nothing_is_a_document_too() {
        let cover = problem_of(&[], &[]).cover;
        let case = Case::weighted(Vec::new(), 1);
        let text = written(|out| write(out, &cover, &case, &[], &[], |_| Value::Null));
        let document: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(document["options"], json!([]));
    }
}
