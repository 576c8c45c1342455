//! What may be done to a table without changing its tree, or only in a known way. Exact unless said otherwise.
#![cfg(test)]

mod copse;
mod proof;

use copse::{Case, TableRow, has_ties, landings, nearly, pick, random_case, random_case_of, renumbered, shuffled};
use spinney::grow::{Conventions, LeafKind, MissingPolicy, Outcome, Threshold, Training, TreeSettings, grow};
use spinney::seed::{Draws, Key};
use spinney::table::{Category, Column, TargetValues, Task, Values};
use spinney::tree::{Answers, ClassAnswers, ClassWeight, ColumnId, Missing, Node, NodeId, Tree};

const CASES: u32 = 1500;

/// Runs a property on many random cases; those it says nothing about (`None`) must be the fewer.
fn always(name: u64, property: impl Fn(&mut Draws, &Case) -> Option<()>) {
    let cases = u64::from(proof::cases(CASES).cases);
    let mut held = 0;
    for number in 0..cases {
        let mut draws = Key::new(name).child(number).draws();
        let case = random_case(&mut draws);
        held += u64::from(property(&mut draws, &case).is_some());
    }
    assert!(3 * held > cases, "only {held} of {cases} cases count");
}

#[test]
fn the_order_of_rows_does_not_matter() {
    always(1, |draws, case| {
        let order = shuffled(draws, case.table.rows());
        assert_eq!(case.grow(), case.with_rows(&order).grow(), "{case:?}");
        Some(())
    });
}

#[test]
fn the_order_of_columns_matters_only_where_two_columns_tie() {
    always(2, |draws, case| {
        let case = &case.asking_all_columns();
        if case.is_random() {
            return None; // what is drawn for a column depends on its place
        }
        // A tie in a subtree that is cut back decides, and is not recorded: ties are sought in the tree as it was before.
        let settings = TreeSettings { complexity: 0.0, collapse: false, ..case.settings.clone() };
        let (whole, record) = Case { settings, ..case.clone() }.record();
        let within = if case.settings.conventions == Conventions::Exact { 1e-9 } else { 1e-4 };
        if has_ties(&record, case.settings.criterion, within, true) || surrogates_tie(&whole) {
            return None;
        }
        let tree = case.grow();
        let order = shuffled(draws, case.table.columns().len() - 1);
        let mut columns: Vec<Column> = order.iter().map(|place| case.table.columns()[*place].clone()).collect();
        columns.push(case.table.columns().last().unwrap().clone());
        let other = case.with_columns(columns).grow();
        let back = |column: ColumnId| ColumnId(order[column.place()] as u32);
        let (one, two) = (renumbered(&tree, |column| column), renumbered(&other, back));
        assert!(one == two, "{order:?} {case:?}\n{}", apart(&one, &two));
        Some(())
    });
}

fn surrogates_tie(tree: &Tree) -> bool {
    tree.nodes().iter().any(|node| match node {
        Node::Branch { split, .. } => match &split.missing {
            Missing::Surrogates(others) => others.windows(2).any(|pair| pair[0].agreement == pair[1].agreement),
            _ => false,
        },
        Node::Leaf => false,
    })
}

#[test]
fn a_whole_weight_is_as_many_copies() {
    always(3, |draws, case| {
        let weights: Vec<f64> = (0..case.table.rows()).map(|_| draws.below(4) as f64).collect();
        if weights.iter().all(|weight| *weight == 0.0) {
            return None;
        }
        let rows: Vec<usize> =
            weights.iter().enumerate().flat_map(|(row, weight)| vec![row; *weight as usize]).collect();
        let copies = Case { weights: None, ..case.clone() }.with_rows(&rows);
        let weighted = Case { weights: Some(weights), ..case.clone() };
        assert_eq!(weighted.grow(), copies.grow(), "{weighted:?}");
        Some(())
    });
}

/// The first node at which two trees differ.
fn apart(one: &Tree, two: &Tree) -> String {
    let pairs = one.ids().zip(two.ids());
    let differ = pairs.filter(|(a, b)| {
        (one.rows(*a) - two.rows(*b)).abs() > 1e-6 || one.branches(*a).is_some() != two.branches(*b).is_some()
    });
    differ
        .take(3)
        .map(|(a, b)| format!("{a}: {:?} {}\n   {:?} {}\n", one.node(a), one.rows(a), two.node(b), two.rows(b)))
        .collect::<Vec<_>>()
        .concat()
}

