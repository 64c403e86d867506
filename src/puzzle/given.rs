//! Starting positions: pieces that lie on the board already.
//!
//! A position is a partial picture, with symbols where pieces lie and `.` elsewhere, rows on lines
//! of their own or joined by `/`, layers by `//`; or a piece with its cells, such as
//! `T@1,1 1,2 1,3 2,2 3,2`, rows and columns (in space: layers, rows and columns) counted from 1;
//! or labels of cells that stay free, such as `Jan 25`, which in a picture are `?`. A
//! picture of hexagons may be as in a puzzle file, with spaces between them, or as solutions are
//! written, where each row begins half a hexagon further right than the one above.
//! Whether a piece may lie there is decided against the placements when the puzzle is compiled.

use crate::nearest::did_you_mean;

use super::drawing::board_marks;
use super::mark::{BadMark, Mark};
use super::model::{Given, Lattice, Piece, Place, Point, Puzzle};
use super::region::{FREE_GIVEN, cell_in_words};

/// Why a starting position is impossible.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each message says what the fields are")]
pub(crate) enum Conflict {
    #[error("starting position: no piece has the symbol '{symbol}'{hint}")]
    UnknownSymbol { symbol: char, hint: String },
    #[error("starting position: there is no piece {name}{hint}")]
    UnknownPiece { name: String, hint: String },
    #[error("starting position: {0}")]
    Mark(#[from] BadMark),
    #[error("starting position: '{0}' is no cell; write row,column (in space layer,row,column)")]
    BadCell(String),
    #[error("starting position: the picture has {found} rows, and the board has {rows}")]
    Rows { found: usize, rows: usize },
    #[error("starting position: {} is no cell of the board", cell_in_words(*.0))]
    NoCell(Point),
    #[error("starting position: piece {piece} is used twice")]
    Twice { piece: String },
    #[error("starting position: piece {piece} is given {found} cells, but it has {cells}")]
    Size { piece: String, found: usize, cells: usize },
    #[error(
        "starting position: piece {piece} cannot lie there: it has another shape or other colours, or \
         may not be turned that way"
    )]
    Shape { piece: String },
    #[error("starting position: pieces {first} and {second} overlap")]
    Overlap { first: String, second: String },
    #[error("starting position: no cell is labelled {label}{hint}")]
    UnknownLabel { label: String, hint: String },
    #[error(
        "starting position: {label} cannot stay free: its cell is in no region that leaves cells free"
    )]
    NeverFree { label: String },
    #[error("starting position: of region {region} more cells would stay free than its {free}")]
    TooFree { region: String, free: usize },
    #[error("starting position: {} of region {region} is to stay free, and piece {piece} lies there", cell_in_words(*.cell))]
    NotFree { region: String, cell: Point, piece: String },
    #[error("starting position: {} of region {region} is to stay free twice", cell_in_words(*.cell))]
    FreeTwice { region: String, cell: Point },
}

impl Conflict {
    /// Two pieces want the same cell. Either may be a cell that stays free.
    pub(super) fn of_both(puzzle: &Puzzle, first: &Given, second: &Given) -> Self {
        let [a, b] = [first, second].map(|given| &puzzle.pieces[given.piece]);
        let common = first.cells.iter().find(|cell| second.cells.contains(cell));
        let (cell, name) =
            (common.copied().unwrap_or_default(), |piece: &Piece| piece.name.clone());
        match (a.stays_free, b.stays_free) {
            (false, false) => Self::Overlap { first: name(a), second: name(b) },
            (true, true) => Self::FreeTwice { region: name(b), cell },
            (true, false) => Self::NotFree { region: name(a), cell, piece: name(b) },
            (false, true) => Self::NotFree { region: name(b), cell, piece: name(a) },
        }
    }
}

