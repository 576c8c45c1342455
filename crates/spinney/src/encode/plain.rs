//! What codes, buckets and lines are, said plainly; and that the fast ways say the same, of columns of all kinds.

use super::{Codes, Encoded, EncodedColumn, Numbers};
use crate::seed::{Draws, Key};
use crate::table::{Column, Table};

/// A column by definition.
struct Plain {
    numbers: Vec<f64>,
    has_missing: bool,
    codes: Vec<usize>,
    coarse: Option<Vec<u8>>,
    starts: Vec<usize>,
}

fn plain(values: &[f64]) -> Plain {
    let mut sorted: Vec<f64> = values.iter().copied().filter(|value| !value.is_nan()).collect();
    sorted.sort_by(f64::total_cmp);
    let mut numbers = sorted.clone();
    numbers.dedup();
    let place = |list: &[f64], value: f64| list.partition_point(|other| *other < value);
    let code = |value: &f64| if value.is_nan() { numbers.len() } else { place(&numbers, *value) };
    let has_missing = sorted.len() < values.len();
    let many = 256 - usize::from(has_missing);
    let bucket = |value: &f64| if value.is_nan() { 255 } else { place(&sorted, *value) * many / sorted.len() };
    let is_wide = numbers.len() + usize::from(has_missing) > 256;
    let buckets: Vec<usize> = numbers.iter().map(bucket).collect();
    Plain {
        has_missing,
        codes: values.iter().map(code).collect(),
        coarse: is_wide.then(|| values.iter().map(|value| bucket(value) as u8).collect()),
        starts: (0..if is_wide { 256 } else { 0 })
            .map(|start| buckets.partition_point(|other| *other < start))
            .collect(),
        numbers,
    }
}

impl Plain {
    /// Where the code of a row lies in its bucket, and whether a byte tells that of all.
    fn low(&self, row: usize) -> Option<(u8, bool)> {
        let bucket = usize::from(self.coarse.as_ref()?[row]);
        let width = |bucket: usize| {
            self.starts.get(bucket + 1).unwrap_or(&self.numbers.len()).saturating_sub(self.starts[bucket])
        };
        let within = self.codes[row] - self.starts[bucket];
        let low = if width(bucket) <= 256 { within } else { (within * ((256 << 32) / width(bucket))) >> 32 };
        Some((low as u8, (0..256).all(|bucket| width(bucket) <= 256)))
    }

    fn is_short(&self) -> bool {
        self.numbers.iter().all(|value| f64::from(*value as f32) == *value)
    }

    fn check(&self, column: &EncodedColumn<'_>) {
        let codes = (0..self.codes.len()).map(|row| column.codes.at(row as u32) as usize);
        assert!(codes.eq(self.codes.iter().copied()));
        let width = match &column.codes {
            Codes::U8(_) => 0..=256,
            Codes::U16(_) => 257..=65_536,
            Codes::U32(_) => 65_537..=usize::MAX,
            Codes::Sparse(_) => unreachable!("no column here is sparse"),
        };
        assert!(width.contains(&(self.numbers.len() + usize::from(self.has_missing)).max(1)));
        assert_eq!((column.distinct as usize, column.has_missing), (self.numbers.len(), self.has_missing));
        assert_eq!(column.coarse, self.coarse);
        assert!(column.starts.iter().map(|start| *start as usize).eq(self.starts.iter().copied()));
        match column.numbers() {
            Some(Numbers::Long(numbers)) => assert!(!self.is_short() && *numbers == self.numbers),
            Some(Numbers::Short(numbers)) => {
                assert!(self.is_short() && numbers.iter().map(|value| f64::from(*value)).eq(self.numbers.clone()));
            }
            None => panic!("a column of numbers has numbers"),
        }
    }
}

/// Looks at everything that is laid out of a table's rows.
fn check(values: Vec<Vec<f64>>, rows: Option<&[u32]>) {
    let values: Vec<Vec<f64>> =
        values.into_iter().map(|values| values.into_iter().map(|value| value + 0.0).collect()).collect();
    let pick =
        |values: &Vec<f64>| rows.map_or(values.clone(), |rows| rows.iter().map(|row| values[*row as usize]).collect());
    let plain: Vec<Plain> = values.iter().map(|values| plain(&pick(values))).collect();
    let numbers: Vec<Vec<f64>> = values.iter().map(pick).collect();
    let names: Vec<String> = (0..values.len()).map(|place| place.to_string()).collect();
    let columns = names.iter().zip(values).map(|(name, values)| Column::numbers(name, values));
    let table = Table::new(columns.collect()).unwrap();
    let mut data = Encoded::new(&table, &(0..plain.len()).collect::<Vec<_>>(), rows);
    data.lay_abreast();
    data.lay_numbers(true);
    plain.iter().zip(&data.columns).for_each(|(plain, column)| plain.check(column));
    let (abreast, lines) = (data.abreast.unwrap(), data.number_lines.unwrap());
    for (place, (plain, numbers)) in (0..).zip(plain.iter().zip(&numbers)) {
        let ones = plain.codes.iter().filter(|code| **code == 1).count();
        for (row, number) in numbers.iter().enumerate() {
            let line = abreast.lines([row as u32].into_iter());
            let bit = data.blocks.iter().enumerate().find_map(|(word, block)| {
                let bit = block.columns.iter().position(|column| *column == place)?;
                Some((u64::from_le_bytes(line[word]) >> bit & 1, block.rarer_is_high >> bit & 1))
            });
            match (bit, abreast.place(place)) {
                (Some((bit, rarer)), None) => {
                    assert_eq!(rarer == 1, 2 * ones <= plain.codes.len());
                    assert_eq!(bit == 1, plain.codes[row] == rarer as usize);
                }
                (None, Some(at)) => {
                    let byte = plain.coarse.as_ref().map_or(plain.codes[row] as u8, |coarse| coarse[row]);
                    assert_eq!(line.as_flattened()[at], byte);
                }
                other => panic!("a column is either in bits or in bytes: {other:?}"),
            }
            let low = abreast.low(place).map(|low| (abreast.tail_of(row as u32)[low.place], low.is_exact));
            assert_eq!(low, plain.low(row));
            let laid = if plain.has_missing { 0.0 } else { *number };
            lines.each(place, std::iter::once(((), row as u32)), |(), number| {
                assert_eq!(number.to_bits(), laid.to_bits());
            });
        }
    }
}

