//! Trees made by hand, and at random, for the tests that show trees.
#![allow(dead_code, reason = "each test file uses some of it")]

use std::collections::VecDeque;

use proptest::prelude::{Rng, prop};
use proptest::test_runner::RngAlgorithm;
use spinney::model::{ColumnSchema, ColumnValues, Schema, TargetKind, TargetSchema};
use spinney::table::Meaning;
use spinney::tree::{
    Answers, Branches, Cell, ClassAnswers, ClassWeight, ColumnId, LevelBranch, Missing, Node, NodeId, NumberAnswers,
    Row, Split, Test, Tree,
};

/// A tree as it is thought of: from the root down.
#[derive(Debug, Clone)]
pub(crate) enum Plan {
    Classes(Vec<(u32, f64)>),
    Number { rows: f64, value: f64, error: f64 },
    Split(Split, Vec<Plan>),
}

pub(crate) fn leaf(weights: &[(u32, f64)]) -> Plan {
    Plan::Classes(weights.to_vec())
}

pub(crate) fn mean(rows: f64, value: f64, error: f64) -> Plan {
    Plan::Number { rows, value, error }
}

/// The tree of a plan.
pub(crate) fn tree(plan: Plan, classes: u32) -> Tree {
    let (mut nodes, mut open) = (Vec::new(), VecDeque::from([plan]));
    let (mut starts, mut weights) = (vec![0], Vec::new());
    let mut numbers = NumberAnswers { rows: vec![], values: vec![], errors: vec![], linear: vec![] };
    let mut next = 1;
    while let Some(plan) = open.pop_front() {
        let mut number = (0.0, 0.0, 0.0);
        match plan {
            Plan::Classes(own) => {
                weights.extend(own.into_iter().map(|(class, weight)| ClassWeight { class, weight }));
                nodes.push(Node::Leaf);
            }
            Plan::Number { rows, value, error } => {
                number = (rows, value, error);
                nodes.push(Node::Leaf);
            }
            Plan::Split(split, children) => {
                let count = children.len() as u32;
                nodes.push(Node::Branch { split, branches: Branches { first: NodeId(next), count } });
                next += count;
                open.extend(children);
            }
        }
        starts.push(weights.len() as u32);
        numbers.rows.push(number.0);
        numbers.values.push(number.1);
        numbers.errors.push(number.2);
    }
    if classes > 0 {
        return Tree::new(nodes, Answers::Classes(ClassAnswers::new(classes, starts, weights))).unwrap();
    }
    for place in (0..nodes.len()).rev() {
        let Node::Branch { branches, .. } = &nodes[place] else { continue };
        let range = branches.first.place()..branches.first.place() + branches.count as usize;
        let rows: f64 = numbers.rows[range.clone()].iter().sum();
        let value = range.clone().map(|at| numbers.rows[at] * numbers.values[at]).sum::<f64>() / rows.max(1e-9);
        let error = range.map(|at| {
            let far = numbers.values[at] - value;
            numbers.errors[at] + numbers.rows[at] * far * far
        });
        (numbers.errors[place], numbers.rows[place], numbers.values[place]) = (error.sum(), rows, value);
    }
    Tree::new(nodes, Answers::Numbers(numbers)).unwrap()
}

pub(crate) fn pairs(levels: &[(u32, u32)]) -> spinney::tree::List<LevelBranch> {
    levels.iter().map(|(level, branch)| LevelBranch { level: *level, branch: *branch }).collect()
}

/// A branch for each of these levels.
pub(crate) fn each(column: u32, levels: &[u32]) -> Split {
    let branches = levels.iter().zip(0..).map(|(level, branch)| (*level, branch)).collect::<Vec<_>>();
    Split { column: ColumnId(column), test: Test::Values { branches: pairs(&branches) }, missing: Missing::Branch(0) }
}

pub(crate) fn cut(column: u32, cut: f64) -> Split {
    Split { column: ColumnId(column), test: Test::Threshold { cut }, missing: Missing::Branch(0) }
}

