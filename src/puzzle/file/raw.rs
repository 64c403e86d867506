//! What a puzzle file says, as it is written: its tables, each value with its place.
//!
//! Cost: linear in the file.

use serde::Deserialize;
use toml::Spanned;
use toml::de::DeTable;

use super::super::model::{Inner, Known, Lattice, Motions, Tray};
use super::copies::RawCopies;
use super::table::{Slip, Table, Value, count, list, number, size, text, texts, word, yes_or_no};

/// A file.
pub(super) struct RawFile {
    pub name: Spanned<String>,
    pub title: Option<String>,
    pub about: String,
    pub anchors: Vec<Spanned<String>>,
    pub board: Spanned<RawBoard>,
    pub tray: Option<Spanned<Tray>>,
    pub pieces: RawDefaults,
    pub piece: Vec<Spanned<RawPiece>>,
    pub region: Vec<Spanned<RawRegion>>,
    pub known: Option<Spanned<Known>>,
    pub member: Vec<Spanned<RawMember>>,
}

impl RawFile {
    /// What the tables of a file say.
    ///
    /// # Errors
    /// The first thing that may not stand there, or that is missing.
    pub fn of<'a>(file: &'a Spanned<DeTable<'a>>) -> Result<Self, Slip> {
        let keys = [
            "name", "title", "about", "anchors", "board", "tray", "pieces", "piece", "region",
            "known", "member",
        ];
        let table = Table::new(file.get_ref(), file.span(), &keys)?;
        Ok(Self {
            name: table.need("name", table.place("name", text)?)?,
            title: table.get("title", text)?,
            about: table.get("about", text)?.unwrap_or_default(),
            anchors: table.places("anchors", text)?,
            board: table.need("board", table.place("board", RawBoard::of)?)?,
            tray: table.place("tray", tray)?,
            pieces: table.get("pieces", RawDefaults::of)?.unwrap_or_default(),
            piece: table.places("piece", RawPiece::of)?,
            region: table.places("region", RawRegion::of)?,
            known: table.place("known", known)?,
            member: table.places("member", RawMember::of)?,
        })
    }
}

/// The board.
pub(super) struct RawBoard {
    pub lattice: Lattice,
    pub layers: Option<Spanned<usize>>,
    pub rows: Option<Spanned<usize>>,
    pub columns: Option<Spanned<usize>>,
    pub picture: Option<Spanned<String>>,
    pub labels: Option<Spanned<String>>,
    /// The colours of its cells.
    pub colours: Option<Spanned<String>>,
    /// The colour of edges at the rim.
    pub rim: Option<Spanned<String>>,
    pub wrap: Vec<Spanned<Axis>>,
    pub inner: Option<Spanned<Inner>>,
    pub motions: Motions,
}

impl RawBoard {
    fn of<'a>(value: &'a Value<'a>) -> Result<Self, Slip> {
        let keys = [
            "lattice", "layers", "rows", "columns", "picture", "labels", "colours", "rim", "wrap",
            "inner", "motions",
        ];
        let table = Table::of(value, &keys)?;
        Ok(Self {
            lattice: table.get("lattice", word)?.unwrap_or_default(),
            layers: table.place("layers", size)?,
            rows: table.place("rows", size)?,
            columns: table.place("columns", size)?,
            picture: table.place("picture", text)?,
            labels: table.place("labels", text)?,
            colours: table.place("colours", text)?,
            rim: table.place("rim", text)?,
            wrap: table.places("wrap", word)?,
            inner: table.place("inner", word)?,
            motions: table.need("motions", table.get("motions", word)?)?,
        })
    }
}

/// An axis of the board.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Axis {
    Layers,
    Rows,
    Columns,
}

/// A member of a family.
pub(super) struct RawMember {
    pub name: Spanned<String>,
    pub title: Option<String>,
    pub layers: Option<Spanned<usize>>,
    pub rows: Option<Spanned<usize>>,
    pub columns: Option<Spanned<usize>>,
    pub picture: Option<Spanned<String>>,
    pub colours: Option<Spanned<String>>,
    pub anchors: Option<Vec<Spanned<String>>>,
    pub known: Option<Known>,
}

impl RawMember {
    fn of<'a>(value: &'a Value<'a>) -> Result<Self, Slip> {
        let keys = [
            "name", "title", "layers", "rows", "columns", "picture", "colours", "anchors", "known",
        ];
        let table = Table::of(value, &keys)?;
        Ok(Self {
            name: table.need("name", table.place("name", text)?)?,
            title: table.get("title", text)?,
            layers: table.place("layers", size)?,
            rows: table.place("rows", size)?,
            columns: table.place("columns", size)?,
            picture: table.place("picture", text)?,
            colours: table.place("colours", text)?,
            anchors: table.get("anchors", texts)?,
            known: table.get("known", known)?,
        })
    }
}

