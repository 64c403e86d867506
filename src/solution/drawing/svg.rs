//! Solutions as SVG: each piece in its colour with a line around it, a letter in every cell, layers
//! side by side. A tower is unrolled, its inner rings stand beside their rows, and a piece that goes
//! on across the seam sticks out at both ends.
//!
//! A picture is complete in itself, has words for those who cannot see it, and reads on light and
//! on dark.

use std::fmt::Write as _;

use crate::puzzle::Puzzle;
use crate::puzzle::given::given_line;
use crate::puzzle::model::Lattice;
use crate::xml::escaped;

use super::board_view::{BoardView, EMPTY, Edge, Layer};
use super::tile::SQUARE;
use super::{paint_svg, palette, tile_svg};

/// The side of a cell.
const CELL: usize = SQUARE as usize;

/// How far a piece sticks out where it goes on at the other end.
const STUB: usize = 12;

/// The place around a layer, between layers, and between a layer and its inner rings.
const MARGIN: usize = 24;

/// The height of a line of words.
const WORDS: usize = 28;

/// How wide layers side by side may get.
const WIDEST: usize = 1000;

/// How wide a letter of the caption is at the most.
const LETTER: usize = 9;

const STYLE: &str = "\
svg { font: 18px system-ui, sans-serif; color: #1b1f24; }\n\
text { text-anchor: middle; } .words { text-anchor: start; font-size: 15px; fill: currentColor; }\n\
.paper { fill: #ffffff; } .empty { fill: #e8eaed; stroke: #e8eaed; }\n\
.border { fill: none; stroke: #1b1f24; stroke-width: 3; stroke-linecap: square; }\n\
.seam { fill: none; stroke: #1b1f24; stroke-width: 1.5; stroke-dasharray: 3 5; }\n\
@media (prefers-color-scheme: dark) {\n\
svg { color: #e6e8eb; } .paper { fill: #14171a; } .empty { fill: #30353b; stroke: #30353b; }\n\
.border { stroke: #14171a; } .seam { stroke: #14171a; } }\n";

/// The style of labels, which most boards do not have.
const LABEL_STYLE: &str = ".label { font-size: 14px; fill: currentColor; }\n";

impl Puzzle {
    /// The board as an SVG image, with the pieces that lie on it from the start.
    ///
    /// ```
    /// let puzzle = bitcover::Puzzle::from_catalog("soma")?;
    /// assert!(puzzle.svg().starts_with("<svg"));
    /// # Ok::<(), bitcover::PuzzleError>(())
    /// ```
    pub fn svg(&self) -> String {
        svg(self, &given_line(self), &self.title)
    }
}

/// The picture of a written line under a caption.
pub(crate) fn svg(puzzle: &Puzzle, line: &str, caption: &str) -> String {
    let board_view = BoardView::new(puzzle, line);
    let (places, (width, height)) = arrange(&board_view, caption.chars().count() * LETTER);
    let label_style = if puzzle.labels.is_empty() { "" } else { LABEL_STYLE };
    let paint_style = if paint_svg::has_paints(puzzle) { paint_svg::STYLE } else { "" };
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" role=\"img\">\n<title>{caption}</title>\n\
         <desc>{}</desc>\n<style>\n{STYLE}{label_style}{paint_style}</style>\n\
         <rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n\
         <text class=\"words\" x=\"{MARGIN}\" y=\"{}\" aria-hidden=\"true\">{caption}</text>\n",
        escaped(&description(puzzle, &board_view)),
        MARGIN + 6,
        caption = escaped(caption),
    );
    for (number, (layer, (x, y))) in board_view.layers.iter().zip(places).enumerate() {
        let _ = writeln!(svg, "<g transform=\"translate({x} {y})\" aria-hidden=\"true\">");
        if board_view.layers.len() > 1 {
            let _ = writeln!(svg, "<text class=\"words\" y=\"-10\">layer {}</text>", number + 1);
        }
        if matches!(board_view.lattice, Lattice::Hexagonal | Lattice::Triangular) {
            tile_svg::draw(puzzle, number, layer, &mut svg);
        } else {
            draw(puzzle, number, layer, &mut svg);
        }
        svg.push_str("</g>\n");
    }
    svg.push_str("</svg>\n");
    svg
}

