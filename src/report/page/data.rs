//! What the page knows, as JSON, and the solutions of its gallery, packed.
//!
//! Cells are numbered in reading order, as a written line names them, inner ones after their rows.
//! A motion is given by its effect on a line: for each cell, the cell whose content moves to it. So the
//! page turns a solution by looking up, and needs no geometry. Counts are strings, since numbers of
//! scripts are exact to 2^53 only.
//!
//! Packed solutions are the symbols of their cells, and the colours of the edges that have some, one
//! solution after another, deflated: a Logiq tower takes some 16 bytes.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::puzzle::Compiled;
use crate::puzzle::model::{Given, Lattice, Point};
use crate::puzzle::paint::Paint;
use crate::report::count::Row;
use crate::report::pack::packed;
use crate::report::provenance::Provenance;
use crate::report::task_time::{TaskTime, buckets};
use crate::solution::LineCodec;
use crate::solution::drawing::palette::{self, PaintLook};
use crate::solve::Outcome;
use crate::solve::estimate::interval::Figure;
use crate::solve::subject::Subject;

use super::board_data::{CellData, MotionData, RegionData, motions};

/// Everything that is on a page, the packed parts aside.
#[derive(Debug, Serialize)]
pub(super) struct PageData<'a> {
    pub title: &'a str,
    pub groups: Vec<GroupData<'a>>,
    pub machine: &'a Provenance,
}

/// A puzzle or a family of them.
#[derive(Debug, Serialize)]
pub(super) struct GroupData<'a> {
    pub name: &'a str,
    pub title: &'a str,
    pub parts: Vec<PartData<'a>>,
}

/// One puzzle.
#[derive(Debug, Serialize)]
pub(super) struct PartData<'a> {
    name: &'a str,
    title: &'a str,
    about: &'a str,
    board: &'a str,
    /// The pieces that are on the board already: which, and their cells.
    given: Vec<(usize, Vec<u16>)>,
    /// The cells that stay free already.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    free: Vec<u16>,
    /// The regions that leave cells free.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    regions: Vec<RegionData<'a>>,
    lattice: &'static str,
    size: [usize; 3],
    wrap: [bool; 3],
    cells: Vec<CellData>,
    pieces: Vec<PieceData<'a>>,
    motions: Vec<MotionData>,
    count: CountData<'a>,
    estimate: Option<&'a Figure>,
    gallery: GalleryData,
    /// Whether it is known how often placements occur.
    has_occurrences: bool,
    /// The looks of the colours of cells and edges, by their letters.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    paints: BTreeMap<char, PaintLook>,
    /// For each cell, the edges at its sides, clockwise from the top; nothing where edges have no
    /// colours.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    edges: Vec<Vec<usize>>,
}

#[derive(Debug, Serialize)]
struct PieceData<'a> {
    name: &'a str,
    symbols: String,
    cells: &'a [Point],
    /// The colours of its cells, `.` for none, if it has some.
    #[serde(skip_serializing_if = "String::is_empty")]
    dots: String,
    /// The colours at the sides of its one cell, clockwise from the top, if they have some.
    #[serde(skip_serializing_if = "String::is_empty")]
    sides: String,
    inner: bool,
    optional: bool,
    colour: String,
    ink: String,
    placements: usize,
    /// In how many distinct solutions it is used; null where they were not listed.
    solutions: Option<u64>,
}

#[derive(Debug, Serialize)]
struct CountData<'a> {
    complete: bool,
    distinct: String,
    total: String,
    engine: &'a str,
    nodes: u64,
    elapsed_s: f64,
    fingerprint: Option<String>,
    items: usize,
    options: usize,
    anchors: &'a [String],
    cases: usize,
    task_time: &'a TaskTime,
    /// The steps of the chart of times: from how many nanoseconds, to below how many, and the number
    /// of tasks that took a time between.
    task_times: Vec<[u64; 3]>,
    /// How many states each level of a sweep had.
    states: &'a [u64],
}

#[derive(Clone, Copy, Debug, Serialize)]
struct GalleryData {
    kind: Kind,
    solutions: usize,
    seed: Option<u64>,
}

/// What a gallery holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    /// Every distinct solution, by its canonical line, in order.
    All,
    /// A uniformly random sample of all arrangements, drawn with replacement.
    Sample,
    /// The solutions that a search found first.
    First,
}

/// One puzzle with what was found.
#[derive(Debug)]
pub(crate) struct Findings<'a> {
    /// The puzzle, as it is solved.
    pub subject: &'a Subject,
    /// The puzzle.
    pub compiled: &'a Compiled,
    /// Its board in a few words.
    pub board: String,
    /// The run that counted or listed.
    pub outcome: Outcome,
    /// The estimate of the total, where the count was not finished.
    pub estimate: Option<Figure>,
    /// In how many arrangements each option occurs, where that is known.
    pub occurrences: Option<Vec<u128>>,
    /// What the gallery holds.
    pub kind: Kind,
    /// The lines of its solutions, one after another.
    pub lines: Vec<u8>,
    /// Where the random numbers of a sample began.
    pub seed: Option<u64>,
}

