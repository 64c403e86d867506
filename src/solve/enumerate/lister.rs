//! OutputMode solutions: their canonical lines, fingerprints and records, within a limit.
//!
//! Whatever is counted here is what is recorded, also where a limit ends the run, so that a file
//! and its header agree. Where symmetry is broken a solution stands for its orbit; where it is
//! not, every arrangement is met, and the orbit is accounted for by the one that comes first
//! among its images. Cost of a solution: its picture, a look at the first cells of each image,
//! one line, and a digest of it.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::cover::OptionId;
use crate::puzzle::Compiled;
use crate::solution::line_codec::Picture;
use crate::solution::{CanonicalWriter, Fingerprint, LineCodec, Record, RecordSink};

use crate::solve::options::{OutputMode, RunError};
use crate::solve::tally::Tally;

/// The room for records that a thread begins with, in bytes.
const FIRST_BYTES: usize = 1 << 19;

/// How many lines a run may still list.
#[derive(Debug)]
pub(crate) struct Limit {
    most: Option<u64>,
    asked: AtomicU64,
}

impl Limit {
    pub fn new(most: Option<u64>) -> Self {
        Self { most, asked: AtomicU64::new(0) }
    }

    /// How many of this many lines may be listed.
    fn grant(&self, lines: usize) -> usize {
        let Some(most) = self.most else { return lines };
        let before = self.asked.fetch_add(lines as u64, Ordering::Relaxed);
        most.saturating_sub(before).min(lines as u64) as usize
    }
}

/// Somebody who lists solutions.
pub(crate) trait Lists {
    /// Lists a solution and counts it. `orbit` is the number of its images, or zero where another
    /// of them is accounted for instead. Breaks where the limit leaves something out.
    ///
    /// # Errors
    /// When it is no solution, or its records cannot be kept.
    fn list(
        &mut self,
        options: &[OptionId],
        orbit: usize,
        tally: &mut Tally,
    ) -> Result<ControlFlow<()>, RunError>;
}

/// Lists the solutions of the tasks of one thread.
pub(crate) struct Lister<'a> {
    compiled: &'a Compiled,
    codec: &'a LineCodec<'a>,
    /// Writes canonical lines faster, where it can.
    canonical_writer: Option<&'a CanonicalWriter<'a>>,
    broken: bool,
    listing: OutputMode,
    limit: &'a Limit,
    record_sink: Option<RecordSink<'a>>,
    picture: Picture,
    canonical: Vec<u8>,
    /// What the canonical_writer found when it wrote that.
    written_canonical: Option<(usize, usize)>,
    own: Vec<u8>,
    used: Vec<bool>,
    /// Records that are still to be handed on.
    records: Vec<u8>,
    /// The room for them to begin with, in bytes.
    room: usize,
}

impl Lists for Lister<'_> {
    fn list(
        &mut self,
        options: &[OptionId],
        orbit: usize,
        tally: &mut Tally,
    ) -> Result<ControlFlow<()>, RunError> {
        let is_first = orbit > 0;
        if self.broken && !is_first {
            return Ok(ControlFlow::Continue(()));
        }
        self.look(options, is_first)?;
        self.make_room();
        let flow = match (self.listing, self.broken) {
            (OutputMode::None | OutputMode::Fingerprint, broken) => {
                tally.total += if broken { orbit as u128 } else { 1 };
                if is_first {
                    self.write_canonical();
                    tally.distinct += 1;
                    tally.fingerprint += Fingerprint::of(&self.canonical);
                }
                ControlFlow::Continue(())
            }
            (OutputMode::Distinct, broken) => self.list_distinct(options, broken, orbit, tally),
            (OutputMode::Images, true) => self.list_orbit(options, orbit, tally),
            (OutputMode::Images, false) => self.list_one(options, is_first, tally),
        };
        match self.record_sink {
            Some(record_sink) if self.records.len() >= record_sink.sink.batch_bytes() => {
                self.flush()?;
            }
            _ => {}
        }
        Ok(flow)
    }
}

impl<'a> Lister<'a> {
    /// Prepares for a thread. `broken` says whether symmetry is: if not, every arrangement is met.
    pub fn new(
        compiled: &'a Compiled,
        (codec, canonical_writer): (&'a LineCodec<'a>, Option<&'a CanonicalWriter<'a>>),
        (broken, listing): (bool, OutputMode),
        limit: &'a Limit,
        record_sink: Option<RecordSink<'a>>,
    ) -> Self {
        Self {
            compiled,
            codec,
            canonical_writer,
            broken,
            listing,
            limit,
            record_sink,
            picture: Picture::default(),
            canonical: Vec::new(),
            written_canonical: None,
            own: Vec::new(),
            used: Vec::new(),
            records: Vec::new(),
            room: 0,
        }
    }

