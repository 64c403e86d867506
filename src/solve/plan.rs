//! What a run will do: pure data that is decided before anything starts, printed by `info`, kept by
//! recorders, carried by shards, and obeyed by [`super::execute`].
//!
//! A plan is a sequence of stages. A stage is gone through until it is done, or meets a setback (a
//! budget is used up, something does not fit); then the plan is revised: what is left of the
//! sequence, laid out by what was learnt. What is under way lives in the execution, never here.
//!

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::cover::Case;

use super::options::{Engine, OutputMode};
use super::task::Task;

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
    #[serde(deserialize_with = "Option::deserialize")]
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
        #[serde(deserialize_with = "Option::deserialize")]
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
    /// In turns with the search that comes after it, until either is done.
    InTurns,
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

impl Plan {
    /// Whether nothing is left to choose: what was asked for is done, and nothing else may be.
    pub(super) fn is_asked_for(&self) -> bool {
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
                write!(f, "a sweep of {}{budget}", cases_in_words(cases))
            }
            Self::Diagram { budget, .. } => write!(f, "a listing in order from a diagram{budget}"),
            Self::TreeSearch { engine, layout: None } => {
                write!(f, "a tree search by the engine {}", engine.name())
            }
            Self::TreeSearch { engine, layout: Some(layout) } => write!(
                f,
                "a tree search by the engine {} of {} in {}",
                engine.name(),
                cases_in_words(&layout.cases),
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
            Self::InTurns => write!(f, " in turns with a search, until either is done"),
        }
    }
}

/// How many cases there are, and whether they stand for others.
fn cases_in_words(cases: &[Case]) -> String {
    let is_weighted = cases.iter().any(|case| case.weight > 1);
    let whence = if is_weighted { " that symmetry leaves" } else { "" };
    counted(cases.len(), "case") + whence
}

/// A number of things.
fn counted(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
