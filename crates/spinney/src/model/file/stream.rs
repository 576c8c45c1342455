//! The arrays of a file, one element after the other: memory is set aside for what is there, never for what is claimed.

use crate::model::error::{ArrayFault, FileFault, ModelError};

use super::header::{Entry, Header};
use super::pack::WHOLE;
use super::parts::{Elements, Parts};

/// The arrays of a file, by their names.
pub(super) struct Arrays<'a> {
    found: Vec<Stream<'a>>,
    /// Where in the file the arrays end.
    end: u64,
    /// Whether they are in the fewest bytes, as those of a forest are.
    packed: bool,
}

/// What is left of an array of whole numbers.
#[derive(Clone, Copy)]
pub(super) struct Stream<'a> {
    name: &'static str,
    size: usize,
    rest: &'a [u8],
    /// Where in the file the rest begins.
    at: u64,
}

/// A name, the types that its elements may have, and the bytes of each.
type Known = (&'static str, &'static [&'static str], usize);

/// The arrays that a file may have, in the order of their names.
fn known(packed: bool) -> Vec<Known> {
    let mut known = Vec::new();
    for (name, elements) in Parts::default().list() {
        match elements {
            Elements::F64(_, place) => {
                known.push((name, &["f64"][..], 8));
                known.extend(packed.then_some((place, &WHOLE[..], 1)));
            }
            _ if packed => known.push((name, &WHOLE[..], 1)),
            Elements::U8(_) => known.push((name, &["u8"], 1)),
            Elements::U32(_) => known.push((name, &["u32"], 4)),
        }
    }
    known
}

impl<'a> Arrays<'a> {
    /// Cuts the bytes behind the header, which begin at `start` of the file, into the arrays that the header lists: known,
    /// in order, one right after the other, nothing between them, nothing behind.
    pub(super) fn new(header: &Header, bytes: &'a [u8], start: u64, maker: &str) -> Result<Self, ModelError> {
        let packed = header.model != "tree";
        let known = known(packed);
        let mut arrays = Arrays { found: Vec::new(), end: start, packed };
        for entry in &header.arrays {
            let Some(known) = known.iter().find(|(name, ..)| *name == entry.name) else {
                let maker = Some(maker.to_owned());
                return Err(file(start, FileFault::UnknownArray { name: entry.name.clone(), maker }));
            };
            arrays.cut(entry, known, bytes, start)?;
        }
        let over = start + bytes.len() as u64 - arrays.end;
        if over > 0 { Err(file(arrays.end, FileFault::Trailing { bytes: over })) } else { Ok(arrays) }
    }

    /// Cuts off the next array.
    fn cut(&mut self, entry: &Entry, known: &Known, bytes: &'a [u8], start: u64) -> Result<(), ModelError> {
        let (name, kinds, size) = *known;
        let at = (self.end - start) as usize;
        let fault = |fault| file(start + at as u64, FileFault::Array { name, fault });
        if self.found.last().is_some_and(|last| last.name >= name) {
            return Err(fault(ArrayFault::Order));
        }
        let place = kinds.iter().position(|kind| *kind == entry.kind);
        let size = size
            + place.ok_or_else(|| {
                fault(ArrayFault::Type { expected: if kinds.len() > 1 { "u8, u16, u24 or u32" } else { kinds[0] } })
            })?;
        if entry.count == 0 {
            return Err(fault(ArrayFault::Empty));
        }
        if entry.offset != at as u64 {
            return Err(fault(ArrayFault::Offset { expected: at as u64 }));
        }
        let left = bytes.len() - at;
        let needed = entry.count.saturating_mul(size as u64);
        let ends = FileFault::Ends { part: "array", needed, left: left as u64 };
        let filled = usize::try_from(needed).ok().and_then(|length| length.checked_next_multiple_of(8));
        let filled = filled.filter(|filled| *filled <= left).ok_or_else(|| file(start + at as u64, ends))?;
        let (rest, filling) = bytes[at..at + filled].split_at(needed as usize);
        check_filling(filling, start + (at + rest.len()) as u64)?;
        self.found.push(Stream { name, size, rest, at: start + at as u64 });
        self.end = start + (at + filled) as u64;
        Ok(())
    }

    /// Whether they are in the fewest bytes.
    pub(super) fn packed(&self) -> bool {
        self.packed
    }

    /// Takes out an array; an array that is not there has no elements.
    pub(super) fn take(&mut self, name: &'static str) -> Result<Stream<'a>, ModelError> {
        let Some(place) = self.found.iter().position(|stream| stream.name == name) else {
            return Ok(Stream { name, size: 1, rest: &[], at: self.end });
        };
        let stream = self.found.remove(place);
        let wide =
            self.packed && (2..=4).contains(&stream.size) && stream.elements().all(|bytes| bytes.ends_with(&[0]));
        if wide { Err(stream.fault(ArrayFault::Wide { found: WHOLE[stream.size - 1] })) } else { Ok(stream) }
    }

    /// Every array must have been taken.
    pub(super) fn end(&self) -> Result<(), ModelError> {
        self.found.first().map_or(Ok(()), Stream::end)
    }
}

/// A whole number of one to four bytes.
fn whole(bytes: &[u8]) -> u32 {
    match bytes {
        [a] => u32::from(*a),
        [a, b] => u32::from_le_bytes([*a, *b, 0, 0]),
        [a, b, c] => u32::from_le_bytes([*a, *b, *c, 0]),
        _ => bytes.first_chunk().copied().map_or(0, u32::from_le_bytes),
    }
}

impl<'a> Stream<'a> {
    pub(super) fn elements(&self) -> impl Iterator<Item = &'a [u8]> + use<'a> {
        self.rest.chunks_exact(self.size)
    }

    /// Looks at all elements that are left: a loop for each size, since a look takes a nanosecond.
    #[inline]
    pub(super) fn each(&self, mut look: impl FnMut(u32)) {
        match self.size {
            1 => self.rest.iter().for_each(|byte| look(u32::from(*byte))),
            2 => self.rest.as_chunks::<2>().0.iter().for_each(|bytes| look(whole(bytes))),
            3 => self.rest.as_chunks::<3>().0.iter().for_each(|bytes| look(whole(bytes))),
            _ => self.elements().for_each(|bytes| look(whole(bytes))),
        }
    }

    /// The bytes of one element.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// Where in the file the rest begins, and its bytes.
    pub(super) fn rest(&self) -> (usize, &'a [u8]) {
        (self.at as usize, self.rest)
    }

    /// The bytes of the next element.
    #[inline]
    pub(super) fn bytes(&mut self) -> Result<&'a [u8], ModelError> {
        let Some((element, rest)) = self.rest.split_at_checked(self.size) else {
            return Err(self.fault(ArrayFault::Short));
        };
        self.rest = rest;
        self.at += self.size as u64;
        Ok(element)
    }

    /// The next element.
    #[inline]
    pub(super) fn next(&mut self) -> Result<u32, ModelError> {
        self.bytes().map(whole)
    }

    /// The next element, which must be below the limit.
    pub(super) fn below(&mut self, limit: u32) -> Result<u32, ModelError> {
        let before = *self;
        let found = self.next()?;
        let range = ArrayFault::Range { found: found.into(), limit: limit.into() };
        if found < limit { Ok(found) } else { Err(before.fault(range)) }
    }

    /// Passes over so many elements, or all that are left.
    pub(super) fn pass(&mut self, count: usize) {
        let bytes = count.saturating_mul(self.size).min(self.rest.len());
        self.rest = &self.rest[bytes..];
        self.at += bytes as u64;
    }

    /// The same, and tells them.
    pub(super) fn skip(&mut self, count: usize) -> impl Iterator<Item = u32> + use<'a> {
        let skipped = Stream { rest: &self.rest[..count.saturating_mul(self.size).min(self.rest.len())], ..*self };
        self.pass(count);
        skipped.elements().map(whole)
    }

    /// The same, and tells their sum.
    pub(super) fn sum(&mut self, count: usize) -> usize {
        self.skip(count).fold(0, |sum, element| sum.saturating_add(element as usize))
    }

    /// How many elements are left.
    pub(super) fn left(&self) -> usize {
        self.rest.len() / self.size
    }

    /// So many elements must be left: to be asked before room is made for them.
    pub(super) fn has(&self, count: u32) -> Result<usize, ModelError> {
        if self.left() >= count as usize { Ok(count as usize) } else { Err(self.fault(ArrayFault::Short)) }
    }

    /// No element may be left.
    pub(super) fn end(&self) -> Result<(), ModelError> {
        if self.rest.is_empty() { Ok(()) } else { Err(self.fault(ArrayFault::Long { left: self.left() as u64 })) }
    }

    /// A fault of this array at its next element.
    #[cold]
    pub(super) fn fault(&self, fault: ArrayFault) -> ModelError {
        file(self.at, FileFault::Array { name: self.name, fault })
    }
}

/// A fault at a place of the file.
pub(super) fn file(at: u64, fault: FileFault) -> ModelError {
    ModelError::File { at, fault: Box::new(fault) }
}

/// What lies between parts must be zero: every byte of a file means something, and the same bytes are the same model.
pub(super) fn check_filling(bytes: &[u8], start: u64) -> Result<(), ModelError> {
    let wrong = bytes.iter().position(|byte| *byte != 0);
    wrong.map_or(Ok(()), |place| Err(file(start + place as u64, FileFault::Filling)))
}
