//! A model as JSON that people can read and write. The grammar is `docs/model-file.md`; trees of any depth are written and
//! read without recursion.

/// JSON's words.
mod scan;
/// JSON text as a flat list of values that know their places.
mod document;
/// A model becomes text.
mod write;
/// What a split says, before its names are looked up.
mod sketch;
/// Columns and classes that a text does not declare.
mod infer;
/// Names to numbers.
mod lookup;
/// Sketches become splits.
mod split;
/// What nodes say of the target.
mod answer;
/// Text becomes a model.
mod read;
/// The models of several targets as one text.
mod several;
