//! What can be wrong with a person's input: typed, with its place, and with what would do.
//!
//! A catalogue, and so longer than other rooms: each mistake has its sentence, its fields and its hint here and nowhere else.

use std::fmt;
use std::io;

/// The answer of everything that can meet bad input.
pub type Result<T> = std::result::Result<T, Error>;

/// What is wrong, and where.
#[derive(Debug, thiserror::Error)]
pub struct Error {
    /// Where in the table; empty where the whole is meant. Boxed, so that an answer is not made large by the error it may be.
    pub place: Box<Place>,
    /// What is wrong there.
    #[source]
    pub mistake: Mistake,
}

/// A place in a table. Rows are counted from 1 without the header; a line is the line of a text file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Place {
    /// The row, from 1, the header not counted.
    pub row: Option<u64>,
    /// The line of the text file, from 1.
    pub line: Option<u64>,
    /// The column's name.
    pub column: Option<String>,
}

/// Every mistake that a table, or a request on one, can contain.
#[derive(Debug, thiserror::Error)]
pub enum Mistake {
    /// Not a single byte of content.
    #[error("there is nothing in it, not even a header")]
    Empty,
    /// A header without rows.
    #[error("it has a header but no rows")]
    NoRows,
    /// A row with more or fewer fields than the header has names.
    #[error("{}, but the header names {expected}", counted(*.found, "field"))]
    Ragged {
        /// Fields in this row.
        found: usize,
        /// Names in the header.
        expected: usize,
    },
    /// More columns than the limit.
    #[error("the header names {found} columns, and the limit is {limit}")]
    TooManyColumns {
        /// Columns found.
        found: usize,
        /// The limit in force.
        limit: usize,
    },
    /// More rows than a row number can count.
    #[error("more than {limit} rows")]
    TooManyRows {
        /// The most rows that a table holds.
        limit: u64,
    },
    /// A quote that is opened and never closed.
    #[error("a quote is opened here and not closed")]
    OpenQuote,
    /// Something stands between a closing quote and the next field.
    #[error("{:?} stands after the closing quote", shorten(.found))]
    AfterQuote {
        /// The text found.
        found: String,
    },
    /// A record that does not end.
    #[error("this row does not end within {limit} bytes")]
    EndlessRow {
        /// The most bytes that one row may take.
        limit: usize,
    },
    /// A byte of value zero.
    #[error("a NUL byte: this is not text")]
    NulByte,
    /// Bytes that are not text in the encoding in use.
    #[error("{found} is not valid {encoding}")]
    NotText {
        /// The first bytes at fault, written in hexadecimal.
        found: String,
        /// The encoding in use.
        encoding: String,
    },
    /// An encoding nobody knows.
    #[error("{name:?} is not an encoding")]
    UnknownEncoding {
        /// What was asked for.
        name: String,
    },
    /// Text where a number must be.
    #[error("{:?} is not a number", shorten(.found))]
    NotANumber {
        /// The text found.
        found: String,
    },
    /// Text where a date must be.
    #[error("{:?} is not a date", shorten(.found))]
    NotADate {
        /// The text found.
        found: String,
    },
    /// A number too large for 64 bits.
    #[error("{} is beyond the largest 64-bit number, 1.8e308", shorten(.found))]
    BeyondRange {
        /// The text found.
        found: String,
    },
    /// A value outside the declared ones.
    #[error("{:?} is not one of the declared values {}", shorten(.found), list(.allowed))]
    UndeclaredValue {
        /// The value found.
        found: String,
        /// The values declared.
        allowed: Vec<String>,
    },
    /// A value that its hierarchy does not know.
    #[error("{:?} is not in the hierarchy", shorten(.found))]
    OutsideHierarchy {
        /// The value found.
        found: String,
    },
    /// A hierarchy that says two things of one value.
    #[error("the hierarchy gives {value:?} two different parents")]
    TwoParents {
        /// The value.
        value: String,
    },
    /// A hierarchy's row without a value.
    #[error("the hierarchy has a row without a value in its first column")]
    UnnamedValue,
    /// A declared order with a gap where a value should stand.
    #[error("the declared order names an empty value")]
    EmptyLevel,
    /// Not a single column is left.
    #[error("every column is ignored: nothing is left to read")]
    AllIgnored,
    /// The same value declared twice.
    #[error("{value:?} is declared twice")]
    DeclaredTwice {
        /// The value or the column.
        value: String,
    },
    /// A column that is not there.
    #[error("there is no column {name:?}; the columns are {}", list(.columns))]
    NoColumn {
        /// The name asked for.
        name: String,
        /// The nearest name there is.
        near: Option<String>,
        /// The names there are.
        columns: Vec<String>,
    },
    /// Columns of different lengths.
    #[error("{found} values, but the table has {expected} rows")]
    UnequalLengths {
        /// Values in this column.
        found: usize,
        /// Rows of the table.
        expected: usize,
    },
    /// A target without a single value.
    #[error("no row has a value in the target")]
    EmptyTarget,
    /// A numeric target that is not finite.
    #[error("{found} as a target: there is no mean of infinite values")]
    InfiniteTarget {
        /// The value.
        found: f64,
    },
    /// A text in a target that is to be learned as numbers.
    #[error("{:?} is not a number, and regression learns numbers", shorten(.found))]
    TextTarget {
        /// The text found.
        found: String,
    },
    /// A numeric target so large that its square is beyond the range.
    #[error("{found:e} as a target: squares of numbers beyond 1e150 are beyond the largest 64-bit number")]
    HugeTarget {
        /// The value.
        found: f64,
    },
    /// The same where rows count in parts, or weigh so much, that sums of squares are beyond the range.
    #[error(
        "{found:e} as a target: squares of numbers beyond {most:e}, times what the rows weigh in the parts that they are counted in, are beyond the largest 64-bit number"
    )]
    HugeSquares {
        /// The value.
        found: f64,
        /// What numbers may be up to.
        most: f64,
    },
    /// A hierarchy in which a node stands above itself.
    #[error("the hierarchy puts {:?} above itself", shorten(.value))]
    Loop {
        /// The node.
        value: String,
    },
    /// A hierarchy's path with nothing between two nodes.
    #[error("the hierarchy's path of {:?} has a hole", shorten(.value))]
    Hole {
        /// The value whose path it is.
        value: String,
    },
    /// A delimiter that cannot stand between fields.
    #[error("{found:?} cannot stand between fields")]
    BadDelimiter {
        /// The character asked for.
        found: char,
    },
    /// A column of the wrong kind for what was asked.
    #[error("the column is {found}, and this needs a {needed} one")]
    WrongKind {
        /// The kind that it has.
        found: &'static str,
        /// The kind needed.
        needed: &'static str,
    },
    /// An ARFF file that does not follow its grammar.
    #[error("{found:?} where ARFF has {expected}")]
    Arff {
        /// What the grammar has there.
        expected: &'static str,
        /// The text found.
        found: String,
    },
    /// An ARFF row that carries a weight of its own: to drop it in silence would change what is learned.
    #[error("the row carries the weight {found}, and ARFF weights are not read")]
    Weighted {
        /// The weight as it is written.
        found: String,
    },
    /// Weights that add up to more than the engine counts.
    #[error("the weights add up to {found:e}, and the limit is 4.5e15")]
    HeavyWeights {
        /// Their sum.
        found: f64,
    },
    /// More copies of rows than a bag can draw from.
    #[error("the weights stand for {found:e} copies of rows, and samples can be drawn from at most 4,294,967,295")]
    HeavyBag {
        /// The copies.
        found: f64,
    },
    /// Nothing to draw rows by.
    #[error("rows are to be drawn by {what}, but none are named")]
    NoGroups {
        /// Groups, or strata.
        what: &'static str,
    },
    /// A row that is to be drawn with its group, or within its stratum, and has none.
    #[error("the row has no group, and rows are drawn by groups or strata")]
    NoGroup,
    /// Groups that do not differ.
    #[error("all rows are of one group: every tree would be grown from all of them")]
    OneGroup,
    /// More rows asked of each stratum than one of them has.
    #[error("{asked} rows are asked of each stratum, and one of them has {rows}")]
    SmallStratum {
        /// How many are asked for.
        asked: u32,
        /// What the least one has.
        rows: u64,
    },
    /// Classes that are to weigh the same, where there are none.
    #[error("classes can weigh the same, and the target is a number")]
    BalancedNumbers,
    /// No row to learn from.
    #[error("no row with a target has a weight above 0")]
    NoWeight,
    /// Targets of both kinds.
    #[error("this is {other} and the first target {first}: one tree learns targets of one kind")]
    MixedTargets {
        /// What the first is.
        first: String,
        /// What this one is.
        other: String,
    },
    /// A target named twice.
    #[error("this target is named twice")]
    TargetTwice,
    /// Weights of classes where several targets have classes of their own.
    #[error("weights of classes belong to one target, and there are several")]
    SeveralWeights,
    /// What is for one target alone.
    #[error("{what} is for one target, and there are several")]
    OneTarget {
        /// What was asked for.
        what: &'static str,
    },
    /// A constraint on a column that is not learned from.
    #[error("it is not among the columns that are learned from, so nothing can be asked of it")]
    NotLearned,
    /// A direction along a column without an order.
    #[error("its values have no order, so answers cannot rise or fall along it")]
    NoDirection,
    /// Constraints that do not fit the settings or the target.
    #[error("constraints do not fit here: {why}")]
    NoConstraint {
        /// What stands against them.
        why: &'static str,
    },
    /// A criterion that does not fit what is learned.
    #[error("{criterion} measures {fits}, and this is {task}")]
    WrongCriterion {
        /// The criterion.
        criterion: &'static str,
        /// What it is for.
        fits: &'static str,
        /// What is learned.
        task: String,
    },
    /// A setting outside its range.
    #[error("{name} is {found}, and must be {range}")]
    BadSetting {
        /// The setting.
        name: &'static str,
        /// What was asked for.
        found: f64,
        /// What is allowed.
        range: &'static str,
    },
    /// Pieces of a forest that are not of one forest.
    #[error("these pieces are not of one forest: {what}")]
    PiecesDiffer {
        /// What differs.
        what: &'static str,
    },
    /// A tree that two pieces of a forest have.
    #[error("both pieces have tree {number}")]
    TreeTwice {
        /// Its number.
        number: u64,
    },
    /// A tree that a forest does not have, or its last one, which it must keep.
    #[error("tree {number} cannot be taken away: {why}")]
    NoSuchTree {
        /// Its number.
        number: u64,
        /// Why not.
        why: &'static str,
    },
    /// Something that is told from rows out of bag, of trees that are grown from all rows.
    #[error("{asked} needs rows that trees are not grown from, and every tree is grown from all rows")]
    NothingOut {
        /// What was asked for.
        asked: &'static str,
    },
    /// A forest that would take more memory than is allowed.
    #[error("{trees} trees take about {} of memory, and {} are allowed", bytes(*.needed), bytes(*.limit))]
    TooLittleMemory {
        /// The trees asked for.
        trees: u64,
        /// The bytes that they would take, with all that is needed to grow them.
        needed: u64,
        /// The bytes allowed.
        limit: u64,
    },
    /// A number below 0 where counts are learned.
    #[error("{found} as a target: Poisson deviance is for counts, which are not below 0")]
    NegativeCount {
        /// The number.
        found: f64,
    },
    /// The work was stopped.
    #[error("stopped")]
    Stopped,
    /// A way of pruning that reckons with classes, for a tree that answers numbers.
    #[error("{method} pruning is for classes, and the target is a number")]
    PruneNumbers {
        /// The method.
        method: &'static str,
    },
    /// A node that the tree does not have.
    #[error("there is no node {found}: the tree has {nodes}, from 0 to {}", nodes - 1)]
    NoNode {
        /// The node asked for.
        found: u32,
        /// How many there are, at least one.
        nodes: u32,
    },
    /// A tree that its own check refuses: a mistake of ours.
    #[error("the tree that was grown is not sound: {flaw}")]
    BrokenTree {
        /// Why.
        flaw: String,
    },
    /// Columns that a model asks for and the table does not have.
    #[error("the model asks for {}; the columns are {}", wanted(.missing), list(.columns))]
    MissingColumns {
        /// The names asked for, each with the nearest name there is; near names are sought for the first few only.
        missing: Vec<(String, Option<String>)>,
        /// The names there are.
        columns: Vec<String>,
    },
    /// A value that no training row had, where the person wants none.
    #[error("{:?} was never seen in training", shorten(.found))]
    UnseenValue {
        /// The value.
        found: String,
    },
    /// Probabilities of more rows and classes than memory should hold.
    #[error("{rows} rows of {classes} classes make more than {limit} probabilities")]
    TooManyProbabilities {
        /// Rows of the table.
        rows: usize,
        /// Classes of the model.
        classes: usize,
        /// The most probabilities that are written out at once.
        limit: usize,
    },
    /// A row number beyond the table.
    #[error("there is no row {row}: the table has {}", counted(*.rows, "row"))]
    NoRow {
        /// The row asked for, from 1.
        row: u64,
        /// The rows there are.
        rows: usize,
    },
    /// A forest where one tree is needed.
    #[error("the model is a forest of {}, and this is asked of one tree", counted(*.trees, "tree"))]
    Forest {
        /// The trees that it has.
        trees: usize,
    },
    /// A tree number beyond the forest.
    #[error("there is no tree {tree}: the model has {}, counted from 0", counted(*.trees, "tree"))]
    NoTree {
        /// The tree asked for, from 0.
        tree: u64,
        /// The trees there are.
        trees: usize,
    },
    /// A tree that has no place in arrays of binary nodes.
    #[error("node {node} {why}")]
    NoNodeArrays {
        /// The node, by its number in the tree.
        node: u32,
        /// What is unlike.
        why: Unlike,
    },
    /// A weight that is none.
    #[error("{found} is no weight: weights are finite, not negative, and so is their sum")]
    BadWeight {
        /// The weight, or the sum of all.
        found: f64,
    },
    /// A share of rows to hold out that leaves nothing on one side.
    #[error("a fraction of {fraction} of {} cannot be held out", counted(*.rows, "row"))]
    BadFraction {
        /// The share asked for.
        fraction: f64,
        /// The rows there are.
        rows: usize,
    },
    /// A number of folds that rows cannot be dealt into.
    #[error("{} cannot be dealt into {}", counted(*.rows, "row"), counted(*.folds, "fold"))]
    BadFolds {
        /// The folds asked for.
        folds: usize,
        /// The rows there are.
        rows: usize,
    },
    /// More folds than groups, or fewer than two.
    #[error("{} cannot be dealt into {}", counted(*.groups, "group"), counted(*.folds, "fold"))]
    FewGroups {
        /// The folds asked for.
        folds: usize,
        /// The groups there are.
        groups: usize,
    },
    /// Too few different times for the folds that were asked for.
    #[error("{} in the order of time need {}, and there are {times}", counted(*.folds, "fold"), counted(*.folds + 1, "different time"))]
    FewTimes {
        /// The folds asked for.
        folds: usize,
        /// The different times there are.
        times: usize,
    },
    /// A row without the value that decides its fold.
    #[error("there is no value, and folds are made by this column")]
    NoFold,
    /// Shares of training rows that no learning curve can be drawn from.
    #[error("{share} of {} as a step of a learning curve", counted(*.rows, "row"))]
    BadShares {
        /// The share at fault.
        share: f64,
        /// The rows there are.
        rows: usize,
    },
    /// Parts of a sparse table that do not fit each other.
    #[error("{found} {what}, but {expected} {of}")]
    SparseLengths {
        /// What there are too many or too few of.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
        /// What they belong to.
        of: &'static str,
    },
    /// Lines of a sparse table that begin or end where they cannot.
    #[error(
        "a line begins at entry {first} and ends at {last}: lines begin at 0, do not run back, and end at {entries}"
    )]
    SparseStarts {
        /// Where it begins.
        first: usize,
        /// Where it ends.
        last: usize,
        /// How many entries there are.
        entries: usize,
    },
    /// An entry of a sparse table beyond the table.
    #[error("index {found} is beyond the table, whose indices end before {most}")]
    SparseRange {
        /// The index.
        found: i64,
        /// One more than the last one.
        most: usize,
    },
    /// An index that a line of a sparse table has twice.
    #[error("index {found} is there twice")]
    SparseTwice {
        /// The index.
        found: u64,
    },
    /// Indices that do not rise.
    #[error("index {found} stands after {before}: indices rise along a line")]
    SparseOrder {
        /// The index.
        found: u64,
        /// The one before it.
        before: u64,
    },
    /// A value of a sparse table that is missing or infinite.
    #[error("{found} in sparse data: every entry is a finite number")]
    SparseNumber {
        /// The value.
        found: f64,
    },
    /// A svmlight file that does not follow its grammar.
    #[error("{:?} where svmlight has {expected}", shorten(.found))]
    Svmlight {
        /// What the grammar has there.
        expected: &'static str,
        /// The text found.
        found: String,
    },
    /// The source gave other content when it was read again.
    #[error("the content changed while it was being read")]
    Changed,
    /// A formula for a number, of which there is no end.
    #[error("a formula says when each class is the answer, and the target is a number")]
    NoFormula,
    /// Reading failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl Mistake {
    /// The mistake of the table as a whole.
    pub fn anywhere(self) -> Error {
        self.in_place(Place::default())
    }

    /// The mistake at a column.
    pub fn in_column(self, column: &str) -> Error {
        self.in_place(Place { column: Some(column.to_owned()), ..Place::default() })
    }

    /// The mistake at a row (from 1).
    pub fn in_row(self, row: u64) -> Error {
        self.in_place(Place { row: Some(row), ..Place::default() })
    }

    /// The mistake at a row (from 1) of a column.
    pub fn at(self, row: u64, column: &str) -> Error {
        self.in_place(Place { row: Some(row), line: None, column: Some(column.to_owned()) })
    }

    /// The mistake at a place.
    pub fn in_place(self, place: Place) -> Error {
        Error { place: Box::new(place), mistake: self }
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Mistake::Io(error).anywhere()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self.place != Place::default() {
            write!(f, "{}: ", self.place)?;
        }
        self.mistake.fmt(f)
    }
}

