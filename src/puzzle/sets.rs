//! Sets of pieces that everybody knows, which puzzle files copy by their names.
//!
//! Pieces are called by the letters that the field gives them; of a chiral pair in a one-sided set, one
//! has the small letter. Cost: a set is drawn when it is asked for.

mod hexagons;
mod set;
mod triangles;

use super::drawing::piece_cells_on;
use super::model::{Lattice, Motions, Piece};
use set::Set;

/// Sets of squares and cubes, which lie on the face-centred lattice as well.
const SQUARES: [Set; 7] = [
    Set {
        name: "trominoes",
        motions: Motions::RotationsAndFlips,
        pieces: &[('I', "III"), ('V', "VV\nV.")],
    },
    Set {
        name: "tetrominoes",
        motions: Motions::RotationsAndFlips,
        pieces: &[
            ('i', "iiii"),
            ('l', "lll\nl.."),
            ('o', "oo\noo"),
            ('s', ".ss\nss."),
            ('t', "ttt\n.t."),
        ],
    },
    Set {
        name: "one-sided-tetrominoes",
        motions: Motions::Rotations,
        pieces: &[
            ('I', "IIII"),
            ('J', "JJJ\n..J"),
            ('L', "LLL\nL.."),
            ('O', "OO\nOO"),
            ('S', ".SS\nSS."),
            ('T', "TTT\n.T."),
            ('Z', "ZZ.\n.ZZ"),
        ],
    },
    Set {
        name: "pentominoes",
        motions: Motions::RotationsAndFlips,
        pieces: &[
            ('F', ".FF\nFF.\n.F."),
            ('I', "IIIII"),
            ('L', "LLLL\nL..."),
            ('N', "NNN.\n..NN"),
            ('P', "PP\nPP\nP."),
            ('T', "TTT\n.T.\n.T."),
            ('U', "U.U\nUUU"),
            ('V', "V..\nV..\nVVV"),
            ('W', "W..\nWW.\n.WW"),
            ('X', ".X.\nXXX\n.X."),
            ('Y', "YYYY\n.Y.."),
            ('Z', "ZZ.\n.Z.\n.ZZ"),
        ],
    },
    Set {
        name: "one-sided-pentominoes",
        motions: Motions::Rotations,
        pieces: &[
            ('F', ".FF\nFF.\n.F."),
            ('f', "ff.\n.ff\n.f."),
            ('I', "IIIII"),
            ('L', "LLLL\nL..."),
            ('l', "llll\n...l"),
            ('N', "NNN.\n..NN"),
            ('n', ".nnn\nnn.."),
            ('P', "PP\nPP\nP."),
            ('p', "pp\npp\n.p"),
            ('T', "TTT\n.T.\n.T."),
            ('U', "U.U\nUUU"),
            ('V', "V..\nV..\nVVV"),
            ('W', "W..\nWW.\n.WW"),
            ('X', ".X.\nXXX\n.X."),
            ('Y', "YYYY\n.Y.."),
            ('y', "yyyy\n..y."),
            ('Z', "ZZ.\n.Z.\n.ZZ"),
            ('z', ".zz\n.z.\nzz."),
        ],
    },
    Set {
        name: "tetracubes",
        motions: Motions::Rotations,
        pieces: &[
            ('I', "IIII"),
            ('L', "LLL\nL.."),
            ('O', "OO\nOO"),
            ('S', ".SS\nSS."),
            ('T', "TTT\n.T."),
            ('Y', "YY\nY.\n\nY.\n.."),
            ('A', "AA\nA.\n\n.A\n.."),
            ('B', "BB\nB.\n\n..\nB."),
        ],
    },
    Set {
        name: "soma",
        motions: Motions::Rotations,
        pieces: &[
            ('V', "VV\nV."),
            ('L', "LLL\nL.."),
            ('T', "TTT\n.T."),
            ('Z', ".ZZ\nZZ."),
            ('P', "PP\nP.\n\nP.\n.."),
            ('A', "AA\nA.\n\n.A\n.."),
            ('B', "BB\nB.\n\n..\nB."),
        ],
    },
];

/// All sets, each with the lattice on which its pieces are drawn.
fn sets() -> impl Iterator<Item = (Lattice, &'static Set)> {
    let of = |lattice, sets: &'static [Set]| sets.iter().map(move |set| (lattice, set));
    let hexagons = of(Lattice::Hexagonal, &hexagons::SETS);
    of(Lattice::Square, &SQUARES).chain(hexagons).chain(of(Lattice::Triangular, &triangles::SETS))
}

/// The pieces of the set of this name, if there is one; each is one copy, which must be used.
pub(crate) fn pieces_of(name: &str) -> Option<Vec<Piece>> {
    let (lattice, set) = sets().find(|(_, set)| set.name == name)?;
    let piece = |&(symbol, picture): &(char, &str)| Piece {
        name: symbol.to_string(),
        symbols: vec![symbol as u8],
        cells: piece_cells_on(lattice, picture).unwrap_or_default(),
        inner: false,
        motions: set.motions,
        optional: false,
        range: None,
        region: None,
        stays_free: false,
        paints: None,
    };
    Some(set.pieces.iter().map(piece).collect())
}

