//! The symmetry group of a problem, as permutations of its items and options.
//!
//! Invariants: the first element is the identity; the set is closed (it is given whole, not by
//! generators). Memory is four bytes for each option and item of each element.

use std::collections::{BTreeMap, HashMap};

use super::colour::Colour;
use super::exact_cover::{Cover, ItemId, OptionId, invert};
use super::item_sums::{item_numbers, item_sum};

/// One symmetry: what becomes of each item and of each option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Element {
    /// The image of each item.
    pub items: Vec<ItemId>,
    /// The image of each option.
    pub options: Vec<OptionId>,
}

/// A group of symmetries, every element listed, the identity first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Group {
    elements: Vec<Element>,
}

/// Symmetries that generate conjugate subgroups, so that they leave as many solutions as they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Class {
    /// The symmetries, by number.
    pub elements: Vec<usize>,
    /// How often each has to be repeated until all is as it was.
    pub order: usize,
}

/// Where a solution stands among its images under some symmetries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// None of the images comes before it, and `stabiliser` of the symmetries leave it as it is.
    Least {
        /// The number of symmetries that map the solution to itself, the identity included.
        stabiliser: usize,
    },
    /// One of the images comes before it.
    NotLeast,
}

impl Group {
    /// The identity alone.
    pub fn trivial(cover: &Cover) -> Self {
        let identity =
            Element { items: cover.items().collect(), options: cover.options().collect() };
        Self { elements: vec![identity] }
    }

    /// A group from its elements.
    ///
    /// # Panics
    /// When the first is not the identity, or one of them does not map the options of `cover`
    /// onto options by the way in which it maps their items, or maps an item to one that asks for
    /// something else, or two colours of an item to one. Costs time linear in the elements.
    pub fn new(cover: &Cover, elements: Vec<Element>) -> Self {
        let identity = &Self::trivial(cover).elements[0];
        assert!(elements.first() == Some(identity), "the first element must be the identity");
        // Sums tell sets of items apart sooner than the items do.
        let numbers = item_numbers(cover);
        let sums: Vec<u64> =
            cover.options().map(|option| item_sum(cover, &numbers, option)).collect();
        let demand = |item| (cover.is_primary(item), cover.least(item), cover.multiplicity(item));
        for element in &elements {
            let is_kept = |item: ItemId| demand(item) == demand(element.items[item.index()]);
            assert!(cover.items().all(is_kept), "an element changes what an item asks for");
            assert!(keeps_colours(cover, element), "an element confuses colours");
            let of_images: Vec<u64> =
                element.items.iter().map(|image| numbers[image.index()]).collect();
            let is_mapped = |option: OptionId| {
                let image = element.options[option.index()];
                item_sum(cover, &of_images, option) == sums[image.index()]
            };
            assert!(cover.options().all(is_mapped), "an element maps an option to no option");
        }
        Self { elements }
    }

    /// The number of elements.
    pub fn order(&self) -> usize {
        self.elements.len()
    }

    /// The elements, the identity first.
    pub fn elements(&self) -> &[Element] {
        &self.elements
    }

    /// Whether each of these elements maps the item to itself.
    pub fn fixes(&self, elements: &[usize], item: ItemId) -> bool {
        elements.iter().all(|&g| self.elements[g].items[item.index()] == item)
    }

    /// The elements among these that map the option to itself.
    pub fn stabiliser(&self, elements: &[usize], option: OptionId) -> Vec<usize> {
        let fixes = |&g: &usize| self.elements[g].options[option.index()] == option;
        elements.iter().copied().filter(fixes).collect()
    }

    /// The classes of these elements, which must be a subgroup; in the order of the first of each. Where their
    /// items cannot tell two of them apart, each is a class. Costs, for each element, an image of all items
    /// under each of a few that generate the subgroup.
    pub fn classes(&self, subgroup: &[usize]) -> Vec<Class> {
        let numbers: HashMap<&[ItemId], usize> =
            subgroup.iter().map(|&g| (self.items(g), g)).collect();
        let is_faithful = numbers.len() == subgroup.len();
        let generators = if is_faithful { self.generators(subgroup, &numbers) } else { Vec::new() };
        let with_inverse = |&h: &usize| {
            let items = self.items(h);
            (items, invert(items.iter().map(|item| item.index()), items.len()))
        };
        let generators: Vec<_> = generators.iter().map(with_inverse).collect();
        let mut is_classed = vec![false; self.elements.len()];
        let mut classes = Vec::new();
        for &g in subgroup {
            if is_classed[g] {
                continue;
            }
            let mut powers = vec![self.items(g).to_vec()];
            while !is_identity(&powers[powers.len() - 1]) {
                powers.push(compose(self.items(g), &powers[powers.len() - 1]));
            }
            let order = powers.len();
            let mut elements = Vec::new();
            let mut join = |elements: &mut Vec<usize>, number: usize| {
                if !std::mem::replace(&mut is_classed[number], true) {
                    elements.push(number);
                }
            };
            join(&mut elements, g);
            if is_faithful {
                for (_, power) in (1..).zip(&powers).filter(|(k, _)| gcd(*k, order) == 1) {
                    join(&mut elements, numbers[power.as_slice()]);
                }
            }
            let mut next = 0;
            while next < elements.len() {
                let items = self.items(elements[next]);
                for (generator, inverse) in &generators {
                    let there = inverse.iter().map(|&item| items[item]);
                    let conjugate: Vec<ItemId> =
                        there.map(|item| generator[item.index()]).collect();
                    join(&mut elements, numbers[conjugate.as_slice()]);
                }
                next += 1;
            }
            elements.sort_unstable();
            classes.push(Class { elements, order });
        }
        classes
    }

