//! Curves and calibration of one class against the rest.

use serde::Serialize;

use super::marked::{Kind, Marked, MarkedClasses};
use crate::metric::{
    Bins, CalibrationBin, RecallPoint, RocPoint, ScoreGroup, average_precision_of_groups, calibration_of_groups,
    expected_calibration_error, precision_recall_curve_of_groups, roc_auc_of_groups, roc_curve_of_groups,
};

/// The ROC curve of one class.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RocCurve {
    /// The class.
    pub class: String,
    /// The area under it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roc_auc: Option<f64>,
    /// From none taken to all taken; none where every row, or no row, is of the class.
    pub points: Vec<RocPoint>,
}

/// The precision-recall curve of one class.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RecallCurve {
    /// The class.
    pub class: String,
    /// The average precision.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub average_precision: Option<f64>,
    /// From none taken to all taken; none where no row is of the class.
    pub points: Vec<RecallPoint>,
}

/// What came true of the chances of one class.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Calibration {
    /// The class.
    pub class: String,
    /// The mean distance between what was said and what came true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_calibration_error: Option<f64>,
    /// The bins that have rows.
    pub bins: Vec<CalibrationBin>,
}

impl Marked {
    /// The classes that the model knows, in canonical order; none where the target is a number.
    pub fn known_classes(&self) -> &[String] {
        match &self.kind {
            Kind::Classes(classes) => &classes.names[..classes.sheet.known()],
            Kind::Numbers { .. } => &[],
        }
    }

    /// The classes that curves are drawn of: the second of two; else every class that the model knows and some row is of.
    /// None where the target is a number.
    pub fn curve_classes(&self) -> Vec<String> {
        let Kind::Classes(classes) = &self.kind else { return Vec::new() };
        let occurring = classes.sheet.occurring();
        let asked = if classes.sheet.known() == 2 { vec![1] } else { occurring };
        asked.into_iter().map(|class| classes.name(class)).collect()
    }

    /// The ROC curve of a class by its name; `None` where the model does not know it.
    pub fn roc_curve(&self, class: &str) -> Option<RocCurve> {
        let groups = self.by_chance(class)?;
        let roc_auc = roc_auc_of_groups(groups.clone());
        Some(RocCurve { class: class.to_owned(), roc_auc, points: roc_curve_of_groups(groups) })
    }

    /// The precision-recall curve of a class by its name; `None` where the model does not know it.
    pub fn precision_recall_curve(&self, class: &str) -> Option<RecallCurve> {
        let groups = self.by_chance(class)?;
        let average_precision = average_precision_of_groups(groups.clone());
        Some(RecallCurve {
            class: class.to_owned(),
            average_precision,
            points: precision_recall_curve_of_groups(groups),
        })
    }

    /// What came true of the chances of a class by its name; `None` where the model does not know it.
    pub fn calibration(&self, class: &str, bins: Bins) -> Option<Calibration> {
        let bins = calibration_of_groups(self.by_chance(class)?, bins);
        let expected_calibration_error = expected_calibration_error(&bins);
        Some(Calibration { class: class.to_owned(), expected_calibration_error, bins })
    }

    fn by_chance(&self, class: &str) -> Option<Vec<ScoreGroup>> {
        let Kind::Classes(classes) = &self.kind else { return None };
        let MarkedClasses { sheet, lines, names, .. } = classes.as_ref();
        let place = names.iter().take(sheet.known()).position(|name| name == class)?;
        Some(sheet.by_chance(place as u32, lines))
    }
}
