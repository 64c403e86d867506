//! The motions of the whole board that a puzzle allows, and the canonical line they lead to.
//!
//! A motion is a turn followed by a shift along the rings. It belongs to the group G of a puzzle
//! if it carries the shapes of each piece to the shapes of the same piece, or of a piece that is
//! its like in everything else (Soma's reflection swaps two). Shifts always do.
//!
//! The written lines of all images of a picture are compared cell by cell, and an image is given
//! up at the first cell that is too large: a picture costs little more than |G| cells. As many
//! images are equal to the least as to any other, so counting those that tie for the least counts
//! the motions that leave the picture as it is.

use std::cmp::Ordering;

use super::geometry::{Frame, Turn};
use crate::puzzle::model::Point;

/// What the group must know of a piece.
#[derive(Clone, Debug)]
pub struct Member {
    /// The symbols of its copies, in order.
    pub symbols: Vec<u8>,
    /// The shapes in which it can lie on the board.
    pub shapes: Vec<Vec<Point>>,
    /// Whether it may be left out.
    pub optional: bool,
    /// Whether it fills inner cells.
    pub inner: bool,
}

/// A turn of the whole board that the puzzle allows.
#[derive(Clone, Debug)]
struct Side {
    turn: Turn,
    /// For each position, the position it is filled from.
    sources: Vec<u32>,
    /// For each piece, the piece it becomes.
    becomes: Vec<usize>,
}

/// The group G.
#[derive(Clone, Debug)]
pub struct Group {
    frame: Frame,
    members: Vec<Member>,
    /// The piece of each symbol; unused symbols have no matter.
    owner: [usize; 256],
    sides: Vec<Side>,
    /// The number of shifts along each axis.
    shifts: [usize; 3],
}

/// The least of the images of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Least {
    /// Its symbols, by position.
    pub cells: Vec<u8>,
    /// The number of different images of the picture.
    pub images: usize,
    /// The first motion that leads to it.
    pub motion: usize,
}

impl Group {
    /// Finds the motions, among the given turns of the board, under which the puzzle is closed.
    pub fn new(frame: Frame, members: Vec<Member>, turns: &[Turn]) -> Group {
        let shifts = [0, 1, 2].map(|axis| if frame.wrap()[axis] { frame.size()[axis] } else { 1 });
        let mut owner = [0; 256];
        for (piece, member) in members.iter().enumerate() {
            for &symbol in &member.symbols {
                owner[usize::from(symbol)] = piece;
            }
        }
        let mut group = Group { frame, members, owner, sides: Vec::new(), shifts };
        for &turn in turns.iter().filter(|&&turn| group.frame.is_kept_by(turn)) {
            let sources = group.frame.sources(turn);
            // On a strip or a short ring two turns may come to the same.
            if group.sides.iter().any(|side| group.differ_by_shift(&side.sources, &sources)) {
                continue;
            }
            if let Some(becomes) = group.renaming(turn) {
                group.sides.push(Side { turn, sources, becomes });
            }
        }
        group
    }

