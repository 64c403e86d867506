//! The known name that a misspelt one probably stands for.
//!
//! Likeness is that of Jaro and Winkler, which forgives a slip more the later in the name it
//! stands; capitals do not matter. Cost: for each known name its length times that of the misspelt
//! one, and nothing for names that are too long to be typed.

/// Names of more bytes are not compared.
const LONGEST: usize = 64;

/// How like a name must be; 1 is the name itself.
const LEAST_LIKENESS: f64 = 0.8;

/// The known name that is most like this one, capitals or not, if any is much like it.
pub(crate) fn nearest<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    if name.len() > LONGEST {
        return None;
    }
    let name = name.to_lowercase();
    let likeness = |other: &&'a str| strsim::jaro_winkler(&name, &other.to_lowercase());
    let short = known.iter().copied().filter(|other| other.len() <= LONGEST);
    let (best, likeness) =
        short.map(|other| (other, likeness(&other))).max_by(|(_, a), (_, b)| a.total_cmp(b))?;
    (likeness > LEAST_LIKENESS).then_some(best)
}

/// The words that name the nearest known name, with a space before them; none where there is none.
pub(crate) fn did_you_mean(name: &str, known: &[&str]) -> String {
    nearest(name, known).map_or(String::new(), |near| format!(" (did you mean {near}?)"))
}

/// Adds the nearest right key to a message about an unknown one. The message quotes the unknown
/// name first and then those it expected.
pub(crate) fn with_nearest_key(message: &str) -> String {
    let message = message.trim_end();
    let quoted: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    match quoted.split_first() {
        Some((unknown, expected)) if message.starts_with("unknown") => {
            match nearest(unknown, expected) {
                Some(near) => format!("{message} (did you mean `{near}`?)"),
                None => message.to_owned(),
            }
        }
        _ => message.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_seen_and_a_stranger_is_not() {
        let known = ["corner", "center", "ring", "a1"];
        assert_eq!(nearest("centre", &known), Some("center"));
        assert_eq!(nearest("rings", &known), Some("ring"));
        assert_eq!(nearest("A1", &known), Some("a1"));
        assert_eq!(nearest("edge", &known), None);
        assert_eq!(nearest(&"ring".repeat(100), &known), None);
    }

    #[test]
    fn the_nearest_of_several_is_named() {
        assert_eq!(nearest("abcdef", &["abcdxy", "abcdex"]), Some("abcdex"));
    }

    #[test]
    fn a_near_miss_is_named_and_a_far_one_is_not() {
        assert_eq!(nearest("colums", &["rows", "columns"]), Some("columns"));
        assert_eq!(nearest("xyz", &["rows", "columns"]), None);
        assert_eq!(nearest("t", &["W", "T"]), Some("T"));
        assert_eq!(did_you_mean("gry", &["Red", "Gray"]), " (did you mean Gray?)");
        assert_eq!(did_you_mean("", &["Red", "Gray"]), "");
        let message = "unknown field `colums`, expected one of `rows`, `columns`";
        assert!(with_nearest_key(message).ends_with("(did you mean `columns`?)"));
        assert_eq!(with_nearest_key("invalid type"), "invalid type");
    }
}
