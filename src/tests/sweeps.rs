//! The engine frontier beyond the catalogue: memory, large counts, wide keys, covers that are no
//! puzzles.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use crate::count::Count;
use crate::cover::{Case, Cover, LabelledBuilder, Problem};
use crate::engine::frontier::{Diagram, Frontier, FrontierError, SweepProgress};
use crate::engine::{SimdLevel, Threads};
use crate::puzzle::{Compiled, compile};
use crate::solve::listed::Listed;
use crate::solve::options::{Anchor, Engine, Options, OutputMode};
use crate::solve::pool::threads::threads_for;
use crate::solve::solver::{Request, Solver};
use crate::solve::subject::Subject;
use proptest::prelude::*;

use super::common::{Solved, from_catalogue, run_all, settings};

fn compiled(name: &str) -> Compiled {
    compile(&from_catalogue(name)).unwrap()
}

fn count(compiled: &Compiled, threads: usize, memory_bytes: u64) -> Solved {
    let settings = settings(Engine::Frontier, &Anchor::Auto, threads, OutputMode::Count);
    run_all(compiled, &settings.memory_bytes(memory_bytes))
}

#[test]
fn states_that_do_not_fit_are_swept_in_batches_with_the_same_count() {
    let compiled = compiled("kanoodle");
    let roomy = count(&compiled, 2, 1 << 30);
    let swept = roomy.outcome.sweep.unwrap();
    assert_eq!(swept.batches, 1);
    let tight = count(&compiled, 2, 49 << 20);
    let batches = tight.outcome.sweep.unwrap();
    assert!(batches.batches > 1);
    assert!(batches.state_bytes < swept.state_bytes);
    assert_eq!((tight.counts.distinct.small(), tight.counts.total.small()), (92_755, 371_020));
    assert_eq!((roomy.counts.distinct.small(), roomy.counts.total.small()), (92_755, 371_020));
}

#[test]
fn whatever_part_of_the_states_fits_the_count_is_the_same() {
    // Between one batch and the smallest ones: also those where a level is left in the middle.
    let compiled = compiled("kanoodle");
    let frontier = Frontier::new(&compiled.problem, &Case::whole(&compiled.problem)).unwrap();
    let mut batches = Vec::new();
    for (threads, shift) in [(1, 16), (2, 18), (1, 19), (2, 20), (1, 21), (2, 22), (1, 23)] {
        let pool = Threads::new(threads, 1 << 21).unwrap();
        let (words, keys) = frontier.count_both_ways(SimdLevel::best(), &pool, 1 << shift).unwrap();
        let words = words.expect("a state of kanoodle fits a word");
        assert_eq!(words.total.small(), 371_020, "{threads} threads, {} bytes", 1 << shift);
        assert_eq!(keys.total.small(), 371_020, "{threads} threads, {} bytes", 1 << shift);
        batches.push(words.batches);
    }
    assert!(batches[0] > batches[3] && batches[3] > batches[6], "{batches:?}");
}

#[test]
fn what_a_level_is_left_with_where_the_memory_is_full_is_swept_later() {
    // In these sizes one level or another of the sweep on two threads is left in the middle: what it led
    // to so far takes most of the memory, and the rest of it becomes a batch of its own.
    let compiled = compiled("logiq-3");
    let frontier = Frontier::new(&compiled.problem, &Case::whole(&compiled.problem)).unwrap();
    let pool = Threads::new(2, 1 << 21).unwrap();
    let swept = |most_bytes: u64| {
        frontier.count(&pool, most_bytes, &mut |_| ControlFlow::Continue(())).unwrap()
    };
    assert_eq!(swept(1 << 30).batches, 1);
    for most_bytes in [676_302, 811_563, 973_875, 1_402_381] {
        let tight = swept(most_bytes);
        assert!(tight.batches > 1, "{most_bytes} bytes");
        assert_eq!(tight.total.small(), 55_056, "{most_bytes} bytes");
    }
}

