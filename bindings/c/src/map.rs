//! Maps: building, editing, asking.

use crate::memory::{bytes, numbers, out, outline, outlines, points, rows, text};
use crate::outline::{NavOutline, NavPoint, NavPoints};
use crate::path::{NavPath, PATHS};
use crate::registry::Registry;
use crate::status::{Failure, NavStatus, answer, remember};
use crate::work::{Shared, by_all, call};
use navigant::files::{Format, Scene};
use navigant::mesh::internals::MapInternals as _;
use navigant::mesh::{self, Outline, Point};
use navigant::search::plane::{FindPath, Path, PathFinder, Query};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::ffi::c_char;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A map. Free it with `nav_map_free`; crowds on it live on.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NavMap {
    /// Opaque; 0 is no map.
    pub handle: u64,
}

/// An obstacle of a map. Ids are not used again, and none is that of an obstacle in another map.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NavObstacle {
    /// Opaque; 0 is no obstacle.
    pub id: u64,
}

/// The format of a text is GeoJSON.
pub const NAV_FORMAT_GEOJSON: i32 = 0;
/// The format of a text is WKT.
pub const NAV_FORMAT_WKT: i32 = 1;

/// A map, and its obstacles by the ids that C has of them.
pub(crate) struct MapEntry {
    pub(crate) map: mesh::Map,
    obstacles: BTreeMap<u64, mesh::ObstacleId>,
}

pub(crate) type SharedMap = Arc<Shared<MapEntry>>;

pub(crate) static MAPS: Registry<SharedMap> = Registry::new(1);

/// Ids are one sequence for all maps.
static NEXT_OBSTACLE: AtomicU64 = AtomicU64::new(1);

impl MapEntry {
    fn new(map: mesh::Map, ids: &[mesh::ObstacleId]) -> MapEntry {
        let mut entry = MapEntry { map, obstacles: BTreeMap::new() };
        for &id in ids {
            entry.name(id);
        }
        entry
    }

    /// Gives an obstacle an id for C.
    fn name(&mut self, id: mesh::ObstacleId) -> NavObstacle {
        let name = NEXT_OBSTACLE.fetch_add(1, Ordering::Relaxed);
        self.obstacles.insert(name, id);
        NavObstacle { id: name }
    }

    fn id_of(&self, obstacle: NavObstacle) -> Result<mesh::ObstacleId, Failure> {
        self.obstacles.get(&obstacle.id).copied().ok_or_else(|| {
            let message = format!("obstacle {} is not in the map (removed, or of another map)", obstacle.id);
            Failure::new(NavStatus::UnknownObstacle, message)
        })
    }
}

/// The map of a handle.
pub(crate) fn map_of(map: NavMap) -> Result<SharedMap, Failure> {
    Ok(Arc::clone(&*MAPS.get(map.handle)?))
}

/// Asks a map something.
fn ask<T>(map: NavMap, ask: impl FnOnce(&mesh::Map) -> T) -> Result<T, Failure> {
    Ok(ask(&map_of(map)?.read()?.map))
}

fn registered(entry: MapEntry) -> Result<NavMap, Failure> {
    MAPS.insert(Arc::new(Shared::new(entry))).map(|handle| NavMap { handle })
}

/// Builds a map of floors and obstacles. The ids of the obstacles are written, in their order, to `ids`, which may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nav_map_build(
    floors: *const NavOutline,
    floor_count: usize,
    obstacles: *const NavOutline,
    obstacle_count: usize,
    ids: *mut NavObstacle,
    map: *mut NavMap,
) -> NavStatus {
    call(|| {
        // SAFETY: the caller passes null or what the counts say, with places for as many ids.
        let (floors, obstacles, place) =
            unsafe { (outlines(floors, floor_count)?, outlines(obstacles, obstacle_count)?, out(map)?) };
        let capacity = if ids.is_null() { 0 } else { obstacles.len() };
        // SAFETY: the same.
        let ids = unsafe { rows(ids, capacity, 0, std::ptr::null_mut()) }?;
        let (map, known) = by_all(|| mesh::Map::build(&floors, &obstacles))??;
        let entry = MapEntry::new(map, &known);
        let names: Vec<u64> = entry.obstacles.keys().copied().collect();
        if capacity > 0 {
            ids.fill(names.into_iter().map(|id| NavObstacle { id }))?;
        }
        answer(&place, registered(entry)?)
    })
}

