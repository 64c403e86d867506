//! The group of a cover: its order, generators, and all its elements where they are not too many.
//!
//! The group is found along a chain of stabilisers (Sims): each vertex of the first path has an orbit
//! under what fixes those before it, and the order is the product of the lengths of these orbits.
//! Every element is a product of one step for each of them, in one way. Twins among the options are
//! permuted by themselves, a factorial for each class of them; twins among the items are not, since
//! that moves no option.
//!
//! Cost: an automorphism for each generator, and a search in vain for each orbit that stays apart.

use std::fmt;

use crate::cover::exact_cover::{Cover, ItemId, OptionId};
use crate::cover::symmetry::Element;
use crate::number::grouped;

use super::graph::{Demand, Graph};
use super::orbits::Orbits;
use super::search::{Found, Search};
use crate::work_limit::{Spent, WorkLimit};

/// The automorphisms of a cover, as far as they were found.
#[derive(Clone, Debug)]
pub(crate) struct Automorphisms {
    graph: Graph,
    item_count: usize,
    option_count: usize,
    /// From the last vertex of the first path to the first.
    chain: Vec<Link>,
    is_whole: bool,
}

/// A vertex of the first path.
#[derive(Clone, Debug)]
struct Link {
    vertex: u32,
    /// How long its orbit is under what fixes the vertices before it.
    orbit: u64,
    /// What was found to fix those and to move it.
    generators: Vec<Vec<u32>>,
}

/// The order of a group.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Order {
    /// The number; nothing where it does not fit.
    pub exact: Option<u128>,
    /// Its logarithm to base 10.
    pub log10: f64,
    /// Whether it is that of the whole group, and not of a part that was found.
    pub is_whole: bool,
}

impl Automorphisms {
    /// Of a cover, as far as they are found with this effort.
    pub fn of_cover(cover: &Cover, effort: &mut WorkLimit<'_>) -> Self {
        let demand = |item| Demand {
            kind: u8::from(cover.is_primary(item)) + 2 * u8::from(cover.is_coloured(item)),
            least: cover.least(item),
            most: cover.multiplicity(item),
        };
        let items: Vec<(ItemId, Demand)> = cover.items().map(|item| (item, demand(item))).collect();
        let entries = |option| (option, cover.entries_of(option).collect());
        let options: Vec<_> = cover.options().map(entries).collect();
        let mut found = Self {
            graph: Graph::new(&items, &options, true),
            item_count: cover.item_count(),
            option_count: cover.option_count(),
            chain: Vec::new(),
            is_whole: true,
        };
        found.is_whole = found.find(effort) == Ok(true);
        found
    }

    /// Finds the chain; whether that is the whole group.
    fn find(&mut self, effort: &mut WorkLimit<'_>) -> Result<bool, Spent> {
        effort.spend(self.graph.edge_count() as u64)?;
        let mut search = Search::new(&self.graph, effort)?;
        let path = search.descend(None, usize::MAX, effort)?;
        let mut orbits = Orbits::new(self.graph.vertex_count());
        let mut is_whole = true;
        for (depth, level) in path.levels.iter().enumerate().rev() {
            search.partition.undo(level.mark);
            let mut link = Link { vertex: level.vertex, orbit: 1, generators: Vec::new() };
            let mut others = search.partition.members(level.cell).to_vec();
            others.sort_unstable();
            let mut apart: Vec<u32> = Vec::new();
            let mut ended = Ok(());
            for vertex in others {
                let root = orbits.find(vertex);
                if root == orbits.find(level.vertex)
                    || apart.iter().any(|&other| orbits.find(other) == root)
                {
                    continue;
                }
                match search.find(&path, depth, vertex, effort) {
                    Ok(Found::Automorphism(images)) => {
                        orbits.join_images(&images);
                        link.generators.push(images);
                    }
                    Ok(found) => {
                        is_whole &= found == Found::Nothing;
                        apart.push(vertex);
                    }
                    Err(spent) => {
                        ended = Err(spent);
                        break;
                    }
                }
            }
            link.orbit = u64::from(orbits.size(level.vertex));
            self.chain.push(link);
            ended?;
        }
        Ok(is_whole)
    }

