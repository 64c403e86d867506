//! Where in a puzzle file a problem is: at the thing itself, where the file has it.

use std::ops::Range;

use toml::Spanned;

use super::super::copies::BadCopies;
use super::super::given::Conflict;
use super::super::model::{AXES, Piece, RESERVED};
use super::super::rules::ModelError;
use super::super::sets;
use super::FileProblem;
use super::place::{first_of, in_drawing, of_character};
use super::raw::{RawBoard, RawFile, RawPiece};

impl RawFile {
    /// The place of a problem of the puzzle with this board and these anchors, unless it is that
    /// something is missing.
    pub(super) fn place_of(
        &self,
        problem: &FileProblem,
        (board, anchors, pieces): (&RawBoard, &[Spanned<String>], &[Piece]),
        text: &str,
    ) -> Option<Range<usize>> {
        match problem {
            // Pieces that are copied stand where their set does.
            FileProblem::Model(error) => self
                .place_of_rule(error, (board, anchors), text)
                .or_else(|| self.place_of_set(error)),
            FileProblem::Drawing(mark) => {
                let picture = board.picture.as_ref()?;
                let number = in_drawing(picture.get_ref(), mark.row, mark.column);
                Some(of_character(text, picture, number))
            }
            FileProblem::Colours(mark) => {
                let colours = board.colours.as_ref()?;
                let number = in_drawing(colours.get_ref(), mark.row, mark.column);
                Some(of_character(text, colours, number))
            }
            FileProblem::NoColour(_) | FileProblem::Rim => board.rim.as_ref().map(Spanned::span),
            FileProblem::ColoursElsewhere(_) => board.colours.as_ref().map(Spanned::span),
            FileProblem::Given(conflict) => {
                let picture = board.picture.as_ref()?;
                let symbols = symbols_of(conflict, pieces)?;
                let number = first_of(picture.get_ref(), |c| symbols.contains(c))?;
                Some(of_character(text, picture, number))
            }
            FileProblem::Label(error) => {
                let labels = board.labels.as_ref()?;
                let Some((row, column)) = error.at() else { return Some(labels.span()) };
                let number = in_drawing(labels.get_ref(), row, column);
                Some(of_character(text, labels, number))
            }
            FileProblem::RegionLabel { .. }
            | FileProblem::NoExtent(_)
            | FileProblem::TwoExtents(_) => self.place_in_region(problem, text),
            FileProblem::PictureAndMeasure(name) => board.measure(name).map(Spanned::span),
            FileProblem::FlatLayers => board.layers.as_ref().map(Spanned::span),
            _ => None,
        }
    }

    fn place_of_rule(
        &self,
        error: &ModelError,
        (board, anchors): (&RawBoard, &[Spanned<String>]),
        text: &str,
    ) -> Option<Range<usize>> {
        let size = || {
            let measures = [&board.layers, &board.rows, &board.columns];
            let wrong =
                measures.into_iter().flatten().max_by_key(|measure| match measure.get_ref() {
                    0 => usize::MAX,
                    &size => size,
                });
            let drawn = board.picture.as_ref().or(board
                .labels
                .as_ref()
                .or(board.colours.as_ref())
                .filter(|_| wrong.is_none()));
            drawn.map(Spanned::span).or(wrong.map(Spanned::span))
        };
        match error {
            ModelError::EmptyBoard
            | ModelError::HugeBoard { .. }
            | ModelError::LayeredBoard { .. } => size(),
            ModelError::EmptyRow { row } => {
                let picture = board.picture.as_ref()?;
                Some(of_character(text, picture, in_drawing(picture.get_ref(), *row, 1)))
            }
            ModelError::SolidTray => self.tray.as_ref().map(Spanned::span),
            ModelError::SolidInner => board.inner.as_ref().map(Spanned::span),
            ModelError::FaceCentredWrap => board.wrap.first().map(Spanned::span),
            ModelError::RaggedWrap { axis } | ModelError::OddWrap { axis, .. } => {
                let is_it = |wrap: &&Spanned<_>| AXES[*wrap.get_ref() as usize] == *axis;
                board.wrap.iter().find(is_it).map(Spanned::span)
            }
            ModelError::UnknownAnchor { name } => {
                anchors.iter().find(|anchor| anchor.get_ref() == name).map(Spanned::span)
            }
            ModelError::NoPieces => self.pieces.sets.first().map(Spanned::span),
            ModelError::DoubleName { name } => {
                // The first may be that of a set.
                let piece = self.pieces_named(name).last()?.get_ref();
                Some(piece.name.as_ref().unwrap_or(&piece.symbol).span())
            }
            ModelError::EmptyShape { piece }
            | ModelError::LayeredPiece { piece }
            | ModelError::HighPiece { piece }
            | ModelError::DoubleCell { piece, .. }
            | ModelError::FarCell { piece, .. } => {
                let piece = self.pieces_named(piece).next()?.get_ref();
                piece.place_of_shape(error)
            }
            ModelError::DoubleSymbol { piece, symbol, .. } => {
                let raw = self.pieces_named(piece).next()?.get_ref();
                // One that the piece has twice is wrong the second time.
                let wanted = |&(_, found): &(usize, char)| found == *symbol;
                let symbols = raw.symbol.get_ref().chars().enumerate();
                let (number, _) = symbols.filter(wanted).last()?;
                Some(of_character(text, &raw.symbol, number))
            }
            ModelError::BadSymbol { piece, .. } => {
                let raw = self.pieces_named(piece).next()?.get_ref();
                let is_bad = |c: char| !c.is_ascii_graphic() || RESERVED.contains(&(c as u8));
                let number = raw.symbol.get_ref().chars().position(is_bad)?;
                Some(of_character(text, &raw.symbol, number))
            }
            ModelError::NoSymbol { piece } => {
                Some(self.pieces_named(piece).next()?.get_ref().symbol.span())
            }
            // Every other number of copies is refused when it is read.
            ModelError::Copies(BadCopies::Symbols { piece, copies, .. }) => {
                let raw = self.pieces_named(piece).next()?.get_ref();
                Some(of_character(text, &raw.symbol, *copies))
            }
            ModelError::Copies(_) => None,
            ModelError::Region(error) => self.place_of_region_rule(error, text),
            ModelError::PlainBoard { piece } => {
                self.pieces_named(piece).next()?.get_ref().colours.as_ref().map(Spanned::span)
            }
            ModelError::PlainRim => board.rim.as_ref().map(Spanned::span),
            ModelError::LargeTile { piece, .. }
            | ModelError::TileSides { piece, .. }
            | ModelError::SolidEdges { piece } => {
                self.pieces_named(piece).next()?.get_ref().edges.as_ref().map(Spanned::span)
            }
            ModelError::SolidBack { piece } => {
                self.pieces_named(piece).next()?.get_ref().back.as_ref().map(Spanned::span)
            }
            ModelError::NoInner { piece } => Some(self.pieces_named(piece).next()?.span()),
        }
    }

