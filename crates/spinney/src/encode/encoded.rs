//! One column of a table, encoded.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::mem::take;
use std::sync::OnceLock;

use super::buckets::HOLE;
use super::codes::Codes;
use super::lows::Lows;
use super::numbers::Numbers;
use super::rank::{Room, rank, rank_sparse};
use super::ranked::Ranked;
use super::row_numbers::RowNumbers;
use super::shelf::{Kept, Shelf};
use crate::table::frame::pick;
use crate::table::sparse::Spots;
use crate::table::{Category, CategoryKind, Column, Hierarchy, MISSING, Sparse, Values};

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
    pub(super) starts: Vec<u32>,
    numbers: OnceLock<Numbers>,
}

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

impl<'a> EncodedColumn<'a> {
    /// Encodes one column, for these rows (all where none are named).
    pub fn new(column: &'a Column, rows: Option<&'a [u32]>) -> Self {
        EncodedColumn::in_room(column, rows, &mut Room::default(), &mut Shelf::default())
    }

    /// The same, with room for the work and for the codes.
    pub(super) fn in_room(column: &'a Column, rows: Option<&'a [u32]>, room: &mut Room, shelf: &mut Shelf) -> Self {
        match &column.values {
            Values::Number(number) => numbers(RowNumbers::new(&number.values, rows), room, shelf),
            Values::Sparse(sparse) => {
                let spots = rows.map(|rows| Spots::new(rows, sparse.len()));
                EncodedColumn::sparse(sparse, rows, spots.as_ref())
            }
            Values::Category(category) => levels(category, &chosen(&category.codes, rows), shelf),
        }
    }

    /// A column of which most numbers are 0, for these rows; `spots` says where the table's rows stand among them.
    pub(super) fn sparse(column: &'a Sparse, rows: Option<&'a [u32]>, spots: Option<&Spots>) -> Self {
        let Ranked { distinct, codes, .. } = rank_sparse(column, spots);
        let coded = Coded::Numbers(RowNumbers::sparse(column, rows));
        let (coarse, starts, numbers) = (None, Vec::new(), OnceLock::new());
        EncodedColumn { codes, distinct, has_missing: false, coded, coarse, starts, numbers }
    }

    /// A column of numbers for whose codes nobody will ask, and none are made: how many distinct numbers it has is not known. One of two
    /// numbers is encoded all the same, for these are kept as bits. Whether there are holes is for others to find out; `None` where it is
    /// no column of numbers.
    pub(super) fn unranked(
        column: &'a Column,
        rows: Option<&'a [u32]>,
        room: &mut Room,
        shelf: &mut Shelf,
    ) -> Option<Self> {
        let Values::Number(number) = &column.values else { return None };
        let source = RowNumbers::new(&number.values, rows);
        if source.are_two() {
            return Some(numbers(source, room, shelf));
        }
        Some(EncodedColumn {
            codes: Codes::U8(Vec::new()),
            distinct: u32::MAX,
            has_missing: false,
            coded: Coded::Numbers(source),
            coarse: None,
            starts: Vec::new(),
            numbers: OnceLock::new(),
        })
    }

    /// The numbers that codes stand for, kept from the first time that they are asked for; `None` where codes stand for levels.
    pub fn numbers(&self) -> Option<&Numbers> {
        let Coded::Numbers(source) = self.coded else { return None };
        Some(self.numbers.get_or_init(|| Numbers::read(&source, &self.codes, self.distinct)))
    }

    /// The same, not kept: they take half as much room as the codes and more.
    pub(crate) fn passing_numbers(&self) -> Option<Numbers> {
        let Coded::Numbers(source) = self.coded else { return None };
        Some(self.numbers.get().cloned().unwrap_or_else(|| Numbers::read(&source, &self.codes, self.distinct)))
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

    /// The codes of the fullest bucket.
    pub(super) fn widest(&self) -> u32 {
        let ends = self.starts.iter().skip(1).chain([&self.distinct]);
        self.starts.iter().zip(ends).map(|(start, end)| end.saturating_sub(*start)).max().unwrap_or(0)
    }

    /// Where the codes of rows lie in their buckets, where there are buckets.
    pub(super) fn lows(&self) -> Option<Lows<'_>> {
        let ends = self.starts.iter().skip(1).chain([&self.distinct]).copied();
        Some(Lows::new(&self.codes, self.coarse.as_ref()?, self.starts.iter().copied().zip(ends)))
    }

    /// Whether only the codes of some rows are kept, and one of all others.
    pub(crate) fn is_sparse(&self) -> bool {
        matches!(self.codes, Codes::Sparse(_))
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
        self.has_missing.then_some(self.distinct.min(u32::from(HOLE)) as u8)
    }

    /// Whether values have an order, and cuts follow it.
    pub(crate) fn is_ordered(&self) -> bool {
        matches!(self.coded, Coded::Numbers(_) | Coded::Ordinal)
    }

    /// The same, and all are there.
    pub(crate) fn is_plain(&self) -> bool {
        self.is_ordered() && !self.has_missing
    }

    /// Whether a code stands for no value.
    pub fn is_missing(&self, code: u32) -> bool {
        code >= self.distinct
    }
}

fn chosen<'a, T: Copy>(values: &'a [T], rows: Option<&[u32]>) -> Cow<'a, [T]> {
    rows.map_or(Cow::Borrowed(values), |rows| pick(values, rows).into())
}

fn numbers<'a>(source: RowNumbers<'a>, room: &mut Room, shelf: &mut Shelf) -> EncodedColumn<'a> {
    let mut picked = take(&mut room.picked);
    let ranked = rank(source.in_order(&mut picked), room, shelf);
    room.picked = picked;
    let Ranked { distinct, has_missing, codes, buckets } = ranked;
    let (coarse, starts) = buckets.map_or((None, Vec::new()), |buckets| (Some(buckets.rows), buckets.starts));
    let coded = Coded::Numbers(source);
    EncodedColumn { codes, distinct, has_missing, coded, coarse, starts, numbers: OnceLock::new() }
}

fn levels(category: &Category, codes: &[u32], shelf: &mut Shelf) -> EncodedColumn<'static> {
    let distinct = category.levels.len() as u32;
    let coded = match &category.kind {
        CategoryKind::Nominal => Coded::Nominal,
        CategoryKind::Ordinal => Coded::Ordinal,
        CategoryKind::Hierarchical(tree) => Coded::Hierarchical(heights(tree, &category.levels)),
    };
    let has_missing = codes.contains(&MISSING);
    let codes = match distinct {
        0..0x100 => narrow::<u8>(codes, distinct, shelf),
        0x100..0x1_0000 => narrow::<u16>(codes, distinct, shelf),
        _ => narrow::<u32>(codes, distinct, shelf),
    };
    EncodedColumn { codes, distinct, has_missing, coded, coarse: None, starts: Vec::new(), numbers: OnceLock::new() }
}

/// The codes of levels; those of missing ones are one more than the last.
fn narrow<C: Kept>(codes: &[u32], distinct: u32, shelf: &mut Shelf) -> Codes {
    let mut narrow = C::room(shelf);
    narrow.extend(codes.iter().map(|code| C::narrow((*code).min(distinct))));
    C::codes(narrow)
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
