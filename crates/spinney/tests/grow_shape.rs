//! Answers that only rise or fall along a column, and columns that may meet on a path.
#![cfg(test)]

mod proof;

use std::collections::BTreeMap;

use spinney::error::Mistake;
use spinney::fit::prune;
use spinney::forest::{Course, ForestSettings, Piece};
use spinney::grow::{
    Columns, Conventions, Criterion, Direction, LeafKind, MissingPolicy, Nominal, Threshold, Training, TreeSettings,
    grow, grow_recorded,
};
use spinney::prune::{Doubt, Price, Pruning, Risk};
use spinney::seed::{Draws, Key};
use spinney::table::{Category, CategoryKind, Column, MISSING, Table, Target, TargetValues, Task, Values};
use spinney::tree::{Answers, Cell, ColumnId, Missing, Node, NodeId, Row, Tree};

fn pick<T: Copy>(draws: &mut Draws, among: &[T]) -> T {
    among[draws.below(among.len() as u64) as usize]
}

fn cells(table: &Table, row: usize) -> Vec<Cell> {
    let cell = |column: &Column| match &column.values {
        Values::Sparse(_) => unreachable!("no column here is sparse"),
        Values::Number(number) if number.values[row].is_nan() => Cell::Missing,
        Values::Number(number) => Cell::Number(number.values[row]),
        Values::Category(category) if category.codes[row] == MISSING => Cell::Missing,
        Values::Category(category) => Cell::Level(category.codes[row]),
    };
    table.columns().iter().map(cell).collect()
}

struct Cells<'a>(&'a [Cell]);

impl Row for Cells<'_> {
    fn cell(&self, column: ColumnId) -> Cell {
        self.0[column.place()]
    }
}

/// The number, or the probability of the second class.
fn answer(tree: &Tree, cells: &[Cell]) -> f64 {
    let [landing] = tree.landings(&Cells(cells))[..] else { panic!("a row that is spread") };
    match tree.answers() {
        Answers::Numbers(numbers) => numbers.values[landing.node.place()],
        Answers::Classes(_) => {
            let weights = tree.class_voice(landing.node);
            let of = |class| weights.iter().filter(|pair| pair.class == class).map(|pair| pair.weight).sum::<f64>();
            of(1) / (of(0) + of(1))
        }
    }
}

fn random_column(draws: &mut Draws, name: &str, rows: usize) -> Column {
    let holes = pick(draws, &[0, 0, 2, 8]);
    let distinct = pick(draws, &[2, 3, 6, 1000]);
    let kind = draws.below(4);
    if kind < 2 {
        let value = |draws: &mut Draws| draws.below(distinct) as f64;
        let values = (0..rows).map(|_| if draws.below(20) < holes { f64::NAN } else { value(draws) }).collect();
        return Column::numbers(name, values);
    }
    let distinct = distinct.min(12);
    let codes = (0..rows).map(|_| if draws.below(20) < holes { MISSING } else { draws.below(distinct) as u32 });
    let codes = codes.collect();
    let levels = (0..distinct).map(|level| format!("v{level:02}")).collect();
    let kind = if kind == 2 { CategoryKind::Nominal } else { CategoryKind::Ordinal };
    Column { name: name.into(), values: Values::Category(Category { codes, levels, kind }) }
}

/// How far a value is from the first, for a target that hangs on it.
fn signal(column: &Column, row: usize) -> f64 {
    match &column.values {
        Values::Sparse(_) => unreachable!("no column here is sparse"),
        Values::Number(number) if number.values[row].is_nan() => 0.5,
        Values::Number(number) => number.values[row] / 6.0,
        Values::Category(category) if category.codes[row] == MISSING => 0.2,
        Values::Category(category) => f64::from(category.codes[row]) / 6.0,
    }
}

