use std::ops::ControlFlow;

use proptest::prelude::*;

use super::*;
use crate::cancel::CancelToken;
use crate::cover::format::testing::problem_of;
use crate::engine::Worker;
use crate::engine::links::Links;

/// All solutions of a case, each as ascending options, in ascending order.
fn solutions(problem: &Problem, case: &Case) -> Vec<Vec<OptionId>> {
    let mut found = Vec::new();
    let mut visitor = |options: &[OptionId]| {
        found.push(options.to_vec());
        ControlFlow::Continue(())
    };
    Links::new(problem, case).worker().run(&[], &mut visitor, &CancelToken::default());
    for solution in &mut found {
        solution.sort_unstable();
    }
    found.sort_unstable();
    found
}

/// The solutions of a standard cover, told by the options that they come from.
fn standard_solutions(standard: &StandardCover) -> Vec<Vec<OptionId>> {
    let problem = Problem::of_cover(standard.cover.clone());
    let mut found = solutions(&problem, &Case::whole(&problem));
    for solution in &mut found {
        *solution = solution.iter().filter_map(|option| standard.options[option.index()]).collect();
        solution.sort_unstable();
    }
    found.sort_unstable();
    found
}

fn case(problem: &Problem, kept: u32, required: u16) -> Case {
    let cover = &problem.cover;
    Case {
        kept: cover.options().filter(|o| kept >> (o.0 % 32) & 1 == 1).collect(),
        required: cover
            .items()
            .filter(|i| !cover.is_primary(*i) && required >> i.0 & 1 == 1)
            .collect(),
        ..Case::weighted(Vec::new(), 1)
    }
}

#[test]
fn three_alike_on_a_row_of_four_are_met_once() {
    // Cells 0 to 3 may stay empty; item 4 is a piece of one cell, of which there are copies.
    let cells = [(false, 1); 4];
    let options = [0b1_0001, 0b1_0010, 0b1_0100, 0b1_1000];
    for (required, copies, count) in [(true, 3, 4), (true, 2, 6), (true, 4, 1), (true, 5, 0)] {
        let problem = problem_of(&[&cells[..], &[(required, copies)]].concat(), &options);
        let standard = StandardCover::new(&problem, &Case::whole(&problem)).unwrap();
        assert_eq!(standard_solutions(&standard).len(), count, "{copies} copies");
        assert!(standard.cover.items().all(|item| standard.cover.multiplicity(item) == 1));
    }
}

#[test]
fn at_most_two_alike_leave_their_last_copies_unused() {
    // Four cells that single squares or one large piece fill; at most two single squares.
    let items = [(true, 1), (true, 1), (true, 1), (true, 1), (false, 2)];
    let options = [0b1_0001, 0b1_0010, 0b1_0100, 0b1_1000, 0b0011, 0b1100, 0b1111];
    let problem = problem_of(&items, &options);
    let standard = StandardCover::new(&problem, &Case::whole(&problem)).unwrap();
    assert_eq!(standard_solutions(&standard), solutions(&problem, &Case::whole(&problem)));
    assert_eq!(standard_solutions(&standard).len(), 4);
    assert_eq!(standard.options.iter().filter(|option| option.is_none()).count(), 2);
}

#[test]
fn an_absurd_number_of_copies_costs_nothing() {
    for primary in [true, false] {
        let problem = problem_of(&[(true, 1), (true, 1), (primary, u32::MAX)], &[0b101, 0b110]);
        let standard = StandardCover::new(&problem, &Case::whole(&problem)).unwrap();
        assert!(standard.items.len() <= 3);
        assert_eq!(standard_solutions(&standard).len(), usize::from(!primary));
    }
}

#[test]
fn options_that_nothing_can_choose_are_left_out_and_required_items_come_first() {
    let problem = problem_of(&[(false, 1), (false, 1), (true, 1)], &[0b001, 0b010, 0b100]);
    let case = Case { required: vec![ItemId(1)], ..Case::whole(&problem) };
    let standard = StandardCover::new(&problem, &case).unwrap();
    let same = |item| StandardItem::Same(ItemId(item));
    assert_eq!(standard.items, [same(1), same(2), same(0)]);
    assert_eq!(standard.primary_count(), 2);
    assert_eq!((standard.left_out, standard.options.len()), (1, 2));
}

#[test]
fn the_chains_of_two_ranks_meet_unless_the_first_is_lower() {
    for (x, y) in (1..=20).flat_map(|x| (1..=20).map(move |y| (x, y))) {
        let meets = downward(x).any(|place| upward(y, 20).any(|other| other == place));
        assert_eq!(meets, x >= y, "{x} and {y}");
    }
    assert_eq!(upward(u32::MAX - 1, u32::MAX).count(), 1);
}

proptest! {
    #![proptest_config(crate::random::repeatable(2000))]

    #[test]
    fn each_arrangement_of_a_case_is_met_exactly_once(
        singles in prop::collection::vec(prop::bool::weighted(0.3), 1..7),
        copied in prop::collection::vec((any::<bool>(), 2_u32..=4), 0..3),
        options in prop::collection::vec((0_u16..8, 0_u16..8, any::<u16>()), 0..16),
        kept in any::<u32>(),
        required in any::<u16>(),
    ) {
        let many = singles.len() as u16;
        let singles: Vec<_> = singles.into_iter().map(|primary| (primary, 1)).collect();
        let option = |&(a, b, more): &(u16, u16, u16)| 1 << (a % many) | 1 << (b % many) | more << many;
        let options: Vec<u16> = options.iter().map(option).collect();
        let problem = problem_of(&[singles, copied].concat(), &options);
        for case in [Case::whole(&problem), case(&problem, kept | 0x1111_1111, required)] {
            let standard = StandardCover::new(&problem, &case).unwrap();
            prop_assert_eq!(standard_solutions(&standard), solutions(&problem, &case));
            let primary = standard.primary_count();
            for item in standard.cover.items() {
                prop_assert_eq!(standard.cover.is_primary(item), item.index() < primary);
                prop_assert_eq!(standard.cover.multiplicity(item), 1);
            }
        }
    }
}