#[test]
fn a_row_of_weight_zero_is_absent() {
    always(4, |draws, case| {
        let weights: Vec<f64> =
            (0..case.table.rows()).map(|row| if draws.below(3) == 0 { 0.0 } else { case.weight(row) }).collect();
        let rows: Vec<usize> = (0..weights.len()).filter(|row| weights[*row] > 0.0).collect();
        if rows.is_empty() {
            return None;
        }
        let silent = Case { weights: Some(weights.clone()), ..case.clone() };
        let absent = Case { weights: Some(weights.clone()), ..case.clone() }.with_rows(&rows);
        assert_eq!(silent.grow(), absent.grow(), "{silent:?}");
        // Naming the rows is the same again, in any order.
        let mut named: Vec<u32> = rows.iter().map(|row| *row as u32).collect();
        named.reverse();
        let (columns, target) = (case.columns(), case.target());
        let whole = Training::new(&case.table, &columns, &target);
        let training = Training { rows: Some(&named), weights: Some(&weights), ..whole };
        assert_eq!(silent.grow(), grow(&training, &case.settings, &()).unwrap(), "{silent:?}");
        Some(())
    });
}

#[test]
fn rows_named_in_any_order_or_twice_are_those_rows() {
    always(5, |draws, case| {
        let all = case.table.rows();
        let rows: Vec<u32> = (0..all).map(|_| draws.below(all as u64) as u32).collect(); // as many as there are
        let (columns, target) = (case.columns(), case.target());
        let training = Training { rows: Some(&rows), ..Training::new(&case.table, &columns, &target) };
        let drawn = grow(&training, &case.settings, &()).unwrap();
        let places: Vec<usize> = rows.iter().map(|row| *row as usize).collect();
        // Rows made anew have classes of their own, so the target is that of all rows.
        let copies = Case { weights: None, ..case.clone() }.with_rows(&places);
        let same =
            case.target().values == copies.target().values || classes(&case.target()) == classes(&copies.target());
        if !same {
            return None;
        }
        let copied = copies.grow();
        // Columns whose missing values were not drawn make no difference but to the unit of weights.
        let unit = case.spreads() && !copies.spreads();
        assert!(drawn == copied || (unit && nearly(&drawn, &copied, 1e-6)), "{rows:?} {case:?}");
        Some(())
    });
}

fn classes(target: &spinney::table::Target) -> usize {
    match &target.values {
        TargetValues::Classes(classes) => classes.names.len(),
        TargetValues::Numbers(_) => 0,
    }
}

#[test]
fn classes_may_be_renamed() {
    always(6, |draws, case| {
        let Values::Category(y) = &case.table.columns().last().unwrap().values else { return None };
        let order = shuffled(draws, y.levels.len()); // the old class at each new place
        let place = |old: u32| order.iter().position(|class| *class == old as usize).unwrap() as u32;
        let mut columns = case.table.columns().to_vec();
        let codes = y.codes.iter().map(|code| place(*code)).collect();
        columns.last_mut().unwrap().values = Values::Category(Category { codes, ..y.clone() });
        let renamed = case.with_columns(columns).grow();
        let tree = case.grow();
        let Answers::Classes(answers) = tree.answers() else { panic!("classes") };
        let mut weights = Vec::new();
        for id in tree.ids() {
            let mut own: Vec<ClassWeight> =
                answers.of(id).iter().map(|pair| ClassWeight { class: place(pair.class), ..*pair }).collect();
            own.sort_by_key(|pair| pair.class);
            weights.extend(own);
        }
        let answers = Answers::Classes(ClassAnswers { weights, ..answers.clone() });
        assert_eq!(Tree::new(tree.nodes().to_vec(), answers).unwrap(), renamed, "{order:?} {case:?}");
        Some(())
    });
}

