//! The best split of a node.

use crate::encode::{Coded, Encoded, EncodedColumn};
use crate::grow::candidate::Question;
use crate::grow::draw::{Draw, Drawn, is_constant};
use crate::grow::hands::Constants;
use crate::grow::item::{CountedRow, Item};
use crate::grow::quick::{
    Buckets, Joint, Place, Quick, QuickCut, drawn_cut, find_keys, is_counted, over_near, quick_cut, refine, resolve,
};
use crate::seed::Key;

/// A row of a node.
pub(super) type Row = Item<CountedRow>;

/// A split that is to be made.
pub(super) struct Split {
    pub(super) column: u32,
    /// Codes up to this one go left.
    pub(super) low: u32,
    pub(super) question: Question,
}

/// What a search is made with.
pub(super) struct Search<'h, R: Joint> {
    pub(super) data: &'h Encoded<'h>,
    pub(super) run: R,
    pub(super) draw: Draw<'h>,
    pub(super) drawn: Drawn,
    pub(super) constants: Constants,
    /// Whether cuts of numbers are drawn.
    pub(super) by_lot: bool,
    pub(super) least: u64,
    /// The rows of a node by a column, or their numbers there.
    pub(super) keys: Vec<u64>,
    pub(super) numbers: Vec<f64>,
    /// What the columns of a node gave, in the order that they were asked in.
    pub(super) found: Vec<Found<R>>,
}

/// How the cut of a column is found.
#[derive(Clone, Copy)]
enum Way {
    Lot,
    Counted,
    Sorted,
}

/// What a column gave.
pub(super) struct Found<R: Joint> {
    column: u32,
    cut: Option<QuickCut<R::Mark>>,
    /// The number of the cut, where it was drawn.
    lot: Option<f64>,
    /// Counters of buckets whose insides were not looked at yet.
    buckets: Option<Buckets<R::Bin>>,
}

impl<R: Joint> Search<'_, R> {
    /// The best split of a node at which the run stands, whose rows are near; `None` where there is none.
    pub(super) fn best(&mut self, rows: &[Row], (key, constant): (Key, usize)) -> Option<Split> {
        self.ask(rows, (key, constant));
        self.look_inside(rows);
        let mut best: Option<(usize, &QuickCut<R::Mark>)> = None;
        for (place, found) in self.found.iter().enumerate() {
            let Some(cut) = &found.cut else { continue };
            if best.is_none_or(|(_, best)| cut.beats(best, &self.run)) {
                best = Some((place, cut)); // of equal ones the first wins
            }
        }
        let (place, cut) = best?;
        let Found { column, lot, .. } = self.found[place];
        let coded = &self.data.columns[column as usize];
        let (low, question) = if let (Some(cut), Some(numbers)) = (lot, coded.numbers()) {
            let low = numbers.last_up_to(cut, (0, coded.distinct.max(1) - 1));
            (low, Question::At { cut, low })
        } else {
            let (low, high) = resolve(rows, coded, cut.place);
            (low, Question::Between { low, high })
        };
        Some(Split { column, low, question })
    }

    /// Draws columns, and finds the best cut of each, or the one that is drawn. Cuts that are clearly not as good as those of a column that was
    /// asked before are not kept.
    fn ask(&mut self, rows: &[Row], (key, constant): (Key, usize)) {
        let Search { data, run, draw, drawn, constants, keys, numbers, found, .. } = self;
        let (by_lot, least) = (self.by_lot, self.least);
        found.clear();
        constants.keep(constant);
        let mut drawing = draw.begin(key, |column| constants.holds(constant, column), drawn);
        let way = |run: &R, coded: &EncodedColumn<'_>| match coded.coded {
            Coded::Numbers(_) if by_lot => Way::Lot,
            _ if is_counted(run, coded, rows.len()) => Way::Counted,
            _ => Way::Sorted,
        };
        let mut floor = f64::NEG_INFINITY;
        loop {
            let next = drawing.next(|column| {
                let coded = &data.columns[column as usize];
                match way(run, coded) {
                    Way::Lot => find_numbers(rows, (data, column), numbers),
                    Way::Counted => is_constant(rows, coded),
                    Way::Sorted => find_keys(rows, coded, keys),
                }
            });
            let Some(column) = next else { break };
            let coded = &data.columns[column as usize];
            let own = match way(run, coded) {
                Way::Lot => Found::by_lot(run, numbers, (column, key.child(u64::from(column))), (least, floor)),
                Way::Counted => Found::by_counting(run, rows, (column, coded), least),
                Way::Sorted => {
                    keys.sort_unstable();
                    let pairs = keys.iter().map(|key| ((key >> 32) as u32, *key as u32));
                    let code = |place: u32| coded.codes.at(rows[place as usize].row);
                    Found::new(column, over_near(run, pairs, (least, floor), code))
                }
            };
            let score = own.cut.as_ref().map(|cut| cut.score - 2.0 * run.doubt(cut.score));
            floor = floor.max(score.unwrap_or(floor));
            found.push(own);
            if rows.len() == 2 && score.is_some() {
                break; // two rows are parted in one way, and the first column wins
            }
        }
    }

    /// Looks for better cuts within those buckets that could hold one.
    fn look_inside(&mut self, rows: &[Row]) {
        let Search { data, run, found, least, .. } = self;
        if found.iter().all(|found| found.buckets.is_none()) {
            return;
        }
        let scores = found.iter().filter_map(|found| found.cut.as_ref()).map(|cut| cut.score - run.doubt(cut.score));
        let score = scores.fold(f64::NEG_INFINITY, f64::max);
        for found in found {
            let Some(buckets) = found.buckets.take() else { continue };
            let coded = &data.columns[found.column as usize];
            let Some(cut) = refine(run, rows, (coded, &buckets), (score, *least)) else { continue };
            if found.cut.as_ref().is_none_or(|best| cut.comes_before(best, run)) {
                found.cut = Some(cut);
            }
        }
    }
}

