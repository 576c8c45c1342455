//! A split seen from the target: how much weight of each class goes down each branch.

use super::error::MeasureError;
use super::sum::order_free_sum;

/// Weights by branch and class.
///
/// ```text
/// tennis by wind      No   Yes
///           Strong     3     3    branch(0)
///           Weak       2     6    branch(1)
///                    ─────────
///                      5     9    class_totals()
/// ```
///
/// Stored densely, branch after branch. Whole-number weights are counted exactly up to 2⁵³, in any order of rows.
///
/// ```
/// use spinney::measure::Crosstab;
///
/// let wind = Crosstab::from_rows(&[[3.0, 3.0], [2.0, 6.0]]).unwrap();
/// assert_eq!(wind.branch_totals(), [6.0, 8.0]);
/// assert_eq!(wind.class_totals(), [5.0, 9.0]);
/// assert_eq!(wind.total(), 14.0);
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Crosstab {
    branches: usize,
    classes: usize,
    cells: Vec<f64>,
}

impl Crosstab {
    /// An empty table of so many branches and classes.
    ///
    /// ```
    /// use spinney::measure::Crosstab;
    ///
    /// assert_eq!(Crosstab::new(3, 2).total(), 0.0);
    /// ```
    pub fn new(branches: usize, classes: usize) -> Self {
        Self { branches, classes, cells: vec![0.0; branches * classes] }
    }

    /// A table from its branches, each a list of one weight per class; an error where their lengths differ.
    ///
    /// ```
    /// use spinney::measure::Crosstab;
    ///
    /// let ragged = Crosstab::from_rows(&[&[3.0, 3.0][..], &[8.0]]).unwrap_err();
    /// assert_eq!(
    ///     ragged.to_string(),
    ///     "branch 2 has 1 weights where the first has 2: give one weight per class, 0 for none"
    /// );
    /// ```
    pub fn from_rows<R: AsRef<[f64]>>(rows: &[R]) -> Result<Self, MeasureError> {
        let classes = rows.first().map_or(0, |first| first.as_ref().len());
        let mut cells = Vec::with_capacity(rows.len() * classes);
        for (branch, row) in (1..).zip(rows) {
            let row = row.as_ref();
            if row.len() != classes {
                return Err(MeasureError::Ragged { branch, found: row.len(), expected: classes });
            }
            cells.extend_from_slice(row);
        }
        Ok(Self { branches: rows.len(), classes, cells })
    }

    /// Adds weight to one cell; a cell outside the table makes the table larger, so no weight is ever lost.
    ///
    /// ```
    /// use spinney::measure::Crosstab;
    ///
    /// let mut table = Crosstab::new(2, 2);
    /// table.add(1, 0, 2.5);
    /// table.add(1, 0, 0.5);
    /// assert_eq!(table.branch(1), [3.0, 0.0]);
    /// ```
    pub fn add(&mut self, branch: usize, class: usize, weight: f64) {
        if branch >= self.branches || class >= self.classes {
            self.grow(self.branches.max(branch + 1), self.classes.max(class + 1));
        }
        self.cells[branch * self.classes + class] += weight;
    }

    fn grow(&mut self, branches: usize, classes: usize) {
        let mut larger = Self::new(branches, classes);
        for branch in 0..self.branches {
            larger.cells[branch * classes..][..self.classes].copy_from_slice(self.branch(branch));
        }
        *self = larger;
    }

    /// How many branches the split has, empty ones included.
    ///
    /// ```
    /// assert_eq!(spinney::measure::Crosstab::new(3, 2).branches(), 3);
    /// ```
    pub fn branches(&self) -> usize {
        self.branches
    }

    /// How many classes the target has, absent ones included.
    ///
    /// ```
    /// assert_eq!(spinney::measure::Crosstab::new(3, 2).classes(), 2);
    /// ```
    pub fn classes(&self) -> usize {
        self.classes
    }

    /// The class weights of one branch; none for a branch that the table does not have.
    ///
    /// ```
    /// use spinney::measure::Crosstab;
    ///
    /// let wind = Crosstab::from_rows(&[[3.0, 3.0], [2.0, 6.0]]).unwrap();
    /// assert_eq!(wind.branch(1), [2.0, 6.0]);
    /// assert!(wind.branch(2).is_empty());
    /// ```
    pub fn branch(&self, branch: usize) -> &[f64] {
        if branch < self.branches { &self.cells[branch * self.classes..][..self.classes] } else { &[] }
    }

    /// The weight of each branch.
    ///
    /// ```
    /// use spinney::measure::Crosstab;
    ///
    /// assert_eq!(Crosstab::from_rows(&[[3.0, 3.0], [2.0, 6.0]]).unwrap().branch_totals(), [6.0, 8.0]);
    /// ```
    pub fn branch_totals(&self) -> Vec<f64> {
        (0..self.branches).map(|branch| order_free_sum(self.branch(branch).iter().copied())).collect()
    }

    /// The weight of each class: the target before the split.
    ///
    /// ```
    /// use spinney::measure::Crosstab;
    ///
    /// assert_eq!(Crosstab::from_rows(&[[3.0, 3.0], [2.0, 6.0]]).unwrap().class_totals(), [5.0, 9.0]);
    /// ```
    pub fn class_totals(&self) -> Vec<f64> {
        let class = |class| self.cells.iter().copied().skip(class).step_by(self.classes.max(1));
        (0..self.classes).map(|index| order_free_sum(class(index))).collect()
    }

    /// The weight of the whole table.
    ///
    /// ```
    /// use spinney::measure::Crosstab;
    ///
    /// assert_eq!(Crosstab::from_rows(&[[3.0, 3.0], [2.0, 6.0]]).unwrap().total(), 14.0);
    /// ```
    pub fn total(&self) -> f64 {
        order_free_sum(self.cells.iter().copied())
    }

    /// The same weights with branches and classes changed over.
    ///
    /// ```
    /// use spinney::measure::Crosstab;
    ///
    /// let wind = Crosstab::from_rows(&[[3.0, 3.0], [2.0, 6.0]]).unwrap();
    /// assert_eq!(wind.transpose().branch(0), [3.0, 2.0]);
    /// ```
    #[must_use]
    pub fn transpose(&self) -> Self {
        let mut other = Self::new(self.classes, self.branches);
        for branch in 0..self.branches {
            for (class, &weight) in self.branch(branch).iter().enumerate() {
                other.cells[class * self.branches + branch] = weight;
            }
        }
        other
    }
}
