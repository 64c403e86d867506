//! Edges: pieces of one cell whose sides have colours, and where two sides meet, the colours agree.
//!
//! The sides of a cell are counted clockwise from the top: of a square top, right, bottom, left; of a
//! hexagon the upper right first; of a triangle that points up right, bottom, left, of one that points
//! down top, right, left. An *edge* of the board is where two cells meet, or where a cell borders on
//! none. Edges are numbered as they are met, cell by cell in reading order, side by side.
//!
//! A side of a turned piece faces where the turn brings its step to the neighbour, so that all comes
//! from the turns of the lattice. Ways of lying that show the same colours are one way.
//!
//! Cost: a look-up for each side of each cell, and for each way of lying as many steps as a cell has
//! sides, squared.

use super::coordinates::points_up;
use super::lattice::Grid;
use super::model::{Lattice, Piece, Point, Puzzle};
use super::motion::Motion;
use super::paint::Paint;
use super::turn::Turn;

/// The edges of a board, numbered.
#[derive(Clone, Debug)]
pub(crate) struct Edges {
    /// For each outer cell, the edges at its sides.
    of_cell: Vec<Vec<usize>>,
    /// For each edge, whether two cells meet there.
    is_shared: Vec<bool>,
}

impl Edges {
    /// The edges of the board of a puzzle, if some of its pieces have coloured sides.
    pub fn of_puzzle(puzzle: &Puzzle, grid: &Grid) -> Option<Self> {
        puzzle.has_edges().then(|| Self::new(puzzle, grid))
    }

    fn new(puzzle: &Puzzle, grid: &Grid) -> Self {
        let mut of_cell: Vec<Vec<Option<usize>>> = (0..grid.outer_count())
            .map(|cell| vec![None; steps(grid.lattice(), grid.straight(cell)).len()])
            .collect();
        let mut is_shared = Vec::new();
        for cell in puzzle.board.points().filter_map(|point| grid.cell_drawn_at(point)) {
            for (side, step) in steps(grid.lattice(), grid.straight(cell)).into_iter().enumerate() {
                if of_cell[cell][side].is_some() {
                    continue;
                }
                let number = is_shared.len();
                of_cell[cell][side] = Some(number);
                let beyond = neighbour(grid, cell, step);
                is_shared.push(beyond.is_some());
                if let Some((other, back)) = beyond {
                    of_cell[other][back] = Some(number);
                }
            }
        }
        let of_cell = of_cell.into_iter().map(|sides| sides.into_iter().flatten().collect());
        Self { of_cell: of_cell.collect(), is_shared }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.is_shared.len()
    }

    /// The edges at the sides of an outer cell.
    pub fn of_cell(&self, cell: usize) -> &[usize] {
        &self.of_cell[cell]
    }

    /// For each of some cells, the edges at its sides; none for an inner cell.
    pub fn at_sides(&self, cells: &[usize]) -> Vec<Vec<usize>> {
        let at_sides = |&cell: &usize| self.of_cell.get(cell).cloned().unwrap_or_default();
        cells.iter().map(at_sides).collect()
    }

    /// Those where two cells meet.
    pub fn shared(&self) -> impl Iterator<Item = usize> {
        (0..self.count()).filter(|&edge| self.is_shared[edge])
    }

    /// Whether two cells meet there.
    pub fn is_shared(&self, edge: usize) -> bool {
        self.is_shared[edge]
    }

    /// The image of each edge under a motion of the board.
    pub fn images(&self, grid: &Grid, motion: &Motion) -> Vec<usize> {
        let mut images = vec![0; self.count()];
        for (cell, edges) in self.of_cell.iter().enumerate() {
            let to = usize::from(motion.cells[cell]);
            for (&edge, side) in edges.iter().zip(turned_sides(grid, motion, cell)) {
                images[edge] = self.of_cell[to][side];
            }
        }
        images
    }

    /// The motions of a board, those that move cells and edges alike listed once.
    pub fn motions(&self, puzzle: &Puzzle, grid: &Grid) -> Vec<Motion> {
        Motion::all_by(&puzzle.board, grid, puzzle.board_is_flat(), |motion| {
            (motion.cells.clone(), self.images(grid, motion))
        })
    }

