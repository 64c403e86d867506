//! The board and the pieces of a puzzle as `info` draws them: letters as a person types them in a file,
//! the colours of cells beside them. Cost: a look at each cell.

use crate::number::grouped;
use crate::puzzle::Compiled;
use crate::puzzle::given::given_line;
use crate::puzzle::honeycomb;
use crate::puzzle::model::{Lattice, Motions, Piece, Puzzle};
use crate::puzzle::paint::Paint;

/// A piece as a picture, with what there is to say of it beside.
pub(super) fn piece_drawing(piece: &Piece, compiled: &Compiled) -> String {
    let puzzle = &compiled.puzzle;
    let number = puzzle.piece_named(&piece.name);
    let placements = compiled.placements.iter().filter(|p| Some(p.piece) == number).count();
    let mut notes = vec![format!("{}: {} placements", piece.name, grouped(placements))];
    notes.push(
        match piece.motions {
            Motions::Translate => "shifted only",
            Motions::HalfTurn => "turned by 180 degrees",
            Motions::Rotations => "rotated",
            Motions::RotationsAndFlips => "rotated and flipped",
        }
        .to_owned(),
    );
    if piece.inner {
        notes.push("fills the inner ring of its row".to_owned());
    }
    match copies(piece, puzzle) {
        Some(copies) => notes.push(copies),
        None if piece.copies() > 1 => notes.push(format!("{} copies", piece.copies())),
        None => {}
    }
    if piece.optional && piece.range.is_none() {
        notes.push("may be left out".to_owned());
    }
    if let Some(region) = &piece.region {
        notes.push(format!("within {region}"));
    }
    notes.extend(piece.edges.as_ref().map(|edges| format!("edges {}", Paint::letters(edges))));
    notes.extend(piece.paints.as_ref().map(|paints| match paints.back {
        Some(_) => "its colours and those behind beside it".to_owned(),
        None => "its colours beside it".to_owned(),
    }));
    if !piece.is_connected(puzzle.board.lattice) {
        notes.push("in several parts".to_owned());
    }
    let extent = |axis: usize| {
        let values = piece.cells.iter().map(|cell| cell[axis]);
        values.clone().min().unwrap_or(0)..=values.max().unwrap_or(0)
    };
    let shape = |layer: i32, shown: &dyn Fn(usize) -> char| -> Vec<String> {
        let cell = |row, column| {
            let found = piece.cells.iter().position(|cell| *cell == [layer, row, column]);
            found.map_or('.', shown)
        };
        // The first place that is drawn is a triangle that points up.
        let is_slanted = puzzle.board.lattice == Lattice::Triangular
            && (extent(1).start() + extent(2).start()) % 2 != 0;
        let columns = extent(2).start() - i32::from(is_slanted)..=*extent(2).end();
        let row = |row| columns.clone().map(|column| cell(row, column)).collect::<String>();
        match puzzle.board.lattice {
            Lattice::Hexagonal => {
                let rows: Vec<String> = extent(1).map(|r| row(r).replace('.', "#")).collect();
                honeycomb::as_typed(&rows)
            }
            _ => extent(1).map(row).collect(),
        }
    };
    let symbol = char::from(piece.symbols[0]);
    let mut layers: Vec<Vec<String>> = extent(0).map(|layer| shape(layer, &|_| symbol)).collect();
    let paints = piece.paints.iter().flat_map(|paints| [Some(&paints.front), paints.back.as_ref()]);
    for paints in paints.flatten() {
        let shown = |cell: usize| paints[cell].map_or('*', Paint::symbol);
        layers.extend(extent(0).map(|layer| shape(layer, &shown)));
    }
    let rows = beside(&layers);
    let note = notes.join(", ");
    let mut text = String::new();
    for (row, note) in rows.iter().zip([note.as_str()].into_iter().chain(std::iter::repeat(""))) {
        text += format!("    {row:<12}  {note}").trim_end();
        text.push('\n');
    }
    text
}

/// The board, with what lies on it, layers side by side from the lowest.
pub(super) fn board_drawing(puzzle: &Puzzle) -> String {
    if !puzzle.labels.is_empty() {
        return labelled_board(puzzle);
    }
    let rows = |rows: Vec<String>| -> Vec<String> {
        match puzzle.board.lattice {
            Lattice::Hexagonal => honeycomb::as_typed(&rows),
            _ => rows,
        }
    };
    let line = given_line(puzzle);
    // What follows the cells where edges have colours says nothing before pieces lie there.
    let cells = line.split_once("::").map_or(line.as_str(), |(cells, _)| cells);
    let drawn: Vec<Vec<String>> =
        cells.split("//").map(|layer| layer.split('/').map(str::to_owned).collect()).collect();
    let paints = (0..).zip(&drawn).map(|(l, layer)| {
        let row = |(r, row): (i32, &String)| {
            let cell = |(c, symbol)| puzzle.board.paint([l, r, c]).map_or(symbol, Paint::symbol);
            (0..).zip(row.chars()).map(cell).collect()
        };
        (0..).zip(layer).map(row).collect()
    });
    let paints: Vec<Vec<String>> =
        if puzzle.board.paints.is_empty() { Vec::new() } else { paints.collect() };
    let layers: Vec<Vec<String>> = drawn.iter().cloned().chain(paints).map(rows).collect();
    beside(&layers).iter().fold(String::new(), |text, row| text + "    " + row + "\n")
}

/// The board with its labels, layers one below the other: on a cell with a label a piece that lies
/// there already is seen, else the label.
fn labelled_board(puzzle: &Puzzle) -> String {
    let line = given_line(puzzle);
    let width = puzzle.labels.iter().map(|label| label.text.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for (l, layer) in line.split("//").enumerate() {
        text += if l > 0 { "\n" } else { "" };
        for (r, row) in layer.split('/').enumerate() {
            let word = |(c, symbol): (usize, char)| {
                let label = puzzle.label_at([l, r, c].map(|number| number as i32));
                let seen = label.filter(|_| symbol == '.' || symbol == '?');
                let word = seen.map_or_else(|| symbol.to_string(), str::to_owned);
                format!("{word:>width$}")
            };
            let words: Vec<String> = row.chars().enumerate().map(word).collect();
            text += format!("    {}", words.join(" ")).trim_end();
            text.push('\n');
        }
    }
    text
}

/// Layers side by side.
fn beside(layers: &[Vec<String>]) -> Vec<String> {
    let height = layers.iter().map(Vec::len).max().unwrap_or(0);
    let width = |layer: &Vec<String>| layer.iter().map(String::len).max().unwrap_or(0);
    let row = |r: usize| {
        let parts = layers.iter().map(|layer| {
            let row = layer.get(r).map_or("", String::as_str);
            format!("{row:<0$}", width(layer))
        });
        parts.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    (0..height).map(row).collect()
}

/// How many copies of a piece there are, where a range says it.
pub(super) fn copies(piece: &Piece, puzzle: &Puzzle) -> Option<String> {
    let (least, most) = (piece.least_copies(), piece.copies());
    let range = piece.range.filter(|_| least < most)?;
    Some(match range.least {
        _ if puzzle.is_unlimited(piece) => "any number of copies".to_owned(),
        0 => format!("at most {most} copies"),
        least => format!("{least} to {most} copies"),
    })
}
