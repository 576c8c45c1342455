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
pub(crate) trait Label: Copy + Send + Sync + 'static {
    fn weight(self) -> u64;
    fn with_weight(self, weight: u64) -> Self;
    /// Its number among the node's classes or target values; 0 where labels have none.
    fn id(self) -> u32;
    fn with_id(self, id: u32) -> Self;
}

/// What is stored with each row: a label, lighter where every row weighs one unit.
pub(crate) trait Stored: Copy + Send + Sync + 'static {
    type Label: Label;
    fn label(self) -> Self::Label;
    fn store(label: Self::Label) -> Self;

    /// Whether all of the label goes into 32 bits; where not, the row's place in the node stands for it.
    const PACKS: bool = false;
    #[inline(always)]
    fn pack(self, place: u32) -> u32 {
        place
    }
    #[inline(always)]
    fn unpack(packed: u32, items: &[Item<Self>]) -> Self::Label {
        items[packed as usize].stored.label()
    }
}

/// A class, or the rank of a number among the target's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Class {
    pub(crate) class: u32,
    pub(crate) weight: u64,
}

/// A class of weight 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LightClass(pub(crate) u32);

/// A number in steps of the target's scale.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Number {
    pub(crate) q: i64,
    pub(crate) weight: u64,
}

/// A number of weight 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LightNumber(pub(crate) i64);

impl Label for Class {
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

impl Stored for LightClass {
    type Label = Class;
    #[inline]
    fn label(self) -> Class {
        Class { class: self.0, weight: 1 }
    }
    #[inline]
    fn store(label: Class) -> Self {
        LightClass(label.class)
    }
    const PACKS: bool = true;
    #[inline(always)]
    fn pack(self, _: u32) -> u32 {
        self.0
    }
    #[inline(always)]
    fn unpack(packed: u32, _: &[Item<Self>]) -> Class {
        Class { class: packed, weight: 1 }
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

impl Stored for LightNumber {
    type Label = Number;
    #[inline]
    fn label(self) -> Number {
        Number { q: self.0, weight: 1 }
    }
    #[inline]
    fn store(label: Number) -> Self {
        LightNumber(label.q)
    }
}
