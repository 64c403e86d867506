//! The colours of pieces. Pictures as text, pictures as SVG and the page share them.
//!
//! The first seven are Okabe and Ito's (*Color Universal Design*, 2008); the others are of Paul
//! Tol's qualitative schemes (*Colour Schemes*, SRON technical note 3.2, 2021), each the one that
//! lies farthest from those before it, to the normal eye and to the three kinds of colour-blind
//! ones alike. So the first few are the easiest to tell apart. No palette of twenty colours is
//! safe alone: pictures carry letters too.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::puzzle::Puzzle;
use crate::puzzle::paint::Paint;

/// A colour of the sRGB space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Colour {
    /// Red, 0 to 255.
    pub red: u8,
    /// Green, 0 to 255.
    pub green: u8,
    /// Blue, 0 to 255.
    pub blue: u8,
}

/// Black, for letters on bright colours.
pub(crate) const BLACK: Colour = Colour::new(0);

/// White, for letters on dark colours.
pub(crate) const WHITE: Colour = Colour::new(0xff_ffff);

/// The colours, for pieces in the order of the puzzle file.
pub(crate) const COLOURS: [Colour; 24] = [
    Colour::new(0xe6_9f00), // orange
    Colour::new(0x56_b4e9), // sky blue
    Colour::new(0x00_9e73), // bluish green
    Colour::new(0xf0_e442), // yellow
    Colour::new(0x00_72b2), // blue
    Colour::new(0xd5_5e00), // vermilion
    Colour::new(0xcc_79a7), // reddish purple
    Colour::new(0x33_2288), // indigo
    Colour::new(0x99_ddff), // light cyan
    Colour::new(0x88_2255), // wine
    Colour::new(0xbb_bbbb), // grey
    Colour::new(0xaa_3377), // purple
    Colour::new(0xcc_3311), // red
    Colour::new(0xdd_cc77), // sand
    Colour::new(0xee_7733), // bright orange
    Colour::new(0x66_ccee), // cyan
    Colour::new(0xdd_dddd), // pale grey
    Colour::new(0xaa_4499), // violet
    Colour::new(0x99_9933), // olive
    Colour::new(0xcc_bb44), // mustard
    Colour::new(0x22_8833), // green
    Colour::new(0x11_7733), // dark green
    Colour::new(0xee_3377), // magenta
    Colour::new(0x44_bb99), // mint
];

/// The colours that people mean by these letters, where cells and edges have colours.
const INITIALS: [(char, Colour); 11] = [
    ('w', WHITE),
    ('k', BLACK),
    ('r', Colour::new(0xcc_3311)),
    ('g', Colour::new(0x22_8833)),
    ('b', Colour::new(0x00_72b2)),
    ('y', Colour::new(0xf0_e442)),
    ('o', Colour::new(0xe6_9f00)),
    ('p', Colour::new(0xaa_3377)),
    ('c', Colour::new(0x66_ccee)),
    ('m', Colour::new(0xee_3377)),
    ('n', Colour::new(0x7a_5230)),
];

/// The colour of cells and edges for which a letter stands: white, black (k), red, green, blue, yellow,
/// orange, purple, cyan, magenta, brown (n) by their initials, and any colour for other characters.
pub(crate) fn of_paint(letter: char) -> Colour {
    let initial = letter.to_ascii_lowercase();
    let found = INITIALS.into_iter().find(|&(letter, _)| letter == initial);
    found.map_or_else(|| of_piece(letter as usize), |(_, colour)| colour)
}

/// What a page is told of a colour that cells or edges have.
#[derive(Debug, Serialize)]
pub(crate) struct PaintLook {
    colour: String,
    /// The colour of letters on it.
    ink: String,
}

/// What a page is told of the colours of a piece's cells: their letters, `.` for none.
pub(crate) fn dots(paints: impl Iterator<Item = Option<Paint>>) -> String {
    paints.map(|paint| paint.map_or('.', Paint::symbol)).collect()
}

/// The looks of the colours that cells and edges of a puzzle have, by their letters.
pub(crate) fn looks(puzzle: &Puzzle) -> BTreeMap<char, PaintLook> {
    let of_cells = puzzle.board.paints.iter().map(|(_, paint)| *paint);
    let of_edges = puzzle.pieces.iter().flat_map(|piece| piece.edges.iter().flatten().copied());
    let look = |paint: Paint| {
        let colour = of_paint(paint.symbol());
        (paint.symbol(), PaintLook { colour: colour.hex(), ink: colour.ink().hex() })
    };
    of_cells.chain(of_edges).map(look).collect()
}

