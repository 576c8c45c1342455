//! Pieces begun, and grown further.

use std::ops::Range;

use super::course::{Course, End};
use super::growth::Growth;
use super::oob::OutOfBag;
use super::piece::Piece;
use super::print::print;
use super::settings::ForestSettings;
use super::tally::Tally;
use crate::error::{Mistake, Result};
use crate::grow::{Training, Watch, only};

impl Piece {
    /// Grows a whole forest.
    ///
    /// ```
    /// use spinney::forest::{Course, ForestSettings, Piece};
    /// use spinney::grow::Training;
    /// use spinney::table::{ReadOptions, Table, Target, Task};
    /// let table = Table::from_csv(b"size,fits\n1,yes\n2,yes\n4,no\n5,no\n", &ReadOptions::new())?;
    /// let target = Target::new(&table, "fits", None)?;
    /// let training = Training::new(&table, &[0], &target);
    /// let settings = ForestSettings::random_forest(Task::Classification).trees(20);
    /// let piece = Piece::grow(&training, &settings, &Course::watched(), &())?;
    /// assert_eq!(piece.trees().len(), 20);
    /// assert!(piece.out_of_bag().is_some_and(|known| known.trees(0) > 0));
    /// # Ok::<(), spinney::Error>(())
    /// ```
    pub fn grow(
        training: &Training<'_>,
        settings: &ForestSettings,
        course: &Course,
        watch: &dyn Watch,
    ) -> Result<Piece> {
        Piece::of(training, settings, 0..u64::from(settings.trees), course, watch)
    }

    /// Grows the trees of these numbers; how many trees the settings ask for does not matter.
    pub fn of(
        training: &Training<'_>,
        settings: &ForestSettings,
        numbers: Range<u64>,
        course: &Course,
        watch: &dyn Watch,
    ) -> Result<Piece> {
        training.has_one_target("a forest")?;
        only(Piece::several(training, settings, numbers, course, watch)?)
    }

    /// Grows the trees of these numbers for all targets: a piece for each, whose trees have the same nodes.
    ///
    /// ```
    /// use spinney::forest::{Course, ForestSettings, Piece};
    /// use spinney::grow::Training;
    /// use spinney::table::{ReadOptions, Table, Target, Task};
    /// let table = Table::from_csv(b"size,fits,cheap\n1,yes,yes\n2,yes,no\n4,no,no\n5,no,no\n", &ReadOptions::new())?;
    /// let (fits, cheap) = (Target::new(&table, "fits", None)?, Target::new(&table, "cheap", None)?);
    /// let training = Training { others: &[cheap], ..Training::new(&table, &[0], &fits) };
    /// let settings = ForestSettings::random_forest(Task::Classification);
    /// let pieces = Piece::several(&training, &settings, 0..20, &Course::watched(), &())?;
    /// assert_eq!(pieces[0].trees()[7].nodes(), pieces[1].trees()[7].nodes());
    /// assert!(pieces[1].findings(&training).is_some());
    /// # Ok::<(), spinney::Error>(())
    /// ```
    pub fn several(
        training: &Training<'_>,
        settings: &ForestSettings,
        numbers: Range<u64>,
        course: &Course,
        watch: &dyn Watch,
    ) -> Result<Vec<Piece>> {
        course.check(settings, numbers.start)?;
        training.check()?;
        let (print, rows) = (print(training), training.targeted());
        let mut pieces = Vec::new();
        for target in 0..=training.others.len() {
            let mut blank = Piece {
                settings: settings.clone().trees(0),
                print,
                target,
                columns: training.columns.len(),
                numbers: Vec::new(),
                trees: Vec::new(),
                out_of_bag: None,
                credits: course.importance.then(Vec::new),
                urn: None,
                scores: Vec::new(),
                end: End::Complete,
            };
            let own = blank.own(training, &rows);
            blank.out_of_bag = course.adds_up().then(|| OutOfBag { tally: Tally::new(&own) });
            pieces.push(blank);
        }
        Growth::new(training, course, pieces).grow(numbers, watch)
    }

    /// Grows so many more trees, from the number after the last; the forest must be of this training. What is kept beside the
    /// trees is what was kept before; of the course the ends alone count.
    pub fn more(self, training: &Training<'_>, trees: u32, course: &Course, watch: &dyn Watch) -> Result<Piece> {
        training.has_one_target("a forest")?;
        only(Piece::more_several(vec![self], training, trees, course, watch)?)
    }

    /// The same for the pieces of all targets.
    pub fn more_several(
        pieces: Vec<Piece>,
        training: &Training<'_>,
        trees: u32,
        course: &Course,
        watch: &dyn Watch,
    ) -> Result<Vec<Piece>> {
        training.check()?;
        let print = print(training);
        pieces.iter().try_for_each(|piece| piece.check_print(print))?;
        let Some(lead) = pieces.first() else { return Ok(pieces) };
        let together = |(place, piece): (usize, &Piece)| piece.target == place && piece.numbers == lead.numbers;
        if pieces.len() != 1 + training.others.len() || !pieces.iter().enumerate().all(together) {
            let what = "there must be one for each target, in their order, with trees of the same numbers";
            return Err(Mistake::PiecesDiffer { what }.anywhere());
        }
        let first = lead.numbers.last().map_or(0, |last| last + 1);
        let gaps = first != lead.numbers.len() as u64 || lead.out_of_bag.is_none();
        course.check(&lead.settings, if gaps { first } else { 0 })?;
        Growth::new(training, course, pieces).grow(first..first + u64::from(trees), watch)
    }
}
