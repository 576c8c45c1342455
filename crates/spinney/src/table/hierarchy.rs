//! Trees of values: city, state, country.

use std::collections::{BTreeMap, BTreeSet};

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
        let mut above: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let mut orders: BTreeSet<(String, String)> = BTreeSet::new();
        for (row, path) in paths.into_iter().enumerate() {
            let path = checked_path(path.into_iter().map(Into::into).collect(), &mut orders);
            let (value, path) = path.map_err(|mistake| mistake.in_row(row as u64 + 1))?;
            match above.get(&value) {
                Some(known) if *known != path => return Err(Mistake::TwoParents { value }.in_row(row as u64 + 1)),
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

/// A value and the nodes above it. `orders` holds every pair of names in which the second has stood above the first: no
/// name may stand above itself, nor two names above each other.
fn checked_path(
    mut names: Vec<String>,
    orders: &mut BTreeSet<(String, String)>,
) -> std::result::Result<(String, Vec<String>), Mistake> {
    while names.last().is_some_and(String::is_empty) {
        names.pop(); // a shorter path is padded to the width of the table
    }
    let Some(value) = names.first().filter(|value| !value.is_empty()).cloned() else {
        return Err(Mistake::UnnamedValue);
    };
    if names.iter().any(String::is_empty) {
        return Err(Mistake::Hole { value });
    }
    for (place, lower) in names.iter().enumerate() {
        for upper in &names[place + 1..] {
            if lower == upper || orders.contains(&(upper.clone(), lower.clone())) {
                return Err(Mistake::Loop { value: lower.clone() });
            }
            orders.insert((lower.clone(), upper.clone()));
        }
    }
    Ok((value, names.split_off(1)))
}
