//! Whether a tree fits the columns and the target that it is said to be about.
//!
//! After this, every number in a model can be followed without a further look. Each check is linear in what it checks,
//! but for sorting: a hostile file costs no more time than an honest one of its size.

use std::collections::BTreeMap;

use crate::blind::Blind;
use crate::forest::{Findings, ForestSettings};
use crate::grow::{Columns, LeafKind, Sample, TreeSettings};
use crate::parallel;
use crate::prune::Pruning;
use crate::table::MISSING;
use crate::tree::{Answers, ColumnId, Missing, Node, NodeId, Split, Test, Tree};

use super::body::Body;
use super::error::Misfit;
use super::kind::TestKind;
use super::schema::{ColumnSchema, ColumnValues, Schema, TargetKind};

/// The most steps of a hierarchy: more would be a mistake, and make long work of naming its nodes.
const MOST_STEPS: usize = 1000;

/// The hierarchy of a column by numbers; empty for other columns.
#[derive(Default)]
struct Ladders {
    /// For each level the numbers of the nodes from the value itself to the top.
    rungs: Vec<Vec<u32>>,
    /// The most steps above a value.
    top: usize,
}

struct Checker<'a> {
    schema: &'a Schema,
    ladders: Vec<Ladders>,
}

pub(super) fn check(schema: &Schema, body: &Body) -> Result<(), Misfit> {
    let checker = || Checker { schema, ladders: schema.columns.iter().map(ladders).collect() };
    match body {
        Body::Tree { tree, settings, pruning } => {
            check_schema(schema)?;
            settings.as_ref().map_or(Ok(()), check_settings)?;
            checker().tree(tree)?;
            check_pruning(schema, pruning)
        }
        Body::Forest { forest, settings, findings } => {
            check_forest(schema, settings.as_ref(), findings.as_ref())?;
            check_trees(&checker(), forest.trees())
        }
        Body::Blind { forest, blind } => {
            check_schema(schema)?;
            check_blind(blind, forest.trees().len())?;
            check_trees(&checker(), forest.trees())
        }
    }
}

fn check_trees(checker: &Checker<'_>, trees: &[Tree]) -> Result<(), Misfit> {
    let found = parallel::map(trees, |tree| checker.tree(tree));
    let wrong = found.into_iter().enumerate().find_map(|(tree, found)| Some((tree as u32, found.err()?)));
    wrong.map_or(Ok(()), |(tree, misfit)| Err(Misfit::InTree { tree, misfit: Box::new(misfit) }))
}

/// Whether settings of trees without a target are such as can be followed, and are those of so many trees.
fn check_blind(blind: &Blind, trees: usize) -> Result<(), Misfit> {
    let wrong = [
        (blind.settings.trees as usize != trees, "trees"),
        (blind.settings.check().is_err(), "settings"),
        (blind.rows == 0, "rows"),
        (!blind.offset.is_finite(), "offset"),
    ];
    wrong.iter().find(|(is, _)| *is).map_or(Ok(()), |(_, name)| Err(Misfit::Setting { name }))
}

/// Whether all of a forest but its trees is sound: its names, how it was grown, what was found.
pub(super) fn check_forest(
    schema: &Schema,
    settings: Option<&ForestSettings>,
    findings: Option<&Findings>,
) -> Result<(), Misfit> {
    check_schema(schema)?;
    settings.map_or(Ok(()), check_forest_settings)?;
    findings.map_or(Ok(()), |found| check_findings(schema, found))
}

/// Whether the names are sound by themselves.
pub(super) fn check_schema(schema: &Schema) -> Result<(), Misfit> {
    if schema.columns.len() >= MISSING as usize {
        return Err(Misfit::TooMany { what: "columns", limit: u64::from(MISSING) - 1 });
    }
    let all = schema.columns.iter().map(|column| &column.name).chain([&schema.target.name]);
    repeated(all).map_or(Ok(()), |name| Err(Misfit::SameName { name }))?;
    for column in &schema.columns {
        check_levels(&column.name, column.levels())?;
        let ColumnValues::Hierarchical { levels, above } = &column.values else { continue };
        if above.len() != levels.len() {
            return Err(Misfit::Paths { column: column.name.clone(), paths: above.len(), levels: levels.len() });
        }
        if above.iter().any(|path| path.len() > MOST_STEPS) {
            return Err(Misfit::TooMany { what: "steps in a hierarchy", limit: MOST_STEPS as u64 });
        }
    }
    check_levels(&schema.target.name, schema.classes())
}

