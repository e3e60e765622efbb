//! Paths by a method of the map, for those who ask now and then.

use super::{NoPath, Path, PathFinder, Query};
use navigant_mesh::Map;
use std::borrow::Borrow;

/// Asks a map for a path.
///
/// Each call brings its own scratch memory; whoever asks often keeps a [`PathFinder`].
///
/// ```
/// use navigant_mesh::{Map, Outline};
/// use navigant_search::plane::{FindPath, NoPath, Query};
/// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [10.0, 10.0]))?;
/// assert_eq!(map.find_path(Query::new([1.0, 5.0], [9.0, 5.0]))?.length, 8.0);
/// map.insert(&Outline::polyline([[5.0, 0.0], [5.0, 10.0]]))?;
/// let walled_off = map.find_path(Query::new([1.0, 5.0], [9.0, 5.0])).unwrap_err();
/// assert_eq!(walled_off, NoPath::Disconnected { nearest_reachable: [5.0, 5.0].into() });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait FindPath {
    /// The shortest path, exactly, for a query or a reference to one.
    ///
    /// # Errors
    /// [`NoPath`] says why there is none, and where.
    fn find_path<'q>(&self, query: impl Borrow<Query<'q>>) -> Result<Path, NoPath>;
}

impl FindPath for Map {
    fn find_path<'q>(&self, query: impl Borrow<Query<'q>>) -> Result<Path, NoPath> {
        PathFinder::new().find(self, query.borrow()).cloned()
    }
}
