//! Labels: words on the cells of a board, as on a calendar.
//!
//! Labels are typed as a grid, a word a cell with space between them, rows on lines of their own and
//! layers parted by an empty line. A word is a label, or one of the marks of a board's drawing: `.`
//! is a cell without a label, `?` one that may stay empty, `#` no cell. A label names one cell.
//!
//! Cost: linear in the text, and a look at all labels for each one that is asked for.

use serde::Serialize;

use crate::nearest::did_you_mean;

use super::model::{Place, Point, Puzzle};

/// A label and the cell that it is on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Label {
    /// The word.
    pub text: String,
    /// Its cell, as it is drawn.
    pub cell: Point,
}

/// A word of a grid of labels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    /// The row, empty lines not counted, from 1.
    pub row: usize,
    /// Where in its row it begins, in characters from 1.
    pub column: usize,
    /// The word itself.
    pub text: String,
}

/// What is wrong with a grid of labels, or with a list of them.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each message says what the fields are")]
pub(crate) enum LabelError {
    #[error("'{text}' cannot be a label: a label has no @, / or .. and does not begin with # or ?")]
    Bad { text: String, at: (usize, usize) },
    #[error("two cells are labelled {text}; a label names one cell")]
    Double { text: String, at: (usize, usize) },
    #[error("the labels have {found} layers, and the board has {layers}")]
    Layers { found: usize, layers: usize },
    #[error("the labels of layer {layer} have {found} rows, and the board has {rows}")]
    Rows { layer: usize, found: usize, rows: usize },
    #[error("row {row} has {found} words, and the board is {columns} wide there")]
    Columns { row: usize, found: usize, columns: usize, at: (usize, usize) },
    #[error("'{text}' stands where the board has no cell, which is written '#'")]
    OnHole { text: String, at: (usize, usize) },
    #[error("'#' stands where the board has a cell")]
    OffCell { at: (usize, usize) },
    #[error("no cell is labelled {text}{hint}")]
    Unknown { text: String, hint: String },
    #[error("{first}..{last} names no cells, since {last} comes before {first}")]
    Backwards { first: String, last: String },
}

impl LabelError {
    /// The row and the character of the grid that it is about, from 1.
    pub fn at(&self) -> Option<(usize, usize)> {
        match self {
            Self::Bad { at, .. }
            | Self::Double { at, .. }
            | Self::Columns { at, .. }
            | Self::OnHole { at, .. }
            | Self::OffCell { at } => Some(*at),
            _ => None,
        }
    }
}

/// A grid of words: layers of rows of words.
pub(crate) type Words = Vec<Vec<Vec<Word>>>;

/// The words of a grid, layer by layer, row by row.
pub(crate) fn words(text: &str) -> Words {
    let mut layers: Words = vec![Vec::new()];
    let mut row = 0;
    for line in text.lines() {
        if line.trim().is_empty() {
            if layers.last().is_some_and(|layer| !layer.is_empty()) {
                layers.push(Vec::new());
            }
            continue;
        }
        row += 1;
        let mut found: Vec<Word> = Vec::new();
        let mut is_inside = false;
        for (column, letter) in (1..).zip(line.chars()) {
            match found.last_mut() {
                _ if letter.is_whitespace() => {}
                Some(word) if is_inside => word.text.push(letter),
                _ => found.push(Word { row, column, text: letter.to_string() }),
            }
            is_inside = !letter.is_whitespace();
        }
        layers.last_mut().expect("there is a first layer").push(found);
    }
    if layers.last().is_some_and(Vec::is_empty) {
        layers.pop();
    }
    layers
}

impl Word {
    fn at(&self) -> (usize, usize) {
        (self.row, self.column)
    }

    /// What there is on the board where this word stands.
    fn place(&self) -> Place {
        match self.text.as_str() {
            "#" => Place::Hole,
            "?" => Place::MayStayEmpty,
            _ => Place::Cell,
        }
    }

    /// Whether it is a label, and no mark.
    fn is_label(&self) -> bool {
        !matches!(self.text.as_str(), "#" | "?" | ".")
    }
}

