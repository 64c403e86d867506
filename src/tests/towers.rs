//! The counts and fingerprints of the Logiq towers, however they are computed.

use crate::puzzle::Compiled;
use crate::solve::options::{Anchor, Engine, OutputMode};

use super::common::{
    ALL_ENGINES, Settings, Solved, compiled, lines, run, run_all, settings, tower,
};

struct Tower {
    rows: usize,
    distinct: u128,
    total: u128,
    fingerprint: &'static str,
}

/// The published counts, and the fingerprints of the canonical lines, which pin every solution.
const TOWERS: [Tower; 4] = [
    Tower { rows: 2, distinct: 23, total: 552, fingerprint: "af408662c4b48161515b10dc11d5358e" },
    Tower {
        rows: 3,
        distinct: 2_294,
        total: 55_056,
        fingerprint: "988eb0e26908fa0b5e8159f556e88f99",
    },
    Tower {
        rows: 4,
        distinct: 13_588,
        total: 326_112,
        fingerprint: "0563b1b561960b744241de778f45a488",
    },
    Tower {
        rows: 5,
        distinct: 6_164,
        total: 147_936,
        fingerprint: "11b465f684d8669648f06bfc9f135ebd",
    },
];

const PIECES: usize = 15;

const THREADS: [usize; 3] = [1, 2, 7];

impl Tower {
    fn compiled(&self) -> Compiled {
        compiled(&tower(self.rows))
    }

    fn check(&self, compiled: &Compiled, engine: Engine, anchor: &Anchor, threads: usize) {
        let part = run_all(compiled, &settings(engine, anchor, threads, OutputMode::Fingerprint));
        let found = (part.counts.distinct.small(), part.counts.total.small());
        let way = format!("{} rows, {engine:?}, {anchor:?}, {threads} threads", self.rows);
        assert_eq!(found, (self.distinct, self.total), "{way}");
        assert_eq!(part.counts.fingerprint.to_string(), self.fingerprint, "{way}");
    }
}

fn every_piece() -> impl Iterator<Item = Anchor> {
    (0..PIECES).map(Anchor::Piece)
}

#[test]
fn the_low_towers_come_out_alike_in_every_way() {
    for tower in &TOWERS[..2] {
        let compiled = tower.compiled();
        for engine in ALL_ENGINES {
            for threads in THREADS {
                tower.check(&compiled, engine, &Anchor::Auto, threads);
            }
            for (turn, anchor) in every_piece().chain([Anchor::None]).enumerate() {
                tower.check(&compiled, engine, &anchor, THREADS[turn % 3]);
            }
        }
    }
}

#[test]
fn the_high_towers_come_out_alike_for_every_anchor_and_number_of_threads() {
    for tower in &TOWERS[2..] {
        let compiled = tower.compiled();
        for threads in THREADS {
            for engine in [Engine::Search, Engine::Scan] {
                tower.check(&compiled, engine, &Anchor::Auto, threads);
            }
        }
        for (turn, anchor) in every_piece().enumerate() {
            for engine in [Engine::Search, Engine::Scan] {
                tower.check(&compiled, engine, &anchor, THREADS[turn % 3]);
            }
        }
    }
}

#[test]
fn the_high_towers_come_out_alike_with_dancing_links() {
    for tower in &TOWERS[2..] {
        tower.check(&tower.compiled(), Engine::Links, &Anchor::Auto, 2);
    }
}

#[test]
#[ignore = "takes minutes; cargo test --release -- --ignored"]
fn the_high_towers_come_out_alike_in_every_way() {
    for tower in &TOWERS[2..] {
        let compiled = tower.compiled();
        for engine in [Engine::Search, Engine::Links] {
            for anchor in every_piece().chain([Anchor::Auto, Anchor::None]) {
                for threads in THREADS {
                    tower.check(&compiled, engine, &anchor, threads);
                }
            }
        }
    }
}

#[test]
fn sweeps_count_the_high_towers_too() {
    // Their states hardly merge, so that a diagram of them would take gigabytes.
    for tower in &TOWERS[2..] {
        let settings = settings(Engine::Frontier, &Anchor::Auto, 2, OutputMode::Count);
        let part = run_all(&tower.compiled(), &settings);
        assert_eq!(
            (part.counts.distinct.small(), part.counts.total.small()),
            (tower.distinct, tower.total)
        );
    }
}

#[test]
fn the_fingerprint_is_the_same_whatever_is_listed() {
    let tower = &TOWERS[0];
    let compiled = tower.compiled();
    for anchor in [Anchor::Auto, Anchor::None] {
        for (listing, listed) in
            [(OutputMode::Distinct, tower.distinct), (OutputMode::Images, tower.total)]
        {
            let part = run_all(&compiled, &settings(Engine::Search, &anchor, 1, listing));
            assert_eq!(part.counts.fingerprint.to_string(), tower.fingerprint, "{listing:?}");
            let lines = lines(&part);
            assert_eq!(lines.len() as u128, listed, "{listing:?}");
            assert!(lines.is_sorted(), "{listing:?}");
        }
    }
}