    /// |G|, the number of motions.
    pub fn order(&self) -> usize {
        self.sides.len() * self.shifts.iter().product::<usize>()
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
    pub fn words(&self, motion: usize) -> String {
        let (side, shift) = self.parts(motion);
        let tower = self.frame.wrap() == [false, false, true];
        let turn = match side.turn {
            turn if turn.is_half_turn() && tower => "stood on its head".to_owned(),
            turn => turn.words(),
        };
        let mut moves = Vec::new();
        for (steps, unit) in shift.into_iter().zip(["layer", "row", "column"]) {
            match steps {
                0 => {}
                1 => moves.push(format!("1 {unit}")),
                _ => moves.push(format!("{steps} {unit}s")),
            }
        }
        match (moves.is_empty(), motion < self.order() / self.sides.len()) {
            (true, _) => turn,
            (false, true) => format!("turned by {}", moves.join(" and ")),
            (false, false) => format!("{turn} and turned by {}", moves.join(" and ")),
        }
    }

    /// Builds an image, giving up where it is greater than `best`; an empty `best` is greater
    /// than any image.
    fn compare(&self, motion: usize, cells: &[u8], best: &[u8], image: &mut Vec<u8>) -> Ordering {
        let (side, shift) = self.parts(motion);
        let size = self.frame.size();
        let before = |value: usize, axis: usize| match value.checked_sub(shift[axis]) {
            Some(value) => value,
            None => value + size[axis] - shift[axis],
        };
        let mut order = Ordering::Equal;
        // The label of each symbol met so far, and the number of copies met of each piece.
        let mut labels = [0_u8; 256];
        let mut met = [0_u8; 256];
        image.clear();
        for position in 0..cells.len() {
            let [layer, row, column] = self.frame.at(position);
            let column = if column < size[2] { before(column, 2) } else { column };
            let shifted = self.frame.position([before(layer, 0), before(row, 1), column]);
            let symbol = usize::from(cells[side.sources[shifted] as usize]);
            if labels[symbol] == 0 {
                let piece = side.becomes[self.owner[symbol]];
                labels[symbol] = self.members[piece].symbols[usize::from(met[piece])];
                met[piece] += 1;
            }
            let label = labels[symbol];
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

    /// The turn and the shift of a motion; those without a turn come first.
    fn parts(&self, motion: usize) -> (&Side, [usize; 3]) {
        let [layers, rows, columns] = self.shifts;
        let shift = [motion / (rows * columns) % layers, motion / columns % rows, motion % columns];
        (&self.sides[motion / (layers * rows * columns)], shift)
    }

    /// Whether one turn is the other followed by a shift: position 0 tells by how much.
    fn differ_by_shift(&self, one: &[u32], other: &[u32]) -> bool {
        let Some(moved) = other.iter().position(|source| one.first() == Some(source)) else {
            return false;
        };
        let shift = self.frame.at(moved);
        let size = self.frame.size();
        if (0..3).any(|axis| shift[axis] >= self.shifts[axis]) {
            return false;
        }
        one.iter().enumerate().all(|(position, source)| {
            let mut at = self.frame.at(position);
            for axis in 0..3 {
                if at[axis] < size[axis] {
                    at[axis] = (at[axis] + shift[axis]) % size[axis];
                }
            }
            other.get(self.frame.position(at)) == Some(source)
        })
    }

    /// Which piece each piece becomes when the board is turned; `None` if one has no like.
    ///
    /// Pieces with the same shapes are renamed in order, so that the renamings compose as the
    /// motions do.
    fn renaming(&self, turn: Turn) -> Option<Vec<usize>> {
        let mut taken = vec![false; self.members.len()];
        let mut becomes = Vec::with_capacity(self.members.len());
        for (piece, member) in self.members.iter().enumerate() {
            let turned = self.turned_shapes(member, turn);
            let itself = std::iter::once(piece);
            let like = itself.chain(0..self.members.len()).find(|&other| {
                let candidate = &self.members[other];
                !taken[other]
                    && candidate.symbols.len() == member.symbols.len()
                    && candidate.optional == member.optional
                    && candidate.inner == member.inner
                    && self.same_shapes(&turned, &candidate.shapes)
            })?;
            taken[like] = true;
            becomes.push(like);
        }
        Some(becomes)
    }

    fn turned_shapes(&self, member: &Member, turn: Turn) -> Vec<Vec<Point>> {
        // A shape that the board holds is still held after a turn that keeps the board.
        member.shapes.iter().filter_map(|shape| self.frame.lay(&turn.apply(shape))).collect()
    }

    /// Whether two lists, each of different shapes, are equal as sets.
    fn same_shapes(&self, one: &[Vec<Point>], other: &[Vec<Point>]) -> bool {
        one.len() == other.len()
            && one.iter().all(|a| other.iter().any(|b| self.frame.same_shape(a, b)))
    }
}

#[cfg(test)]
mod tests;
