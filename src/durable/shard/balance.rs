//! Dealing tasks to shards so that all have about as much to do.
//!
//! The nodes below each task are estimated by random dives (see [`crate::solve::analysis::probe`]); then the
//! tasks are dealt, the largest first, each to the shard that has the least so far (Graham, SIAM
//! Journal on Applied Mathematics 17, 1969). Estimates of single tasks are rough, and those of many
//! together are not: hence many tasks for each shard. Cost: some dives for each task, within a limit
//! of work.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::cancel::CancelToken;
use crate::engine::search::Search;
use crate::random::SplitMix;
use crate::solve::dive::mean_of_dives;
use crate::solve::task::Task;
use crate::work_limit::WorkLimit;

/// How many dives are taken from each task.
const DIVES: u32 = 32;

/// How much work the dives from one task may be. Only trees of thousands of items come near it; what
/// was seen of a task is then taken for all of it.
const MOST_WORK: u64 = 1 << 27;

/// Plans are the same whenever they are made.
const SEED: u64 = 0x5ba1_a9ce_d000_0001;

/// About how many nodes there are below each task.
pub(crate) fn estimates(searches: &[Search], tasks: &[Task]) -> Vec<u64> {
    let mut workers: Vec<_> = searches.iter().map(Search::worker).collect();
    let mut random = SplitMix::new(SEED);
    let mut one = |task: &Task| {
        let worker = &mut workers[task.case];
        let cancel = CancelToken::new();
        let limit = &mut WorkLimit::new(MOST_WORK, &cancel);
        mean_of_dives(DIVES, worker, &task.prefix, &mut random, limit) as u64
    };
    tasks.iter().map(&mut one).collect()
}

/// Deals tasks of these sizes to this many shards: for each shard its size, and its tasks in order.
pub(crate) fn deal(sizes: &[u64], shards: usize) -> Vec<(u64, Vec<usize>)> {
    let mut dealt = vec![(0_u64, Vec::new()); shards];
    let mut largest_first: Vec<usize> = (0..sizes.len()).collect();
    largest_first.sort_by_key(|&task| Reverse(sizes[task]));
    // Where tasks are tiny, their number counts.
    let mut least: BinaryHeap<_> = (0..shards).map(|shard| Reverse((0, 0, shard))).collect();
    for task in largest_first {
        let Some(Reverse((size, count, shard))) = least.pop() else { break };
        let size = sizes[task].saturating_add(size);
        dealt[shard].0 = size;
        dealt[shard].1.push(task);
        least.push(Reverse((size, count + 1, shard)));
    }
    for (_, tasks) in &mut dealt {
        tasks.sort_unstable();
    }
    dealt
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_task_is_dealt_once_and_no_shard_has_much_more_than_another() {
        let mut random = SplitMix::new(3);
        let sizes: Vec<u64> = (0..1000).map(|_| random.below(1 << 20) as u64).collect();
        let dealt = deal(&sizes, 7);
        let mut all: Vec<usize> = dealt.iter().flat_map(|(_, tasks)| tasks.clone()).collect();
        all.sort_unstable();
        assert!(all.into_iter().eq(0..1000));
        for (size, tasks) in &dealt {
            assert_eq!(*size, tasks.iter().map(|&task| sizes[task]).sum::<u64>());
        }
        let loads = || dealt.iter().map(|(size, _)| *size);
        let (most, least) = (loads().max().unwrap(), loads().min().unwrap());
        assert!(most - least < most / 1000, "{least} to {most}");
    }

    #[test]
    fn tasks_without_a_size_are_spread_too_and_there_may_be_too_few() {
        let counts = |dealt: Vec<(u64, Vec<usize>)>| {
            dealt.iter().map(|(_, tasks)| tasks.len()).collect::<Vec<_>>()
        };
        assert_eq!(counts(deal(&[0; 9], 3)), [3, 3, 3]);
        assert_eq!(counts(deal(&[5, 5], 3)), [1, 1, 0]);
    }
}
