//! Why bytes, a text or parts make no model: typed, with the place, and with what would do.
//!
//! A catalogue, like the one of tables: each mistake has its sentence here and nowhere else.

use std::fmt;

use crate::error::shorten;
use crate::forest::ForestFlaw;
use crate::table::Kind;
use crate::tree::Flaw;

/// Why there is no model.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ModelError {
    /// The bytes of a model file are not what its grammar says.
    #[error("byte {at}: {fault}")]
    File {
        /// Where in the file, from 0.
        at: u64,
        /// What is wrong there.
        fault: Box<FileFault>,
    },
    /// The text of a JSON tree is not what its grammar says.
    #[error("{place}: {fault}")]
    Json {
        /// Where in the text.
        place: Box<JsonPlace>,
        /// What is wrong there.
        fault: Box<JsonFault>,
    },
    /// The nodes and answers make no tree.
    #[error("the tree is not sound: {0}")]
    Tree(#[from] Flaw),
    /// The trees make no forest.
    #[error("the forest is not sound: {0}")]
    Forest(#[from] ForestFlaw),
    /// The tree does not fit the columns and the target.
    #[error(transparent)]
    Misfit(#[from] Misfit),
}

/// What can be wrong with a model file.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum FileFault {
    /// It begins otherwise.
    #[error("this is not a Spinney model: a model file begins with the bytes 89 53 50 49 4E 4E 45 59 (\"SPINNEY\")")]
    NotAModel,
    /// A format that did not exist when this program was written.
    #[error("it is written in format {found}, and this version of Spinney reads formats up to {known}")]
    Newer {
        /// The file's format.
        found: u32,
        /// The newest format that is known here.
        known: u32,
    },
    /// No such format was ever written.
    #[error("format {found} does not exist")]
    NoFormat {
        /// The file's format.
        found: u32,
    },
    /// Fewer bytes than it says it has.
    #[error("the file ends too early: the {part} needs {needed} bytes here, and {left} are left")]
    Ends {
        /// The part that is cut.
        part: &'static str,
        /// The bytes it needs.
        needed: u64,
        /// The bytes that are left.
        left: u64,
    },
    /// More bytes than it says it has.
    #[error("{bytes} bytes stand here that belong to nothing")]
    Trailing {
        /// How many.
        bytes: u64,
    },
    /// The bytes were changed after they were written.
    #[error("the file is damaged: its checksum is {stored:016x}, and its bytes give {found:016x}")]
    Checksum {
        /// The checksum in the file.
        stored: u64,
        /// The checksum of the bytes.
        found: u64,
    },
    /// Filling between parts that is not zero.
    #[error("the filling between two parts is not 0")]
    Filling,
    /// A header that is not understood.
    #[error("the header is not understood: {reason}")]
    Header {
        /// What the JSON reader says.
        reason: String,
        /// Who wrote the file, where the header tells.
        maker: Option<String>,
    },
    /// A header that could be written otherwise.
    #[error("the header is not in its one form: names in order, each once, no spaces")]
    Form,
    /// A word for something that this version does not know.
    #[error("{:?} is a kind of {of} that this version of Spinney does not know", shorten(.name))]
    UnknownKind {
        /// What it is a kind of.
        of: &'static str,
        /// The word.
        name: String,
        /// Who wrote the file.
        maker: Option<String>,
    },
    /// A list of kinds that is not in order, each once, each in use.
    #[error("the kinds of {of} are not in order, each once, each in use")]
    Kinds {
        /// What they are kinds of.
        of: &'static str,
    },
    /// An array that this version does not know.
    #[error("this version of Spinney does not know the array {:?}", shorten(.name))]
    UnknownArray {
        /// Its name.
        name: String,
        /// Who wrote the file.
        maker: Option<String>,
    },
    /// An array whose entry or content is wrong.
    #[error("array {name:?}: {fault}")]
    Array {
        /// Its name.
        name: &'static str,
        /// What is wrong with it.
        fault: ArrayFault,
    },
}

/// What can be wrong with an array of a model file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ArrayFault {
    /// It stands behind a name that comes after its own.
    #[error("the arrays are not in the order of their names, each once")]
    Order,
    /// Another type of element.
    #[error("its elements must be {expected}")]
    Type {
        /// The type of this array.
        expected: &'static str,
    },
    /// A type of more bytes than its elements need, where there is a narrower one.
    #[error("its elements fit a narrower type than {found}")]
    Wide {
        /// The type that it has.
        found: &'static str,
    },
    /// A table of numbers that is none, or a list of numbers that should be one.
    #[error("its numbers are not in their one form: {reason}")]
    Table {
        /// What is wrong.
        reason: &'static str,
    },
    /// An array without elements, which is left out instead.
    #[error("it is empty, and an empty array is left out")]
    Empty,
    /// It does not stand where the one before it ends.
    #[error("it must begin at {expected}")]
    Offset {
        /// Where it must begin.
        expected: u64,
    },
    /// Fewer elements than the tree asks for.
    #[error("it has too few elements for this tree")]
    Short,
    /// More elements than the tree asks for.
    #[error("it has {left} elements that the tree does not use")]
    Long {
        /// How many.
        left: u64,
    },
    /// A number that its meaning does not allow.
    #[error("{found} is too large here, where numbers are below {limit}")]
    Range {
        /// The number.
        found: u64,
        /// The first number that is too large.
        limit: u64,
    },
}

