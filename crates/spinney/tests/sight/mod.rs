//! A tree as a line of text, for tests that name whole trees.
#![allow(dead_code)]

use spinney::grow::{Training, TreeSettings, grow};
use spinney::table::{Column, ReadOptions, Table, Target, Values};
use spinney::tree::{Answers, Node, NodeId, Test, Tree};

pub(crate) fn table(text: &str) -> Table {
    Table::from_csv(text.as_bytes(), &ReadOptions::new()).unwrap()
}

pub(crate) fn sample(name: &str) -> Table {
    table(&sample_text(name))
}

pub(crate) fn sample_text(name: &str) -> String {
    std::fs::read_to_string(format!("{}/../../data/{name}.csv", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// All columns but the target (the last) and those named.
pub(crate) fn columns(table: &Table, without: &[&str]) -> Vec<usize> {
    let last = table.columns().len() - 1;
    (0..last).filter(|place| !without.contains(&table.columns()[*place].name.as_str())).collect()
}

/// The tree of all columns for the last one, as text.
pub(crate) fn tree_of(table: &Table, settings: &TreeSettings, without: &[&str]) -> String {
    let target = Target::new(table, &table.columns().last().unwrap().name, None).unwrap();
    let columns = columns(table, without);
    let tree = grow(&Training::new(table, &columns, &target), settings, &()).unwrap();
    told(&tree, table, &columns)
}

/// `outlook(Overcast: Yes 4, Rain: …)`
pub(crate) fn told(tree: &Tree, table: &Table, columns: &[usize]) -> String {
    node(tree, NodeId::ROOT, table, columns)
}

fn node(tree: &Tree, id: NodeId, table: &Table, columns: &[usize]) -> String {
    let Node::Branch { split, branches } = tree.node(id) else { return answer(tree, id, table) };
    let column = &table.columns()[columns[split.column.place()]];
    let parts: Vec<String> = branches
        .iter()
        .enumerate()
        .map(|(branch, child)| {
            format!("{}: {}", when(&split.test, branch as u32, column), node(tree, child, table, columns))
        })
        .collect();
    format!("{}({})", column.name, parts.join(", "))
}

fn when(test: &Test, branch: u32, column: &Column) -> String {
    let name = |level: u32| match &column.values {
        Values::Sparse(_) => unreachable!("no column here is sparse"),
        Values::Category(category) => category.levels[level as usize].clone(),
        Values::Number(_) => level.to_string(),
    };
    match test {
        Test::Threshold { cut } => format!("{}{cut}", if branch == 0 { "<=" } else { ">" }),
        Test::Cut { level } => format!("{}{}", if branch == 0 { "<=" } else { ">" }, name(*level)),
        Test::Values { branches } | Test::Subset { branches } | Test::Height { branches, .. } => {
            let of: Vec<String> =
                branches.iter().filter(|pair| pair.branch == branch).map(|pair| name(pair.level)).collect();
            of.join("|")
        }
    }
}

fn answer(tree: &Tree, id: NodeId, table: &Table) -> String {
    match tree.answers() {
        Answers::Classes(_) => {
            let target = Target::new(table, &table.columns().last().unwrap().name, None).unwrap();
            let spinney::table::TargetValues::Classes(classes) = &target.values else { panic!("classes") };
            let class = tree.majority(id).map_or("?", |class| classes.names[class as usize].as_str());
            format!("{class} {}", tree.rows(id))
        }
        Answers::Numbers(numbers) => format!("{} {}", numbers.values[id.place()], tree.rows(id)),
    }
}
