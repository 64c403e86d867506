//! Times of tasks, in steps for a chart.

use hdrhistogram::Histogram;

/// How many times lie in each step of the series 1, 2, 5, 10, …: from, to below, how many. Steps
/// before the first time and after the last are left out.
pub(super) fn buckets(times_ns: &Histogram<u64>) -> Vec<[u64; 3]> {
    let mut buckets: Vec<[u64; 3]> = Vec::new();
    let mut edges = (0..19).flat_map(|power| [1, 2, 5].map(|step| step * 10_u64.pow(power)));
    let Some(mut from) = edges.next() else { return buckets };
    let mut times = times_ns.iter_recorded().peekable();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn task_times_fall_into_steps_of_1_2_5() {
        let mut times = Histogram::new(3).unwrap();
        for time in [0, 1, 3, 4, 5, 120, 1999] {
            times.record(time).unwrap();
        }
        let counted = buckets(&times);
        assert_eq!(counted[0], [1, 2, 2]);
        assert_eq!(counted[1], [2, 5, 2]);
        assert_eq!(counted[2], [5, 10, 1]);
        assert_eq!(counted[6], [100, 200, 1]);
        assert_eq!(counted.last(), Some(&[1000, 2000, 1]));
        assert_eq!(counted.iter().map(|bucket| bucket[2]).sum::<u64>(), 7);
    }
}
