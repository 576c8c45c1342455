//! Rows as equally likely outcomes: the chance of an event, alone and given another.

use serde_json::json;
use spinney::measure::Space;
use spinney::table::{Column, Meaning, Table, Values, date, number};

use super::answer::Answer;
use crate::args::{General, TableArgs};
use crate::fault::{Mistake, Outcome};
use crate::reading;
use crate::text::{decimals, label};

/// What would do.
const EXAMPLE: &str = "write events as outlook=Sunny, face=1|2|5, age>40, or several joined by &";

/// One condition on one column.
struct Condition<'a> {
    column: &'a Column,
    relation: Relation,
}

enum Relation {
    /// One of these texts, or (where `false`) none of them.
    Among(Vec<String>, bool),
    /// One of these numbers, or (where `false`) none of them.
    AmongNumbers(Vec<f64>, bool),
    /// On this side of a number.
    Number(&'static str, f64),
}

/// The chance of an event over the rows of a table.
pub(super) fn event(args: &TableArgs, event: &str, given: Option<&str>, general: &General) -> Outcome<Answer> {
    let table = reading::table(args, general)?;
    let one = conditions(&table, event, args)?;
    let two = given.map(|given| conditions(&table, given, args)).transpose()?;
    let known = |row: &usize| holds(&one, *row).is_some() && two.as_ref().is_none_or(|two| holds(two, *row).is_some());
    let rows: Vec<usize> = (0..table.rows()).filter(known).collect();
    if rows.is_empty() {
        return Err(Mistake::new(format!("{}: no row has values for this event", args.table)).into());
    }
    let (all, left_out) = (rows.len(), table.rows() - rows.len());
    let space = Space::uniform(rows);
    let chance = space.chance(|row| holds(&one, *row) == Some(true));
    let mut answer = Answer {
        lines: vec![format!("P({event}) = {chance} = {}", decimals(chance.value()))],
        sum: vec![format!("every row is one of {all} equally likely outcomes")],
        json: json!({
            "measure": "event", "event": event, "rows": all, "rows_left_out": left_out,
            "chance": chance.value(), "fraction": chance.to_string(),
        }),
    };
    if let (Some(given), Some(two)) = (given, &two) {
        add_condition(&mut answer, &space, (event, &one), (given, two)).ok_or_else(|| {
            Mistake::new(format!("{}: {given:?} happens in no row, so nothing is known given it", args.table))
        })?;
    }
    if left_out > 0 {
        answer.lines.push(format!("{left_out} rows without these values are left out"));
    }
    Ok(answer)
}

/// Adds the chance given another event; `None` where that never happens.
fn add_condition(
    answer: &mut Answer,
    space: &Space<usize>,
    (event, one): (&str, &[Condition<'_>]),
    (given, two): (&str, &[Condition<'_>]),
) -> Option<()> {
    let a = |row: &usize| holds(one, *row) == Some(true);
    let b = |row: &usize| holds(two, *row) == Some(true);
    let (chance, condition, both) = (space.chance(a), space.chance(b), space.chance(|row| a(row) && b(row)));
    let conditional = space.chance_given(a, b)?;
    let independent = space.independent(a, b);
    let sign = if independent { "=" } else { "!=" };
    answer.sum.extend([
        format!("P({given}) = {condition}, P({event} and {given}) = {both}"),
        format!("P({event} | {given}) = P({event} and {given}) / P({given}) = ({both}) / ({condition})"),
        format!("P({event} and {given}) = {both} {sign} P({event}) P({given}) = {chance} * {condition}"),
    ]);
    answer.lines.extend([
        format!("P({event} | {given}) = {conditional} = {}", decimals(conditional.value())),
        format!("{event} and {given} are {}independent", if independent { "" } else { "not " }),
    ]);
    answer.json["given"] = given.into();
    answer.json["conditional"] = conditional.value().into();
    answer.json["conditional_fraction"] = conditional.to_string().into();
    answer.json["independent"] = independent.into();
    Some(())
}

/// Whether all conditions hold in a row; `None` where a value is missing.
fn holds(conditions: &[Condition<'_>], row: usize) -> Option<bool> {
    let mut all = true;
    for condition in conditions {
        all &= condition.holds(row)?;
    }
    Some(all)
}

impl Condition<'_> {
    fn holds(&self, row: usize) -> Option<bool> {
        match &self.relation {
            Relation::Among(values, wanted) => self.column.text(row).map(|text| values.contains(&text) == *wanted),
            Relation::AmongNumbers(values, wanted) => self.number(row).map(|value| values.contains(&value) == *wanted),
            Relation::Number(side, bound) => self.number(row).map(|value| match *side {
                "<=" => value <= *bound,
                ">=" => value >= *bound,
                "<" => value < *bound,
                _ => value > *bound,
            }),
        }
    }

    fn number(&self, row: usize) -> Option<f64> {
        match &self.column.values {
            Values::Number(number) => number.values.get(row).copied().filter(|value| !value.is_nan()),
            Values::Sparse(sparse) => (row < sparse.len()).then(|| sparse.at(row as u32)),
            Values::Category(_) => None,
        }
    }
}

fn conditions<'a>(table: &'a Table, text: &str, args: &TableArgs) -> Outcome<Vec<Condition<'a>>> {
    text.split('&').map(|part| condition(table, part.trim(), args)).collect()
}

fn condition<'a>(table: &'a Table, text: &str, args: &TableArgs) -> Outcome<Condition<'a>> {
    let wrong = |what: &str| -> anyhow::Error { Mistake::new(format!("{text:?} {what}")).hint(EXAMPLE).into() };
    // The sign that stands first in the text; of two at one place the longer.
    let signs = ["!=", "<=", ">=", "=", "<", ">"];
    let found = signs.iter().filter_map(|sign| text.find(sign).map(|at| (at, *sign)));
    let (at, sign) =
        found.min_by_key(|(at, sign)| (*at, 2 - sign.len())).ok_or_else(|| wrong("has none of = != < <= > >="))?;
    let (name, value) = (text[..at].trim(), text[at + sign.len()..].trim());
    let column = table.column(name).map_err(|error| reading::in_table(args, &error))?;
    if value.is_empty() {
        return Err(wrong("names no value"));
    }
    if value.starts_with(['=', '<', '>', '!']) {
        return Err(wrong("has none of the signs = != < <= > >="));
    }
    let values: Vec<String> = value.split('|').map(|value| value.trim().to_owned()).collect();
    let relation = match (&column.values, sign) {
        (Values::Number(_) | Values::Sparse(_), _) => {
            let meaning = match &column.values {
                Values::Number(number) => number.meaning,
                _ => Meaning::Plain,
            };
            let numbers: Option<Vec<f64>> = values.iter().map(|value| read_as(meaning, value)).collect();
            let numbers = numbers.ok_or_else(|| wrong("compares numbers with something else"))?;
            match (sign, numbers.as_slice()) {
                ("=" | "!=", _) => Relation::AmongNumbers(numbers, sign == "="),
                (_, [bound]) => Relation::Number(sign, *bound),
                _ => return Err(wrong("compares with more than one number")),
            }
        }
        (Values::Category(category), "=" | "!=") => {
            if let Some(strange) = values.iter().find(|value| !category.levels.contains(value)) {
                let mistake = Mistake::new(format!("{}: no row has {name} = {strange:?}", args.table));
                return Err(mistake
                    .hint(format!(
                        "its values are {}",
                        category.levels.iter().take(8).map(|level| label(level)).collect::<Vec<_>>().join(", ")
                    ))
                    .into());
            }
            Relation::Among(values, sign == "=")
        }
        (Values::Category(_), _) => return Err(wrong("compares a column that holds no numbers")),
    };
    Ok(Condition { column, relation })
}

/// A text as a number of this column: a date where the column holds dates.
fn read_as(meaning: Meaning, text: &str) -> Option<f64> {
    match meaning {
        Meaning::Plain => number::read(text).and_then(number::Written::value),
        Meaning::Date => date::read(text).map(|moment| (moment.seconds / date::DAY).floor()),
        Meaning::Time => date::read(text).map(|moment| moment.seconds),
    }
}
