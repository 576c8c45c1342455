//! `spinney show --as regions`: what a tree makes of one or two of its columns.

use spinney::draw::{RegionOptions, regions};
use spinney::model::Model;
use spinney::predict::Predictor;
use spinney::table::frame::nearest;
use spinney::tree::ColumnId;

use crate::args::{FormArg, General, Show as Args};
use crate::console;
use crate::fault::{Mistake, Outcome};
use crate::reading;
use crate::text::label;

/// Whether the flags ask for regions, and are for nothing else.
pub(super) fn asked(args: &Args) -> Outcome<bool> {
    let flag = if args.columns.is_empty() { args.rows.as_ref().map(|_| "--rows") } else { Some("--columns") };
    match (args.form, flag) {
        (Some(FormArg::Regions), _) | (None | Some(FormArg::Svg | FormArg::Png), Some(_)) => Ok(true),
        (Some(_), Some(flag)) => Err(Mistake::new(format!("{flag} is for regions, and another form is asked for"))
            .hint("--as regions")
            .into()),
        (_, None) => Ok(false),
    }
}

/// The picture, as an SVG.
pub(super) fn drawing(model: &Model, args: &Args, general: &General) -> Outcome<String> {
    let columns = columns(model, args)?;
    let used = Predictor::new(model).used().to_vec();
    for column in columns.iter().filter(|column| !used.contains(column)) {
        console::note(general, &format!("the tree does not ask {}", label(&model.schema().column(*column).name)));
    }
    let table = args.rows.as_ref().map(|file| reading::another(file, &args.read, general)).transpose()?;
    let (across, up) = (columns[0], columns.get(1).copied());
    let options = RegionOptions { across, up, rows: table.as_ref(), title: args.title.clone() };
    regions(model, &options).map_err(|error| reading::in_file(args.rows.as_deref().unwrap_or(&args.model), &error))
}

/// The columns that were named: one or two, which the model knows.
fn columns(model: &Model, args: &Args) -> Outcome<Vec<ColumnId>> {
    let names = reading::lists(&args.columns);
    let example = || {
        let used = Predictor::new(model).used().to_vec();
        let names: Vec<&str> = used.iter().take(2).map(|column| &*model.schema().column(*column).name).collect();
        if names.is_empty() { "--columns a,b".to_owned() } else { format!("--columns {}", names.join(",")) }
    };
    if names.is_empty() || names.len() > 2 {
        let many = if names.is_empty() { "none are".to_owned() } else { format!("{} are", names.len()) };
        let mistake = Mistake::new(format!("regions are drawn of one or two columns, and {many} named"));
        return Err(mistake.hint(example()).into());
    }
    if let [one, two] = &names[..]
        && one == two
    {
        return Err(Mistake::new(format!("--columns names {one:?} twice")).hint("two columns, or one alone").into());
    }
    names.iter().map(|name| column(model, &args.model, name)).collect()
}

fn column(model: &Model, file: &str, name: &str) -> Outcome<ColumnId> {
    let schema = model.schema();
    let known: Vec<String> = schema.columns.iter().map(|column| column.name.clone()).collect();
    if let Some(place) = known.iter().position(|known| known == name) {
        return Ok(ColumnId(place as u32));
    }
    if schema.target.name == name {
        let mistake = Mistake::new(format!("{file}: {name:?} is what the model answers, not a column that it asks"));
        return Err(mistake.hint("the answer is drawn anyway; name the columns to draw it over").into());
    }
    let mistake = Mistake::new(format!("{file}: the model knows no column {name:?}"));
    let few: Vec<String> = known.iter().take(12).map(|name| format!("{name:?}")).collect();
    let more = if known.len() > few.len() { " ..." } else { "" };
    let hint = nearest(name, &known)
        .map_or_else(|| format!("it knows {}{more}", few.join(", ")), |near| format!("did you mean {near:?}?"));
    Err(mistake.hint(hint).into())
}
