//! `spinney show`: a model in every form that people and programs read.

use std::io::IsTerminal;

use serde::Serialize;
use spinney::draw::{Orientation, PictureOptions, TextOptions, dot, latex, svg, text, text_several};
use spinney::explain::{NodeArrays, RuleOptions, RuleOrder, formula, node_arrays, rules, rules_text};
use spinney::model::{Model, Models};

use super::asking::{models, tree_of};
use super::regions;
use crate::args::{FormArg, General, OrderArg, OrientationArg, Show as Args};
use crate::console::Report;
use crate::fault::{Mistake, Outcome};
use crate::png::png;
use crate::reading;
use crate::saving::Place;
use crate::text::line_width;

/// The model in the form that was asked for, printed or saved.
pub(crate) fn run(args: &Args, general: &General) -> Outcome<Report> {
    let read: Vec<&str> = [Some(&args.model), args.rows.as_ref()].into_iter().flatten().map(String::as_str).collect();
    let place = args.out.as_deref().map(|out| Place::new(out, &read)).transpose()?;
    let regions = regions::asked(args)?;
    let form = form(args, place.as_ref(), general);
    if form == FormArg::Png && place.is_none() && std::io::stdout().is_terminal() {
        return Err(Mistake::new("a picture in dots is no text for a terminal")
            .hint("--out tree.png, or a pipe behind the command")
            .into());
    }
    if !(args.scale > 0.0 && args.scale <= 100.0) {
        return Err(Mistake::new(format!("--scale is {}, and must be above 0 and at most 100", args.scale)).into());
    }
    // As JSON a forest is shown whole.
    let whole = form == FormArg::Json && !regions && args.tree.is_none();
    let all = models(&args.model, args.target.as_deref())?;
    let one = |model: &Model| if whole { Ok(model.clone()) } else { tree_of(model, &args.model, args.tree) };
    let all = all.all().iter().map(one).collect::<Outcome<Vec<Model>>>()?;
    let all = Models::new(all).map_err(|error| Mistake::new(format!("{}: {error}", args.model)))?;
    if all.all().len() > 1 && !regions && matches!(form, FormArg::Json | FormArg::Text) {
        return shown(together(&all, form, args), place.as_ref(), (args, false));
    }
    let model = all.into_only().map_err(|error| {
        Mistake::new(format!("{}: {error}", args.model)).hint("--target NAME says which of them is shown")
    })?;
    let bytes = match form {
        FormArg::Svg | FormArg::Text if regions => regions::drawing(&model, args, general)?.into_bytes(),
        FormArg::Png if regions => dots(&regions::drawing(&model, args, general)?, args)?,
        _ if regions && !general.json => {
            return Err(Mistake::new("regions are a picture")
                .hint("--out with a name that ends in .svg or .png")
                .into());
        }
        _ => drawn(&model, form, args, general)?,
    };
    shown(bytes, place.as_ref(), (args, regions))
}

/// All targets at once.
fn together(models: &Models, form: FormArg, args: &Args) -> Vec<u8> {
    match form {
        FormArg::Json => models.to_json_text().into_bytes(),
        _ => text_several(&models.all().iter().collect::<Vec<_>>(), &as_text(args)).into_bytes(),
    }
}

/// Printed, or saved.
fn shown(bytes: Vec<u8>, place: Option<&Place>, (args, regions): (&Args, bool)) -> Outcome<Report> {
    let Some(place) = place else { return Ok(Report { out: bytes, notes: Vec::new() }) };
    place.save(&bytes)?;
    let what = if regions { "the picture" } else { "the tree" };
    let note = format!("{what} is in {}", args.out.as_deref().unwrap_or_default());
    Ok(Report { out: Vec::new(), notes: vec![note] })
}

/// The form that was named, or that the file's name says.
fn form(args: &Args, place: Option<&Place>, general: &General) -> FormArg {
    let by_name = match place.map(Place::ending).unwrap_or_default().as_str() {
        "svg" => FormArg::Svg,
        "png" => FormArg::Png,
        "tex" => FormArg::Latex,
        "dot" | "gv" => FormArg::Dot,
        "json" => FormArg::Json,
        _ => FormArg::Text,
    };
    // Regions are a picture of either kind.
    match args.form.filter(|form| *form != FormArg::Regions).unwrap_or(by_name) {
        form @ (FormArg::Rules | FormArg::Formula | FormArg::Arrays) => form,
        _ if general.json => FormArg::Json,
        form => form,
    }
}

fn drawn(model: &Model, form: FormArg, args: &Args, general: &General) -> Outcome<Vec<u8>> {
    if form == FormArg::Json {
        return Ok(model.to_json_text().into_bytes());
    }
    if form == FormArg::Arrays {
        let arrays = node_arrays(model).map_err(|error| reading::in_file(&args.model, &error))?;
        let columns = model.schema().columns.iter().map(|column| &*column.name).collect();
        let document =
            Named { target: &model.schema().target.name, columns, classes: model.schema().classes(), arrays };
        return Ok((serde_json::to_string(&document)? + "\n").into_bytes());
    }
    let tree = model.tree().map_err(|error| reading::in_file(&args.model, &error))?;
    let (schema, picture) = (model.schema(), picture(args));
    let shown = match form {
        FormArg::Text => text(schema, tree, &as_text(args)),
        FormArg::Rules if general.json => serde_json::to_string_pretty(&rules(schema, tree, as_rules(args)))? + "\n",
        FormArg::Rules => rules_text(schema, tree, as_rules(args)),
        FormArg::Formula => {
            let formula = formula(schema, tree).map_err(|error| reading::in_file(&args.model, &error))?;
            if general.json {
                serde_json::to_string_pretty(&formula)? + "\n"
            } else {
                formula.text(args.width.unwrap_or_else(line_width))
            }
        }
        FormArg::Dot => dot(schema, tree, &picture),
        FormArg::Svg | FormArg::Regions | FormArg::Json | FormArg::Arrays => svg(schema, tree, &picture),
        FormArg::Latex => latex(schema, tree, &picture),
        FormArg::Png => return dots(&svg(schema, tree, &picture), args),
    };
    Ok(shown.into_bytes())
}

/// The nodes of a tree as arrays, with the names that their numbers stand for.
#[derive(Serialize)]
struct Named<'a> {
    target: &'a str,
    columns: Vec<&'a str>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    classes: &'a [String],
    #[serde(flatten)]
    arrays: NodeArrays,
}

fn dots(drawing: &str, args: &Args) -> Outcome<Vec<u8>> {
    let dots = png(drawing, args.scale);
    dots.map_err(|error| Mistake::new(error.to_string()).hint("--depth, --scale, --as svg").into())
}

fn as_text(args: &Args) -> TextOptions {
    TextOptions {
        width: args.width.unwrap_or_else(line_width),
        max_depth: args.depth,
        missing: args.tell_missing,
        exact: args.exact,
    }
}

fn as_rules(args: &Args) -> RuleOptions {
    let order = match args.order {
        OrderArg::Tree => RuleOrder::Tree,
        OrderArg::Support => RuleOrder::Support,
    };
    RuleOptions { order, unlisted: false, hide_missing: !args.tell_missing }
}

fn picture(args: &Args) -> PictureOptions {
    let orientation = match args.root {
        OrientationArg::Auto => Orientation::Auto,
        OrientationArg::Top => Orientation::Down,
        OrientationArg::Left => Orientation::Across,
    };
    PictureOptions {
        title: args.title.clone(),
        orientation,
        max_nodes: args.max_nodes,
        max_depth: args.depth,
        missing: args.tell_missing,
    }
}
