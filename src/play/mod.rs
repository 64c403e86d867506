//! Playing by hand: what a page needs to let a person lay the pieces of a puzzle, and what it answers to
//! each position.
//!
//! A [`Game`] is a compiled puzzle whose placements go by number. It describes itself once, with all
//! that is to be drawn, and then answers questions about positions, each a list of placements: how many
//! ways there are to finish, what can still lie where, a solution, a hint. It needs nothing but engines
//! and clocks that are there without threads, files or a command line, so that it is small as
//! WebAssembly.

mod cell_order;
mod challenge;
mod completion;
mod count;
mod description;
mod error;
mod fitting;
mod game;
mod outline;
mod piece_data;
mod position;
mod possible;
mod race;
mod shape;

pub use challenge::{Challenge, Level};
pub use completion::{Hint, HintKind};
pub use count::Counting;
pub use error::GameError;
pub use game::Game;
pub use possible::{PiecePossible, Possible};
