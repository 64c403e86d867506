//! Builds a [`Cover`] whose items have names, for programs that use the library.
//!
//! Items are declared before the options that name them. What is wrong with an item is said by the
//! next option or by [`CoverBuilder::build`], so that calls can be chained. Cost: one hash look-up
//! for each name.

use std::collections::HashMap;

use super::error::CoverError;
use super::exact_cover::{Cover, ItemId, OptionRefusal};

/// Builds a [`Cover`].
///
/// ```
/// use bitcover::{Cover, Solver};
///
/// let cover = Cover::builder()
///     .primary("a")
///     .primary("b")
///     .secondary("s")
///     .option(["b", "s", "a"])?
///     .option(["a"])?
///     .build()?;
/// assert_eq!((cover.item_count(), cover.option_count()), (3, 2));
/// let solution = Solver::new(&cover)?.solutions()?.next().unwrap()?;
/// assert_eq!(solution.options(), [1]);
/// assert_eq!(solution.option_words(), [["b", "s", "a"]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct CoverBuilder {
    index: HashMap<String, ItemId>,
    cover: Cover,
    /// What was wrong with an item, until the next call that can say so.
    failure: Option<CoverError>,
}

impl Cover {
    /// A builder without items or options.
    pub fn builder() -> CoverBuilder {
        CoverBuilder { index: HashMap::new(), cover: Cover::empty_with_names(), failure: None }
    }
}

impl CoverBuilder {
    /// Declares an item that exactly one option must cover.
    #[must_use]
    pub fn primary(self, name: impl Into<String>) -> Self {
        self.item(name.into(), true, 1)
    }

    /// Declares an item that at most one option may cover.
    #[must_use]
    pub fn secondary(self, name: impl Into<String>) -> Self {
        self.item(name.into(), false, 1)
    }

    /// Declares an item that exactly `times` options must cover.
    #[must_use]
    pub fn primary_times(self, name: impl Into<String>, times: u32) -> Self {
        self.item(name.into(), true, times)
    }

    /// Declares an item that at most `times` options may cover.
    #[must_use]
    pub fn secondary_times(self, name: impl Into<String>, times: u32) -> Self {
        self.item(name.into(), false, times)
    }

    fn item(mut self, name: String, primary: bool, multiplicity: u32) -> Self {
        let is_bad = |c: char| c.is_whitespace() || c.is_control() || c == '|';
        let item = || format!("`{}`", name.escape_debug());
        let failure = if name.is_empty() || name.contains(is_bad) {
            CoverError::BadName { item: item() }
        } else if multiplicity == 0 {
            CoverError::ZeroMultiplicity { item: item() }
        } else if self.index.contains_key(&name) {
            CoverError::DoubleItem { item: item() }
        } else {
            let id = self.cover.push_named_item(name.clone(), primary, multiplicity);
            self.index.insert(name, id);
            return self;
        };
        self.failure.get_or_insert(failure);
        self
    }

    /// Adds an option that covers the items with these names. Options are counted from 1; two with
    /// the same items are different options, and one without a primary item is counted and left
    /// out, because it is never chosen.
    ///
    /// # Errors
    /// When an item before it was refused, a name is unknown or comes twice, or no item of the
    /// option has multiplicity one.
    pub fn option<S: AsRef<str>>(
        mut self,
        names: impl IntoIterator<Item = S>,
    ) -> Result<Self, CoverError> {
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        let option = self.cover.written_option_count() as usize + 1;
        let quoted = |name: &str| format!("`{}`", name.escape_debug());
        let mut items = Vec::new();
        for name in names {
            let name = name.as_ref();
            let Some(&id) = self.index.get(name) else {
                return Err(CoverError::UnknownItem { option, item: quoted(name) });
            };
            items.push(id);
        }
        match self.cover.push_written_option(&items) {
            Ok(_) => Ok(self),
            Err(OptionRefusal::DoubleEntry(item)) => {
                let item = quoted(self.cover.item_name(item));
                Err(CoverError::DoubleEntry { option, item })
            }
            Err(OptionRefusal::NoSingleItem) => Err(CoverError::NoSingleItem { option }),
            Err(OptionRefusal::TooLarge) => Err(CoverError::TooLarge),
        }
    }

    /// The finished cover.
    ///
    /// # Errors
    /// When an item was refused.
    pub fn build(self) -> Result<Cover, CoverError> {
        self.failure.map_or(Ok(self.cover), Err)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::OptionId;

    fn two_items() -> CoverBuilder {
        Cover::builder().primary("a").secondary("s")
    }

    #[test]
    fn options_keep_their_words_and_their_numbers_among_all_that_were_written() {
        let options = [&["s", "a"][..], &["s"], &["a"], &["a"]];
        let builder = options.into_iter().try_fold(two_items(), CoverBuilder::option);
        let cover = builder.unwrap().build().unwrap();
        let words = |o| cover.option_words(OptionId(o)).collect::<Vec<_>>();
        assert_eq!([words(0), words(1), words(2)], [vec!["s", "a"], vec!["a"], vec!["a"]]);
        let numbers: Vec<u32> = cover.options().map(|o| cover.option_number(o)).collect();
        assert_eq!((numbers, cover.written_option_count()), (vec![1, 3, 4], 4));
        assert_eq!(cover.option_with_number(2), None);
        assert_eq!(cover.option_with_number(4), Some(OptionId(2)));
        assert_eq!(cover.items_of(OptionId(0)), [ItemId(0), ItemId(1)]);
    }

    #[test]
    fn errors_say_in_words_what_is_wrong() {
        let message = |built: Result<CoverBuilder, CoverError>| built.unwrap_err().to_string();
        assert_eq!(
            message(two_items().option(["a", "b"])),
            "option 1 names item `b`, which is not declared"
        );
        assert_eq!(message(two_items().option(["a", "a"])), "option 1 names item `a` twice");
        assert_eq!(message(two_items().primary("s").option(["a"])), "item `s` is declared twice");
        let many = two_items().primary_times("m", 2).option(["m"]);
        assert!(message(many).contains("option 1 has no item of multiplicity 1"));
        let refused = |builder: CoverBuilder| builder.build().unwrap_err().to_string();
        assert!(refused(two_items().secondary_times("z", 0)).contains("`z` has multiplicity 0"));
        assert!(refused(two_items().primary("a b")).contains("`a b` cannot be the name"));
        assert!(refused(two_items().primary("")).contains("at least one character"));
    }
}
