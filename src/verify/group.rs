//! The motions of the whole board that a puzzle allows, and the canonical line they lead to.
//!
//! A motion of the board belongs to the group G of a puzzle if it carries the placements of each
//! piece to those of the same piece, or of another piece that is like it in everything else (Soma's
//! reflection swaps two), and the pieces that lie on the board from the start to each other.
//!
//! The written lines of all images of a picture are compared cell by cell, and an image is given
//! up at the first cell that is too large: a picture costs little more than |G| cells. As many
//! images are equal to the least as to any other, so counting those that tie for the least counts
//! the motions that leave the picture as it is.

use std::cmp::Ordering;
use std::collections::HashSet;

use super::edges::{Edges, sides_moved};
use super::frame::Frame;
use super::motion::Motion;
use super::picture::EMPTY;
use super::placements::{Laid, Placement, Start};
use super::turn::Turn;

/// What the group must know of a piece.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    /// The symbols of its copies, in order.
    pub symbols: Vec<u8>,
    /// The placements that it can take, sorted.
    pub placements: Vec<Laid>,
    /// How many copies must be used.
    pub least: usize,
    /// Whether it fills inner cells.
    pub inner: bool,
    /// Whether it is no piece but what stays free of a region.
    pub stays_free: bool,
}

/// A motion that the puzzle allows.
#[derive(Clone, Debug)]
struct Element {
    /// For each position, the position it is filled from; and likewise for the edges behind them.
    sources: Vec<u16>,
    /// For each piece, the piece it becomes.
    becomes: Vec<usize>,
    /// What it does, for a person.
    words: String,
}

/// The group G.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    /// For each piece, the symbols of its copies.
    symbols: Vec<Vec<u8>>,
    /// The piece of each symbol; what stands for an unused symbol is never read.
    owner: [usize; 256],
    /// The number of positions; colours of edges stand behind them.
    positions: usize,
    elements: Vec<Element>,
}

/// The least of the images of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Least {
    /// Its symbols, by position.
    pub cells: Vec<u8>,
    /// The number of different images of the picture.
    pub images: usize,
    /// The first motion that leads to it.
    pub motion: usize,
}

impl Group {
    /// Finds the motions, among those with the given turns of the board, under which the puzzle is
    /// closed. The first turn must be none at all.
    pub fn new(
        (frame, edges): (&Frame, Option<&Edges>),
        members: &[Member],
        starts: &[Start],
        turns: &[Turn],
    ) -> Group {
        let mut owner = [0; 256];
        for (piece, member) in members.iter().enumerate() {
            for &symbol in &member.symbols {
                owner[usize::from(symbol)] = piece;
            }
        }
        let element = |motion: Motion| {
            let becomes = renaming(frame, members, starts, &motion)?;
            let mut sources = motion.sources();
            let first = sources.len();
            let targets = edges.map(|edges| edges.targets(frame, &motion)).unwrap_or_default();
            sources.resize(first + targets.len(), 0);
            for (edge, target) in targets.into_iter().enumerate() {
                sources[first + target] = (first + edge) as u16;
            }
            Some(Element { sources, becomes, words: motion.words(frame) })
        };
        let motions = match edges {
            None => Motion::all(frame, turns),
            Some(edges) => {
                let mut seen = HashSet::new();
                let mut motions = Motion::every(frame, turns);
                motions.retain(|motion| {
                    seen.insert((motion.targets.clone(), edges.targets(frame, motion)))
                });
                motions
            }
        };
        let elements = motions.into_iter().filter_map(element).collect();
        let symbols = members.iter().map(|member| member.symbols.clone()).collect();
        Group { symbols, owner, positions: frame.positions(), elements }
    }

    /// |G|, the number of motions.
    pub fn order(&self) -> usize {
        self.elements.len()
    }

    /// Finds the least image of a picture of pieces that are known and not used too often.
    pub fn least(&self, cells: &[u8]) -> Least {
        let mut least = Least { cells: self.image(0, cells), images: 1, motion: 0 };
        let mut ties = 1;
        let mut image = Vec::with_capacity(cells.len());
        for motion in 1..self.order() {
            match self.compare(motion, cells, &least.cells, &mut image) {
                Ordering::Less => {
                    std::mem::swap(&mut least.cells, &mut image);
                    least.motion = motion;
                    ties = 1;
                }
                Ordering::Equal => ties += 1,
                Ordering::Greater => {}
            }
        }
        least.images = self.order() / ties;
        least
    }

