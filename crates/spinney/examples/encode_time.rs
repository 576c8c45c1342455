//! How long columns take to become codes, on one thread: `cargo run --release --example encode_time`.
#![allow(clippy::print_stdout)] // what it is for

use std::time::Instant;

use spinney::encode::Encoded;
use spinney::seed::{Draws, Key};
use spinney::table::{Column, Table};

/// About a normal deviate.
fn about(draws: &mut Draws) -> f64 {
    (0..12).map(|_| draws.unit()).sum::<f64>() - 6.0
}

/// A pixel: most are 0.
fn pixel(draws: &mut Draws) -> f64 {
    if draws.below(5) == 0 { draws.below(256) as f64 } else { 0.0 }
}

/// What is timed: a name, columns, rows, and how a number is drawn.
type Case = (&'static str, usize, usize, fn(&mut Draws) -> f64);

const CASES: [Case; 6] = [
    ("all distinct, exact in 32 bits", 50, 100_000, |draws| f64::from(about(draws) as f32)),
    ("all distinct", 50, 100_000, about),
    ("all distinct, few near the greatest", 20, 100_000, |draws| (3.0 * about(draws)).exp()),
    ("pixels", 784, 60_000, pixel),
    ("2,000 quarters", 10, 400_000, |draws| draws.below(2000) as f64 / 4.0),
    ("two values", 44, 400_000, |draws| draws.below(2) as f64),
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    for (name, columns, rows, number) in CASES {
        let mut draws = Key::new(1).draws();
        let column = |place| Column::numbers(&format!("c{place}"), (0..rows).map(|_| number(&mut draws)).collect());
        let table = Table::new((0..columns).map(column).collect())?;
        let places: Vec<usize> = (0..columns).collect();
        let (mut codes, mut numbers) = (f64::INFINITY, f64::INFINITY);
        for _ in 0..5 {
            let start = Instant::now();
            let data = one.install(|| Encoded::new(&table, &places, None));
            codes = codes.min(start.elapsed().as_secs_f64());
            let start = Instant::now();
            data.columns.iter().for_each(|column| _ = column.numbers());
            numbers = numbers.min(start.elapsed().as_secs_f64());
        }
        let each = |seconds: f64| seconds * 1e9 / (columns * rows) as f64;
        println!("{name}: {:.1} ns a value, and {:.1} for the distinct numbers", each(codes), each(numbers));
    }
    Ok(())
}
