//! Two columns as random variables: their joint, marginal and conditional distributions, and their independence.

use serde_json::json;
use spinney::measure::{Chance, Joint, Space};
use spinney::table::{Column, Declared, Table, Values};

use super::answer::Answer;
use crate::args::{General, TableArgs};
use crate::fault::{Mistake, Outcome};
use crate::reading;
use crate::text::{Grid, Heading, decimals};

/// More values than this make no table that a person reads.
const MOST_VALUES: usize = 50;

/// A column as a random variable: its values in canonical order, and the code of each row.
struct Variable {
    name: String,
    values: Vec<String>,
    codes: Vec<u32>,
}

/// The distributions of two columns, every row as likely as any other; rows without either value are left out.
pub(super) fn joint(args: &TableArgs, columns: &str, general: &General) -> Outcome<Answer> {
    let columns = reading::lists(&[columns.to_owned()]);
    let [x, y] = columns.as_slice() else {
        let mistake = Mistake::new(format!("{} columns, where a joint distribution has two", columns.len()));
        return Err(mistake.hint("--columns outlook,play").into());
    };
    let table = reading::table(args, general)?;
    let (x, y) = (variable(&table, x, args)?, variable(&table, y, args)?);
    let pairs: Vec<(u32, u32)> = x.codes.iter().copied().zip(y.codes.iter().copied()).collect();
    let found = Joint::new(&pairs, (x.values.len(), y.values.len()));
    if found.rows == 0 {
        return Err(Mistake::new(format!("{}: no row has a value in both columns", args.table)).into());
    }
    let mut json = serde_json::to_value(&found)?;
    json["measure"] = "joint".into();
    json["columns"] = json!([x.name, y.name]);
    json["values"] = json!([x.values, y.values]);
    let space = found.space();
    let mut answer = Answer { lines: lines(&x, &y, &space, found.information_gain), sum: sum(&x, &y, &space), json };
    if found.rows_left_out > 0 {
        answer.lines.push(format!("{} rows without both values are left out", found.rows_left_out));
    }
    Ok(answer)
}

fn variable(table: &Table, name: &str, args: &TableArgs) -> Outcome<Variable> {
    let column = table.column(name).map_err(|error| reading::in_table(args, &error))?;
    let column = Declared::Nominal.apply(column.clone()).map_err(|error| reading::in_table(args, &error))?;
    let Column { values: Values::Category(category), .. } = column else {
        return Err(Mistake::new(format!("{}: column {name:?} has no values", args.table)).into());
    };
    if category.levels.len() > MOST_VALUES {
        let mistake = Mistake::new(format!("{}: column {name:?} has {} values", args.table, category.levels.len()));
        return Err(mistake.hint(format!("a joint distribution is shown for at most {MOST_VALUES}")).into());
    }
    Ok(Variable { name: name.to_owned(), values: category.levels, codes: category.codes })
}

fn lines(x: &Variable, y: &Variable, space: &Space<(u32, u32)>, gain: f64) -> Vec<String> {
    let places = |variable: &Variable| 0..variable.values.len() as u32;
    let both = |a: u32, b: u32| space.chance(|pair| *pair == (a, b));
    let mut out = vec![format!("joint distribution P({}, {})", x.name, y.name)];
    out.push(grid(x, y, "total", &|a, b| match (a, b) {
        (Some(a), Some(b)) => Some(both(a, b)),
        (Some(a), None) => Some(space.chance(|pair| pair.0 == a)),
        (None, Some(b)) => Some(space.chance(|pair| pair.1 == b)),
        (None, None) => None,
    }));
    for (of, given, turned) in [(y, x, false), (x, y, true)] {
        out.push(format!("conditional distribution P({} | {})", of.name, given.name));
        out.push(grid(given, of, "", &|a, b| {
            let (a, b) = (a?, b?);
            let side = move |pair: &(u32, u32)| if turned { (pair.1, pair.0) } else { *pair };
            space.chance_given(|pair| side(pair).1 == b, |pair| side(pair).0 == a)
        }));
    }
    let dependent = places(x)
        .flat_map(|a| places(y).map(move |b| (a, b)))
        .find(|(a, b)| !space.independent(|pair| pair.0 == *a, |pair| pair.1 == *b));
    out.push(match dependent {
        None => format!("{} and {} are independent", x.name, y.name),
        Some((a, b)) => format!(
            "{} and {} are not independent: P({}, {}) = {}, but P({}) P({}) = {}",
            x.name,
            y.name,
            x.values[a as usize],
            y.values[b as usize],
            decimals(both(a, b).value()),
            x.values[a as usize],
            y.values[b as usize],
            decimals(space.chance(|pair| pair.0 == a).value() * space.chance(|pair| pair.1 == b).value()),
        ),
    });
    out.push(format!("mutual information = {} bits", decimals(gain)));
    out
}

/// A row for each value of one variable, a column for each value of the other; margins where they are named.
fn grid(
    down: &Variable,
    across: &Variable,
    margin: &str,
    chance: &dyn Fn(Option<u32>, Option<u32>) -> Option<Chance>,
) -> String {
    let show = |chance: Option<Chance>| chance.map_or_else(|| "-".to_owned(), |chance| decimals(chance.value()));
    let mut headings = vec![Heading::text("")];
    headings.extend(across.values.iter().map(|value| Heading::figure(value)));
    headings.extend((!margin.is_empty()).then_some(Heading::figure(margin)));
    let mut grid = Grid::new(&headings);
    let columns = || (0..across.values.len() as u32).map(Some).chain((!margin.is_empty()).then_some(None));
    for (a, value) in down.values.iter().enumerate() {
        let cells = columns().map(|b| show(chance(Some(a as u32), b)));
        grid.row(std::iter::once(value.clone()).chain(cells).collect());
    }
    if !margin.is_empty() {
        let cells = columns().map(|b| b.map_or_else(|| "1.0000".to_owned(), |b| show(chance(None, Some(b)))));
        grid.row(std::iter::once(margin.to_owned()).chain(cells).collect());
    }
    grid.lines()
}

/// Every cell as a count over the rows, and the product it would be if the two were independent.
fn sum(x: &Variable, y: &Variable, space: &Space<(u32, u32)>) -> Vec<String> {
    let mut out = Vec::new();
    for (a, one) in x.values.iter().enumerate() {
        for (b, two) in y.values.iter().enumerate() {
            let (a, b) = (a as u32, b as u32);
            let joint = space.chance(|pair| *pair == (a, b));
            let (left, right) = (space.chance(|pair| pair.0 == a), space.chance(|pair| pair.1 == b));
            let sign = if space.independent(|pair| pair.0 == a, |pair| pair.1 == b) { "=" } else { "!=" };
            out.push(format!("P({one}, {two}) = {joint} {sign} P({one}) P({two}) = {left} * {right}"));
        }
    }
    out.push(String::new());
    out
}
