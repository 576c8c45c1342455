//! Standard output, and talk on standard error.

use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use spinney::grow::Watch;

use crate::args::General;

/// Follows a reading: bytes read, and of how many where that is known.
pub(crate) type Follow = Box<dyn Fn(u64, Option<u64>) + Send + Sync>;

/// What a verb has to say.
#[derive(Debug, Default)]
pub(crate) struct Report {
    /// Data for whoever reads our output.
    pub(crate) out: Vec<u8>,
    /// Lines for the person, behind it.
    pub(crate) notes: Vec<String>,
}

impl From<String> for Report {
    fn from(text: String) -> Self {
        Report { out: text.into_bytes(), notes: Vec::new() }
    }
}

impl Report {
    /// Prints the data, then says the rest.
    pub(crate) fn print(&self, general: &General) -> io::Result<()> {
        let mut out = io::stdout().lock();
        out.write_all(&self.out)?;
        out.flush()?;
        self.notes.iter().for_each(|line| note(general, line));
        Ok(())
    }
}

/// A line for the person. Where it cannot be said there is nobody to tell.
pub(crate) fn talk(line: &str) {
    let _ = writeln!(io::stderr().lock(), "{line}");
}

/// A line for the person that is no error.
pub(crate) fn note(general: &General, line: &str) {
    if !general.quiet {
        talk(line);
    }
}

/// Ends the program at once, as Ctrl-C asks: nothing is left half written, and no bar on the screen.
pub(crate) fn stop(code: u8) -> ! {
    let held = spinney_io::abandon();
    if io::stderr().is_terminal() {
        let _ = write!(io::stderr(), "\r\x1b[K");
    }
    let code = i32::from(code);
    std::mem::forget(held); // whoever is saving waits for the end
    std::process::exit(code)
}

/// A bar on standard error that follows the bytes read: on a terminal only, and gone when the reading is.
pub(crate) fn reading_bar(general: &General) -> Option<Follow> {
    let bar = bar(general, "reading {bytes} of {total_bytes} {wide_bar} {bytes_per_sec}, {eta} left", None)?;
    let started = Instant::now();
    let bar = Mutex::new(bar);
    Some(Box::new(move |read, total| {
        if let (true, Ok(bar)) = (started.elapsed() > SHORT, bar.lock()) {
            if let Some(total) = total {
                bar.0.set_length(total);
            }
            bar.0.set_position(read);
        }
    }))
}

/// Shorter work needs no bar.
const SHORT: Duration = Duration::from_millis(300);

/// A bar on standard error that follows the rows that have reached their leaf, finished trees, or other work that is counted.
pub(crate) struct Growing {
    bar: Option<Cleared>,
    /// Whether finished trees are counted.
    trees: bool,
    done: AtomicU64,
    started: Instant,
}

impl Growing {
    /// For so many rows in all; a tree settles a few more where it spreads rows.
    pub(crate) fn new(general: &General, rows: usize) -> Self {
        Growing::along(general, "growing {human_pos} of {human_len} rows {wide_bar}", rows as u64)
    }

    /// For so many trees of forests in all.
    pub(crate) fn trees(general: &General, many: u64) -> Self {
        let template = "growing {human_pos} of {human_len} trees {wide_bar} {tree_rate}, {eta} left";
        Growing { trees: true, ..Growing::along(general, template, many) }
    }

    /// For contenders that are asked so many times in all.
    pub(crate) fn contenders(general: &General, many: usize) -> Self {
        Growing::along(general, "tuning {human_pos} of {human_len} {wide_bar} {eta} left", many as u64)
    }

    /// For drawing the rows of a table again so many times.
    pub(crate) fn draws(general: &General, many: u32) -> Self {
        Growing::along(general, "drawing the rows again, {human_pos} of {human_len} {wide_bar}", u64::from(many))
    }

    fn along(general: &General, template: &str, length: u64) -> Self {
        let bar = bar(general, template, Some(length));
        Growing { bar, trees: false, done: AtomicU64::new(0), started: Instant::now() }
    }

    fn count(&self, more: u64) {
        let Some(Cleared(bar)) = &self.bar else { return };
        let done = self.done.fetch_add(more, Ordering::Relaxed) + more;
        if self.started.elapsed() > SHORT {
            bar.set_position(done.min(bar.length().unwrap_or(done)));
        }
    }
}

impl Watch for Growing {
    fn settled(&self, rows: u64) {
        if !self.trees {
            self.count(rows);
        }
    }

    fn grown(&self) {
        if self.trees {
            self.count(1);
        }
    }
}

fn bar(general: &General, template: &str, length: Option<u64>) -> Option<Cleared> {
    if general.quiet || !io::stderr().is_terminal() {
        return None;
    }
    let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::stderr_with_hz(10));
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    let style = style.with_key("tree_rate", tree_rate);
    Some(Cleared(bar.with_style(style)))
}

/// `12.5 trees/s`
fn tree_rate(state: &ProgressState, out: &mut dyn std::fmt::Write) {
    let _ = write!(out, "{:.1} trees/s", state.per_sec());
}

/// A bar that leaves no trace.
struct Cleared(ProgressBar);

impl Drop for Cleared {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
