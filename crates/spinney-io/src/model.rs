//! Models from files.

use std::path::Path;

use spinney::model::{Model, ModelError};

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
    let bytes = load(path)?;
    read(&bytes).map_err(|error| Error::new(&Input::Path(path.to_owned()), Problem::Model(Box::new(error))))
}

/// JSON begins with a brace, behind white space and a byte-order mark; a model file never does.
fn read(bytes: &[u8]) -> Result<Model, ModelError> {
    let text = std::str::from_utf8(bytes).ok();
    let text = text.filter(|text| text.trim_start_matches('\u{FEFF}').trim_start().starts_with('{'));
    text.map_or_else(|| Model::from_bytes(bytes), Model::from_json)
}
