//! Rows drawn by groups and within strata, classes that weigh the same in each bag, and trees of a forest that are pruned.
#![cfg(test)]

mod copse;
mod proof;

use copse::{Case, pick, random_case, random_case_of, shuffled};
use spinney::forest::{Bag, Course, ForestSettings, Piece, bags, grow as grow_forest};
use spinney::grow::{
    Columns, Conventions, Criterion, Sample, SampleBy, Threshold, Training, TreeSettings, balanced, grow,
};
use spinney::prune::{Risk, path};
use spinney::seed::{Draws, Key};
use spinney::table::{MISSING, Target, TargetValues, Task};
use spinney::tree::{NodeId, Tree};

/// A table whose rows have groups.
#[derive(Debug, Clone)]
struct Wood {
    case: Case,
    columns: Vec<usize>,
    target: Target,
    groups: Option<Vec<u32>>,
    settings: ForestSettings,
}

impl Wood {
    fn new(case: Case, groups: Option<Vec<u32>>, settings: ForestSettings) -> Self {
        Wood { columns: case.columns(), target: case.target(), case, groups, settings }
    }

    fn training(&self) -> Training<'_> {
        Training {
            weights: self.case.weights.as_deref(),
            groups: self.groups.as_deref(),
            ..Training::new(&self.case.table, &self.columns, &self.target)
        }
    }

    fn bags(&self, trees: u64) -> Vec<Bag> {
        bags(&self.training(), &self.settings, &(0..trees).collect::<Vec<u64>>()).unwrap()
    }

    fn trees(&self) -> Vec<Tree> {
        grow_forest(&self.training(), &self.settings, &()).unwrap().trees().to_vec()
    }

    /// The same with these rows, in this order.
    fn with_rows(&self, rows: &[usize]) -> Self {
        let groups = self.groups.as_ref().map(|groups| rows.iter().map(|row| groups[*row]).collect());
        Wood::new(self.case.with_rows(rows), groups, self.settings.clone())
    }

    fn counted(&self) -> Vec<usize> {
        (0..self.case.table.rows()).filter(|row| self.case.weight(*row) > 0.0).collect()
    }

    fn class(&self, row: usize) -> u32 {
        match &self.target.values {
            TargetValues::Classes(classes) => classes.codes[row],
            TargetValues::Numbers(_) => panic!("classes"),
        }
    }

    /// What a row is drawn with, or within.
    fn stratum(&self, row: usize) -> u32 {
        self.groups.as_ref().map_or_else(|| self.class(row), |groups| groups[row])
    }
}

/// A table of some rows, all different, whose groups are of unequal size.
fn random_wood(draws: &mut Draws, by: SampleBy) -> Wood {
    let rows = 12 + draws.below(50) as usize;
    let task = pick(draws, &[Task::Classification, Task::Regression]);
    let mut case = random_case_of(draws, rows, task);
    let named = by == SampleBy::Groups || task == Task::Regression || draws.below(2) == 0;
    let groups: Vec<u32> = (0..rows)
        .map(|row| if row < 2 { row as u32 * 7 } else { 7 * draws.below(6).min(draws.below(6)) as u32 })
        .collect();
    let groups = named.then_some(groups);
    if let Some(weights) = &mut case.weights {
        (weights[0], weights[1]) = (2.0, 1.0); // two groups at least
    }
    let sample = pick(draws, &[Sample::Bootstrap(1.0), Sample::Bootstrap(0.5), Sample::Part(0.5), Sample::Part(0.8)]);
    let settings = ForestSettings {
        trees: 3,
        sample,
        sample_by: by,
        balance: task == Task::Classification && draws.below(3) == 0,
        tree: case.settings.clone(),
        ..ForestSettings::random_forest(task)
    };
    Wood::new(case, groups, settings)
}

const WAYS: [SampleBy; 4] = [SampleBy::Groups, SampleBy::Strata, SampleBy::Balanced, SampleBy::Each(1)];

