//! The exact cover that a puzzle's text means, as a certificate must state it.
//!
//! Items are numbered: the cells in reading order, then the inner cells, then the pieces. Options
//! are the placements that the puzzle allows (see [`super::super::placements`]), as ascending lists of items,
//! in the order of their pieces and then of these lists. Each item is covered by at least so many
//! options and at most so many.
//!
//! Every motion of the board is checked to map options onto options. Cost: one hash look-up for
//! each motion and option.

use std::collections::HashMap;

use crate::verify::Checker;
use crate::verify::placements::{Seat, keep_possible, placements};

/// Items, options and motions.
#[derive(Clone, Debug)]
pub struct Exact {
    /// The name of each item.
    pub names: Vec<String>,
    /// By how many options each item is covered at least.
    pub least: Vec<u32>,
    /// By how many options each item is covered at most.
    pub most: Vec<u32>,
    /// The items of each option.
    pub options: Vec<Vec<u32>>,
    /// What becomes of each item under each motion; the first motion is none at all.
    pub motions: Vec<Vec<u32>>,
    /// The piece of each option, and what it covers.
    pub placements: Vec<(usize, Seat)>,
    /// The number of items that are cells; pieces come after them.
    pub cells: usize,
    index: HashMap<Vec<u32>, u32>,
}

impl Exact {
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
        let list = |piece: usize, placement: &Seat| {
            let mut items: Vec<u32> = placement.iter().map(|&p| number[usize::from(p)]).collect();
            items.push((order.len() + piece) as u32);
            items.sort_unstable();
            items
        };
        let mut all: Vec<Vec<Seat>> = pieces
            .iter()
            .zip(rules.shapes())
            .map(|(piece, shapes)| placements(frame, shapes, piece.inner))
            .collect();
        keep_possible(&mut all, pieces, rules.starts(), rules.must_fill());
        let mut options = Vec::new();
        for (piece, placements) in all.into_iter().enumerate() {
            options.extend(
                placements.into_iter().map(|placement| (piece, list(piece, &placement), placement)),
            );
        }
        options.sort_unstable();
        let cell_least = order.iter().map(|&position| u32::from(rules.must_fill()[position]));
        let mut least: Vec<u32> = cell_least.collect();
        let mut most = vec![1; order.len()];
        // A piece that may be left out must be used all the same where the others, each in its
        // largest placement, do not make up the cells that must be filled.
        let mut largest = vec![0; pieces.len()];
        for (piece, _, placement) in &options {
            largest[*piece] = placement.len().max(largest[*piece]);
        }
        let together: usize = pieces.iter().zip(&largest).map(|(p, size)| p.copies() * size).sum();
        let needed = rules.must_fill().iter().filter(|&&must| must).count();
        for (piece, size) in pieces.iter().zip(&largest) {
            let copies = piece.copies() as u32;
            let is_needed = !piece.optional || together - size < needed;
            least.push(if is_needed { copies } else { 0 });
            most.push(copies);
        }
        let motion = |motion: usize| {
            let targets = checker.group.targets(motion);
            let of_cells = order.iter().map(|&position| number[usize::from(targets[position])]);
            let becomes = checker.group.becomes(motion).iter();
            of_cells.chain(becomes.map(|piece| (order.len() + piece) as u32)).collect()
        };
        let mut motions: Vec<Vec<u32>> = (0..checker.group.order()).map(motion).collect();
        motions.sort_unstable();
        let names = order.iter().map(|&position| name(position));
        let exact = Self {
            names: names.chain(pieces.iter().map(|piece| piece.name.clone())).collect(),
            least,
            most,
            motions,
            cells: order.len(),
            index: (0..)
                .zip(&options)
                .map(|(number, (_, list, _))| (list.clone(), number))
                .collect(),
            options: options.iter().map(|(_, list, _)| list.clone()).collect(),
            placements: options
                .into_iter()
                .map(|(piece, _, placement)| (piece, placement))
                .collect(),
        };
        exact.check_motions()?;
        Ok(exact)
    }

    /// Checks that each motion maps options onto options, and items onto items that are covered
    /// as often. A motion permutes the items, so different options have different images.
    fn check_motions(&self) -> Result<(), String> {
        for (number, motion) in self.motions.iter().enumerate() {
            let alike = |item: usize| {
                let image = motion[item] as usize;
                (self.least[item], self.most[item]) == (self.least[image], self.most[image])
            };
            let is_closed =
                || (0..self.options.len()).all(|o| self.image(number, o as u32).is_some());
            if !(0..self.names.len()).all(alike) || !is_closed() {
                return Err(format!("motion {} does not map the puzzle onto itself", number + 1));
            }
        }
        Ok(())
    }

    /// What becomes of an option under a motion.
    pub fn image(&self, motion: usize, option: u32) -> Option<u32> {
        let motion = &self.motions[motion];
        let items = self.options[option as usize].iter();
        let mut image: Vec<u32> = items.map(|&item| motion[item as usize]).collect();
        image.sort_unstable();
        self.index.get(&image).copied()
    }

    /// The options that cover an item, ascending.
    pub fn options_with(&self, item: u32) -> Vec<u32> {
        let numbered = (0..).zip(&self.options);
        numbered.filter(|(_, items)| items.contains(&item)).map(|(option, _)| option).collect()
    }

    /// The number of cells that must be filled.
    pub fn needed(&self) -> usize {
        self.least[..self.cells].iter().filter(|&&least| least > 0).count()
    }

    /// How many cells that must be filled an option fills.
    pub fn fills(&self, option: u32) -> usize {
        let cells = |item: &&u32| (**item as usize) < self.cells && self.least[**item as usize] > 0;
        self.options[option as usize].iter().filter(cells).count()
    }
}