/// A table of several kinds of columns, the target last.
fn random_table(draws: &mut Draws, task: Task) -> Table {
    let rows = 2 + pick(draws, &[10, 40, 200]);
    let rows = 2 + draws.below(rows) as usize;
    let mut columns: Vec<Column> =
        (0..=draws.below(4)).map(|place| random_column(draws, &format!("x{place}"), rows)).collect();
    let noise = pick(draws, &[0.3, 1.0, 4.0]);
    let values: Vec<f64> = (0..rows)
        .map(|row| {
            let sum: f64 = columns.iter().map(|column| signal(column, row)).sum();
            sum + noise * draws.below(8) as f64
        })
        .collect();
    columns.push(match task {
        Task::Regression => Column::numbers("y", values),
        Task::Classification => {
            let mean = values.iter().sum::<f64>() / rows as f64;
            Column::categories("y", values.iter().map(|value| Some(if *value > mean { "yes" } else { "no" })))
        }
    });
    Table::new(columns).unwrap()
}

fn is_nominal(column: &Column) -> bool {
    matches!(&column.values, Values::Category(Category { kind: CategoryKind::Nominal, .. }))
}

fn random_monotone(draws: &mut Draws, table: &Table) -> BTreeMap<String, Direction> {
    let (_, learned) = table.columns().split_last().unwrap();
    let along = learned.iter().filter(|column| !is_nominal(column) && draws.below(3) > 0);
    let names: Vec<String> = along.map(|column| column.name.clone()).collect();
    names.into_iter().map(|name| (name, pick(draws, &[Direction::Increasing, Direction::Decreasing]))).collect()
}

fn random_settings(draws: &mut Draws, table: &Table, task: Task) -> TreeSettings {
    let criterion = match task {
        Task::Classification => pick(draws, &[Criterion::Gini, Criterion::Entropy, Criterion::GainRatio]),
        Task::Regression => pick(draws, &[Criterion::Mse, Criterion::Mae, Criterion::Poisson, Criterion::Random]),
    };
    let median = criterion == Criterion::Mae && draws.below(2) == 0;
    TreeSettings {
        criterion,
        leaf: if median { LeafKind::Median } else { LeafKind::Mean },
        nominal: pick(draws, &[Nominal::Subset, Nominal::Values]),
        missing: pick(draws, &[MissingPolicy::Learned, MissingPolicy::Own]),
        threshold: pick(draws, &[Threshold::Best, Threshold::Random]),
        columns_per_split: pick(draws, &[Columns::All, Columns::Count(1), Columns::Count(2)]),
        min_rows_leaf: pick(draws, &[1.0, 1.0, 3.0]),
        max_leaves: pick(draws, &[None, None, Some(6)]),
        monotone: random_monotone(draws, table),
        seed: draws.number(),
        ..TreeSettings::default()
    }
}

/// Whether answers of rows that differ in one column alone go the way that is asked; how many pairs differ in their answer.
fn differing_pairs(tree: &Tree, table: &Table, monotone: &BTreeMap<String, Direction>) -> usize {
    let mut differing = 0;
    for (name, direction) in monotone {
        let place = table.position(name).unwrap();
        let mut values: Vec<(f64, Cell)> = (0..table.rows())
            .filter_map(|row| match cells(table, row)[place] {
                Cell::Number(value) => Some((value, Cell::Number(value))),
                Cell::Level(level) => Some((f64::from(level), Cell::Level(level))),
                _ => None,
            })
            .collect();
        values.sort_by(|one, two| one.0.total_cmp(&two.0));
        values.dedup_by(|one, two| one.0 == two.0);
        for row in 0..table.rows() {
            let mut cells = cells(table, row);
            let answers: Vec<f64> = values
                .iter()
                .map(|(_, cell)| {
                    cells[place] = *cell;
                    answer(tree, &cells)
                })
                .collect();
            for pair in answers.windows(2) {
                let rises = match direction {
                    Direction::Increasing => pair[0] <= pair[1],
                    Direction::Decreasing => pair[0] >= pair[1],
                };
                assert!(rises, "{direction:?} along {name}, row {row}: {answers:?}");
                differing += usize::from(pair[0] != pair[1]);
            }
        }
    }
    differing
}

