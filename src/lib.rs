//! bitcover counts, lists and checks the solutions of polyform packing puzzles and of exact covers.
//!
//! Counting, and pictures one by one; the search ends when the iterator is dropped:
//!
//! ```
//! use bitcover::{Puzzle, Solver};
//!
//! let solver = Solver::new(&Puzzle::from_catalog("soma")?)?.threads(2);
//! assert_eq!(solver.count()?.total, 11_520);
//! for solution in solver.solutions()?.take(3) {
//!     println!("{}", solution?);
//! }
//! println!("{}", solver.plan()?); // what it would do, and why
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A puzzle of your own:
//!
//! ```
//! use bitcover::{Piece, Puzzle, Solver};
//!
//! let puzzle = Puzzle::builder("strip")
//!     .board_size(2, 3)
//!     .piece(Piece::drawn("domino", "abc", ["xx"]))
//!     .build()?;
//! let outcome = Solver::new(&puzzle)?.count()?;
//! assert_eq!(outcome.total, 3);
//! assert_eq!(outcome.distinct, Some(2.into()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! An exact cover that is no puzzle:
//!
//! ```
//! use bitcover::{Cover, Solver};
//!
//! let cover = Cover::builder().primary("a").primary("b").option(["a", "b"])?.build()?;
//! assert_eq!(Solver::new(&cover)?.count()?.total, 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Arrangements drawn at random, each as likely as any other:
//!
//! ```
//! use bitcover::{Puzzle, Solver};
//!
//! let solver = Solver::new(&Puzzle::from_catalog("soma")?)?;
//! assert_eq!(solver.sample(3, 7)?.len(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The [`guide`] has a page for each task at the command line. Without the feature `cli` the library has
//! few dependencies and builds for WebAssembly, where one thread works and no clock runs.
//!
//! # Architecture
//!
//! A puzzle is described by what a person sees, compiled to exact cover, split by symmetry into cases
//! and by prefixes into tasks, and solved by the engine that fits; every solution is checked, counted
//! and shown. A cover that never was a puzzle goes the same way from the second step on. A module uses
//! only floors below its own:
//!
//! | floor | modules | hold |
//! |---|---|---|
//! | 1 | `cover` | exact cover, symmetry, cases, text formats; no geometry |
//! | 2 | `engine`, `puzzle` | searching a problem; boards, pieces, motions, puzzle files |
//! | 3 | `solution`, `verify` | lines, pictures, files, certificates; checking them with a geometry of its own |
//! | 4 | `play`, `solve` | [`Game`]: positions laid by hand; [`Solver`]: analysis, plan, execution, samples, estimates |
//! | 5 | `durable`, `report` | journals and shards; tables and pages for people |
//! | 6 | `cli` | the command line |
//!
//! The way of a task: [`Solver::count`] plans by what `solve::analysis` knows, and the [`Plan`] is pure
//! data; `solve::execute` takes its first stage and lays out its tasks, `solve::pool` gives them to
//! threads, an engine visits solutions, they are counted, and the sum is the [`Outcome`].

// What only the command line asks for (writing files, journals, the checker) is compiled with the
// library alone, too, so that it builds everywhere.
#![cfg_attr(
    not(feature = "cli"),
    allow(dead_code, unused_imports, reason = "only the command line asks for some of it")
)]

mod cancel;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
mod clock;
mod count;
mod cover;
mod digest;
mod durable;
mod duration;
mod engine;
pub mod guide;
mod input_file;
mod machine;
mod nearest;
mod number;
mod play;
mod puzzle;
mod random;
#[cfg(feature = "cli")]
mod report;
mod size;
mod solution;
mod solve;
mod temporary_file;
#[cfg(test)]
mod tests;
mod text_file;
mod verify;
mod work_limit;
mod xml;

pub use cancel::CancelToken;
pub use clock::Clock;
pub use count::{Count, CountTooLarge};
pub use cover::builder::CoverBuilder;
pub use cover::error::CoverError;
pub use cover::exact_cover::Cover;
pub use cover::format::FormatError;
pub use durable::check::Verified;
pub use durable::output::Output;
pub use durable::shard::part::{Shard, ShardResult};
pub use play::{
    Challenge, Counting, Game, GameError, Hint, HintKind, Level, PiecePossible, Possible,
};
pub use puzzle::builder::PuzzleBuilder;
pub use puzzle::error::PuzzleError;
pub use puzzle::model::{Family, Lattice, Motions, Piece, Puzzle, Region};
pub use solution::fingerprint::Fingerprint;
pub use solution::format::Format;
#[doc(hidden)]
pub use solve::bench_internals;
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
