//! The record of a growing tree: what was tried, how it compares, and why growth stopped.
#![cfg(test)]

mod sight;

use sight::{columns, sample, table};
use spinney::grow::{
    Outcome, Preset, Record, Recording, Stop, Training, TreeSettings, grow_recorded, grow_recorded_for,
};
use spinney::table::{Table, Target, Task};
use spinney::tree::{NodeId, Tree};

fn recorded(table: &Table, settings: &TreeSettings) -> (Tree, Record) {
    let target = Target::new(table, &table.columns().last().unwrap().name, None).unwrap();
    grow_recorded(&Training::new(table, &columns(table, &["day"]), &target), settings, &()).unwrap()
}

fn id3() -> TreeSettings {
    TreeSettings::preset(Preset::Id3, Task::Classification)
}

#[test]
fn equal_splits_have_as_many_better_ones() {
    let (_, record) = recorded(&sample("restaurant"), &id3());
    let better = |node: usize| record.nodes[node].trials.iter().map(|trial| trial.better).collect::<Vec<u32>>();
    // pat; est; hun and price; fri and res; alt, bar, rain and type
    assert_eq!(better(0), [6, 6, 4, 2, 0, 2, 6, 4, 6, 1]);
    // At Full, hun, price, res, type and est tie.
    assert_eq!(better(1).iter().filter(|better| **better == 0).count(), 5);
}

#[test]
fn rows_without_a_value_are_counted() {
    let (_, record) = recorded(&table("x,y\n1,a\n2,b\n,b\n"), &TreeSettings::classification());
    assert!(record.nodes[0].trials.iter().all(|trial| trial.lost == 1.0));
    let (_, record) = recorded(&sample("tennis"), &id3());
    assert!(record.nodes[0].trials.iter().all(|trial| trial.lost == 0.0));
}

#[test]
fn only_c45_has_an_average_gain() {
    let c45 = TreeSettings::preset(Preset::C45, Task::Classification);
    let (_, record) = recorded(&sample("tennis"), &c45);
    let gains: Vec<f64> = record.nodes[0].trials.iter().map(|trial| trial.gain).collect();
    let average = record.nodes[0].average_gain.unwrap();
    assert!((average - gains.iter().sum::<f64>() / 3.0).abs() < 1e-12, "{average} of {gains:?}");
    assert_eq!(recorded(&sample("tennis"), &id3()).1.nodes[0].average_gain, None);
}

#[test]
fn a_full_tree_and_a_split_taken_back_are_told_apart() {
    let classes = table("x,y\n1,a\n2,b\n3,c\n4,d\n");
    let few = TreeSettings { max_leaves: Some(2), ..TreeSettings::classification() };
    let (_, record) = recorded(&classes, &few);
    let stops: Vec<Outcome> = record.nodes.iter().map(|node| node.outcome).collect();
    assert!(stops.contains(&Outcome::Leaf(Stop::MaxLeaves)) && !stops.contains(&Outcome::Leaf(Stop::CutBack)));
    let idle = table("x,y\na,n\na,n\na,n\na,y\nb,n\nb,n\nb,n\nb,n\n");
    let (_, record) = recorded(&idle, &TreeSettings::preset(Preset::C45, Task::Classification));
    assert_eq!(record.nodes[0].outcome, Outcome::Leaf(Stop::CutBack));
}

#[test]
fn a_record_of_some_nodes_is_that_part_of_the_record_of_all() {
    let penguins = sample("penguins");
    for preset in [Preset::Id3, Preset::C45, Preset::Cart, Preset::Rpart] {
        let settings = TreeSettings::preset(preset, Task::Classification);
        let target = Target::new(&penguins, "species", None).unwrap();
        let columns = columns(&penguins, &[]);
        let training = Training::new(&penguins, &columns, &target);
        let (tree, all) = grow_recorded(&training, &settings, &()).unwrap();
        let last = NodeId(tree.len() as u32 - 1);
        let recording = Recording { nodes: &|_| vec![last, NodeId(1), NodeId(1), NodeId(9999)], most: None };
        let (same, some) = grow_recorded_for(&training, &settings, &(), recording).unwrap();
        assert_eq!(same, tree);
        assert_eq!(some.ids, [NodeId(1), last]);
        for (id, node) in some.ids.iter().zip(&some.nodes) {
            // NaN means are not equal to themselves, so the texts are compared.
            assert_eq!(format!("{node:?}"), format!("{:?}", all.nodes[id.place()]));
        }
    }
}

#[test]
fn a_short_record_keeps_the_best_splits_of_each_column_and_the_one_that_is_made() {
    let penguins = sample("penguins");
    let target = Target::new(&penguins, "species", None).unwrap();
    let columns = columns(&penguins, &[]);
    let training = Training::new(&penguins, &columns, &target);
    let recording = Recording { nodes: &|tree| tree.ids().collect(), most: Some(3) };
    let (_, short) = grow_recorded_for(&training, &id3(), &(), recording).unwrap();
    let (_, all) = grow_recorded(&training, &id3(), &()).unwrap();
    for (few, many) in short.nodes.iter().zip(&all.nodes) {
        let left: u32 = few.passed_over.iter().map(|pair| pair.1).sum();
        assert_eq!(few.trials.len() + left as usize, many.trials.len());
        let made = |node: &spinney::grow::NodeRecord| match node.outcome {
            Outcome::Split(trial) => Some(format!("{:?}", node.trials[trial])),
            Outcome::Leaf(_) => None,
        };
        assert_eq!(made(few), made(many));
        for column in many.trials.chunk_by(|one, two| one.column == two.column) {
            let best = column.iter().map(|trial| trial.better).min();
            let kept = few.trials.iter().filter(|trial| trial.column == column[0].column);
            assert_eq!(kept.clone().map(|trial| trial.better).min(), best);
            assert!(kept.count() <= 4);
        }
    }
}
