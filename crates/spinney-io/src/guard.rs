//! Work of other crates that may panic.
//!
//! The readers of Parquet and Arrow check much, but not everything: some damaged files make them panic. Such a panic is
//! caught and becomes an error of the file, and the hook that would print it is silent for this thread while the guard is up.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

thread_local! {
    static GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Does the work; a panic in it becomes its message. What the work has changed must not be used after a panic.
pub(crate) fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = take_hook();
        set_hook(Box::new(move |panic| {
            if !GUARDED.get() {
                before(panic);
            }
        }));
    });
    let outer = GUARDED.replace(true);
    let answer = catch_unwind(AssertUnwindSafe(work));
    GUARDED.set(outer);
    answer.map_err(|payload| match payload.downcast::<String>() {
        Ok(message) => *message,
        Err(payload) => {
            payload.downcast::<&str>().map_or_else(|_| "it cannot be decoded".to_owned(), |text| text.to_string())
        }
    })
}
