//! Names, numbers and branches in words: said in one way everywhere.

use std::fmt::Write;

use crate::model::{ColumnSchema, ColumnValues, Schema, TargetKind};
use crate::table::date::{date_text, time_text};
use crate::table::{Meaning, number};
use crate::tree::{ColumnId, LinearModel, Missing, Split, Test};

use super::figures::rounded;

/// How a tree is put into words.
///
/// ```
/// use spinney::explain::Words;
/// use spinney::model::{ColumnSchema, ColumnValues, Schema, TargetKind, TargetSchema};
/// use spinney::table::Meaning;
/// use spinney::tree::{ColumnId, Missing, Split, Test};
/// let petal = ColumnSchema { name: "petal".into(), values: ColumnValues::Continuous { meaning: Meaning::Plain } };
/// let target = TargetSchema { name: "kind".into(), values: TargetKind::Classes { names: vec!["a".into()] } };
/// let schema = Schema { columns: vec![petal], target };
/// let split = Split { column: ColumnId(0), test: Test::Threshold { cut: 2.45 }, missing: Missing::Branch(1) };
/// assert_eq!(Words::new(&schema).test(&split, 0), "petal ≤ 2.45");
/// assert_eq!(Words::new(&schema).missing(true).test(&split, 1), "petal > 2.45 or missing");
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Words<'a> {
    schema: &'a Schema,
    digits: Option<usize>,
    most: usize,
    missing: bool,
}

impl<'a> Words<'a> {
    /// Exact numbers, every value of a set, nothing on missing values but where they have a branch of their own.
    pub fn new(schema: &'a Schema) -> Self {
        Words { schema, digits: None, most: usize::MAX, missing: false }
    }

    /// The same with long numbers rounded to so many significant digits: for drawings.
    #[must_use]
    pub fn rounded(self, digits: usize) -> Self {
        Words { digits: Some(digits), ..self }
    }

    /// The same with at most so many values of a set, then how many more there are.
    #[must_use]
    pub fn most(self, most: usize) -> Self {
        Words { most: most.max(1), ..self }
    }

    /// The same with or without the way of missing values.
    #[must_use]
    pub fn missing(self, missing: bool) -> Self {
        Words { missing, ..self }
    }

