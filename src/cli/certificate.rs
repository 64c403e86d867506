//! Certificates on the command line: `solve --certificate` writes them, `verify` checks them.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

use crate::cancel::CancelToken;
use crate::number::grouped;
use crate::puzzle::Puzzle;
use crate::report::{CountReport, Row};
use crate::solution::certificate::Sums;
use crate::solve::certify::{can_be_certified, certify};
use crate::solve::{Error, Solver};
use crate::verify::certificate::{Certificates, FirstLine, Proved};

use super::args::SearchArguments;
use super::error::CliError;
use super::given::GivenArguments;
use super::open::open;
use super::output::{ForceArguments, OutputFile};
use super::select::{Selection, Target, names};
use super::verdict::{Kind, Verdict, known_in_words};

/// Makes sure before a run that its certificates can be written, and where.
///
/// # Errors
/// When the file cannot be written, or a cover cannot be certified.
pub fn plan(
    path: &Path,
    force: ForceArguments,
    targets: &[Target],
) -> Result<OutputFile, CliError> {
    let cannot_be = |target: &Target| match target {
        Target::Cover(file) => !can_be_certified(&file.cover),
        Target::Puzzles(_) => false,
    };
    if targets.iter().any(cannot_be) {
        return Err(CliError::Usage(Error::NotCertifiable.to_string()));
    }
    OutputFile::plan(path, force)
}

/// Searches the targets again, writing down every node, and compares with what the run found.
/// Returns what to say of it.
///
/// # Errors
/// When the file cannot be written, or the counts differ; then there is no file.
pub fn write(
    file: &OutputFile,
    search: &SearchArguments,
    cancel: &CancelToken,
    targets: &[Target],
    reports: &[CountReport],
) -> Result<String, CliError> {
    let (mut nodes, mut bytes) = (0, 0);
    let common = search.options();
    // What differs from the run is not to be seen anywhere.
    file.write_whole(|mut out| {
        for (target, report) in targets.iter().zip(reports) {
            for (member, row) in target.members().zip(&report.parts) {
                let solver = member.solver(search, &common)?;
                let (sums, length) = write_one(file, (&solver, cancel), row, &mut out)?;
                nodes += sums.nodes;
                bytes += length;
            }
        }
        Ok(())
    })?;
    let place = if file.is_stdout() {
        "on standard output".to_owned()
    } else {
        format!("in {}", file.path().display())
    };
    Ok(format!("The certificate is {place}: {} nodes in {} bytes.", grouped(nodes), grouped(bytes)))
}

fn write_one(
    file: &OutputFile,
    (solver, cancel): (&Solver, &CancelToken),
    row: &Row,
    out: &mut (impl Write + Send),
) -> Result<(Sums, u64), CliError> {
    let name = &row.name;
    let written = certify(solver.analysis(), cancel, out).map_err(|error| match error {
        Error::Write { .. } => file.error(std::io::Error::other(error.to_string())),
        error => error.into(),
    })?;
    let Some((sums, length)) = written.filter(|_| row.complete) else {
        return Err(CliError::Nothing(format!(
            "{name}: the search was stopped, so there is nothing to certify"
        )));
    };
    let fingerprint = row.fingerprint.unwrap_or(sums.fingerprint);
    let distinct = row.distinct.as_ref().unwrap_or(&row.total);
    let is_same = *distinct == sums.distinct && row.total == sums.total;
    if !is_same || fingerprint != sums.fingerprint {
        return Err(CliError::Refused(format!(
            "{name}: the engine {} found {distinct} distinct, {} in all, fingerprint \
             {fingerprint}; the search for the certificate {}, {} and {}. One of them is broken",
            row.engine, row.total, sums.distinct, sums.total, sums.fingerprint,
        )));
    }
    Ok((sums, length))
}

