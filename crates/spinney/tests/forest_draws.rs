//! What is drawn for each tree and each node, and that nodes are split as brute force over what was drawn would split them.
#![cfg(test)]

mod copse;
mod proof;
mod stand;

use std::collections::BTreeSet;

use copse::{Case, random_case_of};
use spinney::forest::{Bag, ForestSettings, Piece};
use spinney::grow::{Columns, Outcome, Sample, SampleBy, Training, TreeSettings, grow_recorded};
use spinney::seed::Key;
use spinney::table::{Column, Table, TargetValues, Task};
use spinney::tree::{ColumnId, Node, NodeId, Test, Tree};
use stand::{Stand, random_stand};

/// Rows of plain numbers.
fn numbers(rows: usize, columns: usize, distinct: u64, seed: u64) -> Case {
    let mut draws = Key::new(seed).draws();
    let mut list: Vec<Column> = (0..columns)
        .map(|place| Column::numbers(&format!("x{place}"), (0..rows).map(|_| draws.below(distinct) as f64).collect()))
        .collect();
    let names: Vec<String> = (0..rows).map(|_| format!("c{}", draws.below(3))).collect();
    list.push(Column::categories("y", names.iter().map(|name| Some(name.as_str()))));
    let settings = TreeSettings::classification();
    Case { table: Table::new(list).unwrap(), task: Task::Classification, weights: None, settings }
}

fn stand_of(case: Case, columns: Columns, trees: u32) -> Stand {
    let tree = TreeSettings { columns_per_split: columns, ..TreeSettings::classification() };
    Stand::new(case, ForestSettings { tree, ..ForestSettings::random_forest(Task::Classification) }.trees(trees))
}

/// Σ (seen − expected)² / expected over counts of 0, 1, 2, 3 and more.
fn chi_square(seen: [f64; 5], expected: [f64; 5]) -> f64 {
    seen.iter().zip(expected).map(|(seen, expected)| (seen - expected).powi(2) / expected).sum()
}

#[test]
fn a_bootstrap_draws_every_row_as_a_binomial_would() {
    let (rows, trees) = (1000, 400);
    let stand = stand_of(numbers(rows, 2, 1 << 40, 3), Columns::All, 1);
    let bags = stand.bags(&(0..trees).collect::<Vec<u64>>());
    let mut seen = [0.0; 5];
    let mut per_row = vec![0.0; rows];
    let mut distinct = 0;
    for Bag { rows: drawn, out } in &bags {
        assert_eq!(drawn.iter().map(|(_, times)| times).sum::<f64>(), rows as f64);
        assert_eq!(drawn.len() + out.len(), rows);
        distinct += drawn.len();
        seen[0] += out.len() as f64;
        for (row, times) in drawn {
            seen[(*times as usize).min(4)] += 1.0;
            per_row[*row as usize] += times;
        }
    }
    // Binomial(1000, 1/1000).
    let all = rows as f64 * trees as f64;
    let mut chance = (999.0_f64 / 1000.0).powi(1000);
    let mut expected = [0.0; 5];
    for (times, expected) in expected.iter_mut().enumerate().take(4) {
        *expected = all * chance;
        chance *= (1000 - times) as f64 / (times + 1) as f64 / 999.0;
    }
    expected[4] = all - expected.iter().sum::<f64>();
    let chi = chi_square(seen, expected);
    assert!(chi < 18.5, "{chi}"); // 1 in 1000 with 4 degrees of freedom
    let share = distinct as f64 / all;
    assert!((share - (1.0 - (-1.0_f64).exp())).abs() < 0.001, "{share}");
    // Each row's own sum is about Poisson(400): none is favoured.
    let spread = per_row.iter().map(|sum| (sum - trees as f64).powi(2)).sum::<f64>() / all;
    assert!((0.85..1.15).contains(&spread), "{spread}");
    let out_twice = bags[0].out.iter().filter(|row| bags[1].out.contains(row)).count() as f64 / rows as f64;
    assert!((out_twice - (-2.0_f64).exp()).abs() < 0.04, "{out_twice}"); // trees draw independently
}

