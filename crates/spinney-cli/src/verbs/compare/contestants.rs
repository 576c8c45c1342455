//! Models by name: a kind or a preset, and settings behind colons.

use clap::{Parser, ValueEnum};
use spinney::contest::{Contestant, How};
use spinney::table::Task;
use spinney::table::frame::nearest;

use super::super::learning::{Lesson, how, sampled};
use crate::args::{HowArgs, ModelArg, MostArg, PresetArg, PruneArg};
use crate::fault::{Mistake, Outcome};

/// The names that are no presets.
const KINDS: [&str; 4] = ["baseline", "tree", "forest", "extra-trees"];

/// The settings of a model, as the flags of `fit`.
#[derive(Debug, Parser)]
#[command(no_binary_name = true, disable_help_flag = true, disable_version_flag = true)]
struct Flags {
    #[command(flatten)]
    how: HowArgs,
}

/// The models that were asked for.
pub(super) fn contestants(names: &[String], lesson: &Lesson, seed: u64) -> Outcome<Vec<Contestant>> {
    let task = lesson.target.task();
    let usual: Vec<String> = How::usual(task).iter().map(|name| (*name).to_owned()).collect();
    let names = if names.is_empty() { &usual } else { names };
    if let Some(place) = (1..names.len()).find(|place| names[..*place].contains(&names[*place])) {
        return Err(Mistake::new(format!("--models: {:?} is named twice", names[place])).into());
    }
    let drawn = |contestant: Contestant| match contestant.how {
        How::Tree(_) => Ok(contestant), // it draws nothing
        how @ How::Forest(_) => Ok(Contestant { how: sampled(how, &lesson.sampling)?, ..contestant }),
    };
    names.iter().map(|name| contestant(name, task, seed).and_then(drawn)).collect()
}

fn contestant(name: &str, task: Task, seed: u64) -> Outcome<Contestant> {
    let mut parts = name.split(':');
    let kind = parts.next().unwrap_or_default();
    let Flags { how: mut flags } = flags(name, parts)?;
    let mut model = ModelArg::Tree;
    match (ModelArg::from_str(kind, false), PresetArg::from_str(kind, false)) {
        (Ok(known), _) => model = known,
        _ if kind == "baseline" => {
            flags.grow.max_depth = Some(MostArg(Some(0)));
            flags.prune.prune = Some(PruneArg::None);
        }
        (_, Ok(preset)) if flags.grow.preset.is_none() => flags.grow.preset = Some(preset),
        _ => return Err(unknown(kind).into()),
    }
    if flags.prune.folds.is_some() {
        return Err(Mistake::new(format!("--models: {name}: folds of pruning cannot be given here")).into());
    }
    Ok(Contestant { name: name.to_owned(), how: how(&flags, model, task, seed)? })
}

/// `max-depth=3` is the flag `--max-depth=3`.
fn flags<'a>(name: &str, parts: impl Iterator<Item = &'a str>) -> Outcome<Flags> {
    Flags::try_parse_from(parts.map(|part| format!("--{part}"))).map_err(|error| {
        let said = error.to_string();
        let first = said.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned();
        let hint = "settings stand behind colons, as the flags of fit: tree:max-depth=3:prune=none";
        Mistake::new(format!("--models: {name}: {first}")).hint(hint).into()
    })
}

fn unknown(kind: &str) -> Mistake {
    let presets = PresetArg::value_variants().iter().filter_map(ValueEnum::to_possible_value);
    let known: Vec<String> =
        KINDS.iter().map(|kind| (*kind).to_owned()).chain(presets.map(|value| value.get_name().to_owned())).collect();
    let near = nearest(kind, &known).map(|near| format!("did you mean {near}?"));
    Mistake::new(format!("--models: there is no model {kind:?}"))
        .hint(near.unwrap_or_else(|| format!("models are {}", known.join(", "))))
}
