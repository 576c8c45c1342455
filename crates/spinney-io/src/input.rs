//! Where a table comes from, and how it is read.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::format::Format;

/// Where a table comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Input {
    /// A file, or anything else with a path.
    Path(PathBuf),
    /// Standard input.
    Stdin,
}

impl From<&str> for Input {
    /// `-` is standard input.
    fn from(name: &str) -> Self {
        Input::from(Path::new(name))
    }
}

impl From<&Path> for Input {
    /// `-` is standard input.
    fn from(path: &Path) -> Self {
        if path.as_os_str() == "-" { Input::Stdin } else { Input::Path(path.to_owned()) }
    }
}

impl fmt::Display for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Input::Path(path) => path.display().fmt(f),
            Input::Stdin => f.write_str("standard input"),
        }
    }
}

/// Told how many bytes of the file have been read, and of how many where that is known. Text whose columns turn out
/// otherwise than its first rows promised is read twice: then the count begins again.
pub type Progress = Box<dyn Fn(u64, Option<u64>) + Send + Sync>;

/// How an input is to be read, apart from what its columns are.
#[derive(Default)]
pub struct Reading {
    /// The format, instead of the one found by content and name.
    pub format: Option<Format>,
    /// Who is told how far the reading has come.
    pub progress: Option<Progress>,
}
