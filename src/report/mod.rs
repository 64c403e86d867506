//! What people read of a run: the count report, estimates, tables, plots, and the page for a
//! browser. Pictures of single solutions are drawn by [`crate::solution::drawing`].

pub mod count;
pub mod estimate;
pub mod fit;
pub mod option_occurrences;
pub mod page;
pub mod placements;
pub mod plot;
pub mod provenance;
pub mod table;
mod table_style;
pub mod task_time;

pub use count::{CountReport, Row};
pub use estimate::{EstimatePart, EstimateReport};
pub use provenance::Provenance;
