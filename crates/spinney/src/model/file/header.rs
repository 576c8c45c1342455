//! What the file says of itself, as JSON in one form: names in order, each once, no spaces.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::forest::{Findings, Vote};
use crate::model::error::{FileFault, ModelError};
use crate::model::finished::Provenance;
use crate::model::schema::{Schema, TargetSchema};
use crate::prune::Pruning;

/// What every model file begins with. The first byte is no letter, so that no text is taken for a model.
pub(super) const MARK: [u8; 8] = *b"\x89SPINNEY";
/// The newest format, and the one that is written.
pub(super) const FORMAT: u32 = 1;
/// Where the header begins.
pub(super) const HEADER: usize = 20;
/// The bytes of the checksum.
pub(super) const CHECKSUM: usize = 8;

/// The ways of dealing with missing values, in the order of their words.
pub(super) const MISSING_WORDS: [&str; 3] = ["branch", "spread", "surrogates"];

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Header {
    /// What leaves hold: classes, numbers.
    pub(super) answers: String,
    pub(super) arrays: Vec<Entry>,
    /// What was found while the forest grew.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) findings: Option<Findings>,
    /// The ways of dealing with missing values that occur.
    pub(super) missing: Vec<String>,
    /// What the model is: a tree, a forest, trees without a target.
    pub(super) model: String,
    /// Further targets, whose answers stand behind those of the first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) others: Vec<Other>,
    pub(super) provenance: Provenance,
    /// How the tree was pruned.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) pruning: Vec<Pruning>,
    pub(super) schema: Schema,
    /// How it was grown: settings of a tree or of a forest.
    #[serde(default)]
    pub(super) settings: Value,
    /// The kinds of tests that occur.
    pub(super) tests: Vec<String>,
    /// How the trees of a forest come to one answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) vote: Option<Vote>,
}

/// A further target.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Other {
    /// What was found of it while the forest grew.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) findings: Option<Findings>,
    pub(super) target: TargetSchema,
}

/// One array: its bytes begin `offset` bytes behind the header's filling.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Entry {
    pub(super) count: u64,
    pub(super) name: String,
    pub(super) offset: u64,
    #[serde(rename = "type")]
    pub(super) kind: String,
}

impl Header {
    /// The header's bytes.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        // Derived forms of texts and finite numbers always have a JSON value.
        write(&serde_json::to_value(self).unwrap_or(Value::Null), &mut out);
        out
    }

    /// Reads a header. What it is a header of is looked at first, so that a newer kind is called by its name.
    pub(super) fn from_bytes(bytes: &[u8]) -> Result<Self, ModelError> {
        let fault = |fault| ModelError::File { at: HEADER as u64, fault: Box::new(fault) };
        let unread = |error: serde_json::Error, maker| fault(FileFault::Header { reason: error.to_string(), maker });
        let value: Value = serde_json::from_slice(bytes).map_err(|error| unread(error, None))?;
        let mut again = Vec::with_capacity(bytes.len());
        write(&value, &mut again);
        if again != bytes {
            return Err(fault(FileFault::Form));
        }
        let maker = maker(&value);
        for (of, field, known) in [
            ("model", "model", &["embedding", "forest", "isolation", "tree"][..]),
            ("answers", "answers", &["classes", "numbers"]),
        ] {
            let word = value.get(field).and_then(Value::as_str).unwrap_or_default();
            if !known.contains(&word) {
                return Err(fault(FileFault::UnknownKind { of, name: word.to_owned(), maker }));
            }
        }
        let found = ["findings", "others"].map(|field| value.get(field).cloned());
        let header: Header = serde_json::from_value(value).map_err(|error| unread(error, maker))?;
        // What is left out could also be written as null, or as an empty list, and 1.0 as 1.
        let others = (!header.others.is_empty()).then_some(&header.others);
        let form = [header.findings.as_ref().map(serde_json::to_value), others.map(serde_json::to_value)];
        let form = form.map(|value| value.and_then(Result::ok));
        if form == found { Ok(header) } else { Err(fault(FileFault::Form)) }
    }
}

/// The settings that a header holds.
pub(super) fn settings<T: DeserializeOwned>(value: Value, maker: &str) -> Result<T, ModelError> {
    let unread = |error: serde_json::Error| misunderstood(&error.to_string(), maker);
    serde_json::from_value(value).map_err(unread)
}

/// The fault of a header that says what it must not, or says too little.
pub(super) fn misunderstood(reason: &str, maker: &str) -> ModelError {
    let fault = FileFault::Header { reason: reason.to_owned(), maker: Some(maker.to_owned()) };
    ModelError::File { at: HEADER as u64, fault: Box::new(fault) }
}

/// Who wrote the file, where the header tells.
fn maker(value: &Value) -> Option<String> {
    let text = |field: &str| value.get("provenance")?.get(field)?.as_str();
    Some(format!("{} {}", text("tool")?, text("version")?))
}

/// Writes JSON in its one form. It goes as deep as the JSON reader does, which is 128 at most.
fn write(value: &Value, out: &mut Vec<u8>) {
    match value {
        Value::Object(map) => {
            let mut entries: Vec<(&String, &Value)> = map.iter().collect();
            entries.sort_unstable_by_key(|entry| entry.0);
            out.push(b'{');
            for (place, (name, value)) in entries.into_iter().enumerate() {
                out.extend((place > 0).then_some(b','));
                out.extend_from_slice(Value::from(name.as_str()).to_string().as_bytes());
                out.push(b':');
                write(value, out);
            }
            out.push(b'}');
        }
        Value::Array(list) => {
            out.push(b'[');
            for (place, value) in list.iter().enumerate() {
                out.extend((place > 0).then_some(b','));
                write(value, out);
            }
            out.push(b']');
        }
        leaf => out.extend_from_slice(leaf.to_string().as_bytes()),
    }
}
