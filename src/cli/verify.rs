//! `verify`: check written solutions from their pictures alone, certificates, and the formulas of
//! proofs.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use crate::durable::check::written;
use crate::number::grouped;
use crate::puzzle::Puzzle;
use crate::solution::Format;
use crate::verify::recount::{CountClaim, Recountable};
use crate::verify::{MAX_ABOUT, subject_of, subject_of_listing};

use super::certificate;
use super::cover::CoverFile;
use super::error::CliError;
use super::given::GivenArguments;
use super::meter::{Meter, ProgressArguments};
use super::open::{about_of, format_of, is_certificate, open};
use super::output::OutputDir;
use super::recount::{RecountArguments, RecountSubject, printed_claims};
use super::screen::{fitted, out};
use super::select::{Selection, names, select};
use super::session::Session;
use super::stats::print_json;
use super::verdict::{Kind, Verdict, known_in_words};
use super::{verify_cover, verify_formula};

/// The arguments of `verify`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  bitcover verify logiq towers               the directory of `solve --output`
  bitcover verify logiq-5 towers/logiq-5.txt
  bitcover verify logiq towers --json        for programs
  bitcover verify logiq towers.certificate   that of `solve --certificate`
  bitcover verify logiq proofs               the directory of `prove`
  bitcover verify soma begun.txt --given \"V@1,1,1 1,1,2 1,2,1\"
  bitcover verify iq-fit --recount           counted anew, by other code
  bitcover verify logiq towers --recount     that none is missing

What is checked is the puzzle that is named here: with the pieces that its own file draws on the \
board, with those of --given, and with no others. A file for another starting position is refused.")]
pub struct Arguments {
    /// The puzzle, the family, or the file of an exact cover.
    #[arg(value_name = "PUZZLE")]
    puzzle: String,

    /// A file of solutions, the output directory of `solve`, a certificate, or the output directory of
    /// `prove`; with --recount it may be left out, or be what `count --json` printed.
    #[arg(value_name = "FILE", required_unless_present = "recount")]
    file: Option<PathBuf>,

    #[command(flatten)]
    given: GivenArguments,

    #[command(flatten)]
    recount: RecountArguments,

    /// Print one JSON object instead of text.
    #[arg(long, conflicts_with = "recount")]
    json: bool,

    #[command(flatten)]
    progress: ProgressArguments,
}

/// Runs `verify`.
///
/// # Errors
/// When a file is refused or cannot be read.
pub fn run(arguments: &Arguments) -> Result<(), CliError> {
    let session = Session::without_journal(arguments.progress.progress, false)?;
    let meter = session.meter();
    if arguments.json {
        return in_json(arguments, meter);
    }
    let mut out = out();
    let claims =
        verify(arguments, meter, |verdict| Ok(writeln!(out, "{}", fitted(&verdict.words))?))?;
    if arguments.recount.recount {
        recount(arguments, meter, &claims, |words| Ok(writeln!(out, "{}", fitted(words))?))?;
    }
    out.flush()?;
    Ok(())
}

/// Checks what the arguments name, and says of each file what it was found to hold. Returns what the
/// files claim, for a recount.
fn verify(
    arguments: &Arguments,
    meter: &Meter,
    say: impl FnMut(Verdict) -> Result<(), CliError>,
) -> Result<Vec<(String, CountClaim)>, CliError> {
    let Some(file) = &arguments.file else { return Ok(Vec::new()) };
    meter.watch(&file.to_string_lossy(), || verify_file(arguments, file, say))
}

/// Checks a file as [`verify`] does.
fn verify_file(
    arguments: &Arguments,
    file: &Path,
    mut say: impl FnMut(Verdict) -> Result<(), CliError>,
) -> Result<Vec<(String, CountClaim)>, CliError> {
    let Arguments { puzzle, given, .. } = arguments;
    if let Some(claims) = claims_printed_in(arguments, file)? {
        return Ok(claims);
    }
    verify_formula::refuse_single(file)?;
    let mut claims = Vec::new();
    let mut say = |verdict: Verdict| {
        claims.extend(verdict.claim());
        say(verdict)
    };
    if CoverFile::is_cover(Path::new(puzzle)) {
        given.refuse_for_cover(puzzle)?;
        let verdicts = verify_cover::verify(&CoverFile::read(Path::new(puzzle))?, file)?;
        verdicts.into_iter().try_for_each(say)?;
        return Ok(claims);
    }
    let selection = select(puzzle)?;
    if file.is_dir() {
        let mut proved = Vec::new();
        for puzzle in &selection.puzzles {
            let formulas = verify_formula::formulas(file, &puzzle.name)?;
            if !formulas.is_empty() {
                let verdict = verify_formula::verify_puzzle(puzzle, given, &formulas)?;
                proved.extend(verdict.distinct.map(|distinct| [distinct, verdict.total]));
                say(verdict)?;
                continue;
            }
            for path in OutputDir::listings(file, &puzzle.name) {
                say(listing(puzzle, given, &path)?)?;
            }
        }
        if proved.len() == selection.puzzles.len() {
            let sum = certificate::sum(&selection.name, given, &proved, Kind::Formulas);
            sum.map_or(Ok(()), say)?;
        }
    } else if !is_certificate(file)? {
        say(listing(puzzle_of(&selection, file)?, given, file)?)?;
    } else if arguments.recount.recount {
        return Err(CliError::Usage(format!(
            "{} is a certificate, which proves its count by itself; --recount is for counts and \
             solutions",
            file.display()
        )));
    } else {
        certificate::verify(&selection, given, file)?.into_iter().try_for_each(say)?;
    }
    Ok(claims)
}

