//! Sums of a numeric target that are exact, whatever the order: the engine adds rows, moves them between branches and
//! merges parts from several threads, and the sums must come out the same.
//!
//! ```text
//! value ─Scale─► whole number of steps from the centre ─Moments─► rows, Σ q, Σ q² (integers) ─► mean, squared error
//! ```

/// Values in whole steps from a centre: |q| is at most this.
const MOST_STEPS: i64 = 1 << MOST_STEPS_BITS;
const MOST_STEPS_BITS: i32 = 46;
/// The exponent of the smallest float above 0.
const SMALLEST_EXPONENT: i32 = -1074;

/// A fixed-point scale made once from a target's values: value ≈ centre + q · step, with |q| ≤ 2⁴⁶.
///
/// The centre is the middle of the values' range, the step a power of two, so a value is kept to within half a step,
/// which is less than range · 2⁻⁴⁶. The centre is a whole number of steps from 0: whole numbers whose range is below
/// 2⁴⁷, and all values that are multiples of a step, are kept exactly.
///
/// Values should be finite. NaN and ±inf do not count when the scale is made; [`quantise`](Self::quantise) puts NaN at
/// the centre and whatever lies outside the scale at its nearer end.
///
/// ```
/// use spinney::measure::Scale;
///
/// let scale = Scale::new(&[3.0, 1.0, 7.0]);
/// assert_eq!(scale.centre(), 4.0);
/// assert_eq!(scale.value(scale.quantise(3.0)), 3.0);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scale {
    centre: f64,
    step: f64,
}

impl Scale {
    /// The scale for these values; their order does not matter.
    ///
    /// ```
    /// use spinney::measure::Scale;
    ///
    /// assert_eq!(Scale::new(&[1.0, 7.0, 3.0]), Scale::new(&[7.0, 3.0, 1.0]));
    /// ```
    pub fn new(values: &[f64]) -> Self {
        Self::with_bits(values, MOST_STEPS_BITS)
    }

    /// The scale for these values where all weights add up to `total`: as fine as [`new`](Self::new), or as much coarser as
    /// keeps sums of numbers below 2⁶² (whole weights) or sums of their squares below 2¹²⁷ (parts of rows).
    ///
    /// ```
    /// use spinney::measure::Scale;
    ///
    /// assert_eq!(Scale::for_weight(&[1.0, 7.0], 1000), Scale::new(&[1.0, 7.0]));
    /// ```
    pub fn for_weight(values: &[f64], total: u64) -> Self {
        let bits = (u64::BITS - total.leading_zeros()).cast_signed();
        Self::with_bits(values, if bits <= 32 { MOST_STEPS_BITS.min(62 - bits) } else { 37 })
    }

    fn with_bits(values: &[f64], bits: i32) -> Self {
        let finite = || values.iter().copied().filter(|value| value.is_finite());
        let low = finite().fold(f64::INFINITY, f64::min);
        let high = finite().fold(f64::NEG_INFINITY, f64::max);
        if low >= high {
            // One value, or (then low is +inf) none at all: every row is at the centre, and any step will do.
            return Self { centre: if low > high { 0.0 } else { low }, step: 1.0 };
        }
        // Halved before adding: the range itself may be beyond the largest float.
        let middle = 0.5 * low + 0.5 * high;
        let reach = (high - middle).max(middle - low);
        let (_, exponent) = libm::frexp(reach);
        let step = libm::ldexp(1.0, (exponent - bits).max(SMALLEST_EXPONENT));
        // From 2⁵³ steps on every float is a whole number of steps already, and the division might overflow.
        let steps = (middle / step).round_ties_even();
        let centre = if steps.abs() < 9e15 { steps * step } else { middle };
        Self { centre, step }
    }

