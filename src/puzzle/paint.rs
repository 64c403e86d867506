//! Colours of cells, as a person types them: a character each.
//!
//! A piece fits where the colour of each of its cells is that of the cell on which it lies; a cell
//! without a colour, of the board or of a piece, agrees with every other. A flat piece may have other
//! colours behind, which show when it is turned over. So colours only say where pieces may lie:
//! nothing that comes after the placements knows of them, but that a motion of the board brings each
//! cell onto one of its colour.
//!
//! Cost: nothing where the board has no colours, else a look at each cell of a placement.

use serde::Serialize;

/// A colour, by the character that stands for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(into = "char")]
pub(crate) struct Paint(u8);

/// What a drawing of colours has for a cell of a piece that has none.
pub(super) const UNPAINTED: char = '*';

/// The colours of the cells of a piece, in the order of the cells; none for a cell that lies on any.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct PiecePaints {
    /// Those that show when it is not turned over.
    pub front: Vec<Option<Paint>>,
    /// Those that show when it is, if they are others: of each cell the colour behind it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub back: Option<Vec<Option<Paint>>>,
}

impl Paint {
    /// The colour for which a character stands; any printable ASCII but what means something else in
    /// a drawing.
    pub fn of(symbol: char) -> Option<Self> {
        let byte = u8::try_from(symbol).ok()?;
        // Those that mean a cell, no cell, or the end of a row in drawings.
        let means_more = matches!(symbol, '.' | '#' | '?' | '/' | ':' | UNPAINTED);
        (byte.is_ascii_graphic() && !means_more).then_some(Self(byte))
    }

    /// The character that stands for it.
    pub fn symbol(self) -> char {
        char::from(self.0)
    }

    /// The characters that stand for some colours, one after another.
    pub fn letters(paints: &[Self]) -> String {
        paints.iter().map(|paint| paint.symbol()).collect()
    }
}

impl From<Paint> for char {
    fn from(paint: Paint) -> Self {
        paint.symbol()
    }
}

impl PiecePaints {
    /// Those that show, by whether the piece is turned over.
    pub fn shown(&self, is_turned_over: bool) -> &[Option<Paint>] {
        self.back.as_ref().filter(|_| is_turned_over).unwrap_or(&self.front)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_is_any_character_that_means_nothing_else() {
        let paint = Paint::of;
        assert!(['w', 'B', '0', '@', '~'].into_iter().all(|c| paint(c).is_some()));
        assert!(['.', '#', '?', '/', ':', ' ', '*', 'é'].into_iter().all(|c| paint(c).is_none()));
    }
}
