//! JSON text as a flat list of values: no recursion in reading it, in walking it, or in dropping it, however deep it nests.

use std::borrow::Cow;
use std::fmt::Write as _;

use crate::model::error::{JsonFault, JsonPlace, ModelError};
use crate::table::frame::nearest;

use super::scan::{Scan, Value};

/// A text and its values, in the order in which they begin. The first is the whole.
pub(super) struct Document<'a> {
    pub(super) text: &'a str,
    items: Vec<Item<'a>>,
}

/// The number of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Spot(u32);

struct Item<'a> {
    value: Value<'a>,
    /// Its name, in an object.
    key: Option<Cow<'a, str>>,
    /// Its place among the values of its parent.
    place: u32,
    parent: Option<Spot>,
    first: Option<Spot>,
    last: Option<Spot>,
    next: Option<Spot>,
    start: usize,
    end: usize,
}

/// Steps of a path that are shown at each end; what lies between is counted.
const SHOWN: usize = 12;

impl<'a> Document<'a> {
    /// Reads a text.
    pub(super) fn new(text: &'a str) -> Result<Self, ModelError> {
        let mut document = Document { text, items: Vec::new() };
        if text.len() >= u32::MAX as usize {
            let place = JsonPlace { path: String::new(), line: 1 };
            return Err(ModelError::Json { place: Box::new(place), fault: Box::new(JsonFault::TooLong) });
        }
        let mut scan = Scan::new(text);
        document.read(&mut scan).map_err(|expected| {
            let (line, column) = position(text, scan.at);
            let place = JsonPlace { path: String::new(), line };
            ModelError::Json { place: Box::new(place), fault: Box::new(JsonFault::Syntax { expected, column }) }
        })?;
        Ok(document)
    }

    fn read(&mut self, scan: &mut Scan<'a>) -> Result<(), &'static str> {
        scan.space();
        let mut open = self.value(scan, None, None)?;
        while let Some(spot) = open {
            scan.space();
            let (object, empty) = (*self.value_of(spot) == Value::Object, self.item(spot).first.is_none());
            if scan.eat(if object { b'}' } else { b']' }) {
                self.items[spot.0 as usize].end = scan.at;
                open = self.item(spot).parent;
                continue;
            }
            if !empty && !scan.eat(b',') {
                return Err(if object { "a comma or }" } else { "a comma or ]" });
            }
            scan.space();
            let key = if object { Some(scan.key()?) } else { None };
            open = self.value(scan, key, Some(spot))?.or(open);
        }
        scan.space();
        if scan.at == self.text.len() { Ok(()) } else { Err("the end of the text") }
    }

    /// Reads a value, up to its opening bracket where it has one, and says whether it is now open.
    fn value(
        &mut self,
        scan: &mut Scan<'a>,
        key: Option<Cow<'a, str>>,
        parent: Option<Spot>,
    ) -> Result<Option<Spot>, &'static str> {
        let start = scan.at;
        let value = scan.value()?;
        let spot = Spot(self.items.len() as u32);
        let mut place = 0;
        if let Some(parent) = parent {
            if let Some(last) = self.item(parent).last {
                place = self.item(last).place + 1;
                self.items[last.0 as usize].next = Some(spot);
            } else {
                self.items[parent.0 as usize].first = Some(spot);
            }
            self.items[parent.0 as usize].last = Some(spot);
        }
        let open = matches!(value, Value::List | Value::Object);
        self.items.push(Item { value, key, place, parent, first: None, last: None, next: None, start, end: scan.at });
        Ok(open.then_some(spot))
    }

