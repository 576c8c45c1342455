//! Tables written in every format.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::types::{Int8Type, Int32Type};
use arrow_array::{ArrayRef, BooleanArray, Date32Array, DictionaryArray, Float64Array, LargeStringArray, RecordBatch};
use arrow_array::{StringArray, StringViewArray, TimestampMillisecondArray};
use arrow_schema::{Field, Schema};
use flate2::Compression;
use flate2::write::GzEncoder;
use parquet::arrow::ArrowWriter;
use parquet::file::properties::WriterProperties;
use spinney::table::date::{date_text, time_text};
use spinney::table::number;
use spinney::table::{ReadOptions, Table};
use spinney_io::{Error, Input, Reading};
use tempfile::TempDir;

/// A column to be written.
#[derive(Debug, Clone)]
pub(crate) struct Written {
    pub(crate) name: String,
    pub(crate) cells: Cells,
}

/// The cells of a column; `None` is missing.
#[derive(Debug, Clone)]
pub(crate) enum Cells {
    Numbers(Vec<Option<f64>>),
    Texts(Vec<Option<String>>),
    Flags(Vec<Option<bool>>),
    /// Days since 1970.
    Dates(Vec<Option<i32>>),
    /// Milliseconds since 1970.
    Times(Vec<Option<i64>>),
}

impl Cells {
    pub(crate) fn len(&self) -> usize {
        match self {
            Cells::Numbers(cells) => cells.len(),
            Cells::Texts(cells) => cells.len(),
            Cells::Flags(cells) => cells.len(),
            Cells::Dates(cells) => cells.len(),
            Cells::Times(cells) => cells.len(),
        }
    }

    fn text(&self, row: usize) -> Option<String> {
        match self {
            Cells::Numbers(cells) => cells[row].map(number::text),
            Cells::Texts(cells) => cells[row].clone(),
            Cells::Flags(cells) => cells[row].map(|flag| flag.to_string()),
            Cells::Dates(cells) => cells[row].map(|days| date_text(days.into())),
            Cells::Times(cells) => cells[row].map(|milli| {
                let text = time_text(milli.div_euclid(1000) as f64);
                format!("{text}.{:03}", milli.rem_euclid(1000))
            }),
        }
    }
}

/// Delimited text. Texts stand in quotes, and so does a missing value where a bare one would make an empty line.
pub(crate) fn delimited(columns: &[Written], delimiter: char) -> Vec<u8> {
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    let mut lines = vec![columns.iter().map(|column| quoted(&column.name)).collect::<Vec<_>>()];
    for row in 0..columns[0].cells.len() {
        let cell = |column: &Written| match (column.cells.text(row), &column.cells) {
            (Some(text), Cells::Texts(_)) => quoted(&text),
            (Some(text), _) => text,
            (None, _) if columns.len() == 1 => quoted(""),
            (None, _) => String::new(),
        };
        lines.push(columns.iter().map(cell).collect());
    }
    lines.iter().map(|line| line.join(&delimiter.to_string()) + "\n").collect::<String>().into_bytes()
}

pub(crate) fn arff(columns: &[Written]) -> Vec<u8> {
    let quoted = |text: &str| {
        let escaped = text.replace('\\', "\\\\").replace('\'', "\\'").replace('\n', "\\n").replace('\r', "\\r");
        format!("'{escaped}'")
    };
    let mut text = "% written by a test\n@RELATION test\n".to_owned();
    let rows = columns[0].cells.len();
    for column in columns {
        let kind = match &column.cells {
            Cells::Numbers(_) => "numeric".to_owned(),
            Cells::Dates(_) => "date 'yyyy-MM-dd'".to_owned(),
            Cells::Times(_) => "date \"yyyy-MM-dd'T'HH:mm:ss.SSS\"".to_owned(),
            Cells::Texts(_) | Cells::Flags(_) => {
                let mut levels: Vec<String> = (0..rows).filter_map(|row| column.cells.text(row)).collect();
                levels.sort();
                levels.dedup();
                let levels: Vec<String> = levels.iter().map(|level| quoted(level)).collect();
                if levels.is_empty() { "string".to_owned() } else { format!("{{{}}}", levels.join(", ")) }
            }
        };
        writeln!(text, "@attribute {} {kind}", quoted(&column.name)).unwrap();
    }
    text.push_str("@data\n");
    for row in 0..rows {
        let cell = |column: &Written| match (column.cells.text(row), &column.cells) {
            (Some(text), Cells::Numbers(_)) => text,
            (Some(text), _) => quoted(&text),
            (None, _) => "?".to_owned(),
        };
        let cells: Vec<String> = columns.iter().map(cell).collect();
        writeln!(text, "{}", cells.join(",")).unwrap();
    }
    text.into_bytes()
}

