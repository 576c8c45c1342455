//! How many of the columns are drawn.

use serde::{Deserialize, Serialize};

use crate::error::{Mistake, Result};
use crate::table::number;

/// How many of the columns are drawn; always at least one.
///
/// ```
/// use spinney::grow::Columns;
/// assert_eq!(Columns::Sqrt.of(54), 7);
/// assert_eq!(Columns::Share(0.5).of(5), 2);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Columns {
    /// All of them: nothing is drawn.
    #[default]
    All,
    /// The square root of their number, rounded down.
    Sqrt,
    /// The logarithm of their number to the base 2, rounded down.
    Log2,
    /// A third of them, rounded down.
    Third,
    /// So many.
    Count(u32),
    /// This share of them, rounded down.
    Share(f64),
}

impl Columns {
    /// How many of so many columns.
    pub fn of(self, all: usize) -> usize {
        let many = match self {
            Columns::All => all,
            Columns::Sqrt => all.isqrt(),
            Columns::Log2 => all.max(1).ilog2() as usize,
            Columns::Third => all / 3,
            Columns::Count(count) => count as usize,
            Columns::Share(share) => (share * all as f64) as usize,
        };
        many.clamp(1, all.max(1))
    }

    /// How many, as people say it.
    ///
    /// ```
    /// use spinney::grow::Columns;
    /// assert_eq!([Columns::Third, Columns::Count(4), Columns::Share(0.5)].map(Columns::words), ["third", "4", "0.5"]);
    /// ```
    pub fn words(self) -> String {
        match self {
            Columns::All => "all".to_owned(),
            Columns::Sqrt => "sqrt".to_owned(),
            Columns::Log2 => "log2".to_owned(),
            Columns::Third => "third".to_owned(),
            Columns::Count(count) => count.to_string(),
            Columns::Share(share) => number::text(share),
        }
    }

    /// Whether all columns are taken, however many there are.
    pub fn is_all(&self) -> bool {
        *self == Columns::All
    }

    /// Whether a count or a share makes sense.
    pub(crate) fn check(self, name: &'static str) -> Result<()> {
        let (found, range) = match self {
            Columns::Count(0) => (0.0, "at least 1"),
            Columns::Share(share) if !(share > 0.0 && share <= 1.0) => (share, "above 0 and at most 1"),
            _ => return Ok(()),
        };
        Err(Mistake::BadSetting { name, found, range }.anywhere())
    }
}
