//! Contenders out of the lists, as the flags say.

use spinney::contest::{Grid, How, Lists};
use spinney::prune::Pruning;

use super::super::learning::{Lesson, how, sampled};
use super::super::pruning::pruning;
use super::super::settings::criterion;
use crate::args::{MostArg, Tune as Args};
use crate::fault::{Mistake, Outcome};

/// What the flags ask for.
pub(super) fn grid(args: &Args, lesson: &Lesson, seed: u64) -> Outcome<Grid> {
    let base = sampled(how(&args.how, args.model, lesson.target.task(), seed)?, &lesson.sampling)?;
    let mut lists = Lists {
        criteria: args.grid.criteria.iter().map(|arg| criterion(*arg)).collect(),
        depths: args.grid.depths.iter().map(|MostArg(depth)| *depth).collect(),
        leaf_rows: args.grid.leaf_rows.clone(),
        ways: Vec::new(),
        columns: args.grid.split_columns.clone(),
    };
    // A flag of `fit` stands for a list of one value.
    if let ([], Some(MostArg(depth))) = (&lists.depths[..], args.how.grow.max_depth) {
        lists.depths = vec![depth];
    }
    if let ([], Some(least)) = (&lists.leaf_rows[..], args.how.grow.min_rows_leaf) {
        lists.leaf_rows = vec![least];
    }
    match &base {
        How::Tree(way) => {
            if !lists.columns.is_empty() {
                let mistake = Mistake::new("--split-columns is for forests, and --model tree was asked for");
                return Err(mistake.hint("--model forest, or --model extra-trees").into());
            }
            lists.ways = ways(args)?;
            let set = args.how.grow.preset.is_some() || args.how.grow.criterion.is_some();
            if set && lists.criteria.is_empty() {
                lists.criteria = vec![way.settings.criterion];
            }
        }
        How::Forest(way) => {
            if !args.grid.complexities.is_empty() {
                return Err(Mistake::new("--complexities is for one tree: forests are not pruned")
                    .hint("--leaf-rows and --depths make smaller trees")
                    .into());
            }
            if let ([], Some(_)) = (&lists.columns[..], args.how.forest.columns_per_split) {
                lists.columns = vec![way.settings.tree.columns_per_split];
            }
        }
    }
    Ok(Grid::new(&base, &lists, lesson))
}

/// The ways of pruning that take part; none where the usual ones do.
fn ways(args: &Args) -> Outcome<Vec<Option<Pruning>>> {
    let said = args.how.prune.is_said();
    if said && !args.grid.complexities.is_empty() {
        return Err(Mistake::new("--complexities and a flag of pruning exclude each other").into());
    }
    if said {
        return Ok(vec![pruning(&args.how.prune, args.how.grow.preset)?]);
    }
    Ok(Lists::prices(&args.grid.complexities))
}
