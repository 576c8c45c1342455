//! Trees as they are grown: what is kept of each, and when there are enough.

use std::ops::Range;
use std::sync::Arc;

use super::answer::{Ends, Said, ascending};
use super::course::{Course, End};
use super::credit::{Assessor, Credits};
use super::descent::{View, descend};
use super::memory::{needed, trees_bytes, wave};
use super::piece::Piece;
use super::tally::{Tally, Way};
use super::trimmed::trimmed;
use crate::error::{Error, Mistake, Result};
use crate::grow::{Grown, Training, Watch, crop};
use crate::parallel;
use crate::tree::Tree;

/// The pieces of all targets, which grow together.
pub(super) struct Growth<'a> {
    training: &'a Training<'a>,
    course: &'a Course,
    /// The rows that have every target.
    rows: Vec<u32>,
    /// One for each target; they have trees of the same numbers.
    pieces: Vec<Piece>,
    /// Trees that are asked for, those before included.
    wanted: u64,
    /// What is needed whatever trees there are, and what the trees take.
    needed: u64,
    taken: u64,
    refused: Option<Error>,
}

/// One tree for one target, and what the worker that grew it found.
struct One {
    tree: Tree,
    said: Option<Said>,
    credits: Option<Credits>,
}

/// The trees of one number, one for each target.
type Ones = Vec<One>;

impl<'a> Growth<'a> {
    pub(super) fn new(training: &'a Training<'a>, course: &'a Course, pieces: Vec<Piece>) -> Self {
        let rows = if training.others.is_empty() { Vec::new() } else { training.targeted() };
        let taken = (0..pieces.first().map_or(0, |piece| piece.trees.len()))
            .map(|place| trees_bytes(pieces.iter().map(|piece| &piece.trees[place])))
            .sum();
        Growth { training, course, rows, pieces, wanted: 0, needed: 0, taken, refused: None }
    }

    /// How many trees there are.
    fn many(&self) -> u64 {
        self.pieces.first().map_or(0, |piece| piece.trees.len() as u64)
    }

    fn end(&mut self, end: End) {
        self.pieces.iter_mut().for_each(|piece| piece.end = end);
    }

    /// Grows the trees of these numbers.
    pub(super) fn grow(mut self, numbers: Range<u64>, watch: &dyn Watch) -> Result<Vec<Piece>> {
        let Some(Piece { settings, out_of_bag, credits, .. }) = self.pieces.first() else { return Ok(Vec::new()) };
        let (settings, kept) = (settings.clone(), (out_of_bag.is_some(), credits.is_some()));
        let more = numbers.end.saturating_sub(numbers.start);
        self.wanted = self.many() + more;
        if self.wanted == 0 {
            settings.check()?;
        }
        if kept.0 {
            Tally::check(self.wanted)?;
        }
        self.needed = needed(self.training, &settings, kept);
        let first = if self.course.max_memory.is_some() { 1 } else { wave() };
        if self.needed.saturating_add(self.taken) > self.course.max_memory.unwrap_or(u64::MAX) {
            return Err(self.too_much(0));
        }
        self.end(End::Complete);
        let start = numbers.start;
        settings.check_price()?;
        let (training, rows) = (self.training, self.rows.clone());
        let own: Vec<Training<'_>> = self.pieces.iter().map(|piece| piece.own(training, &rows)).collect();
        let keep = |grown: Grown<'_>| {
            let Grown { trees, out } = grown;
            let one = |(tree, training)| One::of((tree, out), training, kept);
            let ones: Ones = trimmed(trees, &settings).into_iter().zip(&own).map(one).collect();
            watch.grown();
            ones
        };
        let mut gathered = 0;
        let urn = crop((training, settings.variety()), watch, (numbers, first), &keep, &mut |wave| {
            let next = start + gathered;
            gathered += wave.len() as u64;
            self.take(next, wave)
        })?;
        if let Some(refused) = self.refused {
            return Err(refused);
        }
        if self.pieces.iter().all(|piece| piece.end == End::Complete) && self.many() < self.wanted {
            self.end(End::Enough);
        }
        let many = self.many() as u32;
        let urn = urn.filter(|_| self.course.urn).map(Arc::new);
        for piece in &mut self.pieces {
            piece.settings.trees = many;
            piece.urn.clone_from(&urn);
        }
        Ok(self.pieces)
    }

    /// Takes the trees of a wave, the first of this number; how many the next wave has.
    fn take(&mut self, first: u64, wave: Vec<Ones>) -> u64 {
        let every = self.course.settle.map_or(u64::MAX, |settle| u64::from(settle.every));
        let mut wave = wave.into_iter().zip(first..).peekable();
        while wave.peek().is_some() {
            // Up to the next look, whose place does not hang on how waves fall.
            let look = every - self.many() % every;
            let mut some: Vec<(Ones, u64)> = Vec::new();
            while (some.len() as u64) < look && self.fits(&mut some, &mut wave) {}
            let full = wave.peek().is_some() && (some.len() as u64) < look;
            self.add(some);
            if full {
                return 0;
            }
            if self.many().is_multiple_of(every) && self.has_settled() {
                self.end(End::Settled);
                return 0;
            }
        }
        self.next_wave()
    }

    /// Moves a tree over, where there is one and it fits into the memory; the first always does.
    fn fits(
        &mut self,
        some: &mut Vec<(Ones, u64)>,
        wave: &mut std::iter::Peekable<impl Iterator<Item = (Ones, u64)>>,
    ) -> bool {
        let Some((ones, _)) = wave.peek() else { return false };
        let all = self.taken.saturating_add(trees_bytes(ones.iter().map(|one| &one.tree)));
        let limit = self.course.max_memory.unwrap_or(u64::MAX);
        let none = self.many() == 0 && some.is_empty();
        if !none && self.needed.saturating_add(all) > limit {
            if self.course.as_many_as_fit {
                self.end(End::Memory);
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
        let many = self.many().max(1);
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

    fn add(&mut self, some: Vec<(Ones, u64)>) {
        for (place, piece) in self.pieces.iter_mut().enumerate() {
            let Some(known) = &mut piece.out_of_bag else { continue };
            let ones = some.iter().filter_map(|(ones, _)| ones.get(place));
            let said: Vec<(&Tree, &Said)> = ones.filter_map(|one| Some((&one.tree, one.said.as_ref()?))).collect();
            known.tally.count(&said, Way::In);
        }
        for (ones, number) in some {
            for (piece, one) in self.pieces.iter_mut().zip(ones) {
                piece.numbers.push(number);
                piece.trees.push(one.tree);
                if let (Some(all), Some(own)) = (&mut piece.credits, one.credits) {
                    all.push(own);
                }
            }
        }
    }

    /// Whether the score, or its mean over the targets, has settled.
    fn has_settled(&mut self) -> bool {
        let Some(settle) = self.course.settle else { return false };
        let figure = |piece: &Piece| piece.out_of_bag.as_ref()?.figure(&piece.own(self.training, &self.rows));
        let figures: Option<Vec<f64>> = self.pieces.iter().map(figure).collect();
        let mean = figures.map(|figures| figures.iter().sum::<f64>() / figures.len() as f64);
        self.pieces.iter_mut().for_each(|piece| piece.scores.extend(mean));
        self.pieces.first().is_some_and(|piece| settle.has_settled(&piece.scores))
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
