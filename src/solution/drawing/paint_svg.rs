//! Colours of cells and of edges as SVG: a dot in the corner of a cell that has a colour, and along each
//! coloured side of a cell a band, wide enough for the letter of the colour and narrow enough to leave
//! the letter of the piece in the middle.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::puzzle::Puzzle;
use crate::xml::escaped;

use super::board_view::Layer;
use super::palette;
use super::tile::{Spot, Tile};

/// How much of the way from a side to the middle of its cell a band takes, in percent.
const BAND: i32 = 44;

/// How much of the way from the middle of a cell to its first corner its dot is away, in percent.
const DOT: i32 = 62;

/// How far below the middle of a small letter its base line is.
const BASE: i32 = 4;

/// The style of bands, dots and their letters, which most pictures do not have.
pub(super) const STYLE: &str = ".paint { stroke: #1b1f24; stroke-width: 1; } .paint text { \
                                font-size: 11px; stroke: none; }\n";

/// Whether a picture of a puzzle has bands or dots.
pub(super) fn has_paints(puzzle: &Puzzle) -> bool {
    puzzle.has_edges() || !puzzle.board.paints.is_empty()
}

/// What is in one colour.
#[derive(Default)]
struct Painted {
    area: String,
    letters: Vec<Spot>,
}

/// Draws the colours of a layer of this number, with its first cell at the origin.
pub(super) fn draw(puzzle: &Puzzle, number: usize, layer: &Layer, svg: &mut String) {
    let mut painted: BTreeMap<char, Painted> = BTreeMap::new();
    for cell in layer.cells() {
        let tile = Tile::with_sides(puzzle.board.lattice, cell);
        let at = [number, cell.0, cell.1].map(|value| value as i32);
        if let Some(paint) = puzzle.board.paint(at) {
            painted.entry(paint.symbol()).or_default().dot(&tile);
        }
        for side in 0..tile.sides.len() {
            if let Some(colour) = layer.side(cell, side) {
                painted.entry(colour).or_default().band(&tile, side);
            }
        }
    }
    for (letter, painted) in painted {
        painted.write(letter, svg);
    }
}

impl Painted {
    fn dot(&mut self, tile: &Tile) {
        let [(corner, ..), ..] = tile.sides[..] else { return };
        let (x, y) = between(tile.middle, corner, DOT);
        let _ = write!(self.area, "M{} {y}a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z", x - 5);
    }

    fn band(&mut self, tile: &Tile, side: usize) {
        let (from, to, _) = tile.sides[side];
        let [near, far] = [to, from].map(|corner| between(corner, tile.middle, BAND));
        let corners = [from, to, near, far].map(|(x, y)| format!("{x} {y}"));
        let _ = write!(self.area, "M{}z", corners.join("L"));
        self.letters.push(between(between(from, to, 50), between(near, far, 50), 50));
    }

    fn write(&self, letter: char, svg: &mut String) {
        let colour = palette::of_paint(letter);
        let (fill, ink) = (colour.hex(), colour.ink().hex());
        let joined = |numbers: Vec<String>| numbers.join(" ");
        let xs = joined(self.letters.iter().map(|(x, _)| x.to_string()).collect());
        let ys = joined(self.letters.iter().map(|(_, y)| (y + BASE).to_string()).collect());
        let letters = escaped(&letter.to_string()).repeat(self.letters.len());
        let letters = match self.letters[..] {
            [] => String::new(),
            _ => format!("<text fill=\"{ink}\" x=\"{xs}\" y=\"{ys}\">{letters}</text>"),
        };
        let title = escaped(&format!("colour {letter}"));
        let _ = writeln!(
            svg,
            "<g class=\"paint\"><title>{title}</title><path fill=\"{fill}\" d=\"{}\"/>{letters}</g>",
            self.area
        );
    }
}

/// The point so many percent of the way from one to another.
fn between((x, y): Spot, (to_x, to_y): Spot, percent: i32) -> Spot {
    (x + (to_x - x) * percent / 100, y + (to_y - y) * percent / 100)
}
