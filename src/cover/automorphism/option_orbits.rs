//! Which of some options are images of each other, as far as that can be proved.
//!
//! Cells of the equitable partition say which may be; an automorphism proves it. What is not proved
//! stays apart, which costs whoever goes by it time, and never truth.

use std::collections::{HashMap, HashSet};

use crate::cover::exact_cover::OptionId;

use super::graph::Graph;
use super::orbits::Orbits;
use super::search::{Found, Path, Search};
use crate::work_limit::{Spent, WorkLimit};

/// The orbits of the options of a graph, as far as they are known.
#[derive(Clone, Debug)]
pub(crate) struct OptionOrbits<'g> {
    search: Search<'g>,
    orbits: Orbits,
}

/// An orbit that is known.
struct Known {
    /// Its number among those that were asked for.
    orbit: usize,
    /// The vertex of one of its options.
    first: u32,
    /// The first path from there, once it was begun.
    path: Option<Path>,
}

impl<'g> OptionOrbits<'g> {
    /// Of a graph, of which no automorphism is known yet.
    ///
    /// # Errors
    /// When refining its partition is more work than is allowed.
    pub fn new(graph: &'g Graph, effort: &mut WorkLimit<'_>) -> Result<Self, Spent> {
        let search = Search::new(graph, effort)?;
        Ok(Self { search, orbits: Orbits::new(graph.vertex_count()) })
    }

    /// Whether no two vertices can be images of each other.
    pub fn is_trivial(&self) -> bool {
        let graph = self.search.graph();
        let has_twins = graph.options.iter().any(|twins| twins.len() > 1);
        self.search.partition.cell_count() == graph.vertex_count() && !has_twins
    }

    /// The fewest orbits in which these options can lie.
    pub fn fewest(&self, options: &[OptionId]) -> usize {
        let cells: HashSet<u32> = options.iter().map(|&option| self.cell(option)).collect();
        cells.len()
    }

    fn cell(&self, option: OptionId) -> u32 {
        self.search.partition.cell_of(self.search.graph().vertex_of(option))
    }

    /// The orbits of some options, as far as they are proved.
    ///
    /// # Errors
    /// When that is more work than is allowed.
    pub fn of(
        &mut self,
        options: &[OptionId],
        effort: &mut WorkLimit<'_>,
    ) -> Result<Vec<Vec<OptionId>>, Spent> {
        let mut orbits: Vec<Vec<OptionId>> = Vec::new();
        // The orbits that are known in each cell.
        let mut known: HashMap<u32, Vec<Known>> = HashMap::new();
        for &option in options {
            let vertex = self.search.graph().vertex_of(option);
            let known = known.entry(self.cell(option)).or_default();
            if let Some(orbit) = self.orbit_of(vertex, known, effort)? {
                orbits[orbit].push(option);
            } else {
                known.push(Known { orbit: orbits.len(), first: vertex, path: None });
                orbits.push(vec![option]);
            }
        }
        Ok(orbits)
    }

    /// Which of the known orbits of its cell the vertex is proved to be in.
    fn orbit_of(
        &mut self,
        vertex: u32,
        known: &mut [Known],
        effort: &mut WorkLimit<'_>,
    ) -> Result<Option<usize>, Spent> {
        effort.spend(known.len() as u64 + 1)?;
        let root = self.orbits.find(vertex);
        if let Some(known) = known.iter().find(|known| self.orbits.find(known.first) == root) {
            return Ok(Some(known.orbit));
        }
        for Known { orbit, first, path } in known.iter_mut() {
            let path = match path {
                Some(path) => path,
                none => none.insert(self.search.path_from(*first, 1, effort)?),
            };
            let mut found = self.search.find(path, 0, vertex, effort)?;
            if found == Found::GivenUp && !path.is_whole() {
                *path = self.search.path_from(*first, usize::MAX, effort)?;
                found = self.search.find(path, 0, vertex, effort)?;
            }
            if let Found::Automorphism(images) = found {
                self.orbits.join_images(&images);
                return Ok(Some(*orbit));
            }
        }
        Ok(None)
    }
}
