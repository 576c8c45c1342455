//! Files that have been cut or changed: an error or a table, never a panic, never memory without bounds.

use std::fs::read_to_string;
use std::path::Path;
use std::sync::Arc;

use arrow_array::{ArrayRef, NullArray, RecordBatch};
use arrow_ipc::CompressionType;
use arrow_ipc::writer::{FileWriter, IpcWriteOptions};
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::properties::{WriterProperties, WriterVersion};
use spinney_io::{Format, Packing, Problem};

use crate::same_table::sample;
use crate::write::{arff, arrow_file, arrow_stream, batch, cases, delimited, file, gzip, named, parquet, read, zstd};

/// Most changed files that are tried in an ordinary run; `SPINNEY_PROOF` asks for more.
const FEW: u32 = 4000;

fn parquets(batch: &RecordBatch) -> Vec<(&'static str, Vec<u8>)> {
    let with = |properties: WriterProperties| parquet(batch, properties);
    let compressed = |compression| WriterProperties::builder().set_compression(compression);
    vec![
        ("snappy", with(compressed(Compression::SNAPPY).build())),
        ("plain", with(WriterProperties::builder().set_dictionary_enabled(false).build())),
        (
            "second version",
            with(
                compressed(Compression::ZSTD(ZstdLevel::default()))
                    .set_writer_version(WriterVersion::PARQUET_2_0)
                    .build(),
            ),
        ),
        ("lz4", with(compressed(Compression::LZ4_RAW).build())),
    ]
}

fn arrows(batch: &RecordBatch) -> Vec<(&'static str, Vec<u8>)> {
    let compressed = |compression| {
        let options = IpcWriteOptions::default().try_with_compression(Some(compression)).unwrap();
        let mut writer = FileWriter::try_new_with_options(Vec::new(), &batch.schema(), options).unwrap();
        writer.write(batch).unwrap();
        writer.into_inner().unwrap()
    };
    vec![
        ("file", arrow_file(batch)),
        ("stream", arrow_stream(batch)),
        ("lz4", compressed(CompressionType::LZ4_FRAME)),
        ("zstd", compressed(CompressionType::ZSTD)),
    ]
}

/// Every table that is shorter than the file must be refused.
fn every_cut(folder: &Path, name: &str, bytes: &[u8], check: impl Fn(usize, &Problem)) {
    for length in 0..bytes.len() {
        match read(&file(folder, name, &bytes[..length])) {
            Ok(table) => panic!("{name} cut to {length} of {} bytes gives {} rows", bytes.len(), table.rows()),
            Err(error) => check(length, &error.problem),
        }
    }
}

#[test]
fn every_cut_of_a_gzip_or_zstd_file_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let text = delimited(&sample(), ',');
    // One member, since a file cut between two members is whole.
    let member = &gzip(&[text.clone(), text.clone()].concat());
    let second = (1..member.len()).find(|at| member[*at..].starts_with(&[0x1F, 0x8B, 8])).unwrap();
    for (name, bytes, packing) in
        [("t.csv.gz", &member[..second], Packing::Gzip), ("t.csv.zst", &zstd(&text)[..], Packing::Zstd)]
    {
        assert!(read(&file(folder.path(), name, bytes)).is_ok());
        every_cut(folder.path(), name, bytes, |length, problem| {
            let told = matches!(problem, Problem::Truncated { packing: found } if *found == packing);
            assert!(told || length == 0, "{length}: {problem}");
        });
    }
}

#[test]
fn every_cut_of_a_parquet_or_arrow_file_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let batch = batch(&sample());
    for (name, bytes) in parquets(&batch).into_iter().take(1) {
        every_cut(folder.path(), "t.parquet", &bytes, |length, problem| {
            let told = matches!(problem, Problem::Damaged { format: Format::Parquet, .. });
            assert!(told || length == 0, "{name} {length}: {problem}");
        });
    }
    // A stream that is cut between two messages lacks its end mark, and is refused for that.
    for (name, bytes) in arrows(&batch).into_iter().take(2) {
        every_cut(folder.path(), "t.arrow", &bytes, |length, problem| {
            let told = matches!(problem, Problem::Damaged { format: Format::Arrow, .. });
            assert!(told || length == 0, "{name} {length}: {problem}");
        });
    }
}

