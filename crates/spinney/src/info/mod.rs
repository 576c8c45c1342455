//! What a table holds and how much each column tells about the target: the figures behind `spinney info`.

/// The figures of one column.
mod score;
/// A split's sums, and the figures they make.
mod figures;
/// How much one column tells about the target.
mod judge;
/// The whole account of a table.
mod account;

pub use account::{ColumnInfo, Info, LevelRows, Range, TargetInfo, info, info_until};
pub use score::Score;
