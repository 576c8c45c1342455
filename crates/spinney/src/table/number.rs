//! Text that stands for a number, and back.

/// The largest whole number below which every whole number has an f64 of its own.
pub const LARGEST_WHOLE: f64 = 9_007_199_254_740_992.0;

/// A number as it was written.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Written {
    /// Digits only, exactly held by an f64.
    Whole(f64),
    /// Digits only, beyond 2⁵³: an f64 would merge neighbours.
    BigWhole(f64),
    /// With a point, an exponent, or infinite.
    Real(f64),
    /// A literal larger than any f64.
    BeyondRange,
}

impl Written {
    /// The number as an f64; `None` where that would be infinite though the text is not.
    pub fn value(self) -> Option<f64> {
        match self {
            Written::Whole(value) | Written::Real(value) => Some(value),
            Written::BigWhole(value) => value.is_finite().then_some(value),
            Written::BeyondRange => None,
        }
    }
}

/// Powers of ten that an f64 holds exactly.
const TENS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
];

/// Reads a number: decimal, with an exponent, or `inf`; nothing else (not `nan`, not hexadecimal). −0 becomes 0.
///
/// ```
/// use spinney::table::number::{read, Written};
/// assert_eq!(read("12"), Some(Written::Whole(12.0)));
/// assert_eq!(read("-1.5e3"), Some(Written::Real(-1500.0)));
/// assert_eq!(read("9007199254740993"), Some(Written::BigWhole(9007199254740992.0)));
/// assert_eq!(read("1e999"), Some(Written::BeyondRange));
/// assert_eq!(read("n/a"), None);
/// ```
pub fn read(text: &str) -> Option<Written> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let first = *digits.as_bytes().first()?;
    if !(first.is_ascii_digit() || first == b'.') {
        let infinite = digits.eq_ignore_ascii_case("inf") || digits.eq_ignore_ascii_case("infinity");
        return infinite.then(|| Written::Real(if text.starts_with('-') { f64::NEG_INFINITY } else { f64::INFINITY }));
    }
    let value = text.parse::<f64>().ok()? + 0.0;
    if digits.bytes().all(|byte| byte.is_ascii_digit()) {
        let exact = digits.len() <= 15 || digits.parse::<u64>().is_ok_and(|whole| whole <= 1 << 53);
        return Some(if exact { Written::Whole(value) } else { Written::BigWhole(value) });
    }
    Some(if value.is_infinite() { Written::BeyondRange } else { Written::Real(value) })
}

/// A plain decimal at `start`: its value, its end, and whether it had a point. `None` sends the field to the general way:
/// other shapes, and decimals whose digits do not fit 2⁵³.
///
/// With at most 2⁵³ in the digits and 10²² in the divisor both are exact, so the one division rounds correctly.
#[inline]
pub(crate) fn read_plain(bytes: &[u8], start: usize) -> Option<(f64, usize, bool)> {
    let negative = bytes.get(start) == Some(&b'-');
    let first = start + usize::from(negative);
    let (mut digits, point) = read_digits(bytes, first, 0);
    if point == first {
        return None; // a leading digit is required, so that "", "-" and "." go the general way
    }
    if bytes.get(point) != Some(&b'.') {
        if point - first > 15 {
            return None;
        }
        let magnitude = digits.cast_signed() as f64; // signed: one instruction where unsigned takes five
        return Some((if negative { 0.0 - magnitude } else { magnitude }, point, false));
    }
    let end;
    (digits, end) = read_digits(bytes, point + 1, digits);
    if end - first > 19 || digits > 1 << 53 {
        return None; // up to 18 digits cannot wrap
    }
    let magnitude = digits.cast_signed() as f64 / TENS.get(end - point - 1)?;
    Some((if negative { 0.0 - magnitude } else { magnitude }, end, true))
}

#[inline]
fn read_digits(bytes: &[u8], start: usize, mut digits: u64) -> (u64, usize) {
    let mut at = start;
    while at < bytes.len() {
        let digit = bytes[at].wrapping_sub(b'0');
        if digit > 9 {
            break;
        }
        digits = digits.wrapping_mul(10).wrapping_add(u64::from(digit));
        at += 1;
    }
    (digits, at)
}

/// The shortest text that reads back as this number: `3`, `0.5`, `1e300`, `inf`.
///
/// ```
/// assert_eq!(spinney::table::number::text(3.0), "3");
/// assert_eq!(spinney::table::number::text(0.1), "0.1");
/// ```
pub fn text(value: f64) -> String {
    if value == 0.0 || (value.abs() >= 1e-5 && value.abs() < 1e17) || !value.is_finite() {
        format!("{value}")
    } else {
        format!("{value:e}")
    }
}

/// The cut between two neighbouring values: their midpoint, kept so that low ≤ cut < high after rounding.
///
/// Beside an infinite value the cut stays finite: the finite side's own value below +inf, the number just below it above −inf.
///
/// ```
/// use spinney::table::number::midpoint;
/// assert_eq!(midpoint(11.0, 13.0), 12.0);
/// assert_eq!(midpoint(1.0, f64::INFINITY), 1.0);
/// let next = 1.0 + f64::EPSILON;
/// assert_eq!(midpoint(1.0, next), 1.0);
/// ```
pub fn midpoint(low: f64, high: f64) -> f64 {
    let cut = match (low.is_finite(), high.is_finite()) {
        (true, true) => low / 2.0 + high / 2.0,
        (true, false) => low,
        (false, true) => high.next_down(),
        (false, false) => 0.0,
    };
    if cut >= high || cut < low { low } else { cut + 0.0 }
}

/// A decimal, its digits and how many of them stand behind the point, as the f64 nearest to it.
///
/// ```
/// assert_eq!(spinney::table::number::decimal(-1_250, 3), -1.25);
/// ```
pub fn decimal(digits: i128, places: i32) -> f64 {
    if digits.unsigned_abs() <= 1 << 53 && (0..=22).contains(&places) {
        return digits as f64 / 10_f64.powi(places); // both are exact
    }
    format!("{digits}e{}", -places).parse().unwrap_or(f64::NAN)
}
