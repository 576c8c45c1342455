//! Where codes are kept.

use std::mem::take;

use super::codes::{Code, Codes};

/// Room for the codes of a column, of whatever width they will be. It is made by the thread that will keep the codes: allocators
/// keep what was freed for the thread that made it, and the codes are to leave their room to the tree that is made of them. Room
/// that nothing is written into costs next to nothing.
#[derive(Debug, Default)]
pub(super) struct Shelf {
    bytes: Vec<u8>,
    shorts: Vec<u16>,
    longs: Vec<u32>,
}

impl Shelf {
    /// Room for the codes of so many rows.
    pub(super) fn new(rows: usize) -> Self {
        let room = if rows < 1 << 16 { 0 } else { rows };
        Shelf { bytes: Vec::with_capacity(rows), shorts: Vec::with_capacity(rows), longs: Vec::with_capacity(room) }
    }

    /// Room for bytes of any kind.
    pub(super) fn bytes(&mut self) -> Vec<u8> {
        take(&mut self.bytes)
    }

    /// Takes back room that was not needed; it is empty.
    pub(super) fn give_back(&mut self, bytes: Vec<u8>) {
        self.bytes = bytes;
    }
}

/// Codes that a shelf has room for.
pub(super) trait Kept: Code {
    /// The room for them; it is empty.
    fn room(shelf: &mut Shelf) -> Vec<Self>;
    /// Of this width.
    fn codes(codes: Vec<Self>) -> Codes;
}

macro_rules! kept {
    ($($width:ty, $room:ident, $codes:ident);*) => {$(
        impl Kept for $width {
            fn room(shelf: &mut Shelf) -> Vec<Self> {
                take(&mut shelf.$room)
            }
            fn codes(codes: Vec<Self>) -> Codes {
                Codes::$codes(codes)
            }
        }
    )*};
}
kept!(u8, bytes, U8; u16, shorts, U16; u32, longs, U32);
