//! What sweeps and searches are reckoned to take, by a clock that is set by hand.

use std::sync::Mutex;

use super::*;

/// A clock that is set by hand.
#[derive(Debug, Default)]
struct HandClock(Mutex<Duration>);

impl HandClock {
    fn set(&self, seconds: f64) {
        *self.0.lock().unwrap() = Duration::from_secs_f64(seconds);
    }
}

impl Clock for HandClock {
    fn now(&self) -> Duration {
        *self.0.lock().unwrap()
    }
}

/// What a model says of a sweep of 100 levels that has come so far (level, states, seconds),
/// one after the other, where a search would take a second.
fn decisions(course: &[(usize, u64, f64)]) -> Vec<bool> {
    let clock = HandClock::default();
    let mut probe = |_: Rates, _| SearchCost { engine: Engine::Search, nodes: 1e7, time_s: 1.0 };
    let mut model = CostModel::new(&clock, &mut probe, 1, u64::MAX);
    let mut goes_on = |&(level, states, seconds): &(usize, u64, f64)| {
        clock.set(seconds);
        model.judge(&SweepProgress::new(level, 100, states)) == Verdict::Sweep
    };
    course.iter().map(&mut goes_on).collect()
}

#[test]
fn a_second_sweep_is_not_foreseen_from_the_time_of_the_first() {
    let second = [(99, 1_000_000, 0.9), (0, 0, 0.9), (2, 6_000, 0.9001)];
    assert_eq!(decisions(&second), [true; 3]);
    // Laying out takes as long as it takes.
    assert_eq!(decisions(&[(0, 1, 0.9), (2, 6_000, 0.9001)]), [true, true]);
    // A first sweep that has come no further in that time would take hours.
    assert_eq!(decisions(&[(2, 6_000, 0.9001)]), [false]);
}

#[test]
fn a_batch_that_begins_at_a_low_level_is_foreseen_from_the_furthest_one() {
    assert_eq!(decisions(&[(60, 1_000_000, 0.9), (2, 1_006_000, 0.91)]), [true, true]);
}

#[test]
fn a_sweep_is_not_broken_off_for_a_hiccup_of_the_processor_at_its_beginning() {
    // A sweep of Kanoodle, which takes 55 ms, after a pause of 9 ms.
    assert_eq!(decisions(&[(8, 5_342, 0.0094), (50, 200_000, 0.045)]), [true, true]);
    // A tenth of a second is no hiccup.
    assert_eq!(decisions(&[(8, 5_342, 0.0094), (8, 5_900, 0.1)]), [true, false]);
}

#[test]
fn a_search_is_what_the_sweep_was_judged_by_whatever_part_of_that_is_done() {
    let clock = HandClock::default();
    // Beside a sweep that seems to take long enough, a scan was looked at.
    let mut probe = |_, sweep_s| {
        let (engine, time_s) =
            if sweep_s > 0.1 { (Engine::Scan, 0.02) } else { (Engine::Search, 0.4) };
        SearchCost { engine, nodes: 1e6, time_s }
    };
    let mut model = CostModel::new(&clock, &mut probe, 1, u64::MAX);
    clock.set(0.05);
    assert_eq!(model.judge(&SweepProgress::new(33, 100, 100_000)), Verdict::Search);
    assert_eq!(model.search().engine, Engine::Scan);
    assert_eq!(model.tree_engine(), Some(Engine::Scan));
}

