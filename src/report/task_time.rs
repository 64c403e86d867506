//! How long tasks took: the distribution in figures, and in steps for a chart.
//!
//! Times go through a histogram that keeps two digits of each, so that the figures of ten million
//! tasks cost no more memory than those of a hundred.

use hdrhistogram::Histogram;
use serde::Serialize;

/// The distribution of time per task, in nanoseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct TaskTime {
    /// The number of tasks.
    pub tasks: u64,
    /// Half of the tasks took at most this.
    pub p50_ns: u64,
    /// Nine in ten tasks took at most this.
    pub p90_ns: u64,
    /// Of a hundred tasks, 99 took at most this.
    pub p99_ns: u64,
    /// The longest.
    pub max_ns: u64,
}

impl TaskTime {
    /// The distribution of the times of tasks, each in nanoseconds.
    pub fn new(task_ns: &[u64]) -> Self {
        let histogram = histogram(task_ns);
        let quantile = |q| histogram.value_at_quantile(q);
        Self {
            tasks: histogram.len(),
            p50_ns: quantile(0.5),
            p90_ns: quantile(0.9),
            p99_ns: quantile(0.99),
            max_ns: histogram.max(),
        }
    }
}

/// The number of times in each step of the series 1, 2, 5, 10, …: from, to below, how many. Steps
/// before the first time and after the last are left out.
pub(crate) fn buckets(task_ns: &[u64]) -> Vec<[u64; 3]> {
    let mut buckets: Vec<[u64; 3]> = Vec::new();
    let mut edges = (0..19).flat_map(|power| [1, 2, 5].map(|step| step * 10_u64.pow(power)));
    let Some(mut from) = edges.next() else { return buckets };
    let histogram = histogram(task_ns);
    let mut times = histogram.iter_recorded().peekable();
    for to in edges {
        let mut count = 0;
        while let Some(time) = times.next_if(|time| time.value_iterated_to() < to) {
            count += time.count_since_last_iteration();
        }
        if count > 0 || !buckets.is_empty() {
            buckets.push([from, to, count]);
        }
        from = to;
        if times.peek().is_none() {
            break;
        }
    }
    buckets
}

/// The histogram of the times of tasks, to two digits.
fn histogram(task_ns: &[u64]) -> Histogram<u64> {
    let longest = task_ns.iter().copied().max().unwrap_or(0).max(2);
    let histogram = Histogram::new_with_max(longest, 2);
    let mut histogram = histogram.expect("two significant digits are within the range");
    for &one_ns in task_ns {
        // None is longer than the longest, so this cannot fail.
        let _ = histogram.record(one_ns);
    }
    histogram
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn task_times_fall_into_steps_of_1_2_5() {
        let counted = buckets(&[0, 1, 3, 4, 5, 120, 1990]);
        assert_eq!(counted[0], [1, 2, 2]);
        assert_eq!(counted[1], [2, 5, 2]);
        assert_eq!(counted[2], [5, 10, 1]);
        assert_eq!(counted[6], [100, 200, 1]);
        assert_eq!(counted.last(), Some(&[1000, 2000, 1]));
        assert_eq!(counted.iter().map(|bucket| bucket[2]).sum::<u64>(), 7);
        assert!(buckets(&[]).is_empty());
    }

    #[test]
    fn figures_of_a_distribution_have_two_digits() {
        let times: Vec<u64> = (1..=100).rev().collect();
        let expected = TaskTime { tasks: 100, p50_ns: 50, p90_ns: 90, p99_ns: 99, max_ns: 100 };
        assert_eq!(TaskTime::new(&times), expected);
        assert_eq!(TaskTime::new(&[]), TaskTime::default());
    }
}
