//! How large a forest's file is, and how long it takes to be written and read: `forest_file CSV TARGET [forest|extra-trees]
//! [TREES] [ROWS] [TIMES]` prints one line of JSON for the benchmark.
//!
//! The least time of all is told. Reading is told in its parts: the checksum (by a file whose checksum is wrong), the checks of
//! finished trees against the names, and the rest, which is cutting arrays, building trees and checking them by themselves.

use std::time::Instant;

use spinney::forest::{ForestSettings, grow};
use spinney::grow::Training;
use spinney::model::{Body, Model, Schema};
use spinney::table::{ReadOptions, Table, Target};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, name, rest @ ..] = &arguments[..] else {
        return Err("usage: forest_file CSV TARGET [forest|extra-trees] [TREES] [ROWS] [TIMES]".into());
    };
    let number = |place: usize, usual: usize| rest.get(place).map_or(Ok(usual), |text| text.parse());
    let table = Table::from_csv(&std::fs::read(file)?, &ReadOptions::new())?;
    let target = Target::new(&table, name, None)?;
    let columns: Vec<usize> = (0..table.columns().len()).filter(|place| *place != target.column).collect();
    let kind = match rest.first().map(String::as_str) {
        Some("extra-trees") => ForestSettings::extra_trees(target.task()),
        _ => ForestSettings::random_forest(target.task()),
    };
    let settings = kind.trees(number(1, 20)? as u32);
    let rows: Vec<u32> = (0..table.rows().min(number(2, 100_000)?) as u32).collect();
    let training = Training { rows: Some(&rows), ..Training::new(&table, &columns, &target) };
    let forest = grow(&training, &settings, &())?;
    let model = Model::of_forest(Schema::new(&table, &columns, &target), (Some(settings), None), forest)?;
    drop(table);
    let times = number(3, 5)?;
    let (write, bytes) = least(times, || model.to_bytes());
    let mut damaged = bytes.clone();
    damaged.iter_mut().rev().take(1).for_each(|last| *last ^= 1);
    let (sum, _) = least(times, || Model::from_bytes(&damaged).is_err());
    let (all, again) = least(times, || Model::from_bytes(&bytes));
    let checks = (0..times).map(|_| {
        let Body::Forest { forest, settings, findings } = model.body().clone() else { return f64::INFINITY };
        let schema = model.schema().clone();
        let start = Instant::now();
        let checked = Model::of_forest(schema, (settings, findings), forest);
        let seconds = start.elapsed().as_secs_f64();
        if checked.is_ok() { seconds } else { f64::INFINITY }
    });
    let check = checks.fold(f64::INFINITY, f64::min);
    let (size, nodes, same) = (bytes.len(), model.nodes(), again? == model);
    #[expect(clippy::print_stdout, reason = "an example is its own program")]
    {
        println!(
            "{{\"nodes\": {nodes}, \"bytes\": {size}, \"bytes_per_node\": {:.2}, \"write\": {write:.4}, \"read\": {all:.4}, \"checksum\": {sum:.4}, \"check\": {check:.4}, \"rest\": {:.4}, \"same\": {same}}}",
            size as f64 / nodes as f64,
            all - sum - check,
        );
    }
    Ok(())
}

/// The least time that some work took, and what came of it.
fn least<T>(times: usize, work: impl Fn() -> T) -> (f64, T) {
    let start = Instant::now();
    let mut last = work();
    let mut best = start.elapsed().as_secs_f64();
    for _ in 1..times {
        let start = Instant::now();
        let next = work();
        best = best.min(start.elapsed().as_secs_f64());
        last = next;
    }
    (best, last)
}
