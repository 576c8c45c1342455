//! Numbers of which most are 0: only the others are kept.
//!
//! ```text
//! 0  2.5  0  0  −1  0       a column of six rows
//!     1           4         rows that have something to say
//!    2.5         −1         what they say
//! ```

use crate::error::{Mistake, Result};

/// A column of numbers of which most are 0. Every row has a number: there are no holes here.
#[derive(Debug, Clone, PartialEq)]
pub struct Sparse {
    /// Ascending.
    rows: Vec<u32>,
    /// Finite, none of them 0.
    values: Vec<f64>,
    len: usize,
}

impl Sparse {
    /// The numbers of these rows (from 0, ascending) of a column of so many; all others are 0. Zeros that are named are dropped.
    ///
    /// ```
    /// use spinney::table::Sparse;
    /// let column = Sparse::new(vec![1, 2, 4], vec![2.5, 0.0, -1.0], 6)?;
    /// assert_eq!(column.rows(), [1, 4]);
    /// assert_eq!((column.at(4), column.at(5)), (-1.0, 0.0));
    /// # Ok::<(), spinney::Error>(())
    /// ```
    pub fn new(rows: Vec<u32>, values: Vec<f64>, len: usize) -> Result<Self> {
        if rows.len() != values.len() {
            let (found, expected) = (rows.len(), values.len());
            return Err(Mistake::SparseLengths { what: "row numbers", found, expected, of: "values" }.anywhere());
        }
        for pair in rows.windows(2) {
            check_order(u64::from(pair[0]), u64::from(pair[1]))?;
        }
        if let Some(row) = rows.last().filter(|row| **row as usize >= len) {
            return Err(Mistake::SparseRange { found: i64::from(*row), most: len }.anywhere());
        }
        if let Some(place) = values.iter().position(|value| !value.is_finite()) {
            return Err(not_finite(values[place]).in_row(u64::from(rows[place]) + 1));
        }
        Ok(Sparse::sound(rows, values, len))
    }

    /// The same where all of this is known to hold.
    pub(super) fn sound(mut rows: Vec<u32>, mut values: Vec<f64>, len: usize) -> Self {
        if values.contains(&0.0) {
            let mut kept = values.iter().map(|value| *value != 0.0);
            rows.retain(|_| kept.next().unwrap_or(true));
            values.retain(|value| *value != 0.0);
        }
        rows.shrink_to_fit();
        values.shrink_to_fit();
        Sparse { rows, values, len }
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The rows that have another number than 0, ascending.
    pub fn rows(&self) -> &[u32] {
        &self.rows
    }

    /// Their numbers.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The number of a row.
    pub fn at(&self, row: u32) -> f64 {
        self.rows.binary_search(&row).map_or(0.0, |place| self.values[place])
    }

    /// The numbers of all rows, one after the other: for what cannot do without.
    pub fn spread(&self) -> Vec<f64> {
        let mut values = vec![0.0; self.len];
        for (row, value) in self.rows.iter().zip(&self.values) {
            values[*row as usize] = *value;
        }
        values
    }

    /// The different numbers, ascending, 0 among them where a row has it.
    pub fn distinct_values(&self) -> Vec<f64> {
        let zero = (self.values.len() < self.len).then_some(0.0);
        let mut known: Vec<f64> = self.values.iter().copied().chain(zero).collect();
        known.sort_unstable_by(f64::total_cmp);
        known.dedup();
        known
    }

    /// Whether every number is whole.
    pub fn is_whole(&self) -> bool {
        self.values.iter().all(|value| value.fract() == 0.0)
    }

    /// The numbers of some rows (from 0), in the order given; `spots` says where each row stands in it.
    pub(crate) fn picked(&self, spots: &Spots) -> Sparse {
        let (mut rows, mut values) = (Vec::new(), Vec::new());
        spots.each(&self.rows, |entry, spot| {
            rows.push(spot);
            values.push(self.values[entry]);
        });
        if !rows.is_sorted() {
            let mut order: Vec<usize> = (0..rows.len()).collect();
            order.sort_unstable_by_key(|place| rows[*place]);
            values = order.iter().map(|place| values[*place]).collect();
            rows.sort_unstable();
        }
        Sparse { rows, values, len: spots.len }
    }
}

/// For each row of a table where it stands among rows that are named, perhaps in another order, perhaps more than once.
#[derive(Debug)]
pub(crate) struct Spots {
    starts: Vec<u32>,
    places: Vec<u32>,
    /// How many are named.
    pub(crate) len: usize,
}

impl Spots {
    /// Of a table of so many rows, where these are named.
    pub(crate) fn new(named: &[u32], all: usize) -> Self {
        let mut starts = vec![0_u32; all + 1];
        for row in named {
            starts[*row as usize + 1] += 1;
        }
        for row in 0..all {
            starts[row + 1] += starts[row];
        }
        let mut next = starts.clone();
        let mut places = vec![0; named.len()];
        for (spot, row) in (0..).zip(named) {
            let next = &mut next[*row as usize];
            places[*next as usize] = spot;
            *next += 1;
        }
        Spots { starts, places, len: named.len() }
    }

    /// Says where each of these rows stands, with its place among them.
    pub(crate) fn each(&self, rows: &[u32], mut say: impl FnMut(usize, u32)) {
        for (place, row) in rows.iter().enumerate() {
            let row = *row as usize;
            for spot in &self.places[self.starts[row] as usize..self.starts[row + 1] as usize] {
                say(place, *spot);
            }
        }
    }
}

/// The mistake of a value that is none.
pub(super) fn not_finite(found: f64) -> Mistake {
    Mistake::SparseNumber { found }
}

/// Places of a line rise.
pub(super) fn check_order(before: u64, place: u64) -> Result<()> {
    match place.cmp(&before) {
        std::cmp::Ordering::Greater => Ok(()),
        std::cmp::Ordering::Equal => Err(Mistake::SparseTwice { found: place }.anywhere()),
        std::cmp::Ordering::Less => Err(Mistake::SparseOrder { found: place, before }.anywhere()),
    }
}