/// Why a node has no place in arrays of binary nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unlike {
    /// More than two branches.
    #[error("has {0} branches, and arrays hold two")]
    Branches(u32),
    /// A test that lists names.
    #[error("asks for names, and arrays hold cuts of numbers")]
    Names,
    /// Missing values that do not take one branch.
    #[error("sends rows without a value down several branches or asks other columns, and arrays hold one branch")]
    Missing,
    /// A leaf with a linear model.
    #[error("answers by a linear model, and arrays hold numbers")]
    Linear,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::with_capacity(2);
        match (self.row, self.line) {
            (Some(row), Some(line)) => parts.push(format!("row {row} (line {line})")),
            (Some(row), None) => parts.push(format!("row {row}")),
            (None, Some(line)) => parts.push(format!("line {line}")),
            (None, None) => {}
        }
        parts.extend(self.column.as_ref().map(|name| format!("column {:?}", shorten(name))));
        f.write_str(&parts.join(", "))
    }
}

impl Error {
    /// What the person could do, in the words of the command line.
    pub fn hint(&self) -> Option<String> {
        let hint = match &self.mistake {
            Mistake::Forest { trees } => {
                return Some(format!("--tree takes one of them: --tree 0 … --tree {}", trees.saturating_sub(1)));
            }
            Mistake::NoNodeArrays { .. } => {
                "arrays hold trees such as fit --preset cart grows: two branches, cuts of numbers; --as json holds any"
            }
            Mistake::NoRows => "if the first line is a row, --no-header reads it as one",
            Mistake::Ragged { .. } => {
                "put quotes around fields that hold the delimiter, or name another with --delimiter"
            }
            Mistake::TooManyColumns { found, .. } => {
                return Some(format!(
                    "is the delimiter right, or the table lying on its side? --max-columns {found} reads it"
                ));
            }
            Mistake::OpenQuote | Mistake::EndlessRow { .. } => "look for a lone \" in this row",
            Mistake::AfterQuote { .. } => {
                "inside quotes write a quote twice; outside quotes begin the field with a letter"
            }
            Mistake::NulByte => "if it is UTF-16 without a byte-order mark, --encoding utf-16le reads it",
            Mistake::NotText { .. } => "--encoding latin1 reads Western European text, --encoding utf-16le wide text",
            Mistake::UnknownEncoding { .. } => "for example utf-8, utf-16le, latin1, shift_jis",
            Mistake::NotANumber { found } => {
                let column = self.place.column.as_deref().unwrap_or("COL");
                let (found, column) = (as_flag(found), as_flag(column));
                return Some(format!(
                    "--missing {found} reads it as missing, --nominal {column} the column as categories"
                ));
            }
            Mistake::BeyondRange { .. } => {
                let column = self.place.column.as_deref().unwrap_or("COL");
                return Some(format!("--nominal {column:?} reads the column as categories"));
            }
            Mistake::Weighted { .. } => "give the weights a column of their own",
            Mistake::TextTarget { .. } => "--task classification learns it as classes",
            Mistake::InfiniteTarget { .. } => "--missing inf,-inf leaves such rows out",
            Mistake::HugeTarget { .. } | Mistake::HugeSquares { .. } => "divide the target by some power of ten",
            Mistake::UndeclaredValue { .. } => "declare it too, or list it with --missing",
            Mistake::OutsideHierarchy { .. } => "give it a row in the hierarchy's file, or list it with --missing",
            Mistake::NoColumn { near, .. } => return near.as_ref().map(|near| format!("did you mean {near:?}?")),
            Mistake::MissingColumns { .. } => {
                "rename the columns of the table, or give the missing ones without values"
            }
            Mistake::UnseenValue { .. } => "--unseen missing takes such values as missing",
            Mistake::TooManyProbabilities { .. } => "ask for the probabilities of fewer rows at a time",
            Mistake::BadFraction { .. } => "a fraction lies between 0 and 1, and leaves a row on both sides",
            Mistake::BadFolds { .. } => "from 2 folds to as many as there are rows",
            Mistake::FewGroups { .. } => "from 2 folds to as many as there are groups",
            Mistake::FewTimes { .. } => "ask for fewer folds: rows of one time are never parted",
            Mistake::NoGroups { what: "groups" } => "--sample-groups COL names the column of the groups",
            Mistake::NoGroups { .. } => "--sample-strata COL names the column of the strata",
            Mistake::OneGroup => "--sample-groups names a column with two values or more",
            Mistake::SmallStratum { .. } => "fewer rows, or --replacement true",
            Mistake::BalancedNumbers => "--weight COL weighs rows; --task classification learns classes",
            Mistake::NoFold | Mistake::NoGroup => "fill in the value, or leave the row out",
            Mistake::BadShares { .. } => "shares rise from above 0 to at most 1",
            Mistake::WrongCriterion { fits: "classes", .. } => {
                "for numbers: --criterion mse, mae or poisson; --task classification learns the values as classes"
            }
            Mistake::WrongCriterion { .. } => {
                "for classes: --criterion gini, entropy, gain-ratio or conditional-entropy; --task regression learns numbers"
            }
            Mistake::SeveralWeights => "multiply them into the weights of rows",
            Mistake::NoDirection => "--ordinal COL=LOW<…<HIGH declares an order, --continuous COL reads numbers",
            Mistake::NegativeCount { .. } => "--criterion mse takes numbers of any sign",
            Mistake::BadDelimiter { .. } => "one ASCII character that no number is written with, such as ; or a tab",
            Mistake::NoFormula => "--as rules shows a rule for each leaf",
            Mistake::TooLittleMemory { .. } => {
                "fewer trees (--trees), smaller ones (--min-rows-leaf 5, --max-depth 20), or more memory (--max-memory)"
            }
            Mistake::NothingOut { .. } => "--sample 0.7, or --replacement true, leaves rows out of bag",
            Mistake::SparseNumber { .. } => "leave the entry out where it stands for 0; dense columns may have holes",
            Mistake::SparseTwice { .. } => "add the two up, or leave one out",
            Mistake::SparseOrder { .. } => "sort the entries of each line by their index",
            Mistake::WrongKind { needed: "continuous", .. } => "--continuous COL reads a column as numbers",
            _ => return None,
        };
        Some(hint.to_owned())
    }