fn share(sample: Sample) -> (f64, bool) {
    match sample {
        Sample::All => (1.0, false),
        Sample::Bootstrap(share) => (share, true),
        Sample::Part(share) => (share, false),
    }
}

#[test]
fn a_group_is_drawn_with_all_of_its_rows_or_is_out_of_bag() {
    for number in 0..u64::from(proof::cases(300).cases) {
        let mut draws = Key::new(91).child(number).draws();
        let mut wood = random_wood(&mut draws, SampleBy::Groups);
        wood.settings.balance = false;
        if number % 3 == 0 {
            let rows = wood.case.table.rows();
            wood.case.weights = Some((0..rows).map(|_| 0.25 + draws.unit()).collect()); // not whole
        }
        let mut present: Vec<u32> = wood.counted().iter().map(|row| wood.stratum(*row)).collect();
        present.sort_unstable();
        present.dedup();
        let (share, replaced) = share(wood.settings.sample);
        for bag in wood.bags(4) {
            let mut times = vec![0.0; 64];
            for (row, weight) in &bag.rows {
                let own = wood.case.weight(*row as usize);
                let found = weight / own;
                assert!((found - found.round()).abs() < 1e-6, "{weight} of {own}");
                let before = &mut times[wood.stratum(*row as usize) as usize];
                assert!(*before == 0.0 || *before == found.round(), "a group in part");
                *before = found.round();
            }
            let drawn: f64 = times.iter().sum();
            assert_eq!(drawn, (present.len() as f64 * share).round().max(1.0), "{wood:?}");
            assert!(replaced || times.iter().all(|times| *times <= 1.0));
            // By brute force: a row is out where its group is.
            let out: Vec<u32> = wood
                .counted()
                .into_iter()
                .filter(|row| times[wood.stratum(*row) as usize] == 0.0)
                .map(|row| row as u32)
                .collect();
            assert_eq!(bag.out, out);
            assert_eq!(bag.rows.len() + bag.out.len(), wood.counted().len());
        }
    }
}

/// Σ (seen − expected)² / expected.
fn chi_square(seen: &[f64], expected: f64) -> f64 {
    seen.iter().map(|seen| (seen - expected).powi(2) / expected).sum()
}

#[test]
fn large_and_small_groups_are_drawn_equally_often() {
    let mut draws = Key::new(92).draws();
    let case = random_case_of(&mut draws, 600, Task::Classification);
    let groups: Vec<u32> = (0..600).map(|row| if row < 40 { row } else { row % 5 }).collect();
    let case = Case { weights: None, ..case };
    let settings = ForestSettings {
        sample_by: SampleBy::Groups,
        tree: case.settings.clone(),
        ..ForestSettings::random_forest(Task::Classification)
    };
    let wood = Wood::new(case, Some(groups), settings);
    let mut seen = vec![0.0; 40];
    let mut out = vec![0.0; 40];
    for bag in wood.bags(500) {
        // The first forty rows are of a group each.
        bag.rows.iter().filter(|(row, _)| *row < 40).for_each(|(row, times)| seen[*row as usize] += times);
        bag.out.iter().filter(|row| **row < 40).for_each(|row| out[*row as usize] += 1.0);
    }
    assert_eq!(seen.iter().sum::<f64>(), 500.0 * 40.0);
    let chi = chi_square(&seen, 500.0);
    assert!(chi < 72.1, "{chi}"); // 1 in 1000 with 39 degrees of freedom
    let chance = (39.0_f64 / 40.0).powi(40);
    let away = chi_square(&out, 500.0 * chance) / (1.0 - chance);
    assert!(away < 73.4, "{away}"); // with 40
}