/// Builds the map of a text: `NAV_FORMAT_GEOJSON` or `NAV_FORMAT_WKT`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nav_map_parse(first: *const u8, count: usize, format: i32, map: *mut NavMap) -> NavStatus {
    call(|| {
        // SAFETY: the caller passes null or as many bytes, and null or a place for a map.
        let (bytes, place) = unsafe { (bytes(first, count)?, out(map)?) };
        let format = match format {
            NAV_FORMAT_GEOJSON => Format::GeoJson,
            NAV_FORMAT_WKT => Format::Wkt,
            other => return Err(Failure::new(NavStatus::BadValue, format!("{other} is no format"))),
        };
        let built = Scene::parse(&bytes, format)?.build()?;
        answer(&place, registered(MapEntry::new(built.map, &built.ids))?)
    })
}

/// Builds the map of a scene file, in any format that the library reads.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nav_map_read(path: *const c_char, map: *mut NavMap) -> NavStatus {
    call(|| {
        // SAFETY: the caller passes null or a text, and null or a place for a map.
        let (path, place) = unsafe { (text(path)?, out(map)?) };
        let built = Scene::read(path)?.build()?;
        answer(&place, registered(MapEntry::new(built.map, &built.ids))?)
    })
}

/// Frees a map.
#[unsafe(no_mangle)]
pub extern "C" fn nav_map_free(map: NavMap) -> NavStatus {
    call(|| MAPS.remove(map.handle))
}

/// Writes the map as bytes, for `nav_map_load`. Ask with capacity 0 how many there are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nav_map_save(map: NavMap, first: *mut u8, capacity: usize, count: *mut usize) -> NavStatus {
    call(|| {
        // SAFETY: the caller passes null or a place for as many bytes, and null or a place for their number.
        let place = unsafe { rows(first, capacity, 0, count) }?;
        place.fill(ask(map, mesh::Map::save)?.into_iter())
    })
}

/// Builds a map from bytes that `nav_map_save` wrote. Its obstacles have other ids: ask `nav_map_obstacles`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nav_map_load(first: *const u8, count: usize, map: *mut NavMap) -> NavStatus {
    call(|| {
        // SAFETY: the caller passes null or as many bytes, and null or a place for a map.
        let (saved, place) = unsafe { (bytes(first, count)?, out(map)?) };
        let map = mesh::Map::load(&saved)?;
        let ids: Vec<_> = map.obstacles().collect();
        answer(&place, registered(MapEntry::new(map, &ids))?)
    })
}

/// Inserts an obstacle; its id is written to `id`, which may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nav_map_insert(map: NavMap, shape: *const NavOutline, id: *mut NavObstacle) -> NavStatus {
    call(|| {
        // SAFETY: the caller passes null or an outline.
        let shape: Outline = unsafe { outline(shape) }?;
        let map = map_of(map)?;
        let mut entry = map.write()?;
        let known = entry.map.insert(&shape)?;
        let name = entry.name(known);
        if !id.is_null() {
            // SAFETY: the caller passes null or a place for an id.
            unsafe { out(id) }?.set(name);
        }
        Ok(())
    })
}

/// Gives an obstacle another outline; it keeps its id.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nav_map_move(map: NavMap, id: NavObstacle, shape: *const NavOutline) -> NavStatus {
    call(|| {
        // SAFETY: the caller passes null or an outline.
        let shape = unsafe { outline(shape) }?;
        let map = map_of(map)?;
        let mut entry = map.write()?;
        let known = entry.id_of(id)?;
        Ok(entry.map.move_to(known, &shape)?)
    })
}

