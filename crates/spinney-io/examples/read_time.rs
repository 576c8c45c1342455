//! How long a file takes to become a table: `read_time FILE [TIMES]` prints one line of JSON for the benchmark.

use std::time::Instant;

use spinney::table::{Column, ReadOptions, Table, Values};
use spinney_io::{Input, Reading, read};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("usage: read_time FILE [TIMES]")?;
    let times: usize = arguments.next().map_or(Ok(5), |text| text.parse())?;
    let input = Input::from(file.as_str());
    let mut best = f64::INFINITY;
    let mut told = String::new();
    for _ in 0..times {
        let start = Instant::now();
        let table = read(&input, &ReadOptions::new(), &Reading::default())?;
        best = best.min(start.elapsed().as_secs_f64());
        told = figures(&table);
    }
    let peak = peak_memory();
    #[expect(clippy::print_stdout, reason = "an example is its own program")]
    {
        println!("{{\"seconds\": {best:.4}, {told}, \"peak_bytes\": {peak}}}");
    }
    Ok(())
}

/// Rows, columns, and what the typed values take: 8 bytes for a number, 4 for a category.
fn figures(table: &Table) -> String {
    let bytes = |column: &Column| match column.values {
        Values::Number(_) => 8 * column.len(),
        Values::Sparse(ref sparse) => 12 * sparse.rows().len(),
        Values::Category(_) => 4 * column.len(),
    };
    let typed: usize = table.columns().iter().map(bytes).sum();
    format!("\"rows\": {}, \"columns\": {}, \"typed_bytes\": {typed}", table.rows(), table.columns().len())
}

/// The most memory that this process has held; 0 where the system does not tell.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok()).map_or(0, |kilobytes| kilobytes * 1024)
}
