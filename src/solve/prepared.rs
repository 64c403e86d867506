//! Engines prepared for the cases of a run, and workers of whichever engine it is.

use std::sync::Arc;

use crate::cancel::{CancelToken, Cancelled};
use crate::cover::{Case, OptionId, Problem};
use crate::engine::frontier::{Diagram, DiagramWorker, Frontier, FrontierError, SweepProgress};
use crate::engine::links::{Links, LinksWorker};
use crate::engine::scan::{Scan, ScanWorker};
use crate::engine::search::{Search, SearchWorker};
use crate::engine::{Branch, Explored, Threads, Visitor, WorkSplitter, Worker};

/// An engine prepared for each case.
#[derive(Clone, Debug)]
pub(crate) enum Prepared {
    /// Bitset searches, shared with the analysis.
    Search(Arc<Vec<Search>>),
    /// Scans in a fixed order, shared with it too.
    Scan(Arc<Vec<Scan>>),
    /// The diagrams of the live states.
    Frontier(Vec<Diagram>),
    /// Dancing links.
    Links(Vec<Links>),
}

/// A worker of any engine.
#[derive(Debug)]
pub(crate) enum AnyWorker<'a> {
    /// Bitset search.
    Search(Box<SearchWorker<'a>>),
    /// Scan in a fixed order.
    Scan(Box<ScanWorker<'a>>),
    /// The diagram of the live states.
    Frontier(DiagramWorker<'a>),
    /// Dancing links.
    Links(Box<LinksWorker>),
}

impl Prepared {
    /// Diagrams of some cases, in about `memory_bytes` together.
    ///
    /// # Errors
    /// When one does not fit, or is to stop before it is built.
    pub fn diagrams(
        problem: &Problem,
        cases: &[Case],
        threads: &Threads,
        memory_bytes: u64,
        cancel: &CancelToken,
    ) -> Result<Self, FrontierError> {
        let one = |case| {
            let on_progress = &mut |_: &SweepProgress| cancel.flow();
            Frontier::new(problem, case)?.diagram_to_walk(threads, memory_bytes, on_progress)
        };
        Ok(Self::Frontier(cases.iter().map(one).collect::<Result<_, _>>()?))
    }

    /// Dancing links for some cases.
    ///
    /// # Errors
    /// When it is cancelled.
    pub fn links(
        problem: &Problem,
        cases: &[Case],
        cancel: &CancelToken,
    ) -> Result<Self, Cancelled> {
        let one = |case| {
            cancel.check()?;
            Ok(Links::new(problem, case))
        };
        Ok(Self::Links(cases.iter().map(one).collect::<Result<_, _>>()?))
    }

    /// A worker for a case, in the memory of one for another case, if there is any.
    pub fn worker_after<'a>(&'a self, case: usize, other: Option<AnyWorker<'a>>) -> AnyWorker<'a> {
        match (self, other) {
            (Self::Search(searches), Some(AnyWorker::Search(mut worker))) => {
                worker.turn_to(&searches[case]);
                AnyWorker::Search(worker)
            }
            (Self::Scan(scans), Some(AnyWorker::Scan(mut worker))) => {
                worker.turn_to(&scans[case]);
                AnyWorker::Scan(worker)
            }
            _ => self.worker(case),
        }
    }

    /// A worker for a case, for one thread.
    pub fn worker(&self, case: usize) -> AnyWorker<'_> {
        match self {
            Self::Search(searches) => AnyWorker::Search(Box::new(searches[case].worker())),
            Self::Scan(scans) => AnyWorker::Scan(Box::new(scans[case].worker())),
            Self::Frontier(diagrams) => AnyWorker::Frontier(diagrams[case].worker()),
            Self::Links(links) => AnyWorker::Links(Box::new(links[case].worker())),
        }
    }

    /// A worker for each case.
    pub fn workers(&self) -> Vec<AnyWorker<'_>> {
        let cases = match self {
            Self::Search(searches) => searches.len(),
            Self::Scan(scans) => scans.len(),
            Self::Frontier(diagrams) => diagrams.len(),
            Self::Links(links) => links.len(),
        };
        (0..cases).map(|case| self.worker(case)).collect()
    }
}

impl Worker for AnyWorker<'_> {
    fn branch(&mut self, prefix: &[OptionId]) -> Branch {
        match self {
            Self::Search(worker) => worker.branch(prefix),
            Self::Scan(worker) => worker.branch(prefix),
            Self::Frontier(worker) => worker.branch(prefix),
            Self::Links(worker) => worker.branch(prefix),
        }
    }

    fn walk(&mut self, prefix: &[OptionId], pick: &mut dyn FnMut(&Branch) -> Option<OptionId>) {
        match self {
            Self::Search(worker) => worker.walk(prefix, pick),
            Self::Scan(worker) => worker.walk(prefix, pick),
            Self::Frontier(worker) => worker.walk(prefix, pick),
            Self::Links(worker) => worker.walk(prefix, pick),
        }
    }

    fn node_work(&self) -> u64 {
        match self {
            Self::Search(worker) => worker.node_work(),
            Self::Scan(worker) => worker.node_work(),
            Self::Frontier(worker) => worker.node_work(),
            Self::Links(worker) => worker.node_work(),
        }
    }

    fn run_splitting(
        &mut self,
        prefix: &[OptionId],
        visitor: &mut dyn Visitor,
        splitter: &mut dyn WorkSplitter,
        cancel: &CancelToken,
    ) -> Explored {
        match self {
            Self::Search(worker) => worker.run_splitting(prefix, visitor, splitter, cancel),
            Self::Scan(worker) => worker.run_splitting(prefix, visitor, splitter, cancel),
            Self::Frontier(worker) => worker.run_splitting(prefix, visitor, splitter, cancel),
            Self::Links(worker) => worker.run_splitting(prefix, visitor, splitter, cancel),
        }
    }
}
