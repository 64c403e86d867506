//! Listing the solutions of a puzzle.
//!
//! Where symmetry is broken a solution stands for its orbit; where it is not, every arrangement is
//! met, and the orbit is accounted for by the one that comes first among its images. Cost of a
//! solution: its picture, a look at the first cells of each image, one line, and a digest of it.

use std::ops::ControlFlow;

use crate::cover::OptionId;
use crate::solution::line_codec::Picture;
use crate::solution::{Fingerprint, Record, RecordSink};
use crate::solve::codec::PuzzleCodec;
use crate::solve::counts::Counts;
use crate::solve::error::Error;
use crate::solve::options::OutputMode;

use super::lister::{Lister, Listing};

/// The room for records that a thread begins with, in bytes.
const FIRST_BYTES: usize = 1 << 19;

/// Lists the solutions of the tasks of one thread.
pub(crate) struct PuzzleLister<'a> {
    codec: &'a PuzzleCodec<'a>,
    listing: Listing<'a>,
    picture: Picture,
    canonical: Vec<u8>,
    /// How many symmetries keep the solution, and one that brings it to its canonical image, where the
    /// canonical writer found that out.
    written_canonical: Option<(usize, usize)>,
    own: Vec<u8>,
    used: Vec<bool>,
    /// Records that are still to be handed on.
    records: Vec<u8>,
}

impl Lister for PuzzleLister<'_> {
    fn list(
        &mut self,
        options: &[OptionId],
        orbit: usize,
        counts: &mut Counts,
    ) -> Result<ControlFlow<()>, Error> {
        let is_first = orbit > 0;
        if self.listing.breaks_symmetry && !is_first {
            return Ok(ControlFlow::Continue(()));
        }
        self.look(options, is_first)?;
        self.make_room();
        let flow = match (self.listing.mode, self.listing.breaks_symmetry) {
            (OutputMode::Count | OutputMode::Fingerprint, broken) => {
                counts.total += if broken { orbit as u128 } else { 1 };
                if is_first {
                    self.write_canonical();
                    counts.distinct += 1;
                    counts.fingerprint += Fingerprint::of(&self.canonical);
                }
                ControlFlow::Continue(())
            }
            (OutputMode::Distinct, broken) => self.list_distinct(options, broken, orbit, counts),
            (OutputMode::Images, true) => self.list_orbit(options, orbit, counts),
            (OutputMode::Images, false) => self.list_one(options, is_first, counts),
        };
        match self.listing.record_sink {
            Some(record_sink) if self.records.len() >= record_sink.sink.batch_bytes() => {
                self.flush()?;
            }
            _ => {}
        }
        Ok(flow)
    }

    fn flush(&mut self) -> Result<(), Error> {
        match self.listing.record_sink {
            Some(record_sink) if !self.records.is_empty() => {
                Ok(record_sink.sink.take(std::mem::take(&mut self.records))?)
            }
            _ => Ok(()),
        }
    }
}

impl<'a> PuzzleLister<'a> {
    /// Prepares for a thread.
    pub fn new(codec: &'a PuzzleCodec<'a>, listing: Listing<'a>) -> Self {
        Self {
            codec,
            listing,
            picture: Picture::default(),
            canonical: Vec::new(),
            written_canonical: None,
            own: Vec::new(),
            used: Vec::new(),
            records: Vec::new(),
        }
    }

    /// Makes sure that it is a solution, and paints it or writes its canonical line.
    fn look(&mut self, options: &[OptionId], is_first: bool) -> Result<(), Error> {
        let canonical_writer = self
            .codec
            .canonical_writer
            .as_ref()
            .filter(|_| is_first && self.listing.mode != OutputMode::Images);
        if let Some(canonical_writer) = canonical_writer {
            self.canonical.clear();
            let found = canonical_writer.write(options, &mut self.canonical)?;
            self.written_canonical = Some(found);
        } else {
            self.written_canonical = None;
            self.codec.lines.fill(options, &mut self.picture)?;
        }
        Ok(())
    }

    fn write_canonical(&mut self) -> (usize, usize) {
        if let Some(found) = self.written_canonical {
            return found;
        }
        self.canonical.clear();
        self.codec.lines.write_canonical(&self.picture, &mut self.canonical)
    }

