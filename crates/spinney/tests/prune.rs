//! Pruning against slow references, and its properties.
#![cfg(test)]

mod copse;
mod proof;

use copse::{Case, TableRow, pick, random_case};
use spinney::grow::{MissingPolicy, Training, TreeSettings, grow};
use spinney::model::Model;
use spinney::prune::{
    ComplexityPath, Doubt, Outcome, Pessimism, Pruned, ReducedError, Risk, added_errors, crossed, merged, path,
    pessimistic, reduced_error, shortest, snip,
};
use spinney::seed::{Draws, Key};
use spinney::table::{TargetValues, Task};
use spinney::tree::{Answers, Node, NodeId, Test, Tree};

fn always(name: u64, ordinary: u32, property: impl Fn(&mut Draws, &Case) -> Option<()>) {
    let cases = u64::from(proof::cases(ordinary).cases);
    let mut held = 0;
    for number in 0..cases {
        let mut draws = Key::new(name).child(number).draws();
        let mut case = random_case(&mut draws);
        // Trees that grow to the end have something to prune.
        case.settings = TreeSettings { max_leaves: None, complexity: 0.0, collapse: false, ..case.settings };
        held += u64::from(property(&mut draws, &case).is_some());
    }
    assert!(4 * held > cases, "only {held} of {cases} cases count");
}

fn is_leaf(tree: &Tree, id: NodeId) -> bool {
    tree.branches(id).is_none()
}

/// What a node risks as a leaf, by its definition.
fn risk_of(tree: &Tree, id: NodeId, risk: Risk) -> f64 {
    match tree.answers() {
        Answers::Numbers(all) => all.errors[id.place()],
        Answers::Classes(_) => {
            let weights: Vec<f64> = tree.class_weights(id).iter().map(|pair| pair.weight).collect();
            let total: f64 = weights.iter().sum();
            let share = |weight: &f64| weight / total;
            match risk {
                _ if weights.is_empty() => 0.0,
                Risk::Errors => total - weights.iter().copied().fold(0.0, f64::max),
                Risk::Gini => total * (1.0 - weights.iter().map(share).map(|share| share * share).sum::<f64>()),
                Risk::Entropy => -total * weights.iter().map(share).map(|share| share * share.log2()).sum::<f64>(),
            }
        }
    }
}

