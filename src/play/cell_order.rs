//! The order of cells as a page has them: reading order, inner cells after their rows.

use crate::puzzle::Compiled;
use crate::solution::LineCodec;

/// The order of cells as a page has them.
#[derive(Clone, Debug)]
pub(super) struct CellOrder {
    /// The cell of each number.
    pub cells: Vec<usize>,
    /// The number of each cell.
    pub numbers: Vec<usize>,
}

impl CellOrder {
    /// Reading order.
    pub fn new(compiled: &Compiled) -> Self {
        let codec = LineCodec::new(compiled);
        let cells: Vec<usize> = codec.cells().into_iter().map(|(_, cell)| cell).collect();
        let mut numbers = vec![0; cells.len()];
        for (number, &cell) in cells.iter().enumerate() {
            numbers[cell] = number;
        }
        Self { cells, numbers }
    }
}