/// Why a tree does not fit its columns and its target.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Misfit {
    /// Two columns, or a column and the target, of one name.
    #[error("two columns are called {:?}", shorten(.name))]
    SameName {
        /// The name.
        name: String,
    },
    /// Models of several targets without one.
    #[error("there is no target")]
    NoTarget,
    /// Models of several targets that were not learned together.
    #[error("the model of {:?} does not have the same {what} as the first", shorten(.target))]
    Unlike {
        /// The target.
        target: String,
        /// What differs.
        what: &'static str,
    },
    /// Several targets where one is asked for.
    #[error("the model answers several targets: {}", .targets.join(", "))]
    Several {
        /// Their names.
        targets: Vec<String>,
    },
    /// Two levels of a column, or two classes, of one name.
    #[error("column {:?} has the value {:?} twice", shorten(.column), shorten(.level))]
    SameLevel {
        /// The column, or the target.
        column: String,
        /// The name.
        level: String,
    },
    /// More columns or levels than a number can count.
    #[error("there are more than {limit} {what}")]
    TooMany {
        /// What there is too much of.
        what: &'static str,
        /// The most there may be.
        limit: u64,
    },
    /// A hierarchy with more or fewer paths than levels.
    #[error("the hierarchy of column {:?} has {paths} paths for {levels} values", shorten(.column))]
    Paths {
        /// The column.
        column: String,
        /// Its paths.
        paths: usize,
        /// Its levels.
        levels: usize,
    },
    /// A column that the schema does not have.
    #[error("node {node} names column {column}, and there are {columns} columns")]
    NoColumn {
        /// The node.
        node: u32,
        /// The column named.
        column: u32,
        /// How many there are.
        columns: usize,
    },
    /// A question that cannot be asked of such a column.
    #[error("node {node} asks {test:?} of column {:?}, which is {kind}", shorten(.column))]
    WrongKind {
        /// The node.
        node: u32,
        /// The kind of its test.
        test: &'static str,
        /// The column.
        column: String,
        /// The column's kind.
        kind: Kind,
    },
    /// A level that the column does not have.
    #[error("node {node} names level {level} of column {:?}, which has {levels}", shorten(.column))]
    NoLevel {
        /// The node.
        node: u32,
        /// The column.
        column: String,
        /// The level named.
        level: u32,
        /// How many there are.
        levels: usize,
    },
    /// A height above the top of the hierarchy.
    #[error("node {node} cuts the hierarchy of column {:?} at height {height}, and its top is at {top}", shorten(.column))]
    TooHigh {
        /// The node.
        node: u32,
        /// The column.
        column: String,
        /// The height named.
        height: u32,
        /// The greatest there is.
        top: usize,
    },
    /// Values below one node of a hierarchy that take different branches.
    #[error("node {node} sends values below one node of the hierarchy of column {:?} down different branches", shorten(.column))]
    Parted {
        /// The node.
        node: u32,
        /// The column.
        column: String,
    },
    /// Answers of another kind than the target's.
    #[error("the target {:?} needs {needed} as answers", shorten(.target))]
    Answers {
        /// The target.
        target: String,
        /// What it needs.
        needed: &'static str,
    },
    /// Answers of more or fewer classes than the target has.
    #[error("the answers are of {found} classes, and the target has {expected}")]
    Classes {
        /// Classes of the answers.
        found: u32,
        /// Classes of the target.
        expected: usize,
    },
    /// Nothing can be answered.
    #[error("no leaf has any weight, so there is no answer")]
    NoWeight,
    /// Weights that add up to infinity.
    #[error("the weights of the leaves add up beyond the largest 64-bit number")]
    Infinite,
    /// Nothing to spread by.
    #[error("node {node} spreads rows without a value by the weights of its branches, which have none")]
    NoSpread {
        /// The node.
        node: u32,
    },
    /// A tree of a forest that does not fit.
    #[error("tree {tree}: {misfit}")]
    InTree {
        /// The tree, from 0.
        tree: u32,
        /// Why it does not.
        misfit: Box<Misfit>,
    },
    /// What is told of a forest's growth, and cannot be.
    #[error("what was found while the forest grew does not fit it: {reason}")]
    Findings {
        /// Why it does not.
        reason: &'static str,
    },
    /// A setting that no file can hold.
    #[error("the setting {name} is not a finite number")]
    Setting {
        /// Its name.
        name: &'static str,
    },
}

/// A place in a JSON text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JsonPlace {
    /// The way there from the top: `tree.children[1].node.split`; empty at the top itself.
    pub path: String,
    /// The line, from 1.
    pub line: u64,
}

impl fmt::Display for JsonPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_empty() {
            return write!(f, "line {}", self.line);
        }
        write!(f, "{} (line {})", self.path, self.line)
    }
}