    /// The ways in which a piece may lie on a cell, each as the colours that its sides show there: one
    /// way without colours, where the piece has none at its sides.
    pub fn ways(
        &self,
        puzzle: &Puzzle,
        grid: &Grid,
        piece: &Piece,
        cell: usize,
    ) -> Vec<Vec<Paint>> {
        let Some(edges) = &piece.edges else { return vec![Vec::new()] };
        let (lattice, at) = (grid.lattice(), grid.straight(cell));
        let own = lattice.straighten(piece.cells[0]);
        let shown = |turn: Turn| sides_turned(lattice, turn, (own, edges), at);
        let turns = Turn::of(lattice, piece.motions, true);
        let mut ways: Vec<Vec<Paint>> = turns.into_iter().filter_map(shown).collect();
        ways.retain(|sides| self.admits(puzzle, cell, sides));
        ways.sort_unstable();
        ways.dedup();
        ways
    }

    /// Whether the sides of a cell may show these colours by themselves: at the rim, and where the cell
    /// meets itself round a closed axis.
    fn admits(&self, puzzle: &Puzzle, cell: usize, sides: &[Paint]) -> bool {
        let edges = &self.of_cell[cell];
        let may_show = |(side, (&edge, paint)): (usize, (&usize, &Paint))| {
            let rim = puzzle.board.rim.filter(|_| !self.is_shared[edge]);
            let before = edges[..side].iter().position(|other| *other == edge);
            rim.is_none_or(|rim| rim == *paint) && before.is_none_or(|side| sides[side] == *paint)
        };
        edges.iter().zip(sides).enumerate().all(may_show)
    }
}

/// What the sides of a cell at a straight point show after a turn and a shift brought it to another point;
/// nothing where no shift leads there: a triangle comes to lie only on one that points as it does after
/// the turn.
pub(crate) fn sides_turned(
    lattice: Lattice,
    turn: Turn,
    (own, sides): (Point, &[Paint]),
    at: Point,
) -> Option<Vec<Paint>> {
    let turned = turn.apply(own);
    lattice.drawn_step(std::array::from_fn(|axis| at[axis] - turned[axis]))?;
    let from = steps(lattice, own);
    let paint = |step: Point| {
        let side = from.iter().position(|own| turn.apply(*own) == step);
        side.map(|side| sides[side])
    };
    steps(lattice, at).into_iter().map(paint).collect()
}

/// What the sides of a cell show after a motion brought it to its place, where they showed these colours
/// before.
pub(crate) fn sides_after(
    grid: &Grid,
    motion: &Motion,
    cell: usize,
    sides: &[Paint],
) -> Vec<Paint> {
    let mut moved = sides.to_vec();
    for (&paint, side) in sides.iter().zip(turned_sides(grid, motion, cell)) {
        moved[side] = paint;
    }
    moved
}

/// The steps to the neighbours of a cell at a straight point, in the order of its sides.
fn steps(lattice: Lattice, at: Point) -> Vec<Point> {
    match lattice {
        Lattice::Square | Lattice::Cubic | Lattice::FaceCentred => {
            vec![[0, -1, 0], [0, 0, 1], [0, 1, 0], [0, 0, -1]]
        }
        Lattice::Hexagonal => {
            vec![[0, -1, 1], [0, 0, 1], [0, 1, 0], [0, 1, -1], [0, 0, -1], [0, -1, 0]]
        }
        Lattice::Triangular => {
            let Some([layer, row, column]) = lattice.drawn(at) else { return Vec::new() };
            let (right, left) = ([layer, row, column + 1], [layer, row, column - 1]);
            let neighbours = if points_up(row, column) {
                [right, [layer, row + 1, column], left]
            } else {
                [[layer, row - 1, column], right, left]
            };
            let step = |to: Point| {
                let to = lattice.straighten(to);
                std::array::from_fn(|axis| to[axis] - at[axis])
            };
            neighbours.map(step).to_vec()
        }
    }
}

/// The cell to which a step leads, and its side that faces back.
fn neighbour(grid: &Grid, cell: usize, step: Point) -> Option<(usize, usize)> {
    let at = grid.straight(cell);
    let other = grid.cell(std::array::from_fn(|axis| at[axis] + step[axis]))?;
    let back = step.map(|value| -value);
    let side = steps(grid.lattice(), grid.straight(other)).iter().position(|s| *s == back)?;
    Some((other, side))
}

/// For each side of a cell, the side that it becomes where a motion brings the cell.
fn turned_sides(grid: &Grid, motion: &Motion, cell: usize) -> Vec<usize> {
    let to = steps(grid.lattice(), grid.straight(usize::from(motion.cells[cell])));
    let side = |step: Point| {
        let turned = motion.turn.apply(step);
        to.iter()
            .position(|step| *step == turned)
            .expect("a motion brings neighbours onto neighbours")
    };
    steps(grid.lattice(), grid.straight(cell)).into_iter().map(side).collect()
}

