//! Counts that a recount is compared with: of a file of solutions, of `count --json`, or known.
//!
//! What `count` prints as JSON is an object for each puzzle that was named, whose parts are the
//! puzzle, the members of a family, or a cover. Its sums must be those of its parts.

use serde::Deserialize;

use super::run::Recounted;
use crate::count::Count;

/// A count that is compared with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CountClaim {
    /// Who says so, in words.
    pub by: String,
    /// Distinct solutions, if it says how many.
    pub distinct: Option<Count>,
    /// All solutions.
    pub total: Count,
}

/// A count that was printed as JSON.
#[derive(Debug, Deserialize)]
struct Printed {
    puzzle: String,
    parts: Vec<PrintedPart>,
    distinct: Option<Count>,
    total: Count,
}

#[derive(Debug, Deserialize)]
struct PrintedPart {
    name: String,
    distinct: Option<Count>,
    total: Count,
    complete: bool,
}

impl CountClaim {
    /// The claims, each with the name of its puzzle or cover, in what `count` printed as JSON.
    ///
    /// # Errors
    /// When the text is something else, contradicts itself, or is of a run that was stopped.
    pub fn read_printed(text: &str, by: &str) -> Result<Vec<(String, Self)>, String> {
        let mut claims: Vec<(String, Self)> = Vec::new();
        for printed in serde_json::Deserializer::from_str(text).into_iter::<Printed>() {
            let printed = printed.map_err(|error| format!("this is no count in JSON: {error}"))?;
            let name = &printed.puzzle;
            let total: Count = printed.parts.iter().map(|part| part.total.clone()).sum();
            if total != printed.total {
                let sum = &printed.total;
                return Err(format!(
                    "{name}: the total is given as {sum}, but its parts make it {total}"
                ));
            }
            let distinct: Option<Vec<Count>> =
                printed.parts.iter().map(|part| part.distinct.clone()).collect();
            if let (Some(parts), Some(sum)) = (distinct, &printed.distinct) {
                let distinct: Count = parts.into_iter().sum();
                if distinct != *sum {
                    return Err(format!(
                        "{name}: distinct is given as {sum}, but its parts make it {distinct}"
                    ));
                }
            }
            for PrintedPart { name, distinct, total, complete } in printed.parts {
                if !complete {
                    return Err(format!("{name}: the run that counted this was stopped"));
                }
                if claims.iter().any(|(known, _)| *known == name) {
                    return Err(format!("{name}: there are two counts"));
                }
                claims.push((name, Self { by: by.to_owned(), distinct, total }));
            }
        }
        Ok(claims)
    }
}

impl Recounted {
    /// Compares the recount with a claim. What distinct solutions it claims is passed over where
    /// they were not recounted.
    ///
    /// # Errors
    /// The first figure that is another, in words.
    pub fn check(&self, claim: &CountClaim) -> Result<(), String> {
        let figures = [
            ("total", Some(&claim.total), Some(&self.total)),
            ("distinct", claim.distinct.as_ref(), self.distinct.as_ref()),
        ];
        for (word, claimed, counted) in figures {
            if let (Some(claimed), Some(counted)) = (claimed, counted)
                && claimed != counted
            {
                let by = &claim.by;
                return Err(format!(
                    "{word} is given as {claimed} by {by}, but the recount makes it {counted}"
                ));
            }
        }
        Ok(())
    }
}
