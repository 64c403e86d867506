//! The independent checker against the solver, on every puzzle of the catalogue: what one writes
//! the other must accept, with the same counts, fingerprint and motions. So too on puzzles that
//! the catalogue lacks, and on some made by chance.

mod chance;

use std::io::{BufReader, ErrorKind, Read};

use crate::durable::check::written;
use crate::puzzle::catalog::catalog;
use crate::puzzle::given::{given_line, read_given};
use crate::puzzle::{Puzzle, compile, file};
use crate::solution::{Encoder, Format, Header, RecordSink, Sorter, SubjectName};
use crate::solve::options::{Anchor, Engine, OutputMode};
use crate::solve::solver::Request;
use crate::verify::{Checker, Verified, subject_of_listing};

use super::common::{from_catalogue as puzzle, settings, solver};

/// The puzzles that are checked whole; of the others the first solutions found.
const WHOLE: [&str; 33] = [
    "chequered-pentominoes-6x10",
    "chequered-pentominoes-5x12",
    "chequered-pentominoes-4x15",
    "chequered-pentominoes-8x8-hole",
    "logiq-2",
    "logiq-3",
    "lonpos-pyramid",
    "cubi-magici",
    "soma",
    "soma-mirror",
    "pentominoes-4x15",
    "pentominoes-3x20",
    "pentominoes-8x8-hole",
    "tetrominoes-5x8",
    "tetrominoes-4x10",
    "hexiamonds-6x6",
    "hexiamonds-4x9",
    "hexiamonds-trapezium",
    "hexiamonds-hexagon",
    "hexiamonds-snowflake",
    "tetrahexes-4x7",
    "tetrahexes-hexagon",
    "tetrahexes-coin",
    "tetrahexes-rectangle",
    "pentahexes-5x5",
    "diabolical-cube",
    "slothouber-graatsma",
    "one-sided-pentominoes-3x30",
    "solid-pentominoes-2x3x10",
    "solid-pentominoes-2x5x6",
    "tetracubes-2x4x4",
    "tetracubes-2x2x8",
    "tetrominoes-unlimited-4x4",
];

/// Solves a puzzle, up to a limit, and writes the file of its solutions, and the one beside it.
fn solved_as(
    puzzle: &Puzzle,
    listing: OutputMode,
    limit: Option<u64>,
    format: Format,
) -> (Vec<u8>, Option<Vec<u8>>) {
    let compiled = compile(puzzle).unwrap();
    let encoder = Encoder::new(&compiled, format);
    let sorter = Sorter::in_memory(encoder.record_len());
    let record_sink = RecordSink { record: encoder.record(), sink: &sorter };
    let settings = settings(Engine::Search, &Anchor::Auto, 2, listing);
    let solver = solver(&compiled, &settings.options);
    let record_sink = Some(record_sink);
    let request = Request { mode: Some(listing), limit, record_sink, ..Request::default() };
    let outcome = solver.run(&request).unwrap();
    let header = Header {
        subject: SubjectName::Puzzle(&puzzle.name),
        given: (!puzzle.given.is_empty()).then(|| given_line(puzzle)),
        images: listing == OutputMode::Images,
        distinct: outcome.counts().distinct.small(),
        total: outcome.total.small(),
        fingerprint: outcome.fingerprint.unwrap_or_default(),
        complete: outcome.complete,
    };
    let mut file = encoder.head(&header, false);
    let (mut rows, mut sorted) = (encoder.rows(), sorter.sorted().unwrap());
    while let Some(record) = sorted.next_record().unwrap() {
        rows.write(record, &mut file);
    }
    (file, encoder.about(&header))
}

fn solved(puzzle: &Puzzle, listing: OutputMode, limit: Option<u64>) -> Vec<u8> {
    solved_as(puzzle, listing, limit, Format::Text).0
}

