//! Builds a [`Cover`] whose items have names, for programs that use the library.
//!
//! Items are declared before the options that name them. What is wrong with an item is said by the
//! next option or by [`CoverBuilder::build`], so that calls can be chained. Cost: one hash look-up
//! for each name.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use super::colour::Colour;
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
        self.primary_times(name, 1)
    }

    /// Declares an item that at most one option may cover.
    #[must_use]
    pub fn secondary(self, name: impl Into<String>) -> Self {
        self.secondary_times(name, 1)
    }

    /// Declares an item that exactly `times` options must cover.
    #[must_use]
    pub fn primary_times(self, name: impl Into<String>, times: u32) -> Self {
        self.times(name.into(), true, times)
    }

    /// Declares an item that at most `times` options may cover.
    #[must_use]
    pub fn secondary_times(self, name: impl Into<String>, times: u32) -> Self {
        self.times(name.into(), false, times)
    }

    /// Declares a primary item that as many options must cover as the range says. It may begin with
    /// 0: then nothing need cover the item, but an option may have it for its one primary item.
    ///
    /// ```
    /// # use bitcover::{Cover, Solver};
    /// let cover = Cover::builder().primary_range("a", 1..=2);
    /// let cover = cover.option(["a"])?.option(["a"])?.option(["a"])?.build()?;
    /// assert_eq!(Solver::new(&cover)?.count()?.total, 6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn primary_range(self, name: impl Into<String>, times: RangeInclusive<u32>) -> Self {
        let (least, most) = times.into_inner();
        let error = |item| CoverError::BadRange { item, least, most };
        let error = (least > most || most == 0).then_some(error);
        self.item(name.into(), error, |cover| cover.push_range(least, most))
    }

    fn times(self, name: String, primary: bool, times: u32) -> Self {
        let error = |item| CoverError::ZeroMultiplicity { item };
        self.item(name, (times == 0).then_some(error), |cover| cover.push_item(primary, times))
    }

    /// Declares an item, unless there is an error to be made of its name.
    fn item(
        mut self,
        name: String,
        error: Option<impl FnOnce(String) -> CoverError>,
        push: impl FnOnce(&mut Cover) -> ItemId,
    ) -> Self {
        let item = || format!("`{}`", name.escape_debug());
        let failure = if name.is_empty() || name.contains(is_bad) {
            CoverError::BadName { item: item() }
        } else if let Some(error) = error {
            error(item())
        } else if self.index.contains_key(&name) {
            CoverError::DoubleItem { item: item() }
        } else {
            let id = push(&mut self.cover);
            self.cover.name_item(name.clone());
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
    /// A colon and a colour behind the name of a secondary item give it that colour, as in `x:red`:
    /// then any number of options may cover it, if all of them give it the same colour.
    ///
    /// ```
    /// # use bitcover::{Cover, Solver};
    /// let cover = Cover::builder().primary("a").primary("b").secondary("x");
    /// let cover = cover.option(["a", "x:red"])?.option(["a", "x:blue"])?;
    /// let cover = cover.option(["b", "x:red"])?.option(["b", "x"])?.build()?;
    /// assert_eq!(Solver::new(&cover)?.count()?.total, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When an item before it was refused, a name is unknown or comes twice, or an item has a colour
    /// that is primary or that several options may cover anyway.
    pub fn option<S: AsRef<str>>(
        mut self,
        names: impl IntoIterator<Item = S>,
    ) -> Result<Self, CoverError> {
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        let option = self.cover.written_option_count() as usize + 1;
        let quoted = |name: &str| format!("`{}`", name.escape_debug());
        let mut entries = Vec::new();
        for name in names {
            let name = name.as_ref();
            let Some(entry) = self.entry(name) else {
                return Err(CoverError::UnknownItem { option, item: quoted(name) });
            };
            entries.push(entry);
        }
        self.written(&entries)
    }

    /// Adds an option that covers the items of these numbers, counted from 0 in the order in which they
    /// were declared; otherwise like [`Self::option`]. Nothing is spent on names.
    ///
    /// ```
    /// # use bitcover::{Cover, Solver};
    /// let cover = Cover::builder().primary("a").primary("b");
    /// let cover = cover.option_of_numbers([1, 0])?.option_of_numbers([0])?.build()?;
    /// assert_eq!(Solver::new(&cover)?.count()?.total, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When an item before it was refused, or there is no item of a number, or it comes twice.
    pub fn option_of_numbers(
        self,
        items: impl IntoIterator<Item = usize>,
    ) -> Result<Self, CoverError> {
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        let mut entries = Vec::new();
        for number in items {
            if number >= self.cover.item_count() {
                let option = self.cover.written_option_count() as usize + 1;
                return Err(CoverError::UnknownItem { option, item: number.to_string() });
            }
            entries.push((ItemId(number as u32), None));
        }
        self.written(&entries)
    }

    /// This with an option more.
    fn written(mut self, entries: &[(ItemId, Option<Colour>)]) -> Result<Self, CoverError> {
        let option = self.cover.written_option_count() as usize + 1;
        let quoted = |name: &str| format!("`{}`", name.escape_debug());
        match self.cover.push_written_option(entries) {
            Ok(_) => Ok(self),
            Err(OptionRefusal::DoubleEntry(item)) => {
                let item = quoted(self.cover.item_name(item));
                Err(CoverError::DoubleEntry { option, item })
            }
            Err(OptionRefusal::Colour(item)) => {
                let item = quoted(self.cover.item_name(item));
                Err(CoverError::BadColour { option, item })
            }
            Err(OptionRefusal::TooLarge) => Err(CoverError::TooLarge),
        }
    }

    /// The item of a word, and its colour if there is one.
    fn entry(&mut self, word: &str) -> Option<(ItemId, Option<Colour>)> {
        if let Some(&item) = self.index.get(word) {
            return Some((item, None));
        }
        let (name, colour) = word.rsplit_once(':')?;
        let &item = self.index.get(name)?;
        if colour.is_empty() || colour.contains(is_bad) {
            return None;
        }
        Some((item, Some(self.cover.colour_named(colour))))
    }

    /// The finished cover.
    ///
    /// # Errors
    /// When an item was refused.
    pub fn build(self) -> Result<Cover, CoverError> {
        self.failure.map_or(Ok(self.cover), Err)
    }
}

/// Whether a character may not stand in a name or a colour.
fn is_bad(c: char) -> bool {
    c.is_whitespace() || c.is_control() || c == '|'
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
    fn options_of_numbers_are_those_of_names() {
        let named = two_items().option(["s", "a"]).unwrap().option(["s"]).unwrap();
        let numbered = two_items().option_of_numbers([1, 0]).unwrap().option_of_numbers([1]);
        assert_eq!(numbered.unwrap().build().unwrap(), named.build().unwrap());
        let message =
            |numbers: &[usize]| two_items().option_of_numbers(numbers.to_vec()).unwrap_err();
        assert_eq!(message(&[0, 2]).to_string(), "option 1 names item 2, which is not declared");
        assert_eq!(message(&[0, 0]).to_string(), "option 1 names item `a` twice");
        let failed = two_items().secondary("s").option_of_numbers([0]).unwrap_err();
        assert_eq!(failed.to_string(), "item `s` is declared twice");
    }

    #[test]
    fn a_word_with_a_colon_is_a_name_first_and_then_a_name_with_a_colour() {
        let builder = two_items().secondary("s:t").option(["s:t", "a", "s:u"]).unwrap();
        let cover = builder.option(["s:t:u", "a"]).unwrap().build().unwrap();
        let words = |o| cover.option_words(OptionId(o)).collect::<Vec<_>>();
        assert_eq!([words(0), words(1)], [vec!["s:t", "a", "s:u"], vec!["s:t:u", "a"]]);
        let coloured: Vec<ItemId> = cover.coloured_items().collect();
        assert_eq!(coloured, [ItemId(1), ItemId(2)]);
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
        let coloured = message(two_items().option(["a:red", "s"]));
        assert!(coloured.starts_with("option 1 gives item `a` a colour"), "{coloured}");
        for word in ["s:", "s:r d", "t:red"] {
            assert!(message(two_items().option([word])).contains("which is not declared"));
        }
        let refused = |builder: CoverBuilder| builder.build().unwrap_err().to_string();
        assert!(refused(two_items().secondary_times("z", 0)).contains("`z` has multiplicity 0"));
        let range = refused(two_items().primary_range("z", RangeInclusive::new(3, 2)));
        assert!(range.contains("`z` is to be covered at least 3 and at most 2 times"), "{range}");
        assert!(refused(two_items().primary_range("z", 0..=0)).contains("at most 0 times"));
        assert!(refused(two_items().primary("a b")).contains("`a b` cannot be the name"));
        assert!(refused(two_items().primary("")).contains("at least one character"));
    }
}