/// What a file claims that `count --json` has printed, where a recount is to compare with it.
fn claims_printed_in(
    arguments: &Arguments,
    file: &Path,
) -> Result<Option<Vec<(String, CountClaim)>>, CliError> {
    if arguments.recount.recount && !file.is_dir() { printed_claims(file) } else { Ok(None) }
}

/// Recounts what the arguments name, where a file makes these claims.
fn recount(
    arguments: &Arguments,
    meter: &Meter,
    claims: &[(String, CountClaim)],
    say: impl FnMut(&str) -> Result<(), CliError>,
) -> Result<(), CliError> {
    let Arguments { puzzle, file, given, recount, .. } = arguments;
    let file = file.as_deref();
    let (mut subjects, family) = if CoverFile::is_cover(Path::new(puzzle)) {
        given.refuse_for_cover(puzzle)?;
        (vec![verify_cover::recount_subject(&CoverFile::read(Path::new(puzzle))?)?], None)
    } else {
        let selection = select(puzzle)?;
        let puzzles = match file {
            Some(path) if !path.is_dir() && claims_printed_in(arguments, path)?.is_none() => {
                vec![puzzle_of(&selection, path)?]
            }
            _ => selection.puzzles.iter().collect(),
        };
        let is_family = puzzles.len() > 1 && given.given.is_empty();
        let subjects = puzzles.iter().map(|puzzle| recount_subject(puzzle, given));
        let subjects = subjects.collect::<Result<Vec<_>, _>>()?;
        (subjects, is_family.then(|| selection.name.clone()))
    };
    for subject in &mut subjects {
        let own = claims.iter().filter(|(name, _)| *name == subject.name);
        let before = subject.claims.len();
        subject.claims.extend(own.map(|(_, claim)| claim.clone()));
        if let (Some(path), true) = (file, subject.claims.len() == before) {
            return Err(CliError::Refused(format!(
                "{}: there is no complete count of {} to compare with",
                path.display(),
                subject.name
            )));
        }
    }
    recount.run(meter, &subjects, family.as_deref(), say)
}

/// What is recounted of a puzzle, with its known counts.
fn recount_subject(puzzle: &Puzzle, given: &GivenArguments) -> Result<RecountSubject, CliError> {
    let checker = given.checker(puzzle)?;
    let known = checker.known().map(|known| CountClaim {
        by: format!("the counts known from: {}", known.source),
        distinct: Some(u128::from(known.distinct).into()),
        total: u128::from(known.total).into(),
    });
    let recountable = Recountable::of_puzzle(&checker)
        .map_err(|error| CliError::Nothing(format!("{}: {error}", puzzle.name)))?;
    Ok(RecountSubject {
        name: puzzle.name.clone(),
        words: checker.subject_in_words(),
        recountable,
        claims: known.into_iter().collect(),
        has_distinct: true,
    })
}

/// Checks one file of solutions; returns what to say of it.
fn listing(puzzle: &Puzzle, given: &GivenArguments, path: &Path) -> Result<Verdict, CliError> {
    let format = format_of(path)?;
    let about = about_of(path, format, MAX_ABOUT)?;
    let checker = given.checker(puzzle)?;
    let reader = open(path)?;
    let verified = checker.check(written(format, &about), reader);
    let verified = verified.map_err(|refusal| CliError::refused(path, &refusal))?;
    let content = if verified.images { "every arrangement" } else { "one of each kind" };
    let known = match (checker.known(), verified.complete) {
        (known @ Some(_), true) => known_in_words(known),
        (_, complete) => verify_cover::completeness(complete).to_owned(),
    };
    let words = format!(
        "{}: {}: verified {} distinct, {} in all ({content}), fingerprint {:032x}, {} board \
         motions; {known}",
        path.display(),
        checker.subject_in_words(),
        grouped(verified.distinct),
        grouped(verified.total),
        verified.fingerprint,
        checker.board_motions(),
    );
    let known = checker.known().filter(|_| verified.complete);
    let known = known.map(|known| known.source.clone());
    let kind = if verified.images { Kind::Images } else { Kind::Distinct };
    let counts = (Some(verified.distinct), verified.total);
    let verdict = Verdict::of_file(path, kind, &puzzle.name, counts, verified.fingerprint, words);
    Ok(Verdict { complete: verified.complete, known, ..verdict })
}

/// The puzzle that a file says it belongs to.
fn puzzle_of<'a>(selection: &'a Selection, path: &Path) -> Result<&'a Puzzle, CliError> {
    if let [only] = selection.puzzles.as_slice() {
        return Ok(only);
    }
    let format = format_of(path)?;
    let subject = match format {
        Format::Text => subject_of_listing(open(path)?),
        Format::Packed => subject_of(open(path)?),
        Format::Ndjson | Format::Csv => subject_of(about_of(path, format, MAX_ABOUT)?.as_slice()),
    };
    let is_named = |puzzle: &&Puzzle| Some(&puzzle.name) == subject.as_ref().map(|s| &s.name);
    selection.puzzles.iter().find(is_named).ok_or_else(|| {
        CliError::Refused(format!(
            "{}: {}the file does not say that it belongs to one of {}",
            path.display(),
            if format == Format::Text { "line 2: " } else { "" },
            names(&selection.puzzles)
        ))
    })
}

/// Checks what the arguments name, and prints as data what each file was found to hold.
fn in_json(arguments: &Arguments, meter: &Meter) -> Result<(), CliError> {
    #[derive(Serialize)]
    struct Object<'a> {
        puzzle: &'a str,
        verified: Vec<Verdict>,
    }
    let mut verified = Vec::new();
    verify(arguments, meter, |verdict| {
        // A sum is no file.
        verified.extend((!verdict.file.is_empty()).then_some(verdict));
        Ok(())
    })?;
    print_json(&Object { puzzle: &arguments.puzzle, verified })
}
