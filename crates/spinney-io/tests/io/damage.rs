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
use crate::write::{
    arff, arrow_file, arrow_stream, batch, cases, delimited, file, folder, gzip, named, parquet, read, zstd,
};

/// Most changed files that are tried in an ordinary run; `SPINNEY_PROOF` asks for more.
const FEW: u32 = 3000;

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
    let folder = folder();
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
    let folder = folder();
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

/// Reads the file with each byte changed in a few ways, then with up to eight bytes drawn anew; a table may come of it, a
/// panic or a huge allocation may not.
fn every_change(folder: &Path, name: &str, bytes: &[u8]) {
    let (at_most, before) = (cases(FEW) as usize, memory("VmSize"));
    let changes = [0x00, 0xFF, 0x80, 0x7F, 0x01, 0x10, 0xF0];
    let step = (bytes.len() * changes.len()).div_ceil(at_most).max(1);
    let all = (0..bytes.len()).flat_map(|at| changes.map(|change| (at, change)));
    for (at, change) in all.step_by(step) {
        let mut bytes = bytes.to_vec();
        // 0 and 255 replace the byte, the others turn some of its bits.
        bytes[at] = if matches!(change, 0 | 0xFF) { change } else { bytes[at] ^ change };
        let table = read(&file(folder, name, &bytes));
        // Parquet says in three places how many rows there are, and they must agree.
        let rows_are_kept = table.is_err() || !bytes.starts_with(b"PAR1") || table.is_ok_and(|table| table.rows() == 6);
        assert!(rows_are_kept, "{name}: byte {at} changed by {change}");
    }
    let mut chance = Chance(1);
    for _ in 0..at_most {
        let mut bytes = bytes.to_vec();
        for _ in 0..=chance.below(8) {
            let at = chance.below(bytes.len());
            bytes[at] = chance.below(256) as u8;
        }
        let _ = read(&file(folder, name, &bytes));
    }
    let grown = memory("VmPeak").saturating_sub(before);
    assert!(grown < 1 << 20, "{name}: {grown} kB were set aside");
}

/// Numbers that look drawn (xorshift), the same ones in every run.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}

/// A figure of this process, in kB; 0 where the system does not tell.
fn memory(figure: &str) -> u64 {
    let status = read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with(figure));
    line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok()).unwrap_or(0)
}

#[test]
fn no_changed_byte_of_a_parquet_file_causes_a_panic_or_takes_the_memory() {
    let folder = folder();
    for (name, bytes) in parquets(&batch(&sample())) {
        every_change(folder.path(), name, &bytes);
    }
}

#[test]
fn no_changed_byte_of_an_arrow_file_causes_a_panic_or_takes_the_memory() {
    let folder = folder();
    for (name, bytes) in arrows(&batch(&sample())) {
        every_change(folder.path(), name, &bytes);
    }
}

#[test]
fn no_changed_byte_of_an_arff_file_causes_a_panic() {
    let folder = folder();
    every_change(folder.path(), "t.arff", &arff(&sample()));
}

/// Where the metadata of a Parquet file begins.
fn metadata(bytes: &[u8]) -> usize {
    let length = bytes[bytes.len() - 8..].first_chunk().copied().map(u32::from_le_bytes).unwrap();
    bytes.len() - 8 - length as usize
}

/// The file with another piece of metadata, and its length as it is then.
fn with_metadata(bytes: &[u8], at: usize, old: usize, new: &[u8]) -> Vec<u8> {
    let mut changed = bytes.to_vec();
    changed.splice(at..at + old, new.iter().copied());
    let (tail, length) = (changed.len() - 8, (changed.len() - 8 - metadata(bytes)) as u32);
    changed[tail..tail + 4].copy_from_slice(&length.to_le_bytes());
    changed
}

fn reason(folder: &Path, bytes: &[u8]) -> Option<String> {
    match read(&file(folder, "t.parquet", bytes)).map_err(|error| error.problem) {
        Err(Problem::Damaged { reason, .. }) => Some(reason),
        Err(other) => panic!("{other}"),
        Ok(_) => None,
    }
}

#[test]
fn a_parquet_file_that_claims_more_rows_than_it_can_hold_is_refused() {
    let folder = folder();
    let bytes = parquet(&batch(&sample()), WriterProperties::default());
    // Numbers of rows stand in the metadata as doubled varints behind the byte of their field. The same two bytes stand for
    // other things too, which do no harm.
    let places = (metadata(&bytes)..bytes.len()).filter(|at| bytes[*at..].starts_with(&[0x16, 12]));
    let claim = |at| with_metadata(&bytes, at + 1, 1, &[0x80, 0x80, 0x80, 0x80, 0x10]);
    let refused: Vec<String> = places.filter_map(|at| reason(folder.path(), &claim(at))).collect();
    assert!(refused.iter().any(|reason| reason.contains("rows")), "{refused:?}");
}

#[test]
fn a_parquet_file_that_claims_billions_of_row_groups_is_refused_before_they_are_given_room() {
    let folder = folder();
    let bytes = parquet(&batch(&sample()), WriterProperties::default());
    // Behind the number of rows comes the list of row groups: two structs.
    let at = (metadata(&bytes)..bytes.len()).find(|at| bytes[*at..].starts_with(&[0x16, 12, 0x19, 0x2C])).unwrap() + 3;
    let changed = with_metadata(&bytes, at, 1, &[0xFC, 0xFF, 0xFF, 0xFF, 0xFF, 0x07]);
    assert_eq!(reason(folder.path(), &changed).as_deref(), Some("its metadata is not readable"));
}

#[test]
fn a_page_that_claims_to_unpack_to_gigabytes_is_refused_before_they_are_given_room() {
    let folder = folder();
    let bytes = parquet(&batch(&sample()), WriterProperties::builder().set_compression(Compression::SNAPPY).build());
    // The first page's header stands behind the mark: its type, then its size unpacked, each behind the byte of its field.
    assert_eq!((bytes[4], bytes[6]), (0x15, 0x15));
    let mut changed = bytes.clone();
    changed.splice(7..8, [0xFE, 0xFF, 0xFF, 0xFF, 0x0F]);
    let reason = reason(folder.path(), &changed).unwrap();
    assert!(reason.contains("claims to unpack to 2147483647"), "{reason}");
}

#[test]
fn an_arrow_file_that_claims_more_rows_than_it_can_hold_is_refused() {
    let folder = folder();
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
    let folder = folder();
    let _ = read(&file(folder.path(), "t.parquet", b"PAR1xxxxxxxxPAR1"));
    let caught = std::panic::catch_unwind(|| panic!("an ordinary panic"));
    assert_eq!(caught.unwrap_err().downcast_ref::<&str>(), Some(&"an ordinary panic"));
}
