//! Factors for the rows of classes, as the flag says.

use spinney::contest::ClassWeight;
use spinney::table::frame::nearest;
use spinney::table::{Target, TargetValues};

use crate::fault::{Mistake, Outcome};
use crate::reading;

/// Reads `balanced`, `balanced-subsample` or `CLASS=W,CLASS=W`; classes that are not named keep the factor 1.
pub(super) fn class_weight(text: &str, target: &Target) -> Outcome<ClassWeight> {
    let TargetValues::Classes(classes) = &target.values else {
        let mistake = Mistake::new(format!("--class-weight: {:?} is learned as a number", target.name));
        return Err(mistake.hint("--weight COL weighs rows; --task classification learns classes").into());
    };
    if text == "balanced" {
        return Ok(ClassWeight::Balanced);
    }
    if text == "balanced-subsample" {
        return Ok(ClassWeight::BalancedSubsample);
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

/// `CLASS=W`
fn pair(item: &str) -> Outcome<(&str, f64)> {
    let wrong = || {
        Mistake::new(format!("--class-weight: {item:?} is no class with its weight"))
            .hint("'yes=5,no=1', balanced, or balanced-subsample")
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
