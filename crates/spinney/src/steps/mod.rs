//! The whole derivation of a tree, as a lecture would write it.
//!
//! ```text
//! Training ─► grow, with a record ─► Story ─► Derivation ─► text, Markdown, LaTeX, HTML
//!                                    words      headings, formulae, tables
//!                                    and sums └► JSON: every split that was tried
//! ```
//! All formats are set from one [`Derivation`](crate::steps::Derivation), so they say the same.

/// Numbers as a lecture writes them.
mod figure;
/// Sums, written out.
mod formula;
/// What a derivation is made of.
mod document;
/// Which nodes are told.
mod scope;
/// How mixed rows are, written out.
mod mixture;
/// What is said with the names and numbers at hand.
mod story;
/// One split: its branches and its sums.
mod trial;
/// One column: what was tried with it.
mod column;
/// Which column wins, and why.
mod ranking;
/// What becomes of a node.
mod fate;
/// What is done, told before it is done.
mod method;
/// All about one node.
mod node;
/// What pruning made of the tree.
mod after;
/// The account for programs.
mod json;
/// The door: a table and settings in, a derivation out.
mod derive;
/// A derivation for a terminal.
mod text;
/// A derivation in Markdown.
mod markdown;
/// A derivation in LaTeX.
mod latex;
/// A derivation as a page.
mod html;

pub use derive::{Steps, steps, steps_pruned};
pub use document::{Block, Derivation, Fit, Head, Section, Table};
pub use formula::{Formula, Token};
pub use html::html;
pub use latex::latex;
pub use markdown::markdown;
pub use scope::Scope;
pub use text::text;