    /// The picture after a motion. Motion 0 is none, and leaves only the copies in order.
    pub fn image(&self, motion: usize, cells: &[u8]) -> Vec<u8> {
        let mut image = Vec::with_capacity(cells.len());
        self.compare(motion, cells, &[], &mut image);
        image
    }

    /// What a motion does, for a person.
    pub fn words(&self, motion: usize) -> &str {
        &self.elements[motion].words
    }

    /// For each position, the position that a motion brings it to.
    pub fn targets(&self, motion: usize) -> Vec<u16> {
        let sources = &self.elements[motion].sources;
        let mut targets = vec![0; sources.len()];
        for (target, &source) in sources.iter().enumerate() {
            targets[usize::from(source)] = target as u16;
        }
        targets
    }

    /// For each piece, the piece that it becomes under a motion.
    pub fn becomes(&self, motion: usize) -> &[usize] {
        &self.elements[motion].becomes
    }

    /// Builds an image, giving up where it is greater than `best`; an empty `best` is greater
    /// than any image.
    fn compare(&self, motion: usize, cells: &[u8], best: &[u8], image: &mut Vec<u8>) -> Ordering {
        let Element { sources, becomes, .. } = &self.elements[motion];
        let mut order = Ordering::Equal;
        // The label of each symbol met so far, and the number of copies met of each piece.
        let mut labels = [0_u8; 256];
        let mut met = [0_u8; 256];
        labels[usize::from(EMPTY)] = EMPTY;
        image.clear();
        for (position, &source) in sources.iter().enumerate() {
            let symbol = usize::from(cells[usize::from(source)]);
            if position < self.positions && labels[symbol] == 0 {
                let piece = becomes[self.owner[symbol]];
                labels[symbol] = self.symbols[piece][usize::from(met[piece])];
                met[piece] += 1;
            }
            // A colour is moved along as it is.
            let label = if position < self.positions { labels[symbol] } else { symbol as u8 };
            if order == Ordering::Equal {
                order = best.get(position).map_or(Ordering::Less, |least| label.cmp(least));
                if order == Ordering::Greater {
                    return order;
                }
            }
            image.push(label);
        }
        order
    }
}

/// Which piece each piece becomes under a motion; `None` if one has no like, or if a piece that
/// lies on the board from the start does not become another such.
///
/// Pieces with the same placements are renamed in the order of their symbols, so that the renamings
/// compose as the motions do and do not depend on the order of the pieces.
fn renaming(
    frame: &Frame,
    members: &[Member],
    starts: &[Start],
    motion: &Motion,
) -> Option<Vec<usize>> {
    let moved = |placement: &Placement| -> Placement {
        let mut image: Placement =
            placement.iter().map(|&position| motion.targets[usize::from(position)]).collect();
        image.sort_unstable();
        image
    };
    let moved_laid = |laid: &Laid| -> Laid {
        let mut sides = laid.sides.clone();
        if let Some(&position) = laid.placement.first()
            && !sides.is_empty()
        {
            let to = sides_moved(frame, motion, usize::from(position));
            to.into_iter().zip(&laid.sides).for_each(|(side, paint)| sides[side] = *paint);
        }
        Laid { placement: moved(&laid.placement), sides }
    };
    let mut taken = vec![false; members.len()];
    let mut becomes = vec![0; members.len()];
    let mut order: Vec<usize> = (0..members.len()).collect();
    order.sort_by_key(|&piece| &members[piece].symbols);
    for &piece in &order {
        let member = &members[piece];
        let is_like = |other: usize| {
            let candidate = &members[other];
            candidate.symbols.len() == member.symbols.len()
                && candidate.least == member.least
                && candidate.inner == member.inner
                && candidate.stays_free == member.stays_free
                && candidate.placements.len() == member.placements.len()
                && member
                    .placements
                    .iter()
                    .all(|s| candidate.placements.binary_search(&moved_laid(s)).is_ok())
        };
        let itself = std::iter::once(piece);
        let mut candidates = itself.chain(order.iter().copied());
        let like = candidates.find(|&other| !taken[other] && is_like(other))?;
        taken[like] = true;
        becomes[piece] = like;
    }
    let stays = |start: &Start| {
        let image = moved(&start.placement);
        starts.iter().any(|other| other.piece == becomes[start.piece] && other.placement == image)
    };
    starts.iter().all(stays).then_some(becomes)
}

#[cfg(test)]
mod tests;
