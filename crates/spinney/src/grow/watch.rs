//! Who may stop the work, and is told how far it is.

/// Who may stop the work, and is told how far it is.
pub trait Watch: Sync {
    /// Whether to stop as soon as may be.
    fn stopped(&self) -> bool {
        false
    }
    /// Whether what is finished will do: no more trees are begun.
    fn enough(&self) -> bool {
        false
    }
    /// So many more rows have reached their leaf.
    fn settled(&self, _rows: u64) {}
    /// One more tree of a forest is finished.
    fn grown(&self) {}
}

/// Nobody watches.
impl Watch for () {}
