//! Amounts that compare exactly: a whole number plus fractions with different denominators.
//!
//! What a split gains by Gini or by squared error is a sum of fractions, one for each branch. As floats, two sums that are
//! equal in mathematics differ in the last digit, and ties fall to noise. Here a float with a bound on its error decides
//! almost always, and whole numbers of any size decide the rest.

use std::cmp::Ordering;

/// A sum of a whole number and of fractions, compared exactly.
///
/// ```
/// use spinney::measure::Amount;
/// let third = |n| Amount::whole(0).plus_fraction(n, 1, 3);
/// let mut thirds = third(1);
/// thirds.add(&third(2));
/// assert!(thirds == Amount::whole(1)); // 1/3 + 2/3 is 1, exactly
/// ```
#[derive(Debug, Clone)]
pub struct Amount {
    whole: i128,
    fractions: Vec<Fraction>,
    /// The sum as a float, within `slack` of the truth.
    approx: f64,
    slack: f64,
}

/// One · two / under.
#[derive(Debug, Clone, Copy)]
struct Fraction {
    one: i128,
    two: i128,
    under: u64,
}

/// What one rounding of a float may be off, relatively, with room to spare.
const ROUNDING: f64 = f64::EPSILON;
/// A float that may be off by no more than this share of it is taken for the truth.
const CLOSE: f64 = 1e-9;

impl Amount {
    /// A whole number.
    pub fn whole(whole: i128) -> Self {
        let approx = whole as f64;
        Amount { whole, fractions: Vec::new(), approx, slack: approx.abs() * ROUNDING }
    }

    /// A float that stands for itself, without a bound: for measures that no whole number can hold.
    pub fn float(value: f64) -> Self {
        Amount { whole: 0, fractions: Vec::new(), approx: value, slack: 0.0 }
    }

    /// With the fraction one · two / under added; `under` is above 0.
    #[must_use]
    pub fn plus_fraction(mut self, one: i128, two: i128, under: u64) -> Self {
        let value = one as f64 * two as f64 / under as f64;
        self.fractions.push(Fraction { one, two, under });
        self.settle(value, 4.0 * value.abs() * ROUNDING);
        self
    }

    fn settle(&mut self, value: f64, slack: f64) {
        self.approx += value;
        self.slack += slack + self.approx.abs() * ROUNDING;
    }

    /// The whole number without its fractions.
    pub fn whole_part(&self) -> i128 {
        self.whole
    }

    /// Adds another amount.
    pub fn add(&mut self, other: &Amount) {
        self.whole += other.whole;
        self.fractions.extend_from_slice(&other.fractions);
        self.settle(other.approx, other.slack);
    }

    /// Takes another amount away.
    pub fn subtract(&mut self, other: &Amount) {
        self.whole -= other.whole;
        self.fractions.extend(other.fractions.iter().map(|part| Fraction { one: -part.one, ..*part }));
        self.settle(-other.approx, other.slack);
    }

    /// As a float, good to all but the last digits.
    ///
    /// ```
    /// use spinney::measure::Amount;
    /// let far = 1 << 80;
    /// let square = |sum: i128, under| Amount::whole(0).plus_fraction(sum, sum, under);
    /// let mut gain = square(4 * (far + 53), 4);
    /// gain.add(&square(2 * (far + 56), 2));
    /// gain.subtract(&square(6 * far + 4 * 53 + 2 * 56, 6));
    /// assert_eq!(gain.value(), 12.0); // though what cancels has fifty digits
    /// ```
    pub fn value(&self) -> f64 {
        let is_close = self.slack <= self.approx.abs() * CLOSE;
        if is_close {
            return self.approx;
        }
        // What is left of sums that cancel is noise of the size of what was added: it is reckoned anew, by whole numbers.
        if self.fractions.is_empty() {
            let is_noise = self.approx.abs() <= self.slack && exact_sign(self) == Ordering::Equal;
            return if is_noise { 0.0 } else { self.approx };
        }
        let (total, under) = exact(self);
        total.over(&under)
    }

    /// Below, equal to or above 0, exactly.
    pub fn sign(&self) -> Ordering {
        if self.approx.abs() > self.slack { self.approx.total_cmp(&0.0) } else { exact_sign(self) }
    }
}

