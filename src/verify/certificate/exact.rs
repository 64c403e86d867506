//! An exact cover as a certificate must state it: items, options and motions, all by number.
//!
//! Each item is covered by at least `least` options and at most `most` of them. Of a puzzle the
//! items are its cells and then its pieces, and every motion of the board is checked to map options
//! onto options. Cost of that: one hash look-up for each motion and option.

use std::collections::HashMap;

use crate::puzzle::paint::Paint;

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
    /// Of a puzzle, the number of each option by its key (see [`ExactEdges::key`]).
    pub index: HashMap<Vec<u32>, u32>,
    /// Of a puzzle with coloured edges, what options say of them.
    pub edges: ExactEdges,
}

/// What the options of a puzzle say of the edges of the board; nothing where edges have no colours.
#[derive(Clone, Debug, Default)]
pub(crate) struct ExactEdges {
    /// For each option, the edges to which it gives a colour, ascending.
    pub sides: Vec<Vec<(u32, Paint)>>,
    /// What becomes of each edge under each motion.
    pub motions: Vec<Vec<u32>>,
    /// For each edge, its item, if two sides can meet there.
    pub items: Vec<Option<u32>>,
}

impl ExactEdges {
    /// What tells an option of a puzzle from all others: its items, and what it says of edges.
    pub fn key(mut items: Vec<u32>, sides: &[(u32, Paint)]) -> Vec<u32> {
        items.extend(sides.iter().flat_map(|&(edge, side)| [edge, u32::from(side.symbol())]));
        items
    }
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
    pub fn image(&self, number: usize, option: u32) -> Option<u32> {
        let motion = &self.motions[number];
        let items = self.options[option as usize].iter();
        let mut image: Vec<u32> = items.map(|&item| motion[item as usize]).collect();
        image.sort_unstable();
        if let Some(sides) = self.edges.sides.get(option as usize) {
            let edges = &self.edges.motions[number];
            let mut sides: Vec<(u32, Paint)> =
                sides.iter().map(|&(edge, side)| (edges[edge as usize], side)).collect();
            sides.sort_unstable();
            image = ExactEdges::key(image, &sides);
        }
        self.index.get(&image).copied()
    }

    /// Whether options give colours to edges.
    pub fn has_colours(&self) -> bool {
        !self.edges.items.is_empty()
    }

    /// For each option, the colours that it gives items; none where edges have no colours.
    pub fn colours(&self) -> Vec<Vec<(u32, String)>> {
        let colour = |&(edge, side): &(u32, Paint)| {
            Some((self.edges.items[edge as usize]?, side.symbol().to_string()))
        };
        self.edges.sides.iter().map(|sides| sides.iter().filter_map(colour).collect()).collect()
    }

    /// The options that cover an item, ascending.
    pub fn options_with(&self, item: u32) -> Vec<u32> {
        let numbered = (0..).zip(&self.options);
        numbered.filter(|(_, items)| items.contains(&item)).map(|(option, _)| option).collect()
    }

    /// Whether some item must be covered, and may be covered more often than it must.
    pub fn has_ranges(&self) -> bool {
        self.least.iter().zip(&self.most).any(|(&least, most)| least > 0 && least < *most)
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

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Two cells and the pieces A and B, each of which fits either cell; the motions are these, the
    /// first aside.
    pub(crate) fn two_on_two(motions: &[[u32; 4]]) -> ExactCover {
        let options = [[0, 2], [1, 2], [0, 3], [1, 3]].map(Vec::from);
        let index = (0..).zip(&options).map(|(number, items)| (items.clone(), number)).collect();
        let stays = [[0, 1, 2, 3]];
        ExactCover {
            names: ["r1c1", "r1c2", "A", "B"].map(str::to_owned).into(),
            least: vec![1; 4],
            most: vec![1; 4],
            options: options.into(),
            motions: stays.iter().chain(motions).map(|motion| motion.to_vec()).collect(),
            cells: 2,
            pieces: vec![0, 0, 1, 1],
            index,
            edges: ExactEdges::default(),
        }
    }

    #[test]
    fn a_motion_must_map_every_option_onto_an_option() {
        let flip = [1, 0, 2, 3];
        let exact = two_on_two(&[flip, [0, 1, 3, 2]]);
        assert_eq!(exact.check_motions(), Ok(()));
        assert_eq!([0, 1, 2, 3].map(|option| exact.image(1, option)), [1, 0, 3, 2].map(Some));
        // A cell for a piece: no option has two cells.
        let refused = Err("motion 3 does not map the puzzle onto itself".to_owned());
        assert_eq!(two_on_two(&[flip, [2, 1, 0, 3]]).check_motions(), refused);
        // The last option has no image.
        let mut lacking = two_on_two(&[flip]);
        lacking.index.remove(&vec![0, 3]);
        assert!(lacking.check_motions().is_err());
    }

    #[test]
    fn a_motion_must_map_items_onto_items_that_are_covered_as_often() {
        let swap = [0, 1, 3, 2];
        for change in [
            |exact: &mut ExactCover| exact.least[3] = 0,
            |exact: &mut ExactCover| exact.most[3] = 2,
        ] {
            let mut exact = two_on_two(&[swap]);
            assert_eq!(exact.check_motions(), Ok(()));
            change(&mut exact);
            let refused = Err("motion 2 does not map the puzzle onto itself".to_owned());
            assert_eq!(exact.check_motions(), refused);
        }
    }
}
