//! Counts the solutions of a puzzle of the catalogue.

use bitcover::{Puzzle, Solver};

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let solver = Solver::new(&Puzzle::from_catalog("kanoodle")?)?.threads(2);
    // The plan is what the solver would do, and why.
    println!("{}", solver.plan()?);
    let outcome = solver.count()?;
    // Turning the whole board over makes another arrangement, but no other solution.
    println!("{} arrangements, {:?} distinct solutions", outcome.total, outcome.distinct);
    assert_eq!(outcome.total, 371_020);
    assert_eq!(outcome.distinct, Some(92_755.into()));
    Ok(())
}
