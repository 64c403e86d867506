//! Whose turn it is, in standings of many kinds.

use proptest::option::of;
use proptest::prelude::*;

use super::*;

const COVER: Standing = Standing {
    verdict: None,
    sweep_s: 0.0,
    sweep_left_s: Some(f64::INFINITY),
    sweep_left_before_s: None,
    is_anew: false,
    foretold_s: None,
    search_s: 0.0,
    dived_s: 0.0,
    share: 0.0,
    search_left_s: f64::INFINITY,
    table_bytes: 0,
};

/// A cover whose search was foretold to be neither short nor long.
const DIVED: Standing = Standing { foretold_s: Some(SHORT_S), ..COVER };

fn due_ms(standing: Standing, sweep_s_before: f64) -> u128 {
    (standing.due(sweep_s_before, &mut Account::default()) + Duration::from_nanos(1)).as_millis()
}

#[test]
fn the_search_of_a_cover_of_few_entries_goes_first() {
    assert!(may_go_first(4 * 729) && !may_go_first(100_000));
    assert_eq!(COVER.due_at_first().as_millis(), 4);
}

#[test]
fn a_search_that_is_near_its_end_after_a_moment_is_seen_through() {
    let moment = Standing { search_s: 0.004, share: 0.25, search_left_s: 0.012, ..COVER };
    assert_eq!(moment.due_at_first().as_millis(), 12);
    // What seemed to be left was too little, and now it is too much.
    let longer = Standing { search_s: 0.016, share: 0.4, search_left_s: 0.018, ..COVER };
    assert_eq!(longer.due_at_first(), Duration::ZERO);
    let unknown = Standing { share: 0.0, search_left_s: f64::INFINITY, ..moment };
    assert_eq!(unknown.due_at_first(), Duration::ZERO);
}

#[test]
fn a_search_that_dives_foretold_to_be_short_is_seen_through_though_it_began_slowly() {
    let slow = Standing { search_s: 0.004, share: 0.2, search_left_s: 0.036, ..COVER };
    assert_eq!(slow.due_at_first(), Duration::ZERO);
    let foretold = Standing { foretold_s: Some(0.008), ..slow };
    assert_eq!(foretold.due_at_first().as_millis(), 12);
    let outrun = Standing { foretold_s: Some(0.003), ..slow };
    assert_eq!(outrun.due_at_first(), Duration::ZERO);
}

#[test]
fn a_sweep_of_a_cover_has_a_head_start_and_then_both_get_as_much() {
    assert_eq!(due_ms(Standing { sweep_s: 0.007, ..COVER }, 0.0), 0);
    let large = Standing { sweep_s: 0.05, table_bytes: 50_000_000, ..COVER };
    assert_eq!(due_ms(large, 0.0), 0);
    // That of the partitions of 16 things is laid out for 80 ms, and all but done then.
    let large = Standing { sweep_s: 0.08, sweep_left_s: None, table_bytes: 6_900_000, ..COVER };
    assert_eq!(due_ms(large, 0.0), 0);
    let even = Standing { sweep_s: 0.05, search_s: 0.02, sweep_left_s: Some(0.2), ..COVER };
    assert_eq!(due_ms(even, 0.0), 30);
    // It seems to have a third of its time behind it.
    let near = Standing { sweep_s: 0.08, sweep_left_s: Some(0.1), ..even };
    assert_eq!(due_ms(near, 0.0), 6);
    assert_eq!(due_ms(Standing { sweep_left_s: None, ..near }, 0.0), 6);
    // Unless that grows, and is not little.
    let growing = Standing { sweep_left_before_s: Some(0.01), ..near };
    assert_eq!(due_ms(growing, 0.0), 60);
    assert_eq!(due_ms(Standing { sweep_left_s: Some(0.02), ..growing }, 0.0), 6);
}

#[test]
fn a_search_goes_on_until_its_dives_are_made_unless_the_sweep_would_be_done_by_then() {
    let begun = Standing { sweep_s: 0.01, sweep_left_s: Some(0.1), ..COVER };
    assert_eq!(due_ms(begun, 0.0), 20);
    assert_eq!(due_ms(Standing { search_s: 0.015, ..begun }, 0.0), 5);
    assert_eq!(due_ms(Standing { search_s: 0.02, ..begun }, 0.0), 0);
    assert_eq!(due_ms(Standing { sweep_left_s: Some(0.019), ..begun }, 0.0), 3);
}

