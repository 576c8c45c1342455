//! Random models, valid by construction, of every kind of column, test, missing value and answer; and rows for them.
#![allow(dead_code, reason = "each test file uses its part")]

use proptest::prelude::*;
use spinney::forest::{Findings, Forest, ForestSettings, Importances, OutOfBagMeasures, OutOfBagScore, Vote, Worth};
use spinney::grow::{Columns, Criterion, LeafKind, Sample, SampleBy, TreeSettings};
use spinney::metric::Interval;
use spinney::model::{ColumnSchema, ColumnValues, Model, Schema, TargetKind, TargetSchema};
use spinney::table::Meaning;
use spinney::tree::{
    Answers, Branches, Cell, ClassAnswers, ClassWeight, ColumnId, LevelBranch, LinearModel, Missing, Node, NodeId,
    NumberAnswers, Row, Split, Surrogate, Term, Test, Tree,
};

/// Numbers that look drawn (splitmix), the same ones in every run.
pub(crate) struct Chance(pub(crate) u64);

impl Chance {
    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        (self.bits() % limit.max(1) as u64) as usize
    }

    pub(crate) fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    pub(crate) fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    /// A finite number, often an awkward one.
    pub(crate) fn number(&mut self) -> f64 {
        match self.below(4) {
            0 => self.of(&[0.0, -0.0, 0.1, -2.5, 1e300, -1e300, 5e-324, f64::MIN_POSITIVE, 1.0 / 3.0, 123_456_789.0]),
            1 => self.below(100) as f64,
            2 => (self.bits() as f64 / u64::MAX as f64 - 0.5) * 1e6,
            _ => Some(f64::from_bits(self.bits())).filter(|number| number.is_finite()).unwrap_or(7.0),
        }
    }

    /// A weight, mostly a whole number.
    fn weight(&mut self) -> f64 {
        if self.one_in(4) { self.of(&[0.1, 0.25, 1e-9, 1e9, 1.0 / 3.0]) } else { 1.0 + self.below(50) as f64 }
    }
}

/// Models of up to 40 splits.
pub(crate) fn models() -> impl Strategy<Value = Model> {
    (any::<u64>(), 0_usize..40).prop_map(|(seed, splits)| model(seed, splits))
}

/// The model of a seed, with about so many splits.
pub(crate) fn model(seed: u64, splits: usize) -> Model {
    let mut chance = Chance(seed);
    let classes = chance.one_in(2);
    let schema = schema(&mut chance, classes);
    let nodes = nodes(&mut chance, &schema, splits);
    let settings = settings(&mut chance, classes);
    // Leaves without weight are allowed, but not all of them, and not all below a node that spreads.
    for empty in [true, false] {
        let answers = answers(&mut chance, &schema, &nodes, empty);
        let tree = Tree::new(nodes.clone(), answers).unwrap();
        match Model::new(schema.clone(), settings.clone(), tree) {
            Ok(model) => return model,
            Err(error) => assert!(empty, "{error}"),
        }
    }
    unreachable!("leaves with weight always make a model")
}

/// Forests of up to 6 trees of up to 20 splits.
pub(crate) fn forests() -> impl Strategy<Value = Model> {
    (any::<u64>(), 0_usize..20).prop_map(|(seed, splits)| forest(seed, splits))
}

/// The forest of a seed, whose trees have about so many splits each. Some of its trees are alike, as those of real forests are.
pub(crate) fn forest(seed: u64, splits: usize) -> Model {
    let mut chance = Chance(seed);
    let classes = chance.one_in(2);
    let schema = schema(&mut chance, classes);
    let settings = settings(&mut chance, classes).map(|tree| ForestSettings {
        trees: 7,
        sample: chance.of(&[Sample::All, Sample::Bootstrap(0.5), Sample::Part(1.0 / 3.0)]),
        columns_per_tree: chance.of(&[Columns::All, Columns::Share(0.1), Columns::Count(3)]),
        vote: Vote::Majority,
        tree,
        sample_by: chance.of(&[SampleBy::Rows, SampleBy::Strata, SampleBy::Each(9)]),
        balance: chance.one_in(3),
        prune_alpha: chance.of(&[0.0, 0.01]),
    });
    let mut trees: Vec<Tree> = Vec::new();
    for _ in 0..=chance.below(6) {
        let tree = if !trees.is_empty() && chance.one_in(3) {
            trees[chance.below(trees.len())].clone()
        } else {
            let nodes = nodes(&mut chance, &schema, splits);
            let mut grown = |empty| Tree::new(nodes.clone(), answers(&mut chance, &schema, &nodes, empty)).unwrap();
            let sparse = grown(true);
            if Model::new(schema.clone(), None, sparse.clone()).is_ok() { sparse } else { grown(false) }
        };
        trees.push(tree);
    }
    let forest = Forest::new(trees, chance.of(&[Vote::Mean, Vote::Majority])).unwrap();
    let findings = chance.one_in(2).then(|| findings(&mut chance, schema.columns.len(), classes));
    Model::of_forest(schema, (settings, findings), forest).unwrap()
}

