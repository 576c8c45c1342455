//! One tree for several targets.
#![cfg(test)]

mod proof;
mod several;

use several::{Case, pick};
use spinney::error::Mistake;
use spinney::forest::{self, ForestSettings};
use spinney::grow::{
    Columns, Conventions, Criterion, LeafKind, MissingPolicy, Nominal, Sample, Threshold, Training, TreeSettings, grow,
    grow_several,
};
use spinney::seed::{Draws, Key};
use spinney::table::{Column, Table, Target, TargetValues, Task, Values};
use spinney::tree::{Answers, Cell, Missing, Node, NodeId, Tree};

/// Plain sums, and every way to part rows.
impl Case {
    fn weight(&self, rows: &[usize]) -> f64 {
        rows.iter().map(|row| self.weights[*row]).sum()
    }

    /// What is left to be known of all targets together.
    fn rest(&self, rows: &[usize]) -> f64 {
        self.targets.iter().map(|target| self.rest_of(target, rows)).sum()
    }

    fn rest_of(&self, target: &Target, rows: &[usize]) -> f64 {
        let total = self.weight(rows);
        match &self.table.columns()[target.column].values {
            Values::Sparse(_) => unreachable!("no column here is sparse"),
            Values::Category(category) => {
                let weight = |class: u32| -> f64 {
                    rows.iter().filter(|row| category.codes[**row] == class).map(|row| self.weights[*row]).sum()
                };
                let counts: Vec<f64> =
                    (0..category.levels.len() as u32).map(weight).filter(|count| *count > 0.0).collect();
                match self.settings.criterion {
                    Criterion::Gini => total - counts.iter().map(|count| count * count).sum::<f64>() / total,
                    _ => counts.iter().map(|count| -count * (count / total).log2()).sum(),
                }
            }
            Values::Number(number) => {
                let values: Vec<(f64, f64)> =
                    rows.iter().map(|row| (number.values[*row], self.weights[*row])).collect();
                let mean = values.iter().map(|(value, weight)| value * weight).sum::<f64>() / total;
                let around =
                    |middle: f64| values.iter().map(|(value, weight)| weight * (value - middle).abs()).sum::<f64>();
                match self.settings.criterion {
                    Criterion::Mse => values.iter().map(|(value, weight)| weight * (value - mean).powi(2)).sum(),
                    Criterion::Mae => values.iter().map(|(value, _)| around(*value)).fold(f64::INFINITY, f64::min),
                    _ => values.iter().map(|(value, weight)| weight * value * (value / mean).ln()).sum(),
                }
            }
        }
    }

    /// Every way to part rows by a column, missing values on either side.
    fn ways(&self, rows: &[usize], place: usize) -> Vec<Vec<Vec<usize>>> {
        let column = &self.table.columns()[place];
        let value = |row: usize| match cell(column, row) {
            Cell::Number(value) => Some(value),
            Cell::Level(level) => Some(f64::from(level)),
            _ => None,
        };
        let mut values: Vec<f64> = rows.iter().filter_map(|row| value(*row)).collect();
        values.sort_by(f64::total_cmp);
        values.dedup();
        let part = |of: &dyn Fn(Option<f64>) -> usize, count: usize| -> Vec<Vec<usize>> {
            (0..count).map(|branch| rows.iter().copied().filter(|row| of(value(*row)) == branch).collect()).collect()
        };
        let place_of = |value: f64| values.partition_point(|other| *other < value);
        let mut ways = Vec::new();
        let nominal = matches!(column.values, Values::Category(_));
        if nominal && self.settings.nominal == Nominal::Values {
            let count = values.len();
            if count > 1 {
                ways.extend((0..count).map(|hole| part(&|value| value.map_or(hole, &place_of), count)));
            }
            return ways;
        }
        let mut both = |side: &dyn Fn(f64) -> usize| {
            ways.extend((0..2).map(|hole| part(&|value| value.map_or(hole, side), 2)));
        };
        if nominal {
            (0_u32..1 << values.len()).for_each(|set| both(&|value| usize::from(set >> place_of(value) & 1 == 0)));
        } else {
            (0..=values.len()).for_each(|cut| both(&|value| usize::from(place_of(value) >= cut)));
        }
        ways
    }

