//! What the writers of the text formats share: comments, notes, the options of each item.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::names::coloured;
use crate::cover::colour::Colour;
use crate::cover::exact_cover::{Cover, ItemId, OptionId};
use crate::cover::standard::{StandardCover, StandardItem};

/// Writes comments, each line of them after a mark.
pub(super) fn write_comments(
    out: &mut impl Write,
    mark: &str,
    comments: &[String],
) -> io::Result<()> {
    for line in comments.iter().flat_map(|comment| comment.lines()) {
        let line: String = line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        writeln!(out, "{}", format!("{mark} {line}").trim_end())?;
    }
    Ok(())
}

/// The options of each item.
pub(super) fn options_by_item(cover: &Cover) -> Vec<Vec<OptionId>> {
    let mut options = vec![Vec::new(); cover.item_count()];
    for option in cover.options() {
        for item in cover.items_of(option) {
            options[item.index()].push(option);
        }
    }
    options
}

/// The options of a coloured item by the colour that they give it, those that give it none each for
/// itself: of two of these lists at most one is chosen from.
pub(super) fn by_colour(cover: &Cover, item: ItemId, options: &[OptionId]) -> Vec<Vec<OptionId>> {
    let mut alike: BTreeMap<Colour, Vec<OptionId>> = BTreeMap::new();
    let mut alone = Vec::new();
    for &option in options {
        match cover.entries_of(option).find(|entry| entry.0 == item) {
            Some((_, Some(colour))) => alike.entry(colour).or_default().push(option),
            _ => alone.push(vec![option]),
        }
    }
    alike.into_values().chain(alone).collect()
}

/// The words of an option, with colours, by the names of the items.
pub(super) fn words(cover: &Cover, option: OptionId, names: &[String]) -> Vec<String> {
    let word = |(item, colour): (ItemId, _)| coloured(cover, &names[item.index()], colour);
    cover.entries_of(option).map(word).collect()
}

/// What must be said of a standard cover that is not what its author wrote.
pub(super) fn notes(standard: &StandardCover) -> Vec<String> {
    let mut notes = Vec::new();
    if standard.items.iter().any(|item| matches!(item, StandardItem::Copy { .. })) {
        notes.push(
            "An item X that several options cover is written as its copies X.1, X.2, ...: one \
             option each."
                .to_owned(),
        );
    }
    if standard.items.iter().any(|item| matches!(item, StandardItem::Order { .. })) {
        notes.push(
            "The items X.1<1, X.1<2, ... order the copies X.1 and X.2, so that each arrangement \
             is met exactly once."
                .to_owned(),
        );
    }
    if standard.options.contains(&None) {
        notes.push(
            "The last options, which cover a copy and nothing else but items of its order, leave \
             that copy unused."
                .to_owned(),
        );
    }
    notes.extend(left_out_note(standard.left_out));
    notes
}

/// What must be said where options are left out.
pub(super) fn left_out_note(count: usize) -> Option<String> {
    (count > 0).then(|| {
        format!("Left out, because an option without a primary item is never chosen: {count}.")
    })
}
