//! From options to the picture of a board, and to its written line.
//!
//! A line is the picture in reading order, one symbol a cell: rows are joined by `/`, layers by
//! `//`, and a row that has an inner cell is followed by `:` and the symbol there. A cell that
//! stays empty is `.`, a place without a cell `#` (left out at the end of a row). Copies of a piece
//! carry its symbols in the order of their first cells. Where pieces have coloured edges, `::` follows,
//! and the colour of each edge of the board: cell by cell in reading order, the sides of each clockwise
//! from the top, those left out that were met before, and `.` for an edge without a colour. The canonical line of a solution is the
//! least, bytewise, of the lines of its images under the puzzle's symmetries.
//!
//! All lines of a puzzle are equally long, so lists of them are plain byte vectors.
//! Cost of a canonical line: the first cells of each image are compared, then one image is written.

use crate::cover::{ItemId, OptionId};
use crate::puzzle::Compiled;
use crate::puzzle::group::Symmetry;
use crate::puzzle::model::{Place, Point};
use crate::puzzle::placement::Placement;

/// An engine handed over options that overlap or leave something empty. This is a defect of the
/// program, never of the puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("internal error: the engine reported options that are no solution: {0:?}")]
pub(crate) struct NotASolution(pub Vec<OptionId>);

/// Turns solutions of one puzzle into pictures and lines, and lines into pictures. Holds a table of
/// one entry for each cell and symmetry.
#[derive(Clone, Debug)]
pub(crate) struct LineCodec<'a> {
    compiled: &'a Compiled,
    /// The line with every symbol still to be filled in.
    template: Vec<u8>,
    /// Where in the line each symbol goes.
    places: Vec<usize>,
    /// For each symmetry, the cell whose content comes to each place.
    sources: Vec<Vec<u16>>,
    /// For each symmetry, the first symbol of the piece that each piece becomes; and that of a cell
    /// that stays empty.
    symbols: Vec<Vec<u8>>,
    has_copies: bool,
    /// For each symmetry, the edge whose colour comes to each place behind the cells.
    edge_sources: Vec<Vec<usize>>,
    /// The cells that must be covered.
    full: Vec<u16>,
    /// The piece of each option, and its cells: those from the one's beginning in `option_cells` to
    /// the next one's.
    options: Vec<(u8, u32)>,
    option_cells: Vec<u16>,
}

/// The picture of one solution: which of its placements lies on each cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Picture {
    /// For each cell, the index of the placement among the solution's.
    owner: Vec<u16>,
    /// The piece of each of the solution's placements.
    pieces: Vec<usize>,
    /// For each cell, the piece that lies there; the number of pieces where nothing does.
    shown: Vec<u8>,
    /// For each edge, its colour; [`EMPTY`] where it has none.
    edges: Vec<u8>,
}

/// Marks a cell that nothing covers yet.
const UNCOVERED: u16 = u16::MAX;

/// What a line has for a cell that stays empty.
pub(super) const EMPTY: u8 = b'.';

/// What stands in a line between the cells and the colours of edges.
const EDGES: &[u8] = b"::";

/// What a line has where the board has no cell.
const HOLE: u8 = b'#';

