//! Small random models with every kind of test, and rows for them: known, missing and never seen.
#![allow(dead_code)] // each test file uses what it needs

use spinney::model::{ColumnSchema, ColumnValues, Model, Schema, TargetKind, TargetSchema};
use spinney::seed::{Draws, Key};
use spinney::table::{Column, Meaning, Table};
use spinney::tree::*;

/// Levels of each category; values of each number.
const LEVELS: [&str; 7] = ["a", "b", "c", "d", "e", "f", "g"];
const NUMBERS: [f64; 8] = [f64::NEG_INFINITY, -2.5, 0.0, 1.0, 1.5, 2.0, 1e9, f64::INFINITY];
/// Columns 0 and 1 hold numbers, 2 names, 3 names in an order, 4 names in a tree.
pub(crate) const COLUMNS: usize = 5;

/// What a sapling answers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Answered {
    Classes,
    Numbers,
    /// Two classes, and nodes that are held to shares that are not those of their rows.
    Held,
}

/// How a sapling asks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Asked {
    /// In every way.
    Any,
    /// By thresholds, and one branch for missing values.
    Thresholds,
    /// By thresholds, two branches at every split; every leaf has weight, and none a linear model.
    Halves,
    /// By thresholds, cuts and sets of levels, and one branch for missing values.
    Sets,
}

/// The names of every sapling.
pub(crate) fn schema(answered: Answered) -> Schema {
    let levels: Vec<String> = LEVELS.iter().map(|level| (*level).to_owned()).collect();
    let above = |place: usize| vec![format!("pair{}", place / 2), format!("half{}", place / 4)];
    let number = || ColumnValues::Continuous { meaning: Meaning::Plain };
    let values = [
        number(),
        number(),
        ColumnValues::Nominal { levels: levels.clone() },
        ColumnValues::Ordinal { levels: levels.clone() },
        ColumnValues::Hierarchical { above: (0..levels.len()).map(above).collect(), levels },
    ];
    let names = ["x", "y", "name", "rank", "place"];
    let columns = names.iter().zip(values).map(|(name, values)| ColumnSchema { name: (*name).to_owned(), values });
    let target = match answered {
        Answered::Classes => TargetKind::Classes { names: ["no", "so", "yes"].map(str::to_owned).to_vec() },
        Answered::Held => TargetKind::Classes { names: ["no", "yes"].map(str::to_owned).to_vec() },
        Answered::Numbers => TargetKind::Number { meaning: Meaning::Plain },
    };
    Schema { columns: columns.collect(), target: TargetSchema { name: "answer".to_owned(), values: target } }
}

fn pick<T: Copy>(draws: &mut Draws, from: &[T]) -> T {
    from[draws.below(from.len() as u64) as usize]
}

/// A test of a column; levels that are not named, and a second side that is empty, among them.
fn test(draws: &mut Draws, column: usize) -> Test {
    if column < 2 {
        return Test::Threshold { cut: pick(draws, &NUMBERS[1..]) };
    }
    if column == 3 && draws.below(2) == 0 {
        return Test::Cut { level: draws.below(LEVELS.len() as u64) as u32 };
    }
    let many = 2 + draws.below(LEVELS.len() as u64 - 2) as u32;
    let mut levels = draws.sample(LEVELS.len() as u32, many);
    if draws.below(8) == 0 {
        levels = vec![0, LEVELS.len() as u32 - 1];
    }
    let kind = draws.below(3);
    let mut side = |place: usize| match kind {
        0 => place.min(1) as u32,
        _ if place < 2 => place as u32,
        _ => draws.below(if kind == 1 { 2 } else { 3.min(place as u64) }) as u32,
    };
    let mut branches: Vec<u32> = (0..levels.len()).map(&mut side).collect();
    if kind == 2 && !branches.contains(&2) && branches.len() > 2 {
        branches[2] = 2;
    }
    let pairs = levels.iter().zip(branches).map(|(level, branch)| LevelBranch { level: *level, branch });
    let branches: List<LevelBranch> = pairs.collect();
    match (kind, column) {
        (0, _) => Test::Subset { branches },
        (_, 4) => Test::Height { height: 0, branches },
        (1, _) => Test::Subset { branches },
        _ => Test::Values { branches },
    }
}

