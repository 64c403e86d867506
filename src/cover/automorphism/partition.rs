//! An ordered partition of the vertices of a graph into cells, and its refinement until it is
//! equitable: any two vertices of a cell have as many neighbours in each cell (1-WL; the way of it is
//! Hopcroft's, every splitter but the largest part of a cell that is split).
//!
//! Cells are told by where they begin. Everything that is decided depends on that, on their lengths
//! and on numbers of neighbours alone, never on the names of vertices, so that two refinements of one
//! graph that go alike leave the same traces. A split can be undone, the last one first.
//!
//! Cost: the edges at the vertices of each splitter; memory, a dozen words for each vertex.

use super::graph::Graph;
use crate::work_limit::{Spent, WorkLimit};

/// What a refinement leaves for others to be compared with.
#[derive(Clone, Debug, Default)]
pub(super) struct Trace {
    marks: Vec<u64>,
}

/// Whether a refinement is the first of its kind, or is compared with that one.
#[derive(Debug)]
pub(super) enum Tracing<'t> {
    /// Its marks are kept.
    Keep(&'t mut Trace),
    /// Its marks should be these.
    Compare(&'t Trace),
}

/// Cells of vertices, in order.
#[derive(Clone, Debug)]
pub(super) struct Partition {
    /// The vertices, cell by cell.
    elements: Vec<u32>,
    /// Where each vertex is.
    position: Vec<u32>,
    /// Where the cell of each vertex begins.
    cell: Vec<u32>,
    /// The length of the cell that begins here.
    length: Vec<u32>,
    count: usize,
    /// How often a vertex came to another cell.
    moved: u64,
    /// Each split that can be undone: the cell, and where the part begins that was split off its end.
    splits: Vec<(u32, u32)>,
    queue: Vec<u32>,
    is_queued: Vec<bool>,
    /// How many neighbours each vertex has in the splitter.
    hits: Vec<u32>,
    /// Those of each cell that have any.
    tails: Vec<Tail>,
    /// The vertices that have any, so many of them; there is a place more than vertices.
    touched: Vec<u32>,
    touched_count: usize,
    touched_cells: Vec<u32>,
}

/// The vertices of a cell that have neighbours in the splitter.
#[derive(Clone, Copy, Debug, Default)]
struct Tail {
    /// How many there are.
    count: u32,
    /// How many of them were moved to the end of the cell.
    moved: u32,
    /// How many neighbours they have at least.
    least: u32,
    /// And at most.
    most: u32,
}

impl Tail {
    /// Counts a vertex with so many neighbours.
    fn add(&mut self, hits: u32) {
        self.least = if self.count == 0 { hits } else { self.least.min(hits) };
        self.most = self.most.max(hits);
        self.count += 1;
    }

    /// Whether all vertices of a cell of this length have as many, so that it is not split.
    fn is_all_alike(&self, length: u32) -> bool {
        self.count == length && self.least == self.most
    }
}

impl Partition {
    /// The vertices by their first colours, and what this leaves to refine by: every cell.
    pub fn new(graph: &Graph) -> Self {
        let count = graph.vertex_count();
        let mut elements: Vec<u32> = (0..count as u32).collect();
        elements.sort_by_key(|&vertex| graph.colour(vertex));
        let mut partition = Self {
            position: vec![0; count],
            cell: vec![0; count],
            length: vec![0; count],
            count: 0,
            moved: 0,
            splits: Vec::new(),
            queue: Vec::new(),
            is_queued: vec![false; count],
            hits: vec![0; count],
            tails: vec![Tail::default(); count],
            touched: vec![0; count + 1],
            touched_count: 0,
            touched_cells: Vec::new(),
            elements,
        };
        let mut start = 0;
        for at in 0..count {
            let vertex = partition.elements[at];
            let begins = at > 0 && graph.colour(vertex) != graph.colour(partition.elements[at - 1]);
            if at == 0 || begins {
                start = at;
                partition.count += 1;
                partition.enqueue(start as u32);
            }
            partition.position[vertex as usize] = at as u32;
            partition.cell[vertex as usize] = start as u32;
            partition.length[start] += 1;
        }
        partition
    }

    /// The number of cells.
    pub fn cell_count(&self) -> usize {
        self.count
    }

    /// Where the cell of a vertex begins, which is its name.
    pub fn cell_of(&self, vertex: u32) -> u32 {
        self.cell[vertex as usize]
    }

    /// The vertices of a cell.
    pub fn members(&self, cell: u32) -> &[u32] {
        &self.elements[cell as usize..][..self.length[cell as usize] as usize]
    }

    /// All vertices, in the order of the cells.
    pub fn elements(&self) -> &[u32] {
        &self.elements
    }

    /// The first cell from here on with more than one vertex.
    pub fn first_open(&self, from: u32) -> Option<u32> {
        let mut cell = from as usize;
        while cell < self.length.len() {
            match self.length[cell] {
                1 => cell += 1,
                _ => return Some(cell as u32),
            }
        }
        None
    }

    /// How many splits were made: a place to come back to.
    pub fn mark(&self) -> usize {
        self.splits.len()
    }

    /// Undoes all splits that were made since.
    pub fn undo(&mut self, mark: usize) {
        while self.splits.len() > mark {
            let Some((cell, from)) = self.splits.pop() else { return };
            let length = self.length[from as usize];
            for at in from..from + length {
                self.cell[self.elements[at as usize] as usize] = cell;
            }
            self.length[from as usize] = 0;
            self.length[cell as usize] += length;
            self.count -= 1;
        }
    }

    /// Makes a vertex of a larger cell a cell of its own, before the rest of it.
    pub fn individualise(&mut self, vertex: u32) {
        let cell = self.cell_of(vertex);
        self.swap(vertex, cell);
        self.split_off(cell, cell + 1);
        self.enqueue(cell);
    }

    /// Refines the partition until it is equitable. Says whether it went as the trace says; if it did
    /// not, it was broken off, and is to be undone.
    ///
    /// # Errors
    /// When that is more work than is allowed.
    pub fn refine(
        &mut self,
        graph: &Graph,
        tracing: &mut Tracing<'_>,
        effort: &mut WorkLimit<'_>,
    ) -> Result<bool, Spent> {
        let (mut next, mut marks) = (0, 0);
        let mut ended = Ok(true);
        while next < self.queue.len() {
            let splitter = self.queue[next];
            next += 1;
            self.is_queued[splitter as usize] = false;
            let work = self.count_hits(graph, splitter);
            let mark = self.split_touched(splitter);
            let work = work + std::mem::take(&mut self.moved);
            let is_alike = match tracing {
                Tracing::Keep(trace) => {
                    trace.marks.push(mark);
                    true
                }
                Tracing::Compare(trace) => trace.marks.get(marks) == Some(&mark),
            };
            marks += 1;
            ended = effort.spend(work).map(|()| is_alike);
            if ended != Ok(true) {
                break;
            }
        }
        for &cell in &self.queue[next..] {
            self.is_queued[cell as usize] = false;
        }
        self.queue.clear();
        let has_all = match tracing {
            Tracing::Keep(_) => true,
            Tracing::Compare(trace) => marks == trace.marks.len(),
        };
        ended.map(|is_alike| is_alike && has_all)
    }

    fn enqueue(&mut self, cell: u32) {
        if !std::mem::replace(&mut self.is_queued[cell as usize], true) {
            self.queue.push(cell);
        }
    }

    /// Counts the neighbours in a cell of every vertex that has any, and moves those vertices to the
    /// ends of their cells, where that splits them. Returns how many edges there were.
    fn count_hits(&mut self, graph: &Graph, splitter: u32) -> u64 {
        let members = splitter as usize..(splitter + self.length[splitter as usize]) as usize;
        let mut work = members.len() as u64;
        let (hits, touched) = (&mut self.hits[..], &mut self.touched[..]);
        let mut touched_count = 0;
        for &member in &self.elements[members] {
            let neighbours = graph.neighbours(member);
            work += neighbours.len() as u64;
            for &vertex in neighbours {
                let hits = &mut hits[vertex as usize];
                // What is written here stays only where it is the vertex's first hit.
                touched[touched_count] = vertex;
                touched_count += usize::from(*hits == 0);
                *hits += 1;
            }
        }
        self.touched_count = touched_count;
        for &vertex in &self.touched[..touched_count] {
            let cell = self.cell[vertex as usize];
            let tail = &mut self.tails[cell as usize];
            if tail.count == 0 {
                self.touched_cells.push(cell);
            }
            tail.add(self.hits[vertex as usize]);
        }
        for at in 0..touched_count {
            let vertex = self.touched[at];
            let cell = self.cell_of(vertex);
            let (length, tail) = (self.length[cell as usize], &mut self.tails[cell as usize]);
            if !tail.is_all_alike(length) {
                tail.moved += 1;
                let end = cell + length - tail.moved;
                self.swap(vertex, end);
            }
        }
        work + touched_count as u64
    }

    /// Splits the cells whose vertices have unequal numbers of neighbours in the splitter. Returns
    /// what tells how that went.
    fn split_touched(&mut self, splitter: u32) -> u64 {
        let mut cells = std::mem::take(&mut self.touched_cells);
        cells.sort_unstable();
        let mut mark = u64::from(splitter);
        for &cell in &cells {
            let tail = std::mem::take(&mut self.tails[cell as usize]);
            mark = mixed(mark, u64::from(cell) << 32 | u64::from(tail.count));
            if tail.is_all_alike(self.length[cell as usize]) {
                mark = mixed(mark, u64::from(tail.most) << 32 | u64::from(cell));
            } else {
                self.split_by_hits(cell, tail.count, &mut mark);
            }
        }
        cells.clear();
        self.touched_cells = cells;
        for &vertex in &self.touched[..self.touched_count] {
            self.hits[vertex as usize] = 0;
        }
        mark
    }

    /// Splits a cell, of which the last `tail` vertices were hit.
    fn split_by_hits(&mut self, cell: u32, tail: u32, mark: &mut u64) {
        let end = cell + self.length[cell as usize];
        let from = end - tail;
        if tail > 1 {
            let hit = &mut self.elements[from as usize..end as usize];
            let hits = &self.hits;
            hit.sort_unstable_by_key(|&vertex| hits[vertex as usize]);
            for (at, &vertex) in (from..).zip(hit.iter()) {
                self.position[vertex as usize] = at;
            }
        }
        // Where the parts begin, from the last one on; those that were not hit are the first part.
        let mut part_end = end;
        let (mut largest, mut most) = (cell, 0);
        let was_queued = self.is_queued[cell as usize];
        let first_new = self.queue.len();
        while part_end > from {
            let hits = self.hits_at(part_end - 1);
            let mut begin = part_end - 1;
            while begin > from && self.hits_at(begin - 1) == hits {
                begin -= 1;
            }
            *mark = mixed(*mark, u64::from(hits) << 32 | u64::from(begin));
            if part_end - begin >= most {
                (largest, most) = (begin, part_end - begin);
            }
            if begin > cell {
                self.split_off(cell, begin);
                self.enqueue(begin);
            }
            part_end = begin;
        }
        if from > cell && from - cell >= most {
            largest = cell;
        }
        if !was_queued && self.queue.len() > first_new && largest != cell {
            // All parts but the largest will do, and what is left of the cell is one of them.
            self.enqueue(cell);
            if let Some(at) = self.queue[first_new..].iter().position(|&part| part == largest) {
                self.queue.remove(first_new + at);
                self.is_queued[largest as usize] = false;
            }
        }
    }

    fn hits_at(&self, at: u32) -> u32 {
        self.hits[self.elements[at as usize] as usize]
    }

    /// Moves a vertex to a place of its cell, and what is there to where it was.
    fn swap(&mut self, vertex: u32, to: u32) {
        let from = self.position[vertex as usize];
        let other = self.elements[to as usize];
        self.elements.swap(from as usize, to as usize);
        self.position[other as usize] = from;
        self.position[vertex as usize] = to;
    }

    /// Makes the vertices of a cell from a place on a cell of their own.
    fn split_off(&mut self, cell: u32, from: u32) {
        let end = cell + self.length[cell as usize];
        for at in from..end {
            self.cell[self.elements[at as usize] as usize] = from;
        }
        self.moved += u64::from(end - from);
        self.length[cell as usize] = from - cell;
        self.length[from as usize] = end - from;
        self.splits.push((cell, from));
        self.count += 1;
    }
}

/// Scatters a number with what came before it.
fn mixed(mark: u64, number: u64) -> u64 {
    let mixed = (mark ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ mixed >> 29
}
