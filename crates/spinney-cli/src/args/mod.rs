//! What the person typed; nothing is done with it here.

/// Times and sizes as people write them.
mod amount;
/// A table, how to read it, and what is learned from it.
mod read;
/// What is learned, and how rows are dealt into folds.
mod learn;
/// `spinney info`.
mod info;
/// `spinney measure`.
mod measure;
/// How a tree is grown.
mod grow;
/// How a tree is pruned, and `spinney prune`.
mod prune;
/// What kind of model is grown, and how a forest is.
mod forest;
/// How a model is learned.
mod how;
/// `spinney fit`.
mod fit;
/// `spinney compare` and `spinney tune`.
mod contest;
/// `spinney steps`.
mod steps;
/// What is asked of a finished model.
mod ask;
/// The whole line.
mod cli;

pub(crate) use ask::{
    BinsArg, CurveArg, Explain, FormArg, ImportanceArg, OrderArg, OrientationArg, Predict, Score, Show, UnseenArg,
};
pub(crate) use cli::{Cli, General, Verb};
pub(crate) use contest::{ByArg, Compare, Tune};
pub(crate) use fit::{Depth, Fit};
pub(crate) use forest::{CourseArgs, ForestArgs, KindArg, ModelArg, VoteArg};
pub(crate) use grow::{
    ConventionsArg, CriterionArg, GrowArgs, LeafArg, MissingArg, MostArg, NominalArg, PresetArg, ThresholdArg,
};
pub(crate) use how::HowArgs;
pub(crate) use info::Info;
pub(crate) use learn::{CvArgs, EachArg, LearnArgs};
pub(crate) use measure::What;
pub(crate) use prune::{DoubtArg, Prune, PruneArg, PruneArgs, RiskArg, RuleArg};
pub(crate) use read::{FormatArg, ReadArgs, TableArgs, TaskArg};
pub(crate) use steps::{Steps, StepsForm};
