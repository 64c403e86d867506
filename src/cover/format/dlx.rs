//! Knuth's format for exact cover (his programs DLX1 and later), read and written.
//!
//! ```text
//! | A simple example
//! A B C D E | F G
//! C E F
//! A D G
//! B C F
//! ```
//!
//! Lines that start with `|` are comments; they and blank lines may stand anywhere. The first
//! other line names the items, those after a `|` secondary; each later line is an option, which
//! names its items in any order. Names are separated by space and contain neither `:` nor `|`.
//! They may be of any length, although Knuth's programs take at most eight characters.
//!
//! As in those programs, options with the same items are different options, and an option without
//! a primary item is left out with a warning. Colours (`F:c`, from DLX2 on) and multiplicities
//! (`2:3|A`, DLX3) are refused.
//!
//! In those programs a problem without primary items cannot be said, since an item line that
//! begins with `|` is a comment. Here such a line is the item line if the file is nonsense
//! otherwise: it stands right before the options, which name its items and no others. Such a
//! problem has one solution, the empty one.
//!
//! Cost: one hash look-up for each name; a file that is refused may be gone through twice.

use std::collections::HashMap;
use std::io::{self, Write};

use super::names;
use super::text::{FormatError, Line, NEVER_CHOSEN, ReadCover, Warning, is_unseen, lines, quoted};
use super::writing::{notes, write_comments};
use crate::cover::exact_cover::{Cover, ItemId};
use crate::cover::standard::StandardCover;
use crate::nearest::nearest;

impl Cover {
    /// Reads a cover in Knuth's format; `read` also says what is odd about it.
    ///
    /// # Errors
    /// Where the text is not in Knuth's format, or uses what is not supported.
    pub fn parse_dlx(text: &str) -> Result<Self, FormatError> {
        Ok(read(text)?.cover)
    }
}

/// Reads a cover, and says what is odd about the text.
///
/// # Errors
/// Where the text is not in Knuth's format, or uses what is not supported.
pub(crate) fn read(text: &str) -> Result<ReadCover, FormatError> {
    let mut meaningful = lines(text).filter(|line| !is_passed_over(*line));
    let Some(item_line) = meaningful.next() else {
        let message = "there are no items: the first line that is not a comment names them, as in \
                       `a b c | d e`; lines that start with | are comments";
        return Err(FormatError { line: 1, column: 1, message: message.to_owned() });
    };
    let result = Items::read(item_line, 0).and_then(|items| options(&items, meaningful));
    result.or_else(|error| without_primary(text, item_line.number).ok_or(error))
}

fn is_passed_over(line: Line<'_>) -> bool {
    line.words().next().is_none_or(|(_, word)| word.starts_with('|'))
}

/// Takes the last comment before this line for an item line without primary items, if it is one.
fn without_primary(text: &str, before: usize) -> Option<ReadCover> {
    let bar = lines(text).take(before - 1).filter(|line| line.words().next().is_some()).last()?;
    let (start, _) = bar.words().next()?;
    let items = Items::read(bar, start).ok().filter(|items| !items.names.is_empty())?;
    let rest = lines(text).skip(bar.number).filter(|line| !is_passed_over(*line));
    let mut read = options(&items, rest).ok()?;
    let message = "read as an item line without primary items, because the options name these \
                   items; Knuth's programs take it for a comment";
    read.warnings.insert(0, Warning { line: bar.number, message: message.to_owned() });
    Some(read)
}

/// The item line.
struct Items<'a> {
    names: Vec<&'a str>,
    index: HashMap<&'a str, u32>,
    /// The number of primary items, which come first.
    primary: usize,
}

impl<'a> Items<'a> {
    /// Reads the item line from a byte on.
    fn read(line: Line<'a>, from: usize) -> Result<Self, FormatError> {
        let mut items = Self { names: Vec::new(), index: HashMap::new(), primary: 0 };
        let mut bar = None;
        for (mut at, mut word) in line.words().skip_while(|&(at, _)| at < from) {
            if let Some(rest) = word.strip_prefix('|') {
                if bar.is_some() {
                    let message = "a second |: write one | between primary and secondary items";
                    return Err(line.error(at, message));
                }
                bar = Some(items.names.len());
                if rest.is_empty() {
                    continue;
                }
                (at, word) = (at + 1, rest);
            }
            check_name(line, at, word)?;
            let id = u32::try_from(items.names.len())
                .map_err(|_| line.error(at, "too many items: the most is 2^32 - 1"))?;
            if items.index.insert(word, id).is_some() {
                let message = format!("item {} is named twice; rename one", quoted(word));
                return Err(line.error(at, message));
            }
            items.names.push(word);
        }
        items.primary = bar.unwrap_or(items.names.len());
        Ok(items)
    }