#[test]
fn a_search_that_dives_foretold_to_take_far_longer_than_the_sweep_gets_a_small_part() {
    let begun = Standing { sweep_s: 0.06, sweep_left_s: Some(2.0), ..COVER };
    assert_eq!(due_ms(Standing { foretold_s: Some(11.0), ..begun }, 0.0), 60);
    let long = Standing { foretold_s: Some(13.0), ..begun };
    assert_eq!(due_ms(long, 0.0), 10);
    // Later, too, where little of it is done.
    let later = Standing { sweep_s: 0.3, search_s: 0.02, ..long };
    assert_eq!(due_ms(later, 0.0), 30);
    // No more than an eighth of what both took at a time.
    assert_eq!(due_ms(Standing { foretold_s: Some(1.9), ..later }, 0.0), 40);
}

#[test]
fn a_search_foretold_to_be_short_goes_on_where_a_sweep_in_its_best_order_says_little() {
    let rising = Standing { sweep_left_before_s: Some(0.04), is_anew: true, ..COVER };
    let rising = Standing { sweep_s: 0.03, sweep_left_s: Some(0.045), ..rising };
    let begun = Standing { search_s: 0.04, share: 0.1, search_left_s: 0.36, ..rising };
    let short = Standing { foretold_s: Some(0.08), ..begun };
    assert_eq!(due_ms(short, 0.0), 40);
    // Not for longer than was foretold, nor where that is long.
    assert_eq!(due_ms(Standing { foretold_s: Some(0.04), ..short }, 0.0), 0);
    assert_eq!(due_ms(Standing { foretold_s: Some(0.25), ..short }, 0.0), 0);
    // Nor where the sweep goes in its first order, or what is left of it falls.
    assert_eq!(due_ms(Standing { is_anew: false, ..short }, 0.0), 0);
    assert_eq!(due_ms(Standing { sweep_left_before_s: Some(0.05), ..short }, 0.0), 0);
    // Nor where that is far less: so latin-8-holes-46-5 was met, whose search got 200 ms at once.
    let less = Standing { sweep_s: 0.0765, sweep_left_s: Some(0.0273), ..rising };
    let less = Standing { sweep_left_before_s: Some(0.02), search_s: 0.0328, share: 0.13, ..less };
    let less = Standing { foretold_s: Some(0.233), search_left_s: 0.219, ..less };
    assert_eq!(due_ms(less, 0.0), 0);
    // Nor where it is less at all: so latin-8-symbols-5-10 was met, whose search got 141 ms at once.
    let met = Standing { sweep_s: 0.0775, sweep_left_s: Some(0.0859), ..rising };
    let met = Standing { sweep_left_before_s: Some(0.0667), search_s: 0.0251, share: 0.134, ..met };
    let met = Standing { foretold_s: Some(0.1668), search_left_s: 0.135, ..met };
    assert_eq!(due_ms(met, 0.0), 20);
    assert_eq!(due_ms(Standing { sweep_left_s: Some(0.15), ..met }, 0.0), 141);
}

/// Whether the search gets so much time for each second of the sweep.
fn prefers(standing: Standing, preference: f64) -> bool {
    (standing.preference() - preference).abs() < 1e-9
}

