//! A small checker of proofs: formulas in OPB, and of the format of VeriPB 3 the few rules that
//! `prove` uses. It shares nothing with the crate.
//!
//! A step must follow by unit propagation from its negation and all constraints that are live. Each
//! constraint is a sum of literals with positive coefficients that must reach a degree. What is not
//! known is refused.

use std::collections::HashMap;

/// A variable, and whether it is negated.
type Literal = (usize, bool);

#[derive(Clone, Debug)]
struct Constraint {
    terms: Vec<(i64, Literal)>,
    degree: i64,
}

/// The live constraints, and what follows from them.
#[derive(Default)]
struct Database {
    names: HashMap<String, usize>,
    /// By number, counted from 1; none where one was deleted.
    constraints: Vec<Option<Constraint>>,
    /// For each literal, the constraints that it is part of, deleted ones included, and its
    /// coefficients there.
    parts: HashMap<Literal, Vec<(usize, i64)>>,
}

/// Checks that a proof shows that a formula has no model. Returns the number of its steps.
pub fn check_proof(formula: &str, proof: &str) -> Result<u64, String> {
    let mut database = Database::default();
    for line in formula.lines().filter(|line| !line.starts_with('*')) {
        let line = line.strip_suffix(';').ok_or("a constraint ends with a semicolon")?;
        for constraint in database.parse(line)? {
            database.add(constraint);
        }
    }
    let rest = proof.strip_prefix("pseudo-Boolean proof version 3.0\n").ok_or("a header")?;
    let (rules, rest) = rest.split_once("output NONE;").ok_or("an output")?;
    let mut steps = 0;
    for rule in rules.split(';').map(str::trim).filter(|rule| !rule.is_empty()) {
        let (name, arguments) = rule.split_once(' ').ok_or("a rule has arguments")?;
        match name {
            "f" if number(arguments)? == database.constraints.len() => {}
            "f" => return Err(format!("the formula has {} parts", database.constraints.len())),
            "rup" => {
                steps += 1;
                let [step] = database.parse(arguments)?.try_into().map_err(|_| "an equation")?;
                if !database.follows(&step) {
                    return Err(format!("step {steps} does not follow: {arguments}"));
                }
                database.add(step);
            }
            "del" => {
                let range = arguments.strip_prefix("range ").ok_or("a range is deleted")?;
                let (from, to) = range.split_once(' ').ok_or("a range has two ends")?;
                let (from, to) = (number(from)?, number(to)?);
                if from == 0 || to > database.constraints.len() + 1 {
                    return Err(format!("there is no range from {from} to {to}"));
                }
                database.constraints[from - 1..to - 1].fill(None);
            }
            _ => return Err(format!("{name} is no known rule")),
        }
    }
    let rest = rest.strip_prefix("\nconclusion UNSAT : ").ok_or("a conclusion")?;
    let (last, rest) = rest.split_once(';').ok_or("an end of the conclusion")?;
    let last = database.constraints.get(number(last)?.wrapping_sub(1));
    let Some(Some(Constraint { terms, degree })) = last else {
        return Err("the conclusion names no constraint".to_owned());
    };
    if terms.iter().map(|term| term.0).sum::<i64>() >= *degree {
        return Err("the conclusion is no contradiction".to_owned());
    }
    if rest != "\nend pseudo-Boolean proof;\n" {
        return Err("something stands where the end should".to_owned());
    }
    Ok(steps)
}

fn number(word: &str) -> Result<usize, String> {
    word.parse().map_err(|_| format!("{word} is no number"))
}

impl Database {
    /// Reads a constraint, of which an equation makes two.
    fn parse(&mut self, text: &str) -> Result<Vec<Constraint>, String> {
        let is_equation = !text.contains(">=");
        let relation = if is_equation { "=" } else { ">=" };
        let (terms, degree) = text.split_once(relation).ok_or("a relation")?;
        let degree: i64 = degree.trim().parse().map_err(|_| "a degree")?;
        let words: Vec<&str> = terms.split_whitespace().collect();
        let mut sum = Vec::new();
        for pair in words.chunks(2) {
            let &[coefficient, literal] = pair else { return Err(format!("half a term: {text}")) };
            let coefficient: i64 = coefficient.parse().map_err(|_| "a coefficient")?;
            let is_negated = literal.starts_with('~');
            let name = literal.trim_start_matches('~').to_owned();
            let next = self.names.len();
            sum.push((coefficient, (*self.names.entry(name).or_insert(next), is_negated)));
        }
        let at_least = Constraint::new(sum.iter().copied(), degree);
        if !is_equation {
            return Ok(vec![at_least]);
        }
        let negative = sum.iter().map(|&(coefficient, literal)| (-coefficient, literal));
        Ok(vec![at_least, Constraint::new(negative, -degree)])
    }

