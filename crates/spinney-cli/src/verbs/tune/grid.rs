//! Contenders out of the lists.

use spinney::fit::Variant;
use spinney::forest::ForestSettings;
use spinney::grow::{Columns, Criterion, TreeSettings};
use spinney::prune::{Price, Pruning, Risk};
use spinney::table::{Task, number};

use super::super::forests::columns_word;
use super::super::learning::{ForestWay, How, Lesson, TreeWay};
use super::super::pruning::{pruning, words as pruning_words};
use super::super::settings::criterion;
use crate::args::{CriterionArg, MostArg, Tune as Args};
use crate::fault::{Mistake, Outcome};

/// Contenders that come out of one growth.
pub(super) enum Family {
    /// Trees that are grown by the same settings, but for their depth.
    Trees { settings: TreeSettings, variants: Vec<Variant> },
    /// A forest, which is grown by itself.
    Forest(ForestWay),
}

/// Every combination of the lists.
pub(super) struct Grid {
    pub(super) families: Vec<Family>,
}

/// A contender, by its family and its place there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Contender {
    pub(super) family: usize,
    pub(super) variant: usize,
}

/// Lists where the person names none: of trees, and shorter ones of forests, which take longer and hang less on them.
const DEPTHS: [Option<u32>; 7] = [Some(2), Some(3), Some(4), Some(6), Some(8), Some(12), None];
const LEAF_ROWS: [f64; 7] = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0];
const COMPLEXITIES: [f64; 7] = [0.0, 1e-5, 1e-4, 3e-4, 1e-3, 3e-3, 1e-2];
const FOREST_DEPTHS: [Option<u32>; 2] = [Some(8), None];
const FOREST_LEAF_ROWS: [f64; 3] = [1.0, 3.0, 10.0];
const FOREST_COLUMNS: [Columns; 3] = [Columns::Sqrt, Columns::Third, Columns::All];

impl Grid {
    /// What the flags ask for.
    pub(super) fn new(args: &Args, lesson: &Lesson, seed: u64) -> Outcome<Self> {
        let families = match How::new(&args.how, args.model, lesson.target.task(), seed)?.sampled(&lesson.sampling)? {
            How::Tree(way) => trees(args, lesson, &way.settings)?,
            How::Forest(way) => forests(args, lesson, &way)?,
        };
        Ok(Grid { families })
    }

