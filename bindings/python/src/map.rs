//! Maps: building, editing, asking.

use crate::errors::Raised;
use crate::path::{Path, Paths};
use crate::work::{Progress, Shared, Spoilt, long, long_with, short};
use crate::{arrays, outline};
use navigant::files::Scene;
use navigant::files::ros_map::RosMap;
use navigant::files::svg::{Style, draw};
use navigant::mesh::internals::MapInternals as _;
use navigant::mesh::{self, Point, Sight};
use navigant::search::graph::Budget;
use navigant::search::plane::{PathFinder, Query};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::sync::{Arc, Mutex, PoisonError};

/// An obstacle of a map. It is never the id of another one, nor of one in another map.
#[pyclass(frozen, eq, hash, ord, module = "navigant")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ObstacleId(pub(crate) mesh::ObstacleId);

#[pymethods]
impl ObstacleId {
    fn __repr__(&self) -> String {
        format!("<{}>", self.0)
    }
}

/// Where a line is blocked, and by what.
type Blocked = ((f64, f64), Option<ObstacleId>);

/// Vertices, and three indices of them a triangle.
type Triangles<'py> = (Bound<'py, PyArray2<f64>>, Bound<'py, PyArray2<u32>>);

/// An exact walkable map that changes where it is edited: one may walk on the floors, and through no obstacle.
///
/// Outlines are arrays of shape (n, 2), `Outline`s, WKT, GeoJSON, anything with a `__geo_interface__` (shapely, geopandas), or lists
/// of these.
///
/// >>> from navigant import Map
/// >>> map = Map([[0, 0], [20, 0], [20, 10], [0, 10]])
/// >>> pillar = map.insert([[9, 0], [11, 0], [11, 8], [9, 8]])
/// >>> path = map.find_path((2, 2), (18, 2), radius=0.5)
/// >>> round(path.length, 3)
/// 21.175
/// >>> map.remove(pillar)
/// >>> map.find_path((2, 2), (18, 2)).length
/// 16.0
#[pyclass(frozen, module = "navigant")]
pub(crate) struct Map {
    inner: Arc<Shared<mesh::Map>>,
    /// Scratch memory of searches that are not under way.
    finders: Mutex<Vec<PathFinder>>,
    /// The obstacles it was built with.
    first: Vec<mesh::ObstacleId>,
}

impl Map {
    pub(crate) fn of(map: mesh::Map, first: Vec<mesh::ObstacleId>) -> Map {
        Map { inner: Arc::new(Shared::new(map)), finders: Mutex::default(), first }
    }

    pub(crate) fn shared(&self) -> Arc<Shared<mesh::Map>> {
        Arc::clone(&self.inner)
    }

    /// An answer that takes microseconds.
    fn ask<T: Send>(&self, py: Python<'_>, ask: impl FnOnce(&mesh::Map) -> T + Send) -> PyResult<T> {
        Ok(short(py, || self.inner.read().map(|map| ask(&map)))??)
    }

    fn edit<T: Send>(&self, py: Python<'_>, edit: impl FnOnce(&mut mesh::Map) -> T + Send) -> PyResult<T> {
        Ok(short(py, || self.inner.write().map(|mut map| edit(&mut map)))??)
    }

    fn of_scene(py: Python<'_>, scene: &Scene) -> PyResult<Map> {
        let built = long(py, |threads| threads.by_all(|_| scene.build()))?.map_err(|error| error.raised(py))?;
        Ok(Map::of(built.map, built.ids))
    }
}

#[pymethods]
impl Map {
    #[new]
    #[pyo3(signature = (floors, obstacles=None))]
    fn new(py: Python<'_>, floors: &Bound<'_, PyAny>, obstacles: Option<&Bound<'_, PyAny>>) -> PyResult<Map> {
        let (floors, obstacles) = (outline::many(Some(floors), "floors")?, outline::many(obstacles, "obstacles")?);
        let built = long(py, |threads| threads.by_all(|_| mesh::Map::build(&floors, &obstacles)))?;
        built.map(|(map, ids)| Map::of(map, ids)).map_err(|error| error.raised(py))
    }

