//! Arrow IPC files and streams.
//!
//! ```text
//! stream:  message message … end mark        message:  FFFFFFFF  length  metadata  body
//! file:    ARROW1 .. stream  footer  length  ARROW1
//! ```
//! The messages are read here rather than by the crate's readers, because those set aside whatever room a damaged length
//! asks for; here each length is held against the file's first. A stream without its end mark is refused: it has been cut.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch};
use arrow_buffer::Buffer;
use arrow_ipc::convert::fb_to_schema;
use arrow_ipc::reader::{RecordBatchDecoder, read_dictionary};
use arrow_ipc::{Endianness, Message, MessageHeader, RecordBatch as BatchHead, Schema as SchemaHead};
use arrow_ipc::{root_as_footer, root_as_message};
use arrow_schema::{Schema, SchemaRef};
use bytes::Bytes;
use spinney::table::{ReadOptions, Table};

use super::columns::Columns;
use crate::error::Problem;
use crate::format::Format;
use crate::guard::guarded;
use crate::input::Progress;
use crate::limit::most;
use crate::store::Store;

/// The mark at both ends of a file.
const MARK: &[u8] = b"ARROW1";

/// Reads an Arrow file or stream.
pub(crate) fn read_arrow(store: &Store, options: &ReadOptions, progress: Option<&Progress>) -> Result<Table, Problem> {
    let head = store.bytes(0, store.size().min(6))?;
    if *head == *MARK { read_file(store, options, progress) } else { read_stream(store, options, progress) }
}

#[expect(clippy::needless_pass_by_value, reason = "it stands in map_err")]
fn damaged(reason: impl ToString) -> Problem {
    Problem::Damaged { format: Format::Arrow, reason: reason.to_string() }
}

fn read_file(store: &Store, options: &ReadOptions, progress: Option<&Progress>) -> Result<Table, Problem> {
    let cut = || damaged("it does not end as an Arrow file does: it has been cut");
    let end = store.size().checked_sub(10).ok_or_else(cut)?;
    if *store.bytes(end + 4, 6)? != *MARK {
        return Err(cut());
    }
    let length = store.word(end)?;
    let start = end.checked_sub(length).ok_or_else(|| damaged("its footer is longer than the file"))?;
    let bytes = store.bytes(start, length)?;
    let footer = root_as_footer(&bytes).map_err(damaged)?;
    let schema = footer.schema().ok_or_else(|| damaged("it has no schema"))?;
    let mut reading = Reading::new(schema, options, store.size())?;
    // Dictionaries first: in a file they may stand behind the batches that use them.
    let dictionaries = footer.dictionaries().into_iter().flatten();
    for block in dictionaries.chain(footer.recordBatches().into_iter().flatten()) {
        let at = u64::try_from(block.offset()).map_err(damaged)?;
        let message = Framed::read(store, at)?.ok_or_else(|| damaged("a batch is missing"))?;
        reading.take(&message)?;
        if let Some(progress) = progress {
            progress(store.read(), Some(store.size()));
        }
    }
    reading.columns.finish(options)
}

fn read_stream(store: &Store, options: &ReadOptions, progress: Option<&Progress>) -> Result<Table, Problem> {
    let first = Framed::read(store, 0)?.ok_or_else(|| damaged("it is a stream without a schema"))?;
    let schema = first.message()?.header_as_schema().ok_or_else(|| damaged("its first message is not a schema"))?;
    let mut reading = Reading::new(schema, options, store.size())?;
    let mut at = first.end;
    while let Some(message) = Framed::read(store, at)? {
        reading.take(&message)?;
        at = message.end;
        if let Some(progress) = progress {
            progress(store.read(), Some(store.size()));
        }
    }
    reading.columns.finish(options)
}

/// A message as it stands in the file.
struct Framed {
    metadata: Bytes,
    body: Buffer,
    end: u64,
}

