//! The layout: nothing overlaps, parents stand over their children, equal subtrees look equal.
#![cfg(test)]

mod proof;

use std::ops::Range;

use proptest::prelude::*;
use spinney::draw::{Gaps, tidy};

const GAPS: Gaps = Gaps { siblings: 8.0, cousins: 20.0 };

/// A tree by the number of children of each node, breadth first; numbers that are left over are not used.
fn tree(counts: &[usize]) -> Vec<Range<usize>> {
    let (mut children, mut next, mut place) = (Vec::new(), 1, 0);
    while place < next {
        let count = counts.get(place).copied().unwrap_or(0);
        children.push(next..next + count);
        next += count;
        place += 1;
    }
    children
}

fn depths(children: &[Range<usize>]) -> Vec<usize> {
    let mut depths = vec![0; children.len()];
    for (node, range) in children.iter().enumerate() {
        for child in range.clone() {
            depths[child] = depths[node] + 1;
        }
    }
    depths
}

#[test]
fn a_leaf_stands_at_its_half_width() {
    assert_eq!(tidy(&tree(&[]), &[30.0], GAPS), [15.0]);
}

#[test]
fn a_parent_stands_over_the_middle_of_three() {
    assert_eq!(tidy(&tree(&[3]), &[10.0; 4], GAPS), [23.0, 5.0, 23.0, 41.0]);
}

#[test]
fn cousins_keep_the_wider_gap() {
    // Two pairs below two siblings: the pairs are 10 + 8 wide each, and 20 apart.
    let places = tidy(&tree(&[2, 2, 2]), &[10.0; 7], GAPS);
    assert_eq!(places[3..], [5.0, 23.0, 53.0, 71.0]);
    assert_eq!(places[..3], [38.0, 14.0, 62.0]);
}

#[test]
fn a_small_child_between_large_ones_stands_in_their_middle() {
    // Children: four leaves below the first, none below the second, four below the third.
    let places = tidy(&tree(&[3, 4, 0, 4]), &[10.0; 12], GAPS);
    assert!((places[2] - f64::midpoint(places[1], places[3])).abs() < 1e-9, "{places:?}");
}

#[test]
fn a_wide_node_pushes_its_cousins_away() {
    let places = tidy(&tree(&[2, 1, 1]), &[10.0, 10.0, 10.0, 100.0, 10.0], GAPS);
    assert_eq!(places[4] - places[3], 50.0 + 20.0 + 5.0);
}

#[test]
fn a_chain_of_a_hundred_thousand_and_a_fan_of_a_hundred_thousand_are_placed() {
    let chain = tree(&vec![1; 100_000]);
    assert!(tidy(&chain, &vec![10.0; chain.len()], GAPS).iter().all(|place| *place == 5.0));
    let fan = tree(&[100_000]);
    assert!((tidy(&fan, &vec![10.0; fan.len()], GAPS)[100_000] - (99_999.0 * 18.0 + 5.0)).abs() < 1e-3);
}

fn any_tree() -> impl Strategy<Value = (Vec<Range<usize>>, Vec<f64>)> {
    let counts = prop::collection::vec(prop_oneof![3 => Just(0), 1 => Just(1), 4 => Just(2), 2 => 3_usize..6], 0..120);
    let sizes = prop::collection::vec(5.0_f64..90.0, 700);
    (counts, sizes).prop_map(|(mut counts, sizes)| {
        if let Some(first) = counts.first_mut() {
            *first = (*first).max(2);
        }
        let children = tree(&counts);
        let sizes = sizes[..children.len()].to_vec();
        (children, sizes)
    })
}

/// The nodes of a subtree, in one order for all trees of its shape.
fn below(children: &[Range<usize>], root: usize) -> Vec<usize> {
    let mut all = vec![root];
    let mut at = 0;
    while at < all.len() {
        all.extend(children[all[at]].clone());
        at += 1;
    }
    all
}

proptest! {
    #![proptest_config(proof::cases(400))]

    #[test]
    fn nothing_overlaps_and_gaps_are_kept((children, sizes) in any_tree()) {
        let (places, depths) = (tidy(&children, &sizes, GAPS), depths(&children));
        let parent = |node: usize| children.iter().position(|range| range.contains(&node));
        for deep in 0..=depths.iter().copied().max().unwrap_or(0) {
            let row: Vec<usize> = (0..children.len()).filter(|node| depths[*node] == deep).collect();
            for pair in row.windows(2) {
                let gap = places[pair[1]] - sizes[pair[1]] / 2.0 - places[pair[0]] - sizes[pair[0]] / 2.0;
                let least = if parent(pair[0]) == parent(pair[1]) { GAPS.siblings } else { GAPS.cousins };
                prop_assert!(gap >= least - 1e-6, "{} and {} are {gap} apart", pair[0], pair[1]);
            }
        }
    }

    #[test]
    fn parents_stand_over_the_middle_and_the_page_begins_at_nought((children, sizes) in any_tree()) {
        let places = tidy(&children, &sizes, GAPS);
        for (node, range) in children.iter().enumerate().filter(|(_, range)| !range.is_empty()) {
            let middle = f64::midpoint(places[range.start], places[range.end - 1]);
            prop_assert!((places[node] - middle).abs() < 1e-6);
        }
        let least = (0..places.len()).map(|node| places[node] - sizes[node] / 2.0).fold(f64::INFINITY, f64::min);
        prop_assert!(least.abs() < 1e-9);
        prop_assert_eq!(&places, &tidy(&children, &sizes, GAPS));
    }

    #[test]
    fn a_subtree_keeps_its_shape_wherever_it_hangs((children, sizes) in any_tree(), pick in any::<prop::sample::Index>()) {
        let places = tidy(&children, &sizes, GAPS);
        let nodes = below(&children, pick.index(children.len()));
        let counts: Vec<usize> = nodes.iter().map(|node| children[*node].len()).collect();
        let own: Vec<f64> = nodes.iter().map(|node| sizes[*node]).collect();
        let alone = tidy(&tree(&counts), &own, GAPS);
        for (node, place) in nodes.iter().zip(&alone) {
            prop_assert!((places[*node] - places[nodes[0]] - (place - alone[0])).abs() < 1e-6);
        }
    }
}
