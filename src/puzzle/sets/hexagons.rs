//! Sets of hexagons: the free polyhexes of three to five cells. Their letters are those that solvers of
//! polyforms use; trihexes have small ones, so that sets may be combined. Pictures are typed as
//! hexagons are: two columns apart.

use super::super::model::Motions;
use super::set::Set;

/// The sets, the smallest pieces first.
pub(super) const SETS: [Set; 3] = [
    Set {
        name: "trihexes",
        motions: Motions::RotationsAndFlips,
        pieces: &[('a', "a a\n a"), ('i', "i i i"), ('v', "v v\n   v")],
    },
    Set {
        name: "tetrahexes",
        motions: Motions::RotationsAndFlips,
        pieces: &[
            ('I', "I I I I"),
            ('J', "J J J\n     J"),
            ('O', "O O\n O O"),
            ('P', "P P P\n P"),
            ('S', "S S\n   S S"),
            ('U', "U   U\n U U"),
            ('Y', "Y\n Y Y\nY"),
        ],
    },
    Set {
        name: "pentahexes",
        motions: Motions::RotationsAndFlips,
        pieces: &[
            ('A', "A A\n A A\nA"),
            ('B', "B B B\n   B B"),
            ('C', "C     C\n C C C"),
            ('D', "D D D\n D D"),
            ('E', "E E E E\n   E"),
            ('F', "F F F\n F   F"),
            ('G', "G G   G\n   G G"),
            ('H', "H   H\n H H\nH"),
            ('I', "I I I I I"),
            ('J', "J J J J\n       J"),
            ('L', "L L L\n     L\n      L"),
            ('N', "N N N\n     N N"),
            ('P', "P P P P\n P"),
            ('Q', "Q Q\n   Q Q\n    Q"),
            ('R', "R R R\n     R\n    R"),
            ('S', "S S\n   S\n    S S"),
            ('T', "T T T\n T\nT"),
            ('U', "U U\n   U\nU U"),
            ('V', "V V V\n V\n  V"),
            ('W', "W W\n   W W\n      W"),
            ('X', "X X\n X\nX X"),
            ('Y', "Y\n Y Y Y\nY"),
        ],
    },
];
