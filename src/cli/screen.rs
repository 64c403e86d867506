//! Standard output: answers and data go there. Whether it takes colours, and how wide it is.
//!
//! Where it was closed before the program began, the system has put a device in its place that takes
//! everything and keeps nothing. So whoever writes there is told, and no answer is lost in silence.

use std::io::{self, IsTerminal, Stdout, StdoutLock, Write, stdout};
use std::sync::atomic::{AtomicBool, Ordering};

use anstream::AutoStream;

use crate::report::fit::wrapped;
use crate::solution::drawing::PictureStyle;

/// The width of lines where standard output is no terminal.
const COLUMNS: usize = 100;

/// Whether standard output was closed before the program began.
static IS_CLOSED: AtomicBool = AtomicBool::new(false);

/// Says that standard output was closed before the program began.
pub fn set_closed() {
    IS_CLOSED.store(true, Ordering::Relaxed);
}

/// A stream to standard output, or to standard error.
#[derive(Debug)]
pub struct Out<W> {
    stream: W,
    is_closed: bool,
}

/// Where answers go: standard output, with colours where it takes them.
pub fn out() -> Out<AutoStream<StdoutLock<'static>>> {
    Out { stream: anstream::stdout().lock(), is_closed: IS_CLOSED.load(Ordering::Relaxed) }
}

/// Where data goes that other programs read: standard output as it is.
pub fn data_out() -> Out<Stdout> {
    Out { stream: stdout(), is_closed: IS_CLOSED.load(Ordering::Relaxed) }
}

/// Where words go: standard output, or standard error where data goes to standard output.
pub fn words_beside(is_data_on_stdout: bool) -> Box<dyn Write> {
    if is_data_on_stdout { Box::new(anstream::stderr()) } else { Box::new(out()) }
}

impl<W: Write> Write for Out<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_closed {
            return Err(io::Error::other("it is closed"));
        }
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

/// How pictures are drawn on standard output: as letters where colours are not wanted.
pub fn look() -> PictureStyle {
    match anstream::AutoStream::choice(&stdout()) {
        anstream::ColorChoice::Never => PictureStyle::Letters,
        _ => PictureStyle::Boxes { columns: width(), coloured: true },
    }
}

/// How many characters a line on standard output may have.
pub fn width() -> usize {
    terminal_size::terminal_size_of(stdout()).map_or(COLUMNS, |(width, _)| usize::from(width.0))
}

/// Whether standard output is a terminal.
pub fn is_terminal() -> bool {
    stdout().is_terminal()
}

/// A text whose long lines are broken, so that it fits standard output.
pub fn fitted(text: &str) -> String {
    wrapped(text, Some(width()))
}
