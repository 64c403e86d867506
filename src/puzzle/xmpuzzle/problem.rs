//! One problem of a BurrTools file as a puzzle.
//!
//! Its result is the board, and its shapes are pieces, which may be turned as things may be that are
//! held in the hand: never mirrored, but turned over where they are flat. Solutions that differ by a
//! turn of the result are one to BurrTools, and so are mirror images if the pieces can lie so; these
//! are the motions of the board.

use std::collections::HashSet;

use roxmltree::Node;

use super::super::compile::has_idle_placements;
use super::super::copies::{free_symbol, settle};
use super::super::model::{
    Board, CopyRange, Lattice, MAX_CELLS, Motions, Piece, Place, Puzzle, RESERVED,
};
use super::super::rules::ModelError;
use super::colour::{ColouredCell, Painting, Pairs, lies_twice};
use super::element::{check_attributes, elements, elements_called, number, unknown};
use super::error::{ColourProblem, Located, XmpuzzleProblem};
use super::grid::{Voxel, VoxelGrid};
use super::shape::{Filled, Shape, Shapes};

/// What a puzzle from BurrTools is called, if its file does not say: such files have no name.
pub(super) const FAMILY: &str = "burrtools";

/// A problem as its elements say it.
pub(super) struct Problem<'a> {
    shapes: &'a Shapes,
    at: usize,
    name: String,
    parts: Vec<Part>,
    /// The number of the shape to be filled, and where the file says so.
    result: Option<(usize, usize)>,
    pairs: Pairs,
    /// How many variable voxels may stay empty, where that is limited, and where the file says so.
    most_holes: Option<(usize, usize)>,
}

/// A shape as a piece.
struct Part {
    at: usize,
    /// The number of the shape.
    id: usize,
    least: usize,
    most: usize,
}

impl<'a> Problem<'a> {
    /// Reads a `<problem>` element.
    ///
    /// # Errors
    /// When something in it is wrong or not known.
    pub fn read(node: Node<'_, '_>, shapes: &'a Shapes) -> Result<Self, Located> {
        let known = ["name", "state", "assemblies", "solutions", "time", "maxHoles"];
        check_attributes(node, &known)?;
        let at = node.range().start;
        let name = node.attribute("name").unwrap_or_default();
        let mut problem = Self {
            shapes,
            at,
            name: name.split_whitespace().collect::<Vec<_>>().join(" "),
            parts: Vec::new(),
            result: None,
            pairs: Pairs::default(),
            most_holes: None,
        };
        if let Some(attribute) = node.attribute_node("maxHoles") {
            problem.most_holes =
                Some((number(node, "maxHoles")? as usize, attribute.range().start));
        }
        for element in elements(node) {
            match element.tag_name().name() {
                "shapes" => {
                    for shape in elements_called(element, "shape")? {
                        problem.parts.push(Part::read(shape)?);
                    }
                }
                "result" => {
                    check_attributes(element, &["id"])?;
                    let id = number(element, "id")? as usize;
                    // BurrTools writes a number that is no shape's where no result is chosen.
                    let is_shape = id < shapes.all.len();
                    problem.result = is_shape.then_some((id, element.range().start));
                }
                "bitmap" => problem.pairs = Pairs::read(element)?,
                "solutions" | "assembler" => {}
                _ => return Err(unknown(element, node)),
            }
        }
        problem.parts.retain(|part| part.most > 0);
        Ok(problem)
    }

