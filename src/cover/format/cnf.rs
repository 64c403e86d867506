//! A formula in DIMACS CNF, for SAT solvers.
//!
//! Variable `o` of the first `N` is option `o`, counted from 1: true if it is chosen. For each
//! primary item there is a clause with all its options. That at most one option of an item is
//! chosen is said pair by pair for up to [`PAIRWISE`] options. For more, `x1..xn`, there are
//! variables `s2..s(n-1)`, where `s(i)` says that one of `x1..xi` is chosen (`s1` is `x1`):
//!
//! ```text
//! -x(i)  s(i)           -s(i-1)  s(i)           -s(i)  s(i-1)  x(i)      for i in 2..n-1
//! -s(i-1)  -x(i)                                                         for i in 2..n
//! ```
//!
//! Of a coloured item each colour that several options give it has a variable, true exactly if one of
//! them is chosen; at most one of these, and of the options that give it another colour or none, is
//! true.
//!
//! So the other variables follow from the first `N`, and each solution of the cover is exactly
//! one model: a model counter is right without projection, and to enumerate solutions it suffices
//! to block the true ones among the first `N`.
//!
//! A primary item that no option covers is said by one more variable, true and false at once; an
//! empty clause is not read by every program. Cost: `n` options take `n - 2` variables and
//! `4n - 7` clauses.

use std::io::{self, Write};

use super::names;
use super::writing::{by_colour, notes, options_by_item, words, write_comments};
use crate::cover::exact_cover::{Cover, OptionId};
use crate::cover::standard::StandardCover;

/// Up to this many options of an item are told apart pair by pair; it takes no more clauses than
/// a counter would.
pub(crate) const PAIRWISE: usize = 7;

/// Writes a standard cover. `item_names` are those of the items that it comes from; they appear in
/// comments only.
///
/// # Errors
/// Those of the writer.
pub(crate) fn write(
    out: &mut impl Write,
    standard: &StandardCover,
    item_names: &[String],
    comments: &[String],
) -> io::Result<()> {
    let cover = &standard.cover;
    let options = options_by_item(cover);
    let names = names::item_names(standard, item_names);
    write_comments(out, "c", comments)?;
    write_comments(out, "c", &notes(standard))?;
    let size = Size::of(cover, &options);
    let count = cover.option_count();
    writeln!(
        out,
        "c Variables 1 to {count} are the options: true if chosen. A primary item has a clause of\n\
         c all its options, an item of up to {PAIRWISE} options a clause for each two of them.\n\
         c An item of more options x1 .. xn has variables s2 .. s(n-1), s(i) true exactly if one\n\
         c of x1 .. xi is: they follow from the options, so a solution is one model. To list\n\
         c solutions, block the true ones among variables 1 to {count}.\n\
         c Each option with the names of its items:"
    )?;
    for option in cover.options() {
        write!(out, "c {}:", option.0 + 1)?;
        writeln!(out, " {}", words(cover, option, &names).join(" "))?;
    }
    writeln!(out, "p cnf {} {}", size.variables, size.clauses)?;
    let mut clauses = Clauses { out, next: count as u64 + 1 };
    for item in cover.items() {
        let options = &options[item.index()];
        if cover.is_primary(item) && options.is_empty() {
            clauses.clause(&[size.variables as i64])?;
            clauses.clause(&[-(size.variables as i64)])?;
            continue;
        }
        let literals = |options: &[OptionId]| -> Vec<i64> {
            options.iter().map(|option| i64::from(option.0) + 1).collect()
        };
        if cover.is_coloured(item) {
            let mut any = Vec::new();
            for alike in by_colour(cover, item, options) {
                any.push(clauses.any_of(&literals(&alike))?);
            }
            clauses.at_most_one(&any)?;
            continue;
        }
        let options = literals(options);
        if cover.is_primary(item) {
            clauses.clause(&options)?;
        }
        clauses.at_most_one(&options)?;
    }
    Ok(())
}

/// What the head line says.
struct Size {
    variables: u64,
    clauses: u64,
}

impl Size {
    fn of(cover: &Cover, options: &[Vec<OptionId>]) -> Self {
        let mut size = Self { variables: cover.option_count() as u64, clauses: 0 };
        let mut is_impossible = false;
        for item in cover.items() {
            let mut n = options[item.index()].len() as u64;
            let is_primary = cover.is_primary(item);
            if cover.is_coloured(item) {
                let alike = by_colour(cover, item, &options[item.index()]);
                n = alike.len() as u64;
                for options in alike.iter().filter(|options| options.len() > 1) {
                    size.variables += 1;
                    size.clauses += options.len() as u64 + 1;
                }
            }
            if n == 0 {
                is_impossible |= is_primary;
                size.clauses += if is_primary { 2 } else { 0 };
                continue;
            }
            size.clauses += u64::from(is_primary);
            if n <= PAIRWISE as u64 {
                size.clauses += n * (n - 1) / 2;
            } else {
                size.variables += n - 2;
                size.clauses += 4 * n - 7;
            }
        }
        size.variables += u64::from(is_impossible);
        size
    }
}

struct Clauses<'a, W> {
    out: &'a mut W,
    /// The next variable that is free.
    next: u64,
}

impl<W: Write> Clauses<'_, W> {
    fn clause(&mut self, literals: &[i64]) -> io::Result<()> {
        for literal in literals {
            write!(self.out, "{literal} ")?;
        }
        writeln!(self.out, "0")
    }

    /// What is true exactly if one of these is: itself, if there is but one.
    fn any_of(&mut self, options: &[i64]) -> io::Result<i64> {
        if let [option] = options {
            return Ok(*option);
        }
        let any = self.next as i64;
        self.next += 1;
        for option in options {
            self.clause(&[-option, any])?;
        }
        self.clause(&[&[-any], options].concat())?;
        Ok(any)
    }

    fn at_most_one(&mut self, options: &[i64]) -> io::Result<()> {
        if options.len() <= PAIRWISE {
            for (i, a) in options.iter().enumerate() {
                for b in &options[i + 1..] {
                    self.clause(&[-a, -b])?;
                }
            }
            return Ok(());
        }
        let mut before = options[0];
        let (&last, middle) = options[1..].split_last().unwrap_or((&before, &[]));
        for &option in middle {
            let any = self.next as i64;
            self.next += 1;
            self.clause(&[-option, any])?;
            self.clause(&[-before, any])?;
            self.clause(&[-any, before, option])?;
            self.clause(&[-before, -option])?;
            before = any;
        }
        self.clause(&[-before, -last])
    }
}

#[cfg(test)]
mod tests;