#[test]
fn the_states_of_most_boards_fit_words() {
    let fits = |name: &str| {
        let problem = compiled(name).problem;
        let frontier = Frontier::new(&problem, &Case::whole(&problem)).unwrap();
        frontier.fits_words()
    };
    for name in ["kanoodle", "iq-fit", "pentominoes-tetrominoes-8x10", "soma"] {
        assert!(fits(name), "{name}");
    }
    for name in ["logiq-5", "tetris-cube"] {
        assert!(!fits(name), "{name}");
    }
}

#[test]
fn neither_the_states_nor_the_count_depend_on_the_threads() {
    for name in ["kanoodle", "tetrominoes-5x8", "soma-mirror", "logiq-3"] {
        let compiled = compiled(name);
        let part = count(&compiled, 1, 1 << 30);
        for threads in [2, 7] {
            let other = count(&compiled, threads, 1 << 30);
            assert_eq!(part.counts, other.counts, "{name}");
            let states = |part: &Solved| part.outcome.sweep.as_ref().unwrap().states.clone();
            assert_eq!(states(&part), states(&other), "{name}");
        }
    }
}

#[test]
fn listings_from_the_diagram_are_those_of_the_search() {
    for name in ["kanoodle", "tetrominoes-5x8", "logiq-3", "soma-mirror"] {
        let compiled = compiled(name);
        let listed =
            |engine| run_all(&compiled, &settings(engine, &Anchor::Auto, 2, OutputMode::Distinct));
        let (swept, searched) = (listed(Engine::Frontier), listed(Engine::Search));
        assert_eq!(swept.counts.fingerprint, searched.counts.fingerprint, "{name}");
        assert_eq!(swept.lines, searched.lines, "{name}");
        assert_eq!(swept.counts.distinct, searched.counts.distinct, "{name}");
        assert_eq!(swept.counts.total, searched.counts.total, "{name}");
    }
}

#[test]
fn a_diagram_that_does_not_fit_is_refused() {
    let compiled = compiled("kanoodle");
    let problem = &compiled.problem;
    let refused = diagram(problem).unwrap_err();
    assert_eq!(refused, FrontierError::TooLarge { most_bytes: 1 << 20 });
}

/// `items` items with two options each: 2^items solutions.
fn coins(items: usize) -> Problem {
    let mut builder = LabelledBuilder::new();
    for item in 0..items {
        builder.primary(item, 1).unwrap();
    }
    for item in 0..items {
        builder.option([item]).unwrap();
        builder.option([item]).unwrap();
    }
    Problem::of_cover(builder.finish())
}

fn total(problem: &Problem) -> Result<Count, FrontierError> {
    let pool = threads_for(problem, NonZeroUsize::MIN).unwrap();
    let frontier = Frontier::new(problem, &Case::whole(problem))?;
    let watch = &mut |_: &_| ControlFlow::Continue(());
    frontier.count(&pool, 1 << 20, watch).map(|counted| counted.total)
}

fn diagram(problem: &Problem) -> Result<Diagram, FrontierError> {
    let pool = threads_for(problem, NonZeroUsize::MIN).unwrap();
    let frontier = Frontier::new(problem, &Case::whole(problem))?;
    frontier.diagram(&pool, 1 << 20, &mut |_| ControlFlow::Continue(()))
}

#[test]
fn counts_of_any_size_are_exact() {
    let mut expected = Count::from(1);
    for items in 0..300 {
        if [0, 63, 64, 127, 128, 299].contains(&items) {
            assert_eq!(total(&coins(items)), Ok(expected.clone()), "{items} items");
        }
        expected = &expected * 2;
    }
}

/// A board of dominoes with coins before it and after it, so that counts grow in every part of a sweep.
fn dominoes_among_coins(rows: usize, columns: usize, coins: usize) -> Problem {
    let mut builder = LabelledBuilder::new();
    let cells = rows * columns;
    for item in 0..cells + 2 * coins {
        builder.primary(item, 1).unwrap();
    }
    for coin in (0..coins).chain(coins + cells..cells + 2 * coins) {
        builder.option([coin]).unwrap();
        builder.option([coin]).unwrap();
    }
    for (row, column) in (0..columns).flat_map(|column| (0..rows).map(move |row| (row, column))) {
        let at = coins + column * rows + row;
        if row + 1 < rows {
            builder.option([at, at + 1]).unwrap();
        }
        if column + 1 < columns {
            builder.option([at, at + rows]).unwrap();
        }
    }
    Problem::of_cover(builder.finish())
}

