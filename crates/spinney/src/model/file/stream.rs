//! The arrays of a file, one element after the other: memory is set aside for what is there, never for what is claimed.

use crate::model::error::{ArrayFault, FileFault, ModelError};

use super::header::Entry;
use super::parts::Parts;

/// The arrays of a file, by their names.
pub(super) struct Arrays<'a> {
    found: Vec<Stream<'a>>,
    /// Where in the file the arrays end.
    end: u64,
}

/// What is left of an array.
#[derive(Clone, Copy)]
pub(super) struct Stream<'a> {
    name: &'static str,
    size: usize,
    rest: &'a [u8],
    /// Where in the file the rest begins.
    at: u64,
}

/// An element of an array.
pub(super) trait Element: Sized {
    fn read(bytes: &[u8]) -> Option<(Self, &[u8])>;
}

impl Element for u8 {
    fn read(bytes: &[u8]) -> Option<(Self, &[u8])> {
        bytes.split_first().map(|(first, rest)| (*first, rest))
    }
}

impl Element for u32 {
    fn read(bytes: &[u8]) -> Option<(Self, &[u8])> {
        bytes.split_first_chunk().map(|(first, rest)| (u32::from_le_bytes(*first), rest))
    }
}

impl Element for f64 {
    fn read(bytes: &[u8]) -> Option<(Self, &[u8])> {
        bytes.split_first_chunk().map(|(first, rest)| (f64::from_le_bytes(*first), rest))
    }
}

impl<'a> Arrays<'a> {
    /// Cuts the bytes behind the header, which begin at `start` of the file, into the arrays that the header lists: known,
    /// in order, one right after the other, nothing between them, nothing behind.
    pub(super) fn new(entries: &[Entry], bytes: &'a [u8], start: u64, maker: Option<&str>) -> Result<Self, ModelError> {
        let known = Parts::default();
        let known = known.list();
        let mut found: Vec<Stream> = Vec::new();
        let mut at = 0;
        for entry in entries {
            let Some((name, form)) = known.iter().find(|(name, _)| *name == entry.name) else {
                let maker = maker.map(str::to_owned);
                return Err(file(start, FileFault::UnknownArray { name: entry.name.clone(), maker }));
            };
            let (kind, size) = form.form();
            let fault = |fault| file(start + at as u64, FileFault::Array { name, fault });
            if found.last().is_some_and(|last| last.name >= *name) {
                return Err(fault(ArrayFault::Order));
            }
            if entry.kind != kind {
                return Err(fault(ArrayFault::Type { expected: kind }));
            }
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
            found.push(Stream { name, size, rest, at: start + at as u64 });
            at += filled;
        }
        if at < bytes.len() {
            return Err(file(start + at as u64, FileFault::Trailing { bytes: (bytes.len() - at) as u64 }));
        }
        Ok(Arrays { found, end: start + at as u64 })
    }

    /// Takes out an array; an array that is not there has no elements.
    pub(super) fn take(&mut self, name: &'static str) -> Stream<'a> {
        match self.found.iter().position(|stream| stream.name == name) {
            Some(place) => self.found.remove(place),
            None => Stream { name, size: 1, rest: &[], at: self.end },
        }
    }

    /// Every array must have been taken.
    pub(super) fn end(&self) -> Result<(), ModelError> {
        self.found.first().map_or(Ok(()), Stream::end)
    }
}

impl Stream<'_> {
    /// The next element.
    pub(super) fn next<T: Element>(&mut self) -> Result<T, ModelError> {
        let (element, rest) = T::read(self.rest).ok_or_else(|| self.fault(ArrayFault::Short))?;
        self.rest = rest;
        self.at += self.size as u64;
        Ok(element)
    }

    /// The next element, which must be below the limit.
    pub(super) fn below(&mut self, limit: u32) -> Result<u32, ModelError> {
        let before = *self;
        let found = self.next::<u32>()?;
        let range = ArrayFault::Range { found: found.into(), limit: limit.into() };
        if found < limit { Ok(found) } else { Err(before.fault(range)) }
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
