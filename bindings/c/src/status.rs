//! What a call answers, and the last error of a thread.

use navigant::crowd::{BadAgent, BadAim, BadStep, UnknownAgent};
use navigant::files::FileError;
use navigant::mesh::{BadMap, BadOutline, BadSave, NotMoved, Point, UnknownObstacle};
use navigant::search::plane::NoPath;
use std::cell::RefCell;
use std::ffi::{CString, c_char};

use crate::memory::{Out, out};
use crate::outline::NavPoint;
use crate::work::call;

/// What a call answers. Everything but `Ok` leaves all as it was; `nav_last_error` says more.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NavStatus {
    /// It was done.
    Ok = 0,
    /// A pointer is null where something is wanted.
    Null = 1,
    /// The handle was freed, never given, or is of another kind.
    UnknownHandle = 2,
    /// No obstacle of the map has this id.
    UnknownObstacle = 3,
    /// No agent of the crowd has this id.
    UnknownAgent = 4,
    /// A count is beyond NAV_MAX_COUNT, or a stride is smaller than what it is the stride of.
    BadCount = 5,
    /// There is no room for all; the count says how much is needed, and as many as fit are written.
    TooSmall = 6,
    /// A number is NaN, infinite or out of range, or a code is none of its kind.
    BadValue = 7,
    /// An outline is refused.
    BadOutline = 8,
    /// No map can be built.
    BadMap = 9,
    /// A text or file cannot be read.
    BadFile = 10,
    /// Bytes that are no saved map.
    BadSave = 11,
    /// An agent is refused.
    BadAgent = 12,
    /// No path: one cannot stand at the start.
    StartOutside = 20,
    /// No path: one cannot stand at the goal.
    GoalOutside = 21,
    /// No path: the start is nearer to a wall than the radius.
    NoRoomAtStart = 22,
    /// No path: the goal is nearer to a wall than the radius.
    NoRoomAtGoal = 23,
    /// No path: the disc does not get through; the place is where.
    TooNarrow = 24,
    /// No path: start and goal are walled off from each other; the place is the nearest that can be reached.
    Disconnected = 25,
    /// No path within the budget.
    BudgetSpent = 26,
    /// No path was found although the map says that there is one: a bug in Navigant; please report it with the map.
    Inconsistent = 27,
    /// An earlier call failed inside of Navigant and has spoilt this object.
    Spoilt = 30,
    /// A bug in Navigant.
    Internal = 31,
}

/// Why a call did not do what it should.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) status: NavStatus,
    pub(crate) message: String,
    pub(crate) place: Option<Point>,
}

impl Failure {
    pub(crate) fn new(status: NavStatus, message: impl Into<String>) -> Failure {
        Failure { status, message: message.into(), place: None }
    }

    fn at(self, place: Option<Point>) -> Failure {
        Failure { place, ..self }
    }
}

thread_local! {
    /// The last error of this thread: what it says, and where.
    static LAST: RefCell<(CString, Option<Point>)> = RefCell::default();
}

/// Remembers a failure, or that there was none, and gives its status.
pub(crate) fn remember(answer: Result<(), Failure>) -> NavStatus {
    let (status, message, place) = match answer {
        Ok(()) => return NavStatus::Ok,
        Err(Failure { status, message, place }) => (status, message, place),
    };
    let text = CString::new(message.replace('\0', " ")).unwrap_or_default();
    // A thread that ends has no last error any more.
    let _ = LAST.try_with(|last| *last.borrow_mut() = (text, place));
    status
}

/// What the last failure of this thread was, as UTF-8; an empty text if there was none. It is valid until the next failure of
/// this thread.
#[unsafe(no_mangle)]
pub extern "C" fn nav_last_error() -> *const c_char {
    LAST.try_with(|last| last.borrow().0.as_ptr()).unwrap_or(c"".as_ptr())
}

/// Where the last failure of this thread was, if it has a place: the narrow passage, the nearest walkable point, the bad point.
/// `UnknownHandle` if it has none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nav_last_place(place: *mut NavPoint) -> NavStatus {
    // Not remembered as a failure: it would take the place of the one asked for.
    let known = LAST.try_with(|last| last.borrow().1).unwrap_or_default();
    // SAFETY: the caller passes null or a place for a point.
    match (unsafe { out(place) }, known) {
        (Ok(place), Some(at)) => {
            place.set(at.into());
            NavStatus::Ok
        }
        (Ok(_), None) => NavStatus::UnknownHandle,
        (Err(failure), _) => failure.status,
    }
}

