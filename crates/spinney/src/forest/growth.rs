//! Trees as they are grown: what is kept of each, and when there are enough.

use std::ops::Range;

use super::answer::{Ends, Said, ascending};
use super::course::{Course, End};
use super::credit::{Assessor, Credits};
use super::descent::{View, descend};
use super::memory::{needed, tree_bytes, wave};
use super::oob::OutOfBag;
use super::piece::Piece;
use super::print::print;
use super::settings::ForestSettings;
use super::tally::{Tally, Way};
use super::trimmed::trimmed;
use crate::error::{Error, Mistake, Result};
use crate::grow::{Grown, Training, Watch, crop};
use crate::parallel;
use crate::tree::Tree;

/// A piece that grows.
pub(super) struct Growth<'a> {
    training: &'a Training<'a>,
    course: &'a Course,
    piece: Piece,
    /// Trees that are asked for, those before included.
    wanted: u64,
    /// What is needed whatever trees there are, and what the trees take.
    needed: u64,
    taken: u64,
    refused: Option<Error>,
}

/// One tree, and what the worker that grew it found.
struct One {
    tree: Tree,
    said: Option<Said>,
    credits: Option<Credits>,
}

impl<'a> Growth<'a> {
    pub(super) fn new(training: &'a Training<'a>, course: &'a Course, piece: Piece) -> Self {
        let taken = piece.trees.iter().map(tree_bytes).sum();
        Growth { training, course, piece, wanted: 0, needed: 0, taken, refused: None }
    }

