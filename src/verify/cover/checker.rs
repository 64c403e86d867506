//! One solution of an exact cover, and how it is written.
//!
//! Cost: a look-up for each item of its options. Room for that is kept from one solution to the
//! next.

/// Checks solutions and files of one exact cover. Built once, used for any number of them.
#[derive(Clone, Debug)]
pub(crate) struct CoverChecker {
    pub(super) name: String,
    /// The items.
    pub(in crate::verify) items: Vec<CoverItem>,
    /// The items of each option, ascending, with the colour that it gives each; `None` where it is
    /// left out.
    pub(in crate::verify) options: Vec<Option<CoverOption>>,
    /// The words of each option.
    pub(super) words: Vec<String>,
    /// Whether options give an item colours.
    has_colours: Vec<bool>,
    longest_line: usize,
}

/// The items of an option, by number, with the colour that it gives each.
pub(crate) type CoverOption = Vec<(u32, Option<String>)>;

/// An item, as the cover's file has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CoverItem {
    /// Its name.
    pub name: String,
    /// Whether it is primary.
    pub is_primary: bool,
    /// How many options cover it at least.
    pub least: u32,
    /// How many options cover it at most.
    pub most: u32,
}

/// Which options cover each item, used again and again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Covered {
    /// The last of them; 0 where no option does.
    by: Vec<u32>,
    /// How many there are.
    times: Vec<u32>,
    touched: Vec<u32>,
}

impl CoverChecker {
    /// Prepares for a cover.
    ///
    /// `options[n - 1]` are the items of option number `n` of the file, by their positions in
    /// `items`, or `None` where the option has no primary item and so occurs in no solution;
    /// `words[n - 1]` are its words, joined by one space. Both lists must be of one length, and no
    /// option may name an item that is not there.
    pub fn new(
        name: &str,
        items: Vec<CoverItem>,
        mut options: Vec<Option<CoverOption>>,
        words: Vec<String>,
    ) -> Self {
        debug_assert_eq!(options.len(), words.len(), "each option has its words");
        let mut has_colours = vec![false; items.len()];
        for option in options.iter_mut().flatten() {
            option.sort_unstable();
            for (item, colour) in option {
                has_colours[*item as usize] |= colour.is_some();
            }
        }
        // Each option of a solution covers a primary item, which only so many do.
        let mut longest = vec![0; items.len()];
        for (option, words) in options.iter().zip(&words) {
            for &(item, _) in option.iter().flatten() {
                let longest = &mut longest[item as usize];
                *longest = words.len().max(*longest);
            }
        }
        // A number has at most 10 digits, with a space behind it and three signs between options.
        let all: usize = words.iter().map(|words| words.len() + 14).sum();
        let most = |(item, longest): (&CoverItem, usize)| {
            if item.is_primary { (longest + 14).saturating_mul(item.most as usize) } else { 0 }
        };
        let sum = items.iter().zip(longest).map(most).fold(0, usize::saturating_add);
        let longest_line = sum.min(all);
        Self { name: name.to_owned(), items, options, words, has_colours, longest_line }
    }

    /// The name of the cover.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The most bytes that the line of a solution may have.
    pub(super) fn longest_line(&self) -> usize {
        self.longest_line
    }

    /// Checks one written line, for tests. Returns the numbers of its options.
    ///
    /// # Errors
    /// The first thing that is wrong with it, in words.
    #[cfg(test)]
    pub fn check_line(&self, line: &str) -> Result<Vec<u32>, String> {
        let numbers = self.parse(line)?;
        self.check_options(&numbers, &mut Covered::default())?;
        Ok(numbers)
    }