/// The board that a grid of labels draws by itself.
pub(crate) fn drawing_of(words: &Words) -> Vec<Vec<Vec<Place>>> {
    let row = |row: &Vec<Word>| row.iter().map(Word::place).collect();
    words.iter().map(|layer| layer.iter().map(row).collect()).collect()
}

/// The labels of a grid that stands beside the drawing of a board.
///
/// # Errors
/// The first word that does not fit the board, cannot be a label, or stands there already.
pub(crate) fn labels(words: &Words, drawing: &[Vec<Vec<Place>>]) -> Result<Vec<Label>, LabelError> {
    if words.len() != drawing.len() {
        return Err(LabelError::Layers { found: words.len(), layers: drawing.len() });
    }
    let mut labels: Vec<Label> = Vec::new();
    for (l, (rows, drawn)) in words.iter().zip(drawing).enumerate() {
        if rows.len() != drawn.len() {
            let (found, rows) = (rows.len(), drawn.len());
            return Err(LabelError::Rows { layer: l + 1, found, rows });
        }
        for (r, (row, places)) in rows.iter().zip(drawn).enumerate() {
            check_row(row, places)?;
            for (c, word) in row.iter().enumerate().filter(|(_, word)| word.is_label()) {
                if !is_label(&word.text) {
                    return Err(LabelError::Bad { text: word.text.clone(), at: word.at() });
                }
                if labels.iter().any(|label| label.text == word.text) {
                    return Err(LabelError::Double { text: word.text.clone(), at: word.at() });
                }
                labels.push(Label { text: word.text.clone(), cell: [l, r, c].map(|n| n as i32) });
            }
        }
    }
    Ok(labels)
}

/// Checks that the words of a row stand where the board has cells. Holes at the end may be left out.
fn check_row(row: &[Word], places: &[Place]) -> Result<(), LabelError> {
    let is_hole = |place: &Place| *place == Place::Hole;
    let columns = places.iter().rposition(|place| !is_hole(place)).map_or(0, |last| last + 1);
    let (found, last) = (row.len(), row.last());
    let beyond = row.get(places.len().max(columns)..).unwrap_or_default();
    if let Some(word) =
        beyond.iter().find(|word| word.text != "#").or(last.filter(|_| found < columns))
    {
        return Err(LabelError::Columns { row: word.row, found, columns, at: word.at() });
    }
    for (word, place) in row.iter().zip(places) {
        match (word.text.as_str(), is_hole(place)) {
            ("#", false) => return Err(LabelError::OffCell { at: word.at() }),
            (text, true) if text != "#" => {
                return Err(LabelError::OnHole { text: text.to_owned(), at: word.at() });
            }
            _ => {}
        }
    }
    Ok(())
}

/// Whether a word may be a label: one that cannot be mistaken for a placement, for a picture, for a
/// range of labels, or for a mark.
fn is_label(text: &str) -> bool {
    let is_free = |c: char| !c.is_control() && c != '@' && c != '/';
    text.chars().all(is_free) && !text.contains("..") && !text.starts_with(['#', '?'])
}

/// The cells that a list of labels names: words with space between them, each a label or, as
/// `first..last`, all labels from one to another in reading order.
///
/// # Errors
/// The first word that names no cells.
pub(crate) fn listed(labels: &[Label], list: &str) -> Result<Vec<Point>, LabelError> {
    let mut cells = Vec::new();
    for word in list.split_whitespace() {
        let (first, last) = word.split_once("..").unwrap_or((word, word));
        let (from, to) = (number(labels, first)?, number(labels, last)?);
        if to < from {
            let (first, last) = (first.to_owned(), last.to_owned());
            return Err(LabelError::Backwards { first, last });
        }
        cells.extend(labels[from..=to].iter().map(|label| label.cell));
    }
    Ok(cells)
}

/// The number of a label, in reading order.
fn number(labels: &[Label], text: &str) -> Result<usize, LabelError> {
    labels.iter().position(|label| label.text == text).ok_or_else(|| {
        let known: Vec<&str> = labels.iter().map(|label| label.text.as_str()).collect();
        LabelError::Unknown { text: text.to_owned(), hint: did_you_mean(text, &known) }
    })
}

