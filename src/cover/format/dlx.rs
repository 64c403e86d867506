//! Knuth's format for exact cover (his programs DLX1, DLX2 and DLX3), read and written.
//!
//! ```text
//! | A simple example
//! A B 2:3|C | X Y
//! A B X:0 Y:0
//! A C X:1 Y:1
//! C X:0
//! ```
//!
//! Lines that start with `|` are comments; they and blank lines may stand anywhere. The first
//! other line names the items, those after a `|` secondary; each later line is an option, which
//! names its items in any order. Names are separated by space and contain neither `:` nor `|`.
//! They may be of any length here, although Knuth's programs take at most eight bytes.
//!
//! A colon and a colour behind the name of a secondary item give it that colour in the option (from
//! DLX2 on; here a colour may have more than one character). Bounds and a `|` before the name of a
//! primary item say how many options must cover it (DLX3): `2:3|C` from two to three, `2|C` exactly
//! two.
//!
//! As in those programs, options with the same items are different options, and an option without
//! a primary item is left out with a warning.
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
use super::writing::{left_out_note, notes, words, write_comments};
use crate::cover::colour::Colour;
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
    /// How many options must cover each primary item, from and to.
    bounds: Vec<(u32, u32)>,
    index: HashMap<&'a str, u32>,
    /// The number of primary items, which come first.
    primary: usize,
}

