//! What people read: the count report, estimates, tables, pictures on a terminal and as SVG,
//! and the page for a browser.

pub mod board_view;
pub mod count;
pub mod estimate;
pub mod fit;
pub mod page;
pub mod palette;
pub mod placements;
pub mod plot;
pub mod svg;
pub mod table;
pub mod terminal;

pub use count::{CountReport, Row};
pub use estimate::{EstimatePart, EstimateReport};
