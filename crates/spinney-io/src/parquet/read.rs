//! From a file to a table.

use std::collections::HashSet;

use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReaderBuilder};
use parquet::basic::Compression;
use parquet::file::metadata::{ColumnChunkMetaData, ParquetMetaData};
use spinney::table::{ReadOptions, Table};

use super::chunks::{Chunks, TAIL};
use super::thrift::is_sound;
use crate::arrow::Columns;
use crate::error::Problem;
use crate::format::Format;
use crate::guard::guarded;
use crate::input::Progress;
use crate::limit::most;
use crate::store::Store;

/// The mark at both ends.
const MARK: &[u8] = b"PAR1";
/// Cells that are decoded at a time: few enough to stay small beside the columns, many enough to be worth a call.
const CELLS: usize = 1 << 20;
/// The most rows that are decoded at a time.
const MOST_BATCH_ROWS: usize = 1 << 16;

#[expect(clippy::needless_pass_by_value, reason = "it stands in map_err")]
fn damaged(reason: impl ToString) -> Problem {
    Problem::Damaged { format: Format::Parquet, reason: reason.to_string() }
}

/// Reads a Parquet file.
pub(crate) fn read_parquet(
    store: &Store,
    options: &ReadOptions,
    progress: Option<&Progress>,
) -> Result<Table, Problem> {
    let data_end = check_ends(store)?;
    let chunks = Chunks(store.clone());
    let load = || ArrowReaderMetadata::load(&chunks, ArrowReaderOptions::new());
    let metadata = guarded(load).map_err(damaged)?.map_err(damaged)?;
    let mut columns = Columns::new(metadata.schema(), options, Format::Parquet)?;
    let wanted = columns.wanted();
    let rows = check_chunks(metadata.metadata(), &wanted, data_end)?;
    columns.expect(rows, store.size())?;
    columns.reserve(rows);
    let batch_rows = (CELLS / wanted.len().max(1)).clamp(256, MOST_BATCH_ROWS);
    let build = || {
        let mask = ProjectionMask::roots(metadata.parquet_schema(), wanted.iter().copied());
        let builder = ParquetRecordBatchReaderBuilder::new_with_metadata(chunks.clone(), metadata.clone());
        builder.with_projection(mask).with_batch_size(batch_rows).build()
    };
    let mut batches = guarded(build).map_err(damaged)?.map_err(damaged)?;
    while let Some(batch) = guarded(|| batches.next()).map_err(damaged)? {
        columns.take(&batch.map_err(damaged)?);
        if columns.rows() > rows {
            break;
        }
        if let Some(progress) = progress {
            progress(store.read(), Some(store.size()));
        }
    }
    if columns.rows() != rows {
        return Err(damaged(format!("it promises {rows} rows, and its pages hold others")));
    }
    columns.finish(options)
}

/// Looks at the marks and at the metadata's shape; says where the data ends.
fn check_ends(store: &Store) -> Result<u64, Problem> {
    let cut = || damaged("it does not end as a Parquet file does: it has been cut");
    let metadata_end = store.size().checked_sub(TAIL).filter(|end| *end >= 4).ok_or_else(cut)?;
    if *store.bytes(0, 4)? != *MARK {
        return Err(damaged("it does not begin as a Parquet file does"));
    }
    if *store.bytes(metadata_end + 4, 4)? != *MARK {
        return Err(cut());
    }
    let length = store.word(metadata_end)?;
    let start = metadata_end.checked_sub(length).filter(|start| *start >= 4);
    let start = start.ok_or_else(|| damaged("its metadata is longer than the file"))?;
    if is_sound(&store.bytes(start, length)?) { Ok(start) } else { Err(damaged("its metadata is not readable")) }
}

/// Holds what the metadata says of the wanted columns against the file; says how many rows there are.
fn check_chunks(metadata: &ParquetMetaData, wanted: &[usize], data_end: u64) -> Result<u64, Problem> {
    let schema = metadata.file_metadata().schema_descr();
    let wanted: HashSet<usize> = wanted.iter().copied().collect();
    let mut rows = 0_u64;
    for group in metadata.row_groups() {
        let group_rows = u64::try_from(group.num_rows()).map_err(damaged)?;
        rows = rows.saturating_add(group_rows);
        for (leaf, chunk) in group.columns().iter().enumerate() {
            if wanted.contains(&schema.get_column_root_idx(leaf)) {
                check_chunk(chunk, group_rows, data_end)?;
            }
        }
    }
    if u64::try_from(metadata.file_metadata().num_rows()) != Ok(rows) {
        return Err(damaged("its row groups hold other rows than it promises"));
    }
    Ok(rows)
}

fn check_chunk(chunk: &ColumnChunkMetaData, rows: u64, data_end: u64) -> Result<(), Problem> {
    let column = || chunk.column_path().string();
    let is_read = !matches!(chunk.compression(), Compression::BROTLI(_) | Compression::LZO);
    if !is_read {
        let name = chunk.compression().to_string().to_lowercase();
        return Err(Problem::Codec { name: name.split('(').next().unwrap_or_default().to_owned() });
    }
    if u64::try_from(chunk.num_values()) != Ok(rows) {
        return Err(damaged(format!("column {:?} holds {} values for {rows} rows", column(), chunk.num_values())));
    }
    let start = chunk.dictionary_page_offset().unwrap_or(chunk.data_page_offset());
    let (start, length) = (u64::try_from(start), u64::try_from(chunk.compressed_size()));
    let inside = matches!((start, length), (Ok(start), Ok(length)) if start.saturating_add(length) <= data_end);
    let plausible =
        length.is_ok_and(|length| u64::try_from(chunk.uncompressed_size()).is_ok_and(|size| size <= most(length)));
    if inside && plausible { Ok(()) } else { Err(damaged(format!("column {:?} points outside the file", column()))) }
}
