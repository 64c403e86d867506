//! The graph of a cover whose automorphisms are its symmetries: a vertex for each item and each
//! option, and one for each colour that an item has somewhere, joined to the item and to the options
//! that give it. So an automorphism may exchange the colours of an item, which takes solutions to
//! solutions: only whether colours differ matters.
//!
//! Options with the same entries share a vertex, and so do items that ask for the same and are in the
//! same options: exchanging such twins changes nothing else, and each would be another level of the
//! search. Vertices carry what must be kept: what an item asks for, how long an option is, how many
//! twins there are.
//!
//! Cost: linear in the entries, and sorting them.

use std::collections::HashMap;
use std::ops::Range;

use crate::cover::colour::Colour;
use crate::cover::exact_cover::{ItemId, OptionId};

/// What an item asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Demand {
    /// What kind of item it is; of one kind are only such as may be exchanged.
    pub kind: u8,
    /// How many options cover it at least.
    pub least: u32,
    /// How many at most.
    pub most: u32,
}

/// An item in an option, with its colour if it has one there.
pub(crate) type Entry = (ItemId, Option<Colour>);

/// What must be kept of a vertex, which is the colour of the graph there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum VertexColour {
    /// Items that ask for something, so many of them.
    Items(Demand, u32),
    /// Options with the same entries, so many of them.
    Options(u32),
    /// A colour of an item.
    ItemColour,
}

/// The graph of items and options.
#[derive(Clone, Debug, Default)]
pub(crate) struct Graph {
    /// `starts[v]..starts[v + 1]` are the neighbours of a vertex.
    starts: Vec<u32>,
    neighbours: Vec<u32>,
    colours: Vec<VertexColour>,
    /// The twins of each vertex of items, which come first, ascending.
    pub items: Vec<Vec<ItemId>>,
    /// The twins of each vertex of options, which come next, ascending.
    pub options: Vec<Vec<OptionId>>,
    /// The vertex of each option; of those that have none, some number past the end.
    vertex_of: Vec<u32>,
}

/// What has no vertex.
const NONE: u32 = u32::MAX;

impl Graph {
    /// The graph of some items with their demands, and of options with their entries, all of which
    /// are of those items. Both are ascending. `keeps_twins` says whether twins among the items must
    /// have as many images; they say the same again, so that solutions do not depend on it.
    pub fn new(
        items: &[(ItemId, Demand)],
        options: &[(OptionId, Vec<Entry>)],
        keeps_twins: bool,
    ) -> Self {
        let item_numbers = items.last().map_or(0, |(item, _)| item.index() + 1);
        let (classes, entries) = twin_options(options);
        let mut graph = Self { options: classes, ..Self::default() };
        let option_numbers = options.last().map_or(0, |(option, _)| option.index() + 1);
        graph.vertex_of = vec![NONE; option_numbers];
        // The vertex of each item: the first of its twins gives it.
        let mut of_item = vec![Vec::new(); item_numbers];
        let mut has_colours = vec![false; item_numbers];
        for (class, entries) in entries.iter().enumerate() {
            for &(item, colour) in *entries {
                of_item[item.index()].push(class as u32);
                has_colours[item.index()] |= colour.is_some();
            }
        }
        let mut item_vertex = vec![NONE; item_numbers];
        let mut twins: HashMap<(Demand, &[u32]), usize> = HashMap::new();
        for &(item, demand) in items {
            let next = graph.items.len();
            let vertex = if has_colours[item.index()] {
                next
            } else {
                *twins.entry((demand, of_item[item.index()].as_slice())).or_insert(next)
            };
            if vertex == next {
                graph.items.push(Vec::new());
                graph.colours.push(VertexColour::Items(demand, 0));
            }
            graph.items[vertex].push(item);
            item_vertex[item.index()] = vertex as u32;
        }
        for (vertex, twins) in graph.items.iter().enumerate() {
            if let VertexColour::Items(_, count) = &mut graph.colours[vertex]
                && keeps_twins
            {
                *count = twins.len() as u32;
            }
        }
        let Range { start: first_option, end: first_pair } = graph.option_vertices();
        let mut edges = Vec::new();
        let mut pairs: HashMap<(u32, Colour), u32> = HashMap::new();
        for (class, entries) in (first_option..).zip(&entries) {
            let twins = &graph.options[(class - first_option) as usize];
            graph.colours.push(VertexColour::Options(twins.len() as u32));
            for option in twins {
                graph.vertex_of[option.index()] = class;
            }
            for &(item, colour) in *entries {
                let vertex = item_vertex[item.index()];
                match colour {
                    None if graph.items[vertex as usize][0] == item => edges.push((class, vertex)),
                    None => {}
                    Some(colour) => {
                        let next = first_pair + pairs.len() as u32;
                        let pair = *pairs.entry((vertex, colour)).or_insert(next);
                        if pair == next {
                            edges.push((pair, vertex));
                        }
                        edges.push((class, pair));
                    }
                }
            }
        }
        graph.colours.extend(std::iter::repeat_n(VertexColour::ItemColour, pairs.len()));
        graph.join(&edges);
        graph
    }

