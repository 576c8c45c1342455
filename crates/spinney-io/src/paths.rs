//! Trees of values from files.

use spinney::table::{Declared, ReadOptions};

use crate::error::Error;
use crate::input::{Input, Reading};
use crate::read::read;

/// The paths of a tree of values, from a table with a row for each value: the value, its parent, its parent's parent. Shorter paths are
/// filled with empty texts.
///
/// All columns are read as text, so that zip codes keep their zeros. A header, where there is one, is the path of a value that never occurs.
pub fn read_paths(input: &Input, reading: &Reading) -> Result<Vec<Vec<String>>, Error> {
    let head = ReadOptions::new().header(false);
    // Read once for the names, once with every column as text.
    let names = read(input, &head, reading)?;
    let as_text = names.columns().iter().fold(head, |options, column| options.declare(&column.name, Declared::Nominal));
    let table = read(input, &as_text, reading)?;
    let path = |row| table.columns().iter().map(|column| column.text(row).unwrap_or_default()).collect();
    Ok((0..table.rows()).map(path).collect())
}
