//! What the rows of a node say of the target.

/// What the rows of a node say of the target: 24 bytes, since drafts hold one for each of their nodes.
#[derive(Debug, Clone)]
pub(crate) enum Tally {
    /// The weight of each class that occurs, in units.
    Classes(Box<[(u32, u64)]>),
    /// The same of two classes, and another share of the second that the node answers.
    Held(Box<(Tally, f64)>),
    /// The same where only one class occurs, as in most leaves of forests.
    Pure { class: u32, weight: Units },
    /// Weight in units, answer, and the sum of squared errors in the target's own unit times units.
    Number { weight: Units, value: f64, error: f64 },
    /// The weight of a node with branches, whose classes are those of its leaves.
    Sum(Units),
    /// What they say of each of several targets.
    Several(Box<[Tally]>),
}

/// A weight in units. All weights together stay below 2⁵² of them: seven bytes, and the eighth says what kind of tally it is.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Units([u8; 7]);

impl Units {
    pub(crate) fn new(weight: u64) -> Self {
        let [bytes @ .., _] = weight.to_le_bytes();
        Units(bytes)
    }

    pub(crate) fn get(self) -> u64 {
        let mut bytes = [0; 8];
        bytes[..7].copy_from_slice(&self.0);
        u64::from_le_bytes(bytes)
    }
}

impl Tally {
    /// That of a node with branches.
    pub(crate) fn sum(weight: u64) -> Self {
        Tally::Sum(Units::new(weight))
    }

    /// That of rows of one class.
    pub(crate) fn pure(class: u32, weight: u64) -> Self {
        Tally::Pure { class, weight: Units::new(weight) }
    }

    /// That of rows of this weight, answer and error.
    pub(crate) fn number(weight: u64, value: f64, error: f64) -> Self {
        Tally::Number { weight: Units::new(weight), value, error }
    }

    /// That of rows that have the same number.
    pub(crate) fn same_number(value: f64, weight: u64) -> Self {
        Tally::number(weight, value, 0.0)
    }

    /// That of a node that is still open.
    pub(crate) fn blank() -> Self {
        Tally::sum(0)
    }

    /// That of each target.
    pub(crate) fn parts(&self) -> &[Tally] {
        match self {
            Tally::Several(all) => all,
            one => std::slice::from_ref(one),
        }
    }

    /// The weight of all rows, in units.
    pub(crate) fn weight(&self) -> u64 {
        match self {
            Tally::Classes(counts) => counts.iter().map(|(_, weight)| weight).sum(),
            Tally::Number { weight, .. } | Tally::Pure { weight, .. } | Tally::Sum(weight) => weight.get(),
            Tally::Several(all) => all.first().map_or(0, Tally::weight),
            Tally::Held(own) => own.0.weight(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tally_takes_three_words() {
        assert_eq!(size_of::<Tally>(), 24);
    }

    #[test]
    fn weights_up_to_the_most_come_back() {
        for weight in [0, 1, 255, 256, 1 << 32, (1 << 52) + 1, (1 << 56) - 1] {
            assert_eq!(Units::new(weight).get(), weight);
            assert_eq!([Tally::sum(weight), Tally::pure(7, weight)].map(|tally| tally.weight()), [weight; 2]);
        }
    }
}