    /// How many there are.
    pub fn order(&self) -> Order {
        let twins = self.graph.options.iter().flat_map(|twins| 2..=twins.len() as u64);
        let factors = || self.chain.iter().map(|link| link.orbit).chain(twins.clone());
        Order {
            exact: factors().try_fold(1_u128, |order, factor| order.checked_mul(factor.into())),
            log10: factors().map(|factor| (factor as f64).log10()).sum(),
            is_whole: self.is_whole,
        }
    }

    /// Some that generate all of them.
    #[cfg(test)]
    pub fn generators(&self) -> Vec<Element> {
        let chain = self.chain.iter().flat_map(|link| &link.generators);
        let lifted = chain.map(|images| self.lifted(images));
        let twins = self.graph.options.iter().flat_map(|twins| twins.windows(2));
        lifted.chain(twins.map(|pair| self.exchange(pair[0], pair[1]))).collect()
    }

    /// All of them, the identity first.
    pub fn elements(&self) -> Vec<Element> {
        let mut elements = vec![self.identity()];
        let mut generators: Vec<&Vec<u32>> = Vec::new();
        for link in &self.chain {
            generators.extend(&link.generators);
            let steps = steps(link.vertex, &generators, self.graph.vertex_count());
            let steps: Vec<Element> = steps.iter().map(|images| self.lifted(images)).collect();
            elements = products(&steps, &elements);
        }
        for twins in &self.graph.options {
            for (at, &option) in twins.iter().enumerate().take(twins.len() - 1) {
                let steps: Vec<Element> =
                    twins[at..].iter().map(|&other| self.exchange(option, other)).collect();
                elements = products(&elements, &steps);
            }
        }
        elements
    }

    fn identity(&self) -> Element {
        Element {
            items: (0..self.item_count as u32).map(ItemId).collect(),
            options: (0..self.option_count as u32).map(OptionId).collect(),
        }
    }

    /// What exchanges two options that are twins.
    fn exchange(&self, one: OptionId, other: OptionId) -> Element {
        let mut element = self.identity();
        element.options.swap(one.index(), other.index());
        element
    }

    /// What an automorphism of the graph does to items and options, twins in their order.
    fn lifted(&self, images: &[u32]) -> Element {
        let mut element = self.identity();
        let (items, options) = (&self.graph.items, &self.graph.options);
        for (twins, &image) in items.iter().zip(images) {
            for (&item, &to) in twins.iter().zip(&items[image as usize]) {
                element.items[item.index()] = to;
            }
        }
        for (twins, &image) in options.iter().zip(&images[items.len()..]) {
            for (&option, &to) in twins.iter().zip(&options[image as usize - items.len()]) {
                element.options[option.index()] = to;
            }
        }
        element
    }
}

/// One product of generators for each image of a vertex under them, the identity first.
fn steps(vertex: u32, generators: &[&Vec<u32>], count: usize) -> Vec<Vec<u32>> {
    let mut is_met = vec![false; count];
    is_met[vertex as usize] = true;
    let mut steps: Vec<Vec<u32>> = vec![(0..count as u32).collect()];
    let mut at = 0;
    while at < steps.len() {
        for generator in generators {
            let image = generator[steps[at][vertex as usize] as usize];
            if !std::mem::replace(&mut is_met[image as usize], true) {
                let step = steps[at].iter().map(|&between| generator[between as usize]);
                steps.push(step.collect());
            }
        }
        at += 1;
    }
    steps
}

/// Every product of one of the second followed by one of the first.
fn products(after: &[Element], before: &[Element]) -> Vec<Element> {
    let product = |after: &Element, before: &Element| Element {
        items: before.items.iter().map(|item| after.items[item.index()]).collect(),
        options: before.options.iter().map(|option| after.options[option.index()]).collect(),
    };
    after.iter().flat_map(|after| before.iter().map(move |before| product(after, before))).collect()
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.is_whole {
            write!(f, "at least ")?;
        }
        match self.exact {
            Some(order) => write!(f, "{}", grouped(order)),
            None => write!(f, "{:.2}e{}", 10_f64.powf(self.log10.fract()), self.log10.floor()),
        }
    }
}
