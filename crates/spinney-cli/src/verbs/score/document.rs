//! The document of one of several targets.

use serde::Serialize;
use spinney::evaluate::ScoreDocument;

/// The document of one of several targets.
#[derive(Serialize)]
pub(super) struct OfTarget<'a> {
    pub(super) target: &'a str,
    #[serde(flatten)]
    pub(super) found: &'a ScoreDocument,
}
