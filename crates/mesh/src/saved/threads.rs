//! Threads for loading: what is read and checked does not depend on how many there are.

use std::ops::Range;
use std::thread::{Builder, ScopedJoinHandle, available_parallelism, scope};

/// No thread is worth its start for fewer items than this.
const LEAST_ITEMS: usize = 1 << 16;
/// The most threads: more would only wait for memory.
const MOST_THREADS: usize = 8;

/// Does two things with a number of items: one on another thread, if there are many and a thread is to be had, and one on this.
pub(crate) fn aside<A: Send, B>(items: usize, other: impl Fn() -> A + Sync, this: impl FnOnce() -> B) -> (A, B) {
    if items < LEAST_ITEMS {
        return (other(), this());
    }
    scope(|scope| {
        let thread = Builder::new().spawn_scoped(scope, &other).ok();
        let done = this();
        (thread.map_or_else(&other, joined), done)
    })
}

/// Does a thing for the parts of a range, in parallel if it is long; what came of each, in order.
pub(crate) fn in_parts<T: Send>(range: Range<usize>, of: impl Fn(Range<usize>) -> T + Sync) -> Vec<T> {
    let cores = available_parallelism().map_or(1, usize::from);
    let parts = (range.len() / LEAST_ITEMS).clamp(1, MOST_THREADS.min(cores));
    let at = |i: usize| range.start + range.len() * i / parts;
    let part = |i: usize| at(i)..at(i + 1);
    scope(|scope| {
        let of = &of;
        let threads: Vec<_> =
            (1..parts).map(|i| Builder::new().spawn_scoped(scope, move || of(part(i))).ok()).collect();
        let first = of(part(0));
        let others = threads.into_iter().zip(1..).map(|(thread, i)| thread.map_or_else(|| of(part(i)), joined));
        std::iter::once(first).chain(others).collect()
    })
}

fn joined<T>(thread: ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_make_up_the_range_in_order() {
        for len in [0, 1, LEAST_ITEMS, 2 * LEAST_ITEMS + 1, 20 * LEAST_ITEMS + 7] {
            let parts: Vec<usize> = in_parts(3..3 + len, Iterator::collect::<Vec<_>>).concat();
            assert!(parts.into_iter().eq(3..3 + len), "{len}");
        }
        assert_eq!((aside(1, || 1, || 2), aside(LEAST_ITEMS, || 1, || 2)), ((1, 2), (1, 2)));
    }
}
