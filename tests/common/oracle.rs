//! A naive solver: plain backtracking over a grid of characters, and symmetry by applying every
//! motion to every arrangement. It shares nothing with the crate but the model of a puzzle.
//!
//! Slow on purpose: every step is what the definitions say, and nothing more.

use std::collections::{BTreeMap, BTreeSet};

use bitcover::puzzle::model::{Board, Inner, Lattice, Motions, Piece, Puzzle};

/// Layer, row, column. The inner cell of a row has the number of columns as its column.
pub type Cell = [i32; 3];

/// A set of cells.
pub type Cells = BTreeSet<Cell>;

/// A linear map of the lattice, by rows.
type Matrix = [[i32; 3]; 3];

const IDENTITY: Matrix = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
/// Row becomes column, column becomes minus row.
const QUARTER_TURN: Matrix = [[1, 0, 0], [0, 0, 1], [0, -1, 0]];
/// Layer becomes row, row becomes minus layer.
const QUARTER_TIP: Matrix = [[0, 1, 0], [-1, 0, 0], [0, 0, 1]];
const HALF_TURN: Matrix = [[1, 0, 0], [0, -1, 0], [0, 0, -1]];
const MIRROR: Matrix = [[1, 0, 0], [0, 1, 0], [0, 0, -1]];

/// What there is to know about a puzzle.
#[derive(Debug)]
pub struct Answer {
    /// Every arrangement, as its written line; sorted.
    pub arrangements: Vec<String>,
    /// The canonical line of each distinct solution; sorted.
    pub distinct: Vec<String>,
    /// The motions of the board that map the puzzle to itself.
    pub group: Vec<Symmetry>,
}

/// A motion of the board that maps the puzzle to itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// The image of each cell.
    pub cells: BTreeMap<Cell, Cell>,
    /// The image of each piece.
    pub pieces: Vec<usize>,
}

impl Answer {
    /// Whether some arrangement is its own image under a motion that moves something.
    pub fn has_symmetric_solutions(&self) -> bool {
        self.arrangements.len() != self.group.len() * self.distinct.len()
    }

    /// Whether some motion turns a piece into another one.
    pub fn exchanges_pieces(&self) -> bool {
        self.group.iter().any(|symmetry| symmetry.pieces.iter().enumerate().any(|(a, &b)| a != b))
    }
}

/// Solves a puzzle; `None` when it takes more than `patience` placements.
pub fn solve(puzzle: &Puzzle, patience: usize) -> Option<Answer> {
    let canvas = Canvas::new(&puzzle.board);
    let placements = all_placements(puzzle);
    let mut search = Search {
        puzzle,
        canvas: &canvas,
        placements: &placements,
        used: vec![0; puzzle.pieces.len()],
        text: canvas.blank.clone(),
        arrangements: Vec::new(),
        patience,
    };
    if !search.fill() {
        return None;
    }
    let arrangements = search.arrangements;
    let group = group(puzzle, &placements);
    let known: BTreeSet<&Vec<u8>> = arrangements.iter().collect();
    assert_eq!(known.len(), arrangements.len(), "the oracle meets every arrangement once");
    let mut distinct = BTreeSet::new();
    for arrangement in &arrangements {
        let images = group.iter().map(|symmetry| image(puzzle, &canvas, symmetry, arrangement));
        let images: Vec<Vec<u8>> = images.collect();
        assert!(images.iter().all(|image| known.contains(image)), "motions make no new solution");
        distinct.extend(images.into_iter().min());
    }
    let mut arrangements: Vec<String> = arrangements.into_iter().map(text).collect();
    arrangements.sort_unstable();
    Some(Answer { arrangements, distinct: distinct.into_iter().map(text).collect(), group })
}

fn text(line: Vec<u8>) -> String {
    String::from_utf8(line).expect("symbols are ASCII")
}

/// The written picture of a board, and which cell each of its places shows.
struct Canvas {
    /// Every cell a dot.
    blank: Vec<u8>,
    places: BTreeMap<Cell, usize>,
}

impl Canvas {
    fn new(board: &Board) -> Self {
        let [layers, rows, columns] = board.size().map(|n| n as i32);
        let mut canvas = Self { blank: Vec::new(), places: BTreeMap::new() };
        for layer in 0..layers {
            if layer > 0 {
                canvas.blank.extend(b"//");
            }
            for row in 0..rows {
                if row > 0 {
                    canvas.blank.push(b'/');
                }
                for column in 0..columns {
                    canvas.put([layer, row, column]);
                }
                if board.inner == Some(Inner::Rows) {
                    canvas.blank.push(b':');
                    canvas.put([layer, row, columns]);
                }
            }
        }
        canvas
    }

    fn put(&mut self, cell: Cell) {
        self.places.insert(cell, self.blank.len());
        self.blank.push(b'.');
    }

    /// The first cell of the picture that is still a dot.
    fn first_empty(&self, picture: &[u8]) -> Option<Cell> {
        let empty = self.places.iter().filter(|&(_, &place)| picture[place] == b'.');
        empty.min_by_key(|&(_, &place)| place).map(|(&cell, _)| cell)
    }
}

