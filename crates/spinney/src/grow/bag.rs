//! The rows of one tree of many: drawn from all, each with how often it was drawn.
//!
//! ```text
//! rows in an order that hangs on their content alone, with their weights laid end to end
//! |a|b b b|c|d d| …            W units in all
//!    ^  ^     ^                numbers below W, drawn at the tree's key: b twice, d once
//! ```
//! So a row of weight 3 is drawn as three rows are, wherever they stand in the table. Rows that are alike in every column and
//! in the target are copies of one another: a row is out of bag where none of its copies was drawn.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use super::weigh::{Weighed, per_row};
use crate::encode::{Code, Encoded, with_codes};
use crate::error::{Mistake, Result};
use crate::parallel;
use crate::seed::{Draws, Key};

/// Rows whose marks one thread makes at a time.
const BLOCK: usize = 1 << 14;

/// Marks begin in so many ways: with a byte.
const PARTS: usize = 256;

/// Which rows each tree is grown from.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sample {
    /// All rows.
    All,
    /// This share of the rows' weight, drawn with replacement: a bootstrap where it is 1.
    ///
    /// Where weights are whole, each unit of weight is a copy that can be drawn. Where they are not, as many rows are drawn as
    /// there are, each with a chance in proportion to its weight, and each draw counts as one.
    Bootstrap(f64),
    /// This share of the rows' weight, drawn without replacement.
    ///
    /// Where weights are not whole, this share of the rows is drawn, all with the same chance, and they keep their weights.
    Part(f64),
}

/// Rows that bags are drawn from.
#[derive(Debug)]
pub(crate) struct Bags {
    way: Way,
    /// All rows in an order that hangs on their content alone, each as the first of its kind.
    order: Vec<u32>,
    /// For each row the first of its kind; none where no two rows are alike.
    kinds: Option<Vec<u32>>,
    /// How many are drawn.
    drawn: u64,
    /// Units in a weight of 1, in every bag.
    pub(crate) per_row: f64,
    /// What a bag may weigh, in its units.
    pub(crate) most: u64,
}

/// How a bag is drawn.
#[derive(Debug)]
enum Way {
    /// All rows are in it.
    All,
    /// So many draws from the copies of rows. Copies, or units of weight, are laid end to end in the order of rows, and each row's
    /// end is named; it is not where each row is one.
    Replaced(Option<Vec<u64>>),
    /// The same without replacement.
    Part(Option<Vec<u64>>),
    /// So many of the rows, which keep these weights, in their order.
    Kept(Vec<u64>),
}

/// The rows of one tree.
#[derive(Debug, Clone, Default)]
pub(crate) struct Bag {
    /// Rows that were drawn, ascending.
    pub(crate) rows: Vec<u32>,
    /// The weight of each, in units.
    pub(crate) units: Vec<u64>,
    /// Rows of which no copy was drawn, ascending.
    pub(crate) out: Vec<u32>,
}

impl Sample {
    /// Whether every tree is grown from all rows.
    pub(crate) fn is_all(self) -> bool {
        matches!(self, Sample::All | Sample::Part(1.0))
    }

    pub(crate) fn check(self) -> Result<()> {
        match self {
            Sample::Bootstrap(share) | Sample::Part(share) if !(share > 0.0 && share <= 1.0) => {
                Err(Mistake::BadSetting { name: "sample", found: share, range: "above 0 and at most 1" }.anywhere())
            }
            _ => Ok(()),
        }
    }
}

