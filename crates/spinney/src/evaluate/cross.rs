//! Something learned and asked, fold by fold. What is learned is up to the caller: any model will do.

use super::folds::Folds;
use super::nested::nested;
use super::parts::Parts;
use crate::error::{Error, Mistake};
use crate::grow::Watch;

/// Calls the closure with every fold's number and parts, in order, and gathers what it gives.
///
/// Whoever watches can stop it between folds; the closure may hand the same watch to what it grows.
///
/// ```
/// use spinney::evaluate::{cross_validate, folds};
/// let target = [1.0, 2.0, 3.0, 4.0];
/// // The model is the mean of the training rows; its score is how far it is off.
/// let errors = cross_validate(&folds(&[0, 1, 2, 3], 4, 0, None)?, &(), |_, parts| {
///     let mean = parts.train.iter().map(|row| target[*row as usize]).sum::<f64>() / 3.0;
///     Ok::<_, spinney::Error>((target[parts.test[0] as usize] - mean).abs())
/// })?;
/// assert_eq!(errors.len(), 4);
/// assert!((errors.iter().sum::<f64>() - 16.0 / 3.0).abs() < 1e-12);
/// # Ok::<(), spinney::Error>(())
/// ```
pub fn cross_validate<S, E: From<Error>>(
    folds: &Folds,
    watch: &dyn Watch,
    mut ask: impl FnMut(usize, &Parts) -> Result<S, E>,
) -> Result<Vec<S>, E> {
    let mut found = Vec::with_capacity(folds.len());
    for (fold, parts) in folds.iter().enumerate() {
        if watch.stopped() {
            return Err(Mistake::Stopped.anywhere().into());
        }
        found.push(ask(fold, &parts)?);
    }
    Ok(found)
}

/// Which shares of the training rows a learning curve asks for.
#[derive(Debug, Clone, Copy)]
pub struct Shares<'a> {
    /// Rising, from above 0 to at most 1.
    pub shares: &'a [f64],
    /// The seed of which rows.
    pub seed: u64,
    /// The class of every row of the table, so that each share has every class in its own.
    pub classes: Option<&'a [u32]>,
}

/// What came of one share of the training rows.
#[derive(Debug, Clone, PartialEq)]
pub struct CurvePoint<S> {
    /// The share.
    pub share: f64,
    /// The rows learned from, fold by fold.
    pub rows: Vec<usize>,
    /// What the closure gave, fold by fold.
    pub each: Vec<S>,
}

/// The same with growing shares of every fold's training rows, each within the next; the rows that are asked stay.
///
/// ```
/// use spinney::evaluate::{Shares, folds, learning_curve};
/// let how = Shares { shares: &[0.5, 1.0], seed: 0, classes: None };
/// let curve = learning_curve(&folds(&[0, 1, 2, 3, 4, 5], 3, 0, None)?, &how, &(), |_, parts| {
///     Ok::<_, spinney::Error>(parts.train.len() * 10 + parts.test.len())
/// })?;
/// assert_eq!((curve[0].rows.clone(), curve[0].each.clone()), (vec![2; 3], vec![22; 3]));
/// assert_eq!(curve[1].each, [42; 3]);
/// # Ok::<(), spinney::Error>(())
/// ```
pub fn learning_curve<S, E: From<Error>>(
    folds: &Folds,
    how: &Shares<'_>,
    watch: &dyn Watch,
    mut ask: impl FnMut(usize, &Parts) -> Result<S, E>,
) -> Result<Vec<CurvePoint<S>>, E> {
    let point = |share: &f64| CurvePoint { share: *share, rows: Vec::new(), each: Vec::new() };
    let mut curve: Vec<CurvePoint<S>> = how.shares.iter().map(point).collect();
    cross_validate(folds, watch, |fold, parts| {
        for (point, train) in curve.iter_mut().zip(nested(&parts.train, how.shares, how.seed, how.classes)?) {
            if watch.stopped() {
                return Err(Mistake::Stopped.anywhere().into());
            }
            point.rows.push(train.len());
            point.each.push(ask(fold, &Parts { train, test: parts.test.clone() })?);
        }
        Ok::<(), E>(())
    })?;
    Ok(curve)
}
