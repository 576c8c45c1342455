//! When growth stops: by hand, and for the number of leaves by taking the splits of a whole tree in the order of their gains.
#![cfg(test)]

mod copse;
mod proof;
mod sight;

use copse::{Case, random_case_of};
use sight::{sample, table, tree_of};
use spinney::grow::{
    Criterion, MissingPolicy, Outcome, Preset, Stop, Threshold, Training, TreeSettings, grow, grow_recorded,
};
use spinney::seed::Key;
use spinney::table::{Column, Table, Target, Task};
use spinney::tree::{Node, NodeId, Tree};

/// Rows 1 to 4 of classes a, b, a, b.
///
/// Weight times Gini left by each cut: 1.5 and 3.5: 0 + 3 · 4/9 = 4/3, and 2.5: 1 + 1 = 2, of 4 · 1/2 = 2 before.
fn zigzag() -> Table {
    table("x,y\n1,a\n2,b\n3,a\n4,b\n")
}

fn gini() -> TreeSettings {
    TreeSettings::classification()
}

fn id3() -> TreeSettings {
    TreeSettings::preset(Preset::Id3, Task::Classification)
}

#[test]
fn depth_one_is_one_split() {
    let tree = tree_of(&zigzag(), &gini().max_depth(Some(1)), &[]);
    assert_eq!(tree, "x(<=1.5: a 1, >1.5: b 3)");
    assert_eq!(tree_of(&zigzag(), &gini().max_depth(Some(0)), &[]), "a 4");
}

#[test]
fn leaves_of_two_rows_leave_only_the_middle_cut() {
    let settings = TreeSettings { min_rows_leaf: 2.0, ..gini() };
    assert_eq!(tree_of(&zigzag(), &settings, &[]), "x(<=2.5: a 2, >2.5: a 2)");
    // It gains nothing.
    assert_eq!(tree_of(&zigzag(), &TreeSettings { zero_gain: false, ..settings }, &[]), "a 4");
    assert_eq!(tree_of(&zigzag(), &TreeSettings { min_rows_leaf: 2.5, ..gini() }, &[]), "a 4");
}

#[test]
fn a_node_of_three_rows_is_not_split_where_four_are_asked_for() {
    let settings = |least| TreeSettings { min_rows_split: least, ..gini() };
    assert_eq!(tree_of(&zigzag(), &settings(4.0), &[]), "x(<=1.5: a 1, >1.5: b 3)");
    assert_eq!(tree_of(&zigzag(), &settings(5.0), &[]), "a 4");
    assert_eq!(tree_of(&zigzag(), &settings(3.0), &[]), "x(<=1.5: a 1, >1.5: x(<=2.5: b 1, >2.5: a 2))");
}

#[test]
fn a_gain_is_counted_for_each_row_of_the_node() {
    // The best cut takes 2 − 4/3 = 2/3 off 4 rows: 1/6 for each. The next takes 4/3 − 1 = 1/3 off 3 rows: 1/9 for each.
    let settings = |least| TreeSettings { min_gain: least, ..gini() };
    assert_eq!(tree_of(&zigzag(), &settings(0.167), &[]), "a 4");
    assert_eq!(tree_of(&zigzag(), &settings(0.166), &[]), "x(<=1.5: a 1, >1.5: b 3)");
    assert_eq!(tree_of(&zigzag(), &settings(0.1), &[]), tree_of(&zigzag(), &gini(), &[]));
}

#[test]
fn outlook_is_not_asked_for_where_a_quarter_bit_is_wanted() {
    let tennis = sample("tennis"); // outlook gains 0.2467 bits
    assert_eq!(tree_of(&tennis, &TreeSettings { min_gain: 0.247, ..id3() }, &["day"]), "Yes 14");
    assert!(tree_of(&tennis, &TreeSettings { min_gain: 0.2467, ..id3() }, &["day"]).starts_with("outlook("));
}

#[test]
fn an_error_of_five_in_fourteen_is_accepted_or_not() {
    let tennis = sample("tennis"); // 5 of 14 do not play: 0.3571; of the 5 rainy days 2 do not: 0.4
    let settings = |most| TreeSettings { acceptable_error: Some(most), ..id3() };
    assert_eq!(tree_of(&tennis, &settings(0.358), &["day"]), "Yes 14");
    assert_eq!(tree_of(&tennis, &settings(0.357), &["day"]), tree_of(&tennis, &id3(), &["day"]));
}