    /// The problem as a puzzle; `number` is its place among several, counted from 1.
    ///
    /// # Errors
    /// When it is no puzzle, or one that cannot be said here.
    pub fn puzzle(&self, number: Option<usize>) -> Result<Puzzle, Located> {
        let Some((id, at)) = self.result else { return Err((self.at, XmpuzzleProblem::NoResult)) };
        if self.parts.is_empty() {
            return Err((self.at, XmpuzzleProblem::NoPieces));
        }
        let result = self.shape(id, at)?;
        let cells = self.cells(id, result)?;
        if cells.is_empty() {
            return Err((result.at, XmpuzzleProblem::EmptyResult { id }));
        }
        let mut drawing = drawing(&cells, &result.voxels).map_err(|p| (result.at, p.into()))?;
        let pieces = self.parts.iter().map(|part| self.cells_of_piece(part));
        let pieces = pieces.collect::<Result<Vec<_>, _>>()?;
        self.close_holes(&mut drawing, &pieces)?;
        let lattice = self.shapes.grid.lattice();
        // A piece with several layers needs room to be turned in, even where it cannot lie.
        if lattice == Lattice::Triangular && pieces.iter().any(|cells| has_layers(cells)) {
            drawing.resize(drawing.len().max(2), vec![vec![Place::Hole]]);
        }
        let painting = Painting::new(&self.pairs, &pieces, &cells);
        let painting = painting.map_err(|problem| (self.at, problem.into()))?;
        let paints = painting.of_result(&cells);
        let board = Board { lattice, drawing, paints, ..Board::of_size([0; 3]) };
        let mut puzzle = Puzzle {
            name: puzzle_name(number),
            title: self.title(number),
            about: self.shapes.comment.split_whitespace().collect::<Vec<_>>().join(" "),
            board,
            tray: None,
            pieces: Vec::new(),
            regions: Vec::new(),
            labels: Vec::new(),
            given: Vec::new(),
            anchors: Vec::new(),
            known: None,
        };
        self.add_pieces(&mut puzzle, &pieces, &cells, &painting)?;
        self.settle(&mut puzzle)?;
        Ok(puzzle)
    }

    /// Adds the pieces, with names and symbols.
    fn add_pieces(
        &self,
        puzzle: &mut Puzzle,
        pieces: &[Vec<ColouredCell>],
        result: &[ColouredCell],
        painting: &Painting,
    ) -> Result<(), Located> {
        let (mut symbols, mut names) = (Vec::new(), HashSet::new());
        for (part, cells) in self.parts.iter().zip(pieces) {
            let shape = self.shape(part.id, part.at)?;
            let Some(symbol) = symbol_for(&shape.name, &symbols) else {
                let most = symbols.len();
                return Err((part.at, XmpuzzleProblem::TooManyPieces { most }));
            };
            symbols.push(symbol);
            let motions = self.motions(part, cells, &puzzle.board)?;
            if lies_twice(cells, motions, &puzzle.board, result, &self.pairs) {
                let problem = ColourProblem::Twice { id: part.id };
                return Err((part.at, problem.into()));
            }
            let range = CopyRange { least: part.least, most: part.most };
            puzzle.pieces.push(Piece {
                name: unique_name(&shape.name, part.id, &mut names),
                symbols: vec![symbol],
                cells: cells.iter().map(|&(cell, _)| cell).collect(),
                paints: painting.of_piece(cells),
                motions,
                optional: part.least == 0,
                range: (range != CopyRange { least: 1, most: 1 }).then_some(range),
                ..Piece::drawn("", "", [""; 0])
            });
        }
        Ok(())
    }

    /// Checks what the puzzle must keep as any other, and settles its copies.
    fn settle(&self, puzzle: &mut Puzzle) -> Result<(), Located> {
        puzzle.check().map_err(|error| {
            let of_piece = puzzle.pieces.iter().zip(&self.parts).find(|(piece, _)| {
                let alone = Puzzle { pieces: vec![(*piece).clone()], ..puzzle.clone() };
                alone.check().is_err()
            });
            (of_piece.map_or(self.at, |(_, part)| part.at), error.into())
        })?;
        settle(puzzle);
        for (piece, part) in puzzle.pieces.iter().zip(&self.parts) {
            if has_idle_placements(piece, puzzle) {
                return Err((part.at, XmpuzzleProblem::Idle { id: part.id }));
            }
        }
        Ok(())
    }

