//! Numbers as people read them.

use crate::table::number;

/// Numbers whose exact text is at most this long are not rounded.
const SHORT: usize = 9;

/// About so many significant digits, where the exact text is long; a number that is not whole keeps a decimal.
///
/// ```
/// use spinney::explain::figures::rounded;
/// assert_eq!(rounded(2.45, 6), "2.45");
/// assert_eq!(rounded(0.30000000000000004, 6), "0.3");
/// assert_eq!(rounded(1234567.25, 4), "1234567.2");
/// assert_eq!(rounded(1.0 / 3.0 * 1e-9, 3), "3.33e-10");
/// ```
pub fn rounded(value: f64, digits: usize) -> String {
    let exact = number::text(value);
    if exact.chars().count() <= SHORT.min(digits + 3) || !value.is_finite() {
        return exact;
    }
    let scientific = format!("{value:.places$e}", places = digits.saturating_sub(1));
    let (mantissa, power) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let power: i32 = power.parse().unwrap_or(0);
    if !(-5..15).contains(&power) {
        return format!("{}e{power}", without_zeros(mantissa));
    }
    let least = usize::from(value.fract() != 0.0);
    let (more, fewer) = (usize::try_from(-power).unwrap_or(0), usize::try_from(power).unwrap_or(0));
    let places = (digits + more).saturating_sub(1 + fewer).max(least);
    without_zeros(&format!("{value:.places$}")).to_owned()
}

fn without_zeros(text: &str) -> &str {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text }
}

/// A weight as a count of rows: whole ones with their thousands set apart, others with at most two decimals.
///
/// ```
/// use spinney::explain::figures::count;
/// assert_eq!(count(12345.0), "12,345");
/// assert_eq!(count(2.5), "2.5");
/// ```
pub fn count(weight: f64) -> String {
    if weight.abs() >= 1e15 || !weight.is_finite() {
        return number::text(weight);
    }
    let text = format!("{:.2}", weight + 0.0); // no sum is −0
    let (whole, part) = text.split_once('.').unwrap_or((&text, ""));
    let (sign, digits) = whole.strip_prefix('-').map_or(("", whole), |digits| ("-", digits));
    let mut grouped = String::from(sign);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    let part = part.trim_end_matches('0');
    if part.is_empty() { grouped } else { format!("{grouped}.{part}") }
}

/// A count and what it counts: `1 row`, `2.5 rows`.
///
/// ```
/// use spinney::explain::figures::counted;
/// assert_eq!(counted(1.0, "row"), "1 row");
/// assert_eq!(counted(1309.0, "row"), "1,309 rows");
/// assert_eq!(counted(2.0, "leaf"), "2 leaves");
/// ```
pub fn counted(weight: f64, word: &str) -> String {
    let number = count(weight);
    match (number.as_str(), word) {
        ("1", _) => format!("1 {word}"),
        (_, "leaf") => format!("{number} leaves"),
        (_, "branch") => format!("{number} branches"),
        _ => format!("{number} {word}s"),
    }
}

/// A share in percent. Only all is 100 %, and only nothing is 0 %.
///
/// ```
/// use spinney::explain::figures::percent;
/// assert_eq!(percent(9.0 / 14.0), "64 %");
/// assert_eq!(percent(0.998), "99.8 %");
/// assert_eq!(percent(0.99999), ">99.9 %");
/// assert_eq!(percent(0.0001), "<0.1 %");
/// ```
pub fn percent(share: f64) -> String {
    let hundred = share * 100.0;
    if share <= 0.0 || share >= 1.0 {
        return format!("{hundred:.0} %");
    }
    let whole = format!("{hundred:.0}");
    if whole != "0" && whole != "100" {
        return format!("{whole} %");
    }
    match format!("{hundred:.1}").as_str() {
        "0.0" => "<0.1 %".to_owned(),
        "100.0" => ">99.9 %".to_owned(),
        tenth => format!("{tenth} %"),
    }
}

/// A part of a whole; 0 where the whole is nothing.
pub fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

/// The standard deviation behind a sum of squared distances; 0 where there are no rows.
///
/// ```
/// assert_eq!(spinney::explain::figures::deviation(8.0, 2.0), 2.0);
/// ```
pub fn deviation(squares: f64, rows: f64) -> f64 {
    share(squares, rows).sqrt()
}

/// Four decimals: what a lecture writes.
///
/// ```
/// assert_eq!(spinney::explain::figures::decimals(-0.00001), "0.0000");
/// ```
pub fn decimals(value: f64) -> String {
    let text = format!("{value:.4}");
    if text == "-0.0000" { "0.0000".to_owned() } else { text }
}

/// Up to six significant digits, for values of any size.
///
/// ```
/// assert_eq!(spinney::explain::figures::digits(641_250.9), "641251");
/// ```
pub fn digits(value: f64) -> String {
    if value == 0.0 || !value.is_finite() {
        return number::text(value);
    }
    if !(1e-4..1e15).contains(&value.abs()) {
        return format!("{value:.5e}");
    }
    let whole = value.abs().log10().floor() as i32;
    let places = usize::try_from(5 - whole).unwrap_or(0);
    let text = format!("{value:.places$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// A name or value on one short line: at most 40 characters, and none that would move the cursor.
///
/// ```
/// assert_eq!(spinney::explain::figures::label("a\nb"), "a\\nb");
/// ```
pub fn label(text: &str) -> String {
    let hidden = |letter: char| {
        letter.is_control()
            || matches!(letter, '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
    };
    let mut out = String::new();
    for (place, letter) in text.chars().enumerate() {
        if place == 40 {
            out.push('…');
            break;
        }
        if hidden(letter) { out.extend(letter.escape_default()) } else { out.push(letter) }
    }
    out
}
