//! Files of BurrTools: random ones against a naive oracle of what they mean, published counts, and
//! puzzles that are written and read back.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::num::NonZeroUsize;

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, TestRunner};

use super::common::random::puzzles;
use super::common::voxel_oracle::{Voxel, VoxelProblem};
use super::common::{compiled, run_all, settings};
use crate::puzzle::model::{Family, Lattice, Motions, Piece, Puzzle};
use crate::puzzle::{catalog, file, xmpuzzle};
use crate::solve::options::{Anchor, Engine, OutputMode};
use crate::verify::Checker;
use crate::verify::recount::{RecountRequest, Recountable, Trial};

fn counted(puzzle: &Puzzle) -> (u128, u128) {
    let settings = settings(Engine::Search, &Anchor::Auto, 2, OutputMode::Distinct);
    let counts = run_all(&compiled(puzzle), &settings).counts;
    (counts.distinct.small(), counts.total.small())
}

fn total(puzzle: &Puzzle) -> u128 {
    let settings = settings(Engine::Frontier, &Anchor::Auto, 2, OutputMode::Count);
    run_all(&compiled(puzzle), &settings).counts.total.small()
}

fn recounted(puzzle: &Puzzle) -> u128 {
    let subject = Recountable::of_puzzle(&Checker::new(puzzle)).unwrap();
    let cancel = crate::cancel::CancelToken::new();
    let request = RecountRequest {
        memory_bytes: 1 << 28,
        threads: NonZeroUsize::MIN,
        cancel: &cancel,
        trial: Trial::USUAL,
        done: std::collections::HashMap::new(),
        on_slice: &mut |_, _| Ok(()),
        on_progress: &mut |_: &_| {},
    };
    subject.recount(request).unwrap().total.to_string().parse().unwrap()
}

macro_rules! fixture {
    ($name:literal) => {
        Family::parse(include_str!(concat!("../../tests/fuzz/corpus/puzzle/", $name))).unwrap()
    };
}

#[test]
fn puzzles_of_burrtools_have_the_counts_of_the_puzzles_that_they_are() {
    // The Soma cube, mirror images as one solution.
    let soma = fixture!("soma.xmpuzzle");
    assert_eq!((soma.name(), soma.title()), ("burrtools", "Soma cube"));
    assert_eq!(counted(&soma.members[0]), (240, 11_520));
    let names: Vec<&str> = soma.members[0].pieces.iter().map(Piece::name).collect();
    assert_eq!(names, ["V", "L", "T", "Z", "left-screw", "right-screw", "P"]);
    // Three dominoes in two by three, and four in a cube of eight.
    let two = fixture!("two-problems.xmpuzzle");
    let names: Vec<&str> = two.members().iter().map(Puzzle::name).collect();
    assert_eq!(names, ["burrtools-1", "burrtools-2"]);
    let counts: Vec<_> = two.members().iter().map(counted).collect();
    assert_eq!(counts, [(2, 3), (2, 9)]);
}

/// A puzzle as a file of ours describes it.
fn described(text: &str) -> Puzzle {
    Puzzle::parse(&format!("name = 'x'\n{text}")).unwrap()
}

#[test]
fn ranges_groups_and_variable_voxels_are_those_of_our_own_files() {
    let own = described(
        "[board]\nlattice = 'cubic'\nmotions = 'rotations-and-flips'\n\
         picture = \"?.?\\n...\\n?.?\\n\\n?.?\\n...\\n?.?\"\n[pieces]\nmotions = 'rotations'\n\
         [[piece]]\nsymbol = 'a'\npicture = \"aa\\naa\"\ncopies = '1-4'\n\
         [[piece]]\nsymbol = 'bB'\npicture = 'bbb'\n\
         [[piece]]\nsymbol = 'c'\npicture = \"cc\\n.c\"\ncopies = '1-2'\n",
    );
    let theirs = &fixture!("blocks.xmpuzzle").members[0];
    assert_eq!(counted(theirs), counted(&own));
    assert_eq!(recounted(theirs), recounted(&own));
    assert!(recounted(theirs) > 100);
}

