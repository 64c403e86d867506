//! Deciding: the plan of a run by what the analysis knows, and the plan that takes its place when a
//! stage meets a setback. Nothing is started here.
//!
//! Cost: what the analysis has not worked out yet.

use crate::cancel::CancelToken;
use crate::cover::Case;
use crate::engine::frontier::{Frontier, FrontierError};
use crate::engine::links::Links;
use crate::engine::scan::Scan;
use crate::engine::search::Search;

use super::analysis::Analysis;
use super::analysis::symmetry::Breaking;
use super::error::Error;
use super::options::{Anchor, Engine, OutputMode};
use super::plan::{Budget, Layout, Plan, Stage};
use super::rates::Rates;
use super::search_cost::{SearchCost, time};
use super::task::split;

/// Why a stage did not come to its end.
#[derive(Clone, Debug)]
pub(crate) enum Setback {
    /// The budget is used up, as this says.
    Budget {
        /// What was seen.
        seen: String,
        /// Whether that is only because a trial may not go on for longer.
        is_undecided: bool,
        /// The engine that would go through the tree soonest, where it was looked at.
        engine: Option<Engine>,
    },
    /// The states cannot be kept.
    States(FrontierError),
    /// The sweep came to its end, but the solutions are wanted too.
    Swept {
        /// How long it took, in seconds.
        sweep_s: f64,
        /// How many states it had.
        states: u64,
        /// What a search would take.
        search: SearchCost,
        /// What is known of the search, in words.
        search_words: String,
    },
    /// The solutions cannot be listed in order.
    NotInOrder {
        /// Why the diagram was chosen, in words.
        seen: String,
    },
}

/// What is wanted of a run, as far as planning goes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted {
    /// The engine, or nothing where one is to be chosen.
    pub engine: Option<Engine>,
    /// What becomes of the solutions.
    pub mode: OutputMode,
    /// The most solutions to list.
    pub limit: Option<u64>,
    /// Whether records could be taken in order.
    pub may_be_in_order: bool,
    /// How many threads work.
    pub threads: usize,
    /// By what rates a search is judged before anything begins.
    pub rates: Rates,
    /// The most memory to use, in bytes.
    pub memory_bytes: u64,
}

impl Wanted {
    /// The threads, and the memory that they may use.
    fn room(&self) -> (usize, u64) {
        (self.threads, self.memory_bytes)
    }
}

impl Plan {
    /// Plans a run.
    ///
    /// # Errors
    /// When the piece that was asked for cannot anchor, the engine does not fit the memory, or it is
    /// cancelled.
    pub(crate) fn new(
        analysis: &Analysis,
        wanted: &Wanted,
        cancel: &CancelToken,
    ) -> Result<Self, Error> {
        let subject = analysis.subject();
        let mut plan = Self {
            subject: subject.name().to_owned(),
            mode: wanted.mode,
            breaks_symmetry: *analysis.anchor() != Anchor::None,
            limit: wanted.limit,
            stages: Vec::new(),
            why: String::new(),
        };
        let in_order = wanted.may_be_in_order
            && subject.puzzle().is_some()
            && wanted.mode.records()
            && wanted.limit.is_none()
            && matches!(analysis.anchor(), Anchor::Auto | Anchor::None);
        let reasons = subject.infeasibility();
        if !reasons.is_empty() {
            let engine = wanted.engine.unwrap_or(Engine::Search);
            // An anchor that cannot be is refused all the same.
            analysis.check_anchor()?;
            plan.stages.push(Stage::Infeasible { engine, reasons: reasons.to_vec() });
            if wanted.engine.is_none() {
                "there is no solution, which shows without a search".clone_into(&mut plan.why);
            }
            return Ok(plan);
        }
        let tree = |engine| Stage::TreeSearch { engine, layout: None };
        let Some(engine) = wanted.engine else {
            let engine = tree_engine(analysis, wanted)?;
            plan.choose(analysis, wanted, (engine, in_order), cancel)?;
            return Ok(plan);
        };
        check_memory(analysis, engine, wanted.room())?;
        if engine == Engine::Frontier && wanted.limit.is_none() {
            if wanted.mode == OutputMode::Count {
                plan.stages.push(sweep(analysis, wanted, Budget::Unlimited, cancel)?);
                return Ok(plan);
            }
            if in_order {
                plan.stages.push(diagram(analysis, Budget::Unlimited, cancel)?);
            }
        }
        plan.stages.push(tree(engine));
        Ok(plan)
    }

