//! Scratch memory, one for each thread of the pool. Nothing in it outlives a use but its capacity.

use std::sync::{Mutex, PoisonError};

/// One `T` for each thread.
#[derive(Debug)]
pub(crate) struct PerThread<T>(Vec<Mutex<T>>);

impl<T> Default for PerThread<T> {
    fn default() -> Self {
        PerThread(Vec::new())
    }
}

impl<T> Clone for PerThread<T> {
    /// Scratch memory is not copied.
    fn clone(&self) -> Self {
        PerThread::default()
    }
}

impl<T: Default> PerThread<T> {
    /// Makes sure that every thread of the current pool has one.
    pub(crate) fn reserve(&mut self) {
        let threads = rayon::current_num_threads().max(1);
        if self.0.len() < threads {
            self.0.resize_with(threads, || Mutex::new(T::default()));
        }
    }

    /// Does something with that of the current thread.
    pub(crate) fn with<R>(&self, work: impl FnOnce(&mut T) -> R) -> R {
        let thread = rayon::current_thread_index().unwrap_or(0);
        match self.0.get(thread) {
            // Nobody else uses it, but for threads outside of the pool.
            Some(own) => work(&mut own.lock().unwrap_or_else(PoisonError::into_inner)),
            None => work(&mut T::default()),
        }
    }
}
