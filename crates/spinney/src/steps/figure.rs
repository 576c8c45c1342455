//! Numbers as a lecture writes them: counts exact, everything else to four decimals.

use crate::table::number;

/// Numbers nearer to a whole one than this are that one.
const WHOLE: f64 = 1e-12;

/// Four decimals, fewer for large numbers, whole ones without any; what four decimals would call 0 has two digits.
pub(super) fn decimal(value: f64) -> String {
    let size = value.abs();
    if !value.is_finite() {
        return number::text(value);
    }
    let whole = value.round();
    if (value - whole).abs() < WHOLE && size < 1e15 {
        return format!("{}", whole + 0.0); // no sum is −0
    }
    match size {
        ..5e-5 => format!("{value:.1e}"),
        ..1e3 => format!("{value:.4}"),
        ..1e6 => format!("{value:.2}"),
        ..1e12 => format!("{value:.0}"),
        _ => format!("{value:.5e}"),
    }
    .replace('-', "−")
    .replace("e−", "e-")
}

/// A weight of rows: a count where it is one.
pub(super) fn weight(rows: f64) -> String {
    let text = decimal(rows);
    if text.contains('.') && !text.contains('e') {
        return text.trim_end_matches('0').trim_end_matches('.').to_owned();
    }
    text
}

/// `5 rows`, `1 row`.
pub(super) fn rows(count: f64) -> String {
    let text = weight(count);
    if text == "1" { "1 row".to_owned() } else { format!("{text} rows") }
}

/// A part of a whole, not reduced: `5/14`.
pub(super) fn fraction(part: f64, whole: f64) -> String {
    format!("{}/{}", weight(part), weight(whole))
}

/// `a`, `a and b`, `a, b and c`; at most so many, then how many more.
pub(super) fn listed(names: &[String], most: usize) -> String {
    let more = names.len().saturating_sub(most);
    let shown = &names[..names.len() - more];
    match (shown, more) {
        (_, 1..) => format!("{} and {more} more", shown.join(", ")),
        ([], 0) => String::new(),
        ([one], 0) => one.clone(),
        ([first @ .., last], 0) => format!("{} and {last}", first.join(", ")),
    }
}