/// The columns as Arrow arrays: texts in one of five types, by their place.
fn array(cells: &Cells, place: usize) -> ArrayRef {
    match cells {
        Cells::Numbers(cells) => Arc::new(Float64Array::from(cells.clone())),
        Cells::Flags(cells) => Arc::new(BooleanArray::from(cells.clone())),
        Cells::Dates(cells) => Arc::new(Date32Array::from(cells.clone())),
        Cells::Times(cells) => Arc::new(TimestampMillisecondArray::from(cells.clone())),
        Cells::Texts(cells) => {
            let texts = cells.iter().map(Option::as_deref);
            match place % 5 {
                0 => Arc::new(texts.collect::<StringArray>()),
                1 => Arc::new(texts.collect::<LargeStringArray>()),
                2 => Arc::new(texts.collect::<StringViewArray>()),
                3 => Arc::new(texts.collect::<DictionaryArray<Int32Type>>()),
                _ => Arc::new(texts.collect::<DictionaryArray<Int8Type>>()),
            }
        }
    }
}

pub(crate) fn batch(columns: &[Written]) -> RecordBatch {
    let arrays: Vec<ArrayRef> = columns.iter().enumerate().map(|(place, column)| array(&column.cells, place)).collect();
    named(columns.iter().map(|column| column.name.as_str()).zip(arrays))
}

/// A batch of nullable columns; unlike the crate's own way, names may come twice.
pub(crate) fn named<'a>(columns: impl IntoIterator<Item = (&'a str, ArrayRef)>) -> RecordBatch {
    let (fields, arrays): (Vec<Field>, Vec<ArrayRef>) =
        columns.into_iter().map(|(name, array)| (Field::new(name, array.data_type().clone(), true), array)).unzip();
    RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays).unwrap()
}

/// The batch in two pieces, so that readers meet more than one.
fn halves(batch: &RecordBatch) -> [RecordBatch; 2] {
    let half = batch.num_rows() / 2;
    [batch.slice(0, half), batch.slice(half, batch.num_rows() - half)]
}

pub(crate) fn parquet(batch: &RecordBatch, properties: WriterProperties) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut writer = ArrowWriter::try_new(&mut bytes, batch.schema(), Some(properties)).unwrap();
    for part in halves(batch) {
        writer.write(&part).unwrap();
        writer.flush().unwrap(); // a row group of its own
    }
    writer.close().unwrap();
    bytes
}

pub(crate) fn arrow_file(batch: &RecordBatch) -> Vec<u8> {
    let options = arrow_ipc::writer::IpcWriteOptions::default();
    let options = options.with_dictionary_handling(arrow_ipc::writer::DictionaryHandling::Delta);
    let mut writer = arrow_ipc::writer::FileWriter::try_new_with_options(Vec::new(), &batch.schema(), options).unwrap();
    // A file's dictionary may grow but not change, and the halves of one array share theirs.
    for part in halves(batch) {
        writer.write(&part).unwrap();
    }
    writer.into_inner().unwrap()
}

pub(crate) fn arrow_stream(batch: &RecordBatch) -> Vec<u8> {
    let mut writer = arrow_ipc::writer::StreamWriter::try_new(Vec::new(), &batch.schema()).unwrap();
    for part in halves(batch) {
        writer.write(&part).unwrap();
    }
    writer.into_inner().unwrap()
}

/// Packed as two members: what `cat a.gz b.gz` gives.
pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let member = |bytes: &[u8]| {
        let mut writer = GzEncoder::new(Vec::new(), Compression::default());
        writer.write_all(bytes).unwrap();
        writer.finish().unwrap()
    };
    let (one, two) = bytes.split_at(bytes.len() / 2);
    [member(one), member(two)].concat()
}

pub(crate) fn zstd(bytes: &[u8]) -> Vec<u8> {
    let mut writer = zstd::Encoder::new(Vec::new(), 3).unwrap();
    writer.set_pledged_src_size(Some(bytes.len() as u64)).unwrap();
    writer.include_contentsize(true).unwrap();
    writer.write_all(bytes).unwrap();
    writer.finish().unwrap()
}

/// A folder of its own for a test, in memory where that is possible: some tests write tens of thousands of files.
pub(crate) fn folder() -> TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

/// Writes a file into a folder.
pub(crate) fn file(folder: &Path, name: &str, bytes: &[u8]) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, bytes).unwrap();
    path
}

/// Reads a file as it would be read without any option.
pub(crate) fn read(path: &Path) -> Result<Table, Error> {
    read_with(path, &ReadOptions::new())
}

pub(crate) fn read_with(path: &Path, options: &ReadOptions) -> Result<Table, Error> {
    spinney_io::read(&Input::from(path), options, &Reading::default())
}

/// So many cases; `SPINNEY_PROOF` times as many in a longer proof.
pub(crate) fn cases(ordinary: u32) -> u32 {
    let times = std::env::var("SPINNEY_PROOF").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    ordinary.saturating_mul(times)
}