/// The least cost of a subtree at a price for each leaf, and the fewest leaves that reach it, by trying all.
fn cheapest(tree: &Tree, id: NodeId, price: f64, risk: Risk) -> (f64, usize) {
    let leaf = (risk_of(tree, id, risk) + price, 1);
    let Some(branches) = tree.branches(id) else { return leaf };
    let below = branches.iter().map(|child| cheapest(tree, child, price, risk));
    let below = below.fold((0.0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    if leaf.0 <= below.0 + 1e-9 * leaf.0.abs().max(1e-300) { leaf } else { below }
}

#[test]
fn errors_are_added_as_c45_and_j48_do() {
    let pairs = [(6.0, 0.0), (9.0, 0.0), (1.0, 0.0), (16.0, 1.0), (14.0, 5.0), (100.0, 10.0)];
    let known = [
        (Doubt::C45, [1.2378, 1.2848, 0.7500, 1.5069, 1.7950, 2.8147]),
        (Doubt::J48, [1.2378, 1.2848, 0.7500, 1.4757, 1.7611, 2.7496]),
    ];
    for (doubt, expected) in known {
        for ((rows, errors), expected) in pairs.iter().zip(expected) {
            let found = added_errors(*rows, *errors, 0.25, doubt);
            assert!((found - expected).abs() < 5e-5, "{doubt:?} {rows} {errors}: {found} for {expected}");
        }
    }
    // Between none and one in a straight line; nearly all rows wrong.
    let half = added_errors(10.0, 0.5, 0.25, Doubt::J48);
    let ends = [0.0, 1.0].map(|errors| added_errors(10.0, errors, 0.25, Doubt::J48));
    assert!((half - f64::midpoint(ends[0], ends[1])).abs() < 1e-12);
    assert_eq!(added_errors(3.0, 2.75, 0.25, Doubt::J48), 0.25);
    assert!((added_errors(3.0, 2.75, 0.25, Doubt::C45) - 0.67 * 0.25).abs() < 1e-12);
}

#[test]
fn every_tree_of_the_path_is_the_cheapest_at_its_price_and_they_are_nested() {
    always(1, 300, |_, case| {
        let tree = case.grow();
        for risk in [Risk::Errors, Risk::Gini, Risk::Entropy] {
            let found = path(&tree, risk);
            assert!(found.steps.is_sorted_by(|one, two| one.price < two.price && one.leaves > two.leaves), "{case:?}");
            assert_eq!(found.steps.last().unwrap().leaves, 1);
            for step in &found.steps {
                let pruned = found.at(&tree, step.price);
                assert_eq!(pruned.tree.leaves(), step.leaves);
                let risks: f64 = pruned
                    .tree
                    .ids()
                    .filter(|id| is_leaf(&pruned.tree, *id))
                    .map(|id| risk_of(&pruned.tree, id, risk))
                    .sum();
                let scale = risk_of(&tree, NodeId::ROOT, risk).max(1e-300);
                assert!((risks - step.risk).abs() <= 1e-9 * scale, "{risks} for {}\n{case:?}", step.risk);
                let (cost, _) = cheapest(&tree, NodeId::ROOT, step.price, risk);
                let own = step.risk + step.price * step.leaves as f64;
                assert!((own - cost).abs() <= 1e-6 * scale, "{own} for {cost} at {step:?}\n{case:?}");
            }
            // A node is split at most as long as the one above it.
            for id in tree.ids().skip(1) {
                assert!(found.prices[id.place()] <= found.prices[tree.parent(id).unwrap().place()]);
            }
        }
        (tree.leaves() > 2).then_some(())
    });
}

/// The error of a tree on rows: wrong classes, or squares.
fn error_on(tree: &Tree, case: &Case, rows: &[u32]) -> f64 {
    let (columns, target) = (case.columns(), case.target());
    let training = Training { weights: case.weights.as_deref(), ..Training::new(&case.table, &columns, &target) };
    rows.iter()
        .map(|row| {
            let ends = tree.landings(&TableRow(&case.table, *row as usize));
            let error = match (&target.values, tree.answers()) {
                (TargetValues::Classes(classes), Answers::Classes(_)) => ends
                    .iter()
                    .map(|end| {
                        let right = tree.majority(end.node) == Some(classes.codes[*row as usize]);
                        if right { 0.0 } else { end.share }
                    })
                    .sum(),
                (TargetValues::Numbers(values), Answers::Numbers(all)) => ends
                    .iter()
                    .map(|end| end.share * (values[*row as usize] - all.values[end.node.place()]).powi(2))
                    .sum::<f64>(),
                _ => panic!("another kind"),
            };
            training.weight(*row) * error
        })
        .sum()
}

#[test]
fn rows_that_prune_are_answered_no_worse_and_every_node_folded_is_worth_it() {
    always(2, 300, |draws, case| {
        let (columns, target) = (case.columns(), case.target());
        let known: Vec<u32> = (0..case.table.rows() as u32).collect();
        let (grown, pruning): (Vec<u32>, Vec<u32>) = known.into_iter().partition(|_| draws.below(3) > 0);
        let whole = Training { weights: case.weights.as_deref(), ..Training::new(&case.table, &columns, &target) };
        let tree = grow(&Training { rows: Some(&grown), ..whole }, &case.settings, &()).ok()?;
        let unseen = Training { rows: Some(&pruning), ..whole };
        let pruned = reduced_error(&tree, &unseen, ReducedError::default()).unwrap();
        let (before, after) = (error_on(&tree, case, &pruning), error_on(&pruned.tree, case, &pruning));
        assert!(after <= before + 1e-6 * before.abs().max(1.0), "{after} after {before}\n{case:?}");
        for weighing in &pruned.weighings {
            let worth = weighing.leaf <= weighing.subtree + 1e-6 * weighing.subtree.abs().min(1.0);
            assert_eq!(weighing.outcome == Outcome::Folded, worth, "{weighing:?}");
        }
        // The rows that pruned are taken in: no weight is lost.
        let fitted = reduced_error(&tree, &unseen, ReducedError { backfit: true }).unwrap().tree;
        let more: f64 = pruning.iter().map(|row| whole.weight(*row)).sum();
        // Rows may end at a node that has no branch for their value.
        let stays = tree.nodes().iter().any(|node| match node {
            Node::Branch { split, .. } => matches!(split.test, Test::Values { .. } | Test::Height { .. }),
            Node::Leaf => false,
        });
        let rows = fitted.rows(NodeId::ROOT);
        let sum = pruned.tree.rows(NodeId::ROOT) + more;
        assert!(stays || (rows - sum).abs() <= 1e-9 * sum, "{rows} for {sum}\n{case:?}");
        (tree.leaves() > 2).then_some(())
    });
}

#[test]
fn a_leaf_is_kept_where_it_is_charged_with_no_more_errors() {
    always(3, 300, |_, case| {
        if case.target().task() != Task::Classification {
            return None;
        }
        let (columns, target) = (case.columns(), case.target());
        let training = Training { weights: case.weights.as_deref(), ..Training::new(&case.table, &columns, &target) };
        let tree = case.grow();
        for doubt in [Doubt::C45, Doubt::J48] {
            let how = Pessimism { doubt, ..Pessimism::default() };
            let plain = pessimistic(&tree, how, None).unwrap();
            assert!(plain.tree.leaves() <= tree.leaves());
            let raised = pessimistic(&tree, how, Some(&training)).unwrap();
            let (one, two) = (tree.rows(NodeId::ROOT), raised.tree.rows(NodeId::ROOT));
            assert!((one - two).abs() <= 1e-6 * one, "{one} rows became {two}\n{case:?}");
            if raised.weighings.iter().all(|weighing| weighing.outcome != Outcome::Raised) && !case.spreads() {
                assert_eq!(raised.tree.len(), plain.tree.len(), "{case:?}");
            }
            // Every row lands once.
            for row in 0..case.table.rows() {
                let ends = raised.tree.landings(&TableRow(&case.table, row));
                let share: f64 = ends.iter().map(|end| end.share).sum();
                assert!((share - 1.0).abs() < 1e-9);
            }
            // Nothing is left to prune without raising.
            let again = pessimistic(&plain.tree, how, None).unwrap();
            assert_eq!(again.tree, plain.tree);
        }
        let short = shortest(&tree, columns.len()).unwrap();
        assert!(short.tree.leaves() <= tree.leaves());
        Some(())
    });
}

#[test]
fn leaves_that_answer_the_same_become_one_and_no_answer_changes() {
    always(4, 200, |_, case| {
        let tree = case.grow();
        let Pruned { tree: small, .. } = merged(&tree);
        for row in 0..case.table.rows() {
            let row = TableRow(&case.table, row);
            let answers = |tree: &Tree| {
                let ends = tree.landings(&row);
                let of = |id| match tree.answers() {
                    Answers::Classes(_) => tree.majority(id).map(f64::from),
                    Answers::Numbers(all) => Some(all.values[id.place()]),
                };
                if ends.len() == 1 { of(ends[0].node) } else { None }
            };
            if tree.landings(&row).len() == 1 {
                assert_eq!(answers(&tree), answers(&small), "{case:?}");
            }
        }
        let inner = tree.ids().find(|id| !is_leaf(&tree, *id))?;
        assert_eq!(snip(&tree, &[inner]).unwrap().tree.leaves(), 1);
        assert!(snip(&tree, &[NodeId(tree.len() as u32)]).is_err());
        Some(())
    });
}

/// Cross-validation the slow way: prunes each fold's tree at each price and asks it.
fn slowly(case: &Case, whole: &ComplexityPath, folds: &[u32], risk: Risk) -> Vec<f64> {
    let (columns, target) = (case.columns(), case.target());
    let training = Training { weights: case.weights.as_deref(), ..Training::new(&case.table, &columns, &target) };
    let rows: Vec<u32> = (0..case.table.rows() as u32).collect();
    let total: f64 = rows.iter().map(|row| training.weight(*row)).sum();
    let steps: Vec<_> = whole.steps.iter().rev().collect();
    let mut sums = vec![0.0; steps.len()];
    for fold in 0..=*folds.iter().max().unwrap() {
        let (test, train): (Vec<u32>, Vec<u32>) = rows.iter().partition(|row| folds[**row as usize] == fold);
        let Ok(tree) = grow(&Training { rows: Some(&train), ..training }, &case.settings, &()) else { continue };
        let own = path(&tree, risk);
        let share = train.iter().map(|row| training.weight(*row)).sum::<f64>() / total;
        for (at, step) in steps.iter().enumerate() {
            let price = if at == 0 { f64::INFINITY } else { (step.price * steps[at - 1].price).sqrt() };
            let pruned = own.at(&tree, price * share).tree;
            sums[at] += match risk {
                Risk::Errors => error_on(&pruned, case, &test),
                _ => quadratic(&pruned, case, &test),
            };
        }
    }
    sums
}

fn quadratic(tree: &Tree, case: &Case, rows: &[u32]) -> f64 {
    let target = case.target();
    let TargetValues::Classes(classes) = &target.values else { return error_on(tree, case, rows) };
    rows.iter()
        .map(|row| {
            let ends = tree.landings(&TableRow(&case.table, *row as usize));
            let share = |class: u32| {
                let of = |end: &spinney::tree::Landing| {
                    let weights = tree.class_weights(end.node);
                    let total: f64 = weights.iter().map(|pair| pair.weight).sum();
                    weights.iter().find(|pair| pair.class == class).map_or(0.0, |pair| end.share * pair.weight / total)
                };
                ends.iter().map(of).sum::<f64>()
            };
            let wanted = classes.codes[*row as usize];
            let off = |class: u32| (share(class) - if class == wanted { 1.0 } else { 0.0 }).powi(2);
            case.weight(*row as usize) * (0..classes.names.len() as u32).map(off).sum::<f64>()
        })
        .sum()
}

#[test]
fn cross_validation_at_all_prices_at_once_is_that_of_each_by_itself() {
    always(5, 150, |draws, case| {
        // Where rows are spread, a row is one answer here and parts of answers in the slow way.
        if case.spreads() || case.settings.missing == MissingPolicy::Fractions {
            return None;
        }
        let (columns, target) = (case.columns(), case.target());
        let training = Training { weights: case.weights.as_deref(), ..Training::new(&case.table, &columns, &target) };
        let tree = case.grow();
        let folds: Vec<u32> = (0..case.table.rows()).map(|_| draws.below(4) as u32).collect();
        let risk = pick(draws, &[Risk::Errors, Risk::Gini]);
        let whole = path(&tree, risk);
        let found = crossed(&whole, &training, &case.settings, (&folds, risk), &()).ok()?;
        let expected = slowly(case, &whole, &folds, risk);
        for (line, expected) in found.lines.iter().zip(expected) {
            let sum = line.crossed_risk * if found.root_risk > 0.0 { found.root_risk } else { 1.0 };
            assert!((sum - expected).abs() <= 1e-9 * expected.abs().max(1e-9), "{sum} for {expected}\n{case:?}");
        }
        assert!(found.lines[found.within_one_error()].leaves <= found.lines[found.best()].leaves);
        Some(())
    });
}

/// A cut with so many rows of one class to the left, and as many of the other to the right.
fn parted(rows: u32) -> Tree {
    let leaf =
        |when: &str, class: &str| format!(r#"{{"when": "{when}", "node": {{"counts": {{"{class}": {rows}}}}}}}"#);
    let children = format!("[{}, {}]", leaf("<= 1", "no"), leaf("> 1", "yes"));
    let text =
        format!(r#"{{"target": "y", "tree": {{"split": {{"column": "x", "cut": 1}}, "children": {children}}}}}"#);
    Model::from_json(&text).unwrap().tree().unwrap().clone()
}

#[test]
fn eight_rows_in_two_halves_take_fewer_bits_with_their_cut_and_four_rows_without() {
    // A leaf: 1 + n·H + ½·log2(n/2) + log2 π. A cut of one column: 1 + log2(n − 1), and its leaves.
    for (rows, leaf, subtree, outcome) in [
        (4, 11.651_496_129_472_319, 10.110_347_181_002_242, Outcome::Kept),
        (2, 7.151_496_129_472_319, 7.887_954_759_665_793, Outcome::Folded),
    ] {
        let found = shortest(&parted(rows), 1).unwrap();
        let weighing = &found.weighings[0];
        assert!((weighing.leaf - leaf).abs() < 1e-12 && (weighing.subtree - subtree).abs() < 1e-12, "{weighing:?}");
        assert_eq!(weighing.outcome, outcome);
        assert_eq!(found.tree.len(), if outcome == Outcome::Kept { 3 } else { 1 });
    }
}

#[test]
fn a_node_that_stays_split_costs_what_is_left_below_it() {
    // Eight rows in two halves: as a leaf 8 · ½, below it nothing. A leaf costs less than that up to a price of 4.
    let tree = parted(4);
    let path = path(&tree, Risk::Gini);
    for (price, subtree, outcome) in [(0.0, 0.0, Outcome::Kept), (3.9, 0.0, Outcome::Kept), (4.0, 0.0, Outcome::Folded)]
    {
        let weighing = &path.at(&tree, price).weighings[0];
        assert_eq!((weighing.leaf, weighing.subtree, weighing.outcome), (4.0, subtree, outcome), "price {price}");
    }
    assert_eq!(path.steps.iter().map(|step| (step.leaves, step.risk)).collect::<Vec<_>>(), [(2, 0.0), (1, 4.0)]);
}
