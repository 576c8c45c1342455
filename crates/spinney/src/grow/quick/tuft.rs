//! What running sums do for sparse columns: the sums of a node are handed down and not made anew, and what the entries of a column come to
//! says whether a cut of it could be the best.

use super::classes::{ClassRun, Part};
use super::laid::NumberBin;
use super::numbers::NumberRun;
use super::run::Run;
use super::table::{Ended, Tabled, over};
use crate::grow::item::{Class, Label, Number};
use crate::measure::Moments;

/// Running sums of nodes whose rows are not all looked at.
pub(crate) trait Thin: Tabled {
    /// The sums of a node's rows.
    type Heap: Clone;
    /// One of the sums of a column's entries at a node; a column has `tufts` of them.
    type Tuft: Copy + Default;

    /// No rows, of so many classes.
    fn heap(classes: usize) -> Self::Heap;
    fn add(heap: &mut Self::Heap, label: Self::Label);
    /// Takes rows away that are among them.
    fn take(heap: &mut Self::Heap, part: &Self::Heap);
    fn weight(heap: &Self::Heap) -> u64;
    /// Whether rows are of more than one kind; one of them says this.
    fn is_mixed(heap: &Self::Heap, first: Self::Label) -> bool;
    fn said(heap: &Self::Heap) -> Ended<'_>;
    /// The run stands at a node of these rows, none of them to the left of the cut.
    fn stand_on(&mut self, heap: &Self::Heap);
    fn tufts(&self) -> usize;
    fn sow(tufts: &mut [Self::Tuft], label: Self::Label);
    fn mow(tufts: &mut [Self::Tuft], label: Self::Label);
    /// A small number that only labels of the same worth share; `None` where labels are hardly ever the same.
    fn mark_of(label: Self::Label) -> Option<usize>;
    /// What it would come to, about, to part a column's entries from all other rows: which columns are worth a look first.
    fn hope(&self, tufts: &[Self::Tuft]) -> f64;
    /// Whether a cut that parts some of a column's entries from all other rows could reach a score. No row is to the left of the cut.
    fn could_part(&mut self, tufts: &[Self::Tuft], score: f64) -> bool;
}

impl<P: Part> Thin for ClassRun<P> {
    type Heap = Vec<u32>;
    type Tuft = u32;

    fn heap(classes: usize) -> Vec<u32> {
        vec![0; classes]
    }
    fn add(heap: &mut Vec<u32>, label: Class) {
        heap[label.class as usize] += label.weight as u32;
    }
    fn take(heap: &mut Vec<u32>, part: &Vec<u32>) {
        heap.iter_mut().zip(part).for_each(|(all, part)| *all -= part);
    }
    fn weight(heap: &Vec<u32>) -> u64 {
        heap.iter().map(|weight| u64::from(*weight)).sum()
    }
    fn is_mixed(heap: &Vec<u32>, _: Class) -> bool {
        heap.iter().filter(|weight| **weight > 0).nth(1).is_some()
    }
    fn said(heap: &Vec<u32>) -> Ended<'_> {
        Ended::Classes(heap)
    }
    fn stand_on(&mut self, heap: &Vec<u32>) {
        self.restart_by(heap);
    }
    fn tufts(&self) -> usize {
        self.stride()
    }
    fn sow(tufts: &mut [u32], label: Class) {
        tufts[label.class as usize] += label.weight as u32;
    }
    fn mow(tufts: &mut [u32], label: Class) {
        tufts[label.class as usize] -= label.weight as u32;
    }
    #[inline]
    fn mark_of(label: Class) -> Option<usize> {
        (label.weight < 8).then_some((label.class as usize) << 3 | label.weight as usize)
    }
    /// How far the weights of classes are from those of rows that were taken blindly, squared.
    #[inline]
    fn hope(&self, tufts: &[u32]) -> f64 {
        let weight: u64 = tufts.iter().map(|own| u64::from(*own)).sum();
        let share = weight as f64 * over(self.start.right.max(1));
        let far = |(own, all): (&u32, &u32)| (f64::from(*own) - share * f64::from(*all)).powi(2);
        tufts.iter().zip(&self.whole).map(far).sum::<f64>() * over(weight.max(1))
    }
    #[inline]
    fn could_part(&mut self, tufts: &[u32], score: f64) -> bool {
        if let ([one, two], [first, second]) = (tufts, &self.whole[..]) {
            let [one, two, first, second] = [*one, *two, *first, *second].map(u64::from);
            return self.two_reach((one, two), (first, second), score);
        }
        (!self.part.is_of_squares() || self.squares_reach(tufts, score)) && self.could_reach(tufts, score)
    }
}

