//! From flags to settings: a preset or Spinney's own, changed by single flags; and back to words.

use spinney::grow::{
    Conventions, Criterion, Direction, LeafKind, MissingPolicy, Nominal, Preset, Threshold, TreeSettings,
};
use spinney::table::{Task, number};

use crate::args::{
    ConventionsArg, CriterionArg, GrowArgs, LeafArg, MissingArg, MostArg, NominalArg, PresetArg, ThresholdArg,
};
use crate::fault::{Mistake, Outcome};
use crate::reading::lists;

/// The settings that the flags ask for; `own` where they name no preset.
pub(super) fn settings(args: &GrowArgs, own: TreeSettings, task: Task, seed: u64) -> Outcome<TreeSettings> {
    let mut settings = args.preset.map_or(own, |arg| TreeSettings::preset(preset(arg), task));
    settings.seed = seed;
    if args.criterion == Some(CriterionArg::Mae) {
        settings.leaf = LeafKind::Median;
    }
    set(&mut settings.criterion, args.criterion.map(criterion));
    set(&mut settings.nominal, args.nominal_split.map(nominal));
    set(&mut settings.threshold, args.threshold.map(threshold));
    set(&mut settings.missing, args.missing_policy.map(missing));
    set(&mut settings.missing_last, args.missing_last);
    set(&mut settings.max_depth, args.max_depth.map(|MostArg(most)| most));
    set(&mut settings.min_rows_leaf, args.min_rows_leaf);
    set(&mut settings.min_rows_split, args.min_rows_split);
    set(&mut settings.min_share_leaf, args.min_share_leaf);
    set(&mut settings.min_share_split, args.min_share_split);
    set(&mut settings.min_rows_value, args.min_rows_value);
    set(&mut settings.min_gain, args.min_gain);
    set(&mut settings.min_tree_gain, args.min_tree_gain);
    set(&mut settings.zero_gain, args.zero_gain);
    set(&mut settings.max_leaves, args.max_leaves.map(|MostArg(most)| most));
    set(&mut settings.acceptable_error, args.acceptable_error.map(Some));
    set(&mut settings.complexity, args.complexity);
    set(&mut settings.collapse, args.collapse);
    set(&mut settings.leaf, leaf(args));
    set(&mut settings.conventions, args.conventions.map(conventions));
    settings.monotone.extend(lists(&args.monotone).iter().map(|item| along(item)).collect::<Outcome<Vec<_>>>()?);
    settings.interactions.extend(args.interaction.iter().map(|group| lists(std::slice::from_ref(group))));
    Ok(settings)
}

/// `COL=increasing`
fn along(item: &str) -> Outcome<(String, Direction)> {
    let wrong = || {
        Mistake::new(format!("--monotone: {item:?} is no column with its direction"))
            .hint("'age=increasing,price=decreasing'")
    };
    let (column, word) = item.rsplit_once('=').ok_or_else(wrong)?;
    let direction = [Direction::Increasing, Direction::Decreasing].into_iter().find(|way| way.word() == word.trim());
    Ok((column.trim().to_owned(), direction.ok_or_else(wrong)?))
}

fn set<T>(setting: &mut T, asked: Option<T>) {
    if let Some(asked) = asked {
        *setting = asked;
    }
}

/// What is in effect, in the words of the flags; limits that limit nothing are passed over.
pub(super) fn words(settings: &TreeSettings, task: Task) -> Vec<String> {
    let random = settings.criterion == Criterion::Random || settings.threshold == Threshold::Random;
    grown_words(settings, task).into_iter().chain(random.then(|| seed_word(settings))).collect()
}

/// The seed, where something is drawn by it.
pub(super) fn seed_word(settings: &TreeSettings) -> String {
    format!("seed {}", settings.seed)
}