/// Reads the file with each byte changed in a few ways; a table may come of it, a panic or a huge allocation may not.
fn every_change(folder: &Path, name: &str, bytes: &[u8]) {
    let (at_most, before) = (cases(FEW) as usize, memory("VmSize"));
    let changes = [0x00, 0xFF, 0x80, 0x7F, 0x01, 0x10, 0xF0];
    let step = (bytes.len() * changes.len()).div_ceil(at_most).max(1);
    let all = (0..bytes.len()).flat_map(|at| changes.map(|change| (at, change)));
    for (at, change) in all.step_by(step) {
        let mut bytes = bytes.to_vec();
        // 0 and 255 replace the byte, the others turn some of its bits.
        bytes[at] = if matches!(change, 0 | 0xFF) { change } else { bytes[at] ^ change };
        let _ = read(&file(folder, name, &bytes));
    }
    let grown = memory("VmPeak").saturating_sub(before);
    assert!(grown < 1 << 20, "{name}: {grown} kB were set aside");
}

/// A figure of this process, in kB; 0 where the system does not tell.
fn memory(figure: &str) -> u64 {
    let status = read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with(figure));
    line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok()).unwrap_or(0)
}

#[test]
fn no_changed_byte_of_a_parquet_file_causes_a_panic_or_takes_the_memory() {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in parquets(&batch(&sample())) {
        every_change(folder.path(), name, &bytes);
    }
}

#[test]
fn no_changed_byte_of_an_arrow_file_causes_a_panic_or_takes_the_memory() {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in arrows(&batch(&sample())) {
        every_change(folder.path(), name, &bytes);
    }
}

#[test]
fn no_changed_byte_of_an_arff_file_causes_a_panic() {
    let folder = tempfile::tempdir().unwrap();
    every_change(folder.path(), "t.arff", &arff(&sample()));
}

#[test]
fn a_parquet_file_that_claims_more_rows_than_it_can_hold_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = parquet(&batch(&sample()), WriterProperties::default());
    // The number of rows in all, 6, stands in the metadata as a doubled varint behind the byte of its field.
    let metadata =
        bytes.len() - 8 - bytes[bytes.len() - 8..][..4].iter().rev().fold(0, |sum, byte| sum << 8 | usize::from(*byte));
    let claims = (metadata..bytes.len()).filter(|at| bytes[*at..].starts_with(&[0x16, 12])).map(|at| {
        let mut changed = bytes.clone();
        changed.splice(at + 1..at + 2, [0x80, 0x80, 0x80, 0x80, 0x10]);
        let length = (changed.len() - 8 - metadata) as u32;
        let tail = changed.len() - 8;
        changed[tail..tail + 4].copy_from_slice(&length.to_le_bytes());
        read(&file(folder.path(), "t.parquet", &changed))
    });
    // The same two bytes stand for other things too, which do no harm.
    let refused: Vec<Problem> = claims.filter_map(Result::err).map(|error| error.problem).collect();
    assert!(!refused.is_empty());
    assert!(refused.iter().all(|problem| matches!(problem, Problem::Damaged { .. })), "{refused:?}");
}

#[test]
fn an_arrow_file_that_claims_more_rows_than_it_can_hold_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (rows, damaged) in [(1 << 31, true), (1 << 33, false)] {
        let batch = named([("x", Arc::new(NullArray::new(rows)) as ArrayRef)]);
        for bytes in [arrow_file(&batch), arrow_stream(&batch)] {
            let problem = read(&file(folder.path(), "t", &bytes)).unwrap_err().problem;
            assert_eq!(matches!(problem, Problem::Damaged { .. }), damaged, "{problem}");
        }
    }
}

#[test]
fn a_panic_on_another_thread_is_still_printed() {
    // The guard is silent for its own thread and while it is up only: an ordinary panic behind it is caught as usual.
    let folder = tempfile::tempdir().unwrap();
    let _ = read(&file(folder.path(), "t.parquet", b"PAR1xxxxxxxxPAR1"));
    let caught = std::panic::catch_unwind(|| panic!("an ordinary panic"));
    assert_eq!(caught.unwrap_err().downcast_ref::<&str>(), Some(&"an ordinary panic"));
}