    /// Reads a line. The words of each option must be its own.
    pub(super) fn parse(&self, line: &str) -> Result<Vec<u32>, String> {
        let mut numbers = Vec::new();
        let mut rest = line;
        while !rest.is_empty() {
            let digits = rest.find([' ', '|']).unwrap_or(rest.len());
            let written = &rest[..digits];
            let number = written.parse::<u32>().ok().filter(|number| number.to_string() == written);
            let Some(number) = number else {
                return Err(format!("{written:?} stands where the number of an option should"));
            };
            let words = self.words_of(number)?;
            let after = match &rest[digits..] {
                after if words.is_empty() => Some(after),
                after => after.strip_prefix(' ').and_then(|after| after.strip_prefix(words)),
            };
            // Words may hold any sign, so what ends the option stands behind them.
            rest = match after {
                Some("") => "",
                Some(" | ") => {
                    return Err(
                        "the line ends with ' | ', behind which an option should stand".to_owned()
                    );
                }
                Some(after) if after.starts_with(" | ") => &after[3..],
                _ => {
                    let found = rest.split(" | ").next().unwrap_or(rest);
                    return Err(format!(
                        "option {number} is written {found:?}, but should be \"{}\"",
                        self.write_option(number)
                    ));
                }
            };
            numbers.push(number);
        }
        Ok(numbers)
    }

    fn words_of(&self, number: u32) -> Result<&str, String> {
        let index = (number as usize).checked_sub(1);
        let words = index.and_then(|index| self.words.get(index)).ok_or_else(|| {
            format!(
                "there is no option {number}; the cover has {}, counted from 1",
                self.words.len()
            )
        })?;
        Ok(words)
    }

    /// Checks that some options, by number, are a solution.
    ///
    /// # Errors
    /// The first rule that they break, in words.
    pub(super) fn check_options(&self, numbers: &[u32], cover: &mut Covered) -> Result<(), String> {
        cover.by.resize(self.items.len(), 0);
        cover.times.resize(self.items.len(), 0);
        for item in cover.touched.drain(..) {
            (cover.by[item as usize], cover.times[item as usize]) = (0, 0);
        }
        let mut before = 0;
        for &number in numbers {
            self.words_of(number)?;
            if number <= before {
                return Err(format!("option {number} should stand before option {before}"));
            }
            before = number;
            let Some(items) = &self.options[number as usize - 1] else {
                return Err(format!(
                    "option {number} has no primary item, so that no solution uses it"
                ));
            };
            for (item, colour) in items {
                let index = *item as usize;
                let CoverItem { name, most, .. } = &self.items[index];
                let by = std::mem::replace(&mut cover.by[index], number);
                cover.times[index] += 1;
                cover.touched.push(*item);
                if by != 0 && self.has_colours[index] {
                    let other = self.colour(by, *item);
                    if colour.is_none() || colour.as_ref() != other {
                        return Err(format!(
                            "item {name} {} in option {by} and {} in option {number}",
                            in_words(other),
                            in_words(colour.as_ref())
                        ));
                    }
                } else if cover.times[index] > *most && *most == 1 {
                    return Err(format!("item {name} is covered by options {by} and {number}"));
                } else if cover.times[index] > *most {
                    return Err(format!("item {name} is covered more than {most} times"));
                }
            }
        }
        let is_bare = |&(item, &times): &(&CoverItem, &u32)| times < item.least;
        match self.items.iter().zip(&cover.times).find(is_bare) {
            None => Ok(()),
            Some((CoverItem { name, .. }, 0)) => Err(format!("item {name} is not covered")),
            Some((CoverItem { name, least, .. }, times)) => Err(format!(
                "item {name} is covered {times} times, but at least {least} are needed"
            )),
        }
    }

    /// The colour that an option gives an item, if any.
    fn colour(&self, number: u32, item: u32) -> Option<&String> {
        let entries = self.options[number as usize - 1].iter().flatten();
        entries.filter(|entry| entry.0 == item).find_map(|entry| entry.1.as_ref())
    }

    /// The line of some options, by number.
    pub(super) fn write(&self, numbers: &[u32]) -> String {
        let options: Vec<String> = numbers.iter().map(|&n| self.write_option(n)).collect();
        options.join(" | ")
    }

    fn write_option(&self, number: u32) -> String {
        match self.words_of(number) {
            Ok("") | Err(_) => number.to_string(),
            Ok(words) => format!("{number} {words}"),
        }
    }
}

/// What an item is in an option that gives it a colour, or none.
fn in_words(colour: Option<&String>) -> String {
    colour.map_or_else(|| "has no colour".to_owned(), |colour| format!("is {colour}"))
}
