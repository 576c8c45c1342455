//! Files of every format into tables.
#![cfg(test)]
#![expect(clippy::print_stdout, reason = "a test that is skipped says so")]

/// Tables written in every format.
mod write;
/// One table, whatever it was written in.
mod same_table;
/// What becomes of typed columns.
mod types;
/// Inputs that are not there, not files, or not what they seem.
mod inputs;
/// Pipes and standard input, which give their bytes only once.
mod pipes;
/// Files that have been cut or changed.
mod damage;
/// Files that are written whole or not at all.
mod save;
/// The real tables.
mod real;
