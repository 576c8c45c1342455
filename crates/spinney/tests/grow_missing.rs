//! Rows without a value, policy by policy, in numbers that can be checked by hand.
#![cfg(test)]

mod sight;

use sight::{sample_text, table, tree_of};
use spinney::grow::{
    Criterion, MissingPolicy, Nominal, Preset, Threshold, Training, TreeSettings, grow, grow_recorded,
};
use spinney::table::{Table, Target, Task};
use spinney::tree::{Cell, ColumnId, Missing, Node, NodeId, Row, Split, Test, Tree};

fn with(missing: MissingPolicy) -> TreeSettings {
    TreeSettings { missing, ..TreeSettings::classification() }
}

fn grown(table: &Table, settings: &TreeSettings) -> Tree {
    let target = Target::new(table, &table.columns().last().unwrap().name, None).unwrap();
    let columns: Vec<usize> = (0..table.columns().len() - 1).collect();
    grow(&Training::new(table, &columns, &target), settings, &()).unwrap()
}

fn root(tree: &Tree) -> Split {
    match tree.node(NodeId::ROOT) {
        Node::Branch { split, .. } => split,
        Node::Leaf => panic!("a leaf"),
    }
}

struct Cells(Vec<Cell>);

impl Row for Cells {
    fn cell(&self, column: ColumnId) -> Cell {
        self.0[column.place()]
    }
}

/// The rows of the leaf in which a row of these cells ends.
fn ends(tree: &Tree, cells: &[Cell]) -> f64 {
    tree.rows(tree.landings(&Cells(cells.to_vec()))[0].node)
}

/// Tennis without the outlook of day 12, an overcast one.
fn tennis() -> Table {
    table(&sample_text("tennis").replace("D12,Overcast", "D12,"))
}

#[test]
fn an_unknown_outlook_takes_its_share_off_the_gain_and_is_a_branch_of_the_split() {
    let table = tennis();
    let target = Target::new(&table, "play", None).unwrap();
    let settings = TreeSettings {
        criterion: Criterion::GainRatio,
        nominal: Nominal::Values,
        missing: MissingPolicy::Fractions,
        ..TreeSettings::default()
    };
    let (_, record) = grow_recorded(&Training::new(&table, &[1, 2, 3], &target), &settings, &()).unwrap();
    let outlook = record.nodes[0].trials.iter().find(|trial| trial.column == ColumnId(0)).unwrap();
    assert!((outlook.gain - 0.1990).abs() < 5e-5, "{}", outlook.gain);
    assert!((outlook.split_entropy - 1.8092).abs() < 5e-5, "{}", outlook.split_entropy);
    assert!((outlook.gain / outlook.split_entropy - 0.1100).abs() < 5e-5);
    assert!((outlook.counted.impurity - 0.9612).abs() < 5e-5);
}

#[test]
fn day_twelve_goes_down_every_branch_in_thirteenths() {
    let table = tennis();
    let target = Target::new(&table, "play", None).unwrap();
    let settings = TreeSettings {
        missing: MissingPolicy::Fractions,
        max_depth: Some(1),
        ..TreeSettings::preset(Preset::Id3, Task::Classification)
    };
    let tree = grow(&Training::new(&table, &[1, 2, 3], &target), &settings, &()).unwrap();
    let rows: Vec<f64> = (1..4).map(|node| tree.rows(NodeId(node))).collect();
    for (found, expected) in rows.iter().zip([3.0 + 3.0 / 13.0, 5.0 + 5.0 / 13.0, 5.0 + 5.0 / 13.0]) {
        assert!((found - expected).abs() < 1e-9, "{rows:?}");
    }
    assert_eq!(tree.rows(NodeId::ROOT), 14.0);
    let landings = tree.landings(&Cells(vec![Cell::Missing; 3]));
    let share: f64 = landings.iter().map(|end| end.share).sum();
    assert_eq!((landings.len(), share), (3, 1.0));
    assert!((landings[0].share - 3.0 / 13.0).abs() < 1e-9);
}

