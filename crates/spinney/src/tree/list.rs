//! A list that takes one word where it stands.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// A list that takes one word where it stands: most splits have none, and all of them pay for the place of one. Copies share its items
/// until one of them changes its own.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct List<T>(Option<Arc<Box<[T]>>>);

impl<T> Deref for List<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        self.0.as_ref().map_or(&[], |items| items)
    }
}

impl<T: Clone> DerefMut for List<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        self.0.as_mut().map_or(&mut [], |items| &mut Arc::make_mut(items)[..])
    }
}

impl<T> From<Vec<T>> for List<T> {
    fn from(items: Vec<T>) -> Self {
        List((!items.is_empty()).then(|| Arc::new(items.into())))
    }
}

impl<T, const N: usize> From<[T; N]> for List<T> {
    fn from(items: [T; N]) -> Self {
        Vec::from(items).into()
    }
}

impl<T> FromIterator<T> for List<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        items.into_iter().collect::<Vec<T>>().into()
    }
}

impl<'a, T> IntoIterator for &'a List<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