    fn best_gain(&self, rows: &[usize]) -> Option<f64> {
        let may = |parts: &Vec<Vec<usize>>| {
            parts.iter().all(|part| !part.is_empty() && self.weight(part) >= self.settings.min_rows_leaf)
        };
        let ways = self.columns.iter().flat_map(|place| self.ways(rows, *place));
        let gain = |parts: Vec<Vec<usize>>| self.rest(rows) - parts.iter().map(|part| self.rest(part)).sum::<f64>();
        ways.filter(may).map(gain).reduce(f64::max)
    }

    /// Holds the splits and answers of trees to what is found plainly; how many splits there are.
    fn check(&self, trees: &[Tree], node: NodeId, rows: &[usize]) -> usize {
        self.check_down_to(trees, (node, u32::MAX), rows)
    }

    /// The same down to so many steps below a node.
    fn check_down_to(&self, trees: &[Tree], (node, steps): (NodeId, u32), rows: &[usize]) -> usize {
        for (tree, target) in trees.iter().zip(&self.targets) {
            self.check_answer(tree, target, node, rows);
        }
        if steps == 0 {
            return 0;
        }
        let pure = self.targets.iter().all(|target| {
            let values = &self.table.columns()[target.column];
            rows.iter().all(|row| cell(values, *row) == cell(values, rows[0]))
        });
        let best = if pure || self.weight(rows) < 2.0 { None } else { self.best_gain(rows) };
        let Node::Branch { split, branches } = trees[0].node(node) else {
            assert!(best.is_none(), "a leaf where {best:?} could be gained");
            return 0;
        };
        let column = &self.table.columns()[split.column.place()];
        let branch = |row: usize| match (split.test.branch(cell(column, row)), &split.missing) {
            (Some(branch), _) => branch,
            (None, Missing::Branch(branch)) => *branch,
            (None, other) => panic!("{other:?}"),
        };
        let parts: Vec<Vec<usize>> =
            (0..branches.count).map(|at| rows.iter().copied().filter(|row| branch(*row) == at).collect()).collect();
        let gain = self.rest(rows) - parts.iter().map(|part| self.rest(part)).sum::<f64>();
        let best = best.unwrap_or_else(|| panic!("a split where none may be"));
        assert!((gain - best).abs() < 1e-8 * best.abs().max(1.0), "{gain} for {best} by {:?}", self.settings);
        let below = |(part, child): (&Vec<usize>, NodeId)| self.check_down_to(trees, (child, steps - 1), part);
        1 + parts.iter().zip(branches.iter()).map(below).sum::<usize>()
    }

    fn check_answer(&self, tree: &Tree, target: &Target, node: NodeId, rows: &[usize]) {
        assert!((tree.rows(node) - self.weight(rows)).abs() < 1e-9);
        match (tree.answers(), &self.table.columns()[target.column].values) {
            (Answers::Classes(_), Values::Category(category)) => {
                for pair in tree.class_weights(node) {
                    let of = |row: &&usize| category.codes[**row] == pair.class;
                    let weight: f64 = rows.iter().filter(of).map(|row| self.weights[*row]).sum();
                    assert_eq!(pair.weight, weight);
                }
            }
            (Answers::Numbers(numbers), Values::Number(number)) => {
                let sum: f64 = rows.iter().map(|row| number.values[*row] * self.weights[*row]).sum();
                assert!((numbers.values[node.place()] - sum / self.weight(rows)).abs() < 1e-9);
            }
            _ => panic!("answers of another kind"),
        }
    }
}

fn cell(column: &Column, row: usize) -> Cell {
    match &column.values {
        Values::Sparse(_) => unreachable!("no column here is sparse"),
        Values::Number(number) if number.values[row].is_nan() => Cell::Missing,
        Values::Number(number) => Cell::Number(number.values[row]),
        Values::Category(category) if category.codes[row] == spinney::table::MISSING => Cell::Missing,
        Values::Category(category) => Cell::Level(category.codes[row]),
    }
}

