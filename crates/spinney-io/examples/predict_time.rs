//! How long a forest takes to answer: `predict_time TRAIN TEST TARGET [TREES] [ROWS] [TIMES] [constant]` prints one line of JSON.
//!
//! The forest is grown from the first ROWS rows of TRAIN, all where it is 0, and asked for up to 100,000 rows of TEST: all at once for
//! their probabilities (or numbers), on as many threads as there are, and one after the other. Best of TIMES; `cpu` is the time that a
//! thread was at work, which other programs disturb less. With `constant`, constant columns count as drawn, as in scikit-learn and in Python.

use std::hint::black_box;
use std::time::Instant;

use spinney::forest::{ForestSettings, Vote, grow};
use spinney::grow::Training;
use spinney::model::Schema;
use spinney::predict::{Desk, Predictor, Unseen};
use spinney::table::{ReadOptions, Table, Target};
use spinney::tree::{Cell, ColumnId, Row};
use spinney_io::{Input, Reading, read};

/// A row as a caller would hold it.
struct Cells(Vec<Cell>);

impl Row for Cells {
    fn cell(&self, column: ColumnId) -> Cell {
        self.0[column.place()]
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [train, test, name, rest @ ..] = &arguments[..] else {
        return Err("usage: predict_time TRAIN TEST TARGET [TREES] [ROWS] [TIMES] [constant]".into());
    };
    let number = |place: usize, usual: usize| rest.get(place).map_or(Ok(usual), |text| text.parse());
    let times = number(2, 5)?;
    let table =
        first(read(&Input::from(train.as_str()), &ReadOptions::new(), &Reading::default())?, number(1, 100_000)?);
    let asked = first(read(&Input::from(test.as_str()), &ReadOptions::new(), &Reading::default())?, 100_000);
    let target = Target::new(&table, name, None)?;
    let columns: Vec<usize> = (0..table.columns().len()).filter(|place| *place != target.column).collect();
    let mut settings = ForestSettings::random_forest(target.task()).trees(number(0, 100)? as u32);
    settings.tree.count_constant = rest.get(3).is_some_and(|word| word == "constant");
    let forest = grow(&Training::new(&table, &columns, &target), &settings, &())?;
    let schema = Schema::new(&table, &columns, &target);
    let start = Instant::now();
    let predictor = Predictor::of(&schema, forest.trees(), Vote::Mean);
    let compiled = start.elapsed().as_secs_f64();
    let (batch, batch_cpu) = best(times, || {
        let found = predictor.predict(&asked, Unseen::AsNode)?;
        black_box(found.values());
        Ok(())
    })?;
    let (one, one_cpu) = one(&predictor, &asked, times)?;
    let nodes: usize = forest.trees().iter().map(spinney::tree::Tree::len).sum();
    let (trees, rows) = (forest.trees().len(), asked.rows() as f64);
    #[expect(clippy::print_stdout, reason = "an example is its own program")]
    {
        println!(
            "{{\"trees\": {trees}, \"nodes\": {nodes}, \"compile_seconds\": {compiled:.3}, \"batch_us_per_row\": {:.3}, \"batch_cpu_us_per_row\": {:.3}, \"one_us\": {:.3}, \"one_cpu_us\": {:.3}}}",
            batch * 1e6 / rows,
            batch_cpu * 1e6 / rows,
            one * 1e6,
            one_cpu * 1e6,
        );
    }
    Ok(())
}

/// The time of one row, from several thousand that are asked one after the other.
fn one(predictor: &Predictor, table: &Table, times: usize) -> Result<(f64, f64), Box<dyn std::error::Error>> {
    let rows = predictor.rows(table, Unseen::AsNode)?;
    let columns = predictor.schema().columns.len() as u32;
    let cells = |row: usize| {
        let row = rows.row(row);
        Cells((0..columns).map(|column| row.map_or(Cell::Missing, |row| row.cell(ColumnId(column)))).collect())
    };
    let many = rows.len().min(4000);
    let asked: Vec<Cells> = (0..many).map(|place| cells(place * (rows.len() / many))).collect();
    let mut desk = Desk::new();
    let (wall, cpu) = best(times, || {
        for row in &asked {
            black_box(predictor.one(&mut desk, row));
        }
        Ok(())
    })?;
    Ok((wall / many as f64, cpu / many as f64))
}

/// The least of several times, and of the times at work of all threads.
fn best(
    times: usize,
    mut work: impl FnMut() -> Result<(), spinney::Error>,
) -> Result<(f64, f64), Box<dyn std::error::Error>> {
    let (mut wall, mut cpu) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..times {
        let (start, worked) = (Instant::now(), at_work());
        work()?;
        wall = wall.min(start.elapsed().as_secs_f64());
        cpu = cpu.min(at_work() - worked);
    }
    Ok((wall, cpu))
}

/// The seconds that the threads of this process have been at work; NaN where the system does not tell.
fn at_work() -> f64 {
    let Ok(threads) = std::fs::read_dir("/proc/self/task") else { return f64::NAN };
    let time = |path: std::path::PathBuf| -> Option<f64> {
        std::fs::read_to_string(path.join("schedstat")).ok()?.split_whitespace().next()?.parse().ok()
    };
    threads.filter_map(|thread| time(thread.ok()?.path())).sum::<f64>() / 1e9
}

/// The first so many rows; all of them for 0.
fn first(table: Table, rows: usize) -> Table {
    if rows == 0 || rows >= table.rows() {
        return table;
    }
    table.picked(&(0..rows as u32).collect::<Vec<_>>())
}
