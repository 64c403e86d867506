//! Hexagons and triangles as text: letters as people type them, or with lines between pieces.
//!
//! ```text
//!    ╱ ╲ ╱ ╲            ╱╲────╱
//!   │ a │ b │          ╱a ╲b ╱
//!    ╲ ╱ ╲ ╱           ────╲╱
//! ```

use std::collections::BTreeMap;

use crate::puzzle::model::Lattice;

use super::board_view::{BoardView, EMPTY, Edge, Layer};
use super::canvas::{Canvas, Colouring};

/// What is left free between layers side by side.
const GAP: i32 = 3;

/// A character and the symbol in whose colour it is.
type Glyph = (char, Option<u8>);

/// Characters by line and column.
type Sheet = BTreeMap<(i32, i32), Glyph>;

/// Hexagons as letters, as people type them: two columns apart, each row one column further right than
/// the one above, from the leftmost on; layers one below the other.
pub(super) fn hexagons(colouring: &Colouring<'_>, view: &BoardView, indent: usize) -> String {
    let mut sheet = Sheet::new();
    let mut line = 0;
    let left = |layer: &Layer| layer.cells().map(|(row, column)| 2 * column + row).min();
    let left = view.layers.iter().filter_map(left).min().unwrap_or(0);
    for layer in &view.layers {
        for (row, column) in layer.cells() {
            let at = (line + row as i32, (2 * column + row - left) as i32);
            let symbol = layer.symbol(row, column).unwrap_or(EMPTY);
            sheet.insert(at, (char::from(symbol), Some(symbol)));
        }
        line += layer.size().0 as i32 + 1;
    }
    text(colouring, &sheet, indent)
}

/// Hexagons or triangles with lines between pieces, layers side by side as far as they fit; nothing on
/// other lattices, or where not even one layer fits.
pub(super) fn tiled(
    colouring: &Colouring<'_>,
    view: &BoardView,
    indent: usize,
    columns: usize,
) -> Option<String> {
    let sheet_of = |layer: &Layer| match view.lattice {
        Lattice::Square | Lattice::Cubic | Lattice::FaceCentred => None,
        Lattice::Hexagonal => Some(moved_to_margin(honeycomb(layer))),
        Lattice::Triangular => Some(moved_to_margin(triangles(layer))),
    };
    let layers: Vec<Sheet> = view.layers.iter().map(sheet_of).collect::<Option<_>>()?;
    let mut sheet = Sheet::new();
    let (mut top, mut left, mut bottom) = (0, 0, 0);
    for layer in layers {
        let wide = layer.keys().map(|&(_, column)| column + 1).max().unwrap_or(0);
        let high = layer.keys().map(|&(line, _)| line + 1).max().unwrap_or(0);
        if wide as usize + indent > columns {
            return None;
        }
        if left > 0 && (left + wide) as usize + indent > columns {
            (top, left) = (bottom + 1, 0);
        }
        sheet.extend(
            layer.into_iter().map(|((line, column), glyph)| ((top + line, left + column), glyph)),
        );
        left += wide + GAP;
        bottom = bottom.max(top + high);
    }
    Some(text(colouring, &sheet, indent))
}

/// The lines of a sheet, each ended.
fn text(colouring: &Colouring<'_>, sheet: &Sheet, indent: usize) -> String {
    let lines = sheet.keys().map(|&(line, _)| line + 1).max().unwrap_or(0);
    let line = |line: i32| {
        let mut canvas = Canvas::new(colouring);
        canvas.plain(&" ".repeat(indent));
        for (&(_, column), &(letter, symbol)) in sheet.range((line, 0)..(line + 1, 0)) {
            canvas.plain(&" ".repeat(indent + column as usize - canvas.len()));
            canvas.put(letter, symbol);
        }
        canvas.finish().trim_end().to_owned() + "\n"
    };
    (0..lines).map(line).collect()
}

/// A sheet without free columns at the left and free lines at the top.
fn moved_to_margin(sheet: Sheet) -> Sheet {
    let top = sheet.keys().map(|&(line, _)| line).min().unwrap_or(0);
    let left = sheet.keys().map(|&(_, column)| column).min().unwrap_or(0);
    sheet.into_iter().map(|((line, column), glyph)| ((line - top, column - left), glyph)).collect()
}