#[test]
fn every_split_gains_most_over_all_targets() {
    let mut splits = 0;
    for number in 0..u64::from(proof::cases(600).cases) {
        let case = Case::random(&mut Key::new(71).child(number).draws());
        let trees = grow_several(&case.training(), &case.settings, &()).unwrap();
        assert_eq!(trees.len(), case.targets.len());
        assert!(trees.iter().all(|tree| tree.nodes() == trees[0].nodes()));
        let rows: Vec<usize> = (0..case.table.rows()).collect();
        splits += case.check(&trees, NodeId::ROOT, &rows);
    }
    assert!(splits > 1000, "{splits} splits");
}

/// The quick ways of large nodes too.
#[test]
fn every_split_of_many_rows_gains_most_over_all_targets() {
    let mut splits = 0;
    for number in 0..u64::from(proof::cases(12).cases) {
        let mut case = Case::large(&mut Key::new(73).child(number).draws());
        case.settings.max_depth = Some(3);
        let trees = grow_several(&case.training(), &case.settings, &()).unwrap();
        let rows: Vec<usize> = (0..case.table.rows()).collect();
        splits += case.check_down_to(&trees, (NodeId::ROOT, 3), &rows);
    }
    assert!(splits > 60, "{splits} splits");
}

#[test]
fn the_same_target_twice_makes_the_tree_of_one() {
    for number in 0..u64::from(proof::cases(200).cases) {
        let mut draws = Key::new(72).child(number).draws();
        let mut case = match number % 8 {
            0 => Case::large(&mut draws),
            1 => Case::named(&mut draws),
            _ => Case::random(&mut draws),
        };
        // A copy under another name.
        let first = case.targets[0].clone();
        let copy = Column { name: "copy".into(), values: case.table.columns()[first.column].values.clone() };
        let columns = case.table.columns().iter().cloned().chain([copy]).collect();
        case.table = Table::new(columns).unwrap();
        let copied = Target::new(&case.table, "copy", Some(first.task())).unwrap();
        case.targets = vec![first, copied];
        case.settings.min_gain = pick(&mut draws, &[0.0, 0.05, 0.3]); // the mean over targets
        case.settings.threshold = pick(&mut draws, &[Threshold::Best, Threshold::Random]);
        case.settings.missing =
            pick(&mut draws, &[MissingPolicy::Learned, MissingPolicy::Own, MissingPolicy::Fractions]);
        let both = grow_several(&case.training(), &case.settings, &()).unwrap();
        assert_eq!(both[0], both[1]);
        let alone = grow(&Training { others: &[], ..case.training() }, &case.settings, &()).unwrap();
        assert_eq!(both[0], alone, "{:?}", case.settings);
        case.settings.columns_per_split = pick(&mut draws, &[Columns::All, Columns::Sqrt]);
        let usual = pick(&mut draws, &[ForestSettings::random_forest, ForestSettings::extra_trees]);
        let settings = ForestSettings { tree: case.settings.clone(), ..usual(case.targets[0].task()) }.trees(2);
        let forests = forest::grow_several(&case.training(), &settings, &()).unwrap();
        assert_eq!(forests[0], forests[1]);
        // Rows are told apart by all targets, and so drawn in another order; of all rows nothing is drawn.
        let settings = ForestSettings { sample: Sample::All, ..settings };
        let forests = forest::grow_several(&case.training(), &settings, &()).unwrap();
        let alone = forest::grow(&Training { others: &[], ..case.training() }, &settings, &()).unwrap();
        assert_eq!(forests[0], alone, "{settings:?}");
    }
}