#[test]
fn a_constant_column_changes_nothing() {
    always(7, |draws, case| {
        let case = &case.asking_all_columns(); // which are drawn depends on how many there are
        let rows = case.table.rows();
        // With C4.5 a column of numbers says that not all columns are names of many values.
        if case.settings.conventions != Conventions::Exact && rows < 50 {
            return None;
        }
        let count = case.table.columns().len() - 1;
        let at = if case.is_random() { count } else { draws.below(count as u64 + 1) as usize };
        let constant = match draws.below(3) {
            0 => Column::numbers("same", vec![7.5; rows]),
            1 => Column::numbers("same", vec![f64::NAN; rows]),
            _ => Column::categories("same", (0..rows).map(|_| Some("a"))),
        };
        let mut columns = case.table.columns().to_vec();
        columns.insert(at, constant);
        let other = case.with_columns(columns).grow();
        let old = |column: ColumnId| ColumnId(column.0 + u32::from(column.place() >= at));
        if case.settings.leaf == LeafKind::Linear {
            assert_eq!(renumbered(&case.grow(), old), renumbered(&other, |column| column), "{case:?}");
        } else {
            assert_eq!(renumbered(&case.grow(), old), other, "{case:?}");
        }
        Some(())
    });
}

#[test]
fn an_increasing_map_of_a_column_parts_the_rows_alike() {
    always(8, |draws, case| {
        let numbers: Vec<usize> = case
            .columns()
            .into_iter()
            .filter(|place| matches!(case.table.columns()[*place].values, Values::Number(_)))
            .collect();
        if numbers.is_empty() || case.settings.threshold == Threshold::Random || case.settings.leaf == LeafKind::Linear
        {
            return None;
        }
        let mut columns = case.table.columns().to_vec();
        let place = pick(draws, &numbers);
        let Values::Number(number) = &mut columns[place].values else { panic!("numbers") };
        // The values are eighths from -2 on, up to 2^27: each map keeps them apart by more than 1e-5.
        let maps: [fn(f64) -> f64; 3] = [|x| 3.0 * x - 100.0, |x| (x + 3.0) * (x + 3.0), |x| x + x.floor() * 1e6];
        // A surrogate's cut may fall among the values of rows that have none in the split's own column: only a straight map
        // keeps the middle in the middle.
        let straight = case.settings.missing == MissingPolicy::Surrogates && case.has_missing();
        let map = pick(draws, if straight { &maps[..1] } else { &maps });
        number.values.to_mut().iter_mut().for_each(|value| *value = map(*value));
        let other = case.with_columns(columns);
        let (one, two) = (case.grow(), other.grow());
        assert_eq!(landings(&one, case), landings(&two, &other), "{case:?}");
        assert_eq!(one.answers(), two.answers(), "{case:?}");
        Some(())
    });
}

#[test]
fn class_weights_are_weights_of_rows() {
    always(9, |draws, case| {
        let target = case.target();
        let TargetValues::Classes(classes) = &target.values else { return None };
        let factors: Vec<f64> = classes.names.iter().map(|_| pick(draws, &[0.5, 1.0, 2.0, 3.0])).collect();
        let columns = case.columns();
        let weights: Vec<f64> =
            (0..case.table.rows()).map(|row| case.weight(row) * factors[classes.codes[row] as usize]).collect();
        let training = Training {
            weights: case.weights.as_deref(),
            class_weights: Some(&factors),
            ..Training::new(&case.table, &columns, &target)
        };
        let by_class = grow(&training, &case.settings, &()).unwrap();
        assert_eq!(by_class, Case { weights: Some(weights), ..case.clone() }.grow(), "{factors:?} {case:?}");
        Some(())
    });
}

#[test]
fn weights_may_be_scaled_by_a_power_of_two() {
    always(10, |draws, case| {
        // The collapse of C4.5 counts errors by the row, surrogates need two rows on a side.
        let by_rows = case.settings.collapse || case.settings.missing == MissingPolicy::Surrogates;
        if by_rows || case.settings.conventions != Conventions::Exact || case.spreads() {
            return None;
        }
        let factor = pick(draws, &[0.125, 0.5, 2.0, 64.0]);
        let scaled = |by: f64| {
            let mut case = case.clone();
            case.weights = Some((0..case.table.rows()).map(|row| case.weight(row) * by).collect());
            case.settings.min_rows_leaf *= by;
            case.settings.min_rows_split *= by;
            case.settings.leaf =
                if case.settings.leaf == LeafKind::Linear { LeafKind::Mean } else { case.settings.leaf };
            case
        };
        let (one, two) = (scaled(1.0).grow(), scaled(factor).grow());
        assert_eq!(one.nodes(), two.nodes(), "{factor} {case:?}");
        for id in one.ids() {
            assert_eq!(one.rows(id) * factor, two.rows(id), "{factor} {case:?}");
        }
        Some(())
    });
}

