//! Prints pictures of the first solutions of a puzzle that has many.

use bitcover::{Puzzle, Solver};

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let puzzle = Puzzle::from_catalog("pentominoes-6x10")?;
    let mut pictures = Vec::new();
    // The search runs on other threads, and ends when the iterator is dropped.
    for solution in Solver::new(&puzzle)?.solutions()?.take(3) {
        let solution = solution?;
        println!("{solution}");
        // Each of the twelve pieces covers five cells, given as layer, row and column.
        assert!(solution.placements().iter().all(|(_, cells)| cells.len() == 5));
        pictures.push(solution.to_string());
    }
    pictures.dedup();
    assert_eq!(pictures.len(), 3);
    Ok(())
}
