//! Work on all threads where there are threads, one after the other where there are none (in the browser).
//!
//! Results always come back in the order of their inputs, so nothing that uses this can depend on the number of threads.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// How many pieces to cut work into so that every thread is busy.
pub(crate) fn threads() -> usize {
    #[cfg(feature = "parallel")]
    return rayon::current_num_threads();
    #[cfg(not(feature = "parallel"))]
    return 1;
}

/// Both answers; side by side where there are threads.
pub(crate) fn both<A: Send, B: Send>(one: impl FnOnce() -> A + Send, two: impl FnOnce() -> B + Send) -> (A, B) {
    #[cfg(feature = "parallel")]
    return rayon::join(one, two);
    #[cfg(not(feature = "parallel"))]
    return (one(), two());
}

/// The answers for all items, in the items' order.
pub(crate) fn map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync + Send) -> Vec<R> {
    answers(items.len(), Pieces::Many, |place| work(&items[place]))
}

/// Changes every item, each with its place in the list.
pub(crate) fn change<T: Send>(items: &mut [T], work: impl Fn(usize, &mut T) + Sync + Send) {
    let items: Vec<Mutex<&mut T>> = items.iter_mut().map(Mutex::new).collect();
    each(items.len(), Pieces::Many, &|place| work(place, &mut lock(&items[place])));
}

/// The answers for all items, each taken whole, in the items' order.
pub(crate) fn map_owned<T: Send, R: Send>(items: Vec<T>, work: impl Fn(T) -> R + Sync + Send) -> Vec<R> {
    let items: Vec<Mutex<Option<T>>> = items.into_iter().map(|item| Mutex::new(Some(item))).collect();
    let answers = answers(items.len(), Pieces::Single, |place| lock(&items[place]).take().map(&work));
    answers.into_iter().flatten().collect()
}

/// How places are shared out.
#[derive(Clone, Copy)]
enum Pieces {
    /// Many at a time, as long as every thread is busy.
    Many,
    /// One by one: each may take long.
    Single,
}

/// Answers are gathered in up to so many blocks: the more of them, the more evenly threads are busy.
const BLOCKS: usize = 1 << 10;

/// The answers for all places, in their order.
fn answers<R: Send>(many: usize, pieces: Pieces, work: impl Fn(usize) -> R + Sync) -> Vec<R> {
    // One door for each block, not for each answer: there may be thousands of them.
    let length = match pieces {
        Pieces::Many => many.div_ceil(BLOCKS).max(1),
        Pieces::Single => 1,
    };
    let blocks: Vec<Mutex<Vec<R>>> = (0..many.div_ceil(length)).map(|_| Mutex::default()).collect();
    each(blocks.len(), pieces, &|block| {
        let start = block * length;
        *lock(&blocks[block]) = (start..many.min(start + length)).map(&work).collect();
    });
    let mut all = Vec::with_capacity(many);
    for block in blocks {
        all.append(&mut block.into_inner().unwrap_or_else(PoisonError::into_inner));
    }
    all
}

/// Nobody else holds it: each place is one thread's alone.
fn lock<T>(place: &Mutex<T>) -> MutexGuard<'_, T> {
    place.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Works on every place. What is shared out among threads is a plain function, so that its machine code is there once, not once for every
/// kind of work: that was a sixth of the whole.
fn each(many: usize, pieces: Pieces, work: &(dyn Fn(usize) + Sync)) {
    #[cfg(feature = "parallel")]
    {
        use rayon::prelude::*;
        let most = match pieces {
            Pieces::Many => usize::MAX,
            Pieces::Single => 1,
        };
        (0..many).into_par_iter().with_max_len(most).for_each(work);
    }
    #[cfg(not(feature = "parallel"))]
    {
        let _ = pieces; // there is one thread
        (0..many).for_each(work);
    }
}
