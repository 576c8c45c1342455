//! What leaves of regression trees answer: medians, quantiles, and lines.
#![cfg(test)]

mod copse;
mod proof;
mod sight;

use sight::{table, tree_of};
use spinney::grow::{Criterion, LeafKind, MissingPolicy, Preset, Training, TreeSettings, grow};
use spinney::seed::Key;
use spinney::table::{Column, Table, Target, Task};
use spinney::tree::{Answers, ColumnId, LinearModel, NodeId, Tree};

fn stump(leaf: LeafKind) -> TreeSettings {
    TreeSettings { leaf, max_depth: Some(0), ..TreeSettings::regression() }
}

fn grown(table: &Table, settings: &TreeSettings, weights: Option<&[f64]>) -> Tree {
    let target = Target::new(table, "y", Some(Task::Regression)).unwrap();
    let columns: Vec<usize> = (0..table.columns().len() - 1).collect();
    grow(&Training { weights, ..Training::new(table, &columns, &target) }, settings, &()).unwrap()
}

fn value(tree: &Tree) -> f64 {
    match tree.answers() {
        Answers::Numbers(numbers) => numbers.values[0],
        Answers::Classes(_) => panic!("numbers"),
    }
}

fn line(tree: &Tree, node: u32) -> Option<&LinearModel> {
    let Answers::Numbers(numbers) = tree.answers() else { panic!("numbers") };
    numbers.linear.iter().find(|pair| pair.0 == NodeId(node)).map(|pair| &pair.1)
}

#[test]
fn the_median_of_one_two_and_nine_is_two_and_of_four_numbers_the_middle_of_two() {
    let odd = table("x,y\n1,9.5\n1,1.5\n1,2.5\n");
    assert_eq!(value(&grown(&odd, &stump(LeafKind::Median), None)), 2.5);
    assert_eq!(value(&grown(&odd, &stump(LeafKind::Mean), None)), 4.5);
    let even = table("x,y\n1,9.5\n1,1.5\n1,2.5\n1,4.5\n");
    assert_eq!(value(&grown(&even, &stump(LeafKind::Median), None)), 3.5);
}

#[test]
fn a_weighted_median_counts_copies() {
    let numbers = table("x,y\n1,1.5\n1,2.5\n1,9.5\n");
    let median = |weights: [f64; 3]| value(&grown(&numbers, &stump(LeafKind::Median), Some(&weights)));
    assert_eq!(median([3.0, 1.0, 1.0]), 1.5);
    assert_eq!(median([1.0, 1.0, 3.0]), 9.5);
    assert_eq!(median([2.0, 1.0, 1.0]), 2.0); // 1.5 1.5 | 2.5 9.5
    assert_eq!(median([0.5, 0.25, 0.25]), 2.0);
}

#[test]
fn a_quantile_is_the_first_number_that_more_than_the_share_lies_up_to() {
    let numbers = table("x,y\n1,1.5\n1,2.5\n1,4.5\n1,9.5\n1,10.5\n");
    let at = |share| value(&grown(&numbers, &stump(LeafKind::Quantile(share)), None));
    assert_eq!([0.1, 0.19, 0.21, 0.5, 0.79, 0.81, 0.99].map(at), [1.5, 1.5, 2.5, 4.5, 9.5, 10.5, 10.5]);
    assert_eq!(at(0.2), 2.0); // one of five lies up to 1.5: the middle of it and the next
    assert_eq!(at(0.8), 10.0);
    let heavy = value(&grown(&numbers, &stump(LeafKind::Quantile(0.9)), Some(&[1.0, 1.0, 1.0, 6.0, 1.0])));
    assert_eq!(heavy, 10.0); // nine of ten lie up to 9.5
}

/// The definition on copies laid out one by one.
fn plain_quantile(copies: &[f64], share: f64) -> f64 {
    let sought = share * copies.len() as f64;
    let first = sought.floor() as usize;
    if sought == sought.floor() && first > 0 { f64::midpoint(copies[first - 1], copies[first]) } else { copies[first] }
}

