//! Solutions as text: as a grid of letters, which the checker reads back, or with lines between
//! pieces and none within, each piece on its colour if that is wanted. The inner rings stand beside
//! their rows. Hexagons and triangles have lines of another kind (see [`super::tile_text`]). Lines at
//! which edges have colours show these by their letters.
//!
//! Colours are the escape codes of terminals, from the palette of 256 that nearly every terminal
//! has; without colours a picture is plain text.

use crate::puzzle::Puzzle;
use crate::puzzle::model::Lattice;

use super::board_view::{BoardView, EMPTY, Edge, Layer};
use super::canvas::{Canvas, Colouring};
use super::tile_text;

/// How pictures are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub(crate) enum PictureStyle {
    /// As a grid of letters in plain text.
    #[default]
    Letters,
    /// With lines between pieces; as a grid of letters where the picture would be too wide.
    Boxes {
        /// The most characters that a line of the picture may have.
        columns: usize,
        /// Whether each piece lies on its colour.
        coloured: bool,
    },
}

/// How far pictures are indented.
const INDENT: usize = 2;

/// The longest label that cells are made wider for.
const WIDEST_LABEL: usize = 9;

/// What is left free between layers side by side.
const GAP: usize = 3;

/// The words before the letter of an inner ring.
const RING: &str = "   inner ring ";

/// Lines that meet at a corner: 1 for one that comes from above, 2 below, 4 left, 8 right.
const CORNERS: [char; 16] =
    [' ', '╵', '╷', '│', '╴', '┘', '┐', '┤', '╶', '└', '┌', '├', '─', '┴', '┬', '┼'];

/// The picture of a written line, indented by two spaces, every line ended.
pub(crate) fn picture(puzzle: &Puzzle, line: &str, style: PictureStyle) -> String {
    let board_view = BoardView::new(puzzle, line);
    let PictureStyle::Boxes { columns, coloured } = style else {
        return letters(&Colouring { puzzle, coloured: false }, &board_view);
    };
    let colouring = Colouring { puzzle, coloured };
    if let Some(tiled) = tile_text::tiled(&colouring, &board_view, INDENT, columns) {
        return tiled;
    }
    let is_tiled = matches!(board_view.lattice, Lattice::Hexagonal | Lattice::Triangular);
    if is_tiled {
        return letters(&colouring, &board_view);
    }
    let labels = board_view.layers.iter().flat_map(Layer::labels);
    let longest = labels.map(|(_, label)| label.chars().count()).max().unwrap_or(0);
    // An odd width has a middle, where letters stand.
    let widths = [longest.clamp(3, WIDEST_LABEL) | 1, 3, 1];
    let boxed = widths.into_iter().find_map(|width| boxes(&colouring, &board_view, width, columns));
    boxed.unwrap_or_else(|| letters(&colouring, &board_view))
}

/// The grid of letters, layers one below the other.
fn letters(colouring: &Colouring<'_>, board_view: &BoardView) -> String {
    if board_view.lattice == Lattice::Hexagonal {
        return tile_text::hexagons(colouring, board_view, INDENT);
    }
    let mut text = String::new();
    for (number, layer) in board_view.layers.iter().enumerate() {
        if number > 0 {
            text.push('\n');
        }
        let (rows, columns) = layer.size();
        for row in 0..rows {
            let mut canvas = Canvas::new(colouring);
            canvas.plain(&" ".repeat(INDENT));
            let last = (0..columns).rposition(|column| layer.symbol(row, column).is_some());
            for column in 0..last.map_or(0, |last| last + 1) {
                match layer.symbol(row, column) {
                    Some(symbol) => canvas.put(char::from(symbol), Some(symbol)),
                    None => canvas.plain("#"),
                }
            }
            ring(layer, row, &mut canvas);
            text += canvas.finish().trim_end();
            text.push('\n');
        }
    }
    text
}

/// Adds what fills the inner ring of a row.
fn ring(layer: &Layer, row: usize, canvas: &mut Canvas<'_>) {
    if let Some(symbol) = layer.inner[row] {
        canvas.plain(RING);
        canvas.put(char::from(symbol), Some(symbol));
    }
}

