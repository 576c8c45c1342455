//! Numbers in a row, which a table owns or shares with whoever handed them over.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// Numbers in a row; NaN where missing, −0.0 never.
///
/// A slice of numbers in all that is asked of it. What is shared is never written to: who wants to change numbers takes a
/// [`Vec`] out of it, which is a copy then.
///
/// ```
/// use std::sync::Arc;
/// use spinney::table::Floats;
/// let theirs: Arc<Vec<f64>> = Arc::new(vec![1.0, f64::NAN]);
/// let shared = Floats::shared(theirs.clone());
/// assert_eq!(shared.as_ptr(), theirs.as_ptr()); // no number was copied
/// assert_eq!(Floats::from(vec![1.0, 2.0]).into_vec(), [1.0, 2.0]);
/// ```
#[derive(Clone)]
pub struct Floats(Kept);

#[derive(Clone)]
enum Kept {
    Own(Vec<f64>),
    Shared(Arc<dyn AsRef<[f64]> + Send + Sync>),
}

impl Floats {
    /// Numbers that stay where they are; where one of them is −0.0, a copy in which it is 0.0.
    pub fn shared(numbers: Arc<dyn AsRef<[f64]> + Send + Sync>) -> Self {
        let is_signed_zero = |number: &f64| *number == 0.0 && number.is_sign_negative();
        let all = (*numbers).as_ref();
        if all.iter().any(is_signed_zero) {
            return all.iter().map(|number| number + 0.0).collect();
        }
        Floats(Kept::Shared(numbers))
    }

    /// The numbers, for who changes them.
    pub fn into_vec(self) -> Vec<f64> {
        match self.0 {
            Kept::Own(numbers) => numbers,
            Kept::Shared(numbers) => (*numbers).as_ref().to_vec(),
        }
    }

    /// The numbers, to be changed where they are; what is shared is copied first.
    pub fn to_mut(&mut self) -> &mut Vec<f64> {
        if let Kept::Shared(numbers) = &self.0 {
            self.0 = Kept::Own((**numbers).as_ref().to_vec());
        }
        match &mut self.0 {
            Kept::Own(numbers) => numbers,
            Kept::Shared(_) => unreachable!("what is shared has just been copied"),
        }
    }
}

impl Deref for Floats {
    type Target = [f64];

    #[inline]
    fn deref(&self) -> &[f64] {
        match &self.0 {
            Kept::Own(numbers) => numbers,
            Kept::Shared(numbers) => (**numbers).as_ref(),
        }
    }
}

impl From<Vec<f64>> for Floats {
    fn from(numbers: Vec<f64>) -> Self {
        Floats(Kept::Own(numbers))
    }
}

impl FromIterator<f64> for Floats {
    fn from_iter<T: IntoIterator<Item = f64>>(numbers: T) -> Self {
        Vec::from_iter(numbers).into()
    }
}

impl<'a> IntoIterator for &'a Floats {
    type Item = &'a f64;
    type IntoIter = std::slice::Iter<'a, f64>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Debug for Floats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
