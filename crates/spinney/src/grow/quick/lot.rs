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
use crate::grow::item::{Label, Stored};
use crate::seed::Key;

/// The least and the greatest of a column at a node, as buckets and as codes.
#[derive(Debug, Clone, Copy)]
struct Ends {
    buckets: (u8, u8),
    codes: (u32, u32),
}

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
        for (place, lot) in self.lots.iter().enumerate() {
            run.reset();
            run.shift_bins(&self.bins[place * stride..(place + 1) * stride]);
            let (left, right) = run.weights();
            if left.min(right) >= least.max(1) {
                let place = Place::Codes { low: lot.low, high: lot.low + 1 }; // one cut of each column is compared
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
        let ends = self.ends(flock, columns);
        for (column, Ends { codes, .. }) in columns.iter().zip(ends) {
            let coded = &self.data.columns[*column as usize];
            let Some(values) = coded.numbers() else { continue };
            let key = key.child(u64::from(*column));
            let Some(cut) = drawn_cut(values.at(codes.0), values.at(codes.1), key) else { continue };
            let low = values.last_up_to(cut, codes);
            let asks = !coded.is_fine();
            let bucket =
                if asks { coded.starts().partition_point(|start| *start <= low).max(1) - 1 } else { low as usize };
            self.lots.push(Lot { column: *column, cut, low, bucket: bucket as u8, asks });
        }
    }

    /// The ends of columns of numbers.
    fn ends<S>(&self, flock: Flock<'_, S>, columns: &[u32]) -> Vec<Ends> {
        let none = Ends { buckets: (u8::MAX, 0), codes: (u32::MAX, 0) };
        let mut ends = vec![none; columns.len()];
        self.each(flock, columns, |place, _, byte| {
            let (least, greatest) = &mut ends[place].buckets;
            (*least, *greatest) = (byte.min(*least), byte.max(*greatest));
        });
        let coded: Vec<_> = columns.iter().map(|column| &self.data.columns[*column as usize]).collect();
        self.each(flock, columns, |place, row, byte| {
            let Ends { buckets, codes } = &mut ends[place];
            if byte == buckets.0 || byte == buckets.1 {
                let code = coded[place].codes.at(flock.items[row].row);
                *codes = (codes.0.min(code), codes.1.max(code));
            }
        });
        ends
    }

    /// Sums up the rows below each cut.
    fn count_below<S: Stored<Label = R::Label>>(&mut self, run: &R, flock: Flock<'_, S>) {
        let stride = run.stride();
        let mut bins = std::mem::take(&mut self.bins);
        bins.clear();
        bins.resize(self.lots.len() * stride, R::Bin::default());
        let columns: Vec<u32> = self.lots.iter().map(|lot| lot.column).collect();
        let coded: Vec<_> = columns.iter().map(|column| &self.data.columns[*column as usize]).collect();
        self.each(flock, &columns, |place, row, byte| {
            let lot = &self.lots[place];
            let item = &flock.items[row];
            let below = if lot.asks && byte == lot.bucket {
                coded[place].codes.at(item.row) <= lot.low
            } else {
                byte <= lot.bucket
            };
            // No branch: which side a row is on is anybody's guess.
            let label = item.stored.label();
            let label = label.with_weight(if below { label.weight() } else { 0 });
            run.count(&mut bins[place * stride..(place + 1) * stride], label);
        });
        self.bins = bins;
    }

    /// Says the byte of every row in every one of these columns: the column's place, the row's, the byte.
    #[inline]
    fn each<S>(&self, flock: Flock<'_, S>, columns: &[u32], mut say: impl FnMut(usize, usize, u8)) {
        let travels = self.data.abreast.as_ref().filter(|_| !flock.lines.is_empty());
        let places = travels.and_then(|abreast| columns.iter().map(|column| abreast.place(*column)).collect());
        if let Some::<Vec<_>>(places) = places {
            for (row, line) in flock.lines.chunks_exact(flock.words).enumerate() {
                for (place, (word, shift)) in places.iter().enumerate() {
                    say(place, row, (line[*word] >> shift) as u8);
                }
            }
            return;
        }
        for (place, column) in columns.iter().enumerate() {
            with_bytes!(self.data, flock, *column, bytes => bytes.enumerate().for_each(|(row, byte)| say(place, row, byte)));
        }
    }

    /// The cut that was chosen, ready to be made.
    fn made<S>(&self, flock: Flock<'_, S>, found: &Found<R::Mark>, key: Key) -> Best {
        let column = found.column;
        let coded = &self.data.columns[column as usize];
        let (low, high) = found.cut.place.codes().unwrap_or((0, 1));
        let lot = self.lots.iter().find(|lot| lot.column == column).map(|lot| lot.cut);
        // Of two values any cut between them parts the rows alike: it is drawn where it is made.
        let two = || match coded.numbers() {
            Some(values) if self.bits[column as usize] != NONE => {
                drawn_cut(values.at(0), values.at(1), key.child(u64::from(column)))
            }
            _ => None,
        };
        let question = lot.or_else(two).map_or(Question::Between { low, high }, |cut| Question::At { cut, low });
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
