//! Levels of a category: their canonical order, and the map from text to code.

use std::cmp::Ordering;
use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use super::number::{Written, read};

/// A level with the number it is ordered by, if any.
struct Keyed<'a> {
    number: Option<f64>,
    text: &'a str,
}

impl Keyed<'_> {
    fn order(&self, other: &Self) -> Ordering {
        match (self.number, other.number) {
            (Some(one), Some(two)) => one.total_cmp(&two).then_with(|| {
                let by_digits = self.digits().cmp(&other.digits());
                if one < 0.0 { by_digits.reverse() } else { by_digits }
            }),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => self.text.cmp(other.text),
        }
    }

    /// What tells numbers apart that are equal as f64: whole numbers beyond 2⁵³ by their digits, of which more are larger;
    /// then spellings of one number.
    fn digits(&self) -> (usize, &str, usize, &str) {
        let digits = self.text.trim_start_matches(['-', '+', '0']);
        (digits.len(), digits, self.text.len(), self.text)
    }
}

/// The canonical order of levels and classes: numbers first, by value; then text, by its characters.
///
/// ```
/// use spinney::table::level::canonical_order;
/// let order = canonical_order(&["b", "10", "2", "a"]);
/// assert_eq!(order, [2, 1, 3, 0]); // 2, 10, a, b
/// ```
pub fn canonical_order<S: AsRef<str>>(levels: &[S]) -> Vec<u32> {
    // Each text is read once; NaN stands for none, which takes half the room of an option.
    let numbers: Vec<f64> = levels.iter().map(|level| number_of(level.as_ref()).unwrap_or(f64::NAN)).collect();
    let keyed = |code: u32| {
        let number = numbers[code as usize];
        Keyed { number: (!number.is_nan()).then_some(number), text: levels[code as usize].as_ref() }
    };
    let mut order: Vec<u32> = (0..levels.len() as u32).collect();
    order.sort_unstable_by(|one, two| keyed(*one).order(&keyed(*two)));
    order
}

fn number_of(text: &str) -> Option<f64> {
    match read(text)? {
        Written::Whole(value) | Written::BigWhole(value) | Written::Real(value) => Some(value),
        Written::BeyondRange => None,
    }
}

/// Texts to codes, in order of appearance; the texts lie end to end in one buffer.
#[derive(Debug, Default, Clone)]
pub struct Interner {
    text: String,
    ends: Vec<usize>,
    codes: HashTable<u32>,
}

impl Interner {
    /// The code of a text, new or known.
    pub fn intern(&mut self, text: &str) -> u32 {
        let Interner { text: all, ends, codes } = self;
        let hash = FxBuildHasher.hash_one(text);
        let slice = |code: u32| level_in(all, ends, code);
        if let Some(code) = codes.find(hash, |code| slice(*code) == text) {
            return *code;
        }
        let code = ends.len() as u32;
        codes.insert_unique(hash, code, |code| FxBuildHasher.hash_one(slice(*code)));
        all.push_str(text);
        ends.push(all.len());
        code
    }

    /// How many texts there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The texts, by code.
    pub fn levels(&self) -> Vec<&str> {
        self.texts().collect()
    }

    /// The texts, one after the other, by code.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        (0..self.len() as u32).map(|code| level_in(&self.text, &self.ends, code))
    }
}

fn level_in<'a>(all: &'a str, ends: &[usize], code: u32) -> &'a str {
    let code = code as usize;
    let start = if code == 0 { 0 } else { ends[code - 1] };
    &all[start..ends[code]]
}