impl Findings<'_> {
    /// What the page knows of the puzzle; `row` is its row of the count report.
    pub(super) fn data<'a>(&'a self, row: &'a Row) -> PartData<'a> {
        let Compiled { puzzle, grid, placements, edges, .. } = self.compiled;
        let order = order(&LineCodec::new(self.compiled));
        let mut number = vec![0; order.len()];
        for (place, &cell) in order.iter().enumerate() {
            number[cell] = place as u16;
        }
        let numbered = |points: &[Point]| -> Vec<u16> {
            let cells = points.iter().filter_map(|&point| grid.cell_drawn_at(point));
            cells.map(|cell| number[cell]).collect()
        };
        let is_free = |given: &&Given| puzzle.pieces[given.piece].stays_free;
        let free = puzzle.given.iter().filter(is_free).flat_map(|given| numbered(&given.cells));
        let regions = puzzle.regions.iter().filter(|region| region.free.unwrap_or(0) > 0);
        let regions =
            regions.map(|region| RegionData { name: &region.name, cells: numbered(&region.cells) });
        let given = puzzle.given.iter().filter(|given| !is_free(given)).map(|given| {
            let outer = given.cells.iter().filter_map(|&point| grid.cell_drawn_at(point));
            let behind = |&cell: &usize| {
                grid.inner_behind(cell).filter(|_| puzzle.pieces[given.piece].inner)
            };
            let mut cells: Vec<usize> = outer.collect();
            let inner: Vec<usize> = cells.iter().filter_map(behind).collect();
            cells.extend(inner);
            let mut cells: Vec<u16> = cells.into_iter().map(|cell| number[cell]).collect();
            cells.sort_unstable();
            cells.dedup();
            (given.piece, cells)
        });
        let pieces = puzzle.pieces().iter().enumerate().map(|(p, piece)| PieceData {
            name: &piece.name,
            symbols: String::from_utf8_lossy(&piece.symbols).into_owned(),
            cells: &piece.cells,
            dots: palette::dots(piece.paints.iter().flat_map(|paints| &paints.front).copied()),
            sides: Paint::letters(piece.edges.as_deref().unwrap_or_default()),
            inner: piece.inner,
            optional: piece.optional,
            colour: palette::of_piece(p).hex(),
            ink: palette::of_piece(p).ink().hex(),
            placements: placements.iter().filter(|placement| placement.piece == p).count(),
            solutions: row.uses.get(p).map(|uses| uses.solutions),
        });
        let line_len = LineCodec::new(self.compiled).line_len().max(1);
        PartData {
            name: &puzzle.name,
            title: &puzzle.title,
            about: &puzzle.about,
            board: &self.board,
            given: given.collect(),
            free: free.collect(),
            regions: regions.collect(),
            lattice: match puzzle.board.lattice {
                Lattice::Square => "square",
                Lattice::Cubic => "cubic",
                Lattice::FaceCentred => "face-centred",
                Lattice::Hexagonal => "hexagonal",
                Lattice::Triangular => "triangular",
            },
            size: puzzle.board.size(),
            wrap: puzzle.board.wrap,
            cells: order.iter().map(|&cell| CellData::new(puzzle, grid, cell)).collect(),
            pieces: pieces.collect(),
            motions: motions(self.compiled, &order, &number),
            count: CountData {
                complete: row.complete,
                distinct: row.distinct.clone().unwrap_or_default().to_string(),
                total: row.total.to_string(),
                engine: row.engine,
                nodes: row.nodes,
                elapsed_s: row.elapsed_s,
                fingerprint: row.fingerprint.map(|fingerprint| fingerprint.to_string()),
                items: row.items,
                options: row.options,
                anchors: &row.anchors,
                cases: row.cases,
                task_time: &row.task_time,
                task_times: buckets(&self.outcome.task_ns),
                states: row.sweep.as_ref().map_or(&[], |sweep| &sweep.states),
            },
            estimate: self.estimate.as_ref(),
            gallery: GalleryData {
                kind: self.kind,
                solutions: self.lines.len() / line_len,
                seed: self.seed,
            },
            has_occurrences: self.occurrences.is_some(),
            paints: palette::looks(puzzle),
            edges: edges.as_ref().map_or_else(Vec::new, |edges| edges.at_sides(&order)),
        }
    }

    /// The packed solutions, as text.
    pub(super) fn solutions(&self) -> String {
        packed(&bare(&LineCodec::new(self.compiled), &self.lines))
    }

    /// The packed placements, as text: piece, cells and count of each; null where counts are not
    /// known.
    ///
    /// # Errors
    /// Never, as long as memory can be written to.
    pub(super) fn placements(&self) -> serde_json::Result<String> {
        let order = order(&LineCodec::new(self.compiled));
        // What stays free is no piece to be laid.
        let count = self.compiled.puzzle.piece_count();
        let placements = self.compiled.placements.iter().enumerate().map(|(option, placement)| {
            let covered = |cell: &usize| placement.cells.contains(&(*cell as u16));
            let cells = (0..order.len()).filter(|&place| covered(&order[place])).collect();
            let count = self.occurrences.as_ref().map(|counts| counts[option].to_string());
            (placement.piece, cells, count)
        });
        let placements: Vec<(usize, Vec<usize>, Option<String>)> =
            placements.filter(|(piece, ..)| *piece < count).collect();
        Ok(packed(&serde_json::to_vec(&placements)?))
    }
}

