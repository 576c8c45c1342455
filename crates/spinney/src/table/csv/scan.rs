//! Fields and records: where they begin and end.
//!
//! A quote opens a field only where the field begins (blanks aside); `""` inside quotes is one quote; elsewhere a quote
//! is an ordinary character. A record ends with `\n`, `\r\n` or `\r` outside quotes. Fields without quotes lose their
//! outer blanks, fields with quotes keep them. A line of nothing but blanks is no record. All marks are ASCII, so every cut falls between characters of UTF-8.

use std::borrow::Cow;
use std::ops::Range;

use memchr::{memchr, memchr_iter, memrchr};

use crate::error::Mistake;

/// The quote.
const QUOTE: u8 = b'"';

/// One field as it stands in the text.
#[derive(Debug, PartialEq)]
pub(super) struct Field {
    /// Its content: without quotes and outer blanks.
    content: Range<usize>,
    /// Whether the content holds doubled quotes.
    escaped: bool,
    /// Where the delimiter or line end behind it stands.
    pub(super) end: usize,
}

impl Field {
    /// The content as text.
    #[inline]
    pub(super) fn of<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let content = text.get(self.content.clone()).unwrap_or_default();
        if self.escaped { Cow::Owned(content.replace("\"\"", "\"")) } else { Cow::Borrowed(content) }
    }
}

/// Why a field cannot be read.
#[derive(Debug, PartialEq)]
pub(super) enum BadField {
    /// A quote is not closed.
    Open,
    /// Text after the closing quote.
    After(Range<usize>),
}

impl BadField {
    /// The mistake that this is in the text.
    pub(super) fn mistake(self, text: &str) -> Mistake {
        match self {
            BadField::Open => Mistake::OpenQuote,
            BadField::After(range) => Mistake::AfterQuote { found: text.get(range).unwrap_or_default().to_owned() },
        }
    }
}

/// Whether a byte ends a record.
#[inline]
pub(super) fn ends_line(byte: u8) -> bool {
    byte == b'\n' || byte == b'\r'
}

/// Where the record behind a line end at `at` begins: `\r\n` is one end.
#[inline]
pub(super) fn after_line(text: &[u8], at: usize) -> usize {
    if text[at] == b'\r' && text.get(at + 1) == Some(&b'\n') { at + 2 } else { at + 1 }
}

/// The field that begins at `start`. The end of the text ends a field too.
#[inline]
pub(super) fn field(text: &[u8], start: usize, delimiter: u8) -> Result<Field, BadField> {
    let mut first = start;
    while first < text.len() && is_blank(text[first], delimiter) {
        first += 1;
    }
    if text.get(first) == Some(&QUOTE) {
        return quoted(text, first + 1, delimiter);
    }
    let mut end = first;
    while end < text.len() && text[end] != delimiter && !ends_line(text[end]) {
        end += 1;
    }
    Ok(Field { content: trim(text, first..end, delimiter), escaped: false, end })
}

/// A field whose opening quote stands just before `start`.
fn quoted(text: &[u8], start: usize, delimiter: u8) -> Result<Field, BadField> {
    let close = closing_quote(text, start).ok_or(BadField::Open)?;
    let rest = text[close + 1..].iter().position(|byte| *byte == delimiter || ends_line(*byte));
    let end = rest.map_or(text.len(), |rest| close + 1 + rest);
    let after = trim(text, close + 1..end, delimiter);
    if !after.is_empty() {
        return Err(BadField::After(after));
    }
    Ok(Field { content: start..close, escaped: memchr(QUOTE, &text[start..close]).is_some(), end })
}

/// The quote that closes the field whose content begins at `start`.
fn closing_quote(text: &[u8], start: usize) -> Option<usize> {
    let mut at = start;
    loop {
        at += memchr(QUOTE, text.get(at..)?)?;
        if text.get(at + 1) != Some(&QUOTE) {
            return Some(at);
        }
        at += 2;
    }
}

