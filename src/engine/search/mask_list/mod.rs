//! The search over lists of masks: subproblems in which at most 64 items are left.
//!
//! Every live option is one 64-bit mask over the items that are left, and a node is the list of
//! its live masks. What the rows of a bitset say item by item, a pass over the list says for all
//! items at once: which are in one, two, three masks that survive a choice. Most nodes are
//! decided by that alone; only where every item has three options or more are they counted.
//!
//! The tree is not walked node by node but a few nodes of one depth at a time: first the choices
//! of all of them, then what each leaves, then the lists of those that live. One node after the
//! other, most of the time goes into waiting for branches that cannot be foreseen; side by side,
//! the processor works on one node while it waits for another. A node with a single choice gets no
//! list of its own: what is left then is seen in the list of the node above. Nodes, choices of
//! items and solutions are those of the bitset; the order in which solutions are met is not.
//!
//! Memory: for each depth, the lists of the children of 64 nodes. Cost of entering: an
//! operation for each entry of the live options.

mod choices;
mod codec;
mod depth_nodes;
mod forced;
mod lists;
mod search;
mod together;

pub(super) use search::MaskList;
