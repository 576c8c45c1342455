//! Sums over the branches of a split.

use serde_json::json;
use spinney::measure::{self, Crosstab};
use spinney::table::number::text;

use super::answer::{Answer, fraction};
use super::weights::check;
use crate::fault::{Mistake, Outcome};
use crate::text::{decimals, digits};

/// A branch for each argument, the rows of its classes with commas between.
pub(super) fn classes(branches: &[String]) -> Outcome<Answer> {
    let rows: Vec<Vec<f64>> = branches.iter().map(|branch| numbers_of(branch)).collect::<Outcome<_>>()?;
    check(&rows.concat())?;
    let table = Crosstab::from_rows(&rows).map_err(|error| Mistake::new(error.to_string()))?;
    let classes = table.class_totals();
    let target = measure::entropy(&classes);
    let (conditional, gain) = (measure::conditional_entropy(&table), measure::information_gain(&table));
    let (split, ratio) = (measure::split_entropy(&table), measure::gain_ratio(&table));
    let (gini, gini_split) = (measure::gini(&classes), measure::gini_split(&table));
    let lines = vec![
        format!("H(Y) = {} bits", decimals(target)),
        format!("H(Y|X) = {} bits", decimals(conditional)),
        format!("information gain = {} bits", decimals(gain)),
        format!("split entropy = {} bits", decimals(split)),
        format!("gain ratio = {}", decimals(ratio)),
        format!("Gini = {}", decimals(gini)),
        format!("Gini of the split = {}", decimals(gini_split)),
    ];
    let json = json!({
        "measure": "split", "entropy_bits": target, "conditional_entropy": conditional, "information_gain": gain,
        "split_entropy": split, "gain_ratio": ratio, "gini": gini, "gini_split": gini_split,
        "gini_gain": measure::gini_gain(&table),
    });
    Ok(Answer { lines, sum: written_out(&rows, &table), json })
}

/// Every branch's own entropy and Gini, and the weighted means of both.
fn written_out(rows: &[Vec<f64>], table: &Crosstab) -> Vec<String> {
    let total = table.total();
    let name = |row: &[f64]| row.iter().map(|count| text(*count)).collect::<Vec<_>>().join(", ");
    let own = |row: &Vec<f64>| {
        format!("({}): H = {}, Gini = {}", name(row), decimals(measure::entropy(row)), decimals(measure::gini(row)))
    };
    let mut sum: Vec<String> = rows.iter().map(own).collect();
    let present = || rows.iter().filter(|row| row.iter().sum::<f64>() > 0.0);
    let weighted = |measure: &dyn Fn(&[f64]) -> f64| {
        let term = |row: &Vec<f64>| format!("{} * {}", fraction(row.iter().sum(), total), decimals(measure(row)));
        present().map(term).collect::<Vec<_>>().join(" + ")
    };
    let classes = table.class_totals();
    let (target, conditional) = (measure::entropy(&classes), measure::conditional_entropy(table));
    sum.push(format!("all ({}): H = {}", name(&classes), decimals(target)));
    sum.push(format!("H(Y|X) = {}", weighted(&measure::entropy)));
    sum.push(format!("gain = H(Y) - H(Y|X) = {} - {}", decimals(target), decimals(conditional)));
    sum.push(format!("split entropy = H({})", name(&table.branch_totals())));
    let (gain, split) = (measure::information_gain(table), measure::split_entropy(table));
    sum.push(format!("gain ratio = gain / split entropy = {} / {}", decimals(gain), decimals(split)));
    sum.push(format!("Gini of the split = {}", weighted(&measure::gini)));
    sum.push(String::new());
    sum
}

/// A group for each argument, its numbers with commas between.
pub(super) fn numbers(groups: &[String]) -> Outcome<Answer> {
    let groups: Vec<Vec<f64>> = groups.iter().map(|group| numbers_of(group)).collect::<Outcome<_>>()?;
    // Numbers given one by one are one group, as in `variance 1 2 6`.
    let groups = if groups.iter().all(|group| group.len() == 1) { vec![groups.concat()] } else { groups };
    let all = groups.concat();
    let variance = measure::variance(&all);
    if !variance.is_finite() {
        let mistake = Mistake::new("the squares are beyond the largest 64-bit number, 1.8e308");
        return Err(mistake.hint("divide the numbers by some power of ten").into());
    }
    let slices: Vec<&[f64]> = groups.iter().map(Vec::as_slice).collect();
    let reduction = measure::mse_reduction(&slices);
    let mut lines = vec![format!("variance = {}", digits(variance))];
    let mut json = json!({"measure": "variance", "mean": measure::mean(&all), "variance": variance});
    let mut sum = vec![deviations(&all)];
    if groups.len() > 1 {
        lines.push(format!("MSE reduction = {}", digits(reduction)));
        json["mse_reduction"] = reduction.into();
        json["group_variances"] = groups.iter().map(|group| measure::variance(group)).collect::<Vec<_>>().into();
        sum.extend(groups.iter().map(|group| deviations(group)));
        let share = |group: &Vec<f64>| format!("{}/{} * {}", group.len(), all.len(), digits(measure::variance(group)));
        let after = groups.iter().map(share).collect::<Vec<_>>().join(" - ");
        sum.push(format!("reduction = {} - {after}", digits(variance)));
    }
    Ok(Answer { lines, sum, json })
}

/// `(1, 2, 6): mean 3, variance = (4 + 1 + 9) / 3 = 4.66667`
fn deviations(group: &[f64]) -> String {
    let mean = measure::mean(group);
    let shown = |values: &mut dyn Iterator<Item = String>| values.collect::<Vec<_>>();
    let squares = shown(&mut group.iter().map(|value| digits((value - mean) * (value - mean)))).join(" + ");
    let names = shown(&mut group.iter().map(|value| text(*value))).join(", ");
    let variance = digits(measure::variance(group));
    format!("({names}): mean {}, variance = ({squares}) / {} = {variance}", digits(mean), group.len())
}

fn numbers_of(list: &str) -> Outcome<Vec<f64>> {
    let number = |part: &str| part.trim().parse::<f64>().ok().filter(|value| value.is_finite());
    let wrong = |part: &str| {
        Mistake::new(format!("{part:?} in {list:?} is not a number")).hint("write numbers with commas between: 2,3")
    };
    list.split(',').map(|part| number(part).ok_or_else(|| wrong(part).into())).collect()
}
