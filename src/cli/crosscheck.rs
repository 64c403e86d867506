//! `count --cross-check`: the same count by another engine that breaks symmetry in another way.
//!
//! Both list every solution, so that not only the counts but the fingerprints must agree.

use crate::cancel::CancelToken;
use crate::cover::cases::check_anchor;
use crate::puzzle::Compiled;
use crate::solve::options::{Anchor, Options, OutputMode};
use crate::solve::solver::Request;
use crate::solve::{Engine, Outcome, Solver};

use super::error::CliError;
use super::message::say;

/// Counts again what a solver counted, and compares.
///
/// # Errors
/// When the run fails, or finds something else.
pub fn cross_check(solver: &Solver, cancel: &CancelToken, first: &Outcome) -> Result<(), CliError> {
    // Where a signal stopped one of the two, there is nothing to compare.
    if cancel.is_cancelled() {
        return Ok(());
    }
    let engine = other_engine(first.engine);
    let (anchor, broken) = match solver.subject().puzzle() {
        Some(compiled) => {
            let anchor = other_anchor(compiled, first);
            let broken = match &anchor {
                Anchor::None => "no symmetry broken".to_owned(),
                Anchor::Auto => "symmetry broken".to_owned(),
                Anchor::Piece(piece) => {
                    format!("piece {} anchored", compiled.puzzle.pieces[*piece].name)
                }
            };
            (anchor, format!(" ({broken})"))
        }
        // A cover has no symmetry to break.
        None => (Anchor::Auto, String::new()),
    };
    let options = Options { engine: Some(engine), anchor, ..solver.options().clone() };
    let again = solver.with_other_options(options).cancel_token(cancel);
    let request = Request { mode: Some(OutputMode::Fingerprint), ..Request::default() };
    let second = again.run(&request)?;
    if cancel.is_cancelled() {
        return Ok(());
    }
    if !(first.complete && second.complete) {
        return Err(CliError::Nothing(format!(
            "{}: a run was stopped, so there is nothing to compare",
            first.name
        )));
    }
    let words = |outcome: &Outcome| {
        let distinct = outcome.distinct.as_ref().map(|distinct| ("distinct", distinct.to_string()));
        let fingerprint = outcome.fingerprint.unwrap_or_default().to_string();
        let rest = [("total", outcome.total.to_string()), ("fingerprint", fingerprint)];
        distinct.into_iter().chain(rest).collect::<Vec<_>>()
    };
    let differences: Vec<(&str, String, String)> = words(first)
        .into_iter()
        .zip(words(&second))
        .map(|((what, one), (_, other))| (what, one, other))
        .collect();
    let second = format!("{}{broken}", engine.name());
    compare(&first.name, first.engine.name(), &second, &differences)
}

/// An engine that shares as little as possible with this one.
fn other_engine(engine: Engine) -> Engine {
    match engine {
        Engine::Search => Engine::Links,
        Engine::Scan | Engine::Frontier | Engine::Links => Engine::Search,
    }
}

/// Another way to break symmetry than that of a run: by some piece where none was anchored, by
/// another than the first, or not at all where no other can be an anchor.
fn other_anchor(compiled: &Compiled, first: &Outcome) -> Anchor {
    let Some(used) = first.anchors.first() else { return Anchor::Auto };
    let Compiled { puzzle, problem, .. } = compiled;
    let hinted = puzzle.anchors.iter().filter_map(|name| puzzle.piece_named(name));
    let is_other = |piece: &usize| {
        let item = problem.pieces[*piece];
        puzzle.pieces[*piece].name != *used
            && check_anchor(problem, item).is_ok()
            && !problem.cover.options_with(item).is_empty()
    };
    let mut candidates = hinted.chain(0..puzzle.pieces.len()).filter(is_other);
    candidates.next().map_or(Anchor::None, Anchor::Piece)
}

/// Says on standard error that two runs agree.
///
/// # Errors
/// When they do not: in what.
fn compare(
    name: &str,
    first: &str,
    second: &str,
    found: &[(&str, String, String)],
) -> Result<(), CliError> {
    let different = found.iter().filter(|(_, one, other)| one != other);
    let words: Vec<String> =
        different.map(|(what, one, other)| format!("{what} {one} against {other}")).collect();
    if !words.is_empty() {
        return Err(CliError::Refused(format!(
            "{name}: the engines {first} and {second} differ: {}. One of them is broken",
            words.join(", ")
        )));
    }
    let same: Vec<String> =
        found.iter().map(|(what, value, _)| format!("{what} {value}")).collect();
    say(&format!("{name}: the engines {first} and {second} agree: {}", same.join(", ")));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{compile, file};
    use crate::solve::subject::Subject;

    const TEXT: &str = "name = 'strip'\n[board]\nrows = 2\ncolumns = 3\nmotions = 'half-turn'\n\
        [[piece]]\nsymbol = 'a'\npicture = 'aa'\n[[piece]]\nsymbol = 'bc'\npicture = 'bb'\n";

    fn first(anchor: Anchor) -> (Solver, Outcome) {
        let compiled = compile(&file::parse(TEXT).unwrap().members[0]).unwrap();
        let options = Options { engine: Some(Engine::Search), anchor, ..Options::default() };
        let solver = Solver::with_options(Subject::Puzzle(Box::new(compiled)), options).threads(1);
        let request = Request { mode: Some(OutputMode::Fingerprint), ..Request::default() };
        let outcome = solver.run(&request).unwrap();
        (solver, outcome)
    }

    fn other(solver: &Solver, outcome: &Outcome) -> Anchor {
        other_anchor(solver.subject().puzzle().unwrap(), outcome)
    }

    #[test]
    fn symmetry_is_broken_in_another_way() {
        // Of the other piece there are two, so that it cannot be an anchor.
        let (solver, outcome) = first(Anchor::Auto);
        assert_eq!(outcome.anchors, ["a"]);
        assert_eq!(other(&solver, &outcome), Anchor::None);
        let (solver, outcome) = first(Anchor::None);
        assert_eq!(other(&solver, &outcome), Anchor::Auto);
    }

    #[test]
    fn runs_that_differ_are_refused_with_what_differs() {
        let (solver, mut outcome) = first(Anchor::Auto);
        let cancel = CancelToken::new();
        cross_check(&solver, &cancel, &outcome).unwrap();
        outcome.total += 1;
        let error = cross_check(&solver, &cancel, &outcome).unwrap_err();
        let words = error.to_string();
        assert!(words.contains("search and links (no symmetry broken) differ: total"), "{words}");
        assert!(!words.contains("fingerprint"), "{words}");
        assert!(matches!(error, CliError::Refused(_)));
    }
}
