//! The answers of a forest for all rows of a table.

use super::answer::Predicted;
use super::class::most;
use super::matching::Rows;
use super::predictor::Predictor;
use super::tile::Tile;
use super::walk::View;
use crate::parallel;

/// The most rows of a tile. Each tree is brought into the cache once for every tile, so a tile is long; its codes pass through the
/// cache block by block.
const TILE: usize = 1 << 15;
/// The most sums of a tile, where there are many classes.
const SUMS: usize = 1 << 21;
/// The most bytes of a tile's rows, where there are many columns.
const BYTES: usize = 1 << 23;

impl Predictor {
    /// What is answered for each row; all probabilities, row by row, where there is room for them.
    pub(super) fn forest(&self, rows: &Rows<'_>, kept: Option<&mut [f64]>) -> Predicted {
        let (keep, classes) = (kept.is_some(), self.schema().classes().len());
        if let Some((answers, shares)) = self.one_by_one(rows, keep) {
            put(&shares, kept);
            return answers;
        }
        let own = |tile: &Rows<'_>| {
            let mut shares = vec![0.0; if keep { tile.len() * classes } else { 0 }];
            (self.forest(tile, keep.then_some(&mut shares[..])), shares)
        };
        if let Some(tiles) = rows.in_tiles(0..rows.len(), own) {
            let (answers, shares): (Vec<Predicted>, Vec<Vec<f64>>) = tiles.into_iter().unzip();
            put(&shares, kept);
            return Predicted::together(answers, classes == 0);
        }
        let view = View::new(rows);
        if classes == 0 {
            return Predicted::Numbers(self.means(&view, rows.len()));
        }
        let tile = self.tile(rows.len(), classes);
        let mut answers = vec![0; rows.len()];
        let mut kept = kept.into_iter().flat_map(|kept| kept.chunks_mut(tile * classes));
        let mut tiles: Vec<_> = answers.chunks_mut(tile).map(|answers| (answers, kept.next())).collect();
        parallel::change(&mut tiles, |place, (answers, kept)| {
            let mut own = vec![0.0; if kept.is_none() { answers.len() * classes } else { 0 }];
            let shares = kept.as_deref_mut().unwrap_or(&mut own);
            shares.fill(0.0);
            self.mean(&view, place * tile, shares, classes);
            for (answer, shares) in answers.iter_mut().zip(shares.chunks_exact(classes)) {
                *answer = most(shares);
            }
        });
        drop(tiles);
        Predicted::Classes(answers)
    }

    fn means(&self, view: &View<'_>, rows: usize) -> Vec<f64> {
        let tile = self.tile(rows, 1);
        let mut means = vec![-0.0; rows]; // -0.0 + x is x, for -0.0 too
        let mut tiles: Vec<_> = means.chunks_mut(tile).collect();
        parallel::change(&mut tiles, |place, means| {
            self.mean(view, place * tile, means, 1);
            if self.blind.is_some() {
                means.iter_mut().for_each(|mean| *mean = self.told(*mean));
            }
        });
        means
    }

    /// Turns sums that are still empty into the means of what the trees say.
    fn mean(&self, view: &View<'_>, start: usize, sums: &mut [f64], width: usize) {
        self.way.add(view, self.vote, &mut Tile { start, width, sums });
        let trees = self.way.trees() as f64;
        for sum in sums {
            *sum /= trees;
        }
    }

    /// The rows of a tile: as many for each thread as for the others.
    fn tile(&self, rows: usize, width: usize) -> usize {
        let most = (SUMS / width).min(BYTES / self.way.row_bytes()).clamp(1, TILE);
        let tiles = rows.div_ceil(most).next_multiple_of(parallel::threads().max(1));
        rows.div_ceil(tiles.max(1)).max(1)
    }
}

/// Puts parts one after the other where there is room for them.
fn put(parts: &[Vec<f64>], room: Option<&mut [f64]>) {
    let mut room = room.unwrap_or_default();
    for part in parts {
        let (own, rest) = room.split_at_mut(part.len().min(room.len()));
        own.copy_from_slice(&part[..own.len()]);
        room = rest;
    }
}
