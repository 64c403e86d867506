//! The trees of all cases of a problem, and the two ways to probe them.
//!
//! A *plain* probe is Knuth's (Mathematics of Computation 29, 1975): one random path down a random
//! tree.
//!
//! A *population* goes down all trees at once, a generation at a time, as in the heterogeneous
//! sampling of Chen (SIAM Journal on Computing 21, 1992) and the stochastic enumeration of
//! Rubinstein (2013). All children of a generation are visited; of those with something to branch
//! on a sample is drawn, without replacement, in which each stands for as many as it had rivals.
//! Nodes with more live options stand for larger trees and are drawn more readily, with less
//! weight; the draw is systematic along the order of the tree, so that it is spread evenly over
//! cases and branches. At a depth where the trees below have become small they are searched whole,
//! by the engine itself. Each of these steps keeps the mean, so the estimate is unbiased; and a
//! population in which no generation is larger than the sample is a count.
//!
//! Whoever probes names a token, and a probe that is cancelled is worth nothing: what it would have
//! found further down cannot be told.
//!
//! Cost: a plain probe visits one node for each depth, a population some thousands. Memory: a
//! generation of stored nodes for each thread.

use std::ops::ControlFlow;
use std::time::Duration;

use crate::cancel::{CancelToken, Cancelled};
use crate::clock::Stopwatch;
use crate::cover::{Case, Problem};
use crate::engine::Capacity;
use crate::engine::search::{Generation, Search, SearchWorker};
use crate::engine::{Explored, Tally};

use crate::random::SplitMix;
use crate::solve::analysis::probe::searches;
use crate::solve::dive::{any_of, dive};

/// How many nodes of a generation go on. Larger populations gain a little more than they cost,
/// but there are fewer of them in the time, and it takes some tens for an interval.
const POPULATION: usize = 512;

/// Populations that go to the bottom, only to learn the shape of the trees, are smaller.
const PILOT_SHARE: usize = 4;

/// At most this many trees are explored to measure how fast that goes.
const MOST_TREES: usize = 1 << 14;

/// A population is smaller where its children would need more bytes than this.
const MOST_BYTES: usize = 64 << 20;

/// How many nodes are visited before the token is looked at again, which may read the clock.
const NODES_PER_LOOK: usize = 8;

/// The trees of the cases.
#[derive(Debug)]
pub(crate) struct TreeSampler {
    trees: Vec<Search>,
    /// How many arrangements a solution of each case stands for.
    factors: Vec<f64>,
    /// The most memory that a stored node takes.
    node_bytes: usize,
    population: usize,
    trunk: Descent,
}

/// A population on its way down: the nodes of one depth, before any are left out.
#[derive(Clone, Debug, Default)]
struct Descent {
    nodes: Generation,
    /// How many nodes each of these stands for.
    weights: Vec<f64>,
    sample: Sample,
}

/// What a probe guesses.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Sample {
    /// The number of arrangements.
    pub solutions: f64,
    /// The number of nodes at each depth, as far as the probe told them apart.
    pub nodes: Vec<f64>,
    /// The number of nodes deeper than those.
    pub below: f64,
}

impl Sample {
    /// The number of nodes.
    pub fn all_nodes(&self) -> f64 {
        self.nodes.iter().sum::<f64>() + self.below
    }

    fn add_nodes(&mut self, depth: usize, nodes: f64) {
        if self.nodes.len() <= depth {
            self.nodes.resize(depth + 1, 0.0);
        }
        self.nodes[depth] += nodes;
    }
}

impl Descent {
    fn depth(&self) -> usize {
        self.sample.nodes.len() - 1
    }
}

impl TreeSampler {
    /// Lays out the cases.
    ///
    /// # Errors
    /// When it is cancelled.
    pub fn new(
        problem: &Problem,
        cases: &[Case],
        capacity: Option<&Capacity>,
        cancel: &CancelToken,
    ) -> Result<Self, Cancelled> {
        Self::with_population(problem, cases, capacity, POPULATION, cancel)
    }

