//! From flags to the settings of a forest, and back to words.

use spinney::forest::{ForestSettings, Vote};
use spinney::grow::{Sample, SampleBy, TreeSettings};
use spinney::table::{Task, number};

use super::settings::{grown_words, seed_word, settings};
use crate::args::{ForestArgs, GrowArgs, ModelArg, VoteArg};
use crate::fault::Outcome;
use crate::text::label;

/// What a forest of this kind is where nothing else is said; `None` for one tree.
pub(super) fn base(model: ModelArg, task: Task) -> Option<ForestSettings> {
    match model {
        ModelArg::Tree => None,
        ModelArg::Forest => Some(ForestSettings::random_forest(task)),
        ModelArg::ExtraTrees => Some(ForestSettings::extra_trees(task)),
    }
}

/// The word of a kind of model.
pub(super) fn model_word(model: ModelArg) -> &'static str {
    match model {
        ModelArg::Tree => "tree",
        ModelArg::Forest => "forest",
        ModelArg::ExtraTrees => "extra-trees",
    }
}

/// The settings that the flags ask for.
pub(super) fn forest_settings(
    (grow, forest): (&GrowArgs, &ForestArgs),
    base: ForestSettings,
    task: Task,
    seed: u64,
) -> Outcome<ForestSettings> {
    let own = base.tree;
    // A preset says how a tree is grown; that cuts and columns are drawn is the forest's.
    let tree = settings(grow, own.clone(), task, seed)?;
    let threshold = if grow.threshold.is_some() { tree.threshold } else { own.threshold };
    let columns_per_split = forest.columns_per_split.unwrap_or(own.columns_per_split);
    let count_constant = forest.count_constant.unwrap_or(own.count_constant);
    Ok(ForestSettings {
        trees: forest.trees.unwrap_or(base.trees),
        sample: sample(forest, base.sample),
        columns_per_tree: forest.columns_per_tree.unwrap_or(base.columns_per_tree),
        vote: forest.vote.map_or(base.vote, vote),
        prune_alpha: forest.prune_alpha.unwrap_or(base.prune_alpha),
        tree: TreeSettings { threshold, columns_per_split, count_constant, ..tree },
        ..base
    })
}

/// A share alone is drawn in the way of the model.
fn sample(forest: &ForestArgs, base: Sample) -> Sample {
    let (share, replaced) = drawn(base);
    match (forest.sample.unwrap_or(share), forest.replacement.unwrap_or(replaced)) {
        (share, true) => Sample::Bootstrap(share),
        (1.0, false) => Sample::All,
        (share, false) => Sample::Part(share),
    }
}

/// The share of the rows that is drawn, and whether with replacement.
fn drawn(sample: Sample) -> (f64, bool) {
    match sample {
        Sample::All => (1.0, false),
        Sample::Bootstrap(share) => (share, true),
        Sample::Part(share) => (share, false),
    }
}

fn vote(arg: VoteArg) -> Vote {
    match arg {
        VoteArg::Mean => Vote::Mean,
        VoteArg::Majority => Vote::Majority,
    }
}

/// What is in effect, in the words of the flags; rows may be drawn by a column.
pub(super) fn words(settings: &ForestSettings, task: Task, by: Option<&str>) -> Vec<String> {
    let ForestSettings { trees, columns_per_tree, tree, .. } = settings;
    let (share, replaced) = drawn(settings.sample);
    let vote = match settings.vote {
        Vote::Mean => "vote mean",
        Vote::Majority => "vote majority",
    };
    let mut words = vec![format!("trees {trees}")];
    words.push(format!("columns-per-split {}", tree.columns_per_split.words()));
    words.extend(tree.count_constant.then(|| "count-constant true".to_owned()));
    words.extend((!columns_per_tree.is_all()).then(|| format!("columns-per-tree {}", columns_per_tree.words())));
    words.extend([format!("sample {}", number::text(share)), format!("replacement {replaced}")]);
    words.extend(by_words(settings.sample_by, by));
    words.extend(settings.balance.then(|| "class-weight balanced-subsample".to_owned()));
    let alpha = settings.prune_alpha;
    words.extend((alpha > 0.0).then(|| format!("prune-alpha {}", number::text(alpha))));
    words.extend((task == Task::Classification).then(|| vote.to_owned()));
    words.extend(grown_words(tree, task));
    words.push(seed_word(tree));
    words
}

/// What is drawn, in the words of the flags.
fn by_words(by: SampleBy, column: Option<&str>) -> Vec<String> {
    let column = column.map_or_else(|| "target".to_owned(), label);
    let strata = format!("sample-strata {column}");
    match by {
        SampleBy::Rows => Vec::new(),
        SampleBy::Groups => vec![format!("sample-groups {column}")],
        SampleBy::Strata => vec![strata],
        SampleBy::Balanced => vec![strata, "sample-each rarest".to_owned()],
        SampleBy::Each(many) => vec![strata, format!("sample-each {many}")],
    }
}
