//! A puzzle as a file of BurrTools.
//!
//! What is written is read back, and its placements are compared with those of the puzzle. So whatever
//! BurrTools cannot say of a piece or a board is refused, and what is written has the same
//! arrangements. Cost: that of compiling the puzzle twice.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::xml::escaped;

use super::super::compile::{Compiled, compile};
use super::super::model::{Piece, Place, Point, Puzzle};
use super::super::paint::Paint;
use super::error::XmpuzzleError;
use super::grid::{Voxel, VoxelGrid};
use super::read::parse;

/// A puzzle as a file of BurrTools.
#[derive(Clone, Debug)]
pub(crate) struct Exported {
    /// The text of the file.
    pub text: String,
    /// Under how many motions of the board solutions are one solution here.
    pub own_motions: usize,
    /// And under how many BurrTools takes them for one.
    pub their_motions: usize,
}

/// Why a puzzle cannot be a file of BurrTools.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each message says what the fields are")]
pub(crate) enum NotExported {
    #[error("BurrTools has no hexagons")]
    Hexagons,
    #[error("BurrTools has no boards whose rows, columns or layers are closed to rings")]
    Wrap,
    #[error("BurrTools has no boards with inner cells")]
    Inner,
    #[error("BurrTools has no trays for solid pieces")]
    Tray,
    #[error("BurrTools has no regions, which confine pieces or leave cells free")]
    Regions,
    #[error("BurrTools has no pieces that lie on the board already")]
    Given,
    #[error(
        "BurrTools lets piece {piece} lie in {theirs} ways, and here it lies in {own}: pieces of \
         BurrTools may be rotated in space in every way, and not mirrored"
    )]
    Placements { piece: String, own: usize, theirs: usize },
    #[error("BurrTools has no pieces with other colours behind")]
    Backs,
    #[error(
        "piece {piece} would be a shape of more than {MOST_VOXELS} voxels, empty ones included"
    )]
    HugePiece { piece: String },
    #[error("it would read otherwise in BurrTools: {0}")]
    Read(String),
    #[error("{0}")]
    Own(String),
}

/// Writes a puzzle as a file of BurrTools.
///
/// # Errors
/// When BurrTools cannot say it.
pub(crate) fn write(puzzle: &Puzzle) -> Result<Exported, NotExported> {
    let grid = VoxelGrid::of(puzzle.board.lattice).ok_or(NotExported::Hexagons)?;
    refuse_what_has_no_element(puzzle, grid)?;
    let text = text_of(puzzle, grid);
    let read = parse(&text)
        .map_err(|error: XmpuzzleError| NotExported::Read(error.problem.to_string()))?;
    let compiled = |puzzle| compile(puzzle).map_err(|error| NotExported::Own(error.to_string()));
    let (own, theirs) = (compiled(puzzle)?, compiled(&read.members[0])?);
    for (piece, of_piece) in puzzle.pieces.iter().enumerate() {
        let (own, theirs) = (placements(&own, piece), placements(&theirs, piece));
        if own != theirs {
            let (piece, own, theirs) = (of_piece.name.clone(), own.len(), theirs.len());
            return Err(NotExported::Placements { piece, own, theirs });
        }
    }
    let (own_motions, their_motions) = (own.symmetries.len(), theirs.symmetries.len());
    Ok(Exported { text, own_motions, their_motions })
}

/// The most voxels that the box around a piece may have. Those of a board are fewer in any case.
const MOST_VOXELS: usize = 1 << 20;

/// Refuses what no element of such a file could say.
fn refuse_what_has_no_element(puzzle: &Puzzle, grid: VoxelGrid) -> Result<(), NotExported> {
    let board = &puzzle.board;
    let has_back = |piece: &Piece| piece.paints.as_ref().is_some_and(|p| p.back.is_some());
    let is_confined = puzzle.pieces.iter().any(|piece| piece.region.is_some());
    for (is_there, refusal) in [
        (board.wrap != [false; 3], NotExported::Wrap),
        (board.inner.is_some(), NotExported::Inner),
        (puzzle.tray.is_some(), NotExported::Tray),
        (is_confined, NotExported::Regions),
        (!puzzle.given.is_empty(), NotExported::Given),
        (puzzle.pieces.iter().any(has_back), NotExported::Backs),
    ] {
        if is_there {
            return Err(refusal);
        }
    }
    let is_huge = |points: &[Point]| {
        let size = size(&points.iter().map(|&point| grid.voxel(point)).collect::<Vec<_>>());
        size.iter().fold(1_usize, |n, &m| n.saturating_mul(m)) > MOST_VOXELS
    };
    match puzzle.pieces.iter().find(|piece| is_huge(&piece.cells)) {
        Some(piece) => Err(NotExported::HugePiece { piece: piece.name.clone() }),
        None => Ok(()),
    }
}

/// The sides of the box around some voxels.
fn size(voxels: &[Voxel]) -> [usize; 3] {
    [0, 1, 2].map(|axis| {
        let along = || voxels.iter().map(|voxel| voxel[axis]);
        along().max().zip(along().min()).map_or(0, |(most, least)| (most - least) as usize + 1)
    })
}

