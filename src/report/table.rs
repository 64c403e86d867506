//! The count report as tables: on the terminal, as Markdown, as CSV.

use std::fmt::Write as _;
use std::io;

use comfy_table::{Table, TableStyle, presets};

use super::count::{CountReport, Row};
use super::fit::{narrowed, parted, unpadded};
use super::provenance::Provenance;
pub(crate) use super::table_style::{PLAIN, numbers};
use crate::count::Count;
use crate::duration;
use crate::number::{grouped, whole};

/// A count, marked where it is not that of all solutions.
fn count(number: &Count, complete: bool) -> String {
    if complete { grouped(number) } else { format!("{} (partial)", grouped(number)) }
}

fn counts(report: &CountReport, preset: TableStyle) -> Table {
    let mut table = numbers(
        preset,
        &[
            "puzzle",
            "items",
            "options",
            "motions",
            "distinct",
            "total",
            "nodes",
            "time",
            "per second",
        ],
    );
    for row in &report.parts {
        table.add_row(vec![
            row.name.clone(),
            grouped(row.items),
            grouped(row.options),
            grouped(row.board_motions),
            row.distinct.as_ref().map_or("-".to_owned(), |distinct| count(distinct, row.complete)),
            count(&row.total, row.complete),
            grouped(row.nodes),
            duration::measured(row.elapsed_s),
            whole(row.solutions_per_s),
        ]);
    }
    if report.parts.len() > 1 {
        let nodes: u64 = report.parts.iter().map(|row| row.nodes).sum();
        table.add_row(vec![
            "all".to_owned(),
            String::new(),
            String::new(),
            String::new(),
            report
                .distinct
                .as_ref()
                .map_or("-".to_owned(), |distinct| count(distinct, report.is_complete())),
            count(&report.total, report.is_complete()),
            grouped(nodes),
            duration::measured(report.elapsed_s),
            report.distinct.as_ref().map_or(String::new(), |distinct| {
                whole(distinct.to_f64() / report.elapsed_s.max(1e-9))
            }),
        ]);
    }
    table
}

fn tasks(report: &CountReport, preset: TableStyle) -> Table {
    let mut table = numbers(preset, &["puzzle", "tasks", "p50", "p90", "p99", "max"]);
    for row in &report.parts {
        let time = &row.task_time;
        let ns = [time.p50_ns, time.p90_ns, time.p99_ns, time.max_ns];
        let mut cells = vec![row.name.clone(), grouped(time.tasks)];
        cells.extend(ns.map(|ns| duration::measured(ns as f64 / 1e9)));
        table.add_row(cells);
    }
    table
}

/// The rows whose solutions were listed, so that it is known which pieces they use.
fn listed(report: &CountReport) -> Vec<&Row> {
    report.parts.iter().filter(|row| !row.uses.is_empty()).collect()
}

/// How many distinct solutions of some listed puzzles use each piece.
fn uses(listed: &[&Row], preset: TableStyle) -> Table {
    let Some(first) = listed.first() else { return Table::new() };
    let mut head = vec!["piece"];
    head.extend(listed.iter().map(|row| row.name.as_str()));
    let mut table = numbers(preset, &head);
    for (i, piece) in first.uses.iter().enumerate() {
        let mut cells = vec![piece.piece.clone()];
        cells.extend(
            listed
                .iter()
                .map(|row| row.uses.get(i).map_or(0, |piece| piece.solutions))
                .map(grouped),
        );
        table.add_row(cells);
    }
    table
}

fn fingerprints(report: &CountReport, preset: TableStyle) -> Table {
    let mut table = Table::new();
    table.load_style(preset).set_header(vec![
        "puzzle",
        "fingerprint",
        "engine",
        "cases",
        "anchored",
    ]);
    for row in &report.parts {
        table.add_row(vec![
            row.name.clone(),
            row.fingerprint.map_or("not taken".to_owned(), |fingerprint| fingerprint.to_string()),
            row.engine.to_owned(),
            row.cases.to_string(),
            if row.anchors.is_empty() { "nothing".to_owned() } else { row.anchors.join(", ") },
        ]);
    }
    table
}

/// How states were swept, where they were.
fn sweeps(report: &CountReport, preset: TableStyle) -> Option<Table> {
    let head = ["puzzle", "levels", "states", "widest", "steps", "batches", "states held", "peak"];
    let mut table = numbers(preset, &head);
    let size = |bytes: u64| format!("{:.1} MiB", bytes as f64 / f64::from(1 << 20));
    for row in &report.parts {
        let Some(sweep) = &row.sweep else { continue };
        table.add_row(vec![
            row.name.clone(),
            grouped(sweep.states.len()),
            grouped(sweep.total_states()),
            grouped(sweep.states.iter().max().unwrap_or(&0)),
            grouped(sweep.transitions),
            grouped(sweep.batches),
            size(sweep.state_bytes),
            row.peak_bytes.map_or("unknown".to_owned(), size),
        ]);
    }
    (table.row_count() > 0).then_some(table)
}