#[test]
fn answers_never_go_against_a_constraint() {
    let (mut alone, mut of_forests) = (0, 0);
    for number in 0..u64::from(proof::cases(400).cases) {
        let mut draws = Key::new(61).child(number).draws();
        let task = pick(&mut draws, &[Task::Classification, Task::Regression]);
        let table = random_table(&mut draws, task);
        let settings = random_settings(&mut draws, &table, task);
        let columns: Vec<usize> = (0..table.columns().len() - 1).collect();
        let target = Target::new(&table, "y", Some(task)).unwrap();
        let weights: Vec<f64> = (0..table.rows()).map(|_| draws.below(3) as f64 + 0.25).collect();
        let weights = (draws.below(3) == 0).then_some(&weights[..]);
        let training = Training { weights, ..Training::new(&table, &columns, &target) };
        if target.known < 2 {
            continue;
        }
        let tree = grow(&training, &settings, &()).unwrap();
        alone += differing_pairs(&tree, &table, &settings.monotone);
        // And where it is pruned.
        let price = Price::Share { complexity: 0.02 };
        let pruning = Pruning::CostComplexity { risk: Risk::Gini, price };
        let (pruned, _) = prune(&tree, (&training, &settings), &pruning, None, &()).unwrap();
        differing_pairs(&pruned.tree, &table, &settings.monotone);
        let own = settings.clone();
        let forest = ForestSettings { tree: own, ..ForestSettings::random_forest(task) }.trees(3);
        for tree in Piece::grow(&training, &forest, &Course::default(), &()).unwrap().trees() {
            of_forests += differing_pairs(tree, &table, &settings.monotone);
        }
    }
    assert!(alone > 2000 && of_forests > 6000, "{alone} and {of_forests} pairs"); // trees do use such columns
}

#[test]
fn nodes_hold_the_rows_that_reach_them_whatever_they_answer() {
    let mut held = 0;
    for number in 0..u64::from(proof::cases(300).cases) {
        let mut draws = Key::new(67).child(number).draws();
        let table = random_table(&mut draws, Task::Classification);
        let settings = random_settings(&mut draws, &table, Task::Classification);
        let columns: Vec<usize> = (0..table.columns().len() - 1).collect();
        let target = Target::new(&table, "y", Some(Task::Classification)).unwrap();
        let TargetValues::Classes(classes) = &target.values else { panic!("classes") };
        let training = Training::new(&table, &columns, &target);
        let tree = grow(&training, &settings, &()).unwrap();
        let mut rows = vec![[0.0; 2]; tree.len()];
        for row in 0..table.rows() {
            let [landing] = tree.landings(&Cells(&cells(&table, row)))[..] else { panic!("a row that is spread") };
            let mut at = Some(landing.node);
            while let Some(node) = at {
                rows[node.place()][classes.codes[row] as usize] += 1.0;
                at = tree.parent(node);
            }
        }
        let Answers::Classes(answers) = tree.answers() else { panic!("classes") };
        for id in tree.ids() {
            let mut own = [0.0; 2];
            tree.class_weights(id).iter().for_each(|pair| own[pair.class as usize] = pair.weight);
            assert_eq!(own, rows[id.place()], "node {id}, {table:?} {settings:?}");
            held += usize::from(answers.held(id).is_some_and(|share| share != own[1] / (own[0] + own[1])));
        }
        assert!(answers.held.is_empty() || !settings.monotone.is_empty());
        assert_eq!(answers.held(NodeId::ROOT), None); // nothing stands above the root
    }
    assert!(held > 100, "{held}");
}

/// Rows and what is asked, in whole numbers; no value is missing.
struct Plain {
    x: Vec<Vec<Option<i64>>>,
    y: Vec<i64>,
    weights: Vec<i64>,
    directions: Vec<i64>,
    groups: Vec<Vec<usize>>,
    least: i64,
    own: bool,
    /// Whether missing values stand behind all others.
    last: bool,
    /// Whether a mean came so near to a fence that the last bit decides.
    close: std::cell::Cell<bool>,
}

/// A split found plainly: the column, and the rows of each branch.
struct Split {
    column: usize,
    parts: Vec<Vec<usize>>,
    /// Whether it is a cut, whose first two branches lie below and above it.
    cuts: bool,
}

/// What a node stands in.
#[derive(Clone)]
struct Place {
    low: f64,
    high: f64,
    groups: Vec<usize>,
}

impl Plain {
    fn weight(&self, rows: &[usize]) -> i64 {
        rows.iter().map(|row| self.weights[*row]).sum()
    }

    fn sum(&self, rows: &[usize]) -> i64 {
        rows.iter().map(|row| self.weights[*row] * self.y[*row]).sum()
    }

