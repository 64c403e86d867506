//! From a puzzle to an exact cover problem: items are the cells and the pieces, options are the
//! placements, and the group is computed from the motions of the board.
//!
//! Item `i` is cell `i` for the cells, inner ones included; pieces come after them. Option `o` is
//! placement `o`. Cost: one hash look-up for each placement and motion.

use std::collections::HashMap;

use crate::cover::mask::Wide;
use crate::cover::{Classes, CoverBuilder, Element, Group, ItemId, Mask, OptionId, Problem};

use super::lattice::Grid;
use super::model::Puzzle;
use super::motion::Motion;
use super::placement::{Placement, cells_of, placements};

/// A puzzle with everything that is derived from it.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The description.
    pub puzzle: Puzzle,
    /// The numbering of the cells.
    pub grid: Grid,
    /// The placements; placement `o` is option `o`.
    pub placements: Vec<Placement>,
    /// The exact cover problem.
    pub problem: Problem,
    /// The motions of the board under which the puzzle is closed, in the order of the group.
    pub symmetries: Vec<Symmetry>,
}

/// A motion of the board that maps the puzzle onto itself.
#[derive(Clone, Debug)]
pub struct Symmetry {
    /// What happens to the cells.
    pub motion: Motion,
    /// What becomes of each piece. A reflection may exchange two.
    pub pieces: Vec<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Label {
    Cell(usize),
    Piece(usize),
}

/// Compiles a puzzle.
pub fn compile(puzzle: &Puzzle) -> Compiled {
    match puzzle.board.size.iter().product::<usize>() {
        0..=128 => compile_with::<u128>(puzzle),
        129..=512 => compile_with::<Wide<8>>(puzzle),
        _ => compile_with::<Wide<64>>(puzzle),
    }
}

fn compile_with<M: Mask>(puzzle: &Puzzle) -> Compiled {
    let grid = Grid::new(&puzzle.board);
    let masks: Vec<Vec<M>> =
        puzzle.pieces.iter().map(|piece| placements(piece, &grid, puzzle.is_flat())).collect();
    let mut all = Vec::new();
    for (piece, masks) in masks.iter().enumerate() {
        for &mask in masks {
            let cells = cells_of(mask, &puzzle.pieces[piece], &grid);
            all.push(Placement { piece, cells });
        }
    }
    let required = required_pieces(puzzle, &grid, &all);
    let cover = cover(puzzle, &grid, &all, &required);
    let first_piece = grid.cell_count();
    let (symmetries, elements) = group::<M>(puzzle, &grid, &masks);
    let problem = Problem {
        group: Group::new(&cover, elements),
        pieces: (0..puzzle.pieces.len()).map(|p| ItemId((first_piece + p) as u32)).collect(),
        classes: classes(&grid, cover.item_count()),
        cover,
    };
    Compiled { puzzle: puzzle.clone(), grid, placements: all, problem, symmetries }
}

/// Which pieces must be used: those that are not optional, and those without which the others
/// cannot fill the board.
fn required_pieces(puzzle: &Puzzle, grid: &Grid, placements: &[Placement]) -> Vec<bool> {
    let mut volume = vec![0; puzzle.pieces.len()];
    for placement in placements {
        volume[placement.piece] = placement.cells.len().max(volume[placement.piece]);
    }
    let most: usize = puzzle.pieces.iter().zip(&volume).map(|(p, v)| p.copies() * v).sum();
    puzzle
        .pieces
        .iter()
        .zip(&volume)
        .map(|(piece, volume)| !piece.optional || most - volume.min(&most) < grid.cell_count())
        .collect()
}

fn cover(
    puzzle: &Puzzle,
    grid: &Grid,
    placements: &[Placement],
    required: &[bool],
) -> crate::cover::Cover {
    let mut builder = CoverBuilder::new();
    let built: Result<(), crate::cover::CoverError> = (|| {
        for cell in 0..grid.cell_count() {
            builder.primary(Label::Cell(cell), 1)?;
        }
        for (p, piece) in puzzle.pieces.iter().enumerate() {
            let copies = piece.copies() as u32;
            if required[p] {
                builder.primary(Label::Piece(p), copies)?;
            } else {
                builder.secondary(Label::Piece(p), copies)?;
            }
        }
        for (o, placement) in placements.iter().enumerate() {
            let cells = placement.cells.iter().map(|&cell| Label::Cell(cell as usize));
            builder.option(o, cells.chain([Label::Piece(placement.piece)]))?;
        }
        Ok(())
    })();
    built.expect("cells and pieces are declared above, once each, and every placement has a cell");
    builder.finish().cover
}

/// The motions under which the set of placements is closed, with what they do to the pieces.
fn group<M: Mask>(puzzle: &Puzzle, grid: &Grid, masks: &[Vec<M>]) -> (Vec<Symmetry>, Vec<Element>) {
    let mut number = 0;
    let index: Vec<HashMap<M, u32>> = masks
        .iter()
        .map(|masks| {
            masks
                .iter()
                .map(|&mask| {
                    number += 1;
                    (mask, number - 1)
                })
                .collect()
        })
        .collect();
    let mut symmetries = Vec::new();
    let mut elements = Vec::new();
    for motion in Motion::all(&puzzle.board, grid, puzzle.is_flat()) {
        let Some(pieces) = piece_images(puzzle, &motion, masks, &index) else { continue };
        let images = masks.iter().enumerate().flat_map(|(p, masks)| {
            let target = &index[pieces[p]];
            masks.iter().map(|&mask| OptionId(target[&motion.apply(mask)]))
        });
        let options = images.collect();
        let first_piece = grid.cell_count();
        let cells = motion.cells.iter().map(|&cell| ItemId(cell.into()));
        let items = cells.chain(pieces.iter().map(|p| ItemId((first_piece + p) as u32))).collect();
        elements.push(Element { items, options });
        symmetries.push(Symmetry { motion, pieces });
    }
    (symmetries, elements)
}

/// What a motion makes of each piece: itself where its placements are closed, else another that
/// is like it in every other way. `None` where there is no such piece.
fn piece_images<M: Mask>(
    puzzle: &Puzzle,
    motion: &Motion,
    masks: &[Vec<M>],
    index: &[HashMap<M, u32>],
) -> Option<Vec<usize>> {
    let becomes = |from: usize, to: usize| {
        let (a, b) = (&puzzle.pieces[from], &puzzle.pieces[to]);
        masks[from].len() == masks[to].len()
            && a.copies() == b.copies()
            && a.optional == b.optional
            && a.inner == b.inner
            && masks[from].iter().all(|&mask| index[to].contains_key(&motion.apply(mask)))
    };
    let mut taken = vec![false; masks.len()];
    let mut images = Vec::with_capacity(masks.len());
    for piece in 0..masks.len() {
        let others = (0..masks.len()).filter(|&other| other != piece);
        let image =
            [piece].into_iter().chain(others).find(|&to| !taken[to] && becomes(piece, to))?;
        taken[image] = true;
        images.push(image);
    }
    Some(images)
}

/// The outer cells by layer, by row and by column.
fn classes(grid: &Grid, items: usize) -> Vec<Classes> {
    let axes = (0..3).filter(|&axis| grid.size()[axis] > 1 && grid.size()[axis] <= 255);
    axes.map(|axis| Classes {
        class_of: (0..items)
            .map(|item| (item < grid.outer_count()).then(|| grid.point(item)[axis] as u8))
            .collect(),
        count: grid.size()[axis],
    })
    .collect()
}
