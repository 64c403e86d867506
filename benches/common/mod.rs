//! What the benches share: the counts that the tests hold, and how
//! long to measure.

use std::time::Duration;

use bitcover::{Count, Outcome};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, SamplingMode};

/// The counts of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    /// Solutions up to symmetry.
    pub distinct: u128,
    /// All solutions.
    pub total: u128,
}

impl Counts {
    /// Those of a run.
    pub fn of(outcome: &Outcome) -> Self {
        let small = |count: &Count| u128::try_from(count).expect("these puzzles have fewer");
        let distinct = outcome.distinct.as_ref().expect("it is a puzzle");
        Self { distinct: small(distinct), total: small(&outcome.total) }
    }
}

/// The counts of a puzzle, from `tests/counts.csv`.
pub fn counts(name: &str) -> Counts {
    let file = include_bytes!("../../tests/counts.csv").as_slice();
    let mut reader = csv::Reader::from_reader(file);
    let columns = reader.headers().expect("the file has a header").clone();
    let column = |name: &str| columns.iter().position(|column| column == name).expect(name);
    let (puzzle, distinct, total) = (column("puzzle"), column("distinct"), column("total"));
    let mut records = reader.records().map(|record| record.expect("a line of the table"));
    let record = records.find(|record| &record[puzzle] == name).expect("the puzzle has counts");
    let number = |column: usize| record[column].parse().expect("a count");
    Counts { distinct: number(distinct), total: number(total) }
}

/// A group of few samples, since a run may take seconds.
pub fn group<'c>(criterion: &'c mut Criterion, name: &str) -> BenchmarkGroup<'c, WallTime> {
    let mut group = criterion.benchmark_group(name);
    group
        .sample_size(10)
        .sampling_mode(SamplingMode::Flat)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2));
    group
}
