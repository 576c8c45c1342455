//! A sparse table grows what the dense one grows, bit for bit.
#![cfg(test)]

mod proof;

use std::collections::BTreeMap;

use proptest::prelude::*;
use spinney::forest::{self, Course, ForestSettings, Piece, Vote};
use spinney::grow::{
    Columns, Conventions, Criterion, Direction, LeafKind, MissingPolicy, Nominal, Sample, Threshold, Training,
    TreeSettings, grow, grow_recorded, grow_several,
};
use spinney::model::Schema;
use spinney::predict::{Predictor, Unseen};
use spinney::seed::{Draws, Key};
use spinney::table::{Column, Table, Target, Task, Values};

fn pick<T: Clone>(draws: &mut Draws, among: &[T]) -> T {
    among[draws.below(among.len() as u64) as usize].clone()
}

/// One table twice: as it is, and with sparse columns.
struct Case {
    dense: Table,
    sparse: Table,
    columns: Vec<usize>,
    targets: Vec<String>,
    task: Task,
    weights: Option<Vec<f64>>,
    rows: Option<Vec<u32>>,
}

/// Numbers most of which are 0.
fn numbers(draws: &mut Draws, rows: usize, of: u64) -> Vec<f64> {
    let filled = pick(draws, &[1, 2, 2, 4, 4, 8]);
    let kind = draws.below(5);
    let mut value = |_| match (draws.below(of) < filled, kind) {
        (false, _) => 0.0,
        (_, 0) => 1.0,
        (_, 1) => -1.0 - draws.below(3) as f64,
        (_, 2) => draws.below(5) as f64 - 2.0,
        (_, 3) => draws.unit() - 0.3,
        _ => f64::from(draws.unit() as f32),
    };
    (0..rows).map(&mut value).collect()
}

/// The same column with what is not 0 alone.
fn thinned(name: &str, values: &[f64]) -> Column {
    let rows = (0..).zip(values).filter(|(_, value)| **value != 0.0).map(|(row, _)| row).collect();
    let kept = values.iter().copied().filter(|value| *value != 0.0).collect();
    Column::sparse(name, rows, kept, values.len()).unwrap()
}

impl Case {
    fn random(draws: &mut Draws, size: (u64, u64)) -> Self {
        Case::filled(draws, size, 8)
    }

    /// So many columns, of at most so many rows; up to 8 numbers of so many are not 0.
    fn filled(draws: &mut Draws, (many, most): (u64, u64), of: u64) -> Self {
        let rows = 2 + draws.below(most) as usize;
        let task = pick(draws, &[Task::Classification, Task::Regression]);
        let mixed = draws.below(3) == 0;
        let (mut dense, mut sparse) = (Vec::new(), Vec::new());
        for place in 0..many {
            let name = format!("x{place}");
            let kind = if mixed && place > 0 { draws.below(4) } else { 9 };
            if kind == 0 {
                let names: Vec<Option<&str>> =
                    (0..rows).map(|_| pick(draws, &[Some("a"), Some("b"), Some("c"), None])).collect();
                dense.push(Column::categories(&name, names));
                sparse.push(dense[place as usize].clone());
                continue;
            }
            let mut values = numbers(draws, rows, of);
            if kind == 1 {
                for value in &mut values {
                    *value = if draws.below(6) == 0 { f64::NAN } else { *value };
                }
            }
            sparse.push(if kind < 3 { Column::numbers(&name, values.clone()) } else { thinned(&name, &values) });
            dense.push(Column::numbers(&name, values));
        }
        let columns = (0..dense.len()).collect();
        let told = numbers_told(&dense, rows);
        let mut targets = Vec::new();
        for number in 0..2 {
            let classes = pick(draws, &[2, 2, 3, 5]);
            let noise = pick(draws, &[1, 4]);
            let column = match task {
                Task::Classification => {
                    let mut class = |row: &f64| format!("c{}", (row.abs() as u64 + draws.below(noise)) % classes);
                    let names: Vec<String> = told.iter().map(&mut class).collect();
                    Column::categories(&format!("y{number}"), names.iter().map(|name| Some(name.as_str())))
                }
                Task::Regression => {
                    let mut value = |row: &f64| row.abs().floor() + draws.below(2 * noise) as f64 / 4.0;
                    Column::numbers(&format!("y{number}"), told.iter().map(&mut value).collect())
                }
            };
            targets.push(column.name.clone());
            dense.push(column.clone());
            sparse.push(column);
        }
        let weights = match draws.below(3) {
            0 => Some((0..rows).map(|_| draws.below(4) as f64 + f64::from(u8::from(rows < 4))).collect()),
            1 if draws.below(2) == 0 => Some((0..rows).map(|_| draws.unit() + 0.1).collect()),
            _ => None,
        };
        let rows = (draws.below(4) == 0).then(|| {
            let mut some: Vec<u32> = (0..rows as u32).filter(|row| *row == 0 || draws.below(4) > 0).collect();
            if draws.below(2) == 0 {
                draws.shuffle(&mut some);
            }
            some
        });
        let (dense, sparse) = (Table::new(dense).unwrap(), Table::new(sparse).unwrap());
        Case { dense, sparse, columns, targets, task, weights, rows }
    }