/// Where each layer lies, and the size of the whole picture, which is at least as wide as `caption`.
fn arrange(board_view: &BoardView, caption: usize) -> (Vec<(usize, usize)>, (usize, usize)) {
    let words = if board_view.layers.len() > 1 { WORDS } else { 0 };
    let (mut places, mut width) = (Vec::new(), caption);
    let (mut x, mut y, mut tallest) = (MARGIN, MARGIN + WORDS, 0);
    for layer in &board_view.layers {
        let (wide, tall) = tile_svg::size(board_view.lattice, layer).unwrap_or_else(|| size(layer));
        if x > MARGIN && x + wide > WIDEST {
            (x, y, tallest) = (MARGIN, y + tallest + MARGIN, 0);
        }
        places.push((x, y + words));
        width = width.max(x + wide - MARGIN);
        x += wide + MARGIN;
        tallest = tallest.max(tall + words);
    }
    (places, (width + 2 * MARGIN, y + tallest + MARGIN))
}

/// The width and height of a layer with its inner rings.
fn size(layer: &Layer) -> (usize, usize) {
    let (rows, columns) = layer.size();
    let ring = if has_rings(layer) { MARGIN + 2 * CELL } else { 0 };
    (columns * CELL + ring, rows * CELL)
}

fn has_rings(layer: &Layer) -> bool {
    layer.inner.iter().any(Option::is_some)
}

/// The picture in words.
fn description(puzzle: &Puzzle, board_view: &BoardView) -> String {
    let mut words = puzzle.title.clone();
    let [_, rows, columns] = puzzle.board.wrap;
    if columns {
        words += ", unrolled: the left edge and the right one meet";
    }
    if rows {
        words += if columns { ", as" } else { ":" };
        words += " the upper edge and the lower one meet";
    }
    words += match puzzle.board.lattice {
        Lattice::Square | Lattice::Cubic => "",
        Lattice::FaceCentred => ": stacked spheres, each layer in the hollows of the one before",
        Lattice::Hexagonal => ": hexagons, each row half of one further right than the one before",
        Lattice::Triangular => ": triangles that point up and down by turns",
    };
    words += ". The letters of the pieces, row by row:";
    for (number, layer) in board_view.layers.iter().enumerate() {
        if board_view.layers.len() > 1 {
            let _ = write!(words, " layer {}:", number + 1);
        }
        let (rows, columns) = layer.size();
        let row = |row: usize| {
            let letter = |column| char::from(layer.symbol(row, column).unwrap_or(b' '));
            let mut text: String = (0..columns).map(letter).collect();
            if let Some(ring) = layer.inner[row] {
                let _ = write!(text, " with inner ring {}", char::from(ring));
            }
            text
        };
        let rows: Vec<String> = (0..rows).map(row).collect();
        let _ = write!(words, " {}.", rows.join(", "));
    }
    words
}