/// Reads a starting position: a partial picture, or `piece@cells`.
///
/// # Errors
/// The first thing that is impossible.
pub(crate) fn read_given(puzzle: &Puzzle, text: &str) -> Result<Vec<Given>, Conflict> {
    if let Some((name, cells)) = text.split_once('@') {
        return Ok(vec![placement(puzzle, name.trim(), cells)?]);
    }
    if puzzle.names_labels(text) {
        return text.split_whitespace().map(|label| free_cell(puzzle, label)).collect();
    }
    check_labels(puzzle, text)?;
    let text = text.trim_end().replace("//", "\n\n").replace('/', "\n");
    // Hexagons may be typed as in a file, with spaces between them, or as they are written.
    let is_typed = puzzle.board.lattice == Lattice::Hexagonal && text.contains(' ');
    let lattice = if is_typed { Lattice::Hexagonal } else { Lattice::Square };
    let marks = board_marks(lattice, &text)?;
    let rows = puzzle.board.drawing.iter().map(Vec::len).sum();
    let found = marks.iter().map(Vec::len).sum();
    if found != rows {
        return Err(Conflict::Rows { found, rows });
    }
    let (mut symbols, mut free) = (Vec::new(), Vec::new());
    for (l, layer) in marks.iter().enumerate() {
        for (r, row) in layer.iter().enumerate() {
            for (c, mark) in row.iter().enumerate() {
                let point = [l as i32, r as i32, c as i32];
                match *mark {
                    Mark::Symbol(symbol) => symbols.push((point, symbol)),
                    Mark::Place(Place::Cell) if puzzle.board.place(point) == Place::Hole => {
                        return Err(Conflict::NoCell(point));
                    }
                    Mark::Place(Place::MayStayEmpty) => free.extend(
                        puzzle
                            .free_cells_at(point)
                            .map(|piece| Given { piece, cells: vec![point] }),
                    ),
                    Mark::Place(_) => {}
                }
            }
        }
    }
    let mut given = given_pieces(puzzle, &symbols)?;
    given.append(&mut free);
    Ok(given)
}

/// The cell with a label, which stays free.
fn free_cell(puzzle: &Puzzle, label: &str) -> Result<Given, Conflict> {
    let unknown = || Conflict::UnknownLabel { label: label.to_owned(), hint: String::new() };
    let cell = puzzle.cell_labelled(label).ok_or_else(unknown)?;
    let piece = puzzle.free_cells_at(cell);
    let piece = piece.ok_or_else(|| Conflict::NeverFree { label: label.to_owned() })?;
    Ok(Given { piece, cells: vec![cell] })
}

/// Where cells have labels, words in a line of their own are meant as labels, unless the board has
/// one row, of which they may be the picture.
fn check_labels(puzzle: &Puzzle, text: &str) -> Result<(), Conflict> {
    let is_line = text.lines().count() == 1 && !text.contains('/');
    if puzzle.labels.is_empty() || !is_line || puzzle.board.drawing.iter().flatten().count() == 1 {
        return Ok(());
    }
    let is_label = |word: &str| puzzle.cell_labelled(word).is_some();
    let Some(label) = text.split_whitespace().find(|word| !is_label(word)) else { return Ok(()) };
    let known: Vec<&str> = puzzle.labels.iter().map(|label| label.text.as_str()).collect();
    let hint = did_you_mean(label, &known);
    Err(Conflict::UnknownLabel { label: label.to_owned(), hint })
}

/// Reads `piece@cells`.
fn placement(puzzle: &Puzzle, name: &str, cells: &str) -> Result<Given, Conflict> {
    let by_symbol = || match name.as_bytes() {
        [symbol] => puzzle.piece_with(*symbol),
        _ => None,
    };
    let piece = puzzle.piece_named(name).or_else(by_symbol);
    let piece = piece.ok_or_else(|| {
        let known: Vec<&str> = puzzle.pieces.iter().map(|piece| piece.name.as_str()).collect();
        Conflict::UnknownPiece { name: name.to_owned(), hint: did_you_mean(name, &known) }
    })?;
    let cell = |text: &str| {
        let numbers: Option<Vec<i32>> =
            text.split(',').map(|number| number.parse::<i32>().ok()?.checked_sub(1)).collect();
        match numbers.as_deref() {
            Some([row, column]) => Ok([0, *row, *column]),
            Some([layer, row, column]) => Ok([*layer, *row, *column]),
            _ => Err(Conflict::BadCell(text.to_owned())),
        }
    };
    let mut cells: Vec<Point> = cells.split_whitespace().map(cell).collect::<Result<_, _>>()?;
    cells.sort_unstable();
    cells.dedup();
    let given = Given { piece, cells };
    check(puzzle, &given)?;
    Ok(given)
}

