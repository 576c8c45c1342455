//! Prints a tree in lines that `benches/peers` compares with the trees of other programs:
//! `tree_text FILE TARGET PRESET [NAME=VALUE …]`
//!
//! Names: `without` (columns to leave out, with commas between), `fill` (a value for blanks), `task`, `criterion`, `leaf`,
//! `max-depth`, `min-rows-leaf`, `min-rows-split`, `max-leaves`, `complexity` and all other settings of trees,
//! `prune` (`pessimistic`, `raising`), `prune-alpha` (as the one tree of a forest). Several files with commas between are each
//! answered in turn, with a line `# FILE` before.

mod filled;
mod told;

use std::error::Error;
use std::io::Write as _;

use serde_json::Value;
use spinney::forest::{self, ForestSettings};
use spinney::grow::{Preset, Sample, Training, TreeSettings, grow};
use spinney::prune::{Pessimism, pessimistic};
use spinney::table::{ReadOptions, Table, Target, Task};
use spinney_io::{Input, Reading, read};

/// What was asked.
struct Asked {
    target: String,
    preset: Preset,
    task: Option<Task>,
    without: Vec<String>,
    fill: Option<String>,
    prune: Option<String>,
    alpha: Option<f64>,
    /// Settings of their own, by their names.
    settings: Vec<(String, Value)>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [files, target, preset, rest @ ..] = &arguments[..] else {
        return Err("usage: tree_text FILE TARGET PRESET [NAME=VALUE …]".into());
    };
    let asked = asked(target, preset, rest)?;
    let files: Vec<&str> = files.split(',').collect();
    let mut out = std::io::stdout().lock();
    for file in &files {
        let table = read(&Input::from(*file), &ReadOptions::new(), &Reading::default())?;
        if files.len() > 1 {
            writeln!(out, "# {file}")?;
        }
        write!(out, "{}", answer(&filled::filled(table, asked.fill.as_deref())?, &asked)?)?;
    }
    Ok(())
}

fn asked(target: &str, preset: &str, rest: &[String]) -> Result<Asked, Box<dyn Error>> {
    let mut asked = Asked {
        target: target.to_owned(),
        preset: serde_json::from_value(Value::from(preset))?,
        task: None,
        without: Vec::new(),
        fill: None,
        prune: None,
        alpha: None,
        settings: Vec::new(),
    };
    for pair in rest {
        let (name, value) = pair.split_once('=').ok_or("NAME=VALUE is needed")?;
        match name {
            "without" => asked.without = value.split(',').map(str::to_owned).collect(),
            "fill" => asked.fill = Some(value.to_owned()),
            "prune-alpha" => asked.alpha = Some(value.parse()?),
            "prune" => asked.prune = Some(value.to_owned()),
            "task" if value == "regression" => asked.task = Some(Task::Regression),
            "task" => asked.task = Some(Task::Classification),
            _ => {
                let value = value.parse::<f64>().map_or(Value::from(value), whole);
                asked.settings.push((name.to_owned(), value));
            }
        }
    }
    Ok(asked)
}

fn whole(number: f64) -> Value {
    if number.fract() == 0.0 { Value::from(number as i64) } else { Value::from(number) }
}

fn answer(table: &Table, asked: &Asked) -> Result<String, Box<dyn Error>> {
    let target = Target::new(table, &asked.target, asked.task)?;
    let named = |place: &usize| asked.without.contains(&table.columns()[*place].name);
    let columns: Vec<usize> =
        (0..table.columns().len()).filter(|place| *place != target.column && !named(place)).collect();
    let mut settings = serde_json::to_value(TreeSettings::preset(asked.preset, target.task()))?;
    for (name, value) in &asked.settings {
        settings[name] = value.clone();
    }
    let settings: TreeSettings = serde_json::from_value(settings)?;
    let training = Training::new(table, &columns, &target);
    let mut tree = match asked.alpha {
        None => grow(&training, &settings, &())?,
        Some(prune_alpha) => {
            let usual = ForestSettings::random_forest(target.task()).trees(1);
            let forest = ForestSettings { sample: Sample::All, prune_alpha, tree: settings, ..usual };
            forest::grow(&training, &forest, &())?.trees()[0].clone()
        }
    };
    if let Some(way) = &asked.prune {
        let raising = (way == "raising").then_some(&training);
        tree = pessimistic(&tree, Pessimism::default(), raising)?.tree;
    }
    Ok(told::told(&tree, table, &columns, &target))
}
