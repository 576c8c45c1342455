//! From the request to the answer.

use spinney::contest::{How, TreeWay};
use spinney::model::Models;

use super::super::forests::model_word;
use super::super::learning::{self, Lesson, sampled, watched};
use super::blind::{blind, bytes};
use super::document::document;
use super::report::report;
use super::trial::trials;
use crate::args::{Fit as Args, General, ModelArg};
use crate::console::Report;
use crate::fault::{Mistake, Ours, Outcome};
use crate::saving::Place;
use crate::verbs::pruning::given_folds;

/// Growing that takes longer than this is told how long it took.
const SOON: f64 = 1.0;

/// Grows a model, scores it, keeps it, and reports.
pub(crate) fn run(args: &Args, general: &General) -> Outcome<Report> {
    let mut read = vec![args.learn.table.table.as_str()];
    read.extend(args.test.test.as_deref());
    let place = args.out.as_deref().map(|out| Place::new(out, &read)).transpose()?;
    let Some(kind) = args.model.with_target() else { return blind(args, general, place.as_ref()) };
    if args.contamination.is_some() {
        return Err(Mistake::new("--contamination is for --model isolation").into());
    }
    let lesson = Lesson::new(&args.learn, args.cv.aside(), general)?;
    let how = how(args, kind, &lesson, general)?;
    let trials = trials(args, &lesson, &how, general)?;
    let shown =
        if general.json { document(args, &lesson, &trials, &how)? } else { report(args, &lesson, &trials, &how) };
    let mut report = Report::from(shown);
    let seconds = trials[0].time.as_secs_f64();
    if seconds > SOON {
        report.notes.push(format!("grown in {seconds:.1} seconds"));
    }
    if let Some(place) = &place {
        let models = Models::new(trials.into_iter().map(|trial| trial.model).collect());
        let models = models.map_err(|error| Ours(format!("the models of the targets do not fit: {error}")))?;
        place.save(&bytes(&models, place))?;
        report.notes.push(format!("the model is in {}", args.out.as_deref().unwrap_or_default()));
    }
    Ok(report)
}

/// How the model is learned.
fn how(args: &Args, kind: ModelArg, lesson: &Lesson, general: &General) -> Outcome<How> {
    if args.show_depth.is_some() && kind != ModelArg::Tree {
        let mistake = format!("--show-depth is for one tree, and --model {} was asked for", model_word(kind));
        return Err(Mistake::new(mistake).hint("spinney show MODEL --tree 0 shows a tree of a forest").into());
    }
    let asked = learning::how(&args.how, kind, lesson.target.task(), general.seed)?;
    match watched(sampled(asked, &lesson.sampling)?, &args.course)? {
        How::Tree(way) => {
            let folds = given_folds(&args.how.prune, &args.learn.table.read, &lesson.table, general)?;
            Ok(How::Tree(TreeWay { folds, ..way }))
        }
        how @ How::Forest(_) => Ok(how),
    }
}
