//! Cases on a thread pool of one thread each: as many cases as there are cores run at the same time, and one that shares its small tasks
//! with the others' threads only costs time.

use rayon::{ThreadPool, ThreadPoolBuilder};

thread_local! {
    static POOL: Option<ThreadPool> = ThreadPoolBuilder::new().num_threads(1).build().ok();
}

/// Does some work with one thread; with those of the usual pool where there is no other.
pub fn on_one_thread<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    POOL.with(|pool| match pool {
        Some(pool) => pool.install(work),
        None => work(),
    })
}
