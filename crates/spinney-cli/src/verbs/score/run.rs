//! From the request to the answer.

use spinney::evaluate::{Intervals, Marked, ScoreDocument, truth};
use spinney::metric::Resampling;
use spinney::predict::Predictor;

use super::super::asking::{models, of_each, tell_unseen, unseen, weights};
use super::bins::bins;
use super::document::OfTarget;
use super::plot::Plot;
use super::report::report;
use crate::args::{BinsArg, CurveArg, General, Score as Args};
use crate::console::{Growing, Report};
use crate::fault::{Mistake, Outcome};
use crate::reading;
use crate::text::{label, listed};

/// How sure the intervals are.
const LEVEL: f64 = 0.95;

/// The score of a model, for each of its targets.
pub(crate) fn run(args: &Args, general: &General) -> Outcome<Report> {
    let plot = Plot::new(args)?;
    let models = models(&args.model, args.target.as_deref())?;
    if models.first().blind().is_some() {
        return Err(Mistake::new(format!(
            "{}: it was grown without a target, and there is no truth to ask",
            args.model
        ))
        .into());
    }
    if plot.is_some() && models.all().len() > 1 {
        return Err(Mistake::new("--plot draws one target").hint("--target NAME says which").into());
    }
    let table = reading::table(&args.table, general)?;
    let mut notes = Vec::new();
    let mut first = true;
    let shown = of_each(&models, general.json, |model| {
        let predictor = Predictor::new(model);
        let in_table = |error| reading::in_table(&args.table, &error);
        let weights = args.weight.as_deref().map(|name| weights(&table, name, &args.table.table)).transpose()?;
        let target = truth(predictor.schema(), &table).map_err(in_table)?;
        let predictions = predictor.predict(&table, unseen(args.unseen)).map_err(in_table)?;
        let all: Vec<u32> = (0..predictions.len() as u32).collect();
        let marked = Marked::new(&predictions, &all, &target, weights.as_deref()).map_err(in_table)?;
        let found = document(&marked, args, general)?;
        if std::mem::take(&mut first) {
            tell_unseen(predictions.unseen(), args.unseen, general);
        }
        let name = label(&target.name);
        if let Some(plot) = &plot {
            notes.push(plot.save(&target.name, &found)?);
        }
        Ok(match (general.json, models.all().len()) {
            (true, 1) => serde_json::to_string_pretty(&found)? + "\n",
            (true, _) => serde_json::to_string_pretty(&OfTarget { target: &target.name, found: &found })? + "\n",
            (false, _) => report(&args.table.table, &name, &found),
        })
    })?;
    Ok(Report { notes, ..Report::from(shown) })
}

fn document(marked: &Marked, args: &Args, general: &General) -> Outcome<ScoreDocument> {
    let classes = classes(marked, args)?;
    let each = |wanted: bool| classes.iter().filter(move |_| wanted);
    let bins = bins(args.calibration.unwrap_or(BinsArg::Uniform));
    let (roc, pr) = (matches!(args.curve, Some(CurveArg::Roc)), matches!(args.curve, Some(CurveArg::Pr)));
    let calibration = each(args.calibration.is_some()).filter_map(|class| marked.calibration(class, bins));
    Ok(ScoreDocument {
        score: marked.score(),
        intervals: intervals(marked, args, general)?,
        calibration: calibration.collect(),
        roc_curve: each(roc).filter_map(|class| marked.roc_curve(class)).collect(),
        precision_recall_curve: each(pr).filter_map(|class| marked.precision_recall_curve(class)).collect(),
    })
}

/// The accuracy's interval costs nothing; the others are drawn where they are asked for.
fn intervals(marked: &Marked, args: &Args, general: &General) -> Outcome<Intervals> {
    let found = if args.intervals {
        let how = Resampling { level: LEVEL, seed: general.seed, ..Resampling::default() };
        marked.intervals(&how, &Growing::draws(general, how.resamples))?
    } else {
        marked.accuracy_interval(LEVEL).into_iter().collect()
    };
    Ok(Intervals::new(LEVEL, found))
}

/// The classes that curves and calibrations are shown of.
fn classes(marked: &Marked, args: &Args) -> Outcome<Vec<String>> {
    let known = marked.known_classes();
    let asked = args.calibration.is_some() || args.curve.is_some();
    match &args.class {
        _ if asked && known.is_empty() => {
            Err(Mistake::new("the target is a number, and --curve and --calibration are of classes").into())
        }
        Some(_) if !asked => Err(Mistake::new("--class says nothing by itself")
            .hint("it names the class of --curve or --calibration")
            .into()),
        Some(class) if known.contains(class) => Ok(vec![class.clone()]),
        Some(class) => {
            let names: Vec<String> = known.iter().map(|name| label(name)).collect();
            let classes = listed("the classes are", &names, usize::MAX);
            Err(Mistake::new(format!("the model does not know the class {:?}", label(class)))
                .hint(classes.trim_end())
                .into())
        }
        None => Ok(marked.curve_classes()),
    }
}
