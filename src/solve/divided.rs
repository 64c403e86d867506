//! Plans of counts by sweeps that are divided, so that they can be dealt out to processes that share
//! nothing.
//!
//! A part of a sweep is a case of its own: the heaviest case is halved (see [`SweepPart`]) until there
//! are as many as are wanted. Where a sweep would leave symmetry to quotients, which bind what may be
//! parted, it is broken as for a search: several cases are no drawback here.
//!
//! Invariant: the plan is the same whenever and wherever it is made. Cost: laying down two sweeps for
//! each part.

use crate::cancel::{CancelToken, Cancelled};
use crate::cover::{Case, Problem};
use crate::engine::frontier::SweepPart;

use super::analysis::Analysis;
use super::analysis::symmetry::Breaking;
use super::error::Error;
use super::options::{Anchor, Engine, OutputMode};
use super::plan::{Budget, Plan, Stage};

impl Plan {
    /// The plan of a count by sweeps, in at least this many cases where they can be halved so often.
    ///
    /// # Errors
    /// When the piece that was asked for cannot anchor, or it is cancelled.
    pub(crate) fn of_sweeps(
        analysis: &Analysis,
        parts: usize,
        cancel: &CancelToken,
    ) -> Result<Self, Error> {
        let subject = analysis.subject();
        let reasons = subject.infeasibility().to_vec();
        let stage = if reasons.is_empty() {
            let Breaking { cases, anchors } = breaking(analysis, cancel)?;
            let parts = divided(subject.problem(), cases, parts, cancel)?;
            let cases = parts.into_iter().map(|part| part.case).collect();
            Stage::Sweep { cases, anchors, budget: Budget::Unlimited }
        } else {
            analysis.check_anchor()?;
            Stage::Infeasible { engine: Engine::Frontier, reasons }
        };
        Ok(Self {
            subject: subject.name().to_owned(),
            mode: OutputMode::Count,
            breaks_symmetry: *analysis.anchor() != Anchor::None,
            limit: None,
            stages: vec![stage],
            why: String::new(),
        })
    }
}

/// How symmetry is broken for sweeps that are to be parted.
fn breaking(analysis: &Analysis, cancel: &CancelToken) -> Result<Breaking, Error> {
    let breaking = analysis.run_breaking(Engine::Frontier, true, cancel)?;
    let is_broken = breaking.cases.iter().all(|case| case.residual.len() == 1);
    if is_broken || *analysis.anchor() == Anchor::None {
        return Ok(breaking);
    }
    analysis.run_breaking(Engine::Search, true, cancel)
}

/// Halves the heaviest of some cases until there are as many as are wanted, or none can be halved.
fn divided(
    problem: &Problem,
    cases: Vec<Case>,
    wanted: usize,
    cancel: &CancelToken,
) -> Result<Vec<SweepPart>, Cancelled> {
    let mut parts: Vec<SweepPart> =
        cases.into_iter().map(|case| SweepPart::new(problem, case)).collect();
    let mut indivisible = Vec::new();
    while parts.len() + indivisible.len() < wanted {
        cancel.check()?;
        let weight = |at: &usize| parts[*at].weight;
        let heaviest = (0..parts.len()).max_by(|a, b| weight(a).total_cmp(&weight(b)));
        let Some(heaviest) = heaviest else { break };
        let part = parts.swap_remove(heaviest);
        match part.halved(problem) {
            Some(halves) => parts.extend(halves),
            None => indivisible.push(part),
        }
    }
    parts.append(&mut indivisible);
    Ok(parts)
}
