//! How a model is learned: one tree and its pruning, or a forest and how far it is grown.

use serde::Serialize;

use crate::forest::{Course, ForestSettings};
use crate::grow::{Preset, Sample, TreeSettings};
use crate::model::Model;
use crate::prune::{Doubt, Price, Pruning};
use crate::table::Task;

/// The least weight of a leaf where no preset is named. Beside leaves of single rows, by five folds on 13 public tables: log loss
/// or R² is better on 12 and equal on one; accuracy rises where classes are noisy (adult 0.815 to 0.834) and falls where they are
/// clean and many (letter 0.870 to 0.844).
const OWN_MIN_ROWS_LEAF: f64 = 5.0;

/// The least weight of a value that is told apart from others among many. Beside 1, with pruning, over seeds 0 to 4 (`benches/prune`):
/// the AUC of titanic is 0.818 and not 0.500, the R² of Ames 0.80 and not 0.75; 5, 20 and 50 do much the same.
const OWN_MIN_ROWS_VALUE: f64 = 10.0;

/// Spinney's own settings for one tree.
pub fn own(task: Task) -> TreeSettings {
    let usual = match task {
        Task::Classification => TreeSettings::classification(),
        Task::Regression => TreeSettings::regression(),
    };
    TreeSettings { min_rows_leaf: OWN_MIN_ROWS_LEAF, min_rows_value: OWN_MIN_ROWS_VALUE, ..usual }
}

/// How a model is learned.
#[derive(Debug, Clone)]
pub enum How {
    /// One tree.
    Tree(TreeWay),
    /// A forest.
    Forest(ForestWay),
}

/// How one tree is learned.
#[derive(Debug, Clone)]
pub struct TreeWay {
    /// How it is grown.
    pub settings: TreeSettings,
    /// How it is pruned.
    pub pruning: Option<Pruning>,
    /// The fold of each row of the table that pruning is judged by, where these are given.
    pub folds: Option<Vec<u32>>,
}

/// How a forest is learned.
#[derive(Debug, Clone)]
pub struct ForestWay {
    /// How it is grown.
    pub settings: ForestSettings,
    /// How far it is grown, and what is kept beside its trees.
    pub course: Course,
}

/// Settings of either kind, for programs.
#[derive(Serialize)]
#[serde(untagged)]
pub enum SettingsDocument<'a> {
    /// Those of a tree.
    Tree(&'a TreeSettings),
    /// Those of a forest.
    Forest(&'a ForestSettings),
}

impl How {
    /// The names that [`named`](How::named) knows.
    pub const NAMES: [&'static str; 9] =
        ["baseline", "tree", "forest", "extra-trees", "id3", "c45", "j48", "cart", "rpart"];

    /// What is compared where nobody names anything.
    pub fn usual(task: Task) -> &'static [&'static str] {
        match task {
            Task::Classification => &["baseline", "tree", "cart", "rpart", "c45", "forest"],
            Task::Regression => &["baseline", "tree", "cart", "rpart", "forest"],
        }
    }

    /// A model by its name, as it is where nothing else is said: the majority or the mean (`baseline`), Spinney's own tree, pruned, a
    /// forest, or the tree of a preset.
    ///
    /// ```
    /// use spinney::contest::How;
    /// use spinney::table::Task;
    /// assert!(How::NAMES.iter().all(|name| How::named(name, Task::Classification, 0).is_some()));
    /// assert!(How::named("oak", Task::Classification, 0).is_none());
    /// ```
    pub fn named(name: &str, task: Task, seed: u64) -> Option<Self> {
        let tree = |settings: TreeSettings, pruning: Option<Pruning>| {
            Some(How::Tree(TreeWay { settings: TreeSettings { seed, ..settings }, pruning, folds: None }))
        };
        let preset = |preset: Preset, pruning: Option<Pruning>| tree(TreeSettings::preset(preset, task), pruning);
        let forest = |settings: ForestSettings| {
            let tree = TreeSettings { seed, ..settings.tree.clone() };
            Some(How::Forest(ForestWay { settings: ForestSettings { tree, ..settings }, course: Course::new() }))
        };
        match name {
            "baseline" => tree(TreeSettings { max_depth: Some(0), ..own(task) }, None),
            "tree" => tree(own(task), Some(Pruning::usual())),
            "forest" => forest(ForestSettings::random_forest(task)),
            "extra-trees" => forest(ForestSettings::extra_trees(task)),
            "id3" => preset(Preset::Id3, None),
            "c45" => preset(Preset::C45, Some(Pruning::pessimistic(Doubt::C45))),
            "j48" => preset(Preset::J48, Some(Pruning::pessimistic(Doubt::J48))),
            "cart" => preset(Preset::Cart, None),
            "rpart" => preset(Preset::Rpart, None),
            _ => None,
        }
    }

    /// The same for a model that is kept: what rows out of bag tell of a forest is kept with it.
    #[must_use]
    pub fn kept(self) -> Self {
        match self {
            How::Tree(_) => self,
            How::Forest(way) => {
                let course = Course { out_of_bag: true, importance: true, ..way.course };
                How::Forest(ForestWay { course, ..way })
            }
        }
    }

    /// How folds learn beside this model: nothing but trees, as many as it has.
    #[must_use]
    pub fn beside(&self, model: &Model) -> How {
        match self {
            How::Tree(_) => self.clone(),
            How::Forest(way) => {
                let settings = way.settings.clone().trees(model.trees().len() as u32);
                let course = Course { max_memory: way.course.max_memory, ..Course::new() };
                How::Forest(ForestWay { settings, course })
            }
        }
    }

    /// Its settings and its pruning, for programs.
    pub fn document(&self) -> (SettingsDocument<'_>, Option<&Pruning>) {
        match self {
            How::Tree(way) => (SettingsDocument::Tree(&way.settings), way.pruning.as_ref()),
            How::Forest(way) => (SettingsDocument::Forest(&way.settings), None),
        }
    }

    /// How many rows reach a leaf while so many are learned from.
    pub fn work(&self, rows: usize) -> usize {
        match self {
            How::Tree(TreeWay { pruning, .. }) => match pruning {
                Some(Pruning::CostComplexity { price: Price::Folds { folds, .. }, .. }) => {
                    rows.saturating_mul(*folds as usize)
                }
                _ => rows,
            },
            How::Forest(ForestWay { settings, .. }) => {
                let share = match settings.sample {
                    Sample::All => 1.0,
                    Sample::Part(share) => share,
                    Sample::Bootstrap(share) => 1.0 - (-share).exp(), // what is drawn at least once
                };
                (rows as f64 * f64::from(settings.trees) * share) as usize
            }
        }
    }
}