/// An error of nothing is accepted where rows agree in all targets, and nowhere else: the same trees, but such settings take the plain search.
#[test]
fn forests_of_several_targets_are_grown_quickly_as_plainly() {
    for number in 0..u64::from(proof::cases(120).cases) {
        let mut draws = Key::new(75).child(number).draws();
        let case = Case::ordered(&mut draws);
        let mut tree = case.settings.clone();
        tree.columns_per_split = pick(&mut draws, &[Columns::All, Columns::Sqrt, Columns::Count(2)]);
        tree.count_constant = draws.below(3) == 0;
        tree.max_depth = pick(&mut draws, &[None, None, Some(4)]);
        let usual = pick(&mut draws, &[ForestSettings::random_forest, ForestSettings::extra_trees]);
        let usual = usual(case.targets[0].task());
        tree.threshold = usual.tree.threshold;
        let quick = ForestSettings { tree, ..usual }.trees(3).seed(number);
        let mut plain = quick.clone();
        plain.tree.acceptable_error = Some(0.0);
        let grown = |settings: &ForestSettings| forest::grow_several(&case.training(), settings, &()).unwrap();
        for (quickly, plainly) in grown(&quick).iter().zip(grown(&plain)) {
            assert_eq!(quickly.trees(), plainly.trees(), "case {number}: {quick:?}");
        }
    }
}

/// So are extra trees of tables that are too long for the cache, where a node with few of the rows has them brought together.
#[test]
fn extra_trees_of_a_long_table_are_grown_quickly_as_plainly() {
    let (rows, many) = (6000, 12);
    for (task, targets) in [(Task::Regression, 3), (Task::Regression, 5), (Task::Classification, 3)] {
        let mut draws = Key::new(77).child(targets).draws();
        let unit = |draws: &mut Draws| -> Vec<f64> { (0..rows).map(|_| draws.unit()).collect() };
        let mut columns: Vec<Column> =
            (0..many).map(|place| Column::numbers(&format!("x{place}"), unit(&mut draws))).collect();
        for place in 0..targets {
            let classes = 2 + 3 * place; // of the last there are too many for one word
            let own = unit(&mut draws).into_iter();
            columns.push(match task {
                Task::Regression => Column::numbers(&format!("y{place}"), own.collect()),
                Task::Classification => {
                    let names: Vec<String> = own.map(|unit| format!("c{}", (unit * classes as f64) as u64)).collect();
                    Column::categories(&format!("y{place}"), names.iter().map(|name| Some(name.as_str())))
                }
            });
        }
        let table = Table::new(columns).unwrap();
        let target = |place: u64| Target::new(&table, &format!("y{place}"), Some(task)).unwrap();
        let (first, others): (Target, Vec<Target>) = (target(0), (1..targets).map(target).collect());
        let places: Vec<usize> = (0..many).collect();
        let training = Training { others: &others, ..Training::new(&table, &places, &first) };
        let mut settings = ForestSettings::extra_trees(task).trees(1);
        (settings.tree.columns_per_split, settings.tree.max_depth) = (Columns::Count(3), Some(9));
        let quickly = forest::grow_several(&training, &settings, &()).unwrap();
        settings.tree.acceptable_error = Some(0.0);
        let plainly = forest::grow_several(&training, &settings, &()).unwrap();
        assert!(quickly.iter().zip(&plainly).all(|(one, two)| one.trees() == two.trees()), "{targets} targets");
    }
}

