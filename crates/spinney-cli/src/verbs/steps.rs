//! `spinney steps`: how a tree is grown, every sum written out.

use spinney::grow::{Preset, Training, TreeSettings};
use spinney::steps::{Scope, Steps, html, latex, markdown, steps, text};
use spinney::table::inspect::inspect;
use spinney::table::{Table, Target};
use spinney::tree::NodeId;

use crate::args::{General, Steps as Args, StepsForm};
use crate::console;
use crate::fault::{Mistake, Outcome};
use crate::reading;
use crate::text::{count, label};
use crate::verbs::settings::{check_leaf, settings};
use crate::verbs::task;

/// The derivation.
pub(crate) fn run(args: &Args, general: &General) -> Outcome<String> {
    let form = if general.json { StepsForm::Json } else { args.form };
    let table = reading::table(&args.table, general)?;
    let in_table = |error| reading::in_table(&args.table, &error);
    let target = Target::new(&table, &args.target, task::told(args.task)).map_err(in_table)?;
    let columns = columns(args, general, &table, &target)?;
    check_leaf(&args.grow)?;
    // Without a preset: the method of the lectures.
    let settings = settings(&args.grow, TreeSettings::preset(Preset::Id3, target.task()), target.task(), general.seed)?;
    let scope = Scope {
        node: args.node.map(NodeId),
        depth: args.depth,
        most: if args.all { None } else { Scope::default().most },
    };
    let training = Training::new(&table, &columns, &target);
    let whole = form == StepsForm::Json;
    let steps = steps(&training, &settings, (scope, whole), &()).map_err(in_table)?;
    tell_the_rest(&steps, general);
    Ok(match form {
        StepsForm::Text => text(&steps.derivation()),
        StepsForm::Markdown => markdown(&steps.derivation()),
        StepsForm::Latex => latex(&steps.derivation()),
        StepsForm::Html => html(&steps.derivation()),
        StepsForm::Json => serde_json::to_string_pretty(&steps.json())? + "\n",
    })
}

/// The columns to learn from; what is left out, and what else was noticed, is said.
fn columns(args: &Args, general: &General, table: &Table, target: &Target) -> Outcome<Vec<usize>> {
    let keep = reading::lists(&args.keep);
    let known = keep.iter().try_for_each(|name| table.position(name).map(drop));
    known.map_err(|error| reading::in_table(&args.table, &error))?;
    let looked = inspect(table, Some(target), &keep);
    if !general.quiet {
        for warning in &looked.warnings {
            let of = warning.column().map(|column| format!("{}: ", label(column))).unwrap_or_default();
            console::talk(&format!("! {of}{warning}"));
        }
    }
    let learned = |place: &usize| *place != target.column && !looked.left_out[*place];
    let columns: Vec<usize> = (0..table.columns().len()).filter(learned).collect();
    if columns.is_empty() {
        return Err(Mistake::new(format!("{}: no column is left to learn from", args.table.table)).into());
    }
    Ok(columns)
}

/// Says where the derivation stops, and how to go on.
fn tell_the_rest(steps: &Steps, general: &General) {
    let (told, all) = steps.told();
    if told < all && !general.quiet {
        let (told, all) = (count(told), count(all));
        console::talk(&format!("The first {told} of {all} nodes are worked out, from the root down."));
        console::talk("hint: --all goes on to the end, --node ID looks at one node, --depth N at the top of the tree");
    }
}