    /// The last set that has the piece that a problem is about.
    fn place_of_set(&self, error: &ModelError) -> Option<Range<usize>> {
        let (ModelError::DoubleName { name: piece }
        | ModelError::DoubleSymbol { piece, .. }
        | ModelError::LayeredPiece { piece }
        | ModelError::HighPiece { piece }) = error
        else {
            return None;
        };
        let has = |set: &&Spanned<String>| {
            let pieces = sets::pieces_of(set.get_ref()).unwrap_or_default();
            pieces.iter().any(|other| other.name == *piece)
        };
        self.pieces.sets.iter().rfind(has).map(Spanned::span)
    }

    pub(super) fn pieces_named<'a>(
        &'a self,
        name: &'a str,
    ) -> impl Iterator<Item = &'a Spanned<RawPiece>> {
        self.piece.iter().filter(move |piece| piece.get_ref().name() == name)
    }
}

/// The symbols that a conflict of the drawn position is about.
fn symbols_of(conflict: &Conflict, pieces: &[Piece]) -> Option<String> {
    let name = match conflict {
        Conflict::UnknownSymbol { symbol, .. } => return Some(symbol.to_string()),
        Conflict::Twice { piece }
        | Conflict::Size { piece, .. }
        | Conflict::Shape { piece }
        | Conflict::Overlap { second: piece, .. } => piece,
        _ => return None,
    };
    let piece = pieces.iter().find(|piece| piece.name == *name)?;
    Some(piece.symbols.iter().map(|&symbol| char::from(symbol)).collect())
}

impl RawPiece {
    /// The place of a problem of the shape.
    fn place_of_shape(&self, error: &ModelError) -> Option<Range<usize>> {
        let Some(cells) = &self.cells else {
            let drawn = self.picture.as_ref().or(self.copy.as_ref()).or(self.colours.as_ref());
            return drawn.map(Spanned::span);
        };
        let numbers = |cell: &[i64]| match *cell {
            [row, column] => [0, row, column],
            [layer, row, column] => [layer, row, column],
            _ => [0; 3],
        };
        let mut found = cells.get_ref().iter().filter(|cell| {
            let numbers = numbers(cell.get_ref());
            match error {
                ModelError::DoubleCell { cell, .. } => numbers == cell.map(i64::from),
                ModelError::FarCell { value, .. } => numbers.contains(value),
                _ => false,
            }
        });
        Some(found.next_back().map_or(cells.span(), Spanned::span))
    }
}

impl RawBoard {
    /// The measure of this name.
    fn measure(&self, name: &str) -> Option<&Spanned<usize>> {
        match name {
            "layers" => self.layers.as_ref(),
            "rows" => self.rows.as_ref(),
            _ => self.columns.as_ref(),
        }
    }
}