/// The version of this interface: it is another one whenever a program that was compiled for it would not work any more.
pub const NAV_ABI_VERSION: u32 = 1;

/// The version of the interface of the library that is loaded; compare it with NAV_ABI_VERSION.
#[unsafe(no_mangle)]
pub extern "C" fn nav_abi_version() -> u32 {
    NAV_ABI_VERSION
}

/// How many threads are used from now on, 1 to 1024; 0 for one a core. Results do not depend on it.
#[unsafe(no_mangle)]
pub extern "C" fn nav_set_threads(count: u32) -> NavStatus {
    call(|| crate::work::set_threads(count))
}

/// Ends the threads of the library and waits for them, and for calls of other threads that use them. Later calls start others. It is
/// wanted before the library is unloaded, and at a program's end if something watches for leaks: a thread that still runs owns memory.
#[unsafe(no_mangle)]
pub extern "C" fn nav_stop_threads() -> NavStatus {
    call(|| {
        crate::work::stop_threads();
        Ok(())
    })
}

impl From<BadOutline> for Failure {
    fn from(error: BadOutline) -> Failure {
        let place = match error {
            BadOutline::NotFinite { point, .. } | BadOutline::TooFar { point, .. } => Some(point),
            BadOutline::Empty { .. } | BadOutline::NoArea => None,
        };
        Failure::new(NavStatus::BadOutline, error.to_string()).at(place)
    }
}

impl From<BadMap> for Failure {
    fn from(error: BadMap) -> Failure {
        Failure::new(NavStatus::BadMap, error.to_string())
    }
}

impl From<UnknownObstacle> for Failure {
    fn from(error: UnknownObstacle) -> Failure {
        Failure::new(NavStatus::UnknownObstacle, error.to_string())
    }
}

impl From<NotMoved> for Failure {
    fn from(error: NotMoved) -> Failure {
        match error {
            NotMoved::Unknown(error) => error.into(),
            NotMoved::Outline(error) => error.into(),
        }
    }
}

impl From<BadSave> for Failure {
    fn from(error: BadSave) -> Failure {
        Failure::new(NavStatus::BadSave, error.to_string())
    }
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Failure {
        Failure::new(NavStatus::BadFile, error.to_string())
    }
}

impl From<NoPath> for Failure {
    fn from(error: NoPath) -> Failure {
        let message = error.to_string();
        let (status, place) = match error {
            NoPath::NotFinite(place) => (NavStatus::BadValue, Some(place)),
            NoPath::BadRadius(_) | NoPath::BadComfort(_) => (NavStatus::BadValue, None),
            NoPath::NoRoomAtStart { .. } => (NavStatus::NoRoomAtStart, None),
            NoPath::NoRoomAtGoal { .. } => (NavStatus::NoRoomAtGoal, None),
            NoPath::TooNarrow { place, .. } => (NavStatus::TooNarrow, Some(place)),
            NoPath::StartOutside { nearest } => (NavStatus::StartOutside, nearest),
            NoPath::GoalOutside { nearest } => (NavStatus::GoalOutside, nearest),
            NoPath::Disconnected { nearest_reachable } => (NavStatus::Disconnected, Some(nearest_reachable)),
            NoPath::BudgetSpent { .. } => (NavStatus::BudgetSpent, None),
            NoPath::Inconsistent { .. } => (NavStatus::Inconsistent, None),
        };
        Failure::new(status, message).at(place)
    }
}

impl From<BadAgent> for Failure {
    fn from(error: BadAgent) -> Failure {
        let message = error.to_string();
        match error {
            BadAgent::Unknown(_) => Failure::new(NavStatus::UnknownAgent, message),
            BadAgent::NoRoom { position, .. } => Failure::new(NavStatus::BadAgent, message).at(Some(position)),
            _ => Failure::new(NavStatus::BadAgent, message),
        }
    }
}

impl From<UnknownAgent> for Failure {
    fn from(error: UnknownAgent) -> Failure {
        Failure::new(NavStatus::UnknownAgent, error.to_string())
    }
}

impl From<BadAim> for Failure {
    fn from(error: BadAim) -> Failure {
        let status = if matches!(error, BadAim::Unknown(_)) { NavStatus::UnknownAgent } else { NavStatus::BadValue };
        Failure::new(status, error.to_string())
    }
}

impl From<BadStep> for Failure {
    fn from(error: BadStep) -> Failure {
        Failure::new(NavStatus::BadValue, error.to_string())
    }
}

/// Writes an answer, if there is a place for it.
pub(crate) fn answer<T>(place: &Out<T>, value: T) -> Result<(), Failure> {
    place.set(value);
    Ok(())
}
