//! Proofs for other people's checkers: that formulas and proofs are accepted, and none is that was
//! tampered with. A small checker of the tests stands for VeriPB, which the tests of the program run
//! where it is installed.

use std::collections::HashSet;

use proptest::prelude::*;

use super::common::cover_oracle::{CoverSketch, Kind};
use super::common::proof_checker::check_proof;
use super::common::random_covers::{cover_of, covers};
use super::common::{anchored, compiled, engines_for, oracle, random, tower};
use crate::cancel::CancelToken;
use crate::cover::Cover;
use crate::puzzle::Puzzle;
use crate::solution::certificate::Sums;
use crate::solve::options::{Anchor, Options};
use crate::solve::prove::{ProofEngine, ProvedCase, Prover};
use crate::solve::subject::Subject;
use crate::solve::{Engine, Solver};
use crate::verify::{CheckedFormulas, Checker, CoverChecker, CoverItem, RefusedFormula};

/// How many steps the oracle may take.
const PATIENCE: usize = 20_000;

/// What was written of a case: its formula, and its proof.
#[derive(Clone, Debug)]
struct Case {
    formula: String,
    proof: String,
}

/// The engines whose trees are proved.
const BOTH: [ProofEngine; 2] = [ProofEngine::Links, ProofEngine::Scan];

/// Everything that is written of a subject.
fn proved(solver: &Solver, engine: ProofEngine) -> (Vec<Case>, Sums) {
    let cancel = CancelToken::default();
    let mut prover = Prover::new(solver.analysis(), engine, &cancel, None).unwrap();
    let mut cases = Vec::new();
    for number in 1..=prover.case_count() {
        let (mut formula, mut proof) = (Vec::new(), Vec::new());
        let ProvedCase { formula_bytes, proof: size, .. } =
            prover.write(number, &mut formula, &mut proof).unwrap();
        assert_eq!((formula_bytes, size.bytes), (formula.len() as u64, proof.len() as u64));
        let [formula, proof] = [formula, proof].map(|bytes| String::from_utf8(bytes).unwrap());
        assert_eq!(check_proof(&formula, &proof), Ok(size.steps), "{formula}{proof}");
        cases.push(Case { formula, proof });
    }
    (cases, prover.sums())
}

fn of_puzzle(puzzle: &Puzzle, engine: ProofEngine) -> (Vec<Case>, Sums) {
    proved(&anchored(&compiled(puzzle), &Anchor::Auto), engine)
}

fn of_cover(cover: Cover, engine: ProofEngine) -> (Vec<Case>, Sums) {
    proved(&cover_solver(cover), engine)
}

fn cover_solver(cover: Cover) -> Solver {
    Solver::with_options(Subject::cover("small", cover), Options::default())
}

/// The engines whose trees of a subject can be proved.
fn engines_of(solver: &Solver) -> impl Iterator<Item = ProofEngine> {
    let is_scanned = engines_for(solver.analysis().subject().problem()).contains(&Engine::Scan);
    BOTH.into_iter().filter(move |&engine| engine == ProofEngine::Links || is_scanned)
}

/// Why a scan of a cover cannot be proved.
fn declined(text: &str) -> String {
    let (solver, cancel) = (cover_solver(Cover::parse_dlx(text).unwrap()), CancelToken::default());
    let prover = Prover::new(solver.analysis(), ProofEngine::Scan, &cancel, None);
    prover.err().unwrap().to_string()
}

fn formulas(cases: &[Case]) -> Vec<&[u8]> {
    cases.iter().map(|case| case.formula.as_bytes()).collect()
}

fn check(puzzle: &Puzzle, cases: &[Case]) -> Result<CheckedFormulas, RefusedFormula> {
    Checker::new(puzzle).check_formulas(formulas(cases))
}

/// Checks that formulas of a puzzle are refused for this reason.
#[track_caller]
fn refused(puzzle: &Puzzle, cases: &[Case], reason: &str) {
    let RefusedFormula { refusal, .. } = check(puzzle, cases).unwrap_err();
    assert!(refusal.to_string().contains(reason), "{refusal}");
}

