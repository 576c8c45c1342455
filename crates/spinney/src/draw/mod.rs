//! A tree to look at: as text, as a picture of our own (SVG), and for Graphviz and LaTeX.
//!
//! ```text
//! Tree ─► text
//!      └► sketch ─► layout ─► svg, latex
//!         the part that is shown     └► dot (Graphviz has its own layout)
//! ```

/// How wide letters are, and texts cut to fit.
mod letters;
/// A tree as text.
mod text;
/// Where nodes stand.
mod layout;

pub use layout::{Gaps, tidy};
pub use letters::{cells, cut_cells};
pub use text::{TextOptions, text};
