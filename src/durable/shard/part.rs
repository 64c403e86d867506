//! A count in parts that are carried as texts: by whatever runs tasks elsewhere, and brings back results.
//!
//! A part knows its tasks and of which plan it is one; whoever runs it must have the same puzzle or
//! cover. A part that is lost is run again, or goes on where its journal ends. Invariant: parts of one plan
//! have each task once, so that their results add up, if each is there once, which is checked.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::count::Count;
use crate::digest::Digest;
use crate::durable::checkpoint::{Checkpoint, Kept, ShardName};
use crate::durable::run_journal::SavedRun;
use crate::solve::counts::Counts;
use crate::solve::error::Error;
use crate::solve::options::{Engine, OutputMode};
use crate::solve::outcome::Outcome;
use crate::solve::plan::Plan;
use crate::solve::recorder::Recorder;
use crate::solve::solver::{Request, Solver};

use super::division::{dealt, layout, portion_plan, whole_plan};
use super::plan::MOST_SHARDS;

/// A part of a count, which can be run anywhere. See [`Solver::shards`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shard {
    name: PartName,
    /// What is counted, by everything that a solution depends on.
    identity: Digest,
    plan: Plan,
    /// The nodes of splitting, which the first part counts.
    split_nodes: u64,
}

/// What one part of a count came to. See [`Solver::shards`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShardResult {
    name: PartName,
    engine: Engine,
    subject: String,
    total: Count,
    /// Nothing of a cover.
    #[serde(deserialize_with = "Option::deserialize")]
    distinct: Option<Count>,
    nodes: u64,
    elapsed_ns: u64,
}

/// Which part it is, of which plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PartName {
    plan: Digest,
    index: usize,
    count: usize,
}

impl Solver {
    /// Splits a count into this many parts, from 1 to 1000, of about as much work each. They are run by
    /// [`Self::run_shard`] of any solver of the same subject, in any process, in any order; their results,
    /// each once, add up to the count.
    ///
    /// They are searched, or, where the engine of this solver is [`Engine::Frontier`], swept: what has
    /// too many solutions to be searched, or too many states for one machine. States that agree on the
    /// pieces by which a sweep is split are met in several parts. Where no more parts can be told apart,
    /// the others have nothing to do.
    ///
    /// ```
    /// use bitcover::{Puzzle, Shard, ShardResult, Solver};
    ///
    /// let solver = Solver::new(&Puzzle::from_catalog("soma")?)?;
    /// let texts: Vec<String> = solver.shards(3)?.iter().map(Shard::to_text).collect();
    /// let run = |text: &String| solver.run_shard(&Shard::parse(text)?);
    /// let results = texts.iter().map(run).collect::<Result<Vec<_>, _>>()?;
    /// assert_eq!(ShardResult::merge(&results)?.total, 11_520);
    /// assert!(ShardResult::merge(&results[1..]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the number is none of these, the engine is one that cannot be split, the anchor cannot be,
    /// what is swept does not fit the memory, or it is cancelled.
    pub fn shards(&self, count: usize) -> Result<Vec<Shard>, Error> {
        let Some(count) = NonZeroUsize::new(count).filter(|count| count.get() <= MOST_SHARDS)
        else {
            let words = format!("a count is split into 1 to {MOST_SHARDS} shards, not {count}");
            return Err(Error::Shard(words));
        };
        let engine = self.options().engine.unwrap_or(Engine::Search);
        if !matches!(engine, Engine::Search | Engine::Frontier) {
            let words = format!(
                "shards are counted by the engine search or frontier, not by {}",
                engine.name()
            );
            return Err(Error::Shard(words));
        }
        let whole = whole_plan(self, engine, OutputMode::Count, count.get())?;
        let portions = dealt(self, &whole, count.get())?;
        let identity = self.subject().identity();
        let own: Vec<&[usize]> = portions.iter().map(|(_, tasks)| tasks.as_slice()).collect();
        let plan = Digest::of_json(&(identity, &whole, &own));
        let part = |(index, tasks): (usize, &&[usize])| Shard {
            name: PartName { plan, index, count: count.get() },
            identity,
            plan: portion_plan(&whole, tasks),
            split_nodes: layout(&whole).map_or(0, |layout| layout.nodes),
        };
        Ok(own.iter().enumerate().map(part).collect())
    }

    /// Runs a part of a count.
    ///
    /// # Errors
    /// When the part is of something else, it is cancelled, and those of a count.
    pub fn run_shard(&self, shard: &Shard) -> Result<ShardResult, Error> {
        self.run_part(shard, None)
    }

    /// Runs a part of a count, and saves what is done in this file, so that the same part with the same
    /// file goes on where an earlier run was stopped, by whatever.
    ///
    /// # Errors
    /// Those of [`Self::run_shard`], and when the journal is of another part or cannot be written.
    pub fn run_shard_saved(
        &self,
        shard: &Shard,
        journal: impl AsRef<Path>,
    ) -> Result<ShardResult, Error> {
        self.run_part(shard, Some(journal.as_ref()))
    }

