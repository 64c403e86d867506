//! The voxels of a shape, as a file spells them: `#` is filled, `+` may be filled in a result, `_` is
//! empty, and a number behind one of the first two is its colour. x counts fastest, then y, then z.

use roxmltree::Node;

use super::super::model::MAX_CELLS;
use super::element::{check_attributes, number, text_of};
use super::error::{Located, XmpuzzleProblem};
use super::grid::{Voxel, VoxelGrid};
use super::limits::MOST_COLOURS;

/// What a file has before its problems.
pub(super) struct Shapes {
    /// The grid that they are on.
    pub grid: VoxelGrid,
    /// The shapes, each as it was read; a shape that no problem uses may be anything.
    pub all: Vec<Result<Shape, Located>>,
    /// What the author says of the file.
    pub comment: String,
}

/// A voxel that is not empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Filled {
    /// Where it is.
    pub voxel: Voxel,
    /// Whether it may stay empty in a result.
    pub is_variable: bool,
    /// Its colour, from 1; 0 is none, which goes with every other.
    pub colour: u8,
}

/// A shape: its voxels that are not empty, with its name and its place in the file.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    /// What it is called, or nothing.
    pub name: String,
    /// Where its element begins.
    pub at: usize,
    /// Its voxels, in the order of the file.
    pub voxels: Vec<Filled>,
}

impl Shape {
    /// Reads a `<voxel>` element, whose colours are among so many.
    ///
    /// # Errors
    /// When it is no shape, or has more voxels than any board.
    pub fn read(node: Node<'_, '_>, colours: usize) -> Result<Self, Located> {
        let at = node.range().start;
        check_attributes(node, &["x", "y", "z", "type", "weight", "name", "hx", "hy", "hz"])?;
        let size = |name| number(node, name).map(|value| value as usize);
        let [width, depth, height] = [size("x")?, size("y")?, size("z")?];
        if number(node, "type")? != 0 {
            return Err((at, XmpuzzleProblem::VoxelType));
        }
        let expected =
            [width, depth, height].iter().fold(1_u128, |n, &m| n.saturating_mul(m as u128));
        let mut voxels: Vec<Filled> = Vec::new();
        let mut place = 0_usize;
        let mut is_empty = true;
        for (byte, letter) in text_of(node)? {
            match letter {
                '#' | '+' | '_' if place as u128 == expected => {
                    return Err((byte, XmpuzzleProblem::TooManyVoxels { expected }));
                }
                '#' | '+' => {
                    let (x, y) = (place % width, place / width % depth);
                    let voxel = [x, y, place / width / depth].map(|value| value as i32);
                    voxels.push(Filled { voxel, is_variable: letter == '+', colour: 0 });
                    if voxels.len() > MAX_CELLS {
                        return Err((at, XmpuzzleProblem::HugeShape));
                    }
                    is_empty = false;
                }
                '_' => is_empty = true,
                '0'..='9' if !is_empty => {
                    let Some(last) = voxels.last_mut() else { continue };
                    let digit = letter.to_digit(10).unwrap_or(0);
                    let colour = u32::from(last.colour) * 10 + digit;
                    if colour > MOST_COLOURS || colour as usize > colours {
                        return Err((byte, XmpuzzleProblem::NoColour { colour, colours }));
                    }
                    last.colour = colour as u8;
                    continue;
                }
                space if space.is_ascii_whitespace() => continue,
                letter => return Err((byte, XmpuzzleProblem::NoVoxel { letter })),
            }
            place += 1;
        }
        if place as u128 != expected {
            return Err((at, XmpuzzleProblem::TooFewVoxels { expected, found: place }));
        }
        let name = node.attribute("name").unwrap_or_default().to_owned();
        Ok(Self { name, at, voxels })
    }
}