#[test]
fn weights_change_the_chance_of_being_drawn() {
    let mut case = numbers(400, 1, 1 << 40, 4);
    case.weights = Some((0..400).map(|row| if row < 100 { 3.0 } else { 1.0 }).collect());
    let stand = stand_of(case, Columns::All, 1);
    let bags = stand.bags(&(0..300).collect::<Vec<u64>>());
    let of = |bag: &Bag| bag.rows.iter().filter(|(row, _)| *row < 100).map(|(_, times)| times).sum::<f64>();
    let share = bags.iter().map(of).sum::<f64>() / (300.0 * 600.0);
    assert!((share - 0.5).abs() < 0.01, "{share}"); // 300 of 600 copies
    // A part without replacement holds no more copies than there are.
    let part = Stand { settings: ForestSettings { sample: Sample::Part(0.5), ..stand.settings.clone() }, ..stand };
    for bag in part.bags(&[0, 1, 2]) {
        assert_eq!(bag.rows.iter().map(|(_, times)| times).sum::<f64>(), 300.0);
        assert!(bag.rows.iter().all(|(row, times)| *times <= if *row < 100 { 3.0 } else { 1.0 }));
    }
}

/// The columns that are asked at a node, by the contract: all of the tree's in an order drawn at the node's key, and of those the first
/// so many in which its rows differ. Where all are asked, nothing is drawn. Columns in which rows do not differ count where that is
/// said, but one that tells something is asked all the same.
fn asked(key: Key, columns: &[u32], (many, count_constant): (usize, bool), differs: impl Fn(u32) -> bool) -> Vec<u32> {
    let mut order = columns.to_vec();
    let mut draws = key.child(u64::MAX).draws();
    let mut found = Vec::new();
    for place in 0..order.len() {
        let counted = if count_constant { place } else { found.len() };
        if !found.is_empty() && counted >= many {
            break;
        }
        let left = if many < order.len() { order.len() - place } else { 1 };
        let other = place + draws.below(left as u64) as usize;
        order.swap(place, other);
        if differs(order[place]) {
            found.push(order[place]);
        }
    }
    found
}

/// A tree of numbers and classes, gone down again with all that its nodes may have drawn.
struct Again<'a> {
    stand: &'a Stand,
    tree: &'a Tree,
    columns: Vec<u32>,
    many: (usize, bool),
}

