//! Random small puzzles. A board is cut into regions, which become the pieces, so that most
//! puzzles have a solution; then pieces are merged into copies, joined by others that are not
//! needed, made optional, confined, laid on the board, and now and then spoilt. Some cells are left
//! free.

use std::collections::BTreeSet;
use std::fmt;

use crate::puzzle::copies::settle;
use crate::puzzle::model::{
    Board, CopyRange, Given, Inner, Lattice, Motions, Piece, Place, Puzzle, Region, Tray, TrayLayer,
};
use crate::puzzle::paint::{Paint, PiecePaints};
use proptest::prelude::*;

use super::oracle::{self, Cell};

/// A puzzle that prints as a few lines with pictures.
#[derive(Clone)]
pub struct Sketch(pub Puzzle);

/// Random small puzzles.
pub fn puzzles() -> impl Strategy<Value = Sketch> {
    prop::collection::vec(any::<u8>(), 256).prop_map(|bytes| Sketch(puzzle(&mut Tape::new(bytes))))
}

impl fmt::Debug for Sketch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Board { lattice, wrap, inner, motions, .. } = &self.0.board;
        let (drawing, tray) = (sketch(&self.0.board), &self.0.tray);
        writeln!(f, "{:?} {:?}", self.0.regions, self.0.board.paints)?;
        writeln!(f, "{drawing} {lattice:?}, {motions:?}, wrap {wrap:?}, {inner:?}, {tray:?}")?;
        for piece in &self.0.pieces {
            let Piece { name, cells, inner, motions, optional, range, paints, .. } = piece;
            writeln!(
                f,
                "  {name}: {}, {motions:?}, inner {inner}, optional {optional}, {range:?}, {paints:?}",
                draw(cells)
            )?;
        }
        write!(f, "  given {:?}, anchors {:?}", self.0.given, self.0.anchors)
    }
}

/// The drawing of a board on one line.
fn sketch(board: &Board) -> String {
    let symbol = |place: &Place| match place {
        Place::Cell => '.',
        Place::MayStayEmpty => '?',
        Place::Hole => '#',
    };
    let row = |row: &Vec<Place>| row.iter().map(symbol).collect::<String>();
    let layer = |layer: &Vec<_>| layer.iter().map(row).collect::<Vec<_>>().join("/");
    board.drawing.iter().map(layer).collect::<Vec<_>>().join("//")
}

/// A picture of some cells: rows joined by `/`, layers by `//`.
fn draw(cells: &[Cell]) -> String {
    let bound = |axis: usize, least: bool| {
        let values = cells.iter().map(|cell| cell[axis]);
        if least { values.min().unwrap_or(0) } else { values.max().unwrap_or(0) }
    };
    let range = |axis| bound(axis, true)..=bound(axis, false);
    let symbol = |cell| if cells.contains(&cell) { 'x' } else { '.' };
    let row = |layer, row| range(2).map(|column| symbol([layer, row, column])).collect::<String>();
    let layer = |layer| range(1).map(|r| row(layer, r)).collect::<Vec<_>>().join("/");
    range(0).map(layer).collect::<Vec<_>>().join("//")
}

/// A list of decisions; when it runs out, the simplest one is taken.
struct Tape(std::vec::IntoIter<u8>);

impl Tape {
    fn new(bytes: Vec<u8>) -> Self {
        Self(bytes.into_iter())
    }

    /// A number below `bound`.
    fn below(&mut self, bound: usize) -> usize {
        usize::from(self.0.next().unwrap_or(0)) % bound
    }

