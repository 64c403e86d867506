//! The file of a listing: a header that says what it holds, then one line a solution, sorted.
//!
//! ```text
//! # bitcover solutions, format 1
//! # puzzle: logiq-2
//! # given: ..UUU......./..U.U.......      (only where pieces lay on the board from the start)
//! # content: distinct
//! # distinct: 23
//! # total: 552
//! # fingerprint: 5e0fba1b6dd24ef90e6d21a0f2b8a1c3
//! # complete: yes
//! 00QUUUFLLLLQ:0/...
//! ```
//!
//! `content` is `distinct` (the canonical line of each solution) or `images` (every arrangement
//! on the fixed board). The bytes depend on the puzzle alone, not on engine, anchor or threads.

use std::io::{self, Write};

use super::Fingerprint;

/// The head of a listing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header<'a> {
    /// The puzzle's name.
    pub puzzle: &'a str,
    /// The starting position as a partial picture, if there was one.
    pub given: Option<String>,
    /// Whether every arrangement is listed, not one of each kind.
    pub images: bool,
    /// Solutions up to the motions of the board.
    pub distinct: u128,
    /// All arrangements on the fixed board.
    pub total: u128,
    /// The fingerprint of the distinct solutions.
    pub fingerprint: Fingerprint,
    /// Whether these are all the solutions.
    pub complete: bool,
}

/// Writes a listing. `lines` holds sorted lines of `line_len` bytes each, without line ends.
///
/// # Errors
/// Those of the writer.
pub fn write_listing(
    out: &mut impl Write,
    header: &Header<'_>,
    lines: &[u8],
    line_len: usize,
) -> io::Result<()> {
    let Header { puzzle, given, images, distinct, total, fingerprint, complete } = header;
    let given = given.as_ref().map_or(String::new(), |given| format!("# given: {given}\n"));
    let content = if *images { "images" } else { "distinct" };
    let complete = if *complete { "yes" } else { "no" };
    write!(
        out,
        "# bitcover solutions, format 1\n# puzzle: {puzzle}\n{given}# content: {content}\n\
         # distinct: {distinct}\n# total: {total}\n# fingerprint: {fingerprint}\n\
         # complete: {complete}\n"
    )?;
    for line in lines.chunks_exact(line_len) {
        out.write_all(line)?;
        out.write_all(b"\n")?;
    }
    Ok(())
}
