//! `count --cross-check`: the same count by another engine that breaks symmetry in another way.
//!
//! Both list every solution, so that not only the counts but the fingerprints must agree.

use std::io::Write;

use crate::cover::cases::check_anchor;
use crate::engine::CancelToken;
use crate::puzzle::Compiled;
use crate::report::CountReport;
use crate::solve::{Anchor, Engine, Options, OutputMode, Part, run_into};

use super::CliError;
use super::args::{EngineChoice, SearchArguments};
use super::cover::CoverFile;
use super::session::Session;

/// Counts a puzzle again, and compares.
///
/// # Errors
/// When the run fails, or finds something else.
pub fn cross_check(
    compiled: &Compiled,
    settings: &Options,
    stop: &CancelToken,
    first: &Part,
) -> Result<(), CliError> {
    // Where a signal stopped one of the two, there is nothing to compare.
    if stop.is_cancelled() {
        return Ok(());
    }
    let engine = other_engine(first.engine);
    let anchor = other_anchor(compiled, first);
    let broken = match &anchor {
        Anchor::None => "no symmetry broken".to_owned(),
        Anchor::Auto => "symmetry broken".to_owned(),
        Anchor::Piece(piece) => format!("piece {} anchored", compiled.puzzle.pieces[*piece].name),
    };
    let settings = Options { engine, anchor, listing: OutputMode::Fingerprint, ..settings.clone() };
    let second = run_into(compiled, &settings, stop, None)?;
    if stop.signal().is_some() {
        return Ok(());
    }
    if !(first.complete && second.complete) {
        return Err(CliError::Nothing(format!(
            "{}: a run was stopped, so there is nothing to compare",
            first.name
        )));
    }
    let differences = [
        ("distinct", first.tally.distinct.to_string(), second.tally.distinct.to_string()),
        ("total", first.tally.total.to_string(), second.tally.total.to_string()),
        ("fingerprint", first.tally.fingerprint.to_string(), second.tally.fingerprint.to_string()),
    ];
    let name = engine.name();
    compare(&first.name, first.engine.name(), &format!("{name} ({broken})"), &differences)
}

/// Counts an exact cover again, and compares. There is no symmetry to break, and no line of which
/// a fingerprint could be taken.
///
/// # Errors
/// When the run fails, or finds something else.
pub fn cross_check_cover(
    file: &CoverFile,
    search: &SearchArguments,
    session: &Session,
    first: &CountReport,
) -> Result<(), CliError> {
    let engine = match first.parts.first() {
        Some(row) if row.engine == Engine::Links.name() => EngineChoice::Search,
        _ => EngineChoice::Links,
    };
    let search = SearchArguments { engine, ..search.clone() };
    let second = file.solve(&search, session, false, None, &mut std::io::sink())?;
    if session.is_interrupted() {
        return Ok(());
    }
    let engine = |report: &CountReport| report.parts.first().map_or("", |row| row.engine);
    let differences = [("total", first.total.to_string(), second.total.to_string())];
    compare(&file.name, engine(first), engine(&second), &differences)
}

/// An engine that shares as little as possible with this one.
fn other_engine(engine: Engine) -> Engine {
    match engine {
        Engine::Search => Engine::Links,
        Engine::Frontier | Engine::Links => Engine::Search,
    }
}

/// Another way to break symmetry than that of a run: by some piece where none was anchored, by
/// another than the first, or not at all where no other can be an anchor.
fn other_anchor(compiled: &Compiled, first: &Part) -> Anchor {
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
    // A closed standard error takes nothing from the result.
    let _ = writeln!(
        anstream::stderr(),
        "{name}: the engines {first} and {second} agree: {}",
        same.join(", ")
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{compile, file};
    use crate::solve::run;

    const TEXT: &str = "name = 'strip'\n[board]\nrows = 2\ncolumns = 3\nmotions = 'half-turn'\n\
        [[piece]]\nsymbol = 'a'\npicture = 'aa'\n[[piece]]\nsymbol = 'bc'\npicture = 'bb'\n";

    fn first(compiled: &Compiled, anchor: Anchor) -> (Options, Part) {
        let settings = Options {
            engine: Engine::Search,
            threads: std::num::NonZeroUsize::MIN,
            anchor,
            listing: OutputMode::Fingerprint,
            limit: None,
            memory_bytes: 1 << 30,
        };
        let part = run(compiled, &settings, &CancelToken::default()).unwrap();
        (settings, part)
    }

    #[test]
    fn symmetry_is_broken_in_another_way() {
        let compiled = compile(&file::parse(TEXT).unwrap().members[0]).unwrap();
        // Of the other piece there are two, so that it cannot be an anchor.
        let (_, part) = first(&compiled, Anchor::Auto);
        assert_eq!(part.anchors, ["a"]);
        assert_eq!(other_anchor(&compiled, &part), Anchor::None);
        let (_, part) = first(&compiled, Anchor::None);
        assert_eq!(other_anchor(&compiled, &part), Anchor::Auto);
    }

    #[test]
    fn runs_that_differ_are_refused_with_what_differs() {
        let compiled = compile(&file::parse(TEXT).unwrap().members[0]).unwrap();
        let (settings, mut part) = first(&compiled, Anchor::Auto);
        cross_check(&compiled, &settings, &CancelToken::default(), &part).unwrap();
        part.tally.total += 1;
        let error = cross_check(&compiled, &settings, &CancelToken::default(), &part).unwrap_err();
        let words = error.to_string();
        assert!(words.contains("search and links (no symmetry broken) differ: total"), "{words}");
        assert!(!words.contains("fingerprint"), "{words}");
        assert!(matches!(error, CliError::Refused(_)));
    }
}
