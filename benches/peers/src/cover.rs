//! A cover in Knuth's format: a line that names the items, `|` before the secondary ones, then an
//! option a line. Lines that begin with `|` are comments.

use std::collections::HashMap;

/// An exact cover problem. Items are numbered from 0, the primary ones first.
pub struct Cover {
    pub primary: u32,
    pub secondary: u32,
    /// The items of each option, in ascending order.
    pub options: Vec<Vec<u32>>,
}

impl Cover {
    /// Reads a cover; says what is wrong with it where it cannot.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut lines = text.lines().filter(|line| is_meaningful(line));
        let head = lines.next().ok_or("there is no line with items")?;
        let (primary, secondary) = head.split_once('|').unwrap_or((head, ""));
        let names = primary.split_whitespace().chain(secondary.split_whitespace());
        let numbers: HashMap<&str, u32> = names.zip(0..).collect();
        let option = |line: &str| {
            let item = |name: &str| {
                numbers.get(name).copied().ok_or_else(|| format!("no item is called {name}"))
            };
            let items: Result<Vec<u32>, String> = line.split_whitespace().map(item).collect();
            items.map(|mut items| {
                items.sort_unstable();
                items
            })
        };
        Ok(Self {
            primary: primary.split_whitespace().count() as u32,
            secondary: secondary.split_whitespace().count() as u32,
            options: lines.map(option).collect::<Result<_, _>>()?,
        })
    }

    pub fn items(&self) -> u32 {
        self.primary + self.secondary
    }
}

fn is_meaningful(line: &str) -> bool {
    let line = line.trim_start();
    !line.is_empty() && !line.starts_with('|')
}

#[cfg(test)]
mod tests {
    use super::Cover;

    #[test]
    fn items_are_numbered_in_the_order_of_the_first_line() {
        let cover = Cover::read("| comment\na b c | d e\nc e\n\na d\n").expect("it is sound");
        assert_eq!((cover.primary, cover.secondary), (3, 2));
        assert_eq!(cover.options, [[2, 4], [0, 3]]);
    }

    #[test]
    fn an_unknown_item_is_refused() {
        assert!(Cover::read("a b\na c\n").is_err());
    }
}