/// What holds of all pieces of which nothing else is said.
#[derive(Default)]
pub(super) struct RawDefaults {
    /// Sets whose pieces are copied.
    pub sets: Vec<Spanned<String>>,
    pub motions: Option<Motions>,
    pub optional: bool,
    pub copies: Option<Spanned<RawCopies>>,
}

impl RawDefaults {
    fn of<'a>(value: &'a Value<'a>) -> Result<Self, Slip> {
        let table = Table::of(value, &["sets", "motions", "optional", "copies"])?;
        Ok(Self {
            sets: table.places("sets", text)?,
            motions: table.get("motions", word)?,
            optional: table.get("optional", yes_or_no)?.unwrap_or_default(),
            copies: table.place("copies", RawCopies::of)?,
        })
    }
}

/// A piece.
pub(super) struct RawPiece {
    pub name: Option<Spanned<String>>,
    pub symbol: Spanned<String>,
    pub picture: Option<Spanned<String>>,
    pub cells: Option<Spanned<RawCells>>,
    /// A piece of a set, as `set/piece`.
    pub copy: Option<Spanned<String>>,
    /// Its cells, each by its colour.
    pub colours: Option<Spanned<String>>,
    /// The colours behind them, if it has two sides.
    pub back: Option<Spanned<String>>,
    /// Or a single cell, by the colours of its sides.
    pub edges: Option<Spanned<String>>,
    pub inner: bool,
    pub motions: Option<Motions>,
    pub optional: Option<bool>,
    pub copies: Option<Spanned<RawCopies>>,
    /// The region that it is confined to.
    pub region: Option<Spanned<String>>,
}

/// Cells, each by its numbers.
type RawCells = Vec<Spanned<Vec<i64>>>;

impl RawPiece {
    fn of<'a>(value: &'a Value<'a>) -> Result<Self, Slip> {
        let keys = [
            "name", "symbol", "picture", "cells", "copy", "colours", "back", "edges", "inner",
            "motions", "optional", "copies", "region",
        ];
        let table = Table::of(value, &keys)?;
        Ok(Self {
            name: table.place("name", text)?,
            symbol: table.need("symbol", table.place("symbol", text)?)?,
            picture: table.place("picture", text)?,
            cells: table.place("cells", cells)?,
            copy: table.place("copy", text)?,
            colours: table.place("colours", text)?,
            back: table.place("back", text)?,
            edges: table.place("edges", text)?,
            inner: table.get("inner", yes_or_no)?.unwrap_or_default(),
            motions: table.get("motions", word)?,
            optional: table.get("optional", yes_or_no)?,
            copies: table.place("copies", RawCopies::of)?,
            region: table.place("region", text)?,
        })
    }
}

/// A region.
pub(super) struct RawRegion {
    pub name: Spanned<String>,
    /// The labels of its cells.
    pub labels: Option<Spanned<String>>,
    /// Or its cells drawn over the board.
    pub picture: Option<Spanned<String>>,
    /// How many cells stay free.
    pub free: Option<Spanned<usize>>,
}

impl RawRegion {
    fn of<'a>(value: &'a Value<'a>) -> Result<Self, Slip> {
        let table = Table::of(value, &["name", "labels", "picture", "free"])?;
        Ok(Self {
            name: table.need("name", table.place("name", text)?)?,
            labels: table.place("labels", text)?,
            picture: table.place("picture", text)?,
            free: table.place("free", size)?,
        })
    }
}

fn cells<'a>(value: &'a Value<'a>) -> Result<RawCells, Slip> {
    let numbers = |cell: &'a Value<'a>| -> Result<Vec<i64>, Slip> {
        Ok(list(cell, number)?.into_iter().map(Spanned::into_inner).collect())
    };
    list(value, numbers)
}

fn tray<'a>(value: &'a Value<'a>) -> Result<Tray, Slip> {
    let table = Table::of(value, &["layer", "at-least"])?;
    Ok(Tray {
        layer: table.need("layer", table.get("layer", word)?)?,
        at_least: table.need("at-least", table.get("at-least", size)?)?,
    })
}

fn known<'a>(value: &'a Value<'a>) -> Result<Known, Slip> {
    let table = Table::of(value, &["distinct", "total", "source"])?;
    Ok(Known {
        distinct: table.need("distinct", table.get("distinct", count)?)?,
        total: table.need("total", table.get("total", count)?)?,
        source: table.need("source", table.get("source", text)?)?,
    })
}