/// What the pieces of the set of this name are made of, and the lattice that they need, if a board
/// of this lattice has no such cells.
pub(crate) fn misfit(name: &str, board: Lattice) -> Option<(&'static str, &'static str)> {
    let (own, _) = sets().find(|(_, set)| set.name == name)?;
    let common = |lattice| match lattice {
        Lattice::Square | Lattice::Cubic | Lattice::FaceCentred => ("squares", "square"),
        Lattice::Hexagonal => ("hexagons", "hexagonal"),
        Lattice::Triangular => ("triangles", "triangular"),
    };
    (common(own) != common(board)).then_some(common(own))
}

/// The names of all sets.
pub(crate) fn names() -> Vec<&'static str> {
    sets().map(|(_, set)| set.name).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::super::catalog::catalog;
    use super::super::compile;
    use super::super::file::parse;
    use super::*;

    /// A puzzle whose pieces are those of a set, and of which all solutions are counted by others.
    fn items_and_options(text: &str) -> (usize, usize) {
        let cover = compile(&parse(text).unwrap().members[0]).unwrap().problem.cover;
        (cover.item_count(), cover.option_count())
    }

    #[test]
    fn every_set_has_as_many_pieces_as_the_field_counts_each_of_its_cells_and_all_different() {
        let sizes: BTreeMap<&str, (usize, usize)> = BTreeMap::from([
            ("trominoes", (2, 3)),
            ("tetrominoes", (5, 4)),
            ("one-sided-tetrominoes", (7, 4)),
            ("pentominoes", (12, 5)),
            ("one-sided-pentominoes", (18, 5)),
            ("tetracubes", (8, 4)),
            ("trihexes", (3, 3)),
            ("tetrahexes", (7, 4)),
            ("pentahexes", (22, 5)),
            ("pentiamonds", (4, 5)),
            ("hexiamonds", (12, 6)),
            ("heptiamonds", (24, 7)),
        ]);
        for (name, (count, cells)) in sizes {
            let pieces = pieces_of(name).unwrap();
            assert_eq!(pieces.len(), count, "{name}");
            assert!(pieces.iter().all(|piece| piece.cells.len() == cells), "{name}");
            let symbols: BTreeSet<u8> = pieces.iter().map(|piece| piece.symbols[0]).collect();
            assert_eq!(symbols.len(), count, "{name}");
            // Each piece lies on a large board in ways of its own.
            let (lattice, rows) = match misfit(name, Lattice::Square) {
                Some((_, lattice)) => (lattice, 8),
                None if name == "tetracubes" => ("cubic", 5),
                None => ("square", 5),
            };
            let layers = if lattice == "cubic" { "layers = 5\n" } else { "" };
            let text = format!(
                "name = 'x'\n[board]\nlattice = '{lattice}'\n{layers}rows = {rows}\ncolumns = {rows}\n\
                 motions = 'rotations'\n[pieces]\nsets = ['{name}']\n"
            );
            let compiled = compile(&parse(&text).unwrap().members[0]).unwrap();
            let puzzle = &compiled.puzzle;
            let hangs = |piece: &Piece| piece.is_connected(puzzle.board.lattice);
            assert!(puzzle.pieces.iter().all(hangs), "{name}");
            let mut places: BTreeMap<Vec<_>, usize> = BTreeMap::new();
            for placement in &compiled.placements {
                let mut cells = placement.cells.clone();
                cells.sort_unstable();
                let other = places.insert(cells, placement.piece);
                assert!(other.is_none_or(|other| other == placement.piece), "{name}");
            }
        }
    }

    #[test]
    fn a_set_fits_boards_of_its_own_cells_alone() {
        assert_eq!(misfit("hexiamonds", Lattice::Triangular), None);
        assert_eq!(misfit("hexiamonds", Lattice::Square), Some(("triangles", "triangular")));
        assert_eq!(misfit("tetrahexes", Lattice::Triangular), Some(("hexagons", "hexagonal")));
        assert_eq!(misfit("soma", Lattice::Hexagonal), Some(("squares", "square")));
        for lattice in [Lattice::Square, Lattice::Cubic, Lattice::FaceCentred] {
            assert_eq!(misfit("tetrominoes", lattice), None);
        }
    }

    #[test]
    fn sets_are_those_that_the_catalogue_draws() {
        for (set, puzzle, board) in [
            ("pentominoes", "pentominoes-6x10", "rows = 6\ncolumns = 10\n"),
            ("soma", "soma", "lattice = 'cubic'\nlayers = 3\nrows = 3\ncolumns = 3\n"),
        ] {
            let motions = if set == "soma" { "rotations" } else { "rotations-and-flips" };
            let text = format!(
                "name = 'x'\n[board]\n{board}motions = '{motions}'\n[pieces]\nsets = ['{set}']\n"
            );
            let files = catalog().unwrap();
            let mut members = files.iter().flat_map(|file| &file.members);
            let drawn = members.find(|member| member.name == puzzle).unwrap();
            let cover = compile(drawn).unwrap().problem.cover;
            assert_eq!(items_and_options(&text), (cover.item_count(), cover.option_count()));
        }
    }
}
