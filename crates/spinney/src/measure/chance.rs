//! A probability in whole numbers: equal chances are equal, and "5/36" is written as people write it.

use std::cmp::Ordering;
use std::fmt;

/// A probability as a fraction in lowest terms, compared exactly.
///
/// ```
/// use spinney::measure::Chance;
///
/// let chance = Chance::new(10, 72).unwrap();
/// assert_eq!(chance.to_string(), "5/36");
/// assert!(chance < Chance::new(1, 7).unwrap());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Chance {
    part: u128,
    whole: u128,
}

impl Chance {
    /// The chance `part` / `whole`; none where `whole` is 0 or less than `part`.
    ///
    /// ```
    /// use spinney::measure::Chance;
    ///
    /// assert_eq!(Chance::new(3, 6), Chance::new(1, 2));
    /// assert_eq!(Chance::new(1, 0), None);
    /// ```
    pub fn new(part: u128, whole: u128) -> Option<Self> {
        (whole > 0 && part <= whole).then(|| Self::reduced(part, whole))
    }

    /// As [`new`](Self::new) for a part of a whole; a whole of 0 has only the part 0, and its chance is 0.
    pub(super) fn reduced(part: u128, whole: u128) -> Self {
        let common = greatest_common_divisor(part, whole);
        if part == 0 { Self { part: 0, whole: 1 } } else { Self { part: part / common, whole: whole / common } }
    }

    /// The upper number of the reduced fraction.
    ///
    /// ```
    /// assert_eq!(spinney::measure::Chance::new(10, 72).unwrap().numerator(), 5);
    /// ```
    pub fn numerator(self) -> u128 {
        self.part
    }

    /// The lower number of the reduced fraction.
    ///
    /// ```
    /// assert_eq!(spinney::measure::Chance::new(10, 72).unwrap().denominator(), 36);
    /// ```
    pub fn denominator(self) -> u128 {
        self.whole
    }

    /// The chance as a float between 0 and 1.
    ///
    /// ```
    /// assert_eq!(spinney::measure::Chance::new(9, 12).unwrap().value(), 0.75);
    /// ```
    pub fn value(self) -> f64 {
        self.part as f64 / self.whole as f64
    }
}

impl Ord for Chance {
    /// Digit by digit of the continued fractions: multiplying crosswise would overflow.
    fn cmp(&self, other: &Self) -> Ordering {
        let (mut a, mut b) = (*self, *other);
        loop {
            let by_whole = (a.part / a.whole).cmp(&(b.part / b.whole));
            let (rest_a, rest_b) = (a.part % a.whole, b.part % b.whole);
            if by_whole != Ordering::Equal || rest_a == 0 || rest_b == 0 {
                return by_whole.then((rest_a > 0).cmp(&(rest_b > 0)));
            }
            // Of two rests the one with the larger reciprocal is the smaller, so the sides change.
            (a, b) = (Self { part: b.whole, whole: rest_b }, Self { part: a.whole, whole: rest_a });
        }
    }
}

impl PartialOrd for Chance {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Chance {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.whole == 1 { write!(out, "{}", self.part) } else { write!(out, "{}/{}", self.part, self.whole) }
    }
}

fn greatest_common_divisor(mut a: u128, mut b: u128) -> u128 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}
