//! The puzzle file: TOML in which a puzzler describes a board and its pieces.
//!
//! One file holds one puzzle, or a family of puzzles that share their pieces and differ in the
//! board (`[[member]]`). Reading is strict: an unknown key, a wrong type or a broken rule is an
//! error that names the line. The format is described in `src/puzzle/FORMAT.md`, which
//! `bitcover format` prints; [`mod@write`] writes a puzzle in it. A file is parsed in time linear in its
//! length.

mod copies;
mod locate;
mod place;
mod raw;
pub(crate) mod region;
mod shape;
mod table;
pub(crate) mod write;

use std::ops::Range;

use toml::Spanned;
use toml::de::DeTable;

use crate::nearest::did_you_mean;

use super::compile::compile;
use super::copies::settle;
use super::drawing::{PaintedBoard, board_marks, painted_board};
use super::given::{Conflict, given_pieces};
use super::label::{LabelError, Words, drawing_of, labels, words};
use super::mark::{BadMark, Mark};
use super::model::{Board, Family, Known, Label, Lattice, MAX_CELLS, Piece, Place, Point, Puzzle};
use super::paint::Paint;
use super::region::cell_in_words;
use super::rules::ModelError;
use super::sets;
use super::xmpuzzle::{self, XmpuzzleError, XmpuzzleProblem, is_xmpuzzle};
use copies::SaidOfCopies;
use place::of_character;
use raw::{RawBoard, RawDefaults, RawFile, RawMember, RawPiece};
use table::slip;

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
    #[error("the colours: {0}")]
    Colours(BadMark),
    #[error(
        "the colours do not show the board: {} is a cell of only one of the two",
        cell_in_words(*.0)
    )]
    ColoursElsewhere(Point),
    #[error(
        "piece {0}: the back has other cells than the front; draw what is behind each cell in its place, \
         as if you looked through the piece"
    )]
    OtherBack(String),
    #[error(
        "'{0}' is no colour; a colour is one character, any printable ASCII but . # ? / : and *"
    )]
    NoColour(char),
    #[error("rim is the colour of the edges all round, one character")]
    Rim,
    #[error("piece {0} has a back but no colours; draw those of the front as colours")]
    BackAlone(String),
    #[error(transparent)]
    Given(#[from] Conflict),
    #[error(transparent)]
    Label(#[from] LabelError),
    #[error("region {0} has no cells: give labels = \"…\" or a picture")]
    NoExtent(String),
    #[error("region {0} has both labels and a picture; give one or the other")]
    TwoExtents(String),
    #[error("region {region}: {error}")]
    RegionLabel { region: String, word: usize, error: Box<LabelError> },
    #[error(transparent)]
    Xmpuzzle(Box<XmpuzzleProblem>),
    #[error("{0} is missing: give rows and columns (and layers in space), or a picture")]
    MissingMeasure(&'static str),
    #[error("the board has both a picture and {0}; give one or the other")]
    PictureAndMeasure(&'static str),
    #[error("a board of one layer has no layers to count; set lattice = \"cubic\"")]
    FlatLayers,
    #[error("a face-centred board is drawn: give a picture")]
    FaceCentredBox,
    #[error(
        "piece {0} has no shape: give a picture, cells = [[row, column], …], copy = \
         \"pentominoes/X\", or a drawing of its colours; or the edges of a single cell"
    )]
    NoShape(String),
    #[error("piece {0} has several shapes; give one of picture, cells, copy, colours and edges")]
    TwoShapes(String),
    #[error("there is no set of pieces {name}{hint}; there are {}", sets::names().join(", "))]
    UnknownSet { name: String, hint: String },
    #[error("'{0}' is no piece of a set; write the set and the piece, such as pentominoes/X")]
    UnknownCopy(String),
    #[error("the set {set} has no piece {piece}; it has {there}")]
    NotInSet { set: String, piece: String, there: String },
    #[error(
        "the pieces of the set {set} are made of {tiles}, which the board has not: set lattice = \
         \"{lattice}\" in [board]"
    )]
    OtherLattice { set: String, tiles: &'static str, lattice: &'static str },
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

impl From<XmpuzzleError> for FileError {
    fn from(error: XmpuzzleError) -> Self {
        let XmpuzzleError { line, column, problem } = error;
        Self { line, column, problem: FileProblem::Xmpuzzle(Box::new(problem)) }
    }
}

/// Reads a puzzle file, ours or one of BurrTools.
///
/// # Errors
/// What is wrong, with line and column.
pub(crate) fn parse(text: &str) -> Result<Family, FileError> {
    if is_xmpuzzle(text) {
        return Ok(xmpuzzle::parse(text)?);
    }
    parse_toml(text)
}