impl Again<'_> {
    fn value(&self, row: u32, column: u32) -> f64 {
        match &self.stand.case.table.columns()[column as usize].values {
            spinney::table::Values::Sparse(_) => unreachable!("no column here is sparse"),
            spinney::table::Values::Number(number) => number.values[row as usize],
            spinney::table::Values::Category(_) => panic!("numbers"),
        }
    }

    fn class(&self, row: u32) -> usize {
        match &self.stand.target.values {
            TargetValues::Classes(classes) => classes.codes[row as usize] as usize,
            TargetValues::Numbers(_) => panic!("classes"),
        }
    }

    /// The squares of class counts over the weight, both sides added up, as a fraction: larger is better, compared exactly.
    fn merit(&self, rows: &[(u32, u64)], column: u32, cut: f64) -> (u128, u128) {
        let mut counts = [[0_u128; 8]; 2];
        for (row, times) in rows {
            counts[usize::from(self.value(*row, column) > cut)][self.class(*row)] += u128::from(*times);
        }
        let squares = |side: &[u128; 8]| side.iter().map(|count| count * count).sum::<u128>();
        let weight = |side: &[u128; 8]| side.iter().sum::<u128>();
        let [low, high] = &counts;
        (squares(low) * weight(high) + squares(high) * weight(low), weight(low) * weight(high))
    }

    /// The best cut of some columns: the first of these and its lowest cut of equal ones.
    fn best(&self, rows: &[(u32, u64)], columns: &[u32]) -> Option<(u32, f64)> {
        let mut best: Option<((u128, u128), u32, f64)> = None;
        for column in columns {
            let mut values: Vec<f64> = rows.iter().map(|(row, _)| self.value(*row, *column)).collect();
            values.sort_by(f64::total_cmp);
            values.dedup();
            for pair in values.windows(2) {
                let cut = f64::midpoint(pair[0], pair[1]);
                let merit = self.merit(rows, *column, cut);
                if best.is_none_or(|(found, ..)| merit.0 * found.1 > found.0 * merit.1) {
                    best = Some((merit, *column, cut));
                }
            }
        }
        best.map(|(_, column, cut)| (column, cut))
    }

    /// Checks a node and all below it; the columns that its nodes asked.
    fn check(&self, node: NodeId, rows: &[(u32, u64)], key: Key, seen: &mut Vec<Vec<u32>>) {
        let differs =
            |column: u32| rows.iter().any(|(row, _)| self.value(*row, column) != self.value(rows[0].0, column));
        let drawn = asked(key, &self.columns, self.many, differs);
        let pure = rows.iter().all(|(row, _)| self.class(*row) == self.class(rows[0].0));
        let best = self.best(rows, &drawn).filter(|_| !pure);
        match self.tree.node(node) {
            Node::Leaf => assert_eq!(best, None, "{:?} {rows:?}", self.stand),
            Node::Branch { split, branches } => {
                seen.push(drawn);
                let Test::Threshold { cut } = split.test else { panic!("a cut") };
                assert_eq!(best, Some((split.column.0, cut)), "{:?} {rows:?}", self.stand);
                for branch in 0..2 {
                    let goes = |row: u32| u32::from(self.value(row, split.column.0) > cut) == branch;
                    let part: Vec<(u32, u64)> = rows.iter().copied().filter(|(row, _)| goes(*row)).collect();
                    self.check(branches.child(branch), &part, key.child(u64::from(branch)), seen);
                }
            }
        }
    }
}

/// Goes down all trees of a forest again; the columns that nodes asked, tree by tree.
fn go_down_again(stand: &Stand, piece: &Piece) -> Vec<Vec<Vec<u32>>> {
    let bags = stand.bags(piece.numbers());
    let one = |((tree, number), bag): ((&Tree, &u64), &Bag)| {
        let key = Key::new(stand.settings.tree.seed).child(*number);
        let all = stand.columns.len();
        let columns = key.child(1).draws().sample(all as u32, stand.settings.columns_per_tree.of(all) as u32);
        let TreeSettings { columns_per_split, count_constant, .. } = stand.settings.tree;
        let many = (columns_per_split.of(columns.len()), count_constant);
        let rows: Vec<(u32, u64)> = bag.rows.iter().map(|(row, times)| (*row, *times as u64)).collect();
        let mut seen = Vec::new();
        Again { stand, tree, columns, many }.check(NodeId::ROOT, &rows, key.child(2), &mut seen);
        seen
    };
    piece.trees().iter().zip(piece.numbers()).zip(&bags).map(one).collect()
}

/// Goes down random small forests of columns of so many values again.
fn as_brute_force(values: &[u64]) {
    let mut splits = 0;
    for number in 0..u64::from(proof::cases(150).cases) {
        let mut draws = Key::new(30).child(number).draws();
        let rows = 2 + draws.below(60) as usize;
        let distinct = values[draws.below(values.len() as u64) as usize];
        let columns = 1 + draws.below(6) as usize;
        let mut stand = stand_of(numbers(rows, columns, distinct, number), Columns::Sqrt, 3);
        stand.settings.tree.columns_per_split =
            [Columns::Sqrt, Columns::Count(1), Columns::Share(0.7), Columns::All][draws.below(4) as usize];
        stand.settings.tree.count_constant = draws.below(3) == 0;
        stand.settings.columns_per_tree = [Columns::All, Columns::Share(0.6)][draws.below(2) as usize];
        stand.settings.sample = [Sample::Bootstrap(1.0), Sample::Part(0.7), Sample::All][draws.below(3) as usize];
        stand.settings.tree.seed = number;
        splits += go_down_again(&stand, &stand.grow()).iter().flatten().count();
    }
    assert!(splits > 3_000, "{splits}");
}

