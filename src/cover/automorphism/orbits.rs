//! Sets that grow together: which vertices are known to be images of each other.

/// A partition of numbers into sets, of which any two can be joined (union and find, with path
/// halving).
#[derive(Clone, Debug)]
pub(super) struct Orbits {
    parents: Vec<u32>,
    sizes: Vec<u32>,
}

impl Orbits {
    /// Each by itself.
    pub fn new(count: usize) -> Self {
        Self { parents: (0..count as u32).collect(), sizes: vec![1; count] }
    }

    /// The one that stands for the set of this one.
    pub fn find(&mut self, mut at: u32) -> u32 {
        while self.parents[at as usize] != at {
            let above = self.parents[self.parents[at as usize] as usize];
            self.parents[at as usize] = above;
            at = above;
        }
        at
    }

    /// Joins the set of each with that of its image.
    pub fn join_images(&mut self, images: &[u32]) {
        for (from, &to) in (0..).zip(images) {
            if from != to {
                self.join(from, to);
            }
        }
    }

    /// How many are in the set of this one.
    pub fn size(&mut self, at: u32) -> u32 {
        let root = self.find(at);
        self.sizes[root as usize]
    }

    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.find(a), self.find(b));
        if a == b {
            return;
        }
        let (large, small) =
            if self.sizes[a as usize] >= self.sizes[b as usize] { (a, b) } else { (b, a) };
        self.parents[small as usize] = large;
        self.sizes[large as usize] += self.sizes[small as usize];
    }
}