#[test]
fn triangular_prisms_and_spheres_are_those_of_our_own_files() {
    let prisms = described(
        "[board]\nlattice = 'triangular'\nmotions = 'rotations-and-flips'\n\
         picture = \"...\\n...\\n\\n...\\n...\"\n[pieces]\nmotions = 'rotations'\n\
         [[piece]]\nsymbol = 'a'\npicture = 'aaa'\ncopies = '1-3'\n\
         [[piece]]\nsymbol = 'b'\npicture = \"bb\\n\\nb.\"\ncopies = '1-4'\n",
    );
    let theirs = &fixture!("prisms.xmpuzzle").members[0];
    assert_eq!(counted(theirs), counted(&prisms));
    assert_eq!(recounted(theirs), counted(theirs).1);
    let spheres = &fixture!("spheres.xmpuzzle").members[0];
    assert_eq!(spheres.board.cell_count(), 20);
    assert_eq!(recounted(spheres), counted(spheres).1);
    // All three pieces are flat, so that being turned over mirrors them.
    assert!(spheres.pieces.iter().all(|piece| piece.motions == Motions::RotationsAndFlips));
    assert_eq!((counted(theirs), counted(spheres)), ((2, 24), (4, 84)));
}

#[test]
fn colours_that_go_together_are_one_colour_of_ours() {
    let theirs = &fixture!("colours.xmpuzzle").members[0];
    let own = described(
        "[board]\nmotions = 'rotations-and-flips'\npicture = \"..?\\n...\\n...\"\n\
         colours = \"wbw\\nbwb\\nwbw\"\n\
         [[piece]]\nsymbol = 'a'\ncolours = \"bw\\nw.\"\ncopies = '1-2'\n\
         [[piece]]\nsymbol = 'b'\ncolours = \"wb\"\ncopies = '1-2'\n\
         [[piece]]\nsymbol = 'c'\npicture = \"cc\"\n",
    );
    assert_eq!(counted(theirs).1, counted(&own).1);
    assert!(counted(theirs).1 > 0);
    assert_eq!(recounted(theirs), counted(theirs).1);
}

/// Decisions one after the other, from random bytes.
struct Tape(std::vec::IntoIter<u8>);

impl Tape {
    fn below(&mut self, bound: usize) -> usize {
        usize::from(self.0.next().unwrap_or(0)) % bound
    }

    fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// Voxels of a box, as they are spelt and as they are.
    fn shape(&mut self, size: [usize; 3], grid: usize, colours: usize, kinds: &str) -> Shape {
        let (mut text, mut voxels) = (String::new(), Vec::new());
        let [width, depth, height] = size;
        for z in 0..height {
            for y in 0..depth {
                for x in 0..width {
                    let kind = kinds.as_bytes()[self.below(kinds.len())];
                    let is_between = grid == 2 && (x + y + z) % 2 == 1;
                    if kind == b'_' || is_between {
                        text.push('_');
                        continue;
                    }
                    let colour = if colours > 0 { self.below(colours + 1) } else { 0 };
                    text.push(char::from(kind));
                    if colour > 0 {
                        let _ = write!(text, "{colour}");
                    }
                    voxels.push(([x, y, z].map(|n| n as i32), kind == b'+', colour as u8));
                }
            }
        }
        Shape { size, text, voxels }
    }
}

struct Shape {
    size: [usize; 3],
    text: String,
    voxels: Vec<Voxel>,
}

/// A random file with one problem, and what it means.
fn random_file(tape: &mut Tape) -> Option<(String, VoxelProblem)> {
    let grid = tape.below(3);
    let colours = if tape.once_in(3) { 1 + tape.below(2) } else { 0 };
    let sizes = match grid {
        0 => [[3, 2, 1], [2, 2, 2], [3, 3, 1], [4, 2, 1]],
        1 => [[4, 2, 1], [3, 2, 2], [5, 2, 1], [4, 1, 2]],
        _ => [[3, 3, 2], [4, 3, 1], [3, 3, 3], [4, 2, 2]],
    };
    let size = sizes[tape.below(4)];
    let result = tape.shape(size, grid, colours, "######+_");
    let mut shapes = Vec::new();
    for _ in 0..=tape.below(3) {
        let sizes: [[usize; 3]; 4] = match grid {
            2 => [[2, 2, 2], [3, 2, 2], [2, 2, 1], [3, 3, 1]],
            _ => [[2, 1, 1], [2, 2, 1], [3, 1, 1], [2, 2, 2]],
        };
        let size = sizes[tape.below(4)];
        shapes.push(tape.shape(size, grid, colours, "###_"));
    }
    let mut pairs = std::collections::BTreeSet::new();
    for piece in 1..=colours as u8 {
        for result in 1..=colours as u8 {
            if tape.once_in(2) {
                pairs.insert((piece, result));
            }
        }
    }
    if result.voxels.is_empty() || shapes.iter().any(|shape| shape.voxels.is_empty()) {
        return None;
    }
    let most_holes = tape.once_in(4).then(|| tape.below(3));
    let mut parts = Vec::new();
    let mut text = format!("<puzzle version=\"2\"><gridType type=\"{grid}\"/><colors>");
    text += &"<color red=\"1\" green=\"2\" blue=\"3\"/>".repeat(colours);
    text += "</colors>\n<shapes>\n";
    for shape in shapes.iter().chain([&result]) {
        let [x, y, z] = shape.size;
        let _ = writeln!(text, "<voxel x='{x}' y='{y}' z='{z}' type='0'>{}</voxel>", shape.text);
    }
    let holes = most_holes.map_or(String::new(), |holes| format!(" maxHoles='{holes}'"));
    let _ = writeln!(text, "</shapes>\n<problems><problem{holes}><shapes>");
    let count = shapes.len();
    for (id, shape) in shapes.into_iter().enumerate() {
        let least = tape.below(3);
        let most = least + tape.below(3);
        let _ = writeln!(text, "<shape id='{id}' min='{least}' max='{most}'/>");
        parts.push((least, most, shape.voxels));
    }
    let _ = write!(text, "</shapes><result id='{count}'/><bitmap>");
    for (piece, result) in &pairs {
        let _ = write!(text, "<pair piece='{}' result='{}'/>", piece - 1, result - 1);
    }
    text += "</bitmap></problem></problems></puzzle>";
    Some((text, VoxelProblem { grid, parts, result: result.voxels, pairs, most_holes }))
}

