//! The rules of the house, and what breaks them.
//!
//! A room is a folder of `src`, and single files there are the ground. A room may use the rooms of
//! the floors below its own. Cost: for circles, a walk through the imports from each file.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::tree::{Import, Tree};

/// The rooms of each floor, from the first.
const FLOORS: [&[&str]; 6] = [
    &["cover"],
    &["engine", "puzzle"],
    &["solution", "verify"],
    &["play", "solve"],
    &["durable", "report"],
    &["cli"],
];

/// What stands outside the house: the front door, the program, and the guide.
const OUTSIDE: [&str; 4] = ["lib.rs", "main.rs", "allocator.rs", "guide"];

/// What the checker may not use: whatever generates placements, and whatever searches.
const NOT_FOR_THE_CHECKER: [&str; 7] = [
    "engine/",
    "solution/",
    "solve/",
    "puzzle/placement.rs",
    "puzzle/placement/",
    "puzzle/compile.rs",
    "puzzle/compile/",
];

/// Where a file stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place<'a> {
    Outside,
    /// A file by itself.
    Ground,
    /// A room, and its floor if it is known.
    Room(&'a str, Option<usize>),
}

fn place(file: &str) -> Place<'_> {
    let part = file.split('/').next().unwrap_or(file);
    let room = part.trim_end_matches(".rs");
    let floor = FLOORS.iter().position(|rooms| rooms.contains(&room)).map(|floor| floor + 1);
    match floor {
        _ if OUTSIDE.contains(&part) => Place::Outside,
        None if part == file => Place::Ground,
        floor => Place::Room(room, floor),
    }
}

/// Everything that breaks a rule, in words.
pub fn violations(tree: &Tree) -> Vec<String> {
    let unknown = |file: &&str| matches!(place(file), Place::Room(_, None));
    let mut found: Vec<String> = tree
        .files()
        .filter(unknown)
        .map(|file| {
            let room = file.split('/').next().unwrap_or(file);
            format!("src/{file}: the room {room} is on no floor; name it in the architecture test")
        })
        .collect();
    let imports = tree.imports();
    let mut told = BTreeSet::new();
    for import in imports.iter().filter(|import| place(&import.from) != Place::Outside) {
        let Import { from, line, through } = import;
        let refused = through.iter().find_map(|to| Some((to, refusal(from, to)?)));
        if let Some((to, reason)) = refused
            && told.insert((from, to))
        {
            found.push(format!("src/{from}:{line} imports src/{to}: {reason}"));
        }
    }
    found.extend(circles(tree, &imports));
    found
}

/// Why one file may not import another.
fn refusal(from: &str, to: &str) -> Option<String> {
    if from.starts_with("verify/") && NOT_FOR_THE_CHECKER.iter().any(|part| to.starts_with(part)) {
        return Some("the checker shares no code with the search".to_owned());
    }
    match (place(from), place(to)) {
        (Place::Ground, Place::Room(room, Some(floor))) => {
            Some(format!("{room} (floor {floor}) lies above the ground"))
        }
        (Place::Room(own, Some(floor)), Place::Room(other, Some(higher))) if higher > floor => {
            Some(format!("{other} (floor {higher}) lies above {own} (floor {floor})"))
        }
        (Place::Room(own, Some(floor)), Place::Room(other, Some(level)))
            if level == floor && other != own =>
        {
            Some(format!("{own} and {other} lie on one floor and know nothing of each other"))
        }
        _ => None,
    }
}

/// For each file, the files that it imports, each with the first line that does so.
type Graph<'a> = BTreeMap<&'a str, BTreeMap<&'a str, usize>>;

/// The circles of files, each with all imports within it.
fn circles(tree: &Tree, imports: &[Import]) -> Vec<String> {
    let mut graph = Graph::new();
    for Import { from, line, through } in imports {
        // A list of modules imports nothing by showing them, and is not what is imported either.
        if place(from) == Place::Outside || tree.is_list(from) {
            continue;
        }
        for (at, to) in through.iter().enumerate() {
            let is_passed = at + 1 < through.len() && tree.is_list(to);
            if to != from && !is_passed && place(to) != Place::Outside {
                graph.entry(from).or_default().entry(to).or_insert(*line);
            }
        }
    }
    let reached: BTreeMap<&str, BTreeSet<&str>> =
        graph.keys().map(|&file| (file, reachable(&graph, file))).collect();
    let leads = |from: &str, to: &str| reached.get(from).is_some_and(|all| all.contains(to));
    let mut done = BTreeSet::new();
    let mut found = Vec::new();
    for &file in graph.keys() {
        if !leads(file, file) || done.contains(file) {
            continue;
        }
        let circle: BTreeSet<&str> =
            reached[file].iter().copied().filter(|other| leads(other, file)).collect();
        let mut words = format!("{} files import one another in a circle:", circle.len());
        for &from in &circle {
            for (to, line) in graph[from].iter().filter(|(to, _)| circle.contains(*to)) {
                // Writing to a string cannot fail.
                let _ = write!(words, "\n    src/{from}:{line} imports src/{to}");
            }
        }
        done.extend(circle);
        found.push(words);
    }
    found
}

/// The files to which the imports of a file lead, itself only if they lead back.
fn reachable<'a>(graph: &Graph<'a>, file: &str) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<&str> = vec![file];
    while let Some(file) = open.pop() {
        for &next in graph.get(file).into_iter().flat_map(BTreeMap::keys) {
            if reached.insert(next) {
                open.push(next);
            }
        }
    }
    reached
}