#[test]
fn what_seems_closer_to_its_end_gets_more_time_than_the_other() {
    // The search has 8 seconds before it, by what is behind it and by what dives foretold, and the sweep 5.
    let sweep = Standing { sweep_s: 4.0, sweep_left_s: Some(5.0), ..COVER };
    let behind = Standing { share: 0.2, search_left_s: 8.0, foretold_s: Some(8.0), ..sweep };
    assert!(prefers(behind, 5.0 / 8.0));
    // Or 16, in the mean of both, until it has outrun what dives foretold.
    assert!(prefers(Standing { search_left_s: 32.0, ..behind }, 0.5));
    assert!(prefers(Standing { search_left_s: 1.28, ..behind }, 5.0 / 3.2));
    assert!(prefers(Standing { search_left_s: 0.5, ..behind }, 2.0));
    let outrun = Standing { search_s: 9.0, search_left_s: 3.2, ..behind };
    assert!(prefers(outrun, 5.0 / 3.2));
    // It has minutes before it, or nothing is known of it.
    let hopeless = Standing { search_s: 0.3, search_left_s: 300.0, ..behind };
    assert_eq!(due_ms(hopeless, 0.0), 366);
    assert_eq!(due_ms(Standing { share: 0.0, search_left_s: 1.0, ..hopeless }, 0.0), 366);
    // Both are all but done.
    let done = Standing { sweep_left_s: Some(0.0), search_left_s: 0.0, ..outrun };
    assert!(prefers(done, 0.5));
    // After less time that would say little.
    assert!(prefers(Standing { search_s: 0.1, foretold_s: Some(4.0), ..hopeless }, 0.5));
    // At a time it gets an eighth of what both took.
    assert_eq!(due_ms(behind, 0.0), 500);
    // Soon after the beginning that is known only where more than a little of it is done.
    let soon = Standing { sweep_s: 0.04, search_s: 0.02, search_left_s: 0.02, ..COVER };
    assert_eq!(due_ms(Standing { share: 0.03, ..soon }, 0.0), 20);
    let told = Standing { share: 0.2, search_left_s: 0.04, ..soon };
    assert!(prefers(told, 2.0));
    assert_eq!(due_ms(told, 0.0), 20);
}

#[test]
fn what_dives_foretold_counts_for_more_as_long_as_little_is_behind_the_search() {
    // So sudoku-15 was met: dives had it right, and the first lumps of the tree took long.
    let sweep = Standing { sweep_s: 0.103, sweep_left_s: Some(0.678), ..COVER };
    let search = Standing { search_s: 0.061, search_left_s: 2.129, ..sweep };
    let met = Standing { share: 0.0605, foretold_s: Some(0.542), ..search };
    assert!(met.prefers_search());
    assert!(!Standing { share: 0.2, ..met }.prefers_search());
    // The other way round, too: dives that foretold too little count for less the more of the tree is behind it.
    let short = Standing { search_left_s: 1.0, share: 0.1, foretold_s: Some(0.3), ..met };
    assert!(short.prefers_search());
    assert!(Standing { share: 0.2, ..short }.preference() < short.preference());
}

#[test]
fn where_neither_seems_closer_to_its_end_what_had_more_of_the_time_gets_most_of_it() {
    // So sudoku-15 was met, whose sweep and search take as long, and took twice as long by halves.
    let even = Standing { sweep_s: 0.31, sweep_left_s: Some(0.5), search_s: 0.21, ..COVER };
    let even = Standing { share: 0.2, search_left_s: 0.6, foretold_s: Some(0.81), ..even };
    assert!(prefers(even, 1.0 / 3.0));
    let search = Standing { sweep_s: 0.2, ..even };
    assert!(prefers(search, 3.0));
    // Not where one of them does, nor soon after the beginning.
    assert!(prefers(Standing { sweep_left_s: Some(0.36), ..search }, 0.6));
    assert!(prefers(
        Standing { sweep_s: 0.1, search_s: 0.09, foretold_s: Some(0.69), ..even },
        5.0 / 6.0
    ));
}

#[test]
fn a_search_that_what_is_behind_it_and_dives_say_takes_longer_gets_less_at_once() {
    let standing = Standing { sweep_s: 0.3, sweep_left_s: Some(0.1), ..COVER };
    let standing = Standing { search_s: 0.02, share: 0.2, search_left_s: 4.0, ..standing };
    let longer = Standing { foretold_s: Some(0.13), ..standing };
    assert_eq!(due_ms(longer, 0.0), 30);
    // By one of both alone it does not.
    assert!(prefers(Standing { foretold_s: Some(0.11), ..standing }, 0.5));
    assert!(prefers(Standing { search_left_s: 1.5, ..longer }, 0.5));
}

