//! Shortest paths.

use crate::memory::{out, rows};
use crate::outline::NavPoint;
use crate::registry::Registry;
use crate::status::{NavStatus, answer};
use crate::work::call;
use navigant::search::plane::Path;

/// A shortest path. Free it with `nav_path_free`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NavPath {
    /// Opaque; 0 is no path.
    pub handle: u64,
}

pub(crate) static PATHS: Registry<Path> = Registry::new(2);

/// How long a path is, in metres.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nav_path_length(path: NavPath, length: *mut f64) -> NavStatus {
    // SAFETY: the caller passes null or a place for a number.
    call(|| answer(&unsafe { out(length) }?, PATHS.get(path.handle)?.length))
}

/// The start, the bends and the goal of a path, a stride apart; for a disc, where each arc starts and ends. Ask with capacity 0 how
/// many there are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nav_path_points(
    path: NavPath,
    points: *mut NavPoint,
    capacity: usize,
    stride: usize,
    count: *mut usize,
) -> NavStatus {
    call(|| {
        // SAFETY: the caller passes null or a place for as many points, a stride apart, and null or a place for their number.
        let place = unsafe { rows(points, capacity, stride, count) }?;
        let path = PATHS.get(path.handle)?;
        place.fill(path.points.iter().map(|&p| p.into()))
    })
}

/// The path as a line of points, a stride apart: arcs become chords that are no farther from them than a tolerance in metres.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nav_path_polyline(
    path: NavPath,
    tolerance: f64,
    points: *mut NavPoint,
    capacity: usize,
    stride: usize,
    count: *mut usize,
) -> NavStatus {
    call(|| {
        // SAFETY: the caller passes null or a place for as many points, a stride apart, and null or a place for their number.
        let place = unsafe { rows(points, capacity, stride, count) }?;
        let line = PATHS.get(path.handle)?.polyline(tolerance);
        place.fill(line.into_iter().map(NavPoint::from))
    })
}

/// Frees a path.
#[unsafe(no_mangle)]
pub extern "C" fn nav_path_free(path: NavPath) -> NavStatus {
    call(|| PATHS.remove(path.handle))
}
