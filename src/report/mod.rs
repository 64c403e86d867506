//! What people read of a run: the count report, estimates, tables, plots, and the pages for a
//! browser, one to look at and one to play. Pictures of single solutions are drawn by [`crate::solution::drawing`].

pub(crate) mod board;
pub(crate) mod by_label;
pub(crate) mod count;
pub(crate) mod estimate;
pub(crate) mod fit;
mod html;
pub(crate) mod option_occurrences;
mod pack;
pub(crate) mod page;
pub(crate) mod placements;
pub(crate) mod play;
pub(crate) mod plot;
pub(crate) mod provenance;
pub(crate) mod table;
mod table_style;
pub(crate) mod task_time;

pub(crate) use count::{CountReport, Row};
pub(crate) use estimate::{EstimatePart, EstimateReport};
pub(crate) use provenance::Provenance;
