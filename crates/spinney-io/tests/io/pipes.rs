//! Pipes and standard input, which give their bytes only once.
#![cfg(target_os = "linux")]

use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

use parquet::file::properties::WriterProperties;
use spinney::table::{ReadOptions, Table};
use spinney_io::{Packing, Problem, Reading};

use crate::same_table::sample;
use crate::write::{arrow_file, batch, delimited, file, gzip, parquet, read, zstd};

/// A pipe in the folder through which a thread sends the bytes.
fn pipe(folder: &Path, name: &str, bytes: Vec<u8>) -> (PathBuf, thread::JoinHandle<()>) {
    let path = folder.join(name);
    assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
    let to = path.clone();
    let sender = thread::spawn(move || {
        // A reader that has seen enough hangs up: that is its right.
        let _ = OpenOptions::new().write(true).open(to).unwrap().write_all(&bytes);
    });
    (path, sender)
}

/// Numbers for two thousand rows, then a word: the kinds are known only after a second look.
fn late_text() -> Vec<u8> {
    let rows: Vec<String> = (0..2000).map(|row| format!("{row},{row}")).collect();
    format!("a,b\n{}\nlate,1\n", rows.join("\n")).into_bytes()
}

#[test]
fn a_pipe_is_replayed_where_a_late_text_asks_for_a_second_look() {
    let folder = tempfile::tempdir().unwrap();
    let expected = read(&file(folder.path(), "t.csv", &late_text())).unwrap();
    assert_eq!(expected.column("a").unwrap().distinct(), 2001);
    for (name, bytes) in [("plain", late_text()), ("gzip", gzip(&late_text())), ("zstd", zstd(&late_text()))] {
        let (path, sender) = pipe(folder.path(), name, bytes);
        assert_eq!(read(&path).unwrap(), expected, "{name}");
        sender.join().unwrap();
    }
}

#[test]
fn parquet_and_arrow_come_through_a_pipe_too() {
    let folder = tempfile::tempdir().unwrap();
    let columns = sample();
    let expected = read(&file(folder.path(), "t.csv", &delimited(&columns, ','))).unwrap();
    let table = batch(&columns);
    for (name, bytes) in [
        ("parquet", parquet(&table, WriterProperties::default())),
        ("arrow", arrow_file(&table)),
        ("packed", zstd(&arrow_file(&table))),
    ] {
        let (path, sender) = pipe(folder.path(), name, bytes);
        assert_eq!(read(&path).unwrap(), expected, "{name}");
        sender.join().unwrap();
    }
}

#[test]
fn a_pipe_that_breaks_off_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let mut bytes = gzip(&late_text());
    bytes.truncate(bytes.len() - 9);
    let (path, sender) = pipe(folder.path(), "cut", bytes);
    let error = read(&path).unwrap_err();
    assert!(matches!(error.problem, Problem::Truncated { packing: Packing::Gzip }), "{error}");
    sender.join().unwrap();
}

/// The program itself is the one with a standard input to read: this test calls itself.
#[test]
fn standard_input_is_a_pipe_like_any_other() {
    const CALLED: &str = "SPINNEY_IO_READS_STDIN";
    if std::env::var_os(CALLED).is_some() {
        let table: Table = spinney_io::read(&"-".into(), &ReadOptions::new(), &Reading::default()).unwrap();
        assert_eq!((table.rows(), table.column("a").unwrap().distinct()), (2001, 2001));
        return;
    }
    let itself = std::env::current_exe().unwrap();
    let test = "pipes::standard_input_is_a_pipe_like_any_other";
    let mut command = Command::new(itself);
    let command = command.args([test, "--exact", "--nocapture"]).env(CALLED, "1").stdin(Stdio::piped());
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(&gzip(&late_text())).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    assert!(String::from_utf8_lossy(&output.stdout).contains("1 passed"));
}