impl Framed {
    /// The message at `at`; `None` for the end mark.
    fn read(store: &Store, at: u64) -> Result<Option<Self>, Problem> {
        let cut = |_| damaged("it ends early, or points beyond its end: it has been cut");
        let word = |at| store.word(at).map_err(cut);
        // Streams from before 2019 have no FFFFFFFF before the length.
        let first = word(at)?;
        let (length, start) = if first == 0xFFFF_FFFF { (word(at + 4)?, at + 8) } else { (first, at + 4) };
        if length == 0 {
            return Ok(None);
        }
        let metadata = store.bytes(start, length).map_err(cut)?;
        let body_length = u64::try_from(root_as_message(&metadata).map_err(damaged)?.bodyLength()).map_err(damaged)?;
        let body = Buffer::from(store.bytes(start + length, body_length).map_err(cut)?);
        Ok(Some(Framed { metadata, body, end: start + length + body_length }))
    }

    fn message(&self) -> Result<Message<'_>, Problem> {
        root_as_message(&self.metadata).map_err(damaged)
    }
}

/// The reading, as far as it has come.
struct Reading {
    schema: SchemaRef,
    dictionaries: HashMap<i64, ArrayRef>,
    columns: Columns,
    wanted: Vec<usize>,
    size: u64,
}

impl Reading {
    fn new(head: SchemaHead<'_>, options: &ReadOptions, size: u64) -> Result<Self, Problem> {
        if head.endianness() != Endianness::Little {
            return Err(damaged("its numbers are big-endian, which is not read"));
        }
        let schema: Schema = guarded(|| fb_to_schema(head)).map_err(damaged)?;
        let columns = Columns::new(&schema, options, Format::Arrow)?;
        let wanted = columns.wanted();
        Ok(Reading { schema: Arc::new(schema), dictionaries: HashMap::new(), columns, wanted, size })
    }

    /// Takes in a dictionary or a batch.
    fn take(&mut self, framed: &Framed) -> Result<(), Problem> {
        let message = framed.message()?;
        match message.header_type() {
            MessageHeader::DictionaryBatch => {
                let batch = message.header_as_dictionary_batch().ok_or_else(|| damaged("an empty dictionary"))?;
                check_buffers(batch.data(), &framed.body)?;
                let (schema, known) = (&self.schema, &mut self.dictionaries);
                let work = || read_dictionary(&framed.body, batch, schema, known, &message.version());
                guarded(work).map_err(damaged)?.map_err(damaged)
            }
            MessageHeader::RecordBatch => {
                let head = message.header_as_record_batch().ok_or_else(|| damaged("an empty batch"))?;
                check_buffers(Some(head), &framed.body)?;
                let rows = u64::try_from(head.length()).map_err(damaged)?;
                self.columns.expect(rows, self.size)?;
                let batch = self.decode(head, &message, &framed.body)?;
                self.columns.take(&batch);
                Ok(())
            }
            other => Err(damaged(format!("a message of the kind {other:?} among its batches"))),
        }
    }

    fn decode(&self, head: BatchHead<'_>, message: &Message<'_>, body: &Buffer) -> Result<RecordBatch, Problem> {
        let work = || {
            RecordBatchDecoder::try_new(body, head, self.schema.clone(), &self.dictionaries, &message.version())?
                .with_projection(Some(&self.wanted))
                .read_record_batch()
        };
        guarded(work).map_err(damaged)?.map_err(damaged)
    }
}

/// Holds what compressed buffers claim to unpack to against what they can.
fn check_buffers(head: Option<BatchHead<'_>>, body: &[u8]) -> Result<(), Problem> {
    let compressed = head.filter(|head| head.compression().is_some());
    for buffer in compressed.and_then(|head| head.buffers()).into_iter().flatten() {
        let length = u64::try_from(buffer.length()).map_err(damaged)?;
        let start = usize::try_from(buffer.offset()).map_err(damaged)?;
        let claim =
            body.get(start..).and_then(|rest| rest.first_chunk::<8>()).map_or(0, |bytes| i64::from_le_bytes(*bytes));
        if length > 0 && u64::try_from(claim).is_ok_and(|claim| claim > most(length)) {
            return Err(damaged(format!("{length} compressed bytes claim to be {claim}")));
        }
    }
    Ok(())
}
