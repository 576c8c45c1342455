//! A column: its name, its values, its kind.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::date::{date_text, time_text};
use super::floats::Floats;
use super::hierarchy::Hierarchy;
use super::level::{Interner, canonical_order};
use super::number;
use super::sparse::Sparse;

/// The code of a missing category. A missing number is NaN.
pub const MISSING: u32 = u32::MAX;
/// Up to so many values a small sorted list finds the distinct ones faster than sorting them all.
const FEW: usize = 64;

/// The most rows of a table: their numbers are u32, the largest of which is kept free.
pub const MOST_ROWS: u64 = u32::MAX as u64 - 1;

/// A named column.
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    /// Its name, unique in its table.
    pub name: String,
    /// Its values, one for each row.
    pub values: Values,
}

/// The values of a column.
#[derive(Debug, Clone, PartialEq)]
pub enum Values {
    /// Numbers, dates and times.
    Number(Number),
    /// Numbers of which most are 0.
    Sparse(Sparse),
    /// Categories of any kind.
    Category(Category),
}

/// Numbers, NaN where missing, −0.0 never.
#[derive(Debug, Clone)]
pub struct Number {
    /// One for each row.
    pub values: Floats,
    /// What the numbers stand for.
    pub meaning: Meaning,
}

/// What the numbers of a column stand for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Meaning {
    /// Themselves.
    #[default]
    Plain,
    /// Days since 1970-01-01.
    Date,
    /// Seconds since 1970-01-01.
    Time,
}

/// Categories as codes into their levels.
#[derive(Debug, Clone, PartialEq)]
pub struct Category {
    /// One code for each row, [`MISSING`] where there is no value.
    pub codes: Vec<u32>,
    /// The levels: in declared order where ordinal, in canonical order otherwise.
    pub levels: Vec<String>,
    /// How the levels stand to each other.
    pub kind: CategoryKind,
}

/// How the levels of a category stand to each other.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum CategoryKind {
    /// Names only.
    #[default]
    Nominal,
    /// Ordered, as their place in the levels says.
    Ordinal,
    /// Leaves of a tree of values.
    Hierarchical(Hierarchy),
}

/// The kind of a column in one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Numbers that are measured.
    Continuous,
    /// Names without an order.
    Nominal,
    /// Names in a declared order.
    Ordinal,
    /// Names in a declared tree.
    Hierarchical,
}

impl Kind {
    /// The word that people read.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Continuous => "continuous",
            Kind::Nominal => "nominal",
            Kind::Ordinal => "ordinal",
            Kind::Hierarchical => "hierarchical",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

impl Column {
    /// A column of numbers; NaN is missing.
    ///
    /// ```
    /// use spinney::table::Column;
    /// let column = Column::numbers("age", vec![31.0, f64::NAN, -0.0]);
    /// assert_eq!(column.missing(), 1);
    /// assert_eq!(column.text(2).as_deref(), Some("0"));
    /// ```
    pub fn numbers(name: &str, mut values: Vec<f64>) -> Self {
        for value in &mut values {
            *value += 0.0; // −0.0 becomes 0.0 at the door
        }
        Column {
            name: name.to_owned(),
            values: Values::Number(Number { values: values.into(), meaning: Meaning::Plain }),
        }
    }

    /// A nominal column; `None` is missing, levels come in canonical order.
    ///
    /// ```
    /// use spinney::table::{Column, Kind};
    /// let column = Column::categories("wind", [Some("Weak"), None, Some("Strong")]);
    /// assert_eq!(column.kind(), Kind::Nominal);
    /// assert_eq!(column.distinct(), 2);
    /// ```
    pub fn categories<'a>(name: &str, values: impl IntoIterator<Item = Option<&'a str>>) -> Self {
        let mut interner = Interner::default();
        let codes = values.into_iter().map(|value| value.map_or(MISSING, |text| interner.intern(text))).collect();
        let category = Category::canonical(codes, &interner.levels());
        Column { name: name.to_owned(), values: Values::Category(category) }
    }

    /// How many rows it has.
    pub fn len(&self) -> usize {
        match &self.values {
            Values::Number(number) => number.values.len(),
            Values::Sparse(sparse) => sparse.len(),
            Values::Category(category) => category.codes.len(),
        }
    }

    /// Whether it has no row.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether only its numbers that are not 0 are kept.
    pub fn is_sparse(&self) -> bool {
        matches!(self.values, Values::Sparse(_))
    }

    /// Its kind in one word.
    pub fn kind(&self) -> Kind {
        match &self.values {
            Values::Number(_) | Values::Sparse(_) => Kind::Continuous,
            Values::Category(category) => match category.kind {
                CategoryKind::Nominal => Kind::Nominal,
                CategoryKind::Ordinal => Kind::Ordinal,
                CategoryKind::Hierarchical(_) => Kind::Hierarchical,
            },
        }
    }

    /// How many rows have no value.
    pub fn missing(&self) -> usize {
        match &self.values {
            Values::Number(number) => number.values.iter().filter(|value| value.is_nan()).count(),
            Values::Sparse(_) => 0,
            Values::Category(category) => category.codes.iter().filter(|code| **code == MISSING).count(),
        }
    }

