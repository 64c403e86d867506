//! A naive solver of puzzles whose pieces are single cells with coloured edges, on open boards of one
//! layer. It shares nothing with the crate but the model of a puzzle.
//!
//! Cells are polygons in the plane, a side is known by its middle, and turns are turns of the plane by
//! an angle, in floating point: slow on purpose, and nothing but what one sees.

use std::collections::{BTreeMap, BTreeSet};
use std::f64::consts::PI;

use crate::puzzle::model::{Lattice, Motions, Piece, Place, Puzzle};
use crate::puzzle::paint::Paint;

/// A place in the plane, in thousandths, so that places can be compared.
type Spot = (i64, i64);

/// A place in the plane; down is positive.
type Vector = (f64, f64);

/// A cell as it is seen.
struct Tile {
    place: Place,
    middle: Vector,
    /// The middles of its sides, clockwise from the top.
    sides: Vec<Vector>,
}

/// What lies on a cell: a piece, and the colours of the sides of the cell if it has some.
type Lying = Option<(usize, Vec<Paint>)>;

/// What there is to know about a puzzle.
pub struct TileAnswer {
    /// Every arrangement, as its written line; sorted.
    pub arrangements: Vec<String>,
    /// The canonical line of each distinct solution; sorted.
    pub distinct: Vec<String>,
    /// How many motions of the board map the puzzle to itself.
    pub motions: usize,
}

/// The most positions that are looked at: more would take longer than a test may.
const MOST_POSITIONS: usize = 30_000;

/// Solves a puzzle; `None` when it has more solutions than that, or takes too long.
pub fn solve(puzzle: &Puzzle, most: usize) -> Option<TileAnswer> {
    let tiles: Vec<Tile> = tiles(puzzle);
    let of_piece = |piece: &Piece| -> Vec<_> {
        (0..tiles.len()).map(|cell| ways(puzzle, piece, &tiles, cell)).collect()
    };
    let all_ways: Vec<Vec<BTreeSet<Vec<Paint>>>> = puzzle.pieces.iter().map(of_piece).collect();
    let beside = |tile: &Tile| tile.sides.iter().map(|&side| owners(&tiles, side)).collect();
    let beside: Vec<Vec<Vec<(usize, usize)>>> = tiles.iter().map(beside).collect();
    let (lying, found) = (Vec::new(), Vec::new());
    let (ways, beside, budget) = (&all_ways, &beside, MOST_POSITIONS);
    let mut search = Search { puzzle, tiles: &tiles, ways, beside, lying, found, most, budget };
    if !search.fill() {
        return None;
    }
    let found = search.found;
    let group = group(puzzle, &tiles);
    let arrangements: BTreeSet<String> = found.iter().map(|a| line(puzzle, &tiles, a)).collect();
    assert_eq!(arrangements.len(), found.len(), "each arrangement has a line of its own");
    let distinct = found.iter().filter_map(|arrangement| {
        let images = group.iter().map(|(cells, pieces)| {
            let mut image: Vec<Lying> = vec![None; tiles.len()];
            for (cell, lying) in arrangement.iter().enumerate() {
                let (to, sides) = &cells[cell];
                image[*to] = lying.as_ref().map(|(piece, colours)| {
                    let mut moved = colours.clone();
                    sides.iter().zip(colours).for_each(|(side, colour)| moved[*side] = *colour);
                    (pieces[*piece], if colours.is_empty() { Vec::new() } else { moved })
                });
            }
            line(puzzle, &tiles, &image)
        });
        images.min()
    });
    let distinct: BTreeSet<String> = distinct.collect();
    Some(TileAnswer {
        arrangements: arrangements.into_iter().collect(),
        distinct: distinct.into_iter().collect(),
        motions: group.len(),
    })
}

fn spot((x, y): Vector) -> Spot {
    ((x * 1000.0).round() as i64, (y * 1000.0).round() as i64)
}

fn minus(a: Vector, b: Vector) -> Vector {
    (a.0 - b.0, a.1 - b.1)
}