    fn run_part(&self, shard: &Shard, journal: Option<&Path>) -> Result<ShardResult, Error> {
        if self.subject().identity() != shard.identity {
            let name = self.subject().name();
            let words = format!("the shard is of another puzzle or cover than this {name}");
            return Err(Error::Shard(words));
        }
        let engine = shard.plan.engine();
        self.check_fits(engine, self.options().threads.get())?;
        let run = SavedRun {
            mode: OutputMode::Count,
            kept: Kept::Nothing,
            engine: Some(engine),
            shard: Some(ShardName { index: shard.name.index, plan: shard.name.plan }),
        };
        let journal = journal.map(|path| self.open_journal(path, run)).transpose()?;
        let checkpoint = journal.as_ref().map(|journal| {
            let name = self.subject().name();
            Checkpoint::new(journal, name, self.subject().identity(), self.cancel())
        });
        let recorder = checkpoint.as_ref().map(|checkpoint| checkpoint as &dyn Recorder);
        let request = Request { mode: Some(OutputMode::Count), recorder, ..Request::default() };
        let outcome = self.clone().engine(engine).execute(shard.plan.clone(), &request)?;
        if !outcome.complete {
            return Err(Error::Cancelled);
        }
        let split_nodes = if shard.name.index == 0 { shard.split_nodes } else { 0 };
        Ok(ShardResult {
            name: shard.name.clone(),
            engine,
            subject: self.subject().name().to_owned(),
            total: outcome.total,
            distinct: self.subject().puzzle().and(outcome.distinct),
            nodes: outcome.nodes + split_nodes,
            elapsed_ns: outcome.elapsed.as_nanos() as u64,
        })
    }
}

impl Shard {
    /// It as a text, which another process can read.
    pub fn to_text(&self) -> String {
        to_text(self)
    }

    /// Reads what [`Self::to_text`] wrote.
    ///
    /// # Errors
    /// When the text is no shard.
    pub fn parse(text: &str) -> Result<Self, Error> {
        parse(text, "shard")
    }
}

impl ShardResult {
    /// It as a text, which another process can read.
    pub fn to_text(&self) -> String {
        to_text(self)
    }

    /// Reads what [`Self::to_text`] wrote.
    ///
    /// # Errors
    /// When the text is no result of a shard.
    pub fn parse(text: &str) -> Result<Self, Error> {
        parse(text, "result of a shard")
    }

    /// The sum of the results of all parts of a count, in any order. The time is that of all together.
    ///
    /// # Errors
    /// When one is missing, or there twice, or they are not of one count.
    pub fn merge(results: &[Self]) -> Result<Outcome, Error> {
        let Some(first) = results.first() else {
            return Err(Error::Shard("there are no results to add up".to_owned()));
        };
        let mut parts: BTreeMap<usize, &Self> = BTreeMap::new();
        for result in results {
            let PartName { plan, index, count } = result.name;
            if (plan, count) != (first.name.plan, first.name.count) {
                let words = "the results are of shards that were planned apart".to_owned();
                return Err(Error::Shard(words));
            }
            if parts.insert(index, result).is_some() {
                return Err(Error::Shard(format!("the result of shard {index} is there twice")));
            }
        }
        let count = first.name.count;
        let is_missing = |index: &usize| !parts.contains_key(index);
        let missing: Vec<String> =
            (0..count).filter(is_missing).map(|index| index.to_string()).collect();
        if !missing.is_empty() || parts.len() > count {
            let missing = missing.join(", ");
            return Err(Error::Shard(format!("of {count} shards these are missing: {missing}")));
        }
        Ok(first.sum(&parts))
    }

    fn sum(&self, parts: &BTreeMap<usize, &Self>) -> Outcome {
        let mut counts = Counts::default();
        let mut elapsed_ns = 0;
        for part in parts.values() {
            counts.total += &part.total;
            counts.nodes += part.nodes;
            if let Some(distinct) = &part.distinct {
                counts.distinct += distinct;
            }
            elapsed_ns += part.elapsed_ns;
        }
        Outcome {
            name: self.subject.clone(),
            engine: self.engine,
            total: counts.total,
            distinct: self.distinct.is_some().then_some(counts.distinct),
            nodes: counts.nodes,
            fingerprint: None,
            complete: true,
            elapsed: Duration::from_nanos(elapsed_ns),
            earlier: Duration::ZERO,
            anchors: Vec::new(),
            cases: parts.len(),
            uses: Vec::new(),
            task_ns: Vec::new(),
            sweep: None,
            infeasibility: Vec::new(),
        }
    }
}

fn to_text(value: &impl Serialize) -> String {
    // Writing such data as text cannot fail: all keys are strings.
    serde_json::to_string(value).unwrap_or_default()
}

