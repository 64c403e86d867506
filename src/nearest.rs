//! The known name that a misspelt one probably stands for.
//!
//! Cost: at most `LONGEST` times `LONGEST` steps for each known name, and far fewer for most.

/// Names longer than this are not compared.
const LONGEST: usize = 32;

/// The nearest name at a small edit distance, the first of several; none if all are far.
pub(crate) fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let name: Vec<char> = name.chars().take(LONGEST + 1).collect();
    if name.len() > LONGEST {
        return None;
    }
    // In a short name nearly every other is a small change away.
    let mut limit = if name.len() < 4 { 1 } else { 2 };
    let mut best = None;
    for candidate in known {
        let is_near_in_length = candidate.len() <= 4 * (name.len() + limit);
        if let Some(distance) =
            is_near_in_length.then(|| distance(&name, candidate, limit)).flatten()
        {
            best = Some(candidate);
            if distance <= 1 {
                break;
            }
            limit = distance - 1;
        }
    }
    best
}

/// The number of insertions, deletions and changes between two names, unless above the limit.
fn distance(name: &[char], other: &str, limit: usize) -> Option<usize> {
    let mut row: Vec<usize> = (0..=name.len()).collect();
    for (i, c) in other.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &d) in name.iter().enumerate() {
            let change = diagonal + usize::from(c != d);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
        if row.iter().all(|&distance| distance > limit) {
            return None;
        }
    }
    row.last().copied().filter(|&distance| distance <= limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_seen_and_a_stranger_is_not() {
        let known = ["corner", "center", "ring", "a1"];
        assert_eq!(nearest("centre", known.into_iter()), Some("center"));
        assert_eq!(nearest("rings", known.into_iter()), Some("ring"));
        assert_eq!(nearest("A1", known.into_iter()), Some("a1"));
        assert_eq!(nearest("edge", known.into_iter()), None);
        assert_eq!(nearest(&"ring".repeat(100), known.into_iter()), None);
    }

    #[test]
    fn the_nearest_of_several_is_named() {
        assert_eq!(nearest("abcdef", ["abcdxy", "abcdex"].into_iter()), Some("abcdex"));
        assert_eq!(distance(&['a', 'b'], "ba", 2), Some(2));
        assert_eq!(distance(&['a', 'b'], "xyz", 2), None);
    }
}
