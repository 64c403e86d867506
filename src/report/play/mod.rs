//! The page to play on: one HTML file that carries its puzzles and the solver as WebAssembly, and needs
//! nothing else: no network, no file beside it.
//!
//! As on the page of `report`, there is one script, a module whose text is that of the files in this
//! folder one after another, each after those that it uses, and the page forbids itself everything but
//! what it carries. The solver runs in workers, whose script is `worker.js`. `vendor/README.md` says how
//! the solver is made.

use serde::Serialize;

use crate::xml::escaped;

use super::html::{block, digest, filled, json_block};
use super::pack::packed;

/// The frame; words in double braces are filled in.
const PAGE: &str = include_str!("play.html");

/// The style.
const STYLE: &str = include_str!("play.css");

/// The solver.
const SOLVER: &[u8] = include_bytes!("vendor/solver.wasm");

/// The script of the workers.
const WORKER: &str = include_str!("worker.js");

/// The parts of the script, each after those that it uses.
const SCRIPTS: [&str; 2] = [include_str!("engine.js"), include_str!("app.js")];

/// A puzzle file, and which of its puzzles the page has.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct PuzzleFile {
    /// The text of the file.
    pub text: String,
    /// The puzzles, in the order in which the page offers them.
    pub puzzles: Vec<PuzzleTitle>,
}

/// A puzzle that the page has.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct PuzzleTitle {
    /// Its name.
    pub name: String,
    /// Its name for people.
    pub title: String,
}

/// What the page knows.
#[derive(Debug, Serialize)]
struct PageData<'a> {
    files: &'a [PuzzleFile],
}

/// Puts the page together.
///
/// # Errors
/// Never, as long as memory can be written to.
pub(crate) fn page(title: &str, files: &[PuzzleFile]) -> serde_json::Result<String> {
    let script = SCRIPTS.concat();
    let policy = format!(
        "default-src 'none'; script-src {} 'wasm-unsafe-eval'; worker-src blob:; style-src {}; \
         base-uri 'none'; form-action 'none'",
        digest(&script),
        digest(STYLE)
    );
    let blocks = [
        json_block("data", &PageData { files })?,
        block("solver", &packed(SOLVER)),
        block("worker", WORKER),
    ];
    let words = [
        ("policy", policy.as_str()),
        ("title", &escaped(title)),
        ("style", STYLE),
        ("data", &blocks.concat()),
        ("script", &script),
    ];
    Ok(filled(PAGE, &words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_a_page_carries_ends_it_early() {
        for text in SCRIPTS.iter().chain([&STYLE, &WORKER]) {
            assert!(!text.contains("</script") && !text.contains("</style"));
        }
    }

    #[test]
    fn a_page_has_its_puzzles_and_the_solver() {
        let puzzles = vec![PuzzleTitle { name: "one".to_owned(), title: "One <1>".to_owned() }];
        let file = PuzzleFile { text: "name = \"one\" # </script>".to_owned(), puzzles };
        let page = page("One <1>", &[file]).unwrap();
        assert!(!page.contains("{{") && page.contains("<title>One &lt;1&gt;: play</title>"));
        assert!(page.contains("name = \\\"one\\\" # \\u003c/script>"));
        assert!(page.contains(&packed(SOLVER)));
        assert!(SOLVER.starts_with(b"\0asm"));
    }
}
