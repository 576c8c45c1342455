//! Curves and calibration, drawn.

use spinney::draw::{AnswerChart, answers};
use spinney::evaluate::ScoreDocument;
use spinney::metric::Bins;

use super::bins::bins;
use crate::args::{CurveArg, Score as Args};
use crate::fault::{Mistake, Outcome};
use crate::saving::Place;

/// The one thing that is drawn, and where.
pub(super) struct Plot {
    subject: Subject,
    place: Place,
    file: String,
}

#[derive(Debug, Clone, Copy)]
enum Subject {
    Roc,
    Recall,
    Calibration(Bins),
}

impl Plot {
    /// What the person asked for, if it is one thing; looked at before the table is read.
    pub(super) fn new(args: &Args) -> Outcome<Option<Self>> {
        let Some(file) = args.plot.clone() else { return Ok(None) };
        let subject = match (args.curve, args.calibration) {
            (Some(CurveArg::Roc), None) => Subject::Roc,
            (Some(CurveArg::Pr), None) => Subject::Recall,
            (None, Some(asked)) => Subject::Calibration(bins(asked)),
            (None, None) => {
                return Err(Mistake::new("--plot draws a curve or a calibration, and none is asked for")
                    .hint("add --curve roc, --curve pr or --calibration")
                    .into());
            }
            (Some(_), Some(_)) => {
                return Err(Mistake::new("--plot draws one thing, and a curve and a calibration are asked for")
                    .hint("leave out --curve or --calibration")
                    .into());
            }
        };
        let place = Place::new(&file, &[&args.model, &args.table.table])?;
        Ok(Some(Plot { subject, place, file }))
    }

    /// Draws it, and says where it is.
    pub(super) fn save(&self, target: &str, found: &ScoreDocument) -> Outcome<String> {
        let what = match self.subject {
            Subject::Roc => AnswerChart::Roc(&found.roc_curve),
            Subject::Recall => AnswerChart::Recall(&found.precision_recall_curve),
            Subject::Calibration(bins) => {
                AnswerChart::Calibration(&found.calibration, bins, found.score.weight.is_none())
            }
        };
        let none = || {
            let mistake = Mistake::new("there is no curve to draw: all rows, or none, are of the class");
            mistake.hint("--class names another one")
        };
        self.place.save_drawing(&answers(target, found.score.rows, what).ok_or_else(none)?)?;
        Ok(format!("the drawing is in {}", self.file))
    }
}
