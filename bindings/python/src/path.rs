//! Paths: one, and many at once.

use crate::arrays;
use crate::errors::Raised;
use crate::map::Map;
use crate::work::{Progress, short};
use navigant::files::ros_path::{Stamp, message};
use navigant::files::svg::{Style, draw_paths};
use navigant::mesh::internals::IdInternals as _;
use navigant::mesh::internals::MapInternals as _;
use navigant::mesh::{self, Point};
use navigant::search::graph::Budget;
use navigant::search::plane::{self, NoPath, PathFinder, Proof, Query};
use numpy::{PyArray1, PyArray2};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};

/// How far chords may be from the arcs of a path that is drawn, in metres, by its radius.
const FLAT: f64 = 1e-3;

/// A shortest path.
///
/// Its `points` are the start, the bends and the goal; for a disc, where each arc starts and ends.
#[pyclass(frozen, module = "navigant")]
pub(crate) struct Path {
    path: plane::Path,
    map: Py<Map>,
}

impl Path {
    pub(crate) fn of(path: plane::Path, map: Py<Map>) -> Path {
        Path { path, map }
    }
}

#[pymethods]
impl Path {
    /// How long it is, in metres.
    #[getter]
    fn length(&self) -> f64 {
        self.path.length
    }

    /// The radius of the disc, in metres.
    #[getter]
    fn radius(&self) -> f64 {
        self.path.radius
    }

    /// No path is shorter than this, in metres: its own length, for all that are found without a budget and without comfort.
    #[getter]
    fn lower_bound(&self) -> f64 {
        match self.path.proof {
            Proof::AtLeast(lower) => lower,
            Proof::Shortest => self.path.length,
            Proof::ShortestInCorridor => {
                self.path.points.first().zip(self.path.points.last()).map_or(0.0, |(a, b)| a.distance(*b))
            }
        }
    }

    /// The start, the bends and the goal, of shape (n, 2).
    #[getter]
    fn points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        arrays::of_points(py, &self.path.points)
    }

    /// The corners it bends around, of shape (n, 2).
    #[getter]
    fn corners<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        arrays::of_points(py, &self.path.corners)
    }

    /// The path as a line of points: arcs become chords that are no farther from them than a tolerance in metres.
    #[pyo3(signature = (tolerance=0.01))]
    fn polyline<'py>(&self, py: Python<'py>, tolerance: f64) -> PyResult<Bound<'py, PyArray2<f64>>> {
        arrays::of_points(py, &self.path.polyline(tolerance))
    }

    /// Itself as ROS' `nav_msgs/msg/Path`, in CDR: arcs become chords, a pose a point. `stamp` is in nanoseconds since 1970.
    #[pyo3(signature = (frame="map", *, tolerance=0.01, stamp=0))]
    fn ros_message<'py>(
        &self,
        py: Python<'py>,
        frame: &str,
        tolerance: f64,
        stamp: u64,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let (seconds, nanoseconds) = (i32::try_from(stamp / 1_000_000_000)?, (stamp % 1_000_000_000) as u32);
        let line = self.path.polyline(tolerance);
        Ok(PyBytes::new(py, &message(&line, frame, Stamp { seconds, nanoseconds })))
    }

    /// Itself as GeoJSON's geometry.
    #[getter]
    fn __geo_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let geometry = PyDict::new(py);
        let line: Vec<_> = self.path.polyline(FLAT * self.path.radius).iter().map(|p| (p.x, p.y)).collect();
        geometry.set_item("type", "LineString")?;
        geometry.set_item("coordinates", line)?;
        Ok(geometry)
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        let (map, line) = (self.map.get().shared(), self.path.polyline(FLAT * self.path.radius));
        let style = Style { width: 600.0, triangles: false, band: self.path.radius, ..Style::default() };
        Ok(short(py, || map.read().map(|map| draw_paths(&map, &style, &[&line])))??)
    }

    fn __repr__(&self) -> String {
        format!("<Path: {} m, {} bends>", self.path.length, self.path.bends.len())
    }
}

/// The points of all paths, and where each begins.
type Joined<'py> = (Bound<'py, PyArray2<f64>>, Bound<'py, PyArray1<usize>>);