impl Bags {
    /// Bags of these rows; `label` says what a row says of the target.
    pub(crate) fn new(
        sample: Sample,
        data: &Encoded<'_>,
        weighed: &Weighed,
        label: impl Fn(usize) -> u64 + Sync,
    ) -> Result<Self> {
        let share = match sample {
            Sample::All | Sample::Part(1.0) => return Ok(Bags::all(weighed)),
            Sample::Bootstrap(share) | Sample::Part(share) => share,
        };
        let units = |row: u32| weighed.units.as_ref().map_or(1, |units| units[row as usize]);
        let one = weighed.per_row as u64;
        let copies = |row: u32| units(row) / one;
        let whole = weighed.units.as_ref().is_none_or(|units| units.iter().all(|units| units % one == 0));
        let (mut order, kinds) = canonical(data, &label, units);
        let rows = order.len() as u64;
        let ends = order.iter().any(|row| !whole || copies(*row) != 1).then(|| {
            let mut end = 0;
            let mut laid = |row: &u32| {
                end += if whole { copies(*row) } else { units(*row) };
                end
            };
            order.iter().map(&mut laid).collect::<Vec<u64>>()
        });
        let total = ends.as_ref().and_then(|ends| ends.last().copied()).unwrap_or(rows);
        let many = if whole { total } else { rows };
        if many > u64::from(u32::MAX) {
            return Err(Mistake::HeavyBag { found: many as f64 }.anywhere());
        }
        let drawn = ((many as f64 * share).round() as u64).max(1);
        let fine = if weighed.spreads { per_row(drawn as f64) } else { 1.0 };
        let (way, per_row, most) = match sample {
            Sample::Bootstrap(_) => (Way::Replaced(ends), fine, drawn * fine as u64),
            _ if whole => (Way::Part(ends), fine, drawn * fine as u64),
            _ => (Way::Kept(order.iter().map(|row| units(*row)).collect()), weighed.per_row, weighed.total),
        };
        if let Some(first) = &kinds {
            for row in &mut order {
                *row = first[*row as usize];
            }
        }
        Ok(Bags { way, order, kinds, drawn, per_row, most })
    }

    fn all(weighed: &Weighed) -> Self {
        let Weighed { per_row, total, .. } = *weighed;
        Bags { way: Way::All, order: Vec::new(), kinds: None, drawn: total, per_row, most: total }
    }

    /// The bag that is drawn at a key.
    pub(crate) fn draw(&self, key: Key, weighed: &Weighed) -> Bag {
        let rows = weighed.rows.len();
        let mut draws = key.draws();
        match &self.way {
            Way::All => {
                let own = |row: u32| weighed.units.as_ref().map_or(1, |units| units[row as usize]);
                let rows: Vec<u32> = (0..rows as u32).collect();
                Bag { units: rows.iter().map(|row| own(*row)).collect(), rows, out: Vec::new() }
            }
            Way::Replaced(ends) => {
                let mut counts = vec![0_u32; rows];
                let total = self.total(ends.as_deref());
                for _ in 0..self.drawn {
                    counts[self.row_at(ends.as_deref(), draws.below(total)) as usize] += 1;
                }
                self.bag(&counts)
            }
            Way::Part(ends) => {
                let mut counts = vec![0_u32; rows];
                let total = self.total(ends.as_deref());
                some_of(&mut draws, total, self.drawn, |at| {
                    counts[self.row_at(ends.as_deref(), at) as usize] += 1;
                });
                self.bag(&counts)
            }
            Way::Kept(weights) => {
                let mut units = vec![0_u64; rows];
                some_of(&mut draws, self.order.len() as u64, self.drawn, |at| {
                    units[self.order[at as usize] as usize] += weights[at as usize];
                });
                self.bag_of(rows, |row| units[row as usize])
            }
        }
    }

    fn total(&self, ends: Option<&[u64]>) -> u64 {
        ends.and_then(|ends| ends.last().copied()).unwrap_or(self.order.len() as u64)
    }

    /// The row that a place in the weights laid end to end belongs to.
    #[inline]
    fn row_at(&self, ends: Option<&[u64]>, place: u64) -> u32 {
        let row = ends.map_or(place as usize, |ends| ends.partition_point(|end| *end <= place));
        self.order[row]
    }

    fn bag(&self, counts: &[u32]) -> Bag {
        let one = self.per_row as u64;
        self.bag_of(counts.len(), |row| u64::from(counts[row as usize]) * one)
    }

    fn bag_of(&self, rows: usize, units: impl Fn(u32) -> u64) -> Bag {
        let mut bag = Bag { rows: vec![0; rows], units: vec![0; rows], out: vec![0; rows] };
        let (mut many, mut out) = (0, 0);
        // No branch: which rows were drawn is anybody's guess.
        for row in 0..rows as u32 {
            let own = units(row);
            (bag.rows[many], bag.units[many], bag.out[out]) = (row, own, row);
            many += usize::from(own > 0);
            out += usize::from(own == 0);
        }
        bag.rows.truncate(many);
        bag.units.truncate(many);
        bag.out.truncate(out);
        if let Some(first) = &self.kinds {
            bag.out.retain(|row| units(first[*row as usize]) == 0);
        }
        bag
    }
}

