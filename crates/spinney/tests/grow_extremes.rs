//! Tables at the edge: huge, tiny, infinite, empty, constant, contradictory, of very many classes, and very deep.
#![cfg(test)]

mod sight;

use sight::{table, told, tree_of};
use spinney::grow::{Criterion, LeafKind, MissingPolicy, Nominal, Preset, Training, TreeSettings, grow};
use spinney::seed::Key;
use spinney::table::{Category, CategoryKind, Column, Table, Target, Task, Values};
use spinney::tree::{Answers, Cell, ColumnId, Node, NodeId, Row, Test, Tree};
use spinney::{Error, error::Mistake};

const INFINITE: f64 = f64::INFINITY;

fn grown(columns: Vec<Column>, settings: &TreeSettings, task: Task) -> (Tree, Table) {
    let table = Table::new(columns).unwrap();
    let places: Vec<usize> = (0..table.columns().len() - 1).collect();
    let target = Target::new(&table, "y", Some(task)).unwrap();
    (grow(&Training::new(&table, &places, &target), settings, &()).unwrap(), table)
}

fn names(name: &str, values: &[&str]) -> Column {
    Column::categories(name, values.iter().map(|value| Some(*value)))
}

fn classes(x: Vec<f64>, y: &[&str]) -> Tree {
    grown(vec![Column::numbers("x", x), names("y", y)], &TreeSettings::classification(), Task::Classification).0
}

fn cut(tree: &Tree) -> f64 {
    match tree.node(NodeId::ROOT) {
        Node::Branch { split, .. } => match split.test {
            Test::Threshold { cut } => cut,
            _ => panic!("a threshold"),
        },
        Node::Leaf => f64::NAN,
    }
}

#[test]
fn infinite_values_are_values_at_the_ends() {
    // Beside an infinite value the cut is the finite one, or just below it where that must be above.
    let lower = cut(&classes(vec![-INFINITE, 3.0, 4.0, INFINITE], &["a", "b", "b", "b"]));
    assert_eq!(lower, 3.0_f64.next_down());
    assert_eq!(cut(&classes(vec![-INFINITE, 3.0, 4.0, INFINITE], &["a", "a", "a", "b"])), 4.0);
    let both = cut(&classes(vec![-INFINITE, -INFINITE, INFINITE], &["a", "a", "b"]));
    assert!(both.is_finite() || both == -INFINITE, "{both}");
}

#[test]
fn targets_whose_squares_in_parts_of_rows_are_beyond_all_numbers_are_refused() {
    let learn = |far: f64, weight: f64| {
        let columns = vec![Column::numbers("x", vec![1.0, 2.0, 3.0]), Column::numbers("y", vec![0.0, 1.0, far])];
        let table = Table::new(columns).unwrap();
        let (target, weights) = (Target::new(&table, "y", Some(Task::Regression)).unwrap(), vec![weight; 3]);
        let training = Training { weights: Some(&weights), ..Training::new(&table, &[0], &target) };
        grow(&training, &TreeSettings { max_depth: Some(0), ..TreeSettings::regression() }, &())
    };
    assert!(learn(1e150, 2.0).is_ok());
    assert!(learn(1e145, 0.7).is_ok());
    let Err(Error { mistake, place }) = learn(1e149, 0.7) else { panic!("sums of squares are infinite") };
    assert!(matches!(mistake, Mistake::HugeSquares { found: 1e149, .. }), "{mistake}");
    assert_eq!((place.row, place.column.as_deref()), (Some(3), Some("y")));
}

#[test]
fn numbers_near_the_ends_of_floats_are_told_apart() {
    for pair in [
        [1e308, 1.7e308],
        [-f64::MAX, f64::MAX],
        [0.0, f64::MIN_POSITIVE],
        [5e-324, 1e-323],
        [1e9, 1e9 + 1e-6],
        [1.0, 1.0 + f64::EPSILON],
    ] {
        let tree = classes(pair.to_vec(), &["a", "b"]);
        assert_eq!(tree.leaves(), 2, "{pair:?}");
        assert!(pair[0] <= cut(&tree) && cut(&tree) < pair[1], "{pair:?} {}", cut(&tree));
    }
}

#[test]
fn numeric_targets_may_be_huge_or_tiny() {
    for size in [1e149, 1e-300, 5e-324] {
        let y = Column::numbers("y", vec![size, size, 3.0 * size, 3.0 * size]);
        let x = Column::numbers("x", vec![1.0, 2.0, 3.0, 4.0]);
        for criterion in [Criterion::Mse, Criterion::Mae, Criterion::Poisson] {
            let settings = TreeSettings::regression().criterion(criterion);
            let (tree, _) = grown(vec![x.clone(), y.clone()], &settings, Task::Regression);
            assert_eq!((tree.leaves(), cut(&tree)), (2, 2.5), "{size} {criterion:?}");
            let Answers::Numbers(numbers) = tree.answers() else { panic!("numbers") };
            for (found, expected) in numbers.values[1..].iter().zip([size, 3.0 * size]) {
                assert!((found - expected).abs() <= 1e-13 * expected, "{size} {criterion:?}: {found}");
            }
        }
    }
}

