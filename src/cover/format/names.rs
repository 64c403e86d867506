//! Names of items for files: without characters that mean something there, and all different.
//!
//! Knuth's programs take at most eight characters; a name that short stays that short, as long as
//! it is the only one of its kind.

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
                names.take(format!("{}.{copy}", originals[of.index()]))
            }
            StandardItem::Order { of, copy, place } => {
                names.take(format!("{}.{copy}<{place}", originals[of.index()]))
            }
        })
        .collect()
}

/// A name for each of some items, made of those that they have.
pub(super) fn unique(originals: &[String], count: usize) -> Vec<String> {
    Unique::default().take_all(originals, count)
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
        (0..count).map(|item| self.take(sanitised(originals.get(item), item))).collect()
    }

    pub fn take(&mut self, wanted: String) -> String {
        if self.taken.insert(wanted.clone()) {
            return wanted;
        }
        // Counting on from where this name was taken last keeps the whole linear.
        let number = self.next.entry(wanted.clone()).or_insert(1);
        loop {
            *number += 1;
            let name = format!("{wanted}~{number}");
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
    fn copies_and_their_order_are_named_after_the_item() {
        let standard = standard_of(&[(true, 1), (true, 1), (true, 2)], &[0b101, 0b110]);
        let names = item_names(&standard, &["x", "y", "T"].map(str::to_owned));
        assert_eq!(names, ["x", "y", "T.1", "T.2", "T.1<1", "T.1<2"]);
        assert_eq!(standard.items[3], StandardItem::Copy { of: ItemId(2), copy: 2 });
    }
}
