//! The house is held by a test: who may import whom, read from the sources themselves.
//!
//! Each file below `src` is cut into words; from its `use` trees and its inline paths follows which
//! files it imports, and `rules` refuses an import of a higher floor, an import between two rooms of
//! one floor, a circle of files, and in `verify` anything that generates placements or searches.
//! Tests are not held to it. Cost: each source is read once, some hundredths of a second in all.

mod imports;
mod rules;
mod tokens;
mod tree;

use std::path::Path;

use rules::violations;
use tree::Tree;

/// All sources below a folder, as paths from there and texts, sorted by path.
fn sources(root: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                let name: Vec<String> = path
                    .strip_prefix(root)
                    .unwrap()
                    .iter()
                    .map(|part| part.to_string_lossy().into_owned())
                    .collect();
                found.push((name.join("/"), std::fs::read_to_string(&path).unwrap()));
            }
        }
    }
    found.sort();
    found
}

#[test]
fn the_sources_keep_to_their_floors_and_import_in_no_circle() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let found = violations(&Tree::new(&sources(&root)));
    assert!(found.is_empty(), "{} violations:\n{}", found.len(), found.join("\n"));
}

/// What is refused of a tree of made-up sources.
fn refused(sources: &[(&str, &str)]) -> Vec<String> {
    let owned = |&(path, text): &(&str, &str)| (path.to_owned(), text.to_owned());
    violations(&Tree::new(&sources.iter().map(owned).collect::<Vec<_>>()))
}

