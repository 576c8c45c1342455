//! The numbers of rows column by column, with two-valued columns as bits of words: what cuts are drawn between.

/// What numbers are kept in.
pub(crate) trait Real: Copy + Default + PartialOrd + Into<f64> + Send + Sync + 'static {
    const LEAST: Self;
    const MOST: Self;
    /// The greatest number of this kind that is not above one: what is above the one is above the other.
    fn not_above(number: f64) -> Self;
}

impl Real for f64 {
    const LEAST: f64 = f64::NEG_INFINITY;
    const MOST: f64 = f64::INFINITY;
    fn not_above(number: f64) -> f64 {
        number
    }
}

impl Real for f32 {
    const LEAST: f32 = f32::NEG_INFINITY;
    const MOST: f32 = f32::INFINITY;
    #[inline]
    fn not_above(number: f64) -> f32 {
        let near = number as f32;
        // The next one down where it is above; without a branch, for it is so half of the time. (0 never is: what is nearest to a number
        // below it is −0.)
        let (bits, is_above) = (near.to_bits(), u32::from(f64::from(near) > number));
        let up = bits.cast_signed() >> 31 | 1; // −1 below 0, else 1
        f32::from_bits(bits.wrapping_sub(is_above.wrapping_mul(up.cast_unsigned())))
    }
}

/// Columns of some rows.
#[derive(Debug, Default)]
pub(crate) struct Field<T> {
    pub(super) rows: usize,
    /// One column after the other.
    pub(super) values: Vec<T>,
    /// One word for each row, of up to 64 two-valued columns; then those of the next ones. A bit is set where the row has the higher
    /// value.
    pub(super) words: Vec<u64>,
}

impl<T: Real> Field<T> {
    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    /// How many rows have their numbers in so many bytes.
    pub(crate) fn rows_in(&self, bytes: usize) -> usize {
        let all = size_of_val(&self.values[..]) + size_of_val(&self.words[..]);
        bytes / (all / self.rows.max(1)).max(1)
    }

    /// How many columns of numbers there are.
    pub(crate) fn columns(&self) -> usize {
        self.values.len() / self.rows.max(1)
    }

    /// A column of numbers.
    #[inline]
    pub(crate) fn column(&self, place: u32) -> &[T] {
        &self.values[place as usize * self.rows..][..self.rows]
    }

    /// Words of two-valued columns.
    #[inline]
    pub(crate) fn words(&self, place: u32) -> &[u64] {
        &self.words[place as usize * self.rows..][..self.rows]
    }

    /// The same for some of the rows, which are numbered anew from 0, in room that another field had.
    pub(crate) fn gather(&self, rows: &[u32], mut room: Field<T>) -> Field<T> {
        room.rows = rows.len();
        pick(&self.values, self.rows, rows, &mut room.values);
        pick(&self.words, self.rows, rows, &mut room.words);
        room
    }
}

fn pick<T: Copy>(all: &[T], many: usize, rows: &[u32], out: &mut Vec<T>) {
    out.clear();
    for column in all.chunks_exact(many.max(1)) {
        out.extend(rows.iter().map(|row| column[*row as usize]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_in_32_bits_is_above_the_floor_of_a_cut_where_it_is_above_the_cut() {
        for cut in [0.1, -0.1, 1.0, 16_777_217.0, -16_777_217.0, 1e-50, -1e-50, 1e300, -1e300, 0.0] {
            let floor = f32::not_above(cut);
            for value in [floor.next_down(), floor, floor.next_up(), 0.0, 1.0, -1.0] {
                assert_eq!(value <= floor, f64::from(value) <= cut, "{value} against {cut}");
            }
        }
    }
}