#[test]
fn a_sweep_goes_on_with_wider_integers_in_any_memory_and_with_any_threads() {
    let swept = |coins: usize, threads: usize, most_bytes: u64| {
        let problem = dominoes_among_coins(16, 16, coins);
        let pool = threads_for(&problem, NonZeroUsize::new(threads).unwrap()).unwrap();
        let frontier = Frontier::new(&problem, &Case::whole(&problem)).unwrap();
        frontier.count(&pool, most_bytes, &mut |_| ControlFlow::Continue(())).unwrap()
    };
    // The board of 16 by 16: A004003 in the OEIS.
    let mut tilings = Count::from(2_444_888_770_250_892_795_802_079_170_816);
    for coins in 0..=20 {
        if coins % 10 == 0 {
            let roomy = swept(coins, 1, 1 << 30);
            assert_eq!((roomy.batches, &roomy.total), (1, &tilings), "{coins} coins");
            // States on their way have to be merged before their turn comes. Of the memory, they have
            // half.
            let tight = swept(coins, 1, roomy.peak_bytes * 9 / 2);
            assert!(tight.peak_bytes <= roomy.peak_bytes, "{} bytes", tight.peak_bytes);
            assert!(coins == 0 || tight.peak_bytes < roomy.peak_bytes);
            assert_eq!((tight.batches, &tight.total), (1, &tilings), "{coins} coins");
            assert_eq!(swept(coins, 2, roomy.peak_bytes * 6).total, tilings, "{coins} coins");
            assert_eq!(swept(coins, 3, 1 << 30).states, roomy.states);
        }
        tilings = &tilings * 4;
    }
}

#[test]
fn solutions_beyond_128_bits_are_not_numbered() {
    assert_eq!(diagram(&coins(127)).unwrap().total(), 1 << 127);
    assert_eq!(diagram(&coins(128)).unwrap_err(), FrontierError::TooMany);
}

#[test]
fn a_sweep_can_be_broken_off_before_it_begins() {
    let problem = coins(9);
    let pool = threads_for(&problem, NonZeroUsize::MIN).unwrap();
    let frontier = Frontier::new(&problem, &Case::whole(&problem)).unwrap();
    let watch = &mut |_: &SweepProgress| ControlFlow::Break(());
    assert_eq!(frontier.count(&pool, 1 << 20, watch), Err(FrontierError::Cancelled));
    assert_eq!(frontier.diagram(&pool, 1 << 20, watch).unwrap_err(), FrontierError::Cancelled);
}

