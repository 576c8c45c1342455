//! How many buckets a large node has, and the best cut between them.

use super::run::{Place, QuickCut};
use super::table::{BUCKETS, Edges, Tabled, greatest};
use crate::encode::EncodedColumn;

/// Buckets have at most so many bits less than eight.
const LEAST_BITS: u32 = 4;

/// How many bits less than eight buckets have at a node: as many buckets as a quarter of the rows, where buckets are looked into anyway,
/// and not too many counters; `None` where sorting is quicker.
pub(super) fn shift(rows: usize, classes: usize, is_coarse: bool) -> Option<u32> {
    let (buckets, counters) = if is_coarse { (rows / 4, 16 * rows) } else { (BUCKETS, 4 * rows) };
    (0..=LEAST_BITS).find(|shift| BUCKETS >> shift <= buckets && classes * (BUCKETS >> shift) <= counters)
}

/// How many buckets a column has.
pub(super) fn buckets(coded: &EncodedColumn<'_>, shift: u32) -> usize {
    let bytes = if coded.is_fine() { coded.distinct as usize + usize::from(coded.has_missing) } else { BUCKETS };
    ((bytes.max(1) - 1) >> shift) + 1
}

/// The best cut between buckets; `None` where it is worse than the best of all, which has this score.
pub(super) fn edge_cut<R: Tabled>(
    run: &mut R,
    (table, (column, shift, buckets)): (&R::Table, (usize, u32, usize)),
    edges: &Edges,
    (least, best): (u64, Option<f64>),
) -> Option<QuickCut<R::Mark>> {
    let weights = &edges.weight[..=buckets];
    let all = weights.last().copied().unwrap_or(0.0);
    let start = weights.partition_point(|weight| *weight < least.max(1) as f64);
    let end = weights.partition_point(|weight| *weight <= all - least.max(1) as f64);
    let scores = edges.score.get(start..end)?;
    let most = greatest(scores);
    let doubt = run.edge_doubt(most);
    if best.is_some_and(|best| most < best - run.doubt(best) - doubt) {
        return None;
    }
    let mut kept: Option<QuickCut<R::Mark>> = None;
    for edge in (start..end).filter(|edge| edges.score[*edge] >= most - 2.0 * doubt) {
        if edge > start && weights[edge] == weights[edge - 1] {
            continue; // nothing lies between
        }
        run.stand(table, column, edge);
        let place = Place::Above(((edge << shift) - 1) as u8);
        let cut = QuickCut { score: run.score(), mark: run.mark(), place };
        if kept.as_ref().is_none_or(|kept| cut.beats(kept, run)) {
            kept = Some(cut);
        }
    }
    kept
}
