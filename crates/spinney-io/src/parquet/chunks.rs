//! The file as the Parquet crate asks for it.

use std::io::{self, Read};

use bytes::Bytes;
use parquet::errors::{ParquetError, Result};
use parquet::file::reader::{ChunkReader, Length};

use super::thrift::page_sizes;
use crate::limit::most;
use crate::store::Store;

/// Bytes read at a time where the crate reads on from a place: headers of pages, mostly of less than a hundred bytes.
const STEP: u64 = 4096;
/// What stands behind the metadata: its length and the mark.
pub(super) const TAIL: u64 = 8;

/// A file whose pages are looked at before they are unpacked.
#[derive(Clone)]
pub(super) struct Chunks(pub(super) Store);

impl Length for Chunks {
    fn len(&self) -> u64 {
        self.0.size()
    }
}

impl ChunkReader for Chunks {
    type T = From;

    /// The crate reads on from here for the file's tail and for page headers. A header that claims more than its bytes
    /// can unpack to is refused: the crate would set that much aside.
    fn get_read(&self, start: u64) -> Result<From> {
        let mut from = From { store: self.0.clone(), next: start, ahead: Bytes::new() };
        from.look_ahead()?;
        if start.saturating_add(TAIL) < self.0.size()
            && let Some((unpacked, packed)) = page_sizes(&from.ahead)
            && unpacked > most(packed)
        {
            return Err(ParquetError::General(format!("a page of {packed} bytes claims to unpack to {unpacked}")));
        }
        Ok(from)
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        Ok(self.0.bytes(start, length as u64)?)
    }
}

/// A reader from a place on.
pub(super) struct From {
    store: Store,
    next: u64,
    ahead: Bytes,
}

impl From {
    fn look_ahead(&mut self) -> io::Result<()> {
        let length = self.store.size().saturating_sub(self.next).min(STEP);
        self.ahead = self.store.bytes(self.next, length)?;
        self.next += length;
        Ok(())
    }
}

impl Read for From {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.ahead.is_empty() {
            self.look_ahead()?;
        }
        let length = buffer.len().min(self.ahead.len());
        buffer[..length].copy_from_slice(&self.ahead.split_to(length));
        Ok(length)
    }
}
