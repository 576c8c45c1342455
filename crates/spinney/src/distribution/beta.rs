//! The regularised incomplete beta function.

/// Terms of the fraction at most; it needs some √(a + b) of them.
const MOST_TERMS: u32 = 100_000;
/// What stands in for a zero that would be divided by.
const TINY: f64 = 1e-300;

/// The share of the beta distribution with parameters a and b that lies below x. `NaN` where a or b is not above 0, or x is
/// not between 0 and 1.
///
/// ```
/// use spinney::distribution::incomplete_beta;
/// assert!((incomplete_beta(2.0, 2.0, 0.5) - 0.5).abs() < 1e-15);
/// assert!((incomplete_beta(1.0, 3.0, 0.25) - (1.0 - 0.75_f64.powi(3))).abs() < 1e-15);
/// ```
pub fn incomplete_beta(a: f64, b: f64, x: f64) -> f64 {
    below(a, b, (x, 1.0 - x))
}

/// The same for x and 1 − x given apart, so that neither is lost to rounding beside 1.
pub(super) fn below(a: f64, b: f64, (x, rest): (f64, f64)) -> f64 {
    if !(a > 0.0 && b > 0.0 && x >= 0.0 && rest >= 0.0) {
        return f64::NAN;
    }
    if x == 0.0 || rest == 0.0 {
        return if x == 0.0 { 0.0 } else { 1.0 };
    }
    // The fraction converges fast on the near side of the mean; the far side is what is left of 1.
    if x * (a + b) <= a { tail(a, b, (x, rest)) } else { 1.0 - tail(b, a, (rest, x)) }
}

/// xᵃ (1 − x)ᵇ / (a B(a, b)), times the continued fraction.
fn tail(a: f64, b: f64, (x, rest): (f64, f64)) -> f64 {
    let scale = libm::lgamma(a + b) - libm::lgamma(a) - libm::lgamma(b);
    let front = libm::exp(scale + a * libm::log(x) + b * libm::log(rest)) / a;
    (front * fraction(a, b, x)).min(1.0)
}

/// 1 / (1 + d₁ / (1 + d₂ / …)), from the left (Lentz's way), with the terms that belong to the incomplete beta function.
fn fraction(a: f64, b: f64, x: f64) -> f64 {
    let nonzero = |value: f64| if value.abs() < TINY { TINY } else { value };
    let (mut upper, mut lower) = (1.0, 1.0 / nonzero(1.0 - (a + b) * x / (a + 1.0)));
    let mut value = lower;
    for m in 1..MOST_TERMS {
        let m = f64::from(m);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let before = value;
        for term in [even, odd] {
            lower = 1.0 / nonzero(1.0 + term * lower);
            upper = nonzero(1.0 + term / upper);
            value *= lower * upper;
        }
        if (value - before).abs() <= f64::EPSILON * value.abs() {
            break;
        }
    }
    value
}
