//! What a person would be glad to hear about a table.

use std::fmt;

use crate::error::{as_flag, shorten};

/// Something that looks wrong, or was decided for the person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Warning {
    /// A value for (nearly) every row: it names rows, it does not describe them.
    Identifier {
        /// The column.
        column: String,
        /// Its distinct values.
        distinct: usize,
        /// Rows that have a value.
        known: usize,
        /// Whether learning leaves it out.
        left_out: bool,
    },
    /// One value only.
    Constant {
        /// The column.
        column: String,
        /// The value.
        value: String,
    },
    /// No value at all.
    NoValues {
        /// The column.
        column: String,
    },
    /// It tells the target's value in every row.
    CopyOfTarget {
        /// The column.
        column: String,
        /// The target.
        target: String,
    },
    /// Numbers and text in one column: read as categories.
    Mixed {
        /// The column.
        column: String,
        /// The first text that is not a number.
        odd: String,
        /// Rows that hold text.
        odd_rows: u64,
        /// Rows that hold a number.
        number_rows: u64,
    },
    /// Dates and text in one column: read as categories.
    MixedDates {
        /// The column.
        column: String,
        /// The first text that is not a date.
        odd: String,
        /// Rows that hold text.
        odd_rows: u64,
        /// Rows that hold a date or a time.
        date_rows: u64,
    },
    /// Whole numbers that an f64 cannot tell apart: read as categories.
    BigWholeNumbers {
        /// The column.
        column: String,
        /// The first of them.
        example: String,
    },
    /// Many categories for the number of rows.
    NearUnique {
        /// The column.
        column: String,
        /// Its distinct values.
        distinct: usize,
        /// Rows that have a value.
        known: usize,
    },
    /// A name that an earlier column has already.
    DuplicateName {
        /// The name in the header.
        name: String,
        /// The name given instead.
        renamed: String,
    },
    /// A column without a name.
    Unnamed {
        /// The name given.
        renamed: String,
    },
    /// Infinite numbers: larger or smaller than all others, and without a mean.
    Infinite {
        /// The column.
        column: String,
        /// Rows that hold one.
        rows: usize,
    },
    /// The header looks like a row of data.
    NumericHeader,
    /// Classes with a single row.
    LoneClasses {
        /// The target.
        column: String,
        /// The classes.
        classes: Vec<String>,
    },
    /// A single class: nothing to learn.
    OneClass {
        /// The target.
        column: String,
        /// The class.
        class: String,
    },
}

impl Warning {
    /// The column that it speaks of, where it speaks of one.
    pub fn column(&self) -> Option<&str> {
        match self {
            Warning::Identifier { column, .. }
            | Warning::Constant { column, .. }
            | Warning::NoValues { column }
            | Warning::CopyOfTarget { column, .. }
            | Warning::Mixed { column, .. }
            | Warning::MixedDates { column, .. }
            | Warning::BigWholeNumbers { column, .. }
            | Warning::NearUnique { column, .. }
            | Warning::Infinite { column, .. }
            | Warning::LoneClasses { column, .. }
            | Warning::OneClass { column, .. } => Some(column),
            Warning::DuplicateName { renamed, .. } | Warning::Unnamed { renamed } => Some(renamed),
            Warning::NumericHeader => None,
        }
    }
}

/// The sentence without the column's name: the place it is shown at says that.
impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Warning::Identifier { distinct, known, left_out: true, .. } => {
                write!(f, "identifier-like: {distinct} values in {known} rows; left out of learning (--keep overrides)")
            }
            Warning::Identifier { distinct, known, .. } => {
                write!(
                    f,
                    "identifier-like: {distinct} values in {known} rows; kept, as --keep says or as nothing else is left"
                )
            }
            Warning::Constant { value, .. } => write!(f, "constant: every known value is {:?}", shorten(value)),
            Warning::NoValues { .. } => write!(f, "empty: no row has a value"),
            Warning::CopyOfTarget { target, .. } => {
                write!(f, "a copy of the target: each value goes with one value of {:?}, in every row", shorten(target))
            }
            Warning::Mixed { odd, odd_rows, number_rows, .. } => mixed(f, (*number_rows, "numbers"), *odd_rows, odd),
            Warning::MixedDates { odd, odd_rows, date_rows, .. } => mixed(f, (*date_rows, "dates"), *odd_rows, odd),
            Warning::BigWholeNumbers { example, .. } => {
                write!(
                    f,
                    "whole numbers beyond 2^53 such as {}, read as categories (--continuous overrides)",
                    shorten(example)
                )
            }
            Warning::NearUnique { distinct, known, .. } => {
                write!(f, "near-unique categories: {distinct} values in {known} rows")
            }
            Warning::DuplicateName { name, renamed } => {
                write!(f, "duplicate column name {:?}, read as {:?}", shorten(name), shorten(renamed))
            }
            Warning::Unnamed { renamed } => write!(f, "no name in the header, read as {renamed:?}"),
            Warning::Infinite { rows, .. } => {
                write!(f, "infinite numbers in {rows} rows (--missing inf,-inf reads them as missing)")
            }
            Warning::NumericHeader => {
                write!(f, "every name in the header is a number: if it is a row of data, use --no-header")
            }
            Warning::LoneClasses { classes, .. } => {
                let shown: Vec<String> = classes.iter().take(5).map(|class| format!("{:?}", shorten(class))).collect();
                let more = classes.len().saturating_sub(5);
                let tail = if more > 0 { format!(" and {more} more") } else { String::new() };
                write!(f, "classes with one row: {}{tail}", shown.join(", "))
            }
            Warning::OneClass { class, .. } => {
                write!(f, "one class only, {:?}: there is nothing to learn", shorten(class))
            }
        }
    }
}

fn mixed(f: &mut fmt::Formatter<'_>, most: (u64, &str), odd_rows: u64, odd: &str) -> fmt::Result {
    let (rows, look) = most;
    write!(
        f,
        "mixed types: {rows} {look} and {odd_rows} texts such as {:?}, read as categories (--missing {} reads that as missing)",
        shorten(odd),
        as_flag(odd)
    )
}
