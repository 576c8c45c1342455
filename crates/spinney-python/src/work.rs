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
//!
//! Work that does not hear Ctrl-C soon (what it does has no place to ask) is left alone: the caller goes on, and the work ends behind its back, in a pool
//! that nobody else is given. So whatever it holds is its own, or kept alive by it ([`watched`]). Work on numbers that only the caller keeps alive is
//! waited for, and must hear ([`heard`]).

use std::any::Any;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use spinney::grow::Watch;

use crate::error::ours;

/// How long the caller's thread waits before it looks for Ctrl-C.
const LOOK: Duration = Duration::from_millis(50);
/// How often it waits so long for work that was told to stop, before it leaves it alone: most work ends within one such while, and what it
/// took is given back then.
const PATIENCE: usize = 3;

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

/// What the work answers. Other threads of Python run meanwhile; Ctrl-C stops it, or leaves it alone where it does not hear; `progress`, where there
/// is one, is told how many trees are done.
pub(crate) fn watched<T: Send + 'static>(
    py: Python<'_>,
    threads: usize,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Bell) -> PyResult<T> + Send + 'static,
) -> PyResult<T> {
    let (pool, bell) = (pool(threads)?, Arc::new(Bell::default()));
    let (send, receive) = channel();
    let rung = Arc::clone(&bell);
    pool.spawn(move || {
        let answer = catch_unwind(AssertUnwindSafe(|| work(&rung)));
        // Nobody waits any more where the caller has gone on: there is nothing to be told then.
        let _ = send.send(answer.unwrap_or_else(|fault| Err(ours(words_of(&*fault)))));
    });
    let desk = Desk { receive: Mutex::new(receive), bell: &bell, patience: PATIENCE };
    let (answer, ended) = desk.answer(py, progress);
    if !ended {
        leave(&pool);
    }
    answer
}

/// The same for work on numbers that only the caller keeps alive: it is waited for, and so must ask the bell often.
pub(crate) fn heard<T: Send>(
    py: Python<'_>,
    threads: usize,
    work: impl FnOnce(&Bell) -> PyResult<T> + Send,
) -> PyResult<T> {
    let (pool, bell) = (pool(threads)?, Bell::default());
    let (send, receive) = channel();
    let desk = Desk { receive: Mutex::new(receive), bell: &bell, patience: usize::MAX };
    let in_pool = || {
        pool.in_place_scope(|scope| {
            scope.spawn(|_| {
                let answer = catch_unwind(AssertUnwindSafe(|| work(&bell)));
                let _ = send.send(answer.unwrap_or_else(|fault| Err(ours(words_of(&*fault)))));
            });
            desk.answer(py, None).0
        })
    };
    catch_unwind(AssertUnwindSafe(in_pool)).unwrap_or_else(|fault| Err(ours(words_of(&*fault))))
}

/// What short work answers, on one thread. All calls of the core go through a pool of ours: it would make one for the whole process
/// otherwise, which has no threads in the child of a fork.
pub(crate) fn alone<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> PyResult<T> + Send + 'static,
) -> PyResult<T> {
    watched(py, 1, None, |_| work())
}

/// Where the caller waits.
struct Desk<'a, T> {
    receive: Mutex<Receiver<PyResult<T>>>,
    bell: &'a Bell,
    patience: usize,
}

impl<T: Send> Desk<'_, T> {
    /// The answer, or what stopped the work, and whether the work has ended.
    fn answer(&self, py: Python<'_>, progress: Option<&Bound<'_, PyAny>>) -> (PyResult<T>, bool) {
        loop {
            match self.wait(py) {
                Ok(answer) => return (answer, true),
                Err(RecvTimeoutError::Disconnected) => return (Err(ours("the work ended without an answer")), true),
                Err(RecvTimeoutError::Timeout) => {}
            }
            let told = progress.map_or(Ok(()), |tell| tell.call1((self.bell.trees.load(Ordering::Relaxed),)).map(drop));
            if let Err(stop) = told.and_then(|()| py.check_signals()) {
                self.bell.rung.store(true, Ordering::Relaxed);
                let ended = (0..self.patience).any(|_| !matches!(self.wait(py), Err(RecvTimeoutError::Timeout)));
                return (Err(stop), ended);
            }
        }
    }

    fn wait(&self, py: Python<'_>) -> Result<PyResult<T>, RecvTimeoutError> {
        py.detach(|| self.receive.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(LOOK))
    }
}

/// Leaves a pool to the work that is still in it; its threads end when the work does.
fn leave(pool: &Rc<ThreadPool>) {
    POOLS.with_borrow_mut(|pools| pools.retain(|_, kept| !Rc::ptr_eq(kept, pool)));
}

/// What a panic said.
fn words_of(fault: &(dyn Any + Send)) -> String {
    let said = fault.downcast_ref::<String>().map(String::as_str).or_else(|| fault.downcast_ref::<&str>().copied());
    format!("a fault of Spinney's own, please report it: {}", said.unwrap_or("no words"))
}