struct Search<'a> {
    puzzle: &'a Puzzle,
    canvas: &'a Canvas,
    placements: &'a [BTreeSet<Cells>],
    /// How many copies of each piece lie on the board.
    used: Vec<usize>,
    text: Vec<u8>,
    arrangements: Vec<Vec<u8>>,
    patience: usize,
}

impl Search<'_> {
    /// Finds every way to fill the rest of the board. False when it takes too long.
    fn fill(&mut self) -> bool {
        let puzzle = self.puzzle;
        let Some(target) = self.canvas.first_empty(&self.text) else {
            let pieces = puzzle.pieces.iter().zip(&self.used);
            if pieces.into_iter().all(|(piece, &used)| piece.optional || used == piece.copies()) {
                self.arrangements.push(self.text.clone());
            }
            return true;
        };
        for (number, piece) in puzzle.pieces.iter().enumerate() {
            let used = self.used[number];
            if used == piece.copies() {
                continue;
            }
            let placements = self.placements;
            for cells in placements[number].iter().filter(|cells| cells.contains(&target)) {
                let places: Vec<usize> =
                    cells.iter().map(|cell| self.canvas.places[cell]).collect();
                if places.iter().any(|&place| self.text[place] != b'.') {
                    continue;
                }
                if self.patience == 0 {
                    return false;
                }
                self.patience -= 1;
                // The first empty cell is the first cell of this copy: the symbols come in order.
                self.write(&places, piece.symbols[used]);
                self.used[number] += 1;
                let patient = self.fill();
                self.used[number] -= 1;
                self.write(&places, b'.');
                if !patient {
                    return false;
                }
            }
        }
        true
    }

    fn write(&mut self, places: &[usize], symbol: u8) {
        for &place in places {
            self.text[place] = symbol;
        }
    }
}

/// Every set of cells that each piece may cover.
pub fn all_placements(puzzle: &Puzzle) -> Vec<BTreeSet<Cells>> {
    puzzle.pieces.iter().map(|piece| placements(&puzzle.board, piece, is_flat(puzzle))).collect()
}

/// Whether nothing leaves the plane.
pub fn is_flat(puzzle: &Puzzle) -> bool {
    puzzle.board.lattice == Lattice::Square
}

/// Every set of cells that a piece may cover.
pub fn placements(board: &Board, piece: &Piece, flat: bool) -> BTreeSet<Cells> {
    let mut found = BTreeSet::new();
    for turn in turns(piece.motions, flat) {
        let shape: Vec<Cell> = piece.cells.iter().map(|&cell| apply(&turn, cell)).collect();
        // The first cell of the shape goes everywhere, and takes the others along.
        for start in outer_cells(board) {
            let shift: Cell = std::array::from_fn(|axis| start[axis] - shape[0][axis]);
            let cells: Option<Cells> = shape.iter().map(|&cell| land(board, cell, shift)).collect();
            let Some(mut cells) = cells else { continue };
            if cells.len() < shape.len() {
                continue; // it goes round and lies on itself
            }
            if piece.inner {
                let inner: Cells = cells.iter().map(|&cell| behind(board, cell)).collect();
                cells.extend(inner);
            }
            found.insert(cells);
        }
    }
    found
}

/// The inner cell behind a cell.
fn behind(board: &Board, [layer, row, _]: Cell) -> Cell {
    [layer, row, board.size()[2] as i32]
}

/// Where a cell comes to lie when it is shifted; `None` off the board.
fn land(board: &Board, cell: Cell, shift: Cell) -> Option<Cell> {
    let mut landed = [0; 3];
    for axis in 0..3 {
        let size = board.size()[axis] as i32;
        let mut value = cell[axis] + shift[axis];
        if board.wrap[axis] {
            value = value.rem_euclid(size);
        }
        if value < 0 || value >= size {
            return None;
        }
        landed[axis] = value;
    }
    Some(landed)
}

fn outer_cells(board: &Board) -> Vec<Cell> {
    let [layers, rows, columns] = board.size().map(|n| n as i32);
    let mut cells = Vec::new();
    for layer in 0..layers {
        for row in 0..rows {
            for column in 0..columns {
                cells.push([layer, row, column]);
            }
        }
    }
    cells
}

fn apply(matrix: &Matrix, cell: Cell) -> Cell {
    matrix.map(|row| row.iter().zip(cell).map(|(a, b)| a * b).sum())
}

fn product(a: &Matrix, b: &Matrix) -> Matrix {
    a.map(|row| std::array::from_fn(|column| (0..3).map(|k| row[k] * b[k][column]).sum()))
}

/// Every turn of a kind: what its generators generate.
fn turns(motions: Motions, flat: bool) -> BTreeSet<Matrix> {
    let generators: &[Matrix] = match (motions, flat) {
        (Motions::Translate, _) => &[],
        (Motions::HalfTurn, _) => &[HALF_TURN],
        (Motions::Rotations, true) => &[QUARTER_TURN],
        (Motions::Rotations, false) => &[QUARTER_TURN, QUARTER_TIP],
        (Motions::RotationsAndFlips, true) => &[QUARTER_TURN, MIRROR],
        (Motions::RotationsAndFlips, false) => &[QUARTER_TURN, QUARTER_TIP, MIRROR],
    };
    let mut known = BTreeSet::from([IDENTITY]);
    loop {
        let new = known.iter().flat_map(|a| generators.iter().map(move |b| product(a, b)));
        let more: BTreeSet<Matrix> = known.iter().copied().chain(new).collect();
        if more.len() == known.len() {
            return known;
        }
        known = more;
    }
}

