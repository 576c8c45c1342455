//! Small random tables with several targets.
#![allow(dead_code, reason = "each test file uses its part")]

use spinney::grow::{Criterion, Nominal, Training, TreeSettings};
use spinney::seed::Draws;
use spinney::table::{Column, Table, Target, Task};

const FOR_CLASSES: [Criterion; 2] = [Criterion::Entropy, Criterion::Gini];
const FOR_NUMBERS: [Criterion; 3] = [Criterion::Mse, Criterion::Mae, Criterion::Poisson];

pub(crate) fn pick<T: Copy>(draws: &mut Draws, among: &[T]) -> T {
    among[draws.below(among.len() as u64) as usize]
}

/// A small table of `x0 …` and targets `y0 …`.
pub(crate) struct Case {
    pub(crate) table: Table,
    pub(crate) columns: Vec<usize>,
    pub(crate) targets: Vec<Target>,
    pub(crate) weights: Vec<f64>,
    pub(crate) settings: TreeSettings,
}

impl Case {
    pub(crate) fn random(draws: &mut Draws) -> Self {
        let rows = 2 + draws.below(12) as usize;
        let holes = pick(draws, &[0, 0, 3]);
        let columns = (0..=draws.below(2)).map(|place| random_column(draws, place, rows, holes)).collect();
        Case::of(draws, columns, rows)
    }

    /// Hundreds of rows, and numbers of many values and of few.
    pub(crate) fn large(draws: &mut Draws) -> Self {
        let rows = 150 + draws.below(500) as usize;
        let column = |draws: &mut Draws, place: u64| {
            let values = pick(draws, &[2, 7, 300, 100_000]);
            Column::numbers(&format!("x{place}"), (0..rows).map(|_| draws.below(values) as f64).collect())
        };
        let columns = (0..2 + draws.below(2)).map(|place| column(draws, place)).collect();
        Case::of(draws, columns, rows)
    }

    /// More names than are tried in all ways, beside a column of numbers.
    pub(crate) fn named(draws: &mut Draws) -> Self {
        let rows = 40 + draws.below(200) as usize;
        let levels = 11 + draws.below(15);
        let names: Vec<String> = (0..rows).map(|_| format!("v{:02}", draws.below(levels))).collect();
        let names = Column::categories("x0", names.iter().map(|name| Some(name.as_str())));
        let numbers = Column::numbers("x1", (0..rows).map(|_| draws.below(30) as f64).collect());
        Case::of(draws, vec![names, numbers], rows)
    }

    /// Numbers alone, of few rows or of many, and up to seven targets: what the quick way of several targets is for.
    pub(crate) fn ordered(draws: &mut Draws) -> Self {
        let rows = pick(draws, &[2, 5, 30, 30, 200, 1500]);
        let column = |draws: &mut Draws, place: u64| {
            let values = pick(draws, &[2, 7, 300, 100_000]);
            Column::numbers(&format!("x{place}"), (0..rows).map(|_| draws.below(values) as f64 - 3.5).collect())
        };
        let columns = (0..=draws.below(6)).map(|place| column(draws, place)).collect();
        let more = pick(draws, &[0, 0, 3]);
        let mut case = Case::with(draws, columns, rows, more);
        if case.targets[0].task() == Task::Regression {
            case.settings.criterion = Criterion::Mse;
        }
        case
    }

    fn of(draws: &mut Draws, columns: Vec<Column>, rows: usize) -> Self {
        Case::with(draws, columns, rows, 0)
    }

    /// With so many more targets than usual.
    fn with(draws: &mut Draws, mut columns: Vec<Column>, rows: usize, more: u64) -> Self {
        let task = pick(draws, &[Task::Classification, Task::Regression]);
        let many = columns.len();
        for place in 0..2 + draws.below(3) + more {
            let name = format!("y{place}");
            columns.push(match task {
                Task::Classification => {
                    let classes = 2 + draws.below(3);
                    let names: Vec<String> = (0..rows).map(|_| format!("c{}", draws.below(classes))).collect();
                    Column::categories(&name, names.iter().map(|name| Some(name.as_str())))
                }
                // Of different sizes: the unit of each counts.
                Task::Regression => {
                    let size = pick(draws, &[1.0, 1.0, 16.0]);
                    Column::numbers(&name, (0..rows).map(|_| size * (1 + draws.below(6)) as f64).collect())
                }
            });
        }
        let table = Table::new(columns).unwrap();
        let targets = (many..table.columns().len())
            .map(|place| Target::new(&table, &table.columns()[place].name, Some(task)).unwrap())
            .collect();
        let weighted = draws.below(3) == 0;
        let weights = (0..rows).map(|_| if weighted { 1.0 + draws.below(3) as f64 } else { 1.0 }).collect();
        let settings = TreeSettings {
            criterion: match task {
                Task::Classification => pick(draws, &FOR_CLASSES),
                Task::Regression => pick(draws, &FOR_NUMBERS),
            },
            nominal: pick(draws, &[Nominal::Subset, Nominal::Values]),
            min_rows_leaf: pick(draws, &[1.0, 1.0, 2.0]),
            ..TreeSettings::default()
        };
        Case { table, columns: (0..many).collect(), targets, weights, settings }
    }

    pub(crate) fn training(&self) -> Training<'_> {
        let (first, others) = self.targets.split_first().unwrap();
        Training { others, weights: Some(&self.weights), ..Training::new(&self.table, &self.columns, first) }
    }
}

fn random_column(draws: &mut Draws, place: u64, rows: usize, holes: u64) -> Column {
    let name = format!("x{place}");
    let hole = |draws: &mut Draws| draws.below(10) < holes;
    if draws.below(2) == 0 {
        let value = |draws: &mut Draws| if hole(draws) { f64::NAN } else { draws.below(6) as f64 };
        return Column::numbers(&name, (0..rows).map(|_| value(draws)).collect());
    }
    let names: Vec<Option<String>> =
        (0..rows).map(|_| (!hole(draws)).then(|| format!("v{}", draws.below(4)))).collect();
    Column::categories(&name, names.iter().map(Option::as_deref))
}
