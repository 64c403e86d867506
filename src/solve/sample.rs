//! All arrangements of a puzzle in a form from which one can be drawn, each as likely as any
//! other, and the statistics of its placements.
//!
//! Where states merge that is the diagram of the whole puzzle, no symmetry broken. Elsewhere the
//! solutions are listed once for each orbit; a solution is drawn with the size of its orbit as
//! weight and then turned by a motion drawn from the group, which makes every arrangement of the
//! orbit as likely. Memory: the diagram, or four bytes for each piece of each distinct solution.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::cancel::{CancelToken, Cancelled};
use crate::cover::symmetry::Standing;
use crate::cover::{Case, OptionId, Problem};
use crate::engine::Worker;
use crate::engine::frontier::{Diagram, Frontier, SweepProgress};

use super::analysis::Analysis;
use super::analysis::symmetry::Breaking;
use super::environment::Environment;
use super::error::Error;
use super::observer::Progress;
use super::options::Engine;
use super::prepared::Prepared;
use super::task::{TASKS, Task, split};
use crate::random::SplitMix;

/// How many solutions are gone through before the cancel token is looked at again.
const SOLUTIONS_PER_LOOK: usize = 1 << 12;

/// All arrangements of a puzzle on the fixed board.
#[derive(Clone, Debug)]
pub(crate) struct Arrangements<'a> {
    problem: &'a Problem,
    all: All,
}

#[derive(Clone, Debug)]
enum All {
    Diagram(Box<Diagram>),
    List(List),
}

/// Distinct solutions, one after another.
#[derive(Clone, Debug, Default)]
struct List {
    options: Vec<OptionId>,
    /// Where each solution ends in `options`.
    ends: Vec<usize>,
    /// The sum of the sizes of the orbits, up to and with each solution.
    sums: Vec<u128>,
}

impl List {
    fn push(&mut self, options: &[OptionId], orbit: u128) {
        self.options.extend_from_slice(options);
        self.ends.push(self.options.len());
        self.sums.push(self.total() + orbit);
    }

    fn total(&self) -> u128 {
        self.sums.last().copied().unwrap_or(0)
    }

    fn get(&self, index: usize) -> &[OptionId] {
        let from = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.options[from..self.ends[index]]
    }

    fn orbit(&self, index: usize) -> u128 {
        self.sums[index] - if index == 0 { 0 } else { self.sums[index - 1] }
    }

    /// The solution in whose orbit the arrangement of this number lies, below [`Self::total`].
    fn holding(&self, number: u128) -> usize {
        self.sums.partition_point(|&sum| sum <= number)
    }

    fn append(&mut self, other: &Self) {
        for index in 0..other.ends.len() {
            self.push(other.get(index), other.orbit(index));
        }
    }
}

impl<'a> Arrangements<'a> {
    /// Finds all arrangements, by a diagram or by a search with this engine.
    ///
    /// # Errors
    /// When they do not fit the memory, or those of a run.
    pub fn new(
        analysis: &'a Analysis,
        engine: Engine,
        env: &Environment<'_>,
    ) -> Result<Self, Error> {
        let problem = analysis.subject().problem();
        let all = match engine {
            Engine::Frontier => {
                let whole = Frontier::new(problem, &Case::whole(problem))?;
                let on_progress = &mut |progress: &SweepProgress| {
                    env.tell(|| Progress::of_sweep(progress));
                    env.cancel.flow()
                };
                let diagram = whole.diagram(env.threads, env.memory_bytes, on_progress)?;
                All::Diagram(Box::new(diagram))
            }
            Engine::Search | Engine::Scan | Engine::Links => {
                All::List(list(analysis, engine, env)?)
            }
        };
        Ok(Self { problem, all })
    }

    /// How many there are.
    pub fn total(&self) -> u128 {
        match &self.all {
            All::Diagram(diagram) => diagram.total(),
            All::List(list) => list.total(),
        }
    }

    /// Draws one. None if there is none.
    pub fn draw(&self, random: &mut SplitMix) -> Option<Vec<OptionId>> {
        if self.total() == 0 {
            return None;
        }
        let number = random.below_wide(self.total());
        let mut options = Vec::new();
        match &self.all {
            All::Diagram(diagram) => diagram.solution(number, &mut options),
            All::List(list) => {
                let index = list.holding(number);
                let elements = self.problem.group.elements();
                let motion = &elements[random.below_wide(elements.len() as u128) as usize].options;
                options.extend(list.get(index).iter().map(|option| motion[option.index()]));
            }
        }
        Some(options)
    }

