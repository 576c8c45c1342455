//! How much memory a forest takes, foretold and measured.
#![cfg(test)]
#![cfg(target_os = "linux")] // where a process can ask for the most memory it ever had

use spinney::forest::{Course, ForestSettings, Piece, estimate};
use spinney::grow::Training;
use spinney::seed::Key;
use spinney::table::{Column, Table, Target, Task};

/// The most bytes that this process has held so far.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() * 1024
}

#[test]
fn what_is_foretold_is_what_is_taken_within_a_factor_of_three() {
    let mut draws = Key::new(1).draws();
    let rows = 40_000;
    let mut columns: Vec<Column> = (0..8)
        .map(|place| {
            Column::numbers(&format!("x{place}"), (0..rows).map(|_| draws.below(1 << (2 * place + 2)) as f64).collect())
        })
        .collect();
    // Noise: trees are as large as they can be, and the estimate, which is of the largest, is near.
    columns.push(Column::categories("y", (0..rows).map(|_| Some(["a", "b", "c", "d", "e"][draws.below(5) as usize]))));
    let table = Table::new(columns).unwrap();
    let target = Target::new(&table, "y", None).unwrap();
    let places: Vec<usize> = (0..8).collect();
    let training = Training::new(&table, &places, &target);
    let settings = ForestSettings::random_forest(Task::Classification).trees(8);
    let course = Course::watched();
    let foretold = estimate(&training, &settings, &course);
    let before = peak();
    let piece = Piece::grow(&training, &settings, &course, &()).unwrap();
    let taken = peak() - before;
    let ratio = foretold.bytes as f64 / taken as f64;
    assert!((1.0 / 3.0..3.0).contains(&ratio), "{foretold:?}, taken {taken}: {ratio:.2}");
    assert_eq!(piece.trees().len(), 8);
    // What is foretold is enough, and less than is needed even for stumps is refused before anything is grown.
    let within = Course { max_memory: Some(foretold.bytes), ..course.clone() };
    assert!(Piece::grow(&training, &settings, &within, &()).unwrap() == piece);
    let tight = Course { max_memory: Some(foretold.table / 2), ..course };
    let refused = Piece::grow(&training, &settings, &tight, &()).unwrap_err().to_string();
    assert!(refused.starts_with("8 trees take about ") && refused.ends_with("MB are allowed"), "{refused}");
}
