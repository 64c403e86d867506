//! What rules a puzzle out before any search: volumes that cannot match, a piece that fits
//! nowhere, a cell that nothing covers, a colouring that cannot come out even.
//!
//! Each reason is a proof: where there is one, the puzzle has no solution. Cost: a few passes over
//! the placements.

use std::collections::BTreeSet;

use crate::cover::ItemId;

use super::compile::Compiled;
use super::model::{AXES, Lattice};

/// Why a puzzle has no solution, as far as that can be told without a search. Looked for once.
pub(crate) fn infeasibility(compiled: &Compiled) -> &[String] {
    compiled.infeasibility.get_or_init(|| find(compiled))
}

fn find(compiled: &Compiled) -> Vec<String> {
    let mut reasons = misfits(compiled);
    reasons.extend(volume(compiled));
    if reasons.is_empty() {
        reasons.extend(colourings(compiled));
    }
    reasons
}

/// Pieces that fit nowhere and cells that nothing covers.
fn misfits(compiled: &Compiled) -> Vec<String> {
    let Compiled { puzzle, grid, placements, problem, .. } = compiled;
    let cover = &problem.cover;
    let mut covered = vec![0_usize; cover.item_count()];
    for option in cover.options() {
        for item in cover.items_of(option) {
            covered[item.index()] += 1;
        }
    }
    let mut reasons = Vec::new();
    for (piece, item) in puzzle.pieces.iter().zip(&problem.pieces) {
        let (found, needed) = (covered[item.index()], cover.least(*item) as usize);
        if found < needed {
            reasons.push(match (found, puzzle.given.is_empty()) {
                _ if piece.stays_free => format!(
                    "region {} leaves {needed} of its cells free, and only {found} can stay so",
                    piece.name
                ),
                (0, true) => format!("piece {} fits nowhere on the board", piece.name),
                (0, false) => {
                    format!("piece {} fits nowhere beside the pieces that lie already", piece.name)
                }
                _ if needed < piece.copies() => format!(
                    "at least {needed} copies of piece {} must be used, and it has only {found} \
                     places",
                    piece.name
                ),
                _ => format!("piece {} has {needed} copies but only {found} places", piece.name),
            });
        }
    }
    let bare = (0..grid.outer_count())
        .find(|&cell| covered[cell] == 0 && cover.is_primary(ItemId(cell as u32)));
    if let Some(cell) = bare.filter(|_| !placements.is_empty()) {
        let [layer, row, column] = grid.drawn(cell).map(|value| value + 1);
        let layer =
            if grid.size()[0] > 1 { format!("{} {layer}, ", AXES[0]) } else { String::new() };
        reasons.push(format!("nothing can cover {layer}row {row}, column {column}"));
    }
    if (grid.outer_count()..grid.cell_count()).any(|cell| covered[cell] == 0) {
        reasons.push("nothing can fill one of the inner cells".to_owned());
    }
    reasons
}

/// For each piece, the sums of a quantity over its placements that can occur, as often as it has
/// copies; zero too for each copy that may be left out.
fn sums_by_piece(compiled: &Compiled, quantity: impl Fn(usize) -> i64) -> BTreeSet<i64> {
    let Compiled { puzzle, placements, problem, .. } = compiled;
    let mut by_piece: Vec<BTreeSet<i64>> = vec![BTreeSet::new(); puzzle.pieces.len()];
    for placement in placements {
        let sum = placement.cells.iter().map(|&cell| quantity(cell as usize)).sum();
        by_piece[placement.piece].insert(sum);
    }
    let mut sums = BTreeSet::from([0]);
    for ((piece, item), values) in puzzle.pieces.iter().zip(&problem.pieces).zip(&by_piece) {
        let least = problem.cover.least(*item) as usize;
        for copy in 0..piece.copies() {
            let used = sums.iter().flat_map(|sum| values.iter().map(move |value| sum + value));
            let mut next: BTreeSet<i64> = used.collect();
            if copy >= least {
                next.extend(&sums);
            }
            if next == sums {
                break;
            }
            sums = next;
        }
    }
    sums
}

