//! What one source declares and names: its modules, its `use` trees and its inline paths.
//!
//! Paths are kept as they are written, together with the module in which they stand, since a file
//! may hold modules of its own. Whatever stands under `#[cfg(test)]` is passed over.

use super::tokens::{Token, tokens};

/// The names from the crate down to a module.
pub type Path = Vec<String>;

/// A path as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The module in which it stands.
    pub module: Path,
    /// Its parts; the last is `*` where everything is imported.
    pub path: Path,
    /// Its line.
    pub line: usize,
    /// For an import, the name under which it is known here.
    pub alias: Option<String>,
}

/// What a source declares and names.
#[derive(Clone, Debug, Default)]
pub struct Source {
    /// The modules within the file, the file's own first.
    pub modules: Vec<Path>,
    /// The modules that are compiled for tests alone.
    pub test_modules: Vec<Path>,
    /// Imports and inline paths.
    pub named: Vec<Named>,
    /// Whether there is anything besides declarations of modules and imports.
    pub has_code: bool,
}

/// Reads the source of the file of a module.
pub fn read(module: &Path, text: &str) -> Source {
    let tokens = tokens(text);
    let source = Source { modules: vec![module.clone()], ..Source::default() };
    let mut reader = Reader { tokens: &tokens, at: 0, depth: 0, inside: Vec::new(), source };
    reader.read();
    reader.source
}

/// The words with which an item begins, unlike a field or a match arm.
const ITEMS: [&str; 14] = [
    "async", "const", "enum", "extern", "fn", "impl", "let", "mod", "pub", "static", "struct",
    "trait", "type", "use",
];

struct Reader<'a> {
    tokens: &'a [Token<'a>],
    at: usize,
    /// How many brackets are open.
    depth: usize,
    /// The modules within the file that are open, each with the depth at which it closes.
    inside: Vec<(String, usize)>,
    source: Source,
}

