//! The engine's first split against every split there is, written down plainly and measured with plain floats.
#![cfg(test)]

mod proof;

use spinney::grow::{Criterion, MissingPolicy, Nominal, Training, TreeSettings, grow};
use spinney::seed::{Draws, Key};
use spinney::table::{Category, CategoryKind, Column, Hierarchy, MISSING, Table, Target, Task, Values};
use spinney::tree::{Cell, Missing, Node, NodeId, Split};

const POLICIES: [MissingPolicy; 4] =
    [MissingPolicy::Learned, MissingPolicy::Fractions, MissingPolicy::Surrogates, MissingPolicy::Own];
const NOMINALS: [Nominal; 2] = [Nominal::Values, Nominal::Subset];
const FOR_CLASSES: [Criterion; 4] =
    [Criterion::Entropy, Criterion::Gini, Criterion::GainRatio, Criterion::ConditionalEntropy];
const FOR_NUMBERS: [Criterion; 3] = [Criterion::Mse, Criterion::Mae, Criterion::Poisson];

/// A small table, and the weight and target of each row.
struct Case {
    table: Table,
    weights: Option<Vec<f64>>,
    least: f64,
    task: Task,
}

/// One way to split: for each row its branch, or none where it does not count; in the order of ties.
struct Way {
    column: usize,
    branches: Vec<Option<u32>>,
    count: u32,
}

fn below(draws: &mut Draws, n: u64) -> u64 {
    draws.below(n)
}

fn random_case(draws: &mut Draws, task: Task) -> Case {
    let rows = 2 + below(draws, 11) as usize;
    let count = 1 + below(draws, 3) as usize;
    let holes = below(draws, 3); // none, some, many
    let mut columns: Vec<Column> = (0..count).map(|place| random_column(draws, place, rows, holes)).collect();
    let classes = 2 + below(draws, 3);
    let target = match task {
        Task::Classification => {
            let names: Vec<String> = (0..rows).map(|_| format!("c{}", below(draws, classes))).collect();
            Column::categories("y", names.iter().map(|name| Some(name.as_str())))
        }
        Task::Regression => Column::numbers("y", (0..rows).map(|_| below(draws, 6) as f64).collect()),
    };
    columns.push(target);
    let weighted = below(draws, 3) == 0;
    let weights = weighted.then(|| (0..rows).map(|_| below(draws, 4) as f64).collect());
    let least = [1.0, 1.0, 2.0, 3.0][below(draws, 4) as usize];
    Case { table: Table::new(columns).unwrap(), weights, least, task }
}

fn random_column(draws: &mut Draws, place: usize, rows: usize, holes: u64) -> Column {
    let name = format!("x{place}");
    let hole = |draws: &mut Draws| holes > 0 && below(draws, 6) < holes;
    let kind = below(draws, 4);
    if kind == 0 {
        let values = (0..rows).map(|_| if hole(draws) { f64::NAN } else { below(draws, 6) as f64 }).collect();
        return Column::numbers(&name, values);
    }
    let levels: Vec<String> = (0..2 + below(draws, 4)).map(|level| format!("v{level}")).collect();
    let codes =
        (0..rows).map(|_| if hole(draws) { MISSING } else { below(draws, levels.len() as u64) as u32 }).collect();
    let kind = match kind {
        1 => CategoryKind::Nominal,
        2 => CategoryKind::Ordinal,
        _ => {
            let paths = levels.iter().enumerate().map(|(place, level)| vec![level.clone(), format!("g{}", place % 2)]);
            CategoryKind::Hierarchical(Hierarchy::from_paths(paths).unwrap())
        }
    };
    Column { name, values: Values::Category(Category { codes, levels, kind }) }
}

fn cell(column: &Column, row: usize) -> Cell {
    match &column.values {
        Values::Sparse(_) => unreachable!("no column here is sparse"),
        Values::Number(number) if number.values[row].is_nan() => Cell::Missing,
        Values::Number(number) => Cell::Number(number.values[row]),
        Values::Category(category) if category.codes[row] == MISSING => Cell::Missing,
        Values::Category(category) => Cell::Level(category.codes[row]),
    }
}

