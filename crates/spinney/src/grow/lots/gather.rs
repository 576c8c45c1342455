//! The numbers of a node's rows in a column, with the least and the greatest of them.

use crate::encode::{Field, Real};

/// Numbers that are compared in step: every comparison waits for the one before.
const ABREAST: usize = 8;

/// Room for what is gathered at a node.
pub(super) struct Gathered<T> {
    /// The numbers of the column that was drawn last.
    pub(super) values: Vec<T>,
    /// Those of the column of the best cut so far.
    pub(super) kept: Vec<T>,
    /// The words of two-valued columns, one list for each 64 of them, with what bits are both set and not; empty where nobody has asked.
    words: Vec<(Vec<u64>, u64)>,
    /// Fields that are not in use.
    pub(super) fields: Vec<Field<T>>,
}

impl<T: Real> Gathered<T> {
    pub(super) fn new(blocks: usize) -> Self {
        Gathered { values: Vec::new(), kept: Vec::new(), words: vec![(Vec::new(), 0); blocks], fields: Vec::new() }
    }

    /// Comes to another node.
    #[inline]
    pub(super) fn begin(&mut self) {
        self.words.iter_mut().for_each(|(words, _)| words.clear());
    }

    /// Gathers the numbers of a column; the least and the greatest.
    #[inline]
    pub(super) fn numbers(&mut self, column: &[T], rows: &[u32]) -> (T, T) {
        self.values.clear();
        self.values.extend(rows.iter().map(|row| column[*row as usize]));
        ends(&self.values)
    }

    /// The words of two-valued columns, and which bits are set in some of them and not in others.
    #[inline]
    pub(super) fn words(&mut self, field: &Field<T>, rows: &[u32], block: u32) -> (&[u64], u64) {
        let (words, varying) = &mut self.words[block as usize];
        if words.is_empty() {
            let all = field.words(block);
            words.extend(rows.iter().map(|row| all[*row as usize]));
            let (some, every) = words.iter().fold((0, u64::MAX), |(some, every), word| (some | word, every & word));
            *varying = some & !every;
        }
        (words, *varying)
    }
}

#[inline]
fn ends<T: Real>(values: &[T]) -> (T, T) {
    let less = |one: T, two: T| if one < two { one } else { two };
    let more = |one: T, two: T| if one > two { one } else { two };
    let (groups, rest) = values.as_chunks::<ABREAST>();
    let (mut low, mut high) = (T::MOST, T::LEAST);
    if let Some((first, groups)) = groups.split_first() {
        let (mut lows, mut highs) = (*first, *first);
        for group in groups {
            for place in 0..ABREAST {
                lows[place] = less(group[place], lows[place]);
                highs[place] = more(group[place], highs[place]);
            }
        }
        low = lows.into_iter().fold(low, less);
        high = highs.into_iter().fold(high, more);
    }
    for value in rest {
        (low, high) = (less(*value, low), more(*value, high));
    }
    (low, high)
}
