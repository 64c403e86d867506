//! The text of a TOML file in the making: tables, and keys with values.
//!
//! Texts are escaped, whatever they hold; those of several lines are typed on several lines. Cost: linear
//! in what is written.

use std::fmt::Write as _;

use serde::Serialize;

/// The width of a line beyond which prose is folded.
const WIDTH: usize = 100;

/// A file in the making.
#[derive(Debug, Default)]
pub(super) struct TomlText(String);

impl TomlText {
    /// The text of the file.
    pub fn into_string(self) -> String {
        self.0
    }

    /// Begins a table; its header is written as it is, such as `[board]`.
    pub fn table(&mut self, header: &str) {
        if !self.0.is_empty() {
            self.0.push('\n');
        }
        self.0 += header;
        self.0.push('\n');
    }

    /// Writes a key with a value that is TOML already.
    pub fn value(&mut self, key: &str, value: &str) {
        // Writing to a text does not fail.
        let _ = writeln!(self.0, "{key} = {value}");
    }

    /// Writes a key with a text.
    pub fn text(&mut self, key: &str, text: &str) {
        self.value(key, &quoted(text));
    }

    /// Writes a key with a list of texts.
    pub fn texts<'a>(&mut self, key: &str, texts: impl Iterator<Item = &'a str>) {
        let texts: Vec<String> = texts.map(quoted).collect();
        self.value(key, &format!("[{}]", texts.join(", ")));
    }

    /// Writes a key with the word that stands for a variant of an enumeration.
    pub fn word(&mut self, key: &str, variant: impl Serialize) {
        // A word of kebab-case is written alike in JSON and in TOML. One that could not be written would
        // be missed when the file is read back.
        self.value(key, &serde_json::to_string(&variant).unwrap_or_default());
    }

    /// Writes a key with a drawing, each of its rows on a line of its own. Its characters are those that
    /// are typed, if some text of TOML can hold them as they are.
    pub fn drawing(&mut self, key: &str, drawing: &str) {
        let is_lines = drawing.contains('\n');
        let is_escaped = drawing.contains(['"', '\\']);
        let is_literal =
            is_escaped && drawing.chars().all(|c| matches!(c, '\n' | ' '..='~') && c != '\'');
        match (is_lines, is_literal) {
            (false, false) => self.text(key, drawing),
            (false, true) => self.value(key, &format!("'{drawing}'")),
            (true, false) => {
                let rows: Vec<String> = drawing.split('\n').map(escaped).collect();
                self.value(key, &in_lines(&rows.join("\n")));
            }
            (true, true) => self.value(key, &format!("'''\n{drawing}'''")),
        }
    }

    /// Writes a key with sentences for people, which are folded where they are long.
    pub fn prose(&mut self, key: &str, text: &str) {
        let is_short = key.len() + text.chars().count() + r#" = """#.len() <= WIDTH;
        if is_short && !text.contains('\n') {
            return self.text(key, text);
        }
        let lines: Vec<String> = text.split('\n').map(folded).collect();
        self.value(key, &in_lines(&lines.join("\n")));
    }
}

/// A text of one line, with everything escaped that TOML would take for something else.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '"' | '\\' => safe.extend(['\\', letter]),
            '\n' => safe.push_str("\\n"),
            '\r' => safe.push_str("\\r"),
            '\t' => safe.push_str("\\t"),
            _ if letter.is_control() => {
                let _ = write!(safe, "\\u{:04X}", u32::from(letter));
            }
            _ => safe.push(letter),
        }
    }
    safe
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", escaped(text))
}

/// A text of several lines, escaped already. The line end behind the first quotation marks is none of it.
fn in_lines(text: &str) -> String {
    format!("\"\"\"\n{text}\"\"\"")
}

/// A line, escaped, in several of which each but the last ends with a backslash. What is read goes on
/// with the next letter that is no space, so that it is folded before words alone.
fn folded(line: &str) -> String {
    let (mut text, mut width) = (String::new(), 0);
    for (number, word) in line.split(' ').enumerate() {
        let word = escaped(word);
        let letters = word.chars().count();
        if number > 0 {
            text.push(' ');
            width += 1;
            // Room is left for the space and the backslash behind the word.
            if !word.is_empty() && width + letters + 2 > WIDTH {
                text.push_str("\\\n");
                width = 0;
            }
        }
        text += &word;
        width += letters;
    }
    text
}

#[cfg(test)]
mod tests {
    use toml::de::DeTable;

    use super::*;

    #[test]
    fn whatever_a_text_holds_is_read_back() {
        let long = "one  two   three four, ".repeat(30);
        let texts = [
            "",
            "plain",
            "it's \"quoted\" \\ and \u{e9}\u{1f9e9}",
            "\u{0}\u{1}\u{1f}\u{7f}\u{85}\u{9f}\t\r",
            "two\nlines and \\ at the end \\\n\n\"\"\"\n",
            "\n first\r\nlast ",
            &long,
            &format!("{long}\n {long}"),
        ];
        for text in texts {
            let mut file = TomlText::default();
            file.text("text", text);
            file.drawing("drawing", text);
            file.prose("prose", text);
            file.texts("texts", [text, text].into_iter());
            let file = file.into_string();
            let read = DeTable::parse(&file).unwrap();
            let found = |key: &str| read.get_ref()[key].get_ref().as_str();
            for key in ["text", "drawing", "prose"] {
                assert_eq!(found(key), Some(text), "{file}");
            }
            assert_eq!(
                read.get_ref()["texts"].get_ref()[1].get_ref().as_str(),
                Some(text),
                "{file}"
            );
        }
    }

    #[test]
    fn a_drawing_is_typed_as_it_looks() {
        let typed = |drawing: &str| {
            let mut file = TomlText::default();
            file.drawing("d", drawing);
            let file = file.into_string();
            let read = DeTable::parse(&file).unwrap();
            assert_eq!(read.get_ref()["d"].get_ref().as_str(), Some(drawing), "{file}");
            file
        };
        assert_eq!(typed("a.'"), "d = \"a.'\"\n");
        assert_eq!(typed("a\"\\"), "d = 'a\"\\'\n");
        assert_eq!(typed("a\"'"), "d = \"a\\\"'\"\n");
        assert_eq!(typed("a.\n'b"), "d = \"\"\"\na.\n'b\"\"\"\n");
        assert_eq!(typed("\"\"\"\nb\\"), "d = '''\n\"\"\"\nb\\'''\n");
        assert_eq!(typed("\\\n'"), "d = \"\"\"\n\\\\\n'\"\"\"\n");
    }

    #[test]
    fn prose_is_folded_between_words() {
        let mut file = TomlText::default();
        file.prose("about", &"word ".repeat(25));
        let file = file.into_string();
        let widths: Vec<usize> = file.lines().map(str::len).collect();
        assert_eq!(widths, [11, 96, 33], "{file}");
    }
}