/// Reads a puzzle file of ours.
///
/// # Errors
/// What is wrong, with line and column.
pub(crate) fn parse_toml(text: &str) -> Result<Family, FileError> {
    let place = |span: Range<usize>, problem: FileProblem| {
        let before = &text[..span.start.min(text.len())];
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
        FileError { line, column, problem }
    };
    let entries = DeTable::parse(text)
        .map_err(|error| slip(error.span().unwrap_or_default(), error.message()));
    let raw = entries.and_then(|entries| RawFile::of(&entries));
    let raw = raw.map_err(|(span, message)| place(span, FileProblem::Syntax(message)))?;
    raw.read(text).map_err(|(span, problem)| place(span, problem))
}

/// A problem with the part of the text that it is about.
type Located = (Range<usize>, FileProblem);

impl RawFile {
    fn read(&self, text: &str) -> Result<Family, Located> {
        check_name(self.name.get_ref()).map_err(|problem| (self.name.span(), problem))?;
        let name = self.name.get_ref();
        let title = self.title.clone().unwrap_or_else(|| name.clone());
        let pieces = self.pieces(text)?;
        let mut members: Vec<Puzzle> = Vec::new();
        if self.member.is_empty() {
            let known = self.known.as_ref().map(|known| known.get_ref().clone());
            let (board, hints) = (&self.board, (&self.anchors[..], known));
            let place = (text, board.span());
            members.push(self.puzzle((name, &title), board.get_ref(), &pieces, hints, place)?);
        } else if let Some(known) = &self.known {
            return Err((known.span(), FileProblem::KnownOfFamily));
        }
        for spanned in &self.member {
            let (member, span) = (spanned.get_ref(), spanned.span());
            let own = member.name.get_ref();
            check_name(own).map_err(|problem| (member.name.span(), problem))?;
            let full = format!("{name}-{own}");
            if members.iter().any(|other| other.name == full) {
                return Err((member.name.span(), FileProblem::DoubleMember(full)));
            }
            let board = self.board.get_ref().with(member)?;
            let title = format!("{title}, {}", member.title.as_ref().unwrap_or(own));
            let anchors = member.anchors.as_ref().unwrap_or(&self.anchors);
            let hints = (&anchors[..], member.known.clone());
            members.push(self.puzzle((&full, &title), &board, &pieces, hints, (text, span))?);
        }
        Ok(Family { name: name.clone(), title, members })
    }

    fn puzzle(
        &self,
        (name, title): (&str, &str),
        board: &RawBoard,
        pieces: &[Piece],
        (anchors, known): (&[Spanned<String>], Option<Known>),
        (text, span): (&str, Range<usize>),
    ) -> Result<Puzzle, Located> {
        // With the symbols that copies get, for the place of what is wrong.
        let mut settled = pieces.to_vec();
        let built = (|| -> Result<Puzzle, FileProblem> {
            let (board, symbols, labels) = board.build()?;
            let regions = self.regions(&labels)?;
            let mut puzzle = Puzzle {
                name: name.to_owned(),
                title: title.to_owned(),
                about: self.about.trim().to_owned(),
                board,
                tray: self.tray.as_ref().map(|tray| *tray.get_ref()),
                pieces: pieces.to_vec(),
                regions: Vec::new(),
                labels,
                given: Vec::new(),
                anchors: anchors.iter().map(|name| name.get_ref().clone()).collect(),
                known,
            };
            puzzle.add_regions(regions);
            puzzle.check()?;
            settle(&mut puzzle);
            settled.clone_from(&puzzle.pieces);
            puzzle.given = given_pieces(&puzzle, &symbols)?;
            if !puzzle.given.is_empty() {
                // Whether the pieces may lie there shows when the puzzle is compiled.
                compile(&puzzle)?;
            }
            Ok(puzzle)
        })();
        built.map_err(|problem| {
            let place = self.place_of(&problem, (board, anchors, &settled), text);
            (place.unwrap_or(span), problem)
        })
    }

    fn pieces(&self, text: &str) -> Result<Vec<Piece>, Located> {
        let lattice = self.board.get_ref().lattice;
        let piece = |raw: &Spanned<RawPiece>| {
            raw.get_ref().build((lattice, &self.pieces), (text, raw.span()))
        };
        let mut pieces = Vec::new();
        for set in &self.pieces.sets {
            let copied =
                pieces_of_set(lattice, set.get_ref()).map_err(|problem| (set.span(), problem))?;
            for copied in copied {
                let motions = self.pieces.motions.unwrap_or(copied.motions);
                let mut piece = Piece { motions, ..copied };
                self.pieces.set_copies(SaidOfCopies::default(), &mut piece)?;
                pieces.push(piece);
            }
        }
        for raw in &self.piece {
            pieces.push(piece(raw)?);
        }
        Ok(pieces)
    }
}

