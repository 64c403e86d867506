//! A proof in the format of VeriPB 3 that the formula of a case has no model, from the tree of a
//! search for one.
//!
//! The step of a node says that not all of the options are chosen that were chosen above it. It
//! follows by unit propagation: if they are chosen, what they clash with is not; of the options that
//! the node branched on, the steps of the children rule out one after the other; and then an item
//! has too few left. That of the last child need not be written down: with all others ruled out, its
//! option is forced, and what was derived below it does the rest. So steps are fewer than nodes,
//! and a node with one way to go on has none. Neither has a solution, which the formula excludes.
//!
//! Each line derives one step, and deletes those below the node, which are not needed any more. A
//! proof is written as the tree is gone through; what is kept is a few words for each open node.

use std::io::{self, Write as _};

use crate::cover::OptionId;

/// Writes one proof.
#[derive(Debug)]
pub(crate) struct Proof<W> {
    out: W,
    line: Vec<u8>,
    open: Vec<Open>,
    /// The number of the next step, as checkers count constraints.
    next: u64,
    size: ProofSize,
}

/// A node below which the search is.
#[derive(Clone, Copy, Debug)]
struct Open {
    /// The number of the first step below it.
    first: u64,
    /// How many of its children are still to come.
    left: u32,
    /// Whether it needs no step.
    is_plain: bool,
}

/// How long a proof is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ProofSize {
    /// The number of steps.
    pub steps: u64,
    /// The length in bytes.
    pub bytes: u64,
}

impl<W: io::Write> Proof<W> {
    /// Begins the proof for a formula of so many constraints, as checkers count them.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn begin(out: W, constraints: u64) -> io::Result<Self> {
        let (line, open) = (Vec::new(), Vec::new());
        let mut proof = Self { out, line, open, next: constraints + 1, size: ProofSize::default() };
        writeln!(proof.line, "pseudo-Boolean proof version 3.0\nf {constraints};")?;
        proof.put()?;
        Ok(proof)
    }

    /// Goes down to a node that has so many children. `is_excluded` says that the formula itself
    /// says of the options chosen above it what its step would.
    pub fn enter(&mut self, children: u32, is_excluded: bool) {
        let is_last = self.open.last_mut().is_some_and(|parent| {
            parent.left = parent.left.saturating_sub(1);
            parent.left == 0
        });
        let is_plain = is_last || is_excluded;
        self.open.push(Open { first: self.next, left: children, is_plain });
    }

    /// Goes back up from the node, above which these options were chosen, by their numbers.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn leave(&mut self, chosen: &[OptionId]) -> io::Result<()> {
        let Some(Open { first, is_plain: false, .. }) = self.open.pop() else { return Ok(()) };
        self.line.extend_from_slice(b"rup ");
        for option in chosen {
            write!(self.line, "1 ~x{} ", option.0 + 1)?;
        }
        self.line.extend_from_slice(b">= 1;");
        if first < self.next {
            write!(self.line, " del range {first} {};", self.next)?;
        }
        self.line.push(b'\n');
        self.next += 1;
        self.size.steps += 1;
        self.put()
    }

    /// Ends the proof; its last step was that of the root. Returns how long it is.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn finish(mut self) -> io::Result<ProofSize> {
        let last = self.next - 1;
        writeln!(self.line, "output NONE;\nconclusion UNSAT : {last};\nend pseudo-Boolean proof;")?;
        self.put()?;
        self.out.flush()?;
        Ok(self.size)
    }

    fn put(&mut self) -> io::Result<()> {
        self.size.bytes += self.line.len() as u64;
        self.out.write_all(&self.line)?;
        self.line.clear();
        Ok(())
    }
}