    /// The map of a scene file: GeoJSON, WKT, Moving AI's grids, Polyanya's meshes, ROS maps, polygon lists.
    #[staticmethod]
    #[allow(clippy::needless_pass_by_value)] // What Python hands over.
    fn read(py: Python<'_>, path: std::path::PathBuf) -> PyResult<Map> {
        let scene = short(py, || Scene::read(&path))?.map_err(|error| error.raised(py))?;
        Map::of_scene(py, &scene)
    }

    /// The map of a scene that the package brings along, such as "hall" or "city".
    #[staticmethod]
    fn embedded(py: Python<'_>, name: &str) -> PyResult<Map> {
        let scene = navigant::simulation::embedded::scene(name).map_err(|error| error.raised(py))?;
        Map::of_scene(py, &scene)
    }

    /// Writes its free space as a ROS map: a `.yaml`, and a `.pgm` beside it, `resolution` metres a pixel.
    #[pyo3(signature = (path, resolution=0.05))]
    #[allow(clippy::needless_pass_by_value)] // What Python hands over.
    fn write_ros(&self, py: Python<'_>, path: std::path::PathBuf, resolution: f64) -> PyResult<()> {
        let made = self.ask(py, |map| RosMap::of_map(map, resolution).and_then(|ros| ros.write(&path)))?;
        made.map_err(|error| error.raised(py))
    }