#[test]
fn a_preference_that_rises_late_does_not_count_from_the_beginning() {
    let account = &mut Account::default();
    let mut due_ms = |standing: Standing| standing.due(0.0, account).as_millis();
    let sweep = Standing { sweep_left_s: Some(0.1), ..DIVED };
    let clear = Standing { sweep_s: 0.36, search_s: 0.06, search_left_s: 9.0, ..sweep };
    let clear = Standing { share: 0.1, foretold_s: Some(8.0), ..clear };
    assert_eq!(due_ms(clear), 0);
    // A tenth of a second later the search seems less far from its end, and half of that is its own.
    let nearer = Standing { sweep_s: 0.46, search_left_s: 0.5, foretold_s: Some(0.5), ..clear };
    assert_eq!(due_ms(nearer), 50);
    // Where it seems to be done sooner, it gets all that it would have had, an eighth of what both took at a time.
    let sooner = Standing { search_left_s: 0.04, share: 0.6, foretold_s: Some(0.16), ..nearer };
    assert_eq!(due_ms(sooner), 65);
}

#[test]
fn a_search_that_seems_near_its_end_gets_no_more_than_twice_what_that_takes() {
    let sweep = Standing { sweep_s: 4.0, sweep_left_s: Some(5.0), ..COVER };
    let near = Standing { search_s: 1.0, share: 0.9, search_left_s: 0.25, ..sweep };
    assert_eq!(due_ms(near, 0.0), 500);
    assert_eq!(due_ms(Standing { search_left_s: 0.0, ..near }, 0.0), 4);
    // After those nothing more is done, and it is the sweep's turn.
    let stuck = Standing { search_s: 2.0, search_left_s: f64::INFINITY, ..near };
    assert_eq!(due_ms(stuck, 0.0), 0);
}

#[test]
fn a_search_that_dives_foretold_to_be_short_gets_more_up_to_twice_that() {
    let soon = Standing { sweep_s: 0.01, sweep_left_s: Some(0.1), ..DIVED };
    assert_eq!(due_ms(soon, 0.0), 10);
    let short = Standing { foretold_s: Some(0.03), ..soon };
    assert_eq!(due_ms(short, 0.0), 30);
    assert_eq!(due_ms(Standing { search_s: 0.045, sweep_s: 0.02, ..short }, 0.0), 15);
    assert_eq!(due_ms(Standing { search_s: 0.06, sweep_s: 0.03, ..short }, 0.0), 0);
    // Not where the sweep would be done sooner.
    assert_eq!(due_ms(Standing { foretold_s: Some(0.2), ..soon }, 0.0), 10);
}

#[test]
fn a_search_that_keeps_to_what_dives_foretold_goes_on_to_its_end() {
    let begun = Standing { sweep_s: 0.01, sweep_left_s: Some(0.2), ..COVER };
    let begun = Standing { search_s: 0.03, share: 0.3, search_left_s: 0.07, ..begun };
    let kept = Standing { foretold_s: Some(0.08), ..begun };
    assert_eq!(due_ms(kept, 0.0), 140);
    // No longer than three times what was foretold, in all.
    assert_eq!(due_ms(Standing { foretold_s: Some(0.04), ..kept }, 0.0), 90);
    // What is behind it says otherwise, or nothing yet; the sweep would be done sooner; or nothing was
    // foretold.
    let far = Standing { search_left_s: 0.5, ..kept };
    assert_eq!(due_ms(Standing { sweep_left_s: Some(9.0), ..far }, 0.0), 0);
    assert_eq!(due_ms(Standing { share: 0.02, sweep_s: 0.04, ..kept }, 0.0), 50);
    assert_eq!(due_ms(Standing { sweep_left_s: Some(0.1), ..kept }, 0.0), 0);
    assert_eq!(due_ms(begun, 0.0), 0);
}

#[test]
fn a_sweep_goes_alone_for_longer_where_dives_foretold_that_the_search_is_not_short() {
    let begun = Standing { sweep_s: 0.012, sweep_left_s: Some(0.2), ..DIVED };
    assert_eq!(due_ms(begun, 0.0), 12);
    assert_eq!(due_ms(Standing { foretold_s: Some(0.1), ..begun }, 0.0), 36);
    assert_eq!(due_ms(Standing { foretold_s: Some(0.3), ..begun }, 0.0), 0);
    // After that it gets as much as the sweep, also where the sweep seems to take longer still.
    let later = Standing { sweep_s: 0.017, foretold_s: Some(0.3), ..begun };
    assert_eq!(due_ms(Standing { sweep_left_s: Some(9.0), ..later }, 0.0), 17);
}

