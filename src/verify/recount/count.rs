//! Counting all solutions: whole, or slice by slice.

use std::io;

use super::backtracking::backtrack;
use super::effort::{Effort, Failure, Stop};
use super::item_order::item_order;
use super::levels::Layout;
use super::requirements::Requirements;
use super::searchers::search_slices;
use super::slice::{Slice, SliceName};
use super::sweep::{SweepBounds, sweep};
use super::terms::{Dealt, Method, Terms, within};
use crate::count::Count;

/// A count under way.
pub(super) struct Counting<'a, 'b> {
    pub terms: Terms,
    /// Is told of each slice that is done.
    pub on_slice: &'a mut dyn FnMut(&SliceName, &Count) -> io::Result<()>,
    pub effort: &'a mut Effort<'b>,
    /// How many slices were counted, those done earlier included.
    pub slices: u64,
}

impl Counting<'_, '_> {
    /// Counts the solutions; the options of `first`, if it is there, are those that are cut first.
    ///
    /// # Errors
    /// When it is cancelled, a slice has too many solutions, or a slice cannot be told.
    pub fn count(
        &mut self,
        requirements: Requirements,
        first: Option<usize>,
    ) -> Result<Count, Failure> {
        let mut total = Count::ZERO;
        let mut method = Method::Undecided;
        let mut open = vec![Slice::whole(requirements, first)];
        while let Some(slice) = open.pop() {
            if method == Method::Search && self.terms.threads > 1 {
                open.push(slice);
                let Self { terms, on_slice, effort, .. } = self;
                let (count, slices) = search_slices(terms, open, *on_slice, effort)?;
                self.slices += slices;
                return Ok(total + count);
            }
            match self.terms.deal_with(&slice, &mut method, self.effort)? {
                Dealt::Counted { count, is_new } => {
                    if is_new {
                        (self.on_slice)(&slice.name, &count).map_err(Failure::Told)?;
                    }
                    total += &count;
                    self.slices += 1;
                    self.effort.share += slice.share;
                }
                Dealt::Cut(parts) => open.extend(parts.into_iter().rev()),
            }
        }
        Ok(total)
    }
}

/// Counts the solutions of what needs little work, of which as much as is left may be done; `None` where it
/// needs more.
///
/// # Errors
/// When it is cancelled, or a number does not fit.
pub(super) fn within_work(
    requirements: &Requirements,
    bounds: SweepBounds,
    left: &mut u64,
    effort: &mut Effort<'_>,
) -> Result<Option<u128>, Stop> {
    if requirements.is_impossible() {
        return Ok(Some(0));
    }
    let before = effort.states + effort.nodes;
    let mut counted = within(backtrack(requirements, *left / 2, 0.0, effort))?;
    if counted.is_none()
        && let Some(layout) = Layout::new(requirements, &item_order(requirements))
    {
        let bounds = SweepBounds { states: *left / 2, ..bounds };
        counted = within(sweep(&layout, bounds, effort).unwrap_or(Err(Stop::Work)))?;
    }
    *left = left.saturating_sub(effort.states + effort.nodes - before);
    Ok(counted)
}
