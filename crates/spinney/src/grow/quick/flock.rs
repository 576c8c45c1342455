//! The rows of a node, with their codes beside them where those travel along.

use crate::encode::{BitBlock, Code, EncodedColumn, with_codes};
use crate::grow::item::{Item, Label, Stored};

/// The most rows of a small subtree: a byte counts them.
pub(crate) const MOST: usize = 256;

/// The rows of a node.
pub(crate) struct Flock<'n, S> {
    pub(crate) items: &'n [Item<S>],
    /// The line of each row; empty where codes stay in the table.
    pub(crate) lines: &'n [u8],
    /// Bytes of each line.
    pub(crate) length: usize,
}

/// Where a row goes.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Side {
    /// By a bit of a word of its line; the bit says left where `flip` is set.
    Bit { word: usize, bit: u32, flip: bool },
    /// By a byte of its line: up to this bucket left, above it right.
    Bucket { byte: usize, bucket: u8 },
    /// By a byte of its line: below these buckets left, above them right; from the first to the last of them by its code.
    Code { byte: usize, buckets: (u8, u8) },
    /// As is said of each row.
    Said,
    /// By its code.
    Table,
    /// By its code; right where `holes` says so and it has no value.
    Around { holes: bool },
    /// By a list of what codes go right; the codes are a byte of its line where one is named.
    Listed { byte: Option<usize> },
}

/// Which way rows go by a byte of their lines.
pub(crate) struct ByByte {
    pub(crate) byte: usize,
    /// For each value of the byte 0 where a row goes left, 1 where it goes right, [`BY_CODE`] where its code says more.
    pub(crate) ways: [u8; 256],
}

/// What the byte does not tell.
pub(crate) const BY_CODE: u8 = 2;

impl Side {
    /// Which way rows go, where a byte of their lines says so of all or of most of them.
    pub(crate) fn by_byte(self, listed: &[bool]) -> Option<ByByte> {
        let table = |right: &dyn Fn(u8) -> bool| std::array::from_fn(|byte| u8::from(right(byte as u8)));
        let (byte, ways) = match self {
            Side::Bit { word, bit, flip } => {
                (8 * word + bit as usize / 8, table(&|byte| (byte >> (bit % 8) & 1 == 1) != flip))
            }
            Side::Bucket { byte, bucket } => (byte, table(&|byte| byte > bucket)),
            Side::Code { byte, buckets: (first, last) } => {
                let mut ways = table(&|byte| byte > last);
                ways[usize::from(first)..=usize::from(last)].fill(BY_CODE);
                (byte, ways)
            }
            Side::Listed { byte } => (byte?, table(&|byte| listed.get(usize::from(byte)).is_some_and(|right| *right))),
            Side::Said | Side::Table | Side::Around { .. } => return None,
        };
        Some(ByByte { byte, ways })
    }
}

impl ByByte {
    /// 1 where a row of this byte goes right; `above` says it of a code. Few rows ask for it: nobody waits for a wrong guess.
    #[inline]
    pub(crate) fn right(&self, byte: u8, above: impl FnOnce() -> bool) -> u8 {
        let way = self.ways[usize::from(byte)];
        if way == BY_CODE { u8::from(above()) } else { way }
    }
}

impl<'n, S> Flock<'n, S> {
    /// The words of a block of two-valued columns, wherever they lie.
    pub(super) fn words_of(&self, place: usize, block: &BitBlock) -> impl Iterator<Item = u64> {
        let travels = !self.lines.is_empty();
        let (lines, length) = (self.lines, self.length);
        self.items.iter().enumerate().map(move |(row, item)| {
            if travels { word_of(&lines[row * length..], place) } else { block.words[item.row as usize] }
        })
    }

    /// One byte of the line of a row.
    #[inline]
    pub(super) fn byte(&self, row: u8, byte: usize) -> u8 {
        self.lines[usize::from(row) * self.length + byte]
    }

    /// The rows from one on that weigh no more than so much together, and at least one; all where all rows weigh no more.
    pub(super) fn part_of_weight(&self, start: usize, (all, most): (u64, u64)) -> Self
    where
        S: Stored,
    {
        let mut end = self.items.len();
        if all > most {
            let mut weight = 0;
            let fits = |item: &Item<S>| {
                weight += item.stored.label().weight();
                weight <= most
            };
            end = (start + self.items[start..].iter().copied().take_while(fits).count()).max(start + 1);
        }
        let (items, lines) = (&self.items[start..end], &self.lines[start * self.length..end * self.length]);
        Flock { items, lines, length: self.length }
    }

    /// One byte of the line of every row.
    pub(super) fn column_of_bytes(&self, byte: usize) -> impl Iterator<Item = u8> + use<'n, S> {
        self.lines.chunks_exact(self.length).map(move |line| line[byte])
    }
}

/// One word of a line.
#[inline]
fn word_of(line: &[u8], word: usize) -> u64 {
    u64::from_le_bytes(line.as_chunks().0[word])
}

impl<S> Flock<'_, S> {
    /// Says of every row whether it goes right of a cut: whether its code in a column is above `low`.
    pub(crate) fn sides(
        &self,
        side: Side,
        (column, low, listed): (&EncodedColumn<'_>, u32, &[bool]),
        right: &mut Vec<bool>,
    ) {
        right.clear();
        let above = |row: u32| column.codes.at(row) > low;
        match side {
            Side::Bit { .. } | Side::Bucket { .. } | Side::Code { .. } | Side::Listed { byte: Some(_) } => {
                let Some(by_byte) = side.by_byte(listed) else { return };
                let rows = self.items.iter().zip(self.column_of_bytes(by_byte.byte));
                right.extend(rows.map(|(item, byte)| by_byte.right(byte, || above(item.row)) == 1));
            }
            Side::Said => right.extend_from_slice(listed),
            Side::Table => right.extend(self.items.iter().map(|item| above(item.row))),
            Side::Around { holes } => with_codes!(&column.codes, codes => right.extend(self.items.iter().map(|item| {
                let code = codes[item.row as usize].wide();
                if column.is_missing(code) { holes } else { code > low }
            }))),
            Side::Listed { byte: None } => with_codes!(&column.codes, codes => {
                right.extend(self.items.iter().map(|item| listed[codes[item.row as usize].wide() as usize]));
            }),
        }
    }
}

impl<S> Clone for Flock<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for Flock<'_, S> {}

/// Which of up to 64 two-valued columns have both values: one look at the rows tells it of all.
#[derive(Debug, Clone, Copy)]
pub(super) struct Varying(u64);

impl Varying {
    #[inline]
    pub(super) fn of(words: impl Iterator<Item = u64>) -> Self {
        let (some, all) = words.fold((0, u64::MAX), |(some, all), word| (some | word, all & word));
        Varying(some & !all)
    }

    #[inline]
    pub(super) fn is_constant(self, bit: u32) -> bool {
        self.0 >> bit & 1 == 0
    }
}

/// Calls the same code with an iterator over the bytes of a column at a node's rows, wherever those bytes lie; does nothing where
/// the column has none.
macro_rules! with_bytes {
    ($data:expr, $flock:expr, $column:expr, $bytes:ident => $body:expr) => {{
        let flock = $flock;
        let travels = $data.abreast.as_ref().filter(|_| !flock.lines.is_empty());
        if let Some(place) = travels.and_then(|abreast| abreast.place($column)) {
            let $bytes = flock.column_of_bytes(place);
            $body
        } else if let Some(codes) = $data.columns[$column as usize].bytes() {
            let $bytes = flock.items.iter().map(|item| codes[item.row as usize]);
            $body
        }
    }};
}
pub(super) use with_bytes;
