//! Hexagons and triangles as SVG: each piece in its colour with a line around it, a letter in every
//! cell, and dashes where a piece goes on at the other end of a closed board.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::puzzle::Puzzle;
use crate::puzzle::model::Lattice;
use crate::xml::escaped;

use super::board_view::{EMPTY, Edge, Layer};
use super::tile::{Spot, Tile};
use super::{paint_svg, palette};

/// The width and height of a layer; `None` on other lattices.
pub(super) fn size(lattice: Lattice, layer: &Layer) -> Option<(usize, usize)> {
    let (least, greatest) = bounds(lattice, layer)?;
    Some(((greatest.0 - least.0) as usize, (greatest.1 - least.1) as usize))
}

/// The corners of the rectangle around a layer.
fn bounds(lattice: Lattice, layer: &Layer) -> Option<(Spot, Spot)> {
    Tile::of(lattice, (0, 0))?;
    let tiles = layer.cells().filter_map(|cell| Tile::of(lattice, cell));
    let spots: Vec<Spot> = tiles.flat_map(|tile| tile.sides).map(|(from, ..)| from).collect();
    let bound = |pick: fn(i32, i32) -> i32| {
        let both = spots.iter().copied().reduce(|a, b| (pick(a.0, b.0), pick(a.1, b.1)));
        both.unwrap_or_default()
    };
    Some((bound(i32::min), bound(i32::max)))
}

/// Draws the layer of this number from the origin.
pub(super) fn draw(puzzle: &Puzzle, number: usize, layer: &Layer, svg: &mut String) {
    let lattice = puzzle.board.lattice;
    let Some((least, _)) = bounds(lattice, layer) else { return };
    let mut symbols: Vec<u8> = Vec::new();
    for (row, column) in layer.cells() {
        symbols.extend(layer.symbol(row, column).filter(|symbol| !symbols.contains(symbol)));
    }
    let _ = writeln!(svg, "<g transform=\"translate({} {})\">", -least.0, -least.1);
    for symbol in symbols {
        piece(puzzle, layer, symbol, svg);
    }
    paint_svg::draw(puzzle, number, layer, svg);
    for (class, edge) in [("border", Edge::Border), ("seam", Edge::Seam)] {
        let lines = lines(lattice, layer, edge);
        if !lines.is_empty() {
            let _ = writeln!(svg, "<path class=\"{class}\" d=\"{lines}\"/>");
        }
    }
    svg.push_str("</g>\n");
}

/// The cells of one piece with their letters.
fn piece(puzzle: &Puzzle, layer: &Layer, symbol: u8, svg: &mut String) {
    let own = layer.cells().filter(|&(row, column)| layer.symbol(row, column) == Some(symbol));
    let tiles: Vec<Tile> = own.filter_map(|cell| Tile::of(puzzle.board.lattice, cell)).collect();
    let area = tiles.iter().fold(String::new(), |area, tile| {
        let corners: Vec<String> =
            tile.sides.iter().map(|((x, y), ..)| format!("{x} {y}")).collect();
        area + "M" + &corners.join("L") + "z"
    });
    let Some(number) = puzzle.piece_with(symbol).filter(|_| symbol != EMPTY) else {
        let _ = writeln!(svg, "<path class=\"empty\" d=\"{area}\"/>");
        return;
    };
    let colour = palette::of_piece(number);
    let (fill, ink) = (colour.hex(), colour.ink().hex());
    let joined = |of: fn(&Tile) -> i32| {
        tiles.iter().map(|tile| of(tile).to_string()).collect::<Vec<_>>().join(" ")
    };
    let (xs, ys) = (joined(|tile| tile.middle.0), joined(|tile| tile.middle.1 + 6));
    let letters = escaped(&char::from(symbol).to_string()).repeat(tiles.len());
    // The stroke hides the fine gaps that some programs leave between shapes side by side.
    let _ = writeln!(
        svg,
        "<g fill=\"{fill}\" stroke=\"{fill}\"><path d=\"{area}\"/>\
         <text fill=\"{ink}\" stroke=\"none\" x=\"{xs}\" y=\"{ys}\">{letters}</text></g>"
    );
}

/// The lines of this kind, each side of a cell once.
fn lines(lattice: Lattice, layer: &Layer, edge: Edge) -> String {
    let mut lines: BTreeSet<(Spot, Spot)> = BTreeSet::new();
    for cell in layer.cells() {
        let sides = Tile::of(lattice, cell).map_or_else(Vec::new, |tile| tile.sides);
        let wanted = sides.into_iter().filter(|&(.., by)| layer.towards(cell, by) == edge);
        lines.extend(wanted.map(|(from, to, _)| (from.min(to), from.max(to))));
    }
    lines.iter().fold(String::new(), |mut text, ((x, y), (to_x, to_y))| {
        let _ = write!(text, "M{x} {y}L{to_x} {to_y}");
        text
    })
}
