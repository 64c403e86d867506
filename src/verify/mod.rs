//! The independent checker: re-reads written solutions from their pictures alone.
//!
//! It starts from the description of the puzzle and shares no code with the search: neither
//! placements nor exact cover occur here. Each piece found in a picture is compared with its
//! shape; the images of a picture under the motions of the board, its canonical line and the
//! fingerprint of a file are worked out anew. Whatever the input, the answer is a verdict in
//! words and never a panic.
//!
//! | module | what it knows |
//! |---|---|
//! | [`geometry`] | turns, rings, and when a set of cells is a shape |

pub mod geometry;