impl<'a> Items<'a> {
    /// Reads the item line from a byte on.
    fn read(line: Line<'a>, from: usize) -> Result<Self, FormatError> {
        let mut items =
            Self { names: Vec::new(), bounds: Vec::new(), index: HashMap::new(), primary: 0 };
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
            if let Some((bounds, name)) = word.split_once('|')
                && bounds.chars().all(|c| c.is_ascii_digit() || c == ':')
                && !name.is_empty()
            {
                let error = |message| Err(line.error(at, message));
                if bar.is_some() {
                    return error(format!(
                        "{} is secondary, so it has no bounds: how many options cover an item is \
                         said of those before the |",
                        quoted(name)
                    ));
                }
                items.bounds.push(match read_bounds(bounds) {
                    Ok(bounds) => bounds,
                    Err(message) => return error(message),
                });
                (at, word) = (at + bounds.len() + 1, name);
            } else if bar.is_none() {
                items.bounds.push((1, 1));
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

    /// The item of a word in an option, and its colour if the word has one.
    fn find(
        &self,
        line: Line<'_>,
        at: usize,
        word: &'a str,
    ) -> Result<(u32, Option<&'a str>), FormatError> {
        if let Some(&id) = self.index.get(word) {
            return Ok((id, None));
        }
        if word == "|" {
            let message = "a | has no place in an option: name its items only";
            return Err(line.error(at, message));
        }
        if let Some((name, colour)) = word.split_once(':') {
            let (id, _) = self.find(line, at, name)?;
            let error = |at, message| Err(line.error(at, message));
            if (id as usize) < self.primary {
                let message = format!("item {} is primary, so it can have no colour", quoted(name));
                return error(at + name.len(), message);
            }
            let behind = at + name.len() + 1;
            if colour.is_empty() {
                return error(behind, "a colour should stand behind the colon".to_owned());
            }
            if let Some((offset, c)) = colour.char_indices().find(|&(_, c)| is_bad(c)) {
                let message =
                    format!("the colour {} contains {c:?}; choose another", quoted(colour));
                return error(behind + offset, message);
            }
            return Ok((id, Some(colour)));
        }
        let hint = match nearest(word, &self.names) {
            Some(near) => format!("did you mean {}?", quoted(near)),
            None => "add it to the first line".to_owned(),
        };
        Err(line.error(at, format!("item {} is not among the items; {hint}", quoted(word))))
    }
}

/// Whether a character may not stand in a name or a colour.
fn is_bad(c: char) -> bool {
    c == ':' || c == '|' || is_unseen(c)
}

/// Reads what stands before the | of an item that several options cover.
fn read_bounds(text: &str) -> Result<(u32, u32), String> {
    let number = |digits: &str| {
        digits.parse::<u32>().map_err(|_| {
            let form = "write 2:3| for from two to three options, or 2| for exactly two";
            format!("{} is no number of 32 bits; {form}", quoted(digits))
        })
    };
    let (least, most) = match text.split_once(':') {
        Some((least, most)) => (number(least)?, number(most)?),
        None => (number(text)?, number(text)?),
    };
    if most == 0 {
        return Err("at most 0 options cover this item; leave it and its options out".to_owned());
    }
    if least > most {
        return Err(format!("at least {least} and at most {most} is impossible; exchange them"));
    }
    Ok((least, most))
}

/// Refuses a word of the item line that is not a name.
fn check_name(line: Line<'_>, at: usize, word: &str) -> Result<(), FormatError> {
    let Some((offset, c)) = word.char_indices().find(|&(_, c)| is_bad(c)) else { return Ok(()) };
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
        match items.bounds.get(item) {
            Some(&(least, most)) => cover.push_range(least, most),
            None => cover.push_item(false, 1),
        };
        cover.name_item(name.to_owned());
    }
    let mut warnings = Vec::new();
    // The line in which each item was named last.
    let mut named = vec![0; items.names.len()];
    let mut option: Vec<(ItemId, Option<Colour>)> = Vec::new();
    for line in lines {
        option.clear();
        for (at, word) in line.words() {
            let (item, colour) = items.find(line, at, word)?;
            if std::mem::replace(&mut named[item as usize], line.number) == line.number {
                let message = format!("this option names {} twice; remove one", quoted(word));
                return Err(line.error(at, message));
            }
            option.push((ItemId(item), colour.map(|colour| cover.colour_named(colour))));
        }
        let added = cover.push_written_option(&option).map_err(|refusal| line.refusal(refusal))?;
        if added.is_none() {
            warnings.push(Warning { line: line.number, message: NEVER_CHOSEN.to_owned() });
        }
    }
    Ok(ReadCover { cover, warnings })
}

/// Writes a cover as its author said it, with ranges and colours; options that are left out are
/// not written. Reading gives a cover with the same solutions, and an equal one if its primary items
/// come first. Secondary items must have multiplicity one.
///
/// # Errors
/// Those of the writer.
pub(crate) fn write_cover(
    out: &mut impl Write,
    cover: &Cover,
    comments: &[String],
) -> io::Result<()> {
    write_comments(out, "|", comments)?;
    let left_out = cover.written_option_count() as usize - cover.option_count();
    write_comments(out, "|", left_out_note(left_out).as_slice())?;
    let names = names::unique(cover.item_names(), cover.item_count());
    let bounds = |item| match (cover.least(item), cover.multiplicity(item)) {
        (1, 1) => String::new(),
        (least, most) if least == most => format!("{most}|"),
        (least, most) => format!("{least}:{most}|"),
    };
    let (primary, secondary): (Vec<ItemId>, Vec<ItemId>) =
        cover.items().partition(|&item| cover.is_primary(item));
    let name = |&item: &ItemId| names[item.index()].as_str();
    let mut words: Vec<String> = primary.iter().map(|item| bounds(*item) + name(item)).collect();
    if !secondary.is_empty() {
        words.push("|".to_owned());
        words.extend(secondary.iter().map(|item| name(item).to_owned()));
    }
    writeln!(out, "{}", words.join(" "))?;
    for option in cover.options() {
        let colours: HashMap<ItemId, Option<Colour>> = cover.entries_of(option).collect();
        let word = |item: &ItemId| names::coloured(cover, name(item), colours[item]);
        let words: Vec<String> = cover.written_items(option).iter().map(word).collect();
        writeln!(out, "{}", words.join(" "))?;
    }
    Ok(())
}

/// Which names items get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Names {
    /// Those that somebody gave them, of any length.
    Whole,
    /// Such as Knuth's programs take: longer ones are cut, and comments say which.
    Cut,
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
    (item_names, how): (&[String], Names),
    comments: &[String],
) -> io::Result<()> {
    write_comments(out, "|", comments)?;
    write_comments(out, "|", &notes(standard))?;
    let mut names = names::item_names(standard, item_names);
    if how == Names::Cut {
        let whole = std::mem::take(&mut names);
        names = names::cut(&whole);
        for (short, long) in names.iter().zip(&whole).filter(|(short, long)| short != long) {
            write_comments(out, "|", &[format!("{short} stands for {long}.")])?;
        }
    }
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
        writeln!(out, "{}", words(&standard.cover, option, &names).join(" "))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