#[test]
fn one_row_is_one_leaf() {
    for preset in [Preset::Id3, Preset::C45, Preset::J48, Preset::Cart, Preset::Rpart] {
        let one = table("x,z,y\n1,u,a\n");
        assert_eq!(tree_of(&one, &TreeSettings::preset(preset, Task::Classification), &[]), "a 1");
        let number = table("x,z,y\n1,u,1.5\n");
        assert_eq!(tree_of(&number, &TreeSettings::preset(preset, Task::Regression), &[]), "1.5 1");
    }
}

#[test]
fn two_equal_rows_that_disagree_are_one_leaf_of_the_first_class() {
    for preset in [Preset::Id3, Preset::C45, Preset::J48, Preset::Cart, Preset::Rpart] {
        let two = table("x,z,y\n1,u,b\n1,u,a\n");
        assert_eq!(tree_of(&two, &TreeSettings::preset(preset, Task::Classification), &[]), "a 2", "{preset:?}");
    }
}

#[test]
fn one_class_is_one_leaf_and_a_target_without_variety_too() {
    let one = table("x,y\n1,a\n2,a\n3,a\n");
    assert_eq!(tree_of(&one, &TreeSettings::classification(), &[]), "a 3");
    let same = table("x,y\n1,2.5\n2,2.5\n3,2.5\n");
    for criterion in [Criterion::Mse, Criterion::Mae, Criterion::Poisson] {
        assert_eq!(tree_of(&same, &TreeSettings::regression().criterion(criterion), &[]), "2.5 3");
    }
}

#[test]
fn constant_and_empty_columns_are_never_asked() {
    let x = Column::numbers("x", vec![7.0; 4]);
    let empty = Column::numbers("e", vec![f64::NAN; 4]);
    let nobody = Column::categories("n", (0..4).map(|_| None::<&str>));
    let y = names("y", &["a", "b", "a", "b"]);
    for missing in [MissingPolicy::Learned, MissingPolicy::Fractions, MissingPolicy::Surrogates, MissingPolicy::Own] {
        for nominal in [Nominal::Values, Nominal::Subset] {
            let settings = TreeSettings { missing, nominal, ..TreeSettings::classification() };
            let columns = vec![x.clone(), empty.clone(), nobody.clone(), y.clone()];
            let (tree, table) = grown(columns, &settings, Task::Classification);
            assert_eq!(told(&tree, &table, &[0, 1, 2]), "a 4");
        }
    }
}

#[test]
fn a_table_without_columns_to_learn_from_is_one_leaf() {
    let table = table("y\na\nb\nb\n");
    let target = Target::new(&table, "y", None).unwrap();
    let tree = grow(&Training::new(&table, &[], &target), &TreeSettings::classification(), &()).unwrap();
    assert_eq!(tree.class_weights(NodeId::ROOT).len(), 2);
}

#[test]
fn what_does_not_fit_together_is_said_and_not_panicked_over() {
    let table = table("x,y\n1,a\n2,b\n");
    let target = Target::new(&table, "y", None).unwrap();
    let whole = Training::new(&table, &[0], &target);
    let mistake = |training: Training<'_>| match grow(&training, &TreeSettings::classification(), &()) {
        Err(Error { mistake, .. }) => mistake,
        Ok(tree) => panic!("{tree:?}"),
    };
    assert!(matches!(mistake(Training { columns: &[5], ..whole }), Mistake::NoColumn { .. }));
    assert!(matches!(mistake(Training { rows: Some(&[7]), ..whole }), Mistake::NoRow { row: 8, rows: 2 }));
    assert!(matches!(mistake(Training { rows: Some(&[]), ..whole }), Mistake::NoWeight));
    assert!(matches!(mistake(Training { weights: Some(&[1.0]), ..whole }), Mistake::UnequalLengths { .. }));
    assert!(matches!(mistake(Training { weights: Some(&[0.0, 0.0]), ..whole }), Mistake::NoWeight));
    assert!(matches!(mistake(Training { weights: Some(&[1.0, -1.0]), ..whole }), Mistake::BadWeight { .. }));
    assert!(matches!(mistake(Training { weights: Some(&[1.0, f64::NAN]), ..whole }), Mistake::BadWeight { .. }));
    assert!(matches!(mistake(Training { weights: Some(&[1.0, 1e16]), ..whole }), Mistake::HeavyWeights { .. }));
    assert!(matches!(mistake(Training { class_weights: Some(&[1.0]), ..whole }), Mistake::BadSetting { .. }));
    let few = Target { values: spinney::table::TargetValues::Numbers(vec![1.0]), ..target.clone() };
    assert!(grow(&Training { target: &few, ..whole }, &TreeSettings::regression(), &()).is_err());
}