    /// The same trees, with this many nodes at most in a population.
    ///
    /// # Errors
    /// When it is cancelled.
    pub fn with_population(
        problem: &Problem,
        cases: &[Case],
        capacity: Option<&Capacity>,
        population: usize,
        cancel: &CancelToken,
    ) -> Result<Self, Cancelled> {
        let order = problem.group.order() as f64;
        // The images of a solution under the motions that its case leaves are in the case too.
        let factor = |case: &Case| order / case.residual.len() as f64;
        let trees = searches(problem, cases, capacity, cancel)?;
        let node_bytes = trees.iter().map(Search::node_bytes).max().unwrap_or(1);
        let mut sampler = Self {
            trees,
            factors: cases.iter().map(factor).collect(),
            node_bytes,
            population: population.max(1),
            trunk: Descent::default(),
        };
        sampler.trunk = sampler.prober(cancel).roots();
        Ok(sampler)
    }

    /// Grows the part of the trees above the first generation that is larger than a population, with
    /// which every probe begins; less of it where it is cancelled.
    pub fn grow_trunk(&mut self, cancel: &CancelToken) {
        let mut trunk = std::mem::take(&mut self.trunk);
        let mut prober = self.prober(cancel);
        while !trunk.nodes.is_empty() && self.may_all_go_on(&trunk.nodes) {
            let Ok(next) = prober.expand(&trunk) else { break };
            trunk = next;
        }
        self.trunk = trunk;
    }

    /// How many nodes of a generation may go on, of `most`, for the memory of their children.
    fn places(&self, nodes: &Generation, most: usize) -> usize {
        let children: u64 = (0..nodes.len()).map(|node| u64::from(nodes.degree(node))).sum();
        let bytes = children.saturating_mul(self.node_bytes as u64).max(1);
        let share = u128::from(nodes.len() as u64) * MOST_BYTES as u128 / u128::from(bytes);
        most.min(share as usize).max(1)
    }

    /// How many nodes there are at each depth of the top of the trees, of which none was left out.
    pub fn trunk_nodes(&self) -> &[f64] {
        &self.trunk.sample.nodes
    }

    fn may_all_go_on(&self, nodes: &Generation) -> bool {
        nodes.len() <= self.places(nodes, self.population)
    }

    /// The memory that a worker takes beside the cover, in bytes, as a rule.
    pub fn worker_bytes() -> u64 {
        2 * MOST_BYTES as u64
    }

    /// A prober for one thread.
    pub fn prober<'a>(&'a self, cancel: &'a CancelToken) -> Prober<'a> {
        Prober { sampler: self, workers: self.trees.iter().map(Search::worker).collect(), cancel }
    }

    /// The most arrangements that one solution stands for.
    pub fn largest_factor(&self) -> f64 {
        self.factors.iter().copied().fold(1.0, f64::max)
    }
}

/// One thread's means of probing.
#[derive(Debug)]
pub(crate) struct Prober<'a> {
    sampler: &'a TreeSampler,
    workers: Vec<SearchWorker<'a>>,
    cancel: &'a CancelToken,
}

