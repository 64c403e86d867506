//! The formula of a case in OPB, the format of pseudo-Boolean solvers: the case's exact cover, and
//! that its solutions are none.
//!
//! Variable `x1` is option 0 of the register, and so on: 1 if it is chosen. Each item is a
//! constraint on the options that cover it, and each solution one that excludes it; so the formula
//! has no model just if there are no other solutions. A colour of an item is a variable of its own
//! behind those of the options, which is 1 if an option is chosen that gives it.
//!
//! The first two lines are comments: the sizes that the format asks for, and a line of JSON that
//! says what the formula is of. Everything else that stands behind `*` is for people.
//! Memory is that of the cover's text; solutions are not kept.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write};

use serde::Serialize;

use crate::cover::{Case, Colour, Cover, ItemId, OptionId};

use super::certificate::Register;
use super::format::SubjectName;

/// What a formula is of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CaseOf<'a> {
    /// The puzzle or the cover.
    pub subject: SubjectName<'a>,
    /// The starting position as a written line.
    pub given: Option<&'a str>,
    /// The number of the case, counted from 1.
    pub number: usize,
    /// How many cases there are.
    pub cases: usize,
    /// How many solutions the formula excludes.
    pub solutions: u64,
}

/// What the second line says.
#[derive(Debug, Serialize)]
struct FormulaHead<'a> {
    format: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cover: Option<&'a str>,
    given: Option<&'a str>,
    case: usize,
    cases: usize,
    steps: Vec<StepEntry<'a>>,
    solutions: u64,
}

/// What is said of one anchor: the numbers of the variables of the options on which it may lie.
#[derive(Debug, Serialize)]
struct StepEntry<'a> {
    piece: &'a str,
    keeps: Vec<u32>,
}

/// Writes the formula of one case.
#[derive(Debug)]
pub(crate) struct Formula<'a, W> {
    out: W,
    rows: &'a Rows,
    line: String,
    bytes: u64,
}

/// The constraints of a case's cover.
#[derive(Debug)]
pub(crate) struct Rows {
    /// What is constrained, by name, with its constraints, in the order of the items.
    of_names: Vec<(String, Vec<String>)>,
    /// How many of the constraints are equations, which checkers take for two inequalities.
    equations: u64,
    /// The options that the case keeps, by number.
    kept: Vec<OptionId>,
    /// How many variables there are, those of options that are not kept included.
    variables: u32,
    /// Whether a solution may be part of another.
    has_ranges: bool,
}

/// An option by number, with the colour that it gives an item.
type Entry = (OptionId, Option<Colour>);

impl Rows {
    /// The constraints of a case of a cover.
    pub fn new(cover: &Cover, register: &Register, case: &Case) -> Self {
        let mut entries: Vec<Vec<Entry>> = vec![Vec::new(); cover.item_count()];
        let mut items: Vec<ItemId> = cover.items().collect();
        items.sort_unstable_by_key(|item| register.items[item.index()]);
        let mut kept = Vec::new();
        for &option in case.kept.iter().filter(|&&option| case.is_choosable(cover, option)) {
            let number = register.options[option.index()];
            kept.push(number);
            let colours: BTreeMap<ItemId, Option<Colour>> = cover.entries_of(option).collect();
            // The register has what binds nothing, too.
            for &item in register.items_of(number) {
                let item = items[item as usize];
                entries[item.index()].push((number, colours.get(&item).copied().flatten()));
            }
        }
        kept.sort_unstable();
        let mut found = Self {
            of_names: Vec::new(),
            equations: 0,
            kept,
            variables: cover.option_count() as u32,
            has_ranges: cover.has_ranges(),
        };
        for item in items {
            let entries = &mut entries[item.index()];
            entries.sort_unstable();
            let name = register.name(item);
            if cover.is_coloured(item) {
                found.add_coloured(cover, name, entries);
                continue;
            }
            let (least, most) = (case.least(cover, item), cover.multiplicity(item));
            let options: Vec<u32> = entries.iter().map(|entry| entry.0.0 + 1).collect();
            if least == most {
                found.equations += 1;
                found.add(name, vec![row(&options, '+', &format!("= {most}"))]);
                continue;
            }
            let mut rows = Vec::new();
            if least > 0 {
                rows.push(row(&options, '+', &format!(">= {least}")));
            }
            if !options.is_empty() {
                rows.push(row(&options, '-', &format!(">= -{most}")));
            }
            found.add(name, rows);
        }
        found
    }

