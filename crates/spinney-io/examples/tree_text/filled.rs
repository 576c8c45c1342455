//! Blanks given a value, since WEKA's Id3 refuses them.

use spinney::table::{Category, Column, MISSING, Table, Values};

/// The table with this value in the place of blanks of nominal columns.
pub(crate) fn filled(table: Table, fill: Option<&str>) -> spinney::Result<Table> {
    let Some(fill) = fill else { return Ok(table) };
    let column = |column: Column| match &column.values {
        Values::Category(Category { codes, .. }) if codes.contains(&MISSING) => {
            let texts: Vec<String> =
                (0..column.len()).map(|row| column.text(row).unwrap_or_else(|| fill.to_owned())).collect();
            Column::categories(&column.name, texts.iter().map(|text| Some(text.as_str())))
        }
        _ => column,
    };
    Table::new(table.into_columns().into_iter().map(column).collect())
}