    /// The same with another step, a power of two that is not smaller: values of several targets are then kept to one.
    ///
    /// ```
    /// use spinney::measure::Scale;
    ///
    /// let scale = Scale::new(&[1.0, 7.0]).of_step(0.5);
    /// assert_eq!((scale.centre(), scale.quantise(7.0)), (4.0, 6));
    /// ```
    #[must_use]
    pub fn of_step(&self, step: f64) -> Self {
        let steps = (self.centre / step).round_ties_even();
        Scale { centre: if steps.abs() < 9e15 { steps * step } else { self.centre }, step }
    }

    /// The scale for numbers that are not negative, with 0 at q = 0: sums are then sums of the numbers themselves.
    ///
    /// ```
    /// use spinney::measure::Scale;
    ///
    /// let scale = Scale::from_zero(&[1.0, 7.0], 2);
    /// assert_eq!((scale.centre(), scale.value(scale.quantise(7.0))), (0.0, 7.0));
    /// ```
    pub fn from_zero(values: &[f64], total: u64) -> Self {
        let most = values.iter().copied().filter(|value| value.is_finite()).fold(0.0, f64::max);
        Scale { centre: 0.0, ..Scale::for_weight(&[-most, most], total) }
    }

    /// The value at q = 0.
    ///
    /// ```
    /// assert_eq!(spinney::measure::Scale::new(&[1.0, 7.0]).centre(), 4.0);
    /// ```
    pub fn centre(&self) -> f64 {
        self.centre
    }

    /// The distance of two neighbouring steps: the resolution, at most range · 2⁻⁴⁶.
    ///
    /// ```
    /// // A range of 6 reaches 3 to either side, which is below 4 = 2⁴⁶ steps.
    /// assert_eq!(spinney::measure::Scale::new(&[1.0, 7.0]).step(), 4.0 / (1_u64 << 46) as f64);
    /// ```
    pub fn step(&self) -> f64 {
        self.step
    }

    /// The number of steps from the centre to the value.
    ///
    /// `q = (value − centre) / step`, rounded to the nearest whole number.
    ///
    /// ```
    /// let scale = spinney::measure::Scale::new(&[1.0, 7.0]);
    /// assert_eq!(scale.quantise(4.0), 0);
    /// assert_eq!(scale.quantise(1.0), -scale.quantise(7.0));
    /// ```
    pub fn quantise(&self, value: f64) -> i64 {
        // `as` takes NaN to 0 and whatever is too large to the end of i64.
        (((value - self.centre) / self.step).round_ties_even() as i64).clamp(-MOST_STEPS, MOST_STEPS)
    }

    /// The value at so many steps from the centre.
    ///
    /// `value = centre + q · step`.
    ///
    /// ```
    /// let scale = spinney::measure::Scale::new(&[1.0, 7.0]);
    /// assert_eq!(scale.value(scale.quantise(7.0)), 7.0);
    /// ```
    pub fn value(&self, q: i64) -> f64 {
        self.at(q as f64)
    }

    /// A step may lead beyond the largest float, though no value is there.
    fn at(&self, steps: f64) -> f64 {
        (self.centre + steps * self.step).clamp(f64::MIN, f64::MAX)
    }
}

/// Rows, sum and squares of quantised values: exact, so adding, merging and taking away commute.
///
/// Holds up to 2³² rows (copies counted) of |q| ≤ 2⁴⁶. Take away only what was added before.
///
/// ```
/// use spinney::measure::{Moments, Scale};
///
/// let values = [1.0, 2.0, 6.0];
/// let scale = Scale::new(&values);
/// let mut moments = Moments::default();
/// for value in values {
///     moments.add(scale.quantise(value));
/// }
/// assert_eq!(moments.mean(&scale), 3.0);
/// assert_eq!(moments.sse(&scale), 14.0);
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Moments {
    /// How many rows, copies counted.
    pub rows: u64,
    /// Σ q.
    pub sum: i128,
    /// Σ q².
    pub squares: i128,
}

