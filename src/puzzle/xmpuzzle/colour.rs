//! Which colours of pieces may lie on which colours of the result.
//!
//! A voxel without a colour goes with every other. Of colours, only the pairs go together that a
//! problem lists. Here a colour goes with itself alone, so that the colours of a file are renamed: those
//! of pieces that go with the same colours of the result become one, and so do these. Where two go with
//! some colours together and with others not, there is no such name. BurrTools takes two placements on
//! the same cells for two if their colours differ; pieces that could lie so are refused.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use roxmltree::Node;

use super::super::model::{Board, Lattice, Motions, Point};
use super::super::paint::{Paint, PiecePaints};
use super::super::placement::{PaintedPoint, moved_to_origin};
use super::super::turn::Turn;
use super::element::{check_attributes, elements_called, number};
use super::error::{ColourProblem, Located};

/// A colour of a file, from 1; 0 is none.
pub(super) type Colour = u8;

/// A drawn cell with its colour.
pub(super) type ColouredCell = (Point, Colour);

/// The pairs of colours that go together, of the piece and of the result.
#[derive(Clone, Debug, Default)]
pub(super) struct Pairs(HashSet<(u32, u32)>);

impl Pairs {
    /// Reads a `<bitmap>` element.
    ///
    /// # Errors
    /// When it holds anything but pairs of colours.
    pub fn read(node: Node<'_, '_>) -> Result<Self, Located> {
        let pair = |node: Node<'_, '_>| {
            check_attributes(node, &["piece", "result"])?;
            // Here, and here only, colours are counted from 0.
            let colour = |name| Ok::<u32, Located>(number(node, name)?.saturating_add(1));
            Ok((colour("piece")?, colour("result")?))
        };
        check_attributes(node, &[])?;
        elements_called(node, "pair")?.into_iter().map(pair).collect::<Result<_, _>>().map(Self)
    }

    /// Whether a colour of a piece may lie on one of the result.
    fn allow(&self, piece: Colour, result: Colour) -> bool {
        piece == 0 || result == 0 || self.0.contains(&(piece.into(), result.into()))
    }
}

/// What the colours of a problem are called here: of pieces, and of the result.
#[derive(Clone, Debug, Default)]
pub(super) struct Painting {
    of_pieces: BTreeMap<Colour, Paint>,
    of_result: BTreeMap<Colour, Paint>,
}

impl Painting {
    /// Names the colours of the pieces and of the result of a problem.
    ///
    /// # Errors
    /// When there are no such names.
    pub fn new(
        pairs: &Pairs,
        pieces: &[Vec<ColouredCell>],
        result: &[ColouredCell],
    ) -> Result<Self, ColourProblem> {
        let there = |cells: &mut dyn Iterator<Item = &ColouredCell>| -> BTreeSet<Colour> {
            cells.map(|&(_, colour)| colour).filter(|&colour| colour != 0).collect()
        };
        let all_of_result = there(&mut result.iter());
        let (mut of_pieces, mut of_result) =
            (there(&mut pieces.iter().flatten()), all_of_result.clone());
        // What goes with everything has no colour.
        loop {
            let before = of_pieces.len() + of_result.len();
            of_pieces.retain(|&piece| of_result.iter().any(|&result| !pairs.allow(piece, result)));
            of_result.retain(|&result| of_pieces.iter().any(|&piece| !pairs.allow(piece, result)));
            if of_pieces.len() + of_result.len() == before {
                break;
            }
        }
        let mut paints = (b'!'..=b'~').filter_map(|symbol| Paint::of(symbol.into()));
        let mut next = || paints.next().ok_or(ColourProblem::TooMany);
        let mut painting = Self::default();
        for &piece in &of_pieces {
            let own = |other: Colour| -> Vec<Colour> {
                of_result.iter().copied().filter(|&result| pairs.allow(other, result)).collect()
            };
            let goes_with = own(piece);
            let like = painting.of_pieces.iter().find(|&(&other, _)| own(other) == goes_with);
            let paint = like.map_or_else(&mut next, |(_, &paint)| Ok(paint))?;
            for result in goes_with {
                if let Some(other) = painting.of_result.insert(result, paint)
                    && other != paint
                {
                    let mut pieces = painting.of_pieces.iter();
                    let first = pieces.find(|&(_, &paint)| paint == other);
                    let first = first.map_or(0, |(&colour, _)| colour);
                    return Err(ColourProblem::Torn { first, second: piece, result });
                }
            }
            painting.of_pieces.insert(piece, paint);
        }
        // Colours of the result on which nothing coloured may lie; and all where they bind nothing, since
        // a motion of the result keeps them.
        let of_result = if of_pieces.is_empty() { all_of_result } else { of_result };
        for result in of_result {
            if let Entry::Vacant(entry) = painting.of_result.entry(result) {
                entry.insert(next()?);
            }
        }
        Ok(painting)
    }

