//! What pages have in common: a template whose words are filled in, and the digests by which a page
//! trusts its own scripts and nothing else.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

/// A template with its words, in double braces, filled in.
pub(super) fn filled(template: &str, words: &[(&str, &str)]) -> String {
    let mut page = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        let (name, after) = after.split_once("}}").unwrap_or((after, ""));
        let text = words.iter().find(|(word, _)| *word == name).map_or("", |(_, text)| text);
        page.push_str(before);
        page.push_str(text);
        rest = after;
    }
    page.push_str(rest);
    page
}

/// What a policy says of a script or a style that is to be trusted.
pub(super) fn digest(text: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)))
}

/// JSON as it may stand in a script.
///
/// # Errors
/// Never, as long as memory can be written to.
pub(super) fn json_block(id: &str, data: &impl serde::Serialize) -> serde_json::Result<String> {
    Ok(json_text_block(id, &serde_json::to_string(data)?))
}

/// JSON that is text already, as it may stand in a script.
pub(super) fn json_text_block(id: &str, json: &str) -> String {
    // In a script nothing but `<` could begin something else, and JSON has it in strings only.
    let text = json.replace('<', "\\u003c");
    format!("<script type=\"application/json\" id=\"{id}\">{text}</script>\n")
}

/// Bytes or words that a page keeps for its script, as text.
pub(super) fn block(id: &str, text: &str) -> String {
    format!("<script type=\"application/octet-stream\" id=\"{id}\">{text}</script>\n")
}

#[cfg(test)]
pub(super) mod tests {
    use std::collections::HashSet;

    use super::*;

    /// The names that a line of a script makes known to the whole script, if it does.
    fn declared(line: &str) -> Option<&str> {
        let line = line.strip_prefix("async ").unwrap_or(line);
        let kinds = ["const ", "let ", "function ", "class "];
        let name = kinds.iter().find_map(|kind| line.strip_prefix(kind))?;
        name.split(|c: char| !c.is_alphanumeric() && c != '_').next()
    }

    /// The names that a line says a script takes from others.
    fn taken(line: &str) -> impl Iterator<Item = &str> {
        let names = line.strip_prefix("/* global ").and_then(|rest| rest.split_once(" -- "));
        names.into_iter().flat_map(|(names, _)| names.split(", "))
    }

    /// Asserts that scripts take only what those before them make known, and nothing is there twice;
    /// the names that they make known.
    #[track_caller]
    pub(in super::super) fn assert_fit_together(scripts: &[&'static str]) -> HashSet<&'static str> {
        let mut known = HashSet::new();
        for script in scripts {
            assert!(script.ends_with('\n'));
            for name in script.lines().flat_map(taken) {
                assert!(known.contains(name), "{name} is not in a script before");
            }
            for name in script.lines().filter_map(declared).filter(|name| !name.is_empty()) {
                assert!(known.insert(name), "{name} is there twice");
            }
        }
        known
    }

    #[test]
    fn a_policy_trusts_by_the_digest() {
        // As `printf 'alert(1)' | openssl dgst -sha256 -binary | base64` has it.
        assert_eq!(digest("alert(1)"), "'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='");
    }

    #[test]
    fn words_are_filled_in_and_unknown_ones_left_out() {
        assert_eq!(filled("a {{one}} b {{two}} c", &[("one", "1")]), "a 1 b  c");
    }
}
