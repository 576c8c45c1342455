//! Dates and times as numbers, their text and their parts.
//!
//! A date is the number of days since 1970-01-01, a time the number of seconds since that day began (in UTC where the
//! text names an offset). Both are ordinary continuous columns; what their numbers mean travels as [`Meaning`](crate::table::Meaning).

use super::number;

/// Seconds in a day.
pub const DAY: f64 = 86_400.0;
/// Decimals of a second beyond these are passed over: a number of seconds holds no more.
const MOST_DECIMALS: usize = 18;

/// A moment as it was written.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Moment {
    /// Seconds since 1970-01-01T00:00:00.
    pub seconds: f64,
    /// Whether a time of day was written, or the date only.
    pub has_time: bool,
}

/// A part of a date or time that can become a column of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// 2026
    Year,
    /// 1 to 12
    Month,
    /// 1 to 31
    Day,
    /// 1 (Monday) to 7
    Weekday,
    /// 1 to 366
    DayOfYear,
    /// 0 to 23
    Hour,
    /// 0 to 59
    Minute,
    /// 0 to 59.999…
    Second,
}

impl Part {
    /// Every part, with the word it goes by.
    pub const ALL: [(Part, &'static str); 8] = [
        (Part::Year, "year"),
        (Part::Month, "month"),
        (Part::Day, "day"),
        (Part::Weekday, "weekday"),
        (Part::DayOfYear, "day_of_year"),
        (Part::Hour, "hour"),
        (Part::Minute, "minute"),
        (Part::Second, "second"),
    ];

    /// The word of this part.
    pub fn word(self) -> &'static str {
        Self::ALL.iter().find(|(part, _)| *part == self).map_or("", |(_, word)| word)
    }

    /// This part of a moment.
    ///
    /// ```
    /// use spinney::table::date::{read, Part};
    /// let seconds = read("2026-11-15T09:30:00").map(|moment| moment.seconds).unwrap_or_default();
    /// assert_eq!(Part::Weekday.of(seconds), 7.0); // a Sunday
    /// assert_eq!(Part::Hour.of(seconds), 9.0);
    /// ```
    pub fn of(self, seconds: f64) -> f64 {
        let days = (seconds / DAY).floor();
        let within = seconds - days * DAY;
        let (year, month, day) = civil(days as i64);
        match self {
            Part::Year => year as f64,
            Part::Month => month as f64,
            Part::Day => day as f64,
            Part::Weekday => (days + 3.0).rem_euclid(7.0) + 1.0,
            Part::DayOfYear => days - days_since_epoch(year, 1, 1) as f64 + 1.0,
            Part::Hour => (within / 3600.0).floor(),
            Part::Minute => (within / 60.0).floor() % 60.0,
            Part::Second => within % 60.0,
        }
    }
}

/// Reads an ISO 8601 date (`2026-11-15`, also with slashes) or time (`2026-11-15T09:30`, `2026-11-15 09:30:12.5+01:00`).
///
/// ```
/// use spinney::table::date::read;
/// assert_eq!(read("1970-01-02").map(|moment| moment.seconds), Some(86400.0));
/// assert_eq!(read("1970-01-01T01:00:00+01:00").map(|moment| moment.seconds), Some(0.0));
/// assert_eq!(read("2026-02-29"), None);
/// ```
pub fn read(text: &str) -> Option<Moment> {
    let bytes = text.as_bytes();
    if bytes.len() < 10 || !matches!(bytes[4], b'-' | b'/') || bytes[7] != bytes[4] {
        return None;
    }
    let (year, month, day) = (digits(&bytes[..4])?, digits(&bytes[5..7])?, digits(&bytes[8..10])?);
    if !(1..=12).contains(&month) || day < 1 || day > days_in_month(year, month) {
        return None;
    }
    let midnight = days_since_epoch(year, month, day) * DAY as i64;
    if bytes.len() == 10 {
        return Some(Moment { seconds: midnight as f64, has_time: false });
    }
    let time = text.get(10..)?.strip_prefix(['T', 't', ' '])?;
    let (whole, decimals) = time_of_day(time)?;
    Some(Moment { seconds: with_decimals(midnight + whole, decimals), has_time: true })
}

/// Whole seconds and the decimals of the next one as one number, rounded once.
fn with_decimals(whole: i64, decimals: &[u8]) -> f64 {
    let kept = &decimals[..decimals.len().min(MOST_DECIMALS)];
    let unit = 10_i128.pow(kept.len() as u32);
    number::decimal(
        i128::from(whole) * unit + i128::from(digits(kept).unwrap_or(0)),
        i32::try_from(kept.len()).unwrap_or_default(),
    )
}

