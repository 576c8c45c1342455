//! Contenders out of lists.

use super::how::{ForestWay, How, TreeWay};
use super::lesson::Lesson;
use crate::fit::Variant;
use crate::forest::ForestSettings;
use crate::grow::{Columns, Criterion, TreeSettings};
use crate::prune::{Price, Pruning, Risk};
use crate::table::{Task, number};

/// The values that are tried; an empty list stands for the usual ones.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Lists {
    /// Criteria.
    pub criteria: Vec<Criterion>,
    /// Greatest depths.
    pub depths: Vec<Option<u32>>,
    /// Least weights of a leaf.
    pub leaf_rows: Vec<f64>,
    /// Ways of pruning one tree.
    pub ways: Vec<Option<Pruning>>,
    /// Columns that are drawn at each node of a forest.
    pub columns: Vec<Columns>,
}

impl Lists {
    /// The ways of pruning that these prices of a leaf are, as shares of the root's risk; 0 is none.
    pub fn prices(complexities: &[f64]) -> Vec<Option<Pruning>> {
        let way = |complexity: &f64| {
            let price = Price::Share { complexity: *complexity };
            (*complexity != 0.0).then_some(Pruning::CostComplexity { risk: Risk::Gini, price })
        };
        complexities.iter().map(way).collect()
    }
}

/// Contenders that come out of one growth.
#[derive(Debug)]
pub enum Family {
    /// Trees that are grown by the same settings, but for their depth.
    Trees {
        /// How they are grown.
        settings: TreeSettings,
        /// What they differ in.
        variants: Vec<Variant>,
    },
    /// A forest, which is grown by itself.
    Forest(ForestWay),
}

/// Every combination of the lists.
#[derive(Debug)]
pub struct Grid {
    /// By what is grown once.
    pub families: Vec<Family>,
}

/// A contender, by its family and its place there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contender {
    /// The family.
    pub family: usize,
    /// The place in it.
    pub variant: usize,
}

/// Usual lists: of trees, and shorter ones of forests, which take longer and hang less on them.
const DEPTHS: [Option<u32>; 7] = [Some(2), Some(3), Some(4), Some(6), Some(8), Some(12), None];
const LEAF_ROWS: [f64; 7] = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0];
const COMPLEXITIES: [f64; 7] = [0.0, 1e-5, 1e-4, 3e-4, 1e-3, 3e-3, 1e-2];
const FOREST_DEPTHS: [Option<u32>; 2] = [Some(8), None];
const FOREST_LEAF_ROWS: [f64; 3] = [1.0, 3.0, 10.0];
const FOREST_COLUMNS: [Columns; 3] = [Columns::Sqrt, Columns::Third, Columns::All];

impl Grid {
    /// Every combination of the lists; what they do not say is as in the base.
    pub fn new(base: &How, lists: &Lists, lesson: &Lesson) -> Self {
        let families = match base {
            How::Tree(way) => trees(&way.settings, lists, lesson),
            How::Forest(way) => forests(way, lists, lesson),
        };
        Grid { families }
    }

    /// All contenders, in the order of their lanes.
    pub fn contenders(&self) -> Vec<Contender> {
        let of = |(family, members): (usize, &Family)| {
            let many = match members {
                Family::Trees { variants, .. } => variants.len(),
                Family::Forest(_) => 1,
            };
            (0..many).map(move |variant| Contender { family, variant })
        };
        self.families.iter().enumerate().flat_map(of).collect()
    }

    /// How a contender learns.
    pub fn how(&self, contender: Contender) -> How {
        match &self.families[contender.family] {
            Family::Trees { settings, variants } => {
                let variant = &variants[contender.variant];
                let settings = TreeSettings { max_depth: variant.max_depth, ..settings.clone() };
                How::Tree(TreeWay { settings, pruning: variant.pruning.clone(), folds: None })
            }
            Family::Forest(way) => How::Forest(way.clone()),
        }
    }