    fn item(&self, spot: Spot) -> &Item<'a> {
        &self.items[spot.0 as usize]
    }

    /// The whole.
    pub(super) fn top() -> Spot {
        Spot(0)
    }

    pub(super) fn value_of(&self, spot: Spot) -> &Value<'a> {
        &self.item(spot).value
    }

    /// The name of a value in its object.
    pub(super) fn key(&self, spot: Spot) -> &str {
        self.item(spot).key.as_deref().unwrap_or_default()
    }

    /// The text of a value, as it is written.
    pub(super) fn span(&self, spot: Spot) -> &'a str {
        &self.text[self.item(spot).start..self.item(spot).end]
    }

    /// The values in a list or an object.
    pub(super) fn members(&self, spot: Spot) -> impl Iterator<Item = Spot> + '_ {
        std::iter::successors(self.item(spot).first, |spot| self.item(*spot).next)
    }

    /// The value of this name in an object.
    pub(super) fn get(&self, spot: Spot, name: &str) -> Option<Spot> {
        self.members(spot).find(|member| self.key(*member) == name)
    }

    /// The same, where it must be there.
    pub(super) fn need(&self, spot: Spot, name: &'static str) -> Result<Spot, ModelError> {
        self.get(spot, name).ok_or_else(|| self.fault(spot, JsonFault::NoField { name }))
    }

    /// The value must be an object, with no other fields than these, each once.
    pub(super) fn fields(&self, spot: Spot, known: &[&str]) -> Result<(), ModelError> {
        if *self.value_of(spot) != Value::Object {
            return Err(self.expected(spot, "an object, in braces,"));
        }
        let mut seen = vec![false; known.len()];
        for member in self.members(spot) {
            let name = self.key(member).to_owned();
            let Some(place) = known.iter().position(|other| *other == name) else {
                let known: Vec<String> = known.iter().map(|name| (*name).to_owned()).collect();
                return Err(self.fault(spot, JsonFault::UnknownField { near: nearest(&name, &known), name }));
            };
            if std::mem::replace(&mut seen[place], true) {
                return Err(self.fault(spot, JsonFault::Twice { name }));
            }
        }
        Ok(())
    }

    /// The values in what must be a list.
    pub(super) fn list(&self, spot: Spot) -> Result<Vec<Spot>, ModelError> {
        match self.value_of(spot) {
            Value::List => Ok(self.members(spot).collect()),
            _ => Err(self.expected(spot, "a list, in brackets,")),
        }
    }

    /// What must be a number.
    pub(super) fn number(&self, spot: Spot) -> Result<f64, ModelError> {
        match self.value_of(spot) {
            Value::Number(number) => Ok(*number),
            _ => Err(self.expected(spot, "a number")),
        }
    }

    /// What must be a text.
    pub(super) fn text(&self, spot: Spot) -> Result<&str, ModelError> {
        match self.value_of(spot) {
            Value::Text(text) => Ok(text),
            _ => Err(self.expected(spot, "a text, in quotes,")),
        }
    }

    /// What must be a name: a text, or a number or truth value as it is written.
    pub(super) fn name(&self, spot: Spot) -> Result<&str, ModelError> {
        match self.value_of(spot) {
            Value::Text(text) => Ok(text),
            Value::Number(_) | Value::Bool(_) => Ok(self.span(spot)),
            _ => Err(self.expected(spot, "a name")),
        }
    }

    pub(super) fn expected(&self, spot: Spot, expected: &'static str) -> ModelError {
        self.fault(spot, JsonFault::Expected { expected })
    }

    /// The error of this fault at this value.
    pub(super) fn fault(&self, spot: Spot, fault: JsonFault) -> ModelError {
        let place = JsonPlace { path: self.path(spot), line: position(self.text, self.item(spot).start).0 };
        ModelError::Json { place: Box::new(place), fault: Box::new(fault) }
    }

    /// An error of what was read from the text of a value alone, at its place in the whole.
    pub(super) fn within(&self, spot: Spot, error: ModelError) -> ModelError {
        let ModelError::Json { place, fault } = error else { return error };
        let (above, before) = (self.path(spot), position(self.text, self.item(spot).start).0 - 1);
        let path = if place.path.is_empty() { above } else { format!("{above}.{}", place.path) };
        ModelError::Json { place: Box::new(JsonPlace { path, line: place.line + before }), fault }
    }

    /// The way to a value from the top.
    fn path(&self, spot: Spot) -> String {
        let up = std::iter::successors(Some(spot), |spot| self.item(*spot).parent);
        let mut steps: Vec<Spot> = up.filter(|spot| self.item(*spot).parent.is_some()).collect();
        steps.reverse();
        let mut path = String::new();
        for (place, spot) in steps.iter().enumerate() {
            if place >= SHOWN && place + SHOWN < steps.len() {
                if place == SHOWN {
                    let _ = write!(path, " … {} steps … ", steps.len() - 2 * SHOWN);
                }
                continue;
            }
            let _ = match &self.item(*spot).key {
                Some(key) if path.is_empty() => write!(path, "{key}"),
                Some(key) => write!(path, ".{key}"),
                None => write!(path, "[{}]", self.item(*spot).place),
            };
        }
        path
    }
}

/// The line and the character of a place in a text, from 1.
fn position(text: &str, at: usize) -> (u64, u64) {
    let before = text.get(..at).unwrap_or(text);
    let line = before.rsplit('\n').next().unwrap_or_default();
    (before.matches('\n').count() as u64 + 1, line.chars().count() as u64 + 1)
}