/// The pieces that a drawing's symbols show. Only what can be seen without geometry is checked:
/// that each symbol is a piece's, and has as many cells as its piece may cover.
///
/// # Errors
/// The first thing that is impossible.
pub(crate) fn given_pieces(
    puzzle: &Puzzle,
    symbols: &[(Point, u8)],
) -> Result<Vec<Given>, Conflict> {
    let mut found: Vec<(u8, Given)> = Vec::new();
    for &(point, symbol) in symbols {
        let unknown = || {
            let symbols = puzzle.pieces().iter().flat_map(|piece| &piece.symbols);
            let known: Vec<String> =
                symbols.map(|&symbol| char::from(symbol).to_string()).collect();
            let known: Vec<&str> = known.iter().map(String::as_str).collect();
            let symbol = char::from(symbol);
            Conflict::UnknownSymbol { symbol, hint: did_you_mean(&symbol.to_string(), &known) }
        };
        let piece = puzzle.piece_with(symbol).ok_or_else(unknown)?;
        match found.iter_mut().find(|(other, _)| *other == symbol) {
            Some((_, given)) => given.cells.push(point),
            None => found.push((symbol, Given { piece, cells: vec![point] })),
        }
    }
    found.iter().try_for_each(|(_, given)| check(puzzle, given))?;
    Ok(found.into_iter().map(|(_, given)| given).collect())
}

/// Checks that the cells exist and are as many as the piece may cover.
fn check(puzzle: &Puzzle, given: &Given) -> Result<(), Conflict> {
    let hole = |cell: &&Point| puzzle.board.place(**cell) == Place::Hole;
    if let Some(cell) = given.cells.iter().find(hole) {
        return Err(Conflict::NoCell(*cell));
    }
    let piece = &puzzle.pieces[given.piece];
    // In a tray a piece shows only one of its layers.
    let fits = match puzzle.tray_of(piece) {
        Some(tray) => (tray.at_least..=piece.cells.len()).contains(&given.cells.len()),
        None => given.cells.len() == piece.cells.len(),
    };
    if fits {
        return Ok(());
    }
    let (found, cells) = (given.cells.len(), piece.cells.len());
    Err(Conflict::Size { piece: piece.name.clone(), found, cells })
}

/// A given piece as [`read_given`] takes it: `piece@cells`, counted from 1, or the label of a cell
/// that stays free.
pub(crate) fn given_text(puzzle: &Puzzle, given: &Given) -> String {
    if puzzle.pieces[given.piece].stays_free
        && let [cell] = given.cells[..]
        && let Some(label) = puzzle.label_at(cell)
    {
        return label.to_owned();
    }
    let is_flat = puzzle.board.drawing.len() == 1;
    let cell = |point: &Point| {
        let from = usize::from(is_flat);
        let numbers: Vec<String> =
            point[from..].iter().map(|number| (number + 1).to_string()).collect();
        numbers.join(",")
    };
    let mut cells = given.cells.clone();
    cells.sort_unstable();
    let cells: Vec<String> = cells.iter().map(cell).collect();
    format!("{}@{}", puzzle.pieces[given.piece].name, cells.join(" "))
}