fn split(draws: &mut Draws, asked: Asked) -> Split {
    let column =
        draws.below(if matches!(asked, Asked::Thresholds | Asked::Halves) { 2 } else { COLUMNS as u64 }) as usize;
    let mut test = test(draws, column);
    while asked == Asked::Sets && matches!(test, Test::Values { .. } | Test::Height { .. }) {
        test = self::test(draws, column);
    }
    let known = test.branches();
    let missing = match draws.below(6) {
        0 | 2 if asked != Asked::Any => Missing::Branch(0),
        0 => Missing::Spread,
        1 if asked != Asked::Halves => Missing::Branch(known),
        2 => {
            let many = draws.below(3) as usize;
            let surrogate = |_| {
                let column = (column + 1 + draws.below(COLUMNS as u64 - 1) as usize) % COLUMNS;
                let test = self::test(draws, column);
                let to = (0..test.branches()).map(|_| draws.below(u64::from(known)) as u32).collect();
                Surrogate { column: ColumnId(column as u32), test, to, agreement: 1.0 }
            };
            Missing::Surrogates((0..many).map(surrogate).collect())
        }
        _ => Missing::Branch(draws.below(u64::from(known)) as u32),
    };
    Split { column: ColumnId(column as u32), test, missing }
}

/// The nodes of a random tree, breadth first.
fn nodes(draws: &mut Draws, most: usize, asked: Asked) -> Vec<Node> {
    let (mut nodes, mut next) = (Vec::new(), 1);
    while nodes.len() < next {
        if next < most && draws.below(5) > 0 {
            let split = split(draws, asked);
            let own = u32::from(split.missing == Missing::Branch(split.test.branches()));
            let count = split.test.branches() + own;
            nodes.push(Node::Branch { split, branches: Branches { first: NodeId(next as u32), count } });
            next += count as usize;
        } else {
            nodes.push(Node::Leaf);
        }
    }
    nodes
}

/// Weights are whole eighths, as weights of an engine are whole multiples of one unit; some leaves have none.
fn class_answers(draws: &mut Draws, nodes: &[Node], (asked, classes): (Asked, u32)) -> ClassAnswers {
    let mut all = ClassAnswers::new(classes, vec![0], Vec::new());
    let last = nodes.len() - 1; // a leaf: its parent, or itself, is the last to be placed
    for (place, node) in nodes.iter().enumerate() {
        let sure = if asked == Asked::Halves { draws.below(u64::from(classes)) as u32 } else { classes };
        for class in 0..classes {
            let heavy = draws.below(2) == 0 || (place == last && class == 0) || class == sure;
            if matches!(node, Node::Leaf) && heavy {
                all.weights.push(ClassWeight { class, weight: (1 + draws.below(24)) as f64 / 8.0 });
            }
        }
        all.starts.push(all.weights.len() as u32);
    }
    all
}

/// Some nodes with rows are held; at times to the share of their rows, or to one class.
fn held_answers(draws: &mut Draws, nodes: &[Node], asked: Asked) -> ClassAnswers {
    let all = class_answers(draws, nodes, (asked, 2));
    let tree = Tree::new(nodes.to_vec(), Answers::Classes(all.clone())).unwrap();
    let some = tree.ids().filter(|id| tree.rows(*id) > 0.0 && draws.below(3) == 0).collect::<Vec<_>>();
    let held = some.into_iter().map(|id| (id, draws.below(9) as f64 / 8.0)).collect();
    ClassAnswers { held, ..all }
}

/// Some leaves hold linear models; of trees that do not ask in every way most hold none.
fn number_answers(draws: &mut Draws, nodes: &[Node], asked: Asked) -> Answers {
    let many = nodes.len();
    let mut eighths = |many: usize| (0..many).map(|_| draws.below(40) as f64 / 8.0).collect::<Vec<f64>>();
    let (mut rows, values, errors) = (eighths(many), eighths(many), eighths(many));
    for place in (0..nodes.len()).rev() {
        if let Node::Branch { branches, .. } = &nodes[place] {
            rows[place] = branches.iter().map(|child| rows[child.place()]).sum();
        }
    }
    let model = LinearModel {
        base: 1.0,
        terms: vec![Term { column: ColumnId(1), slope: 0.3, centre: 0.7 }],
        low: -4.0,
        high: 4.0,
    };
    let linear = asked == Asked::Any || (asked != Asked::Halves && draws.below(8) == 0);
    let leaves = (0..many as u32).filter(|place| matches!(nodes[*place as usize], Node::Leaf));
    let chosen: Vec<u32> = leaves.filter(|_| linear && draws.below(4) == 0).collect();
    let linear = chosen.into_iter().map(|place| (NodeId(place), model.clone())).collect();
    Answers::Numbers(NumberAnswers { rows, values, errors, linear })
}

