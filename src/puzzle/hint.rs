//! Near misses: the right name for one that is slightly wrong.

/// The known name that is most like this one, capitals or not, if any is much like it.
pub fn nearest<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    let name = name.to_lowercase();
    let likeness = |other: &str| strsim::jaro_winkler(&name, &other.to_lowercase());
    let best = known.iter().copied().max_by(|a, b| likeness(a).total_cmp(&likeness(b)))?;
    (likeness(best) > 0.8).then_some(best)
}

/// The words that name the nearest known name, with a space before them; none where there is none.
pub fn did_you_mean(name: &str, known: &[&str]) -> String {
    nearest(name, known).map_or(String::new(), |near| format!(" (did you mean {near}?)"))
}

/// Adds the nearest right key to a message about an unknown one. The message quotes the unknown
/// name first and then those it expected.
pub fn with_nearest_key(message: &str) -> String {
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