/// Three groups of rows and three targets that change places from group to group: each column parts one group from the others, and all are worth the
/// same. In floats they are not, since sums are rounded in another order.
#[test]
fn of_cuts_that_are_equal_but_for_rounding_the_first_column_wins() {
    for number in 0..u64::from(proof::cases(60).cases) {
        let mut draws = Key::new(78).child(number).draws();
        let (each, values) = (pick(&mut draws, &[1, 2, 5]), [draws.unit(), draws.unit(), draws.unit()]);
        let column = |name: &str, of: &dyn Fn(usize) -> f64| {
            Column::numbers(name, (0..3 * each).map(|row| of(row % 3)).collect())
        };
        let mut columns: Vec<Column> =
            (0..3).map(|own| column(&format!("x{own}"), &|group| f64::from(u8::from(group == own)))).collect();
        columns.extend((0..3).map(|own| column(&format!("y{own}"), &|group| values[(own + 3 - group) % 3])));
        let table = Table::new(columns).unwrap();
        let [first, two, three] =
            ["y0", "y1", "y2"].map(|name| Target::new(&table, name, Some(Task::Regression)).unwrap());
        let others = [two, three];
        let training = Training { others: &others, ..Training::new(&table, &[0, 1, 2], &first) };
        for threshold in [Threshold::Best, Threshold::Random] {
            let settings = TreeSettings { threshold, max_depth: Some(1), ..TreeSettings::regression() };
            let trees = grow_several(&training, &settings, &()).unwrap();
            let Node::Branch { split, .. } = trees[0].node(NodeId::ROOT) else { panic!("no split in case {number}") };
            assert_eq!(split.column.place(), 0, "case {number}, {threshold:?}");
        }
    }
}

/// Columns that allow one cut each, worth next to nothing: on the way there sums go up to 2⁵⁹, where floats are off by more than these cuts differ.
#[test]
fn cuts_that_floats_could_not_tell_apart_are_told_apart() {
    const PAIRS: usize = 500;
    let mut later = 0;
    for number in 0..u64::from(proof::cases(30).cases) {
        let mut draws = Key::new(76).child(number).draws();
        // Rows 2p and 2p + 1 are nearly each other's opposites in both targets, and go to the same side in every column: the greater first.
        let target = |draws: &mut Draws| -> Vec<f64> {
            let pair = |place: usize| {
                let most = 1_u64 << 44;
                let (high, less) = if place == 0 { (2 * most, 0) } else { (most + draws.below(most), draws.below(3)) };
                [high as f64, less as f64 - high as f64]
            };
            (0..PAIRS).flat_map(pair).collect()
        };
        let order = |draws: &mut Draws| -> Vec<f64> {
            let mut pairs: Vec<usize> = (0..PAIRS).collect();
            draws.shuffle(&mut pairs);
            let mut places = vec![0.0; 2 * PAIRS];
            let sides = pairs.chunks(PAIRS / 2).flat_map(|side| [(side, 0), (side, 1)]);
            let rows = sides.flat_map(|(side, which)| side.iter().map(move |pair| 2 * pair + which));
            rows.enumerate().for_each(|(place, row)| places[row] = place as f64);
            places
        };
        let mut columns: Vec<Column> =
            (0..3).map(|place| Column::numbers(&format!("x{place}"), order(&mut draws))).collect();
        columns.extend((0..2).map(|place| Column::numbers(&format!("y{place}"), target(&mut draws))));
        let table = Table::new(columns).unwrap();
        let [first, other] = ["y0", "y1"].map(|name| Target::new(&table, name, Some(Task::Regression)).unwrap());
        let (others, weights) = ([other], [60.0; 2 * PAIRS]);
        let training =
            Training { others: &others, weights: Some(&weights), ..Training::new(&table, &[0, 1, 2], &first) };
        let quick = TreeSettings { min_rows_leaf: 30_000.0, max_depth: Some(1), ..TreeSettings::regression() };
        let plain = TreeSettings { acceptable_error: Some(0.0), ..quick.clone() };
        let [quickly, plainly] = [quick, plain].map(|settings| grow_several(&training, &settings, &()).unwrap());
        assert_eq!(quickly, plainly, "case {number}");
        let Node::Branch { split, .. } = quickly[0].node(NodeId::ROOT) else { panic!("no split in case {number}") };
        later += usize::from(split.column.place() > 0);
    }
    assert!(later > 10, "{later} splits of a column that was not asked first");
}

