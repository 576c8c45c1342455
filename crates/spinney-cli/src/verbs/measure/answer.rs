//! An answer: its lines, its sum, its JSON.

use serde_json::Value;

use crate::fault::Outcome;

/// What is shown of one measure.
#[derive(Debug)]
pub(super) struct Answer {
    /// The answer itself.
    pub(super) lines: Vec<String>,
    /// The sum that leads to it, line by line.
    pub(super) sum: Vec<String>,
    /// The answer for programs; full precision.
    pub(super) json: Value,
}

impl Answer {
    /// As text, with the sum where asked for, or as JSON.
    pub(super) fn show(mut self, explain: bool, json: bool) -> Outcome<String> {
        if json {
            if let (true, Some(object)) = (explain, self.json.as_object_mut()) {
                object.insert("explain".to_owned(), self.sum.into());
            }
            return Ok(serde_json::to_string_pretty(&self.json)? + "\n");
        }
        let mut shown = if explain { self.sum } else { Vec::new() };
        shown.extend(self.lines);
        Ok(shown.join("\n") + "\n")
    }
}

/// A weight over its total, as a lecture writes it: `9/14` for counts, `0.25` for probabilities.
pub(super) fn fraction(weight: f64, total: f64) -> String {
    let plain = spinney::table::number::text;
    if (total - 1.0).abs() < 1e-9 { plain(weight) } else { format!("{}/{}", plain(weight), plain(total)) }
}
