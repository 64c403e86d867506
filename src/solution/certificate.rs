//! Certificates: the whole search tree of a puzzle or of a cover, so that another program can check
//! the count.
//!
//! A certificate is one line of JSON that states the exact cover, its motions and the cases; then
//! the tree of each case in binary, a few bytes a node, in preorder; then one line of JSON with the
//! sums and a digest of all before it. The page on it is `CERTIFICATE.md`, which
//! `bitcover format --certificate` prints.
//!
//! Items and options have numbers of their own here, which follow from the puzzle's text alone:
//! cells in reading order, then inner cells, then pieces and edges; options by piece, list of items and colours. A
//! cover's are numbered as they stand in its file.
//! Writing takes a few nanoseconds a node; nothing is kept but a block.

use std::io::{self, Write};

use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::cover::{AnchorStep, Case, Cover, ItemId, OptionId, Problem};
use crate::puzzle::Compiled;

use super::fingerprint::Fingerprint;
use super::format::SubjectName;

/// The page that describes certificates.
pub(crate) const PAGE: &str = include_str!("CERTIFICATE.md");

/// How many bytes are put together before they are written.
const BLOCK: usize = 1 << 16;

/// The numbers that items and options have in a certificate.
#[derive(Clone, Debug)]
pub(crate) struct Register {
    /// For each item, its number.
    pub items: Vec<ItemId>,
    /// For each option, its number.
    pub options: Vec<OptionId>,
    /// For each number of an option, its items' numbers, ascending.
    lists: Vec<Vec<u32>>,
    /// For each number of an item, its name.
    names: Vec<String>,
}

impl Register {
    /// Numbers the items and options of a puzzle.
    pub fn new(compiled: &Compiled) -> Self {
        let Compiled { puzzle, grid, problem, placements, .. } = compiled;
        let mut items: Vec<ItemId> = problem.cover.items().collect();
        let mut names = Vec::with_capacity(items.len());
        for (number, point) in puzzle.board.points().enumerate() {
            if let Some(cell) = grid.cell_drawn_at(point) {
                items[cell] = ItemId(number as u32);
            }
            let [layer, row, column] = point.map(|value| value + 1);
            let layer = if grid.size()[0] > 1 { format!("l{layer}") } else { String::new() };
            names.push(format!("{layer}r{row}c{column}"));
        }
        names.extend((1..=grid.inner_count()).map(|row| format!("i{row}")));
        names.extend(puzzle.pieces.iter().map(|piece| piece.name.clone()));
        names.extend(compiled.edge_names());
        let list = |option: OptionId| {
            let of = problem.cover.items_of(option).iter();
            let mut list: Vec<u32> = of.map(|item| items[item.index()].0).collect();
            // A piece of which any number may be used is not counted by the cover, and said here.
            list.push(problem.pieces[placements[option.index()].piece].0);
            list.sort_unstable();
            list.dedup();
            list
        };
        let mut lists: Vec<(usize, Vec<u32>, OptionId)> = problem
            .cover
            .options()
            .map(|option| (placements[option.index()].piece, list(option), option))
            .collect();
        lists.sort_unstable();
        let mut options = vec![OptionId(0); lists.len()];
        for (number, (.., option)) in lists.iter().enumerate() {
            options[option.index()] = OptionId(number as u32);
        }
        let lists = lists.into_iter().map(|(_, list, _)| list).collect();
        Self { items, options, lists, names }
    }

    /// Numbers the items and options of a cover that is no puzzle: as they are, so that items go by
    /// their names, and options by their place among those of the file that are kept.
    pub fn of_cover(cover: &Cover) -> Self {
        let list = |option| cover.items_of(option).iter().map(|item| item.0).collect();
        Self {
            items: cover.items().collect(),
            options: cover.options().collect(),
            lists: cover.options().map(list).collect(),
            names: cover.items().map(|item| cover.item_name(item).to_owned()).collect(),
        }
    }

    /// The numbers of the items of an option, which is given by its number: all that is said of it, what
    /// binds nothing included.
    pub fn items_of(&self, number: OptionId) -> &[u32] {
        &self.lists[number.index()]
    }

    /// A case with its options renumbered as in the certificate; items are left as they are.
    pub fn case(&self, case: &Case) -> Case {
        let mut case = case.clone();
        self.renumber(&mut case.kept);
        for step in &mut case.steps {
            self.renumber(&mut step.kept);
        }
        case
    }

    /// The name of an item.
    pub fn name(&self, item: ItemId) -> &str {
        &self.names[self.items[item.index()].index()]
    }

    /// The names of the items of an option, which is given by its number.
    pub fn words(&self, number: OptionId) -> String {
        let names =
            self.lists[number.index()].iter().map(|&item| self.names[item as usize].as_str());
        names.collect::<Vec<_>>().join(" ")
    }

    fn renumber(&self, options: &mut [OptionId]) {
        for option in options.iter_mut() {
            *option = self.options[option.index()];
        }
        options.sort_unstable();
    }
}

/// What the first line says.
#[derive(Debug, Serialize)]
struct CertificateHead<'a> {
    format: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cover: Option<&'a str>,
    given: Option<String>,
    items: &'a [String],
    least: Vec<u32>,
    most: Vec<u32>,
    options: &'a [Vec<u32>],
    motions: Vec<Vec<u32>>,
    cases: Vec<Vec<StepEntry>>,
}

/// What a case says of one anchor.
#[derive(Debug, Serialize)]
struct StepEntry {
    item: u32,
    keeps: Vec<u32>,
}

