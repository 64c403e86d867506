//! The tree of one case, checked node by node.
//!
//! A node names an item and says how many of its options it goes on with. The item must be one that
//! has to be covered and is not; the options that it has left are worked out anew, from what was
//! chosen above. If they are fewer than the item still needs, their number must be said, and the node
//! is a dead end. Else the certificate goes on with one child for each, in ascending order, so that
//! none is left out. Where the item needs several more, an option is withdrawn from all that
//! comes after it, so that options that are chosen together are chosen in one order; the last ones,
//! with which there would be fewer than it needs, may have no child. A node without an item claims
//! that all is covered, which is looked at, and the solution is handed on.
//!
//! Nothing else ends a branch. Memory is one list of options for each depth, and there are at
//! most as many depths as cells. A node costs one look at the masks of an item's options.

use std::io::BufRead;

use super::cases::CaseStep;
use super::exact::ExactCover;
use super::source::Source;

/// A case, and what has been chosen in it so far.
#[derive(Debug)]
pub(crate) struct Tree<'a> {
    exact: &'a ExactCover,
    /// Which items must be covered in this case.
    required: Vec<bool>,
    /// For each item, its options in this case, ascending.
    options_of: Vec<Vec<u32>>,
    /// For each option, the words of the mask of its items.
    masks: Vec<u64>,
    words: usize,
    /// The items that no further option may cover.
    full: Vec<u64>,
    /// How many more options may cover each item.
    room: Vec<u32>,
    withdrawn: Vec<bool>,
    chosen: Vec<u32>,
    /// The options left at each open node, one list after another.
    left: Vec<u32>,
    open: Vec<Node>,
    /// The nodes so far.
    pub nodes: u64,
}

/// A node some of whose children are still to come.
#[derive(Debug)]
struct Node {
    /// Where its options begin.
    from: usize,
    /// How many of them have been gone through or begun.
    begun: usize,
    /// Whether the item needs several more options.
    several: bool,
}

impl<'a> Tree<'a> {
    /// Prepares for a case.
    pub fn new(exact: &'a ExactCover, case: &[CaseStep]) -> Self {
        let words = exact.names.len().div_ceil(64);
        let mut required: Vec<bool> = exact.least.iter().map(|&least| least > 0).collect();
        for step in case {
            required[step.item as usize] = !step.keeps.is_empty();
        }
        let mut options_of = vec![Vec::new(); exact.names.len()];
        let mut masks = vec![0; words * exact.options.len()];
        for (option, items) in exact.options.iter().enumerate() {
            let number = option as u32;
            let is_kept = |step: &CaseStep| {
                !items.contains(&step.item) || step.keeps.binary_search(&number).is_ok()
            };
            let is_kept = case.iter().all(is_kept);
            for &item in items {
                masks[option * words + item as usize / 64] |= 1 << (item % 64);
                if is_kept {
                    options_of[item as usize].push(number);
                }
            }
        }
        Self {
            exact,
            required,
            options_of,
            masks,
            words,
            full: vec![0; words],
            room: exact.most.clone(),
            withdrawn: vec![false; exact.options.len()],
            chosen: Vec::new(),
            left: Vec::new(),
            open: Vec::new(),
            nodes: 0,
        }
    }

    /// Reads the tree to its end, and hands on each solution.
    ///
    /// # Errors
    /// What is wrong with the last node that was read, in words.
    pub fn check(
        &mut self,
        source: &mut Source<impl BufRead>,
        solution: &mut dyn FnMut(&[u32]) -> Result<(), String>,
    ) -> Result<(), String> {
        loop {
            self.nodes += 1;
            let number = source.number()?;
            match number.checked_sub(1) {
                None => {
                    self.check_full()?;
                    solution(&self.chosen)?;
                }
                Some(item) => {
                    let options = source.number()?;
                    self.enter(item, options)?;
                }
            }
            if !self.go_on() {
                return Ok(());
            }
        }
    }

    /// Checks that everything is covered.
    fn check_full(&self) -> Result<(), String> {
        let open = (0..self.room.len()).find(|&item| self.required[item] && self.room[item] > 0);
        match open {
            None => Ok(()),
            Some(item) => Err(format!(
                "this is given as a solution, but {} is still to be covered",
                self.exact.names[item]
            )),
        }
    }