#[test]
fn every_stratum_has_its_share_of_every_bag_and_its_rows_the_same_chance() {
    let mut draws = Key::new(93).draws();
    let mut case = random_case_of(&mut draws, 300, Task::Regression);
    let mut columns = case.table.columns().to_vec();
    columns[0] = spinney::table::Column::numbers("x0", (0..300).map(f64::from).collect()); // rows that all differ
    case = Case { weights: None, ..case.with_columns(columns) };
    let strata: Vec<u32> = (0..300).map(|row| if row < 30 { 4 } else { 2 }).collect();
    let with = |sample, sample_by| {
        let settings = ForestSettings {
            sample,
            sample_by,
            tree: case.settings.clone(),
            ..ForestSettings::random_forest(Task::Regression)
        };
        Wood::new(case.clone(), Some(strata.clone()), settings).bags(400)
    };
    for (sample, by, [rare, common]) in [
        (Sample::Bootstrap(1.0), SampleBy::Strata, [30.0, 270.0]),
        (Sample::Part(0.5), SampleBy::Strata, [15.0, 135.0]),
        (Sample::Bootstrap(1.0), SampleBy::Balanced, [30.0, 30.0]),
        (Sample::All, SampleBy::Balanced, [30.0, 30.0]),
        (Sample::Bootstrap(1.0), SampleBy::Each(50), [50.0, 50.0]),
        (Sample::Part(0.5), SampleBy::Each(20), [20.0, 20.0]),
    ] {
        let mut seen = vec![0.0; 300];
        for bag in with(sample, by) {
            let of = |is_rare: bool| {
                let own = bag.rows.iter().filter(|(row, _)| (*row < 30) == is_rare);
                own.map(|(_, times)| times).sum::<f64>()
            };
            assert_eq!([of(true), of(false)], [rare, common], "{sample:?} {by:?}");
            bag.rows.iter().for_each(|(row, times)| seen[*row as usize] += times);
        }
        // Without replacement a part p of the rows varies by 1 − p of what draws with replacement do.
        let left = |drawn: f64, of: f64| {
            if matches!(sample, Sample::Bootstrap(_)) { 1.0 } else { (1.0 - drawn / of).max(1e-9) }
        };
        if left(rare, 30.0) > 1e-9 {
            let chi = chi_square(&seen[..30], 400.0 * rare / 30.0) / left(rare, 30.0);
            assert!(chi < 58.4, "{chi} {sample:?} {by:?}"); // 1 in 1000 with 29 degrees of freedom
        }
        let chi = chi_square(&seen[30..], 400.0 * common / 270.0) / left(common, 270.0);
        assert!(chi < 345.0, "{chi} {sample:?} {by:?}"); // with 269
    }
}

#[test]
fn a_row_of_weight_three_is_three_rows_of_its_group() {
    for number in 0..u64::from(proof::cases(400).cases) {
        let mut draws = Key::new(94).child(number).draws();
        let by = pick(&mut draws, &WAYS);
        let mut wood = random_wood(&mut draws, by);
        if wood.case.weights.is_none() {
            wood.case.weights = Some((0..wood.case.table.rows()).map(|_| 1.0 + draws.below(3) as f64).collect());
        }
        let copies: Vec<usize> = (0..wood.case.table.rows())
            .flat_map(|row| std::iter::repeat_n(row, wood.case.weight(row) as usize))
            .collect();
        let mut laid = wood.with_rows(&copies);
        laid.case.weights = None;
        let laid = Wood::new(laid.case, laid.groups, laid.settings);
        assert_eq!(wood.trees(), laid.trees(), "{wood:?}");
    }
}

#[test]
fn neither_the_order_of_rows_nor_the_number_of_threads_matters() {
    let pools: Vec<_> =
        (1..=3).map(|threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap()).collect();
    for number in 0..u64::from(proof::cases(300).cases) {
        let mut draws = Key::new(95).child(number).draws();
        let by = pick(&mut draws, &WAYS);
        let wood = random_wood(&mut draws, by);
        let order = shuffled(&mut draws, wood.case.table.rows());
        let trees = wood.trees();
        assert_eq!(trees, wood.with_rows(&order).trees(), "{wood:?}");
        assert!(pools.iter().all(|pool| pool.install(|| wood.trees()) == trees));
    }
}