/// The forest of a seed that asks by thresholds alone, two branches at every split, with weights at every leaf.
pub(crate) fn plain(seed: u64, splits: usize) -> Model {
    let mut chance = Chance(seed);
    let classes = chance.one_in(2);
    let mut schema = schema(&mut chance, classes);
    schema.columns[0].values = ColumnValues::Continuous { meaning: Meaning::Plain };
    let mut tree = |_| {
        let nodes = halves(&mut chance, &schema, splits);
        let mut answers = answers(&mut chance, &schema, &nodes, false);
        match &mut answers {
            Answers::Numbers(numbers) => numbers.linear.clear(),
            Answers::Classes(classes) => classes.held.clear(),
        }
        Tree::new(nodes, answers).unwrap()
    };
    let mut trees: Vec<Tree> = (0..2 + seed % 3).map(&mut tree).collect();
    trees.extend_from_within(1..);
    let forest = Forest::new(trees, chance.of(&[Vote::Mean, Vote::Majority])).unwrap();
    Model::of_forest(schema, (None, None), forest).unwrap()
}

/// Nodes that ask by thresholds and have two branches each.
fn halves(chance: &mut Chance, schema: &Schema, splits: usize) -> Vec<Node> {
    let (mut nodes, mut total, mut left) = (Vec::new(), 1, splits);
    while nodes.len() < total {
        if left == 0 || (nodes.len() + 1 < total && chance.one_in(3)) {
            nodes.push(Node::Leaf);
            continue;
        }
        let (column, test) = question(chance, schema);
        if !matches!(test, Test::Threshold { .. }) {
            continue;
        }
        left -= 1;
        let split = Split { column, test, missing: Missing::Branch(chance.below(2) as u32) };
        nodes.push(Node::Branch { split, branches: Branches { first: NodeId(total as u32), count: 2 } });
        total += 2;
    }
    nodes
}

/// What may have been found while a forest grew.
fn findings(chance: &mut Chance, columns: usize, classes: bool) -> Findings {
    let number = |chance: &mut Chance| (chance.below(2001) as f64 - 1000.0) / 7.0;
    let some = |chance: &mut Chance| if chance.one_in(4) { None } else { Some(number(chance)) };
    let measures = if classes {
        let [accuracy, accuracy_of_votes, balanced_accuracy, log_loss, roc_auc] = [(); 5].map(|()| some(chance));
        OutOfBagMeasures::Classes { accuracy, accuracy_of_votes, balanced_accuracy, log_loss, roc_auc }
    } else {
        OutOfBagMeasures::Numbers {
            r2: some(chance),
            mean_squared_error: some(chance),
            mean_absolute_error: some(chance),
        }
    };
    let out_of_bag =
        (!chance.one_in(3)).then(|| OutOfBagScore { rows: chance.below(100), never: chance.below(9), measures });
    let worth = |chance: &mut Chance| Worth {
        mean: number(chance),
        interval: chance.one_in(2).then(|| Interval { low: number(chance), high: 0.1 }),
    };
    let importances = Importances {
        debiased: out_of_bag.as_ref().map(|_| (0..columns).map(|_| worth(chance)).collect()),
        impurity: (0..columns).map(|_| number(chance)).collect(),
        decrease: (0..columns).map(|_| number(chance)).collect(),
        splits: (0..columns).map(|_| chance.below(1000) as u64).collect(),
    };
    Findings { out_of_bag, importances }
}

const ODD: [&str; 12] =
    ["plain", "with \"quotes\"", "日本", "<= 5", "", "a/b", "line\nend", "10", "2", "🌲", "tab\t\u{1}", "back\\slash"];

fn names(chance: &mut Chance, count: usize) -> Vec<String> {
    let from = chance.below(ODD.len());
    (0..count).map(|place| ODD[(from + place) % ODD.len()].to_owned()).collect()
}

