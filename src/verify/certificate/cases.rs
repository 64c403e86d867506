//! Whether the cases of a certificate meet every orbit of solutions.
//!
//! A case says of one piece after another, its anchors, on which options it may lie, or that it is
//! not used. Nothing is believed of how they were chosen. The claim that is checked, from the
//! first anchor to the last: *every solution that agrees with what has been said so far has an
//! image in one of the cases, by a motion that changes nothing of what has been said*.
//!
//! At first nothing has been said, and these are all motions. If all cases go on with the same
//! piece, of which there is one copy, and which these motions map to itself, then a solution
//! either does not use it, and belongs to the cases that say so; or uses it on some option. One
//! of the motions must bring that option onto one that a case keeps; the motions that leave all
//! options of that case as they are go on. Where there is no such case, some item must have too
//! few options left, or what the pieces can fill at the most be less than what must be filled.
//!
//! It is also checked that no option that a case keeps is an image of another that is kept
//! beside it, so that a solution is met more than once only by motions that the case leaves
//! unbroken. The count does not depend on that: it is of different canonical images.
//!
//! Cost: a hash look-up for each motion and option of an anchor.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::exact::ExactCover;

/// What a case says of one anchor.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CaseStep {
    /// The piece, as an item.
    pub item: u32,
    /// The options on which it may lie, ascending; none where it is not used.
    pub keeps: Vec<u32>,
}

/// A case by its number, counted from 1, and the steps that it still has.
type Rest<'a> = (usize, &'a [CaseStep]);

/// Checks that the cases meet every orbit. Returns how many more cases there would be, were they
/// not ruled out at once.
///
/// # Errors
/// Which solutions may have been missed, in words.
pub(crate) fn check(exact: &ExactCover, cases: &[Vec<CaseStep>]) -> Result<usize, String> {
    let cases: Vec<Rest> = (1..).zip(cases.iter().map(Vec::as_slice)).collect();
    let all: Vec<usize> = (0..exact.motions.len()).collect();
    let mut split = Split { exact, ruled_out: 0 };
    split.meet(&all, &[], &cases)?;
    Ok(split.ruled_out)
}

struct Split<'a> {
    exact: &'a ExactCover,
    ruled_out: usize,
}