impl<P: Part> ClassRun<P> {
    /// The same of two classes: the score is convex in what is parted, so that its corners bound it.
    #[inline]
    fn two_reach(&self, (one, two): (u64, u64), (first, second): (u64, u64), score: f64) -> bool {
        let doubt = 2.0 * self.part.doubt(score, 2);
        let reaches = |left: (u64, u64)| {
            let right = (first - left.0, second - left.1);
            let is_cut = left.0 + left.1 > 0 && right.0 + right.1 > 0;
            is_cut && self.part.score_of_two(left, right) + doubt >= score
        };
        one + two == first + second || reaches((one, two)) || reaches((one, 0)) || reaches((0, two))
    }

    /// Whether some of a column's entries, of which b rows are of a class that has n, could be worth so much by squares. Those that are parted
    /// are not worth more than the most frequent class among them, since Σ s² ≤ max s · Σ s. Of the others, of weight N − s, Σ (n − s)² is no
    /// more than Σ n² − m · s, where m is the least of 2n − b: worth most where s is 0 or all of them, W.
    fn squares_reach(&self, tufts: &[u32], score: f64) -> bool {
        let (mut weight, mut most, mut least) = (0_u64, 0_u32, u64::MAX);
        for (own, all) in tufts.iter().zip(&self.whole) {
            weight += u64::from(*own);
            most = most.max(*own);
            least = if *own > 0 { least.min(2 * u64::from(*all) - u64::from(*own)) } else { least };
        }
        let (all, squares) = (self.start.right, self.start.right_sum as f64);
        if weight == 0 || weight >= all {
            return true;
        }
        let without = (squares - weight as f64 * least as f64) / (all - weight) as f64;
        let others = without.max(squares / all as f64);
        (f64::from(most) + others) * (1.0 + 1e-9) >= score
    }
}

/// The entries of a column: their weight, their numbers and the squares of these, as often as each weighs.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct NumberTuft {
    weight: u64,
    sum: i128,
    squares: i128,
}

impl Thin for NumberRun {
    type Heap = Moments;
    type Tuft = NumberTuft;

