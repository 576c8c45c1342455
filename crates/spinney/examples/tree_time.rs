//! How many rows a second a single tree answers, on one thread and on all: `cargo run --release --example tree_time`.
#![allow(clippy::print_stdout)] // what it is for

use std::time::Instant;

use spinney::Result;
use spinney::model::{ColumnSchema, ColumnValues, Model, Schema, TargetKind, TargetSchema};
use spinney::predict::{Predictor, Unseen};
use spinney::seed::Key;
use spinney::table::{Column, Meaning, Table};
use spinney::tree::{
    Answers, Branches, ClassAnswers, ClassWeight, ColumnId, Missing, Node, NodeId, Nodes, Split, Test, Tree,
};

const COLUMNS: u32 = 20;
const ROWS: usize = 2_000_000;

/// A full tree of this depth; cuts lie near the middle, so that rows reach all leaves.
fn tree(depth: u32) -> Option<Tree> {
    let mut draws = Key::new(1).draws();
    let (inner, all) = ((1_u32 << depth) - 1, (2_u32 << depth) - 1);
    let branch = |place: u32| {
        let column = ColumnId(draws.below(u64::from(COLUMNS)) as u32);
        let test = Test::Threshold { cut: 0.3 + 0.4 * draws.unit() };
        let split = Split { column, test, missing: Missing::Branch(place % 2) };
        Node::Branch { split, branches: Branches { first: NodeId(2 * place + 1), count: 2 } }
    };
    let nodes = (0..inner).map(branch).collect::<Vec<_>>().into_iter().chain((inner..all).map(|_| Node::Leaf));
    let weights = (inner..all).map(|place| ClassWeight { class: place % 2, weight: 1.0 }).collect();
    let starts = (0..=all).map(|place| place.saturating_sub(inner)).collect();
    Tree::new(nodes.collect::<Nodes>(), Answers::Classes(ClassAnswers::new(2, starts, weights))).ok()
}

fn schema() -> Schema {
    let values = || ColumnValues::Continuous { meaning: Meaning::Plain };
    let columns = (0..COLUMNS).map(|column| ColumnSchema { name: format!("c{column}"), values: values() }).collect();
    let target = TargetKind::Classes { names: vec!["no".into(), "yes".into()] };
    Schema { columns, target: TargetSchema { name: "y".into(), values: target } }
}

fn main() -> std::result::Result<(), Box<dyn std::error::Error>> {
    let mut draws = Key::new(2).draws();
    let mut value = |_| if draws.below(50) == 0 { f64::NAN } else { draws.unit() };
    let column = |column| Column::numbers(&format!("c{column}"), (0..ROWS).map(&mut value).collect());
    let table = Table::new((0..COLUMNS).map(column).collect())?;
    for depth in [4, 8, 12, 16, 18] {
        let Some(tree) = tree(depth) else { continue };
        let (leaves, predictor) = (tree.leaves(), Predictor::new(&Model::new(schema(), None, tree)?));
        let rate = || -> Result<f64> {
            let mut best = 0.0_f64;
            for _ in 0..5 {
                let start = Instant::now();
                predictor.predict(&table, Unseen::AsNode)?;
                best = best.max(ROWS as f64 / start.elapsed().as_secs_f64());
            }
            Ok(best / 1e6)
        };
        let one = rayon::ThreadPoolBuilder::new().num_threads(1).build();
        let one = one.map_or(Ok(f64::NAN), |pool| pool.install(rate))?;
        println!(
            "depth {depth:>2}, {leaves:>6} leaves: {one:>5.1} million rows a second on one thread, {:>5.1} on all",
            rate()?
        );
    }
    Ok(())
}
