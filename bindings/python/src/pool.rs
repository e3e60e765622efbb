//! The threads of this package. They are its own and not rayon's global ones: a process that is forked has no threads but the
//! one that forked, so it gets others.

use crate::errors;
use pyo3::prelude::*;
use std::sync::{Arc, Mutex, PoisonError};

/// The threads of a process.
struct Pool {
    process: u32,
    threads: Arc<rayon::ThreadPool>,
}

/// The pool, and how many threads were asked for; 0 for one a core.
static POOL: Mutex<(Option<Pool>, usize)> = Mutex::new((None, 0));

/// The threads of this process. The interpreter lock is held while the pool is looked up, and by whoever forks: so no child finds
/// the pool locked.
pub(crate) fn get(_py: Python<'_>) -> PyResult<Arc<rayon::ThreadPool>> {
    let mut known = POOL.lock().unwrap_or_else(PoisonError::into_inner);
    let process = std::process::id();
    if let Some(pool) = known.0.take() {
        if pool.process == process {
            let threads = Arc::clone(&pool.threads);
            known.0 = Some(pool);
            return Ok(threads);
        }
        // These threads stayed behind in the parent: to wait for their end would take for ever.
        std::mem::forget(pool);
    }
    let builder = rayon::ThreadPoolBuilder::new().num_threads(known.1).thread_name(|i| format!("navigant-{i}"));
    let threads = Arc::new(builder.build().map_err(|error| errors::internal(&format!("no threads: {error}")))?);
    known.0 = Some(Pool { process, threads: Arc::clone(&threads) });
    Ok(threads)
}

/// How many threads are used: one a core, unless told otherwise.
#[pyfunction]
pub(crate) fn threads(py: Python<'_>) -> PyResult<usize> {
    Ok(get(py)?.current_num_threads())
}

/// Sets the number of threads, 0 for one a core. Results do not depend on it.
#[pyfunction]
#[pyo3(signature = (count, /))]
pub(crate) fn set_threads(py: Python<'_>, count: usize) -> PyResult<()> {
    if count > 1024 {
        return Err(pyo3::exceptions::PyValueError::new_err(format!("{count} threads: at most 1024")));
    }
    let old = {
        let mut known = POOL.lock().unwrap_or_else(PoisonError::into_inner);
        known.1 = count;
        known.0.take()
    };
    match old {
        Some(pool) if pool.process != std::process::id() => std::mem::forget(pool),
        // Calls of other threads that still run keep theirs alive.
        Some(pool) => py.detach(|| drop(pool)),
        None => {}
    }
    get(py).map(|_| ())
}
