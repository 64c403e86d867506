//! The frontier engine: dynamic programming over the states that a fixed order of items runs
//! through.
//!
//! Items are settled in a fixed order. What has been decided matters later only through the items
//! that are still in play, so all partial solutions that agree on those are one *state*, with an
//! exact number of ways that lead to it. Where many agree, this takes a small part of the steps of
//! any search; where few do, it only takes memory. States are compared whole: a hash only says
//! where to look.
//!
//! The states of a board are words of 64 bits where they fit those ([`window`]), which the lanes of any
//! processor level expand eight at a time; others are keys of any width ([`state_space`]), with all that
//! covers of any kind ask for. The sweep ([`sweep`]) and the diagram are the same.
//!
//! Counting needs no more than the states on their way ([`Frontier::count_saved`]); listing and sampling
//! build a [`Diagram`] of all live states.

mod anchor;
mod best_order;
mod build;
mod counting;
mod diagram;
mod disk;
mod division;
mod encoding;
mod engine;
mod error;
mod flight;
mod growth;
mod halves;
mod interchangeable;
mod item_graph;
mod key;
mod lists;
mod look_ahead;
mod merge;
mod order;
mod order_trial;
mod outbox;
mod progress;
mod saved;
mod slices;
mod space;
mod spill;
mod stash;
mod state_index;
mod state_space;
mod sweep;
mod sweep_memory;
mod sweep_order;
mod sweep_store;
mod ways;
mod window;
mod window_expand;

pub(crate) use anchor::{Anchoring, best_anchoring};
pub(crate) use counting::Counted;
pub(crate) use diagram::{Diagram, DiagramWorker};
pub(crate) use disk::DiskRoom;
pub(crate) use engine::Frontier;
pub(crate) use error::FrontierError;
pub(crate) use halves::SweepPart;
pub(crate) use progress::{OnProgress, SweepProgress};
pub(crate) use slices::{MOST_SLICES, Path, Slices};
pub(crate) use sweep::Room;
pub(crate) use sweep_store::{SweepStore, Unsaved, WriteSweep};