fn check_levels(column: &str, levels: &[String]) -> Result<(), Misfit> {
    if levels.len() >= MISSING as usize {
        return Err(Misfit::TooMany { what: "values in a column", limit: u64::from(MISSING) - 1 });
    }
    repeated(levels).map_or(Ok(()), |level| Err(Misfit::SameLevel { column: column.to_owned(), level }))
}

/// The first name, in order, that stands twice.
fn repeated<'a>(names: impl IntoIterator<Item = &'a String>) -> Option<String> {
    let mut names: Vec<&String> = names.into_iter().collect();
    names.sort_unstable();
    names.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0].clone())
}

/// JSON has no infinite numbers, so the header could not hold them.
fn check_settings(settings: &TreeSettings) -> Result<(), Misfit> {
    check_finite(&[
        ("min-rows-leaf", settings.min_rows_leaf),
        ("min-rows-split", settings.min_rows_split),
        ("min-rows-value", settings.min_rows_value),
        ("min-share-leaf", settings.min_share_leaf),
        ("min-share-split", settings.min_share_split),
        ("min-gain", settings.min_gain),
        ("min-tree-gain", settings.min_tree_gain),
        ("leaf", if let LeafKind::Quantile(share) = settings.leaf { share } else { 0.0 }),
        ("acceptable-error", settings.acceptable_error.unwrap_or(0.0)),
        ("complexity", settings.complexity),
        ("columns-per-split", drawn(settings.columns_per_split)),
    ])
}

/// Whether a tree of this target can have been pruned in these ways.
fn check_pruning(schema: &Schema, pruning: &[Pruning]) -> Result<(), Misfit> {
    let wrong = pruning.iter().find(|way| way.check(schema.task()).is_err());
    wrong.map_or(Ok(()), |_| Err(Misfit::Setting { name: "pruning" }))
}

fn check_forest_settings(settings: &ForestSettings) -> Result<(), Misfit> {
    let sample = match settings.sample {
        Sample::All => 0.0,
        Sample::Bootstrap(share) | Sample::Part(share) => share,
    };
    let numbers = [
        ("sample", sample),
        ("columns-per-tree", drawn(settings.columns_per_tree)),
        ("prune-alpha", settings.prune_alpha),
    ];
    check_finite(&numbers)?;
    check_settings(&settings.tree)
}

fn check_findings(schema: &Schema, found: &Findings) -> Result<(), Misfit> {
    found.flaw(schema.columns.len(), schema.task()).map_or(Ok(()), |reason| Err(Misfit::Findings { reason }))
}

/// The number in a choice of columns.
fn drawn(columns: Columns) -> f64 {
    match columns {
        Columns::Share(share) => share,
        _ => 0.0,
    }
}

