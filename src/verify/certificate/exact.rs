//! An exact cover as a certificate must state it: items, options and motions, all by number.
//!
//! Each item is covered by at least `least` options and at most `most` of them. Of a puzzle the
//! items are its cells and then its pieces, and every motion of the board is checked to map options
//! onto options. Cost of that: one hash look-up for each motion and option.

use std::collections::HashMap;

/// Items, options and motions.
#[derive(Clone, Debug)]
pub(crate) struct ExactCover {
    /// The name of each item.
    pub names: Vec<String>,
    /// By how many options each item is covered at least.
    pub least: Vec<u32>,
    /// By how many options each item is covered at most.
    pub most: Vec<u32>,
    /// The items of each option.
    pub options: Vec<Vec<u32>>,
    /// What becomes of each item under each motion; the first motion leaves every item as it is.
    pub motions: Vec<Vec<u32>>,
    /// Of a puzzle, the number of items that are cells; pieces come after them.
    pub cells: usize,
    /// Of a puzzle, the piece of each option.
    pub pieces: Vec<usize>,
    /// Of a puzzle, the number of each option by its items.
    pub index: HashMap<Vec<u32>, u32>,
}

impl ExactCover {
    /// Checks that each motion maps options onto options, and items onto items that are covered
    /// as often. A motion permutes the items, so different options have different images.
    pub fn check_motions(&self) -> Result<(), String> {
        for (number, motion) in self.motions.iter().enumerate() {
            let alike = |item: usize| {
                let image = motion[item] as usize;
                (self.least[item], self.most[item]) == (self.least[image], self.most[image])
            };
            let is_closed =
                || (0..self.options.len()).all(|o| self.image(number, o as u32).is_some());
            if !(0..self.names.len()).all(alike) || !is_closed() {
                return Err(format!("motion {} does not map the puzzle onto itself", number + 1));
            }
        }
        Ok(())
    }

    /// What becomes of an option under a motion.
    pub fn image(&self, motion: usize, option: u32) -> Option<u32> {
        let motion = &self.motions[motion];
        let items = self.options[option as usize].iter();
        let mut image: Vec<u32> = items.map(|&item| motion[item as usize]).collect();
        image.sort_unstable();
        self.index.get(&image).copied()
    }

    /// The options that cover an item, ascending.
    pub fn options_with(&self, item: u32) -> Vec<u32> {
        let numbered = (0..).zip(&self.options);
        numbered.filter(|(_, items)| items.contains(&item)).map(|(option, _)| option).collect()
    }

    /// The number of cells that must be filled.
    pub fn needed(&self) -> usize {
        self.least[..self.cells].iter().filter(|&&least| least > 0).count()
    }

    /// How many cells that must be filled an option fills.
    pub fn fills(&self, option: u32) -> usize {
        let cells = |item: &&u32| (**item as usize) < self.cells && self.least[**item as usize] > 0;
        self.options[option as usize].iter().filter(cells).count()
    }
}