    fn mean(&self, rows: &[usize]) -> f64 {
        self.sum(rows) as f64 / self.weight(rows) as f64
    }

    /// Every split of a column, in the order of ties.
    fn ways(&self, rows: &[usize], column: usize) -> Vec<Split> {
        let value = |row: &usize| self.x[column][*row];
        let mut values: Vec<i64> = rows.iter().filter_map(value).collect();
        values.sort_unstable();
        values.dedup();
        let absent: Vec<usize> = rows.iter().copied().filter(|row| value(row).is_none()).collect();
        let mut ways = Vec::new();
        let mut put = |parts: [Vec<usize>; 2], extra: Vec<Vec<usize>>| {
            ways.push(Split { column, parts: parts.into_iter().chain(extra).collect(), cuts: true });
        };
        for cut in values.iter().take(values.len().saturating_sub(1)) {
            let side = |above: bool| -> Vec<usize> {
                rows.iter().copied().filter(|row| value(row).is_some_and(|value| (value > *cut) == above)).collect()
            };
            let with = |above: bool| [side(above), absent.clone()].concat();
            match (absent.is_empty(), self.own) {
                (true, _) => put([side(false), side(true)], vec![]),
                (false, true) => put([side(false), side(true)], vec![absent.clone()]),
                (false, false) => {
                    let mut both = [[with(false), side(true)], [side(false), with(true)]];
                    if self.last {
                        both.reverse();
                    }
                    for parts in both {
                        put(parts, vec![]);
                    }
                }
            }
        }
        if !absent.is_empty() && !values.is_empty() {
            let known = rows.iter().copied().filter(|row| value(row).is_some()).collect();
            ways.push(Split { column, parts: vec![known, absent], cuts: self.last });
        }
        ways
    }

    fn may(&self, split: &Split, place: &Place) -> bool {
        let direction = if split.cuts { self.directions[split.column] } else { 0 };
        let heavy = split.parts.iter().all(|part| self.weight(part) >= self.least);
        let within = |part: &Vec<usize>| {
            let mean = self.mean(part);
            let exact = (mean * 1024.0).fract() == 0.0;
            let near = |end: f64| !exact && (mean - end).abs() < 1e-9;
            self.close.set(self.close.get() || near(place.low) || near(place.high));
            mean >= place.low && mean <= place.high
        };
        let rise = |parts: &[Vec<usize>]| self.mean(&parts[1]) - self.mean(&parts[0]);
        heavy && (direction == 0 || split.parts[..2].iter().all(within) && rise(&split.parts) * direction as f64 >= 0.0)
    }

    /// Σ sum² / weight over the branches, as a fraction: what squared errors and the Gini index of two classes gain by.
    fn merit(&self, split: &Split) -> (i128, i128) {
        split.parts.iter().fold((0, 1), |(over, under), part| {
            let (sum, weight) = (i128::from(self.sum(part)), i128::from(self.weight(part)));
            (over * weight + sum * sum * under, under * weight)
        })
    }

    /// The best split of a node; the first of equals.
    fn best(&self, rows: &[usize], place: &Place) -> Option<Split> {
        let pure = rows.iter().all(|row| self.y[*row] == self.y[rows[0]]);
        if pure || self.weight(rows) < 2 || place.high - place.low < 1e-9 {
            return None;
        }
        let mut best: Option<(Split, (i128, i128))> = None;
        let may_ask =
            |column: &usize| self.groups.is_empty() || place.groups.iter().any(|at| self.groups[*at].contains(column));
        for column in (0..self.x.len()).filter(may_ask) {
            for way in self.ways(rows, column).into_iter().filter(|way| self.may(way, place)) {
                let (over, under) = self.merit(&way);
                if best.as_ref().is_none_or(|(_, (most, below))| over * below > most * under) {
                    best = Some((way, (over, under)));
                }
            }
        }
        best.map(|(split, _)| split)
    }

    fn places(&self, split: &Split, place: &Place) -> Vec<Place> {
        let groups = place.groups.iter().copied().filter(|at| self.groups[*at].contains(&split.column)).collect();
        let inside = Place { groups, ..place.clone() };
        let mut places = vec![inside.clone(); split.parts.len()];
        let direction = if split.cuts { self.directions[split.column] } else { 0 };
        if direction != 0 {
            let middle = f64::midpoint(self.mean(&split.parts[0]), self.mean(&split.parts[1]));
            let (below, above) = if direction > 0 { (0, 1) } else { (1, 0) };
            places[below].high = middle;
            places[above].low = middle;
        }
        places
    }

