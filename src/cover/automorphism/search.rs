//! The search for automorphisms: individualise and refine, as in nauty and its kin (Practical graph
//! isomorphism II, Journal of Symbolic Computation 60, 2014).
//!
//! A path goes down from an equitable partition: a vertex of the first open cell is made a cell of
//! its own, and the partition refined, until every cell has one vertex. Another path through the same
//! cells whose refinements leave the same traces pairs the vertices of both ends, and if edges go to
//! edges, that is an automorphism. Where a path fails it goes back to its last choice. The vertex of
//! the first path is tried first, so that what is found moves few vertices; and after each choice it is
//! tried to go on from the cells as they are ([`Guesser`]), which often is the end of it.
//!
//! Cost: a refinement for each choice. How many choices may be tried for one automorphism is limited,
//! and so is the work of all.

use super::graph::Graph;
use super::guess::Guesser;
use super::partition::{Partition, Trace, Tracing};
use crate::work_limit::{Spent, WorkLimit};

/// How many choices may be tried for an automorphism beside a few for each that it takes.
const MOST_CHOICES: usize = 64;

/// How many numbers a path may keep of the cells on its way.
const MOST_KEPT: usize = 1 << 22;

/// A graph with the partition that is at work.
#[derive(Clone, Debug)]
pub(super) struct Search<'g> {
    graph: &'g Graph,
    pub partition: Partition,
    /// What guesses go by, once there was one.
    guesser: Option<Guesser>,
    /// Whether a vertex is a neighbour of the one that is looked at.
    is_near: Vec<bool>,
    /// Whether a vertex is an image of another.
    is_image: Vec<bool>,
}

/// The first path, or its beginning.
#[derive(Clone, Debug, Default)]
pub(super) struct Path {
    /// The choices, from the first.
    pub levels: Vec<Level>,
    /// The vertices at its end, once it was gone so far.
    end: Option<Vec<u32>>,
}

/// A choice of the first path.
#[derive(Clone, Debug)]
pub(super) struct Level {
    /// The cell.
    pub cell: u32,
    /// The vertex.
    pub vertex: u32,
    /// How many splits there were before.
    pub mark: usize,
    trace: Trace,
    /// The cell of each vertex after it that is no option; nothing where that was too much to keep.
    cells: Vec<u32>,
}

/// What came of a search for an automorphism.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// This one: the image of each vertex.
    Automorphism(Vec<u32>),
    /// There is none.
    Nothing,
    /// It was given up.
    GivenUp,
}

impl Path {
    /// Whether it was gone to its end.
    pub fn is_whole(&self) -> bool {
        self.end.is_some()
    }

    /// Whether images keep the vertices that were chosen before a level, and take the one that was
    /// chosen there to this one.
    fn is_taken(&self, level: usize, wanted: u32, images: &[u32]) -> bool {
        let image = |level: &Level| images[level.vertex as usize];
        self.levels[..level].iter().all(|level| image(level) == level.vertex)
            && image(&self.levels[level]) == wanted
    }
}

impl<'g> Search<'g> {
    /// Of a graph, with its equitable partition.
    ///
    /// # Errors
    /// When that is more work than is allowed.
    pub fn new(graph: &'g Graph, effort: &mut WorkLimit<'_>) -> Result<Self, Spent> {
        let mut partition = Partition::new(graph);
        partition.refine(graph, &mut Tracing::Keep(&mut Trace::default()), effort)?;
        let none = vec![false; graph.vertex_count()];
        Ok(Self { graph, partition, guesser: None, is_near: none.clone(), is_image: none })
    }

