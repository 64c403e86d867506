//! A naive solver: plain backtracking over a grid of characters, and symmetry by applying every
//! motion to every arrangement. It shares nothing with the crate but the model of a puzzle.
//!
//! Slow on purpose: every step is what the definitions say, and nothing more.

use std::collections::{BTreeMap, BTreeSet};

use crate::puzzle::model::{
    Board, Given, Inner, Lattice, Motions, Piece, Place, Puzzle, Tray, TrayLayer,
};
use crate::puzzle::paint::{Paint, PiecePaints};

/// Coordinates in which a turn of the lattice permutes the axes and changes their signs: layer,
/// row, column on the square and the cubic lattice. The inner cell of a row has the number of
/// columns as its column.
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
/// On hexagons and triangles: a step to the right becomes one down to the right, which becomes one
/// down to the left.
const SIXTH_TURN: Matrix = [[1, 0, 0], [0, 1, 1], [0, -1, 0]];
/// On hexagons and triangles: a step to the right becomes one down to the right, and back.
const SLANTED_MIRROR: Matrix = [[1, 0, 0], [0, 0, 1], [0, 1, 0]];
/// The layers come in the other order, and left and right change places.
const TURN_OVER: Matrix = [[-1, 0, 0], [0, 0, 1], [0, 1, 0]];

/// What there is to know about a puzzle.
#[derive(Debug)]
pub struct Answer {
    /// Every arrangement, as its written line; sorted.
    pub arrangements: Vec<String>,
    /// The canonical line of each distinct solution; sorted.
    pub distinct: Vec<String>,
    /// Of those, the ones that some motion of the group maps to themselves.
    pub symmetric: Vec<String>,
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
        free: puzzle.regions.iter().map(|region| region.free.unwrap_or(0)).collect(),
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
    let (mut distinct, mut symmetric) = (BTreeSet::new(), BTreeSet::new());
    for arrangement in &arrangements {
        let images = group.iter().map(|symmetry| image(puzzle, &canvas, symmetry, arrangement));
        let images: Vec<Vec<u8>> = images.collect();
        assert!(images.iter().all(|image| known.contains(image)), "motions make no new solution");
        let different: BTreeSet<&Vec<u8>> = images.iter().collect();
        if different.len() < group.len() {
            symmetric.extend(different.first().map(|&first| first.clone()));
        }
        distinct.extend(images.into_iter().min());
    }
    let mut arrangements: Vec<String> = arrangements.into_iter().map(text).collect();
    arrangements.sort_unstable();
    let texts = |lines: BTreeSet<Vec<u8>>| lines.into_iter().map(text).collect();
    Some(Answer { arrangements, distinct: texts(distinct), symmetric: texts(symmetric), group })
}

/// Solves a puzzle, unless it is unclear what counts: a piece that may be left out and that fits
/// where no cell must be filled, for an exact cover has no use for it there.
pub fn solve_if_clear(puzzle: &Puzzle, patience: usize) -> Option<Answer> {
    let full = full_cells(&puzzle.board);
    let placements = all_placements(puzzle);
    let idle = puzzle.pieces.iter().zip(&placements).any(|(piece, placements)| {
        piece.optional && !piece.inner && placements.iter().any(|cells| full.is_disjoint(cells))
    });
    if idle { None } else { solve(puzzle, patience) }
}

fn text(line: Vec<u8>) -> String {
    String::from_utf8(line).expect("symbols are ASCII")
}

/// What the search writes where it leaves a cell empty.
const LEFT: u8 = b' ';

/// The written picture of a board, and which cell each of its places shows.
struct Canvas {
    /// Every cell a dot.
    blank: Vec<u8>,
    places: BTreeMap<Cell, usize>,
    /// The places that may stay dots.
    may_stay_empty: BTreeSet<usize>,
}