impl Moments {
    /// Adds one row.
    ///
    /// ```
    /// let mut moments = spinney::measure::Moments::default();
    /// moments.add(-3);
    /// assert_eq!((moments.rows, moments.sum, moments.squares), (1, -3, 9));
    /// ```
    pub fn add(&mut self, q: i64) {
        self.add_copies(q, 1);
    }

    /// Adds so many copies of one row, which is the same as adding it so many times.
    ///
    /// ```
    /// let mut moments = spinney::measure::Moments::default();
    /// moments.add_copies(-3, 2);
    /// assert_eq!((moments.rows, moments.sum, moments.squares), (2, -6, 18));
    /// ```
    pub fn add_copies(&mut self, q: i64, copies: u64) {
        let (q, count) = (i128::from(q), i128::from(copies));
        self.merge(&Self { rows: copies, sum: count * q, squares: count * q * q });
    }

    /// Takes away one row that was added before.
    ///
    /// ```
    /// let mut moments = spinney::measure::Moments::default();
    /// moments.add(5);
    /// moments.remove(5);
    /// assert_eq!(moments, Default::default());
    /// ```
    pub fn remove(&mut self, q: i64) {
        let q = i128::from(q);
        self.subtract(&Self { rows: 1, sum: q, squares: q * q });
    }

    /// Adds the rows of another part.
    ///
    /// ```
    /// use spinney::measure::Moments;
    ///
    /// let mut left = Moments { rows: 1, sum: 2, squares: 4 };
    /// left.merge(&Moments { rows: 1, sum: -3, squares: 9 });
    /// assert_eq!(left, Moments { rows: 2, sum: -1, squares: 13 });
    /// ```
    pub fn merge(&mut self, other: &Self) {
        self.rows = self.rows.wrapping_add(other.rows);
        self.sum = self.sum.wrapping_add(other.sum);
        self.squares = self.squares.wrapping_add(other.squares);
    }

    /// Takes away the rows of a part that was merged before: a node less one branch is the other branch.
    ///
    /// ```
    /// use spinney::measure::Moments;
    ///
    /// let mut node = Moments { rows: 2, sum: -1, squares: 13 };
    /// node.subtract(&Moments { rows: 1, sum: -3, squares: 9 });
    /// assert_eq!(node, Moments { rows: 1, sum: 2, squares: 4 });
    /// ```
    pub fn subtract(&mut self, other: &Self) {
        self.rows = self.rows.wrapping_sub(other.rows);
        self.sum = self.sum.wrapping_sub(other.sum);
        self.squares = self.squares.wrapping_sub(other.squares);
    }

    /// The mean of the rows' values; NaN where there are none.
    ///
    /// `centre + step · Σ q / rows`.
    ///
    /// ```
    /// use spinney::measure::{Moments, Scale};
    ///
    /// let scale = Scale::new(&[1.0, 7.0]);
    /// let mut moments = Moments::default();
    /// moments.add(scale.quantise(1.0));
    /// moments.add(scale.quantise(2.0));
    /// assert_eq!(moments.mean(&scale), 1.5);
    /// ```
    pub fn mean(&self, scale: &Scale) -> f64 {
        self.mean_and_sse(scale).0
    }

    /// The sum of squared errors around the mean: never below 0, and exactly 0 where all rows are equal.
    ///
    /// `SSE = step² · (Σ q² − (Σ q)² / rows)`.
    ///
    /// ```
    /// use spinney::measure::{Moments, Scale};
    ///
    /// // A thousand million and a little: the digits that matter are the last ones.
    /// let values = [1e9 + 1.0, 1e9 + 2.0, 1e9 + 6.0];
    /// let scale = Scale::new(&values);
    /// let mut moments = Moments::default();
    /// values.iter().for_each(|&value| moments.add(scale.quantise(value)));
    /// assert_eq!(moments.sse(&scale), 14.0);
    /// ```
    pub fn sse(&self, scale: &Scale) -> f64 {
        self.mean_and_sse(scale).1
    }

