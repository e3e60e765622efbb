//! Points from anything like an array, arrays from points.

use crate::errors::Raise;
use navigant::mesh::Point;
use numpy::{PyArray1, PyArray2, PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods, get_array_module};
use pyo3::prelude::*;

/// What is wrong with an argument.
pub(crate) fn refuse(py: Python<'_>, name: &str, wanted: &str, found: &str) -> PyErr {
    Raise::new(py, "BadArray", format!("{name}: {wanted} is wanted, not {found}")).with("argument", name).error()
}

/// An array of f64. One that is such an array already is read in place; anything else is converted, once, if it is made of real numbers.
fn floats<'py>(value: &Bound<'py, PyAny>, name: &str) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
    if let Ok(array) = value.cast::<PyArrayDyn<f64>>() {
        return Ok(array.clone());
    }
    let py = value.py();
    let module = get_array_module(py)?;
    let refused = |_| refuse(py, name, "an array of numbers", &kind_of(value));
    let array = module.call_method1("asarray", (value,)).map_err(refused)?;
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    let is_empty: bool = array.getattr("size")?.extract::<usize>()? == 0;
    if !(["f", "i", "u"].contains(&kind.as_str()) || is_empty) {
        let dtype = array.getattr("dtype")?.str()?.to_string();
        return Err(refuse(py, name, "an array of real numbers", &format!("one of {dtype}")));
    }
    let converted = module.call_method1("asarray", (array, "float64")).map_err(refused)?;
    Ok(converted.cast_into::<PyArrayDyn<f64>>()?)
}

fn kind_of(value: &Bound<'_, PyAny>) -> String {
    value.get_type().name().map_or_else(|_| "that".to_owned(), |name| format!("a {name}"))
}

fn shape_of(shape: &[usize]) -> String {
    format!("one of shape {shape:?}").replace('[', "(").replace(']', ")")
}

/// Points from an array of shape (n, 2). They are copied while the interpreter lock is held: others may write into the array later.
pub(crate) fn points(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<Point>> {
    let py = value.py();
    let array = floats(value, name)?;
    let shape = array.shape().to_vec();
    match shape.as_slice() {
        [_, 2] => {}
        // What `[]` is read as.
        [0] => return Ok(Vec::new()),
        other => return Err(refuse(py, name, "an array of shape (n, 2)", &shape_of(other))),
    }
    let read = array.try_readonly().map_err(|_| refuse(py, name, "an array that nobody writes to", "this one"))?;
    let view = read.as_array();
    // The array's own `as_slice` has the columns of a Fortran array one after the other; the view's has rows or nothing.
    Ok(match view.as_slice() {
        Some(flat) => flat.chunks_exact(2).map(|p| Point::new(p[0], p[1])).collect(),
        None => view.rows().into_iter().map(|row| Point::new(row[0], row[1])).collect(),
    })
}

/// A point from a pair of numbers.
pub(crate) fn point(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Point> {
    let py = value.py();
    if let Ok((x, y)) = value.extract::<(f64, f64)>() {
        return Ok(Point::new(x, y));
    }
    let array = floats(value, name)?;
    let shape = array.shape().to_vec();
    if shape != [2] {
        return Err(refuse(py, name, "a pair of numbers", &shape_of(&shape)));
    }
    let read = array.try_readonly().map_err(|_| refuse(py, name, "an array that nobody writes to", "this one"))?;
    let view = read.as_array();
    Ok(Point::new(view[[0]], view[[1]]))
}

/// A number for each of some: one for all, or an array of as many.
pub(crate) fn numbers(value: &Bound<'_, PyAny>, name: &str, count: usize) -> PyResult<Vec<f64>> {
    if let Ok(one) = value.extract::<f64>() {
        return Ok(vec![one; count]);
    }
    let array = floats(value, name)?;
    let py = value.py();
    let shape = array.shape().to_vec();
    if shape != [count] {
        return Err(refuse(py, name, &format!("a number or an array of shape ({count},)"), &shape_of(&shape)));
    }
    let read = array.try_readonly().map_err(|_| refuse(py, name, "an array that nobody writes to", "this one"))?;
    Ok(read.as_array().iter().copied().collect())
}

/// An array of shape (n, 2) that takes over coordinates: x, y, x, y, …
pub(crate) fn pairs<T: numpy::Element>(py: Python<'_>, flat: Vec<T>) -> PyResult<Bound<'_, PyArray2<T>>> {
    let rows = flat.len() / 2;
    PyArray1::from_vec(py, flat).reshape([rows, 2])
}

/// An array of shape (n, 2) of some points.
pub(crate) fn of_points<'py>(py: Python<'py>, points: &[Point]) -> PyResult<Bound<'py, PyArray2<f64>>> {
    pairs(py, points.iter().flat_map(|p| [p.x, p.y]).collect())
}
