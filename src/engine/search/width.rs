//! How wide the rows of a matrix are, as types, so that a search of narrow rows is compiled for these.

/// The width of a row in words: known to the compiler, or not.
pub(super) trait Width: Copy {
    fn words(self) -> usize;
}

/// A width that is known when the program is compiled.
#[derive(Clone, Copy)]
pub(super) struct Fixed<const N: usize>;

/// Any width.
#[derive(Clone, Copy)]
pub(super) struct Dynamic(pub usize);

impl<const N: usize> Width for Fixed<N> {
    #[inline(always)]
    fn words(self) -> usize {
        N
    }
}

impl Width for Dynamic {
    #[inline(always)]
    fn words(self) -> usize {
        self.0
    }
}