/// The colour of a piece, by its number in the puzzle file; they begin anew after the last.
pub(crate) const fn of_piece(piece: usize) -> Colour {
    COLOURS[piece % COLOURS.len()]
}

impl Colour {
    /// The colour of six hexadecimal digits.
    const fn new(digits: u32) -> Self {
        Self { red: (digits >> 16) as u8, green: (digits >> 8) as u8, blue: digits as u8 }
    }

    /// As CSS and SVG write it, such as `#e69f00`.
    pub fn hex(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.red, self.green, self.blue)
    }

    /// The colour for letters on this one: black or white, whichever stands out more.
    #[must_use]
    pub fn ink(self) -> Self {
        if self.contrast(BLACK) >= self.contrast(WHITE) { BLACK } else { WHITE }
    }

    /// The contrast ratio of two colours, from 1 to 21 (WCAG 2.2).
    pub fn contrast(self, other: Self) -> f64 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// The relative luminance, from 0 to 1 (WCAG 2.2).
    fn luminance(self) -> f64 {
        let [red, green, blue] = self.linear();
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// The intensities of light, from 0 to 1.
    fn linear(self) -> [f64; 3] {
        [self.red, self.green, self.blue].map(|value| {
            let value = f64::from(value) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Matrix = [[f64; 3]; 3];

    /// What eyes without one kind of cone see of linear light (Machado, Oliveira and Fernandes,
    /// 2009, severity 1), after the normal eye.
    const EYES: [Matrix; 4] = [
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
        [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    ];

    /// From linear light to the cones of the Oklab space, and from their cube roots to its axes.
    const CONES: Matrix = [
        [0.412_221_470_8, 0.536_332_536_3, 0.051_445_992_9],
        [0.211_903_498_2, 0.680_699_545_1, 0.107_396_956_6],
        [0.088_302_461_9, 0.281_718_837_6, 0.629_978_700_5],
    ];
    const AXES: Matrix = [
        [0.210_454_255_3, 0.793_617_785, -0.004_072_046_8],
        [1.977_998_495_1, -2.428_592_205, 0.450_593_709_9],
        [0.025_904_037_1, 0.782_771_766_2, -0.808_675_766],
    ];

    fn times(matrix: &Matrix, vector: [f64; 3]) -> [f64; 3] {
        matrix.map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum())
    }

    /// How far apart two colours look, at the worst of the four kinds of eye; black and white are
    /// 1 apart.
    fn distance(one: Colour, other: Colour) -> f64 {
        let seen = |eye: &Matrix, colour: Colour| {
            let light = times(eye, colour.linear()).map(|value| value.clamp(0.0, 1.0));
            times(&AXES, times(&CONES, light).map(f64::cbrt))
        };
        let apart = EYES.iter().map(|eye| {
            let pairs = seen(eye, one).into_iter().zip(seen(eye, other));
            pairs.map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
        });
        apart.fold(f64::INFINITY, f64::min)
    }

    #[test]
    fn colours_of_a_puzzle_differ_to_every_kind_of_eye() {
        assert!((distance(BLACK, WHITE) - 1.0).abs() < 1e-3);
        // As many pieces as the largest puzzle of the catalogue has; then all.
        for (count, least) in [(12, 0.07), (17, 0.05), (COLOURS.len(), 0.03)] {
            for (i, &one) in COLOURS[..count].iter().enumerate() {
                for &other in &COLOURS[..i] {
                    let apart = distance(one, other);
                    assert!(apart >= least, "{} and {}: {apart}", one.hex(), other.hex());
                }
            }
        }
    }

    #[test]
    fn letters_stand_out_on_every_colour() {
        let painted = ('!'..='~').map(of_paint);
        for colour in COLOURS.into_iter().chain(painted) {
            // What WCAG asks of text.
            assert!(colour.contrast(colour.ink()) >= 4.5, "{}", colour.hex());
        }
        assert_eq!(of_piece(3).ink(), BLACK);
        assert_eq!(of_piece(7).ink(), WHITE);
        assert!((BLACK.contrast(WHITE) - 21.0).abs() < 1e-9);
    }

    #[test]
    fn colours_are_written_as_css_does_and_begin_anew() {
        assert_eq!(of_piece(0).hex(), "#e69f00");
        assert_eq!(of_piece(COLOURS.len()), of_piece(0));
    }
}
