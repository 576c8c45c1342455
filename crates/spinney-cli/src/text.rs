//! Tables and figures as text.

use std::io::IsTerminal;

use comfy_table::{Cell, CellAlignment, ContentArrangement, LineStyle, Table, TableStyle};

/// The rule under a heading.
const RULE: char = '─';

/// Four decimals: what a lecture writes.
pub(crate) fn decimals(value: f64) -> String {
    let text = format!("{value:.4}");
    if text == "-0.0000" { "0.0000".to_owned() } else { text }
}

/// Up to six significant digits, for values of any size.
pub(crate) fn digits(value: f64) -> String {
    if value == 0.0 || !value.is_finite() {
        return spinney::table::number::text(value);
    }
    if !(1e-4..1e15).contains(&value.abs()) {
        return format!("{value:.5e}");
    }
    let whole = value.abs().log10().floor() as i32;
    let places = usize::try_from(5 - whole).unwrap_or(0);
    let text = format!("{value:.places$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// A whole number with its thousands set apart.
pub(crate) fn count(number: usize) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().map(|group| str::from_utf8(group).unwrap_or("")).collect();
    groups.join(",")
}

/// Columns under headings.
pub(crate) struct Grid {
    table: Table,
    sides: Vec<CellAlignment>,
}

impl Grid {
    /// Columns by their headings; one whose heading begins with `<` holds text and is set left, the others hold figures.
    pub(crate) fn new(headings: &[&str]) -> Self {
        let mut table = Table::new();
        table.load_style(TableStyle::new().header_separator(LineStyle::none().fill(RULE)));
        if std::io::stdout().is_terminal() {
            table.set_content_arrangement(ContentArrangement::Dynamic);
        }
        let side = |heading: &&str| if heading.starts_with('<') { CellAlignment::Left } else { CellAlignment::Right };
        let mut grid = Grid { table, sides: headings.iter().map(side).collect() };
        let cells = grid.cells(headings.iter().map(|heading| heading.trim_start_matches('<').to_owned()).collect());
        grid.table.set_header(cells);
        grid
    }

    /// Adds a row.
    pub(crate) fn row(&mut self, cells: Vec<String>) {
        let cells = self.cells(cells);
        self.table.add_row(cells);
    }

    fn cells(&self, texts: Vec<String>) -> Vec<Cell> {
        texts.into_iter().zip(&self.sides).map(|(text, side)| Cell::new(text).set_alignment(*side)).collect()
    }

    /// The lines, without blanks at their ends.
    pub(crate) fn lines(&self) -> String {
        let text = self.table.to_string();
        let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
        lines.join("\n") + "\n"
    }
}
