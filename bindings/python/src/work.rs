//! Calls without the interpreter lock: panics become `InternalError`, long ones are ended by Ctrl-C.

use crate::{errors, pool};
use pyo3::prelude::*;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::Duration;

/// The interval at which a long call looks whether somebody has pressed Ctrl-C.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// What a panic in the library said.
#[derive(Debug)]
pub(crate) struct Panicked(String);

impl Panicked {
    fn of(payload: &(dyn Any + Send)) -> Panicked {
        let text = payload.downcast_ref::<&str>().map(|s| (*s).to_owned());
        Panicked(text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic".to_owned()))
    }
}

impl From<Panicked> for PyErr {
    fn from(Panicked(said): Panicked) -> PyErr {
        errors::internal(&format!("a bug in Navigant: {said}; please report it"))
    }
}

/// A short call, in the caller's thread. What it changes stands behind a lock, which a panic poisons: so only that object is spoilt.
pub(crate) fn short<T: Send>(py: Python<'_>, call: impl FnOnce() -> T + Send) -> PyResult<T> {
    py.detach(|| catch_unwind(AssertUnwindSafe(call)).map_err(|payload| Panicked::of(&*payload))).map_err(PyErr::from)
}

/// A long call, by all threads. The flag says that it should end soon: somebody has pressed Ctrl-C, and the answer is dropped.
pub(crate) fn long<T: Send>(py: Python<'_>, call: impl FnOnce(&AtomicBool) -> T + Send) -> PyResult<T> {
    let pool = pool::get(py)?;
    let stop = AtomicBool::new(false);
    let (mut answer, mut interrupt) = (None, None);
    py.detach(|| {
        let (end, ended) = channel::<()>();
        pool.in_place_scope(|scope| {
            scope.spawn(|_| {
                let _end = end;
                answer = Some(catch_unwind(AssertUnwindSafe(|| call(&stop))));
            });
            while ended.recv_timeout(LOOK_EVERY) == Err(RecvTimeoutError::Timeout) {
                // The method itself is not general enough for `attach`.
                #[allow(clippy::redundant_closure_for_method_calls)]
                let signals = Python::attach(|py| py.check_signals());
                if interrupt.is_none()
                    && let Err(error) = signals
                {
                    stop.store(true, Ordering::Relaxed);
                    interrupt = Some(error);
                }
            }
        });
    });
    match (answer, interrupt) {
        (Some(Err(payload)), _) => Err(Panicked::of(&*payload).into()),
        (_, Some(interrupt)) => Err(interrupt),
        (Some(Ok(answer)), None) => Ok(answer),
        (None, None) => Err(errors::internal("a call without an answer")),
    }
}

/// Something that calls share. A panic while it is changed spoils it: who asks again is told.
pub(crate) struct Shared<T>(RwLock<T>);

/// An earlier call has panicked while it changed the object.
pub(crate) struct Spoilt;

impl From<Spoilt> for PyErr {
    fn from(_: Spoilt) -> PyErr {
        errors::internal("an earlier call failed inside of Navigant and has spoilt this object; make it again")
    }
}

impl<T> Shared<T> {
    pub(crate) fn new(value: T) -> Shared<T> {
        Shared(RwLock::new(value))
    }

    /// To look at it. Never with the interpreter lock held: whoever holds this one may want that one.
    pub(crate) fn read(&self) -> Result<RwLockReadGuard<'_, T>, Spoilt> {
        self.0.read().map_err(|_| Spoilt)
    }

    /// To change it.
    pub(crate) fn write(&self) -> Result<RwLockWriteGuard<'_, T>, Spoilt> {
        self.0.write().map_err(|_| Spoilt)
    }
}

/// For the tests: panics, while it changes a map if one is given.
#[pyfunction]
#[pyo3(signature = (map=None))]
pub(crate) fn _panic(py: Python<'_>, map: Option<&Bound<'_, crate::map::Map>>) -> PyResult<()> {
    let shared = map.map(|map| map.get().shared());
    short(py, || {
        let _guard = shared.as_ref().map(|shared| shared.write());
        panic!("as asked");
    })
}
