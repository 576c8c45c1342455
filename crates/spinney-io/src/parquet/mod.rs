//! Parquet files become batches.

/// The shape of Parquet's metadata, before it is believed.
mod thrift;
/// The file as the Parquet crate asks for it.
mod chunks;
/// From a file to a table.
mod read;

pub(crate) use read::read_parquet;