/// Removes an obstacle.
#[unsafe(no_mangle)]
pub extern "C" fn nav_map_remove(map: NavMap, id: NavObstacle) -> NavStatus {
    call(|| {
        let map = map_of(map)?;
        let mut entry = map.write()?;
        let known = entry.id_of(id)?;
        entry.map.remove(known)?;
        entry.obstacles.remove(&id.id);
        Ok(())
    })
}

/// The ids of all obstacles that are there, in the order in which they came.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nav_map_obstacles(
    map: NavMap,
    ids: *mut NavObstacle,
    capacity: usize,
    count: *mut usize,
) -> NavStatus {
    call(|| {
        // SAFETY: the caller passes null or a place for as many ids, and null or a place for their number.
        let place = unsafe { rows(ids, capacity, 0, count) }?;
        let map = map_of(map)?;
        let names: Vec<_> = map.read()?.obstacles.keys().map(|&id| NavObstacle { id }).collect();
        place.fill(names.into_iter())
    })
}

/// How many edits a map has seen.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nav_map_version(map: NavMap, version: *mut u64) -> NavStatus {
    // SAFETY: the caller passes null or a place for a number.
    call(|| answer(&unsafe { out(version) }?, ask(map, mesh::Map::version)?))
}

/// Whether one can stand at a point: 1 or 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nav_map_is_walkable(map: NavMap, point: NavPoint, walkable: *mut i32) -> NavStatus {
    // SAFETY: the caller passes null or a place for a number.
    call(|| answer(&unsafe { out(walkable) }?, ask(map, |map| map.is_walkable(point))?.into()))
}

/// How far the nearest wall is, in metres; -1 where one cannot stand.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nav_map_clearance(map: NavMap, point: NavPoint, clearance: *mut f64) -> NavStatus {
    // SAFETY: the caller passes null or a place for a number.
    call(|| answer(&unsafe { out(clearance) }?, ask(map, |map| map.clearance_at(point))?.unwrap_or(-1.0)))
}

/// Whether nothing lies between two walkable points: 1 or 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nav_map_sees(map: NavMap, from: NavPoint, to: NavPoint, sees: *mut i32) -> NavStatus {
    // SAFETY: the caller passes null or a place for a number.
    call(|| answer(&unsafe { out(sees) }?, ask(map, |map| map.sees(from, to))?.into()))
}

/// The nearest walkable point; `GoalOutside` if nothing is walkable or the point is not finite.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nav_map_nearest(map: NavMap, point: NavPoint, nearest: *mut NavPoint) -> NavStatus {
    call(|| {
        // SAFETY: the caller passes null or a place for a point.
        let place = unsafe { out(nearest) }?;
        let found = ask(map, |map| map.nearest_walkable(point))?;
        let none = || Failure::new(NavStatus::GoalOutside, "nothing is walkable, or the point is not finite");
        answer(&place, found.ok_or_else(none)?.into())
    })
}

/// The largest radius with which one gets from a point to another, and where it is narrowest (may be null). `Disconnected` if there
/// is no way.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nav_map_widest(
    map: NavMap,
    start: NavPoint,
    goal: NavPoint,
    radius: *mut f64,
    narrowest: *mut NavPoint,
) -> NavStatus {
    call(|| {
        // SAFETY: the caller passes null or a place for a number.
        let place = unsafe { out(radius) }?;
        let widest = ask(map, |map| map.widest(start, goal))?;
        let widest =
            widest.ok_or_else(|| Failure::new(NavStatus::Disconnected, "there is no way between these points"))?;
        if !narrowest.is_null() {
            // SAFETY: the caller passes null or a place for a point.
            unsafe { out(narrowest) }?.set(widest.at.into());
        }
        answer(&place, widest.radius)
    })
}

