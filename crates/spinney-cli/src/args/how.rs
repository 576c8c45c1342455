//! How a model is learned.

use clap::Args;

use super::forest::ForestArgs;
use super::grow::GrowArgs;
use super::prune::PruneArgs;

/// How a model is learned, whatever kind it is.
#[derive(Debug, Args)]
pub(crate) struct HowArgs {
    #[command(flatten)]
    pub(crate) grow: GrowArgs,
    #[command(flatten)]
    pub(crate) prune: PruneArgs,
    #[command(flatten)]
    pub(crate) forest: ForestArgs,
}