impl Canvas {
    fn new(board: &Board) -> Self {
        let mut canvas =
            Self { blank: Vec::new(), places: BTreeMap::new(), may_stay_empty: BTreeSet::new() };
        for (l, layer) in board.drawing.iter().enumerate() {
            if l > 0 {
                canvas.blank.extend(b"//");
            }
            for (r, row) in layer.iter().enumerate() {
                if r > 0 {
                    canvas.blank.push(b'/');
                }
                for (c, place) in row.iter().enumerate() {
                    let cell = straight(board.lattice, [l as i32, r as i32, c as i32]);
                    match place {
                        Place::Hole => canvas.blank.push(b'#'),
                        Place::Cell => canvas.put(cell),
                        Place::MayStayEmpty => {
                            canvas.may_stay_empty.insert(canvas.blank.len());
                            canvas.put(cell);
                        }
                    }
                }
                while canvas.blank.last() == Some(&b'#') {
                    canvas.blank.pop();
                }
                if board.inner == Some(Inner::Rows) {
                    canvas.blank.push(b':');
                    canvas.put([l as i32, r as i32, board.size()[2] as i32]);
                }
            }
        }
        canvas
    }

    fn put(&mut self, cell: Cell) {
        self.places.insert(cell, self.blank.len());
        self.blank.push(b'.');
    }

    /// The first cell of the picture that is still a dot, and its place.
    fn first_empty(&self, picture: &[u8]) -> Option<(Cell, usize)> {
        let empty = self.places.iter().filter(|&(_, &place)| picture[place] == b'.');
        empty.min_by_key(|&(_, &place)| place).map(|(&cell, &place)| (cell, place))
    }
}

struct Search<'a> {
    puzzle: &'a Puzzle,
    canvas: &'a Canvas,
    placements: &'a [BTreeSet<Cells>],
    /// How many copies of each piece lie on the board.
    used: Vec<usize>,
    /// How many more cells of each region stay free.
    free: Vec<usize>,
    text: Vec<u8>,
    arrangements: Vec<Vec<u8>>,
    patience: usize,
}

