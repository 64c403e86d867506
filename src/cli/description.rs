//! What `info --json` says: a puzzle or an exact cover, and how it would be searched.

use serde::Serialize;

use crate::cover::Cover;
use crate::puzzle::given::given_line;
use crate::puzzle::infeasibility::infeasibility;
use crate::puzzle::label::Label;
use crate::puzzle::model::{Inner, Known, Lattice, Motions, Piece, Point, Puzzle, Tray};
use crate::puzzle::region::Region;
use crate::solve::Solver;

use super::error::CliError;

/// How many states may be swept to find out which engine suits a puzzle: a fraction of a second's.
pub const ADVICE_STATES: u64 = 2_000_000;

/// What one PUZZLE argument means.
#[derive(Debug, Serialize)]
pub struct Description {
    /// The name on the command line, of a puzzle, a family or a cover.
    pub puzzle: String,
    /// The puzzles.
    pub parts: Vec<Part>,
}

/// A puzzle or a cover.
#[derive(Debug, Serialize)]
pub struct Part {
    name: String,
    /// What is known of a puzzle alone; null for an exact cover.
    description: Option<PuzzleDescription>,
    cover: CoverSize,
    /// How many symmetries a cover has, if they were looked for; null for a puzzle.
    symmetries: Option<String>,
    /// Why there is no solution, where that is clear before any search.
    infeasible: Vec<String>,
    search: Search,
}

#[derive(Debug, Serialize)]
struct PuzzleDescription {
    title: String,
    about: String,
    board: Board,
    pieces: Vec<PieceDescription>,
    /// Named sets of cells, if the puzzle has any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    regions: Vec<Region>,
    /// The words on the cells, in reading order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    labels: Vec<Label>,
    /// Pieces that lie on the board already, as a partial picture; null if none does.
    given: Option<String>,
    /// The motions of the whole board, in words.
    motions: Vec<String>,
    known: Option<Known>,
}

#[derive(Debug, Serialize)]
struct Board {
    lattice: Lattice,
    layers: usize,
    rows: usize,
    columns: usize,
    cells: usize,
    /// Whether layers, rows and columns are closed.
    closed: [bool; 3],
    inner: Option<Inner>,
    tray: Option<Tray>,
}

#[derive(Debug, Serialize)]
struct PieceDescription {
    name: String,
    symbols: String,
    /// Layer, row and column of each cell.
    cells: Vec<Point>,
    inner: bool,
    motions: Motions,
    optional: bool,
    /// How many copies are used: at least, and at most.
    copies: [usize; 2],
    /// The region that it is confined to, if it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<String>,
    placements: usize,
}

#[derive(Debug, Serialize)]
struct CoverSize {
    items: usize,
    primary: usize,
    options: usize,
}

#[derive(Debug, Serialize)]
struct Search {
    /// The engine that `auto` chooses, and why.
    engine: &'static str,
    why: String,
    plan: String,
    /// How many cases symmetry breaking makes, and the pieces that it anchors.
    cases: Option<usize>,
    anchors: Option<Vec<String>>,
}

/// Describes what a solver solves.
///
/// # Errors
/// When symmetries cannot be found, or the work is cancelled.
pub fn describe(solver: &Solver) -> Result<Part, CliError> {
    let subject = solver.subject();
    let advised = solver.with_chosen_engine().rehearse(ADVICE_STATES)?;
    let mut search = Search {
        engine: advised.engine().name(),
        why: advised.why().to_owned(),
        plan: solver.plan()?.stages_in_words(),
        cases: None,
        anchors: None,
    };
    let symmetries = solver.symmetry_order()?.map(|order| order.to_string());
    let (mut description, mut infeasible) = (None, Vec::new());
    if let Some(compiled) = subject.puzzle() {
        let breaking = solver.analysis().search_breaking(solver.cancel())?;
        search.cases = Some(breaking.cases.len());
        search.anchors = Some(subject.piece_names(&breaking.anchors));
        infeasible = infeasibility(compiled).to_vec();
        let symmetries = compiled.symmetries.iter();
        let motions = symmetries.map(|symmetry| symmetry.motion.describe(&compiled.grid));
        let mut placements = vec![0; compiled.puzzle.pieces.len()];
        compiled.placements.iter().for_each(|placement| placements[placement.piece] += 1);
        description =
            Some(PuzzleDescription::new(&compiled.puzzle, &placements, motions.collect()));
    }
    let cover = CoverSize::new(&subject.problem().cover);
    let name = subject.name().to_owned();
    Ok(Part { name, description, cover, symmetries, infeasible, search })
}

impl PuzzleDescription {
    fn new(puzzle: &Puzzle, placements: &[usize], motions: Vec<String>) -> Self {
        let [layers, rows, columns] = puzzle.board.size();
        let piece = |(piece, &placements): (&Piece, &usize)| PieceDescription {
            name: piece.name.clone(),
            symbols: piece.symbols.iter().map(|&symbol| char::from(symbol)).collect(),
            cells: piece.cells.clone(),
            inner: piece.inner,
            motions: piece.motions,
            optional: piece.optional,
            copies: [piece.least_copies(), piece.copies()],
            region: piece.region.clone(),
            placements,
        };
        Self {
            title: puzzle.title.clone(),
            about: puzzle.about.clone(),
            board: Board {
                lattice: puzzle.board.lattice,
                layers,
                rows,
                columns,
                cells: puzzle.board.cell_count(),
                closed: puzzle.board.wrap,
                inner: puzzle.board.inner,
                tray: puzzle.tray,
            },
            pieces: puzzle.pieces().iter().zip(placements).map(piece).collect(),
            regions: puzzle.regions.clone(),
            labels: puzzle.labels.clone(),
            given: (!puzzle.given.is_empty()).then(|| given_line(puzzle)),
            motions,
            known: puzzle.known.clone(),
        }
    }
}

impl CoverSize {
    fn new(cover: &Cover) -> Self {
        Self {
            items: cover.item_count(),
            primary: cover.items().filter(|&item| cover.is_primary(item)).count(),
            options: cover.option_count(),
        }
    }
}
