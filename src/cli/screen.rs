//! What standard output is: whether it takes colours, and how wide it is.

use std::io::stdout;

use crate::report::terminal::Look;

/// The width that is assumed where nothing says how wide the screen is.
const COLUMNS: usize = 80;

/// How pictures are drawn on standard output: as letters where colours are not wanted.
pub fn look() -> Look {
    match anstream::AutoStream::choice(&stdout()) {
        anstream::ColorChoice::Never => Look::Letters,
        _ => Look::Boxes { columns: columns() },
    }
}

/// The width of standard output in characters.
pub fn columns() -> usize {
    let size = terminal_size::terminal_size_of(stdout());
    size.map_or(COLUMNS, |(width, _)| usize::from(width.0))
}
