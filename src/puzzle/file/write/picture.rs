//! Drawings of boards and pieces as they are typed in a puzzle file.
//!
//! Hexagons are two columns apart, each row one column further left or right than the one above.
//! Before the first cell of a row, boards of hexagons and of triangles have spaces, as they look; on the
//! other lattices every place is typed. Cost: linear in the places.

use super::super::super::model::{Lattice, Point};

/// What is typed where a board has no cell.
pub(super) const HOLE: char = '#';

/// What is typed where a piece has no cell.
pub(super) const NO_CELL: char = '.';

/// Layers of rows of places, each with its character, as they are counted: without the spaces between
/// hexagons.
pub(super) type Places = Vec<Vec<Vec<char>>>;

/// The drawing as it is typed; `no_cell` is what stands where there is no cell.
pub(super) fn typed(lattice: Lattice, places: &Places, no_cell: char) -> String {
    let is_hexagonal = lattice == Lattice::Hexagonal;
    let before = |row: &[char]| row.iter().position(|&found| found != no_cell).unwrap_or(0);
    let may_be_indented = match lattice {
        // Hexagons are counted from the leftmost that is typed in any row.
        Lattice::Hexagonal => places.iter().flatten().any(|row| before(row) == 0),
        Lattice::Triangular => no_cell == HOLE,
        Lattice::Square | Lattice::Cubic | Lattice::FaceCentred => false,
    };
    let indent = |row: &[char]| if may_be_indented { before(row) } else { 0 };
    let left = |r: usize, c: usize| if is_hexagonal { 2 * c + r } else { c };
    let rows = || places.iter().flat_map(|layer| layer.iter().enumerate());
    let margin = rows().map(|(r, row)| left(r, indent(row))).min();
    let margin = margin.filter(|_| is_hexagonal).unwrap_or(0);
    let row = |(r, row): (usize, &Vec<char>)| {
        let mut line = String::new();
        for (c, &found) in row.iter().enumerate().skip(indent(row)) {
            let gap = left(r, c) - margin - line.len();
            line.extend(std::iter::repeat_n(' ', gap));
            line.push(found);
        }
        line
    };
    let layer = |layer: &Vec<Vec<char>>| {
        layer.iter().enumerate().map(row).collect::<Vec<String>>().join("\n")
    };
    places.iter().map(layer).collect::<Vec<String>>().join("\n\n")
}

/// The places of a piece with these cells, each with its character; `None` where a drawing would say
/// something else, since it shows cells in reading order and none before its first place, and where it
/// would have more places than `most`.
pub(super) fn places_of(lattice: Lattice, cells: &[(Point, char)], most: usize) -> Option<Places> {
    let is_before = |cell: &Point| cell.iter().any(|&value| value < 0);
    if !cells.is_sorted_by(|(a, _), (b, _)| a < b) || cells.iter().any(|(cell, _)| is_before(cell))
    {
        return None;
    }
    let size = [0, 1, 2]
        .map(|axis| cells.iter().map(|(cell, _)| cell[axis] as usize + 1).max().unwrap_or(0));
    if size.iter().fold(1_usize, |n, &m| n.saturating_mul(m)) > most {
        return None;
    }
    let [layers, rows, columns] = size;
    let mut places = vec![vec![vec![NO_CELL; columns]; rows]; layers];
    for &(cell, found) in cells {
        let [layer, row, column] = cell.map(|value| value as usize);
        places[layer][row][column] = found;
    }
    // Between hexagons and beyond them nothing needs to be typed.
    for row in places.iter_mut().flatten().filter(|_| lattice == Lattice::Hexagonal) {
        let last = row.iter().rposition(|&found| found != NO_CELL).unwrap_or(0);
        row.truncate(last + 1);
    }
    Some(places)
}

#[cfg(test)]
mod tests {
    use super::super::super::super::drawing::{board_marks, piece_cells_on};
    use super::*;

    const LATTICES: [Lattice; 5] = [
        Lattice::Square,
        Lattice::Cubic,
        Lattice::FaceCentred,
        Lattice::Hexagonal,
        Lattice::Triangular,
    ];

    fn places(rows: &str) -> Places {
        let row = |row: &str| row.chars().collect();
        let layer = |layer: &str| layer.split('/').map(row).collect();
        rows.split("//").map(layer).collect()
    }

    #[test]
    fn the_drawing_of_a_board_shows_every_place_of_it() {
        for rows in ["..", "#./..#/?", "##./#../##", "#/.", "..#//#.?/###//#/.", "#.//#./#?"] {
            for lattice in LATTICES {
                let places = places(rows);
                let text = typed(lattice, &places, HOLE);
                let marks = board_marks(lattice, &text).unwrap();
                let expected = board_marks(Lattice::Square, &rows.replace('/', "\n")).unwrap();
                assert_eq!(marks, expected, "{lattice:?} {rows}:\n{text}");
            }
        }
    }

    #[test]
    fn the_drawing_of_a_piece_shows_its_cells_where_they_are() {
        for rows in ["XX", ".X/XX", "..X/.X.", "X./../.X", "./..X//.X", "././/./XX"] {
            for lattice in LATTICES {
                let cells = piece_cells_on(Lattice::Square, &rows.replace('/', "\n")).unwrap();
                let drawn: Vec<(Point, char)> = cells.iter().map(|&cell| (cell, 'X')).collect();
                let text = typed(lattice, &places_of(lattice, &drawn, 100).unwrap(), NO_CELL);
                let read = piece_cells_on(lattice, &text).unwrap();
                assert_eq!(read, cells, "{lattice:?} {rows}:\n{text}");
            }
        }
        for cells in [[[0, 0, 1], [0, 0, 0]], [[0, -1, 0], [0, 0, 0]], [[0, 0, 0], [0, 9, 9]]] {
            let drawn = cells.map(|cell| (cell, 'X'));
            assert_eq!(places_of(Lattice::Square, &drawn, 99), None);
        }
    }

    #[test]
    fn hexagons_and_triangles_are_typed_as_they_look() {
        let typed = |lattice, rows| typed(lattice, &places(rows), HOLE);
        assert_eq!(typed(Lattice::Hexagonal, "##.../#..../...#."), "  . . .\n . . . .\n. . . # .");
        assert_eq!(typed(Lattice::Triangular, "#.../.....#"), " ...\n.....#");
        assert_eq!(typed(Lattice::Square, "#.../....."), "#...\n.....");
    }
}
