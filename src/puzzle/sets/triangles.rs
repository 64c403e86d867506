//! Sets of triangles: the free polyiamonds of five to seven cells. Their letters are those that solvers
//! of polyforms use; pentiamonds have small ones, so that sets may be combined. In each picture the
//! first place of the first row is a triangle that points up.

use super::super::model::Motions;
use super::set::Set;

/// The sets, the smallest pieces first.
pub(super) const SETS: [Set; 3] = [
    Set {
        name: "pentiamonds",
        motions: Motions::RotationsAndFlips,
        pieces: &[('c', "ccc\ncc."), ('i', "iiiii"), ('l', "llll\nl..."), ('p', "pppp\n..p.")],
    },
    Set {
        name: "hexiamonds",
        motions: Motions::RotationsAndFlips,
        pieces: &[
            ('C', ".CCCC.\n....CC"),
            ('E', "EEEEE\n..E.."),
            ('F', "FFFF\nF.F."),
            ('G', "GGGG\nGG.."),
            ('H', "HHHH\n..HH"),
            ('I', "IIIIII"),
            ('J', "JJJJJ\nJ...."),
            ('O', "OOO\nOOO"),
            ('P', ".PPPPP\n..P..."),
            ('S', "SSS..\n..SSS"),
            ('V', "VVVV\n.VV."),
            ('X', ".XXX\n.XXX"),
        ],
    },
    Set {
        name: "heptiamonds",
        motions: Motions::RotationsAndFlips,
        pieces: &[
            ('A', "AAAA\nA.AA"),
            ('B', "BBBB\n.BBB"),
            ('C', "CCCCC\nC...C"),
            ('D', "DDDD\nDDD."),
            ('E', "EEEEEE\n..E..."),
            ('F', "FFFFF\nF.F.."),
            ('G', ".GGGGG\n..GG.."),
            ('H', ".HHHHH\n.HH..."),
            ('I', "IIIIIII"),
            ('J', "JJJJJ\nJJ..."),
            ('L', "LLLLLL\nL....."),
            ('M', ".MMMMM\n..M.M."),
            ('N', "NNN...\n..NNNN"),
            ('P', "PPPPPP\n....P."),
            ('Q', "QQ.\nQQ.\nQQQ"),
            ('R', "RRRRR.\n....RR"),
            ('S', "SSS.S\n..SSS"),
            ('T', "TTTT\n..TT\n...T"),
            ('U', ".UUUU.\n..U.UU"),
            ('V', ".VV.VV\n..VVV."),
            ('W', "W...\nWWWW\nWW.."),
            ('X', "X..\nXXX\nXXX"),
            ('Y', "YYYYY\n.YY.."),
            ('Z', "ZZZZ.\n..ZZZ"),
        ],
    },
];
