//! Columns and targets as they are written, in the model file as in JSON: one flat object each, its kind in a word.

use serde::{Deserialize, Serialize};

use crate::table::Meaning;

/// A column: `{"kind": "nominal", "name": "wind", "levels": ["Strong", "Weak"]}`.
#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub(super) enum ColumnForm {
    Continuous {
        name: String,
        #[serde(default, skip_serializing_if = "is_plain")]
        format: Meaning,
    },
    Nominal {
        name: String,
        levels: Vec<String>,
    },
    Ordinal {
        name: String,
        levels: Vec<String>,
    },
    Hierarchical {
        name: String,
        levels: Vec<String>,
        above: Vec<Vec<String>>,
    },
}

/// A target: `{"kind": "nominal", "name": "play", "classes": ["No", "Yes"]}`.
#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub(super) enum TargetForm {
    Nominal {
        name: String,
        classes: Vec<String>,
    },
    Continuous {
        name: String,
        #[serde(default, skip_serializing_if = "is_plain")]
        format: Meaning,
    },
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for this shape")]
fn is_plain(meaning: &Meaning) -> bool {
    *meaning == Meaning::Plain
}