fn check_finite(numbers: &[(&'static str, f64)]) -> Result<(), Misfit> {
    let wrong = numbers.iter().find(|(_, value)| !value.is_finite());
    wrong.map_or(Ok(()), |(name, _)| Err(Misfit::Setting { name }))
}

fn check_answers(schema: &Schema, tree: &Tree) -> Result<(), Misfit> {
    let total = tree.rows(NodeId::ROOT);
    if !total.is_finite() {
        return Err(Misfit::Infinite);
    }
    let needed = |needed| Misfit::Answers { target: schema.target.name.clone(), needed };
    match (&schema.target.values, tree.answers()) {
        (TargetKind::Classes { names }, Answers::Classes(answers)) => {
            if names.len() != answers.classes as usize {
                return Err(Misfit::Classes { found: answers.classes, expected: names.len() });
            }
            if total > 0.0 { Ok(()) } else { Err(Misfit::NoWeight) }
        }
        (TargetKind::Number { .. }, Answers::Numbers(answers)) => {
            answers.linear.iter().try_for_each(|(node, model)| {
                model.terms.iter().try_for_each(|term| {
                    let column = column(schema, node.0, term.column)?;
                    fits(node.0, "linear term", TestKind::Threshold, column)
                })
            })
        }
        (TargetKind::Classes { .. }, _) => Err(needed("classes")),
        (TargetKind::Number { .. }, _) => Err(needed("numbers")),
    }
}

fn column(schema: &Schema, node: u32, id: ColumnId) -> Result<&ColumnSchema, Misfit> {
    let missing = Misfit::NoColumn { node, column: id.0, columns: schema.columns.len() };
    schema.columns.get(id.place()).ok_or(missing)
}

fn fits(node: u32, test: &'static str, kind: TestKind, column: &ColumnSchema) -> Result<(), Misfit> {
    let found = column.kind();
    let misfit = || Misfit::WrongKind { node, test, column: column.name.clone(), kind: found };
    if kind.fits(found) { Ok(()) } else { Err(misfit()) }
}

impl Checker<'_> {
    fn tree(&self, tree: &Tree) -> Result<(), Misfit> {
        check_answers(self.schema, tree)?;
        for (place, node) in tree.nodes().iter().enumerate() {
            if let Node::Branch { split, .. } = node {
                self.split(place as u32, &split, tree)?;
            }
        }
        Ok(())
    }

    fn split(&self, node: u32, split: &Split, tree: &Tree) -> Result<(), Misfit> {
        self.test(node, split.column, &split.test)?;
        match &split.missing {
            Missing::Branch(_) => Ok(()),
            Missing::Spread if tree.rows(NodeId(node)) > 0.0 => Ok(()),
            Missing::Spread => Err(Misfit::NoSpread { node }),
            Missing::Surrogates(others) => {
                others.iter().try_for_each(|other| self.test(node, other.column, &other.test))
            }
        }
    }

    fn test(&self, node: u32, id: ColumnId, test: &Test) -> Result<(), Misfit> {
        let (column, kind) = (column(self.schema, node, id)?, TestKind::of(test));
        fits(node, kind.word(), kind, column)?;
        let levels = column.levels().len();
        let named = match test {
            Test::Threshold { .. } => None,
            Test::Cut { level } => Some(*level),
            // In order, so that the last is the greatest.
            _ => test.levels().and_then(<[_]>::last).map(|pair| pair.level),
        };
        if let Some(level) = named.filter(|level| *level as usize >= levels) {
            return Err(Misfit::NoLevel { node, column: column.name.clone(), level, levels });
        }
        match test {
            Test::Height { height, .. } => self.height(node, id, *height, test),
            _ => Ok(()),
        }
    }

    /// The height is within the hierarchy, and values below one of its nodes take one branch.
    fn height(&self, node: u32, id: ColumnId, height: u32, test: &Test) -> Result<(), Misfit> {
        let (ladders, column) = (&self.ladders[id.place()], || self.schema.column(id).name.clone());
        if height as usize > ladders.top {
            return Err(Misfit::TooHigh { node, column: column(), height, top: ladders.top });
        }
        let rung = |level: u32| {
            let ladder = &ladders.rungs[level as usize];
            ladder[(height as usize).min(ladder.len() - 1)]
        };
        let mut taken: Vec<(u32, u32)> =
            test.levels().unwrap_or_default().iter().map(|pair| (rung(pair.level), pair.branch)).collect();
        taken.sort_unstable();
        taken.dedup();
        let parted = taken.windows(2).any(|pair| pair[0].0 == pair[1].0);
        if parted { Err(Misfit::Parted { node, column: column() }) } else { Ok(()) }
    }
}

/// A node of a hierarchy is its name under all that stands above it, so nodes are numbered from the top down.
fn ladders(column: &ColumnSchema) -> Ladders {
    let ColumnValues::Hierarchical { levels, above } = &column.values else { return Ladders::default() };
    let mut numbers: BTreeMap<(u32, &str), u32> = BTreeMap::new();
    let mut all = Ladders { rungs: Vec::with_capacity(levels.len()), top: 0 };
    for (level, path) in levels.iter().zip(above) {
        let (mut ladder, mut parent) = (Vec::with_capacity(path.len() + 1), MISSING);
        for name in path.iter().rev().chain([level]) {
            let next = numbers.len() as u32;
            parent = *numbers.entry((parent, name)).or_insert(next);
            ladder.push(parent);
        }
        ladder.reverse();
        all.top = all.top.max(path.len());
        all.rungs.push(ladder);
    }
    all
}
