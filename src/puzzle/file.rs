//! The puzzle file: TOML in which a puzzler describes a board and its pieces.
//!
//! One file holds one puzzle, or a family of puzzles that differ in one measure of the board
//! (`[family]`). Reading is strict: an unknown key, a wrong type or a broken rule is an error
//! that names the line. A file is parsed in time linear in its length.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::model::{Board, Inner, Known, ModelError, Motions, Piece, Point, Puzzle};

/// The puzzles of one file: one, or the members of a family, in the order of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleFile {
    /// The family's name, or the single puzzle's.
    pub name: String,
    /// Name for people.
    pub title: String,
    /// The puzzles.
    pub members: Vec<Puzzle>,
}

/// Why a puzzle file cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FileError {
    /// Not TOML, or not of this format; the text names line and column.
    #[error("{0}")]
    Syntax(String),
    /// The description breaks a rule.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// A measure of the board is missing.
    #[error("[board] needs {0}, or a [family] that gives it")]
    MissingMeasure(&'static str),
    /// A family that names no measure, or more than one.
    #[error("[family] must list the values of exactly one of layers, rows and columns")]
    FamilyMeasure,
    /// A measure that is given twice.
    #[error("{0} is given by [family]; remove it from [board]")]
    DoubleMeasure(&'static str),
    /// A known count for a member that does not exist.
    #[error(
        "[[known]] does not say which member of the family it counts, or names one that does not exist"
    )]
    KnownMember,
    /// A piece without a shape.
    #[error("piece {0} has no picture")]
    MissingPicture(String),
    /// A picture with no piece cell in it.
    #[error("piece {0}: its picture is empty; mark its cells with letters and the gaps with dots")]
    EmptyPicture(String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFile {
    name: String,
    title: Option<String>,
    #[serde(default)]
    about: String,
    #[serde(default)]
    anchors: Vec<String>,
    family: Option<RawFamily>,
    board: RawBoard,
    #[serde(default)]
    pieces: RawDefaults,
    #[serde(default)]
    piece: Vec<RawPiece>,
    #[serde(default)]
    known: Vec<RawKnown>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFamily {
    layers: Option<Vec<usize>>,
    rows: Option<Vec<usize>>,
    columns: Option<Vec<usize>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawBoard {
    layers: Option<usize>,
    rows: Option<usize>,
    columns: Option<usize>,
    #[serde(default)]
    wrap: Vec<Axis>,
    inner: Option<Inner>,
    motions: Motions,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "kebab-case")]
enum Axis {
    Layers,
    Rows,
    Columns,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct RawDefaults {
    motions: Option<Motions>,
    #[serde(default)]
    optional: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPiece {
    name: Option<String>,
    symbol: String,
    picture: Option<String>,
    #[serde(default)]
    inner: bool,
    motions: Option<Motions>,
    optional: Option<bool>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawKnown {
    layers: Option<usize>,
    rows: Option<usize>,
    columns: Option<usize>,
    distinct: u64,
    total: u64,
    source: String,
}

/// The plural names of the axes, as the file writes them.
const MEASURES: [&str; 3] = ["layers", "rows", "columns"];

/// Reads a puzzle file.
///
/// # Errors
/// What is wrong, with line and column where the text itself is at fault.
pub fn parse(text: &str) -> Result<PuzzleFile, FileError> {
    let raw: RawFile =
        toml::from_str(text).map_err(|error| FileError::Syntax(error.to_string()))?;
    let title = raw.title.clone().unwrap_or_else(|| raw.name.clone());
    let pieces = raw.pieces()?;
    let mut members = Vec::new();
    let mut known = raw.known_by_value()?;
    for (value, sizes) in raw.sizes()? {
        let name = match value {
            Some(value) => format!("{}-{value}", raw.name),
            None => raw.name.clone(),
        };
        let member_title = match (value, raw.family_axis()?) {
            (Some(value), Some(axis)) => format!("{title}, {value} {}", MEASURES[axis]),
            _ => title.clone(),
        };
        let puzzle = Puzzle {
            name,
            title: member_title,
            about: raw.about.trim().to_owned(),
            board: raw.board(sizes),
            pieces: pieces.clone(),
            anchors: raw.anchors.clone(),
            known: known.remove(&value),
        };
        puzzle.check()?;
        members.push(puzzle);
    }
    if !known.is_empty() {
        return Err(FileError::KnownMember);
    }
    Ok(PuzzleFile { name: raw.name, title, members })
}

/// The value that names a member of a family, and its measures.
type Member = (Option<usize>, [usize; 3]);

impl RawFile {
    fn pieces(&self) -> Result<Vec<Piece>, FileError> {
        let mut pieces = Vec::new();
        for raw in &self.piece {
            let name = raw.name.clone().unwrap_or_else(|| raw.symbol.clone());
            let picture =
                raw.picture.as_deref().ok_or_else(|| FileError::MissingPicture(name.clone()))?;
            let cells = picture_cells(picture);
            if cells.is_empty() {
                return Err(FileError::EmptyPicture(name));
            }
            if let Some(symbol) = raw.symbol.chars().find(|c| !c.is_ascii()) {
                return Err(ModelError::BadSymbol { piece: name, symbol }.into());
            }
            pieces.push(Piece {
                name,
                symbols: raw.symbol.bytes().collect(),
                cells,
                inner: raw.inner,
                motions: raw.motions.or(self.pieces.motions).unwrap_or(Motions::RotationsAndFlips),
                optional: raw.optional.unwrap_or(self.pieces.optional),
            });
        }
        Ok(pieces)
    }

    /// The axis that the family varies, if there is a family.
    fn family_axis(&self) -> Result<Option<usize>, FileError> {
        let Some(family) = &self.family else { return Ok(None) };
        let given = family.lists().map(Option::is_some);
        match given {
            [true, false, false] => Ok(Some(0)),
            [false, true, false] => Ok(Some(1)),
            [false, false, true] => Ok(Some(2)),
            _ => Err(FileError::FamilyMeasure),
        }
    }

    /// The measures of each member, with the value that names it.
    fn sizes(&self) -> Result<Vec<Member>, FileError> {
        let fixed = [self.board.layers.or(Some(1)), self.board.rows, self.board.columns];
        let Some(axis) = self.family_axis()? else {
            return Ok(vec![(None, all_measures(fixed)?)]);
        };
        if [self.board.layers, self.board.rows, self.board.columns][axis].is_some() {
            return Err(FileError::DoubleMeasure(MEASURES[axis]));
        }
        let values = self.family.as_ref().and_then(|family| family.lists()[axis].clone());
        let mut sizes = Vec::new();
        for value in values.unwrap_or_default() {
            let mut member = fixed;
            member[axis] = Some(value);
            sizes.push((Some(value), all_measures(member)?));
        }
        if sizes.is_empty() {
            return Err(FileError::FamilyMeasure);
        }
        Ok(sizes)
    }

    fn board(&self, size: [usize; 3]) -> Board {
        let mut wrap = [false; 3];
        for axis in &self.board.wrap {
            wrap[*axis as usize] = true;
        }
        Board { size, wrap, inner: self.board.inner, motions: self.board.motions }
    }

    fn known_by_value(&self) -> Result<BTreeMap<Option<usize>, Known>, FileError> {
        let axis = self.family_axis()?;
        let mut by_value = BTreeMap::new();
        for raw in &self.known {
            let values = [raw.layers, raw.rows, raw.columns];
            let value = axis.and_then(|axis| values[axis]);
            if values.iter().flatten().count() != usize::from(axis.is_some()) {
                return Err(FileError::KnownMember);
            }
            let known = Known {
                distinct: raw.distinct.into(),
                total: raw.total.into(),
                source: raw.source.clone(),
            };
            if by_value.insert(value, known).is_some() {
                return Err(FileError::KnownMember);
            }
        }
        Ok(by_value)
    }
}

impl RawFamily {
    fn lists(&self) -> [&Option<Vec<usize>>; 3] {
        [&self.layers, &self.rows, &self.columns]
    }
}

fn all_measures(sizes: [Option<usize>; 3]) -> Result<[usize; 3], FileError> {
    let mut all = [0; 3];
    for axis in 0..3 {
        all[axis] = sizes[axis].ok_or(FileError::MissingMeasure(MEASURES[axis]))?;
    }
    Ok(all)
}

/// The cells of a picture: every character but a dot or a space stands for one.
fn picture_cells(picture: &str) -> Vec<Point> {
    let mut cells = Vec::new();
    for (row, line) in picture.lines().enumerate() {
        for (column, symbol) in line.chars().enumerate() {
            if symbol != '.' && !symbol.is_whitespace() {
                cells.push([0, row as i32, column as i32]);
            }
        }
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOMINO: &str = r#"
name = "domino"
[board]
rows = 1
columns = 2
motions = "rotations"
[[piece]]
symbol = "d"
picture = "dd"
"#;

    #[test]
    fn a_small_file_gives_one_puzzle_with_defaults() {
        let file = parse(DOMINO).unwrap();
        assert_eq!(file.members.len(), 1);
        let puzzle = &file.members[0];
        assert_eq!(puzzle.name, "domino");
        assert_eq!(puzzle.board.size, [1, 1, 2]);
        assert_eq!(puzzle.pieces[0].name, "d");
        assert_eq!(puzzle.pieces[0].motions, Motions::RotationsAndFlips);
        assert!(!puzzle.pieces[0].optional);
    }

    #[test]
    fn a_family_gives_one_puzzle_for_each_value() {
        let text =
            DOMINO.replace("rows = 1\n", "").replace("[board]", "[family]\nrows = [1, 3]\n[board]");
        let file = parse(&text).unwrap();
        let names: Vec<_> = file.members.iter().map(|member| member.name.as_str()).collect();
        assert_eq!(names, ["domino-1", "domino-3"]);
        assert_eq!(file.members[1].board.size, [1, 3, 2]);
    }

    #[test]
    fn an_unknown_key_is_refused_with_its_line() {
        let error = parse(&DOMINO.replace("columns", "colums")).unwrap_err().to_string();
        assert!(error.contains("line 5"), "{error}");
        assert!(error.contains("colums"), "{error}");
    }

    #[test]
    fn a_huge_board_is_refused_before_memory_is_asked_for() {
        let error = parse(&DOMINO.replace("rows = 1", "rows = 4000000000")).unwrap_err();
        assert_eq!(error, FileError::Model(ModelError::HugeBoard { cells: 8_000_000_000 }));
    }

    #[test]
    fn a_symbol_used_by_two_pieces_is_refused() {
        let text =
            format!("{DOMINO}[[piece]]\nname = \"other\"\nsymbol = \"d\"\npicture = \"d\"\n");
        assert!(parse(&text).unwrap_err().to_string().contains("already taken by d"));
    }
}