#[test]
fn random_files_have_the_arrangements_that_a_naive_reading_of_them_has() {
    let mut runner = TestRunner::new_with_rng(
        Config::default(),
        proptest::test_runner::TestRng::deterministic_rng(
            proptest::test_runner::RngAlgorithm::ChaCha,
        ),
    );
    let bytes = proptest::collection::vec(proptest::arbitrary::any::<u8>(), 120);
    let (mut read, mut solved, mut refusals) = (0, 0, BTreeMap::<&str, usize>::new());
    for _ in 0..1500 {
        let bytes = bytes.new_tree(&mut runner).unwrap().current();
        let Some((text, problem)) = random_file(&mut Tape(bytes.into_iter())) else { continue };
        match Puzzle::parse(&text) {
            Ok(puzzle) => {
                file::write::write(&puzzle)
                    .expect("files of ours say all that those of BurrTools do");
                let total = counted(&puzzle).1;
                assert_eq!(total, u128::from(problem.count()), "{text}\n{problem:?}");
                assert_eq!(recounted(&puzzle), total, "{text}");
                read += 1;
                solved += usize::from(total > 0);
            }
            Err(error) => {
                let known = [
                    "may lie on variable voxels alone",
                    "in the same cells with its colours otherwise",
                    "such rules are not understood",
                    "can only say",
                    "the problem has no pieces",
                    "by angles that the lattice does not have",
                ];
                let words = error.to_string();
                let why = known.into_iter().find(|known| words.contains(known));
                *refusals.entry(why.unwrap_or_else(|| panic!("{words}\n{text}"))).or_default() += 1;
            }
        }
    }
    // What is refused can be said nowhere else, and is rare.
    assert!(read > 700 && solved > 100, "{read} read, {solved} solved, {refusals:?}");
}

/// Whether two puzzles have the same arrangements, by counts, and by distinct ones where BurrTools'
/// motions of the board are ours.
fn assert_alike(own: &Puzzle, text: &str) {
    let read = Puzzle::parse(text).unwrap();
    let full = Puzzle {
        board: crate::puzzle::model::Board {
            motions: Motions::RotationsAndFlips,
            ..own.board.clone()
        },
        ..own.clone()
    };
    let all = total(&full);
    assert_eq!(total(&read), all, "{text}");
    // Distinct ones are listed, which takes its time where there are many.
    if all < 3_000 {
        assert_eq!(counted(&read), counted(&full), "{text}");
    }
}

