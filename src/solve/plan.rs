//! What a run will do: pure data that is decided before anything starts, printed by `info`, kept by
//! recorders, carried by shards, and obeyed by [`super::execute`].
//!
//! A plan is a sequence of stages. A stage is gone through until it is done, or meets a setback (a
//! budget is used up, something does not fit); then the plan is revised: what is left of the
//! sequence, laid out by what was learnt. What is under way lives in the execution, never here.
//!
//! Cost of planning: what the analysis has not worked out yet.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::cover::Case;
use crate::engine::frontier::FrontierError;
use crate::engine::links::Links;
use crate::engine::search::Search;

use super::analysis::Analysis;
use super::analysis::symmetry::Breaking;
use super::cost::{SearchCost, time};
use super::error::Error;
use super::options::{Anchor, Engine, OutputMode};
use super::task::{Task, split};

/// What a run will do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The name of what is solved.
    pub(crate) subject: String,
    /// What becomes of the solutions.
    pub(crate) mode: OutputMode,
    /// Whether symmetry is broken; if not, every arrangement is met.
    pub(crate) breaks_symmetry: bool,
    /// The most solutions to list.
    pub(crate) limit: Option<u64>,
    /// The stages, the next one first.
    pub(crate) stages: Vec<Stage>,
    /// Why, in a sentence; empty where the engine was asked for.
    pub(crate) why: String,
}

/// One stage of a plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum Stage {
    /// There is no solution, which shows without a search.
    Infeasible {
        /// The engine that would have searched.
        engine: Engine,
        /// Why there is none.
        reasons: Vec<String>,
    },
    /// The solutions are counted by merging equal states.
    Sweep {
        /// The cases.
        cases: Vec<Case>,
        /// The pieces that are anchored, by number.
        anchors: Vec<usize>,
        /// How far it may go.
        budget: Budget,
    },
    /// The solutions are listed in order, from a diagram of the live states.
    Diagram {
        /// The case that the diagram is of.
        case: Case,
        /// Whether each of its solutions stands for all its images, which are all different.
        is_of_orbits: bool,
        /// How far building it may go.
        budget: Budget,
    },
    /// The tree of each case is gone through, task by task.
    TreeSearch {
        /// The engine whose tree it is.
        engine: Engine,
        /// The cases and the tasks; nothing where they are laid out when it is their turn.
        layout: Option<Layout>,
    },
}

/// How far a stage may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Budget {
    /// To its end.
    Unlimited,
    /// As long as the cost model finds it cheaper than a search.
    CheaperThanSearch,
}

/// A search, split by symmetry into cases and by prefixes into tasks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Layout {
    /// The cases.
    pub cases: Vec<Case>,
    /// The pieces that are anchored, by number.
    pub anchors: Vec<usize>,
    /// The tasks.
    pub tasks: Vec<Task>,
    /// The number of nodes that splitting visited, which belong to no task.
    pub nodes: u64,
}