#[test]
fn pieces_that_are_drawn_by_groups_merge_grow_on_and_lose_trees() {
    for number in 0..u64::from(proof::cases(60).cases) {
        let mut draws = Key::new(96).child(number).draws();
        let by = pick(&mut draws, &WAYS);
        let wood = random_wood(&mut draws, by);
        let course = Course::watched();
        let of = |numbers| Piece::of(&wood.training(), &wood.settings, numbers, &course, &()).unwrap();
        let whole = of(0..6);
        assert_eq!(of(0..2).merge(of(2..6)).unwrap(), whole);
        assert_eq!(of(0..2).more(&wood.training(), 4, &course, &()).unwrap(), whole);
        let less = whole.clone().without(&[1, 4], &wood.training()).unwrap();
        let rest = of(0..1).merge(of(2..4)).unwrap().merge(of(5..6)).unwrap();
        assert_eq!(less.out_of_bag(), rest.out_of_bag());
        // Each row is asked by the trees whose bag it is out of.
        let bags = wood.bags(6);
        for row in 0..wood.case.table.rows() {
            let out = bags.iter().filter(|bag| bag.out.contains(&(row as u32))).count();
            assert_eq!(whole.out_of_bag().unwrap().trees(row) as usize, out);
        }
        // Pieces of other groups are other pieces.
        if let Some(groups) = &wood.groups {
            let other = Wood { groups: Some(groups.iter().map(|group| group + 1).collect()), ..wood.clone() };
            let piece = Piece::of(&other.training(), &wood.settings, 2..6, &course, &()).unwrap();
            assert!(of(0..2).merge(piece).is_err());
        }
    }
}

#[test]
fn factors_of_classes_are_all_weight_over_as_many_shares_as_classes() {
    let table = copse_table();
    let target = Target::new(&table, "y", None).unwrap();
    let training = Training::new(&table, &[0], &target);
    assert_eq!(balanced(&training).unwrap(), [8.0 / (2.0 * 6.0), 8.0 / (2.0 * 2.0)]);
    let weights = [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.5, 0.0];
    let weighed = Training { weights: Some(&weights), ..training };
    assert_eq!(balanced(&weighed).unwrap(), [6.5 / (2.0 * 6.0), 6.5 / (2.0 * 0.5)]);
    let rows = [0, 1, 2];
    assert_eq!(balanced(&Training { rows: Some(&rows), ..training }).unwrap(), [1.0, 1.0]); // one class that occurs
    let numbers = Target::new(&table, "x", Some(Task::Regression)).unwrap();
    assert!(balanced(&Training::new(&table, &[1], &numbers)).is_err());
}

fn copse_table() -> spinney::table::Table {
    let text = "x,y\n1,a\n2,a\n3,a\n4,a\n5,a\n6,a\n7,b\n8,b\n";
    spinney::table::Table::from_csv(text.as_bytes(), &spinney::table::ReadOptions::new()).unwrap()
}