/// Draws the layer of this number from the origin.
fn draw(puzzle: &Puzzle, number: usize, layer: &Layer, svg: &mut String) {
    let (rows, columns) = layer.size();
    let cells = || (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let mut symbols: Vec<u8> =
        cells().filter_map(|(row, column)| layer.symbol(row, column)).collect();
    symbols.extend(layer.inner.iter().flatten());
    let mut seen = [false; 256];
    symbols.retain(|&symbol| !std::mem::replace(&mut seen[usize::from(symbol)], true));
    for symbol in symbols {
        piece(puzzle, layer, symbol, svg);
    }
    paint_svg::draw(puzzle, number, layer, svg);
    for (class, edge) in [("border", Edge::Border), ("seam", Edge::Seam)] {
        let lines = lines(layer, edge);
        if !lines.is_empty() {
            let _ = writeln!(svg, "<path class=\"{class}\" d=\"{lines}\"/>");
        }
    }
    for ((row, column), label) in layer.labels() {
        let (x, y) = (column * CELL + CELL / 2, row * CELL + CELL / 2 + 5);
        let label = escaped(label);
        let _ = writeln!(svg, "<text class=\"label\" x=\"{x}\" y=\"{y}\">{label}</text>");
    }
    if has_rings(layer) {
        let x = columns * CELL + MARGIN;
        let _ = writeln!(svg, "<text class=\"words\" x=\"{x}\" y=\"-10\">inner rings</text>");
    }
}

/// The cells of one piece with their letters.
fn piece(puzzle: &Puzzle, layer: &Layer, symbol: u8, svg: &mut String) {
    let (rows, columns) = layer.size();
    let (mut area, mut rings) = (String::new(), String::new());
    let (mut xs, mut ys) = (Vec::new(), Vec::new());
    for row in 0..rows {
        let y = row * CELL;
        for run in runs(columns, |column| layer.symbol(row, column) == Some(symbol)) {
            let _ = write!(area, "{}", rectangle(run.start * CELL, y, run.len() * CELL, CELL));
            for column in run {
                xs.push(column * CELL + CELL / 2);
                ys.push(y + CELL / 2 + 6);
            }
        }
        let is_here = |column| layer.symbol(row, column) == Some(symbol);
        if layer.left_of(row, 0) == Edge::Seam && is_here(0) {
            let _ = write!(area, "M0 {y}h-{STUB}v{CELL}h{STUB}z");
        }
        if layer.left_of(row, columns) == Edge::Seam && is_here(columns - 1) {
            area += &rectangle(columns * CELL, y, STUB, CELL);
        }
        if layer.inner[row] == Some(symbol) {
            let x = columns * CELL + MARGIN;
            let _ = write!(
                rings,
                "<rect x=\"{x}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\"/>",
                y + 5,
                2 * CELL,
                CELL - 10,
                CELL / 2 - 5
            );
            xs.push(x + CELL);
            ys.push(y + CELL / 2 + 6);
        }
    }
    for column in 0..columns {
        let x = column * CELL;
        if layer.above(0, column) == Edge::Seam && layer.symbol(0, column) == Some(symbol) {
            let _ = write!(area, "M{x} 0v-{STUB}h{CELL}v{STUB}z");
        }
        let is_here = layer.symbol(rows - 1, column) == Some(symbol);
        if layer.above(rows, column) == Edge::Seam && is_here {
            area += &rectangle(x, rows * CELL, CELL, STUB);
        }
    }
    let Some(number) = puzzle.piece_with(symbol).filter(|_| symbol != EMPTY) else {
        let _ = writeln!(svg, "<path class=\"empty\" d=\"{area}\"/>");
        return;
    };
    let colour = palette::of_piece(number);
    let fill = colour.hex();
    // The stroke hides the fine gaps that some programs leave between rectangles side by side.
    let _ = write!(svg, "<g fill=\"{fill}\" stroke=\"{fill}\">");
    if !area.is_empty() {
        let _ = write!(svg, "<path d=\"{area}\"/>");
    }
    let letters = escaped(&char::from(symbol).to_string()).repeat(xs.len());
    let (xs, ys, ink) = (joined(&xs), joined(&ys), colour.ink().hex());
    let _ = writeln!(
        svg,
        "{rings}<text fill=\"{ink}\" stroke=\"none\" x=\"{xs}\" y=\"{ys}\">{letters}</text></g>"
    );
}

fn rectangle(x: usize, y: usize, width: usize, height: usize) -> String {
    format!("M{x} {y}h{width}v{height}h-{width}z")
}

fn joined(numbers: &[usize]) -> String {
    let texts: Vec<String> = numbers.iter().map(usize::to_string).collect();
    texts.join(" ")
}

/// The lines of this kind, straight ones in one piece. A border goes on beside what sticks out.
fn lines(layer: &Layer, edge: Edge) -> String {
    let (rows, columns) = layer.size();
    let mut text = String::new();
    // How far a line goes on beyond an end of the board, if it comes so far.
    let stub = |is_at_end: bool, sides: [Edge; 2]| {
        let sticks_out = edge == Edge::Border && sides.contains(&Edge::Seam);
        if is_at_end && sticks_out { STUB } else { 0 }
    };
    for row in 0..=rows {
        let sides = |column| {
            [row.saturating_sub(1), row.min(rows - 1)].map(|row| layer.left_of(row, column))
        };
        for run in runs(columns, |column| layer.above(row, column) == edge) {
            let before = stub(run.start == 0, sides(0));
            let len = before + run.len() * CELL + stub(run.end == columns, sides(columns));
            let x = (run.start * CELL) as i32 - before as i32;
            let _ = write!(text, "M{x} {}h{len}", row * CELL);
        }
    }
    for column in 0..=columns {
        let sides = |row| {
            [column.saturating_sub(1), column.min(columns - 1)]
                .map(|column| layer.above(row, column))
        };
        for run in runs(rows, |row| layer.left_of(row, column) == edge) {
            let before = stub(run.start == 0, sides(0));
            let len = before + run.len() * CELL + stub(run.end == rows, sides(rows));
            let y = (run.start * CELL) as i32 - before as i32;
            let _ = write!(text, "M{} {y}v{len}", column * CELL);
        }
    }
    text
}

/// The longest runs of numbers below `end` for which something holds.
fn runs(end: usize, holds: impl Fn(usize) -> bool) -> Vec<std::ops::Range<usize>> {
    let mut runs: Vec<std::ops::Range<usize>> = Vec::new();
    for number in (0..end).filter(|&number| holds(number)) {
        match runs.last_mut() {
            Some(run) if run.end == number => run.end += 1,
            _ => runs.push(number..number + 1),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::file;

    /// A tower with two rows of four, and dominoes.
    fn tower() -> Puzzle {
        let text = "name = 'm'\ntitle = 'Tower & <co>'\n[board]\nrows = 2\ncolumns = 4\n\
                    wrap = ['columns']\ninner = 'rows'\nmotions = 'translate'\n\
                    [[piece]]\nsymbol = 'a&'\npicture = 'aa'\n\
                    [[piece]]\nsymbol = 'c'\npicture = 'cc'\n\
                    [[piece]]\nsymbol = 'd'\npicture = 'dd'\n\
                    [[piece]]\nsymbol = 'e'\npicture = 'e'\n";
        file::parse(text).unwrap().members.remove(0)
    }

    #[test]
    fn a_picture_is_well_formed_and_can_be_read_aloud() {
        let text = svg(&tower(), "a&&a:e/ccdd:.", "m, solution 1 of \"<2>\"");
        let document = roxmltree::Document::parse(&text).unwrap();
        let root = document.root_element();
        assert_eq!(root.attribute("role"), Some("img"));
        let words = |name: &str| {
            let node = root.children().find(|node| node.tag_name().name() == name);
            node.and_then(|node| node.text()).unwrap_or_default().to_owned()
        };
        assert_eq!(words("title"), "m, solution 1 of \"<2>\"");
        assert_eq!(
            words("desc"),
            "Tower & <co>, unrolled: the left edge and the right one meet. The letters of the \
             pieces, row by row: a&&a with inner ring e, ccdd with inner ring .."
        );
    }

    #[test]
    fn pieces_have_an_outline_and_stick_out_at_the_seam() {
        let text = svg(&tower(), "a&&a/ccdd", "m");
        let path = |class: &str| {
            let begin = text.find(&format!("class=\"{class}\" d=\"")).unwrap();
            text[begin..].split('"').nth(3).unwrap().to_owned()
        };
        insta::assert_snapshot!(path("border"), @"M-12 0h184M-12 40h184M0 80h160M0 40v40M40 0v40M80 40v40M120 0v40M160 40v40");
        insta::assert_snapshot!(path("seam"), @"M0 0v40M160 0v40");
        let piece = text.lines().find(|line| line.ends_with(">aa</text></g>")).unwrap();
        assert_eq!(
            piece,
            "<g fill=\"#e69f00\" stroke=\"#e69f00\">\
             <path d=\"M0 0h40v40h-40zM120 0h40v40h-40zM0 0h-12v40h12zM160 0h12v40h-12z\"/>\
             <text fill=\"#000000\" stroke=\"none\" x=\"20 140\" y=\"26 26\">aa</text></g>"
        );
    }

    #[test]
    fn hexagons_and_triangles_have_their_shapes_and_an_outline_round_each_piece() {
        // Sides that three cells have, those that two of them share counted once, but for the one
        // within the first piece.
        for (lattice, board, line, corners, sides) in
            [("hexagonal", ". .\n .", "aa/b", 6, 14), ("triangular", "...", "aab", 3, 6)]
        {
            let text = format!(
                "name = 'm'\n[board]\nlattice = '{lattice}'\nmotions = 'translate'\n\
                 picture = \"\"\"\n{board}\"\"\"\n[[piece]]\nsymbol = 'ab'\npicture = 'x'\n"
            );
            let text = svg(&file::parse(&text).unwrap().members.remove(0), line, "m");
            let document = roxmltree::Document::parse(&text).unwrap();
            let path = |class: Option<&str>| {
                let mut paths = document.descendants().filter(|node| node.has_tag_name("path"));
                paths.find(|node| node.attribute("class") == class).unwrap().attribute("d").unwrap()
            };
            let area = path(None);
            assert_eq!(
                (area.matches('z').count(), area.matches('L').count()),
                (2, 2 * (corners - 1))
            );
            assert_eq!(path(Some("border")).matches('M').count(), sides, "{lattice}");
        }
    }

    #[test]
    fn coloured_cells_have_a_dot_and_coloured_edges_a_band_with_the_letter_of_the_colour() {
        let text = "name = 'm'\n[board]\nmotions = 'rotations'\ncolours = 'wk'\n[[piece]]\n\
                    symbol = 'a'\npicture = 'aa'\n";
        let drawn = svg(&file::parse(text).unwrap().members.remove(0), "aa", "m");
        let groups: Vec<&str> = drawn.lines().filter(|line| line.contains("=\"paint\"")).collect();
        insta::assert_snapshot!(groups.join("\n"), @r##"
        <g class="paint"><title>colour k</title><path fill="#000000" d="M43 8a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z"/></g>
        <g class="paint"><title>colour w</title><path fill="#ffffff" d="M3 8a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z"/></g>
        "##);
        let text = "name = 'm'\n[board]\nrows = 1\ncolumns = 1\nmotions = 'rotations'\n\
                    [[piece]]\nsymbol = 'a'\nedges = 'rgrg'\n";
        let drawn = svg(&file::parse(text).unwrap().members.remove(0), "a::rgrg", "m");
        assert!(roxmltree::Document::parse(&drawn).is_ok());
        let groups: Vec<&str> = drawn.lines().filter(|line| line.contains("=\"paint\"")).collect();
        insta::assert_snapshot!(groups.join("\n"), @r##"
        <g class="paint"><title>colour g</title><path fill="#228833" d="M40 0L40 40L32 32L32 8zM0 40L0 0L8 8L8 32z"/><text fill="#000000" x="36 4" y="24 24">gg</text></g>
        <g class="paint"><title>colour r</title><path fill="#cc3311" d="M0 0L40 0L32 8L8 8zM40 40L0 40L8 32L32 32z"/><text fill="#ffffff" x="20 20" y="8 40">rr</text></g>
        "##);
    }

    #[test]
    fn layers_lie_side_by_side_until_the_picture_is_wide_and_empty_cells_are_grey() {
        let text = "name = 'm'\n[board]\nlayers = 3\nrows = 2\ncolumns = 10\nlattice = 'cubic'\n\
                    motions = 'translate'\n[[piece]]\nsymbol = 'a'\npicture = 'aa'\n";
        let puzzle = file::parse(text).unwrap().members.remove(0);
        let row = ".".repeat(10);
        let line = format!("{row}/{row}//{row}/{row}//aa......../#");
        let text = svg(&puzzle, &line, "m");
        let document = roxmltree::Document::parse(&text).unwrap();
        let places: Vec<&str> =
            document.descendants().filter_map(|node| node.attribute("transform")).collect();
        assert_eq!(places, ["translate(24 80)", "translate(448 80)", "translate(24 212)"]);
        assert_eq!(text.matches("class=\"empty\"").count(), 3);
    }
}