#[test]
fn a_sweep_can_be_broken_off() {
    let problem = coins(9);
    let pool = threads_for(&problem, NonZeroUsize::MIN).unwrap();
    let frontier = Frontier::new(&problem, &Case::whole(&problem)).unwrap();
    let broken = frontier.count(&pool, 1 << 20, &mut |look| {
        if look.level == 4 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(broken, Err(FrontierError::Cancelled));
}

#[test]
fn keys_of_every_width_count_alike() {
    // One option covers everything; beside it each item has one of its own.
    for items in [3, 30, 40, 70, 140, 300] {
        let mut builder = LabelledBuilder::new();
        for item in 0..items {
            builder.primary(item, 1).unwrap();
        }
        builder.option(0..items).unwrap();
        for item in 0..items {
            builder.option([item]).unwrap();
        }
        let problem = Problem::of_cover(builder.finish());
        let frontier = Frontier::new(&problem, &Case::whole(&problem)).unwrap();
        assert!(frontier.bits() >= items - 1, "all items but the first are in play");
        assert_eq!(total(&problem), Ok(2.into()), "{items} items");
        assert_eq!(diagram(&problem).unwrap().total(), 2, "{items} items");
    }
}

#[test]
fn keys_of_more_than_1024_bits_are_refused() {
    let mut builder = LabelledBuilder::new();
    for item in 0..1100 {
        builder.primary(item, 1).unwrap();
    }
    builder.option(0..1100).unwrap();
    for item in 0..1100 {
        builder.option([item]).unwrap();
    }
    let problem = Problem::of_cover(builder.finish());
    assert!(matches!(total(&problem), Err(FrontierError::TooWide { most: 1024, .. })));
}

/// The queens of a board, on which no two may share a row, a column or a diagonal.
fn queens(size: usize) -> Problem {
    Problem::of_cover(queens_of(size).finish())
}

/// The cover of such queens, to which more may be added.
fn queens_of(size: usize) -> LabelledBuilder<usize> {
    let mut builder = LabelledBuilder::new();
    // The diagonals are numbered first, so that the numbering is no good order for a sweep.
    for diagonal in 2 * size..6 * size {
        builder.secondary(diagonal, 1).unwrap();
    }
    for line in 0..2 * size {
        builder.primary(line, 1).unwrap();
    }
    for row in 0..size {
        for column in 0..size {
            let (falling, rising) = (row + column, row + size - column);
            let lines = [row, size + column, 2 * size + falling, 4 * size + rising];
            builder.option(lines).unwrap();
        }
    }
    builder
}

#[test]
fn a_sweep_goes_on_in_another_order_where_that_has_far_fewer_states() {
    let problem = queens(10);
    let frontier = Frontier::new(&problem, &Case::whole(&problem)).unwrap();
    let threads = threads_for(&problem, NonZeroUsize::MIN).unwrap();
    let (mut most, mut begun_anew) = (0, false);
    let watch = &mut |progress: &SweepProgress| {
        begun_anew |= progress.states < most;
        most = most.max(progress.states);
        ControlFlow::Continue(())
    };
    let counted = frontier.count(&threads, 1 << 30, watch).unwrap();
    assert_eq!(counted.total, 724);
    assert!(begun_anew && most > counted.states.iter().sum(), "{most} states were not too many");
    // The orders are tried out of the same states on any machine, and on any number of threads.
    for count in [1, 3] {
        let threads = threads_for(&problem, NonZeroUsize::new(count).unwrap()).unwrap();
        let again = frontier.count(&threads, 1 << 30, &mut |_| ControlFlow::Continue(())).unwrap();
        assert_eq!(again.states, counted.states);
    }
}

#[test]
fn trials_on_several_threads_tell_their_states_and_can_be_cancelled() {
    let problem = queens(10);
    let frontier = Frontier::new(&problem, &Case::whole(&problem)).unwrap();
    let threads = threads_for(&problem, NonZeroUsize::new(3).unwrap()).unwrap();
    let mut told: Vec<SweepProgress> = Vec::new();
    let watch = &mut |progress: &SweepProgress| {
        told.push(*progress);
        if progress.tried > 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    assert_eq!(frontier.count(&threads, 1 << 30, watch), Err(FrontierError::Cancelled));
    let last = told.last().unwrap();
    assert!(last.is_trying && last.tried > 0 && last.states > last.tried, "{last:?}");
    // As many states as one thread tells of, whichever thread has which order.
    let most_tried = |count: usize| {
        let threads = threads_for(&problem, NonZeroUsize::new(count).unwrap()).unwrap();
        let mut most = 0;
        let watch = &mut |progress: &SweepProgress| {
            most = most.max(progress.tried);
            ControlFlow::Continue(())
        };
        frontier.count(&threads, 1 << 30, watch).unwrap();
        most
    };
    assert_eq!(most_tried(1), most_tried(3));
}

#[test]
fn trials_of_other_orders_tell_their_states_at_the_level_of_the_sweep_and_can_be_cancelled() {
    let problem = queens(10);
    let frontier = Frontier::new(&problem, &Case::whole(&problem)).unwrap();
    let threads = threads_for(&problem, NonZeroUsize::MIN).unwrap();
    // A sweep by itself has as many states at a level as it says when it begins to expand them.
    let is_of_trial = |before: &SweepProgress, now: &SweepProgress| {
        (now.level, now.levels) == (before.level, before.levels) && now.states > before.states
    };
    let mut told: Vec<SweepProgress> = Vec::new();
    let watch = &mut |progress: &SweepProgress| {
        told.push(*progress);
        ControlFlow::Continue(())
    };
    frontier.count(&threads, 1 << 30, watch).unwrap();
    let of_trials = told.windows(2).filter(|two| is_of_trial(&two[0], &two[1])).count();
    assert!(of_trials > 10, "{of_trials} reports were of trials");
    // Both fall where the sweep begins anew in another order, and nowhere else.
    let fallen = told.windows(2).filter(|two| two[1].states < two[0].states);
    let anew = told.windows(2).filter(|two| two[1].level < two[0].level);
    assert_eq!((fallen.count(), anew.count()), (1, 1));
    // A run that is cancelled among the trials ends there.
    let (mut before, mut reports) = (told[0], 0);
    let watch = &mut |progress: &SweepProgress| {
        reports += u64::from(is_of_trial(&before, progress));
        before = *progress;
        if reports > 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    assert_eq!(frontier.count(&threads, 1 << 30, watch), Err(FrontierError::Cancelled));
    assert_eq!(reports, 3);
}

/// Queens, and ten thousand items, each of which is covered by itself or with the eleven after it: it takes
/// a while to lay that out.
fn long_chain_and_queens() -> Problem {
    let mut builder = queens_of(12);
    let chain = 1_000..11_000_usize;
    for item in chain.clone() {
        builder.primary(item, 1).unwrap();
    }
    for item in chain.clone() {
        builder.option([item]).unwrap();
        if item + 12 <= chain.end {
            builder.option(item..item + 12).unwrap();
        }
    }
    Problem::of_cover(builder.finish())
}

#[test]
fn a_sweep_can_be_cancelled_while_its_tables_are_made() {
    let problem = long_chain_and_queens();
    let frontier = Frontier::new(&problem, &Case::whole(&problem)).unwrap();
    let threads = threads_for(&problem, NonZeroUsize::MIN).unwrap();
    let mut reports = 0;
    let watch = &mut |progress: &SweepProgress| {
        assert_eq!(progress.states, 0, "the sweep has begun");
        reports += 1;
        if reports > 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    assert_eq!(frontier.count(&threads, 1 << 30, watch), Err(FrontierError::Cancelled));
}

/// Two rounds of sixteen golfers in groups of four, of whom no two meet twice.
fn golfers() -> Problem {
    let mut builder = LabelledBuilder::new();
    let mut groups = Vec::new();
    for a in 0..16 {
        for b in a + 1..16 {
            builder.secondary(["pair".into(), a.to_string(), b.to_string()], 1).unwrap();
            for c in b + 1..16 {
                groups.extend((c + 1..16).map(|d| [a, b, c, d]));
            }
        }
    }
    for round in ["first", "second"] {
        let golfer = |golfer: u32| [round.into(), golfer.to_string(), String::new()];
        for number in 0..16 {
            builder.primary(golfer(number), 1).unwrap();
        }
        for group in &groups {
            let mut items = group.map(golfer).to_vec();
            for (at, one) in group.iter().enumerate() {
                let pair = |other: &u32| ["pair".into(), one.to_string(), other.to_string()];
                items.extend(group[at + 1..].iter().map(pair));
            }
            builder.option(items).unwrap();
        }
    }
    Problem::of_cover(builder.finish())
}

#[test]
fn a_level_of_few_states_is_told_of_more_than_once_where_they_lead_to_very_many() {
    let problem = golfers();
    let frontier = Frontier::new(&problem, &Case::whole(&problem)).unwrap();
    let threads = threads_for(&problem, NonZeroUsize::MIN).unwrap();
    let mut told: Vec<(usize, u64)> = Vec::new();
    let watch = &mut |progress: &SweepProgress| {
        told.push((progress.level, progress.states));
        if progress.states > 10_000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    assert_eq!(frontier.count(&threads, 1 << 30, watch), Err(FrontierError::Cancelled));
    let of_few = told.iter().filter(|(level, states)| *level > 0 && *states < 10_000).count();
    assert!(of_few >= 3, "told of {told:?}");
}

/// A random cover with secondary items and items of which there are several.
pub(super) fn covers() -> impl Strategy<Value = Cover> {
    let items = prop::collection::vec((any::<bool>(), 1_u32..4), 2..9);
    items.prop_flat_map(|items| {
        let count = items.len();
        let option = prop::collection::vec(any::<bool>(), count);
        (Just(items), prop::collection::vec(option, 0..14)).prop_map(|(items, options)| {
            let mut builder = LabelledBuilder::new();
            for (item, &(primary, multiplicity)) in items.iter().enumerate() {
                builder.item(item, primary, multiplicity).unwrap();
            }
            for option in options {
                let named = (0..option.len()).filter(|&item| option[item]);
                // Some have no item of multiplicity one, which is refused.
                let _ = builder.option(named);
            }
            builder.finish()
        })
    })
}

proptest! {
    #![proptest_config(crate::random::repeatable(400))]

    #[test]
    fn random_covers_have_as_many_solutions_as_dancing_links_find(cover in covers()) {
        let solver = |engine, memory_bytes| {
            let threads = NonZeroUsize::MIN;
            let options =
                Options { engine: Some(engine), threads, memory_bytes, ..Options::default() };
            Solver::with_options(Subject::cover("random", cover.clone()), options)
        };
        let of = |engine, memory_bytes| solver(engine, memory_bytes).count().unwrap().total.small();
        let expected = of(Engine::Links, 1 << 30);
        prop_assert_eq!(of(Engine::Frontier, 1 << 30), expected);
        prop_assert_eq!(of(Engine::Frontier, 0), expected, "in the smallest batches");
        let problem = Problem::of_cover(cover.clone());
        let threads = threads_for(&problem, NonZeroUsize::MIN).unwrap();
        let watch = &mut |_: &_| ControlFlow::Continue(());
        for other in Frontier::new(&problem, &Case::whole(&problem)).unwrap().in_other_orders() {
            let counted = other.count(&threads, 1 << 30, watch).unwrap();
            prop_assert_eq!(counted.total.small(), expected, "in another order");
        }
        let listing = solver(Engine::Frontier, 1 << 30);
        let listed = Listed::new(&listing, OutputMode::Distinct, &Request::default()).unwrap();
        prop_assert_eq!(listed.iter().len() as u128, expected, "listed from the diagram");
    }
}

#[test]
fn a_counter_that_would_just_not_fit_a_word_begins_the_next_one() {
    // Each item takes a counter and its guard: three bits where there are two, four where there are four.
    // Sixteen items take 61 bits, so that of the last one all but the guard would fit the first word.
    let multiplicities = [[2; 3].as_slice(), &[4; 13]].concat();
    let mut builder = LabelledBuilder::new();
    for (item, &multiplicity) in multiplicities.iter().enumerate() {
        builder.primary(format!("several {item}"), multiplicity).unwrap();
    }
    builder.primary("last".to_owned(), 4).unwrap();
    let cell = |item: usize, number: u32| format!("cell {number} of {item}");
    for (item, &multiplicity) in multiplicities.iter().enumerate() {
        for number in 0..multiplicity {
            builder.primary(cell(item, number), 1).unwrap();
            builder.option([format!("several {item}"), cell(item, number)]).unwrap();
        }
    }
    // Four of eight cells choose the last item.
    for number in 0..8 {
        let own = cell(multiplicities.len(), number);
        builder.primary(own.clone(), 1).unwrap();
        builder.option([own.clone()]).unwrap();
        builder.option([own, "last".to_owned()]).unwrap();
    }
    let problem = Problem::of_cover(builder.finish());
    let frontier = Frontier::new(&problem, &Case::whole(&problem)).unwrap();
    let threads = threads_for(&problem, NonZeroUsize::MIN).unwrap();
    let counted = frontier.count(&threads, 1 << 30, &mut |_| ControlFlow::Continue(())).unwrap();
    assert_eq!(counted.total, 70);
}