    /// Holds a tree to the splits that are found plainly; how many there are.
    fn check(&self, tree: &Tree, node: NodeId, rows: &[usize], place: &Place) -> usize {
        let found = self.best(rows, place);
        if self.close.get() {
            return 0;
        }
        let (Node::Branch { split, branches }, Some(best)) = (tree.node(node), &found) else {
            let told = found
                .as_ref()
                .map(|found| (found.column, found.parts.iter().map(|part| self.mean(part)).collect::<Vec<_>>()));
            assert_eq!(
                tree.branches(node).is_none(),
                told.is_none(),
                "node {node:?} within {} and {}: {told:?}",
                place.low,
                place.high
            );
            return 0;
        };
        let branch = |row: &usize| match (self.x[split.column.place()][*row], &split.missing) {
            (Some(value), _) => split.test.branch(Cell::Number(value as f64)).unwrap(),
            (None, Missing::Branch(branch)) => *branch,
            (None, other) => panic!("{other:?}"),
        };
        let parts: Vec<Vec<usize>> =
            (0..branches.count).map(|at| rows.iter().copied().filter(|row| branch(row) == at).collect()).collect();
        let sorted = |parts: &[Vec<usize>]| -> Vec<Vec<usize>> {
            let one = |part: &Vec<usize>| {
                let mut part = part.clone();
                part.sort_unstable();
                part
            };
            parts.iter().map(one).collect()
        };
        assert_eq!(
            (split.column.place(), sorted(&parts)),
            (best.column, sorted(&best.parts)),
            "node {node:?} of {:?} within {} and {}",
            rows.iter().map(|row| (&self.x[split.column.place()][*row], self.y[*row])).collect::<Vec<_>>(),
            place.low,
            place.high
        );
        let places = self.places(best, place);
        let below = parts.iter().zip(&places).zip(branches.iter());
        1 + below.map(|((part, place), child)| self.check(tree, child, part, place)).sum::<usize>()
    }

    fn random(draws: &mut Draws, classes: bool) -> Self {
        let rows = 2 + draws.below(14) as usize;
        let columns = 1 + draws.below(4) as usize;
        let holes = pick(draws, &[0, 0, 3]);
        let distinct = pick(draws, &[3, 8]);
        let value = |draws: &mut Draws| (draws.below(10) >= holes).then(|| draws.below(distinct).cast_signed());
        let x = (0..columns).map(|_| (0..rows).map(|_| value(draws)).collect()).collect();
        let y = (0..rows).map(|_| draws.below(if classes { 2 } else { 7 }).cast_signed()).collect();
        let weighted = draws.below(3) == 0;
        let weights = (0..rows).map(|_| if weighted { 1 + draws.below(3).cast_signed() } else { 1 }).collect();
        let directions = (0..columns).map(|_| pick(draws, &[-1, 0, 0, 1])).collect();
        let mut groups: Vec<Vec<usize>> = Vec::new();
        if draws.below(2) == 0 {
            groups = (0..=draws.below(3)).map(|_| (0..columns).filter(|_| draws.below(2) == 0).collect()).collect();
            let others: Vec<usize> = (0..columns).filter(|column| !groups.concat().contains(column)).collect();
            groups.push(others); // columns in no group make one more
        }
        let (least, own) = (pick(draws, &[1, 1, 2]), draws.below(2) == 0);
        let last = draws.below(3) == 0;
        Plain { x, y, weights, directions, groups, least, own, last, close: false.into() }
    }

    fn table(&self, classes: bool) -> Table {
        let number = |value: &Option<i64>| value.map_or(f64::NAN, |value| value as f64);
        let column = |(place, x): (usize, &Vec<Option<i64>>)| {
            Column::numbers(&format!("x{place}"), x.iter().map(number).collect())
        };
        let target = if classes {
            Column::categories("y", self.y.iter().map(|y| Some(if *y == 1 { "b" } else { "a" })))
        } else {
            Column::numbers("y", self.y.iter().map(|y| *y as f64).collect())
        };
        Table::new(self.x.iter().enumerate().map(column).chain([target]).collect()).unwrap()
    }

