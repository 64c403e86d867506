//! What the integration tests share: a naive oracle, random puzzles, and short ways to run one.

#![allow(dead_code, reason = "each test file is a crate of its own and uses a part of this")]

pub mod cover_oracle;
pub mod oracle;
pub mod proof_checker;
pub mod random;
pub mod random_covers;
pub mod slow_clock;
pub mod symmetric_covers;
pub mod tile_oracle;
pub mod voxel_oracle;

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use crate::cancel::CancelToken;
use crate::cover::{Case, ItemId, OptionId, Problem};
use crate::engine::Worker;
use crate::engine::links::Links;
use crate::engine::search::Search;
use crate::engine::{Capacity, SimdLevel};
use crate::puzzle::model::{Board, Inner, Motions, Piece, Puzzle};
use crate::puzzle::{Compiled, catalog, compile};
use crate::random::SplitMix;
use crate::solve::counts::Counts;
use crate::solve::error::Error;
use crate::solve::listed::Listed;
use crate::solve::options::{Anchor, Engine, Options, OutputMode};
use crate::solve::outcome::Outcome;
use crate::solve::solver::{Request, Solver};
use crate::solve::subject::Subject;

/// The engines that take anything.
pub const ENGINES: [Engine; 3] = [Engine::Search, Engine::Frontier, Engine::Links];

/// All engines.
pub const ALL_ENGINES: [Engine; 4] =
    [Engine::Search, Engine::Scan, Engine::Frontier, Engine::Links];

/// All engines that take a problem. The engine scan takes whatever has no multiplicities, colours,
/// options with the same items and pieces that may lie where nothing must be covered, as long as its
/// items fit a word.
pub fn engines_for(problem: &Problem) -> Vec<Engine> {
    ALL_ENGINES.into_iter().filter(|&engine| engine != Engine::Scan || fits_scan(problem)).collect()
}

fn fits_scan(problem: &Problem) -> bool {
    let cover = &problem.cover;
    let mut seen = std::collections::HashSet::new();
    let is_new = |option| seen.insert(cover.items_of(option));
    // Where options cover pieces, they must cover something else as well.
    let is_cell = |item: &ItemId| cover.is_primary(*item) && !problem.pieces.contains(item);
    let has_cell = |option| cover.items_of(option).iter().any(is_cell);
    cover.is_standard_in_effect()
        && cover.item_count() <= 53
        && cover.options().all(is_new)
        && (problem.pieces.is_empty() || cover.options().all(has_cell))
}

/// A puzzle of the catalogue.
pub fn from_catalogue(name: &str) -> Puzzle {
    let catalog = catalog::catalog().expect("the catalogue is sound");
    let mut all = catalog.into_iter().flat_map(|file| file.members);
    all.find(|puzzle| puzzle.name == name).expect("it is in the catalogue")
}

/// The Logiq tower of this many rows.
pub fn tower(rows: usize) -> Puzzle {
    from_catalogue(&format!("logiq-{rows}"))
}

/// How a test runs a puzzle.
#[derive(Clone, Debug)]
pub struct Settings {
    pub options: Options,
    pub mode: OutputMode,
    pub limit: Option<u64>,
}

impl Settings {
    /// With this much memory instead, in bytes.
    pub fn memory_bytes(mut self, memory_bytes: u64) -> Self {
        self.options.memory_bytes = memory_bytes;
        self
    }
}

/// What a run came to, with the lines of its solutions.
#[derive(Clone, Debug)]
pub struct Solved {
    pub outcome: Outcome,
    pub counts: Counts,
    pub lines: Vec<u8>,
    line_len: usize,
}

/// The settings of a run without a limit.
pub fn settings(engine: Engine, anchor: &Anchor, threads: usize, mode: OutputMode) -> Settings {
    let options = Options {
        engine: Some(engine),
        threads: NonZeroUsize::new(threads).expect("at least one thread"),
        anchor: anchor.clone(),
        memory_bytes: 1 << 30,
        disk_bytes: 0,
    };
    Settings { options, mode, limit: None }
}

/// A solver of a puzzle with these options.
pub fn solver(compiled: &Compiled, options: &Options) -> Solver {
    Solver::with_options(Subject::Puzzle(Box::new(compiled.clone())), options.clone())
}

/// A solver of a puzzle whose symmetry is broken like this.
pub fn anchored(compiled: &Compiled, anchor: &Anchor) -> Solver {
    solver(compiled, &Options { anchor: anchor.clone(), ..Options::default() })
}

/// Runs a puzzle.
pub fn run(compiled: &Compiled, settings: &Settings) -> Result<Solved, Error> {
    let request = Request { limit: settings.limit, ..Request::default() };
    let listed = Listed::new(&solver(compiled, &settings.options), settings.mode, &request)?;
    let Listed { outcome, records, record_len } = listed;
    Ok(Solved { counts: outcome.counts(), outcome, lines: records, line_len: record_len })
}

