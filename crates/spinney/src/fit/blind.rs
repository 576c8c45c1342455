//! Trees without a target, and the model of them.

use crate::blind::{Blind, BlindKind, BlindSettings, BlindUrn, grow_from};
use crate::error::{Mistake, Result};
use crate::grow::Watch;
use crate::model::{ColumnSchema, Model};
use crate::predict::{Predicted, Predictor, Unseen};
use crate::table::Table;

/// A model of trees without a target, and what it says of the rows that it was grown from.
#[derive(Debug, Clone)]
pub struct Blinded {
    /// The model.
    pub model: Model,
    /// The score of each training row; none where no share of outlying rows was asked for.
    pub scores: Vec<f64>,
    /// Which rows each tree was grown from.
    pub urn: BlindUrn,
}

/// Grows trees without a target from these columns of a table, and makes a model of them.
///
/// Where the settings say what share of the rows is outlying, training rows are scored, and the quantile of their scores is where outlying
/// rows begin (between two of them where it lies so, as numpy's `percentile` and scikit-learn have it).
///
/// ```
/// use spinney::blind::BlindSettings;
/// use spinney::fit::fit_blind;
/// use spinney::predict::{Predicted, Predictor, Unseen};
/// use spinney::table::{Column, Table};
/// let table = Table::new(vec![Column::numbers("x", vec![1.0, 2.0, 1.5, 1.2, 90.0])])?;
/// let model = fit_blind(&table, &[0], &BlindSettings { contamination: Some(0.2), ..BlindSettings::isolation() }, &())?.model;
/// let predictor = Predictor::new(&model);
/// let found = predictor.predict(&table, Unseen::AsNode)?;
/// let Predicted::Numbers(scores) = found.values() else { unreachable!("scores are numbers") };
/// let outlying = |score: &f64| predictor.blind().is_some_and(|blind| blind.is_outlying(*score));
/// assert_eq!(scores.iter().map(outlying).collect::<Vec<_>>(), [false, false, false, false, true]);
/// # Ok::<(), spinney::Error>(())
/// ```
pub fn fit_blind(table: &Table, columns: &[usize], settings: &BlindSettings, watch: &dyn Watch) -> Result<Blinded> {
    fit_blind_by(table, columns, None, settings, watch)
}

/// The same, where trees draw rows by their weights (see [`grow_by`](crate::blind::grow_by)). What share of the rows is outlying is asked of all rows alike, as in
/// scikit-learn.
pub fn fit_blind_by(
    table: &Table,
    columns: &[usize],
    weights: Option<&[f64]>,
    settings: &BlindSettings,
    watch: &dyn Watch,
) -> Result<Blinded> {
    settings.check()?;
    let urn = BlindUrn::of(table, columns, weights, settings, watch)?;
    let forest = grow_from(table, columns, &urn, settings, watch)?;
    let mut blind = Blind { settings: settings.clone(), rows: urn.drawn() as u32, offset: Blind::OFFSET };
    let columns: Vec<ColumnSchema> = columns.iter().map(|place| ColumnSchema::of(&table.columns()[*place])).collect();
    let made = |blind: &Blind, forest| {
        let model = Model::of_blind(columns.clone(), blind.clone(), forest);
        model.map_err(|error| Mistake::BrokenTree { flaw: error.to_string() }.anywhere())
    };
    let share = settings.contamination.filter(|_| settings.kind == BlindKind::Isolation);
    let Some(share) = share else { return Ok(Blinded { model: made(&blind, forest)?, scores: Vec::new(), urn }) };
    let model = made(&blind, forest.clone())?;
    let predictor = Predictor::new(&model);
    let Predicted::Numbers(scores) = predictor.predict_watched(table, Unseen::AsNode, watch)?.into_values() else {
        return Ok(Blinded { model, scores: Vec::new(), urn });
    };
    blind.offset = quantile(scores.iter().map(|score| -score).collect(), share);
    Ok(Blinded { model: made(&blind, forest)?, scores, urn })
}

/// The number below which this share of numbers lies; between two of them by distance.
fn quantile(mut numbers: Vec<f64>, share: f64) -> f64 {
    numbers.sort_unstable_by(f64::total_cmp);
    let place = share * (numbers.len() - 1) as f64;
    let (low, part) = (place.floor() as usize, place.fract());
    let high = (low + 1).min(numbers.len() - 1);
    numbers[low] + part * (numbers[high] - numbers[low])
}
