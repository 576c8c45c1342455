//! Codes of one, two or four bytes: the narrower, the more of them fit the cache.

use super::sparse::SparseCodes;
use crate::table::frame::pick;

/// A code of any width.
pub trait Code: Copy + Send + Sync {
    /// As the widest.
    fn wide(self) -> u32;
    /// From the widest; it fits.
    fn narrow(wide: u32) -> Self;
}

macro_rules! code {
    ($($width:ty),*) => {$(
        impl Code for $width {
            #[inline]
            fn wide(self) -> u32 {
                u32::from(self)
            }
            #[inline]
            fn narrow(wide: u32) -> Self {
                wide as $width
            }
        }
    )*};
}
code!(u8, u16, u32);

/// One code for each row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Codes {
    /// Up to 256 different codes.
    U8(Vec<u8>),
    /// Up to 65,536.
    U16(Vec<u16>),
    /// More.
    U32(Vec<u32>),
    /// Those of some rows, and one of all others.
    Sparse(SparseCodes),
}

impl Codes {
    /// Codes below `count`, as narrow as they go.
    pub fn new(codes: impl ExactSizeIterator<Item = u32>, count: usize) -> Self {
        if count <= 1 << 8 {
            Codes::U8(codes.map(|code| code as u8).collect())
        } else if count <= 1 << 16 {
            Codes::U16(codes.map(|code| code as u16).collect())
        } else {
            Codes::U32(codes.collect())
        }
    }

    /// The code of a row.
    #[inline]
    pub fn at(&self, row: u32) -> u32 {
        match self {
            Codes::U8(codes) => u32::from(codes[row as usize]),
            Codes::U16(codes) => u32::from(codes[row as usize]),
            Codes::U32(codes) => codes[row as usize],
            Codes::Sparse(codes) => codes.at(row),
        }
    }

    /// The codes of some rows.
    pub(super) fn gathered(&self, rows: &[u32]) -> Codes {
        match self {
            Codes::U8(codes) => Codes::U8(pick(codes, rows)),
            Codes::U16(codes) => Codes::U16(pick(codes, rows)),
            Codes::U32(codes) => Codes::U32(pick(codes, rows)),
            Codes::Sparse(codes) => Codes::U32(codes.gathered(rows)),
        }
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        match self {
            Codes::U8(codes) => codes.len(),
            Codes::U16(codes) => codes.len(),
            Codes::U32(codes) => codes.len(),
            Codes::Sparse(codes) => codes.len,
        }
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Runs a typed inner function on codes of whatever width. Sparse ones are spread out first: who may meet many of them has a way of
/// its own for them.
macro_rules! with_codes {
    ($codes:expr, $name:ident => $body:expr) => {
        match $codes {
            $crate::encode::Codes::U8($name) => $body,
            $crate::encode::Codes::U16($name) => $body,
            $crate::encode::Codes::U32($name) => $body,
            $crate::encode::Codes::Sparse(sparse) => {
                let spread = sparse.spread();
                let $name = &spread[..];
                $body
            }
        }
    };
}
pub(crate) use with_codes;