    /// Some elements of a subgroup, few, of which all others are made.
    fn generators(&self, subgroup: &[usize], numbers: &HashMap<&[ItemId], usize>) -> Vec<usize> {
        let mut generators = Vec::new();
        let mut is_made = vec![false; self.elements.len()];
        let mut made = Vec::new();
        for &g in subgroup {
            if is_made[g] {
                continue;
            }
            if !is_identity(self.items(g)) {
                generators.push(g);
            }
            is_made[g] = true;
            made.push(g);
            // Those that were made before are made once more, with the new one.
            let mut next = 0;
            while next < made.len() {
                for &generator in &generators {
                    let product = compose(self.items(generator), self.items(made[next]));
                    let product = numbers[product.as_slice()];
                    if !std::mem::replace(&mut is_made[product], true) {
                        made.push(product);
                    }
                }
                next += 1;
            }
        }
        generators
    }

    fn items(&self, element: usize) -> &[ItemId] {
        &self.elements[element].items
    }

    /// Whether the option comes first among its images under these elements.
    pub fn is_representative(&self, elements: &[usize], option: OptionId) -> bool {
        elements.iter().all(|&g| self.elements[g].options[option.index()] >= option)
    }

    /// Compares a solution with its images under these elements, as ascending lists of options.
    /// Costs `elements.len()` sorts of the solution.
    pub fn standing(&self, elements: &[usize], solution: &[OptionId]) -> Standing {
        let mut least = solution.to_vec();
        least.sort_unstable();
        let mut stabiliser = 0;
        let mut image = Vec::with_capacity(solution.len());
        for &g in elements {
            let options = &self.elements[g].options;
            image.clear();
            image.extend(solution.iter().map(|option| options[option.index()]));
            image.sort_unstable();
            match image.cmp(&least) {
                std::cmp::Ordering::Less => return Standing::NotLeast,
                std::cmp::Ordering::Equal => stabiliser += 1,
                std::cmp::Ordering::Greater => {}
            }
        }
        Standing::Least { stabiliser }
    }

    /// This group after items and options have been numbered anew.
    #[must_use]
    pub(super) fn renumbered(&self, items: &[ItemId], options: &[OptionId]) -> Self {
        let old_item = invert(items.iter().map(|item| item.index()), items.len());
        let old_option = invert(options.iter().map(|option| option.index()), options.len());
        let renumber = |element: &Element| Element {
            items: old_item.iter().map(|&i| items[element.items[i].index()]).collect(),
            options: old_option.iter().map(|&o| options[element.options[o].index()]).collect(),
        };
        Self { elements: self.elements.iter().map(renumber).collect() }
    }
}

fn is_identity(items: &[ItemId]) -> bool {
    items.iter().enumerate().all(|(number, item)| item.index() == number)
}

/// What becomes of each item by `first`, and then by `second`.
fn compose(second: &[ItemId], first: &[ItemId]) -> Vec<ItemId> {
    first.iter().map(|item| second[item.index()]).collect()
}

/// The greatest common divisor.
fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Whether a symmetry maps the colours of each item one by one to those of its image.
fn keeps_colours(cover: &Cover, element: &Element) -> bool {
    if !cover.has_colours() {
        return true;
    }
    let (mut there, mut back) = (BTreeMap::new(), BTreeMap::new());
    cover.options().all(|option| {
        let image = element.options[option.index()];
        let of_image: BTreeMap<ItemId, Option<Colour>> = cover.entries_of(image).collect();
        cover.entries_of(option).all(|(item, colour)| {
            let to = element.items[item.index()];
            let Some(&other) = of_image.get(&to) else { return false };
            *there.entry((item, colour)).or_insert(other) == other
                && *back.entry((item, other)).or_insert(colour) == colour
                && colour.is_some() == other.is_some()
        })
    })
}

#[cfg(test)]
mod tests {
    use super::super::labelled_builder::LabelledBuilder;
    use super::*;

    /// Two items that a symmetry swaps, and an option on each.
    fn swap() -> (Cover, Vec<Element>) {
        let mut builder = LabelledBuilder::new();
        builder.primary(0, 1).unwrap();
        builder.primary(1, 1).unwrap();
        builder.option([0]).unwrap();
        builder.option([1]).unwrap();
        let cover = builder.finish();
        let identity = Group::trivial(&cover).elements[0].clone();
        let swap =
            Element { items: vec![ItemId(1), ItemId(0)], options: vec![OptionId(1), OptionId(0)] };
        (cover, vec![identity, swap])
    }

