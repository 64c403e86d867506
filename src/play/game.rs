//! A puzzle whose placements go by number.

use std::sync::{Arc, OnceLock};

use crate::clock::{Clock, SystemClock};
use crate::engine::{Capacity, Threads};
use crate::puzzle::error::PuzzleError;
use crate::puzzle::{Compiled, Puzzle, compile};

use super::cell_order::CellOrder;
use super::description::Description;
use super::error::GameError;

/// The most memory that diagrams may take, in bytes, where nothing else is said: what a page may have
/// on a telephone.
const MEMORY_BYTES: u64 = 256 << 20;

/// A puzzle to be played: its placements by number, and what can be said of positions, each a list of
/// placements.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use bitcover::{Game, Puzzle};
///
/// let game = Game::new(&Puzzle::from_catalog("soma")?)?;
/// let count = game.count(&[], &mut |_| ControlFlow::Continue(()))?;
/// assert_eq!(count, 11_520);
/// assert!(game.description().contains("\"name\":\"soma\""));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Game {
    pub(super) compiled: Compiled,
    pub(super) order: CellOrder,
    capacity: OnceLock<Option<Capacity>>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) memory_bytes: u64,
    pub(super) threads: Threads,
}

impl Game {
    /// Compiles a puzzle to be played.
    ///
    /// # Errors
    /// When a piece of its starting position cannot lie where it is given.
    pub fn new(puzzle: &Puzzle) -> Result<Self, GameError> {
        let compiled = compile(puzzle).map_err(PuzzleError::from)?;
        let order = CellOrder::new(&compiled);
        // All is done on one thread: the page has no other.
        let threads = Threads::new(1, 4 << 20).map_err(GameError::Threads)?;
        Ok(Self {
            compiled,
            order,
            capacity: OnceLock::new(),
            clock: Arc::new(SystemClock::new()),
            memory_bytes: MEMORY_BYTES,
            threads,
        })
    }

    /// Sets the clock by which engines take turns.
    #[must_use]
    pub fn clock(mut self, clock: impl Clock + 'static) -> Self {
        self.clock = Arc::new(clock);
        self
    }

    /// Sets the most memory that diagrams may take, in bytes.
    #[must_use]
    pub fn memory_bytes(mut self, memory_bytes: u64) -> Self {
        self.memory_bytes = memory_bytes;
        self
    }

    /// Everything that a page draws, as JSON: cells, pieces with their shapes, placements.
    pub fn description(&self) -> String {
        let given: Vec<usize> = self.given().iter().map(|option| option.index()).collect();
        let description = Description::new(&self.compiled, &self.order, &given);
        // Names and numbers can always be written.
        serde_json::to_string(&description).unwrap_or_default()
    }

    /// The capacities of the classes of items, if there is a use for them.
    pub(super) fn capacity(&self) -> Option<&Capacity> {
        self.capacity.get_or_init(|| Capacity::new(&self.compiled.problem)).as_ref()
    }
}
