//! One tree for several targets.
#![cfg(test)]

mod proof;

use spinney::error::Mistake;
use spinney::forest::{self, ForestSettings};
use spinney::grow::{
    Conventions, Criterion, LeafKind, MissingPolicy, Nominal, Threshold, Training, TreeSettings, grow, grow_several,
};
use spinney::seed::{Draws, Key};
use spinney::table::{Column, Table, Target, Task, Values};
use spinney::tree::{Answers, Cell, Missing, Node, NodeId, Tree};

const FOR_CLASSES: [Criterion; 2] = [Criterion::Entropy, Criterion::Gini];
const FOR_NUMBERS: [Criterion; 3] = [Criterion::Mse, Criterion::Mae, Criterion::Poisson];

fn pick<T: Copy>(draws: &mut Draws, among: &[T]) -> T {
    among[draws.below(among.len() as u64) as usize]
}

/// A small table of `x0 …` and targets `y0 …`.
struct Case {
    table: Table,
    columns: Vec<usize>,
    targets: Vec<Target>,
    weights: Vec<f64>,
    settings: TreeSettings,
}

impl Case {
    fn random(draws: &mut Draws) -> Self {
        let task = pick(draws, &[Task::Classification, Task::Regression]);
        let rows = 2 + draws.below(12) as usize;
        let holes = pick(draws, &[0, 0, 3]);
        let mut columns: Vec<Column> =
            (0..=draws.below(2)).map(|place| random_column(draws, place, rows, holes)).collect();
        let many = columns.len();
        for place in 0..2 + draws.below(3) {
            let name = format!("y{place}");
            columns.push(match task {
                Task::Classification => {
                    let classes = 2 + draws.below(3);
                    let names: Vec<String> = (0..rows).map(|_| format!("c{}", draws.below(classes))).collect();
                    Column::categories(&name, names.iter().map(|name| Some(name.as_str())))
                }
                // Of different sizes: the unit of each counts.
                Task::Regression => {
                    let size = pick(draws, &[1.0, 1.0, 16.0]);
                    Column::numbers(&name, (0..rows).map(|_| size * (1 + draws.below(6)) as f64).collect())
                }
            });
        }
        let table = Table::new(columns).unwrap();
        let targets = (many..table.columns().len())
            .map(|place| Target::new(&table, &table.columns()[place].name, Some(task)).unwrap())
            .collect();
        let weighted = draws.below(3) == 0;
        let weights = (0..rows).map(|_| if weighted { 1.0 + draws.below(3) as f64 } else { 1.0 }).collect();
        let settings = TreeSettings {
            criterion: match task {
                Task::Classification => pick(draws, &FOR_CLASSES),
                Task::Regression => pick(draws, &FOR_NUMBERS),
            },
            nominal: pick(draws, &[Nominal::Subset, Nominal::Values]),
            min_rows_leaf: pick(draws, &[1.0, 1.0, 2.0]),
            ..TreeSettings::default()
        };
        Case { table, columns: (0..many).collect(), targets, weights, settings }
    }