    /// Both: [`mean`](Self::mean) and [`sse`](Self::sse) divide by the same number.
    ///
    /// ```
    /// use spinney::measure::{Moments, Scale};
    ///
    /// let scale = Scale::new(&[1.0, 7.0]);
    /// let mut moments = Moments::default();
    /// [1.0, 2.0, 6.0].iter().for_each(|&value| moments.add(scale.quantise(value)));
    /// assert_eq!(moments.mean_and_sse(&scale), (3.0, 14.0));
    /// ```
    pub fn mean_and_sse(&self, scale: &Scale) -> (f64, f64) {
        if self.rows == 0 {
            return (f64::NAN, 0.0);
        }
        let (whole, rest) = self.mean_parts();
        let mean = scale.at(float(whole) + float(rest) / self.rows as f64);
        (mean, self.errors_around(whole, rest) * scale.step * scale.step)
    }

    /// The sum of squared errors in steps, around a mean of these parts.
    fn errors_around(&self, whole: i128, rest: i128) -> f64 {
        if rest == 0 && whole * self.sum == self.squares {
            return 0.0; // of most leaves
        }
        let rows = i128::from(self.rows);
        // With Σ q = rows · whole + rest, the errors around `whole` square to Σ q² − whole · (Σ q + rest), which is an
        // integer below 2¹²⁵ for any group; the true mean lies rest / rows further and takes off rest² / rows.
        let around_whole = self.squares - whole * (self.sum + rest);
        match around_whole.checked_mul(rows) {
            Some(scaled) => float(scaled - rest * rest) / self.rows as f64,
            // Here it is above 2⁹⁵, and rest² / rows, which is below rows, is far beyond the last digit of a float.
            None => around_whole as f64,
        }
    }

    /// The mean of q as a whole number and the rest of the sum, 0 ≤ rest < rows.
    fn mean_parts(&self) -> (i128, i128) {
        if let (Ok(sum), Ok(rows)) = (i64::try_from(self.sum), i64::try_from(self.rows)) {
            return (i128::from(sum.div_euclid(rows)), i128::from(sum.rem_euclid(rows))); // a tenth of the time
        }
        let rows = i128::from(self.rows);
        (self.sum.div_euclid(rows), self.sum.rem_euclid(rows))
    }
}

/// The nearest float, in a third of the time that `as` takes: trees ask for two at every node.
fn float(number: i128) -> f64 {
    if let Ok(short) = i64::try_from(number) {
        return short as f64;
    }
    let size = number.unsigned_abs();
    let shift = u64::BITS - size.leading_zeros().min(u64::BITS);
    // The leading 64 bits; whether others are set beyond them is said by the last, which is itself beyond what a float keeps.
    let beyond = u64::from(size & ((1 << shift) - 1) != 0);
    let near = ((size >> shift) as u64 | beyond) as f64 * f64::from_bits(u64::from(1023 + shift) << 52); // · 2^shift
    if number < 0 { -near } else { near }
}

#[cfg(test)]
mod tests {
    use super::float;
    use crate::seed::Key;

    #[test]
    fn a_whole_number_becomes_the_nearest_float() {
        let mut draws = Key::new(3).draws();
        for round in 0..100_000 {
            let wide = (i128::from(draws.number().cast_signed()) << 64 | i128::from(draws.number())) >> (round % 128);
            // Halfway between two floats, just above, and just below.
            let middle = (i128::from(draws.number() >> 10) | 1) << (round % 73);
            for number in [wide, middle, middle + 1, middle - 1, -middle] {
                assert_eq!(float(number).to_bits(), (number as f64).to_bits(), "{number}");
            }
        }
        for number in [i128::MIN, i128::MAX, 1 << 63, -1 << 63, (1 << 64) - 1, 1 << 64, 0] {
            assert_eq!(float(number).to_bits(), (number as f64).to_bits(), "{number}");
        }
    }
}