impl Search<'_> {
    /// Finds every way to fill the rest of the board. False when it takes too long.
    fn fill(&mut self) -> bool {
        let puzzle = self.puzzle;
        let Some((target, place)) = self.canvas.first_empty(&self.text) else {
            let pieces = puzzle.pieces.iter().zip(&self.used);
            let enough =
                |(piece, &used): (&Piece, _)| piece.stays_free || used >= piece.least_copies();
            let is_free = self.free.iter().all(|&free| free == 0);
            if pieces.into_iter().all(enough) && is_free && self.has_given() {
                let dotted = self.text.iter().map(|&c| if c == LEFT { b'.' } else { c });
                self.arrangements.push(dotted.collect());
            }
            return true;
        };
        if self.canvas.may_stay_empty.contains(&place) {
            self.text[place] = LEFT;
            let patient = self.fill();
            self.text[place] = b'.';
            if !patient {
                return false;
            }
        }
        for (number, region) in puzzle.regions.iter().enumerate() {
            let lattice = puzzle.board.lattice;
            let has = region.cells.iter().any(|&cell| straight(lattice, cell) == target);
            if !has || self.free[number] == 0 {
                continue;
            }
            self.free[number] -= 1;
            self.text[place] = LEFT;
            let patient = self.fill();
            self.text[place] = b'.';
            self.free[number] += 1;
            if !patient {
                return false;
            }
        }
        for (number, piece) in puzzle.pieces.iter().enumerate() {
            // What stays free was tried above.
            if piece.stays_free {
                continue;
            }
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

    /// Whether the pieces that are given lie where they are given.
    fn has_given(&self) -> bool {
        let Self { puzzle, canvas, text, .. } = self;
        puzzle.given.iter().all(|Given { piece, cells }| {
            let given: BTreeSet<usize> = cells
                .iter()
                .map(|&cell| canvas.places[&straight(puzzle.board.lattice, cell)])
                .collect();
            if puzzle.pieces[*piece].stays_free {
                return given.iter().all(|&place| text[place] == LEFT);
            }
            puzzle.pieces[*piece].symbols.iter().any(|&symbol| {
                let outer = canvas.places.iter().filter(|(cell, _)| !is_inner(&puzzle.board, cell));
                let covered = outer.map(|(_, &place)| place).filter(|&place| text[place] == symbol);
                covered.collect::<BTreeSet<usize>>() == given
            })
        })
    }

    fn write(&mut self, places: &[usize], symbol: u8) {
        for &place in places {
            self.text[place] = symbol;
        }
    }
}

/// Every set of cells that each piece may cover beside the pieces that are given.
pub fn all_placements(puzzle: &Puzzle) -> Vec<BTreeSet<Cells>> {
    let given: Vec<(usize, Cells)> = puzzle
        .given
        .iter()
        .map(|Given { piece, cells }| {
            let lattice = puzzle.board.lattice;
            let cells: Cells = cells.iter().map(|&cell| straight(lattice, cell)).collect();
            (*piece, with_inner(&puzzle.board, &puzzle.pieces[*piece], cells))
        })
        .collect();
    let pieces = puzzle.pieces.iter().enumerate();
    let remaining = pieces.map(|(number, piece)| {
        let mut placements = confined(puzzle, piece);
        let copies = given.iter().filter(|(piece, _)| *piece == number).count();
        placements.retain(|cells| {
            given.iter().any(|(piece, laid)| *piece == number && laid == cells)
                || copies < piece.copies() && given.iter().all(|(_, laid)| laid.is_disjoint(cells))
        });
        placements
    });
    remaining.collect()
}

/// Every set of cells that a piece may cover, those outside the region left out to which it is
/// confined.
pub fn confined(puzzle: &Puzzle, piece: &Piece) -> BTreeSet<Cells> {
    let tray = puzzle.tray.filter(|_| !piece.stays_free);
    let mut placements = placements(&puzzle.board, tray, piece);
    if let Some(name) = &piece.region {
        let region = puzzle.regions.iter().find(|region| region.name == *name);
        let cells = region.expect("every region that is named is there").cells.iter();
        let room: Cells = cells.map(|&cell| straight(puzzle.board.lattice, cell)).collect();
        let outer = outer_cells(&puzzle.board);
        placements.retain(|cells| cells.iter().all(|c| room.contains(c) || !outer.contains(c)));
    }
    placements
}

/// Every set of cells that a piece may cover.
pub fn placements(board: &Board, tray: Option<Tray>, piece: &Piece) -> BTreeSet<Cells> {
    let points = outer_cells(board);
    let mut found = BTreeSet::new();
    let flat = board.is_flat() && tray.is_none();
    let drawn: Vec<Cell> = piece.cells.iter().map(|&cell| straight(board.lattice, cell)).collect();
    let board_colours = colours(board);
    for turn in turns(board.lattice, piece.motions, flat) {
        let turned: Vec<Cell> = drawn.iter().map(|&cell| apply(&turn, cell)).collect();
        // What the piece shows after this turn.
        let painted: BTreeMap<Cell, Option<Paint>> = match &piece.paints {
            Some(PiecePaints { back: Some(back), .. }) if determinant(&turn) < 0 => {
                turned.iter().copied().zip(back.iter().copied()).collect()
            }
            Some(paints) => turned.iter().copied().zip(paints.front.iter().copied()).collect(),
            None => BTreeMap::new(),
        };
        for shape in tray.map_or(vec![turned.clone()], |tray| shown(&turned, tray)) {
            // The first cell of the shape goes everywhere, and takes the others along.
            for start in &points {
                let shift: Cell = std::array::from_fn(|axis| start[axis] - shape[0][axis]);
                if !is_shift(board.lattice, shift) {
                    continue;
                }
                let landed = shape.iter().map(|&cell| land(board, &points, cell, shift));
                let Some(cells) = landed.collect::<Option<Cells>>() else { continue };
                let disagrees = |cell: &Cell| {
                    let own = painted.get(cell).copied().flatten();
                    let lands = land(board, &points, *cell, shift);
                    let there = lands.and_then(|at| board_colours.get(&at).copied());
                    own.is_some() && there.is_some() && own != there
                };
                if shape.iter().any(disagrees) {
                    continue;
                }
                // Otherwise it goes round and lies on itself.
                if cells.len() == shape.len() {
                    found.insert(with_inner(board, piece, cells));
                }
            }
        }
    }
    found
}

/// The cells of a board that have a colour.
fn colours(board: &Board) -> BTreeMap<Cell, Paint> {
    board.paints.iter().map(|&(point, paint)| (straight(board.lattice, point), paint)).collect()
}

fn determinant([a, b, c]: &Matrix) -> i32 {
    a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0])
        + a[2] * (b[0] * c[1] - b[1] * c[0])
}