#[test]
fn a_sweep_that_is_far_from_its_end_does_not_go_alone_at_first() {
    // So golfers-4x4-2 was met: the next that was told of the sweep came 44 ms later.
    let begun = Standing { sweep_s: 0.012, sweep_left_s: Some(45.0), ..COVER };
    let begun = Standing { table_bytes: 1_633_056, ..begun };
    assert_eq!(due_ms(begun, 0.0), 0);
    assert_eq!(due_ms(Standing { sweep_left_before_s: Some(46.0), ..begun }, 0.0), 0);
    assert_eq!(due_ms(Standing { sweep_left_before_s: Some(33.0), ..begun }, 0.0), 20);
}

#[test]
fn where_a_sweep_is_far_from_its_end_for_a_while_the_search_gets_more_up_to_a_bound() {
    let far = Standing { sweep_s: 0.015, sweep_left_s: Some(60.0), ..DIVED };
    // What it foretells at once may come to nothing, and so may what falls.
    assert_eq!(due_ms(far, 0.0), 15);
    assert_eq!(due_ms(Standing { sweep_left_before_s: Some(70.0), ..far }, 0.0), 15);
    let far = Standing { sweep_left_before_s: Some(50.0), ..far };
    assert_eq!(due_ms(far, 0.0), 45);
    assert_eq!(due_ms(Standing { search_s: 0.02, sweep_s: 0.03, ..far }, 0.0), 60);
    assert_eq!(due_ms(Standing { search_s: 0.08, sweep_s: 0.09, ..far }, 0.0), 10);
    // Before its dives are made, it gets twice as much as the sweep.
    let unknown = Standing { foretold_s: None, sweep_s: 0.12, search_s: 0.08, ..far };
    assert_eq!(due_ms(unknown, 0.0), 160);
    assert_eq!(due_ms(Standing { sweep_left_before_s: Some(70.0), ..unknown }, 0.0), 0);
    // Twenty times what it took, or a quarter of a second, are not far.
    assert_eq!(due_ms(Standing { sweep_left_s: Some(0.29), ..far }, 0.0), 15);
    let short = Standing { sweep_s: 0.01, sweep_left_s: Some(0.24), ..far };
    assert_eq!(due_ms(Standing { sweep_left_before_s: Some(0.2), ..short }, 0.0), 10);
}

#[test]
fn on_a_board_a_search_that_seems_cheaper_goes_alone_until_it_outruns_its_estimate() {
    let board = Standing { verdict: Some((Verdict::Search, 0.4)), sweep_s: 0.05, ..COVER };
    assert_eq!(due_ms(board, 0.05), 1600);
    // It is not done after that: the sweep goes on, and gets the greater part.
    let (search_s, search_left_s) = (1.6, 1.0);
    let sweep_left_s = Some(0.2);
    let outrun = Standing { search_s, search_left_s, share: 0.6, sweep_left_s, ..board };
    let outrun = Standing { sweep_s: 0.15, ..outrun };
    assert_eq!(due_ms(outrun, 0.05), 50);
    let sweep = Standing { verdict: Some((Verdict::Sweep, 0.4)), ..board };
    assert_eq!(due_ms(sweep, 0.05), 0);
    // Ten minutes were foreseen, and after ten seconds alone it seems to come to that, or to hours.
    let long = Standing { verdict: Some((Verdict::Search, 600.0)), sweep_s: 200.0, ..sweep };
    let long = Standing { sweep_left_s: Some(250.0), ..long };
    let long = Standing { search_s: 10.0, share: 0.0005, search_left_s: 1_200.0, ..long };
    assert_eq!(due_ms(long, 199.0), 9_000);
    let hours = Standing { search_left_s: 20_000.0, ..long };
    assert_eq!(due_ms(hours, 199.0), 166);
    assert!(long.prefers_search() && !hours.prefers_search());
}