#[inline]
fn is_blank(byte: u8, delimiter: u8) -> bool {
    (byte == b' ' || byte == b'\t') && byte != delimiter
}

#[inline]
fn trim(text: &[u8], mut range: Range<usize>, delimiter: u8) -> Range<usize> {
    while range.start < range.end && is_blank(text[range.start], delimiter) {
        range.start += 1;
    }
    while range.start < range.end && is_blank(text[range.end - 1], delimiter) {
        range.end -= 1;
    }
    range
}

/// How many bytes of `text`, which begins with a record, are whole records. `None` where not even one is.
///
/// Quotes are rare, so the scan leaps from quote to quote; a block without any is cut at its last line end.
pub(super) fn whole_records(text: &[u8], delimiter: u8) -> Option<usize> {
    let mut end = None;
    let mut at = 0;
    while let Some(step) = memchr(QUOTE, &text[at..]) {
        let quote = at + step;
        end = last_line_end(&text[at..quote]).map(|found| at + found).or(end);
        if !opens_field(text, quote, delimiter) {
            at = quote + 1;
            continue;
        }
        match closing_quote(text, quote + 1) {
            // As the last byte this may be half of a doubled quote; no line end follows it here, so it cuts nothing.
            Some(close) => at = close + 1,
            None => return end,
        }
    }
    // A lone \r as the last byte does not count: its \n may follow.
    let body = if text.ends_with(b"\r") { text.len() - 1 } else { text.len() };
    last_line_end(&text[at..body.max(at)]).map(|found| at + found).or(end)
}

/// Just behind the last line end.
fn last_line_end(text: &[u8]) -> Option<usize> {
    memrchr(b'\n', text).or_else(|| memrchr(b'\r', text)).map(|at| at + 1)
}

/// Whether the quote at `at` stands where a field begins.
fn opens_field(text: &[u8], at: usize, delimiter: u8) -> bool {
    let before = text[..at].iter().rev().find(|byte| !is_blank(**byte, delimiter));
    before.is_none_or(|byte| *byte == delimiter || ends_line(*byte))
}

/// How many line ends there are.
pub(super) fn lines(text: &[u8]) -> u64 {
    let feeds = memchr_iter(b'\n', text).count();
    let returns = memchr_iter(b'\r', text).filter(|at| text.get(at + 1) != Some(&b'\n')).count();
    (feeds + returns) as u64
}

/// Where the first record at or behind `at`, which is the start of a line, begins; the end of the text where there is none.
#[inline]
pub(super) fn next_record(text: &[u8], at: usize, delimiter: u8) -> usize {
    let mut line = at;
    let mut end = at;
    while let Some(byte) = text.get(end) {
        if ends_line(*byte) {
            line = end + 1;
        } else if !is_blank(*byte, delimiter) {
            return line;
        }
        end += 1;
    }
    text.len()
}

/// The fields of the record that begins at `start`, and where the next line begins.
pub(super) fn record(text: &[u8], start: usize, delimiter: u8) -> Result<(Vec<Field>, usize), BadField> {
    let mut fields = Vec::new();
    let next = each_field(text, start, delimiter, |field| fields.push(field))?;
    Ok((fields, next))
}

/// How many fields the record that begins at `start` has, and where the next line begins.
pub(super) fn width(text: &[u8], start: usize, delimiter: u8) -> Result<(usize, usize), BadField> {
    let mut fields = 0;
    let next = each_field(text, start, delimiter, |_| fields += 1)?;
    Ok((fields, next))
}

fn each_field(text: &[u8], start: usize, delimiter: u8, mut take: impl FnMut(Field)) -> Result<usize, BadField> {
    let mut at = start;
    loop {
        let field = field(text, at, delimiter)?;
        let end = field.end;
        take(field);
        match text.get(end) {
            Some(byte) if *byte == delimiter => at = end + 1,
            Some(_) => return Ok(after_line(text, end)),
            None => return Ok(text.len()),
        }
    }
}