    /// The shape of this number, which is named at a place.
    fn shape(&self, id: usize, at: usize) -> Result<&'a Shape, Located> {
        match self.shapes.all.get(id) {
            Some(Ok(shape)) => Ok(shape),
            Some(Err(error)) => Err(error.clone()),
            None => Err((at, XmpuzzleProblem::NoShape { id, shapes: self.shapes.all.len() })),
        }
    }

    /// The voxels of a shape as drawn cells, in their order, moved to the origin.
    fn cells(&self, id: usize, shape: &Shape) -> Result<Vec<ColouredCell>, Located> {
        let cell = |filled: &Filled| {
            let voxel = filled.voxel;
            let between = || (shape.at, XmpuzzleProblem::BetweenSpheres { id, voxel });
            self.shapes.grid.drawn(voxel).ok_or_else(between)
        };
        let mut cells = shape.voxels.iter().map(cell).collect::<Result<Vec<_>, _>>()?;
        self.shapes.grid.move_to_origin(&mut cells);
        let colours = shape.voxels.iter().map(|voxel| voxel.colour);
        Ok(cells.into_iter().zip(colours).collect())
    }

    /// The cells of a piece in reading order, as a drawing would show them.
    fn cells_of_piece(&self, part: &Part) -> Result<Vec<ColouredCell>, Located> {
        let id = part.id;
        let shape = self.shape(id, part.at)?;
        if shape.voxels.iter().any(|voxel| voxel.is_variable) {
            return Err((shape.at, XmpuzzleProblem::VariablePiece { id }));
        }
        if shape.voxels.is_empty() {
            return Err((shape.at, XmpuzzleProblem::EmptyPiece { id }));
        }
        let mut cells = self.cells(id, shape)?;
        cells.sort_unstable();
        Ok(cells)
    }

    /// Heeds how many variable voxels may stay empty. BurrTools asks that only where not all sets of
    /// pieces have as many voxels.
    fn close_holes(
        &self,
        drawing: &mut [Vec<Vec<Place>>],
        pieces: &[Vec<ColouredCell>],
    ) -> Result<(), Located> {
        let Some((holes, at)) = self.most_holes else { return Ok(()) };
        let volume = |copies: fn(&Part) -> usize| -> usize {
            let parts = self.parts.iter().zip(pieces);
            parts.map(|(part, cells)| copies(part).saturating_mul(cells.len())).sum()
        };
        let places = || drawing.iter().flatten().flatten();
        let variable = places().filter(|place| **place == Place::MayStayEmpty).count();
        let cells = places().filter(|place| **place != Place::Hole).count();
        let least = volume(|part| part.least);
        let is_settled = least == volume(|part| part.most);
        if is_settled || holes >= variable.min(cells.saturating_sub(least)) {
            return Ok(());
        }
        if holes > 0 {
            return Err((at, XmpuzzleProblem::MaxHoles { holes, variable }));
        }
        for place in drawing.iter_mut().flatten().flatten() {
            if *place == Place::MayStayEmpty {
                *place = Place::Cell;
            }
        }
        Ok(())
    }

    /// How a piece may be turned.
    fn motions(
        &self,
        part: &Part,
        cells: &[ColouredCell],
        board: &Board,
    ) -> Result<Motions, Located> {
        let is_turned_over = match self.shapes.grid {
            VoxelGrid::Bricks => false,
            // Nothing leaves the plane of a flat board, and what is turned over is mirrored there.
            VoxelGrid::TriangularPrisms => board.is_flat(),
            VoxelGrid::Spheres => {
                let voxel = |&(cell, _): &ColouredCell| self.shapes.grid.voxel(cell);
                let voxels: Vec<Voxel> = cells.iter().map(voxel).collect();
                let askew = || (part.at, XmpuzzleProblem::Askew { id: part.id });
                is_in_a_dense_layer(&voxels).ok_or_else(askew)?
            }
        };
        Ok(if is_turned_over { Motions::RotationsAndFlips } else { Motions::Rotations })
    }

    /// What people call it.
    fn title(&self, number: Option<usize>) -> String {
        match number {
            _ if !self.name.is_empty() => self.name.clone(),
            Some(number) => format!("Problem {number}"),
            None => "A puzzle of BurrTools".to_owned(),
        }
    }
}

