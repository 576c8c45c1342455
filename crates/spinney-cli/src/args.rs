//! What the person typed; nothing is done with it here.

/// `spinney steps`.
mod steps;

use clap::{Args, Parser, Subcommand, ValueEnum};

pub(crate) use steps::{Steps, StepsCriterion, StepsForm, StepsGrow, StepsMissing, StepsNominal, StepsPreset};

/// Decision trees, random forests and feature selection, with every sum on show.
#[derive(Debug, Parser)]
#[command(name = "spinney", version, propagate_version = true, arg_required_else_help = true)]
#[command(
    after_help = "Exit codes: 0 done, 1 something to mend in what was asked, 2 a mistake of ours, 130 stopped by Ctrl-C."
)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) general: General,
    #[command(subcommand)]
    pub(crate) verb: Verb,
}

/// What every verb takes.
#[derive(Debug, Args)]
#[command(next_help_heading = "Everywhere")]
pub(crate) struct General {
    /// Print one JSON document
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Seed of whatever is drawn at random (`info` and `measure` draw nothing)
    #[arg(long, global = true, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Threads to use, at most 1024; the answer does not depend on them [default: all cores]
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Say nothing on standard error but errors
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    /// Describe a table: kinds, missing values, warnings, and how much each column tells about the target
    Info(Info),
    /// Work out one measure of uncertainty, with the sum written out on request
    Measure(Measure),
    /// Work out how a tree is grown, every sum written out as in a lecture
    Steps(Steps),
}

/// Describe a table: kinds, missing values, warnings, and how much each column tells about the target
///
/// A category is judged by a branch for each of its values, a number by its best threshold. With missing values a column's
/// figures are over the rows where it is known, and the gain is multiplied by their share.
#[derive(Debug, Args)]
pub(crate) struct Info {
    #[command(flatten)]
    pub(crate) table: TableArgs,
    /// The column to be predicted
    #[arg(long, short, value_name = "COL", help_heading = "Options")]
    pub(crate) target: Option<String>,
    /// What is learned [default: classes for text and for whole numbers with at most 20 values, else numbers]
    #[arg(long, value_enum, help_heading = "Options")]
    pub(crate) task: Option<TaskArg>,
    /// Columns to keep in learning though they look like identifiers
    #[arg(long, value_name = "COL,COL", help_heading = "Options")]
    pub(crate) keep: Vec<String>,
    /// Show only the first N columns of the account
    #[arg(long, value_name = "N", help_heading = "Options", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) top: Option<u32>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum TaskArg {
    Classification,
    Regression,
}

/// A table and how to read it.
#[derive(Debug, Args)]
#[command(next_help_heading = "Reading")]
pub(crate) struct TableArgs {
    /// The table: .csv, .tsv, .arff, .parquet, .arrow, each also as .gz or .zst; - reads standard input
    #[arg(value_name = "TABLE", help_heading = "Arguments")]
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
    Parquet,
    Arrow,
}

/// Work out one measure of uncertainty, with the sum written out on request
#[derive(Debug, Args)]
pub(crate) struct Measure {
    #[command(subcommand)]
    pub(crate) what: What,
}

/// Write the sum out.
#[derive(Debug, Args)]
pub(crate) struct Explain {
    /// Write the sum out
    #[arg(long, help_heading = "Options")]
    pub(crate) explain: bool,
}

/// Weights: counts, or probabilities.
#[derive(Debug, Args)]
pub(crate) struct Weights {
    /// Counts, or probabilities
    #[arg(required = true, value_name = "WEIGHT", allow_negative_numbers = true)]
    pub(crate) weights: Vec<f64>,
    #[command(flatten)]
    pub(crate) explain: Explain,
}

#[derive(Debug, Subcommand)]
pub(crate) enum What {
    /// Information content of an outcome, -log2 p
    Information {
        /// Probabilities, each judged by itself
        #[arg(required = true, value_name = "P", allow_negative_numbers = true)]
        probabilities: Vec<f64>,
        #[command(flatten)]
        explain: Explain,
    },
    /// Entropy of a distribution: `spinney measure entropy 9 5`
    Entropy(Weights),
    /// The average number of the best yes/no questions (Huffman): `spinney measure questions 4 2 1 1`
    Questions(Weights),
    /// Gini index of a distribution: `spinney measure gini 5 3`
    Gini(Weights),
    /// Differential entropy of a Gaussian: `spinney measure gaussian --sd 2`
    Gaussian {
        /// Its standard deviation
        #[arg(long, value_name = "S", allow_negative_numbers = true)]
        sd: f64,
        /// Its mean, which changes nothing
        #[arg(long, value_name = "M", default_value_t = 0.0, allow_negative_numbers = true)]
        mean: f64,
        #[command(flatten)]
        explain: Explain,
    },
    /// Differential entropy of a histogram: `spinney measure histogram 3 5 2 --edges 0,1,2,4`
    Histogram {
        #[command(flatten)]
        weights: Weights,
        /// The bins' edges, one more than there are weights
        #[arg(long, value_name = "E", value_delimiter = ',', required = true, allow_hyphen_values = true)]
        edges: Vec<f64>,
    },
    /// Conditional entropy, gain, gain ratio and Gini of a split: `spinney measure split 2,3 4,0 3,2`
    Split {
        /// A branch: the rows of each class in it, with commas between
        #[arg(required = true, value_name = "BRANCH")]
        branches: Vec<String>,
        #[command(flatten)]
        explain: Explain,
    },
    /// Variance of numbers, and what splitting them into groups takes off: `spinney measure variance 1,2,3 7,9`
    Variance {
        /// A group of numbers, with commas between; numbers without commas are one group
        #[arg(required = true, value_name = "GROUP", allow_negative_numbers = true)]
        groups: Vec<String>,
        #[command(flatten)]
        explain: Explain,
    },
    /// Joint, marginal and conditional distributions of two columns, and whether they are independent
    Joint {
        #[command(flatten)]
        table: TableArgs,
        /// The two columns
        #[arg(long, value_name = "A,B", required = true, help_heading = "Options")]
        columns: String,
        #[command(flatten)]
        explain: Explain,
    },
    /// Chance of an event, where every row of the table is equally likely: `spinney measure event die.csv 'face=2|4|6' --given 'face>4'`
    Event {
        #[command(flatten)]
        table: TableArgs,
        /// The event: COL=A|B, COL!=A, COL<N, COL<=N, COL>N, COL>=N, several joined by &
        #[arg(value_name = "EVENT", help_heading = "Arguments")]
        event: String,
        /// The event that is known to have happened
        #[arg(long, value_name = "EVENT", help_heading = "Options")]
        given: Option<String>,
        #[command(flatten)]
        explain: Explain,
    },
}
