//! Entropy of whole counts as integer sums. H = (n·log₂ n − Σ nᵢ·log₂ nᵢ) / n, so an engine that keeps n·log₂ n in
//! fixed point compares splits by integers, and any order of adding gives the same sum.
//!
//! Fixed point alone would not make ties exact: (3, 3) and (1, 1) both have one bit, yet 6·log₂ 6 − 2·3·log₂ 3 and
//! 2·log₂ 2 would differ in the rounded digits. So the logarithms here are *additive*: log₂ is rounded for primes only,
//! and the logarithm of a product is the sum of the logarithms of its factors, to the last bit. Two sums that are equal
//! in mathematics have equal powers of every prime, and are then equal integers: splits that tie, tie exactly, and a
//! split that tells nothing gains exactly 0.

/// The binary digits behind the point: logarithms of u64 stay below 2⁶², and n·log₂ n below 2¹²⁶.
const FRACTION_BITS: u32 = 56;
const ONE: f64 = NLogN::ONE_BIT;
/// Up to here logarithms are additive and kept in the table: 32 MiB at most.
const LARGEST_ENTRY: u64 = 1 << 22;

/// n·log₂ n in fixed point, with 56 binary digits behind the point, for the counts of a table of rows.
///
/// Logarithms come from a table up to min(total, 2²²) and are computed where asked for beyond; the bits depend on n
/// alone, not on the table. Counts up to 2²² (and these times a power of two) have additive logarithms; larger ones are
/// rounded each, to 2⁻⁴⁸ bit.
///
/// ```
/// use spinney::measure::NLogN;
///
/// let tennis = NLogN::new(14);
/// let h = tennis.entropy_of(14, tennis.at(9) + tennis.at(5));
/// assert!((h - 0.9403).abs() < 5e-5);
/// assert_eq!(tennis.at(6) - 2 * tennis.at(3), 3 * tennis.at(2)); // (3, 3): one bit for each of 6 rows
/// ```
#[derive(Debug, Clone)]
pub struct NLogN {
    /// log₂ n at place n; 0 for 0 and 1.
    logs: Vec<u64>,
}

impl NLogN {
    /// What one bit is in the fixed point of [`at`](Self::at): 2⁵⁶.
    pub const ONE_BIT: f64 = (1_u64 << FRACTION_BITS) as f64;

    /// The table for counts up to `total`; costs about 15 ns and 8 bytes per count.
    ///
    /// ```
    /// assert_eq!(spinney::measure::NLogN::new(0).at(1), 0);
    /// ```
    pub fn new(total: u64) -> Self {
        Self { logs: additive_logs(total.min(LARGEST_ENTRY) as usize) }
    }

    /// `n·log₂ n · 2⁵⁶`, where 0·log₂ 0 = 0.
    ///
    /// ```
    /// let table = spinney::measure::NLogN::new(8);
    /// assert_eq!(table.at(0), 0);
    /// assert_eq!(table.at(8), 24 << 56);
    /// ```
    pub fn at(&self, n: u64) -> i128 {
        i128::from(n) * i128::from(self.log(n))
    }

    /// The entropy, in bits, of counts whose total and whose sum of [`at`](Self::at) are given; 0 where there are none.
    ///
    /// `H = (at(n) − Σ at(nᵢ)) / n / 2⁵⁶`.
    ///
    /// ```
    /// let table = spinney::measure::NLogN::new(8);
    /// assert_eq!(table.entropy_of(8, table.at(4) + table.at(2) + 2 * table.at(1)), 1.75);
    /// ```
    pub fn entropy_of(&self, total: u64, sum: i128) -> f64 {
        if total == 0 { 0.0 } else { (self.at(total) - sum).max(0) as f64 / total as f64 / ONE }
    }

    /// The entropy, in bits, of counts.
    ///
    /// ```
    /// let table = spinney::measure::NLogN::new(14);
    /// assert!((table.entropy(&[9, 5]) - 0.9403).abs() < 5e-5);
    /// ```
    pub fn entropy(&self, counts: &[u64]) -> f64 {
        self.entropy_of(counts.iter().sum(), counts.iter().map(|&count| self.at(count)).sum())
    }

    fn log(&self, n: u64) -> u64 {
        self.entry(n).unwrap_or_else(|| {
            let twos = n.trailing_zeros();
            let odd = n >> twos;
            let rest = self.entry(odd).unwrap_or_else(|| log_of_odd(odd));
            (u64::from(twos) << FRACTION_BITS) + rest
        })
    }

    fn entry(&self, n: u64) -> Option<u64> {
        self.logs.get(usize::try_from(n).ok()?).copied()
    }
}

/// The additive logarithms of 0..=last (1 at least), each written once: a number is its smallest prime times the rest.
fn additive_logs(last: usize) -> Vec<u64> {
    let mut logs = vec![0; last.max(1) + 1];
    let mut primes = Vec::new();
    for n in 2..=last {
        if logs[n] == 0 {
            logs[n] = rounded_log(n as u64);
            primes.push(n);
        }
        for &prime in primes.iter().take_while(|&&prime| prime <= last / n) {
            logs[prime * n] = logs[prime] + logs[n];
            if n.is_multiple_of(prime) {
                break;
            }
        }
    }
    logs
}

/// What the table would hold for an odd number that lies beyond it.
fn log_of_odd(mut n: u64) -> u64 {
    if n > LARGEST_ENTRY {
        return rounded_log(n);
    }
    let mut log = 0;
    let mut factor = 3;
    while factor * factor <= n {
        if n.is_multiple_of(factor) {
            n /= factor;
            log += rounded_log(factor);
        } else {
            factor += 2;
        }
    }
    if n > 1 { log + rounded_log(n) } else { log }
}

/// log₂ n in fixed point; exact for the float, which has no digits beyond the 52nd once n is 2 or more.
fn rounded_log(n: u64) -> u64 {
    (libm::log2(n as f64) * ONE) as u64
}