#[test]
fn catalogue_puzzles_that_are_written_and_read_back_are_the_same_puzzles() {
    let (mut written, mut refused) = (Vec::new(), BTreeMap::<String, Vec<String>>::new());
    for puzzle in catalog::catalog().unwrap().into_iter().flat_map(|family| family.members) {
        match xmpuzzle::write(&puzzle) {
            Ok(exported) => {
                // Writing compares the placements of what is read back; the largest are only read.
                let is_quick = puzzle.known.as_ref().is_some_and(|known| known.total < 20_000);
                if is_quick {
                    assert_alike(&puzzle, &exported.text);
                } else {
                    drop(Puzzle::parse(&exported.text).unwrap());
                }
                written.push(puzzle.name);
            }
            Err(error) => {
                assert_ne!(puzzle.board.lattice, Lattice::Cubic, "{}: {error}", puzzle.name);
                refused.entry(error.to_string()).or_default().push(puzzle.name);
            }
        }
    }
    insta::assert_snapshot!(written.join("\n"), @r"
    kanoodle
    lonpos-505
    lonpos-pyramid
    cubi-magici
    tetris-cube
    bedlam
    quantumino
    soma
    soma-mirror
    diabolical-cube
    slothouber-graatsma
    conway
    pentominoes-6x10
    pentominoes-5x12
    pentominoes-4x15
    pentominoes-3x20
    pentominoes-8x8-hole
    solid-pentominoes-2x3x10
    solid-pentominoes-2x5x6
    solid-pentominoes-3x4x5
    tetrominoes-5x8
    tetrominoes-4x10
    tetracubes-2x4x4
    tetracubes-2x2x8
    pentominoes-tetrominoes-8x10
    pentominoes-tetrominoes-5x16
    pentominoes-tetrominoes-4x20
    hexiamonds-6x6
    hexiamonds-4x9
    hexiamonds-trapezium
    hexiamonds-hexagon
    hexiamonds-snowflake
    heptiamonds
    dominoes-8x8
    tetrominoes-unlimited-4x4
    tetrominoes-unlimited-6x6
    tetrominoes-unlimited-8x8
    ");
    let refused = refused.iter().map(|(why, names)| format!("{why}: {}", names.join(" ")));
    insta::assert_snapshot!(refused.collect::<Vec<_>>().join("\n"), @r"
    BurrTools has no boards whose rows, columns or layers are closed to rings: logiq-2 logiq-3 logiq-4 logiq-5
    BurrTools has no hexagons: tetrahexes-4x7 tetrahexes-hexagon tetrahexes-coin tetrahexes-rectangle polyhexes-5x8 polyhexes-4x10 pentahexes-5x5 pentahexes-5x6
    BurrTools has no pieces with other colours behind: chequered-pentominoes-6x10 chequered-pentominoes-5x12 chequered-pentominoes-4x15 chequered-pentominoes-8x8-hole
    BurrTools has no regions, which confine pieces or leave cells free: calendar calendar-weekday
    BurrTools has no trays for solid pieces: iq-fit iq-fit-strict
    BurrTools lets piece F lie in 224 ways, and here it lies in 112: pieces of BurrTools may be rotated in space in every way, and not mirrored: one-sided-pentominoes-3x30
    BurrTools lets piece F lie in 384 ways, and here it lies in 192: pieces of BurrTools may be rotated in space in every way, and not mirrored: one-sided-pentominoes-5x18
    BurrTools lets piece F lie in 416 ways, and here it lies in 208: pieces of BurrTools may be rotated in space in every way, and not mirrored: one-sided-pentominoes-6x15
    BurrTools lets piece F lie in 448 ways, and here it lies in 224: pieces of BurrTools may be rotated in space in every way, and not mirrored: one-sided-pentominoes-9x10
    BurrTools lets piece bbbb lie in 24 ways, and here it lies in 8: pieces of BurrTools may be rotated in space in every way, and not mirrored: macmahon-squares
    ");
}

#[test]
fn random_puzzles_that_are_written_and_read_back_have_the_same_counts() {
    let mut runner = TestRunner::deterministic();
    let mut written = 0;
    for _ in 0..600 {
        let mut puzzle = puzzles().new_tree(&mut runner).unwrap().current().0;
        // What no file of BurrTools can say is taken away.
        let is_flat = puzzle.board.is_flat();
        puzzle.pieces.retain(|piece| !piece.stays_free);
        puzzle.board.wrap = [false; 3];
        puzzle.board.inner = None;
        (puzzle.tray, puzzle.given, puzzle.regions) = (None, Vec::new(), Vec::new());
        for piece in &mut puzzle.pieces {
            (piece.region, piece.inner) = (None, false);
            piece.motions = if is_flat { Motions::RotationsAndFlips } else { Motions::Rotations };
        }
        if puzzle.check().is_err() {
            continue;
        }
        if let Ok(exported) = xmpuzzle::write(&puzzle) {
            assert_alike(&puzzle, &exported.text);
            written += 1;
        }
    }
    assert!(written > 150, "{written}");
}
