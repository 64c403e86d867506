//! What is said on standard error.

use std::io::Write;

use crate::report::fit::wrapped;

/// Says something on standard error, long lines broken where that is a terminal.
pub fn say(words: &str) {
    let size = terminal_size::terminal_size_of(std::io::stderr());
    let words = wrapped(words, size.map(|(width, _)| usize::from(width.0)));
    // A closed standard error takes nothing from the result.
    let _ = writeln!(anstream::stderr(), "{words}");
}

/// Says on standard error why a puzzle has no solution, where that was clear before the search.
pub fn say_infeasibility(name: &str, reasons: &[String]) {
    for reason in reasons {
        say(&format!("{name} has no solution: {reason}"));
    }
}