/// Runs to the end.
pub fn run_all(compiled: &Compiled, settings: &Settings) -> Solved {
    let solved = run(compiled, settings).expect("the run succeeds");
    let Outcome { complete, name, .. } = &solved.outcome;
    assert!(complete, "{name}: an uninterrupted run is complete");
    solved
}

/// The lines of what was solved, one by one.
pub fn lines(solved: &Solved) -> Vec<String> {
    let lines = solved.lines.chunks_exact(solved.line_len);
    lines.map(|line| String::from_utf8_lossy(line).into_owned()).collect()
}

/// The solutions below a prefix in the order in which they are met, and the nodes.
pub fn explore(worker: &mut impl Worker, prefix: &[OptionId]) -> (Vec<Vec<OptionId>>, u64) {
    let mut found = Vec::new();
    let mut keep = |options: &[OptionId]| {
        found.push(options.to_vec());
        ControlFlow::Continue(())
    };
    let explored = worker.run(prefix, &mut keep, &CancelToken::default());
    assert!(explored.complete, "nobody asked it to stop");
    (found, explored.nodes)
}

/// The same, in the order of a walk through the tree: by their choices.
pub fn explore_sorted(worker: &mut impl Worker, prefix: &[OptionId]) -> (Vec<Vec<OptionId>>, u64) {
    let (mut found, nodes) = explore(worker, prefix);
    found.sort_unstable();
    (found, nodes)
}

/// What dancing links find in a case, sorted.
pub fn explore_links(problem: &Problem, case: &Case) -> (Vec<Vec<OptionId>>, u64) {
    explore_sorted(&mut Links::new(problem, case).worker(), &[])
}

/// What the bitset search finds in a case, sorted.
pub fn explore_search(
    problem: &Problem,
    case: &Case,
    capacity: Option<&Capacity>,
    level: SimdLevel,
) -> (Vec<Vec<OptionId>>, u64) {
    explore_sorted(&mut Search::new(problem, case, capacity, level).worker(), &[])
}

/// The numbers below this in an order made by chance.
pub fn shuffled(count: usize, random: &mut SplitMix) -> Vec<u32> {
    let mut numbers: Vec<u32> = (0..count as u32).collect();
    for at in (1..count).rev() {
        numbers.swap(at, random.below(at + 1));
    }
    numbers
}

/// Compiles a puzzle, after checking that it keeps the rules.
pub fn compiled(puzzle: &Puzzle) -> Compiled {
    puzzle.check().expect("the puzzle keeps the rules");
    compile(puzzle).expect("what is given fits")
}

/// A puzzle of the catalogue, compiled.
pub fn catalogued(name: &str) -> Subject {
    Subject::Puzzle(Box::new(compiled(&from_catalogue(name))))
}

/// A puzzle made by hand. The rows of the board are open unless `wrap` says otherwise.
pub fn puzzle(board: Board, pieces: Vec<Piece>) -> Puzzle {
    Puzzle {
        name: "made-by-hand".to_owned(),
        title: String::new(),
        about: String::new(),
        board,
        tray: None,
        pieces,
        regions: Vec::new(),
        labels: Vec::new(),
        given: Vec::new(),
        anchors: Vec::new(),
        known: None,
    }
}

/// An open board of one layer.
pub fn rectangle(rows: usize, columns: usize, motions: Motions) -> Board {
    Board { motions, ..Board::of_size([1, rows, columns]) }
}

/// A board of one layer whose columns are closed, with inner cells or without.
pub fn cylinder(rows: usize, columns: usize, inner: bool, motions: Motions) -> Board {
    Board {
        wrap: [false, false, true],
        inner: inner.then_some(Inner::Rows),
        ..rectangle(rows, columns, motions)
    }
}

/// A piece that must be used, one copy for each of the symbols, drawn with rows joined by `/`.
pub fn piece(symbols: &str, picture: &str, motions: Motions) -> Piece {
    let rows = picture.split('/').enumerate();
    let cells = rows.flat_map(|(row, line)| {
        let drawn = line.bytes().enumerate().filter(|&(_, symbol)| symbol != b'.');
        drawn.map(move |(column, _)| [0, row as i32, column as i32])
    });
    Piece {
        name: symbols.to_owned(),
        symbols: symbols.bytes().collect(),
        cells: cells.collect(),
        inner: false,
        motions,
        optional: false,
        range: None,
        region: None,
        stays_free: false,
        paints: None,
        edges: None,
    }
}

/// The same piece, but it may be left out.
pub fn optional(piece: Piece) -> Piece {
    Piece { optional: true, ..piece }
}

/// The same piece, but it fills the inner cells of its rows too.
pub fn ring(piece: Piece) -> Piece {
    Piece { inner: true, ..piece }
}
