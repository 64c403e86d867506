//! The report of an estimate: as data, as text, and as the table behind its picture.

use std::fmt::Write as _;
use std::io;

use comfy_table::{CellAlignment, Table};
use serde::Serialize;

use crate::duration;
use crate::number::{grouped, rounded as number};
use crate::solve::estimate::interval::{Figure, is_rare};
use crate::solve::estimate::{Estimate, EstimateOptions, Point};

use super::table_style::PLAIN;

/// A probe that makes up more of the sum than this is worth a warning.
const DOMINANT_SHARE: f64 = 1.0 / 3.0;

/// An estimate that rests on fewer equal probes than this is worth a warning.
const FEW_PROBES: f64 = 10.0;

/// An interval that is wider than this many per cent to either side is given by its ends alone.
const MOST_PERCENT: f64 = 1000.0;

/// One puzzle's part of a report.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct EstimatePart {
    /// The puzzle's name.
    pub name: String,
    /// The number of arrangements on the fixed board.
    pub total: Figure,
    /// The number of nodes of a search.
    pub nodes: Figure,
    /// The number of nodes at each depth, from the roots down.
    pub depths: Vec<Figure>,
    /// Time of a search on one thread, in seconds; null where there was nothing to measure.
    pub search_s: Option<Figure>,
    /// Nodes that one thread visits in a second.
    pub nodes_per_s: f64,
    /// Whether the tree was searched whole, so that the figures are exact.
    pub exact: bool,
    /// How the tree was probed.
    pub method: &'static str,
    /// How many probes there were.
    pub probes: u64,
    /// How many of them reached a solution.
    pub hits: u64,
    /// How many equal probes would make as precise an estimate.
    pub effective_probes: f64,
    /// The share of the largest probe in the sum.
    pub largest_share: f64,
    /// Where the random numbers began.
    pub seed: u64,
    /// How many threads worked.
    pub threads: usize,
    /// Time for everything, in seconds.
    pub elapsed_s: f64,
    /// What to keep in mind.
    pub warnings: Vec<String>,
    /// The total, where the puzzle's file quotes it.
    pub known: Option<u64>,
    /// The engine that `count` would choose; null for an exact cover that is no puzzle.
    pub auto_engine: Option<&'static str>,
    /// Why.
    pub auto_why: Option<String>,
    /// The running estimate.
    #[serde(skip)]
    pub history: Vec<Point>,
}

/// The report of the puzzles that one argument means.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct EstimateReport {
    /// The name on the command line, of a puzzle or of a family.
    pub puzzle: String,
    /// The puzzles.
    pub parts: Vec<EstimatePart>,
    /// Time for everything, in seconds.
    pub elapsed_s: f64,
}

impl EstimatePart {
    /// The part of a puzzle; `known` is its total where that is quoted.
    pub fn new(
        name: &str,
        estimate: Estimate,
        settings: &EstimateOptions,
        known: Option<u64>,
    ) -> Self {
        let rate = estimate.nodes_per_s;
        Self {
            name: name.to_owned(),
            warnings: warnings(&estimate),
            total: estimate.total,
            nodes: estimate.nodes,
            depths: estimate.depths,
            search_s: (rate > 0.0).then(|| estimate.nodes.scaled(1.0 / rate)),
            nodes_per_s: rate,
            exact: estimate.exact,
            method: estimate.method.name(),
            probes: estimate.probes,
            hits: estimate.hits,
            effective_probes: estimate.effective_probes,
            largest_share: estimate.largest_share,
            seed: settings.seed,
            threads: settings.threads.get(),
            elapsed_s: estimate.elapsed.as_secs_f64(),
            known,
            auto_engine: None,
            auto_why: None,
            history: estimate.history,
        }
    }
}

/// What to keep in mind about an estimate.
fn warnings(estimate: &Estimate) -> Vec<String> {
    let mut warnings = Vec::new();
    if estimate.exact {
        return warnings;
    }
    if estimate.given_up > 0 {
        warnings.push(format!(
            "{} probes took too long and were given up: what they would have found is missing, so \
             that the figures are too low rather than too high; give it more time",
            grouped(estimate.given_up)
        ));
    }
    if estimate.hits == 0 {
        warnings.push(format!(
            "no probe reached a solution: the total may be anything up to {}; the number of nodes \
             still means something",
            number(estimate.total.high)
        ));
        return warnings;
    }
    if is_rare(estimate.hits, estimate.probes) {
        warnings.push(format!(
            "only {} of {} probes reached a solution, and nothing tells how many others would find: \
             the upper end of the interval is what the number of nodes allows; give it more time",
            grouped(estimate.hits),
            grouped(estimate.probes),
        ));
        return warnings;
    }
    if estimate.largest_share > DOMINANT_SHARE {
        warnings.push(format!(
            "one probe makes up {:.0}% of the sum: more probes may well change the estimate by \
             more than its interval says",
            100.0 * estimate.largest_share
        ));
    }
    if estimate.effective_probes < FEW_PROBES {
        warnings.push(format!(
            "{} of {} probes reached a solution, and the estimate is as good as one from {:.1} \
             equal probes: do not trust its interval, give it more time",
            grouped(estimate.hits),
            grouped(estimate.probes),
            estimate.effective_probes
        ));
    }
    warnings
}

