//! Which way rows lean, added up value by value: in as few bits as it takes, since a row is added for every column that is asked.

use std::cmp::Ordering;

use super::flock::MOST;

/// Which way rows lean: their weight in the second of two classes, or what their numbers are above the node's mean, beside their weight.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Lean {
    pub(crate) weight: u64,
    pub(crate) over: i64,
}

impl Lean {
    #[inline]
    pub(crate) fn add(&mut self, other: Lean) {
        self.weight += other.weight;
        self.over += other.over;
    }

    /// By their share, or their mean.
    #[inline]
    pub(crate) fn compare(&self, other: &Lean) -> Ordering {
        let product = |one: &Lean, two: &Lean| i128::from(one.over) * i128::from(two.weight);
        product(self, other).cmp(&product(other, self))
    }
}

/// The lean of rows that are added up.
pub(crate) trait Leaning: Copy + Default {
    fn add(&mut self, more: Self);
    /// Whether no row was added; every row weighs something.
    fn is_none(self) -> bool;
    fn lean(self) -> Lean;
}

impl Leaning for Lean {
    #[inline]
    fn add(&mut self, more: Lean) {
        Lean::add(self, more);
    }
    #[inline]
    fn is_none(self) -> bool {
        self.weight == 0
    }
    #[inline]
    fn lean(self) -> Lean {
        self
    }
}

/// Two classes: the weight of both, and above it in the same word that of the second. Runs keep all weights below 2³¹.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct ShortLean(u64);

impl ShortLean {
    /// A row of this weight.
    #[inline]
    pub(super) fn new(weight: u64, is_second: bool) -> Self {
        ShortLean(weight | if is_second { weight << 32 } else { 0 })
    }
}

impl Leaning for ShortLean {
    #[inline]
    fn add(&mut self, more: Self) {
        self.0 += more.0;
    }
    #[inline]
    fn is_none(self) -> bool {
        self.0 == 0
    }
    #[inline]
    fn lean(self) -> Lean {
        Lean { weight: self.0 & u64::from(u32::MAX), over: (self.0 >> 32).cast_signed() }
    }
}

/// Adds rows to the sums of their values, and lists the values in the order in which they come; how many there are. No branch: whether a
/// row is the first of its value is anybody's guess.
#[inline]
pub(super) fn add_by_value<L: Leaning>(
    sums: &mut [L; MOST],
    rows: impl Iterator<Item = (u8, L)>,
    values: &mut [u8; MOST],
) -> usize {
    let mut many = 0;
    for (value, more) in rows {
        let sum = &mut sums[usize::from(value)];
        values[many % MOST] = value;
        many += usize::from(sum.is_none());
        sum.add(more);
    }
    many
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_lean_says_what_a_long_one_says() {
        let (mut short, mut long) = (ShortLean::default(), Lean::default());
        assert!(short.is_none());
        for (weight, is_second) in [(3, false), (5, true), ((1 << 30) - 20, true), (7, false)] {
            short.add(ShortLean::new(weight, is_second));
            long.add(Lean { weight, over: if is_second { weight.cast_signed() } else { 0 } });
            assert_eq!(short.lean(), long);
        }
        assert!(!short.is_none());
    }

    #[test]
    fn rows_are_added_to_their_values() {
        let mut sums = [ShortLean::default(); MOST];
        let mut values = [0; MOST];
        let rows = [(9, true), (200, false), (9, false), (0, true), (200, true)];
        let many = add_by_value(
            &mut sums,
            rows.iter().map(|(value, second)| (*value, ShortLean::new(2, *second))),
            &mut values,
        );
        assert_eq!(values[..many], [9, 200, 0]);
        assert_eq!(sums[9].lean(), Lean { weight: 4, over: 2 });
        assert_eq!(sums[200].lean(), Lean { weight: 4, over: 2 });
        assert_eq!(sums[0].lean(), Lean { weight: 2, over: 2 });
        // As many values as there can be are all listed.
        let mut sums = [ShortLean::default(); MOST];
        let rows = (0..=u8::MAX).rev().map(|value| (value, ShortLean::new(1, false)));
        assert_eq!(add_by_value(&mut sums, rows, &mut values), MOST);
        assert!(values.iter().copied().eq((0..=u8::MAX).rev()));
    }
}
