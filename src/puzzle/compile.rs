//! From a puzzle to an exact cover problem: items are the cells and the pieces, options are the
//! placements, and the group is computed from the motions of the board.
//!
//! Item `i` is cell `i` for the cells, inner ones included; pieces come after them, and then, where
//! pieces have coloured edges, the edges at which two cells meet, as secondary items to which options
//! give the colours of their sides. Option `o` is placement `o`. A piece of which any number may be used
//! has an item too, so that numbers stay in step, but no option has it: what binds nothing need not be
//! counted. Cost: some steps for each placement, and what the group costs.

use std::sync::OnceLock;

use crate::cover::mask::Wide;
use crate::cover::{
    Classes, Colour, Cover, CoverError, Group, ItemId, LabelledBuilder, Mask, Problem,
};

use super::edges::Edges;
use super::given::Conflict;
use super::group::{Placements, Symmetry, group};
use super::lattice::Grid;
use super::model::{Given, Piece, Place, Puzzle};
use super::paint::Paint;
use super::placement::{Placement, cells_of, placements};

/// A puzzle with everything that is derived from it.
#[derive(Clone, Debug)]
pub(crate) struct Compiled {
    /// The description.
    pub puzzle: Puzzle,
    /// The numbering of the cells.
    pub grid: Grid,
    /// The placements; placement `o` is option `o`.
    pub placements: Vec<Placement>,
    /// The edges of the board, where pieces have coloured ones.
    pub edges: Option<Edges>,
    /// The exact cover problem.
    pub problem: Problem,
    /// The motions of the board under which the puzzle is closed, in the order of the group.
    pub symmetries: Vec<Symmetry>,
    /// What rules it out, once that was computed (see [`super::infeasibility`]).
    pub(super) infeasibility: OnceLock<Vec<String>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Label {
    Cell(usize),
    Piece(usize),
    Edge(usize),
}

/// Compiles a puzzle.
///
/// # Errors
/// When a piece that is given cannot lie where it is given.
pub(crate) fn compile(puzzle: &Puzzle) -> Result<Compiled, Conflict> {
    match puzzle.board.points().count() {
        0..=128 => compile_with::<u128>(puzzle),
        // What a page carries is as small as can be, and boards of this size are rare there.
        #[cfg(not(target_family = "wasm"))]
        129..=512 => compile_with::<Wide<8>>(puzzle),
        _ => compile_with::<Wide<64>>(puzzle),
    }
}

fn compile_with<M: Mask>(puzzle: &Puzzle) -> Result<Compiled, Conflict> {
    let grid = Grid::new(&puzzle.board);
    let mut masks: Vec<Vec<M>> =
        puzzle.pieces.iter().map(|piece| placements(piece, puzzle, &grid)).collect();
    let given = lay_given(puzzle, &grid, &mut masks)?;
    // A cell under a given piece must be filled, which forces the piece.
    let must_fill = |cell: usize| {
        puzzle.board.place(grid.drawn(cell)) == Place::Cell
            || given.iter().any(|(_, mask)| !mask.is_disjoint(M::bit(cell)))
    };
    let primary: Vec<bool> =
        (0..grid.cell_count()).map(|cell| cell >= grid.outer_count() || must_fill(cell)).collect();
    // A piece that may be left out lies only where it fills something that must be filled:
    // elsewhere nothing would ever choose it (Knuth's rule for options without a primary item).
    for (piece, masks) in puzzle.pieces.iter().zip(&mut masks).filter(|(piece, _)| piece.optional) {
        masks.retain(|&mask| {
            cells_of(mask, piece, &grid).iter().any(|&cell| primary[usize::from(cell)])
        });
    }
    let edges = Edges::of_puzzle(puzzle, &grid);
    let (mut all, mut firsts) = (Vec::new(), Vec::with_capacity(masks.len()));
    for (number, masks) in masks.iter_mut().enumerate() {
        let piece = &puzzle.pieces[number];
        let mut first = Vec::with_capacity(masks.len());
        masks.retain(|&mask| {
            let (before, cells) = (all.len(), cells_of(mask, piece, &grid));
            match &edges {
                None => all.push(Placement { piece: number, cells, sides: Vec::new() }),
                Some(edges) => {
                    let ways = edges.ways(puzzle, &grid, piece, usize::from(cells[0])).into_iter();
                    let laid = |sides| Placement { piece: number, cells: cells.clone(), sides };
                    all.extend(ways.map(laid));
                }
            }
            let lies = all.len() > before;
            first.extend(lies.then_some(before as u32));
            lies
        });
        firsts.push(first);
    }
    let least = least_copies(puzzle, &primary, &all);
    let cover = cover(puzzle, &primary, &all, (&least, edges.as_ref()));
    let laid = Placements { all: &all, masks: &masks, firsts: &firsts, edges: edges.as_ref() };
    let (symmetries, elements) = group::<M>(puzzle, &grid, &laid, &given);
    let problem = Problem {
        group: Group::new(&cover, elements),
        pieces: (0..puzzle.pieces.len()).map(|p| ItemId((primary.len() + p) as u32)).collect(),
        classes: classes(&grid, cover.item_count()),
        cover,
    };
    let (puzzle, infeasibility) = (puzzle.clone(), OnceLock::new());
    Ok(Compiled { puzzle, grid, placements: all, edges, problem, symmetries, infeasibility })
}

impl Compiled {
    /// The names of the edges at which two cells meet, in the order of their items: a cell, and the
    /// number of its side, such as `r1c1e2`.
    pub fn edge_names(&self) -> Vec<String> {
        let Some(edges) = &self.edges else { return Vec::new() };
        let mut names = vec![String::new(); edges.count()];
        for point in self.puzzle.board.points() {
            let Some(cell) = self.grid.cell_drawn_at(point) else { continue };
            for (side, &edge) in (1..).zip(edges.of_cell(cell)) {
                if names[edge].is_empty() {
                    names[edge] = format!("r{}c{}e{side}", point[1] + 1, point[2] + 1);
                }
            }
        }
        edges.shared().map(|edge| std::mem::take(&mut names[edge])).collect()
    }
}

/// Whether a piece may be left out, and has placements that fill no cell that must be filled: these
/// are not taken for placements here.
pub(super) fn has_idle_placements(piece: &Piece, puzzle: &Puzzle) -> bool {
    let board = &puzzle.board;
    let may_stay_empty = board.points().filter(|&p| board.place(p) == Place::MayStayEmpty).count();
    if !piece.optional || may_stay_empty < piece.cells.len() {
        return false;
    }
    let grid = Grid::new(board);
    let is_idle = |cell: usize| board.place(grid.drawn(cell)) == Place::MayStayEmpty;
    let idle = |mask: &Wide<64>| mask.ones().all(is_idle);
    placements::<Wide<64>>(piece, puzzle, &grid).iter().any(idle)
}

/// A piece with the cells that it covers.
type Laid<M> = (usize, M);

/// Finds the placements of the given pieces, and takes out every placement that clashes with one
/// of them: of a piece all of whose copies are given, and of any piece on their cells.
fn lay_given<M: Mask>(
    puzzle: &Puzzle,
    grid: &Grid,
    masks: &mut [Vec<M>],
) -> Result<Vec<Laid<M>>, Conflict> {
    let mut given: Vec<Laid<M>> = Vec::new();
    for laid in &puzzle.given {
        let Given { piece, cells } = laid;
        let name = || puzzle.pieces[*piece].name.clone();
        let numbers =
            cells.iter().map(|&cell| grid.cell_drawn_at(cell).ok_or(Conflict::NoCell(cell)));
        let mask = M::of(numbers.collect::<Result<Vec<_>, _>>()?);
        if let Some(other) = given.iter().position(|(_, other)| !other.is_disjoint(mask)) {
            return Err(Conflict::of_both(puzzle, &puzzle.given[other], laid));
        }
        if !masks[*piece].contains(&mask) {
            return Err(Conflict::Shape { piece: name() });
        }
        given.push((*piece, mask));
        if given.iter().filter(|(other, _)| other == piece).count() > puzzle.pieces[*piece].copies()
        {
            return Err(match &puzzle.pieces[*piece] {
                free if free.stays_free => {
                    Conflict::TooFree { region: name(), free: free.copies() }
                }
                _ => Conflict::Twice { piece: name() },
            });
        }
    }
    // Inner cells clash as well.
    let laid: Vec<(Laid<M>, Vec<u16>)> = given
        .iter()
        .map(|&(piece, mask)| ((piece, mask), cells_of(mask, &puzzle.pieces[piece], grid)))
        .collect();
    for (first, (laid_first, cells)) in laid.iter().enumerate() {
        for (laid_second, others) in &laid[..first] {
            if cells.iter().any(|cell| others.contains(cell)) {
                let name = |laid: &Laid<M>| puzzle.pieces[laid.0].name.clone();
                let (first, second) = (name(laid_second), name(laid_first));
                return Err(Conflict::Overlap { first, second });
            }
        }
    }
    for (piece, masks) in masks.iter_mut().enumerate() {
        let copies = puzzle.pieces[piece].copies();
        let all_given = given.iter().filter(|(other, _)| *other == piece).count() == copies;
        masks.retain(|&mask| {
            let is_given = given.contains(&(piece, mask));
            let cells = cells_of(mask, &puzzle.pieces[piece], grid);
            let clashes =
                || laid.iter().any(|(_, others)| cells.iter().any(|cell| others.contains(cell)));
            is_given || (!all_given && !clashes())
        });
    }
    Ok(given)
}

/// How many copies of each piece must be used: those that the description asks for, and all where the
/// board cannot be filled without one of them.
fn least_copies(puzzle: &Puzzle, primary: &[bool], placements: &[Placement]) -> Vec<u32> {
    let mut volume = vec![0; puzzle.pieces.len()];
    for placement in placements {
        volume[placement.piece] = placement.cells.len().max(volume[placement.piece]);
    }
    let needed = primary.iter().filter(|&&primary| primary).count();
    let most: usize = puzzle.pieces.iter().zip(&volume).map(|(p, v)| p.copies() * v).sum();
    let least = |(piece, volume): (&Piece, &usize)| {
        let is_needed = most.saturating_sub(*volume) < needed;
        (if is_needed { piece.copies() } else { piece.least_copies() }) as u32
    };
    puzzle.pieces.iter().zip(&volume).map(least).collect()
}

fn cover(
    puzzle: &Puzzle,
    primary: &[bool],
    placements: &[Placement],
    (least, edges): (&[u32], Option<&Edges>),
) -> Cover {
    let mut builder = LabelledBuilder::new();
    let paints = paints(placements);
    let name = |paint: &Paint| paint.symbol().to_string();
    let colours: Vec<Colour> = paints.iter().map(|paint| builder.colour(&name(paint))).collect();
    let is_unlimited: Vec<bool> =
        puzzle.pieces.iter().map(|piece| puzzle.is_unlimited(piece)).collect();
    let built: Result<(), CoverError> = (|| {
        for (cell, &primary) in primary.iter().enumerate() {
            builder.item(Label::Cell(cell), primary, 1)?;
        }
        for (p, piece) in puzzle.pieces.iter().enumerate() {
            let (label, most) = (Label::Piece(p), piece.copies() as u32);
            match least[p] {
                _ if is_unlimited[p] => builder.secondary(label, most)?,
                0 => builder.secondary(label, most)?,
                least if least == most => builder.primary(label, most)?,
                least => builder.primary_range(label, least, most)?,
            };
        }
        for edge in edges.iter().flat_map(|edges| edges.shared()) {
            builder.secondary(Label::Edge(edge), 1)?;
        }
        for placement in placements {
            let cells = placement.cells.iter().map(|&cell| Label::Cell(cell as usize));
            let piece = (!is_unlimited[placement.piece]).then_some(placement.piece);
            let items = cells.chain(piece.map(Label::Piece));
            match edges {
                None => builder.option(items)?,
                Some(edges) => {
                    let colour = |paint| paints.binary_search(&paint).map(|n| colours[n]);
                    let sides = shown_edges(edges, placement)
                        .map(|(edge, paint)| (Label::Edge(edge), colour(paint).ok()));
                    builder.coloured_option(items.map(|item| (item, None)).chain(sides))?
                }
            };
        }
        Ok(())
    })();
    built.expect("cells and pieces are declared above, once each, and every placement has a cell");
    builder.finish()
}

/// The edges where two cells meet to which a placement gives a colour, each once, with the colours.
fn shown_edges<'a>(
    edges: &'a Edges,
    placement: &'a Placement,
) -> impl Iterator<Item = (usize, Paint)> + 'a {
    let of_cell = if placement.sides.is_empty() {
        &[]
    } else {
        edges.of_cell(usize::from(placement.cells[0]))
    };
    let sides = of_cell.iter().zip(&placement.sides).enumerate();
    let first = move |&(side, (edge, _)): &(usize, (&usize, &Paint))| {
        edges.is_shared(*edge) && !of_cell[..side].contains(edge)
    };
    sides.filter(first).map(|(_, (&edge, &paint))| (edge, paint))
}

/// The colours of edges in their order.
fn paints(placements: &[Placement]) -> Vec<Paint> {
    let mut paints: Vec<Paint> =
        placements.iter().flat_map(|placement| &placement.sides).copied().collect();
    paints.sort_unstable();
    paints.dedup();
    paints
}

/// The outer cells by layer, by row and by column of the drawing.
fn classes(grid: &Grid, items: usize) -> Vec<Classes> {
    let axes = (0..3).filter(|&axis| grid.size()[axis] > 1 && grid.size()[axis] <= 255);
    axes.map(|axis| Classes {
        class_of: (0..items)
            .map(|item| (item < grid.outer_count()).then(|| grid.drawn(item)[axis] as u8))
            .collect(),
        count: grid.size()[axis],
    })
    .collect()
}