impl Prober<'_> {
    /// A plain probe.
    ///
    /// # Errors
    /// When it is cancelled.
    pub fn dive(&mut self, random: &mut SplitMix) -> Result<Sample, Cancelled> {
        let mut sample = Sample::default();
        let cases = self.workers.len();
        if cases == 0 {
            return Ok(sample);
        }
        let case = random.below(cases);
        let factor = self.sampler.factors[case];
        let mut ended = Ok(());
        let cancel = self.cancel;
        dive(&mut self.workers[case], &[], &mut any_of(random), |node| {
            let weight = node.weight * cases as f64;
            sample.add_nodes(node.depth, weight);
            sample.solutions += if node.is_solution { weight * factor } else { 0.0 };
            if (node.depth + 1) % NODES_PER_LOOK == 0 {
                ended = cancel.check();
            }
            if ended.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        ended.map(|()| sample)
    }

    /// A population, whose trees are searched whole from `depth` on.
    ///
    /// # Errors
    /// When it is cancelled.
    pub fn population(&mut self, depth: usize, random: &mut SplitMix) -> Result<Sample, Cancelled> {
        let (descent, ended) = self.descend(self.sampler.population, depth, random);
        ended.and_then(|()| self.search(descent))
    }

    /// A smaller population that goes all the way to the bottom.
    ///
    /// # Errors
    /// When it is cancelled.
    pub fn pilot(&mut self, random: &mut SplitMix) -> Result<Sample, Cancelled> {
        let size = self.sampler.population.div_ceil(PILOT_SHARE);
        let (descent, ended) = self.descend(size, usize::MAX, random);
        ended.map(|()| descent.sample)
    }

    /// Explores nodes at a depth, or above where it is cancelled on the way there, drawn at random
    /// from all there are, for about so long. Returns the number of nodes visited, and the time.
    pub fn run_some(
        &mut self,
        depth: usize,
        random: &mut SplitMix,
        long: Duration,
    ) -> (u64, Duration) {
        let (descent, _) = self.descend(self.sampler.population, depth, random);
        let Descent { nodes, weights, .. } = descent;
        let until = CancelToken::new().child_with_deadline(long);
        let sum: f64 = weights.iter().sum();
        let mut visited = 0;
        let begun = Stopwatch::start();
        for _ in 0..MOST_TREES {
            if nodes.is_empty() || begun.elapsed() >= long {
                break;
            }
            let mut ahead = random.unit() * sum;
            let drawn = weights.iter().position(|weight| {
                ahead -= weight;
                ahead < 0.0
            });
            visited += self.run(&nodes, drawn.unwrap_or(0), &until).1.nodes;
        }
        (visited, begun.elapsed())
    }

    /// Everything below the trunk, or nothing where there are more nodes than `most`, or it is
    /// cancelled.
    pub fn exhaust(&mut self, most: u64) -> Option<Sample> {
        let trunk = &self.sampler.trunk;
        let mut sample = trunk.sample.clone();
        // On a thin tree nearly all nodes are held at once.
        let mut left = most.min((MOST_BYTES / self.sampler.node_bytes) as u64);
        for node in 0..trunk.nodes.len() {
            let mut one = Generation::default();
            one.copy(&trunk.nodes, node);
            self.exhaust_below(&one, trunk.depth(), &mut sample, &mut left)?;
        }
        Some(sample)
    }

    fn exhaust_below(
        &mut self,
        nodes: &Generation,
        depth: usize,
        sample: &mut Sample,
        left: &mut u64,
    ) -> Option<()> {
        for node in 0..nodes.len() {
            let case = nodes.case(node);
            let mut children = Generation::default();
            let met = self.workers[case].expand(nodes, node, &mut children);
            *left = left.checked_sub(met.nodes)?;
            self.cancel.check().ok()?;
            sample.add_nodes(depth + 1, met.nodes as f64);
            sample.solutions += met.solutions as f64 * self.sampler.factors[case];
            self.exhaust_below(&children, depth + 1, sample, left)?;
        }
        Some(())
    }

    /// The roots of all trees.
    fn roots(&mut self) -> Descent {
        let mut roots = Descent::default();
        roots.sample.add_nodes(0, 0.0);
        for (case, worker) in self.workers.iter_mut().enumerate() {
            let met = worker.add_root(case, &mut roots.nodes);
            roots.sample.add_nodes(0, met.nodes as f64);
            roots.sample.solutions += met.solutions as f64 * self.sampler.factors[case];
        }
        roots.weights.resize(roots.nodes.len(), 1.0);
        roots
    }

    /// Goes down to a depth, or to the end of the tree above it, or as far as the trunk goes, with
    /// populations of this size; less far where it is cancelled.
    fn descend(
        &mut self,
        size: usize,
        depth: usize,
        random: &mut SplitMix,
    ) -> (Descent, Result<(), Cancelled>) {
        let mut now = self.thin(&self.sampler.trunk, size, random);
        while !now.nodes.is_empty() && now.depth() < depth {
            now = match self.expand(&now) {
                Ok(next) => next,
                Err(cancelled) => return (now, Err(cancelled)),
            };
            if now.nodes.len() > self.sampler.places(&now.nodes, size) {
                now = self.thin(&now, size, random);
            }
        }
        (now, Ok(()))
    }

    /// The next generation.
    fn expand(&mut self, from: &Descent) -> Result<Descent, Cancelled> {
        let Descent { nodes, weights, sample } = from;
        let mut next = Descent { sample: sample.clone(), ..Descent::default() };
        let mut met_nodes = 0.0;
        for (node, &weight) in weights.iter().enumerate() {
            if node % NODES_PER_LOOK == 0 {
                self.cancel.check()?;
            }
            let case = nodes.case(node);
            let met = self.workers[case].expand(nodes, node, &mut next.nodes);
            met_nodes += met.nodes as f64 * weight;
            next.sample.solutions += met.solutions as f64 * weight * self.sampler.factors[case];
            next.weights.resize(next.nodes.len(), weight);
        }
        next.sample.nodes.push(met_nodes);
        Ok(next)
    }

    /// Draws a population from a generation.
    fn thin(&self, from: &Descent, size: usize, random: &mut SplitMix) -> Descent {
        let score = |(node, &weight): (usize, &f64)| {
            weight * self.sampler.factors[from.nodes.case(node)] * f64::from(from.nodes.live(node))
        };
        let scores: Vec<f64> = from.weights.iter().enumerate().map(score).collect();
        let mut thinned = Descent { sample: from.sample.clone(), ..Descent::default() };
        let places = self.sampler.places(&from.nodes, size);
        draw(&scores, places, random, |node, chance| {
            thinned.nodes.copy(&from.nodes, node);
            thinned.weights.push(from.weights[node] / chance);
        });
        thinned
    }

    /// Searches everything below a generation.
    fn search(&mut self, from: Descent) -> Result<Sample, Cancelled> {
        let Descent { nodes, weights, mut sample } = from;
        for (node, weight) in weights.into_iter().enumerate() {
            let (solutions, explored) = self.run(&nodes, node, self.cancel);
            if !explored.complete {
                return Err(Cancelled);
            }
            sample.solutions += solutions * weight * self.sampler.factors[nodes.case(node)];
            // The node itself was counted with its generation.
            sample.below += (explored.nodes - 1) as f64 * weight;
        }
        Ok(sample)
    }

    /// Runs the engine below a node; returns the number of solutions with the nodes.
    fn run(&mut self, nodes: &Generation, node: usize, cancel: &CancelToken) -> (f64, Explored) {
        let mut count = Tally::default();
        let worker = &mut self.workers[nodes.case(node)];
        let explored = worker.run_below(nodes, node, &mut count, cancel);
        (count.0 as f64, explored)
    }
}

/// Draws `size` of some candidates, or all if there are no more, without replacement: each with a
/// chance in proportion to its score, which is positive, but at most 1. Hands on those drawn, in
/// order, with their chances. (Systematic sampling as in Fearnhead and Clifford, Journal of the
/// Royal Statistical Society B 65, 2003.)
fn draw(scores: &[f64], size: usize, random: &mut SplitMix, mut keep: impl FnMut(usize, f64)) {
    if scores.len() <= size {
        (0..scores.len()).for_each(|candidate| keep(candidate, 1.0));
        return;
    }
    // The highest scores are certain as long as each is worth a whole place among the rest.
    let mut falling = scores.to_vec();
    falling.sort_unstable_by(|a, b| b.total_cmp(a));
    let mut rest: f64 = falling.iter().sum();
    let mut places = size;
    for score in falling {
        if places <= 1 || score * (places as f64) < rest {
            break;
        }
        rest -= score;
        places -= 1;
    }
    let place = rest / places as f64;
    let mut ahead = random.unit();
    for (candidate, score) in scores.iter().enumerate() {
        let chance = score / place;
        if chance >= 1.0 {
            keep(candidate, 1.0);
            continue;
        }
        ahead -= chance;
        if ahead < 0.0 {
            keep(candidate, chance);
            ahead += 1.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draw_keeps_the_mean_of_every_candidate() {
        let scores = [1.0, 1.0, 2.0, 50.0, 0.5, 3.0, 1.5, 1.0];
        let mut means = [0.0; 8];
        let rounds = 20_000;
        for round in 0..rounds {
            let mut kept = 0;
            draw(&scores, 4, &mut SplitMix::of_series(3, round), |candidate, chance| {
                means[candidate] += 1.0 / chance / rounds as f64;
                kept += 1;
            });
            assert!((3..=5).contains(&kept), "{kept}");
        }
        assert!(means.iter().all(|mean| (mean - 1.0).abs() < 0.06), "{means:?}");
        assert!((means[3] - 1.0).abs() < 1e-9, "the largest is certain");
    }

    #[test]
    fn a_draw_of_no_more_than_there_are_places_keeps_all() {
        let mut kept = Vec::new();
        draw(&[1.0, 9.0], 2, &mut SplitMix::new(0), |candidate, chance| {
            kept.push((candidate, chance));
        });
        assert_eq!(kept, [(0, 1.0), (1, 1.0)]);
    }
}
