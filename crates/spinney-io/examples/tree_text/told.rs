//! A tree as lines that another program can read: depth, column, sign, value, and the leaf where there is one, with tabs
//! between. Depth first, branches in their order.
//!
//! ```text
//! 0  outlook  =  Overcast  Yes 4 0          class, weight, and the weight of other classes
//! 0  outlook  =  Rain
//! 1  wind     =  Strong    No 2 0           a number is followed by its weight: 17.5 12
//! ```

use std::fmt::Write;

use spinney::table::{Classes, Column, Table, Target, TargetValues, Values};
use spinney::tree::{Answers, Missing, Node, NodeId, Split, Test, Tree};

/// The tree, with surrogates as lines of their own where it has any.
pub(crate) fn told(tree: &Tree, table: &Table, columns: &[usize], target: &Target) -> String {
    let teller = Teller { tree, table, columns, target };
    let mut text = String::new();
    if tree.branches(NodeId::ROOT).is_none() {
        let _ = writeln!(text, "0\t\t\t\t{}", teller.leaf(NodeId::ROOT));
    }
    let mut open = vec![(NodeId::ROOT, 0_usize, 0_u32)];
    while let Some((node, depth, branch)) = open.pop() {
        let Node::Branch { split, branches } = tree.node(node) else { continue };
        if branch >= branches.count {
            continue;
        }
        if branch == 0 {
            teller.surrogates(&mut text, depth, &split);
        }
        open.push((node, depth, branch + 1));
        let child = branches.child(branch);
        let column = teller.column(split.column.place());
        let leaf = if tree.branches(child).is_none() { teller.leaf(child) } else { String::new() };
        let _ = writeln!(text, "{depth}\t{}\t{}\t{leaf}", column.name, when(&split.test, branch, column));
        open.push((child, depth + 1, 0));
    }
    text
}

struct Teller<'a> {
    tree: &'a Tree,
    table: &'a Table,
    columns: &'a [usize],
    target: &'a Target,
}

impl<'a> Teller<'a> {
    fn column(&self, place: usize) -> &'a Column {
        &self.table.columns()[self.columns[place]]
    }

    fn leaf(&self, node: NodeId) -> String {
        let weight = self.tree.rows(node);
        match (self.tree.answers(), &self.target.values) {
            (Answers::Numbers(numbers), _) => format!("{} {weight}", numbers.values[node.place()]),
            (_, TargetValues::Classes(classes)) => self.class(node, classes, weight),
            _ => String::new(),
        }
    }

    fn class(&self, node: NodeId, classes: &Classes, weight: f64) -> String {
        let most = self.tree.class_weights(node).iter().map(|pair| pair.weight).fold(0.0, f64::max);
        let name = self.tree.majority(node).map_or("?", |class| classes.names[class as usize].as_str());
        format!("{name} {weight} {}", weight - most)
    }

    /// `~ column sign value branch agreement`, before the branches of the split that they stand in for.
    fn surrogates(&self, text: &mut String, depth: usize, split: &Split) {
        let Missing::Surrogates(surrogates) = &split.missing else { return };
        for other in surrogates {
            let column = self.column(other.column.place());
            for (branch, to) in other.to.iter().enumerate() {
                let when = when(&other.test, branch as u32, column);
                let _ = writeln!(text, "{depth}\t~{}\t{when}\t{to} {}", column.name, other.agreement);
            }
        }
    }
}

fn when(test: &Test, branch: u32, column: &Column) -> String {
    let name = |level: u32| match &column.values {
        Values::Category(category) => category.levels[level as usize].clone(),
        Values::Number(_) | Values::Sparse(_) => level.to_string(),
    };
    let sign = if branch == 0 { "<=" } else { ">" };
    match test {
        Test::Threshold { cut } => format!("{sign}\t{cut}"),
        Test::Cut { level } => format!("{sign}\t{}", name(*level)),
        Test::Values { branches } | Test::Subset { branches } | Test::Height { branches, .. } => {
            let of: Vec<String> =
                branches.iter().filter(|pair| pair.branch == branch).map(|pair| name(pair.level)).collect();
            format!("{}\t{}", if of.len() == 1 { "=" } else { "in" }, of.join("|"))
        }
    }
}
