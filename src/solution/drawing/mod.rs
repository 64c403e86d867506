//! Pictures of one solution: as text, with or without lines and colours, and as SVG.
//!
//! A picture is drawn from the written line of a solution and from its puzzle, which tells the
//! pieces by their symbols and says how the board is closed. Cost: a few writes for each cell.

mod ansi;
pub(crate) mod board_view;
mod canvas;
mod paint_svg;
pub(crate) mod palette;
pub(crate) mod svg;
pub(crate) mod text;
mod tile;
mod tile_svg;
mod tile_text;

pub(crate) use board_view::free_labels;
pub(crate) use svg::svg;
pub(crate) use text::{PictureStyle, picture};
