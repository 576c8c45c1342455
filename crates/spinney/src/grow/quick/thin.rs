//! The best cut of a column of which most rows have one value. Those rows are not looked at: every cut parts some of the others from all
//! rest, so that these are moved away from it one by one, from the lowest value up and from the highest one down.

use std::cmp::Ordering;

use super::run::{Place, QuickCut, Run};
use super::scan::{Quick, between};
use crate::encode::SparseCodes;
use crate::grow::item::{Item, Stored};

/// The best cut of a sparse column; sides of less than `least` do not count.
pub(crate) fn thin_cut<R: Run, S: Stored<Label = R::Label>>(
    run: &mut R,
    items: &[Item<S>],
    own: &SparseCodes,
    least: u64,
) -> Quick<R::Mark, R::Bin> {
    let mut entries: Vec<(u32, R::Label)> = Vec::new();
    if own.rows.len() * 16 < items.len() && items.is_sorted_by_key(|item| item.row) {
        for (row, code) in own.rows.iter().zip(&own.codes) {
            if let Ok(place) = items.binary_search_by_key(row, |item| item.row) {
                entries.push((*code, items[place].stored.label()));
            }
        }
    } else {
        for item in items {
            if let Ok(place) = own.rows.binary_search(&item.row) {
                entries.push((own.codes[place], item.stored.label()));
            }
        }
    }
    entries.sort_by_key(|entry| entry.0);
    let rest = (entries.len() < items.len()).then_some(own.rest);
    let ends = [entries.first().map(|entry| entry.0), entries.last().map(|entry| entry.0)];
    if ends.iter().flatten().chain(&rest).all(|code| Some(*code) == rest.or(ends[0])) {
        return Quick::Constant;
    }
    over_thin(run, &entries, (rest, least)).map_or(Quick::None, Quick::Cut)
}

/// The best cut between the codes of these entries, sorted, and that of the rest, where rows have it.
pub(crate) fn over_thin<R: Run>(
    run: &mut R,
    entries: &[(u32, R::Label)],
    (rest, least): (Option<u32>, u64),
) -> Option<QuickCut<R::Mark>> {
    let middle = rest.map_or(entries.len(), |rest| entries.partition_point(|entry| entry.0 < rest));
    let (below, above) = entries.split_at(middle);
    let mut best = None;
    if !below.is_empty() {
        run.reset();
        let mut parts = below.chunk_by(|one, two| one.0 == two.0).peekable();
        while let Some(part) = parts.next() {
            let Some(next) = parts.peek().map(|part| part[0].0).or(rest) else { break };
            for entry in part {
                run.shift(entry.1);
            }
            if is_enough(run, least) {
                QuickCut::offer(&mut best, run, || between(part[0].0, next));
            }
        }
    }
    let (Some(rest), false) = (rest, above.is_empty()) else { return best };
    run.reset();
    let mut other: Option<QuickCut<R::Mark>> = None;
    let mut parts = above.chunk_by(|one, two| one.0 == two.0).rev().peekable();
    while let Some(part) = parts.next() {
        let next = parts.peek().map_or(rest, |part| part[0].0);
        for entry in part {
            run.shift(entry.1);
        }
        if is_enough(run, least) {
            offer_downwards(&mut other, run, || between(next, part[0].0));
        }
    }
    match (best, other) {
        (Some(low), Some(high)) => Some(if high.beats(&low, run) { high } else { low }),
        (one, two) => one.or(two),
    }
}

fn is_enough<R: Run>(run: &R, least: u64) -> bool {
    let (moved, others) = run.weights();
    moved >= least && others >= least
}

/// Offers the cut at which the run stands, where cuts come from the highest one down: of equal ones the last is the lowest.
fn offer_downwards<R: Run>(best: &mut Option<QuickCut<R::Mark>>, run: &R, place: impl FnOnce() -> Place) {
    if let Some(best) = best {
        let doubt = run.doubt(best.score);
        if !run.reaches(best.score - 2.0 * doubt) {
            return;
        }
        let ahead = run.score() - best.score;
        if ahead < -doubt || (ahead <= doubt && run.compare_marks(&run.mark(), &best.mark) == Ordering::Less) {
            return;
        }
    }
    *best = Some(QuickCut { score: run.score(), mark: run.mark(), place: place() });
}