#[test]
fn the_error_of_numbers_is_the_root_of_the_mean_square() {
    let steps = table("x,y\n1,0.5\n2,4.5\n3,20.5\n4,24.5\n"); // below 2.5: 0.5 and 4.5, each 2 from the mean
    let settings = |most| TreeSettings { acceptable_error: Some(most), ..TreeSettings::regression() };
    assert_eq!(tree_of(&steps, &settings(2.0), &[]), "x(<=2.5: 2.5 2, >2.5: 22.5 2)");
    assert!(tree_of(&steps, &settings(1.9), &[]).ends_with("x(<=3.5: 20.5 1, >3.5: 24.5 1))"));
}

#[test]
fn a_split_must_pay_its_share_of_the_roots_error() {
    // The root errs by 400 + 16: the first split takes 400 off, each further one 8.
    let steps = table("x,y\n1,0.5\n2,4.5\n3,20.5\n4,24.5\n");
    let settings = |share| TreeSettings { complexity: share, ..TreeSettings::regression() };
    assert_eq!(tree_of(&steps, &settings(8.01 / 416.0), &[]), "x(<=2.5: 2.5 2, >2.5: 22.5 2)");
    assert!(tree_of(&steps, &settings(7.99 / 416.0), &[]).contains("x(<=1.5: 0.5 1"));
    assert_eq!(tree_of(&steps, &settings(400.1 / 416.0), &[]), "12.5 4");
}

#[test]
fn splits_that_save_no_error_are_folded_whatever_the_targets_unit() {
    let classes = table("x,y\n1,a\n2,a\n3,a\n4,b\n5,a\n6,a\n"); // one cut saves nothing, two save one error
    let folded = TreeSettings { max_depth: Some(1), collapse: true, ..gini() };
    assert_eq!(tree_of(&classes, &folded, &[]), "a 6");
    let tiny = table("x,y\n1,0.0005\n2,0.0045\n3,0.0205\n4,0.0245\n");
    let j48 = TreeSettings { min_rows_leaf: 1.0, ..TreeSettings::preset(Preset::J48, Task::Regression) };
    assert!(tree_of(&tiny, &j48, &[]).starts_with("x(<=2: "), "{}", tree_of(&tiny, &j48, &[]));
}

#[test]
fn a_split_of_many_branches_is_not_made_where_they_are_too_many_leaves() {
    let tennis = sample("tennis"); // outlook has three values, humidity two
    let settings = |most| TreeSettings { max_leaves: Some(most), ..id3() };
    assert_eq!(tree_of(&tennis, &settings(2), &["day"]), "Yes 14");
    assert_eq!(tree_of(&tennis, &settings(3), &["day"]), "outlook(Overcast: Yes 4, Rain: Yes 5, Sunny: No 5)");
    // Both children gain 5 · 0.971 bits: the first is split first.
    let four = "outlook(Overcast: Yes 4, Rain: wind(Strong: No 2, Weak: Yes 3), Sunny: No 5)";
    assert_eq!(tree_of(&tennis, &settings(4), &["day"]), four);
}

#[test]
fn a_leaf_says_why_it_is_one() {
    let tennis = sample("tennis");
    let target = Target::new(&tennis, "play", None).unwrap();
    let stop = |settings: TreeSettings, node: usize| {
        let (_, record) = grow_recorded(&Training::new(&tennis, &[1, 2, 3], &target), &settings, &()).unwrap();
        record.nodes[node].outcome
    };
    assert_eq!(stop(id3(), 1), Outcome::Leaf(Stop::Pure));
    assert_eq!(stop(id3().max_depth(Some(1)), 2), Outcome::Leaf(Stop::MaxDepth));
    assert_eq!(stop(TreeSettings { min_rows_split: 6.0, ..id3() }, 2), Outcome::Leaf(Stop::FewRows));
    assert_eq!(stop(TreeSettings { min_gain: 0.3, ..id3() }, 0), Outcome::Leaf(Stop::NoGain));
    assert_eq!(stop(TreeSettings { acceptable_error: Some(0.4), ..id3() }, 0), Outcome::Leaf(Stop::Accepted));
    assert_eq!(stop(TreeSettings { max_leaves: Some(3), ..id3() }, 2), Outcome::Leaf(Stop::MaxLeaves));
    assert_eq!(stop(TreeSettings { complexity: 0.9, ..id3() }, 0), Outcome::Leaf(Stop::CutBack));
    assert_eq!(stop(TreeSettings { min_rows_leaf: 8.0, ..id3() }, 0), Outcome::Leaf(Stop::NoColumn));
}

