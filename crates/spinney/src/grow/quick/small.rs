//! The best cut of a column at a small node: rows in chains by their bucket, and the occupied buckets gone through in order.
//!
//! ```text
//! bucket   0  1  2  3 …        marks say which buckets hold rows
//! head     .  4  .  0          the last row of each
//! next     of 0: 2, of 2: end  the other rows of its bucket
//! ```
//! No counter is cleared and no empty bucket looked at, so that a node costs what its rows cost. Most buckets hold one row; where
//! several of different kinds share one, and a cut among them could be best, they are sorted by their codes.

use super::run::{Moved, Place, QuickCut, Run};
use super::scan::consider;
use crate::grow::item::{Item, Stored};

/// The end of a chain.
const END: u16 = u16::MAX;

/// Rows of a node by bucket; kept from node to node.
pub(super) struct Chains<B> {
    marks: [u64; 4],
    head: [u16; 256],
    next: Vec<u16>,
    /// Counters of one bucket.
    bins: Vec<B>,
    /// Code and place of the rows of one bucket.
    rows: Vec<(u32, u16)>,
}

impl<B> Default for Chains<B> {
    fn default() -> Self {
        Chains { marks: [0; 4], head: [END; 256], next: Vec::new(), bins: Vec::new(), rows: Vec::new() }
    }
}

impl<B: Copy + Default> Chains<B> {
    /// Puts every row into its bucket.
    #[inline]
    pub(super) fn fill(&mut self, rows: usize, buckets: impl Iterator<Item = u8>) {
        self.marks = [0; 4];
        self.next.resize(rows, END);
        for (place, (bucket, next)) in buckets.zip(&mut self.next).enumerate() {
            let bucket = usize::from(bucket);
            let mark = &mut self.marks[bucket / 64];
            let bit = 1 << (bucket % 64);
            *next = if *mark & bit == 0 { END } else { self.head[bucket] };
            *mark |= bit;
            self.head[bucket] = place as u16;
        }
    }

    /// The best cut; those that cannot reach `floor` may be left out. `code` says the code of a row where buckets hold several.
    pub(super) fn best<R: Run<Bin = B>, S: Stored<Label = R::Label>>(
        &mut self,
        run: &mut R,
        items: &[Item<S>],
        (floor, least): (f64, u64),
        code: Option<&dyn Fn(u32) -> u32>,
    ) -> Option<QuickCut<R::Mark>> {
        run.reset();
        let mut best: Option<QuickCut<R::Mark>> = None;
        let mut before = None::<(u32, Moved)>;
        for word in 0..self.marks.len() {
            let mut mark = self.marks[word];
            while mark != 0 {
                let bucket = (64 * word) as u32 + mark.trailing_zeros();
                mark &= mark - 1;
                let first = self.head[bucket as usize];
                let single = self.next[usize::from(first)] == END;
                let label = items[usize::from(first)].stored.label();
                let kind = if single { R::kind(label) } else { self.kind::<R, S>(items, first) };
                if let Some(before) = before
                    && (best.is_some() || run.reaches(floor))
                {
                    consider(run, &mut best, (before, (bucket, kind)), least, |low, _| Place::Above(low as u8));
                }
                match code {
                    _ if single => run.shift(label),
                    Some(code) if least > 1 || kind == Moved::Mixed => {
                        self.within(run, (items, code), (bucket as u8, floor, least), &mut best);
                    }
                    _ => self.chain(first).for_each(|place| run.shift(items[place].stored.label())),
                }
                before = Some((bucket, kind));
            }
        }
        best
    }

    /// The places of the rows of a chain.
    fn chain(&self, first: u16) -> impl Iterator<Item = usize> {
        let next = |place: &u16| Some(self.next[usize::from(*place)]).filter(|next| *next != END);
        std::iter::successors(Some(first), next).map(usize::from)
    }

    /// What the rows of a chain are.
    fn kind<R: Run, S: Stored<Label = R::Label>>(&self, items: &[Item<S>], first: u16) -> Moved {
        self.chain(first).fold(Moved::None, |kind, place| {
            let own = R::kind(items[place].stored.label());
            if kind == Moved::None || kind == own { own } else { Moved::Mixed }
        })
    }

    /// Cuts among the rows of the bucket before which the run stands; moves them to the left.
    fn within<R: Run<Bin = B>, S: Stored<Label = R::Label>>(
        &mut self,
        run: &mut R,
        (items, code): (&[Item<S>], &dyn Fn(u32) -> u32),
        (bucket, floor, least): (u8, f64, u64),
        best: &mut Option<QuickCut<R::Mark>>,
    ) {
        let first = self.head[usize::from(bucket)];
        let mut bins = std::mem::take(&mut self.bins);
        bins.clear();
        bins.resize(run.stride(), B::default());
        self.chain(first).for_each(|place| run.count(&mut bins, items[place].stored.label()));
        let reach = best.as_ref().map_or(floor, |best| floor.max(best.score - run.doubt(best.score)));
        let could = run.could_reach(&bins, reach);
        self.bins = bins;
        if !could {
            self.chain(first).for_each(|place| run.shift(items[place].stored.label()));
            return;
        }
        let mut rows = std::mem::take(&mut self.rows);
        rows.clear();
        rows.extend(self.chain(first).map(|place| (code(items[place].row), place as u16)));
        rows.sort_unstable();
        let mut before = None::<(u32, Moved)>;
        for equal in rows.chunk_by(|one, two| one.0 == two.0) {
            let labels = || equal.iter().map(|(_, place)| items[usize::from(*place)].stored.label());
            let kind = labels().map(R::kind).reduce(|one, two| if one == two { one } else { Moved::Mixed });
            let here = (equal[0].0, kind.unwrap_or(Moved::Mixed));
            if let Some(before) = before {
                consider(run, best, (before, here), least, |low, high| Place::Within { bucket, low, high });
            }
            labels().for_each(|label| run.shift(label));
            before = Some(here);
        }
        self.rows = rows;
    }
}