/// The given pieces as a partial picture: rows joined by `/`, layers by `//`, `?` for a cell that
/// stays free, `.` for every other cell, `#` for holes, those at the end of a row left out.
pub(crate) fn given_line(puzzle: &Puzzle) -> String {
    let mut order: Vec<&Given> = puzzle.given.iter().collect();
    order.sort_by_key(|given| given.cells.iter().min());
    let mut used = vec![0; puzzle.pieces.len()];
    let mut symbols = Vec::new();
    for given in order {
        let piece = &puzzle.pieces[given.piece];
        // Where there are more copies than symbols, some share one.
        let symbol = match used[given.piece] {
            _ if piece.stays_free => FREE_GIVEN,
            used => piece.symbols[used % piece.symbols.len()],
        };
        used[given.piece] += 1;
        symbols.extend(given.cells.iter().map(|&cell| (cell, symbol)));
    }
    let row = |l: usize, r: usize, row: &[Place]| {
        let len = row.iter().rposition(|place| *place != Place::Hole).map_or(0, |c| c + 1);
        let cell = |c: usize| {
            let point = [l as i32, r as i32, c as i32];
            match symbols.iter().find(|(cell, _)| *cell == point) {
                Some((_, symbol)) => char::from(*symbol),
                None if row[c] == Place::Hole => '#',
                None => '.',
            }
        };
        (0..len).map(cell).collect::<String>()
    };
    let layer = |(l, rows): (usize, &Vec<Vec<Place>>)| {
        let rows: Vec<String> =
            rows.iter().enumerate().map(|(r, places)| row(l, r, places)).collect();
        rows.join("/")
    };
    let layers: Vec<String> = puzzle.board.drawing.iter().enumerate().map(layer).collect();
    layers.join("//")
}

#[cfg(test)]
mod tests {
    use super::super::catalog::catalog;
    use super::super::compile;
    use super::*;

    fn puzzle(name: &str) -> Puzzle {
        let files = catalog().unwrap();
        files.iter().flat_map(|file| &file.members).find(|p| p.name == name).unwrap().clone()
    }

    /// What compiling a puzzle with this position says.
    fn refused(name: &str, text: &str) -> String {
        let mut puzzle = puzzle(name);
        match read_given(&puzzle, text) {
            Err(conflict) => conflict.to_string(),
            Ok(given) => {
                puzzle.given = given;
                compile(&puzzle).unwrap_err().to_string()
            }
        }
    }

    #[test]
    fn a_partial_picture_and_a_placement_say_the_same() {
        let puzzle = puzzle("logiq-2");
        let picture = read_given(&puzzle, "..UUU......./..U.U.......").unwrap();
        let placement = read_given(&puzzle, "U@1,3 1,4 1,5 2,3 2,5").unwrap();
        assert_eq!(picture, placement);
        assert_eq!(given_line(&Puzzle { given: picture, ..puzzle }), "..UUU......./..U.U.......");
    }

    #[test]
    fn an_impossible_position_is_refused_with_the_reason() {
        let refused_here = |text: &str| refused("logiq-2", text);
        assert!(refused_here("..UUU......./..UU........").contains("cannot lie there"));
        assert!(refused_here("..UUU......./..U.........").contains("is given 4 cells"));
        assert!(refused_here("............").contains("has 1 rows"));
        assert!(refused_here("Z.........../............").contains("symbol 'Z'"));
        assert!(refused_here("U@1,3 1,4 1,5 2,3 2,13").contains("column 13"));
        assert!(refused_here("u@1,3").contains("no piece u (did you mean U?)"));
        assert!(refused_here("u.........../............").contains("'u' (did you mean U?)"));
        assert!(refused_here("K@1,3").contains("no piece K"));
        assert!(refused_here("U@1,x").contains("'1,x' is no cell"));
    }

    #[test]
    fn a_cell_that_stays_free_is_given_by_its_label_or_in_a_picture() {
        let puzzle = puzzle("calendar");
        let given = read_given(&puzzle, "Jan 25").unwrap();
        let started = Puzzle { given: given.clone(), ..puzzle.clone() };
        let line = given_line(&started);
        assert_eq!(line, "?...../....../......./......./......./...?.../...");
        assert_eq!(read_given(&puzzle, &line).unwrap(), given);
        assert_eq!(read_given(&puzzle, "month@1,1").unwrap()[..], given[..1]);
        let texts: Vec<String> = given.iter().map(|given| given_text(&puzzle, given)).collect();
        assert_eq!(texts, ["Jan", "25"]);
        let refused_here = |text: &str| refused("calendar", text);
        assert!(refused_here("Jan Febr").contains("no cell is labelled Febr (did you mean Feb?)"));
        assert!(
            refused_here("Jan Feb").contains("of region month more cells would stay free than")
        );
        assert!(
            refused_here("25 25").contains("row 6, column 4 of region day is to stay free twice")
        );
        let both = |a: &str, b: &str| {
            let mut given = read_given(&puzzle, a).unwrap();
            given.extend(read_given(&puzzle, b).unwrap());
            compile(&Puzzle { given, ..puzzle.clone() }).unwrap_err().to_string()
        };
        let z = "Z@1,1 1,2 2,2 3,2 3,3";
        let message = "row 1, column 1 of region month is to stay free, and piece Z lies there";
        assert!(both(z, "Jan").contains(message));
        assert!(both("Jan", z).contains(message));
    }

