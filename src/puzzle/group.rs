//! The symmetry group of a puzzle: the motions of the board under which its placements are closed.
//!
//! What a motion makes of each placement is looked up once for a few motions; most are one of these after
//! another, and then it is read from the lists of both. Cost: a search in a sorted list for each placement
//! and each of the few, one step for each placement and motion.

use std::collections::HashMap;

use crate::cover::{Element, ItemId, Mask, OptionId};

use super::edges::{Edges, sides_after};
use super::lattice::Grid;
use super::model::Puzzle;
use super::motion::Motion;
use super::placement::Placement;

/// A motion of the board that maps the puzzle onto itself.
#[derive(Clone, Debug)]
pub(crate) struct Symmetry {
    /// What happens to the cells.
    pub motion: Motion,
    /// What becomes of each piece. A reflection may exchange two.
    pub pieces: Vec<usize>,
}

/// The placements of all pieces, and where to find them.
#[derive(Clone, Copy)]
pub(super) struct Placements<'a, M> {
    /// All of them; those of a piece that cover the same cells follow one another.
    pub all: &'a [Placement],
    /// For each piece, the sets of cells that it may cover, each once.
    pub masks: &'a [Vec<M>],
    /// For each piece and set of cells, the number of the first placement.
    pub firsts: &'a [Vec<u32>],
    pub edges: Option<&'a Edges>,
}

/// The motions under which the set of placements is closed and given pieces stay, with what they do to the pieces.
pub(super) fn group<M: Mask>(
    puzzle: &Puzzle,
    grid: &Grid,
    laid: &Placements<'_, M>,
    given: &[(usize, M)],
) -> (Vec<Symmetry>, Vec<Element>) {
    let index = index(laid);
    let mut symmetries: Vec<Symmetry> = Vec::new();
    let mut elements: Vec<Element> = Vec::new();
    let mut known = KnownMotions::default();
    let motions = match laid.edges {
        Some(edges) => edges.motions(puzzle, grid),
        None => Motion::all(&puzzle.board, grid, puzzle.board_is_flat()),
    };
    for motion in motions {
        let parts = known.parts(&motion);
        let found = match parts {
            Some([last, first]) => {
                let after = &elements[last].options;
                let options = elements[first].options.iter().map(|option| after[option.index()]);
                Some((symmetries[first].pieces.clone(), options.collect()))
            }
            None => piece_images(puzzle, grid, &motion, laid, &index),
        };
        let Some((pieces, options)) = found else { continue };
        let keeps =
            |&(piece, mask): &(usize, M)| given.contains(&(pieces[piece], motion.apply(mask)));
        if !given.iter().all(keeps) {
            continue;
        }
        let first_piece = grid.cell_count();
        let cells = motion.cells.iter().map(|&cell| ItemId(cell.into()));
        let items = cells.chain(pieces.iter().map(|p| ItemId((first_piece + p) as u32)));
        let edges = laid.edges.map(|edges| {
            let (images, shared) =
                (edges.images(grid, &motion), edges.shared().collect::<Vec<_>>());
            let first_edge = first_piece + pieces.len();
            let item = |edge: usize| shared.binary_search(&images[edge]).unwrap_or(0) + first_edge;
            shared.iter().map(|&edge| ItemId(item(edge) as u32)).collect::<Vec<_>>()
        });
        let items = items.chain(edges.into_iter().flatten()).collect();
        // Motions that move cells alike may differ where pieces have edges.
        if laid.edges.is_none() {
            let is_new = parts.is_none() && !elements.is_empty();
            let may_be_last = is_new && pieces.iter().copied().eq(0..pieces.len());
            known.add(elements.len(), &motion, may_be_last);
        }
        elements.push(Element { items, options });
        symmetries.push(Symmetry { motion, pieces });
    }
    (symmetries, elements)
}

/// For each piece, the sets of cells that it may cover in order, with their first placements.
fn index<M: Mask>(laid: &Placements<'_, M>) -> Vec<Vec<(M, u32)>> {
    // Sorted lists: a puzzle is compiled in a time in which a hash of each mask would tell.
    let numbered = |(masks, firsts): (&Vec<M>, &Vec<u32>)| {
        let mut numbered: Vec<(M, u32)> =
            masks.iter().copied().zip(firsts.iter().copied()).collect();
        numbered.sort_unstable();
        numbered
    };
    laid.masks.iter().zip(laid.firsts).map(numbered).collect()
}

/// Motions of which it is known what they make of the placements, by number, so that others need not be
/// looked at: most are one of a few after another.
#[derive(Default)]
struct KnownMotions {
    /// By what they do to the cells.
    by_cells: HashMap<Vec<u16>, usize>,
    /// Those that may come last, with their inverses. They make each piece itself: so, after any other, each
    /// becomes what the other makes of it.
    last: Vec<(usize, Vec<u16>)>,
}

impl KnownMotions {
    fn add(&mut self, number: usize, motion: &Motion, may_be_last: bool) {
        self.by_cells.insert(motion.cells.clone(), number);
        if may_be_last {
            let mut inverse = vec![0; motion.cells.len()];
            for (cell, &image) in motion.cells.iter().enumerate() {
                inverse[usize::from(image)] = cell as u16;
            }
            self.last.push((number, inverse));
        }
    }

    /// The last and the first of two motions that make this one.
    fn parts(&self, motion: &Motion) -> Option<[usize; 2]> {
        self.last.iter().find_map(|(last, inverse)| {
            let first: Vec<u16> =
                motion.cells.iter().map(|&cell| inverse[usize::from(cell)]).collect();
            Some([*last, *self.by_cells.get(&first)?])
        })
    }
}