    /// A contender's values of the lists, each under its name.
    pub fn values(&self, contender: Contender) -> [(&'static str, String); 4] {
        let how = self.how(contender);
        let (tree, last) = match &how {
            How::Tree(way) => (&way.settings, ("prune-complexity", price(way.pruning.as_ref()))),
            How::Forest(ForestWay { settings: ForestSettings { tree, .. }, .. }) => {
                (tree, ("columns-per-split", tree.columns_per_split.words()))
            }
        };
        [
            ("criterion", tree.criterion.word().to_owned()),
            ("max-depth", tree.max_depth.map_or_else(|| "none".to_owned(), |depth| depth.to_string())),
            ("min-rows-leaf", number::text(tree.min_rows_leaf)),
            last,
        ]
    }
}

/// The price of a leaf, or the way of pruning.
fn price(pruning: Option<&Pruning>) -> String {
    match pruning {
        None => "0".to_owned(),
        Some(Pruning::CostComplexity { price: Price::Share { complexity }, .. }) => number::text(*complexity),
        Some(other) => other.word().to_owned(),
    }
}

/// Trees: a family for each criterion and least weight of a leaf.
fn trees(base: &TreeSettings, lists: &Lists, lesson: &Lesson) -> Vec<Family> {
    let ways = if lists.ways.is_empty() { Lists::prices(&COMPLEXITIES) } else { lists.ways.clone() };
    let depths = or_usual(&lists.depths, &DEPTHS);
    let variant = |depth: &Option<u32>| {
        ways.iter().map(|way| Variant { max_depth: *depth, pruning: way.clone() }).collect::<Vec<_>>()
    };
    let variants: Vec<Variant> = depths.iter().flat_map(variant).collect();
    let criteria = match lesson.target.task() {
        Task::Classification => or_usual(&lists.criteria, &[Criterion::Gini, Criterion::Entropy]),
        Task::Regression => or_usual(&lists.criteria, &[base.criterion]),
    };
    let mut families = Vec::new();
    for criterion in criteria {
        for least in leaf_rows(lists, lesson, &LEAF_ROWS) {
            let settings = TreeSettings { criterion, min_rows_leaf: least, ..base.clone() };
            families.push(Family::Trees { settings, variants: variants.clone() });
        }
    }
    families
}

/// Forests: each by itself.
fn forests(base: &ForestWay, lists: &Lists, lesson: &Lesson) -> Vec<Family> {
    let tree = &base.settings.tree;
    let mut families = Vec::new();
    for criterion in or_usual(&lists.criteria, &[tree.criterion]) {
        for max_depth in or_usual(&lists.depths, &FOREST_DEPTHS) {
            for min_rows_leaf in leaf_rows(lists, lesson, &FOREST_LEAF_ROWS) {
                for columns_per_split in columns(lists, lesson) {
                    let tree = TreeSettings { criterion, columns_per_split, max_depth, min_rows_leaf, ..tree.clone() };
                    let settings = ForestSettings { tree, ..base.settings.clone() };
                    families.push(Family::Forest(ForestWay { settings, ..base.clone() }));
                }
            }
        }
    }
    families
}

fn or_usual<T: Clone>(said: &[T], usual: &[T]) -> Vec<T> {
    if said.is_empty() { usual.to_vec() } else { said.to_vec() }
}

/// The usual ones go as far as a tenth of the rows.
fn leaf_rows(lists: &Lists, lesson: &Lesson, usual: &[f64]) -> Vec<f64> {
    if !lists.leaf_rows.is_empty() {
        return lists.leaf_rows.clone();
    }
    let most = (lesson.rows.len() as f64 / 10.0).max(1.0);
    usual.iter().copied().filter(|least| *least <= most).collect()
}

/// The columns drawn at a node; of the usual ones those that make a difference.
fn columns(lists: &Lists, lesson: &Lesson) -> Vec<Columns> {
    if !lists.columns.is_empty() {
        return lists.columns.clone();
    }
    let many = |columns: Columns| columns.of(lesson.columns.len());
    let mut found: Vec<Columns> = Vec::new();
    for columns in FOREST_COLUMNS {
        if !found.iter().any(|known| many(*known) == many(columns)) {
            found.push(columns);
        }
    }
    found
}