impl PartialEq for Amount {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Amount {}

impl PartialOrd for Amount {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Amount {
    fn cmp(&self, other: &Self) -> Ordering {
        let distance = self.approx - other.approx;
        if distance.abs() > self.slack + other.slack + distance.abs() * ROUNDING {
            return distance.total_cmp(&0.0);
        }
        let mut rest = self.clone();
        rest.subtract(other);
        exact_sign(&rest)
    }
}

/// One · two against three · four, exactly: how ratios are compared.
pub fn compare_products(one: i128, two: i128, three: i128, four: i128) -> Ordering {
    let apart = Amount { whole: 0, fractions: Vec::new(), approx: 0.0, slack: f64::INFINITY };
    apart.plus_fraction(one, two, 1).plus_fraction(-three, four, 1).sign()
}

fn exact_sign(amount: &Amount) -> Ordering {
    // A float that stands for itself is all there is.
    if amount.fractions.is_empty() {
        return if amount.whole == 0 && amount.slack == 0.0 {
            amount.approx.total_cmp(&0.0)
        } else {
            amount.whole.cmp(&0)
        };
    }
    exact(amount).0.sign()
}

/// An amount as one fraction.
fn exact(amount: &Amount) -> (Signed, Digits) {
    let mut parts = amount.fractions.clone();
    parts.push(Fraction { one: amount.whole, two: 1, under: 1 });
    parts.sort_unstable_by_key(|part| part.under);
    // Numerators over one denominator are summed first: splits of equal shape then cancel at once.
    let mut sums: Vec<(Signed, u64)> = Vec::with_capacity(parts.len());
    for part in &parts {
        let product = Signed::product(part.one, part.two);
        match sums.last_mut() {
            Some((sum, under)) if *under == part.under => sum.add(&product),
            _ => sums.push((product, part.under)),
        }
    }
    sums.retain(|(sum, _)| !sum.is_zero());
    let mut total = Signed::default();
    let mut under = Digits::one();
    for (sum, denominator) in &sums {
        let mut sum = sum.clone();
        sum.times(&under);
        total.times_small(*denominator);
        total.add(&sum);
        under.times_small(*denominator);
    }
    (total, under)
}

/// A whole number of any size, as the difference of two that are not negative.
#[derive(Debug, Clone, Default)]
struct Signed {
    plus: Digits,
    minus: Digits,
}

impl Signed {
    fn product(one: i128, two: i128) -> Self {
        let mut digits = Digits::from_u128(one.unsigned_abs());
        digits.times(&Digits::from_u128(two.unsigned_abs()));
        if (one < 0) == (two < 0) {
            Signed { plus: digits, minus: Digits::default() }
        } else {
            Signed { plus: Digits::default(), minus: digits }
        }
    }

    fn add(&mut self, other: &Signed) {
        self.plus.add(&other.plus);
        self.minus.add(&other.minus);
    }

    fn times(&mut self, digits: &Digits) {
        self.plus.times(digits);
        self.minus.times(digits);
    }

    fn times_small(&mut self, by: u64) {
        self.plus.times_small(by);
        self.minus.times_small(by);
    }

    fn sign(&self) -> Ordering {
        self.plus.compare(&self.minus)
    }

    /// Divided by a number above 0, as a float.
    fn over(&self, under: &Digits) -> f64 {
        let (more, less, sign) = match self.sign() {
            Ordering::Equal => return 0.0,
            Ordering::Greater => (&self.plus, &self.minus, 1.0),
            Ordering::Less => (&self.minus, &self.plus, -1.0),
        };
        let mut apart = more.clone();
        apart.subtract(less);
        let ((one, digits), (two, others)) = (apart.float(), under.float());
        sign * one / two * 2_f64.powi(64 * (digits - others))
    }

    fn is_zero(&self) -> bool {
        self.sign() == Ordering::Equal
    }
}

/// Digits to the base 2⁶⁴, the lowest first, without zeros at the end.
#[derive(Debug, Clone, Default)]
struct Digits(Vec<u64>);

impl Digits {
    fn one() -> Self {
        Digits(vec![1])
    }

    fn from_u128(value: u128) -> Self {
        let mut digits = Digits(vec![value as u64, (value >> 64) as u64]);
        digits.trim();
        digits
    }

    fn trim(&mut self) {
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }

    fn times_small(&mut self, by: u64) {
        let mut carry = 0_u128;
        for digit in &mut self.0 {
            carry += u128::from(*digit) * u128::from(by);
            *digit = carry as u64;
            carry >>= 64;
        }
        if carry > 0 {
            self.0.push(carry as u64);
        }
        self.trim();
    }

    fn times(&mut self, other: &Digits) {
        let mut product = vec![0_u64; self.0.len() + other.0.len()];
        for (place, one) in self.0.iter().enumerate() {
            let mut carry = 0_u128;
            for (offset, two) in other.0.iter().enumerate() {
                carry += u128::from(*one) * u128::from(*two) + u128::from(product[place + offset]);
                product[place + offset] = carry as u64;
                carry >>= 64;
            }
            product[place + other.0.len()] = carry as u64;
        }
        self.0 = product;
        self.trim();
    }

    fn add(&mut self, other: &Digits) {
        self.0.resize(self.0.len().max(other.0.len()) + 1, 0);
        let mut carry = 0_u128;
        for (place, digit) in self.0.iter_mut().enumerate() {
            carry += u128::from(*digit) + u128::from(other.0.get(place).copied().unwrap_or(0));
            *digit = carry as u64;
            carry >>= 64;
        }
        self.trim();
    }

    /// Takes away a number that is not larger.
    fn subtract(&mut self, other: &Digits) {
        let mut borrowed = false;
        for (place, digit) in self.0.iter_mut().enumerate() {
            let (less, one) = digit.overflowing_sub(other.0.get(place).copied().unwrap_or(0));
            let (less, two) = less.overflowing_sub(u64::from(borrowed));
            (*digit, borrowed) = (less, one || two);
        }
        self.trim();
    }

    /// As a float, times as many powers of 2⁶⁴.
    fn float(&self) -> (f64, i32) {
        let last = self.0.len().saturating_sub(3);
        let value =
            self.0[last..].iter().rev().fold(0.0, |value: f64, digit| value.mul_add(2_f64.powi(64), *digit as f64));
        (value, (last as u32).cast_signed())
    }

    fn compare(&self, other: &Digits) -> Ordering {
        self.0.len().cmp(&other.0.len()).then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }
}