#[test]
fn every_node_is_split_as_brute_force_over_the_columns_that_it_drew_would() {
    as_brute_force(&[2, 1 << 30]);
}

#[test]
fn so_is_a_node_whose_columns_have_few_values() {
    as_brute_force(&[4, 30]);
}

#[test]
fn each_node_draws_columns_of_its_own_and_all_are_drawn_alike() {
    let columns = 9;
    let stand = stand_of(numbers(800, columns, 1 << 40, 8), Columns::Sqrt, 30);
    let seen = go_down_again(&stand, &stand.grow());
    let mut counts = vec![0.0; columns];
    let mut nodes = 0.0;
    for drawn in seen.iter().flatten().filter(|drawn| drawn.len() == 3) {
        for column in drawn {
            counts[*column as usize] += 1.0;
        }
        nodes += 1.0;
    }
    let expected = nodes * 3.0 / columns as f64;
    let chi: f64 = counts.iter().map(|count: &f64| (count - expected).powi(2) / expected).sum();
    assert!(nodes > 3_000.0 && chi < 26.1, "{chi} of {nodes}"); // 1 in 1000 with 8 degrees of freedom
    // One sample for a whole tree, or one for all roots, would show here.
    for tree in &seen {
        let distinct: BTreeSet<&Vec<u32>> = tree.iter().collect();
        assert!(distinct.len() > 30, "{}", distinct.len());
    }
    let roots: BTreeSet<&Vec<u32>> = seen.iter().map(|tree| &tree[0]).collect();
    assert!(roots.len() > 15, "{}", roots.len());
}

/// Twenty columns that tell nothing, and two that do.
fn mostly_constant() -> Case {
    let mut case = numbers(300, 2, 1 << 40, 9);
    let mut columns: Vec<Column> =
        (0..20).map(|place| Column::numbers(&format!("same{place}"), vec![7.0; 300])).collect();
    columns.extend(case.table.columns().iter().cloned());
    case.table = Table::new(columns).unwrap();
    case
}

#[test]
fn columns_that_tell_nothing_do_not_count_as_drawn() {
    let stand = stand_of(mostly_constant(), Columns::Count(1), 10);
    let piece = stand.grow();
    // Two columns in 22 differ: were the others drawn too, nearly every tree would be a root alone.
    assert!(piece.trees().iter().all(|tree| tree.leaves() > 50));
    assert_eq!(piece.importances().splits[..20], [0; 20]);
    assert!(piece.importances().splits[20..].iter().all(|splits| *splits > 100));
}

#[test]
fn columns_that_tell_nothing_count_as_drawn_where_that_is_said_but_one_that_tells_something_is_asked() {
    let mut stand = stand_of(mostly_constant(), Columns::Count(11), 10);
    stand.settings.tree.count_constant = true;
    let piece = stand.grow();
    assert!(piece.trees().iter().all(|tree| tree.leaves() > 50));
    // Of 11 columns that are drawn out of 22, both that differ are among them in 11 · 10 / (22 · 21) of all nodes, and none as often;
    // then they are drawn on until there is one.
    let seen: Vec<Vec<u32>> = go_down_again(&stand, &piece).into_iter().flatten().collect();
    let both = seen.iter().filter(|asked| asked.len() == 2).count() as f64 / seen.len() as f64;
    assert!(seen.len() > 500 && (both - 110.0 / 462.0).abs() < 0.04, "{both} of {}", seen.len());
}