/// A random model of a seed.
pub(crate) fn model(seed: u64, answered: Answered) -> Model {
    let mut draws = Key::new(seed).child(1).draws();
    let asked = pick(&mut draws, &[Asked::Any, Asked::Any, Asked::Any, Asked::Thresholds]); // they have a walk of their own
    Model::new(schema(answered), None, tree(&mut draws, answered, asked)).unwrap()
}

/// Random trees of a seed, one to seven, that all ask alike.
pub(crate) fn forest(seed: u64, answered: Answered) -> Vec<Tree> {
    let mut draws = Key::new(seed).child(3).draws();
    let (many, asked) =
        (1 + draws.below(7), pick(&mut draws, &[Asked::Any, Asked::Thresholds, Asked::Halves, Asked::Sets]));
    (0..many).map(|_| tree(&mut draws, answered, asked)).collect()
}

fn tree(draws: &mut Draws, answered: Answered, asked: Asked) -> Tree {
    let most = 1 + draws.below(60) as usize;
    let nodes = nodes(draws, most, asked);
    let answers = match answered {
        Answered::Classes => Answers::Classes(class_answers(draws, &nodes, (asked, 3))),
        Answered::Held => Answers::Classes(held_answers(draws, &nodes, asked)),
        Answered::Numbers => number_answers(draws, &nodes, asked),
    };
    let tree = Tree::new(nodes, answers).unwrap();
    // What has no weight cannot be spread: no model holds such a node.
    let mut nodes = tree.nodes().to_vec();
    for (id, node) in tree.ids().zip(&mut nodes) {
        if let Node::Branch { split, .. } = node
            && split.missing == Missing::Spread
            && tree.rows(id) <= 0.0
        {
            split.missing = Missing::Branch(0);
        }
    }
    Tree::new(nodes, tree.answers().clone()).unwrap()
}

/// A row by itself.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Loose(pub(crate) [Cell; COLUMNS]);

impl Row for Loose {
    fn cell(&self, column: ColumnId) -> Cell {
        self.0[column.place()]
    }
}

/// Random rows: a quarter of the values missing, some never seen.
pub(crate) fn rows(seed: u64, many: usize) -> Vec<Loose> {
    let mut draws = Key::new(seed).child(2).draws();
    let mut cell = |column: usize| match draws.below(8) {
        0 | 1 => Cell::Missing,
        2 if column >= 2 => Cell::Unseen,
        _ if column < 2 && draws.below(2) == 0 => Cell::Number(draws.unit() * 4.0 - 1.0),
        _ if column < 2 => Cell::Number(pick(&mut draws, &NUMBERS)),
        _ => Cell::Level(draws.below(LEVELS.len() as u64) as u32),
    };
    (0..many).map(|_| Loose(std::array::from_fn(&mut cell))).collect()
}

/// The rows as a table, its columns in another order and with one more.
pub(crate) fn table(rows: &[Loose]) -> Table {
    let number = |column: usize| {
        let value = |row: &Loose| if let Cell::Number(value) = row.0[column] { value } else { f64::NAN };
        Column::numbers(["x", "y"][column], rows.iter().map(value).collect())
    };
    let category = |column: usize| {
        let text = |row: &Loose| match row.0[column] {
            Cell::Level(level) => Some(LEVELS[level as usize]),
            Cell::Unseen => Some("never"),
            _ => None,
        };
        Column::categories(["name", "rank", "place"][column - 2], rows.iter().map(text))
    };
    let more = Column::numbers("more", vec![0.0; rows.len()]);
    Table::new(vec![category(4), number(1), more, category(2), number(0), category(3)]).unwrap()
}
