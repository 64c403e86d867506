//! Solves an exact cover that is no puzzle: eight queens on a chessboard, none of which attacks
//! another.

use bitcover::{Cover, Solver};

const SIZE: usize = 8;

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut builder = Cover::builder();
    // Each row and each column has one queen, and each diagonal has at most one.
    for line in 0..SIZE {
        builder = builder.primary(format!("row{line}")).primary(format!("column{line}"));
    }
    for diagonal in 0..2 * SIZE - 1 {
        builder = builder.secondary(format!("up{diagonal}")).secondary(format!("down{diagonal}"));
    }
    for (row, column) in (0..SIZE * SIZE).map(|square| (square / SIZE, square % SIZE)) {
        builder = builder.option([
            format!("row{row}"),
            format!("column{column}"),
            format!("up{}", row + column),
            format!("down{}", row + SIZE - 1 - column),
        ])?;
    }
    let solver = Solver::new(&builder.build()?)?;
    let first = solver.solutions()?.next().ok_or("there is no solution")??;
    println!("{first}");
    assert_eq!(first.options().len(), SIZE);
    assert_eq!(solver.count()?.total, 92);
    Ok(())
}