impl<'a> LineCodec<'a> {
    /// Prepares to write solutions of a puzzle.
    pub fn new(compiled: &'a Compiled) -> Self {
        let grid = &compiled.grid;
        let (mut template, mut places, mut cells) = (Vec::new(), Vec::new(), Vec::new());
        let mut put = |template: &mut Vec<u8>, cell: Option<usize>| match cell {
            Some(cell) => {
                places.push(template.len());
                cells.push(cell);
                template.push(EMPTY);
            }
            None => template.push(HOLE),
        };
        for (l, layer) in compiled.puzzle.board.drawing.iter().enumerate() {
            if l > 0 {
                template.extend(b"//");
            }
            for (r, row) in layer.iter().enumerate() {
                if r > 0 {
                    template.push(b'/');
                }
                let len = row.iter().rposition(|place| *place != Place::Hole).map_or(0, |c| c + 1);
                for c in 0..len {
                    put(&mut template, grid.cell_drawn_at([l as i32, r as i32, c as i32]));
                }
                if grid.inner_count() > 0 {
                    template.push(b':');
                    put(&mut template, Some(grid.outer_count() + r));
                }
            }
        }
        let edges = compiled.edges.as_ref();
        if let Some(edges) = edges {
            template.extend_from_slice(EDGES);
            template.extend(std::iter::repeat_n(EMPTY, edges.count()));
        }
        let edge_source = |symmetry: &Symmetry| {
            let images = edges.map(|edges| edges.images(grid, &symmetry.motion));
            let images = images.unwrap_or_default();
            let mut from = vec![0; images.len()];
            for (edge, &target) in images.iter().enumerate() {
                from[target] = edge;
            }
            from
        };
        let source = |image: &[u16]| {
            let mut from = vec![0; image.len()];
            for (cell, &target) in image.iter().enumerate() {
                from[target as usize] = cell as u16;
            }
            cells.iter().map(|&cell| from[cell]).collect()
        };
        let pieces = &compiled.puzzle.pieces;
        let symbol = |images: &[usize]| {
            images.iter().map(|&piece| pieces[piece].symbols[0]).chain([EMPTY]).collect()
        };
        let (mut options, mut option_cells) = (Vec::new(), Vec::new());
        for placement in &compiled.placements {
            // Every piece has a symbol of its own, a printable byte, so there are fewer than 256.
            options.push((placement.piece as u8, option_cells.len() as u32));
            option_cells.extend(placement.cells.iter().copied());
        }
        options.push((0, option_cells.len() as u32));
        Self {
            compiled,
            options,
            option_cells,
            template,
            places,
            sources: compiled.symmetries.iter().map(|s| source(&s.motion.cells)).collect(),
            edge_sources: compiled.symmetries.iter().map(edge_source).collect(),
            symbols: compiled.symmetries.iter().map(|s| symbol(&s.pieces)).collect(),
            has_copies: pieces.iter().any(|piece| piece.copies() > 1),
            full: {
                let cover = &compiled.problem.cover;
                let cells = 0..cells.len() as u16;
                cells.filter(|&cell| cover.is_primary(ItemId(u32::from(cell)))).collect()
            },
        }
    }

