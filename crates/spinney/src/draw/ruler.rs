//! A side of a plane on the page: numbers along a stretch, levels as bands of equal width, missing values in a band apart.

use crate::explain::Words;
use crate::model::{ColumnValues, Schema};
use crate::predict::MatchedRow;
use crate::seed::Key;
use crate::table::Meaning;
use crate::table::date::{self, date_text};
use crate::tree::{Cell, ColumnId, Row, Tree};

use super::axis::{Axis, SMALL, Span};
use super::letters::{Weight, width};
use super::plane::{Side, Slot, cuts};
use super::ticks::Tick;

/// The width of the band of missing values, and its distance from the others.
const MISSING: f64 = 34.0;
const GAP: f64 = 8.0;

/// A side on the page.
pub(super) struct Ruler {
    pub(super) side: Side,
    /// Numbers: the stretch that is shown. Levels: from 0 to how many there are.
    span: Span,
    numbers: bool,
    meaning: Meaning,
    /// Whether there is a band for missing values, which lies before the others.
    missing: bool,
    /// Where the page's room for it starts and ends; it may run up the page.
    start: f64,
    end: f64,
}

impl Ruler {
    /// The side of a column; `rows` are what is to be seen on it.
    pub(super) fn new(schema: &Schema, tree: &Tree, column: ColumnId, rows: &[MatchedRow<'_>]) -> Self {
        let values = schema.columns.get(column.place()).map(|column| &column.values);
        let cells = || rows.iter().map(|row| row.cell(column));
        let missing = cells().any(|cell| cell == Cell::Missing);
        let Some(ColumnValues::Continuous { meaning }) = values else {
            let side = Side::new(schema, tree, column, None);
            let span = Span { low: 0.0, high: (side.slots.len() - 1).max(1) as f64, log: false, start: 0.0, end: 1.0 };
            return Ruler { side, span, numbers: false, meaning: Meaning::Plain, missing, start: 0.0, end: 1.0 };
        };
        let known: Vec<f64> = cells().filter_map(number).filter(|value| value.is_finite()).collect();
        let span = if known.is_empty() { around(&cuts(tree, column)) } else { Axis::new("").span(known.into_iter()) };
        let side = Side::new(schema, tree, column, Some((span.low, span.high)));
        Ruler { side, span, numbers: true, meaning: *meaning, missing, start: 0.0, end: 1.0 }
    }

    /// The same between these two places of the page.
    pub(super) fn placed(mut self, start: f64, end: f64) -> Self {
        let towards = (end - start).signum();
        let apart = if self.missing { towards * (MISSING + GAP) } else { 0.0 };
        self.span = self.span.placed(start + apart, end);
        (self.start, self.end) = (start, end);
        self
    }

    /// The slots that are shown.
    pub(super) fn shown(&self) -> impl Iterator<Item = (usize, &Slot)> {
        self.side.slots.iter().enumerate().filter(|(_, slot)| self.missing || **slot != Slot::Missing)
    }

    /// Where a slot begins and ends on the page.
    pub(super) fn ends(&self, slot: &Slot) -> (f64, f64) {
        let at = |value: f64| self.span.at(value.clamp(self.span.low, self.span.high)).round();
        match slot {
            Slot::Numbers { above, to } => (at(*above), at(*to)),
            Slot::Level(level) => (at(f64::from(*level)), at(f64::from(*level) + 1.0)),
            Slot::Missing => (self.start, self.start + (self.end - self.start).signum() * MISSING),
        }
    }

    /// Where a slot begins and ends in the column's unit, as far as it is shown.
    pub(super) fn bounds(&self, slot: &Slot) -> Option<(f64, f64)> {
        match slot {
            Slot::Numbers { above, to } => Some((above.max(self.span.low), to.min(self.span.high))),
            _ => None,
        }
    }

    /// Where a row's value stands; bands scatter their rows, each row to the same place for ever.
    pub(super) fn spot(&self, row: &MatchedRow<'_>, key: Key) -> Option<f64> {
        let cell = row.cell(self.side.column);
        if let Cell::Number(value) = cell {
            return (value >= self.span.low && value <= self.span.high).then(|| self.span.at(value));
        }
        let slot = self.side.slots.iter().find(|slot| slot.holds(cell))?;
        let (start, end) = self.ends(slot);
        Some(start + (end - start) * (0.12 + 0.76 * key.draws().unit()))
    }

    /// What is written along it. `across` tells that texts stand side by side.
    pub(super) fn ticks(&self, words: &Words<'_>, across: bool) -> Vec<(f64, String)> {
        let room = (self.end - self.start).abs();
        let mut ticks: Vec<(f64, String)> = if self.numbers {
            self.number_ticks(room, across).iter().map(|tick| (self.span.at(tick.value), tick.text.clone())).collect()
        } else {
            let levels = self.side.slots.iter().filter(|slot| **slot != Slot::Missing);
            levels.map(|slot| (self.middle(slot), self.name(words, slot))).collect()
        };
        if self.missing {
            let own = (self.middle(&Slot::Missing), "missing".to_owned());
            let half = |text: &str| if across { width(text, SMALL, Weight::Regular) / 2.0 } else { 6.0 };
            ticks.retain(|(at, text)| (at - own.0).abs() >= half(text) + half(&own.1) + 6.0 || !self.numbers);
            ticks.insert(0, own);
        }
        ticks
    }

    fn middle(&self, slot: &Slot) -> f64 {
        let (start, end) = self.ends(slot);
        f64::midpoint(start, end)
    }

    /// A slot in words.
    pub(super) fn name(&self, words: &Words<'_>, slot: &Slot) -> String {
        let number = |value: f64| words.number(self.side.column, value);
        match slot {
            Slot::Level(level) => words.level(self.side.column, *level),
            Slot::Missing => "missing".to_owned(),
            Slot::Numbers { above, to } => match (above.is_finite(), to.is_finite()) {
                (false, false) => "any number".to_owned(),
                (false, true) => format!("≤ {}", number(*to)),
                (true, false) => format!("> {}", number(*above)),
                (true, true) => format!("{} to {}", number(*above), number(*to)),
            },
        }
    }

    /// Round numbers; first days of years and months, or days, for dates and times.
    fn number_ticks(&self, room: f64, across: bool) -> Vec<Tick> {
        let day = match self.meaning {
            Meaning::Date => 1.0,
            Meaning::Time => 86_400.0,
            Meaning::Plain => return Axis::new("").ticks(&self.span, room, !across),
        };
        let (low, high) = (self.span.low / day, self.span.high / day);
        let most = (room / if across { 70.0 } else { 42.0 }).max(2.0) as usize;
        let dated = |days: f64, text: String| Tick { value: days * day, text };
        if let Some(months) = months(low, high, most) {
            return months.into_iter().map(|(days, text)| dated(days, text)).collect();
        }
        let few = Axis::new("").whole().ticks(&Span { low, high, ..self.span }, room * 0.6, !across);
        let text = |days: f64| date_text(days.clamp(-1e8, 1e8));
        few.into_iter().map(|tick| dated(tick.value, text(tick.value))).collect()
    }

    /// Whether it shows numbers.
    pub(super) fn is_numbers(&self) -> bool {
        self.numbers
    }
}

fn number(cell: Cell) -> Option<f64> {
    if let Cell::Number(value) = cell { Some(value) } else { None }
}

/// The first days of every so many months, at least three and at most so many, with their names; none where that cannot be.
fn months(low: f64, high: f64, most: usize) -> Option<Vec<(f64, String)>> {
    const STEPS: [i64; 12] = [1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200, 2400];
    if !(low > -4e5 && high < 2e6) {
        return None; // dates are read from the year 1000 or so to the year 9999
    }
    let part = |text: &str, at: usize| text.split('-').nth(at).and_then(|part| part.parse::<i64>().ok());
    let month = |days: f64| Some(part(&date_text(days), 0)? * 12 + part(&date_text(days), 1)? - 1);
    let (first, last) = (month(low)? + 1, month(high)?);
    let step = STEPS.into_iter().find(|step| (last - first) / step < i64::try_from(most).unwrap_or(i64::MAX))?;
    let found = (first..=last).filter(|month| month % step == 0).filter_map(|month| {
        let text = format!("{:04}-{:02}", month / 12, month % 12 + 1);
        let seconds = date::read(&format!("{text}-01"))?.seconds;
        Some((seconds / 86_400.0, if step % 12 == 0 { format!("{}", month / 12) } else { text }))
    });
    let found: Vec<(f64, String)> = found.collect();
    (found.len() >= 3).then_some(found)
}

/// The stretch around cuts, with room on both sides for what lies beyond them.
fn around(cuts: &[f64]) -> Span {
    let (Some(first), Some(last)) = (cuts.first().copied(), cuts.last().copied()) else {
        return Axis::new("").span(std::iter::empty());
    };
    let room = if last > first { (last / 2.0 - first / 2.0) * 0.4 } else { (first.abs() * 0.2).max(0.5) };
    Axis::new("").between(first - room, last + room).span([first, last].into_iter())
}