    /// All contenders, in the order of their lanes.
    pub(super) fn contenders(&self) -> Vec<Contender> {
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
    pub(super) fn how(&self, contender: Contender) -> How {
        match &self.families[contender.family] {
            Family::Trees { settings, variants } => {
                let variant = &variants[contender.variant];
                let settings = TreeSettings { max_depth: variant.max_depth, ..settings.clone() };
                How::Tree(TreeWay { settings, pruning: variant.pruning.clone(), folds: None })
            }
            Family::Forest(way) => How::Forest(way.clone()),
        }
    }

    /// A contender's values of the lists, each under its flag's name.
    pub(super) fn values(&self, contender: Contender) -> [(&'static str, String); 4] {
        let how = self.how(contender);
        let (tree, last) = match &how {
            How::Tree(way) => (&way.settings, ("prune-complexity", price(way.pruning.as_ref()))),
            How::Forest(ForestWay { settings: ForestSettings { tree, .. }, .. }) => {
                (tree, ("columns-per-split", columns_word(tree.columns_per_split)))
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
        Some(other) => {
            pruning_words(other).first().map(|word| word.trim_start_matches("prune ").to_owned()).unwrap_or_default()
        }
    }
}

/// Trees: a family for each criterion and least weight of a leaf.
fn trees(args: &Args, lesson: &Lesson, base: &TreeSettings) -> Outcome<Vec<Family>> {
    if !args.grid.split_columns.is_empty() {
        let mistake = Mistake::new("--split-columns is for forests, and --model tree was asked for");
        return Err(mistake.hint("--model forest, or --model extra-trees").into());
    }
    let (depths, ways) = (depths(args, &DEPTHS), ways(args)?);
    let variant = |depth: &Option<u32>| {
        ways.iter().map(|way| Variant { max_depth: *depth, pruning: way.clone() }).collect::<Vec<_>>()
    };
    let variants: Vec<Variant> = depths.iter().flat_map(variant).collect();
    let mut families = Vec::new();
    for criterion in criteria(args, base, lesson.target.task()) {
        for least in leaf_rows(args, lesson, &LEAF_ROWS) {
            let settings = TreeSettings { criterion, min_rows_leaf: least, ..base.clone() };
            families.push(Family::Trees { settings, variants: variants.clone() });
        }
    }
    Ok(families)
}

/// Forests: each by itself.
fn forests(args: &Args, lesson: &Lesson, base: &ForestWay) -> Outcome<Vec<Family>> {
    if !args.grid.complexities.is_empty() {
        return Err(Mistake::new("--complexities is for one tree: forests are not pruned")
            .hint("--leaf-rows and --depths make smaller trees")
            .into());
    }
    let tree = &base.settings.tree;
    let criteria = match &args.grid.criteria[..] {
        [] => vec![tree.criterion],
        asked => asked.iter().map(|arg| criterion(*arg)).collect(),
    };
    let mut families = Vec::new();
    for criterion in criteria {
        for max_depth in depths(args, &FOREST_DEPTHS) {
            for min_rows_leaf in leaf_rows(args, lesson, &FOREST_LEAF_ROWS) {
                for columns_per_split in columns(args, lesson, tree) {
                    let tree = TreeSettings { criterion, max_depth, min_rows_leaf, columns_per_split, ..tree.clone() };
                    let settings = ForestSettings { tree, ..base.settings.clone() };
                    families.push(Family::Forest(ForestWay { settings, ..base.clone() }));
                }
            }
        }
    }
    Ok(families)
}

fn depths(args: &Args, usual: &[Option<u32>]) -> Vec<Option<u32>> {
    match (&args.grid.depths[..], args.how.grow.max_depth) {
        ([], Some(MostArg(depth))) => vec![depth],
        ([], None) => usual.to_vec(),
        (asked, _) => asked.iter().map(|MostArg(depth)| *depth).collect(),
    }
}

fn leaf_rows(args: &Args, lesson: &Lesson, usual: &[f64]) -> Vec<f64> {
    match (&args.grid.leaf_rows[..], args.how.grow.min_rows_leaf) {
        ([], Some(least)) => vec![least],
        ([], None) => {
            let most = (lesson.rows.len() as f64 / 10.0).max(1.0);
            usual.iter().copied().filter(|least| *least <= most).collect()
        }
        (asked, _) => asked.to_vec(),
    }
}

/// The columns drawn at a node; of the usual ones those that make a difference.
fn columns(args: &Args, lesson: &Lesson, base: &TreeSettings) -> Vec<Columns> {
    match (&args.grid.split_columns[..], args.how.forest.columns_per_split) {
        ([], Some(_)) => vec![base.columns_per_split],
        ([], None) => {
            let many = |columns: Columns| columns.of(lesson.columns.len());
            let mut found: Vec<Columns> = Vec::new();
            for columns in FOREST_COLUMNS {
                if !found.iter().any(|known| many(*known) == many(columns)) {
                    found.push(columns);
                }
            }
            found
        }
        (asked, _) => asked.to_vec(),
    }
}

fn criteria(args: &Args, base: &TreeSettings, task: Task) -> Vec<Criterion> {
    let set = args.how.grow.preset.is_some() || args.how.grow.criterion.is_some();
    match (&args.grid.criteria[..], task) {
        ([], _) if set => vec![base.criterion],
        ([], Task::Classification) => [CriterionArg::Gini, CriterionArg::Entropy].map(criterion).to_vec(),
        ([], Task::Regression) => vec![base.criterion],
        (asked, _) => asked.iter().map(|arg| criterion(*arg)).collect(),
    }
}

/// The ways of pruning that take part.
fn ways(args: &Args) -> Outcome<Vec<Option<Pruning>>> {
    let said = args.how.prune.is_said();
    if said && !args.grid.complexities.is_empty() {
        return Err(Mistake::new("--complexities and a flag of pruning exclude each other").into());
    }
    if said {
        return Ok(vec![pruning(&args.how.prune, args.how.grow.preset)?]);
    }
    let prices = if args.grid.complexities.is_empty() { &COMPLEXITIES[..] } else { &args.grid.complexities };
    let way = |complexity: &f64| {
        let price = Price::Share { complexity: *complexity };
        (*complexity != 0.0).then_some(Pruning::CostComplexity { risk: Risk::Gini, price })
    };
    Ok(prices.iter().map(way).collect())
}
