//! One solution.

use bitcover::Solution;
use pyo3::prelude::*;
use pyo3::types::PyByteArray;

use crate::solutions::number_bytes;

/// A cell as layer, row and column, counted from 0.
pub type Cell = (usize, usize, usize);

/// A solution of a puzzle or of a cover.
#[pyclass(frozen, module = "bitcover._bitcover")]
pub struct SolutionCore(pub Solution);

#[pymethods]
impl SolutionCore {
    #[getter]
    fn line(&self) -> String {
        self.0.line()
    }

    fn svg(&self) -> Option<String> {
        self.0.svg()
    }

    /// The pieces by name, each with its cells.
    fn placements(&self) -> Vec<(&str, Vec<Cell>)> {
        let from_0 = |cell: [usize; 3]| cell.map(|coordinate| coordinate - 1).into();
        let placed = self.0.placements().into_iter();
        placed.map(|(name, cells)| (name, cells.into_iter().map(from_0).collect())).collect()
    }

    /// The labels of the cells that the regions of the board leave free.
    fn free_labels(&self) -> Vec<String> {
        self.0.free_labels()
    }

    /// The numbers of a cover's options, ascending and counted from 0.
    fn options(&self) -> Vec<u32> {
        self.0.options().into_iter().map(|number| number - 1).collect()
    }

    fn option_words(&self) -> Vec<Vec<&str>> {
        self.0.option_words()
    }

    /// The pieces at each place of the board, or the options of a cover, as bytes of 32-bit integers.
    fn numbers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyByteArray>> {
        number_bytes(py, &self.0.numbers())
    }

    fn images(&self) -> Vec<Self> {
        self.0.images().into_iter().map(Self).collect()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}
