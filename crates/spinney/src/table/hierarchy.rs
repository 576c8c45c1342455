//! Trees of values: city, state, country.

use std::collections::BTreeMap;

use crate::error::{Mistake, Result};

/// A tree over the values of a column. Each value has a path from itself up to the root's child.
///
/// ```text
/// path of Lyon:  Lyon ─► Rhône ─► France        a split may be made at any height:
/// path of Nice:  Nice ─► Var   ─► France        0 the values, 1 their parents, 2 …
/// ```
/// A node is its name together with all that stands above it, so that two states may each have a Springfield county.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Hierarchy {
    /// For each value, the nodes above it, nearest first.
    above: BTreeMap<String, Vec<String>>,
}

impl Hierarchy {
    /// Builds the tree from one path per value: the value, its parent, its parent's parent …
    ///
    /// ```
    /// use spinney::table::Hierarchy;
    /// let places = Hierarchy::from_paths([vec!["Lyon", "France"], vec!["Bonn", "Germany"]])?;
    /// assert_eq!(places.above("Lyon"), Some(&["France".to_owned()][..]));
    /// # Ok::<(), spinney::Error>(())
    /// ```
    pub fn from_paths<P, S>(paths: P) -> Result<Self>
    where
        P: IntoIterator<Item = Vec<S>>,
        S: Into<String>,
    {
        let mut above = BTreeMap::new();
        for path in paths {
            let mut names = path.into_iter().map(Into::into);
            let value = names.next().filter(|value: &String| !value.is_empty());
            let value = value.ok_or_else(|| Mistake::UnnamedValue.anywhere())?;
            let path: Vec<String> = names.filter(|name| !name.is_empty()).collect();
            match above.get(&value) {
                Some(known) if *known != path => return Err(Mistake::TwoParents { value }.anywhere()),
                _ => above.insert(value, path),
            };
        }
        Ok(Hierarchy { above })
    }

    /// The nodes above a value, nearest first; `None` for a value that the tree does not know.
    pub fn above(&self, value: &str) -> Option<&[String]> {
        self.above.get(value).map(Vec::as_slice)
    }

    /// How many steps the longest path has above its value.
    pub fn height(&self) -> usize {
        self.above.values().map(Vec::len).max().unwrap_or(0)
    }

    /// The node that holds `value` when the tree is cut `height` steps above the values (a shorter path ends at its top),
    /// written from the top down so that equal names under different parents differ.
    ///
    /// ```
    /// use spinney::table::Hierarchy;
    /// let places = Hierarchy::from_paths([vec!["Lyon", "Rhône", "France"]])?;
    /// assert_eq!(places.node("Lyon", 1).as_deref(), Some("France/Rhône"));
    /// # Ok::<(), spinney::Error>(())
    /// ```
    pub fn node(&self, value: &str, height: usize) -> Option<String> {
        let (name, path) = self.above.get_key_value(value)?;
        let steps: Vec<&str> = std::iter::once(name).chain(path).map(String::as_str).collect();
        let from = height.min(steps.len() - 1);
        Some(steps[from..].iter().rev().copied().collect::<Vec<_>>().join("/"))
    }

    /// The values that the tree knows, in order.
    pub fn values(&self) -> impl Iterator<Item = &str> {
        self.above.keys().map(String::as_str)
    }
}