#[test]
fn a_tree_that_imports_downwards_is_allowed() {
    let found = refused(&[
        ("lib.rs", "pub mod cover; pub mod engine; mod nearest; pub use engine::search::Search;"),
        ("nearest.rs", "pub fn nearest() {}"),
        ("cover/mod.rs", "mod mask;\nmod problem;\npub use problem::Problem;"),
        ("cover/mask.rs", "pub struct Mask;"),
        ("cover/problem.rs", "use super::mask::Mask;\npub struct Problem(Mask);"),
        ("engine/mod.rs", "pub mod search;"),
        ("engine/search.rs", "use crate::cover::Problem;\nuse crate::nearest::nearest;"),
        ("solve/mod.rs", "fn run() { let s = crate::Search::new(crate::cover::Problem::new()); }"),
    ]);
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn an_import_of_a_higher_floor_is_refused_with_its_line() {
    let found = refused(&[
        ("cover/mod.rs", "pub struct Cover;\n\nuse crate::{nearest, engine::{self, Search}};"),
        ("engine/mod.rs", "pub struct Search;"),
        ("nearest.rs", "fn look() -> crate::cover::Cover { todo!() }"),
    ]);
    assert_eq!(
        found,
        [
            "src/cover/mod.rs:3 imports src/engine/mod.rs: engine (floor 2) lies above cover \
             (floor 1)",
            "src/nearest.rs:1 imports src/cover/mod.rs: cover (floor 1) lies above the ground",
            "2 files import one another in a circle:\n    src/cover/mod.rs:3 imports \
             src/nearest.rs\n    src/nearest.rs:1 imports src/cover/mod.rs",
        ]
    );
}

#[test]
fn rooms_of_one_floor_know_nothing_of_each_other() {
    let found = refused(&[
        ("puzzle/mod.rs", "pub struct Puzzle;"),
        ("engine/links.rs", "fn f(puzzle: &crate::puzzle::Puzzle) {}"),
        ("attic/mod.rs", ""),
    ]);
    assert_eq!(
        found,
        [
            "src/attic/mod.rs: the room attic is on no floor; name it in the architecture test",
            "src/engine/links.rs:1 imports src/puzzle/mod.rs: engine and puzzle lie on one floor \
             and know nothing of each other",
        ]
    );
}

#[test]
fn a_circle_of_files_is_refused_with_each_of_its_imports() {
    let found = refused(&[
        ("solve/mod.rs", "mod plan; mod task; mod pool;"),
        ("solve/plan.rs", "use super::task::Task;"),
        ("solve/task.rs", "struct Task;\nuse super::{pool};\nfn f() { pool::run() }"),
        ("solve/pool.rs", "type P = super::plan::Plan;"),
    ]);
    assert_eq!(
        found,
        ["3 files import one another in a circle:\n    \
          src/solve/plan.rs:1 imports src/solve/task.rs\n    \
          src/solve/pool.rs:1 imports src/solve/plan.rs\n    \
          src/solve/task.rs:2 imports src/solve/pool.rs"]
    );
}

#[test]
fn a_list_of_modules_makes_no_circle_but_names_lead_through_it() {
    let list = ("solve/mod.rs", "mod plan; mod task;\npub use self::plan::{Plan as P};");
    let plan = "pub struct Plan;";
    let task = "use super::P;\nuse crate::solve;\ntype T = solve::P;";
    assert_eq!(
        refused(&[list, ("solve/plan.rs", plan), ("solve/task.rs", task)]),
        Vec::<String>::new()
    );
    let back = "use super::task::Task;\npub struct Plan;";
    let found = refused(&[list, ("solve/plan.rs", back), ("solve/task.rs", task)]);
    assert!(found[0].contains("src/solve/task.rs:1 imports src/solve/plan.rs"), "{found:?}");
    // Everything at once leads to all that the list shows.
    let all = "use super::*;\nuse super::plan;";
    let found = refused(&[list, ("solve/plan.rs", back), ("solve/task.rs", all)]);
    assert!(found[0].contains("src/solve/task.rs:1 imports src/solve/plan.rs"), "{found:?}");
}

#[test]
fn a_parent_with_code_of_its_own_and_its_child_are_a_circle() {
    let found = refused(&[
        ("solve/mod.rs", "mod plan;\npub use plan::Plan;\npub struct Solver;"),
        ("solve/plan.rs", "pub struct Plan(super::Solver);"),
    ]);
    assert_eq!(
        found,
        ["2 files import one another in a circle:\n    src/solve/mod.rs:2 imports \
          src/solve/plan.rs\n    src/solve/plan.rs:1 imports src/solve/mod.rs"]
    );
}

#[test]
fn the_checker_takes_nothing_from_placements_or_engines() {
    let found = refused(&[
        ("puzzle/mod.rs", "pub mod model; pub mod placement; pub use placement::placements;"),
        ("puzzle/model.rs", "pub struct Puzzle;"),
        ("puzzle/placement.rs", "use super::model::Puzzle;\npub fn placements() {}"),
        ("engine/mod.rs", "pub struct Search;"),
        (
            "verify/mod.rs",
            "use crate::puzzle::model::Puzzle;\nuse crate::puzzle;\nuse crate::engine::Search;\n\
             fn f() { puzzle::placements() }",
        ),
    ]);
    assert_eq!(
        found,
        [
            "src/verify/mod.rs:3 imports src/engine/mod.rs: the checker shares no code with the \
             search",
            "src/verify/mod.rs:4 imports src/puzzle/placement.rs: the checker shares no code with \
             the search",
        ]
    );
}

#[test]
fn tests_and_comments_and_texts_are_passed_over() {
    let found = refused(&[
        (
            "cover/mod.rs",
            "//! See [`crate::solve`].\n#[cfg(test)]\nmod tests { use crate::solve::Solver; }\n\
             #[cfg(test)]\nmod sample;\n#[cfg(test)]\nuse crate::solve::{Solver};\n\
             /* /* use */ crate::solve::Solver */\n\
             const A: &str = \"crate::solve::B\";\nconst B: &str = r#\"\"crate::solve::B\"#;\n\
             const C: char = '\"'; fn f<'a>(a: &'a str) {} // crate::solve::Solver\n\
             #[cfg(test)]\nfn g<A, B>() -> crate::solve::Solver { todo!() }",
        ),
        ("cover/sample.rs", "use crate::solve::Solver;"),
        ("cover/mask/tests.rs", "use crate::solve::Solver;"),
        ("tests/mod.rs", "use crate::solve::Solver;"),
        ("guide/mod.rs", "use crate::solve::Solver;"),
        ("main.rs", "use crate::solve::Solver;"),
        ("solve/mod.rs", "pub struct Solver;"),
    ]);
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn a_module_within_a_file_sees_its_own_parents() {
    let found = refused(&[
        ("solve/mod.rs", "mod plan;"),
        (
            "solve/plan.rs",
            "pub struct Plan;\nmod inner {\n    use super::super::super::cli::run;\n}",
        ),
        ("cli/mod.rs", "pub fn run() {}"),
    ]);
    assert_eq!(
        found,
        ["src/solve/plan.rs:3 imports src/cli/mod.rs: cli (floor 6) lies above solve (floor 4)"]
    );
}
