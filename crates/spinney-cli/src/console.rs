//! Standard output, and talk on standard error.

use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::args::General;

/// Follows a reading: bytes read, and of how many where that is known.
pub(crate) type Follow = Box<dyn Fn(u64, Option<u64>) + Send + Sync>;

/// Data for whoever reads our output.
pub(crate) fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// A line for the person. Where it cannot be said there is nobody to tell.
pub(crate) fn talk(line: &str) {
    let _ = writeln!(io::stderr().lock(), "{line}");
}

/// A bar on standard error that follows the bytes read: on a terminal only, and gone when the reading is.
pub(crate) fn reading_bar(general: &General) -> Option<Follow> {
    if general.quiet || !io::stderr().is_terminal() {
        return None;
    }
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(10));
    let style = ProgressStyle::with_template("reading {bytes} of {total_bytes} {wide_bar} {bytes_per_sec}, {eta} left");
    let started = std::time::Instant::now();
    let bar = Mutex::new(Cleared(bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))));
    Some(Box::new(move |read, total| {
        // Short readings need no bar.
        if let (true, Ok(bar)) = (started.elapsed() > Duration::from_millis(300), bar.lock()) {
            if let Some(total) = total {
                bar.0.set_length(total);
            }
            bar.0.set_position(read);
        }
    }))
}

/// A bar that leaves no trace.
struct Cleared(ProgressBar);

impl Drop for Cleared {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
