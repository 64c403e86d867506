//! A naive solver of exact covers with ranges and colours: every set of options, and the definition.
//!
//! Slow on purpose, and it shares nothing with the crate: the cover is a list of lists.

use std::collections::BTreeMap;
use std::fmt;

/// What an item asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// At least and at most so many options cover it.
    Primary(u32, u32),
    /// At most so many options cover it; any number if it has colours.
    Secondary(u32),
}

/// An item of an option, and its colour there.
pub type Use = (usize, Option<u32>);

/// A cover as a person would write it down.
#[derive(Clone, Default)]
pub struct CoverSketch {
    pub items: Vec<Kind>,
    pub options: Vec<Vec<Use>>,
}

impl fmt::Debug for CoverSketch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:?}", self.items)?;
        self.options.iter().enumerate().try_for_each(|(number, option)| {
            let word = |&(item, colour): &Use| match colour {
                Some(colour) => format!("{item}:{colour}"),
                None => item.to_string(),
            };
            let words: Vec<String> = option.iter().map(word).collect();
            writeln!(f, "  {number} = {}", words.join(" "))
        })
    }
}

impl CoverSketch {
    /// Every solution, as ascending lists of options; sorted.
    pub fn solutions(&self) -> Vec<Vec<usize>> {
        assert!(self.options.len() < 20, "there are few sets of options");
        let sets = (0..1_u32 << self.options.len())
            .map(|set| (0..self.options.len()).filter(|option| set >> option & 1 == 1).collect());
        let mut solutions: Vec<Vec<usize>> =
            sets.filter(|set: &Vec<usize>| self.holds(set)).collect();
        solutions.sort_unstable();
        solutions
    }

    /// Whether some options are a solution.
    fn holds(&self, chosen: &[usize]) -> bool {
        let mut uses: BTreeMap<usize, Vec<Option<u32>>> = BTreeMap::new();
        for &option in chosen {
            let mut has_primary = false;
            for &(item, colour) in &self.options[option] {
                has_primary |= matches!(self.items[item], Kind::Primary(..));
                uses.entry(item).or_default().push(colour);
            }
            if !has_primary {
                return false;
            }
        }
        (0..self.items.len()).all(|item| {
            let uses = uses.get(&item).map_or(&[][..], Vec::as_slice);
            let times = uses.len() as u32;
            match self.items[item] {
                Kind::Primary(least, most) => (least..=most).contains(&times),
                Kind::Secondary(1) if times > 1 => {
                    uses[0].is_some() && uses.iter().all(|colour| *colour == uses[0])
                }
                Kind::Secondary(most) => times <= most,
            }
        })
    }
}

#[test]
fn the_oracle_goes_by_the_definitions() {
    let solutions = |items: &[Kind], options: &[&[Use]]| {
        let options = options.iter().map(|option| option.to_vec()).collect();
        CoverSketch { items: items.to_vec(), options }.solutions()
    };
    let (once, none) = (Kind::Primary(1, 1), Vec::<Vec<usize>>::new());
    assert_eq!(solutions(&[once], &[&[(0, None)], &[(0, None)]]), [[0], [1]]);
    assert_eq!(solutions(&[Kind::Primary(2, 2)], &[&[(0, None)]]), none);
    assert_eq!(solutions(&[Kind::Primary(0, 1)], &[&[(0, None)]]), [vec![], vec![0_usize]]);
    assert_eq!(solutions(&[Kind::Secondary(1)], &[&[(0, None)]]), [Vec::<usize>::new()]);
    let pair = |a, b| {
        let items = [once, once, Kind::Secondary(1)];
        !solutions(&items, &[&[(0, None), (2, a)], &[(1, None), (2, b)]]).is_empty()
    };
    assert!(pair(Some(1), Some(1)) && !pair(Some(1), Some(2)));
    assert!(!pair(Some(1), None) && !pair(None, None));
}
