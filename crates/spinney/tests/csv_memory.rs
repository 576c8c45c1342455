//! Reading a file keeps less in memory, at its peak, than three times what the typed columns take.
#![cfg(test)]
#![cfg(target_os = "linux")] // where a process can ask for the most memory it ever had

use std::fmt::Write as _;
use std::io::{self, Read};

use spinney::table::csv::read_csv;
use spinney::table::{ReadOptions, Source, Table, Values};

/// Rows that are written as they are read, so that the text itself takes no room.
struct Rows {
    rows: u64,
    row: fn(&mut String, u64),
}

struct Writer<'a> {
    source: &'a Rows,
    next: u64,
    line: Vec<u8>,
}

impl Read for Writer<'_> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        while self.line.len() < room.len() && self.next < self.source.rows {
            let mut text = String::new();
            (self.source.row)(&mut text, self.next);
            self.line.extend_from_slice(text.as_bytes());
            self.next += 1;
        }
        let given = self.line.len().min(room.len());
        room[..given].copy_from_slice(&self.line[..given]);
        self.line.drain(..given);
        Ok(given)
    }
}

impl Source for Rows {
    fn open(&self) -> io::Result<Box<dyn Read + Send + '_>> {
        Ok(Box::new(Writer { source: self, next: 0, line: Vec::new() }))
    }
}

/// The most bytes that this process has held so far.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() * 1024
}

/// The bytes of the typed columns; a level is a text of its own.
fn size(table: &Table) -> u64 {
    let bytes = |values: &Values| match values {
        Values::Sparse(_) => unreachable!("no column here is sparse"),
        Values::Number(number) => number.values.len() * 8,
        Values::Category(category) => {
            category.codes.len() * 4
                + category.levels.iter().map(|level| size_of::<String>() + level.len()).sum::<usize>()
        }
    };
    table.columns().iter().map(|column| bytes(&column.values) as u64).sum()
}

/// Reads the rows and gives the peak, less what there was `before`, as a share of the columns' size.
fn share(source: &Rows, before: u64) -> f64 {
    let table = read_csv(source, &ReadOptions::new()).unwrap();
    (peak() - before) as f64 / size(&table) as f64
}

fn mixed(row: u64) -> u64 {
    row.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20
}

// One test, the largest table last: the peak of a process only rises.
#[test]
fn the_peak_stays_below_three_times_the_typed_columns() {
    let before = peak();
    let texts = Rows {
        rows: 400_000,
        row: |out, row| {
            let _ = writeln!(out, "name {:x},town {:x} of {row},{}", mixed(row), mixed(row) % 1000, row % 7);
        },
    };
    let share_of_texts = share(&texts, before);

    assert!(share_of_texts < 3.0, "names: {share_of_texts:.2} times");
    let late_text = Rows {
        rows: 4_000_000,
        row: |out, row| {
            let x = mixed(row);
            let _ = writeln!(
                out,
                "{}.5,{},{},{},{}",
                x % 977,
                x % 10,
                x % 100_000,
                row,
                if row == 3_999_999 { "x" } else { "1" }
            );
        },
    };
    let share_of_numbers = share(&late_text, before);

    assert!(share_of_numbers < 3.0, "numbers, read twice: {share_of_numbers:.2} times");
}
