//! Bytes at any place of a file.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;

/// Bytes at any place of a file, or of what a pipe gave. Clones share the file and the count.
#[derive(Clone)]
pub(crate) struct Store {
    content: Content,
    size: u64,
    read: Arc<AtomicU64>,
}

#[derive(Clone)]
enum Content {
    File(Arc<Mutex<File>>),
    Memory(Bytes),
}

impl Store {
    /// A file.
    pub(crate) fn file(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        let size = file.metadata()?.len();
        Ok(Store { content: Content::File(Arc::new(Mutex::new(file))), size, read: Arc::default() })
    }

    /// Bytes in memory.
    pub(crate) fn memory(bytes: Bytes) -> Self {
        let size = bytes.len() as u64;
        Store { content: Content::Memory(bytes), size, read: Arc::default() }
    }

    /// How many bytes there are.
    pub(crate) fn size(&self) -> u64 {
        self.size
    }

    /// How many bytes have been asked for.
    pub(crate) fn read(&self) -> u64 {
        self.read.load(Ordering::Relaxed).min(self.size)
    }

    /// So many bytes from `start`. More than there are is an error before a byte of memory is set aside.
    pub(crate) fn bytes(&self, start: u64, length: u64) -> io::Result<Bytes> {
        let ended = || io::Error::new(io::ErrorKind::UnexpectedEof, "it ends early, or points beyond its end");
        let end = start.checked_add(length).filter(|end| *end <= self.size).ok_or_else(ended)?;
        self.read.fetch_add(length, Ordering::Relaxed);
        match &self.content {
            Content::Memory(bytes) => Ok(bytes.slice(start as usize..end as usize)),
            Content::File(file) => {
                let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
                let mut bytes = Vec::with_capacity(length as usize);
                file.seek(SeekFrom::Start(start))?;
                (&mut *file).take(length).read_to_end(&mut bytes)?;
                if bytes.len() as u64 == length { Ok(bytes.into()) } else { Err(ended()) }
            }
        }
    }

    /// The number of four bytes at `start`, the lowest byte first.
    pub(crate) fn word(&self, start: u64) -> io::Result<u64> {
        Ok(self.bytes(start, 4)?.iter().rev().fold(0, |sum, byte| sum << 8 | u64::from(*byte)))
    }
}