#[test]
fn weights_a_hair_from_whole_grow_the_same_tree_where_nothing_ties() {
    always(11, |draws, case| {
        if case.settings.missing == MissingPolicy::Surrogates {
            return None; // these may tie as well
        }
        let mut whole = case.clone();
        whole.weights = Some((0..case.table.rows()).map(|_| 1.0 + draws.below(50) as f64).collect());
        // No stop that a hair decides: a limit between the weights that occur, and none of errors and gains.
        whole.settings = TreeSettings {
            criterion: case.settings.criterion,
            nominal: case.settings.nominal,
            missing: case.settings.missing,
            min_rows_leaf: 20.5,
            ..TreeSettings::default()
        };
        let mut near = whole.clone();
        for weight in near.weights.iter_mut().flatten() {
            *weight *= 1.0 + (draws.unit() - 0.5) * 1e-9;
        }
        let ((one, record), two) = (whole.record(), near.grow());
        if has_ties(&record, case.settings.criterion, 1e-6, false) {
            return None;
        }
        assert!(nearly(&one, &two, 1e-6), "{one:?}\n{two:?}\n{whole:?}");
        Some(())
    });
}

#[test]
fn every_row_lands_where_it_was_counted_and_nothing_is_lost() {
    always(12, |_, case| {
        let tree = case.grow();
        let total: f64 = (0..case.table.rows()).map(|row| case.weight(row)).sum();
        let mut rows = vec![0.0; tree.len()];
        let mut by_class: Vec<Vec<f64>> = Vec::new();
        let target = case.target();
        if let TargetValues::Classes(classes) = &target.values {
            by_class = vec![vec![0.0; classes.names.len()]; tree.len()];
        }
        for row in (0..case.table.rows()).filter(|row| case.weight(*row) > 0.0) {
            for end in tree.landings(&TableRow(&case.table, row)) {
                assert!(tree.branches(end.node).is_none(), "{case:?}");
                rows[end.node.place()] += end.share * case.weight(row);
                if let TargetValues::Classes(classes) = &target.values {
                    by_class[end.node.place()][classes.codes[row] as usize] += end.share * case.weight(row);
                }
            }
        }
        let slack = if case.spreads() { 1e-6 } else { 0.0 };
        let mut leaves = 0.0;
        for id in tree.ids().filter(|id| tree.branches(*id).is_none()) {
            leaves += tree.rows(id);
            assert!((rows[id.place()] - tree.rows(id)).abs() <= slack, "{id}: {} {case:?}", rows[id.place()]);
            if let Answers::Classes(classes) = tree.answers() {
                for pair in classes.of(id) {
                    let found = by_class[id.place()][pair.class as usize];
                    assert!((found - pair.weight).abs() <= slack, "{id}: {found} {case:?}");
                }
            }
        }
        assert!((leaves - total).abs() <= slack, "{leaves} {total} {case:?}");
        assert!((tree.rows(NodeId::ROOT) - total).abs() <= slack);
        Some(())
    });
}

#[test]
fn what_is_written_down_is_what_was_grown() {
    always(13, |_, case| {
        let (tree, record) = case.record();
        assert_eq!(tree, case.grow(), "{case:?}");
        assert_eq!(record.differing, [], "{case:?}");
        assert_eq!(record.nodes.len(), tree.len());
        for (id, node) in tree.ids().zip(&record.nodes) {
            let split = matches!(node.outcome, Outcome::Split(_));
            assert_eq!(split, tree.branches(id).is_some(), "{case:?}");
            assert!((node.rows.rows - tree.rows(id)).abs() <= 1e-6 * tree.rows(id).max(1.0), "{case:?}");
        }
        Some(())
    });
}

