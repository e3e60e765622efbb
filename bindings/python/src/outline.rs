//! Outlines from arrays, WKT, GeoJSON and whatever has a `__geo_interface__`.

use crate::arrays;
use crate::errors::{Raise, Raised};
use navigant::files::internals::SceneInternals as _;
use navigant::files::{Format, Scene};
use navigant::mesh;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

/// A polygon with or without holes, or a polyline: what is walked on, or stands in the way.
///
/// >>> from navigant import Outline
/// >>> yard = Outline.polygon([[0, 0], [9, 0], [9, 9], [0, 9]], holes=[[[4, 4], [5, 4], [5, 5]]])
/// >>> yard.rings[1].tolist()
/// [[4.0, 4.0], [5.0, 4.0], [5.0, 5.0]]
/// >>> Outline.polyline([[0, 0], [3, 4]]).__geo_interface__["type"]
/// 'LineString'
#[pyclass(frozen, module = "navigant")]
pub(crate) struct Outline(pub(crate) mesh::Outline);

#[pymethods]
impl Outline {
    /// An area with a ring around it, and rings that are cut out of it: arrays of shape (n, 2).
    #[staticmethod]
    #[pyo3(signature = (exterior, holes=None))]
    fn polygon(exterior: &Bound<'_, PyAny>, holes: Option<Vec<Bound<'_, PyAny>>>) -> PyResult<Outline> {
        let exterior = arrays::points(exterior, "exterior")?;
        let holes = holes.unwrap_or_default();
        let holes: Vec<_> = holes.iter().map(|hole| arrays::points(hole, "holes")).collect::<PyResult<_>>()?;
        Ok(Outline(mesh::Outline::Polygon { exterior, holes }))
    }

    /// A wall without thickness.
    #[staticmethod]
    fn polyline(points: &Bound<'_, PyAny>) -> PyResult<Outline> {
        Ok(Outline(mesh::Outline::Polyline(arrays::points(points, "points")?)))
    }

    /// The rectangle between two corners.
    #[staticmethod]
    fn rectangle(min: &Bound<'_, PyAny>, max: &Bound<'_, PyAny>) -> PyResult<Outline> {
        Ok(Outline(mesh::Outline::rectangle(arrays::point(min, "min")?, arrays::point(max, "max")?)))
    }

    /// All outlines in something: an array, WKT, GeoJSON as text or as a dict, anything with a `__geo_interface__`.
    ///
    /// >>> len(Outline.all_of("MULTIPOINT ((1 2), (3 4))"))
    /// 2
    #[staticmethod]
    fn all_of(value: &Bound<'_, PyAny>) -> PyResult<Vec<Outline>> {
        Ok(outlines(value, "value")?.into_iter().map(Outline).collect())
    }

    /// Whether it has an area, and is no line.
    #[getter]
    fn is_polygon(&self) -> bool {
        matches!(self.0, mesh::Outline::Polygon { .. })
    }

    /// Its rings, the exterior first, or its line: arrays of shape (n, 2).
    #[getter]
    fn rings<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.0.rings().map(|ring| Ok(arrays::of_points(py, ring)?.into_any())).collect()
    }

    /// Itself as GeoJSON's geometry: what shapely and geopandas read.
    #[getter]
    fn __geo_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let geometry = PyDict::new(py);
        let closes = self.is_polygon();
        let ring = |points: &[mesh::Point]| {
            let first = points.first().filter(|_| closes);
            PyTuple::new(py, points.iter().chain(first).map(|p| (p.x, p.y)).collect::<Vec<_>>())
        };
        let rings: Vec<_> = self.0.rings().map(ring).collect::<PyResult<_>>()?;
        geometry.set_item("type", if closes { "Polygon" } else { "LineString" })?;
        if closes {
            geometry.set_item("coordinates", PyTuple::new(py, rings)?)?;
        } else {
            geometry.set_item("coordinates", rings.first())?;
        }
        Ok(geometry)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Outline>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __repr__(&self) -> String {
        let points: usize = self.0.rings().map(<[_]>::len).sum();
        format!("<Outline: a {} of {points} points>", if self.is_polygon() { "polygon" } else { "polyline" })
    }
}

/// The scene in a text: GeoJSON if it begins as an object does, else WKT.
fn scene_of(py: Python<'_>, text: &str) -> PyResult<Scene> {
    let format = if text.trim_start().starts_with('{') { Format::GeoJson } else { Format::Wkt };
    Scene::parse(text.as_bytes(), format).map_err(|error| error.raised(py))
}

/// All outlines of a value, in the order in which the reader has them: areas of WKT first.
pub(crate) fn outlines(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<mesh::Outline>> {
    let py = value.py();
    if let Ok(outline) = value.cast::<Outline>() {
        return Ok(vec![outline.get().0.clone()]);
    }
    if let Ok(text) = value.extract::<String>() {
        return Ok(scene_of(py, &text)?.outlines().cloned().collect());
    }
    let geometry = if value.is_instance_of::<PyDict>() { Some(value.clone()) } else { geo_interface(value)? };
    if let Some(geometry) = geometry {
        let kwargs = PyDict::new(py);
        // Numbers of numpy's are written as numbers.
        kwargs.set_item("default", py.get_type::<pyo3::types::PyFloat>())?;
        let json = py.import("json")?.call_method("dumps", (geometry,), Some(&kwargs))?;
        return Ok(scene_of(py, &json.extract::<String>()?)?.outlines().cloned().collect());
    }
    Ok(vec![mesh::Outline::Polygon { exterior: arrays::points(value, name)?, holes: Vec::new() }])
}

fn geo_interface<'py>(value: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    value.getattr_opt("__geo_interface__")
}

/// The outlines of a value that may be a list or tuple of them.
pub(crate) fn many(value: Option<&Bound<'_, PyAny>>, name: &str) -> PyResult<Vec<mesh::Outline>> {
    let Some(value) = value else { return Ok(Vec::new()) };
    let is_list = value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>();
    if !is_list || is_pairs(value) {
        return outlines(value, name);
    }
    let mut all = Vec::new();
    for (index, item) in value.try_iter()?.enumerate() {
        all.extend(outlines(&item?, &format!("{name}[{index}]"))?);
    }
    Ok(all)
}

/// Whether a list is one outline: its first item is a pair of numbers.
fn is_pairs(value: &Bound<'_, PyAny>) -> bool {
    value.get_item(0).is_ok_and(|first| first.extract::<(f64, f64)>().is_ok() || first.extract::<[f64; 2]>().is_ok())
}

/// The one outline of a value.
pub(crate) fn one(value: &Bound<'_, PyAny>) -> PyResult<mesh::Outline> {
    let mut found = outlines(value, "outline")?;
    match (found.pop(), found.len()) {
        (Some(outline), 0) => Ok(outline),
        (last, others) => {
            let count = others + usize::from(last.is_some());
            let message = format!("{count} outlines where one is wanted; take them apart with Outline.all_of");
            Err(Raise::new(value.py(), "BadOutline", message).with("reason", "not one").error())
        }
    }
}
