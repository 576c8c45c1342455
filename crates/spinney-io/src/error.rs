//! What can be wrong with a file.

use std::error::Error as StdError;
use std::fmt;
use std::io;

use spinney::error::Mistake;
use spinney::model::ModelError;

use crate::format::{Format, Packing};
use crate::input::Input;

/// What a model is called where a table was asked for.
pub(crate) const MODEL: &str = "a Spinney model";

/// What is wrong, and with which input.
#[derive(Debug)]
pub struct Error {
    /// The file's path, or "standard input".
    pub input: String,
    /// What is wrong with it.
    pub problem: Problem,
}

/// Everything that can be wrong with an input.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    /// Its content is not a table, or not the one that was asked for.
    #[error(transparent)]
    Table(Box<spinney::Error>),
    /// There is no such file.
    #[error("there is no such file")]
    NotFound {
        /// The nearest name in its folder.
        near: Option<String>,
    },
    /// It is a folder.
    #[error("it is a directory, not a file")]
    Directory,
    /// The system does not let us read it.
    #[error("it may not be read: permission denied")]
    Permission,
    /// The system does not let us write it.
    #[error("it may not be written: permission denied")]
    Unwritable,
    /// The folder that it should stand in is not there.
    #[error("there is no such directory to write it in")]
    NoFolder,
    /// It is not a model, or not one that can be read.
    #[error(transparent)]
    Model(Box<ModelError>),
    /// Reading or writing failed.
    #[error("{0}")]
    Io(#[source] io::Error),
    /// Its name promises a packing that it does not have.
    #[error("its name says {packing}, but it is not a {packing} stream")]
    NotPacked {
        /// What the name says.
        packing: Packing,
    },
    /// It is known, and it is not a table.
    #[error("it is {what}, which is not read")]
    Foreign {
        /// What it is.
        what: &'static str,
    },
    /// It ends before its packing does.
    #[error("the {packing} stream ends early: the file is truncated")]
    Truncated {
        /// What it is packed with.
        packing: Packing,
    },
    /// It cannot be unpacked.
    #[error("the {packing} stream is damaged: {reason}")]
    DamagedPacking {
        /// What it is packed with.
        packing: Packing,
        /// What the unpacker says.
        reason: String,
    },
    /// It is not what its format asks for.
    #[error("damaged {format} file: {reason}")]
    Damaged {
        /// The format.
        format: Format,
        /// What is wrong.
        reason: String,
    },
    /// A column of a type that a table cannot hold.
    #[error("column {column:?} is of type {found}, and a table holds numbers, texts, booleans, dates and times")]
    Unsupported {
        /// The column.
        column: String,
        /// Its type in Arrow's words.
        found: String,
    },
    /// Columns compressed in a way that is not read.
    #[error("its columns are compressed with {name}, which is not read")]
    Codec {
        /// The compression.
        name: String,
    },
}

/// What a reader of packed bytes tells through an `io::Error`.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{packing}: {reason:?}")]
pub(crate) struct Unpacking {
    pub(crate) packing: Packing,
    /// What the unpacker says; nothing where the bytes just end.
    pub(crate) reason: Option<String>,
}

impl Error {
    pub(crate) fn new(input: &Input, problem: Problem) -> Self {
        Error { input: input.to_string(), problem }
    }

    /// Why it is no model, where that is what is wrong.
    pub(crate) fn model(&self) -> Option<&ModelError> {
        match &self.problem {
            Problem::Model(error) => Some(error),
            _ => None,
        }
    }

    /// What the person could do, in the words of the command line.
    pub fn hint(&self) -> Option<String> {
        let hint = match &self.problem {
            Problem::Table(error) => return error.hint(),
            Problem::NotFound { near } => return near.as_ref().map(|near| format!("did you mean {near:?}?")),
            Problem::Directory => "name a file in it",
            Problem::NotPacked { .. } => "rename it to what it is",
            Problem::Foreign { what: MODEL } => "the table is needed here; a model stands before it",
            Problem::Foreign { .. } => "unpack it, or write the table as CSV, ARFF, Parquet or Arrow",
            Problem::Truncated { .. } | Problem::DamagedPacking { .. } | Problem::Damaged { .. } => {
                "copy or download it again, or ask whoever wrote it"
            }
            Problem::Unsupported { column, .. } => return Some(format!("--ignore {column:?} leaves it out")),
            Problem::Codec { .. } => "write it with snappy, zstd, lz4, gzip or none",
            Problem::Model(error) => return error.hint(),
            Problem::NoFolder => "make the directory first",
            Problem::Permission | Problem::Unwritable | Problem::Io(_) => return None,
        };
        Some(hint.to_owned())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.input)?;
        match &self.problem {
            // A place in the table reads on from the file's name: "cars.csv, row 3 (line 4): …"
            Problem::Table(error) if !error.place.to_string().is_empty() => write!(f, ", {error}"),
            problem => write!(f, ": {problem}"),
        }
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        Some(&self.problem)
    }
}

impl From<spinney::Error> for Problem {
    fn from(error: spinney::Error) -> Self {
        match error.mistake {
            Mistake::Io(cause) => Problem::from(cause),
            _ => Problem::Table(Box::new(error)),
        }
    }
}

impl From<io::Error> for Problem {
    fn from(error: io::Error) -> Self {
        let unpacking = error.get_ref().and_then(|inner| inner.downcast_ref::<Unpacking>());
        match (unpacking.cloned(), error.kind()) {
            (Some(Unpacking { packing, reason: Some(reason) }), _) => Problem::DamagedPacking { packing, reason },
            (Some(Unpacking { packing, reason: None }), _) => Problem::Truncated { packing },
            (None, io::ErrorKind::NotFound) => Problem::NotFound { near: None },
            (None, io::ErrorKind::IsADirectory) => Problem::Directory,
            (None, io::ErrorKind::PermissionDenied) => Problem::Permission,
            (None, _) => Problem::Io(error),
        }
    }
}