    /// The same error with its line, where it has none yet.
    #[must_use]
    pub fn on_line(mut self, line: u64) -> Self {
        self.place.line.get_or_insert(line);
        self
    }
}

/// At most eight names, then how many more there are.
fn list(names: &[String]) -> String {
    let shown: Vec<String> = names.iter().take(8).map(|name| format!("{:?}", shorten(name))).collect();
    let more = names.len().saturating_sub(8);
    if more > 0 { format!("{} and {more} more", shown.join(", ")) } else { shown.join(", ") }
}

/// At most eight names that are missing, each with the one that may be meant.
fn wanted(missing: &[(String, Option<String>)]) -> String {
    let word = |(name, near): &(String, Option<String>)| match near {
        Some(near) => format!("{:?} (did you mean {:?}?)", shorten(name), shorten(near)),
        None => format!("{:?}", shorten(name)),
    };
    let shown: Vec<String> = missing.iter().take(8).map(word).collect();
    let more = missing.len().saturating_sub(8);
    if more > 0 { format!("{} and {more} more", shown.join(", ")) } else { shown.join(", ") }
}

/// `1 field`, `2 fields`.
fn counted(count: usize, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}

/// So much memory, to three digits.
fn bytes(count: u64) -> String {
    let mut size = count as f64;
    let mut units = ["bytes", "KB", "MB", "GB", "TB", "PB"].into_iter();
    let mut unit = units.next();
    while size >= 999.5 {
        size /= 1000.0;
        unit = units.next().or(Some("EB"));
    }
    let digits = usize::from(count >= 1000 && size < 99.95);
    format!("{size:.digits$} {}", unit.unwrap_or_default())
}

/// The text as one would type it in a list of a flag: in quotes, a comma behind a backslash.
pub(crate) fn as_flag(text: &str) -> String {
    if shorten(text) == text { format!("'{}'", text.replace(',', "\\,")) } else { "TEXT".to_owned() }
}

/// The text cut to sixty characters: what a person needs to find it again.
pub(crate) fn shorten(text: &str) -> String {
    if text.chars().count() <= 60 { text.to_owned() } else { text.chars().take(57).chain("...".chars()).collect() }
}
