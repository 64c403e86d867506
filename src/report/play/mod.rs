//! The page to play on: one HTML file that carries its puzzles and the solver as WebAssembly, and needs
//! nothing else: no network, no file beside it.
//!
//! As on the page of `report`, there is one script, a module whose text is that of the files in this
//! folder one after another, each after those that it uses, and the page forbids itself everything but
//! what it carries. The solver runs in workers, whose script is `worker.js`. `vendor/README.md` says how
//! the solver is made.

use serde::Serialize;

use crate::xml::escaped;

use super::html::{block, digest, filled, json_block, json_text_block};
use super::pack::packed;
use super::provenance::Provenance;

/// The frame; words in double braces are filled in.
const PAGE: &str = include_str!("play.html");

/// The style: that of the page of `report`, and what differs.
const STYLE: &str = concat!(include_str!("../page/style.css"), include_str!("play.css"));

/// The 3-D library, which is started when it is first needed.
const THREE: &str = include_str!("../page/vendor/three.min.js");

/// The solver.
const SOLVER: &[u8] = include_bytes!("vendor/solver.wasm");

/// The script of the workers.
const WORKER: &str = include_str!("worker.js");

/// The parts of the script, each after those that it uses: what the page of `report` has too, and then
/// what is in this folder.
const SCRIPTS: [&str; 25] = [
    include_str!("../page/text.js"),
    include_str!("../page/theme.js"),
    include_str!("../page/puzzle.js"),
    include_str!("../page/tiles.js"),
    include_str!("../page/paints.js"),
    include_str!("../page/picture.js"),
    include_str!("../page/cells.js"),
    include_str!("../page/free.js"),
    include_str!("../page/solid.js"),
    include_str!("../page/space.js"),
    include_str!("engine.js"),
    include_str!("playable.js"),
    include_str!("game.js"),
    include_str!("hand.js"),
    include_str!("board.js"),
    include_str!("drag.js"),
    include_str!("tray.js"),
    include_str!("handling.js"),
    include_str!("answers.js"),
    include_str!("advice.js"),
    include_str!("challenge.js"),
    include_str!("clock.js"),
    include_str!("link.js"),
    include_str!("editor.js"),
    include_str!("app.js"),
];

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
    /// The placements from which playing begins, beside those of the file.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fixed: Vec<usize>,
}

/// What the page knows.
#[derive(Debug, Serialize)]
struct PageData<'a> {
    files: &'a [PuzzleFile],
    machine: &'a Provenance,
}

/// Puts the page together; `first` describes the first puzzle as the solver would, in JSON, so that its
/// board is there before the solver is.
///
/// # Errors
/// Never, as long as memory can be written to.
pub(crate) fn page(
    title: &str,
    files: &[PuzzleFile],
    first: &str,
    machine: &Provenance,
) -> serde_json::Result<String> {
    filled_page(title, files, first, machine, THREE)
}

/// The page as a part of another, in a frame: without the 3-D library, which the other has. That must
/// allow what [`trusted`] says, too.
///
/// # Errors
/// Never, as long as memory can be written to.
pub(crate) fn frame(
    title: &str,
    files: &[PuzzleFile],
    first: &str,
    machine: &Provenance,
) -> serde_json::Result<String> {
    filled_page(title, files, first, machine, "")
}

/// What a policy must say of the scripts and of the style of the page.
pub(crate) fn trusted() -> [String; 2] {
    let script = digest(&SCRIPTS.concat());
    [format!("{script} 'wasm-unsafe-eval'; worker-src blob:"), digest(STYLE)]
}

fn filled_page(
    title: &str,
    files: &[PuzzleFile],
    first: &str,
    machine: &Provenance,
    three: &str,
) -> serde_json::Result<String> {
    let [script, style] = trusted();
    let policy = format!(
        "default-src 'none'; script-src {} {script}; style-src {style}; base-uri 'none'; \
         form-action 'none'",
        digest(THREE)
    );
    let blocks = [
        json_block("data", &PageData { files, machine })?,
        json_text_block("first", first),
        block("solver", &packed(SOLVER)),
        block("worker", WORKER),
    ];
    let words = [
        ("policy", policy.as_str()),
        ("title", &escaped(title)),
        ("style", STYLE),
        ("data", &blocks.concat()),
        ("three", three),
        ("script", &SCRIPTS.concat()),
    ];
    Ok(filled(PAGE, &words))
}

#[cfg(test)]
mod tests {
    use super::super::html::tests::assert_fit_together;
    use super::*;

    #[test]
    fn scripts_fit_together_as_one() {
        let known = assert_fit_together(&SCRIPTS);
        assert!(known.contains("Engine") && known.contains("Editor"));
    }

    #[test]
    fn nothing_that_a_page_carries_ends_it_early() {
        for text in SCRIPTS.iter().chain([&THREE, &STYLE, &WORKER]) {
            assert!(!text.contains("</script") && !text.contains("</style"));
        }
    }

    #[test]
    fn a_page_has_its_puzzles_and_the_solver() {
        let puzzles = vec![PuzzleTitle {
            name: "one".to_owned(),
            title: "One <1>".to_owned(),
            fixed: Vec::new(),
        }];
        let file = PuzzleFile { text: "name = \"one\" # </script>".to_owned(), puzzles };
        let machine = Provenance {
            date: String::new(),
            cpu: None,
            cores: 1,
            threads: 1,
            version: String::new(),
            commit: String::new(),
            compiler: String::new(),
            optimised: true,
            command: "bitcover play one".to_owned(),
        };
        let page = page("One <1>", &[file], "{\"about\":\"</script>\"}", &machine).unwrap();
        assert!(!page.contains("{{three}}") && page.contains("<title>One &lt;1&gt;: play</title>"));
        assert!(page.contains("name = \\\"one\\\" # \\u003c/script>"));
        assert!(page.contains("{\"about\":\"\\u003c/script>\"}"));
        assert!(page.contains(&packed(SOLVER)));
        assert!(SOLVER.starts_with(b"\0asm"));
    }
}
