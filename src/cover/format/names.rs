//! Names of items for files: without characters that mean something there, and all different.
//!
//! A name stays as it is, as long as it is the only one of its kind; where Knuth's programs are to read
//! it, which take at most eight bytes, a longer one is cut.

use std::collections::HashSet;

use super::text::is_unseen;
use crate::cover::colour::Colour;
use crate::cover::exact_cover::Cover;
use crate::cover::standard::{StandardCover, StandardItem};

/// Whether a character may stand in a name.
fn is_legal(c: char) -> bool {
    !(is_unseen(c) || c == ':' || c == '|')
}

/// A name for each item of a standard cover, made of those of the items of the original. An item
/// that has none goes by its number.
pub(super) fn item_names(standard: &StandardCover, originals: &[String]) -> Vec<String> {
    let count = originals.len().max(count(standard));
    let mut names = Unique::default();
    let originals = names.take_all(originals, count);
    standard
        .items
        .iter()
        .map(|item| match *item {
            StandardItem::Same(of) => originals[of.index()].clone(),
            StandardItem::Copy { of, copy } => {
                names.take(&format!("{}.{copy}", originals[of.index()]))
            }
            StandardItem::Order { of, copy, place } => {
                names.take(&format!("{}.{copy}<{place}", originals[of.index()]))
            }
        })
        .collect()
}

/// A name for each of some items, made of those that they have.
pub(super) fn unique(originals: &[String], count: usize) -> Vec<String> {
    Unique::default().take_all(originals, count)
}

/// The most bytes of a name that Knuth's programs take.
const KNUTHS_BYTES: usize = 8;

/// These names, all different, but those that are too long for Knuth's programs cut, so that all still
/// are.
pub(super) fn cut(names: &[String]) -> Vec<String> {
    let is_short = |name: &String| name.len() <= KNUTHS_BYTES;
    let mut taken = Unique::default();
    // What is short enough is not to change because of what is not.
    taken.taken.extend(names.iter().filter(|name| is_short(name)).cloned());
    let mut cut = |name: &String| {
        if is_short(name) { name.clone() } else { taken.take_within(name, KNUTHS_BYTES) }
    };
    names.iter().map(&mut cut).collect()
}

/// The word for an item of this name in a colour.
pub(super) fn coloured(cover: &Cover, name: &str, colour: Option<Colour>) -> String {
    match colour {
        Some(colour) => format!("{name}:{}", legal(&cover.colour_name(colour))),
        None => name.to_owned(),
    }
}

/// A number above that of every original item.
fn count(standard: &StandardCover) -> usize {
    standard.items.iter().map(|item| item.origin().index() + 1).max().unwrap_or(0)
}

fn sanitised(name: Option<&String>, number: usize) -> String {
    match name {
        Some(name) if !name.is_empty() => legal(name),
        _ => format!("i{number}"),
    }
}

fn legal(name: &str) -> String {
    name.chars().map(|c| if is_legal(c) { c } else { '_' }).collect()
}

/// Hands out names, no name twice.
#[derive(Default)]
pub(super) struct Unique {
    taken: HashSet<String>,
    next: std::collections::HashMap<String, u32>,
}

impl Unique {
    fn take_all(&mut self, originals: &[String], count: usize) -> Vec<String> {
        (0..count).map(|item| self.take(&sanitised(originals.get(item), item))).collect()
    }

    fn take(&mut self, wanted: &str) -> String {
        self.take_within(wanted, usize::MAX)
    }

    /// The beginning of a name, in at most so many bytes with the number behind it, if it takes one.
    fn take_within(&mut self, wanted: &str, most: usize) -> String {
        let begin = |room: usize| {
            let ends = wanted.char_indices().map(|(at, c)| at + c.len_utf8());
            &wanted[..ends.take_while(|&end| end <= room).last().unwrap_or(0)]
        };
        let short = begin(most).to_owned();
        if self.taken.insert(short.clone()) {
            return short;
        }
        // Counting on from where this name was taken last keeps the whole linear.
        let number = self.next.entry(short).or_insert(1);
        loop {
            *number += 1;
            let end = format!("~{number}");
            let name = format!("{}{end}", begin(most.saturating_sub(end.len())));
            if self.taken.insert(name.clone()) {
                return name;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::ItemId;
    use crate::cover::format::testing::standard_of;

    #[test]
    fn names_are_legal_and_all_different() {
        let standard = standard_of(&[(true, 1); 6], &[0b11_1111]);
        let given = ["a b", "a|b", "", "a_b~2", "a\u{feff}b"].map(str::to_owned);
        let names = item_names(&standard, &given);
        assert_eq!(names, ["a_b", "a_b~2", "i2", "a_b~2~2", "a_b~3", "i5"]);
    }

    #[test]
    fn a_name_is_cut_where_it_is_too_long_and_stays_the_only_one_of_its_kind() {
        let long = ["LightGreen", "LightGre", "LightGray", "a", "LightGrex", "éééééé", "LightG~2"];
        let names = cut(&long.map(str::to_owned));
        let short = ["LightG~3", "LightGre", "LightGra", "a", "LightG~4", "éééé", "LightG~2"];
        assert_eq!(names, short);
        // So many that numbers take most of the room.
        let many: Vec<String> = (0..20_000).map(|number| format!("abcdefgh{number}")).collect();
        let names = cut(&many);
        assert!(names.iter().all(|name| name.len() <= 8));
        let different: HashSet<&String> = names.iter().collect();
        assert_eq!(different.len(), 20_000);
    }

    #[test]
    fn copies_and_their_order_are_named_after_the_item() {
        let standard = standard_of(&[(true, 1), (true, 1), (true, 2)], &[0b101, 0b110]);
        let names = item_names(&standard, &["x", "y", "T"].map(str::to_owned));
        assert_eq!(names, ["x", "y", "T.1", "T.2", "T.1<1", "T.1<2"]);
        assert_eq!(standard.items[3], StandardItem::Copy { of: ItemId(2), copy: 2 });
    }
}
