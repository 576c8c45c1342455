//! The program as people and other programs meet it.
#![cfg(test)]

/// Runs the program.
mod program;
/// Every command in every document.
mod documents;
/// `spinney info`.
mod info;
/// `spinney measure`.
mod measure;
/// Bad input.
mod mistakes;
/// `spinney steps`.
mod steps;
/// Pictures in dots.
mod png;
/// Pipes, signals, exit codes, help.
mod conduct;
