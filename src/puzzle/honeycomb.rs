//! Drawings of hexagons, as people type them: cells two columns apart, and each row one column
//! further left or right than the one above, so that a picture looks like the board that it shows.
//!
//! ```text
//!   . . .
//!  . . . .
//! . . . . .
//! ```
//!
//! Elsewhere hexagons are counted along rows that each begin half a hexagon further right than the
//! one above. The two are turned into each other here. Cost: the length of the text.

use super::mark::{BadMark, MarkProblem};

/// A drawing without the spaces between hexagons: each row begins half a hexagon further right than
/// the one above, and a space is no cell.
///
/// # Errors
/// When a character stands between two hexagons.
pub(super) fn rows_of_cells(layers: &[Vec<Vec<char>>]) -> Result<Vec<Vec<Vec<char>>>, BadMark> {
    let marks = || {
        let rows = layers.iter().flat_map(|layer| layer.iter().enumerate());
        rows.enumerate().flat_map(|(number, (r, row))| {
            let marks = row.iter().enumerate().filter(|(_, found)| **found != ' ');
            marks.map(move |(x, &found)| (number, x, found, x as i32 - r as i32))
        })
    };
    let Some((_, _, _, first)) = marks().next() else { return Ok(layers.to_vec()) };
    if let Some((number, x, found, _)) = marks().find(|(.., shift)| (shift - first) % 2 != 0) {
        let problem = MarkProblem::BetweenHexagons;
        return Err(BadMark { row: number + 1, column: x + 1, found, problem });
    }
    let least = marks().map(|(.., shift)| shift).min().unwrap_or(first);
    let cells = |(r, row): (usize, &Vec<char>)| {
        let mut cells = Vec::new();
        for (x, &found) in row.iter().enumerate().filter(|(_, found)| **found != ' ') {
            let column = (x as i32 - r as i32 - least) as usize / 2;
            cells.resize(column, ' ');
            cells.push(found);
        }
        cells
    };
    Ok(layers.iter().map(|layer| layer.iter().enumerate().map(cells).collect()).collect())
}

/// The rows of a layer as they are typed, from rows without spaces between hexagons; in these a `#`
/// or a space is no cell, and is left out.
pub(crate) fn as_typed(rows: &[String]) -> Vec<String> {
    let cells = |(r, row): (usize, &String)| {
        let cells = row.char_indices().filter(|(_, found)| !"# ".contains(*found));
        cells.map(|(column, found)| (2 * column + r, found)).collect::<Vec<_>>()
    };
    let rows: Vec<Vec<(usize, char)>> = rows.iter().enumerate().map(cells).collect();
    let least = rows.iter().flatten().map(|&(x, _)| x).min().unwrap_or(0);
    let typed = |row: Vec<(usize, char)>| {
        row.into_iter().fold(String::new(), |text, (x, found)| {
            let gap = x - least - text.len();
            text + &" ".repeat(gap) + &found.to_string()
        })
    };
    rows.into_iter().map(typed).collect()
}

#[cfg(test)]
mod tests {
    use super::super::drawing::{board_marks, piece_cells_on};
    use super::super::model::Lattice;
    use super::*;

    fn cells(text: &str) -> Vec<[i32; 3]> {
        piece_cells_on(Lattice::Hexagonal, text).unwrap()
    }

    #[test]
    fn hexagons_are_two_columns_apart_and_rows_are_shifted_by_one() {
        assert_eq!(cells("X X\n X"), [[0, 0, 0], [0, 0, 1], [0, 1, 0]]);
        assert_eq!(cells(" X\nX X"), [[0, 0, 1], [0, 1, 0], [0, 1, 1]]);
        assert_eq!(cells("X . X"), [[0, 0, 0], [0, 0, 2]]);
        assert_eq!(cells("X   X"), [[0, 0, 0], [0, 0, 2]]);
        // Every layer begins where the first does.
        assert_eq!(cells("X X\n\n  X"), [[0, 0, 0], [0, 0, 1], [1, 0, 1]]);
    }

    #[test]
    fn what_stands_between_hexagons_is_named_with_its_place() {
        for (text, row, column) in [("XX", 1, 2), ("X X\nX", 2, 1), (". X\n .\n\n X", 3, 2)] {
            let error = piece_cells_on(Lattice::Hexagonal, text).unwrap_err();
            assert_eq!((error.row, error.column), (row, column), "{text:?}");
            assert!(error.to_string().contains("two columns apart"), "{error}");
        }
        assert!(board_marks(Lattice::Hexagonal, ". .\n. .").is_err());
        assert!(board_marks(Lattice::Hexagonal, ". :").is_err());
    }

    #[test]
    fn rows_lead_back_to_what_was_typed() {
        for typed in ["  a b\n c d e\nf   g", "a", "a b\n c d\n  e"] {
            let layer = typed.lines().map(|line| line.chars().collect()).collect();
            let rows = rows_of_cells(&[layer]).unwrap();
            let rows: Vec<String> = rows[0].iter().map(|row| row.iter().collect()).collect();
            assert_eq!(as_typed(&rows).join("\n"), typed);
        }
    }
}