/// Checks a file with a certificate of each puzzle. Returns what to say of each; the sum of a family,
/// which is no file's, has no file.
///
/// # Errors
/// When it cannot be read, or proves nothing.
pub fn verify(
    selection: &Selection,
    given: &GivenArguments,
    path: &Path,
) -> Result<Vec<Verdict>, CliError> {
    let refuse = |reason: String| CliError::Refused(format!("{}: {reason}", path.display()));
    let mut certificates = Certificates::new(open(path)?);
    let mut proved: Vec<(&Puzzle, Proved)> = Vec::new();
    let mut verdicts = Vec::new();
    while let Some(head) =
        certificates.next_first_line().map_err(|error| refuse(error.to_string()))?
    {
        let puzzle = selection.puzzles.iter().find(|puzzle| puzzle.name == head.subject.name);
        let Some(puzzle) = puzzle else {
            return Err(refuse(format!(
                "there is a certificate of {}, which is none of {}",
                head.subject.name,
                names(&selection.puzzles)
            )));
        };
        if proved.iter().any(|(other, _)| other.name == puzzle.name) {
            return Err(refuse(format!("there are two certificates of {}", puzzle.name)));
        }
        let (one, verdict) = verify_one(&mut certificates, (puzzle, given), &head, path)?;
        verdicts.push(verdict);
        proved.push((puzzle, one));
    }
    let is_missing = |puzzle: &&Puzzle| !proved.iter().any(|(other, _)| other.name == puzzle.name);
    if let Some(puzzle) = selection.puzzles.iter().find(is_missing) {
        return Err(refuse(format!("there is no certificate of {}", puzzle.name)));
    }
    let sums: Vec<_> = proved.iter().map(|(_, one)| [one.distinct, one.total]).collect();
    verdicts.extend(sum(&selection.name, given, &sums, Kind::Certificate));
    Ok(verdicts)
}

/// What to say of a family of which the distinct solutions and all of each member were proved, if there
/// are several.
pub fn sum(
    family: &str,
    given: &GivenArguments,
    proved: &[[u128; 2]],
    kind: Kind,
) -> Option<Verdict> {
    if proved.len() < 2 {
        return None;
    }
    let [distinct, total] = [0, 1].map(|n| proved.iter().map(|one| one[n]).sum::<u128>());
    let words = if given.given.is_empty() {
        format!("{family}: {} distinct, {} in all", grouped(distinct), grouped(total))
    } else {
        format!("{family}: no sum, as these are not whole members of the family")
    };
    Some(Verdict {
        words,
        file: String::new(),
        kind,
        name: family.to_owned(),
        distinct: Some(distinct),
        total,
        fingerprint: String::new(),
        complete: kind == Kind::Certificate,
        known: None,
    })
}

fn verify_one(
    certificates: &mut Certificates<std::io::BufReader<File>>,
    (puzzle, given): (&Puzzle, &GivenArguments),
    head: &FirstLine,
    path: &Path,
) -> Result<(Proved, Verdict), CliError> {
    let begun = Instant::now();
    let checker = given.checker(puzzle)?;
    let proved =
        certificates.check(&checker, head).map_err(|refusal| CliError::refused(path, &refusal))?;
    let words = format!(
        "{}: {} has exactly {} distinct solutions, {} in all, fingerprint {:032x}; {} board \
         motions, {} cases searched and {} ruled out at once, {} nodes, {} solutions met, {} \
         bytes, checked in {:.2} s; {}",
        path.display(),
        checker.subject_in_words(),
        grouped(proved.distinct),
        grouped(proved.total),
        proved.fingerprint,
        checker.board_motions(),
        proved.cases,
        proved.ruled_out,
        grouped(proved.nodes),
        grouped(proved.met),
        grouped(proved.bytes),
        begun.elapsed().as_secs_f64(),
        known_in_words(checker.known()),
    );
    let counts = (Some(proved.distinct), proved.total);
    let verdict =
        Verdict::of_file(path, Kind::Certificate, &puzzle.name, counts, proved.fingerprint, words);
    let known = checker.known().map(|known| known.source.clone());
    Ok((proved, Verdict { complete: true, known, ..verdict }))
}