#[test]
fn leaves_answer_the_quantile_of_their_rows_and_at_a_half_the_median() {
    for number in 0..u64::from(proof::cases(300).cases) {
        let mut draws = Key::new(81).child(number).draws();
        let rows = 1 + draws.below(60) as usize;
        let mut column =
            |name: &str, of: u64| Column::numbers(name, (0..rows).map(|_| draws.below(of) as f64).collect());
        let all = Table::new(vec![column("a", 8), column("b", 40), column("y", 50)]).unwrap();
        let weights: Option<Vec<f64>> =
            (number % 2 == 0).then(|| (0..rows).map(|_| 1.0 + draws.below(3) as f64).collect());
        let share = [0.05, 0.1, 0.25, 1.0 / 3.0, 0.5, 0.9, draws.unit().max(1e-9)][draws.below(7) as usize];
        let criterion = [Criterion::Mse, Criterion::Mae][draws.below(2) as usize];
        let with = |leaf| {
            let settings = TreeSettings { leaf, min_rows_leaf: 4.0, ..TreeSettings::regression().criterion(criterion) };
            grown(&all, &settings, weights.as_deref())
        };
        let tree = with(LeafKind::Quantile(share));
        let Answers::Numbers(answers) = tree.answers() else { panic!("numbers") };
        let mut copies: Vec<Vec<f64>> = vec![Vec::new(); tree.len()];
        for row in 0..rows {
            let end = tree.landings(&copse::TableRow(&all, row))[0].node;
            let times = weights.as_ref().map_or(1.0, |weights| weights[row]) as usize;
            copies[end.place()]
                .extend(std::iter::repeat_n(all.columns()[2].text(row).unwrap().parse::<f64>().unwrap(), times));
        }
        for (node, copies) in copies.iter_mut().enumerate().filter(|(_, copies)| !copies.is_empty()) {
            copies.sort_by(f64::total_cmp);
            let expected = plain_quantile(copies, share);
            assert!((answers.values[node] - expected).abs() < 1e-9, "{share} {copies:?} {}", answers.values[node]);
        }
        assert_eq!(with(LeafKind::Quantile(0.5)), with(LeafKind::Median));
    }
}

#[test]
fn a_quantile_beyond_all_rows_is_refused() {
    let numbers = table("x,y\n1,1.5\n1,2.5\n");
    let target = Target::new(&numbers, "y", Some(Task::Regression)).unwrap();
    for share in [0.0, 1.0, -0.5, f64::NAN] {
        let found = grow(&Training::new(&numbers, &[0], &target), &stump(LeafKind::Quantile(share)), &());
        assert!(found.unwrap_err().to_string().contains("quantile"));
    }
}

#[test]
fn absolute_errors_cut_where_medians_err_least() {
    // Around medians: {0, 0, 0} and {10, 10, 90} err by 80, {0, 0, 0, 10, 10} and {90} by 20.
    let far = table("x,y\n1,0.5\n2,0.5\n3,0.5\n4,10.5\n5,10.5\n6,90.5\n");
    let settings = TreeSettings { max_depth: Some(1), leaf: LeafKind::Median, ..TreeSettings::regression() };
    let tree = tree_of(&far, &settings.criterion(Criterion::Mae), &[]);
    assert_eq!(tree, "x(<=5.5: 0.5 5, >5.5: 90.5 1)");
}

#[test]
fn a_leaf_on_a_line_answers_by_it_within_what_it_saw() {
    let rows = (0..10).map(|x| format!("{x},{}\n", 2 * x + 1)).collect::<Vec<_>>().concat();
    let tree = grown(&table(&format!("x,y\n{rows}")), &stump(LeafKind::Linear), None);
    let line = line(&tree, 0).unwrap();
    assert!((line.terms[0].slope - 2.0 / 1.001).abs() < 1e-12, "{line:?}"); // the ridge is a thousandth
    assert_eq!((line.base, line.terms[0].centre, line.low, line.high), (10.0, 4.5, 1.0, 19.0));
    let at = |x: f64| line.answer(|_| x);
    assert_eq!((at(4.5), at(f64::NAN), at(1e9), at(-1e9)), (10.0, 10.0, 19.0, 1.0));
    assert_eq!((at(f64::INFINITY), at(f64::NEG_INFINITY)), (19.0, 1.0));
}

#[test]
fn a_line_needs_three_rows_more_than_it_has_columns() {
    let four = table("x,y\n1,1.5\n2,2.5\n3,3.5\n4,4.5\n");
    assert!(line(&grown(&four, &stump(LeafKind::Linear), None), 0).is_some());
    let three = table("x,y\n1,1.5\n2,2.5\n3,3.5\n");
    assert!(line(&grown(&three, &stump(LeafKind::Linear), None), 0).is_none());
    // A row of weight 2 is two rows.
    assert!(line(&grown(&three, &stump(LeafKind::Linear), Some(&[1.0, 2.0, 1.0])), 0).is_some());
    let constant = table("x,y\n1,1.5\n1,2.5\n1,3.5\n1,4.5\n");
    assert!(line(&grown(&constant, &stump(LeafKind::Linear), None), 0).is_none());
}

