//! Why an exact cover cannot be built, in words.

/// Why a cover cannot be built. Options are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "each message says what the fields are")]
pub enum CoverError {
    #[error("item {item} is declared twice")]
    DoubleItem { item: String },
    #[error(
        "{item} cannot be the name of an item: a name has at least one character, and neither \
         space, control characters nor |"
    )]
    BadName { item: String },
    #[error("item {item} has multiplicity 0; it must be at least 1")]
    ZeroMultiplicity { item: String },
    #[error(
        "item {item} is to be covered at least {least} and at most {most} times; the least must \
         not be more than the most, and the most not be 0"
    )]
    BadRange { item: String, least: u32, most: u32 },
    #[error("option {option} names item {item}, which is not declared")]
    UnknownItem { option: usize, item: String },
    #[error("option {option} names item {item} twice")]
    DoubleEntry { option: usize, item: String },
    #[error(
        "option {option} gives item {item} a colour, which only a secondary item of multiplicity 1 \
         can have"
    )]
    BadColour { option: usize, item: String },
    #[error("too many entries: the most is 2^32 - 1")]
    TooLarge,
}