/// Solves and checks in every format; the checker itself compares its sums with those of the
/// header.
fn agree(puzzle: &Puzzle, listing: OutputMode, limit: Option<u64>) -> Verified {
    let checker = Checker::new(puzzle);
    let group = compile(puzzle).unwrap().problem.group;
    assert_eq!(checker.board_motions(), group.order(), "{puzzle:?}");
    let of_format = |format| {
        let (file, about) = solved_as(puzzle, listing, limit, format);
        let (file, about) = (file.as_slice(), about.unwrap_or_default());
        let verified = checker.check(written(format, &about), file);
        verified.unwrap_or_else(|refusal| panic!("{format:?}: {refusal}: {puzzle:?}"))
    };
    // Packed files cannot say how a tile is turned.
    let can_say = |format: &Format| *format != Format::Packed || !puzzle.has_edges();
    let all: Vec<Verified> = Format::ALL.into_iter().filter(can_say).map(of_format).collect();
    // What a limit leaves depends on the threads.
    if all[0].complete {
        assert_eq!(all, vec![all[0]; all.len()], "{puzzle:?}");
    }
    all[0]
}

#[test]
fn every_puzzle_of_the_catalogue_is_solved_as_the_checker_understands_it() {
    for puzzle in catalog().unwrap().iter().flat_map(|file| &file.members) {
        let is_whole = WHOLE.contains(&puzzle.name.as_str());
        let limit = if is_whole { None } else { Some(200) };
        let verified = agree(puzzle, OutputMode::Distinct, limit);
        assert_eq!(verified.complete, is_whole, "{}", puzzle.name);
        assert!(verified.distinct > 0, "{}", puzzle.name);
    }
}

#[test]
fn every_arrangement_is_checked_where_all_are_listed() {
    for name in ["logiq-2", "lonpos-pyramid", "pentominoes-8x8-hole", "tetrominoes-4x10"] {
        assert!(agree(&puzzle(name), OutputMode::Images, None).complete);
    }
}

#[test]
fn completions_are_checked_against_the_position_they_start_from() {
    let positions = [
        ("cubi-magici", "p9@4,2 4,3 4,4 4,5 4,6"),
        ("cubi-magici", "p9@1,2 1,3 1,4 1,5 1,6"),
        ("logiq-3", "U@1,3 1,4 1,5 2,3 2,5"),
        ("soma-mirror", "T@1,1,1 1,1,2 1,1,3 1,2,2"),
        ("lonpos-pyramid", "J@1,1,1 1,1,2 1,1,3 1,1,4"),
        ("tetrominoes-5x8", "I@1,1 1,2 1,3 1,4"),
        ("tetrahexes-coin", "  . . . . .\n . . . . . .\n. . . # . . .\n . . . . . .\n  I I I I ."),
        ("hexiamonds-snowflake", "O@4,4 4,5 4,6 5,4 5,5 5,6"),
    ];
    for (name, position) in positions {
        let whole = puzzle(name);
        let given = read_given(&whole, position).unwrap();
        let started = Puzzle { given, known: None, ..whole.clone() };
        agree(&started, OutputMode::Distinct, None);

        let file = solved(&started, OutputMode::Images, None);
        assert!(Checker::new(&started).check_listing(file.as_slice()).unwrap().complete);
        // The position that the file names is the one it was solved from.
        let line = subject_of_listing(file.as_slice()).unwrap().given.unwrap();
        assert_eq!(line, given_line(&started));
        let again = Puzzle { given: read_given(&whole, &line).unwrap(), ..started.clone() };
        assert!(Checker::new(&again).check_listing(file.as_slice()).is_ok());
        let refusal = Checker::new(&whole).check_listing(file.as_slice()).unwrap_err();
        assert!(refusal.reason.ends_with("not for the empty board"), "{refusal}");
    }
}