    #[test]
    fn pieces_that_overlap_or_are_used_twice_are_refused() {
        let base = puzzle("logiq-2");
        let both = |a: &str, b: &str| {
            let mut given = read_given(&base, a).unwrap();
            given.extend(read_given(&base, b).unwrap());
            compile(&Puzzle { given, ..base.clone() }).unwrap_err().to_string()
        };
        let u = "U@1,3 1,4 1,5 2,3 2,5";
        assert!(both(u, "I@1,5 1,6 1,7 1,8 1,9").contains("pieces U and I overlap"));
        assert!(both(u, "U@1,7 1,8 1,9 2,7 2,9").contains("piece U is used twice"));
        assert!(both("0@1,1 1,2", "1@1,4 1,6").contains("pieces 0 and 1 overlap"));
    }

    /// A board with a hole on which a piece of two cells lies twice and another one once.
    fn lane() -> Puzzle {
        let empty = Puzzle::builder("lane").board_rows(["aab#.", "bcc.."]);
        let domino = Piece::drawn("domino", "ab", ["xx"]);
        empty.piece(domino).piece(Piece::drawn("bar", "c", ["xx"])).build().unwrap()
    }

    #[test]
    fn pieces_that_lie_there_are_written_as_a_picture_from_which_they_are_read_again() {
        // The copies have symbols of their own, the hole is none of the cells.
        let puzzle = lane();
        let line = given_line(&puzzle);
        assert_eq!(line, "aab#./bcc..");
        assert_eq!(read_given(&puzzle, &line).unwrap(), puzzle.given);
    }

    #[test]
    fn a_piece_that_lies_there_is_written_with_layers_where_the_board_has_several() {
        let text = |board: &[&str], given: &str| {
            let empty = Puzzle::builder("a").board_rows(board);
            let puzzle = empty.piece(Piece::drawn("bar", "b", ["xx"])).build().unwrap();
            let given = read_given(&puzzle, given).unwrap();
            let text = given_text(&puzzle, &given[0]);
            assert_eq!(read_given(&puzzle, &text).unwrap(), given);
            text
        };
        assert_eq!(text(&["...", "..."], ".../.bb"), "bar@2,2 2,3");
        assert_eq!(text(&["...", "", "..."], "...//.bb"), "bar@2,1,2 2,1,3");
    }

    #[test]
    fn a_picture_with_a_cell_where_the_board_has_none_is_refused() {
        let puzzle = Puzzle { given: Vec::new(), ..lane() };
        assert!(read_given(&puzzle, "aa.#./.....").is_ok());
        let message = read_given(&puzzle, "aa.../.....").unwrap_err().to_string();
        assert!(message.contains("row 1, column 4 is no cell of the board"), "{message}");
    }

    #[test]
    fn a_picture_of_hexagons_may_be_typed_with_spaces_or_written_without() {
        let empty =
            Puzzle::builder("h").lattice(Lattice::Hexagonal).board_rows([". . .", " . . ."]);
        let puzzle = empty.piece(Piece::drawn("bar", "b", ["xx"])).build().unwrap();
        let written = read_given(&puzzle, ".bb/...").unwrap();
        assert_eq!(written[0].cells, [[0, 0, 1], [0, 0, 2]]);
        assert_eq!(read_given(&puzzle, ". b b\n . . .").unwrap(), written);
        // Of squares a space is no cell.
        assert!(read_given(&lane(), "....../ ..").is_err());
    }
}
