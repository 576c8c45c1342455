//! Finite probability in whole numbers: nothing is rounded, so "independent" means independent.

use super::chance::Chance;
use super::sum::order_free_sum;

/// A finite probability space: what can happen, and with what weight.
///
/// The chance of an event is its weight over the whole weight. Outcomes without weight cannot happen and are left out;
/// in an empty space every chance is 0. Sums of weights are u128 and cannot overflow.
///
/// ```
/// use spinney::measure::Space;
///
/// let die = Space::uniform(1..=6);
/// let dice = die.product(&die).unwrap();
/// assert_eq!(dice.chance(|(a, b)| a + b == 8).to_string(), "5/36");
/// assert_eq!(dice.chance(|&(a, b)| a + b == 5 && a == 2 && b == 3).to_string(), "1/36");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Space<T> {
    outcomes: Vec<(T, u128)>,
}

impl<T> Space<T> {
    /// A space whose outcomes are all equally likely.
    ///
    /// ```
    /// use spinney::measure::Space;
    ///
    /// assert_eq!(Space::uniform(1..=6).chance(|spots| spots % 2 == 0).to_string(), "1/2");
    /// ```
    pub fn uniform(outcomes: impl IntoIterator<Item = T>) -> Self {
        Self { outcomes: outcomes.into_iter().map(|outcome| (outcome, 1)).collect() }
    }

    /// A space of outcomes with whole-number weights.
    ///
    /// ```
    /// use spinney::measure::Space;
    ///
    /// let season = Space::weighted([("summer", 15), ("spring", 1), ("autumn", 2), ("winter", 2)]);
    /// assert_eq!(season.chance(|&s| s == "summer").to_string(), "3/4");
    /// ```
    pub fn weighted(outcomes: impl IntoIterator<Item = (T, u64)>) -> Self {
        let with_weight = outcomes.into_iter().filter(|&(_, weight)| weight > 0);
        Self { outcomes: with_weight.map(|(outcome, weight)| (outcome, u128::from(weight))).collect() }
    }

    /// Every outcome with its chance, in the order of the space.
    ///
    /// ```
    /// use spinney::measure::Space;
    ///
    /// let coin = Space::weighted([('H', 2), ('T', 1)]);
    /// let shown: Vec<String> = coin.outcomes().map(|(side, chance)| format!("{side} {chance}")).collect();
    /// assert_eq!(shown, ["H 2/3", "T 1/3"]);
    /// ```
    pub fn outcomes(&self) -> impl Iterator<Item = (&T, Chance)> {
        let whole = self.weight(|_| true);
        self.outcomes.iter().map(move |(outcome, weight)| (outcome, Chance::reduced(*weight, whole)))
    }

    /// The chance of an event, given as a question about the outcome.
    ///
    /// `P(A) = weight of A / weight of everything`.
    ///
    /// ```
    /// use spinney::measure::Space;
    ///
    /// assert_eq!(Space::uniform(1..=6).chance(|&spots| spots > 4).to_string(), "1/3");
    /// ```
    pub fn chance(&self, event: impl Fn(&T) -> bool) -> Chance {
        Chance::reduced(self.weight(event), self.weight(|_| true))
    }

    /// What is left of the space once the event is known to have happened; none where it cannot happen.
    ///
    /// ```
    /// use spinney::measure::Space;
    ///
    /// let die = Space::uniform(1..=6);
    /// assert_eq!(die.given(|&spots| spots > 4), Some(Space::uniform(5..=6)));
    /// assert_eq!(die.given(|&spots| spots > 6), None);
    /// ```
    #[must_use]
    pub fn given(&self, event: impl Fn(&T) -> bool) -> Option<Self>
    where
        T: Clone,
    {
        let left: Vec<_> = self.outcomes.iter().filter(|(outcome, _)| event(outcome)).cloned().collect();
        (!left.is_empty()).then_some(Self { outcomes: left })
    }

    /// The chance of an event once a condition is known to hold; none where the condition cannot hold.
    ///
    /// `P(A given B) = P(A and B) / P(B)`.
    ///
    /// ```
    /// use spinney::measure::Space;
    ///
    /// let die = Space::uniform(1..=6);
    /// let even_given_high = die.chance_given(|spots| spots % 2 == 0, |&spots| spots > 4).unwrap();
    /// assert_eq!(even_given_high.to_string(), "1/2");
    /// ```
    pub fn chance_given(&self, event: impl Fn(&T) -> bool, condition: impl Fn(&T) -> bool) -> Option<Chance> {
        Chance::new(self.weight(|outcome| condition(outcome) && event(outcome)), self.weight(&condition))
    }

