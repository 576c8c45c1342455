//! Marked answers as a text, to be kept and read again.

use super::marked::{Kind, Marked};

impl Marked {
    /// All that scores, curves and intervals are made from, as JSON; none where a number is not finite, which JSON cannot hold.
    pub fn to_json(&self) -> Option<String> {
        self.is_finite().then(|| serde_json::to_string(self).ok()).flatten()
    }

    /// Reads it again; none where the text is another, or its parts do not fit together.
    pub fn from_json(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok().filter(Marked::fits)
    }

    fn is_finite(&self) -> bool {
        let finite = |numbers: &[f64]| numbers.iter().all(|number| number.is_finite());
        match &self.kind {
            Kind::Numbers { truth, answered } => finite(truth) && finite(answered),
            Kind::Classes(_) => true,
        }
    }

    fn fits(&self) -> bool {
        let rows = self.rows;
        let of_kind = match &self.kind {
            Kind::Numbers { truth, answered } => truth.len() == rows && answered.len() == rows,
            Kind::Classes(classes) => {
                classes.sheet.fits(rows, classes.names.len())
                    && classes.lines.len() == classes.sheet.lines()
                    && classes.right <= rows as u64
            }
        };
        of_kind && self.weights.as_ref().is_none_or(|weights| weights.len() == rows)
    }
}
