//! Elements of XML with what may stand in them: anything that is not known is refused with its place.

use roxmltree::Node;

use super::error::{Located, XmpuzzleProblem};

/// The elements in an element.
pub(super) fn elements<'a, 'input>(
    node: Node<'a, 'input>,
) -> impl Iterator<Item = Node<'a, 'input>> {
    node.children().filter(Node::is_element)
}

/// The elements in an element, all of which are called so.
///
/// # Errors
/// When another is there.
pub(super) fn elements_called<'a, 'input>(
    node: Node<'a, 'input>,
    name: &str,
) -> Result<Vec<Node<'a, 'input>>, Located> {
    let check = |element: Node<'a, 'input>| {
        if element.tag_name().name() == name { Ok(element) } else { Err(unknown(element, node)) }
    };
    elements(node).map(check).collect()
}

/// That an element is not known.
pub(super) fn unknown(element: Node<'_, '_>, inside: Node<'_, '_>) -> Located {
    let (name, inside) = (name_of(element), name_of(inside));
    (element.range().start, XmpuzzleProblem::Element { element: name, inside })
}

/// An element's name, for a message.
pub(super) fn name_of(node: Node<'_, '_>) -> String {
    node.tag_name().name().to_owned()
}

/// Makes sure that an element has no attributes but these.
///
/// # Errors
/// When it has others.
pub(super) fn check_attributes(node: Node<'_, '_>, known: &[&str]) -> Result<(), Located> {
    match node.attributes().find(|attribute| !known.contains(&attribute.name())) {
        None => Ok(()),
        Some(other) => {
            let (attribute, value) = (other.name().to_owned(), other.value().to_owned());
            let element = name_of(node);
            Err((other.range().start, XmpuzzleProblem::Attribute { element, attribute, value }))
        }
    }
}

/// The value of an attribute, which must be there.
///
/// # Errors
/// When it is not.
pub(super) fn attribute<'a>(node: Node<'a, '_>, name: &'static str) -> Result<&'a str, Located> {
    node.attribute(name).ok_or_else(|| {
        let element = name_of(node);
        (node.range().start, XmpuzzleProblem::MissingAttribute { element, attribute: name })
    })
}

/// A number that an attribute gives.
///
/// # Errors
/// When it is not there, or is no whole number of 32 bits.
pub(super) fn number(node: Node<'_, '_>, name: &'static str) -> Result<u32, Located> {
    let value = attribute(node, name)?;
    value.parse().map_err(|_| {
        let at =
            node.attribute_node(name).map_or(node.range(), |attribute| attribute.range()).start;
        let (element, attribute, value) = (name_of(node), name.to_owned(), value.to_owned());
        (at, XmpuzzleProblem::Number { element, attribute, value })
    })
}

/// The characters of an element's text, with the bytes where they stand.
///
/// # Errors
/// When there are elements among them.
pub(super) fn text_of<'a>(
    node: Node<'a, '_>,
) -> Result<impl Iterator<Item = (usize, char)> + 'a, Located> {
    if let Some(element) = elements(node).next() {
        return Err(unknown(element, node));
    }
    let letters = |part: Node<'a, '_>| {
        let (range, text) = (part.range(), part.text().unwrap_or_default());
        // Characters that are written as references take more bytes than one.
        let is_plain = range.len() == text.len();
        let place = move |at: usize| if is_plain { range.start + at } else { range.start };
        text.char_indices().map(move |(at, letter)| (place(at), letter))
    };
    Ok(node.children().filter(Node::is_text).flat_map(letters))
}
