//! A search and a diagram take turns on one thread, and whichever is done first has the answer.
//!
//! The search goes first for a moment, which suffices for most positions. It goes on in slices, at the
//! end of which it hands itself what is left, so that what it has found so far is known while it is
//! under way. The diagram, whose states merge where there are many ways, is asked to wait meanwhile.
//!
//! Cost: about twice that of the quicker one, at the most.

use std::ops::ControlFlow;
use std::time::Duration;

use crate::cancel::CancelToken;
use crate::clock::Clock;
use crate::count::Count;
use crate::cover::OptionId;
use crate::engine::frontier::{Diagram, Frontier, FrontierError, SweepProgress};
use crate::engine::search::{Search, SearchWorker};
use crate::engine::{SimdLevel, Tally, Visitor, WorkSplitter, Worker};

use super::error::GameError;
use super::game::Game;
use super::position::{Part, Position};

/// How long the search has before a diagram is begun: positions with two pieces of a tower take it as long,
/// and who waits does not notice that much.
const FIRST: Duration = Duration::from_millis(160);

/// The longest that either goes on before whoever waits is told.
const SLICE: Duration = Duration::from_millis(50);

/// Sees each solution of a part; `Break` ends the search.
pub(super) type See<'a> = &'a mut dyn FnMut(&Part, &[OptionId]) -> ControlFlow<()>;

/// Is told now and then how many completions the search has found; `Break` ends the race.
pub(super) type Tell<'a> = &'a mut dyn FnMut(&Count) -> ControlFlow<()>;

/// How a race ended.
#[derive(Clone, Debug)]
pub(super) enum Finish {
    /// The search has seen all there is, or all that was wanted: so many completions.
    Searched(Count),
    /// The diagrams of all parts were there first.
    Diagrams(Vec<Diagram>),
}

impl Game {
    /// Goes through the completions of a position. Without anybody to see them, they are counted.
    ///
    /// # Errors
    /// When whoever is told ends it.
    pub(super) fn race(
        &self,
        position: &Position,
        mut see: Option<See<'_>>,
        tell: Tell<'_>,
    ) -> Result<Finish, GameError> {
        let problem = &self.compiled.problem;
        let searches: Vec<Search> = position
            .parts
            .iter()
            .map(|part| Search::new(problem, &part.case, self.capacity(), SimdLevel::best()))
            .collect();
        let mut search = SlicedSearch::new(&position.parts, &searches, &*self.clock);
        if search.go_on(FIRST, see.as_mut()) {
            return Ok(Finish::Searched(search.found));
        }
        let mut is_ended = tell(&search.found).is_break();
        let mut last = self.clock.now();
        let mut take_turns = |_: &SweepProgress| {
            let built = self.clock.now().saturating_sub(last);
            let is_done = search.go_on(built.min(SLICE), see.as_mut());
            is_ended |= !is_done && tell(&search.found).is_break();
            last = self.clock.now();
            if is_done || is_ended { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let diagrams: Result<Vec<Diagram>, FrontierError> =
            self.diagrams(&position.parts, &mut take_turns);
        match diagrams {
            Ok(diagrams) => return Ok(Finish::Diagrams(diagrams)),
            // Its states are too many, or too wide; or the race is over.
            Err(_) => {
                while !is_ended && !search.go_on(SLICE, see.as_mut()) {
                    is_ended = tell(&search.found).is_break();
                }
            }
        }
        if search.is_done() {
            Ok(Finish::Searched(search.found))
        } else {
            Err(GameError::Cancelled)
        }
    }

    /// The diagrams of the parts, all of which together keep to the limit of memory.
    fn diagrams(
        &self,
        parts: &[Part],
        take_turns: &mut dyn FnMut(&SweepProgress) -> ControlFlow<()>,
    ) -> Result<Vec<Diagram>, FrontierError> {
        let mut left = self.memory_bytes;
        let mut diagrams = Vec::new();
        for part in parts {
            let frontier = Frontier::new(&self.compiled.problem, &part.case)?;
            let diagram = frontier.diagram_of_board(&self.threads, left, take_turns)?;
            left = left.saturating_sub(diagram.bytes());
            diagrams.push(diagram);
        }
        Ok(diagrams)
    }
}

/// A search of the parts of a position that goes on for a while at a time.
struct SlicedSearch<'a> {
    parts: &'a [Part],
    /// One for each part.
    workers: Vec<SearchWorker<'a>>,
    clock: &'a dyn Clock,
    /// What is still to be searched: in which part, below which prefix; the last first.
    open: Vec<(usize, Vec<OptionId>)>,
    /// How many completions the solutions found so far stand for.
    found: Count,
}

impl<'a> SlicedSearch<'a> {
    /// A search that has not begun.
    fn new(parts: &'a [Part], searches: &'a [Search], clock: &'a dyn Clock) -> Self {
        let workers = searches.iter().map(Search::worker).collect();
        let open = (0..parts.len()).rev().map(|part| (part, Vec::new())).collect();
        Self { parts, workers, clock, open, found: Count::ZERO }
    }

    /// Whether everything was searched, or all that was wanted.
    fn is_done(&self) -> bool {
        self.open.is_empty()
    }

    /// Goes on for about so long; to its end where no clock runs. Returns whether it is done.
    fn go_on(&mut self, time: Duration, mut see: Option<&mut See<'_>>) -> bool {
        let until = self.clock.now() + time;
        while let Some((number, prefix)) = self.open.pop() {
            let part = &self.parts[number];
            let is_counted = see.is_none();
            let mut slice = Slice { clock: self.clock, until, parts: Vec::new() };
            let mut tally = Tally::default();
            let mut is_enough = false;
            let mut look = |options: &[OptionId]| {
                tally.0 += 1;
                let flow = see.as_mut().map_or(ControlFlow::Continue(()), |see| see(part, options));
                is_enough |= flow.is_break();
                flow
            };
            let mut count = Tally::default();
            let visitor: &mut dyn Visitor = if is_counted { &mut count } else { &mut look };
            let worker = &mut self.workers[number];
            worker.run_splitting(&prefix, visitor, &mut slice, &CancelToken::new());
            let solutions = if is_counted { count.0 } else { tally.0 };
            self.found += &(&Count::from(u128::from(solutions)) * part.weight);
            self.open.extend(slice.parts.into_iter().map(|prefix| (number, prefix)));
            if is_enough {
                self.open.clear();
            }
            if self.clock.is_running() && self.clock.now() >= until {
                break;
            }
        }
        self.is_done()
    }
}

/// Takes over what is left of a search when its time is over.
struct Slice<'a> {
    clock: &'a dyn Clock,
    until: Duration,
    parts: Vec<Vec<OptionId>>,
}

impl WorkSplitter for Slice<'_> {
    fn wants_parts(&self) -> bool {
        self.clock.is_running() && self.clock.now() >= self.until
    }

    fn is_overdue(&self) -> bool {
        false
    }

    fn take_part(&mut self, prefix: &[OptionId]) {
        self.parts.push(prefix.to_vec());
    }
}
