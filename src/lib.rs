//! bitcover counts, lists and checks the solutions of polyform packing puzzles.
//!
//! A puzzle is described by what a person sees, compiled to exact cover, split by symmetry into
//! cases and by prefixes into tasks, solved by an engine, and every solution is checked, counted
//! and shown:
//!
//! ```text
//! puzzle file ─▶ puzzle::Puzzle ─▶ placements ─▶ cover::Problem (items, options, group, classes)
//!                                                    │ cover::cases: anchors break the symmetry
//!                                                    ▼
//!                              run::plan: an engine for each case, tasks (prefixes)
//!                                                    ▼
//!                              engine::{search, frontier, links}   (know only cover::Problem)
//!                                                    ▼
//!               run::Tally, solution: counts, lines, numbers ─▶ sinks: sorted files, streams
//!                                                    ▼
//!                              verify::Checker (from the picture alone) ─▶ report
//! ```
//!
//! Nothing flows back. A module uses only those below it:
//!
//! | floor | modules | knows |
//! |---|---|---|
//! | 1 | [`cover`] | exact cover, symmetry, cases, text formats; no geometry |
//! | 2 | [`engine`], [`puzzle`] | searching a problem; boards, pieces, motions, puzzle files |
//! | 3 | [`solution`], [`verify`] | pictures, lines, files of solutions, certificates; checking them with a geometry of its own |
//! | 4 | [`run`] | tasks, threads, anchors, the choice of an engine, samples, estimates |
//! | 5 | [`report`] | tables, pictures and pages for people |
//! | 6 | [`cli`] | the command line |
//!
//! The [`guide`] has a page for each task at the command line.
//!
//! # Solving a puzzle from a program
//!
//! ```
//! use bitcover::engine::CancelToken;
//! use bitcover::puzzle::{compile, file};
//! use bitcover::solution::drawing::{PictureStyle, picture};
//! use bitcover::solve::{OutputMode, Options, run};
//!
//! let text = "name = 'strip'\n[board]\nrows = 2\ncolumns = 3\nmotions = 'rotations-and-flips'\n\
//!             [[piece]]\nsymbol = 'abc'\npicture = 'aa'\n";
//! let compiled = compile(&file::parse(text)?.members[0])?;
//! let settings = Options { listing: OutputMode::Distinct, ..Options::default() };
//! let part = run(&compiled, &settings, &CancelToken::default())?;
//! assert_eq!((part.tally.distinct, part.tally.total), (2, 3));
//! for line in part.tally.lines.chunks_exact(part.line_len) {
//!     print!("{}", picture(&compiled.puzzle, std::str::from_utf8(line)?, PictureStyle::Letters));
//! }
//! # assert_eq!(part.tally.lines, b"aab/ccbabc/abc");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Puzzles of the catalogue come from [`puzzle::catalog`]; [`run::auto`] chooses an engine;
//! [`verify::Checker`] checks a line from the picture alone.

mod cancel;
#[cfg(feature = "cli")]
pub mod cli;
mod clock;
pub mod cover;
mod digest;
pub mod durable;
mod duration;
pub mod engine;
pub mod guide;
pub mod machine;
mod nearest;
mod number;
pub mod puzzle;
#[cfg(feature = "cli")]
pub mod report;
pub mod solution;
pub mod solve;
#[cfg(test)]
mod tests;
pub mod verify;
mod xml;
