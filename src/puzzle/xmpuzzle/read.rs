//! The elements of a puzzle file of BurrTools.
//!
//! What a file may hold is known, element by element and attribute by attribute, and anything else is
//! refused: BurrTools would pass over it, but a version that writes it may count otherwise because of
//! it. Entities are not expanded, since files that declare some are refused.

use roxmltree::{Document, Node, ParsingOptions};

use super::super::model::Family;
use super::element::{
    attribute, check_attributes, elements, elements_called, name_of, number, unknown,
};
use super::error::{Located, XmpuzzleError, XmpuzzleProblem};
use super::grid::VoxelGrid;
use super::limits::{MAX_XMPUZZLE_BYTES, MOST_CELLS, MOST_NODES, MOST_PROBLEMS};
use super::problem::{FAMILY, Problem};
use super::shape::{Shape, Shapes};

/// Whether a text is XML, and so a file of BurrTools, and no TOML, in which no text begins so.
pub(crate) fn is_xmpuzzle(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').trim_start().starts_with('<')
}

/// Reads a file of BurrTools: its problems, in their order.
///
/// # Errors
/// What is wrong or cannot be said here, with line and column.
pub(crate) fn parse(text: &str) -> Result<Family, XmpuzzleError> {
    if text.len() as u64 > MAX_XMPUZZLE_BYTES {
        return Err(XmpuzzleError { line: 1, column: 1, problem: XmpuzzleProblem::HugeFile });
    }
    let options = ParsingOptions { nodes_limit: MOST_NODES, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options).map_err(|error| syntax(&error))?;
    read(document.root_element()).map_err(|(at, problem)| {
        let place = document.text_pos_at(at);
        XmpuzzleError { line: place.row as usize, column: place.col as usize, problem }
    })
}

/// What is wrong with the XML, without the place, which is said elsewhere.
fn syntax(error: &roxmltree::Error) -> XmpuzzleError {
    let place = error.pos();
    let problem = match error {
        roxmltree::Error::NodesLimitReached => XmpuzzleProblem::HugeFile,
        roxmltree::Error::DtdDetected => XmpuzzleProblem::Syntax(
            "the XML declares a document type, which no puzzle of BurrTools does".to_owned(),
        ),
        _ => {
            let words = error.to_string();
            let own = words.rsplit_once(" at ").map_or(words.as_str(), |(words, _)| words);
            XmpuzzleProblem::Syntax(format!("the XML is wrong: {own}"))
        }
    };
    XmpuzzleError { line: place.row as usize, column: place.col as usize, problem }
}

fn read(root: Node<'_, '_>) -> Result<Family, Located> {
    let at = root.range().start;
    if root.tag_name().name() != "puzzle" {
        return Err((at, XmpuzzleProblem::Root(name_of(root))));
    }
    check_attributes(root, &["version"])?;
    match attribute(root, "version")? {
        "1" | "2" => {}
        other => return Err((at, XmpuzzleProblem::Version(other.to_owned()))),
    }
    let (mut grid, mut colours, mut voxels) = (None, 0, Vec::new());
    let (mut problems, mut comment) = (Vec::new(), String::new());
    for element in elements(root) {
        match element.tag_name().name() {
            "gridType" => {
                if grid.is_some() || !voxels.is_empty() {
                    return Err((element.range().start, XmpuzzleProblem::SecondGrid));
                }
                grid = Some(read_grid(element)?);
            }
            "colors" => colours += elements(element).count(),
            "shapes" => voxels.extend(elements_called(element, "voxel")?),
            "problems" => problems.extend(elements_called(element, "problem")?),
            "comment" => element.text().unwrap_or_default().clone_into(&mut comment),
            _ => return Err(unknown(element, root)),
        }
    }
    // As BurrTools reads a file without a grid.
    let grid = grid.unwrap_or(VoxelGrid::Bricks);
    let all = voxels.into_iter().map(|node| Shape::read(node, colours)).collect();
    let shapes = Shapes { grid, all, comment };
    members(&shapes, &problems, at)
}

/// The problems as the members of a family.
fn members(shapes: &Shapes, problems: &[Node<'_, '_>], at: usize) -> Result<Family, Located> {
    if problems.len() > MOST_PROBLEMS {
        return Err((problems[MOST_PROBLEMS].range().start, XmpuzzleProblem::TooManyProblems));
    }
    let mut members = Vec::new();
    let mut cells = 0;
    for (place, &node) in problems.iter().enumerate() {
        let number = (problems.len() > 1).then_some(place + 1);
        let puzzle = Problem::read(node, shapes)?.puzzle(number)?;
        let of_pieces: usize = puzzle.pieces.iter().map(|piece| piece.cells.len()).sum();
        cells += of_pieces + puzzle.board.size().iter().product::<usize>();
        if cells > MOST_CELLS {
            return Err((node.range().start, XmpuzzleProblem::TooManyCells));
        }
        members.push(puzzle);
    }
    let (name, title) = match members.as_slice() {
        [] => return Err((at, XmpuzzleProblem::NoProblem)),
        [only] => (only.name.clone(), only.title.clone()),
        _ => (FAMILY.to_owned(), "Problems of a BurrTools file".to_owned()),
    };
    Ok(Family { name, title, members })
}

/// Which grid it is.
fn read_grid(node: Node<'_, '_>) -> Result<VoxelGrid, Located> {
    check_attributes(node, &["type"])?;
    let type_number = number(node, "type")?;
    VoxelGrid::ALL.into_iter().find(|grid| grid.number() == type_number).ok_or_else(|| {
        let name = match type_number {
            3 => "rhombic tetrahedra (3)".to_owned(),
            4 => "tetrahedra and octahedra (4)".to_owned(),
            other => format!("type {other}"),
        };
        (node.range().start, XmpuzzleProblem::Grid(name))
    })
}