/// What a certificate adds up to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Sums {
    /// The nodes of all trees.
    pub nodes: u64,
    /// The solutions that were met, in some image or other.
    pub met: u64,
    /// Solutions up to the motions of the board.
    pub distinct: u128,
    /// All arrangements on the fixed board.
    pub total: u128,
    /// The fingerprint of the distinct solutions.
    pub fingerprint: Fingerprint,
}

/// What the last line says.
#[derive(Debug, Serialize)]
struct CertificateTail {
    #[serde(flatten)]
    sums: Sums,
    sha256: String,
}

/// Writes one certificate.
#[derive(Debug)]
pub(crate) struct Certificate<W> {
    out: W,
    digest: Sha256,
    block: Vec<u8>,
    bytes: u64,
    nodes: u64,
}

impl<W: Write> Certificate<W> {
    /// Writes the first line of the certificate of a puzzle. `given` is the starting position as a
    /// written line, and the cases are numbered by the register.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn begin(
        out: W,
        compiled: &Compiled,
        given: Option<String>,
        register: &Register,
        cases: &[Case],
    ) -> io::Result<Self> {
        let subject = SubjectName::Puzzle(&compiled.puzzle.name);
        Self::begin_with(out, subject, &compiled.problem, given, register, cases)
    }

    /// Writes the first line of the certificate of a cover that is no puzzle, and goes by a name.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn begin_cover(
        out: W,
        name: &str,
        problem: &Problem,
        register: &Register,
        cases: &[Case],
    ) -> io::Result<Self> {
        Self::begin_with(out, SubjectName::Cover(name), problem, None, register, cases)
    }

    fn begin_with(
        out: W,
        subject: SubjectName<'_>,
        problem: &Problem,
        given: Option<String>,
        register: &Register,
        cases: &[Case],
    ) -> io::Result<Self> {
        let cover = &problem.cover;
        let by_number = |value: &dyn Fn(ItemId) -> u32| {
            let mut values = vec![0; cover.item_count()];
            for item in cover.items() {
                values[register.items[item.index()].index()] = value(item);
            }
            values
        };
        let motions = problem.group.elements().iter().map(|element| {
            by_number(&|item| register.items[element.items[item.index()].index()].0)
        });
        let mut motions: Vec<Vec<u32>> = motions.collect();
        motions.sort_unstable();
        let step = |step: &AnchorStep| StepEntry {
            item: register.items[step.item.index()].0,
            keeps: step.kept.iter().map(|option| option.0).collect(),
        };
        let head = CertificateHead {
            format: "bitcover certificate 1",
            puzzle: subject.puzzle(),
            cover: subject.cover(),
            given,
            items: &register.names,
            least: by_number(&|item| u32::from(cover.is_primary(item)) * cover.multiplicity(item)),
            most: by_number(&|item| cover.multiplicity(item)),
            options: &register.lists,
            motions,
            cases: cases.iter().map(|case| case.steps.iter().map(step).collect()).collect(),
        };
        let mut block = serde_json::to_vec(&head)?;
        block.push(b'\n');
        Ok(Self { out, digest: Sha256::new(), block, bytes: 0, nodes: 0 })
    }

    /// Writes a node: the item that is branched on and with how many options, or that everything
    /// is covered.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn node(&mut self, item: Option<ItemId>, options: u32) -> io::Result<()> {
        self.nodes += 1;
        match item {
            None => self.block.push(0),
            Some(item) => {
                write_number(item.0 + 1, &mut self.block);
                write_number(options, &mut self.block);
            }
        }
        if self.block.len() >= BLOCK { self.flush() } else { Ok(()) }
    }

    /// Writes the last line, with the nodes that were counted here. Returns the sums, and the
    /// length of the certificate in bytes.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn finish(mut self, sums: Sums) -> io::Result<(Sums, u64)> {
        self.block.push(b'\n');
        self.flush()?;
        let sums = Sums { nodes: self.nodes, ..sums };
        let digest = self.digest.finalize_reset();
        let digits = digest.iter().flat_map(|&byte| [byte >> 4, byte & 15]);
        let sha256 = digits.map(|digit| char::from(b"0123456789abcdef"[usize::from(digit)]));
        let sha256 = sha256.collect();
        serde_json::to_writer(&mut self.block, &CertificateTail { sums, sha256 })?;
        self.block.push(b'\n');
        self.flush()?;
        self.out.flush()?;
        Ok((sums, self.bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.digest.update(&self.block);
        self.bytes += self.block.len() as u64;
        self.out.write_all(&self.block)?;
        self.block.clear();
        Ok(())
    }
}

/// Appends a number, seven bits a byte, the lowest first; all bytes but the last have the highest
/// bit set (LEB128).
fn write_number(mut number: u32, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solution::cover_codec::tests::small;

    #[test]
    fn the_certificate_of_a_cover_states_its_items_and_the_options_that_are_kept() {
        let problem = Problem::of_cover(small());
        let register = Register::of_cover(&problem.cover);
        let cases = [register.case(&Case::whole(&problem))];
        let mut file = Vec::new();
        let mut certificate =
            Certificate::begin_cover(&mut file, "small", &problem, &register, &cases).unwrap();
        certificate.node(None, 0).unwrap();
        certificate.finish(Sums::default()).unwrap();
        let head = file.split(|&byte| byte == b'\n').next().unwrap();
        let expected = "{\"format\":\"bitcover certificate 1\",\"cover\":\"small\",\"given\":null,\
            \"items\":[\"a\",\"b\",\"c\",\"s\"],\"least\":[1,1,1,0],\"most\":[1,1,1,1],\
            \"options\":[[0,1],[2,3],[0,1],[0,3],[1]],\"motions\":[[0,1,2,3]],\"cases\":[[]]}";
        assert_eq!(std::str::from_utf8(head).unwrap(), expected);
    }
}
