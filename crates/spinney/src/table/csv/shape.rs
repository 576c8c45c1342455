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
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Spot {
    /// Row from 1.
    pub(super) row: u64,
    /// Line from 1.
    pub(super) line: u64,
    /// The field.
    pub(super) text: String,
}

/// A number without a point or exponent was seen.
pub(super) const WHOLE: u8 = 1;
/// A number with one was seen.
pub(super) const REAL: u8 = 2;
/// A date was seen.
pub(super) const DATE: u8 = 4;
/// A date with a time was seen.
pub(super) const TIME: u8 = 8;

/// What has been seen in a column. It depends on the fields alone, not on the slot that they were read with.
#[derive(Debug, Clone, Default)]
pub(super) struct Shape {
    /// Which of the marks above apply.
    pub(super) marks: u8,
    /// The first date or time.
    pub(super) moment: Option<Spot>,
    /// The first text that is neither a number nor one of these.
    pub(super) text: Option<Spot>,
    /// Whether a whole number was beyond 2⁵³.
    pub(super) big: bool,
    /// The first number beyond the range of f64.
    pub(super) beyond: Option<Spot>,
}

impl Shape {
    /// Takes in a field that is not missing, and gives its value as a number and as a moment.
    pub(super) fn see(&mut self, text: &str, spot: impl Fn() -> Spot) -> Seen {
        match number::read(text) {
            Some(Written::Whole(value)) => {
                self.marks |= WHOLE;
                Seen::Number(value)
            }
            Some(Written::BigWhole(value)) => {
                self.marks |= WHOLE;
                self.big = true;
                if value.is_infinite() {
                    self.beyond.get_or_insert_with(&spot);
                }
                Seen::Number(value)
            }
            Some(Written::Real(value)) => {
                self.marks |= REAL;
                Seen::Number(value)
            }
            Some(Written::BeyondRange) => {
                self.marks |= REAL;
                self.beyond.get_or_insert_with(&spot);
                Seen::Number(f64::NAN)
            }
            None => self.see_moment(text, spot),
        }
    }

    fn see_moment(&mut self, text: &str, spot: impl Fn() -> Spot) -> Seen {
        if let Some(moment) = date::read(text) {
            self.marks |= if moment.has_time { TIME } else { DATE };
            self.moment.get_or_insert_with(spot);
            Seen::Moment(moment.seconds)
        } else {
            self.text.get_or_insert_with(spot);
            Seen::Text
        }
    }

    /// Whether any of these marks applies.
    pub(super) fn has(&self, marks: u8) -> bool {
        self.marks & marks != 0
    }

    /// The slot that fits all that has been seen; numbers where nothing has.
    pub(super) fn slot(&self) -> Slot {
        let (numbers, moments) = (self.has(WHOLE | REAL), self.has(DATE | TIME));
        let merged = self.big && !self.has(REAL); // an f64 would merge neighbours
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
        self.marks |= later.marks;
        self.moment = self.moment.take().or_else(|| moved(later.moment));
        self.text = self.text.take().or_else(|| moved(later.text));
        self.big |= later.big;
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