/// `HH:MM[:SS[.fff]][Z|±HH:MM]` as whole seconds after midnight UTC and the decimals of the next.
fn time_of_day(text: &str) -> Option<(i64, &[u8])> {
    let zone_at = text.find(['Z', 'z', '+', '-']).unwrap_or(text.len());
    let (clock, zone) = (text.get(..zone_at)?, text.get(zone_at..)?);
    let bytes = clock.trim_end().as_bytes();
    if bytes.len() < 5 || bytes[2] != b':' {
        return None;
    }
    let (hour, minute) = (digits(&bytes[..2])?, digits(&bytes[3..5])?);
    let (second, decimals): (i64, &[u8]) = match bytes.get(5..)? {
        [] => (0, &[]),
        [b':', one, two] => (digits(&[*one, *two])?, &[]),
        [b':', one, two, b'.', decimals @ ..] if !decimals.is_empty() && decimals.iter().all(u8::is_ascii_digit) => {
            (digits(&[*one, *two])?, decimals)
        }
        _ => return None,
    };
    if hour > 23 || minute > 59 || second > 60 {
        return None;
    }
    Some((hour * 3600 + minute * 60 + second - offset(zone)?, decimals))
}

/// `Z`, nothing, or `±HH[[:]MM]`, in seconds.
fn offset(zone: &str) -> Option<i64> {
    let Some(sign) = zone.bytes().next().filter(|byte| matches!(byte, b'+' | b'-')) else {
        return (zone.is_empty() || zone.eq_ignore_ascii_case("z")).then_some(0);
    };
    let (hours, minutes) = match zone.as_bytes() {
        [_, hours @ ..] if hours.len() == 2 => (digits(hours)?, 0),
        [_, h1, h2, b':', minutes @ ..] | [_, h1, h2, minutes @ ..] if minutes.len() == 2 => {
            (digits(&[*h1, *h2])?, digits(minutes)?)
        }
        _ => return None,
    };
    let seconds = hours * 3600 + minutes * 60;
    (hours <= 18 && minutes <= 59).then_some(if sign == b'-' { -seconds } else { seconds })
}

fn digits(bytes: &[u8]) -> Option<i64> {
    bytes.iter().try_fold(0, |sum, byte| byte.is_ascii_digit().then(|| sum * 10 + i64::from(byte - b'0')))
}

/// `2026-11-15` for the day's number.
///
/// ```
/// assert_eq!(spinney::table::date::date_text(-1.0), "1969-12-31");
/// ```
pub fn date_text(days: f64) -> String {
    let (year, month, day) = civil(days.floor() as i64);
    format!("{year:04}-{month:02}-{day:02}")
}

/// `2026-11-15T09:30:00` for the second's number.
///
/// ```
/// assert_eq!(spinney::table::date::time_text(86461.5), "1970-01-02T00:01:01.5");
/// ```
pub fn time_text(seconds: f64) -> String {
    let days = (seconds / DAY).floor();
    let within = seconds - days * DAY;
    let clock = within.floor() as i64;
    let fraction = fraction(seconds.floor(), seconds);
    format!("{}T{:02}:{:02}:{:02}{fraction}", date_text(days), clock / 3600, clock / 60 % 60, clock % 60)
}

/// The fewest decimals that lead from the whole second back to this one; none for a whole one.
fn fraction(whole: f64, seconds: f64) -> String {
    if seconds <= whole {
        return String::new();
    }
    let written = (1..=MOST_DECIMALS).map(|places| format!("{:.places$}", seconds - whole));
    let reads_back = |text: &String| {
        text.strip_prefix("0.").is_some_and(|decimals| with_decimals(whole as i64, decimals.as_bytes()) == seconds)
    };
    written.into_iter().find(reads_back).map_or_else(String::new, |text| text[1..].to_owned())
}

/// Days from 1970-01-01 to this date of the proleptic Gregorian calendar. Years begin in March, so that the leap day is the last.
fn days_since_epoch(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    year * 365 + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + day_of_year - 719_468
}

/// The date of a day's number: the inverse of [`days_since_epoch`].
fn civil(days: i64) -> (i64, i64, i64) {
    let days = days.clamp(-1_000_000_000, 1_000_000_000);
    // Guess the year from the mean length and step to the right one: at most one step either way.
    let mut year = (days * 400).div_euclid(146_097) + 1970;
    while days_since_epoch(year, 1, 1) > days {
        year -= 1;
    }
    while days_since_epoch(year + 1, 1, 1) <= days {
        year += 1;
    }
    let month = (1..=12).rev().find(|month| days_since_epoch(year, *month, 1) <= days).unwrap_or(1);
    (year, month, days - days_since_epoch(year, month, 1) + 1)
}

fn days_in_month(year: i64, month: i64) -> i64 {
    let next = if month == 12 { (year + 1, 1) } else { (year, month + 1) };
    days_since_epoch(next.0, next.1, 1) - days_since_epoch(year, month, 1)
}