    /// The names behind the numbers.
    pub fn schema(&self) -> &'a Schema {
        self.schema
    }

    pub(super) fn says_missing(&self) -> bool {
        self.missing
    }

    pub(super) fn known(&self, id: ColumnId) -> Option<&'a ColumnSchema> {
        self.schema.columns.get(id.place())
    }

    /// The name of a column.
    pub fn column(&self, id: ColumnId) -> String {
        self.known(id).map_or_else(|| format!("column {}", id.0), |column| name(&column.name))
    }

    /// The name of a level.
    pub fn level(&self, id: ColumnId, level: u32) -> String {
        let known = self.known(id).and_then(|column| column.levels().get(level as usize));
        known.map_or_else(|| format!("value {level}"), |text| name(text))
    }

    /// The name of a class.
    pub fn class(&self, class: u32) -> String {
        self.schema.classes().get(class as usize).map_or_else(|| format!("class {class}"), |text| name(text))
    }

    /// The name of the target.
    pub fn target(&self) -> String {
        name(&self.schema.target.name)
    }

    /// A value of a continuous column: a date for a date.
    pub fn number(&self, id: ColumnId, value: f64) -> String {
        match self.known(id).map(|column| &column.values) {
            Some(ColumnValues::Continuous { meaning }) => self.meant(*meaning, value),
            _ => self.meant(Meaning::Plain, value),
        }
    }

    /// A value of a numeric target.
    pub fn answer(&self, value: f64) -> String {
        match &self.schema.target.values {
            TargetKind::Number { meaning } => self.meant(*meaning, value),
            TargetKind::Classes { .. } => self.meant(Meaning::Plain, value),
        }
    }

    /// A number of no column: a spread, a slope.
    pub fn plain_number(&self, value: f64) -> String {
        self.meant(Meaning::Plain, value)
    }

    /// A cut between two days is written as the day before it: the days up to it are the same.
    fn meant(&self, meaning: Meaning, value: f64) -> String {
        match meaning {
            Meaning::Date if value.is_finite() => date_text(value),
            Meaning::Time if value.is_finite() => time_text(value),
            _ => self.digits.map_or_else(|| number::text(value), |digits| rounded(value, digits)),
        }
    }

    /// A linear model as a sum: `12 + 0.5 (age − 31)`.
    pub fn linear(&self, model: &LinearModel) -> String {
        let mut text = self.answer(model.base);
        for term in &model.terms {
            let sign = if term.slope < 0.0 { "−" } else { "+" };
            let slope = self.plain_number(term.slope.abs());
            let (column, centre) = (self.column(term.column), self.number(term.column, term.centre));
            let _ = write!(text, " {sign} {slope} ({column} − {centre})");
        }
        text
    }

    /// A branch with its column: `outlook = Sunny`.
    pub fn test(&self, split: &Split, branch: u32) -> String {
        format!("{} {}", self.column(split.column), self.branch(split, branch))
    }

    /// A branch without its column: `= Sunny`, `≤ 2.45`, `in {blue, red}`, `in France`, `is missing`.
    pub fn branch(&self, split: &Split, branch: u32) -> String {
        let own = self.known_branch(split.column, &split.test, branch);
        let lost = matches!(split.missing, Missing::Branch(way) if way == branch);
        match own {
            None => "is missing".to_owned(),
            Some(text) if lost && self.missing => format!("{text} or missing"),
            Some(text) => text,
        }
    }

    /// What holds for the values that take a branch of a test, with the column.
    pub(super) fn values(&self, column: ColumnId, test: &Test, branch: u32) -> String {
        let values = self.known_branch(column, test, branch);
        format!("{} {}", self.column(column), values.as_deref().unwrap_or("is missing"))
    }

    /// What known values must be; `None` where the branch is for missing ones alone.
    fn known_branch(&self, column: ColumnId, test: &Test, branch: u32) -> Option<String> {
        match test {
            Test::Threshold { cut } if *cut == f64::INFINITY => (branch == 0).then(|| "is known".to_owned()),
            Test::Threshold { cut } => {
                let sign = ["≤", ">"].get(branch as usize)?;
                Some(format!("{sign} {}", self.number(column, *cut)))
            }
            Test::Cut { level } => {
                let sign = ["≤", ">"].get(branch as usize)?;
                Some(format!("{sign} {}", self.level(column, *level)))
            }
            Test::Values { branches } | Test::Subset { branches } => {
                let levels: Vec<u32> =
                    branches.iter().filter(|pair| pair.branch == branch).map(|pair| pair.level).collect();
                (!levels.is_empty()).then(|| self.listed(column, &levels))
            }
            Test::Height { height, branches } => {
                let first = branches.iter().find(|pair| pair.branch == branch)?;
                let others = branches.iter().filter(|pair| pair.branch != branch).map(|pair| pair.level);
                Some(self.place(column, first.level, *height, others))
            }
        }
    }

    /// `= red` or `in {blue, red}`.
    pub(super) fn listed(&self, column: ColumnId, levels: &[u32]) -> String {
        match levels {
            [level] => format!("= {}", self.level(column, *level)),
            _ => format!("in {}", self.set(column, levels)),
        }
    }

    /// `{blue, red}`, or `{blue, red and 7 more}`.
    pub(super) fn set(&self, column: ColumnId, levels: &[u32]) -> String {
        let shown: Vec<String> = levels.iter().take(self.most).map(|level| self.level(column, *level)).collect();
        let more = levels.len() - shown.len();
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        format!("{{{}{more}}}", shown.join(", "))
    }

    /// `in France`: the hierarchy's node above a level, with those above it where another branch has one of that name.
    fn place(&self, column: ColumnId, level: u32, height: u32, mut others: impl Iterator<Item = u32>) -> String {
        let Some(steps) = self.steps(column, level).filter(|steps| steps.len() > 1 && height > 0) else {
            return format!("= {}", self.level(column, level));
        };
        let at = |steps: &[&'a str]| (height as usize).min(steps.len() - 1);
        let own = &steps[at(&steps)..];
        let same = |other: u32| self.steps(column, other).is_some_and(|steps| steps[at(&steps)] == own[0]);
        let text =
            if others.any(same) { own.iter().rev().copied().collect::<Vec<_>>().join("/") } else { own[0].to_owned() };
        format!("in {}", name(&text))
    }

    /// A level and the hierarchy's nodes above it, nearest first.
    pub(super) fn steps(&self, column: ColumnId, level: u32) -> Option<Vec<&'a str>> {
        let ColumnValues::Hierarchical { levels, above } = &self.known(column)?.values else { return None };
        let (own, above) = (levels.get(level as usize)?, above.get(level as usize)?);
        Some(std::iter::once(own).chain(above).map(String::as_str).collect())
    }

    /// The words for values of a column that the schema knows and a node with a branch for each value does not.
    pub fn unlisted(&self, column: ColumnId, levels: &[u32]) -> String {
        if levels.len() > self.most { format!("= {} other values", levels.len()) } else { self.listed(column, levels) }
    }
}

/// A name on one line that cannot be taken for something else: in quotes where it holds signs that the words around it use,
/// and without characters that would move the cursor or turn the text around.
///
/// ```
/// use spinney::explain::name;
/// assert_eq!(name("petal length (cm)"), "petal length (cm)");
/// assert_eq!(name("red, blue"), "\"red, blue\"");
/// assert_eq!(name("two\nlines"), "\"two\\nlines\"");
/// assert_eq!(name(""), "\"\"");
/// ```
pub fn name(text: &str) -> String {
    let sign =
        |letter: char| matches!(letter, '"' | ',' | '{' | '}' | '=' | '≤' | '<' | '>' | '∧' | '∨') || hidden(letter);
    if !text.is_empty() && text.trim() == text && !text.contains(sign) {
        return text.to_owned();
    }
    format!("\"{}\"", plain(&text.replace('\\', "\\\\").replace('"', "\\\"")))
}

/// The text with characters that would move the cursor or turn the text around written out.
///
/// ```
/// assert_eq!(spinney::explain::plain("a\tb"), "a\\tb");
/// ```
pub fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        if hidden(letter) { out.extend(letter.escape_default()) } else { out.push(letter) }
    }
    out
}

fn hidden(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{200b}' | '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}')
        || matches!(letter, '\u{feff}' | '\u{fffe}' | '\u{ffff}' | '\u{061c}')
}
