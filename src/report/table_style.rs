//! How tables on a terminal look.

use comfy_table::{CellAlignment, LineStyle, Table, TableStyle};

/// The style of tables on a terminal: a line under the head and nothing else.
pub(crate) const PLAIN: TableStyle =
    TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));

/// A table whose columns after the first are numbers.
pub(crate) fn numbers(preset: TableStyle, head: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(preset).set_header(head.to_vec());
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}
