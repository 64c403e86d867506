//! Reading the values of a parsed TOML file strictly: each key is known, each value of the type that it
//! must have, and what is wrong has its place in the text.
//!
//! By hand, not derived: code that is derived is made anew for each type and each way to read it, and
//! took as much room in the page's solver as an engine. Cost: linear in the values.

use std::ops::Range;

use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::{Error as WordError, StrDeserializer};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::nearest::with_nearest_key;

/// What is wrong, and where.
pub(super) type Slip = (Range<usize>, String);

/// A value, and where it stands.
pub(super) type Value<'a> = Spanned<DeValue<'a>>;

/// A table whose keys are all known.
pub(super) struct Table<'a> {
    entries: &'a DeTable<'a>,
    span: Range<usize>,
}

impl<'a> Table<'a> {
    /// A table which may have these keys.
    ///
    /// # Errors
    /// The first other key that it has.
    pub fn new(entries: &'a DeTable<'a>, span: Range<usize>, keys: &[&str]) -> Result<Self, Slip> {
        match entries.keys().find(|key| !keys.contains(&key.get_ref().as_ref())) {
            None => Ok(Self { entries, span }),
            Some(key) => {
                let known: Vec<String> = keys.iter().map(|key| format!("`{key}`")).collect();
                let known = known.join(", ");
                let message = format!("unknown field `{}`, expected one of {known}", key.get_ref());
                Err(slip(key.span(), &message))
            }
        }
    }

    /// The table that a value is.
    ///
    /// # Errors
    /// When it is something else, or has other keys.
    pub fn of(value: &'a Value<'a>, keys: &[&str]) -> Result<Self, Slip> {
        match value.get_ref() {
            DeValue::Table(entries) => Self::new(entries, value.span(), keys),
            _ => Err(other_type(value, "a table")),
        }
    }

    /// What stands behind a key, if it is there.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn get<T>(&self, key: &str, read: Read<'a, T>) -> Result<Option<T>, Slip> {
        self.entries.get(key).map(read).transpose()
    }

    /// What stands behind a key, and where, if it is there.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn place<T>(&self, key: &str, read: Read<'a, T>) -> Result<Option<Spanned<T>>, Slip> {
        self.entries.get(key).map(|value| placed(value, read)).transpose()
    }

    /// What stands in the list behind a key, each thing with its place; nothing, where there is no list.
    ///
    /// # Errors
    /// When it is no list, or some of it cannot be read.
    pub fn places<T>(&self, key: &str, read: Read<'a, T>) -> Result<Vec<Spanned<T>>, Slip> {
        self.entries.get(key).map_or(Ok(Vec::new()), |value| list(value, read))
    }

    /// What was read, which must be there.
    ///
    /// # Errors
    /// When it is not.
    pub fn need<T>(&self, key: &str, found: Option<T>) -> Result<T, Slip> {
        found.ok_or_else(|| slip(self.span.clone(), &format!("missing field `{key}`")))
    }
}

/// Reads a value.
pub(super) type Read<'a, T> = fn(&'a Value<'a>) -> Result<T, Slip>;

fn placed<'a, T>(value: &'a Value<'a>, read: Read<'a, T>) -> Result<Spanned<T>, Slip> {
    Ok(Spanned::new(value.span(), read(value)?))
}

/// The things of a list, each with its place.
pub(super) fn list<'a, T>(
    value: &'a Value<'a>,
    read: Read<'a, T>,
) -> Result<Vec<Spanned<T>>, Slip> {
    match value.get_ref() {
        DeValue::Array(values) => values.iter().map(|value| placed(value, read)).collect(),
        _ => Err(other_type(value, "a list")),
    }
}

/// A text.
pub(super) fn text(value: &Value<'_>) -> Result<String, Slip> {
    match value.get_ref() {
        DeValue::String(text) => Ok(text.clone().into_owned()),
        _ => Err(other_type(value, "a string")),
    }
}

/// Texts, each with its place.
pub(super) fn texts<'a>(value: &'a Value<'a>) -> Result<Vec<Spanned<String>>, Slip> {
    list(value, text)
}

/// Yes or no.
pub(super) fn yes_or_no(value: &Value<'_>) -> Result<bool, Slip> {
    match value.get_ref() {
        DeValue::Boolean(is_so) => Ok(*is_so),
        _ => Err(other_type(value, "a boolean")),
    }
}

/// A whole number.
pub(super) fn number(value: &Value<'_>) -> Result<i64, Slip> {
    let DeValue::Integer(number) = value.get_ref() else {
        return Err(other_type(value, "an integer"));
    };
    let found = i64::from_str_radix(number.as_str(), number.radix());
    found.map_err(|_| slip(value.span(), &format!("the integer `{number}` is too large")))
}

/// A whole number from 0 on.
pub(super) fn count(value: &Value<'_>) -> Result<u64, Slip> {
    let found = number(value)?;
    found.try_into().map_err(|_| {
        slip(value.span(), &format!("invalid value: integer `{found}`, expected one from 0 on"))
    })
}

/// A whole number from 0 on that measures something in memory.
pub(super) fn size(value: &Value<'_>) -> Result<usize, Slip> {
    let found = count(value)?;
    let refuse = |_| slip(value.span(), &format!("the integer `{found}` is too large"));
    found.try_into().map_err(refuse)
}

/// One of some words, each of which stands for something.
pub(super) fn word<'a, T: Deserialize<'a>>(value: &'a Value<'a>) -> Result<T, Slip> {
    let DeValue::String(word) = value.get_ref() else {
        return Err(other_type(value, "a string"));
    };
    let word: StrDeserializer<'_, WordError> = word.as_ref().into_deserializer();
    T::deserialize(word).map_err(|error| slip(value.span(), &error.to_string()))
}

/// A value that is of another type than it must have.
fn other_type(value: &Value<'_>, expected: &str) -> Slip {
    let found = match value.get_ref() {
        DeValue::String(text) => format!("string \"{text}\""),
        DeValue::Integer(number) => format!("integer `{number}`"),
        DeValue::Float(number) => format!("floating point `{number}`"),
        DeValue::Boolean(is_so) => format!("boolean `{is_so}`"),
        DeValue::Datetime(_) => "date".to_owned(),
        DeValue::Array(_) => "list".to_owned(),
        DeValue::Table(_) => "table".to_owned(),
    };
    slip(value.span(), &format!("invalid type: {found}, expected {expected}"))
}

/// What is wrong at a place.
pub(super) fn slip(place: Range<usize>, message: &str) -> Slip {
    (place, with_nearest_key(message))
}
