//! What a sweep asks of the states that it goes through, whatever their keys are made of.

use super::key::Key;
use super::look_ahead::Payoff;

/// A state that was found, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Arrival<K> {
    /// The level; the number of levels at the end.
    pub level: usize,
    pub key: K,
    /// By the lowest bits of this, states of a level are parted; equal keys have the same.
    pub home: u32,
    /// The number of the state that it was found from.
    pub parent: usize,
    /// The choice that led from there to it: [`Space::option`] says which option that is.
    pub choice: u32,
}

/// The levels of a sweep, and the rules by which one state leads to others.
pub(super) trait Space: Sync {
    type Key: Key;
    /// What is known of a level beforehand.
    type LookAhead: Sync;
    /// One thread's room.
    type Bench: Default + Send;

    fn level_count(&self) -> usize;

    /// The state in which everything begins, and its level.
    fn root(&self) -> (usize, Self::Key);

    /// The home of a state, which arrivals have already.
    fn home(&self, key: Self::Key) -> u32;

    /// Bits by which states can be told apart through most of the sweep.
    fn lasting(&self) -> &[Self::Key];

    /// Whether these are the states of a cover that is no board.
    fn is_of_plain_cover(&self) -> bool;

    /// How many choices a state of a level has at most, where those may be very many: on a board they are
    /// not.
    fn most_choices(&self, level: usize) -> Option<usize>;

    /// What looking ahead needs to know at a level of so many states, where it is worth it.
    fn look_ahead(&self, level: usize, states: usize, payoff: Payoff) -> Option<Self::LookAhead>;

    /// The option of a choice, or [`super::diagram::NO_OPTION`]. Counts never ask.
    fn option(&self, choice: u32) -> u32;

    /// Calls `visit` with every state of a later level that the states of a level lead to, once for each
    /// way. The level is given with the home of the states, as far as it is known: homes of arrivals
    /// are right in as many of their lowest bits. Returns how many choices are dead by what looking
    /// ahead told.
    fn expand(
        &self,
        at: (usize, u32, Option<&Self::LookAhead>),
        states: &[Self::Key],
        bench: &mut Self::Bench,
        visit: impl FnMut(Arrival<Self::Key>),
    ) -> u64;
}
