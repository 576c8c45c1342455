//! The shape of Parquet's metadata, before it is believed.
//!
//! Metadata is a tree in Thrift's compact protocol. A damaged length in it can ask for more memory than there is, which
//! ends the program rather than the reading. So the tree is walked here once, and its lengths held against its bytes.
//!
//! ```text
//! struct:  (step of the field's number << 4 | type) value … 00        list:  (items << 4 | type) item …, items in 15 → varint
//! ```

/// The deepest nesting: statistics in a column in a row group take six.
const DEEPEST: usize = 16;

/// Whether the bytes begin with a whole struct whose lists and texts end within them.
pub(super) fn is_sound(bytes: &[u8]) -> bool {
    Walk { bytes, at: 0 }.value(12, 0).is_some()
}

/// The sizes in a page's header: unpacked, packed. `None` where it does not begin as page headers do.
pub(super) fn page_sizes(bytes: &[u8]) -> Option<(u64, u64)> {
    let mut walk = Walk { bytes, at: 0 };
    let mut number = || (walk.byte()? == 0x15).then(|| walk.varint())?; // the next field, a 32-bit number
    number()?; // the page's type
    let positive = |zigzag: u64| (zigzag & 1 == 0).then_some(zigzag >> 1);
    Some((positive(number()?)?, positive(number()?)?))
}

struct Walk<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Walk<'_> {
    fn byte(&mut self) -> Option<u8> {
        let byte = *self.bytes.get(self.at)?;
        self.at += 1;
        Some(byte)
    }

    fn varint(&mut self) -> Option<u64> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Some(value);
            }
        }
        None
    }

    fn skip(&mut self, bytes: u64) -> Option<()> {
        self.at = self.at.checked_add(usize::try_from(bytes).ok()?).filter(|at| *at <= self.bytes.len())?;
        Some(())
    }

    /// Walks over a value of this type.
    fn value(&mut self, kind: u8, depth: usize) -> Option<()> {
        match kind {
            1 | 2 => Some(()),                  // a boolean, told by its type
            3 => self.skip(1),                  // a byte
            4..=6 => self.varint().map(|_| ()), // whole numbers
            7 => self.skip(8),                  // a float
            8 => self.varint().and_then(|length| self.skip(length)),
            9 | 10 if depth < DEEPEST => self.list(depth + 1),
            12 if depth < DEEPEST => self.fields(depth + 1),
            _ => None, // maps do not occur in Parquet's metadata
        }
    }

    fn list(&mut self, depth: usize) -> Option<()> {
        let head = self.byte()?;
        let (short, kind) = (u64::from(head >> 4), head & 0x0F);
        let items = if short == 15 { self.varint()? } else { short };
        if items > (self.bytes.len() - self.at) as u64 {
            return None; // an item takes a byte at least
        }
        for _ in 0..items {
            // A boolean in a list takes a byte.
            if matches!(kind, 1 | 2) { self.skip(1)? } else { self.value(kind, depth)? }
        }
        Some(())
    }

    fn fields(&mut self, depth: usize) -> Option<()> {
        loop {
            let head = self.byte()?;
            if head == 0 {
                return Some(());
            }
            if head >> 4 == 0 {
                self.varint()?; // the field's number, where it is not a small step on
            }
            self.value(head & 0x0F, depth)?;
        }
    }
}
