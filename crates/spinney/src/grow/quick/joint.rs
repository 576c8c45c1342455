//! Sums of several targets on both sides of a cut: a label is the number of a row, and says what the row is in each target.
//!
//! What a row says is looked up in as many lists as there are targets, and rows of a node are scattered over these. So the rows of a subtree
//! are *laid out*, all that each says side by side, and those of a node *near*, in its own order: there a sweep over a column finds them.

use super::pile::Pile;
use super::run::Run;
use super::table::Ended;
use crate::grow::item::Class;

/// Running sums of rows that are brought near.
pub(crate) trait Joint: Run<Label = Class> {
    /// The labels of rows of one weight.
    type Pile: Pile<Label = Class>;

    /// The same sums where every row weighs 1, and cuts are drawn.
    fn pile(&self) -> Self::Pile;
    /// Lays out what these rows of the table say: from here on labels are numbers among them.
    fn lay(&mut self, rows: impl Iterator<Item = u32>);
    /// Brings rows near, each to its place, and stands at the node that they are; whether they differ in any target.
    fn gather(&mut self, labels: impl Iterator<Item = Class>) -> bool;
    /// The same at a node of some of the places.
    fn stand_among(&mut self, places: impl Iterator<Item = usize>) -> bool;
    /// Moves the row at a place to the left.
    fn shift_at(&mut self, place: usize);
    /// Of all rows that are near, in the order of their places, those go to the left of which this says so.
    fn part(&mut self, are_left: impl Iterator<Item = bool> + Clone);
    fn targets(&self) -> usize;
    /// What the rows of the node say of a target.
    fn said_of(&self, target: usize) -> Ended<'_>;
}