/// Volumes that do not match.
fn volume(compiled: &Compiled) -> Option<String> {
    let cover = &compiled.problem.cover;
    let cells = compiled.grid.cell_count();
    let needed = (0..cells).filter(|&cell| cover.is_primary(ItemId(cell as u32))).count() as i64;
    let sums = sums_by_piece(compiled, |_| 1);
    let (Some(&least), Some(&most)) = (sums.first(), sums.last()) else { return None };
    // What stays free is counted with the pieces.
    let is_free = compiled.puzzle.pieces.len() > compiled.puzzle.piece_count();
    let pieces = if is_free { "the pieces and what stays free" } else { "the pieces" };
    if least > cells as i64 {
        return Some(format!("{pieces} have at least {least} cells, and the board has {cells}"));
    }
    if most < needed {
        return Some(format!(
            "{pieces} have at most {most} cells, and the board has {needed} to be filled"
        ));
    }
    if !sums.range(needed..=cells as i64).any(|_| true) {
        return Some(format!(
            "no choice of pieces has as many cells as the board: {}",
            if needed == cells as i64 {
                format!("{cells}")
            } else {
                format!("{needed} to {cells}")
            }
        ));
    }
    None
}

/// Colourings in two colours that the pieces cannot match.
fn colourings(compiled: &Compiled) -> Vec<String> {
    let Compiled { puzzle, grid, problem, .. } = compiled;
    if (0..grid.cell_count()).any(|cell| !problem.cover.is_primary(ItemId(cell as u32))) {
        return Vec::new();
    }
    let by_both = match puzzle.board.lattice {
        Lattice::Square | Lattice::Cubic | Lattice::FaceCentred => "like a chessboard",
        Lattice::Hexagonal => "diagonal by diagonal",
        Lattice::Triangular => "by whether triangles point up",
    };
    let mut colourings: Vec<(&str, [i32; 3])> =
        vec![(by_both, [1, 1, 1]), ("row by row", [0, 1, 0]), ("column by column", [0, 0, 1])];
    if puzzle.board.drawing.len() > 1 || !puzzle.board.is_flat() {
        colourings.push(("layer by layer", [1, 0, 0]));
    }
    let mut reasons = Vec::new();
    for (words, weights) in colourings {
        let shade = |cell: usize| {
            if cell >= grid.outer_count() {
                return 0;
            }
            let drawn = grid.drawn(cell);
            let parity: i32 = (0..3).map(|axis| drawn[axis] * weights[axis]).sum();
            if parity % 2 == 0 { 1 } else { -1 }
        };
        let board: i64 = (0..grid.outer_count()).map(shade).sum();
        if !sums_by_piece(compiled, shade).contains(&board) {
            reasons.push(format!(
                "coloured {words} in two colours, the board has {} more cells of one colour than of \
                 the other, and however the pieces lie they cannot have",
                board.abs()
            ));
        }
    }
    reasons
}

#[cfg(test)]
mod tests {
    use super::super::{compile, file::parse};
    use super::*;

    fn reasons(board: &str, pieces: &[(&str, &str)]) -> Vec<String> {
        let piece = |(symbol, picture): &(&str, &str)| {
            format!("[[piece]]\nsymbol = \"{symbol}\"\npicture = \"\"\"\n{picture}\"\"\"\n")
        };
        let pieces = pieces.iter().map(piece).collect::<Vec<_>>().concat();
        let text = format!(
            "name = \"test\"\n[board]\nmotions = \"rotations-and-flips\"\n\
             picture = \"\"\"\n{board}\"\"\"\n{pieces}"
        );
        find(&compile(&parse(&text).unwrap().members[0]).unwrap())
    }

    #[test]
    fn a_puzzle_that_may_have_solutions_has_no_obstacle() {
        assert_eq!(reasons("..\n..", &[("ab", "aa")]), Vec::<String>::new());
    }

    #[test]
    fn volumes_are_compared() {
        assert_eq!(
            reasons("..\n..", &[("a", "aa")]),
            ["the pieces have at most 2 cells, and the board has 4 to be filled"]
        );
        assert_eq!(
            reasons("..\n..", &[("abc", "aa")]),
            ["the pieces have at least 6 cells, and the board has 4"]
        );
    }

    #[test]
    fn a_piece_that_fits_nowhere_and_a_bare_cell_are_named() {
        let found = reasons("..\n..", &[("a", "aaa"), ("b", "b")]);
        assert!(found.contains(&"piece a fits nowhere on the board".to_owned()), "{found:?}");
        let found = reasons("..#.", &[("a", "aa"), ("b", "bb")]);
        assert!(found.iter().any(|reason| reason.contains("nothing can cover row 1, column 4")));
    }

    #[test]
    fn the_chessboard_without_two_opposite_corners_is_ruled_out_by_its_colours() {
        let found = reasons("#...\n....\n....\n...#", &[("abcdefg", "aa")]);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].contains("like a chessboard"), "{found:?}");
    }
}
