//! The exact cover that a puzzle's text means.
//!
//! Options are the placements that the puzzle allows (see [`crate::verify::placements`]), as
//! ascending lists of items, in the order of their pieces and then of these lists. Items are the
//! cells in reading order, then the inner cells, then the pieces, and then the edges at which two
//! coloured sides may meet.

use super::exact::{ExactCover, ExactEdges};
use crate::puzzle::model::Piece;
use crate::puzzle::paint::Paint;
use crate::verify::checker::Checker;
use crate::verify::placements::{Laid, keep_possible};

/// The exact cover of a puzzle, and what its options are on the board.
#[derive(Clone, Debug)]
pub(crate) struct Statement {
    /// What a certificate must state.
    pub exact: ExactCover,
    /// The piece of each option, and what it covers.
    pub placements: Vec<(usize, Laid)>,
}

impl Statement {
    /// The exact cover of a checker's puzzle.
    ///
    /// # Errors
    /// When a motion does not map options onto options, in words.
    pub fn new(checker: &Checker) -> Result<Self, String> {
        let rules = &checker.rules;
        let (frame, pieces) = (rules.frame(), &rules.pieces);
        let inner = (0..frame.positions()).filter(|&position| frame.is_inner(position));
        let order: Vec<usize> = frame.outer().chain(inner).collect();
        let mut number = vec![0; frame.positions()];
        for (item, &position) in (0..).zip(&order) {
            number[position] = item;
        }
        let name = |position: usize| {
            let [layer, row, column] = frame.at(position).map(|value| value + 1);
            let layer = if frame.size()[0] > 1 { format!("l{layer}") } else { String::new() };
            let is_inner = frame.is_inner(position);
            if is_inner { format!("i{row}") } else { format!("{layer}r{row}c{column}") }
        };
        let edges = rules.edges.as_ref();
        let edge_count = rules.edge_count();
        let first_edge = order.len() + pieces.len();
        let meets = |edge: &usize| edges.is_some_and(|edges| edges.meets(*edge));
        let meeting: Vec<usize> = (0..edge_count).filter(meets).collect();
        let item_of =
            |edge: usize| meeting.binary_search(&edge).ok().map(|n| (first_edge + n) as u32);
        let sides = |laid: &Laid| -> Vec<(u32, Paint)> {
            let position = usize::from(laid.placement[0]);
            let around = edges.map_or(&[][..], |edges| edges.around(position));
            let mut sides: Vec<(u32, Paint)> =
                around.iter().zip(&laid.sides).map(|(&edge, &side)| (edge as u32, side)).collect();
            sides.sort_unstable();
            sides.dedup();
            sides
        };
        let list = |piece: usize, laid: &Laid| {
            let mut items: Vec<u32> =
                laid.placement.iter().map(|&p| number[usize::from(p)]).collect();
            items.push((order.len() + piece) as u32);
            items.extend(sides(laid).iter().filter_map(|&(edge, _)| item_of(edge as usize)));
            items.sort_unstable();
            items
        };
        let mut all = rules.placements();
        keep_possible(&mut all, pieces, rules.starts(), rules.must_fill());
        let mut options = Vec::new();
        for (piece, placements) in all.into_iter().enumerate() {
            let laid = rules.laid(piece, placements).into_iter();
            options.extend(laid.map(|laid| (piece, list(piece, &laid), laid)));
        }
        options.sort_unstable();
        let cell_least = order.iter().map(|&position| u32::from(rules.must_fill()[position]));
        let mut least: Vec<u32> = cell_least.collect();
        let mut most = vec![1; order.len()];
        for (piece_least, piece_most) in piece_bounds(checker, &options) {
            least.push(piece_least);
            most.push(piece_most);
        }
        least.resize(first_edge + meeting.len(), 0);
        most.resize(first_edge + meeting.len(), 1);
        let positions = frame.positions();
        let motion = |motion: usize| -> (Vec<u32>, Vec<u32>) {
            let targets = checker.group.targets(motion);
            let of_cells = order.iter().map(|&position| number[usize::from(targets[position])]);
            let becomes = checker.group.becomes(motion).iter();
            let of_pieces = becomes.map(|piece| (order.len() + piece) as u32);
            let target = |edge: usize| usize::from(targets[positions + edge]) - positions;
            let of_edges = meeting.iter().filter_map(|&edge| item_of(target(edge)));
            let items = of_cells.chain(of_pieces).chain(of_edges).collect();
            (items, (0..edge_count).map(|edge| target(edge) as u32).collect())
        };
        let mut motions: Vec<(Vec<u32>, Vec<u32>)> =
            (0..checker.group.order()).map(motion).collect();
        motions.sort_unstable();
        let (motions, edge_motions) = motions.into_iter().unzip();
        let edge_names = edge_names(checker, name);
        let edge_names = meeting.iter().map(|&edge| edge_names[edge].clone());
        let of_options = |(_, _, laid): &(usize, Vec<u32>, Laid)| sides(laid);
        let exact_edges = ExactEdges {
            sides: options.iter().map(of_options).collect(),
            motions: edge_motions,
            items: (0..edge_count).map(item_of).collect(),
        };
        let names = order.iter().map(|&position| name(position));
        let names = names.chain(pieces.iter().map(|piece| piece.name.clone())).chain(edge_names);
        let exact = ExactCover {
            names: names.collect(),
            least,
            most,
            motions,
            cells: order.len(),
            options: options.iter().map(|(_, list, _)| list.clone()).collect(),
            pieces: options.iter().map(|(piece, ..)| *piece).collect(),
            index: (0..)
                .zip(&options)
                .map(|(number, (_, list, laid))| {
                    (ExactEdges::key(list.clone(), &sides(laid)), number)
                })
                .collect(),
            edges: exact_edges,
        };
        exact.check_motions()?;
        let placements = options.into_iter().map(|(piece, _, laid)| (piece, laid));
        Ok(Self { exact, placements: placements.collect() })
    }
}

