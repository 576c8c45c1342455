//! How long a forest takes to grow: `forest_time TRAIN TEST TARGET [forest|extra-trees][+constant] [TREES] [TIMES] [SEED] [ROWS]`
//! prints one line of JSON for the benchmark. With `+constant`, constant columns count as drawn, as in scikit-learn. Nodes of fewer than
//! ROWS rows are not split: so one sees what nodes of a size cost.
//!
//! The time is from the typed table to the finished forest; reading the file is not counted. TEST gives the held-out score:
//! accuracy of the averaged probabilities, or R² for numbers.

use std::time::Instant;

use spinney::forest::{Forest, ForestSettings, grow};
use spinney::grow::Training;
use spinney::table::{MISSING, ReadOptions, Table, Target, TargetValues, Values};
use spinney::tree::{Answers, Cell, ColumnId, Row, Tree};
use spinney_io::{Input, Reading, read};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [train, test, name, rest @ ..] = &arguments[..] else {
        return Err(
            "usage: forest_time TRAIN TEST TARGET [forest|extra-trees][+constant] [TREES] [TIMES] [SEED] [ROWS]".into(),
        );
    };
    let number = |place: usize, usual: u64| rest.get(place).map_or(Ok(usual), |text| text.parse());
    let table = read(&Input::from(train.as_str()), &ReadOptions::new(), &Reading::default())?;
    let target = Target::new(&table, name, None)?;
    let columns: Vec<usize> = (0..table.columns().len()).filter(|place| *place != target.column).collect();
    let asked = rest.first().map_or("forest", String::as_str);
    let kind = if asked.starts_with("extra-trees") {
        ForestSettings::extra_trees(target.task())
    } else {
        ForestSettings::random_forest(target.task())
    };
    let mut settings = kind.trees(number(1, 20)? as u32).seed(number(3, 0)?);
    settings.tree.count_constant = asked.ends_with("+constant");
    settings.tree.min_rows_split = number(4, 2)? as f64;
    let held = forget_peak();
    let mut best = f64::INFINITY;
    let mut grown: Option<Forest> = None;
    for _ in 0..number(2, 3)? {
        drop(grown.take()); // one forest at a time, as the memory counts
        let start = Instant::now();
        let forest = grow(&Training::new(&table, &columns, &target), &settings, &())?;
        best = best.min(start.elapsed().as_secs_f64());
        grown = Some(forest);
    }
    let forest = grown.ok_or("TIMES is at least 1")?;
    let peak = memory("VmHWM:");
    let held_out = read(&Input::from(test.as_str()), &ReadOptions::new(), &Reading::default())?;
    let score = score(&forest, &held_out, (&table, &columns), (&target, name))?;
    let nodes: usize = forest.trees().iter().map(Tree::len).sum();
    let visits = visits(&forest, settings.tree.columns_per_split.of(columns.len()));
    let model = forest.bytes();
    let depth = forest.trees().iter().map(Tree::depth).max().unwrap_or(0);
    #[expect(clippy::print_stdout, reason = "an example is its own program")]
    {
        println!(
            "{{\"seconds\": {best:.4}, \"nodes\": {nodes}, \"depth\": {depth}, \"score\": {score:.4}, \"visits\": {visits}, \"model_bytes\": {model}, \
             \"held_bytes\": {held}, \"peak_bytes\": {peak}}}"
        );
    }
    Ok(())
}

/// How often a row is asked for its value in a column: the rows of every node that is split, copies counted, times the columns that are
/// drawn there.
fn visits(forest: &Forest, drawn: usize) -> u64 {
    let of = |tree: &Tree| {
        let inner = tree.ids().filter(|id| tree.branches(*id).is_some());
        inner.map(|id| tree.rows(id)).sum::<f64>() as u64
    };
    forest.trees().iter().map(of).sum::<u64>() * drawn as u64
}

/// A row of the held-out table in the terms of the training table.
struct Cells<'a> {
    table: &'a Table,
    levels: &'a [Vec<u32>],
    columns: &'a [usize],
    row: usize,
}

impl Row for Cells<'_> {
    fn cell(&self, column: ColumnId) -> Cell {
        let place = self.columns[column.place()];
        match &self.table.columns()[place].values {
            Values::Number(number) if !number.values[self.row].is_nan() => Cell::Number(number.values[self.row]),
            Values::Category(category) if category.codes[self.row] != MISSING => {
                Cell::Level(self.levels[place][category.codes[self.row] as usize])
            }
            _ => Cell::Missing,
        }
    }
}

/// For each category of the held-out table the numbers that its levels have in the training table.
fn levels(known: &Table, table: &Table) -> Vec<Vec<u32>> {
    let place =
        |(column, known): (&spinney::table::Column, &spinney::table::Column)| match (&column.values, &known.values) {
            (Values::Category(here), Values::Category(there)) => {
                let find = |level: &String| there.levels.iter().position(|other| other == level);
                here.levels.iter().map(|level| find(level).map_or(u32::MAX - 1, |place| place as u32)).collect()
            }
            _ => Vec::new(),
        };
    table.columns().iter().zip(known.columns()).map(place).collect()
}

fn score(
    forest: &Forest,
    table: &Table,
    (known, columns): (&Table, &[usize]),
    (target, name): (&Target, &str),
) -> Result<f64, Box<dyn std::error::Error>> {
    let truth = Target::new(table, name, Some(target.task()))?;
    let levels = levels(known, table);
    let classes = match &target.values {
        TargetValues::Classes(classes) => classes.names.len(),
        TargetValues::Numbers(_) => 1,
    };
    let mut sums = vec![0.0; classes * table.rows()];
    for tree in forest.trees() {
        for row in 0..table.rows() {
            let landing = tree.landings(&Cells { table, levels: &levels, columns, row })[0].node;
            let sums = &mut sums[row * classes..][..classes];
            match tree.answers() {
                Answers::Classes(_) => {
                    for pair in tree.class_weights(landing) {
                        sums[pair.class as usize] += pair.weight / tree.rows(landing);
                    }
                }
                Answers::Numbers(numbers) => sums[0] += numbers.values[landing.place()],
            }
        }
    }
    match (&truth.values, &target.values) {
        (TargetValues::Classes(truth), TargetValues::Classes(known)) => {
            let right = (0..table.rows()).filter(|row| {
                let sums = &sums[row * classes..][..classes];
                let best = (0..classes).rev().max_by(|one, two| sums[*one].total_cmp(&sums[*two])).unwrap_or(0);
                truth.codes[*row] != MISSING && known.names[best] == truth.names[truth.codes[*row] as usize]
            });
            Ok(right.count() as f64 / table.rows() as f64)
        }
        (TargetValues::Numbers(truth), _) => {
            let mean = truth.iter().sum::<f64>() / truth.len() as f64;
            let answer = |row: usize| sums[row] / forest.trees().len() as f64;
            let errors: f64 = (0..truth.len()).map(|row| (truth[row] - answer(row)).powi(2)).sum();
            Ok(1.0 - errors / truth.iter().map(|value| (value - mean).powi(2)).sum::<f64>())
        }
        _ => Err("the held-out target is of another kind".into()),
    }
}

/// Lets the most memory start anew, so that reading the file does not count; returns what is held now.
fn forget_peak() -> u64 {
    std::fs::write("/proc/self/clear_refs", "5").ok();
    memory("VmRSS:")
}

/// Bytes that the system says this process holds; 0 where it does not tell.
fn memory(what: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with(what));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) * 1024
}
