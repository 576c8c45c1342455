//! The table itself.

use super::column::{Category, Column, Number, Values};
use super::sparse::Spots;
use super::warning::Warning;
use crate::error::{Error, Mistake, Result};

/// Typed columns of equal length, and what was noticed while they were read.
#[derive(Debug, Clone)]
pub struct Table {
    columns: Vec<Column>,
    rows: usize,
    warnings: Vec<Warning>,
}

/// Equal columns; what was noticed on the way in does not count.
impl PartialEq for Table {
    fn eq(&self, other: &Self) -> bool {
        self.rows == other.rows && self.columns == other.columns
    }
}

impl Table {
    /// A table of these columns, which must be of one length and of different names.
    ///
    /// ```
    /// use spinney::table::{Column, Table};
    /// let table = Table::new(vec![Column::numbers("x", vec![1.0, 2.0])])?;
    /// assert_eq!(table.rows(), 2);
    /// # Ok::<(), spinney::Error>(())
    /// ```
    pub fn new(columns: Vec<Column>) -> Result<Self> {
        let expected = columns.first().map_or(0, Column::len);
        let mut names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
        names.sort_unstable();
        if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(Mistake::DeclaredTwice { value: pair[0].to_owned() }.anywhere());
        }
        for column in &columns {
            if column.len() != expected {
                return Err(Mistake::UnequalLengths { found: column.len(), expected }.in_column(&column.name));
            }
        }
        Ok(Table { columns, rows: expected, warnings: Vec::new() })
    }

    /// The same table with these warnings.
    #[must_use]
    pub fn with_warnings(mut self, warnings: Vec<Warning>) -> Self {
        self.warnings = warnings;
        self
    }

    /// How many rows it has.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Its columns, in the order of the source.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// Its columns, taken out.
    pub fn into_columns(self) -> Vec<Column> {
        self.columns
    }

    /// Some of its rows (from 0), in the order given. Levels stay, also those that no row has any more; rows that are not there
    /// are passed over.
    ///
    /// ```
    /// use spinney::table::{Column, Table};
    /// let table = Table::new(vec![Column::numbers("x", vec![1.0, 2.0, 3.0])])?;
    /// assert_eq!(table.picked(&[2, 0]), Table::new(vec![Column::numbers("x", vec![3.0, 1.0])])?);
    /// # Ok::<(), spinney::Error>(())
    /// ```
    #[must_use]
    pub fn picked(&self, rows: &[u32]) -> Table {
        let rows: Vec<u32> = rows.iter().copied().filter(|row| (*row as usize) < self.rows).collect();
        let spots = self.columns.iter().any(Column::is_sparse).then(|| Spots::new(&rows, self.rows));
        let column = |column: &Column| {
            let values = match &column.values {
                Values::Number(number) => {
                    Values::Number(Number { values: pick(&number.values, &rows).into(), meaning: number.meaning })
                }
                Values::Sparse(sparse) => match &spots {
                    Some(spots) => Values::Sparse(sparse.picked(spots)),
                    None => column.values.clone(), // never: it was asked for
                },
                Values::Category(category) => Values::Category(Category {
                    codes: pick(&category.codes, &rows),
                    levels: category.levels.clone(),
                    kind: category.kind.clone(),
                }),
            };
            Column { name: column.name.clone(), values }
        };
        let columns = self.columns.iter().map(column).collect();
        Table { columns, rows: rows.len(), warnings: Vec::new() }
    }

    /// What was noticed while it was read.
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// The column of this name.
    pub fn column(&self, name: &str) -> Result<&Column> {
        Ok(&self.columns[self.position(name)?])
    }

    /// The place (from 0) of the column of this name.
    pub fn position(&self, name: &str) -> Result<usize> {
        self.columns.iter().position(|column| column.name == name).ok_or_else(|| {
            let names: Vec<String> = self.columns.iter().map(|column| column.name.clone()).collect();
            no_column(name, &names)
        })
    }
}

/// The values of these rows.
pub(crate) fn pick<T: Copy>(values: &[T], rows: &[u32]) -> Vec<T> {
    rows.iter().map(|row| values[*row as usize]).collect()
}

/// The mistake of asking for a column that is not there.
pub(super) fn no_column(name: &str, names: &[String]) -> Error {
    let near = nearest(name, names);
    Mistake::NoColumn { name: name.to_owned(), near, columns: names.to_vec() }.anywhere()
}

/// The name nearest to the one asked for, where it is near enough to be meant.
///
/// ```
/// use spinney::table::frame::nearest;
/// let names = ["petal".to_owned(), "sepal".to_owned()];
/// assert_eq!(nearest("Petals", &names).as_deref(), Some("petal"));
/// assert_eq!(nearest("rent", &names), None);
/// ```
pub fn nearest(name: &str, names: &[String]) -> Option<String> {
    let asked = name.to_lowercase();
    let far = |other: &String| distance(&asked, &other.to_lowercase());
    let (letters, best) = (asked.chars().count(), names.iter().take(10_000).min_by_key(|other| far(other))?);
    // A word that shares no letter with the one asked for was not meant, however short both are.
    (far(best) < letters.max(1) && far(best) <= 1 + letters / 4).then(|| best.clone())
}

/// Letters to add, drop or change to turn one word into the other.
fn distance(one: &str, two: &str) -> usize {
    let two: Vec<char> = two.chars().take(100).collect();
    let mut row: Vec<usize> = (0..=two.len()).collect();
    for (i, a) in one.chars().take(100).enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in two.iter().enumerate() {
            let change = diagonal + usize::from(a != *b);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[two.len()]
}