fn schema(chance: &mut Chance, classes: bool) -> Schema {
    let count = 1 + chance.below(7);
    let columns = (0..count).map(|place| {
        let levels = |chance: &mut Chance| {
            let count = 1 + chance.below(6);
            names(chance, count)
        };
        let values = match chance.below(4) {
            0 => ColumnValues::Continuous { meaning: chance.of(&[Meaning::Plain, Meaning::Date, Meaning::Time]) },
            1 => ColumnValues::Nominal { levels: levels(chance) },
            2 => ColumnValues::Ordinal { levels: levels(chance) },
            _ => {
                let levels = levels(chance);
                let path = |level: &String| {
                    let up = chance.below(3);
                    ["county", "state", "land"][..up].iter().map(|name| format!("{name} {}", level.len() % 2)).collect()
                };
                ColumnValues::Hierarchical { above: levels.iter().map(path).collect(), levels }
            }
        };
        ColumnSchema { name: format!("{}{place}", ODD[place]), values }
    });
    let columns = columns.collect();
    let values = if classes {
        let count = 1 + chance.below(5);
        TargetKind::Classes { names: names(chance, count) }
    } else {
        TargetKind::Number { meaning: chance.of(&[Meaning::Plain, Meaning::Date]) }
    };
    Schema { columns, target: TargetSchema { name: "the target".to_owned(), values } }
}

fn settings(chance: &mut Chance, classes: bool) -> Option<TreeSettings> {
    let base = if classes { TreeSettings::classification() } else { TreeSettings::regression() };
    let criterion = chance.of(&[Criterion::Entropy, Criterion::GainRatio, Criterion::Mae]);
    let mut settings = base.criterion(criterion).max_depth(chance.one_in(2).then_some(3));
    settings.min_gain = chance.number().abs();
    settings.seed = chance.bits();
    settings.leaf = chance.of(&[LeafKind::Mean, LeafKind::Median, LeafKind::Quantile(0.9), LeafKind::Linear]);
    settings.min_tree_gain = chance.of(&[0.0, 0.25]);
    (!chance.one_in(3)).then_some(settings)
}

fn nodes(chance: &mut Chance, schema: &Schema, splits: usize) -> Vec<Node> {
    let (mut nodes, mut total, mut left) = (Vec::new(), 1, splits);
    while nodes.len() < total {
        if left == 0 || (nodes.len() + 1 < total && chance.one_in(3)) {
            nodes.push(Node::Leaf);
            continue;
        }
        left -= 1;
        let (split, count) = split(chance, schema);
        nodes.push(Node::Branch { split, branches: Branches { first: NodeId(total as u32), count } });
        total += count as usize;
    }
    nodes
}

/// A split and its branches.
fn split(chance: &mut Chance, schema: &Schema) -> (Split, u32) {
    let (column, test) = question(chance, schema);
    let known = test.branches();
    let way = if known < 2 { 1 } else { chance.below(4) };
    let count = known + u32::from(way == 1);
    let missing = match way {
        0 => Missing::Branch(chance.below(known as usize) as u32),
        1 => Missing::Branch(known),
        2 => Missing::Spread,
        _ => {
            let others = (0..chance.below(3)).map(|_| {
                let (column, test) = question(chance, schema);
                let to = (0..test.branches()).map(|_| chance.below(count as usize) as u32).collect();
                Surrogate { column, test, to, agreement: chance.number() }
            });
            Missing::Surrogates(others.collect())
        }
    };
    (Split { column, test, missing }, count)
}

fn question(chance: &mut Chance, schema: &Schema) -> (ColumnId, Test) {
    let id = ColumnId(chance.below(schema.columns.len()) as u32);
    let column = schema.column(id);
    let levels = column.levels().len();
    let test = match &column.values {
        ColumnValues::Continuous { .. } => {
            Test::Threshold { cut: if chance.one_in(8) { f64::INFINITY } else { chance.number() } }
        }
        ColumnValues::Ordinal { .. } if chance.one_in(2) => Test::Cut { level: chance.below(levels) as u32 },
        ColumnValues::Hierarchical { above, .. } if chance.one_in(2) => {
            let top = above.iter().map(Vec::len).max().unwrap();
            let steps = chance.below(top + 1) as u32;
            height(chance, column, steps)
        }
        _ if chance.one_in(2) => Test::Values { branches: list(chance, levels, levels) },
        _ => Test::Subset { branches: list(chance, levels, 2) },
    };
    (id, test)
}

/// Some levels, each with a branch; no branch is left out.
fn list(chance: &mut Chance, levels: usize, most: usize) -> spinney::tree::List<LevelBranch> {
    let mut taken: Vec<u32> = (0..levels as u32).filter(|_| !chance.one_in(4)).collect();
    if taken.is_empty() {
        taken.push(0);
    }
    let branches = (1 + chance.below(most.min(taken.len()))) as u32;
    let mut place = 0;
    let branch = |level: u32| {
        place += 1;
        let branch = if place <= branches { place - 1 } else { chance.below(branches as usize) as u32 };
        LevelBranch { level, branch }
    };
    taken.into_iter().map(branch).collect()
}

