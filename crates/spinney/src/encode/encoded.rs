//! One column of a table, encoded.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::codes::{Code, Codes, with_codes};
use super::numbers::Numbers;
use super::rank::rank;
use crate::table::frame::pick;
use crate::table::{Category, CategoryKind, Column, Hierarchy, MISSING, Values};

/// One column as codes.
#[derive(Debug, Clone)]
pub struct EncodedColumn<'a> {
    /// For each row its code; [`distinct`](Self::distinct) where it has no value.
    pub codes: Codes,
    /// How many codes stand for values.
    pub distinct: u32,
    /// Whether some row has no value.
    pub has_missing: bool,
    /// What the codes stand for.
    pub coded: Coded<'a>,
    /// The codes in 256 buckets of about as many rows each, where there are many more codes than that. Where rows have no value, the last
    /// bucket is theirs alone.
    pub coarse: Option<Vec<u8>>,
    /// The first code of each bucket, and of those after it that are empty.
    starts: Vec<u32>,
    numbers: OnceLock<Numbers>,
}

/// Columns with more distinct numbers than this get coarse codes.
const FINE: usize = 256;
/// The bucket of rows that have no value.
const HOLE: u32 = 255;

/// What codes stand for.
#[derive(Debug, Clone, PartialEq)]
pub enum Coded<'a> {
    /// The numbers of the rows, in their order.
    Numbers(RowNumbers<'a>),
    /// Levels without an order.
    Nominal,
    /// Levels in their order.
    Ordinal,
    /// Levels of a hierarchy: for each height from 0, the group of each level, groups in canonical order.
    Hierarchical(Vec<Vec<u32>>),
}

/// The numbers of rows, where the table has them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RowNumbers<'a> {
    values: &'a [f64],
    /// All where none are named.
    rows: Option<&'a [u32]>,
}

impl RowNumbers<'_> {
    /// The number of a row.
    pub(super) fn at(&self, row: usize) -> f64 {
        self.values[self.rows.map_or(row, |rows| rows[row] as usize)]
    }
}

impl<'a> EncodedColumn<'a> {
    /// Encodes one column, for these rows (all where none are named).
    pub fn new(column: &'a Column, rows: Option<&'a [u32]>) -> Self {
        match &column.values {
            Values::Number(number) => numbers(RowNumbers { values: &number.values, rows }),
            Values::Category(category) => levels(category, &chosen(&category.codes, rows)),
        }
    }

    /// The numbers that codes stand for, kept from the first time that they are asked for; `None` where codes stand for levels.
    pub fn numbers(&self) -> Option<&Numbers> {
        let Coded::Numbers(source) = self.coded else { return None };
        Some(self.numbers.get_or_init(|| self.read_numbers(source)))
    }

    /// The same, not kept: they take half as much room as the codes and more.
    pub(crate) fn passing_numbers(&self) -> Option<Numbers> {
        let Coded::Numbers(source) = self.coded else { return None };
        Some(self.numbers.get().cloned().unwrap_or_else(|| self.read_numbers(source)))
    }

    /// The number of a row; not a number where codes stand for levels.
    #[inline]
    pub(crate) fn number(&self, row: u32) -> f64 {
        if let Coded::Numbers(source) = self.coded { source.at(row as usize) } else { f64::NAN }
    }

    /// The same for some of the rows, side by side. What is left of numbers is their order.
    pub(super) fn gathered(&self, rows: &[u32]) -> EncodedColumn<'static> {
        EncodedColumn {
            codes: self.codes.gathered(rows),
            distinct: self.distinct,
            has_missing: self.has_missing,
            coded: Coded::Ordinal,
            coarse: self.coarse.as_ref().map(|coarse| pick(coarse, rows)),
            starts: self.starts.clone(),
            numbers: OnceLock::new(),
        }
    }

    /// Lets go of the codes, and of the numbers.
    pub(super) fn forget(&mut self) {
        self.codes = Codes::U8(Vec::new());
        self.coarse = None;
        self.starts = Vec::new();
        self.numbers = OnceLock::new();
    }

    fn read_numbers(&self, RowNumbers { values, rows }: RowNumbers<'_>) -> Numbers {
        let mut numbers = vec![f64::NAN; self.distinct as usize + 1]; // the last is for rows without a value
        with_codes!(&self.codes, codes => match rows {
            None => codes.iter().zip(values).for_each(|(code, value)| numbers[code.wide() as usize] = *value),
            Some(rows) => {
                let chosen = codes.iter().zip(rows);
                chosen.for_each(|(code, row)| numbers[code.wide() as usize] = values[*row as usize]);
            }
        });
        numbers.pop();
        Numbers::new(numbers)
    }

    /// The codes of the fullest bucket.
    pub(super) fn widest(&self) -> u32 {
        let ends = self.starts.iter().skip(1).chain([&self.distinct]);
        self.starts.iter().zip(ends).map(|(start, end)| end.saturating_sub(*start)).max().unwrap_or(0)
    }

    /// Where the codes of rows lie in their buckets, in a byte each: it grows with the code, and tells all codes of a bucket apart
    /// where there are no more than a byte can tell.
    pub(super) fn lows<'o>(&self, first: usize, out: impl Iterator<Item = &'o mut u8>) {
        let Some(coarse) = &self.coarse else { return };
        let ends = self.starts.iter().skip(1).chain([&self.distinct]);
        let share = |(start, end): (&u32, &u32)| match end.saturating_sub(*start) {
            0..=256 => 1 << 32,
            width => (256_u64 << 32) / u64::from(width),
        };
        let shares: Vec<u64> = self.starts.iter().zip(ends).map(share).collect();
        with_codes!(&self.codes, codes => for (out, (code, bucket)) in out.zip(codes[first..].iter().zip(&coarse[first..])) {
            let bucket = usize::from(*bucket);
            let within = u64::from(code.wide() - self.starts[bucket]);
            *out = ((within * shares[bucket]) >> 32) as u8;
        });
    }

    /// The codes where they take one byte, else the coarse codes; of columns that are cut, or parted into two sets.
    pub(crate) fn bytes(&self) -> Option<&[u8]> {
        match (&self.codes, &self.coarse) {
            _ if matches!(self.coded, Coded::Hierarchical(_)) => None,
            (Codes::U8(codes), _) => Some(codes),
            (_, Some(coarse)) => Some(coarse),
            _ => None,
        }
    }

    /// Whether bytes are the codes themselves.
    pub(crate) fn is_fine(&self) -> bool {
        matches!(self.codes, Codes::U8(_))
    }

    /// The byte of rows that have no value, where there are such rows: the greatest of all.
    pub(crate) fn hole(&self) -> Option<u8> {
        self.has_missing.then_some(self.distinct.min(HOLE) as u8)
    }

    /// Whether values have an order, and cuts follow it.
    pub(crate) fn is_ordered(&self) -> bool {
        matches!(self.coded, Coded::Numbers(_) | Coded::Ordinal)
    }

    /// Whether a code stands for no value.
    pub fn is_missing(&self, code: u32) -> bool {
        code >= self.distinct
    }
}

