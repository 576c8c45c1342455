//! The compiled trees of a forest, and what they say together.

use super::descend::descend;
use super::narrow::{LEAF, Narrow, ODD, Told};
use super::stem::{Said, Stem};
use super::walk::{SPREAD, View};
use crate::forest::Vote;
use crate::tree::{Landing, NodeId, Tree};

/// Rows that go down a tree together: their codes stay in the nearest cache.
const BLOCK: usize = 256;

/// The compiled trees.
#[derive(Debug, Clone)]
pub(super) enum Way {
    /// Trees that ask and answer in any way.
    Stems(Vec<Stem>),
    /// A forest of thresholds.
    Narrow(Box<Narrow>),
}

impl Way {
    /// Compiles trees. A single one is kept as it is: where a row ends is asked of it more often than what it answers.
    pub(super) fn new(trees: &[Tree], vote: Vote) -> Self {
        let narrow = if trees.len() > 1 { Narrow::new(trees, vote) } else { None };
        match narrow {
            Some(narrow) => Way::Narrow(Box::new(narrow)),
            None => Way::Stems(trees.iter().map(Stem::new).collect()),
        }
    }

    /// How many trees there are.
    pub(super) fn trees(&self) -> usize {
        match self {
            Way::Stems(stems) => stems.len(),
            Way::Narrow(narrow) => narrow.roots.len(),
        }
    }

    /// Adds what each tree says of the rows from `start` on, in the order of the trees, to sums of so many numbers a row.
    pub(super) fn add(&self, view: &View<'_>, start: usize, vote: Vote, sums: &mut [f64], width: usize) {
        match self {
            Way::Stems(stems) => stems.iter().for_each(|stem| stem.add(view, start, vote, sums, width)),
            Way::Narrow(narrow) => narrow.add(view, start, sums, width),
        }
    }
}

impl Stem {
    fn add(&self, view: &View<'_>, start: usize, vote: Vote, sums: &mut [f64], width: usize) {
        let mut ends = vec![0; sums.len() / width];
        self.flats.ends(view, start, &mut ends);
        for (row, (end, sums)) in (start..).zip(ends.into_iter().zip(sums.chunks_exact_mut(width))) {
            let one = [Landing { node: NodeId(end), share: 1.0 }];
            let several: Vec<Landing>;
            let landings = match end {
                SPREAD => {
                    several = view.row(row).map(|row| self.landings(&row)).unwrap_or_default();
                    &several[..]
                }
                _ => &one,
            };
            match &self.said {
                Said::Classes(_) => self.vote(landings, vote, sums),
                Said::Numbers { values, linear } if end != SPREAD && linear.is_empty() => {
                    sums[0] += values[end as usize]
                }
                Said::Numbers { .. } => {
                    sums[0] += view.row(row).map_or(f64::NAN, |row| self.number(landings, &row));
                }
            }
        }
    }
}

impl Narrow {
    fn add(&self, view: &View<'_>, start: usize, sums: &mut [f64], width: usize) {
        match self.width() {
            16 => self.add_wide::<16>(view, start, sums, width),
            32 => self.add_wide::<32>(view, start, sums, width),
            64 => self.add_wide::<64>(view, start, sums, width),
            128 => self.add_wide::<128>(view, start, sums, width),
            256 => self.add_wide::<256>(view, start, sums, width),
            1024 => self.add_wide::<1024>(view, start, sums, width),
            _ => self.add_wide::<4096>(view, start, sums, width),
        }
    }

    /// The places that a row of codes is given: a power of two, so that no place needs to be checked.
    pub(super) fn width(&self) -> usize {
        match self.ranks.places().next_power_of_two() {
            0..=16 => 16,
            width @ 17..=256 => width,
            257..=1024 => 1024,
            _ => 4096,
        }
    }

    fn add_wide<const N: usize>(&self, view: &View<'_>, start: usize, sums: &mut [f64], width: usize) {
        let mut rows = vec![[0_u16; N]; sums.len() / width];
        let holes = self.ranks.rank(view.numbers(), start, &mut rows);
        let (mut open, mut ends) = ([0; BLOCK], [0; BLOCK]);
        for root in &self.roots {
            for (rows, sums) in rows.chunks(BLOCK).zip(sums.chunks_mut(BLOCK * width)) {
                let (open, ends) = (&mut open[..rows.len()], &mut ends[..rows.len()]);
                (0..).zip(&mut *open).for_each(|(place, way)| *way = place);
                ends.fill(*root);
                descend(&self.nodes, |way| &rows[way as usize], holes, open, ends);
                for (end, sums) in ends.iter().zip(sums.chunks_exact_mut(width)) {
                    self.tell(*end, sums);
                }
            }
        }
    }

    /// Where one row ends in every tree, from its codes.
    pub(super) fn ends(&self, codes: &[u16], holes: bool, open: &mut Vec<u32>, ends: &mut Vec<u32>) {
        open.clear();
        open.extend(0..self.roots.len() as u32);
        ends.clear();
        ends.extend_from_slice(&self.roots);
        match self.width() {
            16 => self.ends_wide::<16>(codes, holes, open, ends),
            32 => self.ends_wide::<32>(codes, holes, open, ends),
            64 => self.ends_wide::<64>(codes, holes, open, ends),
            128 => self.ends_wide::<128>(codes, holes, open, ends),
            256 => self.ends_wide::<256>(codes, holes, open, ends),
            1024 => self.ends_wide::<1024>(codes, holes, open, ends),
            _ => self.ends_wide::<4096>(codes, holes, open, ends),
        }
    }

    fn ends_wide<const N: usize>(&self, codes: &[u16], holes: bool, open: &mut [u32], ends: &mut [u32]) {
        if let Some(codes) = codes.first_chunk::<N>() {
            descend(&self.nodes, |_| codes, holes, open, ends);
        }
    }

    /// Adds what the leaf at a place says.
    #[inline]
    pub(super) fn tell(&self, end: u32, sums: &mut [f64]) {
        match &self.told {
            Told::Numbers(values) => sums[0] += values[end as usize],
            Told::Classes { odd, mixtures } => match self.nodes[end as usize] & (LEAF - 1) {
                ODD => mixtures.of(odd[end as usize]).iter().for_each(|pair| sums[pair.class as usize] += pair.share),
                class => sums[class as usize] += 1.0,
            },
        }
    }
}
