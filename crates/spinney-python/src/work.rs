//! Work on threads, while Python goes on and may stop it.
//!
//! ```text
//! the caller's thread                    a pool of n threads
//! ── spawn ────────────────────────────► work(watch)
//!    wait 50 ms, without the lock        …
//!    look for Ctrl-C, tell how far        watch.stopped()?
//!    … ◄───────────────────────────────── answer
//! ```
//! Each thread of Python has pools of its own, so that callers do not wait for each other. They are kept by their size, and by the process: threads do not
//! live on in the child of a fork.

use std::any::Any;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use spinney::grow::Watch;

use crate::error::ours;

/// How long the caller's thread waits before it looks for Ctrl-C.
const LOOK: Duration = Duration::from_millis(50);

thread_local! {
    /// Pools by process and number of threads.
    static POOLS: RefCell<BTreeMap<(u32, usize), Rc<ThreadPool>>> = const { RefCell::new(BTreeMap::new()) };
}

/// Who may stop the work, and counts the trees that are done.
#[derive(Default)]
pub(crate) struct Bell {
    rung: AtomicBool,
    trees: AtomicU64,
}

impl Bell {
    /// How much is done, where something else than trees is counted.
    pub(crate) fn tell(&self, done: u64) {
        self.trees.store(done, Ordering::Relaxed);
    }
}

impl Watch for Bell {
    fn stopped(&self) -> bool {
        self.rung.load(Ordering::Relaxed)
    }

    fn grown(&self) {
        self.trees.fetch_add(1, Ordering::Relaxed);
    }
}

/// The pool of so many threads, of this thread and process.
fn pool(threads: usize) -> PyResult<Rc<ThreadPool>> {
    let key = (std::process::id(), threads.max(1));
    if let Some(pool) = POOLS.with_borrow(|pools| pools.get(&key).cloned()) {
        return Ok(pool);
    }
    let name = |number| format!("spinney-{number}");
    let made = ThreadPoolBuilder::new().num_threads(key.1).thread_name(name).build();
    let made = Rc::new(made.map_err(|error| ours(format!("no threads could be started: {error}")))?);
    POOLS.with_borrow_mut(|pools| pools.insert(key, Rc::clone(&made)));
    Ok(made)
}

/// What the work answers. Other threads of Python run meanwhile; Ctrl-C stops it; `progress`, where there is one, is told how many trees
/// are done.
pub(crate) fn watched<T: Send>(
    py: Python<'_>,
    threads: usize,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Bell) -> PyResult<T> + Send,
) -> PyResult<T> {
    let pool = pool(threads)?;
    let bell = Bell::default();
    let (send, receive) = channel();
    let receive = Mutex::new(receive);
    let wait = |most: Duration| receive.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(most);
    let in_pool = || {
        pool.in_place_scope(|scope| {
            scope.spawn(|_| {
                let answer = catch_unwind(AssertUnwindSafe(|| work(&bell)));
                // Nobody waits any more where the caller has gone on: there is nothing to be told then.
                let _ = send.send(answer.unwrap_or_else(|fault| Err(ours(words_of(&*fault)))));
            });
            loop {
                match py.detach(|| wait(LOOK)) {
                    Ok(answer) => return answer,
                    Err(RecvTimeoutError::Disconnected) => return Err(ours("the work ended without an answer")),
                    Err(RecvTimeoutError::Timeout) => {}
                }
                let told = progress.map_or(Ok(()), |tell| tell.call1((bell.trees.load(Ordering::Relaxed),)).map(drop));
                if let Err(stop) = told.and_then(|()| py.check_signals()) {
                    bell.rung.store(true, Ordering::Relaxed);
                    while matches!(py.detach(|| wait(LOOK)), Err(RecvTimeoutError::Timeout)) {}
                    return Err(stop);
                }
            }
        })
    };
    catch_unwind(AssertUnwindSafe(in_pool)).unwrap_or_else(|fault| Err(ours(words_of(&*fault))))
}

/// What short work answers, on one thread. All calls of the core go through a pool of ours: it would make one for the whole process
/// otherwise, which has no threads in the child of a fork.
pub(crate) fn alone<T: Send>(py: Python<'_>, work: impl FnOnce() -> PyResult<T> + Send) -> PyResult<T> {
    watched(py, 1, None, |_| work())
}

/// What a panic said.
fn words_of(fault: &(dyn Any + Send)) -> String {
    let said = fault.downcast_ref::<String>().map(String::as_str).or_else(|| fault.downcast_ref::<&str>().copied());
    format!("a fault of Spinney's own, please report it: {}", said.unwrap_or("no words"))
}
