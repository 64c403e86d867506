use proptest::prelude::*;

use super::*;
use crate::cover::format::testing::{count, standard_covers, standard_of, written};

/// The head line's numbers, and the clauses.
fn parse(text: &str) -> (u64, u64, Vec<Vec<i64>>) {
    let mut lines = text.lines().filter(|line| !line.starts_with('c'));
    let head: Vec<&str> = lines.next().unwrap().split(' ').collect();
    let ["p", "cnf", variables, clauses] = head[..] else { panic!("{head:?}") };
    let clause = |line: &str| {
        let mut literals: Vec<i64> = line.split(' ').map(|word| word.parse().unwrap()).collect();
        assert_eq!(literals.pop(), Some(0));
        literals
    };
    (variables.parse().unwrap(), clauses.parse().unwrap(), lines.map(clause).collect())
}

/// What follows from these values, where no clause is false: the value of each literal that is the last
/// one that can make its clause true, again and again. None where a clause is false.
fn propagated(clauses: &[Vec<i64>], mut values: Vec<Option<bool>>) -> Option<Vec<Option<bool>>> {
    let variable = |literal: i64| literal.unsigned_abs() as usize - 1;
    loop {
        let mut has_changed = false;
        for clause in clauses {
            let is = |literal: i64| values[variable(literal)].map(|value| value == (literal > 0));
            if clause.iter().any(|&literal| is(literal) == Some(true)) {
                continue;
            }
            let mut open = clause.iter().filter(|&&literal| is(literal).is_none());
            match (open.next().copied(), open.next()) {
                (None, _) => return None,
                (Some(literal), None) => {
                    values[variable(literal)] = Some(literal > 0);
                    has_changed = true;
                }
                _ => {}
            }
        }
        if !has_changed {
            return Some(values);
        }
    }
}

/// Counts models the standard way: a value for the first variable that has none, and what follows.
/// The options come first, and from them all else follows, so that it ends soon.
fn models(clauses: &[Vec<i64>], values: Vec<Option<bool>>) -> u64 {
    let Some(values) = propagated(clauses, values) else { return 0 };
    let Some(open) = values.iter().position(Option::is_none) else { return 1 };
    let with = |value| {
        let mut values = values.clone();
        values[open] = Some(value);
        models(clauses, values)
    };
    with(false) + with(true)
}

fn check(standard: &StandardCover) {
    let text = written(|out| write(out, standard, &[], &[]));
    let (variables, clause_count, clauses) = parse(&text);
    assert_eq!(clauses.len() as u64, clause_count);
    let most = clauses.iter().flatten().map(|literal| literal.unsigned_abs()).max().unwrap_or(0);
    assert!(most <= variables);
    let undecided = vec![None; variables as usize];
    assert_eq!(models(&clauses, undecided), count(&standard.cover), "{text}");
}

#[test]
fn an_item_of_many_options_has_one_model_for_each() {
    for options in 1..=12 {
        check(&standard_of(&[(true, 1)], &vec![1; options]));
        check(&standard_of(&[(true, 1), (true, 1), (false, 1)], &vec![0b101; options]));
    }
    // Two primary items that share a secondary one of more than a few options.
    check(&standard_of(&[(true, 1), (true, 1), (false, 1)], &[5, 5, 5, 5, 6, 6, 6, 6, 1, 2]));
}

#[test]
fn what_cannot_be_covered_has_no_model_and_nothing_to_cover_has_one() {
    check(&standard_of(&[(true, 1), (true, 1), (true, 1)], &[1]));
    check(&standard_of(&[(true, 1)], &[]));
    check(&standard_of(&[(false, 1)], &[1]));
    check(&standard_of(&[], &[]));
}

#[test]
fn a_small_formula_is_written_in_full() {
    let standard = standard_of(&[(true, 1), (false, 1)], &[0b11, 0b01]);
    let names = ["a", "b"].map(str::to_owned);
    let text = written(|out| write(out, &standard, &names, &["A test".to_owned()]));
    assert!(text.starts_with("c A test\nc Variables 1 to 2 are the options"), "{text}");
    assert!(text.ends_with("c 1: a b\nc 2: a\np cnf 2 2\n1 2 0\n-1 -2 0\n"), "{text}");
}

#[test]
fn a_colour_that_several_options_give_has_a_variable_that_follows_from_them() {
    let text =
        "a b c d | x y\na x:r y\nb x:r\nc x:r y:1\nd x\na x:g\nb x:g y:1\nc\nd y:1\nd\na x\n";
    let cover = Cover::parse_dlx(text).unwrap();
    let problem = crate::cover::Problem::of_cover(cover);
    let standard = StandardCover::new(&problem, &crate::cover::Case::whole(&problem)).unwrap();
    assert!(count(&standard.cover) > 2);
    check(&standard);
    let text = written(|out| write(out, &standard, problem.cover.item_names(), &[]));
    assert!(text.contains("c 3: c x:r y:1\n"), "{text}");
}

proptest! {
    #![proptest_config(crate::random::repeatable(256))]

    #[test]
    fn models_are_the_solutions(standard in standard_covers()) {
        check(&standard);
    }
}