/// Many paths; `paths[i]` is one, or raises why there is none.
#[pyclass(frozen, module = "navigant")]
pub(crate) struct Paths {
    answers: Vec<Result<plane::Path, NoPath>>,
    map: Py<Map>,
}

impl Paths {
    pub(crate) fn of(answers: Vec<Result<plane::Path, NoPath>>, map: Py<Map>) -> Paths {
        Paths { answers, map }
    }
}

#[pymethods]
impl Paths {
    /// Their lengths in metres, NaN where there is no path: an array of shape (n,).
    #[getter]
    fn lengths<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        let length = |answer: &Result<plane::Path, NoPath>| answer.as_ref().map_or(f64::NAN, |path| path.length);
        PyArray1::from_vec(py, self.answers.iter().map(length).collect())
    }

    /// Why there is no path, for those that there are not: by their index.
    #[getter]
    fn failures<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let failures = PyDict::new(py);
        for (index, answer) in self.answers.iter().enumerate() {
            if let Err(error) = answer {
                failures.set_item(index, error.raised(py).into_value(py))?;
            }
        }
        Ok(failures)
    }

    /// The points of all paths, one after the other, of shape (m, 2), and where each begins, of shape (n + 1,).
    fn points<'py>(&self, py: Python<'py>) -> PyResult<Joined<'py>> {
        let (mut flat, mut begins) = (Vec::new(), vec![0]);
        for answer in &self.answers {
            let points = answer.as_ref().map_or([].as_slice(), |path| &path.points);
            flat.extend(points.iter().flat_map(|p| [p.x, p.y]));
            begins.push(flat.len() / 2);
        }
        Ok((arrays::pairs(py, flat)?, PyArray1::from_vec(py, begins)))
    }

    fn __len__(&self) -> usize {
        self.answers.len()
    }

    fn __getitem__(&self, py: Python<'_>, index: isize) -> PyResult<Path> {
        let at = if index < 0 { index + self.answers.len() as isize } else { index };
        let answer = usize::try_from(at).ok().and_then(|at| self.answers.get(at));
        let answer = answer.ok_or_else(|| PyIndexError::new_err(format!("{index} of {} paths", self.answers.len())))?;
        match answer {
            Ok(path) => Ok(Path::of(path.clone(), self.map.clone_ref(py))),
            Err(error) => Err(error.raised(py)),
        }
    }

    fn __repr__(&self) -> String {
        let found = self.answers.iter().filter(|answer| answer.is_ok()).count();
        format!("<Paths: {found} of {} found>", self.answers.len())
    }
}

/// The paths between pairs of points; soon, with anything, once it should stop.
pub(crate) fn find_all(
    map: &mesh::Map,
    starts: &[Point],
    goals: &[Point],
    radii: &[f64],
    (stop, progress): (&AtomicBool, &Progress),
) -> Vec<Result<plane::Path, NoPath>> {
    let find = |finder: &mut PathFinder, ((&start, &goal), &radius): ((&Point, &Point), &f64)| {
        let over = || stop.load(Ordering::Relaxed);
        if over() {
            return Err(NoPath::BudgetSpent { best: None, lower: 0.0 });
        }
        let mut query: Query<'_> = Query::new(start, goal).with_radius(radius);
        query.budget = Budget::UNLIMITED.until(&over);
        let found = finder.find(map, &query).cloned();
        progress.add(1);
        found
    };
    starts.par_iter().zip(goals).zip(radii).map_init(PathFinder::new, find).collect()
}

/// The triangles of the free space: their vertices, each once, and three indices a triangle.
pub(crate) fn triangles(map: &mesh::Map) -> (Vec<Point>, Vec<u32>) {
    let mut known = vec![u32::MAX; map.vertex_slots()];
    let (mut points, mut corners) = (Vec::new(), Vec::new());
    for face in map.faces().filter(|&face| map.is_free(face)) {
        for edge in face.edges() {
            let vertex = map.origin(edge);
            let Some(number) = known.get_mut(vertex.index()) else { continue };
            if *number == u32::MAX {
                *number = points.len() as u32;
                points.push(map.point(vertex));
            }
            corners.push(*number);
        }
    }
    (points, corners)
}