/// The layers of a solid piece that may lie in a tray while the other one sticks out of it.
fn shown(cells: &[Cell], tray: Tray) -> Vec<Vec<Cell>> {
    let heights: BTreeSet<i32> = cells.iter().map(|cell| cell[0]).collect();
    let (Some(&low), Some(&high)) = (heights.first(), heights.last()) else { return Vec::new() };
    let layer = |height| cells.iter().copied().filter(|cell| cell[0] == height).collect();
    let mut layers: Vec<Vec<Cell>> = match tray.layer {
        TrayLayer::Either => vec![layer(low), layer(high)],
        TrayLayer::Upper => vec![layer(high)],
    };
    layers.retain(|layer| high - low == 1 && layer.len() >= tray.at_least);
    layers
}

/// The cells of a placement together with the inner ones, where the piece fills those.
fn with_inner(board: &Board, piece: &Piece, mut cells: Cells) -> Cells {
    if piece.inner {
        let inner: Cells = cells.iter().map(|&cell| behind(board, cell)).collect();
        cells.extend(inner);
    }
    cells
}

/// The inner cell behind a cell.
fn behind(board: &Board, [layer, row, _]: Cell) -> Cell {
    [layer, row, board.size()[2] as i32]
}

fn is_inner(board: &Board, cell: &Cell) -> bool {
    board.inner.is_some() && cell[2] == board.size()[2] as i32
}

/// The coordinates of a cell that is drawn at a point.
pub fn straight(lattice: Lattice, [layer, row, column]: Cell) -> Cell {
    match lattice {
        // Rows of hexagons begin half a step further right each, as drawings have them.
        Lattice::Square | Lattice::Cubic | Lattice::Hexagonal => [layer, row, column],
        // The sum of the three corners, counted along two sides of triangles.
        Lattice::Triangular => {
            let slant = (column - row).div_euclid(2);
            let corners = if (column - row).rem_euclid(2) == 0 {
                [[row, slant], [row + 1, slant - 1], [row + 1, slant]]
            } else {
                [[row, slant], [row, slant + 1], [row + 1, slant]]
            };
            [
                layer,
                corners.map(|corner| corner[0]).iter().sum(),
                corners.map(|c| c[1]).iter().sum(),
            ]
        }
        // The spheres of each layer lie half a step on from those below, in both directions.
        Lattice::FaceCentred => [layer, row + column + layer, row - column],
    }
}

/// Whether a shift brings cells onto cells that lie alike: sums of three corners that all move alike
/// are shifted by threes.
fn is_shift(lattice: Lattice, shift: Cell) -> bool {
    lattice != Lattice::Triangular || (shift[1] % 3 == 0 && shift[2] % 3 == 0)
}

/// The shift once round a closed axis of triangles or hexagons.
fn ring(board: &Board, axis: usize) -> Cell {
    let mut end = [0; 3];
    end[axis] = board.size()[axis] as i32;
    let (end, start) = (straight(board.lattice, end), straight(board.lattice, [0; 3]));
    std::array::from_fn(|i| end[i] - start[i])
}

/// Where a triangle comes to lie when it goes round closed axes as often as need be.
fn land_triangle(board: &Board, points: &Cells, cell: Cell) -> Option<Cell> {
    const ROUNDS: i32 = 9;
    let rounds = |axis: usize| if board.wrap[axis] { -ROUNDS..=ROUNDS } else { 0..=0 };
    let by = [0, 1, 2].map(|axis| ring(board, axis));
    for layers in rounds(0) {
        for rows in rounds(1) {
            for columns in rounds(2) {
                let landed = std::array::from_fn(|i| {
                    cell[i] + layers * by[0][i] + rows * by[1][i] + columns * by[2][i]
                });
                if points.contains(&landed) {
                    return Some(landed);
                }
            }
        }
    }
    None
}

/// Where a cell comes to lie when it is shifted; `None` off the board.
fn land(board: &Board, points: &Cells, cell: Cell, shift: Cell) -> Option<Cell> {
    if board.lattice == Lattice::Triangular {
        let landed = std::array::from_fn(|axis| cell[axis] + shift[axis]);
        return land_triangle(board, points, landed);
    }
    let landed = std::array::from_fn(|axis| {
        let value = cell[axis] + shift[axis];
        if board.wrap[axis] { value.rem_euclid(board.size()[axis] as i32) } else { value }
    });
    points.contains(&landed).then_some(landed)
}

