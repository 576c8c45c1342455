//! The whole line.

use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};

use super::ask::{Explain, Predict, Score, Show};
use super::contest::{Compare, Tune};
use super::fit::Fit;
use super::info::Info;
use super::measure::Measure;
use super::prune::Prune;
use super::steps::Steps;

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

impl Cli {
    /// Reads the line. `fit` alone may do without a target, for trees that have none.
    pub(crate) fn read() -> Result<Self, clap::Error> {
        let optional = |fit: clap::Command| fit.mut_arg("target", |target| target.required(false));
        let mut command = Cli::command().mut_subcommand("fit", optional);
        let found = command.try_get_matches_from_mut(std::env::args_os())?;
        Cli::from_arg_matches(&found).map_err(|error| error.format(&mut command))
    }
}

/// What every verb takes.
#[derive(Debug, Args)]
#[command(next_help_heading = "Everywhere")]
pub(crate) struct General {
    /// Print one JSON document
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Seed of whatever is drawn at random: folds, rows held out, random splits
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
    Info(Info),
    Measure(Measure),
    Fit(Box<Fit>),
    Prune(Box<Prune>),
    Compare(Box<Compare>),
    Tune(Box<Tune>),
    Predict(Predict),
    Score(Score),
    Show(Box<Show>),
    Explain(Box<Explain>),
    /// Work out how a tree is grown, every sum written out as in a lecture
    Steps(Box<Steps>),
}
