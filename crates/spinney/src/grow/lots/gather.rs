//! The numbers of a node's rows in a column, with the least and the greatest of them.

use crate::encode::{Field, NumberSpot, Real};
use crate::grow::quick::{Four, fours};

/// Room for what is gathered at a node.
pub(super) struct Gathered<T> {
    /// The rows of the node.
    rows: Vec<Four<u32>>,
    /// The numbers of the column that was drawn last, and of that of the best cut so far.
    values: [Vec<Four<T>>; 2],
    /// Which are those that were drawn last.
    now: usize,
    /// The words of two-valued columns, one list for each 64 of them, with what bits are set in some and not in others; empty where nobody
    /// has asked.
    words: Vec<(Vec<Four<u64>>, u64)>,
}

impl<T: Real> Gathered<T> {
    pub(super) fn new(blocks: usize) -> Self {
        Gathered { rows: Vec::new(), values: Default::default(), now: 0, words: vec![(Vec::new(), 0); blocks] }
    }

    /// Comes to another node, of these rows.
    #[inline]
    pub(super) fn begin(&mut self, rows: &[u32]) {
        let (fours, rest) = rows.as_chunks::<4>();
        self.rows.clear();
        self.rows.extend_from_slice(fours);
        if let Some(first) = rows.first().filter(|_| !rest.is_empty()) {
            self.rows.push(std::array::from_fn(|place| rest.get(place).copied().unwrap_or(*first)));
        }
        if self.values[0].len() < self.rows.len() {
            self.values.iter_mut().for_each(|values| values.resize(self.rows.len(), [T::default(); 4]));
        }
        self.words.iter_mut().for_each(|(words, _)| words.clear());
    }

    /// Gathers what is in a column; the least and the greatest number, which are the same where nothing else is there.
    #[inline]
    pub(super) fn ends<const FOURS: usize>(&mut self, field: &Field<T>, spot: NumberSpot) -> (f64, f64) {
        match spot {
            NumberSpot::Number(place) => {
                let (low, high) = self.numbers::<FOURS>(field.column(place));
                (low.into(), high.into())
            }
            NumberSpot::Bit { words, bit, low, high } => {
                let varies = self.words(field, words).1 >> bit & 1 == 1;
                (low, if varies { high } else { low })
            }
            NumberSpot::None => (0.0, 0.0),
        }
    }

    /// The numbers of a column.
    #[inline]
    fn numbers<const FOURS: usize>(&mut self, column: &[T]) -> (T, T) {
        let less = |one: T, two: T| if one < two { one } else { two };
        let more = |one: T, two: T| if one > two { one } else { two };
        let (mut low, mut high) = ([T::MOST; 4], [T::LEAST; 4]);
        let rows = fours::<_, FOURS>(&self.rows);
        for (rows, out) in rows.iter().zip(&mut self.values[self.now][..rows.len()]) {
            let four = rows.map(|row| column[row as usize]);
            *out = four;
            // Spelt out, or the compiler makes twenty steps of two.
            low = [less(four[0], low[0]), less(four[1], low[1]), less(four[2], low[2]), less(four[3], low[3])];
            high = [more(four[0], high[0]), more(four[1], high[1]), more(four[2], high[2]), more(four[3], high[3])];
        }
        (less(less(low[0], low[1]), less(low[2], low[3])), more(more(high[0], high[1]), more(high[2], high[3])))
    }

    /// The numbers that were gathered last.
    #[inline]
    pub(super) fn values(&self) -> &[Four<T>] {
        &self.values[self.now][..self.rows.len()]
    }

    /// Keeps the numbers that were gathered last; words are there as long as the node is.
    #[inline]
    pub(super) fn keep(&mut self, spot: NumberSpot) {
        if let NumberSpot::Number(_) = spot {
            self.now ^= 1;
        }
    }

    /// The words of two-valued columns, and which bits are set in some of them and not in others.
    #[inline]
    pub(super) fn words(&mut self, field: &Field<T>, block: u32) -> (&[Four<u64>], u64) {
        let (words, varying) = &mut self.words[block as usize];
        if words.is_empty() {
            let all = field.words(block);
            words.extend(self.rows.iter().map(|rows| rows.map(|row| all[row as usize])));
            let both = |(some, every), word: &u64| (some | word, every & word);
            let (some, every) = words.as_flattened().iter().fold((0, u64::MAX), both);
            *varying = some & !every;
        }
        (words, *varying)
    }

    /// Parts rows by the numbers that were kept: those not above the cut first, all in their order. Says how many these are.
    #[inline]
    pub(super) fn part(&self, cut: T, rows: &mut [u32], spare: &mut [u32]) -> usize {
        part((rows, spare), self.rows.as_flattened(), self.values[self.now ^ 1].as_flattened(), |value| value > cut)
    }

    /// The same by a bit.
    #[inline]
    pub(super) fn part_by_bit(&self, (block, bit): (u32, u32), rows: &mut [u32], spare: &mut [u32]) -> usize {
        let words = self.words[block as usize].0.as_flattened();
        part((rows, spare), self.rows.as_flattened(), words, |word| word >> bit & 1 == 1)
    }
}

/// Parts the rows of a node, which are there as they were gathered too: what is written is then not what is read.
#[inline]
fn part<V: Copy>(
    (rows, spare): (&mut [u32], &mut [u32]),
    gathered: &[u32],
    values: &[V],
    is_right: impl Fn(V) -> bool,
) -> usize {
    let many = rows.len();
    let spare = &mut spare[..many];
    let mut moved = 0;
    // No branch: which way a row goes is anybody's guess.
    for (place, (row, value)) in gathered[..many].iter().zip(&values[..many]).enumerate() {
        rows[place - moved] = *row;
        spare[moved] = *row;
        moved += usize::from(is_right(*value));
    }
    rows[many - moved..].copy_from_slice(&spare[..moved]);
    many - moved
}