    /// Checks what is said of an item, and opens the node if there is a way on.
    fn enter(&mut self, item: u32, options: u32) -> Result<(), String> {
        let Some(name) = self.exact.names.get(item as usize) else {
            return Err(format!("there is no item {item}; they are counted from 0"));
        };
        let room = self.room[item as usize];
        if !self.required[item as usize] {
            return Err(format!("{name} need not be covered, so it proves nothing"));
        }
        if room == 0 {
            return Err(format!("{name} is covered already"));
        }
        let from = self.left.len();
        for &option in &self.options_of[item as usize] {
            let mask = &self.masks[option as usize * self.words..][..self.words];
            let fits = mask.iter().zip(&self.full).all(|(mask, full)| mask & full == 0);
            if fits && !self.withdrawn[option as usize] {
                self.left.push(option);
            }
        }
        let found = self.left.len() - from;
        // So many of them may be the first of those that are needed; none where there are too few.
        let ways = (found + 1).saturating_sub(room as usize);
        let least = if ways == 0 { found } else { ways };
        if !(least..=found).contains(&(options as usize)) {
            return Err(format!("{options} options are listed for {name}, but {found} are left"));
        }
        if ways == 0 {
            self.left.truncate(from);
        } else {
            self.left.truncate(from + options as usize);
            self.open.push(Node { from, begun: 0, several: room > 1 });
        }
        Ok(())
    }

    /// Goes on to the next child of the last open node that has one; false when all are closed.
    fn go_on(&mut self) -> bool {
        while let Some(node) = self.open.last_mut() {
            let &mut Node { from, begun, several } = node;
            node.begun += 1;
            if begun > 0 {
                self.take_back();
            }
            if let Some(&option) = self.left.get(from + begun) {
                self.withdrawn[option as usize] |= several;
                self.choose(option);
                return true;
            }
            for &option in &self.left[from..] {
                self.withdrawn[option as usize] &= !several;
            }
            self.left.truncate(from);
            self.open.pop();
        }
        false
    }

    fn choose(&mut self, option: u32) {
        self.chosen.push(option);
        for &item in &self.exact.options[option as usize] {
            let room = &mut self.room[item as usize];
            *room -= 1;
            if *room == 0 {
                self.full[item as usize / 64] |= 1 << (item % 64);
            }
        }
    }

    fn take_back(&mut self) {
        let Some(option) = self.chosen.pop() else { return };
        for &item in &self.exact.options[option as usize] {
            self.room[item as usize] += 1;
            self.full[item as usize / 64] &= !(1 << (item % 64));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::certificate::exact::ExactEdges;

    /// The solutions of the tree in these bytes, for an item that two of three options must cover.
    fn check(bytes: &[u8]) -> Result<Vec<Vec<u32>>, String> {
        let exact = ExactCover {
            names: vec!["a".to_owned()],
            least: vec![2],
            most: vec![2],
            options: vec![vec![0]; 3],
            motions: vec![vec![0]],
            cells: 1,
            pieces: Vec::new(),
            index: std::collections::HashMap::new(),
            edges: ExactEdges::default(),
        };
        let mut found = Vec::new();
        Tree::new(&exact, &[]).check(&mut Source::new(bytes), &mut |options| {
            found.push(options.to_vec());
            Ok(())
        })?;
        Ok(found)
    }

    #[test]
    fn options_after_which_too_few_are_left_may_have_no_child_and_no_others() {
        // A node is its item, counted from 1, and its number of options; 0 is a solution.
        let pairs = Ok(vec![vec![0, 1], vec![0, 2], vec![1, 2]]);
        assert_eq!(check(&[1, 2, 1, 2, 0, 0, 1, 1, 0]), pairs);
        // The last option, alone, is a dead end.
        assert_eq!(check(&[1, 3, 1, 2, 0, 0, 1, 1, 0, 1, 0]), pairs);
        for missing in [&[1, 1, 1, 2, 0, 0][..], &[1, 0], &[1, 2, 1, 1, 0, 1, 1, 0]] {
            assert!(check(missing).unwrap_err().contains("are left"), "{missing:?}");
        }
    }
}
