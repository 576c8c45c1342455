//! From the bytes of a file to a predictor that answers at once.

use std::sync::OnceLock;

use super::predictor::Predictor;
use super::way::Way;
use crate::model::{Model, ModelError, Opened};

impl Predictor {
    /// Opens the bytes of a `.spinney` file, ready to answer at once.
    ///
    /// A forest that asks by thresholds alone, and sends missing values down a branch, is checked and left as it lies; its rows are walked
    /// through the bytes. (Other forests, and trees, are decoded and compiled.) The answers are the same, to the last bit,
    /// and so is what is refused, and why, as by [`Model::from_bytes`]. For many rows a compiled forest is faster: [`Predictor::prepare`].
    ///
    /// ```
    /// use spinney::model::Model;
    /// use spinney::predict::{Predictor, Unseen};
    /// use spinney::table::{Column, Table};
    /// let until = |cut: f64| format!(r#"{{"split": {{"column": "rain", "missing": 0}}, "children": [
    ///     {{"when": "<= {cut}", "node": {{"predict": "yes"}}}}, {{"when": "> {cut}", "node": {{"predict": "no"}}}}]}}"#);
    /// let json = format!(r#"{{"target": "walk", "forest": {{"trees": [{}, {}]}}}}"#, until(1.5), until(2.5));
    /// let file = Model::from_json(&json)?.to_bytes();
    ///
    /// let predictor = Predictor::open(file)?;
    /// let table = Table::new(vec![Column::numbers("rain", vec![1.0, 2.0, 3.0])])?;
    /// let predictions = predictor.predict(&table, Unseen::AsNode)?;
    /// assert_eq!(predictions.probabilities()?, [0.0, 1.0, 0.5, 0.5, 1.0, 0.0]);
    /// assert!(Predictor::open(b"outlook,play".to_vec()).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn open(bytes: Vec<u8>) -> Result<Self, ModelError> {
        Ok(match Opened::new(bytes)? {
            Opened::Model(model) => Predictor::new(&model),
            Opened::Packed(packed) => Predictor {
                schema: packed.schema().clone(),
                used: packed.used().to_vec(),
                vote: packed.vote(),
                way: Way::Packed(Box::new(packed)),
                blind: None,
                above: OnceLock::new(),
                detours: OnceLock::new(),
            },
        })
    }

    /// Makes ready for so many rows: a forest that lies as in its file is decoded and compiled where that takes less time than it saves.
    /// No answer depends on it.
    ///
    /// ```
    /// # use spinney::model::Model;
    /// # use spinney::predict::Predictor;
    /// # let json = r#"{"target": "play", "forest": {"trees": [{"predict": "Yes"}, {"predict": "No"}]}}"#;
    /// # let file = Model::from_json(json)?.to_bytes();
    /// let mut predictor = Predictor::open(file)?;
    /// predictor.prepare(1_000_000);
    /// assert!(predictor.is_compiled());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn prepare(&mut self, rows: usize) {
        let Way::Packed(packed) = &self.way else { return };
        // On covertype, decoding and compiling take about as long for a node as they save on a row's way down a tree: 150 ns and more.
        if rows.saturating_mul(packed.roots().len()) < packed.nodes() {
            return;
        }
        // It was sound when it was opened, and has not changed.
        if let Ok(model) = Model::from_bytes(packed.bytes()) {
            *self = Predictor::new(&model);
        }
    }

    /// Whether it is compiled; a forest that lies as in its file is not.
    pub fn is_compiled(&self) -> bool {
        !matches!(self.way, Way::Packed(_))
    }
}
