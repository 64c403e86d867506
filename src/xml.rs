//! Escaping for XML and HTML, the only place where it is done.
//!
//! What is escaped means itself both in text and in attributes with double quotation marks.

/// A text with everything escaped that XML and HTML would take for markup. Characters that XML does
/// not allow, however they are written, become the replacement character U+FFFD.
pub(crate) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\u{0}'..='\u{8}'
            | '\u{b}'
            | '\u{c}'
            | '\u{e}'..='\u{1f}'
            | '\u{fffe}'
            | '\u{ffff}' => {
                safe.push('\u{fffd}');
            }
            letter => safe.push(letter),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_escaped_and_what_xml_forbids_is_replaced() {
        assert_eq!(escaped("<a & \"b\">"), "&lt;a &amp; &quot;b&quot;&gt;");
        assert_eq!(escaped("a\u{1}b\tc\u{ffff}"), "a\u{fffd}b\tc\u{fffd}");
        let text = "it's <one> & \"two\"";
        let xml = format!("<a b=\"{0}\">{0}</a>", escaped(text));
        let document = roxmltree::Document::parse(&xml).unwrap();
        let root = document.root_element();
        assert_eq!((root.attribute("b"), root.text()), (Some(text), Some(text)));
    }
}
