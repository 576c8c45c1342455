//! Cuts that are drawn, one for each column, and the best of these: extra trees.

use super::asked::Asked;
use super::bench::{Bench, Best, Found, Lot, NONE, Spot, offer};
use super::flock::{Flock, Side, with_bytes};
use super::run::{Place, QuickCut};
use super::scan::Quick;
use super::search::quick_cut;
use super::table::Tabled;
use crate::encode::Coded;
use crate::grow::candidate::Question;
use crate::grow::item::Stored;
use crate::seed::Key;

impl<R: Tabled> Bench<'_, R> {
    /// The best of the cuts that are drawn for these columns (ascending), none of them constant; names in an order are cut where they
    /// gain most.
    pub(crate) fn drawn<S: Stored<Label = R::Label>>(
        &mut self,
        run: &mut R,
        flock: Flock<'_, S>,
        asked: Asked<'_, S>,
    ) -> Option<Best> {
        let Asked { columns, key, least, .. } = asked;
        let mut found: Option<Found<R::Mark>> = None;
        self.two_valued(run, flock, (columns, least), &mut found);
        let others = columns.iter().copied().filter(|column| self.bits[*column as usize] == NONE);
        let (numbers, names): (Vec<u32>, Vec<u32>) = others.partition(|column| self.is_numeric(*column));
        for column in names {
            if let Quick::Cut(cut) = quick_cut(run, flock.items, &self.data.columns[column as usize], least) {
                offer(&mut found, run, column, cut);
            }
        }
        self.draw_lots(flock, &numbers, key);
        self.count_below(run, flock);
        let stride = run.stride();
        for (lot, bins) in self.lots.iter().zip(self.bins.chunks_exact(stride)) {
            run.reset();
            run.shift_bins(bins);
            let (left, right) = run.weights();
            if left.min(right) >= least.max(1) {
                let place = Place::Parted; // one cut of each column is compared
                offer(&mut found, run, lot.column, QuickCut { score: run.score(), mark: run.mark(), place });
            }
        }
        found.map(|found| self.made(flock, &found, key))
    }

    fn is_numeric(&self, column: u32) -> bool {
        matches!(self.data.columns[column as usize].coded, Coded::Numbers(_))
    }

    /// Draws a cut for each column, between its least and its greatest number.
    fn draw_lots<S>(&mut self, flock: Flock<'_, S>, columns: &[u32], key: Key) {
        self.lots.clear();
        for (column, span) in columns.iter().zip(self.spans(flock, columns)) {
            let coded = &self.data.columns[*column as usize];
            let Some(values) = coded.numbers() else { continue };
            let asks = !coded.is_fine();
            let (low, high) = if asks {
                (span.low, span.high)
            } else {
                (values.at(u32::from(span.least)), values.at(u32::from(span.most)))
            };
            let key = key.child(u64::from(*column));
            let Some(cut) = drawn_cut(low, high, key) else { continue };
            let bucket = if asks {
                self.firsts[*column as usize].partition_point(|first| *first <= cut).max(1) - 1
            } else {
                values.last_up_to(cut, (u32::from(span.least), u32::from(span.most))) as usize
            };
            self.lots.push(Lot { column: *column, cut, bucket: bucket as u8, asks });
        }
    }

    /// The ends of columns of numbers. Rows are looked at in blocks that stay in the cache for all columns.
    fn spans<S>(&self, flock: Flock<'_, S>, columns: &[u32]) -> Vec<Span> {
        let none = Span { least: u8::MAX, most: 0, low: f64::INFINITY, high: f64::NEG_INFINITY };
        let mut spans = vec![none; columns.len()];
        for block in flock.blocks() {
            for (column, span) in columns.iter().zip(&mut spans) {
                if self.data.columns[*column as usize].is_fine() {
                    with_bytes!(self.data, block, *column, bytes => bytes.for_each(|byte| {
                        (span.least, span.most) = (byte.min(span.least), byte.max(span.most));
                    }));
                    continue;
                }
                let Some(lines) = &self.data.number_lines else { continue };
                with_bytes!(self.data, block, *column, bytes => {
                    for (item, byte) in block.items.iter().zip(bytes) {
                        if byte <= span.least || byte >= span.most {
                            span.take(byte, lines.at(item.row, *column));
                        }
                    }
                });
            }
        }
        spans
    }

    /// Sums up the rows below each cut.
    fn count_below<S: Stored<Label = R::Label>>(&mut self, run: &R, flock: Flock<'_, S>) {
        let stride = run.stride();
        self.bins.clear();
        self.bins.resize(self.lots.len() * stride, R::Bin::default());
        for block in flock.blocks() {
            for (lot, bins) in self.lots.iter().zip(self.bins.chunks_exact_mut(stride)) {
                let Lot { column, cut, bucket, asks } = *lot;
                let lines = self.data.number_lines.as_ref().filter(|_| asks);
                with_bytes!(self.data, block, column, bytes => {
                    let rows = block.items.iter().zip(bytes).map(|(item, byte)| {
                        let below = match lines {
                            Some(lines) if byte == bucket => lines.at(item.row, column) <= cut,
                            _ => byte <= bucket,
                        };
                        (item.stored.label(), below)
                    });
                    run.sum_left(bins, rows);
                });
            }
        }
    }

    /// The cut that was chosen, ready to be made.
    fn made<S>(&self, flock: Flock<'_, S>, found: &Found<R::Mark>, key: Key) -> Best {
        let column = found.column;
        let coded = &self.data.columns[column as usize];
        let cut = match (self.lots.iter().find(|lot| lot.column == column), coded.numbers()) {
            (Some(lot), _) => Some(lot.cut),
            // Of two values any cut between them parts the rows alike: it is drawn where it is made.
            (None, Some(values)) if self.bits[column as usize] != NONE => {
                drawn_cut(values.at(0), values.at(1), key.child(u64::from(column)))
            }
            _ => None,
        };
        let (low, question) = match (cut, coded.numbers(), found.cut.place.codes()) {
            (Some(cut), Some(values), _) => {
                let low = values.last_up_to(cut, (0, coded.distinct.max(1) - 1));
                (low, Question::At { cut, low })
            }
            (_, _, Some((low, high))) => (low, Question::Between { low, high }),
            _ => (0, Question::Between { low: 0, high: 1 }),
        };
        Best { column, question, route: found.route, low, side: self.side(flock, column, low) }
    }

    /// How rows are told which way to go at a code.
    fn side<S>(&self, flock: Flock<'_, S>, column: u32, low: u32) -> Side {
        let coded = &self.data.columns[column as usize];
        match self.spot(flock, column) {
            Spot::Bit(side) => side,
            Spot::Byte(byte) if coded.is_fine() => Side::Bucket { byte, bucket: low as u8 },
            Spot::Byte(byte) => {
                let bucket = (coded.starts().partition_point(|start| *start <= low).max(1) - 1) as u8;
                Side::Code { byte, buckets: (bucket, bucket) }
            }
            Spot::None => Side::Table,
        }
    }
}

/// The least and the greatest byte of a column at a node; where bytes are buckets, the ends of the numbers in these.
#[derive(Debug, Clone, Copy)]
struct Span {
    least: u8,
    most: u8,
    low: f64,
    high: f64,
}

impl Span {
    fn take(&mut self, byte: u8, value: f64) {
        if byte < self.least {
            (self.least, self.low) = (byte, value);
        } else if byte == self.least && value < self.low {
            self.low = value;
        }
        if byte > self.most {
            (self.most, self.high) = (byte, value);
        } else if byte == self.most && value > self.high {
            self.high = value;
        }
    }
}

/// A number drawn evenly from [low, high); `None` where there is no room between them.
pub(crate) fn drawn_cut(low: f64, high: f64, key: Key) -> Option<f64> {
    let (low, high) = (low.max(f64::MIN), high.min(f64::MAX));
    if low >= high {
        return None;
    }
    let share = key.unit();
    let cut = low * (1.0 - share) + high * share;
    Some(if cut >= high || cut < low { low } else { cut })
}