/// The slow way: how often rows were drawn, times `W / (k · W_c)` of this bag.
#[test]
fn classes_of_a_bag_weigh_the_same_and_its_tree_is_that_of_these_weights() {
    let mut compared = 0;
    for number in 0..u64::from(proof::cases(400).cases) {
        let mut draws = Key::new(97).child(number).draws();
        let mut case = random_case(&mut draws);
        // The habits of C4.5 reckon in floats with the most that any bag may weigh: the last digit of that may decide a tie.
        let exact = case.settings.conventions == Conventions::Exact;
        let random = case.settings.criterion == Criterion::Random;
        if case.task == Task::Regression || case.spreads() || random || !exact {
            continue;
        }
        if number % 3 == 0 {
            case.weights = Some((0..case.table.rows()).map(|_| 0.25 + draws.unit()).collect());
        }
        case.settings.columns_per_split = Columns::All;
        case.settings.threshold = Threshold::Best;
        let sample = pick(&mut draws, &[Sample::Bootstrap(1.0), Sample::Part(0.6), Sample::All]);
        let plain = ForestSettings {
            trees: 3,
            sample,
            tree: case.settings.clone(),
            ..ForestSettings::random_forest(Task::Classification)
        };
        let drawn = Wood::new(case, None, plain.clone());
        let even = Wood { settings: ForestSettings { balance: true, ..plain }, ..drawn.clone() };
        let trees = even.trees();
        for ((drawn, even_bag), tree) in drawn.bags(3).iter().zip(even.bags(3)).zip(&trees) {
            assert_eq!(drawn.out, even_bag.out);
            let classes: Vec<u32> = drawn.rows.iter().map(|(row, _)| even.class(*row as usize)).collect();
            let of = |class: u32| {
                drawn
                    .rows
                    .iter()
                    .zip(&classes)
                    .filter(|(_, own)| **own == class)
                    .map(|((_, times), _)| times)
                    .sum::<f64>()
            };
            let all: f64 = drawn.rows.iter().map(|(_, times)| times).sum();
            let mut present = classes.clone();
            present.sort_unstable();
            present.dedup();
            let mut weights = vec![0.0; even.case.table.rows()];
            for (((row, times), class), (same, weight)) in drawn.rows.iter().zip(&classes).zip(&even_bag.rows) {
                let expected = times * all / (present.len() as f64 * of(*class));
                assert_eq!(row, same);
                assert!((weight - expected).abs() < 1e-9 * expected, "{weight} {expected}");
                weights[*row as usize] = *weight;
            }
            let alone =
                Training { weights: Some(&weights), ..Training::new(&even.case.table, &even.columns, &even.target) };
            assert_eq!(&grow(&alone, &even.settings.tree, &()).unwrap(), tree, "{even:?}");
            compared += 1;
        }
    }
    assert!(compared > 200, "{compared}");
}

#[test]
fn trees_of_a_forest_are_pruned_as_one_tree_is() {
    let (mut smaller, mut asked) = (0, 0);
    for number in 0..u64::from(proof::cases(200).cases) {
        let mut draws = Key::new(98).child(number).draws();
        let mut wood = random_wood(&mut draws, SampleBy::Rows);
        let TreeSettings { criterion, nominal, missing, leaf, .. } = wood.settings.tree;
        wood.settings.tree = TreeSettings { criterion, nominal, missing, leaf, ..TreeSettings::default() };
        let classes = wood.case.task == Task::Classification;
        wood.settings.prune_alpha = pick(&mut draws, if classes { &[0.001, 0.03, 0.1] } else { &[0.1, 3.0, 40.0] });
        let whole = Wood { settings: ForestSettings { prune_alpha: 0.0, ..wood.settings.clone() }, ..wood.clone() };
        let piece = Piece::grow(&wood.training(), &wood.settings, &Course::watched(), &()).unwrap();
        assert_eq!(piece.trees(), wood.trees());
        let risk = match wood.settings.tree.criterion {
            Criterion::Entropy | Criterion::GainRatio | Criterion::ConditionalEntropy => Risk::Entropy,
            _ => Risk::Gini,
        };
        for (pruned, tree) in piece.trees().iter().zip(whole.trees()) {
            let price = wood.settings.prune_alpha * tree.rows(NodeId::ROOT) * (1.0 + 1e-12); // but for its last digits
            assert_eq!(pruned, &path(&tree, risk).at(&tree, price).tree);
            smaller += u32::from(pruned.len() < tree.len());
        }
        // What rows out of bag are told is what the pruned trees say.
        let known = piece.out_of_bag().unwrap();
        let bags = wood.bags(3);
        for row in 0..wood.case.table.rows() {
            let told = |(tree, bag): (&Tree, &Bag)| bag.out.contains(&(row as u32)).then(|| first(tree, &wood, row));
            let said: Vec<f64> = piece.trees().iter().zip(&bags).filter_map(told).collect();
            let Some(found) = known.number(row).or_else(|| known.chances(row).map(|chances| chances[0])) else {
                continue;
            };
            let mean = said.iter().sum::<f64>() / said.len() as f64;
            assert!((found - mean).abs() < 1e-9 * mean.abs().max(1.0), "{found} {mean} {wood:?}");
            asked += 1;
        }
    }
    assert!(smaller > 100 && asked > 1000, "{smaller} {asked}");
}

