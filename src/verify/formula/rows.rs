//! The constraints that the exact cover of a case means.
//!
//! Variable `x1` is the first option; those of colours come behind the last, in the order of their
//! items and then of their names.

use std::collections::BTreeMap;

use crate::verify::certificate::cases::CaseStep;
use crate::verify::certificate::exact::ExactCover;

/// A cover whose cases have formulas.
#[derive(Clone, Copy, Debug)]
pub(in crate::verify) struct FormulaCover<'a> {
    /// Its items and options.
    pub exact: &'a ExactCover,
    /// For each option, the colours that it gives items; empty where the cover has none.
    pub colours: &'a [Vec<(u32, String)>],
    /// Whether a primary item may be covered more often than it must be.
    pub has_ranges: bool,
}

/// What the formula of a case says before it excludes solutions.
#[derive(Debug)]
pub(super) struct CaseRows {
    /// Its lines, comments included.
    pub lines: Vec<String>,
    /// How many of them are constraints.
    pub constraints: u64,
    /// How many variables there are.
    pub variables: u32,
    /// For each option, whether the case keeps it.
    pub kept: Vec<bool>,
}

impl FormulaCover<'_> {
    /// Works out the constraints of a case.
    pub(super) fn rows(&self, case: &[CaseStep]) -> CaseRows {
        let exact = self.exact;
        let is_kept = |(number, items): (u32, &Vec<u32>)| {
            case.iter().all(|step| !items.contains(&step.item) || step.keeps.contains(&number))
        };
        let kept: Vec<bool> = (0..).zip(&exact.options).map(is_kept).collect();
        let mut rows = CaseRows {
            lines: Vec::new(),
            constraints: 0,
            variables: exact.options.len() as u32,
            kept,
        };
        let mut covered_by: Vec<Vec<u32>> = vec![Vec::new(); exact.names.len()];
        for (option, items) in exact.options.iter().enumerate() {
            if !rows.kept[option] {
                continue;
            }
            let names = items.iter().map(|&item| exact.names[item as usize].as_str());
            rows.lines.push(format!("* x{}: {}", option + 1, names.collect::<Vec<_>>().join(" ")));
            for &item in items {
                covered_by[item as usize].push(option as u32);
            }
        }
        let mut is_coloured = vec![false; exact.names.len()];
        for (item, _) in self.colours.iter().flatten() {
            is_coloured[*item as usize] = true;
        }
        for (item, options) in (0_u32..).zip(&covered_by) {
            let name = &exact.names[item as usize];
            if is_coloured[item as usize] {
                self.add_coloured(&mut rows, item, options);
                continue;
            }
            let must = case.iter().any(|step| step.item == item && !step.keeps.is_empty());
            let most = exact.most[item as usize];
            let least = if must { most } else { exact.least[item as usize] };
            let variables: Vec<u32> = options.iter().map(|option| option + 1).collect();
            let mut found = Vec::new();
            if least == most {
                found.push(format!("{}= {most} ;", sum('+', &variables)));
            } else {
                if least > 0 {
                    found.push(format!("{}>= {least} ;", sum('+', &variables)));
                }
                if !options.is_empty() {
                    found.push(format!("{}>= -{most} ;", sum('-', &variables)));
                }
            }
            rows.add(name, found);
        }
        rows.lines.push("* the solutions that are excluded".to_owned());
        rows
    }

    /// At most one colour, or one option that gives the item none.
    fn add_coloured(&self, rows: &mut CaseRows, item: u32, options: &[u32]) {
        let name = &self.exact.names[item as usize];
        let mut colours: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
        let mut at_most_one = Vec::new();
        for &option in options {
            let given = self.colours[option as usize].iter().find(|entry| entry.0 == item);
            match given {
                Some((_, colour)) => colours.entry(colour).or_default().push(option + 1),
                None => at_most_one.push(option + 1),
            }
        }
        for (colour, options) in colours {
            rows.variables += 1;
            at_most_one.push(rows.variables);
            let implies = |option: &u32| format!("-1 x{option} +1 x{} >= 0 ;", rows.variables);
            let found = options.iter().map(implies).collect();
            rows.add(&format!("{name}:{colour}"), found);
        }
        if !at_most_one.is_empty() {
            rows.add(name, vec![format!("{}>= -1 ;", sum('-', &at_most_one))]);
        }
    }
}

/// The sum of some variables, all with this sign.
fn sum(sign: char, variables: &[u32]) -> String {
    let terms = variables.iter().map(|variable| format!("{sign}1 x{variable} "));
    terms.collect::<Vec<_>>().concat()
}

impl CaseRows {
    fn add(&mut self, name: &str, constraints: Vec<String>) {
        if !constraints.is_empty() {
            self.constraints += constraints.len() as u64;
            self.lines.push(format!("* {name}"));
            self.lines.extend(constraints);
        }
    }
}