    /// Whether two events are independent: knowing one does not change the chance of the other.
    ///
    /// `P(A and B) = P(A) · P(B)`, in whole numbers and without a tolerance.
    ///
    /// ```
    /// use spinney::measure::Space;
    ///
    /// let die = Space::uniform(1..=6);
    /// assert!(!die.independent(|s| [1, 2, 5].contains(s), |s| [3, 4, 6].contains(s)));
    /// let dice = die.product(&die).unwrap();
    /// assert!(dice.independent(|&(first, _)| first == 1, |&(_, second)| second == 6));
    /// ```
    pub fn independent(&self, a: impl Fn(&T) -> bool, b: impl Fn(&T) -> bool) -> bool {
        let both = self.weight(|outcome| a(outcome) && b(outcome));
        product_rule(both, self.weight(a), self.weight(b), self.weight(|_| true))
    }

    /// The distribution of a random variable: its values in order, equal ones merged.
    ///
    /// `P(X = x) = Σ P(outcome)` over the outcomes with X(outcome) = x.
    ///
    /// ```
    /// use spinney::measure::Space;
    ///
    /// let die = Space::uniform(1..=6);
    /// let sum = die.product(&die).unwrap().map(|(a, b)| a + b);
    /// assert_eq!(sum.chance(|&s| s == 2).to_string(), "1/36");
    /// assert_eq!(sum.outcomes().count(), 11);
    /// ```
    pub fn map<U: Ord>(&self, variable: impl Fn(&T) -> U) -> Space<U> {
        let mut values: Vec<_> = self.outcomes.iter().map(|(outcome, weight)| (variable(outcome), *weight)).collect();
        values.sort_by(|(a, _), (b, _)| a.cmp(b));
        values.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            kept.1 += if same { next.1 } else { 0 };
            same
        });
        Space { outcomes: values }
    }

    /// The joint space of two experiments that know nothing of each other; none where the weights would pass 2¹²⁸.
    ///
    /// `P((a, b)) = P(a) · P(b)`.
    ///
    /// ```
    /// use spinney::measure::Space;
    ///
    /// let coin = Space::uniform(['H', 'T']);
    /// let both = coin.product(&Space::uniform(1..=6)).unwrap();
    /// assert_eq!(both.chance(|&(side, spots)| side == 'H' && spots == 6).to_string(), "1/12");
    /// ```
    pub fn product<U: Clone>(&self, other: &Space<U>) -> Option<Space<(T, U)>>
    where
        T: Clone,
    {
        // No pair weighs more than all pairs together, so one check is enough.
        self.weight(|_| true).checked_mul(other.weight(|_| true))?;
        let pairs = self.outcomes.iter().flat_map(|(a, weight_a)| {
            other.outcomes.iter().map(move |(b, weight_b)| ((a.clone(), b.clone()), weight_a * weight_b))
        });
        Some(Space { outcomes: pairs.collect() })
    }

    /// Whether two random variables are independent: every value of one and every value of the other are.
    ///
    /// `P(X = x and Y = y) = P(X = x) · P(Y = y)` for all x and y.
    ///
    /// ```
    /// use spinney::measure::Space;
    ///
    /// let die = Space::uniform(1..=6);
    /// let dice = die.product(&die).unwrap();
    /// assert!(dice.independent_variables(|d| d.0, |d| d.1));
    /// assert!(!dice.independent_variables(|d| d.0, |d| d.0 + d.1));
    /// ```
    pub fn independent_variables<X, Y>(&self, x: impl Fn(&T) -> X, y: impl Fn(&T) -> Y) -> bool
    where
        X: Ord,
        Y: Ord,
    {
        let whole = self.weight(|_| true);
        let joint = self.map(|outcome| (x(outcome), y(outcome)));
        let (of_x, of_y) = (self.map(x), self.map(y));
        // Every pair must occur, and then the joint values are the pairs of the margins, in order of x, then y.
        let pairs = of_x.outcomes.iter().flat_map(|(_, a)| of_y.outcomes.iter().map(move |(_, b)| (*a, *b)));
        joint.outcomes.len() == of_x.outcomes.len() * of_y.outcomes.len()
            && joint.outcomes.iter().zip(pairs).all(|((_, both), (a, b))| product_rule(*both, a, b, whole))
    }

    /// The expectation of a numeric random variable; NaN in an empty space.
    ///
    /// `E(X) = Σ P(outcome) · X(outcome)`.
    ///
    /// ```
    /// use spinney::measure::Space;
    ///
    /// assert_eq!(Space::uniform(1..=6).expectation(|&spots| f64::from(spots)), 3.5);
    /// ```
    pub fn expectation(&self, variable: impl Fn(&T) -> f64) -> f64 {
        let terms = self.outcomes.iter().map(|(outcome, weight)| *weight as f64 * variable(outcome));
        order_free_sum(terms) / self.weight(|_| true) as f64
    }

    fn weight(&self, event: impl Fn(&T) -> bool) -> u128 {
        self.outcomes.iter().filter(|(outcome, _)| event(outcome)).map(|(_, weight)| weight).sum()
    }
}

/// `both / whole = a / whole · b / whole`, asked as `both / a = b / whole`: fractions in lowest terms need no product,
/// which might overflow.
fn product_rule(both: u128, a: u128, b: u128, whole: u128) -> bool {
    a == 0 || Chance::reduced(both, a) == Chance::reduced(b, whole)
}
