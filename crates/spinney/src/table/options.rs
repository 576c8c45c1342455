//! How a table is to be read.

use std::collections::{BTreeMap, BTreeSet};

use super::date::Part;
use super::declare::Declared;

/// How a table is to be read: settings first, then the reading.
///
/// ```
/// use spinney::table::{Declared, ReadOptions, Table};
/// let options = ReadOptions::new().missing(["?"]).declare("zip", Declared::Nominal).ignore("id");
/// let table = Table::from_csv(b"id,zip,rent\n1,01234,?\n2,01235,700\n", &options)?;
/// assert_eq!(table.columns().len(), 2);
/// assert_eq!(table.column("zip")?.text(0).as_deref(), Some("01234"));
/// assert_eq!(table.column("rent")?.missing(), 1);
/// # Ok::<(), spinney::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct ReadOptions {
    pub(crate) delimiter: Option<u8>,
    pub(crate) header: bool,
    pub(crate) encoding: Option<String>,
    pub(crate) missing: Vec<String>,
    pub(crate) declared: BTreeMap<String, Declared>,
    /// The first column that was given two kinds.
    pub(crate) declared_twice: Option<String>,
    pub(crate) ignored: BTreeSet<String>,
    pub(crate) names: BTreeSet<String>,
    pub(crate) parts: BTreeMap<String, Vec<Part>>,
    pub(crate) max_columns: usize,
}

impl Default for ReadOptions {
    fn default() -> Self {
        ReadOptions {
            delimiter: None,
            header: true,
            encoding: None,
            missing: Vec::new(),
            declared: BTreeMap::new(),
            declared_twice: None,
            ignored: BTreeSet::new(),
            names: BTreeSet::new(),
            parts: BTreeMap::new(),
            max_columns: 100_000,
        }
    }
}

impl ReadOptions {
    /// Everything inferred, only an empty field missing.
    pub fn new() -> Self {
        Self::default()
    }

    /// The byte between fields; without this the first lines decide between comma, semicolon, tab and bar.
    #[must_use]
    pub fn delimiter(mut self, byte: u8) -> Self {
        self.delimiter = Some(byte);
        self
    }

    /// The byte between fields where none has been named: what a file's format implies gives way to what the person says.
    #[must_use]
    pub fn or_delimiter(mut self, byte: u8) -> Self {
        self.delimiter.get_or_insert(byte);
        self
    }

    /// Whether the first record names the columns (it does unless told otherwise).
    #[must_use]
    pub fn header(mut self, header: bool) -> Self {
        self.header = header;
        self
    }

    /// The text's encoding by its usual name; a byte-order mark wins, and UTF-8 is the default.
    #[must_use]
    pub fn encoding(mut self, name: &str) -> Self {
        self.encoding = Some(name.to_owned());
        self
    }

    /// Texts that stand for a missing value, beside the empty field.
    #[must_use]
    pub fn missing<S: Into<String>>(mut self, tokens: impl IntoIterator<Item = S>) -> Self {
        self.missing.extend(tokens.into_iter().map(Into::into));
        self
    }

    /// The kind of a column, instead of the inferred one.
    #[must_use]
    pub fn declare(mut self, column: &str, kind: Declared) -> Self {
        if self.declared.insert(column.to_owned(), kind).is_some() {
            self.declared_twice.get_or_insert(column.to_owned());
        }
        self
    }

    /// A column to leave out; parts of its date may be asked for all the same.
    #[must_use]
    pub fn ignore(mut self, column: &str) -> Self {
        self.ignored.insert(column.to_owned());
        self
    }

    /// Parts of a date column to add as columns of their own, named `column.part`.
    #[must_use]
    pub fn date_parts(mut self, column: &str, parts: impl IntoIterator<Item = Part>) -> Self {
        self.parts.entry(column.to_owned()).or_default().extend(parts);
        self
    }

    /// The most columns that a header may name (100,000 unless told otherwise).
    #[must_use]
    pub fn max_columns(mut self, limit: usize) -> Self {
        self.max_columns = limit;
        self
    }

    /// Columns that hold names where there are such columns and nothing else is declared of them: what a model knows of a table
    /// that it is asked about.
    #[must_use]
    pub fn as_names(mut self, columns: impl IntoIterator<Item = String>) -> Self {
        self.names.extend(columns);
        self
    }

    /// The declared kind of a column.
    pub fn declared(&self, column: &str) -> Option<&Declared> {
        self.declared.get(column).or_else(|| self.names.contains(column).then_some(&Declared::Nominal))
    }

    /// Whether a column is to be left out.
    pub fn ignores(&self, column: &str) -> bool {
        self.ignored.contains(column)
    }

    /// Whether a column need not be read at all.
    pub fn skips(&self, column: &str) -> bool {
        self.ignores(column) && !self.parts.contains_key(column)
    }
}