/// The number that a tree answers, or the probability of the first class.
fn first(tree: &Tree, wood: &Wood, row: usize) -> f64 {
    let landings = tree.landings(&copse::TableRow(&wood.case.table, row));
    let of = |node: NodeId| match tree.answers() {
        spinney::tree::Answers::Numbers(numbers) => match numbers.linear.iter().find(|(id, _)| *id == node) {
            Some((_, model)) => {
                model.answer(|column| match copse::cell(&wood.case.table.columns()[column.place()], row) {
                    spinney::tree::Cell::Number(value) => value,
                    _ => f64::NAN,
                })
            }
            None => numbers.values[node.place()],
        },
        spinney::tree::Answers::Classes(_) => {
            let weights = tree.class_weights(node);
            weights.iter().filter(|pair| pair.class == 0).map(|pair| pair.weight).sum::<f64>() / tree.rows(node)
        }
    };
    landings.iter().map(|landing| landing.share * of(landing.node)).sum()
}

#[test]
fn what_cannot_be_drawn_by_is_told() {
    let table = copse_table();
    let (classes, numbers) =
        (Target::new(&table, "y", None).unwrap(), Target::new(&table, "x", Some(Task::Regression)).unwrap());
    let told = |target: &Target, groups: Option<&[u32]>, change: &dyn Fn(&mut ForestSettings)| {
        let column = [1 - target.column];
        let training = Training { groups, ..Training::new(&table, &column, target) };
        let mut settings = ForestSettings::random_forest(target.task()).trees(2);
        change(&mut settings);
        let error = grow_forest(&training, &settings, &()).unwrap_err();
        format!("{error} / {}", error.hint().unwrap_or_default())
    };
    let by = |by: SampleBy| move |settings: &mut ForestSettings| settings.sample_by = by;
    let missing = [0, 1, MISSING, 1, 1, 1, 1, 1];
    for (groups, by, words) in [
        (None, by(SampleBy::Groups), "drawn by groups, but none are named / --sample-groups"),
        (Some(&[0; 8][..]), by(SampleBy::Groups), "all rows are of one group"),
        (Some(&[0, 1, 2][..]), by(SampleBy::Groups), "3 values, but the table has 8 rows"),
        (Some(&missing[..]), by(SampleBy::Groups), "row 3: the row has no group"),
        (Some(&missing[..]), by(SampleBy::Strata), "row 3: the row has no group"),
        (None, by(SampleBy::Each(0)), "sample-each"),
    ] {
        let told = told(&classes, groups, &by);
        assert!(told.contains(words), "{told}");
    }
    let without =
        |settings: &mut ForestSettings| (settings.sample, settings.sample_by) = (Sample::Part(0.5), SampleBy::Each(3));
    assert!(told(&classes, None, &without).contains("3 rows are asked of each stratum, and one of them has 2"));
    assert!(told(&numbers, None, &by(SampleBy::Strata)).contains("drawn by strata, but none are named"));
    assert!(told(&numbers, None, &|settings| settings.balance = true).contains("the target is a number"));
    for alpha in [-0.5, f64::NAN, f64::INFINITY] {
        assert!(told(&classes, None, &|settings| settings.prune_alpha = alpha).contains("prune-alpha"));
    }
}

#[test]
fn settings_that_say_nothing_of_it_keep_their_text() {
    let usual = ForestSettings::random_forest(Task::Classification);
    let text = serde_json::to_string(&usual).unwrap();
    assert!(["sample-by", "balance", "alpha"].iter().all(|word| !text.contains(word)), "{text}");
    let said = ForestSettings { sample_by: SampleBy::Each(9), balance: true, prune_alpha: 0.25, ..usual };
    let text = serde_json::to_string(&said).unwrap();
    assert!(text.contains(r#""sample-by":{"each":9},"balance":true,"prune-alpha":0.25"#), "{text}");
    assert_eq!(serde_json::from_str::<ForestSettings>(&text).unwrap(), said);
}