/// Every way to move the board onto itself that its description allows.
fn board_motions(board: &Board, flat: bool) -> BTreeSet<BTreeMap<Cell, Cell>> {
    let mut motions = BTreeSet::new();
    let [layers, rows, columns] = board.size().map(|n| n as i32);
    for turn in turns(board.motions, flat) {
        for layer in -layers..=layers {
            for row in -rows..=rows {
                for column in -columns..=columns {
                    motions.extend(board_motion(board, &turn, [layer, row, column]));
                }
            }
        }
    }
    motions
}

/// A turn and a shift as a map of the cells, if they move the board onto itself.
fn board_motion(board: &Board, turn: &Matrix, shift: Cell) -> Option<BTreeMap<Cell, Cell>> {
    let outer = outer_cells(board);
    let mut motion = BTreeMap::new();
    for &cell in &outer {
        motion.insert(cell, land(board, apply(turn, cell), shift)?);
    }
    let images: Cells = motion.values().copied().collect();
    let neighbours_stay = || {
        outer.iter().all(|&cell| {
            let mut expected: Vec<Cell> =
                neighbours(board, cell).iter().map(|next| motion[next]).collect();
            expected.sort_unstable();
            expected == neighbours(board, motion[&cell])
        })
    };
    if images.len() < outer.len() || !neighbours_stay() {
        return None;
    }
    if board.inner == Some(Inner::Rows) {
        for &cell in &outer {
            // A row must stay together, and its inner cell goes with it.
            let to = behind(board, motion[&cell]);
            if *motion.entry(behind(board, cell)).or_insert(to) != to {
                return None;
            }
        }
    }
    Some(motion)
}

/// The cells next to a cell, seams included, sorted; one that is met on two sides counts twice.
fn neighbours(board: &Board, cell: Cell) -> Vec<Cell> {
    let mut found = Vec::new();
    for axis in 0..3 {
        for step in [-1, 1] {
            let mut shift = [0; 3];
            shift[axis] = step;
            found.extend(land(board, cell, shift));
        }
    }
    found.sort_unstable();
    found
}

/// The motions of the board that map the placements of each piece onto those of a piece of the
/// same kind. Pieces that are alike in all but their names keep the order of these, so that
/// nothing depends on the order of the pieces.
fn group(puzzle: &Puzzle, placements: &[BTreeSet<Cells>]) -> Vec<Symmetry> {
    let kind = |piece: usize, placements: BTreeSet<Cells>| {
        let Piece { symbols, optional, inner, .. } = &puzzle.pieces[piece];
        (placements, symbols.len(), *optional, *inner)
    };
    let mut kinds: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for (piece, placements) in placements.iter().enumerate() {
        kinds.entry(kind(piece, placements.clone())).or_default().push(piece);
    }
    for pieces in kinds.values_mut() {
        pieces.sort_unstable_by_key(|&piece| &puzzle.pieces[piece].name);
    }
    let mut group = Vec::new();
    for cells in board_motions(&puzzle.board, is_flat(puzzle)) {
        let mut images = vec![0; placements.len()];
        let closed = kinds.values().all(|pieces| {
            let moved = placements[pieces[0]]
                .iter()
                .map(|placement| placement.iter().map(|cell| cells[cell]).collect());
            let Some(targets) = kinds.get(&kind(pieces[0], moved.collect())) else { return false };
            for (&piece, &target) in pieces.iter().zip(targets) {
                images[piece] = target;
            }
            pieces.len() == targets.len()
        });
        if closed {
            group.push(Symmetry { cells, pieces: images });
        }
    }
    group
}

/// The line of an arrangement after a motion.
fn image(puzzle: &Puzzle, canvas: &Canvas, symmetry: &Symmetry, line: &[u8]) -> Vec<u8> {
    let mut moved = canvas.blank.clone();
    for (from, to) in &symmetry.cells {
        moved[canvas.places[to]] = line[canvas.places[from]];
    }
    // Every symbol gives way to one of the piece that its piece becomes, copies in order.
    let mut renamed: BTreeMap<u8, u8> = BTreeMap::new();
    let mut used = vec![0; puzzle.pieces.len()];
    let mut cells: Vec<usize> = canvas.places.values().copied().collect();
    cells.sort_unstable();
    for place in cells {
        let old = moved[place];
        moved[place] = *renamed.entry(old).or_insert_with(|| {
            let owner = puzzle.pieces.iter().position(|piece| piece.symbols.contains(&old));
            let becomes = symmetry.pieces[owner.expect("every symbol belongs to a piece")];
            used[becomes] += 1;
            puzzle.pieces[becomes].symbols[used[becomes] - 1]
        });
    }
    moved
}