/// The report for people, in lines of this width: the counts, the states of a sweep, and with `details`
/// everything else. Columns that do not fit the width are left out, first those that `bitcover info`
/// shows too.
pub(crate) fn terminal(report: &CountReport, details: bool, width: usize) -> String {
    let preset = PLAIN;
    let counts = narrowed(counts(report, preset), width, &[3, 1, 2, 8, 6]);
    let mut text = format!("{}\n{counts}\n", report.title);
    if let Some(sweeps) = sweeps(report, preset) {
        let sweeps = narrowed(sweeps, width, &[5, 1, 4, 3]);
        let _ = write!(text, "\nStates\n{sweeps}\n");
    }
    if details {
        let listed = listed(report);
        let tables = parted(listed.len(), width, |part| uses(&listed[part], preset));
        if !tables.is_empty() {
            let tables = tables.join("\n\n");
            let _ = write!(text, "\nDistinct solutions that use each piece\n{tables}\n");
        }
        let tasks = narrowed(tasks(report, preset), width, &[3, 4, 2]);
        let _ = write!(text, "\nTime per task\n{tasks}\n");
        let fingerprints = narrowed(fingerprints(report, preset), width, &[3, 2, 4]);
        let _ = write!(text, "\nHow it was counted\n{fingerprints}\n");
    }
    text
}

/// The report as Markdown.
pub(crate) fn markdown(report: &CountReport) -> String {
    let preset = presets::ASCII_MARKDOWN;
    let mut text = format!("# {}: count report\n\n{}\n\n", report.title, report.machine.describe());
    if !report.is_complete() {
        text.push_str("**Partial: the run was stopped before all solutions were found.**\n\n");
    }
    let _ = write!(text, "## Counts\n\n{}\n", unpadded(&counts(report, preset)));
    if let Some(sweeps) = sweeps(report, preset) {
        let _ = write!(text, "\n## States\n\n{sweeps}\n");
    }
    let listed = listed(report);
    if !listed.is_empty() {
        let uses = uses(&listed, preset);
        let _ = write!(text, "\n## Distinct solutions that use each piece\n\n{uses}\n");
    }
    let _ = write!(text, "\n## Time per task\n\n{}\n", tasks(report, preset));
    let _ = write!(text, "\n## How it was counted\n\n{}\n", fingerprints(report, preset));
    text
}

/// The columns of the CSV report that come before those of the pieces.
const COLUMNS: [&str; 28] = [
    "puzzle",
    "items",
    "options",
    "board_motions",
    "distinct",
    "total",
    "complete",
    "nodes",
    "elapsed_s",
    "solutions_per_s",
    "fingerprint",
    "engine",
    "cases",
    "anchors",
    "peak_bytes",
    "tasks",
    "task_p50_ns",
    "task_p90_ns",
    "task_p99_ns",
    "task_max_ns",
    "date",
    "cpu",
    "cores",
    "threads",
    "version",
    "commit",
    "compiler",
    "command",
];

/// The report as CSV: one row for each puzzle, one column for each figure, one for each piece.
///
/// # Errors
/// Those of the writer.
pub(crate) fn write_csv(reports: &[CountReport], out: impl io::Write) -> Result<(), csv::Error> {
    let mut csv = csv::Writer::from_writer(out);
    let mut pieces: Vec<&str> = Vec::new();
    for used in reports.iter().flat_map(|report| &report.parts).flat_map(|row| &row.uses) {
        if !pieces.contains(&used.piece.as_str()) {
            pieces.push(&used.piece);
        }
    }
    let mut head: Vec<String> = COLUMNS.map(str::to_owned).to_vec();
    head.extend(pieces.iter().map(|piece| format!("uses_{piece}")));
    csv.write_record(&head)?;
    for report in reports {
        for row in &report.parts {
            let mut cells = figures(row, &report.machine);
            let of = |name: &str| row.uses.iter().find(|used| used.piece == name);
            let uses = pieces.iter().map(|&name| of(name).map(|used| used.solutions.to_string()));
            cells.extend(uses.map(Option::unwrap_or_default));
            csv.write_record(&cells)?;
        }
    }
    csv.flush()?;
    Ok(())
}

/// The cells of [`COLUMNS`].
fn figures(row: &Row, machine: &Provenance) -> Vec<String> {
    let time = &row.task_time;
    vec![
        row.name.clone(),
        row.items.to_string(),
        row.options.to_string(),
        row.board_motions.to_string(),
        row.distinct.as_ref().map_or(String::new(), Count::to_string),
        row.total.to_string(),
        row.complete.to_string(),
        row.nodes.to_string(),
        row.elapsed_s.to_string(),
        row.solutions_per_s.to_string(),
        row.fingerprint.map_or(String::new(), |fingerprint| fingerprint.to_string()),
        row.engine.to_owned(),
        row.cases.to_string(),
        row.anchors.join(" "),
        row.peak_bytes.map_or(String::new(), |bytes| bytes.to_string()),
        time.tasks.to_string(),
        time.p50_ns.to_string(),
        time.p90_ns.to_string(),
        time.p99_ns.to_string(),
        time.max_ns.to_string(),
        machine.date.clone(),
        machine.cpu.clone().unwrap_or_default(),
        machine.cores.to_string(),
        machine.threads.to_string(),
        machine.version.clone(),
        machine.commit.clone(),
        machine.compiler.clone(),
        machine.command.clone(),
    ]
}