fn height(chance: &mut Chance, column: &ColumnSchema, height: u32) -> Test {
    let mut nodes: Vec<String> = Vec::new();
    let all = 0..column.levels().len() as u32;
    let taken: Vec<u32> = all.filter(|level| *level == 0 || !chance.one_in(4)).collect();
    let branch = |level: u32| {
        let node = column.node(level, height);
        let branch = nodes.iter().position(|other| *other == node).unwrap_or(nodes.len());
        nodes.extend((branch == nodes.len()).then_some(node));
        LevelBranch { level, branch: branch as u32 }
    };
    Test::Height { height, branches: taken.into_iter().map(branch).collect() }
}

fn answers(chance: &mut Chance, schema: &Schema, nodes: &[Node], empty: bool) -> Answers {
    match &schema.target.values {
        TargetKind::Classes { names } => {
            let mut all = ClassAnswers::new(names.len() as u32, vec![0], Vec::new());
            for node in nodes {
                let bare = matches!(node, Node::Branch { .. }) || (empty && chance.one_in(6));
                let sure = chance.below(names.len());
                for class in (0..names.len()).filter(|_| !bare) {
                    if class == sure || chance.one_in(3) {
                        all.weights.push(ClassWeight { class: class as u32, weight: chance.weight() });
                    }
                }
                all.starts.push(all.weights.len() as u32);
            }
            if names.len() == 2 && chance.one_in(2) {
                all.held = held(chance, nodes, &all);
            }
            Answers::Classes(all)
        }
        TargetKind::Number { .. } => {
            let own = |_| if empty && chance.one_in(6) { 0.0 } else { chance.weight() };
            let mut rows: Vec<f64> = (0..nodes.len()).map(own).collect();
            for place in (0..nodes.len()).rev() {
                if let Node::Branch { branches, .. } = &nodes[place] {
                    rows[place] = branches.iter().map(|child| rows[child.place()]).sum();
                }
            }
            let values = (0..nodes.len()).map(|_| chance.number()).collect();
            let errors = (0..nodes.len()).map(|_| chance.number().abs()).collect();
            let leaves = (0..nodes.len()).filter(|place| matches!(nodes[*place], Node::Leaf));
            let linear: Vec<usize> = leaves.filter(|_| chance.one_in(4)).collect();
            let linear = linear.into_iter().map(|place| (NodeId(place as u32), linear_model(chance, schema))).collect();
            Answers::Numbers(NumberAnswers { rows, values, errors, linear })
        }
    }
}

/// Some nodes with rows, held to shares that are not those of their rows.
fn held(chance: &mut Chance, nodes: &[Node], all: &ClassAnswers) -> Vec<(NodeId, f64)> {
    let mut rows: Vec<bool> = (0..nodes.len()).map(|place| !all.of(NodeId(place as u32)).is_empty()).collect();
    for place in (0..nodes.len()).rev() {
        if let Node::Branch { branches, .. } = &nodes[place] {
            rows[place] = branches.iter().any(|child| rows[child.place()]);
        }
    }
    let some = (0..nodes.len()).filter(|place| rows[*place] && chance.one_in(3)).collect::<Vec<_>>();
    some.into_iter()
        .map(|place| (NodeId(place as u32), chance.of(&[0.0, 0.1, 0.25, 1.0 / 3.0, 0.5, 0.75, 1.0])))
        .collect()
}

fn linear_model(chance: &mut Chance, schema: &Schema) -> LinearModel {
    let numbers = |place: &usize| matches!(schema.columns[*place].values, ColumnValues::Continuous { .. });
    let columns: Vec<usize> = (0..schema.columns.len()).filter(numbers).collect();
    let term = |place: usize| Term { column: ColumnId(place as u32), slope: chance.number(), centre: chance.number() };
    let terms = columns.into_iter().map(term).collect();
    let (one, two) = (chance.number(), chance.number());
    LinearModel { base: chance.number(), terms, low: one.min(two), high: one.max(two) }
}

/// A row of any values.
pub(crate) struct Drawn(pub(crate) Vec<Cell>);

impl Row for Drawn {
    fn cell(&self, column: ColumnId) -> Cell {
        self.0[column.place()]
    }
}

/// A row for these columns, with missing and unseen values among its own.
pub(crate) fn row(schema: &Schema, chance: &mut Chance) -> Drawn {
    let cell = |column: &ColumnSchema| match (chance.below(5), &column.values) {
        (0, _) => Cell::Missing,
        (_, ColumnValues::Continuous { .. }) => Cell::Number(chance.number()),
        (2.., _) if !column.levels().is_empty() => Cell::Level(chance.below(column.levels().len()) as u32),
        _ => Cell::Unseen,
    };
    Drawn(schema.columns.iter().map(cell).collect())
}