    fn heap(_: usize) -> Moments {
        Moments::default()
    }
    fn add(heap: &mut Moments, label: Number) {
        heap.add_copies(label.q, label.weight);
    }
    fn take(heap: &mut Moments, part: &Moments) {
        heap.rows -= part.rows;
        heap.sum -= part.sum;
        heap.squares -= part.squares;
    }
    fn weight(heap: &Moments) -> u64 {
        heap.rows
    }
    /// Numbers are the same where their squared distances from one of them add up to nothing.
    fn is_mixed(heap: &Moments, first: Number) -> bool {
        let q = i128::from(first.q);
        heap.squares - 2 * q * heap.sum + q * q * i128::from(heap.rows) != 0
    }
    fn said(heap: &Moments) -> Ended<'_> {
        Ended::Numbers(*heap)
    }
    fn stand_on(&mut self, heap: &Moments) {
        let weight = i128::from(heap.rows.max(1));
        self.centre = (heap.sum / weight) as i64;
        self.farthest = f64::INFINITY;
        let sum = (heap.sum - i128::from(self.centre) * weight) as i64;
        self.whole = NumberBin { weight: heap.rows, sum };
        self.reset();
    }
    fn tufts(&self) -> usize {
        1
    }
    fn sow(tufts: &mut [NumberTuft], label: Number) {
        let (q, weight) = (i128::from(label.q), i128::from(label.weight()));
        tufts[0].weight += label.weight;
        tufts[0].sum += q * weight;
        tufts[0].squares += q * q * weight;
    }
    fn mow(tufts: &mut [NumberTuft], label: Number) {
        let (q, weight) = (i128::from(label.q), i128::from(label.weight()));
        tufts[0].weight -= label.weight;
        tufts[0].sum -= q * weight;
        tufts[0].squares -= q * q * weight;
    }
    fn mark_of(_: Number) -> Option<usize> {
        None
    }
    #[inline]
    fn hope(&self, tufts: &[NumberTuft]) -> f64 {
        let NumberTuft { weight, sum, .. } = tufts[0];
        let sum = (sum - i128::from(self.centre) * i128::from(weight)) as f64;
        sum * sum / weight.max(1) as f64
    }
    /// Some of the entries, of weight w and sum s around the mean, are worth s²/w, which is no more than the squares Q of all of them; and
    /// s² is no more than W·Q, so that the others are not worth more than (|T| + √(W·Q))² / (N − W).
    #[inline]
    fn could_part(&mut self, tufts: &[NumberTuft], score: f64) -> bool {
        let NumberTuft { weight, sum, squares } = tufts[0];
        let others = self.whole.weight - weight;
        if others == 0 {
            return true;
        }
        let centre = i128::from(self.centre);
        let squares = (squares - 2 * centre * sum + centre * centre * i128::from(weight)) as f64;
        let reach = (self.whole.sum as f64).abs() + (weight as f64 * squares).sqrt();
        let most = squares + reach * reach / others as f64;
        most * (1.0 + 1e-9) >= score
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grow::quick::SquarePart;
    use crate::seed::{Draws, Key};

    /// Parts every choice of entries from all other rows: the best score of these must not be passed over.
    fn check<R: Thin>(mut run: R, entries: &[R::Label], others: &[R::Label], classes: usize) -> bool {
        let mut heap = R::heap(classes);
        let mut tufts = vec![R::Tuft::default(); if run.tufts() == 1 { 1 } else { classes }];
        for label in entries.iter().chain(others) {
            R::add(&mut heap, *label);
        }
        for label in entries {
            R::sow(&mut tufts, *label);
        }
        run.stand_on(&heap);
        let mut best = f64::NEG_INFINITY;
        for choice in 1_u32..1 << entries.len() {
            run.reset();
            for (place, label) in entries.iter().enumerate() {
                if choice >> place & 1 == 1 {
                    run.shift(*label);
                }
            }
            best = if run.weights().1 > 0 { best.max(run.score()) } else { best };
        }
        run.reset();
        assert!(run.could_part(&tufts, best), "{best} is passed over");
        run.could_part(&tufts, best.abs().mul_add(2.0, 1e6))
    }

    fn class(draws: &mut Draws, classes: u64) -> Class {
        Class { class: draws.below(classes) as u32, weight: 1 + draws.below(3) }
    }

    #[test]
    fn what_the_best_choice_of_entries_is_worth_is_never_passed_over() {
        let mut passed = 0;
        for round in 0..3000 {
            let draws = &mut Key::new(23).child(round).draws();
            let (many, rest) = (1 + draws.below(8), 1 + draws.below(30));
            let classes = [2, 2, 3, 5, 9][draws.below(5) as usize];
            let entries: Vec<Class> = (0..many).map(|_| class(draws, classes)).collect();
            let others: Vec<Class> = (0..rest).map(|_| class(draws, classes)).collect();
            let run = ClassRun::new(SquarePart, &vec![1; classes as usize]).unwrap();
            passed += u32::from(!check(run, &entries, &others, classes as usize));
            let number =
                |draws: &mut Draws| Number { q: draws.below(2000).cast_signed() - 700, weight: 1 + draws.below(3) };
            let entries: Vec<Number> = (0..many).map(|_| number(draws)).collect();
            let others: Vec<Number> = (0..rest).map(|_| number(draws)).collect();
            passed += u32::from(!check(NumberRun::new(1, 0).unwrap(), &entries, &others, 0));
        }
        assert!(passed > 4000, "only {passed} of what nothing reaches is passed over");
    }
}