impl Part {
    /// Reads a `<shape>` element.
    fn read(node: Node<'_, '_>) -> Result<Self, Located> {
        check_attributes(node, &["id", "count", "min", "max", "group"])?;
        // Groups say which pieces need not be taken apart.
        for group in elements_called(node, "group")? {
            check_attributes(group, &["group", "count"])?;
        }
        let at = node.range().start;
        let count = |name| number(node, name).map(|value| value as usize);
        let (least, most) = if node.has_attribute("count") {
            let count = count("count")?;
            (count, count)
        } else if node.has_attribute("min") || node.has_attribute("max") {
            (count("min")?, count("max")?)
        } else {
            (1, 1)
        };
        if least > most {
            return Err((at, XmpuzzleProblem::Range { least, most }));
        }
        Ok(Self { at, id: count("id")?, least, most })
    }
}

/// What the puzzle is called on the command line.
fn puzzle_name(number: Option<usize>) -> String {
    match number {
        Some(number) => format!("{FAMILY}-{number}"),
        None => FAMILY.to_owned(),
    }
}

/// The places of a board, from its cells.
fn drawing(cells: &[ColouredCell], voxels: &[Filled]) -> Result<Vec<Vec<Vec<Place>>>, ModelError> {
    let size = [0, 1, 2]
        .map(|axis| cells.iter().map(|(cell, _)| cell[axis] as usize + 1).max().unwrap_or(0));
    let places = size.iter().fold(1_u128, |n, &m| n.saturating_mul(m as u128));
    if places > MAX_CELLS as u128 {
        return Err(ModelError::HugeBoard { cells: places });
    }
    let [layers, rows, columns] = size;
    let mut drawing = vec![vec![vec![Place::Hole; columns]; rows]; layers];
    for ((cell, _), filled) in cells.iter().zip(voxels) {
        let [layer, row, column] = cell.map(|value| value as usize);
        drawing[layer][row][column] =
            if filled.is_variable { Place::MayStayEmpty } else { Place::Cell };
    }
    Ok(drawing)
}

/// Whether cells lie in several layers.
fn has_layers(cells: &[ColouredCell]) -> bool {
    cells.iter().any(|(cell, _)| cell[0] != cells[0].0[0])
}

/// Whether spheres lie in one of the layers in which each touches six others, so that the piece that
/// they are can be turned over in it, which mirrors it, or by a sixth; `None` where they lie neither so
/// nor such that the turns of the lattice are all there are. In each of the four directions such layers
/// are of the kinds A, B, C by turns, and a sixth of a turn about that direction exchanges B and C: it
/// leads back to the lattice if all spheres are in layers of one kind.
fn is_in_a_dense_layer(voxels: &[Voxel]) -> Option<bool> {
    let mut is_in_layer = false;
    for [a, b, c] in [[1, 1, 1], [1, 1, -1], [1, -1, 1], [-1, 1, 1]] {
        // Neighbouring layers differ by 2.
        let height = |[x, y, z]: Voxel| a * x + b * y + c * z;
        let heights = || voxels.iter().map(|&voxel| height(voxel) - height(voxels[0]));
        if heights().all(|height| height == 0) {
            is_in_layer = true;
        } else if heights().all(|height| height % 6 == 0) {
            return None;
        }
    }
    Some(is_in_layer)
}

/// The symbol of a piece: the first character of its name that is free, or the next that is.
fn symbol_for(name: &str, taken: &[u8]) -> Option<u8> {
    let is_free = |symbol: &u8| {
        symbol.is_ascii_alphanumeric() && !RESERVED.contains(symbol) && !taken.contains(symbol)
    };
    name.bytes().next().filter(is_free).or_else(|| free_symbol(taken))
}

/// A name that no piece before has: that of the shape, without spaces, or its number as BurrTools shows
/// it.
fn unique_name(name: &str, id: usize, names: &mut HashSet<String>) -> String {
    let words: Vec<&str> = name.split_whitespace().collect();
    let own = words.join("-");
    let numbered = format!("S{}", id + 1);
    let mut name = if own.is_empty() { numbered.clone() } else { own.clone() };
    for again in 1.. {
        if names.insert(name.clone()) {
            break;
        }
        let after = if again > 1 { format!("-{again}") } else { String::new() };
        name = if own.is_empty() { numbered.clone() } else { format!("{own}-{numbered}") } + &after;
    }
    name
}
