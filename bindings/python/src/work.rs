//! Calls without the interpreter lock: panics become `InternalError`, long ones are ended by Ctrl-C.

use crate::{errors, pool};
use pyo3::prelude::*;
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::{Duration, Instant};

/// The interval at which a long call looks whether somebody has pressed Ctrl-C.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// A call that takes less shows no bar unless it is asked to.
const SHOWN_AFTER: Duration = Duration::from_secs(1);

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

/// How far a long call is, for the bar that it shows once it lasts.
pub(crate) struct Progress {
    unit: &'static str,
    /// Whether it is shown; if nothing was said, `navigant._bar` decides.
    shown: Option<bool>,
    total: AtomicU64,
    done: AtomicU64,
}

impl Progress {
    pub(crate) fn new(total: u64, unit: &'static str, shown: Option<bool>) -> Progress {
        Progress { unit, shown, total: total.into(), done: AtomicU64::new(0) }
    }

    /// So much more is done.
    pub(crate) fn add(&self, more: u64) {
        self.done.fetch_add(more, Ordering::Relaxed);
    }

    /// So much of so much is done.
    pub(crate) fn set(&self, done: u64, total: u64) {
        self.done.store(done, Ordering::Relaxed);
        self.total.store(total, Ordering::Relaxed);
    }
}

/// A bar that is drawn.
struct Drawn<'a> {
    progress: &'a Progress,
    begun: Instant,
    /// `navigant._bar.Bar`, once it is needed.
    bar: Option<Py<PyAny>>,
}

impl Drawn<'_> {
    /// Draws it, if the call has lasted, or is over and a bar was asked for.
    fn draw(&mut self, py: Python<'_>, is_over: bool) -> PyResult<()> {
        let Progress { unit, shown, total, done } = self.progress;
        let is_due = match shown {
            Some(shown) => *shown && (is_over || self.begun.elapsed() >= LOOK_EVERY),
            None => self.bar.is_some() || !is_over && self.begun.elapsed() >= SHOWN_AFTER,
        };
        if !is_due {
            return Ok(());
        }
        let bar = match self.bar.take() {
            Some(bar) => bar,
            None => {
                let total = total.load(Ordering::Relaxed);
                py.import("navigant._bar")?.getattr("Bar")?.call1((total, *unit, *shown))?.unbind()
            }
        };
        bar.call_method1(py, "at", (done.load(Ordering::Relaxed),))?;
        if is_over {
            bar.call_method0(py, "close")?;
        }
        self.bar = Some(bar);
        Ok(())
    }
}

/// A short call, in the caller's thread. What it changes stands behind a lock, which a panic poisons: so only that object is spoilt.
pub(crate) fn short<T: Send>(py: Python<'_>, call: impl FnOnce() -> T + Send) -> PyResult<T> {
    py.detach(|| catch_unwind(AssertUnwindSafe(call)).map_err(|payload| Panicked::of(&*payload))).map_err(PyErr::from)
}

/// A long call, in the caller's thread, which has other threads at hand. Locks are taken in the caller's thread and never in one of
/// the pool: that may take up another call's work while it waits, and would wait for a lock that it holds itself.
pub(crate) fn long<T: Send>(py: Python<'_>, call: impl FnOnce(&Threads<'_>) -> T + Send) -> PyResult<T> {
    begin(py, None, call)
}

/// A long call that says how far it is.
pub(crate) fn long_with<T: Send>(
    py: Python<'_>,
    progress: &Progress,
    call: impl FnOnce(&Threads<'_>) -> T + Send,
) -> PyResult<T> {
    begin(py, Some(progress), call)
}

fn begin<T: Send>(
    py: Python<'_>,
    progress: Option<&Progress>,
    call: impl FnOnce(&Threads<'_>) -> T + Send,
) -> PyResult<T> {
    let pool = pool::get(py)?;
    let (answer, interrupt) = py.detach(|| {
        let begun = Instant::now();
        let drawn = RefCell::new(progress.map(|progress| Drawn { progress, begun, bar: None }));
        let (stop, interrupt) = (AtomicBool::new(false), RefCell::default());
        let threads = Threads { pool, stop, interrupt, looked: Cell::new(begun), drawn };
        let answer = catch_unwind(AssertUnwindSafe(|| call(&threads)));
        if progress.is_some_and(|progress| progress.shown == Some(true) || begun.elapsed() >= SHOWN_AFTER) {
            Python::attach(|py| threads.draw(py, true));
        }
        (answer, threads.interrupt.into_inner())
    });
    match (answer, interrupt) {
        (Err(payload), _) => Err(Panicked::of(&*payload).into()),
        (_, Some(interrupt)) => Err(interrupt),
        (Ok(answer), None) => Ok(answer),
    }
}

/// The threads of a long call.
pub(crate) struct Threads<'a> {
    pool: Arc<rayon::ThreadPool>,
    stop: AtomicBool,
    /// What Ctrl-C raised.
    interrupt: RefCell<Option<PyErr>>,
    /// When it was last looked for.
    looked: Cell<Instant>,
    drawn: RefCell<Option<Drawn<'a>>>,
}

impl Threads<'_> {
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
        Python::attach(|py| {
            self.heed(py.check_signals());
            self.draw(py, false);
        });
    }

    fn draw(&self, py: Python<'_>, is_over: bool) {
        if let Some(drawn) = &mut *self.drawn.borrow_mut() {
            self.heed(drawn.draw(py, is_over));
        }
    }

    /// What was raised, by Ctrl-C or by whatever standard error is, ends the call.
    fn heed(&self, raised: PyResult<()>) {
        if let Err(error) = raised {
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