/// Puzzles of kinds that the catalogue lacks, in a few lines each.
const OTHERS: [&str; 8] = [
    // Holes at the corners, also of a row that begins with one, and cells that may stay empty.
    r#"
[board]
picture = """
#...#
.....
..?..
.....
#...#"""
motions = "rotations-and-flips"
[[piece]]
symbol = "abcd"
picture = "XX"
[[piece]]
symbol = "VWYZ"
picture = """
XX
X."""
[[piece]]
symbol = "o"
picture = "X"
optional = true
"#,
    // A ring with holes.
    r#"
[board]
picture = """
..#..#
......"""
wrap = ["columns"]
motions = "half-turn"
[[piece]]
symbol = "abcde"
picture = "XX"
"#,
    // A row without cells, and rows of several lengths.
    r#"
[board]
picture = """
..
#
....
.."""
motions = "rotations-and-flips"
[[piece]]
symbol = "abcd"
picture = "XX"
"#,
    // Layers of several sizes.
    r#"
[board]
lattice = "cubic"
picture = """
...
...

..
?.

#."""
motions = "rotations-and-flips"
[pieces]
motions = "rotations"
[[piece]]
symbol = "abcd"
picture = "XX"
[[piece]]
symbol = "VW"
picture = """
XX
X."""
optional = true
[[piece]]
symbol = "o"
picture = "X"
optional = true
"#,
    // Ten spheres in a tetrahedron that stands on an edge.
    r#"
[board]
lattice = "face-centred"
picture = """
#
#
...

#
..
..

.
.
."""
motions = "rotations-and-flips"
[[piece]]
symbol = "abcde"
picture = "XX"
"#,
    // Inner rings behind rows with a hole.
    r#"
[board]
picture = """
..##
....
#..#"""
wrap = ["columns"]
inner = "rows"
motions = "half-turn"
[[piece]]
symbol = "012"
picture = "XX"
inner = true
[[piece]]
symbol = "a"
picture = "XX"
"#,
    // A torus of squares with copies.
    r#"
[board]
rows = 3
columns = 3
wrap = ["rows", "columns"]
motions = "rotations-and-flips"
[[piece]]
symbol = "abc"
picture = """
XX
X."""
"#,
    // A tray whose pieces show their lower layers too, over a hole.
    r#"
[board]
picture = """
....
.##.
...."""
motions = "rotations-and-flips"
[tray]
layer = "either"
at-least = 2
[pieces]
motions = "rotations"
[[piece]]
symbol = "abcd"
picture = """
XX
..

X.
X."""
[[piece]]
symbol = "xyz"
picture = """
XX

.X"""
optional = true
"#,
];

#[test]
fn boards_of_every_kind_are_read_as_they_are_written() {
    for (number, text) in OTHERS.iter().enumerate() {
        let text = format!("name = \"other-{number}\"\n{text}");
        let puzzle = file::parse(&text).unwrap().members.remove(0);
        let distinct = agree(&puzzle, OutputMode::Distinct, None);
        let images = agree(&puzzle, OutputMode::Images, None);
        assert!(distinct.distinct > 0, "{number}");
        assert_eq!(Verified { images: false, ..images }, distinct, "{number}");
        // What is written can also be typed.
        let file = String::from_utf8(solved(&puzzle, OutputMode::Images, None)).unwrap();
        let checker = Checker::new(&puzzle);
        for line in file.lines().filter(|line| !line.starts_with("# ")) {
            assert_eq!(checker.read_picture(line), Ok(line.as_bytes().to_vec()), "{number}");
            let typed = line.replace('#', " ").replace('/', "  \n");
            assert_eq!(checker.read_picture(&typed), Ok(line.as_bytes().to_vec()), "{number}");
        }
    }
}