/// An option: its piece, its items, and where the piece lies.
type Choice = (usize, Vec<u32>, Laid);

/// How many copies of each piece must be used, and how many may.
fn piece_bounds(checker: &Checker, options: &[Choice]) -> Vec<(u32, u32)> {
    let rules = &checker.rules;
    let pieces = &rules.pieces;
    // A piece that may be left out must be used nevertheless where the others, each in its
    // largest placement, do not make up the cells that must be filled.
    let mut largest = vec![0; pieces.len()];
    for (piece, _, laid) in options {
        largest[*piece] = laid.placement.len().max(largest[*piece]);
    }
    // Where more copies would not fit anyway, and none is asked for, nothing is counted.
    let room = rules.frame().outer().count();
    let is_unlimited = |piece: &Piece| {
        let size = rules.tray().map_or(piece.cells.len(), |tray| tray.at_least);
        let fits_no_more = |most: usize| most > 1 && (most + 1) * size > room;
        piece.range.is_some_and(|range| range.least == 0 && fits_no_more(range.most))
    };
    let together: usize = pieces.iter().zip(&largest).map(|(p, size)| p.copies() * size).sum();
    let needed = rules.must_fill().iter().filter(|&&must| must).count();
    let bounds = |(piece, size): (&Piece, &usize)| {
        let copies = piece.copies() as u32;
        let is_needed = together.saturating_sub(*size) < needed;
        let least = match piece.least_copies() as u32 {
            _ if is_unlimited(piece) => 0,
            _ if is_needed => copies,
            least => least,
        };
        (least, copies)
    };
    pieces.iter().zip(&largest).map(bounds).collect()
}

/// The name of each edge: that of the first position at it, and the number of its side there.
fn edge_names(checker: &Checker, name: impl Fn(usize) -> String) -> Vec<String> {
    let rules = &checker.rules;
    let mut names: Vec<String> = vec![String::new(); rules.edge_count()];
    let Some(edges) = &rules.edges else { return names };
    for position in rules.frame().outer() {
        for (side, &edge) in (1..).zip(edges.around(position)) {
            if names[edge].is_empty() {
                names[edge] = format!("{}e{side}", name(position));
            }
        }
    }
    names
}
