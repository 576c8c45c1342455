//! A row on its way down: its number, and what it says of the target.

/// A row in a node.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Item<S> {
    /// The row's number among the training rows.
    pub(crate) row: u32,
    /// What travels with it, so that no loop has to look it up.
    pub(crate) stored: S,
}

/// What a set of rows is summed from: a class or a number, with its weight in units.
pub(crate) trait Label: Stored<Label = Self> {
    /// What is stored where every row weighs a few units.
    type Counted: Stored<Label = Self>;

    fn weight(self) -> u64;
    fn with_weight(self, weight: u64) -> Self;
    /// Its number among the node's classes or target values; 0 where labels have none.
    fn id(self) -> u32;
    fn with_id(self, id: u32) -> Self;
}

/// What is stored with each row: a label, lighter where every row weighs a few units.
pub(crate) trait Stored: Copy + Send + Sync + 'static {
    type Label: Label;
    fn label(self) -> Self::Label;
    fn store(label: Self::Label) -> Self;
    /// Whether labels of this many classes, of at most this weight, can be stored.
    fn holds(_classes: usize, _weight: u64) -> bool {
        true
    }

    /// All of the label where it goes into 32 bits, so that those of a class follow each other; the row's place in the node where
    /// it does not.
    #[inline]
    fn pack(self, place: u32) -> u32 {
        place
    }
    #[inline]
    fn unpack(packed: u32, items: &[Item<Self>]) -> Self::Label {
        items[packed as usize].stored.label()
    }
    /// The class of the rows between these two in the order of packed labels, where they are of one.
    #[inline]
    fn class_between(_first: u32, _last: u32) -> Option<u32> {
        None
    }
}

/// A class, or the rank of a number among the target's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Class {
    pub(crate) class: u32,
    pub(crate) weight: u64,
}

/// A class, 24 bits, above its weight, 8 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CountedClass(u32);

/// A number in steps of the target's scale.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Number {
    pub(crate) q: i64,
    pub(crate) weight: u64,
}

/// A number, in two halves so that a row takes 16 bytes, with its weight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CountedNumber {
    low: u32,
    high: u32,
    weight: u32,
}

/// The number of a row among those of a subtree, with its weight: what labels of several targets are there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CountedRow {
    pub(crate) number: u32,
    pub(crate) weight: u32,
}

impl Label for Class {
    type Counted = CountedClass;

    fn weight(self) -> u64 {
        self.weight
    }
    fn with_weight(self, weight: u64) -> Self {
        Class { weight, ..self }
    }
    fn id(self) -> u32 {
        self.class
    }
    fn with_id(self, id: u32) -> Self {
        Class { class: id, ..self }
    }
}

impl Label for Number {
    type Counted = CountedNumber;

    fn weight(self) -> u64 {
        self.weight
    }
    fn with_weight(self, weight: u64) -> Self {
        Number { weight, ..self }
    }
    fn id(self) -> u32 {
        0
    }
    fn with_id(self, _: u32) -> Self {
        self
    }
}

impl Stored for Class {
    type Label = Class;
    fn label(self) -> Class {
        self
    }
    fn store(label: Class) -> Self {
        label
    }
}

impl Stored for CountedRow {
    type Label = Class;
    #[inline]
    fn label(self) -> Class {
        Class { class: self.number, weight: u64::from(self.weight) }
    }
    #[inline]
    fn store(label: Class) -> Self {
        CountedRow { number: label.class, weight: label.weight as u32 }
    }
    fn holds(_: usize, weight: u64) -> bool {
        u32::try_from(weight).is_ok()
    }
}

impl Stored for CountedClass {
    type Label = Class;
    #[inline]
    fn label(self) -> Class {
        Class { class: self.0 >> 8, weight: u64::from(self.0 & 0xFF) }
    }
    #[inline]
    fn store(label: Class) -> Self {
        CountedClass(label.class << 8 | label.weight as u32)
    }
    fn holds(classes: usize, weight: u64) -> bool {
        classes <= 1 << 24 && weight <= 0xFF
    }
    #[inline]
    fn pack(self, _: u32) -> u32 {
        self.0
    }
    #[inline]
    fn unpack(packed: u32, _: &[Item<Self>]) -> Class {
        CountedClass(packed).label()
    }
    #[inline]
    fn class_between(first: u32, last: u32) -> Option<u32> {
        (first >> 8 == last >> 8).then_some(first >> 8)
    }
}

impl Stored for Number {
    type Label = Number;
    fn label(self) -> Number {
        self
    }
    fn store(label: Number) -> Self {
        label
    }
}

impl Stored for CountedNumber {
    type Label = Number;
    #[inline]
    fn label(self) -> Number {
        let q = (u64::from(self.high) << 32 | u64::from(self.low)).cast_signed();
        Number { q, weight: u64::from(self.weight) }
    }
    #[inline]
    fn store(label: Number) -> Self {
        let q = label.q.cast_unsigned();
        CountedNumber { low: q as u32, high: (q >> 32) as u32, weight: label.weight as u32 }
    }
    fn holds(_: usize, weight: u64) -> bool {
        u32::try_from(weight).is_ok()
    }
}
