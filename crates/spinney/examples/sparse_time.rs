//! How long trees of a sparse table take to grow: `sparse_time FOLDER [tree|forest|extra-trees][+constant] [TREES] [TIMES]` prints one line of
//! JSON for the benchmark. With `+constant`, constant columns count as drawn, as in scikit-learn.
//!
//! FOLDER holds rows that are learned from, and others, as a CSR matrix each: `train.starts` (u64), `train.places` (u32), `train.values` (f64)
//! and `train.classes` (u32), and `test.…`, all little-endian. The time is from the table to the finished trees.

use std::hash::{Hash, Hasher};
use std::path::Path;
use std::time::Instant;

use spinney::forest::{self, Forest, ForestSettings, Vote};
use spinney::grow::{Training, TreeSettings, grow};
use spinney::model::Schema;
use spinney::predict::{Predictor, Unseen};
use spinney::table::{Column, Matrix, Table, Target, Task};

type Answer<T> = Result<T, Box<dyn std::error::Error>>;

fn main() -> Answer<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, rest @ ..] = &arguments[..] else {
        return Err("usage: sparse_time FOLDER [tree|forest|extra-trees][+constant] [TREES] [TIMES]".into());
    };
    let number = |place: usize, usual: u32| rest.get(place).map_or(Ok(usual), |text| text.parse());
    let asked = rest.first().map_or("forest", String::as_str);
    let columns = width(Path::new(folder))?;
    let table = read(Path::new(folder), "train", columns)?;
    let target = Target::new(&table, "class", Some(Task::Classification))?;
    let places: Vec<usize> = (0..columns).collect();
    let training = Training::new(&table, &places, &target);
    let kind = match asked.split('+').next() {
        Some("extra-trees") => ForestSettings::extra_trees(Task::Classification),
        _ => ForestSettings::random_forest(Task::Classification),
    };
    let mut settings = kind.trees(number(1, 20)?);
    settings.tree.count_constant = asked.ends_with("+constant");
    let held = forget_peak();
    let (mut best, mut grown) = (f64::INFINITY, None);
    for _ in 0..number(2, 3)? {
        drop(grown.take());
        let start = Instant::now();
        let forest = if asked.starts_with("tree") {
            Forest::new(vec![grow(&training, &TreeSettings::classification(), &())?], Vote::Mean)?
        } else {
            forest::grow(&training, &settings, &())?
        };
        best = best.min(start.elapsed().as_secs_f64());
        grown = Some(forest);
    }
    let forest = grown.ok_or("TIMES is at least 1")?;
    let peak = memory("VmHWM:");
    let nodes: usize = forest.trees().iter().map(spinney::tree::Tree::len).sum();
    let depth = forest.trees().iter().map(spinney::tree::Tree::depth).max().unwrap_or(0);
    // What was grown, for who compares two engines: writing it takes longer than growing it.
    let mut digest = std::hash::DefaultHasher::new();
    if std::env::var_os("DIGEST").is_some() {
        for tree in forest.trees() {
            format!("{tree:?}").hash(&mut digest);
        }
    }
    let digest = digest.finish();
    let schema = Schema::new(&table, &places, &target);
    let (score, asking) = score(&schema, &forest, &read(Path::new(folder), "test", columns)?)?;
    #[expect(clippy::print_stdout, reason = "an example is its own program")]
    {
        println!(
            "{{\"seconds\": {best:.4}, \"asking\": {asking:.4}, \"nodes\": {nodes}, \"digest\": \"{digest:x}\", \"depth\": {depth}, \"score\": {score:.4}, \"held_bytes\": {held}, \"peak_bytes\": {peak}}}"
        );
    }
    Ok(())
}

fn bytes(folder: &Path, name: &str) -> Answer<Vec<u8>> {
    Ok(std::fs::read(folder.join(name))?)
}

fn indices(bytes: &[u8]) -> Vec<u32> {
    bytes.as_chunks::<4>().0.iter().map(|four| u32::from_le_bytes(*four)).collect()
}

/// How many columns there are.
fn width(folder: &Path) -> Answer<usize> {
    let widest = |name: &str| Answer::Ok(indices(&bytes(folder, name)?).into_iter().max().unwrap_or(0));
    Ok(widest("train.places")?.max(widest("test.places")?) as usize + 1)
}

fn read(folder: &Path, part: &str, columns: usize) -> Answer<Table> {
    let file = |what: &str| bytes(folder, &format!("{part}.{what}"));
    let starts: Vec<usize> =
        file("starts")?.as_chunks::<8>().0.iter().map(|eight| u64::from_le_bytes(*eight) as usize).collect();
    let values: Vec<f64> = file("values")?.as_chunks::<8>().0.iter().map(|eight| f64::from_le_bytes(*eight)).collect();
    let rows = Matrix { starts: &starts, places: &indices(&file("places")?), values: &values, length: columns };
    let mut all = Table::from_csr(rows)?.into_columns();
    let classes = indices(&file("classes")?).into_iter().map(f64::from).collect();
    all.push(Column::numbers("class", classes));
    Ok(Table::new(all)?)
}

/// The share of rows that are answered rightly, and the time that it takes.
fn score(schema: &Schema, forest: &Forest, table: &Table) -> Answer<(f64, f64)> {
    let predictor = Predictor::of(schema, forest.trees(), forest.vote());
    let start = Instant::now();
    let answers = predictor.predict(table, Unseen::AsNode)?;
    let asking = start.elapsed().as_secs_f64();
    let truth = table.column("class")?;
    let right = (0..table.rows()).filter(|row| answers.text(*row) == truth.text(*row)).count();
    Ok((right as f64 / table.rows() as f64, asking))
}

/// Lets the most memory start anew, so that reading the files does not count; returns what is held now.
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