#[test]
fn each_tree_may_have_columns_of_its_own() {
    let mut stand = stand_of(numbers(200, 12, 1 << 40, 10), Columns::All, 40);
    stand.settings.columns_per_tree = Columns::Count(3);
    let piece = stand.grow();
    let used = |tree: &Tree| {
        let column = |node: Node| match node {
            Node::Branch { split, .. } => Some(split.column),
            Node::Leaf => None,
        };
        tree.nodes().iter().filter_map(column).collect::<BTreeSet<ColumnId>>()
    };
    let sets: BTreeSet<BTreeSet<ColumnId>> = piece.trees().iter().map(used).collect();
    assert!(sets.iter().all(|set| set.len() == 3));
    assert!(sets.len() > 25, "{}", sets.len());
}

#[test]
fn drawn_columns_are_searched_quickly_as_plainly() {
    for number in 0..u64::from(proof::cases(150).cases) {
        let mut draws = Key::new(31).child(number).draws();
        let task = [Task::Classification, Task::Regression][draws.below(2) as usize];
        let rows = 2 + draws.below(400) as usize;
        let mut case = random_case_of(&mut draws, rows, task);
        case.settings.columns_per_split =
            [Columns::Count(1), Columns::Count(2), Columns::Share(0.5)][draws.below(3) as usize];
        case.settings.count_constant = draws.below(4) == 0;
        case.settings.missing_last = draws.below(3) == 0;
        let (tree, record) = case.record();
        assert_eq!(record.differing, [], "{case:?}");
        let many = case.settings.columns_per_split.of(case.columns().len());
        for node in &record.nodes {
            let columns: BTreeSet<ColumnId> = node.trials.iter().map(|trial| trial.column).collect();
            assert!(columns.len() <= many);
        }
        assert_eq!(tree.len(), record.nodes.len());
    }
}

#[test]
fn extra_trees_cut_anywhere_between_the_least_and_the_greatest_value() {
    let mut stand = stand_of(numbers(300, 3, 1 << 40, 11), Columns::Count(1), 200);
    stand.settings = ForestSettings {
        tree: TreeSettings {
            columns_per_split: Columns::Count(1),
            max_depth: Some(1),
            ..ForestSettings::extra_trees(Task::Classification).tree
        },
        ..ForestSettings::extra_trees(Task::Classification)
    }
    .trees(300);
    let piece = stand.grow();
    let cuts: Vec<f64> = piece
        .trees()
        .iter()
        .filter_map(|tree| match tree.node(NodeId::ROOT) {
            Node::Branch { split, .. } => match split.test {
                Test::Threshold { cut } => Some(cut / (1_u64 << 40) as f64),
                _ => None,
            },
            Node::Leaf => None,
        })
        .collect();
    assert_eq!(cuts.len(), 300);
    // Uniform on [0, 1]: the largest distance to the steps of the 300 cuts stays below 1.95 / √300, but for 1 in 1000.
    let mut sorted = cuts;
    sorted.sort_by(f64::total_cmp);
    let off = sorted.iter().enumerate().map(|(place, cut)| (cut - place as f64 / 300.0).abs()).fold(0.0, f64::max);
    assert!(off < 0.113, "{off}");
}

#[test]
fn a_lone_tree_of_all_rows_and_columns_is_split_as_a_forest_of_one() {
    for number in 0..u64::from(proof::cases(100).cases) {
        let mut stand = random_stand(&mut Key::new(32).child(number).draws());
        stand.settings.sample = Sample::All;
        stand.settings.sample_by = SampleBy::Rows;
        (stand.settings.balance, stand.settings.prune_alpha) = (false, 0.0);
        stand.settings.columns_per_tree = Columns::All;
        stand.settings.tree.columns_per_split = Columns::All;
        stand.settings.trees = 1;
        if stand.case.is_random() {
            continue; // what is drawn hangs on the tree's number
        }
        let training = stand.training();
        let (alone, record) = grow_recorded(&Training { ..training }, &stand.settings.tree, &()).unwrap();
        assert!(stand.grow().trees() == [alone], "{stand:?}");
        assert!(
            record.nodes.iter().all(|node| !matches!(node.outcome, Outcome::Split(made) if made >= node.trials.len()))
        );
        assert!(record.differing.is_empty());
    }
}
