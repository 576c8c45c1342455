//! Cuts that are drawn, one for each column, and the best of these: extra trees.

use super::bench::{Bench, Best, Found, Spot, offer};
use super::flock::{Flock, Side, with_bytes};
use super::run::{Place, QuickCut};
use super::scan::Quick;
use super::search::quick_cut;
use super::table::Tabled;
use crate::encode::Coded;
use crate::grow::candidate::Question;
use crate::grow::item::Stored;
use crate::seed::Key;

/// The most buckets that are codes.
const FINE: u32 = 256;

/// A cut of a column.
#[derive(Clone, Copy)]
enum Lot {
    /// Drawn, among these codes.
    Cut { cut: f64, codes: (u32, u32) },
    /// Between neighbouring codes.
    Between { low: u32, high: u32 },
}

impl<R: Tabled> Bench<'_, R> {
    /// The best of the cuts that are drawn for these columns (ascending), none of them constant; names in an order are cut where they
    /// gain most.
    pub(crate) fn drawn<S: Stored<Label = R::Label>>(
        &mut self,
        run: &mut R,
        flock: Flock<'_, S>,
        columns: &[u32],
        (key, least): (Key, u64),
    ) -> Option<Best> {
        let mut found: Option<Found<R::Mark>> = None;
        let mut best = None;
        for column in columns.iter().copied() {
            let coded = &self.data.columns[column as usize];
            if !matches!(coded.coded, Coded::Numbers(_)) {
                if let Quick::Cut(cut) = quick_cut(run, flock.items, coded, least)
                    && let Some((low, high)) = cut.place.codes()
                    && offer(&mut found, run, column, cut)
                {
                    best = Some((column, Lot::Between { low, high }));
                }
                continue;
            }
            let Some(lot) = self.lot(flock, column, key.child(u64::from(column))) else { continue };
            if let Some(cut) = self.worth(run, flock, least)
                && offer(&mut found, run, column, cut)
            {
                best = Some((column, lot));
            }
        }
        best.map(|(column, lot)| self.made(flock, column, lot))
    }

    /// Draws a cut between the least and the greatest number, and finds which rows are above it.
    fn lot<S>(&mut self, flock: Flock<'_, S>, column: u32, key: Key) -> Option<Lot> {
        let coded = &self.data.columns[column as usize];
        let values = coded.numbers()?;
        let ends = self.ends(flock, column)?;
        let cut = drawn_cut(values.at(ends.0), values.at(ends.1), key)?;
        if coded.distinct <= FINE {
            let low = values.last_up_to(cut, ends);
            flock.sides(self.side(flock, column, low), (coded, low), &mut self.right);
            return Some(Lot::Cut { cut, codes: ends });
        }
        // Buckets tell nearly all rows apart; those of one bucket are asked for their numbers.
        let first = |code: &u32| if *code < coded.distinct { values.at(*code) } else { f64::INFINITY };
        let firsts = self.firsts.entry(column).or_insert_with(|| coded.starts().iter().map(first).collect());
        let bucket = firsts.partition_point(|first| *first <= cut).saturating_sub(1);
        self.right.clear();
        self.places.clear();
        with_bytes!(self.data, flock, column, bytes => for (place, byte) in bytes.enumerate() {
            self.right.push(usize::from(byte) > bucket);
            if usize::from(byte) == bucket {
                self.places.push(place as u32);
            }
        });
        for place in &self.places {
            let code = coded.codes.at(flock.items[*place as usize].row);
            self.right[*place as usize] = values.at(code) > cut;
        }
        let next = coded.starts().get(bucket + 1).copied().unwrap_or(coded.distinct);
        Some(Lot::Cut { cut, codes: (coded.starts()[bucket], next - 1) })
    }

    /// The cut that was drawn, ready to be made.
    fn made<S>(&self, flock: Flock<'_, S>, column: u32, lot: Lot) -> Best {
        let values = self.data.columns[column as usize].numbers();
        let (question, low) = match (lot, values) {
            (Lot::Cut { cut, codes }, Some(values)) => {
                let low = values.last_up_to(cut, codes);
                (Question::At { cut, low }, low)
            }
            // Cuts that are drawn are of numbers.
            (Lot::Between { low, high }, _) | (Lot::Cut { codes: (low, high), .. }, None) => {
                (Question::Between { low, high }, low)
            }
        };
        Best { column, question, low, side: self.side(flock, column, low) }
    }

    /// How rows are told which way to go at a code.
    fn side<S>(&self, flock: Flock<'_, S>, column: u32, low: u32) -> Side {
        let coded = &self.data.columns[column as usize];
        match self.spot(flock, column) {
            Spot::Bit(side) => side,
            Spot::Byte(byte) if coded.distinct <= FINE => Side::Bucket { byte, bucket: low as u8 },
            Spot::Byte(byte) => {
                let bucket = (coded.starts().partition_point(|start| *start <= low).max(1) - 1) as u8;
                Side::Code { byte, buckets: (bucket, bucket) }
            }
            Spot::None => Side::Table,
        }
    }

    /// The least and the greatest code.
    fn ends<S>(&self, flock: Flock<'_, S>, column: u32) -> Option<(u32, u32)> {
        let coded = &self.data.columns[column as usize];
        if coded.distinct == 2 {
            return Some((0, 1)); // the column is not constant here
        }
        let (mut least, mut greatest) = (u8::MAX, 0);
        with_bytes!(self.data, flock, column, bytes => bytes.for_each(|byte| {
            least = least.min(byte);
            greatest = greatest.max(byte);
        }));
        if coded.distinct <= FINE {
            return Some((u32::from(least), u32::from(greatest)));
        }
        let (mut low, mut high) = (u32::MAX, 0);
        with_bytes!(self.data, flock, column, bytes => {
            let rows = flock.items.iter().zip(bytes).filter(|(_, byte)| *byte == least || *byte == greatest);
            rows.for_each(|(item, _)| {
                let code = coded.codes.at(item.row);
                (low, high) = (low.min(code), high.max(code));
            });
        });
        (low <= high).then_some((low, high))
    }

    /// What the cut is worth that parts the rows as was just found.
    fn worth<S: Stored<Label = R::Label>>(
        &mut self,
        run: &mut R,
        flock: Flock<'_, S>,
        least: u64,
    ) -> Option<QuickCut<R::Mark>> {
        let stride = run.stride();
        self.bins.clear();
        self.bins.resize(2 * stride, R::Bin::default());
        for (item, right) in flock.items.iter().zip(&self.right) {
            let start = usize::from(*right) * stride;
            run.count(&mut self.bins[start..start + stride], item.stored.label());
        }
        run.reset();
        run.shift_bins(&self.bins[..stride]);
        let (left, right) = run.weights();
        let place = Place::Codes { low: 0, high: 1 }; // only one cut of each column is compared
        (left.min(right) >= least.max(1)).then(|| QuickCut { score: run.score(), mark: run.mark(), place })
    }
}

/// A number drawn evenly from [low, high); `None` where there is no room between them.
pub(crate) fn drawn_cut(low: f64, high: f64, key: Key) -> Option<f64> {
    let (low, high) = (low.max(f64::MIN), high.min(f64::MAX));
    if low >= high {
        return None;
    }
    let share = key.draws().unit();
    let cut = low * (1.0 - share) + high * share;
    Some(if cut >= high || cut < low { low } else { cut })
}
