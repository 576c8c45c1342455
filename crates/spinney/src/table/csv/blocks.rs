//! Bytes of any encoding as blocks of whole records in UTF-8.

use std::io::Read;

use encoding_rs::{Encoding, UTF_8};
use encoding_rs_io::{DecodeReaderBytes, DecodeReaderBytesBuilder};
use memchr::{memchr, memmem};

use super::scan::whole_records;
use crate::error::{Mistake, Result};
use crate::table::source::Source;

/// A block's size: large enough to be worth a task, small enough that its cells stay in the cache until they are gathered.
const BLOCK: usize = 512 * 1024;
/// The most bytes that one record may take: beyond it a quote was left open, or this is not a table.
const LONGEST: usize = 64 << 20;

type Decoder<'a> = DecodeReaderBytes<Box<dyn Read + Send + 'a>, Vec<u8>>;

/// A source as blocks of whole records.
pub(in crate::table) struct Blocks<'a> {
    reader: Decoder<'a>,
    encoding: &'static Encoding,
    /// Read, not yet handed out; begins with a record.
    rest: Vec<u8>,
    ended: bool,
}

impl<'a> Blocks<'a> {
    /// Opens a source and reads its head.
    pub(in crate::table) fn open(source: &'a dyn Source, encoding: Option<&str>) -> Result<Self> {
        Blocks::of(source.open()?, encoding)
    }

    /// The same for the last time.
    pub(super) fn last(source: &'a dyn Source, encoding: Option<&str>) -> Result<Self> {
        Blocks::of(source.open_last()?, encoding)
    }

    fn of(mut reader: Box<dyn Read + Send + 'a>, encoding: Option<&str>) -> Result<Self> {
        let mut mark = Vec::with_capacity(4);
        (&mut reader).take(4).read_to_end(&mut mark)?;
        let asked = match encoding {
            None => UTF_8,
            Some(name) => Encoding::for_label_no_replacement(name.as_bytes())
                .ok_or_else(|| Mistake::UnknownEncoding { name: name.to_owned() }.anywhere())?,
        };
        let encoding = Encoding::for_bom(&mark).map_or(asked, |(found, _)| found);
        let whole: Box<dyn Read + Send + 'a> = Box::new(std::io::Cursor::new(mark).chain(reader));
        let reader = DecodeReaderBytesBuilder::new()
            // A decoder would replace bytes that are not UTF-8; unchanged, they are found and placed.
            .encoding((encoding != UTF_8).then_some(encoding))
            .utf8_passthru(true)
            .strip_bom(true)
            .bom_override(true)
            .build_with_buffer(whole, vec![0; 64 * 1024])?;
        Ok(Blocks { reader, encoding, rest: Vec::new(), ended: false })
    }

    /// What is read and not yet handed out: at least `size` bytes, or all there is.
    pub(in crate::table) fn head(&mut self, size: usize) -> Result<&[u8]> {
        self.fill(size)?;
        Ok(&self.rest)
    }

    /// Whether the head is all there is.
    pub(in crate::table) fn is_whole(&self) -> bool {
        self.ended
    }

    /// Drops what has been dealt with.
    pub(in crate::table) fn skip(&mut self, bytes: usize) {
        self.rest.drain(..bytes.min(self.rest.len()));
    }

    /// The next block: whole records, the last of them ended by a line end. `None` at the end.
    pub(super) fn next(&mut self, delimiter: u8) -> Result<Option<Vec<u8>>> {
        let mut size = BLOCK;
        loop {
            self.fill(size)?;
            if self.rest.is_empty() {
                return Ok(None);
            }
            if self.ended && self.rest.len() <= size {
                return Ok(Some(self.remaining()));
            }
            if let Some(cut) = whole_records(&self.rest[..size], delimiter) {
                let tail = self.rest.split_off(cut);
                return Ok(Some(std::mem::replace(&mut self.rest, tail)));
            }
            if size >= LONGEST {
                return Err(Mistake::EndlessRow { limit: LONGEST }.anywhere());
            }
            size *= 2;
        }
    }

    fn remaining(&mut self) -> Vec<u8> {
        let mut block = std::mem::take(&mut self.rest);
        if !block.ends_with(b"\n") {
            block.push(b'\n');
        }
        block
    }

    fn fill(&mut self, size: usize) -> Result<()> {
        while !self.ended && self.rest.len() < size {
            let missing = size - self.rest.len();
            self.rest.reserve(missing);
            let read = (&mut self.reader).take(missing as u64).read_to_end(&mut self.rest)?;
            self.ended = read == 0;
        }
        Ok(())
    }

    /// How the bytes are checked.
    pub(in crate::table) fn check(&self) -> Check {
        Check { encoding: self.encoding }
    }
}

/// The checks that a block passes before its bytes count as text.
#[derive(Debug, Clone, Copy)]
pub(in crate::table) struct Check {
    encoding: &'static Encoding,
}

impl Check {
    /// The block as text, or where it fails and why.
    pub(in crate::table) fn text(self, block: &[u8]) -> std::result::Result<&str, (usize, Mistake)> {
        let bad = |at: usize, length: usize| {
            let found: Vec<String> = block.iter().skip(at).take(length).map(|byte| format!("{byte:02X}")).collect();
            let encoding = self.encoding.name().to_owned();
            let word = if found.len() == 1 { "the byte" } else { "the sequence" };
            (at, Mistake::NotText { found: format!("{word} {}", found.join(" ")), encoding })
        };
        if let Some(at) = memchr(0, block) {
            return Err((at, Mistake::NulByte));
        }
        let text =
            std::str::from_utf8(block).map_err(|error| bad(error.valid_up_to(), error.error_len().unwrap_or(1)))?;
        // A decoder puts U+FFFD where it could not read; in UTF-8 itself the character may have been written.
        if self.encoding != UTF_8
            && let Some(at) = memmem::find(block, "\u{fffd}".as_bytes())
        {
            let encoding = self.encoding.name().to_owned();
            return Err((at, Mistake::NotText { found: "a character".to_owned(), encoding }));
        }
        Ok(text)
    }
}
