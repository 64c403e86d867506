//! One solution of an exact cover, and how it is written.
//!
//! Cost: a look-up for each item of its options. Room for that is kept from one solution to the
//! next.

/// Checks solutions and files of one exact cover. Built once, used for any number of them.
#[derive(Clone, Debug)]
pub(crate) struct CoverChecker {
    pub(super) name: String,
    /// The items by name, and whether each is primary.
    pub(super) items: Vec<(String, bool)>,
    /// The items of each option, ascending; `None` where it is left out.
    pub(super) options: Vec<Option<Vec<u32>>>,
    /// The words of each option.
    pub(super) words: Vec<String>,
    primaries: usize,
    longest_line: usize,
}

/// Which option covers each item, used again and again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Covered {
    /// 0 where no option does.
    by: Vec<u32>,
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
        items: Vec<(String, bool)>,
        mut options: Vec<Option<Vec<u32>>>,
        words: Vec<String>,
    ) -> Self {
        debug_assert_eq!(options.len(), words.len(), "each option has its words");
        for option in options.iter_mut().flatten() {
            option.sort_unstable();
        }
        // Each option of a solution covers a primary item that no other covers.
        let mut longest = vec![0; items.len()];
        for (option, words) in options.iter().zip(&words) {
            for &item in option.iter().flatten() {
                let longest = &mut longest[item as usize];
                *longest = words.len().max(*longest);
            }
        }
        let is_primary = |item: &usize| items[*item].1;
        // A number has at most 10 digits, with a space behind it and three signs between options.
        let longest_line = (0..items.len()).filter(is_primary).map(|item| longest[item] + 14).sum();
        let primaries = (0..items.len()).filter(is_primary).count();
        Self { name: name.to_owned(), items, options, words, primaries, longest_line }
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
        for item in cover.touched.drain(..) {
            cover.by[item as usize] = 0;
        }
        let mut before = 0;
        let mut primaries = 0;
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
            for &item in items {
                let (name, is_primary) = &self.items[item as usize];
                let by = std::mem::replace(&mut cover.by[item as usize], number);
                if by != 0 {
                    return Err(format!("item {name} is covered by options {by} and {number}"));
                }
                cover.touched.push(item);
                primaries += usize::from(*is_primary);
            }
        }
        if primaries == self.primaries {
            return Ok(());
        }
        let is_bare = |item: &usize| self.items[*item].1 && cover.by[*item] == 0;
        let bare = (0..self.items.len()).find(is_bare).unwrap_or_default();
        Err(format!("item {} is not covered", self.items[bare].0))
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