impl Puzzle {
    /// The label of a cell.
    pub(crate) fn label_at(&self, cell: Point) -> Option<&str> {
        let found = self.labels.iter().find(|label| label.cell == cell)?;
        Some(&found.text)
    }

    /// The cell with this label.
    pub(crate) fn cell_labelled(&self, text: &str) -> Option<Point> {
        Some(self.labels.iter().find(|label| label.text == text)?.cell)
    }

    /// Whether a text is nothing but labels.
    pub(crate) fn names_labels(&self, text: &str) -> bool {
        let mut words = text.split_whitespace().peekable();
        words.peek().is_some() && words.all(|word| self.cell_labelled(word).is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<Label>, LabelError> {
        let words = words(text);
        labels(&words, &drawing_of(&words))
    }

    #[test]
    fn a_grid_of_words_draws_the_board_and_labels_it() {
        use Place::{Cell, Hole, MayStayEmpty};
        let words = words("\n a  b #\n . ? 10\n");
        let rows = vec![vec![Cell, Cell, Hole], vec![Cell, MayStayEmpty, Cell]];
        assert_eq!(drawing_of(&words), [rows]);
        let labels = labels(&words, &drawing_of(&words)).unwrap();
        let found: Vec<(&str, Point)> = labels.iter().map(|l| (l.text.as_str(), l.cell)).collect();
        assert_eq!(found, [("a", [0, 0, 0]), ("b", [0, 0, 1]), ("10", [0, 1, 2])]);
    }

    #[test]
    fn an_empty_line_begins_a_layer_of_labels() {
        let found = read("a b\n\nc d\n").unwrap();
        assert_eq!(found[2], Label { text: "c".to_owned(), cell: [1, 0, 0] });
    }

    #[test]
    fn what_is_no_label_or_is_used_twice_is_refused_at_its_place() {
        assert_eq!(read("a b\n x/y").unwrap_err().at(), Some((2, 2)));
        assert_eq!(read("a b\nb").unwrap_err().at(), Some((2, 1)));
        for bad in ["a@b", "1..3", "#x", "?x", "a/b"] {
            assert!(matches!(read(bad), Err(LabelError::Bad { .. })), "{bad}");
        }
    }

    #[test]
    fn words_must_stand_where_the_board_has_cells() {
        let drawn = |text: &str| {
            let (words, board) = (words(text), drawing_of(&words(". #\n. .")));
            labels(&words, &board).map(|labels| labels.len())
        };
        assert_eq!(drawn("a\nb c"), Ok(2));
        assert_eq!(drawn("a #\n. c"), Ok(2));
        assert!(matches!(drawn("a b\nc d"), Err(LabelError::OnHole { .. })));
        assert!(matches!(drawn("# #\nc d"), Err(LabelError::OffCell { at: (1, 1) })));
        assert!(matches!(drawn("a\nb"), Err(LabelError::Columns { row: 2, .. })));
        assert!(matches!(drawn("a\nb c d"), Err(LabelError::Columns { row: 2, found: 3, .. })));
        assert!(matches!(drawn("a"), Err(LabelError::Rows { found: 1, rows: 2, .. })));
        assert!(matches!(drawn("a\n\nb"), Err(LabelError::Layers { found: 2, .. })));
    }

    #[test]
    fn a_list_names_labels_and_ranges_of_them() {
        let labels = read("Jan Feb Mar\n1 2 3").unwrap();
        let columns = |list: &str| {
            listed(&labels, list).map(|cells| cells.iter().map(|c| c[2]).collect::<Vec<_>>())
        };
        assert_eq!(columns("Jan..Mar 2"), Ok(vec![0, 1, 2, 1]));
        assert_eq!(columns(""), Ok(Vec::new()));
        let message = columns("Jan Febr").unwrap_err().to_string();
        assert_eq!(message, "no cell is labelled Febr (did you mean Feb?)");
        assert!(matches!(columns("3..1"), Err(LabelError::Backwards { .. })));
    }
}