/// So many of the numbers below `all`, each at most once, in order: each number is taken with the chance that is left.
fn some_of(draws: &mut Draws, all: u64, many: u64, mut take: impl FnMut(u64)) {
    let mut left = many;
    for at in 0..all {
        if draws.below(all - at) < left {
            take(at);
            left -= 1;
        }
    }
}

/// All rows in an order that hangs on their content and weight alone (those alike in both, by number); and for each row the first
/// of its kind, unless all rows differ.
fn canonical(
    data: &Encoded<'_>,
    label: &(impl Fn(usize) -> u64 + Sync),
    units: impl Fn(u32) -> u64 + Sync,
) -> (Vec<u32>, Option<Vec<u32>>) {
    // Marks tell nearly all rows apart; where they do not, content decides.
    let order = by_mark(marks(data, label), |one, two| {
        let by_content = || content(data, label, one.1, two.1).then_with(|| units(one.1).cmp(&units(two.1)));
        one.0.cmp(&two.0).then_with(by_content).then_with(|| one.1.cmp(&two.1))
    });
    let alike = |one: &(u64, u32), two: &(u64, u32)| one.0 == two.0 && content(data, label, one.1, two.1).is_eq();
    let mut kinds = None;
    for kind in order.chunk_by(alike).filter(|kind| kind.len() > 1) {
        let kinds = kinds.get_or_insert_with(|| (0..data.rows as u32).collect::<Vec<u32>>());
        let first = kind.iter().map(|(_, row)| *row).min().unwrap_or(0);
        for (_, row) in kind {
            kinds[*row as usize] = first;
        }
    }
    (order.into_iter().map(|(_, row)| row).collect(), kinds)
}

/// Rows in the order of their marks. Marks lie evenly, so those that begin alike are few: each such part is sorted by itself, on all
/// threads.
fn by_mark(marks: Vec<u64>, compare: impl Fn(&(u64, u32), &(u64, u32)) -> Ordering + Sync) -> Vec<(u64, u32)> {
    let part = |mark: u64| (mark >> 56) as usize;
    let mut counts = [0; PARTS];
    for mark in &marks {
        counts[part(*mark)] += 1;
    }
    let mut next = counts;
    let mut start = 0;
    for next in &mut next {
        (*next, start) = (start, start + *next);
    }
    let mut order = vec![(0, 0); marks.len()];
    for (mark, row) in marks.into_iter().zip(0..) {
        let next = &mut next[part(mark)];
        order[*next] = (mark, row);
        *next += 1;
    }
    let mut rest = &mut order[..];
    let mut parts: Vec<&mut [(u64, u32)]> = Vec::with_capacity(PARTS);
    for count in counts {
        let (own, others) = rest.split_at_mut(count);
        parts.push(own);
        rest = others;
    }
    parallel::change(&mut parts, |_, part| part.sort_unstable_by(&compare));
    order
}

/// For each row a number that hangs on its content alone; rows that differ have different ones, as good as always.
fn marks(data: &Encoded<'_>, label: &(impl Fn(usize) -> u64 + Sync)) -> Vec<u64> {
    let mut marks = vec![0_u64; data.rows];
    let mut blocks: Vec<&mut [u64]> = marks.chunks_mut(BLOCK).collect();
    parallel::change(&mut blocks, |block, marks| {
        let start = block * BLOCK;
        for column in &data.columns {
            with_codes!(&column.codes, codes => {
                for (mark, code) in marks.iter_mut().zip(&codes[start..]) {
                    *mark = stirred(*mark, u64::from(code.wide()));
                }
            });
        }
        marks.iter_mut().enumerate().for_each(|(place, mark)| *mark = stirred(*mark, label(start + place)));
    });
    marks
}

/// One more number stirred into a mark.
fn stirred(mark: u64, number: u64) -> u64 {
    (mark ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_right(29)
}

/// Two rows compared by what they say in every column, and of the target.
fn content(data: &Encoded<'_>, label: impl Fn(usize) -> u64, one: u32, two: u32) -> Ordering {
    let codes = data.columns.iter().map(|column| column.codes.at(one).cmp(&column.codes.at(two)));
    let columns = codes.into_iter().find(|order| order.is_ne()).unwrap_or(Ordering::Equal);
    columns.then_with(|| label(one as usize).cmp(&label(two as usize)))
}
