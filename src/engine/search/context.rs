//! What a search carries along besides its bits: the case, who is told of what it finds, and the
//! choices made so far.
//!
//! The cancel token and the splitter are asked once in many nodes, so that asking may cost
//! something.

use std::ops::ControlFlow;

use crate::cancel::CancelToken;
use crate::cover::OptionId;
use crate::engine::worker::{NoSplitting, Visitor, WorkSplitter, nodes_per_cancel_check};

use super::case::SearchCase;
use crate::engine::capacity::Capacity;

/// How many nodes are visited before the splitter is asked again whether parts are wanted.
const NODES_PER_SPLIT_CHECK: u64 = 64;

/// What a search needs and carries along besides its bits.
pub(super) struct SearchContext<'a> {
    pub case: &'a SearchCase,
    pub capacity: Option<&'a Capacity>,
    pub visitor: &'a mut dyn Visitor,
    pub splitter: &'a mut dyn WorkSplitter,
    pub cancel: &'a CancelToken,
    pub chosen: &'a mut Vec<OptionId>,
    /// How many more options may cover each item of the cover; kept up only where some item has
    /// copies.
    pub room: &'a mut [u32],
    pub nodes: u64,
    /// How many nodes are visited before the token is looked at again.
    nodes_per_cancel_check: u64,
    /// The number of nodes from which on the token is looked at again.
    next_cancel_check: u64,
    /// The number of nodes from which on the splitter is asked again.
    next_split_check: u64,
}

impl<'a> SearchContext<'a> {
    pub fn new(
        (case, capacity): (&'a SearchCase, Option<&'a Capacity>),
        visitor: &'a mut dyn Visitor,
        splitter: &'a mut dyn WorkSplitter,
        cancel: &'a CancelToken,
        chosen: &'a mut Vec<OptionId>,
        room: &'a mut [u32],
    ) -> Self {
        let (nodes, next_cancel_check, next_split_check) = (0, 0, 0);
        let nodes_per_cancel_check = nodes_per_cancel_check(case.node_work());
        Self {
            case,
            capacity,
            visitor,
            splitter,
            cancel,
            chosen,
            room,
            nodes,
            nodes_per_cancel_check,
            next_cancel_check,
            next_split_check,
        }
    }

    /// Whether the search is to end; the token is looked at once in many nodes.
    #[inline(always)]
    pub fn is_cancelled(&mut self) -> bool {
        if self.nodes < self.next_cancel_check {
            return false;
        }
        self.next_cancel_check = self.nodes + self.nodes_per_cancel_check;
        self.cancel.is_cancelled()
    }

    /// Whether it is time to ask the splitter again.
    #[inline(always)]
    pub fn is_split_check_due(&mut self) -> bool {
        if self.nodes < self.next_split_check {
            return false;
        }
        self.next_split_check = self.nodes + NODES_PER_SPLIT_CHECK;
        true
    }

    /// Sees to it that the splitter is asked at the next occasion, since much may have happened.
    #[inline(always)]
    pub fn hasten_split_check(&mut self) {
        self.next_split_check = 0;
    }
}

/// Does something that meets no solutions and hands over no work.
pub(super) fn with_quiet_context<T>(
    case: (&SearchCase, Option<&Capacity>),
    chosen: &mut Vec<OptionId>,
    room: &mut [u32],
    work: impl FnOnce(&mut SearchContext<'_>) -> T,
) -> T {
    let mut ignore = |_: &[OptionId]| ControlFlow::Continue(());
    let mut splitter = NoSplitting;
    let cancel = CancelToken::default();
    work(&mut SearchContext::new(case, &mut ignore, &mut splitter, &cancel, chosen, room))
}