fn outer_cells(board: &Board) -> Cells {
    let mut cells = Cells::new();
    for (l, layer) in board.drawing.iter().enumerate() {
        for (r, row) in layer.iter().enumerate() {
            for c in (0..row.len()).filter(|&c| row[c] != Place::Hole) {
                cells.insert(straight(board.lattice, [l as i32, r as i32, c as i32]));
            }
        }
    }
    cells
}

/// The cells that must be filled, inner ones left out.
fn full_cells(board: &Board) -> Cells {
    let mut full = outer_cells(board);
    for (l, layer) in board.drawing.iter().enumerate() {
        for (r, row) in layer.iter().enumerate() {
            for c in (0..row.len()).filter(|&c| row[c] == Place::MayStayEmpty) {
                full.remove(&straight(board.lattice, [l as i32, r as i32, c as i32]));
            }
        }
    }
    full
}

fn apply(matrix: &Matrix, cell: Cell) -> Cell {
    matrix.map(|row| row.iter().zip(cell).map(|(a, b)| a * b).sum())
}

fn product(a: &Matrix, b: &Matrix) -> Matrix {
    a.map(|row| std::array::from_fn(|column| (0..3).map(|k| row[k] * b[k][column]).sum()))
}

/// Every turn of a kind: what its generators generate.
fn turns(lattice: Lattice, motions: Motions, flat: bool) -> BTreeSet<Matrix> {
    let is_six_fold = matches!(lattice, Lattice::Hexagonal | Lattice::Triangular);
    let generators: &[Matrix] = match (motions, flat) {
        (Motions::Rotations, true) if is_six_fold => &[SIXTH_TURN],
        (Motions::Rotations, false) if is_six_fold => &[SIXTH_TURN, TURN_OVER],
        (Motions::RotationsAndFlips, true) if is_six_fold => &[SIXTH_TURN, SLANTED_MIRROR],
        (Motions::RotationsAndFlips, false) if is_six_fold => {
            &[SIXTH_TURN, SLANTED_MIRROR, TURN_OVER]
        }
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
fn board_motions(board: &Board) -> BTreeSet<BTreeMap<Cell, Cell>> {
    let mut motions = BTreeSet::new();
    let outer = outer_cells(board);
    let Some(&first) = outer.first() else { return motions };
    for turn in turns(board.lattice, board.motions, board.is_flat()) {
        // The first cell goes everywhere, and takes the others along.
        let turned = apply(&turn, first);
        for target in &outer {
            let shift = std::array::from_fn(|axis| target[axis] - turned[axis]);
            if !is_shift(board.lattice, shift) || !goes_round(board, &outer, &turn, shift) {
                continue;
            }
            motions.extend(board_motion(board, &outer, &turn, shift));
        }
    }
    motions
}

/// Whether it makes no difference, on hexagons and triangles, if a cell goes once round a closed axis
/// before it is turned and shifted.
fn goes_round(board: &Board, outer: &Cells, turn: &Matrix, shift: Cell) -> bool {
    let image = |cell: Cell| land(board, outer, apply(turn, cell), shift);
    let is_squared =
        matches!(board.lattice, Lattice::Square | Lattice::Cubic | Lattice::FaceCentred);
    is_squared
        || (0..3).filter(|&axis| board.wrap[axis]).all(|axis| {
            let by = ring(board, axis);
            let round = |cell: &Cell| std::array::from_fn(|i| cell[i] + by[i]);
            outer.iter().all(|cell| image(round(cell)) == image(*cell))
        })
}

/// A turn and a shift as a map of the cells, if they move the board onto itself.
fn board_motion(
    board: &Board,
    outer: &Cells,
    turn: &Matrix,
    shift: Cell,
) -> Option<BTreeMap<Cell, Cell>> {
    let mut motion = BTreeMap::new();
    for &cell in outer {
        motion.insert(cell, land(board, outer, apply(turn, cell), shift)?);
    }
    let images = |cells: &Cells| cells.iter().map(|cell| motion[cell]).collect::<Cells>();
    let neighbours_stay = || {
        outer.iter().all(|&cell| {
            let mut expected: Vec<Cell> =
                neighbours(board, outer, cell).iter().map(|next| motion[next]).collect();
            expected.sort_unstable();
            expected == neighbours(board, outer, motion[&cell])
        })
    };
    let full = full_cells(board);
    let colours = colours(board);
    let keeps_colours = || outer.iter().all(|cell| colours.get(cell) == colours.get(&motion[cell]));
    if images(outer) != *outer || images(&full) != full || !neighbours_stay() || !keeps_colours() {
        return None;
    }
    if board.inner == Some(Inner::Rows) {
        for &cell in outer {
            // A row must stay together, and its inner cell goes with it.
            let to = behind(board, motion[&cell]);
            if *motion.entry(behind(board, cell)).or_insert(to) != to {
                return None;
            }
        }
    }
    Some(motion)
}

/// The cells next to a cell, seams included, sorted; one that is met on two sides counts twice. On
/// squares, cubes and spheres those along the axes.
fn neighbours(board: &Board, outer: &Cells, cell: Cell) -> Vec<Cell> {
    let plane: &[[i32; 2]] = match board.lattice {
        Lattice::Square | Lattice::Cubic | Lattice::FaceCentred => {
            &[[1, 0], [-1, 0], [0, 1], [0, -1]]
        }
        Lattice::Hexagonal => &[[1, 0], [-1, 0], [0, 1], [0, -1], [1, -1], [-1, 1]],
        // Two corners stay, and the third goes to the other side of them.
        Lattice::Triangular => &[[1, 1], [-1, -1], [2, -1], [-2, 1], [1, -2], [-1, 2]],
    };
    let beside = plane.iter().map(|&[row, column]| [0, row, column]);
    let steps = beside.chain([[1, 0, 0], [-1, 0, 0]]);
    let mut found: Vec<Cell> = steps.filter_map(|step| land(board, outer, cell, step)).collect();
    found.sort_unstable();
    found
}

/// The motions of the board that map the placements of each piece onto those of a piece of the
/// same kind. Pieces that are alike in all but their names keep the order of their symbols,
/// so that nothing depends on the order of the pieces.
fn group(puzzle: &Puzzle, placements: &[BTreeSet<Cells>]) -> Vec<Symmetry> {
    let kind = |piece: usize, placements: BTreeSet<Cells>| {
        let piece = &puzzle.pieces[piece];
        (placements, piece.copies(), piece.least_copies(), piece.inner, piece.stays_free)
    };
    let mut kinds: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for (piece, placements) in placements.iter().enumerate() {
        kinds.entry(kind(piece, placements.clone())).or_default().push(piece);
    }
    for pieces in kinds.values_mut() {
        pieces.sort_unstable_by_key(|&piece| &puzzle.pieces[piece].symbols);
    }
    let mut group = Vec::new();
    for cells in board_motions(&puzzle.board) {
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
        if closed && keeps_given(puzzle, &cells, &images) {
            group.push(Symmetry { cells, pieces: images });
        }
    }
    group
}

/// Whether a motion maps the pieces that are given onto themselves or onto one another.
fn keeps_given(puzzle: &Puzzle, motion: &BTreeMap<Cell, Cell>, pieces: &[usize]) -> bool {
    let laid = |given: &Given| {
        let cells = given.cells.iter().map(|&cell| straight(puzzle.board.lattice, cell));
        (given.piece, cells.collect::<Cells>())
    };
    let given: BTreeSet<(usize, Cells)> = puzzle.given.iter().map(laid).collect();
    let moved = given.iter().map(|(piece, cells)| {
        (pieces[*piece], cells.iter().map(|cell| motion[cell]).collect::<Cells>())
    });
    moved.collect::<BTreeSet<_>>() == given
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
        if old == b'.' {
            continue; // it stays empty
        }
        moved[place] = *renamed.entry(old).or_insert_with(|| {
            let owner = puzzle.pieces.iter().position(|piece| piece.symbols.contains(&old));
            let becomes = symmetry.pieces[owner.expect("every symbol belongs to a piece")];
            used[becomes] += 1;
            puzzle.pieces[becomes].symbols[used[becomes] - 1]
        });
    }
    moved
}