/// What can be wrong with a tree that is written as JSON.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum JsonFault {
    /// The text is not JSON.
    #[error("this is not JSON: {expected} must stand at character {column} of the line")]
    Syntax {
        /// What JSON has there.
        expected: &'static str,
        /// The character of the line, from 1.
        column: u64,
    },
    /// More text than places can count.
    #[error("the text is longer than 4 GB")]
    TooLong,
    /// A value of another type.
    #[error("{expected} must stand here")]
    Expected {
        /// What must stand here.
        expected: &'static str,
    },
    /// A field that must be there.
    #[error("the field {name:?} is missing here")]
    NoField {
        /// Its name.
        name: &'static str,
    },
    /// A field that nobody asks for.
    #[error("there is no field {:?} here{}", shorten(.name), meant(.near.as_ref()))]
    UnknownField {
        /// Its name.
        name: String,
        /// The nearest name there is.
        near: Option<String>,
    },
    /// A field, a value or a class twice.
    #[error("{:?} stands here twice", shorten(.name))]
    Twice {
        /// Its name.
        name: String,
    },
    /// A word that is none of those.
    #[error("{:?} is none of {}", shorten(.found), .known.join(", "))]
    UnknownWord {
        /// The word.
        found: String,
        /// The words there are.
        known: &'static [&'static str],
    },
    /// A column that is not there.
    #[error("there is no column {:?}{}", shorten(.name), meant(.near.as_ref()))]
    NoColumn {
        /// The name.
        name: String,
        /// The nearest name there is.
        near: Option<String>,
    },
    /// A value that the column does not have.
    #[error("column {:?} has no value {:?}{}", shorten(.column), shorten(.name), meant(.near.as_ref()))]
    NoLevel {
        /// The column.
        column: String,
        /// The value.
        name: String,
        /// The nearest value there is.
        near: Option<String>,
    },
    /// A class that the target does not have.
    #[error("the target has no class {:?}{}", shorten(.name), meant(.near.as_ref()))]
    NoClass {
        /// The class.
        name: String,
        /// The nearest class there is.
        near: Option<String>,
    },
    /// A column whose values cannot be guessed.
    #[error("{test:?} needs to know the values of column {:?}: list it under \"columns\"", shorten(.column))]
    Undeclared {
        /// The column.
        column: String,
        /// The kind of test.
        test: &'static str,
    },
    /// A column that is asked for numbers here and for names there.
    #[error("column {:?} is asked for numbers and for names", shorten(.column))]
    TwoKinds {
        /// The column.
        column: String,
    },
    /// A question that cannot be asked of such a column.
    #[error("{test:?} cannot be asked of column {:?}, which is {kind}", shorten(.column))]
    WrongKind {
        /// The kind of test.
        test: &'static str,
        /// The column.
        column: String,
        /// The column's kind.
        kind: Kind,
    },
    /// A branch number beyond the children.
    #[error("there is no child {found}: there are {count}, counted from 0")]
    NoChild {
        /// The number named.
        found: f64,
        /// How many there are.
        count: usize,
    },
    /// Two fields that say different things.
    #[error("{one} and {two} say different things")]
    Disagree {
        /// The one.
        one: &'static str,
        /// The other.
        two: &'static str,
    },
    /// A column, a target or settings that cannot be read.
    #[error("{reason}")]
    Form {
        /// What the JSON reader says.
        reason: String,
    },
    /// What the text says makes no model.
    #[error(transparent)]
    Model(Box<ModelError>),
}

fn meant(near: Option<&String>) -> String {
    near.map_or_else(String::new, |near| format!("; did you mean {near:?}?"))
}

impl Misfit {
    /// The node at fault, where it is one.
    pub fn node(&self) -> Option<u32> {
        match self {
            Misfit::NoColumn { node, .. }
            | Misfit::WrongKind { node, .. }
            | Misfit::NoLevel { node, .. }
            | Misfit::TooHigh { node, .. }
            | Misfit::Parted { node, .. }
            | Misfit::NoSpread { node } => Some(*node),
            _ => None,
        }
    }
}

impl ModelError {
    /// What the person could do.
    pub fn hint(&self) -> Option<String> {
        if let ModelError::Misfit(Misfit::Several { .. }) = self {
            return Some("--target NAME picks one, where the command has it".to_owned());
        }
        let ModelError::File { fault, .. } = self else { return None };
        let maker = match &**fault {
            FileFault::NotAModel => {
                return Some(
                    "spinney fit TABLE --target COL --out FILE makes a model; it stands before the table".to_owned(),
                );
            }
            FileFault::Newer { .. } => return Some("a newer version of Spinney reads it".to_owned()),
            FileFault::Ends { .. } | FileFault::Checksum { .. } | FileFault::Trailing { .. } => {
                return Some("copy or download it again, or save it anew".to_owned());
            }
            FileFault::Header { maker, .. }
            | FileFault::UnknownKind { maker, .. }
            | FileFault::UnknownArray { maker, .. } => maker.as_ref()?,
            _ => return None,
        };
        let own = env!("CARGO_PKG_VERSION");
        Some(format!("it was written by {maker}, and this is spinney {own}: a newer version may read it"))
    }
}