    /// The plan of a search by the engine search, laid out in at least this many tasks where the tree
    /// is large enough.
    ///
    /// # Errors
    /// When the piece that was asked for cannot anchor, or it is cancelled.
    pub(crate) fn of_search(
        analysis: &Analysis,
        mode: OutputMode,
        tasks: usize,
        cancel: &CancelToken,
    ) -> Result<Self, Error> {
        let subject = analysis.subject();
        let reasons = subject.infeasibility().to_vec();
        let Breaking { cases, anchors } =
            analysis.run_breaking(Engine::Search, mode == OutputMode::Count, cancel)?;
        let stage = if reasons.is_empty() {
            let searches = analysis.searches_of(&cases, cancel)?;
            let workers = searches.iter().map(Search::worker).collect();
            let (tasks, nodes) = split(workers, tasks, cancel)?;
            let layout = Some(Layout { cases, anchors, tasks, nodes });
            Stage::TreeSearch { engine: Engine::Search, layout }
        } else {
            Stage::Infeasible { engine: Engine::Search, reasons }
        };
        Ok(Self {
            subject: subject.name().to_owned(),
            mode,
            breaks_symmetry: *analysis.anchor() != Anchor::None,
            limit: None,
            stages: vec![stage],
            why: String::new(),
        })
    }

    /// Plans a run whose engine is to be chosen; `tree_engine` is the one of the trees.
    fn choose(
        &mut self,
        analysis: &Analysis,
        wanted: &Wanted,
        (tree_engine, in_order): (Engine, bool),
        cancel: &CancelToken,
    ) -> Result<(), Error> {
        let search = Stage::TreeSearch { engine: tree_engine, layout: None };
        if wanted.limit.is_some() {
            "the first solutions come soonest from a search".clone_into(&mut self.why);
        } else if let Some(cost) = short_search(analysis, wanted, cancel)? {
            let known = if !cost.is_soon() {
                "a sweep would be longer"
            } else if analysis.has_hints() {
                "the puzzle names its anchors"
            } else {
                "a sweep may be long"
            };
            self.why = format!("{known}, and {}", cost.describe());
            self.stages.push(search);
            self.choose_tree(Some(cost.engine));
            return Ok(());
        } else if check_memory(analysis, Engine::Frontier, wanted.room()).is_err() {
            "a sweep does not fit the memory".clone_into(&mut self.why);
        } else {
            // Only on a board can either be foreseen.
            let is_board = analysis.subject().puzzle().is_some();
            let budget = if is_board { Budget::CheaperThanSearch } else { Budget::InTurns };
            self.stages.push(if in_order {
                diagram(analysis, budget, cancel)?
            } else {
                sweep(analysis, wanted, budget, cancel)?
            });
        }
        self.stages.push(search);
        Ok(())
    }

    /// Lets this engine go through the tree, where one has to. Dancing links stay: nothing else fits the
    /// memory then.
    pub(super) fn choose_tree(&mut self, chosen: Option<Engine>) {
        for stage in &mut self.stages {
            if let (Some(chosen), Stage::TreeSearch { engine, layout: None }) = (chosen, stage)
                && *engine == Engine::Search
            {
                *engine = chosen;
            }
        }
    }

    /// The plan after its first stage met a setback.
    ///
    /// # Errors
    /// The setback, where there is no other way.
    pub(crate) fn revised(mut self, setback: Setback) -> Result<Self, Error> {
        let first = self.stages.remove(0);
        let frontier = || Stage::TreeSearch { engine: Engine::Frontier, layout: None };
        match setback {
            Setback::Budget { seen, is_undecided, engine } => {
                self.choose_tree(engine);
                if is_undecided {
                    self.stages.insert(0, first);
                }
                self.why = seen;
            }
            Setback::States(error) => {
                if self.stages.is_empty() {
                    return Err(error.into());
                }
                match error {
                    FrontierError::TooWide { bits, .. } => {
                        self.why =
                            format!("{bits} items are in play at once, too many for a sweep");
                    }
                    FrontierError::TooLarge { most_bytes } => {
                        self.why = format!("the states do not fit {} MiB", most_bytes >> 20);
                    }
                    error => return Err(error.into()),
                }
            }
            Setback::Swept { sweep_s, states, search, search_words } => {
                self.why = describe_sweep(states, sweep_s, &search_words);
                self.choose_tree(Some(search.engine));
                if !search.beats_diagram(sweep_s) {
                    self.stages.insert(0, frontier());
                }
            }
            Setback::NotInOrder { seen } => {
                let is_last = !matches!(
                    self.stages.first(),
                    Some(Stage::TreeSearch { engine: Engine::Frontier, .. })
                );
                if is_last {
                    self.stages.insert(0, frontier());
                }
                self.why = seen;
            }
        }
        Ok(self)
    }
}