    /// Adds what a coloured item asks for: that the options which are chosen give it one colour, or
    /// that one is chosen which gives it none.
    fn add_coloured(&mut self, cover: &Cover, name: &str, entries: &[Entry]) {
        let mut by_colour: BTreeMap<String, Vec<u32>> = BTreeMap::new();
        let mut exclusive = Vec::new();
        for &(option, colour) in entries {
            match colour {
                Some(colour) => {
                    by_colour.entry(cover.colour_name(colour)).or_default().push(option.0 + 1);
                }
                None => exclusive.push(option.0 + 1),
            }
        }
        for (colour, options) in by_colour {
            self.variables += 1;
            let given = self.variables;
            let implies = |option| format!("-1 x{option} +1 x{given} >= 0 ;");
            self.add(&format!("{name}:{colour}"), options.into_iter().map(implies).collect());
            exclusive.push(given);
        }
        if !exclusive.is_empty() {
            self.add(name, vec![row(&exclusive, '-', ">= -1")]);
        }
    }

    fn add(&mut self, name: &str, rows: Vec<String>) {
        if !rows.is_empty() {
            self.of_names.push((name.to_owned(), rows));
        }
    }

    fn count(&self) -> u64 {
        self.of_names.iter().map(|(_, rows)| rows.len() as u64).sum()
    }

    /// How many constraints a checker counts in the formula that excludes so many solutions.
    pub fn checked_count(&self, solutions: u64) -> u64 {
        self.count() + self.equations + solutions
    }

    /// Whether a solution may be part of another, so that excluding it says what is not chosen too.
    pub fn has_ranges(&self) -> bool {
        self.has_ranges
    }
}

/// A constraint on the sum of some variables, all with this sign.
fn row(variables: &[u32], sign: char, end: &str) -> String {
    let mut row = String::new();
    for variable in variables {
        // Writing to a string does not fail.
        let _ = write!(row, "{sign}1 x{variable} ");
    }
    row + end + " ;"
}

impl<'a, W: Write> Formula<'a, W> {
    /// Writes what the formula is of, and the constraints of the case's cover.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn begin(
        out: W,
        rows: &'a Rows,
        register: &Register,
        case: &Case,
        of: CaseOf<'_>,
    ) -> io::Result<Self> {
        let steps = case.steps.iter().map(|step| {
            let mut keeps: Vec<u32> =
                step.kept.iter().map(|option| register.options[option.index()].0 + 1).collect();
            keeps.sort_unstable();
            StepEntry { piece: register.name(step.item), keeps }
        });
        let head = FormulaHead {
            format: "bitcover formula 1",
            puzzle: of.subject.puzzle(),
            cover: of.subject.cover(),
            given: of.given,
            case: of.number,
            cases: of.cases,
            steps: steps.collect(),
            solutions: of.solutions,
        };
        let mut formula = Self { out, rows, line: String::new(), bytes: 0 };
        let constraints = rows.count() + of.solutions;
        formula.put(&format!("* #variable= {} #constraint= {constraints}", rows.variables))?;
        formula.put(&format!("* {}", serde_json::to_string(&head)?))?;
        for &option in &rows.kept {
            formula.put(&format!("* x{}: {}", option.0 + 1, register.words(option)))?;
        }
        for (name, rows) in &rows.of_names {
            formula.put(&format!("* {name}"))?;
            rows.iter().try_for_each(|row| formula.put(row))?;
        }
        formula.put("* the solutions that are excluded")?;
        Ok(formula)
    }

    /// Excludes a solution, by the numbers of its options.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn exclude(&mut self, solution: &[OptionId]) -> io::Result<()> {
        let mut sorted = solution.to_vec();
        sorted.sort_unstable();
        let mut line = std::mem::take(&mut self.line);
        line.clear();
        for option in &sorted {
            let _ = write!(line, "+1 ~x{} ", option.0 + 1);
        }
        let others = self.rows.kept.iter().filter(|option| sorted.binary_search(option).is_err());
        for option in others.filter(|_| self.rows.has_ranges) {
            let _ = write!(line, "+1 x{} ", option.0 + 1);
        }
        line += ">= 1 ;";
        let put = self.put(&line);
        self.line = line;
        put
    }

    /// Ends the formula. Returns its length in bytes.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn finish(mut self) -> io::Result<u64> {
        self.out.flush()?;
        Ok(self.bytes)
    }

    fn put(&mut self, line: &str) -> io::Result<()> {
        self.bytes += line.len() as u64 + 1;
        self.out.write_all(line.as_bytes())?;
        self.out.write_all(b"\n")
    }
}
