//! Rows become columns.

use super::header::{Attribute, AttributeKind};
use super::pattern::Pattern;
use super::scan::{Ends, Value, is_blank, separator, trim, value};
use crate::error::{Mistake, shorten};
use crate::table::column::{Category, Column, MISSING, Meaning, Number, Values};
use crate::table::date::{self, DAY};
use crate::table::level::Interner;
use crate::table::number::{self, read_plain};

/// The columns so far.
pub(super) struct Rows<'a> {
    stores: Vec<Store>,
    missing: &'a [String],
    /// How many rows they have.
    pub(super) count: u64,
}

enum Store {
    Skipped,
    Numbers(Vec<f64>),
    /// Seconds since 1970; whether a time of day was met or is declared.
    Moments {
        seconds: Vec<f64>,
        pattern: Option<Pattern>,
        time: bool,
    },
    /// The levels begin with the declared ones, where there are any.
    Texts {
        codes: Vec<u32>,
        levels: Interner,
        declared: usize,
    },
}

/// A mistake in a row, and its column where it has one.
pub(super) struct BadRow {
    pub(super) column: Option<usize>,
    pub(super) mistake: Mistake,
}

impl BadRow {
    fn whole(mistake: Mistake) -> Self {
        BadRow { column: None, mistake }
    }
}

impl<'a> Rows<'a> {
    /// No row yet; `kept` says which columns are wanted, `missing` lists texts that stand for no value.
    pub(super) fn new(attributes: Vec<Attribute>, kept: &[bool], missing: &'a [String]) -> Self {
        let store =
            |(attribute, kept): (Attribute, &bool)| if *kept { Store::new(attribute.kind) } else { Store::Skipped };
        Rows { stores: attributes.into_iter().zip(kept).map(store).collect(), missing, count: 0 }
    }

    /// Sets room aside for so many rows.
    pub(super) fn reserve(&mut self, rows: usize) {
        self.stores.iter_mut().for_each(|store| store.reserve(rows));
    }

    /// Takes in a row: a line without its comment, and not empty.
    pub(super) fn take(&mut self, line: &str) -> Result<(), BadRow> {
        if line.starts_with('{') {
            self.sparse(line)?;
        } else {
            self.dense(line)?;
        }
        self.count += 1;
        Ok(())
    }

    fn dense(&mut self, line: &str) -> Result<(), BadRow> {
        let ends = separator(line);
        let bytes = line.as_bytes();
        let columns = self.stores.len();
        let mut at = 0;
        for (column, store) in self.stores.iter_mut().enumerate() {
            let end = match (&mut *store, read_plain(bytes, at)) {
                // Most cells are plain numbers: they are read straight off the line.
                (Store::Numbers(values), Some((number, end, _))) if end == bytes.len() || ends.at(bytes[end]) => {
                    values.push(number);
                    end
                }
                _ => {
                    let bad = |mistake| BadRow { column: Some(column), mistake };
                    let value = value(line, at, ends).map_err(bad)?;
                    store.push(&value, self.missing).map_err(bad)?;
                    value.end
                }
            };
            if (end < bytes.len()) != (column + 1 < columns) {
                return Err(BadRow::whole(wrong_width(line, end, ends, columns)));
            }
            at = end + 1;
        }
        Ok(())
    }

    /// `{0 5, 3 'x y'}`: places from 0, rising; the columns between hold their zero.
    fn sparse(&mut self, line: &str) -> Result<(), BadRow> {
        let unexpected = |expected, found: &str| BadRow::whole(Mistake::Arff { expected, found: shorten(found) });
        let bytes = line.as_bytes();
        let (mut at, mut next) = (1, 0);
        loop {
            at += bytes[at..].iter().take_while(|byte| is_blank(**byte)).count();
            if bytes.get(at) == Some(&b'}') {
                break;
            }
            let digits = bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
            let place = line[at..at + digits]
                .parse::<usize>()
                .ok()
                .filter(|_| bytes.get(at + digits).copied().is_some_and(is_blank));
            let place = place.ok_or_else(|| unexpected("a place, a blank and a value in a sparse row", &line[at..]))?;
            if place < next || place >= self.stores.len() {
                return Err(unexpected(
                    "places that rise and stay below the number of attributes",
                    &line[at..at + digits],
                ));
            }
            let bad = |mistake| BadRow { column: Some(place), mistake };
            let value = value(line, at + digits, Ends::Item).map_err(bad)?;
            self.stores[next..place].iter_mut().for_each(Store::push_zero);
            self.stores[place].push(&value, self.missing).map_err(bad)?;
            next = place + 1;
            match bytes.get(value.end) {
                Some(b',') => at = value.end + 1,
                Some(_) => at = value.end,
                None => return Err(unexpected("a closing brace", line)),
            }
        }
        self.stores[next..].iter_mut().for_each(Store::push_zero);
        match trim(&line[at + 1..]) {
            "" => Ok(()),
            rest => Err(weight(rest).map_or_else(|| unexpected("the end of the row", rest), BadRow::whole)),
        }
    }

