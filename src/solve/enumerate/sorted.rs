//! Listing in order: records come out of the diagram sorted, and are written while the run goes on.
//!
//! What fits the share of the memory is listed at once ([`super::orbits`]), from the diagram of one
//! case, each solution with its images. The rest is listed in slices ([`super::slices`]), from the
//! diagram of all arrangements. Either way records are put together from a table
//! ([`crate::solution::record_table`]), and neither merged nor set aside.

use crate::cover::Case;
use crate::engine::frontier::{Diagram, Frontier, FrontierError, SweepProgress};
use crate::solution::Record;
use crate::solution::record_table::RecordTable;
use crate::solve::codec::PuzzleCodec;
use crate::solve::counts::Counts;
use crate::solve::environment::Environment;
use crate::solve::error::Error;
use crate::solve::options::OutputMode;

use super::orbits;
use super::slices;
use super::sorted_listing::SortedListing;

/// Lists the solutions of a diagram in order; nothing happens where that is not possible in the
/// memory that the sink allows. `is_of_orbits` says whether each of the diagram's solutions stands
/// for all its images, which are all different.
///
/// # Errors
/// When records cannot be written, or an engine proves to be broken.
pub(crate) fn list(
    codec: &PuzzleCodec<'_>,
    mode: OutputMode,
    (diagram, is_of_orbits): (&Diagram, bool),
    env: &Environment<'_>,
) -> Result<Option<Counts>, Error> {
    let Some(record_sink) = env.record_sink else { return Ok(None) };
    let Some(sink) = record_sink.sink.in_order() else { return Ok(None) };
    let (record, record_len) = (record_sink.record, record_sink.record_len(&codec.lines));
    let listing = SortedListing { codec, mode, env, record, record_len, sink, diagram };
    match (record, codec.lines.line_len(), record_len) {
        (Record::Line, ..=64, _) => list_with::<0, 8>(&listing, is_of_orbits),
        (Record::Line, ..=128, _) => list_with::<0, 16>(&listing, is_of_orbits),
        (Record::Placements(_), ..=64, ..=24) => list_with::<8, 3>(&listing, is_of_orbits),
        (Record::Placements(_), ..=128, ..=64) => list_with::<16, 8>(&listing, is_of_orbits),
        _ => Ok(None),
    }
}

/// Lists everything with lines of `L` words (zero where the record is the line) and records of `R`.
fn list_with<const L: usize, const R: usize>(
    listing: &SortedListing<'_>,
    is_of_orbits: bool,
) -> Result<Option<Counts>, Error> {
    let Some(table) = RecordTable::<L, R>::new(&listing.codec.lines, listing.record) else {
        return Ok(None);
    };
    if !is_of_orbits {
        return slices::list(listing, &table, listing.diagram);
    }
    if let Some(counts) = orbits::list(listing, &table, listing.diagram)? {
        return Ok(Some(counts));
    }
    let Environment { threads, memory_bytes, cancel, .. } = *listing.env;
    let problem = &listing.codec.compiled.problem;
    let whole = Frontier::new(problem, &Case::whole(problem))?;
    let watch = &mut |_: &SweepProgress| cancel.flow();
    let left = memory_bytes.saturating_sub(listing.diagram.bytes());
    match whole.diagram(threads, left, watch) {
        Ok(whole) => slices::list(listing, &table, &whole),
        Err(FrontierError::TooLarge { .. }) => Ok(None),
        Err(FrontierError::Cancelled) => Ok(Some(Counts::default())),
        Err(error) => Err(error.into()),
    }
}