/// Lines around pieces, with `width` characters for each cell and layers side by side as far as they
/// fit; nothing where not even one layer fits.
fn boxes(
    colouring: &Colouring<'_>,
    board_view: &BoardView,
    width: usize,
    columns: usize,
) -> Option<String> {
    let widths: Vec<usize> =
        board_view.layers.iter().map(|layer| box_width(layer, width)).collect();
    if widths.iter().any(|width| width + INDENT > columns) {
        return None;
    }
    let mut text = String::new();
    let mut first = 0;
    while first < widths.len() {
        let mut end = first + 1;
        let mut sum = INDENT + widths[first];
        while end < widths.len() && sum + GAP + widths[end] <= columns {
            sum += GAP + widths[end];
            end += 1;
        }
        let layers = &board_view.layers[first..end];
        let height = layers.iter().map(|layer| 2 * layer.size().0 + 1).max().unwrap_or(0);
        for line in 0..height {
            let mut canvas = Canvas::new(colouring);
            canvas.plain(&" ".repeat(INDENT));
            for (number, layer) in layers.iter().enumerate() {
                let begin = canvas.len();
                box_line(layer, width, line, &mut canvas);
                if number + 1 < layers.len() {
                    let end = begin + widths[first + number] + GAP;
                    canvas.plain(&" ".repeat(end - canvas.len()));
                }
            }
            text += canvas.finish().trim_end();
            text.push('\n');
        }
        first = end;
    }
    Some(text)
}

/// The number of characters in a line of a layer with lines around its pieces.
fn box_width(layer: &Layer, width: usize) -> usize {
    let (_, columns) = layer.size();
    let has_ring = layer.inner.iter().any(Option::is_some);
    columns * (width + 1) + 1 + if has_ring { RING.len() + 3 } else { 0 }
}

/// One line of a layer: even ones hold the borders between rows, odd ones the letters.
fn box_line(layer: &Layer, width: usize, line: usize, canvas: &mut Canvas<'_>) {
    let (rows, columns) = layer.size();
    if line > 2 * rows {
        return;
    }
    let row = line / 2;
    for column in 0..=columns {
        if line.is_multiple_of(2) {
            corner(layer, row, column, canvas);
            if column < columns {
                // Within a piece its colour goes on; at a seam that of the cell beside it.
                let symbol = layer.symbol(row.min(rows - 1), column);
                match layer.above(row, column) {
                    Edge::Open => (0..width).for_each(|_| canvas.put(' ', symbol)),
                    Edge::Seam => (0..width).for_each(|_| canvas.put('┄', symbol)),
                    Edge::Border => {
                        let colour = layer.colour_above(row, column).unwrap_or('─');
                        canvas.plain(&format!("{colour:─^width$}"));
                    }
                }
            }
            continue;
        }
        let symbol = layer.symbol(row, column.min(columns - 1));
        match layer.left_of(row, column) {
            Edge::Open => canvas.put(' ', symbol),
            Edge::Seam => canvas.put('┊', symbol),
            Edge::Border => canvas.put(layer.colour_left_of(row, column).unwrap_or('│'), None),
        }
        if column < columns {
            let letter = symbol.map_or(' ', |s| if s == EMPTY { '·' } else { char::from(s) });
            let label = layer.label(row, column).filter(|label| label.chars().count() <= width);
            let words = label.map_or_else(|| letter.to_string(), str::to_owned);
            format!("{words:^width$}").chars().for_each(|letter| canvas.put(letter, symbol));
        }
    }
    if let (false, Some(symbol)) = (line.is_multiple_of(2), layer.inner[row.min(rows - 1)]) {
        canvas.plain(RING);
        for letter in [' ', char::from(symbol), ' '] {
            canvas.put(letter, Some(symbol));
        }
    }
}

/// The corner above and to the left of a place.
fn corner(layer: &Layer, row: usize, column: usize, canvas: &mut Canvas<'_>) {
    let (rows, columns) = layer.size();
    let edges = [
        (row > 0).then(|| layer.left_of(row - 1, column)),
        (row < rows).then(|| layer.left_of(row, column)),
        (column > 0).then(|| layer.above(row, column - 1)),
        (column < columns).then(|| layer.above(row, column)),
    ];
    let has = |edge: Edge| edges.contains(&Some(edge));
    if has(Edge::Border) {
        let bits = edges.iter().enumerate();
        let lines = bits.filter(|(_, edge)| **edge == Some(Edge::Border));
        let glyph = CORNERS[lines.map(|(bit, _)| 1 << bit).sum::<usize>()];
        canvas.put(glyph, None);
        return;
    }
    let symbol = layer.symbol(row.min(rows - 1), column.min(columns - 1));
    let on_side = column == 0 || column == columns;
    let glyph = if !has(Edge::Seam) {
        ' '
    } else if on_side {
        '┊'
    } else {
        '┄'
    };
    canvas.put(glyph, symbol);
}