    #[test]
    fn a_solution_is_least_or_not_and_its_stabiliser_is_counted() {
        let (cover, elements) = swap();
        let group = Group::new(&cover, elements);
        let both = [OptionId(1), OptionId(0)];
        assert_eq!(group.standing(&[0, 1], &both), Standing::Least { stabiliser: 2 });
        assert_eq!(group.standing(&[0, 1], &[OptionId(0)]), Standing::Least { stabiliser: 1 });
        assert_eq!(group.standing(&[0, 1], &[OptionId(1)]), Standing::NotLeast);
    }

    #[test]
    fn the_symmetries_of_a_square_are_of_five_classes() {
        // The corners 0 to 3 in a circle, turned and reflected.
        let turn = |by: u32| move |corner: u32| (corner + by) % 4;
        let reflect = |by: u32| move |corner: u32| (by + 4 - corner) % 4;
        let images = |image: &dyn Fn(u32) -> u32| Element {
            items: (0..4).map(|corner| ItemId(image(corner))).collect(),
            options: (0..4).map(|corner| OptionId(image(corner))).collect(),
        };
        let mut builder = LabelledBuilder::new();
        for corner in 0..4 {
            builder.primary(corner, 1).unwrap();
        }
        for corner in 0..4 {
            builder.option([corner]).unwrap();
        }
        let turns = (0..4).map(|by| images(&turn(by)));
        let elements: Vec<Element> = turns.chain((0..4).map(|by| images(&reflect(by)))).collect();
        let group = Group::new(&builder.finish(), elements);
        let classes = |subgroup: &[usize]| -> Vec<(Vec<usize>, usize)> {
            let classes = group.classes(subgroup).into_iter();
            classes.map(|class| (class.elements, class.order)).collect()
        };
        let all = classes(&[0, 1, 2, 3, 4, 5, 6, 7]);
        let expected =
            [(vec![0], 1), (vec![1, 3], 4), (vec![2], 2), (vec![4, 6], 2), (vec![5, 7], 2)];
        assert_eq!(all, expected);
        // Nothing but a turn by a quarter exchanges the two.
        assert_eq!(classes(&[0, 2, 4, 6]), [0, 2, 4, 6].map(|g| (vec![g], 1 + usize::from(g > 0))));
    }

    #[test]
    fn of_many_symmetries_that_commute_each_is_a_class_which_is_soon_told() {
        // Twelve pairs, each exchanged or not: comparing each symmetry with each would take minutes.
        let pairs = 12;
        let mut builder = LabelledBuilder::new();
        for item in 0..2 * pairs {
            builder.primary(item, 1).unwrap();
        }
        for item in 0..2 * pairs {
            builder.option([item]).unwrap();
        }
        let image = |exchanged: u32, number: u32| number ^ (exchanged >> (number / 2) & 1);
        let element = |exchanged: u32| Element {
            items: (0..2 * pairs).map(|item| ItemId(image(exchanged, item))).collect(),
            options: (0..2 * pairs).map(|option| OptionId(image(exchanged, option))).collect(),
        };
        let group = Group::new(&builder.finish(), (0..1 << pairs).map(element).collect());
        let all: Vec<usize> = (0..group.order()).collect();
        let classes = group.classes(&all);
        assert_eq!(classes.len(), group.order());
        assert!(classes.iter().skip(1).all(|class| class.order == 2));
    }

    #[test]
    fn symmetries_that_items_do_not_tell_apart_are_classes_of_their_own() {
        let mut builder = LabelledBuilder::new();
        builder.primary(0, 1).unwrap();
        for _ in 0..2 {
            builder.option([0]).unwrap();
        }
        let elements = [[0, 1], [1, 0]].map(|options| Element {
            items: vec![ItemId(0)],
            options: options.map(OptionId).to_vec(),
        });
        let group = Group::new(&builder.finish(), elements.to_vec());
        let classes = group.classes(&[0, 1]);
        assert_eq!(classes.iter().map(|class| &class.elements).collect::<Vec<_>>(), [&[0], &[1]]);
    }

    #[test]
    #[should_panic(expected = "changes what an item asks for")]
    fn an_element_that_exchanges_items_that_ask_for_different_things_is_refused() {
        let cover = Cover::parse_dlx("a 0:1|b\na\nb\n").unwrap();
        let _ = Group::new(&cover, swap().1);
    }

    #[test]
    #[should_panic(expected = "confuses colours")]
    fn an_element_that_maps_two_colours_to_one_is_refused() {
        let cover = Cover::parse_dlx("a b | x\na x:1\nb x:1\na x:1\nb x:2\n").unwrap();
        let identity = Group::trivial(&cover).elements[0].clone();
        let items = vec![ItemId(1), ItemId(0), ItemId(2)];
        let options = [1, 0, 3, 2].map(OptionId).to_vec();
        let _ = Group::new(&cover, vec![identity, Element { items, options }]);
    }

    #[test]
    #[should_panic(expected = "maps an option to no option")]
    fn an_element_that_tears_an_option_apart_is_refused() {
        let (cover, mut elements) = swap();
        elements[1].options = vec![OptionId(0), OptionId(1)];
        let _ = Group::new(&cover, elements);
    }
}
