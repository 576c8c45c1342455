//! Models from files.

use std::path::Path;

use spinney::model::{Misfit, Model, ModelError, Models};
use spinney::predict::Predictor;

use crate::error::{Error, Problem};
use crate::input::Input;
use crate::save::load;

/// Reads a model: a `.spinney` file, or a tree written as JSON, whichever the content is.
///
/// ```
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("tree.json");
/// spinney_io::save(&path, br#"{"target": "play", "tree": {"predict": "Yes"}}"#)?;
/// let model = spinney_io::load_model(&path)?;
/// spinney_io::save(&folder.path().join("tree.spinney"), &model.to_bytes())?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn load_model(path: &Path) -> Result<Model, Error> {
    load_models(path)?.into_only().map_err(|error| wrong(path, error))
}

/// Reads the models of one target or of several.
///
/// ```
/// use spinney::model::Models;
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("tree.spinney");
/// let text = r#"{"models": [{"target": "rain", "tree": {"predict": "Yes"}}, {"target": "wind", "tree": {"predict": "No"}}]}"#;
/// spinney_io::save(&path, &Models::from_json(text)?.to_bytes())?;
/// assert_eq!(spinney_io::load_models(&path)?.names().collect::<Vec<_>>(), ["rain", "wind"]);
/// assert!(spinney_io::load_model(&path).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn load_models(path: &Path) -> Result<Models, Error> {
    let bytes = load(path)?;
    let models = text(&bytes).map_or_else(|| Models::from_bytes(&bytes), Models::from_json);
    models.map_err(|error| wrong(path, error))
}

/// Opens the same for predicting: of a `.spinney` file nothing is decoded that need not be (see [`Predictor::open`]).
///
/// ```
/// use spinney::model::Model;
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("forest.spinney");
/// let forest = r#"{"target": "play", "forest": {"trees": [{"predict": "Yes"}, {"predict": "No"}]}}"#;
/// spinney_io::save(&path, &Model::from_json(forest)?.to_bytes())?;
/// assert_eq!(spinney_io::open_model(&path)?.trees(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn open_model(path: &Path) -> Result<Predictor, Error> {
    let bytes = load(path)?;
    let predictor = match text(&bytes) {
        Some(text) => Models::from_json(text).and_then(Models::into_only).map(|model| Predictor::new(&model)),
        None => Predictor::open(bytes),
    };
    predictor.map_err(|error| wrong(path, error))
}

/// The same for one target or several: a predictor for each.
pub fn open_models(path: &Path) -> Result<Vec<Predictor>, Error> {
    let several = |error: &Error| matches!(error.model(), Some(ModelError::Misfit(Misfit::Several { .. })));
    match open_model(path) {
        Err(error) if several(&error) => Ok(load_models(path)?.all().iter().map(Predictor::new).collect()),
        only => Ok(vec![only?]),
    }
}

/// JSON begins with a brace, behind white space and a byte-order mark; a model file never does.
fn text(bytes: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(bytes).ok();
    text.filter(|text| text.trim_start_matches('\u{FEFF}').trim_start().starts_with('{'))
}

fn wrong(path: &Path, error: ModelError) -> Error {
    Error::new(&Input::Path(path.to_owned()), Problem::Model(Box::new(error)))
}
