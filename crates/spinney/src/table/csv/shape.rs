//! What the fields of a column look like, and so which slot it needs.

use crate::table::date;
use crate::table::number::{self, Written};

/// How the fields of a column are to be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Slot {
    /// Not at all.
    Skip,
    /// As numbers.
    Number,
    /// As dates or times.
    Moment,
    /// As text.
    Text,
}

/// A field worth remembering, with its place in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Spot {
    /// Row from 1.
    pub(super) row: u64,
    /// Line from 1.
    pub(super) line: u64,
    /// The field.
    pub(super) text: String,
}

/// What has been seen in a column that is not (yet) text.
#[derive(Debug, Clone, Default)]
pub(super) struct Shape {
    /// A number without a point or exponent.
    pub(super) whole: bool,
    /// A number with one.
    pub(super) real: bool,
    /// A date.
    pub(super) date: bool,
    /// A date with a time.
    pub(super) time: bool,
    /// The first text that is neither.
    pub(super) text: Option<Spot>,
    /// The first whole number beyond 2⁵³.
    pub(super) big: Option<Spot>,
    /// The first number beyond the range of f64.
    pub(super) beyond: Option<Spot>,
}

impl Shape {
    /// Takes in a field that is not missing, and gives its value as a number and as a moment.
    pub(super) fn see(&mut self, text: &str, spot: impl Fn() -> Spot) -> Seen {
        match number::read(text) {
            Some(Written::Whole(value)) => {
                self.whole = true;
                Seen::Number(value)
            }
            Some(Written::BigWhole(value)) => {
                self.whole = true;
                self.big.get_or_insert_with(&spot);
                if value.is_infinite() {
                    self.beyond.get_or_insert_with(&spot);
                }
                Seen::Number(value)
            }
            Some(Written::Real(value)) => {
                self.real = true;
                Seen::Number(value)
            }
            Some(Written::BeyondRange) => {
                self.real = true;
                self.beyond.get_or_insert_with(&spot);
                Seen::Number(f64::NAN)
            }
            None => self.see_moment(text, spot),
        }
    }

    fn see_moment(&mut self, text: &str, spot: impl Fn() -> Spot) -> Seen {
        match date::read(text) {
            Some(moment) if moment.has_time => {
                self.time = true;
                Seen::Moment(moment.seconds)
            }
            Some(moment) => {
                self.date = true;
                Seen::Moment(moment.seconds)
            }
            None => {
                self.text.get_or_insert_with(spot);
                Seen::Text
            }
        }
    }

    /// The slot that fits all that has been seen; numbers where nothing has.
    pub(super) fn slot(&self) -> Slot {
        let numbers = self.whole || self.real;
        let moments = self.date || self.time;
        let merged = self.big.is_some() && !self.real; // an f64 would merge neighbours
        if self.text.is_some() || (numbers && moments) || merged {
            Slot::Text
        } else if moments {
            Slot::Moment
        } else {
            Slot::Number
        }
    }

    /// Takes in what a later block has seen.
    pub(super) fn merge(&mut self, later: Shape, rows: u64, lines: u64) {
        let moved =
            |spot: Option<Spot>| spot.map(|spot| Spot { row: spot.row + rows, line: spot.line + lines, ..spot });
        self.whole |= later.whole;
        self.real |= later.real;
        self.date |= later.date;
        self.time |= later.time;
        self.text = self.text.take().or_else(|| moved(later.text));
        self.big = self.big.take().or_else(|| moved(later.big));
        self.beyond = self.beyond.take().or_else(|| moved(later.beyond));
    }
}

/// What a field was.
pub(super) enum Seen {
    /// A number.
    Number(f64),
    /// Seconds since 1970.
    Moment(f64),
    /// Neither.
    Text,
}