/// The cells in the order of a line.
fn order(codec: &LineCodec<'_>) -> Vec<usize> {
    codec.cells().into_iter().map(|(_, cell)| cell).collect()
}

/// Lines reduced to the symbols of their cells and the colours of their edges; what lies between is alike
/// in all of them.
fn bare(codec: &LineCodec<'_>, lines: &[u8]) -> Vec<u8> {
    let places: Vec<usize> = codec.cells().into_iter().map(|(place, _)| place).collect();
    let edges = codec.edge_places();
    let places: Vec<usize> = places.into_iter().chain(edges).collect();
    let lines = lines.chunks_exact(codec.line_len().max(1));
    lines.flat_map(|line| places.iter().map(|&place| line[place])).collect()
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use super::*;
    use crate::puzzle::{catalog, compile};
    use crate::report::pack::unpacked;
    use crate::solve::listed::Listed;
    use crate::solve::options::{Engine, Options, OutputMode};
    use crate::solve::solver::{Request, Solver};

    fn subject(name: &str) -> Subject {
        let mut files = catalog::catalog().unwrap().into_iter();
        let found = files.find_map(|file| file.members.into_iter().find(|one| one.name == name));
        Subject::Puzzle(Box::new(compile(&found.unwrap()).unwrap()))
    }

    /// All solutions of a puzzle.
    fn findings(subject: &Subject) -> Findings<'_> {
        let options = Options {
            engine: Some(Engine::Search),
            threads: NonZeroUsize::MIN,
            memory_bytes: 1 << 28,
            ..Options::default()
        };
        let solver = Solver::with_options(subject.clone(), options);
        let listed = Listed::new(&solver, OutputMode::Distinct, &Request::default()).unwrap();
        let Listed { outcome, records: lines, .. } = listed;
        let (compiled, board) = (subject.puzzle().unwrap(), String::new());
        let (kind, estimate, occurrences, seed) = (Kind::All, None, None, None);
        Findings { subject, compiled, board, outcome, estimate, occurrences, kind, lines, seed }
    }

    #[test]
    fn packed_solutions_are_those_that_were_found() {
        let subject = subject("logiq-2");
        let findings = findings(&subject);
        let codec = LineCodec::new(findings.compiled);
        let bytes = unpacked(&findings.solutions());
        let places: Vec<usize> = codec.cells().into_iter().map(|(place, _)| place).collect();
        let mut lines = Vec::new();
        for symbols in bytes.chunks_exact(places.len()) {
            // What stands between the cells is the same in all.
            let mut line = findings.lines[..codec.line_len()].to_vec();
            for (&place, &symbol) in places.iter().zip(symbols) {
                line[place] = symbol;
            }
            lines.extend(line);
        }
        assert_eq!(lines.len(), 23 * codec.line_len());
        assert_eq!(lines, findings.lines);
    }

    /// The images that the page makes, from the data that it is given.
    fn images(data: &PartData<'_>, solution: &[u8]) -> Vec<Vec<u8>> {
        let piece = |symbol: u8| {
            data.pieces.iter().position(|piece| piece.symbols.contains(char::from(symbol)))
        };
        let turned = |motion: &MotionData| -> Vec<u8> {
            let image = |&from: &u16| match piece(solution[usize::from(from)]) {
                Some(piece) => data.pieces[motion.pieces[piece]].symbols.as_bytes()[0],
                None => b'.',
            };
            motion.from.iter().map(image).collect()
        };
        let mut images: Vec<Vec<u8>> = data.motions.iter().map(turned).collect();
        images.sort_unstable();
        images.dedup();
        images
    }

    #[test]
    fn motions_of_the_page_turn_solutions_as_the_line_codec_does() {
        for name in ["logiq-2", "soma-mirror", "lonpos-pyramid"] {
            let subject = subject(name);
            let findings = findings(&subject);
            let codec = LineCodec::new(findings.compiled);
            let report = Row::new(&subject, &findings.outcome);
            let data = findings.data(&report);
            for line in findings.lines.chunks_exact(codec.line_len()).take(20) {
                let expected: Vec<u8> =
                    codec.images(&codec.read(line)).into_iter().flatten().collect();
                let made = images(&data, &bare(&codec, line));
                assert_eq!(made.concat(), bare(&codec, &expected), "{name}");
            }
        }
    }
}
