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
#[doc(hidden)]
pub mod cli;
mod clock;
mod cover;
mod digest;
mod durable;
mod duration;
mod engine;
pub mod guide;
mod machine;
mod nearest;
mod number;
mod puzzle;
#[cfg(feature = "cli")]
mod report;
mod solution;
mod solve;
#[cfg(test)]
mod tests;
mod verify;
mod xml;

pub use cancel::CancelToken;
pub use clock::Clock;
pub use cover::builder::CoverBuilder;
pub use cover::error::CoverError;
pub use cover::exact_cover::Cover;
pub use puzzle::builder::PuzzleBuilder;
pub use puzzle::error::PuzzleError;
pub use puzzle::model::{Family, Lattice, Motions, Piece, Puzzle};
pub use solution::fingerprint::Fingerprint;
pub use solve::counts::SweepReport;
pub use solve::error::{Error, StateError};
pub use solve::estimate::Estimate;
pub use solve::estimate::interval::Figure;
pub use solve::observer::{Phase, Progress};
pub use solve::options::Engine;
pub use solve::outcome::Outcome;
pub use solve::plan::Plan;
pub use solve::solution::Solution;
pub use solve::solutions::Solutions;
pub use solve::solver::{Solvable, Solver};
pub use solve::statistics::Statistics;