/// An estimate with its interval.
fn with_interval(figure: &Figure) -> String {
    let interval = format!("({} to {})", number(figure.low), number(figure.high));
    let error = 100.0 * figure.relative_error();
    // Of an end that is many times as large the share says nothing more.
    if error < MOST_PERCENT {
        format!("{} ± {error:.1}% {interval}", number(figure.estimate))
    } else {
        format!("{} {interval}", number(figure.estimate))
    }
}

/// The running estimate on one line.
pub(crate) fn progress(name: &str, point: &Point, seconds: f64) -> String {
    let total = with_interval(&point.total);
    format!("{name}: {} probes in {seconds:.0} s, total {total}", grouped(point.probes))
}

impl EstimateReport {
    /// The report for a terminal.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for part in &self.parts {
            let _ = writeln!(text, "{}", part.text());
        }
        text
    }

    /// The report as JSON: one object on one line.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write_json(&self, out: &mut impl io::Write) -> io::Result<()> {
        serde_json::to_writer(&mut *out, self)?;
        out.write_all(b"\n")
    }
}

/// The running estimates as CSV.
///
/// # Errors
/// Those of the writer.
pub(crate) fn write_csv<'a>(
    parts: impl Iterator<Item = &'a EstimatePart>,
    out: impl io::Write,
) -> Result<(), csv::Error> {
    let mut csv = csv::Writer::from_writer(out);
    csv.write_record(["puzzle", "method", "seed", "probes", "total", "low", "high"])?;
    for part in parts {
        for Point { probes, total } in &part.history {
            let high = if total.high.is_finite() { total.high.to_string() } else { String::new() };
            csv.write_record([
                part.name.clone(),
                part.method.to_owned(),
                part.seed.to_string(),
                probes.to_string(),
                total.estimate.to_string(),
                total.low.to_string(),
                high,
            ])?;
        }
    }
    csv.flush()?;
    Ok(())
}

impl EstimatePart {
    fn text(&self) -> String {
        let figure = |figure: &Figure| {
            if self.exact { number(figure.estimate) } else { with_interval(figure) }
        };
        let mut lines = vec![
            if self.exact {
                format!("{}: so small a tree was searched whole; all figures are exact", self.name)
            } else {
                format!("{}: estimate over all arrangements, with intervals of 95%", self.name)
            },
            format!("  total    {}", figure(&self.total)),
        ];
        if let Some(known) = self.known {
            lines.push(format!("  known    {}", grouped(known)));
        }
        lines.push(format!("  nodes    {}", figure(&self.nodes)));
        if let Some(search) = &self.search_s {
            let threads = match self.threads {
                1 => String::new(),
                threads => format!(
                    ", at best {} on {threads} threads",
                    duration::measured(search.estimate / threads as f64)
                ),
            };
            lines.push(format!(
                "  search   {} on one thread{threads}, at {} nodes a second",
                duration::measured(search.estimate),
                number(self.nodes_per_s)
            ));
        }
        if !self.exact {
            lines.push(format!(
                "  probes   {} of the method `{}`, {} with solutions, in {} on {}, seed {}",
                grouped(self.probes),
                self.method,
                grouped(self.hits),
                duration::measured(self.elapsed_s),
                if self.threads == 1 {
                    "one thread".to_owned()
                } else {
                    format!("{} threads", self.threads)
                },
                self.seed
            ));
        }
        if let (Some(engine), Some(why)) = (self.auto_engine, &self.auto_why) {
            lines.push(format!("  auto     count would choose {engine}: {why}"));
        }
        lines.extend(self.warnings.iter().map(|warning| format!("  warning  {warning}")));
        lines.push(self.depths());
        lines.join("\n")
    }

    fn depths(&self) -> String {
        let mut table = Table::new();
        table.load_style(PLAIN);
        let head =
            if self.exact { vec!["depth", "nodes"] } else { vec!["depth", "nodes", "from", "to"] };
        table.set_header(head);
        for column in table.column_iter_mut() {
            column.set_cell_alignment(CellAlignment::Right);
        }
        for (depth, figure) in self.depths.iter().enumerate() {
            let mut cells = vec![depth.to_string(), number(figure.estimate)];
            if !self.exact {
                cells.extend([number(figure.low), number(figure.high)]);
            }
            table.add_row(cells);
        }
        table.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_says_how_wide_it_is() {
        let figure = Figure { estimate: 100.0, low: 95.0, high: 115.0 };
        assert_eq!(with_interval(&figure), "100 ± 10.0% (95 to 115)");
        let wide = Figure { estimate: 100.0, low: 0.0, high: 10_000.0 };
        assert_eq!(with_interval(&wide), "100 (0 to 10,000)");
        let beyond = Figure { estimate: f64::INFINITY, low: 0.0, high: f64::INFINITY };
        assert_eq!(with_interval(&beyond), "any number (0 to any number)");
        let nothing = Figure { estimate: 0.0, low: 0.0, high: f64::INFINITY };
        assert_eq!(with_interval(&nothing), "0 (0 to any number)");
    }
}