    /// Whether a row (from 0) has no value.
    pub fn is_missing(&self, row: usize) -> bool {
        match &self.values {
            Values::Number(number) => number.values[row].is_nan(),
            Values::Sparse(_) => false,
            Values::Category(category) => category.codes[row] == MISSING,
        }
    }

    /// Whether no row has a value; the first one that has ends the search.
    pub fn has_no_value(&self) -> bool {
        match &self.values {
            Values::Number(number) => number.values.iter().all(|value| value.is_nan()),
            Values::Sparse(sparse) => sparse.is_empty(),
            Values::Category(category) => category.codes.iter().all(|code| *code == MISSING),
        }
    }

    /// How many different values occur.
    pub fn distinct(&self) -> usize {
        match &self.values {
            Values::Number(number) => number.distinct(),
            Values::Sparse(sparse) => sparse.distinct_values().len(),
            Values::Category(category) => category.level_rows().iter().filter(|rows| **rows > 0).count(),
        }
    }

    /// The value of a row (from 0) as text; `None` where missing.
    pub fn text(&self, row: usize) -> Option<String> {
        match &self.values {
            Values::Number(number) => {
                number.values.get(row).filter(|value| !value.is_nan()).map(|value| number.text(*value))
            }
            Values::Sparse(sparse) => (row < sparse.len()).then(|| number::text(sparse.at(row as u32))),
            Values::Category(category) => {
                let code = *category.codes.get(row)?;
                category.levels.get(code as usize).cloned()
            }
        }
    }
}

/// The numbers of all rows, one after the other: for what cannot do without.
impl From<&Sparse> for Number {
    fn from(sparse: &Sparse) -> Self {
        Number { values: sparse.spread().into(), meaning: Meaning::Plain }
    }
}

impl Number {
    /// The text of one number as people read it: a date for a date.
    pub fn text(&self, value: f64) -> String {
        match self.meaning {
            Meaning::Date if value.is_finite() => date_text(value),
            Meaning::Time if value.is_finite() => time_text(value),
            _ => number::text(value),
        }
    }

    /// Whether every known value is whole.
    pub fn is_whole(&self) -> bool {
        self.values.iter().all(|value| value.is_nan() || value.fract() == 0.0)
    }

    /// The known values, each once, ascending; `None` where there are more than `limit`.
    pub fn distinct_up_to(&self, limit: usize) -> Option<Vec<f64>> {
        self.few(limit.min(FEW))
            .or_else(|| (limit > FEW).then(|| self.distinct_values()))
            .filter(|all| all.len() <= limit)
    }

    /// The known values where they are few (codes, counts, pixels: the rule); the search ends at the first too many.
    fn few(&self, limit: usize) -> Option<Vec<f64>> {
        let mut seen: Vec<f64> = Vec::new();
        let mut last = f64::NAN;
        for value in self.values.iter().copied().filter(|value| !value.is_nan()) {
            if value == last {
                continue;
            }
            last = value;
            if let Err(place) = seen.binary_search_by(|other| other.total_cmp(&value)) {
                if seen.len() == limit {
                    return None;
                }
                seen.insert(place, value);
            }
        }
        Some(seen)
    }

    /// The known values, each once, ascending.
    pub fn distinct_values(&self) -> Vec<f64> {
        let mut known: Vec<f64> = self.values.iter().copied().filter(|value| !value.is_nan()).collect();
        known.sort_unstable_by(f64::total_cmp);
        known.dedup();
        known
    }

    fn distinct(&self) -> usize {
        self.few(FEW).map_or_else(|| self.distinct_values().len(), |few| few.len())
    }
}

impl Category {
    /// A nominal category from codes in any order of levels; the levels are put into canonical order.
    pub fn canonical<S: AsRef<str>>(mut codes: Vec<u32>, levels: &[S]) -> Self {
        let order = canonical_order(levels);
        let mut place = vec![0; levels.len()];
        for (new, old) in order.iter().enumerate() {
            place[*old as usize] = new as u32;
        }
        for code in codes.iter_mut().filter(|code| **code != MISSING) {
            *code = place[*code as usize];
        }
        let levels = order.iter().map(|old| levels[*old as usize].as_ref().to_owned()).collect();
        Category { codes, levels, kind: CategoryKind::Nominal }
    }

    /// How many rows hold each level.
    pub fn level_rows(&self) -> Vec<u64> {
        let mut rows = vec![0; self.levels.len()];
        for code in &self.codes {
            if let Some(count) = rows.get_mut(*code as usize) {
                *count += 1;
            }
        }
        rows
    }
}

/// Equal bit for bit, so that a missing number equals a missing number.
impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        let same = |(one, two): (&f64, &f64)| one == two || (one.is_nan() && two.is_nan());
        self.meaning == other.meaning
            && self.values.len() == other.values.len()
            && self.values.iter().zip(&other.values).all(same)
    }
}
