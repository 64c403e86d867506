//! Describes a puzzle in the program and solves it, from the start and from a position.

use bitcover::{Piece, Puzzle, Solver};

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A board of three rows with a hole in the middle, and three pieces.
    let puzzle = Puzzle::builder("ring")
        .board_rows(["...", ".#.", "..."])
        .piece(Piece::drawn("corner", "a", ["x.", "xx"]))
        .piece(Piece::drawn("bar", "b", ["xxx"]))
        .piece(Piece::drawn("domino", "c", ["xx"]))
        .build()?;
    let solver = Solver::new(&puzzle)?;
    for arrangement in solver.arrangements()? {
        println!("{}", arrangement?);
    }
    // All eight become one when the board may be turned and flipped.
    let outcome = solver.count()?;
    assert_eq!(outcome.total, 8);
    assert_eq!(outcome.distinct, Some(1.into()));
    // There is one way to finish when the domino lies at the top right.
    let begun = solver.with_given("domino@1,3 2,3")?.count()?;
    println!("{} of {} arrangements begin with the domino there", begun.total, outcome.total);
    assert_eq!(begun.total, 1);
    Ok(())
}
