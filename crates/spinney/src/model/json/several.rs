//! The models of several targets as one text: a list of models, each as it would be written alone.

use crate::model::error::ModelError;
use crate::model::finished::Model;
use crate::model::several::Models;

use super::document::Document;

impl Models {
    /// The models as JSON that [`Models::from_json`] reads back: that of one target alone as [`Model::to_json_text`] writes it, those of
    /// several in a list, `{"models": […]}`.
    ///
    /// ```
    /// use spinney::model::Models;
    /// let text = r#"{"models": [
    ///     {"target": "rain", "tree": {"counts": {"No": 5, "Yes": 9}}},
    ///     {"target": "wind", "tree": {"counts": {"No": 8, "Yes": 6}}}
    /// ]}"#;
    /// let models = Models::from_json(text)?;
    /// assert_eq!(models.names().collect::<Vec<_>>(), ["rain", "wind"]);
    /// assert_eq!(Models::from_json(&models.to_json_text())?, models);
    /// # Ok::<(), spinney::model::ModelError>(())
    /// ```
    pub fn to_json_text(&self) -> String {
        if let [only] = self.all() {
            return only.to_json_text();
        }
        let texts: Vec<String> = self.all().iter().map(|model| model.to_json_text().trim_end().to_owned()).collect();
        format!("{{\"models\": [\n{}\n]}}\n", texts.join(",\n"))
    }

    /// Reads models of one target or of several.
    pub fn from_json(text: &str) -> Result<Self, ModelError> {
        let document = Document::new(text)?;
        let top = Document::top();
        let Some(list) = document.get(top, "models") else { return Model::from_json(text).map(Models::from) };
        document.fields(top, &["models"])?;
        let mut models = Vec::new();
        for spot in document.list(list)? {
            models.push(Model::from_json(document.span(spot)).map_err(|error| document.within(spot, error))?);
        }
        Models::new(models)
    }
}
