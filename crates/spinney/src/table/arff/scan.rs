//! Values on a line: blanks, commas, quotes, escapes, comments.
//!
//! A quote opens a value only where the value begins; inside quotes a backslash takes the next character as it is, or
//! makes it a line end, a tab or a character by its number.

use std::borrow::Cow;

use memchr::{memchr, memchr2, memchr3};

use crate::error::Mistake;

/// What ends a value without quotes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ends {
    /// A comma.
    Comma,
    /// A blank.
    Blank,
    /// A comma or a closing brace: an item of a sparse row.
    Item,
}

impl Ends {
    #[inline]
    pub(super) fn at(self, byte: u8) -> bool {
        match self {
            Ends::Comma => byte == b',',
            Ends::Blank => is_blank(byte),
            Ends::Item => matches!(byte, b',' | b'}'),
        }
    }
}

/// A value as it stands on a line.
#[derive(Debug, PartialEq)]
pub(super) struct Value<'a> {
    /// Its content: without quotes, escapes and outer blanks.
    pub(super) text: Cow<'a, str>,
    /// Whether it stood in quotes.
    pub(super) quoted: bool,
    /// Where what ends it stands: at most the line's length.
    pub(super) end: usize,
}

/// A blank inside a line.
#[inline]
pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// Whether a byte is a quote.
#[inline]
pub(super) fn is_quote(byte: u8) -> bool {
    matches!(byte, b'\'' | b'"')
}

/// The text without its outer blanks.
#[inline]
pub(super) fn trim(text: &str) -> &str {
    text.trim_matches([' ', '\t'])
}

/// The line without its comment and its outer blanks.
#[inline]
pub(super) fn content(line: &str) -> &str {
    let line = trim(line);
    if memchr(b'%', line.as_bytes()).is_none() {
        return line;
    }
    let comment = |at: usize| {
        line.as_bytes()[at] == b'%' && (at == 0 || line.as_bytes().get(at - 1).copied().is_some_and(is_blank))
    };
    outside_quotes(line, comment).map_or(line, |at| trim(&line[..at]))
}

/// How the values of a list are kept apart: by commas where there is one outside quotes, else by blanks.
#[inline]
pub(super) fn separator(list: &str) -> Ends {
    let bytes = list.as_bytes();
    let first = memchr3(b',', b'\'', b'"', bytes);
    match first {
        Some(at) if bytes[at] == b',' => Ends::Comma,
        Some(_) if outside_quotes(list, |at| bytes[at] == b',').is_some() => Ends::Comma,
        _ => Ends::Blank,
    }
}

/// The first place outside quotes that is the one looked for.
pub(super) fn outside_quotes(line: &str, is_it: impl Fn(usize) -> bool) -> Option<usize> {
    let bytes = line.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let opens = is_quote(bytes[at]) && (at == 0 || matches!(bytes[at - 1], b' ' | b'\t' | b',' | b'{'));
        if opens && let Some(close) = closing_quote(bytes, at) {
            at = close;
        } else if is_it(at) {
            return Some(at);
        }
        at += 1;
    }
    None
}

/// The quote that closes the one at `open`.
fn closing_quote(bytes: &[u8], open: usize) -> Option<usize> {
    let mut at = open + 1;
    loop {
        at += memchr2(bytes[open], b'\\', bytes.get(at..)?)?;
        if bytes[at] != b'\\' {
            return Some(at);
        }
        at += 2;
    }
}

/// The value at `start`, blanks before it aside.
pub(super) fn value(line: &str, start: usize, ends: Ends) -> Result<Value<'_>, Mistake> {
    let bytes = line.as_bytes();
    let mut first = start;
    while first < bytes.len() && is_blank(bytes[first]) {
        first += 1;
    }
    let end_from =
        |from: usize| bytes[from..].iter().position(|byte| ends.at(*byte)).map_or(bytes.len(), |at| from + at);
    if bytes.get(first).copied().is_some_and(is_quote) {
        let close = closing_quote(bytes, first).ok_or(Mistake::OpenQuote)?;
        let end = end_from(close + 1);
        let after = trim(&line[close + 1..end]);
        if !after.is_empty() {
            return Err(Mistake::AfterQuote { found: after.to_owned() });
        }
        return Ok(Value { text: unescaped(&line[first + 1..close]), quoted: true, end });
    }
    let end = end_from(first);
    Ok(Value { text: Cow::Borrowed(trim(&line[first..end])), quoted: false, end })
}

fn unescaped(text: &str) -> Cow<'_, str> {
    let mut rest = text;
    let mut plain = String::new();
    while let Some(at) = memchr(b'\\', rest.as_bytes()) {
        plain.push_str(&rest[..at]);
        let (character, length) = escape(&rest[at + 1..]);
        plain.extend(character);
        rest = &rest[at + 1 + length..];
    }
    if rest.len() == text.len() {
        return Cow::Borrowed(text);
    }
    plain.push_str(rest);
    Cow::Owned(plain)
}

/// What stands behind a backslash, and how many bytes it takes: `n`, `r`, `t`, `u0041`, `101` (octal), or itself.
fn escape(after: &str) -> (Option<char>, usize) {
    let Some(first) = after.chars().next() else { return (None, 0) };
    let by_number = |digits: &str, radix| u32::from_str_radix(digits, radix).ok().and_then(char::from_u32);
    let octal = after.bytes().take(3).take_while(|byte| matches!(byte, b'0'..=b'7')).count();
    let numbered = match first {
        'u' => after.get(1..5).and_then(|digits| by_number(digits, 16)).map(|character| (character, 5)),
        '0'..='7' => by_number(&after[..octal], 8).map(|character| (character, octal)),
        _ => None,
    };
    let named = match first {
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        other => other,
    };
    let (character, length) = numbered.unwrap_or((named, first.len_utf8()));
    (Some(character), length)
}