    /// The columns under their names, without the skipped ones.
    pub(super) fn finish(self, names: &[String]) -> Vec<Column> {
        let columns = self.stores.into_iter().zip(names);
        columns.filter_map(|(store, name)| Some(Column { name: name.clone(), values: store.finish()? })).collect()
    }
}

/// Why a row does not end where it should.
fn wrong_width(line: &str, end: usize, ends: Ends, expected: usize) -> Mistake {
    let rest = line.get(end + 1..).unwrap_or_default();
    if let Some(weight) = weight(rest) {
        return weight;
    }
    let (mut found, mut at) = (0, 0);
    while at <= line.len()
        && let Ok(value) = value(line, at, ends)
    {
        found += 1;
        at = value.end + 1;
    }
    Mistake::Ragged { found, expected }
}

/// `{5}` behind a row.
fn weight(rest: &str) -> Option<Mistake> {
    let text = rest.trim_start_matches([' ', '\t', ',']).strip_prefix('{')?.strip_suffix('}')?;
    number::read(trim(text)).map(|_| Mistake::Weighted { found: trim(text).to_owned() })
}

impl Store {
    fn new(kind: AttributeKind) -> Self {
        match kind {
            AttributeKind::Number => Store::Numbers(Vec::new()),
            AttributeKind::Text => Store::Texts { codes: Vec::new(), levels: Interner::default(), declared: 0 },
            AttributeKind::Moment(pattern) => {
                let time = pattern.as_ref().is_some_and(Pattern::has_time);
                Store::Moments { seconds: Vec::new(), pattern, time }
            }
            AttributeKind::Nominal(values) => {
                let mut levels = Interner::default();
                for value in &values {
                    levels.intern(value);
                }
                Store::Texts { codes: Vec::new(), levels, declared: values.len() }
            }
        }
    }

    fn reserve(&mut self, rows: usize) {
        // A failed wish is no harm: the columns then grow as they go.
        let _ = match self {
            Store::Skipped => return,
            Store::Numbers(values) | Store::Moments { seconds: values, .. } => {
                values.try_reserve_exact(rows.saturating_sub(values.len()))
            }
            Store::Texts { codes, .. } => codes.try_reserve_exact(rows.saturating_sub(codes.len())),
        };
    }

    fn push(&mut self, value: &Value<'_>, missing: &[String]) -> Result<(), Mistake> {
        let text: &str = &value.text;
        let absent =
            text.is_empty() || (text == "?" && !value.quoted) || missing.iter().any(|token| token.as_str() == text);
        match self {
            Store::Skipped => {}
            Store::Numbers(values) => values.push(if absent { f64::NAN } else { number(text)? }),
            Store::Moments { seconds, pattern, time } => {
                let moment = if absent { Some((f64::NAN, *time)) } else { moment(text, pattern.as_ref()) };
                let expected = "a date in the attribute's format";
                let (value, timed) = moment.ok_or_else(|| Mistake::Arff { expected, found: shorten(text) })?;
                *time |= timed;
                seconds.push(value);
            }
            Store::Texts { codes, .. } if absent => codes.push(MISSING),
            Store::Texts { codes, levels, declared } => {
                let code = levels.intern(text);
                if *declared > 0 && code as usize >= *declared {
                    let allowed = levels.levels().into_iter().take(*declared).map(str::to_owned).collect();
                    return Err(Mistake::UndeclaredValue { found: text.to_owned(), allowed });
                }
                codes.push(code);
            }
        }
        Ok(())
    }

    /// What a sparse row leaves out.
    fn push_zero(&mut self) {
        match self {
            Store::Skipped => {}
            Store::Numbers(values) | Store::Moments { seconds: values, .. } => values.push(0.0),
            Store::Texts { codes, declared, .. } => codes.push(if *declared > 0 { 0 } else { MISSING }),
        }
    }

    fn finish(self) -> Option<Values> {
        match self {
            Store::Skipped => None,
            Store::Numbers(values) => Some(Values::Number(Number { values: values.into(), meaning: Meaning::Plain })),
            Store::Moments { seconds, time: true, .. } => {
                Some(Values::Number(Number { values: seconds.into(), meaning: Meaning::Time }))
            }
            Store::Moments { mut seconds, .. } => {
                for value in &mut seconds {
                    *value /= DAY;
                }
                Some(Values::Number(Number { values: seconds.into(), meaning: Meaning::Date }))
            }
            Store::Texts { codes, levels, .. } => Some(Values::Category(Category::canonical(codes, &levels.levels()))),
        }
    }
}

fn number(text: &str) -> Result<f64, Mistake> {
    let written = number::read(text).ok_or_else(|| Mistake::NotANumber { found: text.to_owned() })?;
    written.value().ok_or_else(|| Mistake::BeyondRange { found: text.to_owned() })
}

/// Seconds since 1970, and whether a time of day was written.
fn moment(text: &str, pattern: Option<&Pattern>) -> Option<(f64, bool)> {
    match pattern {
        Some(pattern) => pattern.read(text).map(|seconds| (seconds, pattern.has_time())),
        None => date::read(text).map(|moment| (moment.seconds, moment.has_time)),
    }
}
