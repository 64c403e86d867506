//! The escape codes that put letters on a colour on a terminal. Of the palette of 256 colours that
//! nearly every terminal has, the one that comes nearest is taken.

use super::palette::{BLACK, Colour};

/// Ends a colour.
pub(super) const RESET: &str = "\u{1b}[0m";

/// The intensities of red, green and blue in the cube of colours 16 to 231.
const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];

/// Begins letters on a colour: black ones or white ones, whichever stand out more.
pub(super) fn begin(colour: Colour) -> String {
    let ink = if colour.ink() == BLACK { 30 } else { 97 };
    format!("\u{1b}[{ink}m\u{1b}[48;5;{}m", nearest(colour))
}

/// The number of the palette's colour that comes nearest.
pub(super) fn nearest(colour: Colour) -> u8 {
    (16..=255).min_by_key(|&number| distance(colour, in_palette(number))).unwrap_or(16)
}

/// Red, green and blue of a colour of the palette: of the cube, or of the greys from 232 on. The
/// first sixteen are left out, since each user chooses what they look like.
fn in_palette(number: u8) -> [u8; 3] {
    if number >= 232 {
        return [8 + 10 * (number - 232); 3];
    }
    let place = number - 16;
    [place / 36, place / 6 % 6, place % 6].map(|level| LEVELS[usize::from(level)])
}

/// How far apart two colours look, roughly: the red mean, <https://www.compuphase.com/cmetric.htm>.
fn distance(one: Colour, other: [u8; 3]) -> i32 {
    let [red, green, blue] = other.map(i32::from);
    let sum = i32::from(one.red) + red;
    let [r, g, b] =
        [i32::from(one.red) - red, i32::from(one.green) - green, i32::from(one.blue) - blue];
    (1024 + sum) * r * r + 1024 * g * g + (1534 - sum) * b * b
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solution::drawing::palette;

    #[test]
    fn the_nearest_colours_are_those_that_other_programs_choose() {
        // As the crate `anstyle-lossy` has them.
        let expected = [
            178, 74, 35, 221, 25, 166, 175, 54, 117, 89, 250, 132, 166, 186, 209, 81, 253, 132,
            101, 179, 29, 29, 204, 72,
        ];
        assert_eq!(palette::COLOURS.map(nearest), expected);
        assert_eq!([BLACK, palette::WHITE].map(nearest), [16, 231]);
    }

    #[test]
    fn letters_have_the_ink_that_stands_out() {
        assert_eq!(begin(palette::WHITE), "\u{1b}[30m\u{1b}[48;5;231m");
        assert_eq!(begin(BLACK), "\u{1b}[97m\u{1b}[48;5;16m");
    }
}