    /// What `ask` says of both tables.
    fn both<T>(&self, several: bool, ask: impl Fn(&Training<'_>) -> T) -> [T; 2] {
        [&self.dense, &self.sparse].map(|table| {
            let target = |name: &String| Target::new(table, name, Some(self.task)).unwrap();
            let all: Vec<Target> = self.targets.iter().map(target).collect();
            let training = Training {
                weights: self.weights.as_deref(),
                rows: self.rows.as_deref(),
                others: if several { &all[1..] } else { &[] },
                ..Training::new(table, &self.columns, &all[0])
            };
            ask(&training)
        })
    }

    /// Whether rows that count have any weight.
    fn weighs(&self) -> bool {
        let Some(weights) = &self.weights else { return true };
        let all: Vec<u32> = (0..weights.len() as u32).collect();
        self.rows.as_ref().unwrap_or(&all).iter().any(|row| weights[*row as usize] > 0.0)
    }
}

/// Something that columns say of each row.
fn numbers_told(columns: &[Column], rows: usize) -> Vec<f64> {
    let mut told = vec![0.0; rows];
    for column in columns.iter().take(3) {
        if let Values::Number(number) = &column.values {
            told.iter_mut()
                .zip(&number.values)
                .for_each(|(sum, value)| *sum += if value.is_nan() { 0.0 } else { value * 2.0 });
        }
    }
    told
}

/// Settings of every kind.
fn settings(draws: &mut Draws, task: Task, exotic: bool) -> TreeSettings {
    let criteria: &[Criterion] = match (task, exotic) {
        (Task::Classification, false) => &[Criterion::Gini, Criterion::Entropy],
        (Task::Classification, true) => &[
            Criterion::Gini,
            Criterion::Entropy,
            Criterion::GainRatio,
            Criterion::ConditionalEntropy,
            Criterion::Random,
        ],
        (Task::Regression, false) => &[Criterion::Mse],
        (Task::Regression, true) => &[Criterion::Mse, Criterion::Mae, Criterion::Poisson, Criterion::Random],
    };
    let mut settings = TreeSettings {
        criterion: pick(draws, criteria),
        threshold: pick(draws, &[Threshold::Best, Threshold::Best, Threshold::Random]),
        columns_per_split: pick(
            draws,
            &[Columns::All, Columns::Count(1), Columns::Count(2), Columns::Sqrt, Columns::Share(0.3)],
        ),
        count_constant: draws.below(2) == 0,
        min_rows_leaf: pick(draws, &[1.0, 1.0, 2.0, 3.5]),
        min_rows_split: pick(draws, &[2.0, 2.0, 5.0]),
        max_depth: pick(draws, &[None, None, Some(2), Some(4)]),
        seed: draws.number(),
        ..TreeSettings::default()
    };
    if !exotic {
        return settings;
    }
    settings.nominal = pick(draws, &[Nominal::Subset, Nominal::Values]);
    settings.missing =
        pick(draws, &[MissingPolicy::Learned, MissingPolicy::Fractions, MissingPolicy::Surrogates, MissingPolicy::Own]);
    settings.zero_gain = draws.below(2) == 0;
    settings.min_gain = pick(draws, &[0.0, 0.02]);
    settings.max_leaves = pick(draws, &[None, None, Some(3), Some(6)]);
    settings.collapse = task == Task::Classification && draws.below(4) == 0;
    settings.complexity = pick(draws, &[0.0, 0.0, 0.01]);
    if draws.below(4) == 0 {
        settings.interactions = vec![vec!["x0".into()], vec!["x0".into(), "x1".into()]];
    }
    if task == Task::Regression {
        settings.leaf = pick(draws, &[LeafKind::Mean, LeafKind::Median, LeafKind::Quantile(0.3), LeafKind::Linear]);
    }
    if settings.criterion == Criterion::GainRatio && draws.below(2) == 0 {
        settings.conventions = pick(draws, &[Conventions::C45, Conventions::J48]);
        settings.nominal = Nominal::Values;
        settings.missing = MissingPolicy::Fractions;
    }
    settings
}

fn forest_of(draws: &mut Draws, tree: TreeSettings) -> ForestSettings {
    ForestSettings {
        sample: pick(draws, &[Sample::Bootstrap(1.0), Sample::Bootstrap(0.6), Sample::Part(0.7), Sample::All]),
        columns_per_tree: pick(draws, &[Columns::All, Columns::All, Columns::Share(0.6)]),
        tree,
        ..ForestSettings::random_forest(Task::Classification).trees(3)
    }
}

/// Trees and forests of usual settings, which have a way of their own.
fn check_usual(draws: &mut Draws, case: &Case) {
    let tree = settings(draws, case.task, false);
    let [dense, sparse] = case.both(false, |training| grow(training, &tree, &()).unwrap());
    assert_eq!(dense, sparse, "{tree:?}");
    let forest = forest_of(draws, tree);
    let [dense, sparse] = case.both(false, |training| forest::grow(training, &forest, &()).unwrap());
    assert_eq!(dense, sparse, "{forest:?}");
}

/// The same of unusual ones, with their records, and for several targets.
fn check_exotic(draws: &mut Draws, case: &Case) {
    let mut tree = settings(draws, case.task, true);
    let directed = draws.below(5) == 0 && matches!(tree.criterion, Criterion::Gini | Criterion::Mse);
    let names = |table: &Table| match &table.column("y0").unwrap().values {
        Values::Category(category) => category.levels.len(),
        _ => 0,
    };
    if directed && (case.task == Task::Regression || names(&case.dense) == 2) {
        tree.monotone =
            BTreeMap::from([("x0".to_owned(), pick(draws, &[Direction::Increasing, Direction::Decreasing]))]);
    }
    let [dense, sparse] =
        case.both(false, |training| grow_recorded(training, &tree, &()).map_err(|error| error.to_string()));
    match (dense, sparse) {
        (Ok(dense), Ok(sparse)) => {
            assert_eq!(dense.0, sparse.0, "{tree:?}");
            assert_eq!(format!("{:?}", dense.1), format!("{:?}", sparse.1), "{tree:?}");
        }
        (dense, sparse) => assert_eq!(dense.map(|_| ()), sparse.map(|_| ())),
    }
    let forest = forest_of(draws, tree.clone());
    let [dense, sparse] =
        case.both(false, |training| forest::grow(training, &forest, &()).map_err(|error| error.to_string()));
    assert_eq!(dense, sparse, "{forest:?}");
    let [dense, sparse] =
        case.both(true, |training| grow_several(training, &tree, &()).map_err(|error| error.to_string()));
    assert_eq!(dense, sparse, "{tree:?}");
}

proptest! {
    #![proptest_config(proof::cases(600))]

    #[test]
    fn small_sparse_tables_grow_the_trees_of_dense_ones(seed in any::<u64>()) {
        let mut draws = Key::new(seed).draws();
        let many = 1 + draws.below(7);
        let case = Case::random(&mut draws, (many, 40));
        prop_assume!(case.weighs());
        check_usual(&mut draws, &case);
    }

    #[test]
    fn every_setting_grows_the_trees_of_dense_tables(seed in any::<u64>()) {
        let mut draws = Key::new(seed).draws();
        let many = 2 + draws.below(6);
        let case = Case::random(&mut draws, (many, 20));
        prop_assume!(case.weighs());
        check_exotic(&mut draws, &case);
    }
}

proptest! {
    #![proptest_config(proof::cases(12))]

    #[test]
    fn larger_tables_grow_the_trees_of_dense_ones(seed in any::<u64>()) {
        let mut draws = Key::new(seed).draws();
        let many = 5 + draws.below(60);
        let case = Case::random(&mut draws, (many, 1200));
        check_usual(&mut draws, &case);
    }

    #[test]
    fn wide_tables_draw_the_columns_of_dense_ones(seed in any::<u64>()) {
        let mut draws = Key::new(seed).draws();
        let case = Case::random(&mut draws, (2200, 60));
        prop_assume!(case.weighs());
        check_usual(&mut draws, &case);
    }
}

proptest! {
    #![proptest_config(proof::cases(60))]

    /// Most columns tell nothing at any node.
    #[test]
    fn wide_and_thin_tables_draw_the_columns_of_dense_ones(seed in any::<u64>()) {
        let mut draws = Key::new(seed).draws();
        let of = pick(&mut draws, &[64, 512, 2048]);
        let case = Case::filled(&mut draws, (2200, 120), of);
        prop_assume!(case.weighs());
        check_usual(&mut draws, &case);
    }
}

/// What a model of either table answers for either table: all of it the same.
fn check_answers(draws: &mut Draws, case: &Case) {
    let tree = settings(draws, case.task, false);
    let forest = ForestSettings { vote: pick(draws, &[Vote::Mean, Vote::Majority]), ..forest_of(draws, tree.clone()) };
    let target = Target::new(&case.dense, "y0", Some(case.task)).unwrap();
    let training = Training::new(&case.dense, &case.columns, &target);
    let schema = Schema::new(&case.dense, &case.columns, &target);
    let trees = if draws.below(3) == 0 {
        vec![grow(&training, &tree, &()).unwrap()]
    } else {
        forest::grow(&training, &forest, &()).unwrap().trees().to_vec()
    };
    let predictor = Predictor::of(&schema, &trees, forest.vote);
    let [dense, sparse] = [&case.dense, &case.sparse].map(|table| {
        let answers = predictor.predict(table, Unseen::AsNode).unwrap();
        let rows = predictor.rows(table, Unseen::AsNode).unwrap();
        let leaves = predictor.leaf_numbers(&rows, 0..rows.len());
        let some = predictor.leaf_numbers(&rows, rows.len() / 3..rows.len());
        let ends: Vec<_> = (0..rows.len()).map(|row| predictor.leaves(&rows.row(row).unwrap())).collect();
        let shares: Vec<_> = (0..rows.len()).map(|row| answers.shares(row)).collect();
        let all = if case.task == Task::Classification { answers.probabilities().unwrap() } else { Vec::new() };
        (answers.values().clone(), leaves, some, ends, shares, all)
    });
    assert_eq!(dense, sparse);
}

/// What rows out of bag say, and what columns are worth.
fn check_findings(draws: &mut Draws, case: &Case) {
    let tree = settings(draws, case.task, false);
    let forest = ForestSettings { sample: Sample::Bootstrap(1.0), ..forest_of(draws, tree) };
    let [dense, sparse] = case.both(false, |training| {
        let piece = Piece::grow(training, &forest, &Course::new(), &()).unwrap();
        let out = piece.out_of_bag().map(|out| format!("{:?}", out.score(training)));
        (out, piece.importances(), piece.permutation(training, &()).unwrap())
    });
    assert_eq!(format!("{dense:?}"), format!("{sparse:?}"));
}

proptest! {
    #![proptest_config(proof::cases(150))]

    #[test]
    fn sparse_rows_are_answered_as_dense_ones(seed in any::<u64>()) {
        let mut draws = Key::new(seed).draws();
        let many = 1 + draws.below(7);
        let case = Case { weights: None, rows: None, ..Case::random(&mut draws, (many, 80)) };
        check_answers(&mut draws, &case);
        check_findings(&mut draws, &case);
    }
}

/// So many trees of so many columns that rows are not laid out for all of them.
#[test]
fn rows_are_answered_one_by_one_as_dense_ones_where_columns_are_too_many() {
    for seed in 0..2 {
        let mut draws = Key::new(4).child(seed).draws();
        let (rows, many) = (60, 6000);
        let names: Vec<String> = (0..many).map(|place| format!("x{place}")).collect();
        let value = |draws: &mut Draws| if draws.below(8) == 0 { draws.unit() } else { 0.0 };
        let told: Vec<Vec<f64>> = (0..many).map(|_| (0..rows).map(|_| value(&mut draws)).collect()).collect();
        let label = Column::numbers("y", (0..rows).map(|row| told[0][row] + (row % 5) as f64).collect());
        let table = |column: &dyn Fn(&str, &[f64]) -> Column| {
            let columns = names.iter().zip(&told).map(|(name, values)| column(name, values));
            Table::new(columns.chain([label.clone()]).collect()).unwrap()
        };
        let dense = table(&|name, values| Column::numbers(name, values.to_vec()));
        let sparse = table(&thinned);
        let task = if seed == 0 { Task::Regression } else { Task::Classification };
        let places: Vec<usize> = (0..many).collect();
        let target = Target::new(&dense, "y", Some(task)).unwrap();
        let settings = ForestSettings::extra_trees(task).trees(160);
        let forest = forest::grow(&Training::new(&dense, &places, &target), &settings, &()).unwrap();
        let schema = Schema::new(&dense, &places, &target);
        let predictor = Predictor::of(&schema, forest.trees(), forest.vote());
        let [one, two] = [&dense, &sparse].map(|table| predictor.predict(table, Unseen::AsNode).unwrap());
        assert_eq!(one.values(), two.values());
        if task == Task::Classification {
            let all = one.probabilities().unwrap();
            let mut room = vec![f64::NAN; all.len()];
            predictor.write_probabilities(&sparse, Unseen::AsNode, &(), &mut room).unwrap();
            assert_eq!((&two.probabilities().unwrap(), &room), (&all, &all));
        }
    }
}

#[test]
fn any_number_of_threads_grows_the_same_trees() {
    let mut draws = Key::new(3).draws();
    let case = Case { weights: None, rows: None, ..Case::random(&mut draws, (2500, 400)) };
    let forest = ForestSettings::random_forest(case.task).trees(4);
    let tree = forest.tree.clone();
    let grown = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let both = |training: &Training<'_>| {
                let all = TreeSettings { columns_per_split: Columns::All, ..tree.clone() };
                (forest::grow(training, &forest, &()).unwrap(), grow(training, &all, &()).unwrap())
            };
            case.both(false, both)
        })
    };
    let [dense, sparse] = grown(1);
    assert_eq!(dense, sparse);
    for threads in [2, 3] {
        assert_eq!(grown(threads), [dense.clone(), sparse.clone()]);
    }
}