    /// The map as bytes, for `Map.load`.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.ask(py, mesh::Map::save)?))
    }

    /// A saved map; its obstacles have the ids that they had.
    #[staticmethod]
    fn load(py: Python<'_>, saved: &[u8]) -> PyResult<Map> {
        let map = short(py, || mesh::Map::load(saved))?.map_err(|error| error.raised(py))?;
        let first = map.obstacles().collect();
        Ok(Map::of(map, first))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        Ok((py.get_type::<Map>().getattr("load")?, (self.save(py)?,)))
    }

    /// A copy that is edited on its own; obstacles keep their ids.
    fn copy(&self, py: Python<'_>) -> PyResult<Map> {
        Ok(Map::of(self.ask(py, Clone::clone)?, self.first.clone()))
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Map> {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Map> {
        self.copy(py)
    }

    /// Inserts an obstacle and returns its id.
    fn insert(&self, py: Python<'_>, outline: &Bound<'_, PyAny>) -> PyResult<ObstacleId> {
        let outline = outline::one(outline)?;
        self.edit(py, |map| map.insert(&outline))?.map(ObstacleId).map_err(|error| error.raised(py))
    }

    /// Gives an obstacle another outline; it keeps its id.
    #[pyo3(name = "move")]
    fn move_to(&self, py: Python<'_>, id: &ObstacleId, outline: &Bound<'_, PyAny>) -> PyResult<()> {
        let (id, outline) = (id.0, outline::one(outline)?);
        self.edit(py, |map| map.move_to(id, &outline))?.map_err(|error| error.raised(py))
    }

    /// Removes an obstacle.
    fn remove(&self, py: Python<'_>, id: &ObstacleId) -> PyResult<()> {
        let id = id.0;
        self.edit(py, |map| map.remove(id))?.map_err(|error| error.raised(py))
    }

    /// The obstacles it was built with, in the order in which they were given; some may have been removed since.
    #[getter]
    fn built_with(&self) -> Vec<ObstacleId> {
        self.first.iter().copied().map(ObstacleId).collect()
    }

    /// All obstacles that are there.
    fn obstacles(&self, py: Python<'_>) -> PyResult<Vec<ObstacleId>> {
        self.ask(py, |map| map.obstacles().map(ObstacleId).collect())
    }

    fn __contains__(&self, py: Python<'_>, id: &ObstacleId) -> PyResult<bool> {
        let id = id.0;
        self.ask(py, |map| map.contains(id))
    }

    /// How many edits it has seen.
    #[getter]
    fn version(&self, py: Python<'_>) -> PyResult<u64> {
        self.ask(py, mesh::Map::version)
    }

    /// The box around the floors: (min x, min y, max x, max y).
    #[getter]
    fn bounds(&self, py: Python<'_>) -> PyResult<(f64, f64, f64, f64)> {
        let bounds = self.ask(py, mesh::Map::floor_bounds)?;
        Ok(bounds.map_or((0.0, 0.0, 0.0, 0.0), |b| (b.min.x, b.min.y, b.max.x, b.max.y)))
    }

    /// Whether one can stand at a point.
    fn is_walkable(&self, py: Python<'_>, point: &Bound<'_, PyAny>) -> PyResult<bool> {
        let point = arrays::point(point, "point")?;
        self.ask(py, |map| map.is_walkable(point))
    }

    /// How far the nearest wall is, in metres; None where one cannot stand.
    fn clearance(&self, py: Python<'_>, point: &Bound<'_, PyAny>) -> PyResult<Option<f64>> {
        let point = arrays::point(point, "point")?;
        self.ask(py, |map| map.clearance_at(point))
    }

    /// How far the nearest wall is from each of some points, in metres: an array of shape (n,), NaN where one cannot stand.
    fn clearances<'py>(&self, py: Python<'py>, points: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let points = arrays::points(points, "points")?;
        let at = |map: &mesh::Map, p: Point| map.clearance_at(p).unwrap_or(f64::NAN);
        let all = self.ask(py, |map| points.iter().map(|&p| at(map, p)).collect())?;
        Ok(PyArray1::from_vec(py, all))
    }

    /// Whether nothing lies between two walkable points.
    fn sees(&self, py: Python<'_>, start: &Bound<'_, PyAny>, end: &Bound<'_, PyAny>) -> PyResult<bool> {
        let (start, end) = (arrays::point(start, "start")?, arrays::point(end, "end")?);
        self.ask(py, |map| map.sees(start, end))
    }

    /// Where the line from one point to another is first blocked, and by which obstacle (None for the border of the floor); None if
    /// it is not blocked.
    ///
    /// >>> from navigant import Map
    /// >>> hall = Map([[0, 0], [9, 0], [9, 9], [0, 9]], obstacles=[[[4, 4], [5, 4], [5, 5], [4, 5]]])
    /// >>> hall.look((1.0, 4.5), (8.0, 4.5))[0]
    /// (4.0, 4.5)
    fn look(&self, py: Python<'_>, start: &Bound<'_, PyAny>, end: &Bound<'_, PyAny>) -> PyResult<Option<Blocked>> {
        let (start, end) = (arrays::point(start, "start")?, arrays::point(end, "end")?);
        Ok(match self.ask(py, |map| map.look(start, end))? {
            Sight::Clear => None,
            Sight::Blocked(hit) => Some(((hit.at.x, hit.at.y), hit.obstacle.map(ObstacleId))),
            Sight::Nowhere => Some(((start.x, start.y), None)),
        })
    }

    /// The nearest walkable point; None if nothing is walkable or the point is not finite.
    fn nearest(&self, py: Python<'_>, point: &Bound<'_, PyAny>) -> PyResult<Option<(f64, f64)>> {
        let point = arrays::point(point, "point")?;
        self.ask(py, |map| map.nearest_walkable(point).map(|p| (p.x, p.y)))
    }

    /// The largest radius with which one gets from a point to another, and where it is narrowest; None if there is no way.
    fn widest(
        &self,
        py: Python<'_>,
        start: &Bound<'_, PyAny>,
        goal: &Bound<'_, PyAny>,
    ) -> PyResult<Option<(f64, (f64, f64))>> {
        let (start, goal) = (arrays::point(start, "start")?, arrays::point(goal, "goal")?);
        self.ask(py, |map| map.widest(start, goal).map(|widest| (widest.radius, (widest.at.x, widest.at.y))))
    }

    /// The obstacles over a point.
    fn obstacles_at(&self, py: Python<'_>, point: &Bound<'_, PyAny>) -> PyResult<Vec<ObstacleId>> {
        let point = arrays::point(point, "point")?;
        self.ask(py, |map| map.obstacles_at(point).into_iter().map(ObstacleId).collect())
    }

    /// The shortest path of a disc from a point to another, exactly.
    ///
    /// `comfort` is up to how many metres more than the radius it keeps from walls, where it is then at most `longer` times as long.
    ///
    /// Raises `NoPath`, which says why there is none and where.
    #[pyo3(signature = (start, goal, radius=0.0, *, comfort=0.0, longer=1.1, expansions=None))]
    #[allow(clippy::too_many_arguments)] // Python's keywords.
    fn find_path(
        slf: &Bound<'_, Self>,
        start: &Bound<'_, PyAny>,
        goal: &Bound<'_, PyAny>,
        radius: f64,
        comfort: f64,
        longer: f64,
        expansions: Option<u64>,
    ) -> PyResult<Path> {
        let py = slf.py();
        let (start, goal) = (arrays::point(start, "start")?, arrays::point(goal, "goal")?);
        let finder = slf.get().finders.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut finder = finder.unwrap_or_default();
        let found = slf.get().ask(py, |map| {
            let mut query = Query::new(start, goal).with_radius(radius);
            if comfort != 0.0 {
                query = query.with_comfort(comfort, longer);
            }
            query.budget = expansions.map_or(Budget::UNLIMITED, Budget::expansions);
            finder.find(map, &query).cloned()
        })?;
        slf.get().finders.lock().unwrap_or_else(PoisonError::into_inner).push(finder);
        found.map(|path| Path::of(path, slf.clone().unbind())).map_err(|error| error.raised(py))
    }

    /// The shortest paths between many pairs of points, by all threads at once; `radius` is one for all or an array. After a second it
    /// shows a bar on a terminal and in a notebook, or as `progress` says.
    ///
    /// >>> import numpy as np
    /// >>> from navigant import Map
    /// >>> hall = Map([[0, 0], [9, 0], [9, 9], [0, 9]])
    /// >>> paths = hall.find_paths(np.ones((3, 2)), [[1, 4], [5, 4], [20, 4]])
    /// >>> paths.lengths.tolist()
    /// [3.0, 5.0, nan]
    /// >>> paths[2]
    /// Traceback (most recent call last):
    ///     ...
    /// navigant.errors.NoPath: the goal is not walkable; the nearest place with room is (9, 4)
    #[pyo3(signature = (starts, goals, radius=None, *, progress=None))]
    fn find_paths(
        slf: &Bound<'_, Self>,
        starts: &Bound<'_, PyAny>,
        goals: &Bound<'_, PyAny>,
        radius: Option<&Bound<'_, PyAny>>,
        progress: Option<bool>,
    ) -> PyResult<Paths> {
        let py = slf.py();
        let (starts, goals) = (arrays::points(starts, "starts")?, arrays::points(goals, "goals")?);
        if starts.len() != goals.len() {
            let (wanted, found) = (format!("{} points, one for each start,", starts.len()), goals.len().to_string());
            return Err(arrays::refuse(py, "goals", &wanted, &found));
        }
        let radii = match radius {
            Some(radius) => arrays::numbers(radius, "radius", starts.len())?,
            None => vec![0.0; starts.len()],
        };
        let inner = &slf.get().inner;
        let progress = Progress::new(starts.len() as u64, "paths", progress);
        let answers = long_with(py, &progress, |threads| {
            let map = inner.read()?;
            let find = |stop: &_| crate::path::find_all(&map, &starts, &goals, &radii, (stop, &progress));
            Ok::<_, Spoilt>(threads.by_all(find))
        })??;
        Ok(Paths::of(answers, slf.clone().unbind()))
    }

    /// The triangles of the free space: vertices of shape (n, 2), and indices of them of shape (m, 3).
    fn triangles<'py>(&self, py: Python<'py>) -> PyResult<Triangles<'py>> {
        let (points, corners) = self.ask(py, crate::path::triangles)?;
        let count = corners.len() / 3;
        Ok((arrays::of_points(py, &points)?, PyArray1::from_vec(py, corners).reshape([count, 3])?))
    }

    /// A picture of it, as SVG.
    #[pyo3(signature = (*, width=800.0, triangles=true, clearance=false, axis=false))]
    fn svg(&self, py: Python<'_>, width: f64, triangles: bool, clearance: bool, axis: bool) -> PyResult<String> {
        let width = if width.is_finite() { width.clamp(16.0, 16_384.0) } else { 800.0 };
        self.ask(py, |map| draw(map, &Style { width, triangles, clearance, axis, ..Style::default() }))
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.svg(py, 600.0, false, false, false)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (obstacles, version) = self.ask(py, |map| (map.obstacles().count(), map.version()))?;
        let (x0, y0, x1, y1) = self.bounds(py)?;
        Ok(format!("<Map: {} m x {} m, {obstacles} obstacles, version {version}>", x1 - x0, y1 - y0))
    }
}