    /// Grows the trees of these numbers.
    pub(super) fn grow(mut self, numbers: Range<u64>, watch: &dyn Watch) -> Result<Piece> {
        let more = numbers.end.saturating_sub(numbers.start);
        self.wanted = self.piece.trees.len() as u64 + more;
        if self.wanted == 0 {
            self.piece.settings.check()?;
        }
        if self.piece.out_of_bag.is_some() {
            Tally::check(self.wanted)?;
        }
        let kept = (self.piece.out_of_bag.is_some(), self.piece.credits.is_some());
        self.needed = needed(self.training, &self.piece.settings, kept);
        let first = if self.course.max_memory.is_some() { 1 } else { wave() };
        if self.needed.saturating_add(self.taken) > self.course.max_memory.unwrap_or(u64::MAX) {
            return Err(self.too_much(0));
        }
        let (training, settings) = (self.training, self.piece.settings.clone());
        self.piece.end = End::Complete;
        let start = numbers.start;
        settings.check_price()?;
        let keep = |grown: Grown<'_>| {
            let Grown { trees, out } = grown;
            let one = |tree: Tree| One::of((trimmed(tree, &settings), out), training, kept);
            let ones: Vec<One> = trees.into_iter().map(one).collect();
            watch.grown();
            ones
        };
        let mut gathered = 0;
        crop((training, settings.variety()), watch, (numbers, first), &keep, &mut |wave| {
            let next = start + gathered;
            gathered += wave.len() as u64;
            self.take(next, wave.into_iter().flatten().collect())
        })?;
        if let Some(refused) = self.refused {
            return Err(refused);
        }
        if self.piece.end == End::Complete && (self.piece.trees.len() as u64) < self.wanted {
            self.piece.end = End::Enough;
        }
        self.piece.settings.trees = self.piece.trees.len() as u32;
        Ok(self.piece)
    }

    /// Takes the trees of a wave, the first of this number; how many the next wave has.
    fn take(&mut self, first: u64, wave: Vec<One>) -> u64 {
        let every = self.course.settle.map_or(u64::MAX, |settle| u64::from(settle.every));
        let mut wave = wave.into_iter().zip(first..).peekable();
        while wave.peek().is_some() {
            // Up to the next look, whose place does not hang on how waves fall.
            let look = every - self.piece.trees.len() as u64 % every;
            let mut some: Vec<(One, u64)> = Vec::new();
            while (some.len() as u64) < look && self.fits(&mut some, &mut wave) {}
            let full = wave.peek().is_some() && (some.len() as u64) < look;
            self.add(some);
            if full {
                return 0;
            }
            if (self.piece.trees.len() as u64).is_multiple_of(every) && self.has_settled() {
                self.piece.end = End::Settled;
                return 0;
            }
        }
        self.next_wave()
    }

    /// Moves a tree over, where there is one and it fits into the memory; the first always does.
    fn fits(
        &mut self,
        some: &mut Vec<(One, u64)>,
        wave: &mut std::iter::Peekable<impl Iterator<Item = (One, u64)>>,
    ) -> bool {
        let Some((one, _)) = wave.peek() else { return false };
        let all = self.taken.saturating_add(tree_bytes(&one.tree));
        let limit = self.course.max_memory.unwrap_or(u64::MAX);
        let none = self.piece.trees.is_empty() && some.is_empty();
        if !none && self.needed.saturating_add(all) > limit {
            if self.course.as_many_as_fit {
                self.piece.end = End::Memory;
            } else {
                self.refused = Some(self.too_much(all));
            }
            return false;
        }
        self.taken = all;
        some.extend(wave.next());
        true
    }

    /// As many as usual, or as will fit if they are like those that there are. The forest is refused where not all will.
    fn next_wave(&mut self) -> u64 {
        let Some(limit) = self.course.max_memory else { return wave() };
        let many = (self.piece.trees.len() as u64).max(1);
        let each = self.taken.div_ceil(many).max(1);
        // Those that are being grown are there twice: as a draft, and as a tree.
        let all = each.saturating_mul(self.wanted.saturating_add(2 * parallel::threads() as u64));
        if !self.course.as_many_as_fit && self.needed.saturating_add(all) > limit {
            self.refused = Some(self.too_much(all));
            return 0;
        }
        let room = limit.saturating_sub(self.needed).saturating_sub(self.taken);
        (room / each).clamp(1, wave())
    }

    fn too_much(&self, trees: u64) -> Error {
        let (needed, limit) = (self.needed.saturating_add(trees), self.course.max_memory.unwrap_or(u64::MAX));
        Mistake::TooLittleMemory { trees: self.wanted, needed, limit }.anywhere()
    }

    fn add(&mut self, some: Vec<(One, u64)>) {
        if let Some(known) = &mut self.piece.out_of_bag {
            let said: Vec<(&Tree, &Said)> =
                some.iter().filter_map(|(one, _)| Some((&one.tree, one.said.as_ref()?))).collect();
            known.tally.count(&said, Way::In);
        }
        for (one, number) in some {
            self.piece.numbers.push(number);
            self.piece.trees.push(one.tree);
            if let (Some(all), Some(own)) = (&mut self.piece.credits, one.credits) {
                all.push(own);
            }
        }
    }

    fn has_settled(&mut self) -> bool {
        let (Some(settle), Some(known)) = (self.course.settle, &self.piece.out_of_bag) else { return false };
        self.piece.scores.extend(known.figure(self.training));
        settle.has_settled(&self.piece.scores)
    }
}

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
        course.check(settings, numbers.start)?;
        training.has_one_target("a forest that keeps what it finds")?;
        training.check()?;
        let blank = Piece {
            settings: settings.clone().trees(0),
            print: print(training),
            columns: training.columns.len(),
            numbers: Vec::new(),
            trees: Vec::new(),
            out_of_bag: course.adds_up().then(|| OutOfBag { tally: Tally::new(training) }),
            credits: course.importance.then(Vec::new),
            scores: Vec::new(),
            end: End::Complete,
        };
        Growth::new(training, course, blank).grow(numbers, watch)
    }

    /// Grows so many more trees, from the number after the last; the forest must be of this training. What is kept beside the
    /// trees is what was kept before; of the course the ends alone count.
    pub fn more(self, training: &Training<'_>, trees: u32, course: &Course, watch: &dyn Watch) -> Result<Piece> {
        training.check()?;
        self.check_print(print(training))?;
        let first = self.numbers.last().map_or(0, |last| last + 1);
        let gaps = first != self.numbers.len() as u64 || self.out_of_bag.is_none();
        course.check(&self.settings, if gaps { first } else { 0 })?;
        Growth::new(training, course, self).grow(first..first + u64::from(trees), watch)
    }
}

impl One {
    fn of((tree, out): (Tree, &[u32]), training: &Training<'_>, (says, worth): (bool, bool)) -> Self {
        let view = View::of(training);
        let rows = if says || worth { ascending(out.to_vec()) } else { Vec::new() };
        let mut ends = Ends::for_rows(rows.len());
        let credits = worth.then(|| {
            let mut assessor = Assessor::new(training, &tree, std::mem::take(&mut ends));
            descend(&tree, view, &rows, &mut assessor);
            let (credits, found) = assessor.finish(&rows);
            ends = found;
            credits
        });
        if says && !worth {
            descend(&tree, view, &rows, &mut ends);
        }
        let said = says.then(|| Said::at(&tree, view, &rows, ends.in_order()));
        One { tree, said, credits }
    }
}