#[cfg(test)]
mod tests {
    use super::super::{ansi, palette};
    use super::*;
    use crate::puzzle::file;

    /// A board of dominoes.
    fn puzzle(board: &str) -> Puzzle {
        let text = format!(
            "name = 'm'\n[board]\n{board}\nmotions = 'translate'\n[[piece]]\nsymbol = 'abcdef'\n\
             picture = 'aa'\n"
        );
        file::parse(&text).unwrap().members.remove(0)
    }

    /// With lines and without colours, in as many columns.
    fn boxed(columns: usize) -> PictureStyle {
        PictureStyle::Boxes { columns, coloured: false }
    }

    fn plain(puzzle: &Puzzle, line: &str, style: PictureStyle) -> String {
        let text = picture(puzzle, line, style);
        text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n") + "\n"
    }

    #[test]
    fn edges_show_the_letters_of_their_colours() {
        let tiles = |board: &str, edges: &str| {
            let text = format!(
                "name = 'm'\n[board]\nrows = 1\ncolumns = 2\nmotions = 'rotations'\n{board}\n\
                 [[piece]]\nsymbol = 'ab'\nedges = '{edges}'\n"
            );
            file::parse(&text).unwrap().members.remove(0)
        };
        let squares = tiles("", "rgby");
        insta::assert_snapshot!(plain(&squares, "ab::wrbyrgb", boxed(80)), @r"
        ┌─w─┬─r─┐
        y a r b g
        └─b─┴─b─┘
        ");
        let hexagons = tiles("lattice = 'hexagonal'", "rgbyrg");
        insta::assert_snapshot!(plain(&hexagons, "ab::123456789AB", boxed(80)), @r"
         6 1 B 7
        5 a 2 b 8
         4 3 A 9
        ");
        let triangles = tiles("lattice = 'triangular'", "rgb");
        insta::assert_snapshot!(plain(&triangles, "ab::12345", boxed(80)), @r"
          ─4──
         ╱1b 5
        3a ╲╱
        ─2──
        ");
    }

    #[test]
    fn lines_run_between_pieces_and_not_within() {
        let tray = puzzle("rows = 2\ncolumns = 3");
        insta::assert_snapshot!(plain(&tray, "aab/ccb", boxed(80)), @r"
          ┌───────┬───┐
          │ a   a │ b │
          ├───────┤   │
          │ c   c │ b │
          └───────┴───┘
        ");
        insta::assert_snapshot!(plain(&tray, "aab/ccb", boxed(9)), @r"
          ┌───┬─┐
          │a a│b│
          ├───┤ │
          │c c│b│
          └───┴─┘
        ");
        // Where nothing else fits.
        insta::assert_snapshot!(plain(&tray, "aab/ccb", boxed(8)), @r"
          aab
          ccb
        ");
        assert_eq!(picture(&tray, "./aab", PictureStyle::Letters).lines().next(), Some("  ."));
    }

    #[test]
    fn a_seam_is_dotted_where_a_piece_goes_on_round_the_tower() {
        let tower = puzzle("rows = 2\ncolumns = 4\nwrap = ['columns']\ninner = 'rows'");
        insta::assert_snapshot!(plain(&tower, "abba:c/ccdd:e", boxed(80)), @r"
          ╶───┬───────┬───╴
          ┊ a │ b   b │ a ┊   inner ring  c
          ┌───┴───┬───┴───┐
          │ c   c │ d   d │   inner ring  e
          └───────┴───────┘
        ");
        insta::assert_snapshot!(plain(&tower, "abba:c/ccdd:e", PictureStyle::Letters), @r"
          abba   inner ring c
          ccdd   inner ring e
        ");
    }

    #[test]
    fn layers_stand_side_by_side_as_far_as_they_fit_and_holes_are_left_out() {
        let cube = puzzle("layers = 2\nrows = 2\ncolumns = 2\nlattice = 'cubic'");
        insta::assert_snapshot!(plain(&cube, "aa/#b//cc/.b", boxed(80)), @r"
          ┌───────┐   ┌───────┐
          │ a   a │   │ c   c │
          └───┬───┤   ├───┬───┤
              │ b │   │ · │ b │
              └───┘   └───┴───┘
        ");
        let narrow = plain(&cube, "aa/#b//cc/.b", boxed(20));
        assert_eq!(narrow.lines().count(), 10);
        insta::assert_snapshot!(plain(&cube, "aa/#b//cc/.b", PictureStyle::Letters), @r"
          aa
          #b

          cc
          .b
        ");
    }

    /// A board of hexagons or triangles, and dominoes.
    fn tiled(lattice: &str, board: &str) -> Puzzle {
        let pair = if lattice == "hexagonal" { "a a" } else { "aa" };
        let text = format!(
            "name = 'm'\n[board]\nlattice = '{lattice}'\n{board}\nmotions = 'translate'\n[[piece]]\n\
             symbol = 'abcdefg'\npicture = '{pair}'\n"
        );
        file::parse(&text).unwrap().members.remove(0)
    }

    #[test]
    fn hexagons_have_lines_between_pieces_or_are_letters_as_people_type_them() {
        let ring = tiled("hexagonal", "picture = \" . .\\n. # ?\\n . .\"");
        insta::assert_snapshot!(plain(&ring, "#aa/b#./bc", boxed(80)), @r"
             ╱ ╲ ╱ ╲
            │ a   a │
           ╱ ╲ ╱ ╲ ╱ ╲
          │ b │   │ · │
           ╲   ╲ ╱ ╲ ╱
            │ b │ c │
             ╲ ╱ ╲ ╱
        ");
        insta::assert_snapshot!(plain(&ring, "#aa/b#./bc", boxed(9)), @r"
           a a
          b   .
           b c
        ");
        let closed = tiled("hexagonal", "rows = 1\ncolumns = 4\nwrap = ['columns']");
        insta::assert_snapshot!(plain(&closed, "abba", boxed(80)), @r"
           ╱ ╲ ╱ ╲ ╱ ╲ ╱ ╲
          · a │ b   b │ a ·
           ╲ ╱ ╲ ╱ ╲ ╱ ╲ ╱
        ");
        let prisms = tiled("hexagonal", "layers = 2\nrows = 1\ncolumns = 2");
        insta::assert_snapshot!(plain(&prisms, "aa//bc", boxed(80)), @r"
           ╱ ╲ ╱ ╲     ╱ ╲ ╱ ╲
          │ a   a │   │ b │ c │
           ╲ ╱ ╲ ╱     ╲ ╱ ╲ ╱
        ");
        assert_eq!(picture(&prisms, "aa//bc", PictureStyle::Letters), "  a a\n\n  b c\n");
    }

    #[test]
    fn triangles_have_lines_between_pieces() {
        let board = tiled("triangular", "picture = \"  .??\\n ....#\\n .....\"");
        insta::assert_snapshot!(plain(&board, "##a.b/#caad/#cefdg", boxed(80)), @r"
              ────
             ╱╲· ╱╲
            ╱a ╲╱b ╲
                ────
           ╱╲a  ╲d ╱
          ╱c ╲ a ╲╱
              ────────
          ╲c ╱╲f ╱╲g ╱
           ╲╱e ╲╱d ╲╱
            ────────
        ");
        insta::assert_snapshot!(plain(&board, "##a.b/#caad/#cefdg", boxed(9)), @r"
          ##a.b
          #caad
          #cefdg
        ");
    }

    #[test]
    fn the_first_dozen_colours_stay_different_on_a_terminal() {
        // Of fifteen, vermilion and red fall together: letters and lines tell them apart.
        let mut colours: Vec<u8> =
            palette::COLOURS[..12].iter().map(|&colour| ansi::nearest(colour)).collect();
        colours.sort_unstable();
        colours.dedup();
        assert_eq!(colours.len(), 12);
        let style = PictureStyle::Boxes { columns: 3, coloured: true };
        let text = picture(&puzzle("rows = 1\ncolumns = 4"), "aabb", style);
        // One change of colour for the two pieces, which are copies.
        assert!(text.contains("\u{1b}[30m\u{1b}[48;5;"), "{text:?}");
    }
}
