//! Sets of pieces that everybody knows, which puzzle files copy by their names.
//!
//! Pieces are called by the letters that the field gives them; of a chiral pair in a one-sided set, one
//! has the small letter. Cost: a set is drawn when it is asked for.

use super::drawing::piece_cells;
use super::model::{Motions, Piece};

/// A set: its name, how its pieces may be turned, and each piece's symbol and picture.
struct Set {
    name: &'static str,
    motions: Motions,
    pieces: &'static [(char, &'static str)],
}

const SETS: [Set; 7] = [
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

/// The pieces of the set of this name, if there is one; each is one copy, which must be used.
pub(crate) fn pieces_of(name: &str) -> Option<Vec<Piece>> {
    let set = SETS.iter().find(|set| set.name == name)?;
    let piece = |&(symbol, picture): &(char, &str)| Piece {
        name: symbol.to_string(),
        symbols: vec![symbol as u8],
        cells: piece_cells(picture),
        inner: false,
        motions: set.motions,
        optional: false,
        region: None,
        stays_free: false,
    };
    Some(set.pieces.iter().map(piece).collect())
}

/// The names of all sets.
pub(crate) fn names() -> Vec<&'static str> {
    SETS.iter().map(|set| set.name).collect()
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
        ]);
        for (name, (count, cells)) in sizes {
            let pieces = pieces_of(name).unwrap();
            assert_eq!(pieces.len(), count, "{name}");
            assert!(pieces.iter().all(|piece| piece.cells.len() == cells), "{name}");
            let symbols: BTreeSet<u8> = pieces.iter().map(|piece| piece.symbols[0]).collect();
            assert_eq!(symbols.len(), count, "{name}");
            // Each piece lies on a large board in ways of its own.
            let lattice = if name == "tetracubes" { "cubic" } else { "square" };
            let layers = if lattice == "cubic" { "layers = 5\n" } else { "" };
            let text = format!(
                "name = 'x'\n[board]\nlattice = '{lattice}'\n{layers}rows = 5\ncolumns = 5\n\
                 motions = 'rotations'\n[pieces]\nsets = ['{name}']\n"
            );
            let compiled = compile(&parse(&text).unwrap().members[0]).unwrap();
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