    /// True once in `times`.
    fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == times - 1
    }

    fn motions(&mut self) -> Motions {
        let kinds =
            [Motions::RotationsAndFlips, Motions::Rotations, Motions::HalfTurn, Motions::Translate];
        kinds[self.below(4)]
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

fn board(tape: &mut Tape) -> Board {
    let (size, wrap, inner) = match tape.below(12) {
        0 | 1 => ([1, 1 + tape.below(4), 2 + tape.below(4)], [false; 3], false),
        2 => ([1, 1 + tape.below(3), 2 + tape.below(5)], [false, false, true], false),
        3 | 4 => ([1, 1 + tape.below(4), 3 + tape.below(4)], [false, false, true], true),
        5 => {
            let sizes = [[2, 2, 3], [2, 2, 2], [3, 2, 2], [2, 3, 2], [2, 1, 4], [2, 3, 3]];
            (tape.pick(&sizes), [false; 3], false)
        }
        6 => ([1, 2 + tape.below(3), 2 + tape.below(4)], [false, true, true], false),
        7 => {
            let size = [1 + tape.below(2), 1 + tape.below(3), 2 + tape.below(3)];
            let wrap = std::array::from_fn(|_| tape.once_in(3));
            (size, wrap, size[0] == 1 && tape.once_in(2))
        }
        8 => return pyramid(tape),
        9 => return honeycomb(tape),
        10 | 11 => return triangles(tape),
        _ => ([1, 2, 2], [false; 3], false),
    };
    let mut board = Board {
        wrap,
        inner: inner.then_some(Inner::Rows),
        motions: tape.motions(),
        ..Board::of_size(size)
    };
    if !inner && tape.once_in(8) {
        board.lattice = Lattice::Cubic;
    }
    if tape.once_in(4) {
        punch_holes(tape, &mut board);
    }
    board
}

/// Two or three layers of spheres.
fn pyramid(tape: &mut Tape) -> Board {
    let sizes: &[usize] = tape.pick(&[[1, 2].as_slice(), &[2, 1], &[2, 3], &[3, 2], &[3, 2, 1]]);
    let layer = |&size: &usize| vec![vec![Place::Cell; size]; size];
    Board {
        lattice: Lattice::FaceCentred,
        drawing: sizes.iter().map(layer).collect(),
        motions: tape.motions(),
        ..Board::of_size([1; 3])
    }
}

/// Hexagons in one layer or two, closed or open, as a parallelogram or cut to another shape.
fn honeycomb(tape: &mut Tape) -> Board {
    let sizes = [[1, 3, 3], [1, 2, 4], [1, 3, 4], [2, 2, 2], [2, 2, 3]];
    six_fold(tape, Lattice::Hexagonal, &sizes)
}

/// Triangles in one layer or two, closed or open.
fn triangles(tape: &mut Tape) -> Board {
    let sizes = [[1, 2, 4], [1, 2, 6], [1, 3, 4], [1, 2, 5], [2, 1, 6], [2, 2, 3], [2, 2, 4]];
    six_fold(tape, Lattice::Triangular, &sizes)
}

fn six_fold(tape: &mut Tape, lattice: Lattice, sizes: &[[usize; 3]]) -> Board {
    let size = tape.pick(sizes);
    let closes =
        |axis: usize| lattice == Lattice::Hexagonal || axis == 0 || size[axis].is_multiple_of(2);
    let is_closed = tape.once_in(2);
    let wrap = [0, 1, 2].map(|axis| is_closed && tape.once_in(2) && closes(axis));
    let motions = tape.motions();
    let mut board = Board { lattice, wrap, motions, ..Board::of_size(size) };
    if tape.once_in(2) {
        punch_holes(tape, &mut board);
    }
    board
}

/// Takes up to four cells away, or lets them stay empty; sometimes evenly on both sides.
fn punch_holes(tape: &mut Tape, board: &mut Board) {
    let [layers, rows, columns] = board.size();
    for _ in 0..=tape.below(2) {
        let kind = tape.pick(&[Place::Hole, Place::MayStayEmpty]);
        let [layer, row, column] = [tape.below(layers), tape.below(rows), tape.below(columns)];
        board.drawing[layer][row][column] = kind;
        if tape.once_in(2) {
            board.drawing[layers - 1 - layer][rows - 1 - row][columns - 1 - column] = kind;
        }
    }
    // A row of an open board may end early.
    if !board.wrap[2] && tape.once_in(2) {
        for row in board.drawing.iter_mut().flatten() {
            while row.len() > 1 && row.last() == Some(&Place::Hole) {
                row.pop();
            }
        }
    }
    // An inner cell lies behind a row of cells.
    for row in board.drawing.iter_mut().flatten() {
        if row.iter().all(|&place| place == Place::Hole) {
            row[0] = Place::Cell;
        }
    }
}

/// A flat board may be a tray for solid pieces.
fn tray(tape: &mut Tape, board: &Board) -> Option<Tray> {
    let layer = tape.pick(&[TrayLayer::Either, TrayLayer::Upper]);
    let tray = Tray { layer, at_least: 1 + tape.below(3) };
    (board.lattice == Lattice::Square && tape.once_in(8)).then_some(tray)
}

fn puzzle(tape: &mut Tape) -> Puzzle {
    let board = board(tape);
    let tray = tray(tape, &board);
    let (free, regions) = (cells(tape, &board), Vec::new());
    let mut draft = Draft { free, board, tray, pieces: Vec::new(), regions };
    if tape.once_in(4) {
        draft.leave_free(tape);
    }
    let (motions, are_optional) = (tape.motions(), tape.once_in(2));
    if draft.board.inner.is_some() {
        draft.cut_rings(tape);
    }
    while let Some(&first) = draft.free.first() {
        draft.cut_region(tape, first);
    }
    for piece in &mut draft.pieces {
        piece.motions = if tape.once_in(4) { tape.motions() } else { motions };
        piece.optional = are_optional != tape.once_in(5);
    }
    for _ in 0..tape.below(3).max(usize::from(draft.pieces.is_empty())) {
        draft.add_stranger(tape, motions);
    }
    if tape.once_in(3) {
        draft.add_mirror_image(tape);
    }
    if tape.once_in(8) {
        draft.spoil(tape);
    }
    if tray.is_some() {
        draft.thicken(tape);
    }
    if tray.is_none() && tape.once_in(4) {
        draft.confine(tape);
    }
    if tape.once_in(3) {
        draft.colour(tape);
    }
    draft.merge_copies(tape);
    draft.shuffle_and_name(tape);
    let mut anchors: Vec<String> = draft.pieces.iter().map(|piece| piece.name.clone()).collect();
    anchors.retain(|_| tape.once_in(5));
    let given = if tape.once_in(5) { draft.lay_some(tape) } else { Vec::new() };
    let mut puzzle = Puzzle {
        name: "random".to_owned(),
        title: String::new(),
        about: String::new(),
        board: draft.board,
        tray,
        pieces: draft.pieces,
        regions: Vec::new(),
        labels: Vec::new(),
        given,
        anchors,
        known: None,
    };
    if tape.once_in(3) {
        give_ranges(tape, &mut puzzle);
    }
    puzzle.add_regions(draft.regions);
    if tape.once_in(4) {
        lay_free(tape, &mut puzzle);
    }
    puzzle
}

/// Says of some pieces that there may be more of them or fewer, or any number.
fn give_ranges(tape: &mut Tape, puzzle: &mut Puzzle) {
    for piece in &mut puzzle.pieces {
        if tape.once_in(2) {
            let copies = piece.symbols.len();
            let range = match tape.below(5) {
                0 => CopyRange::ANY,
                1 => CopyRange { least: 1, most: copies + tape.below(3) },
                2 => CopyRange { least: copies, most: copies + 1 },
                3 => CopyRange { least: 0, most: 1 + tape.below(3) },
                _ => CopyRange { least: copies, most: copies },
            };
            (piece.range, piece.optional) = (Some(range), range.least == 0);
            piece.symbols.truncate(1 + tape.below(2));
            piece.symbols.truncate(range.most);
        }
    }
    settle(puzzle);
}

/// Has a cell of a region stay free from the start, if one can.
fn lay_free(tape: &mut Tape, puzzle: &mut Puzzle) {
    let taken = |cell: &Cell| puzzle.given.iter().any(|given| given.cells.contains(cell));
    let free = puzzle.regions.iter().filter(|region| region.free > Some(0));
    let cells: Vec<Cell> =
        free.flat_map(|region| &region.cells).copied().filter(|cell| !taken(cell)).collect();
    if cells.is_empty() {
        return;
    }
    let cell = tape.pick(&cells);
    let piece = puzzle.free_cells_at(cell).expect("the cell is one of those that may stay free");
    puzzle.given.push(Given { piece, cells: vec![cell] });
}

/// A puzzle in the making.
struct Draft {
    board: Board,
    tray: Option<Tray>,
    /// The cells that belong to no region yet.
    free: BTreeSet<Cell>,
    pieces: Vec<Piece>,
    regions: Vec<Region>,
}

/// The cells of a board, without some of those that may stay empty.
fn cells(tape: &mut Tape, board: &Board) -> BTreeSet<Cell> {
    let is_cut = |&cell: &Cell| board.place(cell) == Place::Cell || tape.once_in(2);
    board.points().filter(is_cut).collect()
}

impl Draft {
    fn push(&mut self, cells: Vec<Cell>, inner: bool) {
        self.pieces.push(Piece {
            name: String::new(),
            symbols: vec![b'?'],
            cells,
            inner,
            motions: Motions::Translate,
            optional: false,
            range: None,
            region: None,
            stays_free: false,
            paints: None,
        });
    }

    /// Takes some cells away that are to stay free, and makes regions around them: a row, all cells,
    /// or some; often one that is mapped onto itself by motions of the board.
    fn leave_free(&mut self, tape: &mut Tape) {
        let all: Vec<Cell> =
            self.board.points().filter(|&cell| self.board.place(cell) == Place::Cell).collect();
        let mut taken: BTreeSet<Cell> = BTreeSet::new();
        for number in 0..=tape.below(2) {
            let left: Vec<Cell> = all.iter().copied().filter(|c| !taken.contains(c)).collect();
            if left.len() < 3 {
                return;
            }
            let first = tape.pick(&left);
            let kind = tape.below(3);
            let is_in = |cell: &&Cell| match kind {
                0 => cell[1] == first[1],
                1 => true,
                _ => **cell == first || (cell[1] + cell[2] + cell[0]) % 2 == 0,
            };
            let cells: Vec<Cell> = left.iter().filter(is_in).copied().collect();
            let free = if cells.len() > 3 { 1 + tape.below(2) } else { 1 };
            taken.extend(&cells);
            let mut away = vec![first];
            away.extend(cells.iter().copied().filter(|&cell| cell != first));
            self.free.retain(|cell| !away[..free].contains(cell));
            let region = Region::of_cells(&format!("free{number}"), cells);
            self.regions.push(region.leaves_free(free));
        }
    }

    /// Confines some pieces to regions that mostly hold the place where they were cut out.
    fn confine(&mut self, tape: &mut Tape) {
        let all: Vec<Cell> = self.board.points().collect();
        for number in 0..self.pieces.len() {
            if !tape.once_in(2) {
                continue;
            }
            let own: Vec<Cell> =
                self.pieces[number].cells.iter().map(|&cell| self.landed(cell)).collect();
            let side = all[tape.below(all.len())];
            let is_in = |cell: &&Cell| cell[2] <= side[2] || own.contains(*cell);
            let cells: Vec<Cell> = all.iter().filter(is_in).copied().collect();
            if cells.len() < own.len() {
                continue;
            }
            let name = format!("room{number}");
            self.regions.push(Region::of_cells(&name, cells));
            self.pieces[number].region = Some(name);
        }
    }

    /// Cuts regions that fill the inner cells of the rows: some cells of one row, or of two.
    fn cut_rings(&mut self, tape: &mut Tape) {
        let rows = self.board.size()[1] as i32;
        let mut row = 0;
        while row < rows {
            let span = if row + 1 < rows && tape.once_in(4) { 2 } else { 1 };
            let mut region = Vec::new();
            for row in row..row + span {
                let in_row = self.free.iter().filter(|cell| cell[1] == row);
                let mut free: Vec<Cell> = in_row.copied().collect();
                for _ in 0..(1 + tape.below(3)).min(free.len()) {
                    region.push(free.remove(tape.below(free.len())));
                }
            }
            row += span;
            if !region.is_empty() {
                self.free.retain(|cell| !region.contains(cell));
                self.push(region, true);
            }
        }
    }

    /// Cuts a region with this cell off the rest: connected, over the seam too, or in pieces.
    fn cut_region(&mut self, tape: &mut Tape, first: Cell) {
        let size = [3, 2, 4, 3, 5, 1][tape.below(6)];
        let connected = !tape.once_in(5);
        self.free.remove(&first);
        let mut region = vec![first];
        while region.len() < size {
            let next: Vec<(Cell, Cell)> = if connected {
                let around = region.iter().flat_map(|&cell| around(cell));
                around.filter_map(|cell| Some((cell, self.free_at(cell)?))).collect()
            } else {
                self.free.iter().map(|&cell| (cell, cell)).collect()
            };
            if next.is_empty() {
                break;
            }
            let (cell, landed) = tape.pick(&next);
            self.free.remove(&landed);
            region.push(cell);
        }
        self.push(region, false);
    }

    /// The free cell of the board at a point, closed axes taken round.
    fn free_at(&self, cell: Cell) -> Option<Cell> {
        let landed = self.landed(cell);
        self.free.contains(&landed).then_some(landed)
    }

    /// The point, closed axes taken round.
    fn landed(&self, cell: Cell) -> Cell {
        std::array::from_fn(|axis| {
            let size = self.board.size()[axis] as i32;
            if self.board.wrap[axis] { cell[axis].rem_euclid(size) } else { cell[axis] }
        })
    }

    /// Adds a piece that the board can do without.
    fn add_stranger(&mut self, tape: &mut Tape, motions: Motions) {
        let mut cells = vec![[0; 3]];
        let flat = self.board.is_flat();
        for _ in 0..tape.below(4) {
            let mut next: Vec<Cell> = cells.iter().flat_map(|&cell| around(cell)).collect();
            next.retain(|cell| !cells.contains(cell) && (cell[0] == 0 || !flat));
            cells.push(tape.pick(&next));
        }
        let inner = self.board.inner.is_some() && tape.once_in(3);
        self.push(cells, inner);
        if let Some(piece) = self.pieces.last_mut() {
            (piece.motions, piece.optional) = (motions, !tape.once_in(16));
        }
    }

    /// Adds the mirror image of a piece, which a reflection may exchange with it.
    fn add_mirror_image(&mut self, tape: &mut Tape) {
        let mut twin = self.pieces[tape.below(self.pieces.len())].clone();
        let slants = self.board.lattice == Lattice::Hexagonal;
        for [_, row, column] in &mut twin.cells {
            *column = -*column - if slants { *row } else { 0 };
        }
        twin.optional |= !tape.once_in(8);
        self.pieces.push(twin);
    }

    /// Takes a piece away, or makes one larger.
    fn spoil(&mut self, tape: &mut Tape) {
        let piece = tape.below(self.pieces.len());
        if tape.once_in(2) && self.pieces.len() > 1 {
            self.pieces.remove(piece);
        } else {
            let cells = &mut self.pieces[piece].cells;
            let mut next: Vec<Cell> = cells.iter().flat_map(|&cell| around(cell)).collect();
            next.retain(|cell| !cells.contains(cell) && cell[0] == 0);
            cells.extend(next.first());
        }
    }

    /// Gives every piece a second layer, which covers some of the cells of the first.
    fn thicken(&mut self, tape: &mut Tape) {
        for piece in &mut self.pieces {
            let count = 1 + tape.below(piece.cells.len());
            let below = if tape.once_in(4) { 1 } else { -1 };
            let second: Vec<Cell> =
                piece.cells[..count].iter().map(|&[_, row, column]| [below, row, column]).collect();
            piece.cells.extend(second);
        }
    }

    /// Colours the board, often in a way that some of its motions keep, and most pieces as their place
    /// on the board is; some have another colour here or there, or none, or other colours behind.
    fn colour(&mut self, tape: &mut Tape) {
        let paints = ['w', 'b', 'r'].map(|symbol| Paint::of(symbol).expect("letters are colours"));
        let kind = tape.below(4);
        let points: Vec<Cell> = self.board.points().collect();
        for point in points {
            let [layer, row, column] = point;
            let number = match kind {
                0 => (layer + row + column).rem_euclid(2) as usize,
                1 => (row % 2) as usize,
                _ => tape.below(if kind == 2 { 2 } else { 3 }),
            };
            if !tape.once_in(8) {
                self.board.paints.push((point, paints[number]));
            }
        }
        if self.board.paints.is_empty() {
            return;
        }
        let is_flat = self.board.is_flat() && self.tray.is_none();
        for number in 0..self.pieces.len() {
            if tape.once_in(4) {
                continue;
            }
            let cells = self.pieces[number].cells.clone();
            let mut side = |spoiling: usize| -> Vec<Option<Paint>> {
                let paint = |&cell: &Cell| match tape.below(spoiling) {
                    0 => Some(paints[tape.below(3)]),
                    1 => None,
                    _ => self.board.paint(self.landed(cell)),
                };
                cells.iter().map(paint).collect()
            };
            let (front, other) = (side(24), side(4));
            let back = (is_flat && tape.once_in(2)).then_some(other);
            self.pieces[number].paints = Some(PiecePaints { front, back });
        }
    }

    /// Lays some of the pieces where they were cut out.
    fn lay_some(&self, tape: &mut Tape) -> Vec<Given> {
        let mut given = Vec::new();
        let mut taken: BTreeSet<Cell> = BTreeSet::new();
        for _ in 0..=tape.below(2) {
            let number = tape.below(self.pieces.len());
            let piece = &self.pieces[number];
            let drawn = piece.cells.iter().filter(|cell| self.tray.is_none() || cell[0] == 0);
            let cells: BTreeSet<Cell> = drawn.map(|&cell| self.landed(cell)).collect();
            if self.board.lattice == Lattice::FaceCentred {
                break;
            }
            if piece.region.is_some() {
                continue;
            }
            let lattice = self.board.lattice;
            let placements = oracle::placements(&self.board, self.tray, piece);
            let laid: BTreeSet<Cell> =
                cells.iter().map(|&cell| oracle::straight(lattice, cell)).collect();
            let inner = self.board.inner.map(|_| self.board.size()[2] as i32);
            let is_here = |placement: &&oracle::Cells| {
                placement.iter().filter(|cell| Some(cell[2]) != inner).eq(&laid)
            };
            let Some(placement) = placements.iter().find(is_here) else { continue };
            if given.iter().any(|given: &Given| given.piece == number) {
                continue;
            }
            if placement.is_disjoint(&taken) {
                taken.extend(placement);
                given.push(Given { piece: number, cells: cells.into_iter().collect() });
            }
        }
        given
    }

    /// Makes copies of one piece of most of those that are alike.
    fn merge_copies(&mut self, tape: &mut Tape) {
        let pieces = std::mem::take(&mut self.pieces);
        for piece in pieces {
            let placements = |piece: &Piece| oracle::placements(&self.board, self.tray, piece);
            let alike = |known: &&mut Piece| {
                (known.motions, known.inner, &known.region)
                    == (piece.motions, piece.inner, &piece.region)
                    && known.cells.len() == piece.cells.len()
                    && placements(known) == placements(&piece)
            };
            match self.pieces.iter_mut().find(alike) {
                Some(known) if !tape.once_in(4) => known.symbols.push(b'?'),
                _ => self.pieces.push(piece),
            }
        }
    }

    fn shuffle_and_name(&mut self, tape: &mut Tape) {
        let count = self.pieces.len();
        for last in (1..count).rev() {
            self.pieces.swap(last, last - tape.below(last + 1));
        }
        let mut symbols = (b'A'..=b'Z').chain(b'a'..=b'z').chain(b'0'..=b'9');
        for piece in &mut self.pieces {
            for symbol in &mut piece.symbols {
                *symbol = symbols.next().expect("there are fewer copies than symbols");
            }
            piece.name = String::from_utf8_lossy(&piece.symbols).into_owned();
        }
    }
}

/// The cells next to a cell, in the plane first.
fn around(cell: Cell) -> Vec<Cell> {
    let mut cells = Vec::new();
    for axis in [2, 1, 0] {
        for step in [1, -1] {
            let mut next = cell;
            next[axis] += step;
            cells.push(next);
        }
    }
    cells
}