impl<'a> Reader<'a> {
    fn text(&self, ahead: usize) -> &'a str {
        self.tokens.get(self.at + ahead).map_or("", |token| token.text)
    }

    fn module(&self) -> Path {
        let inside = self.inside.iter().map(|(name, _)| name.clone());
        self.source.modules[0].iter().cloned().chain(inside).collect()
    }

    fn read(&mut self) {
        while self.at < self.tokens.len() {
            match self.text(0) {
                "#" if matches!(self.text(1), "[" | "!") => self.attribute(),
                "use" if self.text(1) != "<" => {
                    self.at += 1;
                    self.tree(&mut Vec::new());
                }
                "mod" if self.text(2) == ";" => self.at += 3,
                "mod" if self.text(2) == "{" => {
                    self.inside.push((self.text(1).to_owned(), self.depth));
                    let module = self.module();
                    self.source.modules.push(module);
                    self.depth += 1;
                    self.at += 3;
                }
                "pub" | ";" => self.at += 1,
                _ if self.tokens[self.at].is_word() && self.text(1) == "::" => self.inline(),
                sign => {
                    // What a visibility says of a module is no code.
                    let is_visibility = self.at > 0 && self.tokens[self.at - 1].text == "pub";
                    if sign == "(" && is_visibility {
                        while self.text(0) != ")" && self.at < self.tokens.len() {
                            self.at += 1;
                        }
                    } else {
                        self.bracket(sign);
                        self.source.has_code = true;
                    }
                    self.at += 1;
                }
            }
        }
    }

    fn bracket(&mut self, sign: &str) {
        match sign {
            "(" | "[" | "{" => self.depth += 1,
            ")" | "]" | "}" => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        if self.inside.last().is_some_and(|(_, depth)| *depth == self.depth) {
            self.inside.pop();
        }
    }

    /// Passes over an attribute, and over the item behind it if that is for tests alone.
    fn attribute(&mut self) {
        let begin = self.at;
        while !matches!(self.text(0), "[" | "") {
            self.at += 1;
        }
        let open = self.at + 1;
        self.group();
        let inner = &self.tokens[open.min(self.at)..self.at];
        let words: Vec<&str> = inner.iter().map(|token| token.text).collect();
        let is_test = matches!(
            words.as_slice(),
            ["cfg", "(", "test", ..] | ["cfg", "(", "all", "(", "test", ..]
        );
        if !is_test {
            return;
        }
        if self.tokens[begin + 1].text == "!" {
            let module = self.module();
            self.source.test_modules.push(module);
            self.at = self.tokens.len();
        } else {
            self.pass_over();
        }
    }

    /// Passes over everything from an opening bracket to the one that closes it.
    fn group(&mut self) {
        let mut depth = 0;
        while self.at < self.tokens.len() {
            match self.text(0) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth -= 1,
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                return;
            }
        }
    }

    /// Passes over an item, a field or a statement.
    fn pass_over(&mut self) {
        while self.text(0) == "#" {
            self.at += 1;
            self.group();
        }
        let is_item = ITEMS.contains(&self.text(0));
        while self.at < self.tokens.len() {
            match self.text(0) {
                "mod" if self.text(2) == ";" => {
                    let mut module = self.module();
                    module.push(self.text(1).to_owned());
                    self.source.test_modules.push(module);
                    self.at += 3;
                    return;
                }
                "{" => {
                    self.group();
                    // An import or a value goes on to its semicolon.
                    if self.text(0) == ";" {
                        self.at += 1;
                    }
                    return;
                }
                "(" | "[" => self.group(),
                ";" => {
                    self.at += 1;
                    return;
                }
                "," if !is_item => {
                    self.at += 1;
                    return;
                }
                ")" | "]" | "}" => return,
                _ => self.at += 1,
            }
        }
    }

    /// Reads a `use` tree behind the parts that lead to it, up to its end.
    fn tree(&mut self, before: &mut Path) {
        let (own, line) = (before.len(), self.tokens.get(self.at).map_or(0, |token| token.line));
        loop {
            match self.text(0) {
                "{" => {
                    self.at += 1;
                    while !matches!(self.text(0), "}" | "") {
                        self.tree(before);
                        if self.text(0) == "," {
                            self.at += 1;
                        }
                    }
                    self.at += 1;
                    break;
                }
                "::" => self.at += 1,
                "" | "," | ";" | "}" => break,
                part => {
                    before.push(part.to_owned());
                    self.at += 1;
                    if self.text(0) != "::" {
                        self.leaf(before, line);
                        break;
                    }
                }
            }
        }
        before.truncate(own);
    }

    /// Takes the path at the end of a branch, and the name that it is given.
    fn leaf(&mut self, path: &Path, line: usize) {
        let mut path = path.clone();
        if path.len() > 1 && path.last().is_some_and(|part| part == "self") {
            path.pop();
        }
        let mut alias = path.last().cloned();
        if self.text(0) == "as" {
            alias = Some(self.text(1).to_owned());
            self.at += 2;
        }
        self.source.named.push(Named { module: self.module(), path, line, alias });
    }

    /// Reads an inline path.
    fn inline(&mut self) {
        let (module, line) = (self.module(), self.tokens[self.at].line);
        let mut path = vec![self.text(0).to_owned()];
        while self.text(1) == "::" && self.tokens.get(self.at + 2).is_some_and(|t| t.is_word()) {
            path.push(self.text(2).to_owned());
            self.at += 2;
        }
        self.at += 1;
        if self.text(0) == "::" {
            self.at += 1;
        }
        self.source.has_code = true;
        self.source.named.push(Named { module, path, line, alias: None });
    }
}

#[test]
fn use_trees_and_inline_paths_are_taken_apart() {
    let source = read(
        &vec!["solve".to_owned()],
        "pub(crate) mod plan;\nuse a::{self, b::{C as D, e}, f::*};\nuse g as h;\n\
         fn i() { j::k::<l::M>::n(); }",
    );
    let told = |named: &Named| {
        (named.path.join("::"), named.alias.clone().unwrap_or_default(), named.line)
    };
    let found: Vec<(String, String, usize)> = source.named.iter().map(told).collect();
    let expected = [
        ("a", "a", 2),
        ("a::b::C", "D", 2),
        ("a::b::e", "e", 2),
        ("a::f::*", "*", 2),
        ("g", "h", 3),
        ("j::k", "", 4),
        ("l::M", "", 4),
    ];
    let owned = |(path, alias, line): (&str, &str, usize)| (path.into(), alias.into(), line);
    assert_eq!(found, expected.map(owned));
    assert!(source.has_code && !read(&Vec::new(), "pub(crate) mod a; pub use b::{c};").has_code);
}