    /// The item of a word in an option.
    fn find(&self, line: Line<'_>, at: usize, word: &str) -> Result<u32, FormatError> {
        if let Some(&id) = self.index.get(word) {
            return Ok(id);
        }
        if word == "|" {
            let message = "a | has no place in an option: name its items only";
            return Err(line.error(at, message));
        }
        if let Some((name, _)) = word.split_once(':') {
            let id = self.find(line, at, name)?;
            let message = if (id as usize) < self.primary {
                format!("item {} is primary, so it can have no colour", quoted(name))
            } else {
                format!(
                    "{} gives an item a colour; colours are not supported: write the item without \
                     one, which makes its options exclude each other",
                    quoted(word)
                )
            };
            return Err(line.error(at + name.len(), message));
        }
        let hint = match nearest(word, &self.names) {
            Some(near) => format!("did you mean {}?", quoted(near)),
            None => "add it to the first line".to_owned(),
        };
        Err(line.error(at, format!("item {} is not among the items; {hint}", quoted(word))))
    }
}

/// Refuses a word of the item line that is not a name.
fn check_name(line: Line<'_>, at: usize, word: &str) -> Result<(), FormatError> {
    let bad = |c: char| c == ':' || c == '|' || is_unseen(c);
    let Some((offset, c)) = word.char_indices().find(|&(_, c)| bad(c)) else { return Ok(()) };
    let is_bounds = |text: &str| text.chars().all(|c| c.is_ascii_digit() || c == ':');
    if word.split_once('|').is_some_and(|(bounds, name)| is_bounds(bounds) && !name.is_empty()) {
        let message = format!(
            "{} asks for an item to be covered several times; multiplicities are not supported: \
             write an item for each time",
            quoted(word)
        );
        return Err(line.error(at, message));
    }
    let message = match c {
        '|' => "a name contains |; leave space around the | before the secondary items".to_owned(),
        _ => format!("the name {} contains {c:?}; choose another character", quoted(word)),
    };
    Err(line.error(at + offset, message))
}

/// Reads the options.
fn options<'a>(
    items: &Items<'a>,
    lines: impl Iterator<Item = Line<'a>>,
) -> Result<ReadCover, FormatError> {
    let mut cover = Cover::empty_with_names();
    for (item, &name) in items.names.iter().enumerate() {
        cover.push_named_item(name.to_owned(), item < items.primary, 1);
    }
    let mut warnings = Vec::new();
    // The line in which each item was named last.
    let mut named = vec![0; items.names.len()];
    let mut option = Vec::new();
    for line in lines {
        option.clear();
        for (at, word) in line.words() {
            let item = items.find(line, at, word)?;
            if std::mem::replace(&mut named[item as usize], line.number) == line.number {
                let message = format!("this option names {} twice; remove one", quoted(word));
                return Err(line.error(at, message));
            }
            option.push(ItemId(item));
        }
        let added = cover.push_written_option(&option).map_err(|refusal| line.refusal(refusal))?;
        if added.is_none() {
            warnings.push(Warning { line: line.number, message: NEVER_CHOSEN.to_owned() });
        }
    }
    Ok(ReadCover { cover, warnings })
}

/// Writes a standard cover. `item_names` are those of the items that it comes from.
///
/// Reading gives an equal cover, items and options in the same order. Only a cover without
/// primary items gets an item and an option that stand for its empty solution.
///
/// # Errors
/// Those of the writer.
pub(crate) fn write(
    out: &mut impl Write,
    standard: &StandardCover,
    item_names: &[String],
    comments: &[String],
) -> io::Result<()> {
    write_comments(out, "|", comments)?;
    write_comments(out, "|", &notes(standard))?;
    let names = names::item_names(standard, item_names);
    let (primary, secondary) = names.split_at(standard.primary_count());
    let mut line = primary.join(" ");
    if primary.is_empty() {
        line.push_str("nothing");
        while names.contains(&line) {
            line.push('!');
        }
        writeln!(out, "| No item must be covered: `{line}` stands for the empty solution.")?;
    }
    write!(out, "{line}")?;
    if !secondary.is_empty() {
        write!(out, " | {}", secondary.join(" "))?;
    }
    writeln!(out)?;
    if primary.is_empty() {
        writeln!(out, "{line}")?;
    }
    for option in standard.cover.options() {
        line.clear();
        for item in standard.cover.items_of(option) {
            line.push_str(&names[item.index()]);
            line.push(' ');
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