#[test]
fn limits_hold() {
    always(14, |_, case| {
        let tree = case.grow();
        let settings = &case.settings;
        assert!(tree.depth() <= settings.max_depth.unwrap_or(u32::MAX), "{case:?}");
        assert!(tree.leaves() <= settings.max_leaves.unwrap_or(u32::MAX) as usize, "{case:?}");
        let all = tree.rows(NodeId::ROOT);
        for id in tree.ids() {
            match tree.node(id) {
                Node::Branch { .. } => {
                    assert!(tree.rows(id) >= settings.min_rows_split - 1e-5, "{case:?}");
                    assert!(tree.rows(id) >= settings.min_share_split * all - 1e-5, "{case:?}");
                }
                // C4.5 asks for enough rows in two branches only.
                Node::Leaf if tree.len() > 1 && settings.conventions == Conventions::Exact => {
                    assert!(tree.rows(id) >= settings.min_rows_leaf - 1e-5, "{case:?}");
                    assert!(tree.rows(id) >= settings.min_share_leaf * all - 1e-5, "{case:?}");
                }
                Node::Leaf => {}
            }
        }
        Some(())
    });
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let cases = u64::from(proof::cases(30).cases);
    let pools: Vec<_> =
        (1..=3).map(|threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap()).collect();
    for number in 0..cases {
        let mut draws = Key::new(15).child(number).draws();
        let rows = 2000 + draws.below(4000) as usize;
        let task = pick(&mut draws, &[Task::Classification, Task::Regression]);
        let mut case = random_case_of(&mut draws, rows, task);
        case.settings.max_depth = None;
        let trees: Vec<Tree> = pools.iter().map(|pool| pool.install(|| case.grow())).collect();
        assert_eq!(trees[0], trees[1], "{:?}", case.settings);
        assert_eq!(trees[0], trees[2], "{:?}", case.settings);
        // The order of many rows, too.
        let order = shuffled(&mut draws, rows);
        assert_eq!(trees[0], case.with_rows(&order).grow(), "{:?}", case.settings);
    }
}

#[test]
fn a_table_is_not_needed_to_be_small_for_copies_to_be_weights() {
    for number in 0..u64::from(proof::cases(12).cases) {
        let mut draws = Key::new(16).child(number).draws();
        let task = pick(&mut draws, &[Task::Classification, Task::Regression]);
        let mut case = random_case_of(&mut draws, 1500, task);
        case.weights = None;
        if case.spreads() {
            case.settings.missing = MissingPolicy::Learned;
            case.settings.conventions = Conventions::Exact;
        }
        let weights: Vec<f64> = (0..1500).map(|_| draws.below(3) as f64).collect();
        let rows: Vec<usize> =
            weights.iter().enumerate().flat_map(|(row, weight)| vec![row; *weight as usize]).collect();
        let copies = case.with_rows(&rows);
        let weighted = Case { weights: Some(weights), ..case.clone() };
        assert_eq!(weighted.grow(), copies.grow(), "{:?}", case.settings);
    }
}

#[test]
fn the_random_cases_are_of_every_kind() {
    let mut seen = std::collections::BTreeMap::<String, u32>::new();
    for number in 0..500 {
        let case = random_case(&mut Key::new(99).child(number).draws());
        let tree = case.grow();
        let mut see = |what: String| *seen.entry(what).or_default() += 1;
        see(format!("{:?}", case.settings.criterion));
        see(format!("{:?}", case.settings.missing));
        see(format!("{:?}", case.settings.nominal));
        see(format!("{:?}", case.settings.conventions));
        see(if tree.len() > 3 { "large".to_owned() } else { "small".to_owned() });
        see(format!("missing {}", case.has_missing()));
        see(format!("spreads {}", case.spreads() && tree.len() > 1));
        for node in tree.nodes() {
            if let Node::Branch { split, .. } = node {
                see(format!("{:?}", split.test).split([' ', '{']).next().unwrap().to_owned());
                see(format!("{:?}", split.missing).split('(').next().unwrap().to_owned());
            }
        }
        if matches!(tree.answers(), Answers::Numbers(numbers) if !numbers.linear.is_empty()) {
            see("linear".to_owned());
        }
    }
    let wanted = [
        "Entropy",
        "GainRatio",
        "Gini",
        "ConditionalEntropy",
        "Random",
        "Mse",
        "Mae",
        "Poisson",
        "Learned",
        "Fractions",
        "Surrogates",
        "Own",
        "Values",
        "Subset",
        "C45",
        "J48",
        "Exact",
        "large",
        "missing true",
        "spreads true",
        "Threshold",
        "Cut",
        "Height",
        "Branch",
        "Spread",
        "linear",
    ];
    for what in wanted {
        assert!(seen.get(what).is_some_and(|count| *count >= 10), "{what}: {seen:?}");
    }
}
