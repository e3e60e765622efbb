//! GeoJSON (`.geojson`, `.json`): the format that says everything a scene holds.
//!
//! ```json
//! {"type": "FeatureCollection", "features": [
//!   {"type": "Feature", "properties": {"kind": "outline"},
//!    "geometry": {"type": "Polygon", "coordinates": [[[0, 0], [9, 0], [9, 9], [0, 9], [0, 0]]]}},
//!   {"type": "Feature", "properties": {"kind": "obstacle", "id": "fence"},
//!    "geometry": {"type": "LineString", "coordinates": [[2, 2], [7, 2]]}}
//! ]}
//! ```
//!
//! - `kind` is `outline` (a floor, which must be a polygon), `obstacle` or `region` (which marks a place; its `name` says what
//!   kind of region it is); without it a feature is an obstacle, but a Polygon or MultiPolygon that is the file's only
//!   geometry is a floor.
//! - `id` is a string or a number, in the properties or, as RFC 7946 has it, in the feature; floors need none and lose it.
//! - Polygons keep their holes, LineStrings are walls, Points are posts; of Multi geometries and GeometryCollections
//!   every part becomes an outline of its own, with the same kind and id. A feature with the geometry `null` is nothing.
//! - A FeatureCollection, a single Feature and a bare geometry are read; coordinates after the first two, and all other
//!   members, are skipped. Coordinates are metres in the plane, as given: nothing is projected.
//!
//! A file whose floors name a `layer` is one of several layers: see [`LayeredScene`](crate::LayeredScene).
//!
//! Rings need not be closed when read and are when written. A scene that was read comes back the same, bit for bit.

mod read;
mod shape;
mod write;

pub(crate) use read::{read, read_layers};
pub(crate) use write::write;
