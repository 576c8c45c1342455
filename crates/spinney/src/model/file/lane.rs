//! Arrays read where they lie: any element, in any order.
//!
//! They were looked at as a whole before, so that a place that an element names is there.

use super::reals::{Found, real};
use super::stream::Stream;

/// An array of whole numbers of one to four bytes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lane {
    /// Where in the file it begins.
    at: usize,
    size: usize,
    /// The bits of an element.
    mask: u32,
}

/// An array of other numbers.
#[derive(Debug, Clone, Copy)]
pub(super) struct Numbers {
    /// Where in the file the numbers, or their table, begin.
    at: usize,
    /// The places in the table.
    places: Option<Lane>,
}

impl Lane {
    pub(super) fn new(stream: &Stream<'_>) -> Self {
        let size = stream.size();
        Lane { at: stream.rest().0, size, mask: u32::MAX >> (32 - 8 * size.min(4)) }
    }

    /// An element. Four bytes are read, and those of the next elements left out: behind every array stands the checksum at least.
    #[inline]
    pub(super) fn get(self, bytes: &[u8], place: usize) -> u32 {
        bytes[self.at + place * self.size..].first_chunk().copied().map_or(0, u32::from_le_bytes) & self.mask
    }
}

impl Numbers {
    pub(super) fn new(found: &Found<'_>) -> Self {
        Numbers { at: found.numbers.rest().0, places: found.has_table().then(|| Lane::new(&found.places)) }
    }

    /// An element.
    #[inline]
    pub(super) fn get(self, bytes: &[u8], place: usize) -> f64 {
        let place = self.places.map_or(place, |places| places.get(bytes, place) as usize);
        real(&bytes[self.at + 8 * place..])
    }
}