pub(crate) fn subset(column: u32, levels: &[(u32, u32)]) -> Split {
    Split { column: ColumnId(column), test: Test::Subset { branches: pairs(levels) }, missing: Missing::Branch(0) }
}

pub(crate) fn names(all: &[&str]) -> Vec<String> {
    all.iter().map(|name| (*name).to_owned()).collect()
}

pub(crate) fn nominal(name: &str, levels: &[&str]) -> ColumnSchema {
    ColumnSchema { name: name.into(), values: ColumnValues::Nominal { levels: names(levels) } }
}

pub(crate) fn ordinal(name: &str, levels: &[&str]) -> ColumnSchema {
    ColumnSchema { name: name.into(), values: ColumnValues::Ordinal { levels: names(levels) } }
}

pub(crate) fn continuous(name: &str) -> ColumnSchema {
    ColumnSchema { name: name.into(), values: ColumnValues::Continuous { meaning: Meaning::Plain } }
}

pub(crate) fn classes(name: &str, all: &[&str]) -> TargetSchema {
    TargetSchema { name: name.into(), values: TargetKind::Classes { names: names(all) } }
}

pub(crate) fn number(name: &str) -> TargetSchema {
    TargetSchema { name: name.into(), values: TargetKind::Number { meaning: Meaning::Plain } }
}

/// The tree that every lecture grows: play tennis or not.
pub(crate) fn tennis() -> (Schema, Tree) {
    let columns = vec![
        nominal("outlook", &["Overcast", "Rain", "Sunny"]),
        nominal("humidity", &["High", "Normal"]),
        nominal("wind", &["Strong", "Weak"]),
    ];
    let rain = Plan::Split(each(2, &[0, 1]), vec![leaf(&[(0, 2.0)]), leaf(&[(1, 3.0)])]);
    let sunny = Plan::Split(each(1, &[0, 1]), vec![leaf(&[(0, 3.0)]), leaf(&[(1, 2.0)])]);
    let root = Plan::Split(each(0, &[0, 1, 2]), vec![leaf(&[(1, 4.0)]), rain, sunny]);
    (Schema { columns, target: classes("play", &["No", "Yes"]) }, tree(root, 2))
}

/// A row by hand.
#[derive(Debug, Clone)]
pub(crate) struct Values(pub(crate) Vec<Cell>);

impl Row for Values {
    fn cell(&self, column: ColumnId) -> Cell {
        self.0[column.place()]
    }
}

/// Columns of every kind: two continuous, two nominal (3 and 6 levels), an ordinal (4), a hierarchical (5).
pub(crate) fn mixed(classes_: u32) -> Schema {
    let above: Vec<Vec<String>> =
        [&["France", "Europe"][..], &["France", "Europe"], &["Italy", "Europe"], &["Asia"], &["Asia"]]
            .iter()
            .map(|path| names(path))
            .collect();
    let levels = names(&["Lyon", "Paris", "Rome", "Seoul", "Tokyo"]);
    let place = ColumnSchema { name: "place".into(), values: ColumnValues::Hierarchical { levels, above } };
    let columns = vec![
        continuous("x"),
        continuous("y"),
        nominal("colour", &["blue", "green", "red"]),
        nominal("letter", &["a", "b", "c", "d", "e", "f"]),
        ordinal("size", &["S", "M", "L", "XL"]),
        place,
    ];
    let all: Vec<String> = (0..classes_).map(|class| format!("class {class}")).collect();
    let target = TargetSchema { name: "t".into(), values: TargetKind::Classes { names: all } };
    Schema { columns, target }
}

/// A random source that proptest can repeat.
pub(crate) struct Dice(prop::test_runner::TestRng);

impl Dice {
    pub(crate) fn new(seed: [u8; 32]) -> Self {
        Dice(prop::test_runner::TestRng::from_seed(RngAlgorithm::ChaCha, &seed))
    }