fn weight(case: &Case, row: usize) -> f64 {
    case.weights.as_ref().map_or(1.0, |weights| weights[row])
}

/// Every way to split a column, in the order of ties.
fn ways(case: &Case, place: usize, policy: MissingPolicy, nominal: Nominal) -> Vec<Way> {
    let column = &case.table.columns()[place];
    let rows: Vec<usize> = (0..case.table.rows()).filter(|row| weight(case, *row) > 0.0).collect();
    let key = |row: usize| match cell(column, row) {
        Cell::Number(value) => Some(value),
        Cell::Level(level) => Some(f64::from(level)),
        _ => None,
    };
    let mut present: Vec<f64> = rows.iter().filter_map(|row| key(*row)).collect();
    present.sort_by(f64::total_cmp);
    present.dedup();
    let absent = rows.iter().any(|row| key(*row).is_none());
    let all = case.table.rows();
    // A way from the branch of each present value.
    let plain = |of: &dyn Fn(f64) -> u32, count: u32, extra: Option<u32>| Way {
        column: place,
        // Rows of weight 0 may have values that no row that counts has.
        branches: (0..all).map(|row| if rows.contains(&row) { key(row).map(of).or(extra) } else { None }).collect(),
        count,
    };
    let mut found = Vec::new();
    // Where missing values go, for a split of known values into `count` branches.
    let mut put = |of: &dyn Fn(f64) -> u32, count: u32| match policy {
        MissingPolicy::Learned if absent => (0..count).for_each(|branch| found.push(plain(of, count, Some(branch)))),
        MissingPolicy::Own if absent => found.push(plain(of, count + 1, Some(count))),
        _ => found.push(plain(of, count, None)),
    };
    let joins = matches!(policy, MissingPolicy::Learned | MissingPolicy::Own);
    let mut alone = false;
    match &column.values {
        Values::Category(Category { kind: CategoryKind::Nominal, .. }) if nominal == Nominal::Subset => {
            alone = true;
            // Own: missing is one more value, after all others.
            let own = policy == MissingPolicy::Own && absent;
            let mut sets: Vec<(Vec<usize>, Vec<Way>)> = Vec::new();
            let values = present.len() + usize::from(own);
            for set in 0_u32..1 << values {
                let inside: Vec<usize> = (0..values).filter(|value| set >> value & 1 == 1).collect();
                let known: Vec<usize> = inside.iter().copied().filter(|value| *value < present.len()).collect();
                if set & 1 == 0 || inside.len() == values {
                    continue;
                }
                let of = |value: f64| u32::from(!known.contains(&present.iter().position(|p| *p == value).unwrap()));
                let list = if own {
                    vec![plain(&of, 2, Some(u32::from(inside.len() == known.len())))]
                } else if policy == MissingPolicy::Learned && absent {
                    vec![plain(&of, 2, Some(0)), plain(&of, 2, Some(1))]
                } else {
                    vec![plain(&of, 2, None)]
                };
                sets.push((known, list));
            }
            // By the levels of the first set, then missing values in the first set.
            let own_second = |list: &[Way]| {
                own && list[0].branches.iter().zip(0..).any(|(branch, row)| key(row).is_none() && *branch == Some(1))
            };
            sets.sort_by_key(|(known, list)| (known.clone(), own_second(list)));
            found.extend(sets.into_iter().flat_map(|(_, list)| list));
        }
        Values::Category(Category { kind: CategoryKind::Nominal, .. }) => {
            let of = |value: f64| present.iter().position(|p| *p == value).unwrap() as u32;
            if present.len() > 1 {
                put(&of, present.len() as u32);
            }
        }
        Values::Category(Category { kind: CategoryKind::Hierarchical(_), .. }) => {
            for height in [1, 0] {
                let group = |value: f64| if height == 1 { value % 2.0 } else { value };
                let mut groups: Vec<f64> = present.iter().map(|value| group(*value)).collect();
                groups.sort_by(f64::total_cmp);
                groups.dedup();
                let of = |value: f64| groups.iter().position(|g| *g == group(value)).unwrap() as u32;
                if groups.len() > 1 {
                    put(&of, groups.len() as u32);
                }
            }
        }
        _ => {
            alone = true;
            for cut in present.iter().take(present.len().saturating_sub(1)) {
                put(&|value| u32::from(value > *cut), 2);
            }
        }
    }
    if alone && joins && absent && !present.is_empty() {
        found.push(plain(&|_| 0, 2, Some(1)));
    }
    found
}

