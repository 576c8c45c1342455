//! Factors for the rows of classes.

use spinney::table::frame::nearest;
use spinney::table::{Classes, MISSING, Target, TargetValues};

use crate::fault::{Mistake, Outcome};
use crate::reading;

/// What the person said of the weights of classes.
#[derive(Debug, Clone)]
pub(super) enum ClassWeight {
    /// All classes weigh the same.
    Balanced,
    /// Each class has its factor.
    Given(Vec<f64>),
}

impl ClassWeight {
    /// Reads `balanced` or `CLASS=W,CLASS=W`; classes that are not named keep the factor 1.
    pub(super) fn read(text: &str, target: &Target) -> Outcome<Self> {
        let TargetValues::Classes(classes) = &target.values else {
            let mistake = Mistake::new(format!("--class-weight: {:?} is learned as a number", target.name));
            return Err(mistake.hint("--weight COL weighs rows; --task classification learns classes").into());
        };
        if text == "balanced" {
            return Ok(ClassWeight::Balanced);
        }
        let mut factors = vec![1.0; classes.names.len()];
        for item in reading::lists(&[text.to_owned()]) {
            let (class, factor) = pair(&item)?;
            let Some(place) = classes.names.iter().position(|name| name == class) else {
                let near = nearest(class, &classes.names).map(|near| format!("did you mean {near:?}?"));
                let shown: Vec<String> = classes.names.iter().take(8).map(|name| format!("{name:?}")).collect();
                let hint = near.unwrap_or_else(|| format!("the classes are {}", shown.join(", ")));
                let mistake = Mistake::new(format!("--class-weight: {:?} has no class {class:?}", target.name));
                return Err(mistake.hint(hint).into());
            };
            factors[place] = factor;
        }
        Ok(ClassWeight::Given(factors))
    }

    /// The factors where these rows are learned from.
    pub(super) fn factors(&self, classes: &Classes, rows: &[u32], weights: Option<&[f64]>) -> Vec<f64> {
        match self {
            ClassWeight::Given(factors) => factors.clone(),
            ClassWeight::Balanced => balanced(classes, rows, weights),
        }
    }
}

/// `CLASS=W`
fn pair(item: &str) -> Outcome<(&str, f64)> {
    let wrong = || {
        Mistake::new(format!("--class-weight: {item:?} is no class with its weight")).hint("'yes=5,no=1', or balanced")
    };
    let (class, factor) = item.rsplit_once('=').ok_or_else(wrong)?;
    let factor: f64 = factor.trim().parse().map_err(|_| wrong())?;
    if !(factor.is_finite() && factor >= 0.0) {
        return Err(Mistake::new(format!(
            "--class-weight: {factor} is no weight: weights are finite and not negative"
        ))
        .into());
    }
    Ok((class.trim(), factor))
}

/// All rows over so many shares as there are classes: n / (k · rows of the class).
fn balanced(classes: &Classes, rows: &[u32], weights: Option<&[f64]>) -> Vec<f64> {
    let mut sums = vec![0.0; classes.names.len()];
    for row in rows {
        let code = classes.codes[*row as usize];
        if code != MISSING {
            sums[code as usize] += weights.map_or(1.0, |weights| weights[*row as usize]);
        }
    }
    let present = sums.iter().filter(|sum| **sum > 0.0).count() as f64;
    let total: f64 = sums.iter().sum();
    sums.iter().map(|sum| if *sum > 0.0 { total / (present * sum) } else { 1.0 }).collect()
}