/// What is drawn on a side of a cell: a line between pieces, or the letter of the colour that the edge
/// has there; nothing within a piece, dots at a seam.
fn side(edge: Edge, (line, colour): (char, Option<char>), symbol: u8) -> Glyph {
    match edge {
        Edge::Border => (colour.unwrap_or(line), None),
        Edge::Open => (' ', Some(symbol)),
        Edge::Seam => ('·', Some(symbol)),
    }
}

/// The letter of a cell.
fn letter(symbol: u8) -> Glyph {
    (if symbol == EMPTY { '·' } else { char::from(symbol) }, Some(symbol))
}

/// A layer of hexagons, each four characters wide, with its letter in the middle of three lines.
fn honeycomb(layer: &Layer) -> Sheet {
    let mut sheet = Sheet::new();
    for (row, column) in layer.cells() {
        let symbol = layer.symbol(row, column).unwrap_or(EMPTY);
        let (top, left) = (2 * row as i32, (4 * column + 2 * row) as i32);
        let towards = |by| layer.towards((row, column), by);
        let places = [
            (0, 3, (-1, 1), '╲'),
            (1, 4, (0, 1), '│'),
            (2, 3, (1, 0), '╱'),
            (2, 1, (1, -1), '╲'),
            (1, 0, (0, -1), '│'),
            (0, 1, (-1, 0), '╱'),
        ];
        for (number, (line, x, by, glyph)) in places.into_iter().enumerate() {
            let glyph = (glyph, layer.side((row, column), number));
            sheet.insert((top + line, left + x), side(towards(by), glyph, symbol));
        }
        for (x, glyph) in [(1, (' ', Some(symbol))), (2, letter(symbol)), (3, (' ', Some(symbol)))]
        {
            sheet.insert((top + 1, left + x), glyph);
        }
        // Corners have the colour of a piece that lies all around them.
        for (line, both) in [(0, [(-1, 0), (-1, 1)]), (2, [(1, -1), (1, 0)])] {
            if both.into_iter().all(|by| towards(by) == Edge::Open) {
                sheet.insert((top + line, left + 2), (' ', Some(symbol)));
            }
        }
    }
    sheet
}

/// A layer of triangles, each four characters wide at its base and two lines high, with a line for the
/// bases between rows.
fn triangles(layer: &Layer) -> Sheet {
    let mut sheet = Sheet::new();
    for (row, column) in layer.cells() {
        let symbol = layer.symbol(row, column).unwrap_or(EMPTY);
        let (top, left) = (3 * row as i32, 2 * column as i32);
        let towards = |by| layer.towards((row, column), by);
        let points_up = (row + column) % 2 == 0;
        let (before, after) = (towards((0, -1)), towards((0, 1)));
        let (near, far, base, beyond) = if points_up { (1, 2, 3, 1) } else { (2, 1, 0, -1) };
        let (rising, falling) = if points_up { ('╱', '╲') } else { ('╲', '╱') };
        // The sides clockwise from the top: of one that points up the right one first.
        let [right, bottom_or_top, left_hand] = if points_up { [0, 1, 2] } else { [1, 0, 2] };
        let colour = |number| layer.side((row, column), number);
        sheet.insert((top + near, left + 1), side(before, (rising, None), symbol));
        sheet.insert((top + near, left + 2), side(after, (falling, None), symbol));
        sheet.insert((top + far, left), side(before, (rising, colour(left_hand)), symbol));
        sheet.insert((top + far, left + 1), letter(symbol));
        sheet.insert((top + far, left + 2), (' ', Some(symbol)));
        sheet.insert((top + far, left + 3), side(after, (falling, colour(right)), symbol));
        let beyond = towards((beyond, 0));
        for x in 0..4 {
            let colour = colour(bottom_or_top).filter(|_| x == 1);
            sheet.insert((top + base, left + x), side(beyond, ('─', colour), symbol));
        }
    }
    sheet
}