    /// Records the canonical image.
    fn list_distinct(
        &mut self,
        options: &[OptionId],
        broken: bool,
        orbit: usize,
        counts: &mut Counts,
    ) -> ControlFlow<()> {
        // Without a limit arrangements are counted as they are met, which checks the orbits.
        let by_orbit = broken || self.listing.limit.is_limited();
        if orbit == 0 {
            counts.total += u128::from(!by_orbit);
            return ControlFlow::Continue(());
        }
        if self.listing.limit.grant(1) == 0 {
            return ControlFlow::Break(());
        }
        let (_, symmetry) = self.write_canonical();
        counts.total += if by_orbit { orbit as u128 } else { 1 };
        counts.distinct += 1;
        counts.fingerprint += Fingerprint::of(&self.canonical);
        self.count_uses(options, counts);
        match self.listing.record_sink {
            Some(RecordSink { record: Record::Line, .. }) => {
                self.records.extend_from_slice(&self.canonical);
            }
            _ => self.record_image(options, symmetry),
        }
        ControlFlow::Continue(())
    }

    /// Records every image, the canonical one first.
    fn list_orbit(
        &mut self,
        options: &[OptionId],
        orbit: usize,
        counts: &mut Counts,
    ) -> ControlFlow<()> {
        let granted = self.listing.limit.grant(orbit);
        if granted == 0 {
            return ControlFlow::Break(());
        }
        let (stabiliser, symmetry) = self.write_canonical();
        counts.total += granted as u128;
        counts.distinct += 1;
        counts.fingerprint += Fingerprint::of(&self.canonical);
        let from = self.records.len();
        self.record_image(options, symmetry);
        let len = self.records.len() - from;
        for other in (0..self.codec.compiled.symmetries.len()).filter(|&other| other != symmetry) {
            if len == 0 || self.records.len() - from == granted * len {
                break;
            }
            let at = self.records.len();
            self.record_image(options, other);
            // Where symmetries map the picture to itself, images come more than once.
            let (before, image) = self.records[from..].split_at(at - from);
            if stabiliser > 1 && before.chunks_exact(len).any(|earlier| earlier == image) {
                self.records.truncate(at);
            }
        }
        if granted == orbit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// Records the arrangement itself.
    fn list_one(
        &mut self,
        options: &[OptionId],
        is_first: bool,
        counts: &mut Counts,
    ) -> ControlFlow<()> {
        if self.listing.limit.grant(1) == 0 {
            return ControlFlow::Break(());
        }
        counts.total += 1;
        self.record_image(options, 0);
        // A limit may end the list before the images that come first, so that then each
        // arrangement must be looked at: the fingerprint is that of the canonical ones listed.
        let is_distinct = if self.listing.limit.is_limited() {
            self.write_canonical();
            self.own.clear();
            self.codec.lines.write_image(&self.picture, 0, &mut self.own);
            self.own == self.canonical
        } else {
            is_first
        };
        if is_distinct {
            if !self.listing.limit.is_limited() {
                self.write_canonical();
            }
            counts.distinct += 1;
            counts.fingerprint += Fingerprint::of(&self.canonical);
        }
        ControlFlow::Continue(())
    }

    fn make_room(&mut self) {
        if let (0, true, Some(sink)) =
            (self.records.capacity(), self.listing.is_roomy, self.listing.record_sink)
        {
            self.records.reserve(sink.sink.batch_bytes().min(FIRST_BYTES));
        }
    }

    /// Records the image of the solution under a symmetry.
    fn record_image(&mut self, options: &[OptionId], symmetry: usize) {
        match self.listing.record_sink {
            None => {}
            Some(RecordSink { record: Record::Line, .. }) => {
                self.codec.lines.write_image(&self.picture, symmetry, &mut self.records);
            }
            Some(RecordSink { record: Record::Placements(numbering), .. }) => {
                let image = &self.codec.compiled.problem.group.elements()[symmetry].options;
                let options = options.iter().map(|option| image[option.index()]);
                numbering.write(options, &mut self.records);
            }
            Some(RecordSink { record: Record::Options(codec), .. }) => {
                codec.write_record(options, &mut self.records);
            }
        }
    }

    fn count_uses(&mut self, options: &[OptionId], counts: &mut Counts) {
        let pieces = self.codec.compiled.puzzle.pieces.len();
        counts.uses.resize(pieces, 0);
        self.used.clear();
        self.used.resize(pieces, false);
        for option in options {
            let piece = self.codec.compiled.placements[option.index()].piece;
            // A piece with copies is counted once.
            counts.uses[piece] += u64::from(!std::mem::replace(&mut self.used[piece], true));
        }
    }
}
