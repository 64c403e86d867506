//! Dancing links with the minimum-remaining-options rule: Knuth's Algorithms X, C and M
//! (TAOCP 7.2.2.1), the reference that the other engines are held against.
//!
//! An item is branched on until as many options as it needs have covered it, and its options stay
//! until no more may. They are taken in order, each withdrawn after its turn, so that every set of
//! options is met once; when fewer are left than are needed there is no way on. Where items have
//! ranges, options may be left when nothing more is needed: that is a solution, and below it are
//! those with some of the options that are left. To find them, all options are in a list of their
//! own, that of an item which any number of them may cover.
//!
//! The first option that covers a coloured item takes those out that give it another colour; they
//! come back when it goes.
//!
//! Memory is twelve bytes for each entry of the cover, and four more where there are colours. Choosing an
//! item costs a step for each that is left; where there are a thousand or more, for each that changed, and
//! for each 64.

mod fewest;
mod item_list;
mod lists;
mod worker;

pub(crate) use lists::Links;
pub(crate) use worker::LinksWorker;