/// Rest of a set of rows: weight times impurity.
fn rest(case: &Case, criterion: Criterion, rows: &[usize]) -> f64 {
    let total: f64 = rows.iter().map(|row| weight(case, *row)).sum();
    let column = case.table.columns().last().unwrap();
    match &column.values {
        Values::Sparse(_) => unreachable!("no column here is sparse"),
        Values::Category(category) => {
            let counts: Vec<f64> = (0..category.levels.len() as u32)
                .map(|class| {
                    rows.iter().filter(|row| category.codes[**row] == class).map(|row| weight(case, *row)).sum()
                })
                .collect();
            match criterion {
                Criterion::Gini => total - counts.iter().map(|count| count * count).sum::<f64>() / total,
                _ => counts.iter().filter(|count| **count > 0.0).map(|count| -count * (count / total).log2()).sum(),
            }
        }
        Values::Number(number) => {
            let mut values: Vec<(f64, f64)> =
                rows.iter().map(|row| (number.values[*row], weight(case, *row))).collect();
            values.sort_by(|one, two| one.0.total_cmp(&two.0));
            let mean = values.iter().map(|(value, weight)| value * weight).sum::<f64>() / total;
            match criterion {
                Criterion::Mse => values.iter().map(|(value, weight)| weight * (value - mean).powi(2)).sum(),
                Criterion::Mae => {
                    let error = |at: f64| values.iter().map(|(value, weight)| weight * (value - at).abs()).sum::<f64>();
                    values.iter().map(|(value, _)| error(*value)).fold(f64::INFINITY, f64::min)
                }
                _ => values
                    .iter()
                    .filter(|(value, _)| *value > 0.0)
                    .map(|(value, weight)| weight * value * (value / mean).ln())
                    .sum(),
            }
        }
    }
}

/// How good a way is; `None` where it may not be taken.
fn merit(case: &Case, criterion: Criterion, way: &Way) -> Option<f64> {
    let counted = |row: &usize| weight(case, *row) > 0.0;
    let of = |branch: Option<u32>| {
        (0..case.table.rows()).filter(counted).filter(|row| way.branches[*row] == branch).collect::<Vec<usize>>()
    };
    let known: Vec<usize> = (0..case.table.rows()).filter(counted).filter(|row| way.branches[*row].is_some()).collect();
    let heavy = |rows: &[usize]| rows.iter().map(|row| weight(case, *row)).sum::<f64>();
    let (mut left, mut info) = (0.0, 0.0);
    let all = heavy(&known) + heavy(&of(None));
    let bits = |part: f64| if part > 0.0 { -part / all * (part / all).log2() } else { 0.0 };
    for branch in 0..way.count {
        let rows = of(Some(branch));
        let mean: f64 = match &case.table.columns().last().unwrap().values {
            Values::Sparse(_) => unreachable!("no column here is sparse"),
            Values::Number(number) => rows.iter().map(|row| number.values[*row] * weight(case, *row)).sum(),
            Values::Category(_) => 1.0,
        };
        if heavy(&rows) < case.least || (criterion == Criterion::Poisson && mean <= 0.0) {
            return None;
        }
        left += rest(case, criterion, &rows);
        info += bits(heavy(&rows));
    }
    info += bits(heavy(&of(None)));
    let gain = rest(case, criterion, &known) - left;
    Some(match criterion {
        Criterion::GainRatio => gain / all / info,
        Criterion::ConditionalEntropy => -left / heavy(&known),
        _ => gain,
    })
}

