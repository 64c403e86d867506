//! Describes a puzzle in the program and solves it, from the start and from a position.

use bitcover::{Piece, Puzzle, Solver};

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A board of three rows, with a hole in the middle, and two kinds of pieces.
    let puzzle = Puzzle::builder("ring")
        .board_rows(["...", ".#.", "..."])
        .piece(Piece::drawn("corner", "ab", ["x.", "xx"]))
        .piece(Piece::drawn("domino", "c", ["xx"]))
        .build()?;
    let solver = Solver::new(&puzzle)?;
    let all: Vec<_> = solver.arrangements()?.collect::<Result<_, _>>()?;
    for arrangement in &all {
        println!("{arrangement}");
    }
    let outcome = solver.count()?;
    assert_eq!(outcome.total, all.len() as u128);
    // How many ways are there to finish when the domino lies at the top left?
    let begun = solver.with_given("domino@1,1 1,2")?.count()?;
    println!("{} of {} arrangements begin with the domino", begun.total, outcome.total);
    assert!(begun.total < outcome.total);
    Ok(())
}
