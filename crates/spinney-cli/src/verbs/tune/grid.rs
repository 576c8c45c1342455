//! Contenders out of the lists.

use spinney::fit::Variant;
use spinney::grow::TreeSettings;
use spinney::prune::{Price, Pruning, Risk};
use spinney::table::{Task, number};

use super::super::learning::How;
use super::super::pruning::{pruning, words as pruning_words};
use super::super::settings::{criterion, own, settings};
use crate::args::{CriterionArg, MostArg, Tune as Args};
use crate::fault::{Mistake, Outcome};

/// Contenders that are grown by the same settings, but for their depth.
pub(super) struct Family {
    pub(super) settings: TreeSettings,
    pub(super) variants: Vec<Variant>,
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

const DEPTHS: [Option<u32>; 7] = [Some(2), Some(3), Some(4), Some(6), Some(8), Some(12), None];
const LEAF_ROWS: [f64; 7] = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0];
const COMPLEXITIES: [f64; 7] = [0.0, 1e-5, 1e-4, 3e-4, 1e-3, 3e-3, 1e-2];

impl Grid {
    /// What the flags ask for, for so many rows.
    pub(super) fn new(args: &Args, task: Task, rows: usize, seed: u64) -> Outcome<Self> {
        let base = settings(&args.grow, own(task), task, seed);
        let depths: Vec<Option<u32>> = match (&args.grid.depths[..], args.grow.max_depth) {
            ([], Some(MostArg(depth))) => vec![depth],
            ([], None) => DEPTHS.to_vec(),
            (asked, _) => asked.iter().map(|MostArg(depth)| *depth).collect(),
        };
        let leaf_rows = match (&args.grid.leaf_rows[..], args.grow.min_rows_leaf) {
            ([], Some(least)) => vec![least],
            ([], None) => LEAF_ROWS.into_iter().filter(|least| *least <= (rows as f64 / 10.0).max(1.0)).collect(),
            (asked, _) => asked.to_vec(),
        };
        let ways = ways(args)?;
        let mut families = Vec::new();
        for criterion in criteria(args, &base, task) {
            for least in &leaf_rows {
                let settings = TreeSettings { criterion, min_rows_leaf: *least, ..base.clone() };
                let variant = |depth: &Option<u32>| {
                    ways.iter().map(|way| Variant { max_depth: *depth, pruning: way.clone() }).collect::<Vec<_>>()
                };
                families.push(Family { settings, variants: depths.iter().flat_map(variant).collect() });
            }
        }
        Ok(Grid { families })
    }

    /// All contenders, in the order of their lanes.
    pub(super) fn contenders(&self) -> Vec<Contender> {
        let of = |(family, members): (usize, &Family)| {
            (0..members.variants.len()).map(move |variant| Contender { family, variant })
        };
        self.families.iter().enumerate().flat_map(of).collect()
    }

    /// How a contender learns.
    pub(super) fn how(&self, contender: Contender) -> How {
        let family = &self.families[contender.family];
        let variant = &family.variants[contender.variant];
        let settings = TreeSettings { max_depth: variant.max_depth, ..family.settings.clone() };
        How { settings, pruning: variant.pruning.clone(), folds: None }
    }

    /// A contender's values of the lists, each under its flag's name.
    pub(super) fn values(&self, contender: Contender) -> [(&'static str, String); 4] {
        let how = self.how(contender);
        let price = match &how.pruning {
            None => "0".to_owned(),
            Some(Pruning::CostComplexity { price: Price::Share { complexity }, .. }) => number::text(*complexity),
            Some(other) => pruning_words(other)
                .first()
                .map(|word| word.trim_start_matches("prune ").to_owned())
                .unwrap_or_default(),
        };
        [
            ("criterion", how.settings.criterion.word().to_owned()),
            ("max-depth", how.settings.max_depth.map_or_else(|| "none".to_owned(), |depth| depth.to_string())),
            ("min-rows-leaf", number::text(how.settings.min_rows_leaf)),
            ("prune-complexity", price),
        ]
    }
}

fn criteria(args: &Args, base: &TreeSettings, task: Task) -> Vec<spinney::grow::Criterion> {
    let set = args.grow.preset.is_some() || args.grow.criterion.is_some();
    match (&args.grid.criteria[..], task) {
        ([], _) if set => vec![base.criterion],
        ([], Task::Classification) => [CriterionArg::Gini, CriterionArg::Entropy].map(criterion).to_vec(),
        ([], Task::Regression) => vec![base.criterion],
        (asked, _) => asked.iter().map(|arg| criterion(*arg)).collect(),
    }
}

/// The ways of pruning that take part.
fn ways(args: &Args) -> Outcome<Vec<Option<Pruning>>> {
    let said = args.prune.is_said();
    if said && !args.grid.complexities.is_empty() {
        return Err(Mistake::new("--complexities and a flag of pruning exclude each other").into());
    }
    if said {
        return Ok(vec![pruning(&args.prune, args.grow.preset)?]);
    }
    let prices = if args.grid.complexities.is_empty() { &COMPLEXITIES[..] } else { &args.grid.complexities };
    let way = |complexity: &f64| {
        let price = Price::Share { complexity: *complexity };
        (*complexity != 0.0).then_some(Pruning::CostComplexity { risk: Risk::Gini, price })
    };
    Ok(prices.iter().map(way).collect())
}