#[cfg(test)]
mod tests {
    use super::super::file::parse;
    use super::*;

    fn puzzle(board: &str, piece: &str) -> (Puzzle, Grid) {
        let text = format!("name = 'tiles'\n[board]\n{board}\n[[piece]]\nsymbol = 'a'\n{piece}\n");
        let puzzle = parse(&text).unwrap().members.remove(0);
        let grid = Grid::new(&puzzle.board);
        (puzzle, grid)
    }

    fn shown(board: &str, piece: &str, point: Point) -> Vec<String> {
        let (puzzle, grid) = puzzle(board, piece);
        let edges = Edges::of_puzzle(&puzzle, &grid).unwrap();
        let cell = grid.cell_drawn_at(point).unwrap();
        let words = |sides: Vec<Paint>| sides.into_iter().map(Paint::symbol).collect();
        edges.ways(&puzzle, &grid, &puzzle.pieces[0], cell).into_iter().map(words).collect()
    }

    #[test]
    fn a_turned_square_shows_its_sides_one_further_on() {
        let square =
            |piece: &str| shown("rows = 2\ncolumns = 2\nmotions = 'rotations'", piece, [0, 0, 0]);
        assert_eq!(square("edges = 'rgby'"), ["byrg", "gbyr", "rgby", "yrgb"]);
        assert_eq!(square("edges = 'rgrg'"), ["grgr", "rgrg"]);
        assert_eq!(square("edges = 'rgby'\nmotions = 'half-turn'"), ["byrg", "rgby"]);
        assert_eq!(square("edges = 'rgby'\nmotions = 'rotations-and-flips'").len(), 8);
        let rim = "rows = 2\ncolumns = 2\nmotions = 'rotations'\nrim = 'r'";
        // In the corner, top and left border on nothing.
        assert_eq!(shown(rim, "edges = 'rrgb'", [0, 0, 0]), ["rgbr"]);
        let ring = "rows = 1\ncolumns = 1\nwrap = ['columns']\nmotions = 'rotations'";
        assert_eq!(shown(ring, "edges = 'rgbg'", [0, 0, 0]), ["bgrg", "rgbg"]);
    }

    #[test]
    fn hexagons_have_six_ways_and_triangles_three_on_either_kind() {
        let board = "lattice = 'hexagonal'\nrows = 2\ncolumns = 2\nmotions = 'rotations'";
        assert_eq!(shown(board, "edges = 'abcdef'", [0, 0, 0]).len(), 6);
        let board = "lattice = 'triangular'\nrows = 2\ncolumns = 2\nmotions = 'rotations'";
        let turned = ["abc", "bca", "cab"];
        assert_eq!(shown(board, "edges = 'abc'", [0, 0, 0]), turned);
        assert_eq!(shown(board, "edges = 'abc'", [0, 0, 1]), turned);
        let half = "edges = 'abc'\nmotions = 'half-turn'";
        assert_eq!(shown(board, half, [0, 0, 0]), ["abc"]);
        // The bottom comes to the top, and right and left change places.
        assert_eq!(shown(board, half, [0, 0, 1]), ["bca"]);
        assert!(shown(board, "edges = 'abc'\nmotions = 'translate'", [0, 0, 1]).is_empty());
    }

    #[test]
    fn edges_are_numbered_as_they_are_met_and_follow_the_motions() {
        let (puzzle, grid) =
            puzzle("rows = 1\ncolumns = 2\nmotions = 'rotations-and-flips'", "edges = 'rgby'");
        let edges = Edges::of_puzzle(&puzzle, &grid).unwrap();
        let at = |column| edges.of_cell(grid.cell_drawn_at([0, 0, column]).unwrap()).to_vec();
        assert_eq!((at(0), at(1)), (vec![0, 1, 2, 3], vec![4, 5, 6, 1]));
        assert_eq!(edges.shared().collect::<Vec<_>>(), [1]);
        let motions = edges.motions(&puzzle, &grid);
        let mut images: Vec<Vec<usize>> =
            motions.iter().map(|motion| edges.images(&grid, motion)).collect();
        images.sort();
        let upside_down = vec![2, 1, 0, 3, 6, 5, 4];
        let mirrored = vec![4, 1, 6, 5, 0, 3, 2];
        let turned = vec![6, 1, 4, 5, 2, 3, 0];
        assert_eq!(images, [vec![0, 1, 2, 3, 4, 5, 6], upside_down, mirrored, turned]);
    }
}