#[test]
fn no_packed_file_makes_the_checker_panic() {
    let puzzle = puzzle("tetrominoes-4x10");
    let checker = Checker::new(&puzzle);
    let (file, _) = solved_as(&puzzle, OutputMode::Images, None, Format::Packed);
    let mut random = 1_u64;
    let mut below = |bound: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (random >> 33) as usize % bound
    };
    let head = file.iter().position(|&byte| byte == b'\n').unwrap();
    for round in 0..2000 {
        let mut bytes = file.clone();
        for _ in 0..=round % 3 {
            // Half of the changes in the first line, which is the smaller part.
            let reach = if round % 2 == 0 { head.min(bytes.len()) } else { bytes.len() };
            if reach == 0 {
                break;
            }
            let at = below(reach);
            match below(4) {
                0 => bytes[at] = below(256) as u8,
                1 => bytes[at] ^= 1 << below(8),
                2 => bytes.truncate(at),
                _ => drop(bytes.remove(at)),
            }
        }
        let verdict = checker.check_packed(bytes.as_slice());
        assert!(bytes == file || verdict.is_err() || same_but_for_spaces(&bytes, &file), "{round}");
    }
}

#[test]
fn a_packed_file_is_in_order_across_the_blocks_that_are_read() {
    let puzzle = puzzle("logiq-4");
    let checker = Checker::new(&puzzle);
    let (file, _) = solved_as(&puzzle, OutputMode::Images, None, Format::Packed);
    let (records, block) = (326_112, 64 << 12);
    assert_eq!(checker.check_packed(file.as_slice()).unwrap().total, records as u128);
    let head = file.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    let len = (file.len() - head) / records;
    // The last record of the first block, and the first of the next.
    let refusal = |change: &dyn Fn(&mut [u8], &mut [u8])| {
        let mut file = file.clone();
        let (last, first) = file[head + (block - 1) * len..][..2 * len].split_at_mut(len);
        change(last, first);
        checker.check_packed(file.as_slice()).unwrap_err().reason
    };
    let swapped = refusal(&|last, first| last.swap_with_slice(first));
    assert!(swapped.contains("record 262145: this is out of order"), "{swapped}");
    let doubled = refusal(&|last, first| first.copy_from_slice(last));
    assert!(doubled.contains("record 262145: this repeats the record before it"), "{doubled}");
}

#[test]
fn a_packed_file_may_begin_with_placements_of_number_zero() {
    let text = "name = 'one'\n[board]\nrows = 1\ncolumns = 2\nmotions = 'rotations-and-flips'\n\
        [[piece]]\nsymbol = 'a'\npicture = 'aa'\n";
    let puzzle = file::parse(text).unwrap().members.remove(0);
    let (file, _) = solved_as(&puzzle, OutputMode::Distinct, None, Format::Packed);
    assert_eq!(Checker::new(&puzzle).check_packed(file.as_slice()).unwrap().distinct, 1);
}

/// A file of which a part can be read, and then this error comes once.
struct Failing<'a>(&'a [u8], Option<ErrorKind>);

impl Read for Failing<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        match self.1.take_if(|_| self.0.len() < 10) {
            Some(kind) => Err(kind.into()),
            None => self.0.read(buffer),
        }
    }
}

#[test]
fn a_packed_file_that_cannot_be_read_to_its_end_is_refused_and_one_that_is_interrupted_is_not() {
    let puzzle = puzzle("tetrominoes-4x10");
    let checker = Checker::new(&puzzle);
    let (file, _) = solved_as(&puzzle, OutputMode::Images, None, Format::Packed);
    let check =
        |kind| checker.check_packed(BufReader::with_capacity(64, Failing(&file, Some(kind))));
    assert_eq!(check(ErrorKind::Interrupted).unwrap().total, 1_796);
    let refusal = check(ErrorKind::Other).unwrap_err().reason;
    assert!(refusal.contains("the file cannot be read further"), "{refusal}");
}

/// Whether two files differ in the padding of their first lines alone.
fn same_but_for_spaces(one: &[u8], other: &[u8]) -> bool {
    let plain = |file: &[u8]| file.iter().copied().filter(|&byte| byte != b' ').collect::<Vec<_>>();
    plain(one) == plain(other)
}