    fn settings(&self, classes: bool) -> TreeSettings {
        let way = |(place, direction): (usize, &i64)| {
            let way = if *direction > 0 { Direction::Increasing } else { Direction::Decreasing };
            (*direction != 0).then(|| (format!("x{place}"), way))
        };
        let usual = if classes { TreeSettings::classification() } else { TreeSettings::regression() };
        let named = |group: &Vec<usize>| group.iter().map(|place| format!("x{place}")).collect();
        let given = self.groups.len().saturating_sub(1);
        TreeSettings {
            monotone: self.directions.iter().enumerate().filter_map(way).collect(),
            interactions: self.groups[..given].iter().map(named).collect(),
            missing: if self.own { MissingPolicy::Own } else { MissingPolicy::Learned },
            missing_last: self.last,
            min_rows_leaf: self.least as f64,
            ..usual
        }
    }
}

#[test]
fn trees_are_those_that_are_found_plainly() {
    let (mut splits, mut fenced, mut close) = (0, 0, 0);
    let tables = u64::from(proof::cases(1500).cases);
    for number in 0..tables {
        let mut draws = Key::new(62).child(number).draws();
        let classes = draws.below(2) == 0;
        let plain = Plain::random(&mut draws, classes);
        let (table, settings) = (plain.table(classes), plain.settings(classes));
        let columns: Vec<usize> = (0..plain.x.len()).collect();
        let task = if classes { Task::Classification } else { Task::Regression };
        let target = Target::new(&table, "y", Some(task)).unwrap();
        let weights: Vec<f64> = plain.weights.iter().map(|weight| *weight as f64).collect();
        let training = Training { weights: Some(&weights), ..Training::new(&table, &columns, &target) };
        let (tree, record) = grow_recorded(&training, &settings, &()).unwrap();
        assert!(record.differing.is_empty());
        let rows: Vec<usize> = (0..plain.y.len()).collect();
        let place = Place { low: f64::NEG_INFINITY, high: f64::INFINITY, groups: (0..plain.groups.len()).collect() };
        splits += plain.check(&tree, NodeId::ROOT, &rows, &place);
        close += u64::from(plain.close.get());
        let free = TreeSettings { monotone: BTreeMap::new(), interactions: Vec::new(), ..settings };
        fenced += u32::from(grow(&training, &free, &()).unwrap() != tree);
    }
    assert!(splits > 3000 && fenced > 500, "{splits} splits, {fenced} trees that constraints change");
    assert!(close * 20 < tables, "{close} tables were given up");
}

#[test]
fn columns_of_different_groups_do_not_meet() {
    let mut met = 0;
    for number in 0..u64::from(proof::cases(200).cases) {
        let mut draws = Key::new(63).child(number).draws();
        let task = pick(&mut draws, &[Task::Classification, Task::Regression]);
        let table = random_table(&mut draws, task);
        let columns: Vec<usize> = (0..table.columns().len() - 1).collect();
        let target = Target::new(&table, "y", Some(task)).unwrap();
        let groups: Vec<Vec<usize>> =
            (0..2).map(|_| columns.iter().copied().filter(|_| draws.below(2) == 0).collect()).collect();
        let named = |group: &Vec<usize>| group.iter().map(|place| format!("x{place}")).collect();
        let settings = TreeSettings {
            interactions: groups.iter().map(named).collect(),
            missing: pick(&mut draws, &[MissingPolicy::Learned, MissingPolicy::Surrogates, MissingPolicy::Fractions]),
            monotone: BTreeMap::new(),
            criterion: if task == Task::Classification { Criterion::Gini } else { Criterion::Mse },
            ..random_settings(&mut draws, &table, task)
        };
        let training = Training::new(&table, &columns, &target);
        let forest = ForestSettings { tree: settings.clone(), ..ForestSettings::random_forest(task) }.trees(2);
        let mut trees = Piece::grow(&training, &forest, &Course::default(), &()).unwrap().trees().to_vec();
        trees.push(grow(&training, &settings, &()).unwrap());
        let others: Vec<usize> = columns.iter().copied().filter(|column| !groups.concat().contains(column)).collect();
        let groups: Vec<&Vec<usize>> = groups.iter().chain([&others]).collect();
        for tree in &trees {
            for leaf in tree.ids().filter(|id| tree.branches(*id).is_none()) {
                let above = std::iter::successors(tree.parent(leaf), |id| tree.parent(*id));
                let asked: Vec<usize> = above.flat_map(|id| asked(tree, id)).collect();
                let shares = groups.iter().any(|group| asked.iter().all(|column| group.contains(column)));
                assert!(shares, "{asked:?} of {groups:?}");
                met += usize::from(asked.iter().any(|column| *column != asked[0]));
            }
        }
    }
    assert!(met > 300, "{met} paths with two columns");
}

