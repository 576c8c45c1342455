//! How long one tree takes to grow: `fit_time TRAIN TEST TARGET [TIMES]` prints one line of JSON for the benchmark.
//!
//! The time is from the typed table to the finished tree; reading the file is not counted. TEST has the same columns,
//! numbers all, and gives the held-out score: accuracy, or R² for numbers.

use std::time::Instant;

use spinney::grow::{Training, TreeSettings, grow};
use spinney::table::{MISSING, ReadOptions, Table, Target, TargetValues, Task, Values};
use spinney::tree::{Answers, Cell, ColumnId, Row, Tree};
use spinney_io::{Input, Reading, read};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [train, test, name, rest @ ..] = &arguments[..] else {
        return Err("usage: fit_time TRAIN TEST TARGET [TIMES]".into());
    };
    let times: usize = rest.first().map_or(Ok(5), |text| text.parse())?;
    let table = read(&Input::from(train.as_str()), &ReadOptions::new(), &Reading::default())?;
    let target = Target::new(&table, name, None)?;
    let columns: Vec<usize> = (0..table.columns().len()).filter(|place| *place != target.column).collect();
    let settings = match target.task() {
        Task::Classification => TreeSettings::classification(),
        Task::Regression => TreeSettings::regression(),
    };
    let held = forget_peak();
    let mut best = f64::INFINITY;
    let mut grown: Option<Tree> = None;
    for _ in 0..times {
        drop(grown.take()); // one tree at a time, as the memory counts
        let start = Instant::now();
        let tree = grow(&Training::new(&table, &columns, &target), &settings, &())?;
        best = best.min(start.elapsed().as_secs_f64());
        grown = Some(tree);
    }
    let tree = grown.ok_or("TIMES is at least 1")?;
    let peak = peak_memory();
    let held_out = read(&Input::from(test.as_str()), &ReadOptions::new(), &Reading::default())?;
    let score = score(&tree, &held_out, &columns, (&target, name))?;
    let (nodes, leaves, depth) = (tree.len(), tree.leaves(), tree.depth());
    #[expect(clippy::print_stdout, reason = "an example is its own program")]
    {
        println!(
            "{{\"seconds\": {best:.4}, \"nodes\": {nodes}, \"leaves\": {leaves}, \"depth\": {depth}, \"score\": {score:.4}, \"held_bytes\": {held}, \"peak_bytes\": {peak}}}"
        );
    }
    Ok(())
}

/// A row of numbers.
struct Numbers<'a> {
    table: &'a Table,
    columns: &'a [usize],
    row: usize,
}

impl Row for Numbers<'_> {
    fn cell(&self, column: ColumnId) -> Cell {
        match &self.table.columns()[self.columns[column.place()]].values {
            Values::Number(number) if !number.values[self.row].is_nan() => Cell::Number(number.values[self.row]),
            _ => Cell::Missing,
        }
    }
}

fn score(
    tree: &Tree,
    table: &Table,
    columns: &[usize],
    (target, name): (&Target, &str),
) -> Result<f64, Box<dyn std::error::Error>> {
    let truth = Target::new(table, name, Some(target.task()))?;
    let land = |row| tree.landings(&Numbers { table, columns, row })[0].node;
    match (&truth.values, &target.values, tree.answers()) {
        (TargetValues::Classes(truth), TargetValues::Classes(known), _) => {
            let right = (0..table.rows()).filter(|row| {
                let class = tree.majority(land(*row)).map(|class| &known.names[class as usize]);
                truth.codes[*row] != MISSING && class == Some(&truth.names[truth.codes[*row] as usize])
            });
            Ok(right.count() as f64 / table.rows() as f64)
        }
        (TargetValues::Numbers(truth), _, Answers::Numbers(numbers)) => {
            let mean = truth.iter().sum::<f64>() / truth.len() as f64;
            let square = |row: usize| (truth[row] - numbers.values[land(row).place()]).powi(2);
            let errors: f64 = (0..truth.len()).map(square).sum();
            Ok(1.0 - errors / truth.iter().map(|value| (value - mean).powi(2)).sum::<f64>())
        }
        _ => Err("the held-out target is of another kind".into()),
    }
}

/// The most memory that this process has held; 0 where the system does not tell.
fn peak_memory() -> u64 {
    memory("VmHWM:")
}

/// Lets the most memory start anew, so that reading the file does not count; returns what is held now.
fn forget_peak() -> u64 {
    std::fs::write("/proc/self/clear_refs", "5").ok();
    memory("VmRSS:")
}

fn memory(what: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with(what));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) * 1024
}