/// The corners of a cell, clockwise from the top.
fn corners(lattice: Lattice, row: i32, column: i32) -> Vec<Vector> {
    let (r, c) = (f64::from(row), f64::from(column));
    let height = 0.75_f64.sqrt();
    match lattice {
        Lattice::Hexagonal => {
            let (x, y) = (2.0 * height * (c + r / 2.0), 1.5 * r);
            let corner = |sixth: i32| {
                let angle = PI / 3.0 * f64::from(sixth);
                (x + angle.sin(), y - angle.cos())
            };
            (0..6).map(corner).collect()
        }
        Lattice::Triangular => {
            let (left, top, bottom) = (c / 2.0, r * height, (r + 1.0) * height);
            if (row + column) % 2 == 0 {
                vec![(left + 0.5, top), (left + 1.0, bottom), (left, bottom)]
            } else {
                vec![(left, top), (left + 1.0, top), (left + 0.5, bottom)]
            }
        }
        _ => vec![(c, r), (c + 1.0, r), (c + 1.0, r + 1.0), (c, r + 1.0)],
    }
}

fn tile(lattice: Lattice, row: i32, column: i32, place: Place) -> Tile {
    let corners = corners(lattice, row, column);
    let count = corners.len();
    let mean = |all: &[Vector]| {
        let sum = all.iter().fold((0.0, 0.0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
        (sum.0 / all.len() as f64, sum.1 / all.len() as f64)
    };
    let side = |n: usize| mean(&[corners[n], corners[(n + 1) % count]]);
    Tile { place, middle: mean(&corners), sides: (0..count).map(side).collect() }
}

fn tiles(puzzle: &Puzzle) -> Vec<Tile> {
    let mut tiles = Vec::new();
    for (r, row) in puzzle.board.drawing[0].iter().enumerate() {
        for (c, &place) in row.iter().enumerate().filter(|(_, place)| **place != Place::Hole) {
            tiles.push(tile(puzzle.board.lattice, r as i32, c as i32, place));
        }
    }
    tiles
}

/// A turn of the plane about a point, mirrored before or not.
fn turned((x, y): Vector, angle: f64, is_mirrored: bool) -> Vector {
    let x = if is_mirrored { -x } else { x };
    (x * angle.cos() - y * angle.sin(), x * angle.sin() + y * angle.cos())
}

fn turns(lattice: Lattice, motions: Motions) -> Vec<(f64, bool)> {
    let count = if matches!(lattice, Lattice::Hexagonal | Lattice::Triangular) { 6 } else { 4 };
    let all = (0..count).map(|n| 2.0 * PI * f64::from(n) / f64::from(count));
    match motions {
        Motions::Translate => vec![(0.0, false)],
        Motions::HalfTurn => vec![(0.0, false), (PI, false)],
        Motions::Rotations => all.map(|angle| (angle, false)).collect(),
        Motions::RotationsAndFlips => {
            all.flat_map(|angle| [(angle, false), (angle, true)]).collect()
        }
    }
}

/// The colours that the sides of a cell may show where a piece lies on it.
fn ways(puzzle: &Puzzle, piece: &Piece, tiles: &[Tile], cell: usize) -> BTreeSet<Vec<Paint>> {
    let Some(edges) = &piece.edges else { return BTreeSet::from([Vec::new()]) };
    let lattice = puzzle.board.lattice;
    let own = tile(lattice, piece.cells[0][1], piece.cells[0][2], Place::Cell);
    let at = &tiles[cell];
    let shown = |(angle, is_mirrored): (f64, bool)| -> Option<Vec<Paint>> {
        let moved: Vec<Spot> = own
            .sides
            .iter()
            .map(|&side| spot(turned(minus(side, own.middle), angle, is_mirrored)))
            .collect();
        let colour = |&side: &Vector| {
            let (x, y) = spot(minus(side, at.middle));
            let is_near = |&(a, b): &Spot| (a - x).abs() < 5 && (b - y).abs() < 5;
            moved.iter().position(is_near).map(|side| edges[side])
        };
        at.sides.iter().map(colour).collect()
    };
    let mut all: BTreeSet<Vec<Paint>> =
        turns(lattice, piece.motions).into_iter().filter_map(shown).collect();
    let borders = |side: &Vector| owners(tiles, *side).len() > 1;
    all.retain(|colours| {
        let mut sides = at.sides.iter().zip(colours);
        sides.all(|(side, colour)| {
            puzzle.board.rim.is_none_or(|rim| rim == *colour) || borders(side)
        })
    });
    all
}

/// The cells and sides that meet at a place.
fn owners(tiles: &[Tile], at: Vector) -> Vec<(usize, usize)> {
    let is_near = |side: &Vector| (side.0 - at.0).abs() < 0.01 && (side.1 - at.1).abs() < 0.01;
    let of = |(cell, tile): (usize, &Tile)| {
        let side = tile.sides.iter().position(is_near);
        side.map(|side| (cell, side))
    };
    tiles.iter().enumerate().filter_map(of).collect()
}

struct Search<'a> {
    puzzle: &'a Puzzle,
    tiles: &'a [Tile],
    /// For each piece and cell, what the sides of the cell may show.
    ways: &'a [Vec<BTreeSet<Vec<Paint>>>],
    /// For each cell and side, the cells and sides that meet there.
    beside: &'a [Vec<Vec<(usize, usize)>>],
    lying: Vec<Lying>,
    found: Vec<Vec<Lying>>,
    most: usize,
    /// How many more positions are looked at.
    budget: usize,
}

impl Search<'_> {
    fn fill(&mut self) -> bool {
        let Some(budget) = self.budget.checked_sub(1) else { return false };
        self.budget = budget;
        let cell = self.lying.len();
        let used =
            |piece: usize| self.lying.iter().flatten().filter(|lying| lying.0 == piece).count();
        if cell == self.tiles.len() {
            let pieces = self.puzzle.pieces.iter().enumerate();
            if pieces.into_iter().all(|(number, piece)| used(number) >= piece.least_copies()) {
                self.found.push(self.lying.clone());
            }
            return self.found.len() <= self.most;
        }
        let may_stay_empty = self.tiles[cell].place == Place::MayStayEmpty;
        let mut choices: Vec<Lying> = if may_stay_empty { vec![None] } else { Vec::new() };
        for (number, piece) in self.puzzle.pieces.iter().enumerate() {
            // One that may be left out lies only where it fills what must be filled.
            if used(number) == piece.copies() || may_stay_empty && piece.optional {
                continue;
            }
            let ways = self.ways[number][cell].iter();
            choices.extend(ways.map(|colours| Some((number, colours.clone()))));
        }
        for choice in choices {
            if let Some((_, colours)) = &choice
                && !self.agrees(cell, colours)
            {
                continue;
            }
            self.lying.push(choice);
            let goes_on = self.fill();
            self.lying.pop();
            if !goes_on {
                return false;
            }
        }
        true
    }

    fn agrees(&self, cell: usize, colours: &[Paint]) -> bool {
        self.beside[cell].iter().zip(colours).all(|(owners, colour)| {
            owners.iter().filter(|(other, _)| *other < cell).all(|&(other, facing)| {
                match &self.lying[other] {
                    Some((_, others)) if !others.is_empty() => others[facing] == *colour,
                    _ => true,
                }
            })
        })
    }
}