#[test]
fn a_search_that_keeps_to_what_dives_foretold_goes_on_when_it_is_all_but_done() {
    // So sts-15-star was met: what was left of the search took less than a turn at the least.
    let done = Standing {
        sweep_s: 0.18,
        sweep_left_s: Some(5.9),
        sweep_left_before_s: Some(5.7),
        is_anew: true,
        foretold_s: Some(0.018),
        search_s: 0.0472,
        share: 0.988,
        search_left_s: 0.0008,
        ..COVER
    };
    assert_eq!(due_ms(done, 0.0), 2);
    // What is left of three times what dives foretold is no turn either; after that it gets its part.
    assert_eq!(due_ms(Standing { search_s: 0.0532, search_left_s: 0.0005, ..done }, 0.0), 2);
    assert_eq!(due_ms(Standing { search_s: 0.0552, ..done }, 0.0), 4);
}

#[test]
fn what_a_search_took_before_its_dives_is_not_held_against_what_they_foretold() {
    // So pentominoes-5x12 was met, whose symmetries take longer to find than its search.
    let early = Standing { sweep_s: 0.06, sweep_left_s: Some(0.65), search_s: 0.052, ..COVER };
    let early = Standing { foretold_s: Some(0.02), ..early };
    assert_eq!(due_ms(early, 0.0), 8);
    assert_eq!(due_ms(Standing { dived_s: 0.05, ..early }, 0.0), 38);
    let rising = Standing { is_anew: true, sweep_left_before_s: Some(0.6), ..early };
    assert_eq!(due_ms(rising, 0.0), 8);
    assert_eq!(due_ms(Standing { dived_s: 0.05, ..rising }, 0.0), 18);
}

#[test]
fn what_a_search_took_before_its_dives_does_not_say_that_it_comes_to_nothing() {
    // So golfers-4x4-2 was met on a slow machine: a few milliseconds from its end, and nothing known of how
    // fast that comes.
    let slow = Standing { sweep_s: 0.272, sweep_left_s: Some(732.0), search_s: 0.109, ..COVER };
    let slow = Standing { foretold_s: Some(0.004), share: 0.898, ..slow };
    assert_eq!(due_ms(slow, 0.0), 0);
    assert_eq!(due_ms(Standing { dived_s: 0.088, ..slow }, 0.0), 27);
}

#[test]
fn a_search_whose_dives_are_all_but_due_gets_to_make_them() {
    // So golfers-4x4-2 was met, whose search stood still for ever after a first turn of 18.8 ms.
    let begun = Standing { sweep_s: 0.0563, sweep_left_s: Some(241.0), search_s: 0.0188, ..COVER };
    assert_eq!(due_ms(begun, 0.0), 2);
    let later = Standing { sweep_left_before_s: Some(240.0), ..begun };
    assert_eq!(due_ms(Standing { sweep_s: 0.1298, ..later }, 0.0), 2);
}

/// Times of a tenth of a millisecond to a hundred seconds, as many of each length.
fn seconds() -> impl Strategy<Value = f64> {
    (-4.0..2.0_f64).prop_map(|exponent| 10_f64.powf(exponent))
}

proptest! {
    #[test]
    fn a_search_that_has_had_far_less_than_the_sweep_is_due_whatever_is_known(
        sweep_s in 0.2..100.0,
        had in of(0.0..1.0 / 7.0),
        beneath in 0.9..1.0,
        sweep_left_s in of(prop_oneof![seconds(), Just(0.0)]),
        before in 0.1..3.0,
        is_anew: bool,
        foretold in of(0.01..10.0),
        share in 0.0..1.0,
        search_left_s in prop_oneof![seconds(), Just(f64::INFINITY), Just(0.0)],
    ) {
        // Or it has had all but what its dives may take.
        let search_s: f64 = had.map_or(beneath * DIVES_S, |had: f64| had * sweep_s);
        let standing = Standing {
            sweep_s,
            sweep_left_s,
            sweep_left_before_s: sweep_left_s.map(|left_s| before * left_s),
            is_anew,
            foretold_s: foretold.map(|times: f64| times * search_s.max(0.001)),
            search_s,
            share,
            search_left_s,
            ..COVER
        };
        prop_assert!(due_ms(standing, 0.0) >= 2);
    }
}