#[test]
fn what_is_left_of_a_sweep_that_began_anew_goes_by_what_its_states_took() {
    let clock = HandClock::default();
    let mut probe = |_, _| unreachable!("nothing is weighed");
    let mut model = CostModel::new(&clock, &mut probe, 1, u64::MAX);
    assert_eq!(model.sweep_left_s(), None);
    clock.set(0.9);
    model.note(&SweepProgress::new(39, 100, 900_000));
    assert!(!model.is_anew());
    model.note(&SweepProgress::new(0, 100, 0));
    clock.set(1.0);
    model.note(&SweepProgress::new(49, 100, 100_000));
    assert!(model.is_anew());
    // A microsecond each, and 45% of the states are those of the first half.
    assert!((model.sweep_left_s().unwrap() - 0.1 * (1.0 / 0.45 - 1.0)).abs() < 1e-9);
    // A batch that begins at a low level belongs to the same sweep, also where some states of the level at
    // which the integers became too narrow are counted again.
    model.note(&SweepProgress::new(9, 100, 100_000));
    model.note(&SweepProgress::new(9, 100, 99_000));
    model.note(&SweepProgress::new(9, 100, 100_000));
    assert!((model.sweep_left_s().unwrap() - 0.1 * (1.0 / 0.45 - 1.0)).abs() < 1e-9);
}

#[test]
fn what_is_left_of_a_sweep_goes_by_the_states_that_it_foretells_where_it_does() {
    let clock = HandClock(Mutex::new(Duration::ZERO));
    let probe = &mut |_, _| panic!("the search is not asked for");
    let mut model = CostModel::new(&clock, probe, 1, u64::MAX);
    clock.set(0.2);
    model.note(&SweepProgress { states_left: Some(3e5), ..SweepProgress::new(49, 100, 100_000) });
    assert!((model.sweep_left_s().unwrap() - 0.6).abs() < 1e-9);
}

#[test]
fn what_is_left_of_a_sweep_does_not_grow_while_other_orders_are_tried() {
    let clock = HandClock::default();
    let mut probe = |rates: Rates, _| SearchCost::of_search(1.0, rates);
    let mut model = CostModel::new(&clock, &mut probe, 1, u64::MAX);
    let mut left_s = |states, (tried, is_trying), seconds| {
        clock.set(seconds);
        model.note(&SweepProgress { tried, is_trying, ..SweepProgress::new(49, 100, states) });
        model.sweep_left_s().unwrap()
    };
    let left_before_s = left_s(80_000, (0, false), 0.1);
    for (tried, seconds) in [(0, 0.2), (5_000, 0.3), (9_000, 0.4)] {
        assert!((left_s(80_000 + tried, (tried, true), seconds) - left_before_s).abs() < 1e-9);
    }
    // The sweep goes on, and takes as long for each state.
    assert!((left_s(169_000, (9_000, false), 0.5) - 2.0 * left_before_s).abs() < 1e-9);
}

#[test]
fn a_sweep_that_seems_brief_never_asks_for_the_search() {
    let clock = HandClock::default();
    let mut probe = |_, _| unreachable!("a brief sweep is let run");
    let mut model = CostModel::new(&clock, &mut probe, 1, u64::MAX);
    clock.set(0.004);
    let progress = SweepProgress::new(60, 100, 50_000);
    assert_eq!(model.judge(&progress), Verdict::Sweep);
    assert_eq!(model.describe(), "done before a search could be weighed");
}

#[test]
fn a_sweep_that_may_take_no_more_states_is_broken_off_undecided() {
    let clock = HandClock::default();
    let mut probe = |_: Rates, _| SearchCost { engine: Engine::Search, nodes: 1e7, time_s: 1.0 };
    let mut model = CostModel::new(&clock, &mut probe, 1, 10_000);
    clock.set(0.02);
    let progress = SweepProgress::new(30, 100, 20_000);
    assert_eq!(model.judge(&progress), Verdict::Undecided);
    assert!(model.is_undecided());
}

#[test]
fn the_course_of_a_sweep_rises_from_nothing_to_all_of_it() {
    let parts: Vec<f64> = (0..=100).map(|part| course(f64::from(part) / 100.0)).collect();
    assert!(parts.windows(2).all(|pair| pair[0] < pair[1]), "{parts:?}");
    assert!((parts[50] - 0.45).abs() < 1e-9 && (parts[100] - 1.0).abs() < 1e-9);
}