/// For each cell the cell to which it is brought, and the sides to which its sides are.
type CellMap = Vec<(usize, Vec<usize>)>;

/// The motions of the board under which what may lie where is closed, with what becomes of each piece.
fn group(puzzle: &Puzzle, tiles: &[Tile]) -> Vec<(CellMap, Vec<usize>)> {
    type Ways = BTreeSet<(usize, Vec<Paint>)>;
    let all = |piece: &Piece| -> Ways {
        let on = |cell| ways(puzzle, piece, tiles, cell).into_iter().map(move |way| (cell, way));
        (0..tiles.len()).flat_map(on).collect()
    };
    let kind = |piece: &Piece, ways: Ways| {
        (ways, piece.copies(), piece.least_copies(), piece.edges.is_some())
    };
    let mut kinds: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for (number, piece) in puzzle.pieces.iter().enumerate() {
        kinds.entry(kind(piece, all(piece))).or_default().push(number);
    }
    for numbers in kinds.values_mut() {
        numbers.sort_unstable_by_key(|&number| &puzzle.pieces[number].symbols);
    }
    let mut group = Vec::new();
    for map in cell_maps(puzzle, tiles) {
        let mut images = vec![0; puzzle.pieces.len()];
        let closed = kinds.values().all(|numbers| {
            let piece = &puzzle.pieces[numbers[0]];
            let moved = all(piece).into_iter().map(|(cell, colours)| {
                let mut turned = colours.clone();
                map[cell].1.iter().zip(&colours).for_each(|(side, c)| turned[*side] = *c);
                (map[cell].0, turned)
            });
            let Some(targets) = kinds.get(&kind(piece, moved.collect())) else { return false };
            numbers.iter().zip(targets).for_each(|(from, to)| images[*from] = *to);
            numbers.len() == targets.len()
        });
        if closed {
            group.push((map, images));
        }
    }
    group
}

