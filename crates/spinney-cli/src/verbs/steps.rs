//! `spinney steps`: how a tree is grown, every sum written out.

use spinney::grow::{Criterion, LeafKind, MissingPolicy, Nominal, Preset, Training, TreeSettings};
use spinney::steps::{Scope, Steps, html, latex, markdown, steps, text};
use spinney::table::inspect::inspect;
use spinney::table::{Table, Target, Task};
use spinney::tree::NodeId;

use crate::args::{
    General, Steps as Args, StepsCriterion, StepsForm, StepsGrow, StepsMissing, StepsNominal, StepsPreset, TaskArg,
};
use crate::console;
use crate::fault::{Mistake, Outcome};
use crate::reading;
use crate::text::{count, label};

/// The derivation.
pub(crate) fn run(args: &Args, general: &General) -> Outcome<String> {
    let form = if general.json { StepsForm::Json } else { args.form };
    let table = reading::table(&args.table, general)?;
    let in_table = |error| reading::in_table(&args.table, &error);
    let task = args.task.map(|task| match task {
        TaskArg::Classification => Task::Classification,
        TaskArg::Regression => Task::Regression,
    });
    let target = Target::new(&table, &args.target, task).map_err(in_table)?;
    let columns = columns(args, general, &table, &target)?;
    let settings = settings(&args.grow, target.task(), general.seed);
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

/// The settings that the flags ask for.
fn settings(args: &StepsGrow, task: Task, seed: u64) -> TreeSettings {
    let preset = match args.preset {
        StepsPreset::Id3 => Preset::Id3,
        StepsPreset::C45 => Preset::C45,
        StepsPreset::J48 => Preset::J48,
        StepsPreset::Cart => Preset::Cart,
        StepsPreset::Rpart => Preset::Rpart,
    };
    let mut settings = TreeSettings { seed, ..TreeSettings::preset(preset, task) };
    if let Some(criterion) = args.criterion {
        settings.criterion = criterion_of(criterion);
    }
    if settings.criterion == Criterion::Mae {
        settings.leaf = LeafKind::Median;
    }
    if let Some(nominal) = args.nominal_split {
        settings.nominal = match nominal {
            StepsNominal::Values => Nominal::Values,
            StepsNominal::Subset => Nominal::Subset,
        };
    }
    if let Some(policy) = args.missing_policy {
        settings.missing = match policy {
            StepsMissing::Learned => MissingPolicy::Learned,
            StepsMissing::Fractions => MissingPolicy::Fractions,
            StepsMissing::Surrogates => MissingPolicy::Surrogates,
            StepsMissing::Own => MissingPolicy::Own,
        };
    }
    settings.max_depth = args.max_depth.or(settings.max_depth);
    settings.min_rows_leaf = args.min_rows_leaf.unwrap_or(settings.min_rows_leaf);
    settings
}

fn criterion_of(criterion: StepsCriterion) -> Criterion {
    match criterion {
        StepsCriterion::Entropy => Criterion::Entropy,
        StepsCriterion::GainRatio => Criterion::GainRatio,
        StepsCriterion::Gini => Criterion::Gini,
        StepsCriterion::ConditionalEntropy => Criterion::ConditionalEntropy,
        StepsCriterion::Random => Criterion::Random,
        StepsCriterion::Mse => Criterion::Mse,
        StepsCriterion::Mae => Criterion::Mae,
        StepsCriterion::Poisson => Criterion::Poisson,
    }
}
