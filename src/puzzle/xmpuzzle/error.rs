//! What can be wrong with a puzzle file of BurrTools, in words, and where.

use super::super::model::MAX_CELLS;
use super::super::rules::ModelError;
use super::limits::{MAX_XMPUZZLE_BYTES, MOST_CELLS, MOST_PROBLEMS};

/// Why a file of BurrTools cannot be read, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct XmpuzzleError {
    /// From 1.
    pub line: usize,
    /// From 1.
    pub column: usize,
    /// What is wrong.
    pub problem: XmpuzzleProblem,
}

/// A problem, and the byte of the file that it is about.
pub(super) type Located = (usize, XmpuzzleProblem);

/// What can be wrong with a file of BurrTools.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each message says what the fields are")]
pub(crate) enum XmpuzzleProblem {
    #[error("{0}")]
    Syntax(String),
    #[error(
        "the file has more than {} MiB, or too many elements; BurrTools can remove the saved \
         solutions, which are not needed here",
        MAX_XMPUZZLE_BYTES >> 20
    )]
    HugeFile,
    #[error("this is <{0}>, where a puzzle of BurrTools begins with <puzzle>")]
    Root(String),
    #[error("version {0} of the format is not known; known are 1 and 2")]
    Version(String),
    #[error(
        "<{inside}> has an element <{element}>, of which it is not known whether it changes what is \
         counted"
    )]
    Element { element: String, inside: String },
    #[error(
        "<{element}> says {attribute}=\"{value}\", of which it is not known whether it changes what \
         is counted"
    )]
    Attribute { element: String, attribute: String, value: String },
    #[error("<{element}> does not say {attribute}=\"…\"")]
    MissingAttribute { element: String, attribute: &'static str },
    #[error("{attribute}=\"{value}\" of <{element}> is no whole number of at most {}", u32::MAX)]
    Number { element: String, attribute: String, value: String },
    #[error(
        "the grid is one of {0}, for which there are no boards; there are those of bricks (0), \
         triangular prisms (1) and spheres (2)"
    )]
    Grid(String),
    #[error("<gridType> stands once in a file, and before <shapes>")]
    SecondGrid,
    #[error(
        "the file has no problem, which would say what pieces are to fill; add one in BurrTools"
    )]
    NoProblem,
    #[error("the file has more than {MOST_PROBLEMS} problems")]
    TooManyProblems,
    #[error("the problems of the file have more than {MOST_CELLS} cells together")]
    TooManyCells,
    #[error("voxels are not written as a known type does; known is type=\"0\"")]
    VoxelType,
    #[error("'{letter}' is no voxel; one is # (filled), + (variable) or _ (empty)")]
    NoVoxel { letter: char },
    #[error("colour {colour} does not exist: <colors> has {colours}")]
    NoColour { colour: u32, colours: usize },
    #[error("there are more voxels than x times y times z, which is {expected}")]
    TooManyVoxels { expected: u128 },
    #[error("there should be {expected} voxels, which is x times y times z, and {found} are there")]
    TooFewVoxels { expected: u128, found: usize },
    #[error("the shape has more than {MAX_CELLS} voxels that are not empty")]
    HugeShape,
    #[error("shape {id} does not exist: there are {shapes}, counted from 0")]
    NoShape { id: usize, shapes: usize },
    #[error("the problem has no result, which the pieces would fill; choose one in BurrTools")]
    NoResult,
    #[error("the problem has no pieces; add some in BurrTools")]
    NoPieces,
    #[error("the result (shape {id}) has no voxels")]
    EmptyResult { id: usize },
    #[error("shape {id} is a piece and has no filled voxels")]
    EmptyPiece { id: usize },
    #[error("shape {id} is a piece and has variable voxels, which only a result can have")]
    VariablePiece { id: usize },
    #[error("the range ends at {most}, before it begins at {least}")]
    Range { least: usize, most: usize },
    #[error("there are more than {most} pieces of different shapes, and no symbols for more")]
    TooManyPieces { most: usize },
    #[error(
        "shape {id} has a voxel at x = {}, y = {}, z = {}, where no sphere lies: x + y + z must be \
         even", voxel[0], voxel[1], voxel[2]
    )]
    BetweenSpheres { id: usize, voxel: [i32; 3] },
    #[error(
        "the spheres of shape {id} lie so far apart that BurrTools turns them by angles that the \
         lattice does not have; this is not understood"
    )]
    Askew { id: usize },
    #[error(
        "at most {holes} of the {variable} variable voxels may stay empty; bitcover can only say \
         that all may (no maxHoles) or none (maxHoles=\"0\")"
    )]
    MaxHoles { holes: usize, variable: usize },
    #[error(
        "shape {id} may be left out, and may lie on variable voxels alone; bitcover would leave out \
         such arrangements: say min=\"1\", or make fewer voxels variable"
    )]
    Idle { id: usize },
    #[error(transparent)]
    Colour(#[from] ColourProblem),
    #[error(transparent)]
    Model(#[from] ModelError),
}

/// Why colours cannot be taken over.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each message says what the fields are")]
pub(crate) enum ColourProblem {
    #[error(
        "colours {first} and {second} of pieces both go with colour {result} of the result, but not \
         both with all that one of them goes with; such rules are not understood"
    )]
    Torn { first: u8, second: u8, result: u8 },
    #[error("there are more colours than are understood")]
    TooMany,
    #[error(
        "shape {id} can lie in the same cells with its colours otherwise; BurrTools counts that as \
         two arrangements and bitcover as one: take its colours away"
    )]
    Twice { id: usize },
}
