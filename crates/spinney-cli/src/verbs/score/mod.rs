//! `spinney score`: how good a model's answers are, where the truth is known.

/// The document of one of several targets.
mod document;
/// Who was taken for whom, curves and calibration as tables.
mod tables;
/// Bins of a calibration.
mod bins;
/// Curves and calibration, drawn.
mod plot;
/// What a score came to, for people.
mod report;
/// From the request to the answer.
mod run;

pub(crate) use run::run;
