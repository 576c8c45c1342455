//! A tree to look at: as text, as a picture of our own (SVG), and for Graphviz and LaTeX; and charts of figures.
//!
//! ```text
//! Tree ─► text
//!      └► sketch ─► faces ─► page ─► svg, latex
//!         the part    what     where
//!         shown       cards    they └► dot (Graphviz has a layout of its own)
//!                     say      stand
//!
//! figures ─► chart: axis with ticks, curves, and a key of their names
//!         ├► bars: what columns are worth
//!         └► answers, sizes: charts of scores, and of error against size
//! Model, rows ─► plane ─► regions: the cells that a tree cuts one or two columns into
//! ```

/// How wide letters are, and texts cut to fit.
mod letters;
/// What nodes answer, in the columns beside a text.
mod beside;
/// A tree as text.
mod text;
/// Where nodes stand.
mod layout;
/// Colours that everybody can tell apart.
mod colour;
/// The part of a tree that a picture shows.
mod sketch;
/// What stands on the card of a node.
mod face;
/// The size and the place of every card.
mod page;
/// What every picture begins with.
mod picture;
/// The strokes of an SVG.
mod ink;
/// Cards and the lines between them.
mod card;
/// A tree as a picture.
mod svg;
/// A tree for Graphviz.
mod dot;
/// A tree for LaTeX.
mod latex;
/// Round numbers along an axis.
mod ticks;
/// An axis and its stretch of values.
mod axis;
/// Small shapes that stand for points.
mod marker;
/// The lines and points of a chart.
mod curve;
/// What each line of a chart is.
mod key;
/// A chart of lines.
mod chart;
/// Lying bars.
mod bars;
/// What columns are worth, as bars.
mod worth;
/// How good answers are: ROC, precision and recall, calibration.
mod answers;
/// Error against size.
mod sizes;
/// The plane of one or two columns, cut as a tree cuts it.
mod plane;
/// A side of a plane on the page.
mod ruler;
/// The rows of a table on a plane.
mod dots;
/// What the colours of a plane mean.
mod paint;
/// Heading, axes and legend of a plane.
mod sheet;
/// One column: steps of numbers, shares of classes.
mod stairs;
/// The rectangles of two columns.
mod regions;

pub use answers::{AnswerChart, answers};
pub use axis::Axis;
pub use bars::{Bar, Bars, MOST_BARS, bars};
pub use chart::{Chart, Guide, chart};
pub use colour::{CLASSES, Colour, Texture, class_colour, ramp};
pub use curve::{Look, Point, Series, Spread};
pub use dot::dot;
pub use latex::latex;
pub use layout::{Gaps, tidy};
pub use letters::{cells, cut_cells};
pub use page::Orientation;
pub use picture::PictureOptions;
pub use plane::{Plane, Region, Side, Slot};
pub use regions::{RegionOptions, regions};
pub use sizes::{Sizes, error_against_size};
pub use svg::svg;
pub use text::{TextOptions, text, text_several};
pub use worth::worth_bars;