/// The solution that the maker prints: outer rows, and the ring piece of each.
const SAMPLE: [(&str, char); 2] = [("QQUUULLLLY00", '0'), ("QQU2UL2YYYYQ", '2')];

/// The 24 lines of a tower of two rows: turned by each number of sectors, on its feet and on its
/// head.
fn images(rows: &[(String, char); 2]) -> Vec<String> {
    let head = [&rows[1], &rows[0]].map(|(row, ring)| (row.chars().rev().collect(), *ring));
    let mut images = Vec::new();
    for [(first, first_ring), (second, second_ring)] in [rows.clone(), head] {
        for by in 0..12 {
            let turned = |row: &String| format!("{}{}", &row[by..], &row[..by]);
            let (first, second) = (turned(&first), turned(&second));
            images.push(format!("{first}:{first_ring}/{second}:{second_ring}"));
        }
    }
    images
}

#[test]
fn the_makers_sample_solution_is_found_and_its_mirror_image_is_not() {
    let compiled = TOWERS[0].compiled();
    let run =
        |listing| lines(&run_all(&compiled, &settings(Engine::Search, &Anchor::Auto, 1, listing)));
    let (distinct, all) = (run(OutputMode::Distinct), run(OutputMode::Images));
    let sample = images(&SAMPLE.map(|(row, ring)| (row.to_owned(), ring)));
    let mirrored = images(&SAMPLE.map(|(row, ring)| (row.chars().rev().collect(), ring)));
    assert_eq!(distinct.iter().filter(|line| sample.contains(line)).count(), 1);
    assert_eq!(distinct.iter().filter(|line| mirrored.contains(line)).count(), 0);
    assert!(distinct.contains(sample.iter().min().expect("there are 24")));
    assert!(sample.iter().all(|image| all.contains(image)));
    assert!(!mirrored.iter().any(|image| all.contains(image)));
}

fn limited(compiled: &Compiled, limit: u64, listing: OutputMode, anchor: &Anchor) -> Solved {
    let settings = Settings { limit: Some(limit), ..settings(Engine::Search, anchor, 2, listing) };
    run(compiled, &settings).expect("a limit is no error")
}

#[test]
fn a_limit_below_the_count_gives_that_many_lines_and_says_that_there_are_more() {
    for (tower, anchor) in TOWERS.iter().zip([Anchor::None, Anchor::Auto]) {
        let compiled = tower.compiled();
        let all = lines(&run_all(
            &compiled,
            &settings(Engine::Search, &Anchor::Auto, 1, OutputMode::Distinct),
        ));
        for limit in [0, 1, 10, 22] {
            let part = limited(&compiled, limit, OutputMode::Distinct, &anchor);
            let lines = lines(&part);
            assert_eq!(lines.len() as u64, limit);
            assert!(!part.outcome.complete);
            assert!(lines.is_sorted() && lines.iter().all(|line| all.contains(line)));
            assert_eq!(
                part.counts.distinct,
                u128::from(limit),
                "the counts are those of the lines"
            );
            assert_eq!(part.counts.total, 24 * u128::from(limit));
        }
        let part = limited(&compiled, 100, OutputMode::Images, &anchor);
        assert_eq!(
            (lines(&part).len(), part.counts.total.small(), part.outcome.complete),
            (100, 100, false)
        );
    }
}

#[test]
fn a_limit_at_the_count_or_above_changes_nothing() {
    let tower = &TOWERS[0];
    let compiled = tower.compiled();
    for anchor in [Anchor::Auto, Anchor::None] {
        for (listing, count) in [(OutputMode::Distinct, 23), (OutputMode::Images, 552)] {
            for limit in [count, count + 1, 1 << 63, u64::MAX] {
                let part = limited(&compiled, limit, listing, &anchor);
                assert!(part.outcome.complete, "{limit}");
                assert_eq!(lines(&part).len() as u64, count, "{limit}");
                assert_eq!(
                    (part.counts.distinct.small(), part.counts.total.small()),
                    (23, 552),
                    "{limit}"
                );
                assert_eq!(part.counts.fingerprint.to_string(), tower.fingerprint, "{limit}");
            }
        }
    }
}

#[test]
fn a_limit_bounds_lines_and_not_a_run_that_lists_none() {
    let compiled = TOWERS[0].compiled();
    for listing in [OutputMode::Count, OutputMode::Fingerprint] {
        let part = limited(&compiled, 10, listing, &Anchor::Auto);
        assert_eq!(
            (part.counts.distinct.small(), part.outcome.complete),
            (23, true),
            "{listing:?}"
        );
    }
}