/// The way that the engine's root takes; none where it did not split.
fn taken(case: &Case, criterion: Criterion, policy: MissingPolicy, nominal: Nominal) -> Option<Way> {
    let columns: Vec<usize> = (0..case.table.columns().len() - 1).collect();
    let target = Target::new(&case.table, "y", Some(case.task)).unwrap();
    let settings = TreeSettings {
        criterion,
        nominal,
        missing: policy,
        max_depth: Some(1),
        min_rows_leaf: case.least,
        ..TreeSettings::default()
    };
    let training = Training { weights: case.weights.as_deref(), ..Training::new(&case.table, &columns, &target) };
    let tree = grow(&training, &settings, &()).ok()?;
    let Node::Branch { split, branches } = tree.node(NodeId::ROOT) else { return None };
    let place = split.column.place();
    let column = &case.table.columns()[place];
    let branch = |row: usize| way_of(&split, cell(column, row));
    Some(Way { column: place, branches: (0..case.table.rows()).map(branch).collect(), count: branches.count })
}

fn way_of(split: &Split, cell: Cell) -> Option<u32> {
    match (&split.missing, cell) {
        (Missing::Branch(branch), Cell::Missing) => Some(*branch),
        (_, Cell::Missing) => None,
        _ => split.test.branch(cell),
    }
}

fn check(case: &Case, criterion: Criterion, policy: MissingPolicy, nominal: Nominal) -> bool {
    let all: Vec<(Way, f64)> = (0..case.table.columns().len() - 1)
        .flat_map(|place| ways(case, place, policy, nominal))
        .filter_map(|way| merit(case, criterion, &way).map(|merit| (way, merit)))
        .collect();
    let root: Vec<usize> = (0..case.table.rows()).filter(|row| weight(case, *row) > 0.0).collect();
    let pure = root.is_empty()
        || rest(case, Criterion::Gini, &root).abs() < 1e-12
        || rest(case, criterion, &root).abs() < 1e-12;
    let best = all.iter().map(|(_, merit)| *merit).fold(f64::NEG_INFINITY, f64::max);
    let told = || {
        format!(
            "{criterion:?} {policy:?} {nominal:?} least {}\n{}\nweights {:?}",
            case.least,
            shown(case),
            case.weights
        )
    };
    let Some(way) = taken(case, criterion, policy, nominal) else {
        let total: f64 = root.iter().map(|row| weight(case, *row)).sum();
        assert!(pure || all.is_empty() || total < 2.0, "no split, but there is one of {best}\n{}", told());
        return false;
    };
    let found = merit(case, criterion, &way).unwrap_or_else(|| panic!("a split that may not be made\n{}", told()));
    assert!(found >= best - 1e-9, "{found} is below {best}\n{}", told());
    // Of equal ways the first. Rows of weight 0 go wherever they go.
    let (first, _) = all.iter().find(|(_, merit)| *merit >= best - 1e-11).unwrap();
    let same =
        first.column == way.column && root.iter().all(|row| policy_blind(first, *row) == policy_blind(&way, *row));
    assert!(same, "a later one of equal ways: {:?} for {:?}\n{}", way.branches, first.branches, told());
    true
}

fn policy_blind(way: &Way, row: usize) -> Option<u32> {
    way.branches[row]
}

fn shown(case: &Case) -> String {
    let row = |row: usize| {
        let texts = case.table.columns().iter().map(|column| column.text(row).unwrap_or_else(|| "?".to_owned()));
        texts.collect::<Vec<_>>().join(",")
    };
    (0..case.table.rows()).map(row).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_first_split_is_the_best_of_all_and_the_first_of_equals() {
    let mut split = 0;
    for number in 0..u64::from(proof::cases(1000).cases) {
        for (task, criteria) in [(Task::Classification, &FOR_CLASSES[..]), (Task::Regression, &FOR_NUMBERS[..])] {
            let mut draws = Key::new(number).child(task as u64).draws();
            let case = random_case(&mut draws, task);
            for criterion in criteria {
                for policy in POLICIES {
                    for nominal in NOMINALS {
                        split += u64::from(check(&case, *criterion, policy, nominal));
                    }
                }
            }
        }
    }
    assert!(split > 10_000, "only {split} splits were made: the tables are too dull");
}
