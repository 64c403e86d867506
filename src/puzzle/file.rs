//! The puzzle file: TOML in which a puzzler describes a board and its pieces.
//!
//! One file holds one puzzle, or a family of puzzles that share their pieces and differ in the
//! board (`[[member]]`). Reading is strict: an unknown key, a wrong type or a broken rule is an
//! error that names the line. The format is described in `src/puzzle/FORMAT.md`, which
//! `bitcover format` prints. A file is parsed in time linear in its length.

use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;

use super::drawing::{BadMark, Mark, board_marks, piece_cells};
use super::given::{Conflict, given_pieces};
use super::model::{
    Board, Family, Inner, Known, Lattice, MAX_CELLS, MAX_COORDINATE, Motions, Piece, Place, Point,
    Puzzle, Tray,
};
use super::rules::ModelError;

/// Why a puzzle file cannot be read, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {problem}")]
pub(crate) struct FileError {
    /// From 1.
    pub line: usize,
    /// From 1.
    pub column: usize,
    /// What is wrong.
    pub problem: FileProblem,
}

/// What can be wrong with a puzzle file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each message says what the fields are")]
pub(crate) enum FileProblem {
    #[error("{0}")]
    Syntax(String),
    #[error(transparent)]
    Model(#[from] ModelError),
    #[error(transparent)]
    Drawing(#[from] BadMark),
    #[error(transparent)]
    Given(#[from] Conflict),
    #[error("{0} is missing: give rows and columns (and layers in space), or a picture")]
    MissingMeasure(&'static str),
    #[error("the board has both a picture and {0}; give one or the other")]
    PictureAndMeasure(&'static str),
    #[error("a board of one layer has no layers to count; set lattice = \"cubic\"")]
    FlatLayers,
    #[error("a face-centred board is drawn: give a picture")]
    FaceCentredBox,
    #[error("piece {0} has no shape: give a picture, or cells = [[row, column], …]")]
    NoShape(String),
    #[error("piece {0} has both a picture and cells; give one or the other")]
    TwoShapes(String),
    #[error("piece {0}: a cell has 2 numbers (row, column) or 3 (layer, row, column)")]
    CellLength(String),
    #[error("'{0}' is part of a file name; a name is made of letters, digits, - and _")]
    Name(String),
    #[error("two members are called {0}")]
    DoubleMember(String),
    #[error("a family says what is known in each [[member]]")]
    KnownOfFamily,
    #[error("member {0} gives both a picture and measures of the board; give one or the other")]
    MemberPicture(String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFile {
    name: Spanned<String>,
    title: Option<String>,
    #[serde(default)]
    about: String,
    #[serde(default)]
    anchors: Vec<String>,
    board: Spanned<RawBoard>,
    tray: Option<Tray>,
    #[serde(default)]
    pieces: RawDefaults,
    #[serde(default)]
    piece: Vec<Spanned<RawPiece>>,
    known: Option<Spanned<Known>>,
    #[serde(default)]
    member: Vec<Spanned<RawMember>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawBoard {
    #[serde(default)]
    lattice: Lattice,
    layers: Option<usize>,
    rows: Option<usize>,
    columns: Option<usize>,
    picture: Option<String>,
    #[serde(default)]
    wrap: Vec<Axis>,
    inner: Option<Inner>,
    motions: Motions,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawMember {
    name: String,
    title: Option<String>,
    layers: Option<usize>,
    rows: Option<usize>,
    columns: Option<usize>,
    picture: Option<String>,
    anchors: Option<Vec<String>>,
    known: Option<Known>,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "kebab-case")]
enum Axis {
    Layers,
    Rows,
    Columns,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct RawDefaults {
    motions: Option<Motions>,
    #[serde(default)]
    optional: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPiece {
    name: Option<String>,
    symbol: String,
    picture: Option<String>,
    cells: Option<Vec<Vec<i64>>>,
    #[serde(default)]
    inner: bool,
    motions: Option<Motions>,
    optional: Option<bool>,
}

/// Reads a puzzle file.
///
/// # Errors
/// What is wrong, with line and column.
pub(crate) fn parse(text: &str) -> Result<Family, FileError> {
    let place = |span: Range<usize>, problem: FileProblem| {
        let before = &text[..span.start.min(text.len())];
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
        FileError { line, column, problem }
    };
    let raw: RawFile = toml::from_str(text).map_err(|error| {
        let message = crate::nearest::with_nearest_key(error.message());
        place(error.span().unwrap_or_default(), FileProblem::Syntax(message))
    })?;
    raw.read().map_err(|(span, problem)| place(span, problem))
}

/// A problem with the part of the text that it is about.
type Located = (Range<usize>, FileProblem);

impl RawFile {
    fn read(&self) -> Result<Family, Located> {
        check_name(self.name.get_ref()).map_err(|problem| (self.name.span(), problem))?;
        let name = self.name.get_ref();
        let title = self.title.clone().unwrap_or_else(|| name.clone());
        let pieces = self.pieces()?;
        let mut members: Vec<Puzzle> = Vec::new();
        if self.member.is_empty() {
            let known = self.known.as_ref().map(|known| known.get_ref().clone());
            let (board, hints) = (&self.board, (&self.anchors[..], known));
            members.push(self.puzzle(
                (name, &title),
                board.get_ref(),
                &pieces,
                hints,
                board.span(),
            )?);
        } else if let Some(known) = &self.known {
            return Err((known.span(), FileProblem::KnownOfFamily));
        }
        for spanned in &self.member {
            let (member, span) = (spanned.get_ref(), spanned.span());
            let located = |problem| (span.clone(), problem);
            check_name(&member.name).map_err(located)?;
            let full = format!("{name}-{}", member.name);
            if members.iter().any(|other| other.name == full) {
                return Err(located(FileProblem::DoubleMember(full)));
            }
            let board = self.board.get_ref().with(member).map_err(located)?;
            let title = match &member.title {
                Some(member) => format!("{title}, {member}"),
                None => format!("{title}, {}", member.name),
            };
            let anchors = member.anchors.as_ref().unwrap_or(&self.anchors);
            let hints = (&anchors[..], member.known.clone());
            members.push(self.puzzle((&full, &title), &board, &pieces, hints, span)?);
        }
        Ok(Family { name: name.clone(), title, members })
    }

    fn puzzle(
        &self,
        (name, title): (&str, &str),
        board: &RawBoard,
        pieces: &[Piece],
        (anchors, known): (&[String], Option<Known>),
        span: Range<usize>,
    ) -> Result<Puzzle, Located> {
        let built = (|| -> Result<Puzzle, FileProblem> {
            let (board, symbols) = board.build()?;
            let mut puzzle = Puzzle {
                name: name.to_owned(),
                title: title.to_owned(),
                about: self.about.trim().to_owned(),
                board,
                tray: self.tray,
                pieces: pieces.to_vec(),
                given: Vec::new(),
                anchors: anchors.to_vec(),
                known,
            };
            puzzle.check()?;
            puzzle.given = given_pieces(&puzzle, &symbols)?;
            Ok(puzzle)
        })();
        built.map_err(|problem| (span, problem))
    }

    fn pieces(&self) -> Result<Vec<Piece>, Located> {
        let piece = |raw: &Spanned<RawPiece>| {
            raw.get_ref().build(&self.pieces).map_err(|problem| (raw.span(), problem))
        };
        self.piece.iter().map(piece).collect()
    }
}

impl RawPiece {
    fn build(&self, defaults: &RawDefaults) -> Result<Piece, FileProblem> {
        let name = self.name.clone().unwrap_or_else(|| self.symbol.clone());
        let cells = match (&self.picture, &self.cells) {
            (Some(picture), None) => piece_cells(picture),
            (None, Some(cells)) => Self::coordinates(&name, cells)?,
            (None, None) => return Err(FileProblem::NoShape(name)),
            (Some(_), Some(_)) => return Err(FileProblem::TwoShapes(name)),
        };
        if let Some(symbol) = self.symbol.chars().find(|c| !c.is_ascii()) {
            return Err(ModelError::BadSymbol { piece: name, symbol }.into());
        }
        if cells.len() > MAX_CELLS {
            return Err(ModelError::HugeBoard { cells: cells.len() as u128 }.into());
        }
        Ok(Piece {
            name,
            symbols: self.symbol.bytes().collect(),
            cells,
            inner: self.inner,
            motions: self.motions.or(defaults.motions).unwrap_or(Motions::RotationsAndFlips),
            optional: self.optional.unwrap_or(defaults.optional),
        })
    }

    fn coordinates(name: &str, cells: &[Vec<i64>]) -> Result<Vec<Point>, FileProblem> {
        let number = |axis: usize, value: i64| -> Result<i32, FileProblem> {
            let far = || ModelError::FarCell {
                piece: name.to_owned(),
                axis: super::model::AXES[axis],
                value,
            };
            let number = i32::try_from(value).ok();
            let near = number.filter(|number| number.unsigned_abs() <= MAX_COORDINATE as u32);
            near.ok_or_else(|| far().into())
        };
        cells
            .iter()
            .map(|cell| match *cell.as_slice() {
                [row, column] => Ok([0, number(1, row)?, number(2, column)?]),
                [layer, row, column] => {
                    Ok([number(0, layer)?, number(1, row)?, number(2, column)?])
                }
                _ => Err(FileProblem::CellLength(name.to_owned())),
            })
            .collect()
    }
}

/// The symbols on a board's drawing: pieces that lie there already.
pub(super) type Symbols = Vec<(Point, u8)>;

impl RawBoard {
    /// The board of a member of the family.
    fn with(&self, member: &RawMember) -> Result<Self, FileProblem> {
        let measured = member.layers.or(member.rows).or(member.columns).is_some();
        if member.picture.is_some() && measured {
            return Err(FileProblem::MemberPicture(member.name.clone()));
        }
        let drawn = member.picture.is_some();
        Ok(Self {
            layers: member.layers.or(self.layers.filter(|_| !drawn)),
            rows: member.rows.or(self.rows.filter(|_| !drawn)),
            columns: member.columns.or(self.columns.filter(|_| !drawn)),
            picture: member.picture.clone().or(self.picture.clone().filter(|_| !measured)),
            wrap: self.wrap.clone(),
            ..*self
        })
    }

    fn build(&self) -> Result<(Board, Symbols), FileProblem> {
        let mut wrap = [false; 3];
        for axis in &self.wrap {
            wrap[*axis as usize] = true;
        }
        let measures = [("layers", self.layers), ("rows", self.rows), ("columns", self.columns)];
        let mut symbols = Vec::new();
        let drawing = if let Some(picture) = &self.picture {
            if let Some((name, _)) = measures.iter().find(|(_, value)| value.is_some()) {
                return Err(FileProblem::PictureAndMeasure(name));
            }
            let marks = board_marks(picture)?;
            let (drawing, found) = places_and_symbols(&marks);
            symbols = found;
            drawing
        } else {
            let size = self.measures()?;
            Board::of_size(size).drawing
        };
        let (lattice, inner, motions) = (self.lattice, self.inner, self.motions);
        Ok((Board { lattice, drawing, wrap, inner, motions }, symbols))
    }

    fn measures(&self) -> Result<[usize; 3], FileProblem> {
        let layers = match (self.lattice, self.layers) {
            (Lattice::FaceCentred, _) => return Err(FileProblem::FaceCentredBox),
            (Lattice::Square, Some(_)) => return Err(FileProblem::FlatLayers),
            (Lattice::Square, None) => 1,
            (Lattice::Cubic, layers) => layers.ok_or(FileProblem::MissingMeasure("layers"))?,
        };
        let rows = self.rows.ok_or(FileProblem::MissingMeasure("rows"))?;
        let columns = self.columns.ok_or(FileProblem::MissingMeasure("columns"))?;
        let cells =
            [layers, rows, columns].iter().fold(1_u128, |n, &m| n.saturating_mul(m as u128));
        match cells {
            0 => Err(ModelError::EmptyBoard.into()),
            _ if cells > MAX_CELLS as u128 => Err(ModelError::HugeBoard { cells }.into()),
            _ => Ok([layers, rows, columns]),
        }
    }
}

/// The places of a board's drawing, and the symbols on it: pieces that lie there already.
pub(super) fn places_and_symbols(marks: &[Vec<Vec<Mark>>]) -> (Vec<Vec<Vec<Place>>>, Symbols) {
    let mut symbols = Vec::new();
    let mut drawing = vec![Vec::new(); marks.len()];
    for (l, layer) in marks.iter().enumerate() {
        for (r, row) in layer.iter().enumerate() {
            let place = |(c, mark): (usize, &Mark)| match *mark {
                Mark::Place(place) => place,
                Mark::Symbol(symbol) => {
                    symbols.push(([l as i32, r as i32, c as i32], symbol));
                    Place::Cell
                }
            };
            drawing[l].push(row.iter().enumerate().map(place).collect());
        }
    }
    (drawing, symbols)
}

/// Names become parts of file names and of command lines.
pub(super) fn check_name(name: &str) -> Result<(), FileProblem> {
    let legal = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if name.is_empty() || !name.chars().all(legal) {
        return Err(FileProblem::Name(name.to_owned()));
    }
    Ok(())
}

#[cfg(test)]
mod tests;
