//! The program `spinney`: arguments, then a plan, then a run.

/// What the person typed.
mod args;
/// Standard output, and talk on standard error.
mod console;
/// What can go wrong, what it says, and the exit code it has.
mod fault;
/// From the flags about reading to a table.
mod reading;
/// What the machine has.
mod machine;
/// Tables and figures as text.
mod text;
/// A picture in dots.
mod png;
/// Files that the person asked for.
mod saving;
/// One file for each verb.
mod verbs;

use std::process::ExitCode;

fn main() -> ExitCode {
    fault::speak_of_panics();
    let cli = match args::Cli::read() {
        Ok(cli) => cli,
        Err(error) => return fault::usage(&error),
    };
    let _ = ctrlc::set_handler(|| console::stop(fault::STOPPED));
    fault::exit_code(std::panic::catch_unwind(|| run(cli)))
}

fn run(cli: args::Cli) -> fault::Outcome {
    let args::Cli { general, verb } = cli;
    if let Some(threads) = general.threads {
        rayon::ThreadPoolBuilder::new().num_threads(threads.into()).build_global()?;
    }
    let report = match verb {
        args::Verb::Info(args) => verbs::info::run(&args, &general)?.into(),
        args::Verb::Measure(args) => verbs::measure::run(&args.what, &general)?.into(),
        args::Verb::Fit(args) => verbs::fit::run(&args, &general)?,
        args::Verb::Prune(args) => verbs::prune::run(&args, &general)?,
        args::Verb::Compare(args) => verbs::compare::run(&args, &general)?,
        args::Verb::Tune(args) => verbs::tune::run(&args, &general)?,
        args::Verb::Predict(args) => verbs::predict::run(&args, &general)?,
        args::Verb::Score(args) => verbs::score::run(&args, &general)?,
        args::Verb::Show(args) => verbs::show::run(&args, &general)?,
        args::Verb::Explain(args) => verbs::explain::run(&args, &general)?,
        args::Verb::Steps(args) => verbs::steps::run(&args, &general)?.into(),
    };
    Ok(report.print(&general)?)
}