/// So many kinds of columns there are.
const KINDS: u64 = 14;

/// A number of a column of some kind; `many` is about how many distinct ones there are where they are counted.
fn number(kind: u64, many: u64, draws: &mut Draws) -> f64 {
    let about = |draws: &mut Draws| (0..6).map(|_| draws.unit()).sum::<f64>() - 3.0;
    match kind {
        0 => about(draws),
        1 => f64::from(about(draws) as f32),
        2 => draws.below(many) as f64,
        3 => draws.below(many) as f64 * 0.1 - 3.0,
        4 => (40.0 * about(draws)).exp(),    // few near the greatest
        5 => f64::from_bits(draws.number()), // NaN and infinite ones too
        6 => draws.below(many) as f64 - 5e5,
        7 => draws.below(2) as f64,
        8 => 1.0 + draws.below(5) as f64 * f64::EPSILON + draws.below(many) as f64 * 1e-3, // nearly equal
        9 => f64::from_bits(draws.below(many * many)),                                     // below the least normal one
        10 => [draws.unit(), 1e18][usize::from(draws.below(1000) == 0)],                   // one far from the others
        11 => (draws.below(3) as f64 - 1.0) * about(draws) * 1e308, // too far apart for a difference
        12 => [draws.unit(), 0.0][usize::from(draws.below(3) > 0)], // one far more often than others
        _ => draws.below(1 << 40) as f64,
    }
}

fn column(rows: usize, draws: &mut Draws) -> Vec<f64> {
    let kind = draws.below(KINDS);
    let many = draws.below(4000) + 1;
    let many = draws.below(many) + 1;
    let (holes, ends) = ([0, 0, 2, 50][draws.below(4) as usize], draws.below(6) == 0);
    let mut value = |_| match (draws.below(60), holes > 0 && draws.below(holes.max(1)) == 0) {
        (_, true) => f64::NAN,
        (0, _) if ends => f64::INFINITY,
        (1, _) if ends => f64::NEG_INFINITY,
        (2, _) => -0.0,
        _ => number(kind, many, draws),
    };
    (0..rows).map(&mut value).collect()
}

#[test]
fn columns_of_all_kinds_are_encoded_as_the_definition_says() {
    for round in 0..200 {
        let mut draws = Key::new(91).child(round).draws();
        let rows = draws.below([20, 600, 3000, 6000][round as usize % 4]) as usize + 1;
        let columns = (0..=draws.below(12)).map(|_| column(rows, &mut draws)).collect();
        let some: Vec<u32> = (0..rows as u32).filter(|_| draws.below(3) > 0).collect();
        let again: Vec<u32> = (0..rows).map(|_| draws.below(rows as u64) as u32).collect();
        check(columns, [None, Some(&some[..]), Some(&again[..])][draws.below(3) as usize]);
    }
}

#[test]
fn a_hundred_thousand_rows_are_encoded_as_the_definition_says() {
    let mut draws = Key::new(17).draws();
    let mut columns: Vec<Vec<f64>> =
        (0..KINDS).map(|kind| (0..100_000).map(|_| number(kind, 3000, &mut draws) + 0.0).collect()).collect();
    columns.push((0..100_000).map(f64::from).collect());
    columns.push((0..100_000).map(|row| if row % 7 == 0 { f64::NAN } else { f64::from(row) }).collect());
    check(columns, None);
}

#[test]
fn whole_numbers_at_the_edge_of_a_byte_or_far_from_zero_are_told_apart() {
    let far = 4_503_599_627_370_496.0; // from here on, only even numbers survive a sum with more than it
    let steps =
        [(0.0, 1.0, 256), (0.0, 1.0, 257), (-128.0, 1.0, 256), (-3.0, 3.0, 86), (far, 2.0, 100), (-far, 2.0, 100)];
    let column =
        |(first, step, many): (f64, f64, u32)| (0..1000).map(|row| first + step * f64::from(row % many)).collect();
    check(steps.map(column).to_vec(), None);
}

#[test]
fn of_a_thousand_rows_four_or_three_share_a_bucket() {
    let values: Vec<f64> = (0..1000).map(|row| f64::from(row) / 7.0).collect();
    let table = Table::new(vec![Column::numbers("a", values)]).unwrap();
    let column = EncodedColumn::new(&table.columns()[0], None);
    // ⌊row · 256 / 1000⌋ is 0 up to row 3, 1 up to row 7, and 255 from row 997 on.
    assert_eq!(column.coarse.as_ref().map(|coarse| coarse[..9].to_vec()), Some(vec![0, 0, 0, 0, 1, 1, 1, 1, 2]));
    assert_eq!(column.starts[..4], [0, 4, 8, 12]);
    assert_eq!(column.starts[255], 997);
}