    /// The puzzle.
    pub(super) fn compiled(&self) -> &'a Compiled {
        self.compiled
    }

    /// The line of the empty board.
    pub(super) fn template(&self) -> &[u8] {
        &self.template
    }

    /// Whether some piece has copies, whose symbols depend on where the others lie.
    pub(super) fn has_copies(&self) -> bool {
        self.has_copies
    }

    /// Whether lines show the colours of edges, which depend on how pieces are turned.
    pub(super) fn has_edges(&self) -> bool {
        self.compiled.edges.is_some()
    }

    /// Where in a line the colours of edges begin.
    fn first_edge(&self) -> usize {
        self.template.len() - self.edge_sources[0].len()
    }

    /// Where in a line the colours of edges are.
    pub fn edge_places(&self) -> std::ops::Range<usize> {
        self.first_edge()..self.template.len()
    }

    /// The cells in the order of a line, each with its place there.
    pub fn cells(&self) -> Vec<(usize, usize)> {
        let cells = self.places.iter().zip(&self.sources[0]);
        cells.map(|(&place, &cell)| (place, usize::from(cell))).collect()
    }

    /// The length of every line.
    pub fn line_len(&self) -> usize {
        self.template.len()
    }

    /// Where in a line each cell is named, inner ones aside, in reading order with the points at
    /// which they are drawn.
    pub fn outer_places(&self) -> impl Iterator<Item = (usize, Point)> {
        let grid = &self.compiled.grid;
        let cells = self.places.iter().zip(&self.sources[0]);
        let outer = cells.filter(|(_, cell)| usize::from(**cell) < grid.outer_count());
        outer.map(|(&place, &cell)| (place, grid.drawn(usize::from(cell))))
    }

    /// Fills a picture with a solution, checking that its placements are disjoint and leave nothing
    /// empty.
    ///
    /// # Errors
    /// When they are not a solution.
    pub fn fill(&self, options: &[OptionId], picture: &mut Picture) -> Result<(), NotASolution> {
        let nothing = self.compiled.puzzle.pieces.len() as u8;
        picture.owner.clear();
        picture.owner.resize(self.places.len(), UNCOVERED);
        picture.shown.clear();
        picture.shown.resize(self.places.len(), nothing);
        picture.pieces.clear();
        picture.edges.clear();
        picture.edges.resize(self.edge_sources[0].len(), EMPTY);
        for (number, option) in options.iter().enumerate() {
            let (piece, first) = self.options[option.index()];
            let (_, end) = self.options[option.index() + 1];
            picture.pieces.push(piece as usize);
            for &cell in &self.option_cells[first as usize..end as usize] {
                let owner = &mut picture.owner[cell as usize];
                if *owner != UNCOVERED {
                    return Err(NotASolution(options.to_vec()));
                }
                *owner = number as u16;
                picture.shown[cell as usize] = piece;
            }
            if let Some(edges) = &self.compiled.edges {
                let Placement { cells, sides, .. } = &self.compiled.placements[option.index()];
                for (&edge, paint) in edges.of_cell(usize::from(cells[0])).iter().zip(sides) {
                    let colour = paint.symbol() as u8;
                    let before = std::mem::replace(&mut picture.edges[edge], colour);
                    if before != EMPTY && before != colour {
                        return Err(NotASolution(options.to_vec()));
                    }
                }
            }
        }
        let is_full = self.full.iter().all(|&cell| picture.shown[cell as usize] != nothing);
        if is_full { Ok(()) } else { Err(NotASolution(options.to_vec())) }
    }

    /// Writes the line of a picture's image under the symmetry with this number to `line`.
    pub fn write_image(&self, picture: &Picture, symmetry: usize, line: &mut Vec<u8>) {
        let from = line.len();
        line.extend_from_slice(&self.template);
        let line = &mut line[from..];
        let symbols = &self.symbols[symmetry];
        let sources = &self.sources[symmetry];
        let first_edge = self.first_edge();
        for (place, &edge) in line[first_edge..].iter_mut().zip(&self.edge_sources[symmetry]) {
            *place = picture.edges[edge];
        }
        if !self.has_copies {
            for (&place, &cell) in self.places.iter().zip(sources) {
                line[place] = symbols[picture.shown[cell as usize] as usize];
            }
            return;
        }
        let owners = sources.iter().map(|&cell| picture.owner[cell as usize]);
        let pieces = &self.compiled.puzzle.pieces;
        let images = &self.compiled.symmetries[symmetry].pieces;
        let mut used = vec![0; pieces.len()];
        let mut given = vec![None; picture.pieces.len()];
        for (&place, owner) in self.places.iter().zip(owners) {
            if owner == UNCOVERED {
                continue;
            }
            let piece = images[picture.pieces[owner as usize]];
            line[place] = *given[owner as usize].get_or_insert_with(|| {
                used[piece] += 1;
                pieces[piece].symbols[used[piece] - 1]
            });
        }
    }

    /// Appends the canonical line of a picture to `line`; returns the number of symmetries that
    /// map the picture to itself, and the number of one that maps it to its canonical image.
    pub fn write_canonical(&self, picture: &Picture, line: &mut Vec<u8>) -> (usize, usize) {
        if self.has_copies {
            let mut images: Vec<(Vec<u8>, usize)> = (0..self.sources.len())
                .map(|symmetry| {
                    let mut image = Vec::with_capacity(self.line_len());
                    self.write_image(picture, symmetry, &mut image);
                    (image, symmetry)
                })
                .collect();
            images.sort_unstable();
            let least = &images[0];
            line.extend_from_slice(&least.0);
            return (images.iter().filter(|image| image.0 == least.0).count(), least.1);
        }
        let symbol = |symmetry: usize, place: usize| match self.sources[symmetry].get(place) {
            Some(&cell) => self.symbols[symmetry][picture.shown[cell as usize] as usize],
            None => picture.edges[self.edge_sources[symmetry][place - self.places.len()]],
        };
        let mut left: Vec<usize> = Vec::new();
        let mut least = u8::MAX;
        for symmetry in 0..self.sources.len() {
            let first = symbol(symmetry, 0);
            if first < least {
                least = first;
                left.clear();
            }
            if first == least {
                left.push(symmetry);
            }
        }
        for place in 1..self.places.len() + self.edge_sources[0].len() {
            if left.len() == 1 {
                break;
            }
            let least = left.iter().map(|&symmetry| symbol(symmetry, place)).min();
            left.retain(|&symmetry| Some(symbol(symmetry, place)) == least);
        }
        self.write_image(picture, left[0], line);
        (left.len(), left[0])
    }

    /// Whether the canonical image of a picture is the picture itself.
    pub fn is_canonical(&self, picture: &Picture) -> bool {
        let (mut own, mut canonical) = (Vec::new(), Vec::new());
        self.write_image(picture, 0, &mut own);
        self.write_canonical(picture, &mut canonical);
        own == canonical
    }

    /// The lines of all different images of a picture, sorted.
    pub fn images(&self, picture: &Picture) -> Vec<Vec<u8>> {
        let mut images: Vec<Vec<u8>> = (0..self.sources.len())
            .map(|symmetry| {
                let mut image = Vec::with_capacity(self.line_len());
                self.write_image(picture, symmetry, &mut image);
                image
            })
            .collect();
        images.sort_unstable();
        images.dedup();
        images
    }

    /// The picture that a line of this puzzle shows. The line must be one that a codec wrote.
    pub fn read(&self, line: &[u8]) -> Picture {
        let pieces = &self.compiled.puzzle.pieces;
        let mut picture = Picture {
            owner: vec![UNCOVERED; self.places.len()],
            pieces: Vec::new(),
            shown: vec![pieces.len() as u8; self.places.len()],
            edges: line[self.first_edge()..].to_vec(),
        };
        let mut seen: Vec<u8> = Vec::new();
        for (&place, &cell) in self.places.iter().zip(&self.sources[0]) {
            let symbol = line[place];
            if symbol == EMPTY {
                continue;
            }
            let number = seen.iter().position(|&s| s == symbol).unwrap_or_else(|| {
                seen.push(symbol);
                let piece = pieces.iter().position(|piece| piece.symbols.contains(&symbol));
                picture.pieces.push(piece.unwrap_or(0));
                seen.len() - 1
            });
            picture.owner[cell as usize] = number as u16;
            picture.shown[cell as usize] = picture.pieces[number] as u8;
        }
        picture
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{compile, file};

    /// Two dominoes in a square, copies of one piece.
    const DOMINOES: &str = r#"
name = "dominoes"
[board]
rows = 2
columns = 2
motions = "rotations-and-flips"
[[piece]]
symbol = "ab"
picture = "aa"
"#;

    #[test]
    fn copies_are_named_by_their_first_cells_and_images_by_the_least_line() {
        let compiled = compile(&file::parse(DOMINOES).unwrap().members[0]).unwrap();
        let codec = LineCodec::new(&compiled);
        let upright: Vec<OptionId> = compiled
            .problem
            .cover
            .options()
            .filter(|o| {
                let points: Vec<_> = compiled.placements[o.index()]
                    .cells
                    .iter()
                    .map(|&cell| compiled.grid.drawn(cell as usize))
                    .collect();
                points[0][2] == points[1][2]
            })
            .collect();
        let mut picture = Picture::default();
        codec.fill(&upright, &mut picture).unwrap();
        let mut line = Vec::new();
        codec.write_image(&picture, 0, &mut line);
        assert_eq!(line, b"ab/ab");
        line.clear();
        let (stabiliser, _) = codec.write_canonical(&picture, &mut line);
        assert_eq!((line.as_slice(), stabiliser), (b"aa/bb".as_slice(), 4));
        assert!(!codec.is_canonical(&picture));
        assert!(codec.is_canonical(&codec.read(b"aa/bb")));
        assert_eq!(codec.images(&picture), [b"aa/bb", b"ab/ab"]);
    }

    #[test]
    fn options_that_overlap_or_leave_a_gap_are_no_solution() {
        let compiled = compile(&file::parse(DOMINOES).unwrap().members[0]).unwrap();
        let codec = LineCodec::new(&compiled);
        let mut picture = Picture::default();
        assert!(codec.fill(&[OptionId(0)], &mut picture).is_err());
        assert!(codec.fill(&[OptionId(0), OptionId(0)], &mut picture).is_err());
    }
}
