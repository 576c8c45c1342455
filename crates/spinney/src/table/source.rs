//! Where bytes come from, again where need be.

use std::io::{self, Read};

/// Bytes that can be read from their start as often as need be.
///
/// A text file whose ten-thousandth row turns a column of numbers into one of names is read a second time, with the
/// right kinds: that keeps one copy of the values in memory, and no copy of the text.
pub trait Source: Sync {
    /// A reader at the start.
    fn open(&self) -> io::Result<Box<dyn Read + Send + '_>>;

    /// The same for the last time: what it has read need not be kept.
    fn open_last(&self) -> io::Result<Box<dyn Read + Send + '_>> {
        self.open()
    }

    /// How many bytes there are, where that is known or can be told roughly: room is set aside by it, nothing more.
    fn size(&self) -> Option<u64> {
        None
    }
}

impl Source for &[u8] {
    fn open(&self) -> io::Result<Box<dyn Read + Send + '_>> {
        Ok(Box::new(*self))
    }

    fn size(&self) -> Option<u64> {
        Some(self.len() as u64)
    }
}