    fn training(&self) -> Training<'_> {
        let (first, others) = self.targets.split_first().unwrap();
        Training { others, weights: Some(&self.weights), ..Training::new(&self.table, &self.columns, first) }
    }

    fn weight(&self, rows: &[usize]) -> f64 {
        rows.iter().map(|row| self.weights[*row]).sum()
    }

    /// What is left to be known of all targets together.
    fn rest(&self, rows: &[usize]) -> f64 {
        self.targets.iter().map(|target| self.rest_of(target, rows)).sum()
    }

    fn rest_of(&self, target: &Target, rows: &[usize]) -> f64 {
        let total = self.weight(rows);
        match &self.table.columns()[target.column].values {
            Values::Sparse(_) => unreachable!("no column here is sparse"),
            Values::Category(category) => {
                let weight = |class: u32| -> f64 {
                    rows.iter().filter(|row| category.codes[**row] == class).map(|row| self.weights[*row]).sum()
                };
                let counts: Vec<f64> =
                    (0..category.levels.len() as u32).map(weight).filter(|count| *count > 0.0).collect();
                match self.settings.criterion {
                    Criterion::Gini => total - counts.iter().map(|count| count * count).sum::<f64>() / total,
                    _ => counts.iter().map(|count| -count * (count / total).log2()).sum(),
                }
            }
            Values::Number(number) => {
                let values: Vec<(f64, f64)> =
                    rows.iter().map(|row| (number.values[*row], self.weights[*row])).collect();
                let mean = values.iter().map(|(value, weight)| value * weight).sum::<f64>() / total;
                let around =
                    |middle: f64| values.iter().map(|(value, weight)| weight * (value - middle).abs()).sum::<f64>();
                match self.settings.criterion {
                    Criterion::Mse => values.iter().map(|(value, weight)| weight * (value - mean).powi(2)).sum(),
                    Criterion::Mae => values.iter().map(|(value, _)| around(*value)).fold(f64::INFINITY, f64::min),
                    _ => values.iter().map(|(value, weight)| weight * value * (value / mean).ln()).sum(),
                }
            }
        }
    }

    /// Every way to part rows by a column, missing values on either side.
    fn ways(&self, rows: &[usize], place: usize) -> Vec<Vec<Vec<usize>>> {
        let column = &self.table.columns()[place];
        let value = |row: usize| match cell(column, row) {
            Cell::Number(value) => Some(value),
            Cell::Level(level) => Some(f64::from(level)),
            _ => None,
        };
        let mut values: Vec<f64> = rows.iter().filter_map(|row| value(*row)).collect();
        values.sort_by(f64::total_cmp);
        values.dedup();
        let part = |of: &dyn Fn(Option<f64>) -> usize, count: usize| -> Vec<Vec<usize>> {
            (0..count).map(|branch| rows.iter().copied().filter(|row| of(value(*row)) == branch).collect()).collect()
        };
        let place_of = |value: f64| values.iter().position(|other| *other == value).unwrap();
        let mut ways = Vec::new();
        let nominal = matches!(column.values, Values::Category(_));
        if nominal && self.settings.nominal == Nominal::Values {
            let count = values.len();
            if count > 1 {
                ways.extend((0..count).map(|hole| part(&|value| value.map_or(hole, &place_of), count)));
            }
            return ways;
        }
        let sets: Vec<u32> = if nominal {
            (0..1 << values.len()).collect()
        } else {
            (0..values.len()).map(|cut| (1 << cut) - 1).chain([(1 << values.len()) - 1]).collect()
        };
        for set in sets {
            let side = |value: f64| usize::from(set >> place_of(value) & 1 == 0);
            ways.extend((0..2).map(|hole| part(&|value| value.map_or(hole, side), 2)));
        }
        ways
    }

    fn best_gain(&self, rows: &[usize]) -> Option<f64> {
        let may = |parts: &Vec<Vec<usize>>| {
            parts.iter().all(|part| !part.is_empty() && self.weight(part) >= self.settings.min_rows_leaf)
        };
        let ways = self.columns.iter().flat_map(|place| self.ways(rows, *place));
        let gain = |parts: Vec<Vec<usize>>| self.rest(rows) - parts.iter().map(|part| self.rest(part)).sum::<f64>();
        ways.filter(may).map(gain).reduce(f64::max)
    }

    /// Holds the splits and answers of trees to what is found plainly; how many splits there are.
    fn check(&self, trees: &[Tree], node: NodeId, rows: &[usize]) -> usize {
        for (tree, target) in trees.iter().zip(&self.targets) {
            self.check_answer(tree, target, node, rows);
        }
        let pure = self.targets.iter().all(|target| {
            let values = &self.table.columns()[target.column];
            rows.iter().all(|row| cell(values, *row) == cell(values, rows[0]))
        });
        let best = if pure || self.weight(rows) < 2.0 { None } else { self.best_gain(rows) };
        let Node::Branch { split, branches } = trees[0].node(node) else {
            assert!(best.is_none(), "a leaf where {best:?} could be gained");
            return 0;
        };
        let column = &self.table.columns()[split.column.place()];
        let branch = |row: usize| match (split.test.branch(cell(column, row)), &split.missing) {
            (Some(branch), _) => branch,
            (None, Missing::Branch(branch)) => *branch,
            (None, other) => panic!("{other:?}"),
        };
        let parts: Vec<Vec<usize>> =
            (0..branches.count).map(|at| rows.iter().copied().filter(|row| branch(*row) == at).collect()).collect();
        let gain = self.rest(rows) - parts.iter().map(|part| self.rest(part)).sum::<f64>();
        let best = best.unwrap_or_else(|| panic!("a split where none may be"));
        assert!((gain - best).abs() < 1e-8 * best.abs().max(1.0), "{gain} for {best} by {:?}", self.settings);
        1 + parts.iter().zip(branches.iter()).map(|(part, child)| self.check(trees, child, part)).sum::<usize>()
    }

    fn check_answer(&self, tree: &Tree, target: &Target, node: NodeId, rows: &[usize]) {
        assert!((tree.rows(node) - self.weight(rows)).abs() < 1e-9);
        match (tree.answers(), &self.table.columns()[target.column].values) {
            (Answers::Classes(_), Values::Category(category)) => {
                for pair in tree.class_weights(node) {
                    let of = |row: &&usize| category.codes[**row] == pair.class;
                    let weight: f64 = rows.iter().filter(of).map(|row| self.weights[*row]).sum();
                    assert_eq!(pair.weight, weight);
                }
            }
            (Answers::Numbers(numbers), Values::Number(number)) => {
                let sum: f64 = rows.iter().map(|row| number.values[*row] * self.weights[*row]).sum();
                assert!((numbers.values[node.place()] - sum / self.weight(rows)).abs() < 1e-9);
            }
            _ => panic!("answers of another kind"),
        }
    }
}