/// How a tree is grown, without what is drawn at random.
pub(super) fn grown_words(settings: &TreeSettings, task: Task) -> Vec<String> {
    let number = |name: &str, value: f64| format!("{name} {}", number::text(value));
    let most = |name: &str, most: Option<u32>| most.map(|most| format!("{name} {most}"));
    let some = |shown: bool, words: String| shown.then_some(words);
    let not_mean = task == Task::Regression && settings.leaf != LeafKind::Mean;
    [
        Some(format!("criterion {}", settings.criterion.word())),
        Some(format!("nominal-split {}", nominal_word(settings.nominal))),
        some(settings.threshold == Threshold::Random, "threshold random".to_owned()),
        Some(format!("missing-policy {}", missing_word(settings.missing))),
        some(settings.missing_last, "missing-last true".to_owned()),
        most("max-depth", settings.max_depth),
        some(settings.min_rows_leaf > 1.0, number("min-rows-leaf", settings.min_rows_leaf)),
        some(settings.min_rows_split > 2.0, number("min-rows-split", settings.min_rows_split)),
        some(settings.min_share_leaf > 0.0, number("min-share-leaf", settings.min_share_leaf)),
        some(settings.min_share_split > 0.0, number("min-share-split", settings.min_share_split)),
        some(settings.min_rows_value > 1.0, number("min-rows-value", settings.min_rows_value)),
        some(settings.min_gain > 0.0, number("min-gain", settings.min_gain)),
        some(settings.min_tree_gain > 0.0, number("min-tree-gain", settings.min_tree_gain)),
        some(!settings.zero_gain, "zero-gain false".to_owned()),
        most("max-leaves", settings.max_leaves),
        settings.acceptable_error.map(|error| number("acceptable-error", error)),
        some(settings.complexity > 0.0, number("complexity", settings.complexity)),
        some(settings.collapse, "collapse true".to_owned()),
        some(not_mean, format!("leaf {}", leaf_words(settings.leaf))),
        some(!settings.monotone.is_empty(), format!("monotone {}", monotone_word(settings))),
        some(!settings.interactions.is_empty(), format!("interaction {}", interactions_word(settings))),
        some(settings.conventions != Conventions::Exact, format!("conventions {}", whose(settings.conventions))),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Columns with their directions, in the words of the flag.
fn monotone_word(settings: &TreeSettings) -> String {
    let pairs = settings.monotone.iter().map(|(column, way)| format!("{column}={}", way.word()));
    pairs.collect::<Vec<_>>().join(",")
}

/// Groups of columns.
fn interactions_word(settings: &TreeSettings) -> String {
    settings.interactions.iter().map(|group| group.join(",")).collect::<Vec<_>>().join(" | ")
}

/// What a preset is called in the core.
pub(super) fn preset(arg: PresetArg) -> Preset {
    match arg {
        PresetArg::Id3 => Preset::Id3,
        PresetArg::C45 => Preset::C45,
        PresetArg::J48 => Preset::J48,
        PresetArg::Cart => Preset::Cart,
        PresetArg::Rpart => Preset::Rpart,
    }
}

/// The word of a preset.
pub(super) fn preset_word(arg: PresetArg) -> &'static str {
    match arg {
        PresetArg::Id3 => "id3",
        PresetArg::C45 => "c45",
        PresetArg::J48 => "j48",
        PresetArg::Cart => "cart",
        PresetArg::Rpart => "rpart",
    }
}

pub(super) fn criterion(arg: CriterionArg) -> Criterion {
    match arg {
        CriterionArg::Entropy => Criterion::Entropy,
        CriterionArg::GainRatio => Criterion::GainRatio,
        CriterionArg::Gini => Criterion::Gini,
        CriterionArg::ConditionalEntropy => Criterion::ConditionalEntropy,
        CriterionArg::Random => Criterion::Random,
        CriterionArg::Mse => Criterion::Mse,
        CriterionArg::Mae => Criterion::Mae,
        CriterionArg::Poisson => Criterion::Poisson,
    }
}

fn nominal(arg: NominalArg) -> Nominal {
    match arg {
        NominalArg::Values => Nominal::Values,
        NominalArg::Subset => Nominal::Subset,
    }
}

fn nominal_word(nominal: Nominal) -> &'static str {
    match nominal {
        Nominal::Values => "values",
        Nominal::Subset => "subset",
    }
}

fn threshold(arg: ThresholdArg) -> Threshold {
    match arg {
        ThresholdArg::Best => Threshold::Best,
        ThresholdArg::Random => Threshold::Random,
    }
}

fn missing(arg: MissingArg) -> MissingPolicy {
    match arg {
        MissingArg::Learned => MissingPolicy::Learned,
        MissingArg::Fractions => MissingPolicy::Fractions,
        MissingArg::Surrogates => MissingPolicy::Surrogates,
        MissingArg::Own => MissingPolicy::Own,
    }
}

fn missing_word(policy: MissingPolicy) -> &'static str {
    match policy {
        MissingPolicy::Learned => "learned",
        MissingPolicy::Fractions => "fractions",
        MissingPolicy::Surrogates => "surrogates",
        MissingPolicy::Own => "own",
    }
}

/// A share below what leaves answer says nothing where they answer something else.
pub(super) fn check_leaf(args: &GrowArgs) -> Outcome {
    match (args.leaf, args.quantile) {
        (Some(LeafArg::Mean | LeafArg::Median | LeafArg::Linear), Some(_)) => {
            Err(Mistake::new("--quantile is for --leaf quantile, and another leaf was asked for").into())
        }
        _ => Ok(()),
    }
}

/// What leaves answer; a share means a quantile unless something else is asked for.
fn leaf(args: &GrowArgs) -> Option<LeafKind> {
    match args.leaf.or(args.quantile.map(|_| LeafArg::Quantile))? {
        LeafArg::Mean => Some(LeafKind::Mean),
        LeafArg::Median => Some(LeafKind::Median),
        LeafArg::Quantile => Some(LeafKind::Quantile(args.quantile.unwrap_or(0.5))),
        LeafArg::Linear => Some(LeafKind::Linear),
    }
}

fn leaf_words(leaf: LeafKind) -> String {
    match leaf {
        LeafKind::Mean => "mean".to_owned(),
        LeafKind::Median => "median".to_owned(),
        LeafKind::Quantile(share) => format!("quantile, quantile {}", number::text(share)),
        LeafKind::Linear => "linear".to_owned(),
    }
}

fn conventions(arg: ConventionsArg) -> Conventions {
    match arg {
        ConventionsArg::Exact => Conventions::Exact,
        ConventionsArg::C45 => Conventions::C45,
        ConventionsArg::J48 => Conventions::J48,
    }
}

fn whose(conventions: Conventions) -> &'static str {
    match conventions {
        Conventions::Exact => "exact",
        Conventions::C45 => "c45",
        Conventions::J48 => "j48",
    }
}
