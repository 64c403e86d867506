//! The guide, a page for each task. Every command on these pages is run by a test.
//!
//! | you want to | page |
//! |---|---|
//! | describe a puzzle of your own | [`own_puzzle`] |
//! | count solutions, or list them; solve an exact cover | [`counting`] |
//! | know how long that would take | [`estimating`] |
//! | see them: pictures, samples, statistics | [`pictures`] |
//! | play a puzzle in a browser | [`play`] |
//! | be sure that none is missing | [`trust`] |
//! | stop and go on, use several machines | [`cluster`] |
//! | compare solvers | [`comparing`] |
//! | read the files with other programs | [`formats`] |

#![allow(clippy::doc_markdown, reason = "products are called as their makers call them")]

#[doc = include_str!("own-puzzle.md")]
pub mod own_puzzle {}

#[doc = include_str!("counting.md")]
pub mod counting {}

#[doc = include_str!("estimating.md")]
pub mod estimating {}

#[doc = include_str!("pictures.md")]
pub mod pictures {}

#[doc = include_str!("play.md")]
pub mod play {}

#[doc = include_str!("trust.md")]
pub mod trust {}

#[doc = include_str!("cluster.md")]
pub mod cluster {}

#[doc = include_str!("comparing.md")]
pub mod comparing {}

#[doc = include_str!("formats.md")]
pub mod formats {}