#[test]
fn slopes_are_those_of_least_squares_but_for_the_ridge() {
    let mut draws = Key::new(8).draws();
    for _ in 0..20 {
        let mut column = || (0..40).map(|_| draws.unit() * 10.0 - 5.0).collect::<Vec<f64>>();
        let (a, b, noise) = (column(), column(), column());
        let y: Vec<f64> = (0..40).map(|row| 3.0 + 2.0 * a[row] - 0.5 * b[row] + 0.01 * noise[row]).collect();
        let columns =
            vec![Column::numbers("a", a.clone()), Column::numbers("b", b.clone()), Column::numbers("y", y.clone())];
        let tree = grown(&Table::new(columns).unwrap(), &stump(LeafKind::Linear), None);
        let line = line(&tree, 0).unwrap();
        let (slope_a, slope_b) = least_squares(&a, &b, &y);
        assert!((line.terms[0].slope - slope_a).abs() < 1e-2 * slope_a.abs(), "{line:?} {slope_a}");
        assert!((line.terms[1].slope - slope_b).abs() < 1e-2 * slope_b.abs(), "{line:?} {slope_b}");
        assert_eq!((line.terms[0].column, line.terms[1].column), (ColumnId(0), ColumnId(1)));
    }
}

/// Two slopes by the normal equations.
fn least_squares(a: &[f64], b: &[f64], y: &[f64]) -> (f64, f64) {
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let both =
        |one: &[f64], two: &[f64]| one.iter().zip(two).map(|(p, q)| (p - mean(one)) * (q - mean(two))).sum::<f64>();
    let determinant = both(a, a) * both(b, b) - both(a, b) * both(a, b);
    (
        (both(a, y) * both(b, b) - both(b, y) * both(a, b)) / determinant,
        (both(b, y) * both(a, a) - both(a, y) * both(a, b)) / determinant,
    )
}

#[test]
fn a_leaf_that_was_cut_back_to_has_its_line() {
    let rows = (0..40).map(|x| format!("{x},{}.5\n", 3 * x)).collect::<Vec<_>>().concat();
    let settings = TreeSettings {
        complexity: 1.0, // nothing pays
        leaf: LeafKind::Linear,
        ..TreeSettings::preset(Preset::Rpart, Task::Regression)
    };
    let tree = grown(&table(&format!("x,y\n{rows}")), &settings, None);
    assert_eq!(tree.len(), 1);
    assert!((line(&tree, 0).unwrap().terms[0].slope - 3.0).abs() < 0.01);
}

#[test]
fn columns_that_say_the_same_share_the_slope() {
    let rows = (0..12).map(|x| format!("{x},{x},{}.5\n", 4 * x)).collect::<Vec<_>>().concat();
    let tree = grown(&table(&format!("a,b,y\n{rows}")), &stump(LeafKind::Linear), None);
    let line = line(&tree, 0).unwrap();
    assert!((line.terms[0].slope - 2.0).abs() < 0.01 && (line.terms[1].slope - 2.0).abs() < 0.01, "{line:?}");
}

#[test]
fn parts_of_rows_count_as_parts_in_a_line() {
    // x is known in four rows each side of 5 and unknown in one, whose y is in between: half of it goes to either leaf.
    let csv = "x,z,y\n1,1,1.5\n2,2,2.5\n3,3,3.5\n4,4,4.5\n11,1,21.5\n12,2,22.5\n13,3,23.5\n14,4,24.5\n,9,13.5\n";
    let settings = TreeSettings {
        missing: MissingPolicy::Fractions,
        max_depth: Some(1),
        leaf: LeafKind::Linear,
        min_rows_leaf: 4.0,
        ..TreeSettings::regression()
    };
    let tree = grown(&table(csv), &settings, None);
    assert_eq!((tree.rows(NodeId(1)), tree.rows(NodeId(2))), (4.5, 4.5));
    let Answers::Numbers(numbers) = tree.answers() else { panic!("numbers") };
    assert!((numbers.values[1] - (12.0 + 6.75) / 4.5).abs() < 1e-9);
    // Two columns need five rows, and there are four and a half.
    assert!(numbers.linear.is_empty());
    let table = table(&csv.replace("4,4,4.5\n", "4,4,4.5\n4,4,4.5\n"));
    let tree = grown(&table, &settings, None);
    let z = line(&tree, 1).unwrap().terms.iter().find(|term| term.column == ColumnId(1)).copied();
    let share = 5.0 / 9.0;
    assert!((z.unwrap().centre - (14.0 + 9.0 * share) / (5.0 + share)).abs() < 1e-9, "{z:?}");
}
