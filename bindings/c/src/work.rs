//! Calls: panics become a status, and what needs many threads runs on ours.

use crate::status::{Failure, NavStatus, remember};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::thread::JoinHandle;

/// Does the work of a call. What it changes stands behind a lock, which a panic poisons: so only that object is spoilt.
pub(crate) fn call(work: impl FnOnce() -> Result<(), Failure>) -> NavStatus {
    let done = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|payload| {
        let said = payload.downcast_ref::<&str>().map(|said| (*said).to_owned());
        let said = said.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_default();
        Err(Failure::new(NavStatus::Internal, format!("a bug in Navigant: {said}; please report it")))
    });
    remember(done)
}

/// Something that calls share.
pub(crate) struct Shared<T>(RwLock<T>);

impl<T> Shared<T> {
    pub(crate) fn new(value: T) -> Shared<T> {
        Shared(RwLock::new(value))
    }

    pub(crate) fn read(&self) -> Result<RwLockReadGuard<'_, T>, Failure> {
        self.0.read().map_err(|_| spoilt())
    }

    pub(crate) fn write(&self) -> Result<RwLockWriteGuard<'_, T>, Failure> {
        self.0.write().map_err(|_| spoilt())
    }
}

fn spoilt() -> Failure {
    let message = "an earlier call failed inside of Navigant and has spoilt this object; make it again";
    Failure::new(NavStatus::Spoilt, message)
}

/// The threads, by the process that they belong to: one that is forked gets its own.
struct Pool {
    process: u32,
    threads: Arc<rayon::ThreadPool>,
    /// To wait for their end.
    handles: Vec<JoinHandle<()>>,
}

/// The pool, and how many threads are wanted; 0 for one a core.
static POOL: Mutex<(Option<Pool>, usize)> = Mutex::new((None, 0));

fn pool() -> MutexGuard<'static, (Option<Pool>, usize)> {
    POOL.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(crate) fn set_threads(count: u32) -> Result<(), Failure> {
    if count > 1024 {
        return Err(Failure::new(NavStatus::BadValue, format!("{count} threads: at most 1024")));
    }
    let old = {
        let mut known = pool();
        known.1 = count as usize;
        known.0.take()
    };
    let_go(old);
    Ok(())
}

/// Ends the threads and waits for them, and for the calls that still use them.
pub(crate) fn stop_threads() {
    let old = pool().0.take();
    match old {
        Some(Pool { process, threads, handles }) if process == std::process::id() => {
            // Whoever drops it last tells the threads to end.
            drop(threads);
            for handle in handles {
                // A thread that panicked has ended too.
                let _ = handle.join();
            }
        }
        other => let_go(other),
    }
}

/// Threads of a parent are not waited for: they are not here.
fn let_go(pool: Option<Pool>) {
    match pool {
        Some(pool) if pool.process != std::process::id() => std::mem::forget(pool),
        other => drop(other),
    }
}

/// Does something by all threads.
pub(crate) fn by_all<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, Failure> {
    let threads = {
        let mut known = pool();
        if known.0.as_ref().is_some_and(|pool| pool.process != std::process::id()) {
            let_go(known.0.take());
        }
        match &known.0 {
            Some(pool) => Arc::clone(&pool.threads),
            None => {
                let mut handles = Vec::new();
                let builder = rayon::ThreadPoolBuilder::new().num_threads(known.1).spawn_handler(|thread| {
                    let named = std::thread::Builder::new().name(format!("navigant-{}", thread.index()));
                    handles.push(named.spawn(|| thread.run())?);
                    Ok(())
                });
                let failed = |error| Failure::new(NavStatus::Internal, format!("no threads: {error}"));
                let threads = Arc::new(builder.build().map_err(failed)?);
                known.0 = Some(Pool { process: std::process::id(), threads: Arc::clone(&threads), handles });
                threads
            }
        }
    };
    Ok(threads.install(work))
}