/// The pieces of the set of this name, for a board of this lattice.
fn pieces_of_set(lattice: Lattice, name: &str) -> Result<Vec<Piece>, FileProblem> {
    let pieces = sets::pieces_of(name).ok_or_else(|| FileProblem::UnknownSet {
        name: name.to_owned(),
        hint: did_you_mean(name, &sets::names()),
    })?;
    match sets::misfit(name, lattice) {
        None => Ok(pieces),
        Some((tiles, lattice)) => {
            Err(FileProblem::OtherLattice { set: name.to_owned(), tiles, lattice })
        }
    }
}

/// The piece of a set that is named `set/piece`, for a board of this lattice.
fn copied_piece(lattice: Lattice, name: &str) -> Result<Piece, FileProblem> {
    let (set, piece) =
        name.split_once('/').ok_or_else(|| FileProblem::UnknownCopy(name.to_owned()))?;
    let pieces = pieces_of_set(lattice, set)?;
    let there: Vec<String> = pieces.iter().map(|piece| piece.name.clone()).collect();
    pieces.into_iter().find(|other| other.name == piece).ok_or_else(|| FileProblem::NotInSet {
        set: set.to_owned(),
        piece: piece.to_owned(),
        there: there.join(", "),
    })
}

impl RawDefaults {
    /// Says how many copies of a piece there are, by what is said of it and of all pieces.
    fn set_copies(&self, said: SaidOfCopies<'_>, piece: &mut Piece) -> Result<(), Located> {
        let of_all = SaidOfCopies { copies: self.copies.as_ref(), optional: Some(self.optional) };
        said.apply(of_all, piece).map_err(|(span, bad)| (span, ModelError::from(bad).into()))
    }
}

impl RawPiece {
    /// What the piece is called.
    fn name(&self) -> &str {
        self.name.as_ref().unwrap_or(&self.symbol).get_ref()
    }

    fn build(
        &self,
        (lattice, defaults): (Lattice, &RawDefaults),
        (text, span): (&str, Range<usize>),
    ) -> Result<Piece, Located> {
        let name = self.name().to_owned();
        let shape = self.shape(lattice, text, span.clone())?;
        let (cells, motions) = (shape.cells, shape.motions);
        if cells.len() > MAX_CELLS {
            let problem = ModelError::HugeBoard { cells: cells.len() as u128 }.into();
            let picture = self.picture.as_ref().map(Spanned::span);
            let listed = self.cells.as_ref().map(Spanned::span);
            let painted = self.colours.as_ref().map(Spanned::span);
            return Err((picture.or(listed).or(painted).unwrap_or(span), problem));
        }
        let mut symbols = self.symbol.get_ref().chars().enumerate();
        if let Some((number, symbol)) = symbols.find(|(_, symbol)| !symbol.is_ascii()) {
            let problem = ModelError::BadSymbol { piece: name, symbol }.into();
            return Err((of_character(text, &self.symbol, number), problem));
        }
        let mut piece = Piece {
            name,
            symbols: self.symbol.get_ref().bytes().collect(),
            cells,
            inner: self.inner,
            motions: self.motions.or(defaults.motions).unwrap_or(motions),
            optional: false,
            range: None,
            region: self.region.as_ref().map(|region| region.get_ref().clone()),
            stays_free: false,
            paints: shape.paints,
            edges: shape.edges,
        };
        let said = SaidOfCopies { copies: self.copies.as_ref(), optional: self.optional };
        defaults.set_copies(said, &mut piece)?;
        Ok(piece)
    }
}

/// The symbols on a board's drawing: pieces that lie there already.
pub(super) type Symbols = Vec<(Point, u8)>;

impl RawBoard {
    /// The board of a member of the family.
    fn with(&self, member: &RawMember) -> Result<Self, Located> {
        let measures = [&member.layers, &member.rows, &member.columns];
        let measured = measures.iter().any(|measure| measure.is_some());
        let drawn = member.picture.is_some();
        if let (Some(picture), true) = (&member.picture, measured) {
            let problem = FileProblem::MemberPicture(member.name.get_ref().clone());
            return Err((picture.span(), problem));
        }
        let measure = |own: &Option<Spanned<usize>>, common: &Option<Spanned<usize>>| {
            own.clone().or(common.clone().filter(|_| !drawn))
        };
        Ok(Self {
            layers: measure(&member.layers, &self.layers),
            rows: measure(&member.rows, &self.rows),
            columns: measure(&member.columns, &self.columns),
            picture: member.picture.clone().or(self.picture.clone().filter(|_| !measured)),
            colours: member.colours.clone().or(self.colours.clone()),
            rim: self.rim.clone(),
            labels: self.labels.clone(),
            wrap: self.wrap.clone(),
            inner: self.inner.clone(),
            ..*self
        })
    }