#[test]
fn learned_rows_go_where_they_gain_most() {
    let right = table("x,y\n1,a\n2,a\n3,b\n4,b\n,b\n");
    assert_eq!(tree_of(&right, &with(MissingPolicy::Learned), &[]), "x(<=2.5: a 2, >2.5: b 3)");
    assert_eq!(root(&grown(&right, &with(MissingPolicy::Learned))).missing, Missing::Branch(1));
    let left = table("x,y\n1,a\n2,a\n3,b\n4,b\n,a\n");
    assert_eq!(root(&grown(&left, &with(MissingPolicy::Learned))).missing, Missing::Branch(0));
    // Training had none: the heaviest branch, the first of equal ones.
    let none = table("x,y\n1,a\n2,a\n3,b\n4,b\n5,b\n");
    assert_eq!(root(&grown(&none, &with(MissingPolicy::Learned))).missing, Missing::Branch(1));
    let alike = table("x,y\n1,a\n2,a\n3,b\n4,b\n");
    assert_eq!(root(&grown(&alike, &with(MissingPolicy::Learned))).missing, Missing::Branch(0));
}

#[test]
fn of_equally_heavy_branches_the_last_is_taken_where_missing_values_stand_last() {
    let last = TreeSettings { missing_last: true, ..with(MissingPolicy::Learned) };
    let way = |text: &str| root(&grown(&table(text), &last)).missing.clone();
    assert_eq!(way("x,y\n1,a\n2,a\n3,b\n4,b\n"), Missing::Branch(1)); // two rows in each
    assert_eq!(way("x,y\n1,a\n2,a\n3,a\n4,b\n"), Missing::Branch(0)); // three against one
    assert_eq!(way("x,y\n1,a\n2,a\n3,b\n4,b\n,a\n"), Missing::Branch(0)); // training knows the way
    let both = "x,y\n1,a\n2,a\n3,b\n4,b\n,a\n,b\n"; // either way gains the same
    assert_eq!(way(both), Missing::Branch(1));
    assert_eq!(root(&grown(&table(both), &with(MissingPolicy::Learned))).missing, Missing::Branch(0));
    let values = TreeSettings { nominal: Nominal::Values, ..last.clone() };
    let three = grown(&table("x,y\nu,a\nu,a\nv,b\nv,b\nw,c\n"), &values);
    assert_eq!(root(&three).missing, Missing::Branch(1)); // two, two and one
}

#[test]
fn one_number_alone_is_parted_from_what_is_missing_where_cuts_are_drawn() {
    let drawn = TreeSettings { threshold: Threshold::Random, ..with(MissingPolicy::Learned) };
    let tree = grown(&table("x,y\n,a\n7,b\n,a\n7,b\n"), &drawn);
    assert_eq!((tree.len(), &root(&tree).missing), (3, &Missing::Branch(1)));
    assert_eq!(root(&tree).test, Test::Threshold { cut: 7.0 });
    assert_eq!((ends(&tree, &[Cell::Number(7.0)]), ends(&tree, &[Cell::Missing])), (2.0, 2.0));
}

#[test]
fn being_missing_may_be_the_whole_question() {
    let telling = table("x,y\n1,a\n5,a\n3,a\n,b\n,b\n");
    let tree = grown(&telling, &with(MissingPolicy::Learned));
    assert_eq!((tree.len(), &root(&tree).missing), (3, &Missing::Branch(1)));
    assert_eq!(ends(&tree, &[Cell::Number(1e9)]), 3.0);
    assert_eq!(ends(&tree, &[Cell::Missing]), 2.0);
}

#[test]
fn missing_values_of_their_own_have_a_branch_of_their_own() {
    let three = table("x,y\n1,a\n2,a\n3,b\n4,b\n,c\n,c\n");
    let tree = grown(&three, &with(MissingPolicy::Own));
    assert_eq!((tree.len(), &root(&tree).missing), (4, &Missing::Branch(2)));
    let names = table("x,y\nu,a\nu,a\nv,b\nv,b\n,c\n,c\n");
    let settings = TreeSettings { nominal: Nominal::Values, ..with(MissingPolicy::Own) };
    let tree = grown(&names, &settings);
    assert_eq!((tree.len(), &root(&tree).missing), (4, &Missing::Branch(2)));
}

/// x parts the rows at 3.5; z agrees in five of six of them, w in four.
fn stand_ins() -> Table {
    table("w,x,z,y\n1,1,1,a\n1,2,2,a\n2,3,3,a\n1,4,2,b\n2,5,5,b\n2,6,6,b\n,,1,a\n,,6,b\n")
}

