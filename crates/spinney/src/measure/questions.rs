//! The best way to ask yes/no questions is Huffman's: join the two rarest symbols, again and again. The joins, read
//! backwards, are the questions.
//!
//! ```text
//! weights   A 4   B 2   C 1   D 1          A?─yes─ A
//! joins     C+D = 2, B+(CD) = 4, A+(BCD) = 8   └no─ B?─yes─ B
//! average   (2 + 4 + 8) / 8 = 1.75                  └no─ C?─yes─ C
//!                                                        └no─ D
//! ```

use super::sum::order_free_sum;
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// A symbol, or a join of symbols, that waits to be joined.
struct Pile {
    weight: f64,
    /// The first symbol inside; piles never share a symbol, so this settles every tie.
    first: usize,
    /// Its place in the list of symbols and joins.
    id: usize,
}

impl Ord for Pile {
    fn cmp(&self, other: &Self) -> Ordering {
        self.weight.total_cmp(&other.weight).then(self.first.cmp(&other.first))
    }
}

impl PartialOrd for Pile {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Pile {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Pile {}

/// One join: the two things joined (symbols come before joins in the numbering) and their weight together.
struct Join {
    parts: [usize; 2],
    weight: f64,
}

/// Huffman's joins in the order of joining; join `j` has the number `weights.len() + j`.
fn joins(weights: &[f64]) -> Vec<Join> {
    let mut waiting: BinaryHeap<Reverse<Pile>> = (weights.iter().enumerate())
        .filter(|&(_, &weight)| weight > 0.0)
        .map(|(symbol, &weight)| Reverse(Pile { weight, first: symbol, id: symbol }))
        .collect();
    let mut joins = Vec::with_capacity(waiting.len().saturating_sub(1));
    while let (Some(Reverse(a)), Some(Reverse(b))) = (waiting.pop(), waiting.pop()) {
        let weight = a.weight + b.weight;
        waiting.push(Reverse(Pile { weight, first: a.first.min(b.first), id: weights.len() + joins.len() }));
        joins.push(Join { parts: [a.id, b.id], weight });
    }
    joins
}

/// The number of yes/no questions that the best questioner needs for each symbol: the lengths of a Huffman code.
///
/// `Σ wᵢ lᵢ` is the least that any binary code reaches. Of equal weights the one with the first symbol is joined first,
/// so the lengths are always the same. A symbol without weight never occurs and gets no code: its length is 0, as is
/// the length of a symbol that is alone. Costs O(n log n).
///
/// ```
/// use spinney::measure::code_lengths;
///
/// assert_eq!(code_lengths(&[4.0, 2.0, 1.0, 1.0]), [1, 2, 3, 3]);
/// assert_eq!(code_lengths(&[8.0, 0.0]), [0, 0]);
/// ```
pub fn code_lengths(weights: &[f64]) -> Vec<u32> {
    let joins = joins(weights);
    let mut lengths = vec![0; weights.len() + joins.len()];
    // The last join is the first question; a part is one question further down than its join.
    for (number, join) in joins.iter().enumerate().rev() {
        for part in join.parts {
            lengths[part] = lengths[weights.len() + number] + 1;
        }
    }
    lengths.truncate(weights.len());
    lengths
}

/// The average number of yes/no questions that the best questioner needs: what entropy promises, in whole questions.
///
/// `Σ wᵢ lᵢ / Σ wᵢ` with the [`code_lengths`] lᵢ. Never below the entropy in bits, and less than one question above it.
///
/// ```
/// use spinney::measure::questions;
///
/// assert_eq!(questions(&[8.0]), 0.0); // AAAAAAAA
/// assert_eq!(questions(&[4.0, 2.0, 1.0, 1.0]), 1.75); // AAAABBCD
/// assert_eq!(questions(&[2.0, 2.0, 2.0, 2.0]), 2.0); // AABBCCDD
/// ```
pub fn questions(weights: &[f64]) -> f64 {
    // A symbol's weight is counted once in every join above it, so Σ wᵢ lᵢ is the sum of the joins. Which of two equal
    // weights is joined changes lengths but never this list of sums: it is order-free where Σ wᵢ lᵢ is not.
    let asked = order_free_sum(joins(weights).iter().map(|join| join.weight));
    if asked > 0.0 { asked / order_free_sum(weights.iter().copied()) } else { 0.0 }
}
