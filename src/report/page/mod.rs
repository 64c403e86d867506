//! The page: one HTML file that shows a puzzle, its counts and its solutions, and needs nothing
//! else: no network, no file beside it.
//!
//! Scripts and styles are the files in this folder. The page has one script, a module whose text is
//! that of the files one after another, each after those that it uses. A file names what it takes
//! from the others in comments that begin with `global`, for readers and for linters. The page
//! forbids itself everything but the scripts and the style that it carries, by their digests, so it
//! cannot ask for anything.

mod board_data;
mod data;

pub(crate) use data::{Findings, Kind};

use data::{GroupData, PageData};

use crate::report::count::Row;
use crate::report::html::{block, digest, filled, json_block};
use crate::report::pack::packed;
use crate::report::play;
use crate::report::provenance::Provenance;
use crate::xml::escaped;

/// The frame; words in double braces are filled in.
const PAGE: &str = include_str!("page.html");

/// The section to play in.
const PLAY: &str = "<section id=\"play\" aria-labelledby=\"play-title\">\
                    <h2 id=\"play-title\">Play</h2></section>";

/// The style.
const STYLE: &str = include_str!("style.css");

/// The 3-D library, three.js, with its licence in its head: `vendor/README.md` says which version,
/// and how the file is made.
const THREE: &str = include_str!("vendor/three.min.js");

/// The parts of the script, each after those that it uses.
const SCRIPTS: [&str; 17] = [
    include_str!("text.js"),
    include_str!("theme.js"),
    include_str!("puzzle.js"),
    include_str!("data.js"),
    include_str!("tiles.js"),
    include_str!("paints.js"),
    include_str!("picture.js"),
    include_str!("charts.js"),
    include_str!("cells.js"),
    include_str!("position.js"),
    include_str!("free.js"),
    include_str!("solid.js"),
    include_str!("space.js"),
    include_str!("stage.js"),
    include_str!("gallery.js"),
    include_str!("playing.js"),
    include_str!("app.js"),
];

/// What was found of a puzzle or a family.
#[derive(Debug)]
pub(crate) struct Group<'a> {
    /// The name on the command line, of a puzzle or of a family.
    pub name: String,
    /// The name for people.
    pub title: String,
    /// The puzzles.
    pub findings: Vec<Findings<'a>>,
}

impl Group<'_> {
    /// What the page knows of the group; `rows` are those of its puzzles in the count report.
    fn data<'a>(&'a self, rows: &'a [Row]) -> GroupData<'a> {
        let Self { name, title, findings } = self;
        let parts = findings.iter().zip(rows).map(|(found, row)| found.data(row)).collect();
        GroupData { name, title, parts }
    }
}

/// Puts the page together; `playing` is the page to play its puzzles on, if they can be played.
///
/// # Errors
/// Never, as long as memory can be written to.
pub(crate) fn page(
    groups: &[Group<'_>],
    playing: Option<&str>,
    machine: &Provenance,
) -> serde_json::Result<String> {
    let titles: Vec<&str> = groups.iter().map(|group| group.title.as_str()).collect();
    let title = titles.join(" · ");
    let rows = |group: &Group<'_>| -> Vec<Row> {
        group.findings.iter().map(|found| Row::new(found.subject, &found.outcome)).collect()
    };
    let rows: Vec<Vec<Row>> = groups.iter().map(rows).collect();
    let groups_data = groups.iter().zip(&rows).map(|(group, rows)| group.data(rows)).collect();
    let data = PageData { title: &title, groups: groups_data, machine };
    let script = SCRIPTS.concat();
    let mut blocks = json_block("data", &data)?;
    for (number, found) in groups.iter().flat_map(|group| &group.findings).enumerate() {
        blocks += &block(&format!("solutions-{number}"), &found.solutions());
        blocks += &block(&format!("placements-{number}"), &found.placements()?);
    }
    // A frame is held to the policy of the page around it, beside its own.
    let [framed_script, framed_style] = playing.map(|_| play::trusted()).unwrap_or_default();
    let policy = format!(
        "default-src 'none'; script-src {} {} {framed_script}; style-src {} {framed_style}; \
         base-uri 'none'; form-action 'none'",
        digest(THREE),
        digest(&script),
        digest(STYLE)
    );
    if let Some(page) = playing {
        blocks += &block("playing", &packed(page.as_bytes()));
    }
    let words = [
        ("policy", policy.as_str()),
        ("title", &escaped(&title)),
        ("style", STYLE),
        ("data", &blocks),
        ("play", playing.map_or("", |_| PLAY)),
        ("three", THREE),
        ("script", &script),
    ];
    Ok(filled(PAGE, &words))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::html::tests::assert_fit_together;

    #[test]
    fn scripts_fit_together_as_one() {
        let known = assert_fit_together(&SCRIPTS);
        assert!(known.contains("Gallery") && known.contains("EMPTY"));
    }

    #[test]
    fn nothing_that_a_page_carries_ends_it_early() {
        for text in SCRIPTS.iter().chain([&THREE, &STYLE]) {
            assert!(!text.contains("</script") && !text.contains("</style"));
        }
        let words =
            ["policy", "title", "style", "data", "three", "script"].map(|word| (word, word));
        let page = filled(PAGE, &words);
        assert!(!page.contains("{{") && !page.contains("}}"));
        assert!(page.contains("<title>title: solutions</title>"));
    }
}
