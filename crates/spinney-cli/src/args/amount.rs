//! Times and sizes as people write them.

use std::time::Duration;

/// A time: 30s, 5m, 1h.
pub(super) fn time(text: &str) -> Result<Duration, String> {
    let wrong = || "no time such as 30s, 5m or 1h".to_owned();
    let (number, unit) = parted(text).ok_or_else(wrong)?;
    let seconds = match unit {
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(wrong()),
    };
    Duration::try_from_secs_f64(number * seconds).map_err(|_| wrong())
}

/// A size in bytes: 500M, 2G, 1.5GiB. A K is a thousand, a Ki is 1,024.
pub(super) fn size(text: &str) -> Result<u64, String> {
    let wrong = || "no size such as 500M or 2G".to_owned();
    let (number, unit) = parted(text).ok_or_else(wrong)?;
    let unit = unit.to_lowercase();
    let unit = unit.strip_suffix('b').unwrap_or(&unit);
    let (letter, step) = unit.strip_suffix('i').map_or((unit, 1000.0), |letter| (letter, 1024.0));
    let power = ["", "k", "m", "g", "t"].iter().position(|known| *known == letter).ok_or_else(wrong)?;
    let bytes = std::iter::repeat_n(step, power).fold(number, |bytes, step| bytes * step);
    if bytes >= 1.0 && bytes < u64::MAX as f64 { Ok(bytes as u64) } else { Err(wrong()) }
}

/// The number and the letters behind it.
fn parted(text: &str) -> Option<(f64, &str)> {
    let digits = text.trim_end_matches(|letter: char| letter.is_alphabetic());
    Some((digits.parse().ok()?, &text[digits.len()..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_powers_of_a_thousand_unless_they_say_otherwise() {
        let found = ["1", "500M", "2G", "2gb", "1.5k", "1KiB", "3Ti"].map(|text| size(text).unwrap());
        assert_eq!(found, [1, 500_000_000, 2_000_000_000, 2_000_000_000, 1500, 1024, 3 << 40]);
        for wrong in ["", "G", "0", "-1G", "2X", "nan", "1e30G", "1 G"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn times_are_seconds_unless_they_say_otherwise() {
        assert_eq!(["1.5", "2m", "1h"].map(|text| time(text).unwrap().as_millis()), [1500, 120_000, 3_600_000]);
        assert!(["", "s", "-1s", "1d"].iter().all(|text| time(text).is_err()));
    }
}