/// What a motion makes of each piece: itself where its placements are closed, else another that
/// is like it in every other way; and of its options. `None` where there is no such piece.
fn piece_images<M: Mask>(
    puzzle: &Puzzle,
    grid: &Grid,
    motion: &Motion,
    laid: &Placements<'_, M>,
    index: &[Vec<(M, u32)>],
) -> Option<(Vec<usize>, Vec<OptionId>)> {
    let masks = laid.masks;
    let becomes = |from: usize, to: usize| -> Option<Vec<OptionId>> {
        let (a, b) = (&puzzle.pieces[from], &puzzle.pieces[to]);
        let is_alike = masks[from].len() == masks[to].len()
            && a.copies() == b.copies()
            && a.least_copies() == b.least_copies()
            && a.stays_free == b.stays_free
            && a.inner == b.inner;
        let image = |&mask: &M| {
            let image = motion.apply(mask);
            let found = index[to].binary_search_by_key(&image, |&(mask, _)| mask).ok()?;
            Some(OptionId(index[to][found].1))
        };
        if !is_alike {
            return None;
        }
        let images: Vec<OptionId> = masks[from].iter().map(image).collect::<Option<_>>()?;
        if laid.edges.is_none() {
            return Some(images);
        }
        let firsts = laid.firsts[from].iter().zip(images);
        let all = firsts.map(|(&first, image)| {
            ways_moved(grid, motion, laid.all, (first as usize, image.index()))
        });
        Some(all.collect::<Option<Vec<_>>>()?.concat())
    };
    // By symbol, so that which of several alike pieces becomes which does not depend on the order
    // of the file.
    let mut by_symbol: Vec<usize> = (0..masks.len()).collect();
    by_symbol.sort_by_key(|&piece| &puzzle.pieces[piece].symbols);
    let mut taken = vec![false; masks.len()];
    let mut images = vec![(0, Vec::new()); masks.len()];
    for &piece in &by_symbol {
        let candidates = std::iter::once(piece).chain(by_symbol.iter().copied());
        let mut free = candidates.filter(|&to| !taken[to]);
        let (image, options) = free.find_map(|to| Some((to, becomes(piece, to)?)))?;
        taken[image] = true;
        images[piece] = (image, options);
    }
    let (pieces, options): (Vec<usize>, Vec<Vec<OptionId>>) = images.into_iter().unzip();
    Some((pieces, options.concat()))
}

/// What a motion makes of the placements of a piece on some cells, of which the first has this number,
/// among those on the cells to which they come; `None` where one of these sets has what the other lacks.
fn ways_moved(
    grid: &Grid,
    motion: &Motion,
    all: &[Placement],
    (first, image): (usize, usize),
) -> Option<Vec<OptionId>> {
    let beside = |first: usize| {
        let like = &all[first];
        let is_beside = |p: &&Placement| (p.piece, &p.cells) == (like.piece, &like.cells);
        all[first..].iter().take_while(is_beside).enumerate().map(move |(n, p)| (first + n, p))
    };
    if beside(first).count() != beside(image).count() {
        return None;
    }
    let becomes = |(_, placement): (usize, &Placement)| {
        let cell = usize::from(placement.cells[0]);
        let moved = if placement.sides.is_empty() {
            Vec::new()
        } else {
            sides_after(grid, motion, cell, &placement.sides)
        };
        let found = beside(image).find(|(_, other)| other.sides == moved);
        found.map(|(number, _)| OptionId(number as u32))
    };
    beside(first).map(becomes).collect()
}

#[cfg(test)]
mod tests {
    use crate::puzzle::catalog::catalog;
    use crate::puzzle::compile;

    use super::*;

    #[test]
    fn a_motion_made_of_others_does_to_each_placement_what_looking_it_up_says() {
        let files = catalog().unwrap();
        let is_small = |puzzle: &&Puzzle| puzzle.board.points().count() <= 128;
        let mut made = 0;
        for puzzle in files.iter().flat_map(|file| &file.members).filter(is_small) {
            let compiled = compile(puzzle).unwrap();
            if compiled.edges.is_some() {
                continue;
            }
            let mut masks = vec![Vec::new(); puzzle.pieces.len()];
            let mut firsts = vec![Vec::new(); puzzle.pieces.len()];
            for (number, placement) in (0..).zip(&compiled.placements) {
                let cells = placement.cells.iter().map(|&cell| usize::from(cell));
                let outer = cells.filter(|&cell| cell < compiled.grid.outer_count());
                masks[placement.piece].push(<u128 as Mask>::of(outer));
                firsts[placement.piece].push(number);
            }
            let all = &compiled.placements;
            let laid = Placements { all, masks: &masks, firsts: &firsts, edges: None };
            let (index, mut known) = (index(&laid), KnownMotions::default());
            let elements = compiled.problem.group.elements();
            for (number, symmetry) in compiled.symmetries.iter().enumerate() {
                let Symmetry { motion, pieces } = symmetry;
                let looked_up = piece_images(puzzle, &compiled.grid, motion, &laid, &index);
                let expected = Some((pieces.clone(), elements[number].options.clone()));
                assert_eq!(looked_up, expected, "{}, motion {number}", puzzle.name);
                let is_made = known.parts(motion).is_some();
                made += usize::from(is_made);
                let keeps_pieces = pieces.iter().copied().eq(0..pieces.len());
                known.add(number, motion, !is_made && number > 0 && keeps_pieces);
            }
        }
        assert!(made > 100, "{made} motions are made of others");
    }
}
