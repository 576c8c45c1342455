//! Declarations: `@relation`, `@attribute`, `@data`.

use std::collections::HashSet;

use super::pattern::Pattern;
use super::scan::{Ends, is_blank, is_quote, outside_quotes, separator, trim, value};
use crate::error::{Mistake, Result, shorten};

/// A declared column.
#[derive(Debug, PartialEq)]
pub(super) struct Attribute {
    pub(super) name: String,
    pub(super) kind: AttributeKind,
}

/// What a column is declared to hold.
#[derive(Debug, PartialEq)]
pub(super) enum AttributeKind {
    /// `numeric`, `real` or `integer`.
    Number,
    /// `string`.
    Text,
    /// `date`, in ISO 8601 or in this format.
    Moment(Option<Pattern>),
    /// One of these values, in the order of the declaration.
    Nominal(Vec<String>),
}

/// What a line of the header says.
#[derive(Debug, PartialEq)]
pub(super) enum Declaration {
    Relation,
    Attribute(Attribute),
    Data,
}

/// Reads a line of the header: without its comment, and not empty.
pub(super) fn declaration(line: &str) -> Result<Declaration> {
    let (keyword, rest) = word(line);
    let is = |known: &str| keyword.eq_ignore_ascii_case(known);
    if is("@relation") {
        Ok(Declaration::Relation)
    } else if is("@attribute") {
        attribute(rest).map(Declaration::Attribute)
    } else if is("@data") && rest.is_empty() {
        Ok(Declaration::Data)
    } else {
        Err(unexpected("@relation, @attribute or @data", line).anywhere())
    }
}

/// The first word, and what follows the blanks behind it.
fn word(text: &str) -> (&str, &str) {
    let end = text.bytes().position(is_blank).unwrap_or(text.len());
    (&text[..end], trim(&text[end..]))
}

fn unexpected(expected: &'static str, found: &str) -> Mistake {
    Mistake::Arff { expected, found: shorten(found) }
}

fn attribute(text: &str) -> Result<Attribute> {
    let (name, rest) = name(text).map_err(Mistake::anywhere)?;
    if name.is_empty() {
        return Err(unexpected("a name and a type behind @attribute", text).anywhere());
    }
    let kind = kind(rest).map_err(|mistake| mistake.in_column(&name))?;
    Ok(Attribute { name, kind })
}

/// The attribute's name, in quotes or up to a blank or brace, and what follows it.
fn name(text: &str) -> std::result::Result<(String, &str), Mistake> {
    if text.bytes().next().is_some_and(is_quote) {
        let value = value(text, 0, Ends::Blank)?;
        return Ok((value.text.into_owned(), trim(&text[value.end..])));
    }
    let end = text.bytes().position(|byte| is_blank(byte) || byte == b'{').unwrap_or(text.len());
    Ok((text[..end].to_owned(), trim(&text[end..])))
}

fn kind(text: &str) -> std::result::Result<AttributeKind, Mistake> {
    if text.starts_with('{') {
        return levels(text).map(AttributeKind::Nominal);
    }
    let (word, rest) = word(text);
    let is = |known: &str| word.eq_ignore_ascii_case(known);
    if is("date") {
        return date(rest).map(AttributeKind::Moment);
    }
    let kind = if ["numeric", "real", "integer"].into_iter().any(is) {
        AttributeKind::Number
    } else if is("string") {
        AttributeKind::Text
    } else if is("relational") {
        return Err(unexpected("a type that fits a cell (a relational attribute is a table of its own)", word));
    } else {
        return Err(unexpected("a type: numeric, real, integer, string, date or {value, value}", text));
    };
    if rest.is_empty() { Ok(kind) } else { Err(unexpected("the end of the line", rest)) }
}

fn date(format: &str) -> std::result::Result<Option<Pattern>, Mistake> {
    if format.is_empty() {
        return Ok(None);
    }
    let quoted = format.bytes().next().is_some_and(is_quote);
    let text = if quoted { value(format, 0, Ends::Comma)?.text.into_owned() } else { format.to_owned() };
    let pattern = Pattern::new(&text);
    pattern.map(Some).ok_or_else(|| unexpected("a date format of yyyy, MM, dd, HH, mm, ss and separators", &text))
}

/// The values between braces. An empty one can only mean a missing value, which needs no declaration.
fn levels(text: &str) -> std::result::Result<Vec<String>, Mistake> {
    let close = outside_quotes(text, |at| text.as_bytes()[at] == b'}');
    let close = close.ok_or_else(|| unexpected("a closing brace", text))?;
    let after = trim(&text[close + 1..]);
    if !after.is_empty() {
        return Err(unexpected("the end of the line", after));
    }
    let list = trim(&text[1..close]);
    let ends = separator(list);
    let mut seen = HashSet::new();
    let mut levels = Vec::new();
    let mut at = 0;
    while at < list.len() {
        let value = value(list, at, ends)?;
        at = value.end + 1;
        if value.text.is_empty() {
            continue;
        }
        if !seen.insert(value.text.clone()) {
            return Err(Mistake::DeclaredTwice { value: value.text.into_owned() });
        }
        levels.push(value.text.into_owned());
    }
    if levels.is_empty() { Err(unexpected("at least one value between the braces", text)) } else { Ok(levels) }
}