    /// For each option, in how many arrangements it occurs.
    ///
    /// # Errors
    /// When it is cancelled.
    pub fn occurrences(&self, cancel: &CancelToken) -> Result<Vec<u128>, Cancelled> {
        let count = self.problem.cover.option_count();
        let list = match &self.all {
            All::Diagram(diagram) => return Ok(diagram.occurrences(count)),
            All::List(list) => list,
        };
        let elements = self.problem.group.elements();
        let order = elements.len() as u128;
        // Every element of the group turns a solution into an arrangement, and meets each of its
        // orbit as often: divided out at the end, since each sum is a multiple of the order.
        let mut met = vec![0_u128; count];
        for index in 0..list.ends.len() {
            let orbit = list.orbit(index);
            if index % SOLUTIONS_PER_LOOK == 0 {
                cancel.check()?;
            }
            for element in elements {
                for option in list.get(index) {
                    met[element.options[option.index()].index()] += orbit;
                }
            }
        }
        for met in &mut met {
            *met /= order;
        }
        Ok(met)
    }
}

impl Arrangements<'_> {
    /// The number of arrangements by those of their options that are marked, which are named in
    /// ascending order. In each arrangement `most` options are marked at the most.
    ///
    /// Cost: a walk along each arrangement, or in a diagram until `most` are met.
    ///
    /// # Errors
    /// When it is cancelled.
    pub fn tally(
        &self,
        marked: &[bool],
        most: usize,
        cancel: &CancelToken,
    ) -> Result<BTreeMap<Vec<OptionId>, u128>, Cancelled> {
        let mut tally = BTreeMap::new();
        let mut add = |options: &[OptionId], times: u128| {
            let mut key = options.to_vec();
            key.sort_unstable();
            *tally.entry(key).or_insert(0) += times;
        };
        let list = match &self.all {
            All::Diagram(diagram) => {
                diagram.tally(marked, most, cancel, &mut add)?;
                return Ok(tally);
            }
            All::List(list) => list,
        };
        // As in `occurrences`, each arrangement of an orbit is met as often by all motions together.
        let elements = self.problem.group.elements();
        for index in 0..list.ends.len() {
            if index % SOLUTIONS_PER_LOOK == 0 {
                cancel.check()?;
            }
            for element in elements {
                let image = list.get(index).iter().map(|option| element.options[option.index()]);
                let key: Vec<OptionId> = image.filter(|option| marked[option.index()]).collect();
                add(&key, list.orbit(index));
            }
        }
        let order = elements.len() as u128;
        for times in tally.values_mut() {
            *times /= order;
        }
        Ok(tally)
    }
}

/// Lists the distinct solutions by a search.
fn list(analysis: &Analysis, engine: Engine, env: &Environment<'_>) -> Result<List, Error> {
    let problem = analysis.subject().problem();
    let Breaking { cases, .. } = analysis.breaking(engine, env.cancel)?;
    let prepared = match engine {
        Engine::Links => Prepared::links(problem, &cases, env.cancel)?,
        _ => Prepared::Search(analysis.searches_of(&cases, env.cancel)?),
    };
    // Dancing links recurse, so they need the stack of such a thread.
    let (tasks, _) = env.threads.install(|| split(prepared.workers(), TASKS, env.cancel))?;
    let taken = AtomicU64::new(0);
    let is_full = AtomicBool::new(false);
    let one = |task: &Task| {
        let mut found = List::default();
        let case = &cases[task.case];
        let mut visitor = |options: &[OptionId]| {
            if let Standing::Least { stabiliser } = problem.group.standing(&case.residual, options)
            {
                found.push(options, (problem.group.order() / stabiliser) as u128);
                let bytes = (size_of_val(options) + size_of::<usize>() + size_of::<u128>()) as u64;
                // The lists of the tasks and the one that they are gathered in.
                if 2 * taken.fetch_add(bytes, Ordering::Relaxed) > env.memory_bytes {
                    is_full.store(true, Ordering::Relaxed);
                    env.cancel.cancel();
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        };
        prepared.worker(task.case).run(&task.prefix, &mut visitor, env.cancel);
        found
    };
    let lists = env.threads.map(tasks.iter().collect(), one);
    if is_full.into_inner() {
        return Err(Error::ListTooLong { memory_bytes: env.memory_bytes });
    }
    if env.cancel.is_cancelled() {
        return Err(Error::Cancelled);
    }
    let mut all = List::default();
    for list in &lists {
        all.append(list);
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solution_is_drawn_by_as_many_numbers_as_its_orbit_has_arrangements() {
        let mut list = List::default();
        for (number, orbit) in [(0, 8), (1, 1), (2, 4), (3, 8)] {
            list.push(&[OptionId(number), OptionId(9)], orbit);
        }
        let mut drawn = [0; 4];
        for number in 0..list.total() {
            let index = list.holding(number);
            assert_eq!(list.get(index), [OptionId(index as u32), OptionId(9)]);
            drawn[index] += 1;
        }
        assert_eq!(drawn, [8, 1, 4, 8]);
        assert_eq!([0, 1, 2, 3].map(|index| list.orbit(index)), [8, 1, 4, 8]);
    }
}