/// The checker of a cover, which is told its items and options.
fn checker_of(sketch: &CoverSketch) -> CoverChecker {
    let item = |kind: &Kind| {
        let (is_primary, least, most) = match *kind {
            Kind::Primary(least, most) => (true, least, most),
            Kind::Secondary(most) => (false, 0, most),
        };
        CoverItem { name: String::new(), is_primary, least, most }
    };
    let entries = |option: &Vec<(usize, Option<u32>)>| {
        let entry = |&(item, colour): &(usize, Option<u32>)| {
            (item as u32, colour.map(|colour| colour.to_string()))
        };
        Some(option.iter().map(entry).collect())
    };
    let options: Vec<_> = sketch.options.iter().map(entries).collect();
    let words = vec![String::new(); options.len()];
    CoverChecker::new("small", sketch.items.iter().map(item).collect(), options, words)
}

/// The line of a formula that excludes a solution, by its place among these, if there are so many.
fn exclusion(formula: &str, place: usize) -> Option<&str> {
    let (_, excluded) = formula.split_once("* the solutions that are excluded\n").unwrap();
    excluded.lines().nth(place)
}

#[test]
fn the_formula_and_the_proof_of_a_small_cover_are_as_documented() {
    let cover = Cover::parse_dlx("a b c | s\na s\nb\na b\nb c s\nc\n").unwrap();
    let (cases, _) = of_cover(cover, ProofEngine::Links);
    let [Case { formula, proof }] = cases.as_slice() else { panic!("there is one case") };
    insta::assert_snapshot!(formula, @r#"
    * #variable= 5 #constraint= 6
    * {"format":"bitcover formula 1","cover":"small","given":null,"case":1,"cases":1,"steps":[],"solutions":2}
    * x1: a s
    * x2: b
    * x3: a b
    * x4: b c s
    * x5: c
    * a
    +1 x1 +1 x3 = 1 ;
    * b
    +1 x2 +1 x3 +1 x4 = 1 ;
    * c
    +1 x4 +1 x5 = 1 ;
    * s
    -1 x1 -1 x4 >= -1 ;
    * the solutions that are excluded
    +1 ~x1 +1 ~x2 +1 ~x5 >= 1 ;
    +1 ~x3 +1 ~x5 >= 1 ;
    "#);
    // With `a b`, which is forced where `a s` is ruled out, the rest follows without a step.
    insta::assert_snapshot!(proof, @r#"
    pseudo-Boolean proof version 3.0
    f 9;
    rup 1 ~x1 >= 1;
    rup >= 1; del range 10 11;
    output NONE;
    conclusion UNSAT : 11;
    end pseudo-Boolean proof;
    "#);
}

#[test]
fn the_proof_of_a_scan_goes_through_the_items_in_their_order() {
    // Dancing links begin with `c`, which has one option.
    let text = "a b c\na\na b\nb\nb c\n";
    let (cases, _) = of_cover(Cover::parse_dlx(text).unwrap(), ProofEngine::Links);
    let [Case { proof, .. }] = cases.as_slice() else { panic!("there is one case") };
    insta::assert_snapshot!(proof, @r#"
    pseudo-Boolean proof version 3.0
    f 7;
    rup >= 1;
    output NONE;
    conclusion UNSAT : 8;
    end pseudo-Boolean proof;
    "#);
    let (cases, _) = of_cover(Cover::parse_dlx(text).unwrap(), ProofEngine::Scan);
    let [Case { proof, .. }] = cases.as_slice() else { panic!("there is one case") };
    insta::assert_snapshot!(proof, @r#"
    pseudo-Boolean proof version 3.0
    f 7;
    rup 1 ~x1 1 ~x3 >= 1;
    rup 1 ~x1 >= 1; del range 8 9;
    rup >= 1; del range 8 10;
    output NONE;
    conclusion UNSAT : 10;
    end pseudo-Boolean proof;
    "#);
}

#[test]
fn what_cannot_be_scanned_is_declined_before_anything_is_written() {
    for (text, reason) in [
        ("2|a\na\n", "multiplicities or colours"),
        ("a | x\na x:red\na x:blue\n", "multiplicities or colours"),
        ("a b\na b\na b\n", "options with the same items"),
    ] {
        let said = declined(text);
        assert!(said.contains(reason) && said.contains("another engine takes it"), "{said}");
    }
    // An option from the first item to the last, of more than fit a word.
    let items: Vec<String> = (0..80).map(|item| format!("i{item}")).collect();
    let options: Vec<String> = items.iter().map(|item| format!("{item}\n")).collect();
    let text = format!("{}\ni0 i79\n{}", items.join(" "), options.concat());
    let said = declined(&text);
    assert!(said.contains("80 items are in play at once"), "{said}");
}

#[test]
fn colours_ranges_and_multiplicities_are_said_in_formulas() {
    let cover = Cover::parse_dlx("1:2|a 2|b | x\na x:red\na b x:red\nb x:blue\nb\na\n").unwrap();
    let (cases, sums) = of_cover(cover, ProofEngine::Links);
    let [Case { formula, .. }] = cases.as_slice() else { panic!("there is one case") };
    insta::assert_snapshot!(formula, @r#"
    * #variable= 7 #constraint= 11
    * {"format":"bitcover formula 1","cover":"small","given":null,"case":1,"cases":1,"steps":[],"solutions":4}
    * x1: a x
    * x2: a b x
    * x3: b x
    * x4: b
    * x5: a
    * a
    +1 x1 +1 x2 +1 x5 >= 1 ;
    -1 x1 -1 x2 -1 x5 >= -2 ;
    * b
    +1 x2 +1 x3 +1 x4 = 2 ;
    * x:blue
    -1 x3 +1 x6 >= 0 ;
    * x:red
    -1 x1 +1 x7 >= 0 ;
    -1 x2 +1 x7 >= 0 ;
    * x
    -1 x6 -1 x7 >= -1 ;
    * the solutions that are excluded
    +1 ~x2 +1 ~x4 +1 x1 +1 x3 +1 x5 >= 1 ;
    +1 ~x1 +1 ~x2 +1 ~x4 +1 x3 +1 x5 >= 1 ;
    +1 ~x2 +1 ~x4 +1 ~x5 +1 x1 +1 x3 >= 1 ;
    +1 ~x3 +1 ~x4 +1 ~x5 +1 x1 +1 x2 >= 1 ;
    "#);
    assert_eq!(sums.total, 4);
}

#[test]
fn the_proofs_of_the_low_towers_are_accepted_and_exclude_each_orbit_once() {
    let towers = [(2, 23, 552, &BOTH[..]), (3, 2294, 55056, &BOTH[..1])];
    let of_engines = |(rows, distinct, total, engines): (_, _, _, &'static [ProofEngine])| {
        engines.iter().map(move |&engine| (rows, distinct, total, engine))
    };
    for (rows, distinct, total, engine) in towers.into_iter().flat_map(of_engines) {
        let tower = tower(rows);
        let (cases, sums) = of_puzzle(&tower, engine);
        assert_eq!((sums.distinct, sums.total), (distinct, total));
        let checked = check(&tower, &cases).unwrap();
        assert_eq!((checked.sums.distinct, checked.sums.total), (distinct, total));
        assert_eq!(checked.sums.fingerprint, sums.fingerprint.0);
        assert_eq!(checked.sums.met, sums.met);
    }
}

#[test]
fn a_proof_with_any_line_removed_is_refused() {
    let cases = BOTH.map(|engine| of_puzzle(&tower(2), engine).0).concat();
    for Case { formula, proof } in &cases {
        let lines: Vec<&str> = proof.split_inclusive('\n').collect();
        for place in 0..lines.len() {
            let kept = lines.iter().enumerate().filter(|&(at, _)| at != place);
            let rest: String = kept.map(|(_, line)| *line).collect();
            let is_count = lines[place].starts_with("f ");
            assert_eq!(check_proof(formula, &rest).is_err(), !is_count, "{}", lines[place]);
        }
    }
}

#[test]
fn a_formula_that_leaves_a_solution_in_has_no_proof_and_is_refused() {
    for engine in BOTH {
        leaves_a_solution_in(engine);
    }
}

fn leaves_a_solution_in(engine: ProofEngine) {
    let tower = tower(2);
    let (cases, _) = of_puzzle(&tower, engine);
    for place in 0..cases.len() {
        let Case { formula, proof } = &cases[place];
        let Some(line) = exclusion(formula, 0) else { continue };
        // What is always so, in its place, so that constraints keep their numbers.
        let weaker = formula.replace(line, "+1 x1 >= 0 ;");
        assert!(check_proof(&weaker, proof).unwrap_err().contains("does not follow"));
        let mut others = cases.clone();
        others[place].formula = weaker;
        refused(&tower, &others, "this should exclude a solution, and do nothing else");
        others[place].formula = formula.replace(&format!("{line}\n"), "");
        refused(&tower, &others, "solutions should be excluded, but ");
    }
}

#[test]
fn a_formula_that_is_not_that_of_the_puzzle_is_refused() {
    let puzzle = tower(2);
    let (cases, _) = of_puzzle(&puzzle, ProofEngine::Links);
    let with_first = |formula: String| {
        let mut others = cases.clone();
        others[0].formula = formula;
        others
    };
    let formula = &cases[0].formula;
    // An option less, an item less, another bound.
    let changed = "the line is not that of the formula";
    refused(&puzzle, &with_first(formula.replacen("+1 x5 ", "", 1)), changed);
    let row = formula.lines().find(|line| line.ends_with("= 1 ;")).unwrap();
    refused(&puzzle, &with_first(formula.replacen(&format!("{row}\n"), "", 1)), changed);
    refused(&puzzle, &with_first(formula.replacen("= 1 ;", "= 2 ;", 1)), changed);
    // Something else that is excluded: a part of a solution, what is no solution, a solution twice.
    let line = exclusion(formula, 0).unwrap();
    let (first, part) = line.split_at(line[1..].find('+').unwrap() + 1);
    refused(&puzzle, &with_first(formula.replace(line, part)), "this is no solution");
    let twice = [first, line].concat();
    refused(&puzzle, &with_first(formula.replace(line, &twice)), "this should exclude a solution");
    let other = exclusion(formula, 1).unwrap();
    refused(&puzzle, &with_first(formula.replace(other, line)), "excludes a solution again");
    refused(&puzzle, &with_first(format!("{formula}{line}\n")), "excludes a solution again");
    let unknown = line.replacen("~x", "~x9", 1);
    refused(&puzzle, &with_first(formula.replace(line, &unknown)), "there is no option x9");
    // Another head.
    let head = |from: &str, to: &str| with_first(formula.replacen(from, to, 1));
    refused(&puzzle, &head("#constraint= ", "#constraint= 1"), "line 1: the line should be");
    refused(&puzzle, &head("formula 1", "formula 2"), "only \"bitcover formula 1\" is known");
    refused(&puzzle, &head("\"case\":1", "\"case\":2"), "is of case 2, not of case 1");
    refused(&puzzle, &head("\"cases\":4", "\"cases\":5"), "there are 5 cases, but 4 formulas");
    refused(&puzzle, &head("\"piece\":\"T\"", "\"piece\":\"X\""), "there is no piece \"X\"");
    refused(&puzzle, &head("logiq-2", "logiq-3"), "for the puzzle \"logiq-3\"");
    refused(&puzzle, &head("\"given\":null", "\"given\":\"..\""), "starting position ..");
    let beginning: String = formula.split_inclusive('\n').take(9).collect();
    refused(&puzzle, &with_first(beginning), "the file ends before this line");
    // A case less, or twice.
    refused(&puzzle, &cases[..3], "there are 4 cases, but 3 formulas");
    let fewer = cases[..3].iter().map(|case| {
        let formula = case.formula.replacen("\"cases\":4", "\"cases\":3", 1);
        Case { formula, ..case.clone() }
    });
    refused(&puzzle, &fewer.collect::<Vec<_>>(), "no case meets the solutions");
    refused(&puzzle, &[], "no case meets the solutions of this puzzle");
}

#[test]
fn a_formula_without_what_a_case_must_cover_says_so_and_is_refused() {
    // The count that is known of the puzzle is not met where a solution is gone with its line.
    let puzzle = tower(2);
    let (mut cases, _) = of_puzzle(&puzzle, ProofEngine::Links);
    let line = exclusion(&cases[0].formula, 0).unwrap().to_owned();
    let formula = cases[0].formula.replace(&format!("{line}\n"), "");
    let (sizes, _) = formula.split_once('\n').unwrap();
    let (rest, constraints) = sizes.rsplit_once(' ').unwrap();
    let fewer = constraints.parse::<u32>().unwrap() - 1;
    let formula = formula.replacen(sizes, &format!("{rest} {fewer}"), 1);
    cases[0].formula = formula.replacen("\"solutions\":11", "\"solutions\":10", 1);
    refused(&puzzle, &cases, "22");
}

#[test]
fn a_cover_without_solutions_and_one_with_an_empty_solution_are_proved() {
    for (text, total) in [("a b\na\n", 0), ("a b\na\na b\nb\n", 2), ("0:1|a\na\n", 2)] {
        let solver = cover_solver(Cover::parse_dlx(text).unwrap());
        for engine in engines_of(&solver) {
            assert_eq!(proved(&solver, engine).1.total, total, "{text}");
        }
    }
}

/// A cover of the same options without multiplicities and colours, and without the options that are
/// alike then.
fn plain(sketch: &CoverSketch) -> CoverSketch {
    let mut plain = sketch.clone();
    for kind in &mut plain.items {
        *kind = match kind {
            Kind::Primary(..) => Kind::Primary(1, 1),
            Kind::Secondary(_) => Kind::Secondary(1),
        };
    }
    plain.options.iter_mut().flatten().for_each(|entry| entry.1 = None);
    let mut seen = HashSet::new();
    plain.options.retain(|option| seen.insert(option.clone()));
    plain
}

/// Proves a cover by each engine that takes it, and with each solution left in not.
fn prove_sketch(mut sketch: CoverSketch) -> Result<(), TestCaseError> {
    // An option without a primary item is never chosen, and has no number in a file.
    let is_primary = |item: usize| matches!(sketch.items[item], Kind::Primary(..));
    sketch.options.retain(|option| option.iter().any(|entry| is_primary(entry.0)));
    let solutions = sketch.solutions();
    let solver = cover_solver(cover_of(&sketch));
    for engine in engines_of(&solver) {
        let (cases, sums) = proved(&solver, engine);
        prop_assert_eq!(sums.total, solutions.len() as u128);
        let checked = checker_of(&sketch).check_formulas(formulas(&cases));
        let checked = checked.map_err(|error| TestCaseError::fail(format!("{error:?}")))?;
        prop_assert_eq!(checked.sums.total, solutions.len() as u128);
        let Case { formula, proof } = &cases[0];
        for place in 0..solutions.len() {
            let line = exclusion(formula, place).unwrap();
            let weaker = formula.replacen(&format!("\n{line}\n"), "\n>= 0 ;\n", 1);
            prop_assert!(check_proof(&weaker, proof).is_err(), "{}{}", weaker, proof);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(crate::random::repeatable(256))]

    #[test]
    fn random_covers_are_proved_and_not_with_a_solution_left_in(sketch in covers()) {
        prove_sketch(plain(&sketch))?;
        prove_sketch(sketch)?;
    }
}

proptest! {
    #![proptest_config(crate::random::repeatable(64))]

    #[test]
    fn random_puzzles_are_proved(sketch in random::puzzles()) {
        let puzzle = &sketch.0;
        let expected = oracle::solve_if_clear(puzzle, PATIENCE);
        prop_assume!(expected.is_some());
        let expected = expected.unwrap();
        let solver = anchored(&compiled(puzzle), &Anchor::Auto);
        for engine in engines_of(&solver) {
            let (cases, sums) = proved(&solver, engine);
            prop_assert_eq!(sums.total, expected.arrangements.len() as u128);
            prop_assert_eq!(sums.distinct, expected.distinct.len() as u128);
            if !cases.is_empty() {
                let checked = check(puzzle, &cases);
                let checked = checked.map_err(|error| TestCaseError::fail(format!("{error:?}")))?;
                prop_assert_eq!(checked.sums.distinct, sums.distinct);
                prop_assert_eq!(checked.sums.total, sums.total);
            }
        }
    }
}