/// Finds the shortest path of a disc, exactly. Free it with `nav_path_free`. The status says why there is none, `nav_last_place` where.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nav_map_find_path(
    map: NavMap,
    start: NavPoint,
    goal: NavPoint,
    radius: f64,
    path: *mut NavPath,
) -> NavStatus {
    call(|| {
        // SAFETY: the caller passes null or a place for a path.
        let place = unsafe { out(path) }?;
        let found: Path = ask(map, |map| map.find_path(Query::new(start, goal).with_radius(radius)))??;
        answer(&place, NavPath { handle: PATHS.insert(found)? })
    })
}

/// Finds the lengths of many shortest paths, by all threads at once. `radii` is one for each, a stride apart, or null for 0. `lengths`
/// and `statuses` (may be null) get one for each pair of points; a length is NaN where the status is not `Ok`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nav_map_find_lengths(
    map: NavMap,
    starts: NavPoints,
    goals: NavPoints,
    radii: *const f64,
    radius_stride: usize,
    lengths: *mut f64,
    length_stride: usize,
    statuses: *mut i32,
) -> NavStatus {
    call(|| {
        // SAFETY: the caller passes null or what the counts say.
        let (starts, goals) = unsafe { (points(starts)?, points(goals)?) };
        if starts.len() != goals.len() {
            let message = format!("{} starts and {} goals: as many are wanted", starts.len(), goals.len());
            return Err(Failure::new(NavStatus::BadCount, message));
        }
        let count = starts.len();
        let radii = match radii.is_null() {
            true => vec![0.0; count],
            // SAFETY: the caller passes null or as many radii, a stride apart.
            false => unsafe { numbers(radii, count, radius_stride) }?,
        };
        let wanted = if statuses.is_null() { 0 } else { count };
        // SAFETY: the caller passes places for as many lengths, a stride apart, and null or places for as many statuses.
        let (lengths, statuses) = unsafe {
            let none = std::ptr::null_mut();
            (rows(lengths, count, length_stride, none)?, rows(statuses, wanted, 0, none)?)
        };
        let map = map_of(map)?;
        let entry = map.read()?;
        let found = by_all(|| find_all(&entry.map, &starts, &goals, &radii))?;
        lengths.fill(found.iter().map(|&(length, _)| length))?;
        if wanted > 0 {
            statuses.fill(found.iter().map(|&(_, status)| status as i32))?;
        }
        Ok(())
    })
}

fn find_all(map: &mesh::Map, starts: &[Point], goals: &[Point], radii: &[f64]) -> Vec<(f64, NavStatus)> {
    let find = |finder: &mut PathFinder, ((&start, &goal), &radius): ((&Point, &Point), &f64)| match finder
        .find(map, &Query::new(start, goal).with_radius(radius))
    {
        Ok(path) => (path.length, NavStatus::Ok),
        Err(error) => (f64::NAN, Failure::from(error).status),
    };
    starts.par_iter().zip(goals).zip(radii).map_init(PathFinder::new, find).collect()
}

/// Builds the map of an embedded scene, such as "hall" or "city".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nav_map_embedded(name: *const c_char, map: *mut NavMap) -> NavStatus {
    call(|| {
        // SAFETY: the caller passes null or a text, and null or a place for a map.
        let (name, place) = unsafe { (text(name)?, out(map)?) };
        let built = navigant::simulation::embedded::scene(&name)?.build()?;
        answer(&place, registered(MapEntry::new(built.map, &built.ids))?)
    })
}

/// For the tests: a call that panics while it changes a map.
#[doc(hidden)]
pub fn panic_while_changing(map: NavMap) -> NavStatus {
    let _ = remember(Ok(()));
    call(|| {
        let map = map_of(map)?;
        let _entry = map.write()?;
        panic!("as asked");
    })
}
