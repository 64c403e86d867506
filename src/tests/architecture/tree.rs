//! The modules of a crate, and to which files a path leads.
//!
//! A path is followed from module to module. Where it goes on with a name that the module has only
//! imported, it leads on to where that import leads, so that every file between is known.

use std::collections::BTreeMap;

use super::imports::{Named, Path, Source, read};

/// The longest chain of imports that is followed; only imports of each other are longer.
const MAX_CHAIN: usize = 16;

/// The sources of a crate.
#[derive(Debug)]
pub struct Tree {
    /// Each file, by its path below `src`.
    files: BTreeMap<String, Source>,
    /// The file of each module.
    modules: BTreeMap<Path, String>,
}

/// An import of one file by another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Import {
    /// The file that imports.
    pub from: String,
    /// The line on which it does so.
    pub line: usize,
    /// The files that the path leads through, that which defines the name last.
    pub through: Vec<String>,
}

impl Tree {
    /// The tree of some sources, each with its path below `src`. Tests are left out.
    pub fn new(sources: &[(String, String)]) -> Self {
        let is_test = |path: &str| path.split('/').any(|part| matches!(part, "tests" | "tests.rs"));
        let mut files: BTreeMap<String, Source> = sources
            .iter()
            .filter(|(path, _)| !is_test(path))
            .map(|(path, text)| (path.clone(), read(&module_of(path), text)))
            .collect();
        let of_tests: Vec<Path> = files.values().flat_map(|s| s.test_modules.clone()).collect();
        let is_of_tests =
            |source: &Source| of_tests.iter().any(|m| source.modules[0].starts_with(m));
        files.retain(|_, source| !is_of_tests(source));
        let mut modules = BTreeMap::new();
        for (path, source) in &files {
            // The program is a crate of its own.
            if path != "main.rs" {
                modules.extend(source.modules.iter().map(|module| (module.clone(), path.clone())));
            }
        }
        Self { files, modules }
    }

    /// The files of the tree.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// Whether a file is that of a folder, and only declares modules and shows what they define.
    pub fn is_list(&self, file: &str) -> bool {
        file.rsplit('/').next() == Some("mod.rs")
            && self.files.get(file).is_some_and(|source| !source.has_code)
    }

    /// All imports of other files, in the order of files and lines.
    pub fn imports(&self) -> Vec<Import> {
        let mut imports = Vec::new();
        for (from, source) in &self.files {
            for named in &source.named {
                let Some(path) = self.absolute(&named.module, &named.path, MAX_CHAIN) else {
                    continue;
                };
                for mut through in self.chains(&path, MAX_CHAIN) {
                    through.dedup();
                    if through != [from.clone()] {
                        imports.push(Import { from: from.clone(), line: named.line, through });
                    }
                }
            }
        }
        imports.sort();
        imports.dedup();
        imports
    }

    /// A path from the crate down; `None` if it begins with nothing of this crate.
    fn absolute(&self, module: &Path, path: &[String], chain: usize) -> Option<Path> {
        let (first, rest) = path.split_first()?;
        let joined = |module: &[String], rest: &[String]| Some([module, rest].concat());
        match first.as_str() {
            "crate" => Some(rest.to_vec()),
            "self" => joined(module, rest),
            "super" => {
                let mut up = module.clone();
                up.pop()?;
                let mut rest = rest;
                while let Some(("super", next)) =
                    rest.split_first().map(|(part, next)| (part.as_str(), next))
                {
                    up.pop()?;
                    rest = next;
                }
                joined(&up, rest)
            }
            _ if self.modules.contains_key(&[module, [first.clone()].as_slice()].concat()) => {
                joined(module, path)
            }
            _ => {
                // An import may have brought the name here, but not the import itself.
                let import = self.imported(module, first).find(|named| named.path != path)?;
                let path = [import.path.as_slice(), rest].concat();
                self.absolute(module, &path, chain.checked_sub(1)?)
            }
        }
    }

    /// The imports that bring a name into a module.
    fn imported<'a>(
        &'a self,
        module: &'a [String],
        name: &'a str,
    ) -> impl Iterator<Item = &'a Named> {
        let source = self.modules.get(module).and_then(|file| self.files.get(file));
        let named = source.map_or([].as_slice(), |source| &source.named).iter();
        named.filter(move |named| {
            named.module == module
                && named.alias.as_deref().is_some_and(|alias| name == "*" || alias == name)
        })
    }

    /// The files that a path from the crate down leads through. There are several chains only
    /// where everything is imported.
    fn chains(&self, path: &[String], chain: usize) -> Vec<Vec<String>> {
        let depth = (0..=path.len()).rev().find(|&n| self.modules.contains_key(&path[..n]));
        let Some(depth) = depth else { return Vec::new() };
        let (module, rest) = path.split_at(depth);
        let file = self.modules[module].clone();
        let mut found = Vec::new();
        if let (Some(name), Some(chain)) = (rest.first(), chain.checked_sub(1)) {
            for import in self.imported(module, name) {
                let next = [import.path.as_slice(), &rest[1..]].concat();
                let Some(next) = self.absolute(&import.module, &next, chain) else { continue };
                for onward in self.chains(&next, chain) {
                    found.push([vec![file.clone()], onward].concat());
                }
            }
            if name == "*" {
                found.push(vec![file.clone()]);
            }
        }
        if found.is_empty() {
            found.push(vec![file]);
        }
        found
    }
}

/// The module that a file holds.
fn module_of(path: &str) -> Path {
    let mut parts: Path = path.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
    let last = parts.last().map_or("", String::as_str);
    if last == "mod" || parts.len() == 1 && last == "lib" {
        parts.pop();
    }
    parts
}

#[test]
fn a_file_holds_the_module_of_its_name_or_of_its_folder() {
    let joined = |path| module_of(path).join("::");
    assert_eq!(joined("lib.rs"), "");
    assert_eq!(joined("nearest.rs"), "nearest");
    assert_eq!(joined("cover/mod.rs"), "cover");
    assert_eq!(joined("cover/format/lib.rs"), "cover::format::lib");
}