    /// Hands on what is still here.
    ///
    /// # Errors
    /// When it cannot be kept.
    pub fn flush(&mut self) -> Result<(), RunError> {
        match self.record_sink {
            Some(record_sink) if !self.records.is_empty() => {
                Ok(record_sink.sink.take(std::mem::take(&mut self.records))?)
            }
            _ => Ok(()),
        }
    }

    /// Makes sure that it is a solution, and paints it or writes its canonical line.
    fn look(&mut self, options: &[OptionId], is_first: bool) -> Result<(), RunError> {
        let canonical_writer =
            self.canonical_writer.filter(|_| is_first && self.listing != OutputMode::Images);
        if let Some(canonical_writer) = canonical_writer {
            self.canonical.clear();
            let found = canonical_writer.write(options, &mut self.canonical)?;
            self.written_canonical = Some(found);
        } else {
            self.written_canonical = None;
            self.codec.fill(options, &mut self.picture)?;
        }
        Ok(())
    }

    fn write_canonical(&mut self) -> (usize, usize) {
        if let Some(found) = self.written_canonical {
            return found;
        }
        self.canonical.clear();
        self.codec.write_canonical(&self.picture, &mut self.canonical)
    }

    /// Records the canonical image.
    fn list_distinct(
        &mut self,
        options: &[OptionId],
        broken: bool,
        orbit: usize,
        tally: &mut Tally,
    ) -> ControlFlow<()> {
        // Without a limit arrangements are counted as they are met, which checks the orbits.
        let by_orbit = broken || self.limit.most.is_some();
        if orbit == 0 {
            tally.total += u128::from(!by_orbit);
            return ControlFlow::Continue(());
        }
        if self.limit.grant(1) == 0 {
            return ControlFlow::Break(());
        }
        let (_, symmetry) = self.write_canonical();
        tally.total += if by_orbit { orbit as u128 } else { 1 };
        tally.distinct += 1;
        tally.fingerprint += Fingerprint::of(&self.canonical);
        self.count_uses(options, tally);
        match self.record_sink {
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
        tally: &mut Tally,
    ) -> ControlFlow<()> {
        let granted = self.limit.grant(orbit);
        if granted == 0 {
            return ControlFlow::Break(());
        }
        let (stabiliser, symmetry) = self.write_canonical();
        tally.total += granted as u128;
        tally.distinct += 1;
        tally.fingerprint += Fingerprint::of(&self.canonical);
        let from = self.records.len();
        self.record_image(options, symmetry);
        let len = self.records.len() - from;
        for other in (0..self.compiled.symmetries.len()).filter(|&other| other != symmetry) {
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
        tally: &mut Tally,
    ) -> ControlFlow<()> {
        if self.limit.grant(1) == 0 {
            return ControlFlow::Break(());
        }
        tally.total += 1;
        self.record_image(options, 0);
        // A limit may end the list before the images that come first, so that then each
        // arrangement must be looked at: the fingerprint is that of the canonical ones listed.
        let is_distinct = if self.limit.most.is_none() {
            is_first
        } else {
            self.write_canonical();
            self.own.clear();
            self.codec.write_image(&self.picture, 0, &mut self.own);
            self.own == self.canonical
        };
        if is_distinct {
            if self.limit.most.is_none() {
                self.write_canonical();
            }
            tally.distinct += 1;
            tally.fingerprint += Fingerprint::of(&self.canonical);
        }
        ControlFlow::Continue(())
    }

    /// The same for many tasks: makes room for the records of many solutions at once, since memory
    /// that grows step by step is touched anew at each step.
    #[must_use]
    pub fn roomy(self) -> Self {
        Self { room: FIRST_BYTES, ..self }
    }

    fn make_room(&mut self) {
        if let (0, Some(record_sink)) = (self.records.capacity(), self.record_sink) {
            self.records.reserve(record_sink.sink.batch_bytes().min(self.room));
        }
    }

    /// Records the image of the solution under a symmetry.
    fn record_image(&mut self, options: &[OptionId], symmetry: usize) {
        match self.record_sink {
            None => {}
            Some(RecordSink { record: Record::Line, .. }) => {
                self.codec.write_image(&self.picture, symmetry, &mut self.records);
            }
            Some(RecordSink { record: Record::Placements(numbering), .. }) => {
                let image = &self.compiled.problem.group.elements()[symmetry].options;
                let options = options.iter().map(|option| image[option.index()]);
                numbering.write(options, &mut self.records);
            }
            Some(RecordSink { record: Record::Options(codec), .. }) => {
                codec.write_record(options, &mut self.records);
            }
        }
    }

    fn count_uses(&mut self, options: &[OptionId], tally: &mut Tally) {
        let pieces = self.compiled.puzzle.pieces.len();
        tally.uses.resize(pieces, 0);
        self.used.clear();
        self.used.resize(pieces, false);
        for option in options {
            let piece = self.compiled.placements[option.index()].piece;
            // A piece with copies is counted once.
            tally.uses[piece] += u64::from(!std::mem::replace(&mut self.used[piece], true));
        }
    }
}
