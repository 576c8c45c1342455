//! Sums over the weights of one distribution.

use serde_json::json;
use spinney::measure;
use spinney::table::number::text;

use super::answer::{Answer, fraction};
use crate::fault::{Mistake, Outcome};
use crate::text::decimals;

/// Weights that make a distribution: finite, not negative, not all zero.
pub(super) fn check(weights: &[f64]) -> Outcome<f64> {
    measure::check_weights(weights).map_err(|error| Mistake::new(error.to_string()))?;
    let total: f64 = weights.iter().sum();
    if total > 0.0 {
        Ok(total)
    } else {
        Err(Mistake::new("the weights are all zero").hint("at least one must be above 0, as in 9 5").into())
    }
}

pub(super) fn information(probabilities: &[f64]) -> Outcome<Answer> {
    if let Some(wrong) = probabilities.iter().find(|p| !(**p > 0.0 && **p <= 1.0)) {
        let mistake = Mistake::new(format!("{wrong} is not a probability above 0 and up to 1"));
        return Err(mistake.hint("an outcome that cannot happen would have infinite information").into());
    }
    let bits: Vec<f64> = probabilities.iter().map(|p| measure::information(*p)).collect();
    let sum = probabilities.iter().zip(&bits).map(|(p, bits)| {
        format!("I({0}) = -log2 {0} = log2 {1} = {2}", text(*p), crate::text::digits(1.0 / p), decimals(*bits))
    });
    let lines = probabilities.iter().zip(&bits).map(|(p, bits)| format!("p = {}: {} bits", text(*p), decimals(*bits)));
    Ok(Answer { lines: lines.collect(), sum: sum.collect(), json: json!({"measure": "information", "bits": bits}) })
}

pub(super) fn entropy(weights: &[f64]) -> Outcome<Answer> {
    let total = check(weights)?;
    let (bits, nats) = (measure::entropy(weights), measure::entropy_nats(weights));
    let present = || weights.iter().copied().filter(|weight| *weight > 0.0);
    let terms = present().map(|weight| format!("{0} log2({0})", fraction(weight, total)));
    let values = present().map(|weight| decimals(weight / total * measure::information(weight / total)));
    let sum = vec![
        "H = - sum of p log2 p".to_owned(),
        format!("  = - {}", terms.collect::<Vec<_>>().join(" - ")),
        format!("  = {}", values.collect::<Vec<_>>().join(" + ")),
    ];
    let lines = vec![format!("H = {} bits ({} nats)", decimals(bits), decimals(nats))];
    Ok(Answer { lines, sum, json: json!({"measure": "entropy", "bits": bits, "nats": nats, "weights": weights}) })
}

pub(super) fn gini(weights: &[f64]) -> Outcome<Answer> {
    let total = check(weights)?;
    let gini = measure::gini(weights);
    let squares: Vec<String> = weights.iter().map(|weight| format!("({})^2", fraction(*weight, total))).collect();
    let values: Vec<String> = weights.iter().map(|weight| decimals((weight / total) * (weight / total))).collect();
    let sum = vec![
        "Gini = 1 - sum of p^2".to_owned(),
        format!("     = 1 - {}", squares.join(" - ")),
        format!("     = 1 - {}", values.join(" - ")),
    ];
    let lines = vec![format!("Gini = {}", decimals(gini))];
    Ok(Answer { lines, sum, json: json!({"measure": "gini", "gini": gini, "weights": weights}) })
}

pub(super) fn questions(weights: &[f64]) -> Outcome<Answer> {
    let total = check(weights)?;
    let (average, entropy) = (measure::questions(weights), measure::entropy(weights));
    let lengths = measure::code_lengths(weights);
    let pairs = || weights.iter().zip(&lengths).filter(|(weight, _)| **weight > 0.0);
    let questions = |count: u32| if count == 1 { "1 question".to_owned() } else { format!("{count} questions") };
    let mut sum: Vec<String> =
        pairs().map(|(weight, length)| format!("weight {}: {}", text(*weight), questions(*length))).collect();
    let terms: Vec<String> =
        pairs().map(|(weight, length)| format!("{} * {length}", fraction(*weight, total))).collect();
    sum.push(format!("average = {}", terms.join(" + ")));
    let lines = vec![format!("{} questions on average; the entropy is {} bits", decimals(average), decimals(entropy))];
    let json = json!({"measure": "questions", "questions": average, "entropy_bits": entropy, "lengths": lengths, "weights": weights});
    Ok(Answer { lines, sum, json })
}

pub(super) fn gaussian(sd: f64, mean: f64) -> Outcome<Answer> {
    if !(sd > 0.0 && sd.is_finite()) {
        return Err(Mistake::new(format!("{sd} is not a standard deviation: it must be above 0")).into());
    }
    if !mean.is_finite() {
        return Err(Mistake::new(format!("{mean} is not a mean: it must be finite")).into());
    }
    let nats = measure::gaussian_entropy(sd);
    let bits = nats / measure::NATS_PER_BIT;
    let sum = vec![
        "h = (1 + ln(2 pi sd^2)) / 2, whatever the mean".to_owned(),
        format!("  = (1 + ln({})) / 2", crate::text::digits(2.0 * std::f64::consts::PI * sd * sd)),
    ];
    let lines = vec![format!("h = {} nats ({} bits)", decimals(nats), decimals(bits))];
    Ok(Answer { lines, sum, json: json!({"measure": "gaussian", "nats": nats, "bits": bits, "sd": sd, "mean": mean}) })
}

pub(super) fn histogram(edges: &[f64], weights: &[f64]) -> Outcome<Answer> {
    let total = check(weights)?;
    let nats = measure::histogram_entropy(edges, weights).map_err(|error| Mistake::new(error.to_string()))?;
    if !nats.is_finite() {
        return Err(Mistake::new("the bins are too wide for a 64-bit number")
            .hint("divide the edges by some power of ten")
            .into());
    }
    let bits = nats / measure::NATS_PER_BIT;
    let filled = weights.iter().zip(edges.windows(2)).filter(|(weight, _)| **weight > 0.0);
    let terms =
        filled.map(|(weight, edge)| format!("{0} ln({0} / {1})", fraction(*weight, total), text(edge[1] - edge[0])));
    let sum =
        vec!["h = - sum of p ln(p / width)".to_owned(), format!("  = - {}", terms.collect::<Vec<_>>().join(" - "))];
    let lines = vec![format!("h = {} nats ({} bits)", decimals(nats), decimals(bits))];
    let json = json!({"measure": "histogram", "nats": nats, "bits": bits, "edges": edges, "weights": weights});
    Ok(Answer { lines, sum, json })
}
