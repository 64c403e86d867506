//! The pieces of a puzzle as they are typed in a puzzle file.
//!
//! What most pieces have in common is said once, in `[pieces]`. Copies that the reader finds symbols for
//! by itself are not named. Cost: linear in the pieces, and their cells or the boxes around them.

use super::super::super::copies::{most_that_fit, settle};
use super::super::super::model::{MAX_CELLS, Motions, Piece, Point, Puzzle};
use super::super::super::paint::{Paint, PiecePaints, UNPAINTED};
use super::picture::{NO_CELL, places_of, typed};
use super::toml_text::TomlText;

/// The most places that a drawing of a piece has. Cells that are further from one another are listed.
const MOST_PLACES: usize = MAX_CELLS;

/// The same where cells have colours, which only a drawing can say.
const MOST_COLOURED_PLACES: usize = 1 << 24;

/// Writes the pieces, and what holds for all of them.
pub(super) fn write_pieces(text: &mut TomlText, puzzle: &Puzzle) {
    let common = Common::of(puzzle);
    common.write(text);
    for (piece, symbols) in puzzle.pieces().iter().zip(symbols(puzzle)) {
        text.table("[[piece]]");
        let symbol: String = symbols.iter().map(|&symbol| char::from(symbol)).collect();
        if piece.name != symbol {
            text.text("name", &piece.name);
        }
        text.text("symbol", &symbol);
        if common.copies.is_none() {
            write_copies(text, copies(puzzle, piece));
        }
        if piece.motions != common.motions.unwrap_or(usual_motions(piece)) {
            text.word("motions", piece.motions);
        }
        if piece.inner {
            text.value("inner", "true");
        }
        if let Some(region) = &piece.region {
            text.text("region", region);
        }
        write_shape(text, puzzle, piece);
    }
}

/// What is said of all pieces at once.
struct Common {
    motions: Option<Motions>,
    copies: Option<Said>,
}

/// A key and its value.
type Said = (&'static str, String);

impl Common {
    fn of(puzzle: &Puzzle) -> Self {
        let pieces = puzzle.pieces();
        if pieces.len() < 2 {
            return Self { motions: None, copies: None };
        }
        let without = |motions: Motions| pieces.iter().filter(|p| p.motions != motions).count();
        let all =
            [Motions::Translate, Motions::HalfTurn, Motions::Rotations, Motions::RotationsAndFlips];
        let common = all.into_iter().min_by_key(|&motions| without(motions));
        let unusual = pieces.iter().filter(|piece| piece.motions != usual_motions(piece)).count();
        // Whatever is less to type.
        let motions = common.filter(|&motions| without(motions) + 1 < unusual);
        let first = copies(puzzle, &pieces[0]);
        let is_common = pieces.iter().all(|piece| copies(puzzle, piece) == first);
        Self { motions, copies: first.filter(|_| is_common) }
    }

    fn write(&self, text: &mut TomlText) {
        if self.motions.is_none() && self.copies.is_none() {
            return;
        }
        text.table("[pieces]");
        if let Some(motions) = self.motions {
            text.word("motions", motions);
        }
        write_copies(text, self.copies.clone());
    }
}

/// How a piece may be turned of which nothing is said.
fn usual_motions(piece: &Piece) -> Motions {
    match piece.edges {
        Some(_) => Motions::Rotations,
        None => Motions::RotationsAndFlips,
    }
}

/// How many copies of a piece there are, where that is not one for each symbol.
fn copies(puzzle: &Puzzle, piece: &Piece) -> Option<Said> {
    let Some(range) = piece.range else {
        return piece.optional.then(|| ("optional", "true".to_owned()));
    };
    let fit = most_that_fit(piece, &puzzle.board, puzzle.tray).max(1);
    Some(match (range.least, range.most) {
        (least, most) if least == most => ("copies", least.to_string()),
        (0, most) if most == fit => ("copies", "\"any\"".to_owned()),
        (least, most) => ("copies", format!("\"{least}-{most}\"")),
    })
}

fn write_copies(text: &mut TomlText, said: Option<Said>) {
    if let Some((key, value)) = said {
        text.value(key, &value);
    }
}

/// The symbols of each piece that need to be said: of those with a number of copies the first, if the
/// reader then gives all copies of all pieces the symbols that they have, else all.
fn symbols(puzzle: &Puzzle) -> Vec<Vec<u8>> {
    let all = |puzzle: &Puzzle| -> Vec<Vec<u8>> {
        puzzle.pieces().iter().map(|piece| piece.symbols.clone()).collect()
    };
    let mut short = puzzle.clone();
    for piece in short.pieces.iter_mut().filter(|piece| piece.range.is_some()) {
        piece.symbols.truncate(1);
    }
    let firsts = all(&short);
    settle(&mut short);
    let all = all(puzzle);
    if puzzle
        .pieces()
        .iter()
        .zip(&short.pieces)
        .all(|(own, settled)| own.symbols == settled.symbols)
    {
        firsts
    } else {
        all
    }
}

/// Writes the cells of a piece, drawn if a drawing shows them as they are, and their colours.
fn write_shape(text: &mut TomlText, puzzle: &Puzzle, piece: &Piece) {
    let lattice = puzzle.board.lattice;
    let draw = |letter: &dyn Fn(usize) -> char, most: usize| -> Option<String> {
        let cells = piece.cells.iter().enumerate();
        let cells: Vec<(Point, char)> = cells.map(|(n, &cell)| (cell, letter(n))).collect();
        places_of(lattice, &cells, most).map(|places| typed(lattice, &places, NO_CELL))
    };
    let side = |paints: &[Option<Paint>]| {
        let paint = |n: usize| paints.get(n).copied().flatten();
        draw(&|n| paint(n).map_or(UNPAINTED, Paint::symbol), MOST_COLOURED_PLACES)
    };
    let symbol = piece.symbols.first().copied().map(char::from);
    let letter = symbol.filter(char::is_ascii_alphanumeric).unwrap_or('X');
    if let Some(edges) = &piece.edges {
        text.text("edges", &Paint::letters(edges));
    } else if let Some(PiecePaints { front, back }) = &piece.paints
        && let Some(front) = side(front)
    {
        text.drawing("colours", &front);
        if let Some(back) = back.as_ref().and_then(|back| side(back)) {
            text.drawing("back", &back);
        }
    } else if let Some(picture) = draw(&|_| letter, MOST_PLACES) {
        text.drawing("picture", &picture);
    } else {
        text.value("cells", &listed(&piece.cells));
    }
}

/// Cells as a list of their numbers, without the layer where there is only the first.
fn listed(cells: &[Point]) -> String {
    let from = usize::from(cells.iter().all(|cell| cell[0] == 0));
    let cell = |cell: &Point| {
        let numbers: Vec<String> = cell[from..].iter().map(i32::to_string).collect();
        format!("[{}]", numbers.join(", "))
    };
    format!("[{}]", cells.iter().map(cell).collect::<Vec<String>>().join(", "))
}