/// The nodes that are split when the whole tree's splits are taken in the order of their gains, until leaves run out;
/// `None` where two gains are as good as equal.
fn taken(tree: &Tree, gains: &[f64], most: u32) -> Option<Vec<NodeId>> {
    let (mut open, mut leaves, mut made) = (vec![NodeId::ROOT], 1, Vec::new());
    loop {
        open.retain(|id| tree.branches(*id).is_some());
        open.sort_by(|one, two| gains[one.place()].total_cmp(&gains[two.place()]));
        let near = |pair: &[NodeId]| {
            let (one, two) = (gains[pair[0].place()], gains[pair[1].place()]);
            (one - two).abs() <= 1e-9 * gains[0].abs().max(1.0)
        };
        if open.windows(2).any(near) {
            return None;
        }
        let Some(next) = open.pop() else { return Some(made) };
        let Some(branches) = tree.branches(next) else { panic!("a branch") };
        if leaves + branches.count - 1 <= most {
            leaves += branches.count - 1;
            made.push(next);
            open.extend(branches.iter());
        }
    }
}

/// The nodes of a tree that are split, as the rows they hold and their column.
fn shape(tree: &Tree, only: Option<&[NodeId]>) -> Vec<String> {
    let mut shape: Vec<String> = tree
        .ids()
        .filter(|id| only.is_none_or(|only| only.contains(id)))
        .filter_map(|id| match tree.node(id) {
            Node::Branch { split, .. } => Some(format!("{:?} {:?} {}", split.column, split.test, tree.rows(id))),
            Node::Leaf => None,
        })
        .collect();
    shape.sort();
    shape
}

#[test]
fn the_most_leaves_are_those_of_the_largest_gains() {
    let mut compared = 0;
    for number in 0..u64::from(proof::cases(400).cases) {
        let mut draws = Key::new(31).child(number).draws();
        let task = copse::pick(&mut draws, &[Task::Classification, Task::Regression]);
        let rows = 5 + draws.below(60) as usize;
        let case = random_case_of(&mut draws, rows, task);
        let criterion = case.settings.criterion;
        if criterion == Criterion::Random || case.spreads() {
            continue; // draws depend on the path, not on the order; parts of rows on neither
        }
        let missing =
            if case.settings.missing == MissingPolicy::Fractions { MissingPolicy::Own } else { case.settings.missing };
        let plain = TreeSettings {
            criterion,
            nominal: case.settings.nominal,
            missing,
            threshold: Threshold::Best,
            min_rows_leaf: case.settings.min_rows_leaf,
            ..TreeSettings::default()
        };
        let whole = Case { settings: plain, ..case };
        let (tree, record) = whole.record();
        let gain = |node: &spinney::grow::NodeRecord| match node.outcome {
            Outcome::Split(made) => node.trials[made].gain * node.trials[made].of,
            Outcome::Leaf(_) => 0.0,
        };
        let gains: Vec<f64> = record.nodes.iter().map(gain).collect();
        for most in [1, 2, 3, 5, 9] {
            let Some(made) = taken(&tree, &gains, most) else { continue };
            let limited = TreeSettings { max_leaves: Some(most), ..whole.settings.clone() };
            let limited = Case { settings: limited, ..whole.clone() }.grow();
            assert!(limited.leaves() <= most as usize, "{whole:?}");
            assert_eq!(shape(&limited, None), shape(&tree, Some(&made)), "{most} {whole:?}");
            compared += 1;
        }
    }
    assert!(compared > 300, "only {compared}");
}

#[test]
fn many_leaves_are_no_more_work_than_few() {
    let rows = if cfg!(debug_assertions) { 4_000 } else { 40_000 };
    let mut draws = Key::new(5).draws();
    let x = Column::numbers("x", (0..rows).map(|_| draws.unit()).collect());
    let y = Column::numbers("y", (0..rows).map(|_| draws.unit()).collect());
    let noise = Table::new(vec![x, y]).unwrap();
    let target = Target::new(&noise, "y", None).unwrap();
    let settings = TreeSettings { max_leaves: Some(u32::MAX), ..TreeSettings::regression() };
    let training = Training::new(&noise, &[0], &target);
    let best_first = grow(&training, &settings, &()).unwrap();
    let depth_first = grow(&training, &TreeSettings::regression(), &()).unwrap();
    assert_eq!(best_first, depth_first);
}
