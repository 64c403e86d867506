//! Which colours of pieces may lie on which colours of the result.
//!
//! A voxel without a colour goes with every other. Of colours, only the pairs go together that a
//! problem lists, and BurrTools takes two placements on the same cells for two if their colours differ.

use std::collections::{HashMap, HashSet};

use roxmltree::Node;

use super::super::model::{Lattice, Motions, Point};
use super::super::placement::moved_to_origin;
use super::super::turn::Turn;
use super::element::{check_attributes, elements_called, number};
use super::error::{ColourProblem, Located};
use super::shape::Filled;

/// The pairs of colours that go together, of the piece and of the result, counted from 1.
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

    /// Makes sure that a piece may lie anywhere in a result as far as its colours go.
    ///
    /// # Errors
    /// When two colours do not go together.
    pub fn check(&self, piece: &[Filled], result: &[Filled]) -> Result<(), ColourProblem> {
        let colours = |voxels: &[Filled]| {
            let mut colours: Vec<u8> = voxels.iter().map(|voxel| voxel.colour).collect();
            colours.retain(|&colour| colour != 0);
            colours.sort_unstable();
            colours.dedup();
            colours
        };
        let of_result = colours(result);
        for piece in colours(piece) {
            for &result in &of_result {
                if !self.0.contains(&(piece.into(), result.into())) {
                    let (piece, result) = (piece.into(), result.into());
                    return Err(ColourProblem::Bound { piece, result });
                }
            }
        }
        Ok(())
    }
}

/// Whether some turn brings a piece onto its own cells with its colours otherwise.
pub(super) fn is_turned_onto_itself(
    cells: &[(Point, u8)],
    lattice: Lattice,
    motions: Motions,
    is_flat: bool,
) -> bool {
    if cells.iter().all(|&(_, colour)| colour == cells[0].1) {
        return false;
    }
    let mut seen: HashMap<Vec<Point>, Vec<u8>> = HashMap::new();
    Turn::of(lattice, motions, is_flat).into_iter().any(|turn| {
        let turned = |&(cell, colour): &(Point, u8)| (turn.apply(lattice.straighten(cell)), colour);
        let mut turned: Vec<(Point, u8)> = cells.iter().map(turned).collect();
        turned.sort_unstable();
        let (points, colours): (Vec<Point>, Vec<u8>) = turned.into_iter().unzip();
        let colours_before = seen.entry(moved_to_origin(points, lattice)).or_insert(colours.clone());
        *colours_before != colours
    })
}