#[test]
fn surrogates_are_those_that_agree_more_than_the_heaviest_branch() {
    let settings = TreeSettings { max_depth: Some(1), ..with(MissingPolicy::Surrogates) };
    let tree = grown(&stand_ins(), &settings);
    let split = root(&tree);
    let Missing::Surrogates(others) = &split.missing else { panic!("{split:?}") };
    // Of the six rows with an x, three lie to each side: chance agrees in 3. z <= 2.5 sends 1, 2 left and 4 wrongly; z <= 4
    // sends 1, 2, 3 left, 4 wrongly: 5 of 6. w <= 1.5 sends 1, 2 left, 5, 6 right, and 3 and 4 wrongly: 4 of 6.
    assert_eq!(split.column, ColumnId(1));
    let told: Vec<(u32, f64)> = others.iter().map(|other| (other.column.0, other.agreement)).collect();
    assert_eq!(told, [(2, 5.0 / 6.0), (0, 4.0 / 6.0)]);
    assert_eq!((tree.rows(NodeId(1)), tree.rows(NodeId(2))), (4.0, 4.0));
    let at = |w, z| ends(&tree, &[w, Cell::Missing, z]);
    assert_eq!(at(Cell::Missing, Cell::Number(6.0)), 4.0);
}

#[test]
fn a_surrogate_sends_training_rows_as_its_cut_says() {
    // z is cut in the middle of 10 and 100; the row without an x has a z of 30, below the cut, that no other row has.
    let between = table("x,z,y\n1,10,a\n2,10,a\n3,100,b\n4,100,b\n,30,b\n,90,a\n");
    let settings = TreeSettings { max_depth: Some(1), ..with(MissingPolicy::Surrogates) };
    let tree = grown(&between, &settings);
    assert_eq!((tree.rows(NodeId(1)), tree.rows(NodeId(2))), (3.0, 3.0));
    let answer = |z| tree.majority(tree.landings(&Cells(vec![Cell::Missing, Cell::Number(z)]))[0].node);
    assert_eq!((answer(30.0), answer(54.0), answer(56.0)), (Some(0), Some(0), Some(1)));
}

#[test]
fn rows_that_no_surrogate_knows_follow_the_heaviest_branch_in_training_and_after() {
    // By x: four left, three right. By z, two more go right: it is the heavier then, and the row that knows neither follows.
    let csv = "x,z,y\n1,1,a\n2,1,a\n3,1,a\n4,1,a\n5,2,b\n6,2,b\n7,2,b\n,2,b\n,2,b\n,,b\n";
    let tree = grown(&table(csv), &with(MissingPolicy::Surrogates));
    assert_eq!((tree.rows(NodeId(1)), tree.rows(NodeId(2))), (4.0, 6.0));
    assert_eq!(ends(&tree, &[Cell::Missing, Cell::Missing]), 6.0);
}

#[test]
fn a_value_that_agrees_with_neither_branch_follows_the_heavier() {
    // x: three left, four right. Of the rows of z = v one goes either way.
    let csv = "x,z,y\n1,u,a\n2,u,a\n3,v,a\n4,v,b\n5,w,b\n6,w,b\n7,w,b\n,v,b\n";
    let settings = TreeSettings { max_depth: Some(1), ..with(MissingPolicy::Surrogates) };
    let tree = grown(&table(csv), &settings);
    let Missing::Surrogates(others) = &root(&tree).missing else { panic!("surrogates") };
    assert_eq!((&*others[0].to, others[0].agreement), (&[0, 1, 1][..], 6.0 / 7.0));
    assert_eq!(tree.rows(NodeId(2)), 5.0);
}

#[test]
fn a_level_that_a_node_never_saw_stays_or_follows_the_heaviest() {
    let names = table("x,y\nu,a\nu,a\nv,b\nv,b\nv,b\n");
    let values = TreeSettings { nominal: Nominal::Values, ..TreeSettings::classification() };
    let tree = grown(&names, &values);
    assert_eq!(tree.landings(&Cells(vec![Cell::Unseen]))[0].node, NodeId::ROOT);
    let tree = grown(&names, &TreeSettings::classification());
    assert_eq!(ends(&tree, &[Cell::Unseen]), 3.0);
}
