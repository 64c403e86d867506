//! The extension module `bitcover._bitcover`: what the package takes from the Rust library.
//!
//! It is thin: it turns arguments, lets go of the interpreter while something is worked out, looks for
//! signals meanwhile, and turns results. Names, shapes and documentation for people are those of the
//! Python files beside.

mod errors;
mod figures;
mod interrupt;
mod outcome;
mod shards;
mod solution;
mod solutions;
mod solver;
mod subject;

use pyo3::prelude::*;

#[pymodule]
fn _bitcover(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<subject::PuzzleCore>()?;
    module.add_class::<subject::CoverCore>()?;
    module.add_class::<solver::SolverCore>()?;
    module.add_class::<solutions::SolutionsCore>()?;
    module.add_class::<solution::SolutionCore>()?;
    module.add_function(wrap_pyfunction!(shards::merge, module)?)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}
