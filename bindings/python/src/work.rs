//! Calls without the interpreter lock: panics become `InternalError`, long ones are ended by Ctrl-C.

use crate::{errors, pool};
use pyo3::prelude::*;
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::{Duration, Instant};

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

/// A long call, in the caller's thread, which has other threads at hand. Locks are taken in the caller's thread and never in one of
/// the pool: that may take up another call's work while it waits, and would wait for a lock that it holds itself.
pub(crate) fn long<T: Send>(py: Python<'_>, call: impl FnOnce(&Threads) -> T + Send) -> PyResult<T> {
    let pool = pool::get(py)?;
    let (answer, interrupt) = py.detach(|| {
        let looked = Cell::new(Instant::now());
        let threads = Threads { pool, stop: AtomicBool::new(false), interrupt: RefCell::default(), looked };
        let answer = catch_unwind(AssertUnwindSafe(|| call(&threads)));
        (answer, threads.interrupt.into_inner())
    });
    match (answer, interrupt) {
        (Err(payload), _) => Err(Panicked::of(&*payload).into()),
        (_, Some(interrupt)) => Err(interrupt),
        (Ok(answer), None) => Ok(answer),
    }
}

/// The threads of a long call.
pub(crate) struct Threads {
    pool: Arc<rayon::ThreadPool>,
    stop: AtomicBool,
    /// What Ctrl-C raised.
    interrupt: RefCell<Option<PyErr>>,
    /// When it was last looked for.
    looked: Cell<Instant>,
}

impl Threads {
    /// Whether the call should end soon: somebody has pressed Ctrl-C, and the answer is dropped.
    pub(crate) fn should_stop(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Does something by all threads, while the caller's looks for Ctrl-C; the flag says that it should end soon.
    pub(crate) fn by_all<T: Send>(&self, work: impl FnOnce(&AtomicBool) -> T + Send) -> T {
        let (stop, mut answer) = (&self.stop, None);
        let (end, ended) = channel::<()>();
        self.pool.in_place_scope(|scope| {
            scope.spawn(|_| {
                let _end = end;
                answer = Some(catch_unwind(AssertUnwindSafe(|| work(stop))));
            });
            while ended.recv_timeout(LOOK_EVERY) == Err(RecvTimeoutError::Timeout) {
                self.look();
            }
        });
        if self.looked.get().elapsed() >= LOOK_EVERY {
            self.look();
        }
        match answer {
            Some(Ok(answer)) => answer,
            // It goes on in the caller's thread, and poisons the locks there.
            Some(Err(payload)) => resume_unwind(payload),
            None => panic!("a task was dropped"),
        }
    }

    fn look(&self) {
        self.looked.set(Instant::now());
        // The method itself is not general enough for `attach`.
        #[allow(clippy::redundant_closure_for_method_calls)]
        let signals = Python::attach(|py| py.check_signals());
        if let Err(error) = signals {
            self.stop.store(true, Ordering::Relaxed);
            self.interrupt.borrow_mut().get_or_insert(error);
        }
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