/// The slow way: how often rows were drawn, times `W / (k · W_c)` of every target, scaled to what all weighed before.
#[test]
fn classes_of_all_targets_weigh_the_same_in_a_bag() {
    let mut compared = 0;
    for number in 0..u64::from(proof::cases(150).cases) {
        let mut draws = Key::new(74).child(number).draws();
        let case = Case::random(&mut draws);
        if case.targets[0].task() == Task::Regression {
            continue;
        }
        let sample = pick(&mut draws, &[Sample::Bootstrap(1.0), Sample::Part(0.6), Sample::All]);
        let usual = ForestSettings::random_forest(Task::Classification);
        let plain = ForestSettings { sample, tree: case.settings.clone(), ..usual };
        let even = ForestSettings { balance: true, ..plain.clone() };
        let drawn = |settings: &ForestSettings| forest::bags(&case.training(), settings, &[0, 1]).unwrap();
        for (one, two) in drawn(&plain).iter().zip(drawn(&even)) {
            let class = |target: &Target, row: u32| match &target.values {
                TargetValues::Classes(classes) => classes.codes[row as usize],
                TargetValues::Numbers(_) => panic!("numbers"),
            };
            let all: f64 = one.rows.iter().map(|(_, times)| times).sum();
            let factor = |target: &Target, row: u32| {
                let own = one.rows.iter().filter(|(other, _)| class(target, *other) == class(target, row));
                let mut present: Vec<u32> = one.rows.iter().map(|(other, _)| class(target, *other)).collect();
                present.sort_unstable();
                present.dedup();
                all / (present.len() as f64 * own.map(|(_, times)| times).sum::<f64>())
            };
            let product = |row: u32| case.targets.iter().map(|target| factor(target, row)).product::<f64>();
            let heavy: f64 = one.rows.iter().map(|(row, times)| times * product(*row)).sum();
            for ((row, times), (same, weight)) in one.rows.iter().zip(&two.rows) {
                let expected = times * product(*row) * all / heavy;
                assert!(row == same && (weight - expected).abs() < 1e-9 * expected, "{weight} {expected}");
                compared += usize::from((weight - times).abs() > 0.1);
            }
        }
        let forests = forest::grow_several(&case.training(), &even.trees(2), &()).unwrap();
        assert_eq!(forests[0].trees()[1].nodes(), forests[1].trees()[1].nodes());
    }
    assert!(compared > 100, "{compared}");
}

#[test]
fn what_is_for_one_target_is_refused() {
    let table =
        Table::from_csv(b"x,a,b,n\n1,p,q,1\n2,p,r,2\n4,s,r,3.5\n", &spinney::table::ReadOptions::new()).unwrap();
    let target = |name: &str, task| Target::new(&table, name, Some(task)).unwrap();
    let (a, b) = (target("a", Task::Classification), target("b", Task::Classification));
    let n = target("n", Task::Regression);
    let usual = TreeSettings::classification();
    let mistake = |others: &[Target], settings: &TreeSettings| {
        grow_several(&Training { others, ..Training::new(&table, &[0], &a) }, settings, &()).unwrap_err()
    };
    let error = mistake(&[n], &usual);
    assert_eq!(
        error.to_string(),
        "column \"n\": this is regression and the first target classification: one tree learns targets of one kind"
    );
    assert!(matches!(mistake(std::slice::from_ref(&a), &usual).mistake, Mistake::TargetTwice));
    let both = [b.clone()];
    let c45 = TreeSettings { conventions: Conventions::C45, criterion: Criterion::GainRatio, ..usual.clone() };
    assert!(matches!(mistake(&both, &c45).mistake, Mistake::OneTarget { .. }));
    let linear = TreeSettings { leaf: LeafKind::Linear, ..usual.clone() };
    assert!(matches!(mistake(&both, &linear).mistake, Mistake::OneTarget { .. }));
    let training = Training { others: &both, ..Training::new(&table, &[0], &a) };
    assert!(matches!(grow(&training, &usual, &()).unwrap_err().mistake, Mistake::OneTarget { .. }));
    let weighted = Training { class_weights: Some(&[1.0, 2.0]), ..training };
    let error = grow_several(&weighted, &usual, &()).unwrap_err();
    assert_eq!(error.hint().as_deref(), Some("multiply them into the weights of rows"));
}
