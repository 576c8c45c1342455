//! Work on all threads where there are threads, one after the other where there are none (in the browser).
//!
//! Results always come back in the order of their inputs, so nothing that uses this can depend on the number of threads.

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
    #[cfg(feature = "parallel")]
    {
        use rayon::prelude::*;
        items.par_iter().map(work).collect()
    }
    #[cfg(not(feature = "parallel"))]
    items.iter().map(work).collect()
}

/// Changes every item, each with its place in the list.
pub(crate) fn change<T: Send>(items: &mut [T], work: impl Fn(usize, &mut T) + Sync + Send) {
    #[cfg(feature = "parallel")]
    {
        use rayon::prelude::*;
        items.par_iter_mut().enumerate().for_each(|(place, item)| work(place, item));
    }
    #[cfg(not(feature = "parallel"))]
    items.iter_mut().enumerate().for_each(|(place, item)| work(place, item));
}

/// The answers for all items, each taken whole, in the items' order.
pub(crate) fn map_owned<T: Send, R: Send>(items: Vec<T>, work: impl Fn(T) -> R + Sync + Send) -> Vec<R> {
    #[cfg(feature = "parallel")]
    {
        use rayon::prelude::*;
        items.into_par_iter().with_max_len(1).map(work).collect()
    }
    #[cfg(not(feature = "parallel"))]
    items.into_iter().map(work).collect()
}
