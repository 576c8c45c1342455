//! A table, how to read it, and what is learned from it.

use clap::{Args, ValueEnum};

/// A table and how to read it.
#[derive(Debug, Args)]
#[command(next_help_heading = "Reading")]
pub(crate) struct TableArgs {
    /// The table: .csv, .tsv, .arff, .svm, .parquet, .arrow, each also as .gz or .zst; - reads standard input
    #[arg(value_name = "TABLE", help_heading = None)]
    pub(crate) table: String,
    #[command(flatten)]
    pub(crate) read: ReadArgs,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Reading")]
pub(crate) struct ReadArgs {
    /// Columns that hold names, also where they look like numbers
    #[arg(long, value_name = "COL,COL")]
    pub(crate) nominal: Vec<String>,
    /// Columns that hold numbers, also where they look like codes
    #[arg(long, value_name = "COL,COL")]
    pub(crate) continuous: Vec<String>,
    /// A column whose values have an order, lowest first: 'size=S<M<L'
    #[arg(long, value_name = "COL=A<B")]
    pub(crate) ordinal: Vec<String>,
    /// A column whose values form a tree; FILE has a row a value: the value, its parent, its parent's parent
    #[arg(long, value_name = "COL=FILE")]
    pub(crate) hierarchy: Vec<String>,
    /// Columns to leave out altogether
    #[arg(long, value_name = "COL,COL")]
    pub(crate) ignore: Vec<String>,
    /// Texts that stand for a missing value, beside the empty field; a comma inside one is written \,
    #[arg(long, value_name = "TEXT,TEXT", allow_hyphen_values = true)]
    pub(crate) missing: Vec<String>,
    /// Parts of a date to add as columns: `when=year,month,day,weekday,day_of_year,hour,minute,second`
    #[arg(long, value_name = "COL=PARTS")]
    pub(crate) date_parts: Vec<String>,
    /// The character between fields, or tab [default: the first lines decide between , ; tab and |]
    #[arg(long, value_name = "CHAR")]
    pub(crate) delimiter: Option<String>,
    /// The first row is data; columns are called `column_1`, `column_2` ...
    #[arg(long)]
    pub(crate) no_header: bool,
    /// The text's encoding: latin1, utf-16le ... [default: the byte-order mark's, else utf-8]
    #[arg(long, value_name = "NAME")]
    pub(crate) encoding: Option<String>,
    /// The most columns that a table may have [default: 100000]
    #[arg(long, value_name = "N")]
    pub(crate) max_columns: Option<usize>,
    /// The format [default: by the content and the file's name]
    #[arg(long, value_enum)]
    pub(crate) format: Option<FormatArg>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum FormatArg {
    Csv,
    Tsv,
    Arff,
    /// Also libsvm
    Svmlight,
    Parquet,
    Arrow,
}

/// What is learned.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum TaskArg {
    Classification,
    Regression,
}
