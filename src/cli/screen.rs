//! What standard output is: whether it takes colours, and how wide it is.

use std::io::stdout;

use crate::report::fit::wrapped;
use crate::solution::drawing::PictureStyle;

/// The width of pictures where colours are wanted for something that is no terminal.
const COLUMNS: usize = 80;

/// How pictures are drawn on standard output: as letters where colours are not wanted.
pub fn look() -> PictureStyle {
    match anstream::AutoStream::choice(&stdout()) {
        anstream::ColorChoice::Never => PictureStyle::Letters,
        _ => PictureStyle::Boxes { columns: width().unwrap_or(COLUMNS), coloured: true },
    }
}

/// The width of standard output in characters, where it is a terminal.
pub fn width() -> Option<usize> {
    terminal_size::terminal_size_of(stdout()).map(|(width, _)| usize::from(width.0))
}

/// A text whose long lines are broken where standard output is a terminal.
pub fn fitted(text: &str) -> String {
    wrapped(text, width())
}
