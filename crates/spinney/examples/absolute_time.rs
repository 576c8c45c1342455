//! How long a tree by absolute errors takes: `absolute_time FILE.csv REPEATS DEPTH|none` reads numbers whose last column is the target, and prints the
//! best of so many times in seconds, the leaves and the depth. `benches/fit/absolute.py` asks it.

use std::error::Error;
use std::io::Write as _;
use std::time::Instant;

use spinney::grow::{Criterion, LeafKind, Training, TreeSettings, grow};
use spinney::table::{ReadOptions, Table, Target, Task};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, repeats, depth] = &arguments[..] else {
        return Err("usage: absolute_time FILE.csv REPEATS DEPTH|none".into());
    };
    let table = Table::from_csv(&std::fs::read(file)?, &ReadOptions::new())?;
    let last = table.columns().len() - 1;
    let target = Target::new(&table, &table.columns()[last].name, Some(Task::Regression))?;
    let columns: Vec<usize> = (0..last).collect();
    let training = Training::new(&table, &columns, &target);
    let max_depth = if depth == "none" { None } else { Some(depth.parse()?) };
    let settings =
        TreeSettings { criterion: Criterion::Mae, leaf: LeafKind::Median, max_depth, ..TreeSettings::regression() };
    let mut best = f64::INFINITY;
    let mut tree = grow(&training, &settings, &())?;
    for _ in 0..repeats.parse::<usize>()?.max(1) {
        let start = Instant::now();
        tree = grow(&training, &settings, &())?;
        best = best.min(start.elapsed().as_secs_f64());
    }
    writeln!(std::io::stdout(), "{best:.4} {} {}", tree.leaves(), tree.depth())?;
    Ok(())
}