/// Why a stage did not come to its end.
#[derive(Clone, Debug)]
pub(crate) enum Setback {
    /// The budget is used up, as this says.
    Budget {
        /// What was seen.
        seen: String,
        /// Whether that is only because a trial may not go on for longer.
        is_undecided: bool,
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
    /// The most memory to use, in bytes.
    pub memory_bytes: u64,
}

impl Plan {
    /// Plans a run.
    ///
    /// # Errors
    /// When the piece that was asked for cannot anchor, or the engine does not fit the memory.
    pub(crate) fn new(analysis: &Analysis, wanted: &Wanted) -> Result<Self, Error> {
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
                plan.why = "there is no solution, which shows without a search".to_owned();
            }
            return Ok(plan);
        }
        let tree = |engine| Stage::TreeSearch { engine, layout: None };
        let Some(engine) = wanted.engine else {
            let engine = tree_engine(analysis, wanted)?;
            plan.choose(analysis, wanted, engine, in_order)?;
            return Ok(plan);
        };
        check_memory(analysis, engine, wanted)?;
        if engine == Engine::Frontier && wanted.limit.is_none() {
            if wanted.mode == OutputMode::Count {
                plan.stages.push(sweep(analysis, Budget::Unlimited)?);
                return Ok(plan);
            }
            if in_order {
                plan.stages.push(diagram(analysis, Budget::Unlimited)?);
            }
        }
        plan.stages.push(tree(engine));
        Ok(plan)
    }

    /// The plan of a search by the engine search, laid out in at least this many tasks where the tree
    /// is large enough.
    ///
    /// # Errors
    /// When the piece that was asked for cannot anchor.
    pub(crate) fn of_search(
        analysis: &Analysis,
        mode: OutputMode,
        tasks: usize,
    ) -> Result<Self, Error> {
        let subject = analysis.subject();
        let reasons = subject.infeasibility().to_vec();
        let Breaking { cases, anchors } = analysis.search_breaking()?;
        let stage = if reasons.is_empty() {
            let searches = analysis.searches_of(&cases);
            let (tasks, nodes) = split(searches.iter().map(Search::worker).collect(), tasks);
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
        tree_engine: Engine,
        in_order: bool,
    ) -> Result<(), Error> {
        let search = Stage::TreeSearch { engine: tree_engine, layout: None };
        if wanted.limit.is_some() {
            "the first solutions come soonest from a search".clone_into(&mut self.why);
        } else if let Some(cost) = short_search(analysis, wanted.threads) {
            self.why = format!("the puzzle names its anchors, and {}", cost.describe());
        } else {
            let budget = Budget::CheaperThanSearch;
            self.stages.push(if in_order {
                diagram(analysis, budget)?
            } else {
                sweep(analysis, budget)?
            });
        }
        self.stages.push(search);
        Ok(())
    }

    /// The plan after its first stage met a setback.
    ///
    /// # Errors
    /// The setback, where there is no other way.
    pub(crate) fn revised(mut self, setback: Setback) -> Result<Self, Error> {
        let first = self.stages.remove(0);
        let frontier = || Stage::TreeSearch { engine: Engine::Frontier, layout: None };
        match setback {
            Setback::Budget { seen, is_undecided } => {
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

    /// Whether nothing is left to choose: what was asked for is done, and nothing else may be.
    fn is_asked_for(&self) -> bool {
        self.why.is_empty() && self.stages.len() == 1
    }

    /// The plan that goes on where an earlier session of the run was: with the stage of `recorded`,
    /// which is laid out again. What was asked for stays, and a recorder refuses it where an earlier
    /// session did something else.
    pub(crate) fn resuming(&self, recorded: &Self) -> Self {
        if self.is_asked_for() {
            return self.clone();
        }
        let stages = recorded.stages.iter().map(|stage| match stage {
            Stage::TreeSearch { engine, .. } => Stage::TreeSearch { engine: *engine, layout: None },
            stage => stage.clone(),
        });
        let why = "that is how the journal goes on".to_owned();
        Self { stages: stages.collect(), why, ..self.clone() }
    }

    /// Whether two plans have the same work done, whatever the reasons.
    pub(crate) fn is_same_work(&self, other: &Self) -> bool {
        let Self { subject, mode, breaks_symmetry, limit, stages, why: _ } = self;
        (subject, mode, breaks_symmetry, limit, stages)
            == (&other.subject, &other.mode, &other.breaks_symmetry, &other.limit, &other.stages)
    }

    /// Whether the first stage goes to its end whatever it costs.
    pub(crate) fn is_decided(&self) -> bool {
        let budget = match self.stages.first() {
            Some(Stage::Sweep { budget, .. } | Stage::Diagram { budget, .. }) => *budget,
            _ => Budget::Unlimited,
        };
        budget == Budget::Unlimited
    }

    /// The engine of the first stage.
    pub fn engine(&self) -> Engine {
        match self.stages.first() {
            Some(Stage::Infeasible { engine, .. } | Stage::TreeSearch { engine, .. }) => *engine,
            Some(Stage::Sweep { .. } | Stage::Diagram { .. }) => Engine::Frontier,
            None => Engine::Search,
        }
    }

    /// The stages, one after the other, in words.
    pub fn stages_in_words(&self) -> String {
        let stages: Vec<String> = self.stages.iter().map(ToString::to_string).collect();
        stages.join(", then ")
    }

    /// Why it is planned so; empty where the engine was asked for.
    pub fn why(&self) -> &str {
        &self.why
    }
}

/// What a finished sweep says for itself.
pub(crate) fn describe_sweep(states: u64, sweep_s: f64, search: &str) -> String {
    format!("a sweep took {states} states in {}; {search}", time(sweep_s))
}

/// Counting by states.
fn sweep(analysis: &Analysis, budget: Budget) -> Result<Stage, Error> {
    let breaking = analysis.breaking(Engine::Frontier)?;
    Ok(Stage::Sweep { cases: breaking.cases, anchors: breaking.anchors, budget })
}

/// Listing in order, from a diagram.
fn diagram(analysis: &Analysis, budget: Budget) -> Result<Stage, Error> {
    let mut cases = analysis.breaking(Engine::Frontier)?.cases;
    let is_of_orbits = cases.len() == 1 && cases[0].residual.len() == 1;
    let whole = || Case::whole(analysis.subject().problem());
    let case = if is_of_orbits { cases.remove(0) } else { whole() };
    Ok(Stage::Diagram { case, is_of_orbits, budget })
}

/// A search that is done before a sweep could be weighed, where the puzzle names its anchors.
fn short_search(analysis: &Analysis, threads: usize) -> Option<SearchCost> {
    if !analysis.has_hints() {
        return None;
    }
    let cost = SearchCost::new(analysis.probe(), threads);
    cost.is_soon().then_some(cost)
}

/// The memory that an engine needs whatever it is told, in bytes.
fn needed_bytes(analysis: &Analysis, engine: Engine, threads: usize) -> u64 {
    let cover = &analysis.subject().problem().cover;
    let copies = threads as u64 + 1;
    match engine {
        Engine::Search => Search::bytes(cover).saturating_mul(copies),
        Engine::Links => Links::bytes(cover).saturating_mul(copies),
        // It keeps to any limit.
        Engine::Frontier => 0,
    }
}

/// Makes sure that an engine fits the memory. The tables of a puzzle are small, and part of what the
/// program takes for itself; those of a cover grow with its file.
fn check_memory(analysis: &Analysis, engine: Engine, wanted: &Wanted) -> Result<(), Error> {
    if analysis.subject().puzzle().is_some() {
        return Ok(());
    }
    let needed_bytes = needed_bytes(analysis, engine, wanted.threads);
    if needed_bytes <= wanted.memory_bytes {
        return Ok(());
    }
    let what = format!("{} by the engine {}", analysis.subject().name(), engine.name());
    Err(Error::Memory { what, needed_bytes, most_bytes: wanted.memory_bytes })
}

/// The engine for trees where one is to be chosen: the bitset search, or dancing links where that
/// does not fit the memory.
pub(crate) fn tree_engine(analysis: &Analysis, wanted: &Wanted) -> Result<Engine, Error> {
    if check_memory(analysis, Engine::Search, wanted).is_ok() {
        return Ok(Engine::Search);
    }
    check_memory(analysis, Engine::Links, wanted).map(|()| Engine::Links)
}

impl fmt::Display for Plan {
    /// The stages, one after the other, and why.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.stages_in_words())?;
        if self.why.is_empty() { Ok(()) } else { write!(f, ": {}", self.why) }
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Infeasible { reasons, .. } => {
                write!(f, "nothing to search ({})", reasons.join("; "))
            }
            Self::Sweep { cases, budget, .. } => {
                write!(f, "a sweep of {}{budget}", counted(cases.len(), "case"))
            }
            Self::Diagram { budget, .. } => write!(f, "a listing in order from a diagram{budget}"),
            Self::TreeSearch { engine, layout: None } => {
                write!(f, "a tree search by the engine {}", engine.name())
            }
            Self::TreeSearch { engine, layout: Some(layout) } => write!(
                f,
                "a tree search by the engine {} of {} in {}",
                engine.name(),
                counted(layout.cases.len(), "case"),
                counted(layout.tasks.len(), "task")
            ),
        }
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unlimited => Ok(()),
            Self::CheaperThanSearch => write!(f, " as long as it seems cheaper than a search"),
        }
    }
}

/// A number of things.
fn counted(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