#[test]
fn weights_of_very_different_sizes_all_count() {
    let x = Column::numbers("x", vec![1.0, 2.0, 3.0]);
    let table = Table::new(vec![x, names("y", &["a", "b", "a"])]).unwrap();
    let target = Target::new(&table, "y", None).unwrap();
    for weights in [[1e-12, 1.0, 1e3], [1e-300, 1e-290, 1e-295], [1.0, 1e15, 1.0]] {
        let settings = TreeSettings { min_rows_leaf: 0.0, min_rows_split: 0.0, ..TreeSettings::classification() };
        let training = Training { weights: Some(&weights), ..Training::new(&table, &[0], &target) };
        let tree = grow(&training, &settings, &()).unwrap();
        assert_eq!(tree.leaves(), 3, "{weights:?}");
    }
}

/// Rows with this many classes, all of them hard to tell apart, in a continuous and a nominal column.
fn many_classes(rows: usize, classes: u32, levels: u32) -> Vec<Column> {
    let mut draws = Key::new(17).draws();
    let x = Column::numbers("x", (0..rows).map(|_| draws.unit()).collect());
    let kinds: Vec<String> = (0..levels).map(|level| format!("v{level:05}")).collect();
    let codes = (0..rows).map(|_| draws.below(u64::from(levels)) as u32).collect();
    let z = Values::Category(Category { codes, levels: kinds, kind: CategoryKind::Nominal });
    let names: Vec<String> = (0..classes).map(|class| format!("c{class:06}")).collect();
    let codes = (0..rows).map(|row| (row as u32).wrapping_mul(2_654_435_761) % classes).collect();
    let y = Values::Category(Category { codes, levels: names, kind: CategoryKind::Nominal });
    vec![x, Column { name: "z".to_owned(), values: z }, Column { name: "y".to_owned(), values: y }]
}

#[test]
fn a_hundred_thousand_classes_are_learned() {
    let (rows, classes) = if cfg!(debug_assertions) { (10_000, 5_000) } else { (200_000, 100_000) };
    for (criterion, nominal) in [(Criterion::Gini, Nominal::Subset), (Criterion::Entropy, Nominal::Values)] {
        let columns = many_classes(rows, classes, 5);
        let settings = TreeSettings { criterion, nominal, ..TreeSettings::default() };
        let (tree, _) = grown(columns, &settings, Task::Classification);
        assert!(tree.leaves() > classes as usize);
    }
}

#[test]
fn many_values_times_many_classes_take_little_memory() {
    let size = if cfg!(debug_assertions) { 1_000 } else { 20_000 };
    let before = peak_memory();
    let by = |criterion| TreeSettings { nominal: Nominal::Values, criterion, ..TreeSettings::default() };
    let columns = many_classes(2 * size, size as u32, size as u32);
    let (tree, _) = grown(columns.clone(), &by(Criterion::Entropy), Task::Classification);
    assert!(tree.leaves() > 1);
    // As many numbers as there were classes, around whose medians errors are counted.
    let y = Column::numbers("y", (0..2 * size).map(|row| (row % size) as f64).collect());
    let columns = vec![columns[0].clone(), columns[1].clone(), y];
    let (tree, _) = grown(columns, &by(Criterion::Mae), Task::Regression);
    assert!(tree.leaves() > 1);
    let grown_by = peak_memory().saturating_sub(before);
    assert!(grown_by < 1 << 30, "{} MiB", grown_by >> 20);
}

/// The most memory that this process has held; 0 where the system does not tell.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok()).unwrap_or(0) * 1024
}

struct One(f64);

impl Row for One {
    fn cell(&self, _: ColumnId) -> Cell {
        Cell::Number(self.0)
    }
}

/// Classes that alternate along a column: the best cut takes off one end, since one row alone is pure, and of both ends the
/// lower. So every split strips one row, and the tree is a chain.
#[test]
fn a_chain_as_deep_as_the_table_is_long_overflows_nothing() {
    let proof = std::env::var_os("SPINNEY_PROOF").is_some();
    let rows = if cfg!(debug_assertions) {
        2_000
    } else if proof {
        100_000
    } else {
        10_000
    };
    let x = Column::numbers("x", (0..rows).map(f64::from).collect());
    let letters: Vec<&str> = (0..rows).map(|row| if row % 2 == 0 { "a" } else { "b" }).collect();
    let columns = vec![x, names("y", &letters)];
    let (tree, _) = grown(columns.clone(), &TreeSettings::classification(), Task::Classification);
    assert_eq!((tree.depth(), tree.leaves()), (rows as u32 - 1, rows as usize));
    assert_eq!(tree.landings(&One(f64::from(rows)))[0].node, NodeId(tree.len() as u32 - 1));
    assert_eq!(tree.class_weights(NodeId::ROOT).len(), 2);
    // Best-first and cut back the same way.
    let folded =
        TreeSettings { max_leaves: Some(200), complexity: 0.9, leaf: LeafKind::Mean, ..TreeSettings::classification() };
    assert_eq!(grown(columns, &folded, Task::Classification).0.leaves(), 1);
}