    /// Lists the neighbours at both ends of each edge.
    fn join(&mut self, edges: &[(u32, u32)]) {
        let mut starts = vec![0_u32; self.colours.len() + 1];
        for &(a, b) in edges {
            starts[a as usize + 1] += 1;
            starts[b as usize + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        self.neighbours = vec![0; 2 * edges.len()];
        for &(a, b) in edges {
            for (from, to) in [(a, b), (b, a)] {
                self.neighbours[next[from as usize] as usize] = to;
                next[from as usize] += 1;
            }
        }
        self.starts = starts;
    }

    /// The number of vertices.
    pub fn vertex_count(&self) -> usize {
        self.colours.len()
    }

    /// The vertices of options.
    pub(super) fn option_vertices(&self) -> Range<u32> {
        let first = self.items.len() as u32;
        first..first + self.options.len() as u32
    }

    /// The vertices that are no options: of items, and then of their colours.
    pub(super) fn points(&self) -> impl Iterator<Item = u32> {
        let options = self.option_vertices();
        (0..options.start).chain(options.end..self.vertex_count() as u32)
    }

    /// The number of edges, each counted at both its ends.
    pub fn edge_count(&self) -> usize {
        self.neighbours.len()
    }

    /// What must be kept of a vertex.
    pub(super) fn colour(&self, vertex: u32) -> VertexColour {
        self.colours[vertex as usize]
    }

    /// The neighbours of a vertex.
    pub(super) fn neighbours(&self, vertex: u32) -> &[u32] {
        let from = self.starts[vertex as usize] as usize;
        &self.neighbours[from..self.starts[vertex as usize + 1] as usize]
    }

    /// The vertex of an option that has one.
    pub fn vertex_of(&self, option: OptionId) -> u32 {
        self.vertex_of[option.index()]
    }
}

/// Options in classes of such as have the same entries, each ascending, by their first members; and the
/// entries of each class.
fn twin_options(options: &[(OptionId, Vec<Entry>)]) -> (Vec<Vec<OptionId>>, Vec<&[Entry]>) {
    // Most covers name their options in order, so that there is little to sort.
    let mut sorted: Vec<&(OptionId, Vec<Entry>)> = options.iter().collect();
    sorted.sort_by(|a, b| a.1.cmp(&b.1));
    let mut classes: Vec<&[&(OptionId, Vec<Entry>)]> = sorted.chunk_by(|a, b| a.1 == b.1).collect();
    classes.sort_by_key(|class| class[0].0);
    let twins = |class: &[&(OptionId, Vec<Entry>)]| class.iter().map(|option| option.0).collect();
    let entries = classes.iter().map(|class| class[0].1.as_slice());
    (classes.iter().map(|class| twins(class)).collect(), entries.collect())
}
