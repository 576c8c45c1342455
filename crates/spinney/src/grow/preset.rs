//! Presets, which make the engine ID3, C4.5, J48, CART or rpart.

use serde::{Deserialize, Serialize};

use super::settings::{Conventions, Criterion, MissingPolicy, Nominal, TreeSettings};
use crate::table::Task;

/// A named set of settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Preset {
    /// Information gain, a branch for each value.
    Id3,
    /// C4.5 Release 8 without pruning.
    C45,
    /// J48 -U of WEKA 3.6.
    J48,
    /// CART as scikit-learn grows it, with sets of values for nominal columns.
    Cart,
    /// CART as R's rpart grows it by default.
    Rpart,
}

impl TreeSettings {
    /// The settings of a preset.
    pub fn preset(preset: Preset, task: Task) -> Self {
        let usual = if task == Task::Classification { Self::classification() } else { Self::regression() };
        let by = |criterion| if task == Task::Classification { criterion } else { Criterion::Mse };
        let quinlan = |conventions| TreeSettings {
            criterion: by(Criterion::GainRatio),
            nominal: Nominal::Values,
            missing: MissingPolicy::Fractions,
            min_rows_leaf: 2.0,
            min_rows_split: 4.0,
            zero_gain: false,
            collapse: true,
            conventions,
            ..usual.clone()
        };
        match preset {
            Preset::Id3 => {
                TreeSettings { criterion: by(Criterion::Entropy), nominal: Nominal::Values, zero_gain: false, ..usual }
            }
            Preset::C45 => quinlan(Conventions::C45),
            Preset::J48 => quinlan(Conventions::J48),
            Preset::Cart => usual,
            Preset::Rpart => TreeSettings {
                missing: MissingPolicy::Surrogates,
                max_depth: Some(30),
                min_rows_leaf: 7.0,
                min_rows_split: 20.0,
                complexity: 0.01,
                zero_gain: false,
                ..usual
            },
        }
    }
}
