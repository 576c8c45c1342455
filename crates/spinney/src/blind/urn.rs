//! What the rows of trees without a target are drawn from, kept without the table.

use super::chances::Chances;
use super::settings::BlindSettings;
use crate::error::{Mistake, Result};
use crate::grow::Watch;
use crate::parallel;
use crate::seed::Key;
use crate::table::{Column, Table, Values};

/// Rows whose marks one thread makes at a time.
const BLOCK: usize = 1 << 13;
/// The step from a tree's key to that of its rows.
const ROWS: u64 = 0;

/// What the rows of trees without a target are drawn from: enough to say, without the table, which rows each tree was grown from.
///
/// ```
/// use spinney::blind::{BlindSettings, BlindUrn, SampleRows};
/// use spinney::table::{Column, Table};
/// let table = Table::new(vec![Column::numbers("x", vec![1.0, 2.0, 1.5, 1.2, 90.0])])?;
/// let settings = BlindSettings { sample: SampleRows::Count(3), ..BlindSettings::isolation() };
/// let urn = BlindUrn::of(&table, &[0], Some(&[0.5, 2.5, 0.0, 1.0, 1.0]), &settings, &())?;
/// let rows = urn.rows_of(7);
/// assert_eq!(rows.len(), 3);
/// assert!(!rows.contains(&2)); // it weighs nothing
/// # Ok::<(), spinney::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct BlindUrn {
    /// The rows that may be taken, in an order that hangs on their content alone.
    rows: Vec<u32>,
    /// Their chances to be taken, where these differ.
    chances: Option<Chances>,
    /// How many of them each tree takes.
    drawn: usize,
    seed: u64,
}

impl BlindUrn {
    /// The urn of a table's rows; where there are weights, they are the chances of rows to be drawn.
    pub fn of(
        table: &Table,
        columns: &[usize],
        weights: Option<&[f64]>,
        settings: &BlindSettings,
        watch: &dyn Watch,
    ) -> Result<Self> {
        let mut rows: Vec<u32> = (0..table.rows() as u32).collect();
        if let Some(weights) = weights {
            check_weights(weights)?;
            rows.retain(|row| weights[*row as usize] > 0.0);
        }
        if rows.is_empty() {
            return Err(Mistake::NoRows.anywhere());
        }
        let drawn = settings.rows(rows.len());
        if drawn >= rows.len() {
            return Ok(BlindUrn::new(rows, None, drawn, settings.seed));
        }
        let columns: Vec<&Column> = columns.iter().map(|place| &table.columns()[*place]).collect();
        let rows = order(&columns, weights, &rows, table.rows(), watch)?;
        let own = weights.map(|weights| rows.iter().map(|row| weights[*row as usize]).collect());
        Ok(BlindUrn::new(rows, own, drawn, settings.seed))
    }

    /// The urn of these rows, with a weight for each where chances differ; so many are drawn, by this seed.
    pub fn new(rows: Vec<u32>, weights: Option<Vec<f64>>, drawn: usize, seed: u64) -> Self {
        let drawn = drawn.min(rows.len());
        let chances = weights.filter(|weights| weights.len() == rows.len()).map(Chances::new);
        BlindUrn { rows, chances, drawn, seed }
    }

    /// The rows of the tree of this number, each at most once.
    pub fn rows_of(&self, tree: u64) -> Vec<u32> {
        if self.drawn == self.rows.len() {
            return self.rows.clone();
        }
        let key = Key::new(self.seed).child(tree).child(ROWS);
        let places = match &self.chances {
            None => key.draws().sample(self.rows.len() as u32, self.drawn as u32),
            Some(chances) => chances.sample(self.drawn, key),
        };
        places.into_iter().map(|place| self.rows[place as usize]).collect()
    }

    /// The rows that may be drawn, in the order that they are drawn from.
    pub fn rows(&self) -> &[u32] {
        &self.rows
    }

    /// The weight of each of them, where chances differ.
    pub fn weights(&self) -> Option<&[f64]> {
        self.chances.as_ref().map(Chances::weights)
    }

    /// How many are drawn for each tree.
    pub fn drawn(&self) -> usize {
        self.drawn
    }

    /// The seed of the trees.
    pub fn seed(&self) -> u64 {
        self.seed
    }
}

/// Whether every weight is one.
fn check_weights(weights: &[f64]) -> Result<()> {
    match weights.iter().position(|weight| !(weight.is_finite() && *weight >= 0.0)) {
        Some(row) => Err(Mistake::BadWeight { found: weights[row] }.in_row(row as u64 + 1)),
        None => Ok(()),
    }
}

/// Some rows by marks that hang on what they hold and weigh, and on nothing else.
fn order(columns: &[&Column], weights: Option<&[f64]>, of: &[u32], rows: usize, watch: &dyn Watch) -> Result<Vec<u32>> {
    let blocks: Vec<usize> = (0..rows).step_by(BLOCK).collect();
    let marks = parallel::map(&blocks, |start| {
        if watch.stopped() {
            return Vec::new(); // whoever stops it does not want the marks
        }
        let mut marks = vec![Key::new(0); BLOCK.min(rows - start)];
        for column in columns {
            match &column.values {
                Values::Number(number) => {
                    add(&mut marks, number.values[*start..].iter().map(|value| bits(*value)));
                }
                Values::Sparse(sparse) => {
                    let values = (*start as u32..).take(BLOCK).map(|row| bits(sparse.at(row)));
                    add(&mut marks, values);
                }
                Values::Category(category) => {
                    add(&mut marks, category.codes[*start..].iter().map(|code| u64::from(*code)));
                }
            }
        }
        if let Some(weights) = weights {
            add(&mut marks, weights[*start..].iter().map(|weight| bits(*weight)));
        }
        marks
    });
    if watch.stopped() {
        return Err(Mistake::Stopped.anywhere());
    }
    let marks: Vec<u64> = marks.into_iter().flatten().map(Key::number).collect();
    let mut marked: Vec<(u64, u32)> = of.iter().map(|row| (marks[*row as usize], *row)).collect();
    marked.sort_unstable();
    Ok(marked.into_iter().map(|(_, row)| row).collect())
}

fn add(marks: &mut [Key], values: impl Iterator<Item = u64>) {
    marks.iter_mut().zip(values).for_each(|(mark, value)| *mark = mark.child(value));
}

/// The bits of a number; what is missing has one form.
fn bits(value: f64) -> u64 {
    if value.is_nan() { u64::MAX } else { value.to_bits() }
}