/// The placements of a piece as sorted cells of the drawing, counted from the first of the board.
fn placements(compiled: &Compiled, piece: usize) -> Vec<Vec<Point>> {
    let points: Vec<Point> = compiled.puzzle.board.points().collect();
    let first = [0, 1, 2].map(|axis| points.iter().map(|point| point[axis]).min().unwrap_or(0));
    let drawn = |&cell: &u16| {
        let point = compiled.grid.drawn(usize::from(cell));
        [0, 1, 2].map(|axis| point[axis] - first[axis])
    };
    let own = compiled.placements.iter().filter(|placement| placement.piece == piece);
    let cells = own.map(|placement| {
        let mut cells: Vec<Point> = placement.cells.iter().map(drawn).collect();
        cells.sort_unstable();
        cells
    });
    let mut all: Vec<Vec<Point>> = cells.collect();
    all.sort_unstable();
    all
}

/// The text of the file.
fn text_of(puzzle: &Puzzle, grid: VoxelGrid) -> String {
    let colours = colours_of(puzzle);
    let mut text = String::from("<?xml version=\"1.0\"?>\n<puzzle version=\"2\">\n");
    // Writing to a text does not fail.
    let _ = writeln!(text, "  <gridType type=\"{}\"/>\n  <colors>", grid.number());
    for number in 0..colours.len() {
        // Which they are on the screen is all the same, as long as they differ.
        let [red, green, blue] = [0, 2, 4].map(|shift| (((number + 1) >> shift) & 3) * 85);
        let _ = writeln!(text, "    <color red=\"{red}\" green=\"{green}\" blue=\"{blue}\"/>");
    }
    text += "  </colors>\n  <shapes>\n";
    let spelt = |state: char, paint: Option<Paint>| match colour_of(&colours, paint) {
        Some(colour) => format!("{state}{}", colour + 1),
        None => state.to_string(),
    };
    for piece in &puzzle.pieces {
        let paint = |cell: usize| piece.paints.as_ref().and_then(|paints| paints.front[cell]);
        let cells = piece.cells.iter().enumerate();
        let cells: Vec<_> = cells.map(|(n, &point)| (point, spelt('#', paint(n)))).collect();
        write_voxels(&mut text, grid, &piece.name, &cells);
    }
    let board = &puzzle.board;
    let state = |point: Point| match board.place(point) {
        Place::MayStayEmpty => '+',
        Place::Cell | Place::Hole => '#',
    };
    let cells: Vec<_> = board.points().map(|p| (p, spelt(state(p), board.paint(p)))).collect();
    write_voxels(&mut text, grid, "Result", &cells);
    text += "  </shapes>\n  <problems>\n";
    write_problem(&mut text, puzzle, colours.len());
    let _ =
        writeln!(text, "  </problems>\n  <comment>{}</comment>\n</puzzle>", escaped(&puzzle.about));
    text
}

/// The colours of a puzzle, sorted.
fn colours_of(puzzle: &Puzzle) -> Vec<Paint> {
    let of_board = puzzle.board.paints.iter().map(|&(_, paint)| paint);
    let of_pieces = puzzle.pieces.iter().filter_map(|piece| piece.paints.as_ref());
    let of_pieces = of_pieces.flat_map(|paints| paints.front.iter().copied().flatten());
    let colours: BTreeSet<Paint> = of_board.chain(of_pieces).collect();
    colours.into_iter().collect()
}

/// The number of a colour, counted from 0.
fn colour_of(colours: &[Paint], paint: Option<Paint>) -> Option<usize> {
    colours.binary_search(&paint?).ok()
}

/// Writes the one problem: how many of each piece there are, and that the last shape is to be filled.
fn write_problem(text: &mut String, puzzle: &Puzzle, colours: usize) {
    let name = escaped(&puzzle.title);
    let _ = writeln!(text, "    <problem name=\"{name}\" state=\"0\">\n      <shapes>");
    for (id, piece) in puzzle.pieces.iter().enumerate() {
        let (least, most) = (piece.least_copies(), piece.copies());
        let copies = if least == most {
            format!("count=\"{most}\"")
        } else {
            format!("min=\"{least}\" max=\"{most}\"")
        };
        let _ = writeln!(text, "        <shape id=\"{id}\" {copies}/>");
    }
    let result = puzzle.pieces.len();
    let _ = writeln!(text, "      </shapes>\n      <result id=\"{result}\"/>\n      <bitmap>");
    for colour in 0..colours {
        let _ = writeln!(text, "        <pair piece=\"{colour}\" result=\"{colour}\"/>");
    }
    text.push_str("      </bitmap>\n    </problem>\n");
}

/// Writes a shape: its voxels, all others of the box around them empty.
fn write_voxels(text: &mut String, grid: VoxelGrid, name: &str, cells: &[(Point, String)]) {
    let mut voxels: Vec<Voxel> = cells.iter().map(|&(point, _)| grid.voxel(point)).collect();
    grid.move_voxels_to_origin(&mut voxels);
    let size = [0, 1, 2]
        .map(|axis| voxels.iter().map(|voxel| voxel[axis] as usize + 1).max().unwrap_or(0));
    let [width, depth, height] = size;
    let mut states = vec!["_"; width * depth * height];
    for (&[x, y, z], (_, state)) in voxels.iter().zip(cells) {
        states[x as usize + width * (y as usize + depth * z as usize)] = state;
    }
    let (name, states) = (escaped(name), states.concat());
    let _ = writeln!(
        text,
        "    <voxel x=\"{width}\" y=\"{depth}\" z=\"{height}\" name=\"{name}\" type=\"0\">{states}\
         </voxel>"
    );
}
