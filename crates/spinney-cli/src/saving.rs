//! Files that the person asked for: looked at before the work, written whole after it.

use std::fs;
use std::path::{Path, PathBuf};

use crate::fault::{Mistake, Outcome};
use crate::png::png;

/// A file that is to be written.
#[derive(Debug)]
pub(crate) struct Place {
    path: PathBuf,
}

impl Place {
    /// The place of this name. What would fail after a long run fails here: no folder to write in, a folder of this name, or one
    /// of the files that are read.
    pub(crate) fn new(name: &str, read: &[&str]) -> Outcome<Self> {
        let path = PathBuf::from(name);
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if path.is_dir() || name.is_empty() {
            return Err(Mistake::new(format!("{name}: it is a directory, not a file"))
                .hint("name a file in it")
                .into());
        }
        if !folder.is_dir() {
            let mistake = Mistake::new(format!("{name}: there is no directory {} to write it in", folder.display()));
            return Err(mistake.hint("make the directory first").into());
        }
        let same = |other: &&&str| {
            fs::canonicalize(other).is_ok_and(|other| fs::canonicalize(&path).is_ok_and(|path| path == other))
        };
        if let Some(read) = read.iter().find(same) {
            let mistake = Mistake::new(format!("{name}: it is read as {read}, and would be written over"));
            return Err(mistake.hint("another name").into());
        }
        Ok(Place { path })
    }

    /// The last part of its name, in small letters, behind the dot.
    pub(crate) fn ending(&self) -> String {
        self.path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default()
    }

    /// Writes a drawing: as dots where its name ends in .png, else as it is.
    pub(crate) fn save_drawing(&self, drawing: &str) -> Outcome {
        if self.ending() != "png" {
            return self.save(drawing.as_bytes());
        }
        self.save(&png(drawing, 2.0).map_err(|error| Mistake::new(error.to_string()).hint("a name that ends in .svg"))?)
    }

    /// Writes it whole, or leaves what was there.
    pub(crate) fn save(&self, bytes: &[u8]) -> Outcome {
        Ok(spinney_io::save(&self.path, bytes)?)
    }
}