/// The number of each row in a column; whether all have the same.
fn find_numbers(rows: &[Row], (data, column): (&Encoded<'_>, u32), numbers: &mut Vec<f64>) -> bool {
    numbers.clear();
    if let Some(laid) = &data.number_columns {
        laid.each(column, rows.iter().map(|row| ((), row.row)), |(), number| numbers.push(number));
    }
    if numbers.is_empty() {
        let coded = &data.columns[column as usize]; // has no more than two numbers, or none are laid out
        let of_codes = coded.numbers().into_iter();
        of_codes.for_each(|own| numbers.extend(rows.iter().map(|row| own.at(coded.codes.at(row.row)))));
    }
    numbers.split_first().is_none_or(|(first, rest)| rest.iter().all(|number| number == first))
}

impl<R: Joint> Found<R> {
    fn new(column: u32, cut: Option<QuickCut<R::Mark>>) -> Self {
        Found { column, cut, lot: None, buckets: None }
    }

    /// The cut that is drawn between these numbers, unless a side has less than `least`, or it is worth less than `floor`.
    fn by_lot(run: &mut R, numbers: &[f64], (column, key): (u32, Key), (least, floor): (u64, f64)) -> Self {
        let ends = numbers.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), number| {
            (if *number < low { *number } else { low }, if *number > high { *number } else { high })
        });
        let Some(lot) = drawn_cut(ends.0, ends.1, key) else { return Found::new(column, None) };
        run.part(numbers.iter().map(|number| *number <= lot));
        let (left, right) = run.weights();
        let is_kept = left >= least && right >= least && run.score() >= floor;
        let cut = is_kept.then(|| QuickCut { score: run.score(), mark: run.mark(), place: Place::Parted });
        Found { lot: Some(lot), ..Found::new(column, cut) }
    }

    fn by_counting(run: &mut R, rows: &[Row], (column, coded): (u32, &EncodedColumn<'_>), least: u64) -> Self {
        match quick_cut(run, rows, coded, least) {
            Quick::Cut(cut) => Found::new(column, Some(cut)),
            Quick::Coarse(cut, buckets) => Found { buckets: Some(buckets), ..Found::new(column, cut) },
            Quick::Constant | Quick::None => Found::new(column, None),
        }
    }
}
