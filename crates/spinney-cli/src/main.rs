//! The program `spinney`: arguments, then a plan, then a run.

/// What the person typed.
mod args;
/// Standard output, and talk on standard error.
mod console;
/// What can go wrong, what it says, and the exit code it has.
mod fault;
/// From the flags about reading to a table.
mod reading;
/// Tables and figures as text.
mod text;
/// A picture in dots.
#[expect(dead_code, reason = "the verb `show` will call it")]
mod png;
/// One file for each verb.
mod verbs;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    fault::speak_of_panics();
    let cli = match args::Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return fault::usage(&error),
    };
    // Nothing is written but to standard output, so there is nothing to tidy up.
    let _ = ctrlc::set_handler(|| std::process::exit(fault::STOPPED.into()));
    fault::exit_code(std::panic::catch_unwind(|| run(cli)))
}

fn run(cli: args::Cli) -> fault::Outcome {
    let args::Cli { general, verb } = cli;
    if let Some(threads) = general.threads {
        rayon::ThreadPoolBuilder::new().num_threads(threads.into()).build_global()?;
    }
    let report = match verb {
        args::Verb::Info(info) => verbs::info::run(&info, &general)?,
        args::Verb::Measure(measure) => verbs::measure::run(&measure.what, &general)?,
        args::Verb::Steps(steps) => verbs::steps::run(&steps, &general)?,
    };
    Ok(console::print(&report)?)
}