    fn build(&self) -> Result<(Board, Symbols, Vec<Label>), FileProblem> {
        let mut wrap = [false; 3];
        for axis in &self.wrap {
            wrap[*axis.get_ref() as usize] = true;
        }
        let measures = [("layers", &self.layers), ("rows", &self.rows), ("columns", &self.columns)];
        let mut symbols = Vec::new();
        let painted = self.painted()?;
        let drawing = if let Some(picture) = &self.picture {
            if let Some((name, _)) = measures.iter().find(|(_, value)| value.is_some()) {
                return Err(FileProblem::PictureAndMeasure(name));
            }
            let marks = board_marks(self.lattice, picture.get_ref())?;
            let (drawing, found) = places_and_symbols(&marks);
            symbols = found;
            drawing
        } else if let Some(words) = self.words().filter(|_| !self.is_measured()) {
            drawing_of(&words)
        } else if let Some(painted) = painted.as_ref().filter(|_| !self.is_measured()) {
            painted.drawing.clone()
        } else {
            let size = self.measures()?;
            Board::of_size(size).drawing
        };
        let inner = self.inner.as_ref().map(|inner| *inner.get_ref());
        let (lattice, motions) = (self.lattice, self.motions);
        let labels = match self.words() {
            Some(words) => labels(&words, &drawing)?,
            None => Vec::new(),
        };
        if let Some(at) = painted.as_ref().and_then(|board| board.first_difference(&drawing)) {
            return Err(FileProblem::ColoursElsewhere(at));
        }
        let paints = painted.map(|board| board.paints).unwrap_or_default();
        let rim = self.rim()?;
        Ok((Board { lattice, drawing, wrap, inner, motions, paints, rim }, symbols, labels))
    }

    /// The colour of edges at the rim, if it is said.
    fn rim(&self) -> Result<Option<Paint>, FileProblem> {
        let Some(rim) = &self.rim else { return Ok(None) };
        match rim.get_ref().chars().collect::<Vec<_>>()[..] {
            [colour] => Paint::of(colour).map(Some).ok_or(FileProblem::NoColour(colour)),
            _ => Err(FileProblem::Rim),
        }
    }

    /// What the drawing of the colours shows, if there is one.
    fn painted(&self) -> Result<Option<PaintedBoard>, FileProblem> {
        let drawn = |text: &Spanned<String>| painted_board(self.lattice, text.get_ref());
        self.colours.as_ref().map(drawn).transpose().map_err(FileProblem::Colours)
    }

    /// The words of the labels.
    fn words(&self) -> Option<Words> {
        self.labels.as_ref().map(|labels| words(labels.get_ref()))
    }

    /// Whether any measure is given.
    fn is_measured(&self) -> bool {
        self.layers.is_some() || self.rows.is_some() || self.columns.is_some()
    }

    fn measures(&self) -> Result<[usize; 3], FileProblem> {
        let value = |measure: &Option<Spanned<usize>>| measure.as_ref().map(|m| *m.get_ref());
        let layers = match (self.lattice, value(&self.layers)) {
            (Lattice::FaceCentred, _) => return Err(FileProblem::FaceCentredBox),
            (Lattice::Square, Some(_)) => return Err(FileProblem::FlatLayers),
            (Lattice::Square, None) => 1,
            (Lattice::Cubic, layers) => layers.ok_or(FileProblem::MissingMeasure("layers"))?,
            (Lattice::Hexagonal | Lattice::Triangular, layers) => layers.unwrap_or(1),
        };
        let rows = value(&self.rows).ok_or(FileProblem::MissingMeasure("rows"))?;
        let columns = value(&self.columns).ok_or(FileProblem::MissingMeasure("columns"))?;
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

/// Whether a puzzle may be called so.
pub(crate) fn is_name(name: &str) -> bool {
    let legal = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    !name.is_empty() && name.chars().all(legal)
}

/// Names become parts of file names and of command lines.
pub(super) fn check_name(name: &str) -> Result<(), FileProblem> {
    if !is_name(name) {
        return Err(FileProblem::Name(name.to_owned()));
    }
    Ok(())
}

#[cfg(test)]
mod tests;