    /// The colours of the cells of a piece, if it has any that say where it may lie.
    pub fn of_piece(&self, cells: &[ColouredCell]) -> Option<PiecePaints> {
        let paint = |(_, colour): &ColouredCell| self.of_pieces.get(colour).copied();
        let front: Vec<Option<Paint>> = cells.iter().map(paint).collect();
        front.iter().any(Option::is_some).then_some(PiecePaints { front, back: None })
    }

    /// The colours of the cells of the result, as a board has them.
    pub fn of_result(&self, cells: &[ColouredCell]) -> Vec<(Point, Paint)> {
        let painted = |&(cell, colour): &ColouredCell| Some((cell, *self.of_result.get(&colour)?));
        let mut paints: Vec<(Point, Paint)> = cells.iter().filter_map(painted).collect();
        paints.sort_unstable();
        paints
    }
}

/// Whether a piece can lie in the same cells of a board in two ways, its colours otherwise.
pub(super) fn lies_twice(
    piece: &[ColouredCell],
    motions: Motions,
    board: &Board,
    result: &[ColouredCell],
    pairs: &Pairs,
) -> bool {
    if piece.iter().all(|&(_, colour)| colour == piece[0].1) {
        return false;
    }
    let lattice = board.lattice;
    let on_board: HashMap<Point, Colour> = result.iter().copied().collect();
    let several = colourings(piece, motions, board).into_iter().filter(|(_, ways)| ways.len() > 1);
    several.into_iter().any(|(shape, ways)| {
        result.iter().any(|&(start, _)| {
            let Some(below) = colours_below(&shape, start, lattice, &on_board) else {
                return false;
            };
            let fits = |way: &&Vec<Colour>| {
                way.iter().zip(&below).all(|(&own, &under)| pairs.allow(own, under))
            };
            ways.iter().filter(fits).count() > 1
        })
    })
}

/// The shapes that a piece shows when it is turned, each with the different ways in which its cells may
/// be coloured then.
fn colourings(
    piece: &[ColouredCell],
    motions: Motions,
    board: &Board,
) -> HashMap<Vec<PaintedPoint>, HashSet<Vec<Colour>>> {
    let lattice = board.lattice;
    let mut seen: HashMap<_, HashSet<Vec<Colour>>> = HashMap::new();
    for turn in Turn::of(lattice, motions, board.is_flat()) {
        let turned =
            |&(cell, colour): &ColouredCell| (turn.apply(lattice.straighten(cell)), colour);
        let mut turned: Vec<ColouredCell> = piece.iter().map(turned).collect();
        // A shift keeps the order of the cells.
        turned.sort_unstable();
        let cells = turned.iter().map(|&(cell, _)| (cell, None)).collect();
        let colours = turned.into_iter().map(|(_, colour)| colour).collect();
        seen.entry(moved_to_origin(cells, lattice)).or_default().insert(colours);
    }
    seen
}

/// The colours of the cells on which a shape comes to lie, its first cell on this one; `None` where it
/// does not lie on the board.
fn colours_below(
    shape: &[PaintedPoint],
    start: Point,
    lattice: Lattice,
    on_board: &HashMap<Point, Colour>,
) -> Option<Vec<Colour>> {
    let (from, to) = (shape[0].0, lattice.straighten(start));
    let shift: Point = std::array::from_fn(|axis| to[axis] - from[axis]);
    lattice.drawn_step(shift)?;
    let below = |(cell, _): &PaintedPoint| {
        let at = lattice.drawn(std::array::from_fn(|axis| cell[axis] + shift[axis]))?;
        on_board.get(&at).copied()
    };
    shape.iter().map(below).collect()
}