    /// The graph.
    pub fn graph(&self) -> &'g Graph {
        self.graph
    }

    /// The first path from the partition as it is, or so many levels of it, which begins with this vertex if
    /// there is one. The partition stays at its end.
    ///
    /// # Errors
    /// When that is more work than is allowed; the partition is then as before.
    pub fn descend(
        &mut self,
        first: Option<u32>,
        most_levels: usize,
        effort: &mut WorkLimit<'_>,
    ) -> Result<Path, Spent> {
        let begun = self.partition.mark();
        let mut path = Path::default();
        let mut from = 0;
        let mut next = first.map(|vertex| (self.partition.cell_of(vertex), vertex));
        while path.levels.len() < most_levels {
            let choice = next.take().or_else(|| {
                let cell = self.partition.first_open(from)?;
                from = cell;
                self.partition.members(cell).iter().min().map(|&vertex| (cell, vertex))
            });
            let Some((cell, vertex)) = choice else { break };
            let mark = self.partition.mark();
            let mut trace = Trace::default();
            self.partition.individualise(vertex);
            let refined = self.partition.refine(self.graph, &mut Tracing::Keep(&mut trace), effort);
            if let Err(spent) = refined {
                self.partition.undo(begun);
                return Err(spent);
            }
            let kept = (path.levels.len() + 1) * self.graph.vertex_count();
            let points = self.graph.points().filter(|_| kept <= MOST_KEPT);
            let cells = points.map(|point| self.partition.cell_of(point)).collect();
            path.levels.push(Level { cell, vertex, mark, trace, cells });
        }
        let is_whole = self.partition.cell_count() == self.graph.vertex_count();
        path.end = is_whole.then(|| self.partition.elements().to_vec());
        Ok(path)
    }

    /// The first path from a vertex, or so many levels of it.
    ///
    /// # Errors
    /// When that is more work than is allowed. The partition is as before in any case.
    pub fn path_from(
        &mut self,
        first: u32,
        most_levels: usize,
        effort: &mut WorkLimit<'_>,
    ) -> Result<Path, Spent> {
        let mark = self.partition.mark();
        let path = self.descend(Some(first), most_levels, effort);
        self.partition.undo(mark);
        path
    }

    /// An automorphism that goes the path up to a level, where the partition is, and there takes
    /// the path's vertex to this one, which is in its cell. By a path that is not whole it is given up where it
    /// cannot be guessed.
    ///
    /// # Errors
    /// When that is more work than is allowed. The partition is as before in any case.
    pub fn find(
        &mut self,
        path: &Path,
        level: usize,
        wanted: u32,
        effort: &mut WorkLimit<'_>,
    ) -> Result<Found, Spent> {
        let begun = self.partition.mark();
        let mut choices_left = MOST_CHOICES + 4 * path.levels.len();
        // What is left to try at each level from this one on, the next one last.
        let mut open: Vec<(usize, Vec<u32>)> = vec![(begun, vec![wanted])];
        let found = loop {
            let depth = level + open.len().saturating_sub(1);
            let Some((mark, candidates)) = open.last_mut() else { break Ok(Found::Nothing) };
            let mark = *mark;
            self.partition.undo(mark);
            let Some(vertex) = candidates.pop() else {
                open.pop();
                continue;
            };
            if choices_left == 0 {
                break Ok(Found::GivenUp);
            }
            choices_left -= 1;
            self.partition.individualise(vertex);
            let mut tracing = Tracing::Compare(&path.levels[depth].trace);
            match self.partition.refine(self.graph, &mut tracing, effort) {
                Err(spent) => break Err(spent),
                Ok(false) => continue,
                Ok(true) => {}
            }
            match self.guess(&path.levels[depth].cells, effort) {
                Err(spent) => break Err(spent),
                Ok(Some(images)) if path.is_taken(level, wanted, &images) => {
                    break Ok(Found::Automorphism(images));
                }
                Ok(_) => {}
            }
            if let Some(next) = path.levels.get(depth + 1) {
                let mut candidates = self.partition.members(next.cell).to_vec();
                candidates.sort_unstable_by_key(|&vertex| std::cmp::Reverse(vertex));
                if let Some(at) = candidates.iter().position(|&vertex| vertex == next.vertex) {
                    let own = candidates.remove(at);
                    candidates.push(own);
                }
                open.push((self.partition.mark(), candidates));
                continue;
            }
            let Some(end) = &path.end else { break Ok(Found::GivenUp) };
            let images = self.images(end);
            if self.is_automorphism(&images) {
                break Ok(Found::Automorphism(images));
            }
        };
        self.partition.undo(begun);
        found
    }

    /// The vertices at the end of the path, each with the one that is there now.
    fn images(&self, end: &[u32]) -> Vec<u32> {
        let mut images = vec![0; end.len()];
        for (&from, &to) in end.iter().zip(self.partition.elements()) {
            images[from as usize] = to;
        }
        images
    }

    /// An automorphism that is guessed from the cells that the path had after a choice, and those that
    /// are there now.
    ///
    /// # Errors
    /// When that is more work than is allowed.
    fn guess(
        &mut self,
        cells: &[u32],
        effort: &mut WorkLimit<'_>,
    ) -> Result<Option<Vec<u32>>, Spent> {
        if cells.is_empty() {
            return Ok(None);
        }
        let graph = self.graph;
        let guesser = self.guesser.get_or_insert_with(|| Guesser::new(graph));
        let guess = guesser.guess(graph, cells, &self.partition, effort)?;
        let Some(images) = guess else { return Ok(None) };
        effort.spend(graph.edge_count() as u64)?;
        Ok(self.is_automorphism(&images).then_some(images))
    }

    /// Whether this is a permutation that keeps colours and takes edges to edges.
    fn is_automorphism(&mut self, images: &[u32]) -> bool {
        let mut is_new = true;
        for &image in images {
            is_new &= !std::mem::replace(&mut self.is_image[image as usize], true);
        }
        for &image in images {
            self.is_image[image as usize] = false;
        }
        if !is_new {
            return false;
        }
        let graph = self.graph;
        (0..).zip(images).filter(|(vertex, image)| vertex != *image).all(|(vertex, &image)| {
            let (own, others) = (graph.neighbours(vertex), graph.neighbours(image));
            if graph.colour(vertex) != graph.colour(image) || own.len() != others.len() {
                return false;
            }
            for &near in others {
                self.is_near[near as usize] = true;
            }
            let all = own.iter().all(|&near| self.is_near[images[near as usize] as usize]);
            for &near in others {
                self.is_near[near as usize] = false;
            }
            all
        })
    }
}