fn parse<T: DeserializeOwned>(text: &str, what: &str) -> Result<T, Error> {
    serde_json::from_str(text).map_err(|error| Error::Shard(format!("this is no {what}: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cancel::CancelToken;
    use crate::cover::Cover;
    use crate::puzzle::Puzzle;

    fn solver(name: &str) -> Solver {
        Solver::new(&Puzzle::from_catalog(name).unwrap()).unwrap().threads(2)
    }

    #[test]
    fn parts_add_up_to_the_count_of_the_engine_search_with_every_node() {
        let whole = solver("logiq-3").engine(Engine::Search);
        let counted = whole.count().unwrap();
        for count in [1, 7] {
            let shards = whole.shards(count).unwrap();
            let mut results: Vec<_> =
                shards.iter().map(|shard| whole.run_shard(shard).unwrap()).collect();
            results.reverse();
            let texts = results.iter().map(ShardResult::to_text);
            let results: Vec<_> = texts.map(|text| ShardResult::parse(&text).unwrap()).collect();
            let merged = ShardResult::merge(&results).unwrap();
            assert_eq!((&merged.total, &merged.distinct), (&counted.total, &counted.distinct));
            assert_eq!(merged.nodes, counted.nodes, "{count} parts");
        }
    }

    #[test]
    fn parts_of_a_sweep_add_up_to_its_count_and_are_saved() {
        let directory = tempfile::tempdir().unwrap();
        let whole = solver("pentominoes-5x12").engine(Engine::Frontier);
        let shards = whole.shards(3).unwrap();
        // Whoever runs a part need not know how it was split.
        let other = solver("pentominoes-5x12");
        let run = |(index, shard): (usize, &Shard)| {
            let path = directory.path().join(format!("{index}.journal"));
            let result = other.run_shard_saved(shard, &path).unwrap();
            assert!(result.nodes > 0);
            // The sweep of a finished part is not done again.
            assert_eq!(other.run_shard_saved(shard, &path).unwrap().nodes, result.nodes);
            result
        };
        let results: Vec<_> = shards.iter().enumerate().map(run).collect();
        let merged = ShardResult::merge(&results).unwrap();
        assert_eq!((merged.total, merged.distinct), (4040.into(), Some(1010.into())));
        assert_eq!(merged.engine, Engine::Frontier);
        assert!(merged.nodes > whole.count().unwrap().nodes, "some states are met twice");
    }

    #[test]
    fn a_count_by_links_is_not_split() {
        let refused = solver("soma").engine(Engine::Links).shards(2).unwrap_err().to_string();
        assert_eq!(refused, "shards are counted by the engine search or frontier, not by links");
    }

    #[test]
    fn a_part_that_saves_itself_goes_on_where_it_was_stopped() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("new").join("part.journal");
        let whole = solver("logiq-3");
        let [first, second] = &whole.shards(2).unwrap()[..] else { panic!("there are two") };
        let cancel = CancelToken::new();
        cancel.cancel();
        let stopped = whole.clone().cancel_token(&cancel).run_shard_saved(first, &path);
        assert!(matches!(stopped, Err(Error::Cancelled)));
        let saved = whole.run_shard_saved(first, &path).unwrap();
        let size = std::fs::metadata(&path).unwrap().len();
        let again = whole.run_shard_saved(first, &path).unwrap();
        assert_eq!(saved.total, again.total);
        assert_eq!(std::fs::metadata(&path).unwrap().len(), size, "nothing was done again");
        assert_eq!(saved.total, whole.run_shard(first).unwrap().total);
        let other = whole.run_shard_saved(second, &path).unwrap_err().to_string();
        assert!(other.contains("the journal is of another run"), "{other}");
    }

    #[test]
    fn a_cover_is_split_too_also_into_more_parts_than_it_has_tasks() {
        let ring = Cover::parse_dlx("a b c d\na b\nb c\nc d\nd a\n").unwrap();
        let solver = Solver::new(&ring).unwrap();
        let run = |shard: &Shard| solver.run_shard(shard).unwrap();
        let results: Vec<_> = solver.shards(9).unwrap().iter().map(run).collect();
        let merged = ShardResult::merge(&results).unwrap();
        assert_eq!((merged.total, merged.distinct), (2.into(), None));
    }

    #[test]
    fn what_would_make_the_sum_wrong_is_refused_in_words() {
        let soma = solver("soma");
        let [a, b] = &soma.shards(2).unwrap()[..] else { panic!("there are two") };
        let [a, b] = [a, b].map(|shard| soma.run_shard(shard).unwrap());
        let other = soma.run_shard(&soma.shards(1).unwrap()[0]).unwrap();
        let message =
            |results: &[ShardResult]| ShardResult::merge(results).unwrap_err().to_string();
        assert_eq!(message(&[]), "there are no results to add up");
        assert_eq!(message(std::slice::from_ref(&b)), "of 2 shards these are missing: 0");
        assert_eq!(message(&[a.clone(), a.clone()]), "the result of shard 0 is there twice");
        assert!(message(&[a.clone(), other]).contains("planned apart"));
        // One too many, which says that it is of this plan.
        let mut third = a.clone();
        third.name.index = 2;
        assert!(ShardResult::merge(&[a, b.clone(), third]).is_err());
        let foreign = solver("logiq-2").run_shard(&soma.shards(1).unwrap()[0]).unwrap_err();
        assert!(foreign.to_string().contains("another puzzle or cover than this logiq-2"));
        assert!(soma.shards(0).is_err() && soma.shards(1001).is_err());
        assert!(Shard::parse(&b.to_text()).is_err());
    }
}