fn random_column(draws: &mut Draws, place: u64, rows: usize, holes: u64) -> Column {
    let name = format!("x{place}");
    let hole = |draws: &mut Draws| draws.below(10) < holes;
    if draws.below(2) == 0 {
        let value = |draws: &mut Draws| if hole(draws) { f64::NAN } else { draws.below(6) as f64 };
        return Column::numbers(&name, (0..rows).map(|_| value(draws)).collect());
    }
    let names: Vec<Option<String>> =
        (0..rows).map(|_| (!hole(draws)).then(|| format!("v{}", draws.below(4)))).collect();
    Column::categories(&name, names.iter().map(Option::as_deref))
}

fn cell(column: &Column, row: usize) -> Cell {
    match &column.values {
        Values::Sparse(_) => unreachable!("no column here is sparse"),
        Values::Number(number) if number.values[row].is_nan() => Cell::Missing,
        Values::Number(number) => Cell::Number(number.values[row]),
        Values::Category(category) if category.codes[row] == spinney::table::MISSING => Cell::Missing,
        Values::Category(category) => Cell::Level(category.codes[row]),
    }
}

#[test]
fn every_split_gains_most_over_all_targets() {
    let mut splits = 0;
    for number in 0..u64::from(proof::cases(600).cases) {
        let case = Case::random(&mut Key::new(71).child(number).draws());
        let trees = grow_several(&case.training(), &case.settings, &()).unwrap();
        assert_eq!(trees.len(), case.targets.len());
        assert!(trees.iter().all(|tree| tree.nodes() == trees[0].nodes()));
        let rows: Vec<usize> = (0..case.table.rows()).collect();
        splits += case.check(&trees, NodeId::ROOT, &rows);
    }
    assert!(splits > 1000, "{splits} splits");
}

#[test]
fn the_same_target_twice_makes_the_tree_of_one() {
    for number in 0..u64::from(proof::cases(200).cases) {
        let mut draws = Key::new(72).child(number).draws();
        let mut case = Case::random(&mut draws);
        // A copy under another name.
        let first = case.targets[0].clone();
        let copy = Column { name: "copy".into(), values: case.table.columns()[first.column].values.clone() };
        let columns = case.table.columns().iter().cloned().chain([copy]).collect();
        case.table = Table::new(columns).unwrap();
        let copied = Target::new(&case.table, "copy", Some(first.task())).unwrap();
        case.targets = vec![first, copied];
        case.settings.min_gain = pick(&mut draws, &[0.0, 0.05, 0.3]); // the mean over targets
        case.settings.threshold = pick(&mut draws, &[Threshold::Best, Threshold::Random]);
        case.settings.missing =
            pick(&mut draws, &[MissingPolicy::Learned, MissingPolicy::Own, MissingPolicy::Fractions]);
        let both = grow_several(&case.training(), &case.settings, &()).unwrap();
        assert_eq!(both[0], both[1]);
        let alone = grow(&Training { others: &[], ..case.training() }, &case.settings, &()).unwrap();
        assert_eq!(both[0], alone, "{:?}", case.settings);
        let settings =
            ForestSettings { tree: case.settings.clone(), ..ForestSettings::random_forest(case.targets[0].task()) };
        let forests = forest::grow_several(&case.training(), &settings.trees(2), &()).unwrap();
        assert_eq!(forests[0], forests[1]);
    }
}

#[test]
fn what_is_for_one_target_is_refused() {
    let table =
        Table::from_csv(b"x,a,b,n\n1,p,q,1\n2,p,r,2\n4,s,r,3.5\n", &spinney::table::ReadOptions::new()).unwrap();
    let target = |name: &str, task| Target::new(&table, name, Some(task)).unwrap();
    let (a, b) = (target("a", Task::Classification), target("b", Task::Classification));
    let n = target("n", Task::Regression);
    let usual = TreeSettings::classification();
    let mistake = |others: &[Target], settings: &TreeSettings| {
        grow_several(&Training { others, ..Training::new(&table, &[0], &a) }, settings, &()).unwrap_err()
    };
    let error = mistake(&[n], &usual);
    assert_eq!(
        error.to_string(),
        "column \"n\": this is regression and the first target classification: one tree learns targets of one kind"
    );
    assert!(matches!(mistake(std::slice::from_ref(&a), &usual).mistake, Mistake::TargetTwice));
    let both = [b.clone()];
    let c45 = TreeSettings { conventions: Conventions::C45, criterion: Criterion::GainRatio, ..usual.clone() };
    assert!(matches!(mistake(&both, &c45).mistake, Mistake::OneTarget { .. }));
    let linear = TreeSettings { leaf: LeafKind::Linear, ..usual.clone() };
    assert!(matches!(mistake(&both, &linear).mistake, Mistake::OneTarget { .. }));
    let training = Training { others: &both, ..Training::new(&table, &[0], &a) };
    assert!(matches!(grow(&training, &usual, &()).unwrap_err().mistake, Mistake::OneTarget { .. }));
    let weighted = Training { class_weights: Some(&[1.0, 2.0]), ..training };
    let error = grow_several(&weighted, &usual, &()).unwrap_err();
    assert_eq!(error.hint().as_deref(), Some("multiply them into the weights of rows"));
}