/// The columns that a node asks about, surrogates among them.
fn asked(tree: &Tree, id: NodeId) -> Vec<usize> {
    let Node::Branch { split, .. } = tree.node(id) else { return Vec::new() };
    let mut columns = vec![split.column.place()];
    if let Missing::Surrogates(surrogates) = &split.missing {
        columns.extend(surrogates.iter().map(|other| other.column.place()));
    }
    columns
}

#[test]
fn constraints_that_cannot_be_are_refused() {
    let table = Table::from_csv(
        b"size,place,rent,fits,kind\n1,a,5,yes,p\n2,b,6,yes,q\n4,a,7,no,r\n",
        &spinney::table::ReadOptions::new(),
    )
    .unwrap();
    let mistake = |target: &str, task: Task, settings: TreeSettings| {
        let target = Target::new(&table, target, Some(task)).unwrap();
        let error = grow(&Training::new(&table, &[0, 1], &target), &settings, &()).unwrap_err();
        (error.to_string(), error.mistake)
    };
    let along = |name: &str| BTreeMap::from([(name.to_owned(), Direction::Increasing)]);
    let usual = TreeSettings { monotone: along("size"), ..TreeSettings::regression() };
    let by_name = |name: &str| TreeSettings { monotone: along(name), ..usual.clone() };
    let rent = |settings| mistake("rent", Task::Regression, settings);
    assert!(matches!(rent(by_name("sise")).1, Mistake::NoColumn { .. }));
    assert!(matches!(rent(by_name("fits")).1, Mistake::NotLearned));
    assert_eq!(
        rent(by_name("place")).0,
        "column \"place\": its values have no order, so answers cannot rise or fall along it"
    );
    let refused = |settings| assert!(matches!(rent(settings).1, Mistake::NoConstraint { .. }));
    refused(TreeSettings { missing: MissingPolicy::Fractions, ..usual.clone() });
    refused(TreeSettings { missing: MissingPolicy::Surrogates, ..usual.clone() });
    refused(TreeSettings { leaf: LeafKind::Median, ..usual.clone() });
    refused(TreeSettings { leaf: LeafKind::Linear, ..usual.clone() });
    refused(TreeSettings { conventions: Conventions::C45, ..usual.clone() });
    let classes = TreeSettings { criterion: Criterion::Gini, ..usual.clone() };
    let (text, _) = mistake("kind", Task::Classification, classes.clone());
    assert!(text.contains("two classes"), "{text}");
    let unknown = TreeSettings { interactions: vec![vec!["size".into(), "hue".into()]], ..TreeSettings::regression() };
    assert!(matches!(rent(unknown).1, Mistake::NoColumn { .. }));
    // And what can be is not.
    let target = Target::new(&table, "fits", None).unwrap();
    let training = Training::new(&table, &[0, 1], &target);
    let tree = grow(&training, &classes, &()).unwrap();
    // Pruning that gives leaves other rows is.
    for (pruning, may) in [
        (Pruning::pessimistic(Doubt::C45), false),
        (Pruning::Pessimistic { doubt: Doubt::C45, confidence: 0.25, raising: false }, true),
        (Pruning::ReducedError { share: 0.3, backfit: true }, false),
        (Pruning::ReducedError { share: 0.3, backfit: false }, true),
        (Pruning::Merge, true),
    ] {
        assert_eq!(prune(&tree, (&training, &classes), &pruning, None, &()).is_ok(), may, "{pruning:?}");
    }
}
