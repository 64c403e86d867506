//! What people read: the count report, tables, pictures on a terminal.

pub mod count;
pub mod machine;
pub mod table;
pub mod terminal;

pub use count::{CountReport, Row};
