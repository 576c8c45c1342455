//! `spinney measure`.

use clap::{Args, Subcommand};

use super::read::TableArgs;

/// Work out one measure of uncertainty, with the sum written out on request
#[derive(Debug, Args)]
pub(crate) struct Measure {
    #[command(subcommand)]
    pub(crate) what: What,
}

/// Write the sum out.
#[derive(Debug, Args)]
pub(crate) struct WriteOut {
    /// Write the sum out
    #[arg(long, help_heading = None)]
    pub(crate) explain: bool,
}

/// Weights: counts, or probabilities.
#[derive(Debug, Args)]
pub(crate) struct Weights {
    /// Counts, or probabilities
    #[arg(required = true, value_name = "WEIGHT", allow_negative_numbers = true)]
    pub(crate) weights: Vec<f64>,
    #[command(flatten)]
    pub(crate) explain: WriteOut,
}

#[derive(Debug, Subcommand)]
pub(crate) enum What {
    /// Information content of an outcome, -log2 p
    Information {
        /// Probabilities, each judged by itself
        #[arg(required = true, value_name = "P", allow_negative_numbers = true)]
        probabilities: Vec<f64>,
        #[command(flatten)]
        explain: WriteOut,
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
        explain: WriteOut,
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
        explain: WriteOut,
    },
    /// Variance of numbers, and what splitting them into groups takes off: `spinney measure variance 1,2,3 7,9`
    Variance {
        /// A group of numbers, with commas between; numbers without commas are one group
        #[arg(required = true, value_name = "GROUP", allow_negative_numbers = true)]
        groups: Vec<String>,
        #[command(flatten)]
        explain: WriteOut,
    },
    /// Joint, marginal and conditional distributions of two columns, and whether they are independent
    Joint {
        #[command(flatten)]
        table: TableArgs,
        /// The two columns
        #[arg(long, value_name = "A,B", required = true, help_heading = None)]
        columns: String,
        #[command(flatten)]
        explain: WriteOut,
    },
    /// Chance of an event, where every row of the table is equally likely: `spinney measure event die.csv 'face=2|4|6' --given 'face>4'`
    Event {
        #[command(flatten)]
        table: TableArgs,
        /// The event: COL=A|B, COL!=A, COL<N, COL<=N, COL>N, COL>=N, several joined by &
        #[arg(value_name = "EVENT", help_heading = None)]
        event: String,
        /// The event that is known to have happened
        #[arg(long, value_name = "EVENT", help_heading = None)]
        given: Option<String>,
        #[command(flatten)]
        explain: WriteOut,
    },
}
