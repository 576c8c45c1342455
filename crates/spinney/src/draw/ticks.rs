//! Round numbers along an axis: steps of 1, 2 or 5 times a power of ten.

/// A place on an axis and what is written there.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Tick {
    pub(super) value: f64,
    pub(super) text: String,
}

/// Powers of ten beyond this are written as `1e10`.
const LONGEST: i32 = 9;

/// A power of ten, rounded once: the same on every machine, as `powi` need not be.
fn ten(power: i32) -> f64 {
    format!("1e{power}").parse().unwrap_or(f64::INFINITY)
}

/// The power of ten that a number above 0 begins with.
fn power(value: f64) -> i32 {
    let text = format!("{value:e}");
    text.split_once('e').and_then(|(_, power)| power.parse().ok()).unwrap_or(0)
}

/// At most so many round numbers between two others, and at least two where there is room; whole ones where only they have
/// a meaning.
pub(super) fn even_ticks(low: f64, high: f64, most: usize, whole: bool) -> Vec<Tick> {
    let raw = (high / most.max(1) as f64) - (low / most.max(1) as f64);
    if !(raw > 0.0 && raw.is_finite()) {
        return Vec::new();
    }
    let (mut digit, mut power) = (1_i32, power(raw));
    let lead = raw / ten(power);
    for (next, more) in [(1, 0), (2, 0), (5, 0), (1, 1)] {
        (digit, power) = (next, power + more);
        if f64::from(next) * ten(more) >= lead {
            break;
        }
    }
    if whole && power < 0 {
        (digit, power) = (1, 0);
    }
    let unit = |value: f64| {
        let tens = if power < 0 { value * ten(-power) } else { value / ten(power) };
        tens / f64::from(digit)
    };
    // What rounding may have taken; less on a stretch that is much shorter than the step between whole numbers.
    let slack = 1e-9 * (unit(high) - unit(low)).min(1.0);
    let (first, last) = ((unit(low) - slack).ceil(), (unit(high) + slack).floor());
    // Beyond this, neighbours on a stretch so narrow are the same number.
    if first.abs().max(last.abs()) > 1e15 {
        return Vec::new();
    }
    (first as i64..=last as i64).take(100).map(|step| tick(step * i64::from(digit), power)).collect()
}

/// A whole number of tens, ones, tenths …
fn tick(number: i64, power: i32) -> Tick {
    let value = if power < 0 { number as f64 / ten(-power) } else { number as f64 * ten(power) };
    Tick { value, text: decimal(number, power) }
}

/// number · 10^power, with as many decimals as the power says.
fn decimal(number: i64, power: i32) -> String {
    let (sign, digits) = (if number < 0 { "−" } else { "" }, number.unsigned_abs().to_string());
    let size = i32::try_from(digits.len()).unwrap_or(i32::MAX).saturating_add(power);
    if number != 0 && (size > LONGEST + 1 || power < -LONGEST) {
        let (head, tail) = digits.split_at(1);
        let tail = tail.trim_end_matches('0');
        let point = if tail.is_empty() { "" } else { "." };
        return format!("{sign}{head}{point}{tail}e{}", size - 1);
    }
    if number == 0 && !(-LONGEST..=0).contains(&power) {
        return "0".to_owned();
    }
    let places = usize::try_from(-power).unwrap_or(0);
    let digits = digits + &"0".repeat(usize::try_from(power).unwrap_or(0));
    let digits = format!("{digits:0>least$}", least = places + 1);
    let (ones, part) = digits.split_at(digits.len() - places);
    let point = if part.is_empty() { "" } else { "." };
    format!("{sign}{}{point}{part}", grouped(ones))
}

/// Thousands set apart from five digits on, as years are not.
fn grouped(digits: &str) -> String {
    if digits.len() < 5 {
        return digits.to_owned();
    }
    let mut out = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Round numbers on an axis of powers: 1, 2, 5, 10 … where there are few powers of ten, else powers alone.
pub(super) fn log_ticks(low: f64, high: f64, most: usize) -> Vec<Tick> {
    let (first, last) = (power(low), power(high));
    let powers = (last - first + 1) as usize;
    let digits: &[i64] = if powers * 3 <= most + 3 { &[1, 2, 5] } else { &[1] };
    let every = powers.div_ceil(most.max(2));
    let all = (first..=last).step_by(every).flat_map(|power| digits.iter().map(move |digit| tick(*digit, power)));
    let inside: Vec<Tick> = all.filter(|tick| tick.value >= low && tick.value <= high).collect();
    if inside.len() < 2 { even_ticks(low, high, most, false) } else { inside }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(ticks: &[Tick]) -> String {
        ticks.iter().map(|tick| tick.text.as_str()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn steps_are_one_two_or_five() {
        assert_eq!(texts(&even_ticks(0.0, 1.0, 5, false)), "0.0 0.2 0.4 0.6 0.8 1.0");
        assert_eq!(texts(&even_ticks(0.0, 9.0, 5, false)), "0 2 4 6 8");
        assert_eq!(texts(&even_ticks(-3.0, 27.0, 7, false)), "0 5 10 15 20 25");
        assert_eq!(texts(&even_ticks(-0.02, 0.02, 4, false)), "−0.02 −0.01 0.00 0.01 0.02");
        assert_eq!(texts(&even_ticks(12_000.0, 31_000.0, 4, false)), "15,000 20,000 25,000 30,000");
    }

    #[test]
    fn whole_axes_have_no_halves() {
        assert_eq!(texts(&even_ticks(1.0, 3.0, 8, false)), "1.0 1.5 2.0 2.5 3.0");
        assert_eq!(texts(&even_ticks(1.0, 3.0, 8, true)), "1 2 3");
    }

    #[test]
    fn huge_and_tiny_numbers_are_written_by_their_power() {
        assert_eq!(texts(&even_ticks(0.0, 2e300, 4, false)), "0 5e299 1e300 1.5e300 2e300");
        assert_eq!(texts(&even_ticks(0.0, 4e-20, 4, false)), "0 1e-20 2e-20 3e-20 4e-20");
        assert_eq!(even_ticks(-f64::MAX, f64::MAX, 5, false).len(), 3);
    }

    #[test]
    fn powers_of_ten_come_with_two_and_five_where_they_are_few() {
        assert_eq!(texts(&log_ticks(1.0, 1e5, 7)), "1 10 100 1000 10,000 100,000");
        assert_eq!(texts(&log_ticks(0.9, 60.0, 8)), "1 2 5 10 20 50");
        assert_eq!(texts(&log_ticks(11.0, 14.0, 5)), "11 12 13 14");
    }
}