/// The motions of the board that its description allows.
fn cell_maps(puzzle: &Puzzle, tiles: &[Tile]) -> BTreeSet<CellMap> {
    let mut maps = BTreeSet::new();
    for (angle, is_mirrored) in turns(puzzle.board.lattice, puzzle.board.motions) {
        let first = turned(tiles[0].middle, angle, is_mirrored);
        for target in tiles {
            let by = minus(target.middle, first);
            let moved = |at: Vector| {
                let (x, y) = turned(at, angle, is_mirrored);
                (x + by.0, y + by.1)
            };
            let map = tiles.iter().map(|tile| {
                let at = moved(tile.middle);
                let is_there = |other: &Tile| {
                    (other.middle.0 - at.0).abs() < 0.01 && (other.middle.1 - at.1).abs() < 0.01
                };
                let to = tiles.iter().position(is_there)?;
                let side = |&side: &Vector| {
                    owners(tiles, moved(side)).into_iter().find(|(cell, _)| *cell == to)
                };
                let sides: Option<Vec<usize>> =
                    tile.sides.iter().map(|s| side(s).map(|(_, side)| side)).collect();
                Some((to, sides?)).filter(|_| tiles[to].place == tile.place)
            });
            maps.extend(map.collect::<Option<CellMap>>());
        }
    }
    maps
}

/// The written line of an arrangement.
fn line(puzzle: &Puzzle, tiles: &[Tile], lying: &[Lying]) -> String {
    let mut line = String::new();
    let (mut cell, mut used) = (0, vec![0; puzzle.pieces.len()]);
    for (r, row) in puzzle.board.drawing[0].iter().enumerate() {
        if r > 0 {
            line.push('/');
        }
        for &place in row {
            if place == Place::Hole {
                line.push('#');
                continue;
            }
            line.push(match &lying[cell] {
                None => '.',
                Some((piece, _)) => {
                    used[*piece] += 1;
                    char::from(puzzle.pieces[*piece].symbols[used[*piece] - 1])
                }
            });
            cell += 1;
        }
        while line.ends_with('#') {
            line.pop();
        }
    }
    line.push_str("::");
    let mut met = BTreeSet::new();
    for (cell, tile) in tiles.iter().enumerate() {
        for &side in &tile.sides {
            let owners = owners(tiles, side);
            if owners[0].0 < cell || !met.insert(spot(side)) {
                continue;
            }
            let colour = owners.iter().find_map(|&(cell, side)| {
                lying[cell].as_ref().and_then(|(_, colours)| colours.get(side).copied())
            });
            line.push(colour.map_or('.', Paint::symbol));
        }
    }
    line
}