/// What a finished sweep says for itself.
pub(crate) fn describe_sweep(states: u64, sweep_s: f64, search: &str) -> String {
    format!("a sweep took {states} states in {}; {search}", time(sweep_s))
}

/// Counting by states.
fn sweep(
    analysis: &Analysis,
    wanted: &Wanted,
    budget: Budget,
    cancel: &CancelToken,
) -> Result<Stage, Error> {
    let counts_only = wanted.mode == OutputMode::Count;
    let breaking = analysis.run_breaking(Engine::Frontier, counts_only, cancel)?;
    Ok(Stage::Sweep { cases: breaking.cases, anchors: breaking.anchors, budget })
}

/// Listing in order, from a diagram.
fn diagram(analysis: &Analysis, budget: Budget, cancel: &CancelToken) -> Result<Stage, Error> {
    let mut cases = analysis.breaking(Engine::Frontier, cancel)?.cases;
    let is_of_orbits = cases.len() == 1 && cases[0].residual.len() == 1;
    let whole = || Case::whole(analysis.subject().problem());
    let case = if is_of_orbits { cases.remove(0) } else { whole() };
    Ok(Stage::Diagram { case, is_of_orbits, budget })
}

/// A way through the tree that is done before a sweep could be weighed, or before any sweep could be done.
fn short_search(
    analysis: &Analysis,
    wanted: &Wanted,
    cancel: &CancelToken,
) -> Result<Option<SearchCost>, Error> {
    if !analysis.judges_trees_first() {
        return Ok(None);
    }
    let run = (wanted.rates, wanted.mode == OutputMode::Count);
    let cost = analysis.tree_cost(run, f64::INFINITY, wanted.memory_bytes, cancel)?;
    let is_less = |weight| cost.is_less_than_sweep(weight, wanted.threads);
    let is_shorter = cost.is_soon() || analysis.sweep_weight().is_some_and(is_less);
    Ok(is_shorter.then_some(cost))
}

/// The memory that an engine needs whatever it is told, in bytes.
pub(super) fn needed_bytes(analysis: &Analysis, engine: Engine, threads: usize) -> u64 {
    let cover = &analysis.subject().problem().cover;
    let copies = threads as u64 + 1;
    match engine {
        Engine::Search => Search::bytes(cover).saturating_mul(copies),
        Engine::Scan => Scan::bytes(cover).saturating_mul(copies),
        Engine::Links => Links::bytes(cover).saturating_mul(copies),
        // With its states and their tables it keeps to any limit.
        Engine::Frontier => Frontier::bytes(cover),
    }
}

/// Makes sure that an engine fits the memory. The tables of a puzzle are small, and part of what the
/// program takes for itself; those of a cover grow with its file.
///
/// # Errors
/// When it does not.
pub(super) fn check_memory(
    analysis: &Analysis,
    engine: Engine,
    (threads, memory_bytes): (usize, u64),
) -> Result<(), Error> {
    if analysis.subject().puzzle().is_some() {
        return Ok(());
    }
    let needed_bytes = needed_bytes(analysis, engine, threads);
    if needed_bytes <= memory_bytes {
        return Ok(());
    }
    let what = format!("{} by the engine {}", analysis.subject().name(), engine.name());
    Err(Error::Memory { what, needed_bytes, most_bytes: memory_bytes })
}

/// The engine for trees where one is to be chosen: the bitset search, or dancing links where that
/// does not fit the memory.
pub(crate) fn tree_engine(analysis: &Analysis, wanted: &Wanted) -> Result<Engine, Error> {
    if check_memory(analysis, Engine::Search, wanted.room()).is_ok() {
        return Ok(Engine::Search);
    }
    check_memory(analysis, Engine::Links, wanted.room()).map(|()| Engine::Links)
}