    /// A number below this one.
    pub(crate) fn below(&mut self, end: u32) -> u32 {
        ((u64::from(self.0.next_u32()) * u64::from(end)) >> 32) as u32
    }
}

pub(crate) fn any_split(dice: &mut Dice) -> (Split, u32) {
    let column = dice.below(6);
    let counts = [0, 0, 3, 6, 4, 5];
    let count: u32 = counts[column as usize];
    let listed: Vec<u32> = (0..count).filter(|_| dice.below(4) > 0).collect();
    let (test, known) = match column {
        0 | 1 if dice.below(12) == 0 => (Test::Threshold { cut: f64::INFINITY }, 2),
        0 | 1 => (Test::Threshold { cut: f64::from(dice.below(9)) }, 2),
        4 => (Test::Cut { level: dice.below(3) }, 2),
        2 | 3 if listed.len() > 1 && dice.below(2) == 0 => {
            let branches: Vec<(u32, u32)> = listed.iter().zip(0..).map(|(level, branch)| (*level, branch)).collect();
            (Test::Values { branches: pairs(&branches) }, branches.len() as u32)
        }
        2 | 3 if listed.len() > 1 => {
            let branch = |place: usize, dice: &mut Dice| if place < 2 { place as u32 } else { dice.below(2) };
            let branches: Vec<(u32, u32)> =
                listed.iter().enumerate().map(|(place, level)| (*level, branch(place, dice))).collect();
            (Test::Subset { branches: pairs(&branches) }, 2)
        }
        5 => (Test::Height { height: 1, branches: pairs(&[(0, 0), (1, 0), (2, 1), (4, 2)]) }, 3),
        _ => return (cut(0, 4.0), 2),
    };
    let own = u32::from(!matches!(test, Test::Threshold { cut } if cut == f64::INFINITY) && dice.below(6) == 0);
    let to = if own == 1 { known } else { dice.below(known) };
    (Split { column: ColumnId(column), test, missing: Missing::Branch(to) }, known + own)
}

/// A random tree over [`mixed`] columns.
pub(crate) fn any_plan(dice: &mut Dice, depth: u32, classes_: u32) -> Plan {
    if depth == 0 || dice.below(4) == 0 {
        let mut weights: Vec<(u32, f64)> = Vec::new();
        for class in 0..classes_ {
            let weight = dice.below(5);
            if weight > 1 {
                weights.push((class, f64::from(weight)));
            }
        }
        return Plan::Classes(weights);
    }
    let (split, branches) = any_split(dice);
    Plan::Split(split, (0..branches).map(|_| any_plan(dice, depth - 1, classes_)).collect())
}

/// A random row of [`mixed`] columns, without missing values.
pub(crate) fn any_row(dice: &mut Dice) -> Values {
    let number = |dice: &mut Dice| Cell::Number(f64::from(dice.below(21)) / 2.0 - 0.5);
    Values(vec![
        number(dice),
        number(dice),
        Cell::Level(dice.below(3)),
        Cell::Level(dice.below(6)),
        Cell::Level(dice.below(4)),
        Cell::Level(dice.below(5)),
    ])
}

/// A chain of so many splits of one column, the left child of each a leaf.
pub(crate) fn chain(splits: u32) -> (Schema, Tree) {
    let node = |place: u32| {
        let branches = Branches { first: NodeId(place + 1), count: 2 };
        let inner = place.is_multiple_of(2) && place < 2 * splits;
        if inner { Node::Branch { split: cut(0, f64::from(place / 2)), branches } } else { Node::Leaf }
    };
    let nodes: Vec<Node> = (0..=2 * splits).map(node).collect();
    let (mut starts, mut weights) = (vec![0], Vec::new());
    for (place, node) in nodes.iter().enumerate() {
        if matches!(node, Node::Leaf) {
            weights.push(ClassWeight { class: place as u32 / 2 % 2, weight: 1.0 });
        }
        starts.push(weights.len() as u32);
    }
    (mixed(2), Tree::new(nodes, Answers::Classes(ClassAnswers::new(2, starts, weights))).unwrap())
}
