//! Float addition is not associative: the same terms in another order give other last bits, and exact ties then fall to
//! noise. So terms are added exactly, as whole numbers, and rounded once.

/// Exponents that share a bin.
const SPAN: usize = 32;
/// Bins for all exponents of an f64, and two for what is carried out of the last.
const BINS: usize = 2048 / SPAN + 2;
/// The power of two that a mantissa of exponent 0 counts in.
const UNIT: i32 = -1075;

/// The sum of the values, the same bits for every order of them: the float nearest to the true sum.
pub(crate) fn order_free_sum(values: impl IntoIterator<Item = f64>) -> f64 {
    let mut sum = ExactSum { bins: [0; BINS], endless: 0.0 };
    for value in values {
        sum.add(value);
    }
    sum.rounded()
}

/// A sum kept exactly. A mantissa has 53 bits and is moved by up to 31 within its bin, so an i128 holds 2⁴³ of them.
struct ExactSum {
    bins: [i128; BINS],
    /// Infinite values and NaN, which have no place among the bins.
    endless: f64,
}

impl ExactSum {
    fn add(&mut self, value: f64) {
        if !value.is_finite() {
            self.endless += value;
            return;
        }
        let bits = value.to_bits();
        let (stored, fraction) = ((bits >> 52 & 0x7FF) as usize, bits & ((1 << 52) - 1));
        // Subnormal numbers have no leading 1, and the exponent of the smallest normal ones.
        let (exponent, mantissa) = if stored == 0 { (1, fraction) } else { (stored, fraction | 1 << 52) };
        let term = i128::from(mantissa) << (exponent % SPAN);
        self.bins[exponent / SPAN] += if value < 0.0 { -term } else { term };
    }

    fn rounded(mut self) -> f64 {
        if self.endless != 0.0 {
            return self.endless; // NaN too: it equals nothing
        }
        self.carry();
        let negative = self.bins[BINS - 1] < 0;
        if negative {
            for bin in &mut self.bins {
                *bin = -*bin;
            }
            self.carry();
        }
        let Some(top) = self.bins.iter().rposition(|bin| *bin != 0) else { return 0.0 };
        // The highest bins hold more digits than a float; whether anything lies below them decides a tie.
        let low = top.saturating_sub(2);
        let mut digits = self.bins[low..=top].iter().rev().fold(0_i128, |digits, bin| (digits << SPAN) | bin);
        digits |= i128::from(self.bins[..low].iter().any(|bin| *bin != 0));
        let magnitude = libm::ldexp(digits as f64, ((low * SPAN) as u32).cast_signed() + UNIT);
        if negative { -magnitude } else { magnitude }
    }

    /// Leaves 32 bits in each bin but the last, and carries the rest upwards; the last one's sign is the sum's.
    fn carry(&mut self) {
        for place in 0..BINS - 1 {
            self.bins[place + 1] += self.bins[place] >> SPAN;
            self.bins[place] &= (1 << SPAN) - 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::order_free_sum;

    #[test]
    fn a_third_of_what_is_left_is_not_lost_beside_large_terms() {
        assert_eq!(order_free_sum([1e20, 1.0, -1e20]), 1.0);
        assert_eq!(order_free_sum([0.7, 0.1]), 0.7 + 0.1);
        assert_eq!(order_free_sum([f64::MAX, f64::MAX, -f64::MAX]), f64::MAX);
        assert_eq!(order_free_sum([5e-324, 5e-324]), 1e-323);
        assert_eq!(order_free_sum([-0.3, 0.1, 0.2]), 2.775_557_561_562_891_4e-17);
        assert_eq!(order_free_sum([1.0, f64::EPSILON / 4.0, f64::EPSILON / 4.0]), 1.0); // a tie goes to the even one
        assert_eq!(order_free_sum([1.0, f64::EPSILON / 4.0, f64::EPSILON / 4.0, 1e-300]), 1.0 + f64::EPSILON);
        assert_eq!(order_free_sum([-1.0, -1e-300]), -1.0);
        assert_eq!(order_free_sum([]), 0.0);
    }

    #[test]
    fn endless_terms_make_an_endless_sum() {
        assert_eq!(order_free_sum([1.0, f64::INFINITY]), f64::INFINITY);
        assert!(order_free_sum([f64::INFINITY, f64::NEG_INFINITY]).is_nan());
    }
}