fn chosen<'a, T: Copy>(values: &'a [T], rows: Option<&[u32]>) -> Cow<'a, [T]> {
    rows.map_or(Cow::Borrowed(values), |rows| pick(values, rows).into())
}

fn numbers(source: RowNumbers<'_>) -> EncodedColumn<'_> {
    let values = chosen(source.values, source.rows);
    let has_missing = values.iter().any(|value| value.is_nan());
    let (distinct, codes) = rank(&values);
    let wide = distinct as usize + usize::from(has_missing) > FINE;
    let coarse = wide.then(|| with_codes!(&codes, codes => coarse(codes, distinct)));
    let (coarse, starts) = coarse.map_or((None, Vec::new()), |(coarse, starts)| (Some(coarse), starts));
    let coded = Coded::Numbers(source);
    EncodedColumn { codes, distinct, has_missing, coded, coarse, starts, numbers: OnceLock::new() }
}

/// The bucket of each row: codes in order, as many rows in each of 256 buckets as may be; and the first code of each bucket. Rows
/// without a value have the last one to themselves.
fn coarse<C: Code>(codes: &[C], distinct: u32) -> (Vec<u8>, Vec<u32>) {
    let mut rows = vec![0_u32; distinct as usize + 1];
    for code in codes {
        rows[code.wide() as usize] += 1;
    }
    let missing = u64::from(rows.pop().unwrap_or(0));
    let (many, known) = (FINE as u64 - u64::from(missing > 0), codes.len() as u64 - missing);
    let mut before = 0_u64;
    let bucket = |count: &u32| {
        let bucket = before * many / known;
        before += u64::from(*count);
        bucket as u8
    };
    let mut buckets: Vec<u8> = rows.iter().map(bucket).collect();
    buckets.push(HOLE as u8);
    let starts = (0..=u8::MAX).map(|bucket| buckets.partition_point(|other| *other < bucket) as u32);
    let starts = starts.map(|start| start.min(distinct)).collect();
    (codes.iter().map(|code| buckets[code.wide() as usize]).collect(), starts)
}

fn levels(category: &Category, codes: &[u32]) -> EncodedColumn<'static> {
    let distinct = category.levels.len() as u32;
    let coded = match &category.kind {
        CategoryKind::Nominal => Coded::Nominal,
        CategoryKind::Ordinal => Coded::Ordinal,
        CategoryKind::Hierarchical(tree) => Coded::Hierarchical(heights(tree, &category.levels)),
    };
    let narrow = codes.iter().map(|code| (*code).min(distinct));
    let has_missing = codes.contains(&MISSING);
    let codes = Codes::new(narrow, distinct as usize + 1);
    EncodedColumn { codes, distinct, has_missing, coded, coarse: None, starts: Vec::new(), numbers: OnceLock::new() }
}

fn heights(tree: &Hierarchy, levels: &[String]) -> Vec<Vec<u32>> {
    let at = |height: usize| {
        let names: Vec<String> =
            levels.iter().map(|level| tree.node(level, height).unwrap_or_else(|| level.clone())).collect();
        let mut numbers: BTreeMap<&str, u32> = names.iter().map(|name| (name.as_str(), 0)).collect();
        for (place, number) in numbers.values_mut().enumerate() {
            *number = place as u32;
        }
        names.iter().map(|name| numbers[name.as_str()]).collect()
    };
    // At height 0 the groups are the levels themselves, in their own order.
    std::iter::once((0..levels.len() as u32).collect()).chain((1..=tree.height()).map(at)).collect()
}
