//! Where `lots` serves every node, columns are not ranked: the trees are the same.

use super::*;
use crate::grow::thicket::lots_serve;
use crate::grow::{Criterion, LeafKind, MissingPolicy, Threshold};
use crate::table::{Column, Table, Target, Task};

/// Columns of many numbers, in 32 bits or not, of two, of one, and the target; where it is asked for, one with a hole.
fn table(rows: usize, has_hole: bool) -> Table {
    let mut draws = Key::new(11).child(rows as u64).draws();
    let mut column =
        |name: &str, of: &dyn Fn(f64) -> f64| Column::numbers(name, (0..rows).map(|_| of(draws.unit())).collect());
    let mut columns = vec![
        column("long", &|unit| unit),
        column("short", &|unit| (unit * 40.0).floor()),
        column("two", &|unit| if unit < 0.3 { -1.5 } else { 2.5 }),
        column("bits", &|unit| (unit * 2.0).floor()),
        column("one", &|_| 7.0),
        column("infinite", &|unit| if unit < 0.1 { f64::INFINITY } else { unit }),
        column("y", &|unit| (unit * 3.0).floor()),
        column("z", &|unit| (unit * 5.0).floor()),
    ];
    if has_hole {
        let hole = |row: usize| if row == rows / 2 { f64::NAN } else { row as f64 };
        columns[0] = Column::numbers("long", (0..rows).map(hole).collect());
    }
    Table::new(columns).unwrap()
}

fn trees(ground: &Ground<'_>) -> Vec<Tree> {
    let variety = Variety {
        tree: ground.settings,
        sample: Sample::All,
        by: SampleBy::Rows,
        balance: false,
        columns: Columns::All,
    };
    let bags = ground.bags(variety).unwrap();
    let frame = Frame { per_row: bags.per_row, total: bags.most };
    let mut trees = Vec::new();
    let mut gather = |grown: Vec<Vec<Tree>>| {
        trees.extend(grown.into_iter().flatten());
        0
    };
    let keep = |grown: Grown<'_>| grown.trees;
    let many =
        &mut Many { bags: &bags, columns: Columns::All, numbers: 0..2, wave: 2, keep: &keep, gather: &mut gather };
    ground.carry_out(frame, many).unwrap();
    trees
}

/// Settings of all kinds, most of which `lots` does not serve.
fn kinds(task: Task) -> Vec<TreeSettings> {
    let usual = match task {
        Task::Classification => TreeSettings::classification(),
        Task::Regression => TreeSettings::regression(),
    };
    let usual = TreeSettings { threshold: Threshold::Random, columns_per_split: Columns::Count(3), ..usual };
    let with = |change: &dyn Fn(&mut TreeSettings)| {
        let mut settings = usual.clone();
        change(&mut settings);
        settings
    };
    let criteria: &[Criterion] = match task {
        Task::Classification => &[Criterion::Entropy, Criterion::GainRatio, Criterion::ConditionalEntropy],
        Task::Regression => &[Criterion::Mae, Criterion::Poisson, Criterion::Random],
    };
    let mut kinds: Vec<TreeSettings> = criteria.iter().map(|by| usual.clone().criterion(*by)).collect();
    kinds.extend([
        usual.clone(),
        with(&|own| own.columns_per_split = Columns::All),
        with(&|own| own.threshold = Threshold::Best),
        with(&|own| (own.max_depth, own.min_rows_leaf) = (Some(4), 3.0)),
        with(&|own| own.missing = MissingPolicy::Fractions),
        with(&|own| own.missing = MissingPolicy::Surrogates),
        with(&|own| own.missing = MissingPolicy::Own),
        with(&|own| own.min_gain = 0.01),
        with(&|own| own.min_tree_gain = 0.01),
        with(&|own| (own.min_share_leaf, own.min_share_split) = (0.02, 0.1)),
        with(&|own| own.zero_gain = false),
        with(&|own| own.max_leaves = Some(9)),
        with(&|own| own.acceptable_error = Some(0.2)),
        with(&|own| own.complexity = 0.01),
        with(&|own| own.collapse = true),
    ]);
    if task == Task::Regression {
        kinds.extend([
            with(&|own| own.leaf = LeafKind::Median),
            with(&|own| own.leaf = LeafKind::Quantile(0.9)),
            with(&|own| own.leaf = LeafKind::Linear),
        ]);
    }
    kinds
}

#[test]
fn trees_whose_columns_were_not_ranked_are_those_of_ranked_columns() {
    for (rows, has_hole, task) in [
        (300, false, Task::Classification),
        (300, false, Task::Regression),
        (200, true, Task::Classification),
        (1, false, Task::Regression),
    ] {
        let table = table(rows, has_hole);
        let target = Target::new(&table, "y", Some(task)).unwrap();
        let training = Training::new(&table, &[0, 1, 2, 3, 4, 5], &target);
        let mut unranked = 0;
        for settings in kinds(task) {
            let weighed = weighed(&training, &settings).unwrap();
            let plain = Ground::new(&training, &settings, &weighed, &()).unwrap();
            let ground = Ground::of_many(&training, (&settings, true), &weighed, &()).unwrap();
            unranked += u32::from(ground.data.columns[0].distinct != plain.data.columns[0].distinct);
            assert_eq!(trees(&ground), trees(&plain), "{settings:?}");
        }
        let most = if task == Task::Classification { 6 } else { 5 };
        assert_eq!(unranked, if has_hole || rows == 1 { 0 } else { most });
    }
}

/// So are those of several targets; where these have too many classes for a pile, columns are ranked.
#[test]
fn columns_are_not_ranked_for_several_targets_that_have_a_pile() {
    let table = table(300, false);
    for (task, other) in [(Task::Classification, "z"), (Task::Regression, "z"), (Task::Classification, "long")] {
        let target = |name: &str| Target::new(&table, name, Some(task)).unwrap();
        let (first, others) = (target("y"), [target(other)]);
        let training = Training { others: &others, ..Training::new(&table, &[1, 2, 3, 4, 5], &first) };
        let kinds = kinds(task);
        for settings in kinds.iter().filter(|own| own.criterion != Criterion::Random && own.leaf == LeafKind::Mean) {
            let Ok(weighed) = weighed(&training, settings) else { continue };
            let plain = Ground::new(&training, settings, &weighed, &()).unwrap();
            let ground = Ground::of_many(&training, (settings, true), &weighed, &()).unwrap();
            let is_unranked = ground.data.columns[0].distinct != plain.data.columns[0].distinct;
            assert_eq!(is_unranked, other == "z" && lots_serve(settings), "{settings:?}");
            assert_eq!(trees(&ground), trees(&plain), "{settings:?}");
        }
    }
}