    fn add(&mut self, constraint: Constraint) {
        for &(coefficient, literal) in &constraint.terms {
            let number = self.constraints.len();
            self.parts.entry(literal).or_default().push((number, coefficient));
        }
        self.constraints.push(Some(constraint));
    }

    /// Whether a constraint follows by unit propagation from its negation and all that are live.
    fn follows(&self, step: &Constraint) -> bool {
        let live = self.constraints.iter().map(Option::as_ref);
        let mut slacks: Vec<Option<i64>> = live.map(|c| c.map(Constraint::slack)).collect();
        let negation = step.negation();
        let mut values: Vec<Option<bool>> = vec![None; self.names.len()];
        let mut negation_slack = negation.slack();
        let mut trail: Vec<Literal> = Vec::new();
        let mut done = 0;
        // Those that may have something to say; at first all.
        let mut open: Vec<Option<usize>> = (0..slacks.len()).map(Some).chain([None]).collect();
        loop {
            while let Some(number) = open.pop() {
                let (constraint, slack) = match number {
                    None => (&negation, negation_slack),
                    Some(number) => match (&self.constraints[number], slacks[number]) {
                        (Some(constraint), Some(slack)) => (constraint, slack),
                        _ => continue,
                    },
                };
                if slack < 0 {
                    return true;
                }
                for &(coefficient, (variable, is_negated)) in &constraint.terms {
                    if coefficient > slack && values[variable].is_none() {
                        values[variable] = Some(!is_negated);
                        trail.push((variable, is_negated));
                    }
                }
            }
            let Some(&(variable, is_negated)) = trail.get(done) else { return false };
            done += 1;
            let falsified = (variable, !is_negated);
            for &(number, coefficient) in self.parts.get(&falsified).into_iter().flatten() {
                if let Some(slack) = &mut slacks[number] {
                    *slack -= coefficient;
                    open.push(Some(number));
                }
            }
            for &(coefficient, literal) in &negation.terms {
                if literal == falsified {
                    negation_slack -= coefficient;
                    open.push(None);
                }
            }
        }
    }
}

impl Constraint {
    /// With positive coefficients: `-x` is `~x - 1`.
    fn new(terms: impl Iterator<Item = (i64, Literal)>, mut degree: i64) -> Self {
        let mut positive = Vec::new();
        for (coefficient, (variable, is_negated)) in terms {
            let is_turned = coefficient < 0;
            degree += if is_turned { -coefficient } else { 0 };
            positive.push((coefficient.abs(), (variable, is_negated != is_turned)));
        }
        Self { terms: positive, degree }
    }

    /// By how much the sum may still exceed the degree.
    fn slack(&self) -> i64 {
        self.terms.iter().map(|term| term.0).sum::<i64>() - self.degree
    }

    fn negation(&self) -> Self {
        let negative = self.terms.iter().map(|&(coefficient, literal)| (-coefficient, literal));
        Self::new(negative, 1 - self.degree)
    }
}

#[test]
fn the_checker_knows_what_follows_and_what_does_not() {
    let formula = "* two of three, one of the others\n+1 x1 +1 x2 +1 x3 >= 2 ;\n-1 x1 -1 x2 >= -1 ;\n\
                   +1 ~x3 >= 1 ;\n";
    let proof = |rules: &str, last: u32| {
        format!(
            "pseudo-Boolean proof version 3.0\nf 3;\n{rules}output NONE;\n\
             conclusion UNSAT : {last};\nend pseudo-Boolean proof;\n"
        )
    };
    assert_eq!(
        check_proof(formula, &proof("rup 1 ~x1 >= 1;\nrup >= 1; del range 4 5;\n", 5)),
        Ok(2)
    );
    assert_eq!(check_proof(formula, &proof("rup >= 1;\n", 4)), Ok(1));
    let refused = |formula: &str, proof: &str| check_proof(formula, proof).unwrap_err();
    let weaker = formula.replace(">= 2", ">= 1");
    assert!(refused(&weaker, &proof("rup >= 1;\n", 4)).contains("step 1 does not follow"));
    assert!(refused(formula, &proof("del range 1 4; rup >= 1;\n", 4)).contains("does not follow"));
    assert!(refused(formula, &proof("", 3)).contains("no contradiction"));
    assert!(refused(formula, &proof("", 4)).contains("names no constraint"));
    assert!(refused(formula, &proof("a >= 1;\n", 4)).contains("a is no known rule"));
    assert!(refused(&format!("{formula}+1 x1 >= 0 ;\n"), &proof("", 3)).contains("has 4 parts"));
}
