//! How a puzzle file says how many of a piece there are: `copies = 3`, `"2-4"` or `"any"`.

use std::ops::Range;

use toml::Spanned;
use toml::de::DeValue;

use super::super::copies::BadCopies;
use super::super::model::{CopyRange, MAX_CELLS, Piece};
use super::table::{Slip, Value, number};

/// What is written behind `copies =`.
#[derive(Clone)]
pub(super) enum RawCopies {
    Number(i64),
    Text(String),
    /// Something else, which is refused with a sentence of its own.
    Other,
}

/// What a file says of the copies of a piece: how many there are, and whether it may be left out.
#[derive(Clone, Copy, Default)]
pub(super) struct SaidOfCopies<'a> {
    /// Behind `copies =`.
    pub copies: Option<&'a Spanned<RawCopies>>,
    /// Behind `optional =`.
    pub optional: Option<bool>,
}

impl SaidOfCopies<'_> {
    /// Says it of a piece; what is not said of it is what is said of all.
    ///
    /// # Errors
    /// When it is no number of copies, or goes against `optional`; with its place in the file.
    pub fn apply(self, of_all: Self, piece: &mut Piece) -> Result<(), (Range<usize>, BadCopies)> {
        piece.optional = self.optional.or(of_all.optional).unwrap_or(false);
        let Some(copies) = self.copies.or(of_all.copies) else { return Ok(()) };
        let read = || -> Result<CopyRange, BadCopies> {
            let range = copies.get_ref().range(piece)?;
            let (name, least) = (piece.name.clone(), range.least);
            if self.optional == Some(true) && least > 0 {
                return Err(BadCopies::Optional { piece: name, least });
            }
            Ok(range)
        };
        let range = read().map_err(|bad| (copies.span(), bad))?;
        piece.optional = range.least == 0;
        piece.range = Some(range);
        Ok(())
    }
}

impl RawCopies {
    /// What a value is.
    pub fn of(value: &Value<'_>) -> Result<Self, Slip> {
        Ok(match value.get_ref() {
            DeValue::Integer(_) => Self::Number(number(value)?),
            DeValue::String(text) => Self::Text(text.clone().into_owned()),
            _ => Self::Other,
        })
    }

    /// The range for a piece of which it is known whether it may be left out.
    fn range(&self, piece: &Piece) -> Result<CopyRange, BadCopies> {
        let name = || piece.name.clone();
        match self {
            &Self::Number(copies) => {
                let many = || BadCopies::Many { piece: name(), copies: copies.to_string() };
                let copies = match usize::try_from(copies) {
                    Err(_) | Ok(0) => return Err(BadCopies::None { piece: name() }),
                    Ok(copies) if copies > MAX_CELLS => return Err(many()),
                    Ok(copies) => copies,
                };
                // So many that may be left out are none to so many.
                let least = if piece.optional { 0 } else { copies };
                Ok(CopyRange { least, most: copies })
            }
            Self::Text(text) => CopyRange::read(&piece.name, text),
            Self::Other => Err(BadCopies::NoNumber { piece: name() }),
        }
    }
}
