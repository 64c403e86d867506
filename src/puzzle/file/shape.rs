//! The shape of a piece in a puzzle file: its cells, and their colours if it has some.
//!
//! There is one of a picture, a list of cells, a piece of a set, a drawing of colours, and the colours
//! of the edges of a single cell. Cost: linear
//! in the text.

use std::ops::Range;

use toml::Spanned;

use super::super::drawing::{painted_cells_on, piece_cells_on};
use super::super::mark::BadMark;
use super::super::model::{AXES, Lattice, MAX_COORDINATE, Motions, Point};
use super::super::paint::{Paint, PiecePaints};
use super::super::rules::ModelError;
use super::place::{in_drawing, of_character};
use super::raw::RawPiece;
use super::{FileProblem, Located, copied_piece};

/// What a piece is made of.
pub(super) struct Shape {
    /// Its cells as they are drawn.
    pub cells: Vec<Point>,
    /// How it may be turned, unless something else is said.
    pub motions: Motions,
    /// The colours of its cells.
    pub paints: Option<PiecePaints>,
    /// The colours of the sides of its one cell.
    pub edges: Option<Vec<Paint>>,
}

impl RawPiece {
    /// The shape of the piece, which stands at this place in the text of the file.
    pub(super) fn shape(
        &self,
        lattice: Lattice,
        text: &str,
        span: Range<usize>,
    ) -> Result<Shape, Located> {
        let name = || self.name().to_owned();
        let spans = [
            self.picture.as_ref().map(Spanned::span),
            self.cells.as_ref().map(Spanned::span),
            self.copy.as_ref().map(Spanned::span),
            self.colours.as_ref().map(Spanned::span),
            self.edges.as_ref().map(Spanned::span),
        ];
        if let Some(second) = spans.into_iter().flatten().nth(1) {
            return Err((second, FileProblem::TwoShapes(name())));
        }
        if let (Some(back), None) = (&self.back, &self.colours) {
            return Err((back.span(), FileProblem::BackAlone(name())));
        }
        let wrong = |drawing: &Spanned<String>, mark: BadMark| {
            let number = in_drawing(drawing.get_ref(), mark.row, mark.column);
            of_character(text, drawing, number)
        };
        let mut motions = Motions::RotationsAndFlips;
        let (mut paints, mut edges) = (None, None);
        let cells = if let Some(picture) = &self.picture {
            piece_cells_on(lattice, picture.get_ref())
                .map_err(|mark| (wrong(picture, mark), mark.into()))?
        } else if let Some(cells) = &self.cells {
            coordinates(self.name(), cells.get_ref())?
        } else if let Some(copy) = &self.copy {
            let copied = copied_piece(lattice, copy.get_ref()).map_err(|p| (copy.span(), p))?;
            motions = copied.motions;
            copied.cells
        } else if let Some(colours) = &self.colours {
            let read = |drawing: &Spanned<String>| -> Result<(Vec<Point>, Vec<_>), Located> {
                let painted = painted_cells_on(lattice, drawing.get_ref())
                    .map_err(|mark| (wrong(drawing, mark), FileProblem::Colours(mark)))?;
                Ok(painted.into_iter().unzip())
            };
            let (cells, front) = read(colours)?;
            let back = match &self.back {
                Some(drawing) => {
                    let (behind, back) = read(drawing)?;
                    if behind != cells {
                        return Err((drawing.span(), FileProblem::OtherBack(name())));
                    }
                    Some(back)
                }
                None => None,
            };
            paints = Some(PiecePaints { front, back });
            cells
        } else if let Some(sides) = &self.edges {
            // What is printed on one side of a tile is not seen from the other.
            motions = Motions::Rotations;
            let wrong = |(number, colour)| {
                (of_character(text, sides, number), FileProblem::NoColour(colour))
            };
            let paint = |(number, colour): (usize, char)| {
                Paint::of(colour).ok_or_else(|| wrong((number, colour)))
            };
            let read = sides.get_ref().chars().enumerate().map(paint);
            edges = Some(read.collect::<Result<Vec<Paint>, Located>>()?);
            vec![[0; 3]]
        } else {
            return Err((span, FileProblem::NoShape(name())));
        };
        Ok(Shape { cells, motions, paints, edges })
    }
}

fn coordinates(name: &str, cells: &[Spanned<Vec<i64>>]) -> Result<Vec<Point>, Located> {
    let number = |axis: usize, value: i64| -> Result<i32, FileProblem> {
        let far = || ModelError::FarCell { piece: name.to_owned(), axis: AXES[axis], value };
        let number = i32::try_from(value).ok();
        let near = number.filter(|number| number.unsigned_abs() <= MAX_COORDINATE as u32);
        near.ok_or_else(|| far().into())
    };
    let point = |cell: &[i64]| match *cell {
        [row, column] => Ok([0, number(1, row)?, number(2, column)?]),
        [layer, row, column] => Ok([number(0, layer)?, number(1, row)?, number(2, column)?]),
        _ => Err(FileProblem::CellLength(name.to_owned())),
    };
    let located =
        |cell: &Spanned<Vec<i64>>| point(cell.get_ref()).map_err(|problem| (cell.span(), problem));
    cells.iter().map(located).collect()
}
