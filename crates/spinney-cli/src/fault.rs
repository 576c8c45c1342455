//! What can go wrong, what it says, and the exit code it has.

use std::fmt;
use std::io;
use std::process::ExitCode;

use crate::console;

/// Something to mend in what was asked.
pub(crate) const ASKED: u8 = 1;
/// A mistake of ours.
pub(crate) const OURS: u8 = 2;
/// Stopped by Ctrl-C.
pub(crate) const STOPPED: u8 = 130;

/// What a verb comes to.
pub(crate) type Outcome<T = ()> = anyhow::Result<T>;

/// A mistake in the request, with what would do.
#[derive(Debug)]
pub(crate) struct Mistake {
    message: String,
    hint: Option<String>,
}

impl Mistake {
    /// Says what is wrong.
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Mistake { message: message.into(), hint: None }
    }

    /// Says what would do.
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Mistake {}

/// Something that cannot be, and is a mistake of ours.
#[derive(Debug)]
pub(crate) struct Ours(pub(crate) String);

impl fmt::Display for Ours {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Ours {}

/// Whether it is a mistake of ours.
fn is_ours(error: &anyhow::Error) -> bool {
    let broken = |error: &spinney::Error| matches!(error.mistake, spinney::error::Mistake::BrokenTree { .. });
    error.is::<Ours>() || error.downcast_ref::<spinney::Error>().is_some_and(broken)
}

/// What is said after a mistake of ours.
const REPORT: &str = "hint: this is our mistake; please report it with the command and, if you can, the table";

/// A panic is a mistake of ours: say so, once, and where.
pub(crate) fn speak_of_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(|place| format!(" at {}:{}", place.file(), place.line())).unwrap_or_default();
        let what = panic.payload_as_str().unwrap_or("no reason given");
        console::talk(&format!("error: Spinney failed{place}: {what}"));
        console::talk(REPORT);
    }));
}

/// The exit code of a run that may have panicked.
pub(crate) fn exit_code(run: std::thread::Result<Outcome>) -> ExitCode {
    match run {
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(error)) => tell(&error),
        Err(_) => ExitCode::from(OURS),
    }
}

/// Says what went wrong and what would do.
fn tell(error: &anyhow::Error) -> ExitCode {
    // Whoever reads our output has seen enough: that is no fault.
    let broken = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
    if error.downcast_ref::<io::Error>().is_some_and(broken) {
        return ExitCode::SUCCESS;
    }
    console::talk(&format!("error: {error}"));
    if is_ours(error) {
        console::talk(REPORT);
        return ExitCode::from(OURS);
    }
    let hint = error
        .downcast_ref::<Mistake>()
        .and_then(|mistake| mistake.hint.clone())
        .or_else(|| error.downcast_ref::<spinney_io::Error>().and_then(spinney_io::Error::hint))
        .or_else(|| error.downcast_ref::<spinney::Error>().and_then(spinney::Error::hint));
    if let Some(hint) = hint {
        console::talk(&format!("hint: {hint}"));
    }
    ExitCode::from(ASKED)
}

/// A wrong flag is the person's mistake too; asking for help is none.
pub(crate) fn usage(error: &clap::Error) -> ExitCode {
    let wrong = error.use_stderr();
    match error.print() {
        Ok(()) if !wrong => ExitCode::SUCCESS,
        Err(broken) if broken.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        _ => ExitCode::from(ASKED),
    }
}
