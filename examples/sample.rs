//! Draws arrangements at random, each as likely as any other, and says what is typical of them.

use std::time::Duration;

use bitcover::{Puzzle, Solver};

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let solver = Solver::new(&Puzzle::from_catalog("soma")?)?;
    // The seed determines what is drawn.
    let drawn = solver.sample(3, 7)?;
    for arrangement in &drawn {
        println!("{arrangement}");
    }
    assert_eq!((drawn.len(), &drawn), (3, &solver.sample(3, 7)?));

    // In how many arrangements does each placement occur?
    let statistics = solver.statistics()?;
    let often = statistics.placements().max_by_key(|(_, _, count)| *count);
    let (piece, cells, count) = often.ok_or("there is no placement")?;
    println!("{piece} lies at {cells:?} in {count} of {} arrangements", statistics.total());
    assert_eq!(statistics.total(), 11_520);

    // An estimate says how many there are without finding them all.
    let total = solver.estimate_for(Duration::from_secs(1), 7)?.total;
    println!("between {:.0} and {:.0} arrangements", total.low, total.high);
    assert!(total.low <= total.estimate && total.estimate <= total.high);
    Ok(())
}