impl<'a> Split<'a> {
    /// Checks that these cases meet every solution that agrees with what has been said, by these
    /// motions.
    fn meet(
        &mut self,
        motions: &[usize],
        said: &[&'a CaseStep],
        cases: &[Rest<'a>],
    ) -> Result<(), String> {
        let Some(&(first, rest)) = cases.first() else {
            self.ruled_out += 1;
            return self.rule_out(said);
        };
        let Some(CaseStep { item, .. }) = rest.first() else {
            return match cases {
                [] | [_] => Ok(()),
                [_, (second, _), ..] => Err(format!("case {second} is part of case {first}")),
            };
        };
        let item = *item;
        let mut by_step: Vec<(&'a CaseStep, Vec<Rest<'a>>)> = Vec::new();
        for &(number, rest) in cases {
            let [step, rest @ ..] = rest else {
                return Err(format!("case {first} is part of case {number}"));
            };
            if step.item != item {
                return Err(format!("cases {first} and {number} go on with different pieces"));
            }
            self.check_step(number, step, said)?;
            match by_step.iter_mut().find(|(other, _)| *other == step) {
                Some((_, cases)) => cases.push((number, rest)),
                None => by_step.push((step, vec![(number, rest)])),
            }
            // No option is kept by two.
            if by_step.len() > self.exact.options.len() + 1 {
                return Err(format!(
                    "there are more cases than piece {} has ways",
                    self.name(item)
                ));
            }
        }
        let fixes = |&motion: &usize| self.exact.motions[motion][item as usize] == item;
        if !motions.iter().all(fixes) {
            return Err(format!(
                "case {first} anchors piece {}, which a motion turns into another",
                self.name(item)
            ));
        }
        self.meet_options(motions, said, item, &by_step)?;
        let absent = CaseStep { item, keeps: Vec::new() };
        if self.exact.least[item as usize] == 0 && !by_step.iter().any(|(s, _)| s.keeps.is_empty())
        {
            self.rule_out(&[said, &[&absent]].concat())?;
            self.ruled_out += 1;
        }
        for (step, cases) in &by_step {
            let said = [said, &[step]].concat();
            let keeps = |motion: usize| {
                step.keeps.iter().all(|&option| self.exact.image(motion, option) == Some(option))
            };
            let left: Vec<usize> = motions.iter().copied().filter(|&m| keeps(m)).collect();
            self.meet(&left, &said, cases)?;
        }
        Ok(())
    }

    /// Checks a step by itself.
    fn check_step(&self, case: usize, step: &CaseStep, said: &[&CaseStep]) -> Result<(), String> {
        let CaseStep { item, keeps } = step;
        let Some(&most) = self.exact.most.get(*item as usize) else {
            return Err(format!("case {case} speaks of item {item}, which is not there"));
        };
        let name = self.name(*item);
        if (*item as usize) < self.exact.cells {
            return Err(format!("case {case} anchors the cell {name}; only pieces can be anchors"));
        }
        if self.exact.edges.items.contains(&Some(*item)) {
            return Err(format!("case {case} anchors the edge {name}; only pieces can be anchors"));
        }
        if most != 1 {
            return Err(format!("case {case} anchors piece {name}, of which there are copies"));
        }
        if said.iter().any(|earlier| earlier.item == *item) {
            return Err(format!("case {case} speaks of piece {name} twice"));
        }
        if keeps.is_empty() && self.exact.least[*item as usize] > 0 {
            return Err(format!("case {case} leaves out piece {name}, which must be used"));
        }
        if !keeps.is_sorted_by(|a, b| a < b) {
            return Err(format!(
                "the options that case {case} keeps of piece {name} do not ascend"
            ));
        }
        let is_of = |option: &u32| {
            self.exact.options.get(*option as usize).is_some_and(|items| items.contains(item))
        };
        match keeps.iter().find(|option| !is_of(option)) {
            None => Ok(()),
            Some(option) => {
                Err(format!("case {case} keeps option {option}, which is none of piece {name}"))
            }
        }
    }

    /// Checks that of the images of each of the anchor's options just one is kept.
    fn meet_options(
        &mut self,
        motions: &[usize],
        said: &[&'a CaseStep],
        item: u32,
        by_step: &[(&'a CaseStep, Vec<Rest<'a>>)],
    ) -> Result<(), String> {
        let mut kept: BTreeMap<u32, usize> = BTreeMap::new();
        for (step, cases) in by_step {
            for &option in &step.keeps {
                let case = cases[0].0;
                if let Some(other) = kept.insert(option, case) {
                    return Err(format!("cases {other} and {case} both keep option {option}"));
                }
            }
        }
        let mut missing = false;
        for option in self.exact.options_with(item) {
            let images = motions.iter().filter_map(|&motion| self.exact.image(motion, option));
            let met: BTreeSet<u32> = images.filter(|image| kept.contains_key(image)).collect();
            let mut met = met.into_iter();
            match (met.next(), met.next()) {
                (None, _) => {
                    let lies_there = CaseStep { item, keeps: vec![option] };
                    self.rule_out(&[said, &[&lies_there]].concat())?;
                    missing = true;
                }
                (Some(one), Some(other)) => {
                    return Err(format!(
                        "case {} keeps option {one} of piece {}, of which option {other}, kept in \
                         case {}, is an image",
                        kept[&one],
                        self.name(item),
                        kept[&other]
                    ));
                }
                (Some(_), None) => {}
            }
        }
        self.ruled_out += usize::from(missing);
        Ok(())
    }

    /// Checks that there is no solution that agrees with what has been said, since an item has too
    /// few options left, or the pieces can fill too little.
    fn rule_out(&self, said: &[&CaseStep]) -> Result<(), String> {
        let exact = self.exact;
        let mut largest = vec![0; exact.names.len() - exact.cells];
        let mut left = vec![0; exact.names.len()];
        for option in 0..exact.options.len() as u32 {
            let piece = exact.pieces[option as usize];
            let item = (exact.cells + piece) as u32;
            let is_kept =
                |step: &&CaseStep| step.item != item || step.keeps.binary_search(&option).is_ok();
            if said.iter().all(is_kept) {
                largest[piece] = exact.fills(option).max(largest[piece]);
                for &item in &exact.options[option as usize] {
                    left[item as usize] += 1;
                }
            }
        }
        let has_too_few = left.iter().zip(&exact.least).any(|(left, least)| left < least);
        let copies = &exact.most[exact.cells..];
        let filled: usize = largest.iter().zip(copies).map(|(size, &n)| size * n as usize).sum();
        if has_too_few || filled < exact.needed() {
            return Ok(());
        }
        Err(format!("no case meets the solutions {}", self.words(said)))
    }

    /// Which solutions agree with what has been said.
    fn words(&self, said: &[&CaseStep]) -> String {
        let words = said.iter().map(|step| match step.keeps.as_slice() {
            [] => format!("without piece {}", self.name(step.item)),
            [option] => format!("with piece {} on option {option}", self.name(step.item)),
            options => {
                format!("with piece {} on one of {} options", self.name(step.item), options.len())
            }
        });
        let words: Vec<String> = words.collect();
        if words.is_empty() { "of this puzzle".to_owned() } else { words.join(" and ") }
    }

    fn name(&self, item: u32) -> &'a str {
        &self.exact.names[item as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::certificate::exact::tests::two_on_two;

    #[test]
    fn an_anchor_that_a_motion_turns_into_another_piece_is_refused() {
        let anchored = |keeps: &[u32]| vec![CaseStep { item: 2, keeps: keeps.to_vec() }];
        let (flip, swap) = ([1, 0, 2, 3], [0, 1, 3, 2]);
        // The cells are exchanged, and the piece stays the same.
        assert_eq!(check(&two_on_two(&[flip]), &[anchored(&[0])]), Ok(0));
        // Both on their own; the piece that moves is named.
        let refused = "case 1 anchors piece A, which a motion turns into another";
        for keeps in [[0].as_slice(), &[0, 1]] {
            let found = check(&two_on_two(&[swap]), &[anchored(keeps)]);
            assert_eq!(found, Err(refused.to_owned()), "{keeps:?}");
        }
        // Where every option is kept and nothing moves, nothing is missed.
        assert_eq!(check(&two_on_two(&[]), &[anchored(&[0, 1])]), Ok(0));
    }

    #[test]
    fn a_case_that_keeps_too_little_misses_solutions_where_no_motion_leads_to_it() {
        let only = [vec![CaseStep { item: 2, keeps: vec![0] }]];
        let refused = check(&two_on_two(&[]), &only).unwrap_err();
        assert_eq!(refused, "no case meets the solutions with piece A on option 1");
        let both = [vec![CaseStep { item: 2, keeps: vec![0, 1] }]];
        let refused = check(&two_on_two(&[[1, 0, 2, 3]]), &both).unwrap_err();
        assert!(refused.contains("of which option 1, kept in case 1, is an image"), "{refused}");
    }

    #[test]
    fn motions_that_an_anchor_breaks_bring_nothing_to_the_next_one() {
        let anchored = |item, option| CaseStep { item, keeps: vec![option] };
        // The cells are exchanged. Where A lies on the first, B can only lie on the second, and no
        // motion brings it to the first any more.
        let exact = two_on_two(&[[1, 0, 2, 3]]);
        assert_eq!(check(&exact, &[vec![anchored(2, 0), anchored(3, 3)]]), Ok(1));
        let refused = "no case meets the solutions with piece A on option 0 and with piece B on \
                       option 3";
        let found = check(&exact, &[vec![anchored(2, 0), anchored(3, 2)]]);
        assert_eq!(found, Err(refused.to_owned()));
    }

    #[test]
    fn a_cell_that_may_stay_empty_is_none_that_the_pieces_must_fill() {
        // B may fill the one cell that must be filled, wherever A lies.
        let mut exact = two_on_two(&[]);
        exact.least[1] = 0;
        let refused = Err("no case meets the solutions with piece A on option 1".to_owned());
        assert_eq!(check(&exact, &[vec![CaseStep { item: 2, keeps: vec![0] }]]), refused);
        // Where A must fill a cell that B cannot reach any more, nothing is missed.
        exact.options[2] = vec![1, 3];
        assert_eq!(check(&exact, &[vec![CaseStep { item: 2, keeps: vec![0] }]]), Ok(1));
    }
}
