//! What is seen from a point: a region, and vertices.
//!
//! Points are rounded to the lattice. A point is a disc of vanishing radius, as in [`Map::sees`](navigant_mesh::Map::sees): sight runs
//! along walls and past corners, but not between two obstacles that touch. Every decision is taken in integers.

pub(crate) mod expansion;
mod region;

use navigant_geometry::internals::{LatticeInternals as _, PointInternals as _};
pub use region::{Corner, Side, VisibilityRegion};

use expansion::Expansion;
use navigant_mesh::internals::LatticePoint;
use navigant_mesh::internals::MapInternals as _;
use navigant_mesh::{Location, Map, Point, VertexId};

/// Why nothing is seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NoView {
    /// The viewpoint is NaN or infinite.
    NotFinite(Point),
    /// One cannot stand at the viewpoint.
    Outside {
        /// The nearest place where one can; `None` if there is none at all.
        nearest: Option<Point>,
    },
}

impl std::fmt::Display for NoView {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NoView::NotFinite(p) => write!(f, "not a point: {p}"),
            NoView::Outside { nearest: Some(p) } => {
                write!(f, "the viewpoint is not walkable; the nearest walkable point is {p}")
            }
            NoView::Outside { nearest: None } => write!(f, "the viewpoint is not walkable; nothing is"),
        }
    }
}

impl std::error::Error for NoView {}

/// Finds what is seen from points. It holds the memory for that: after a few calls it allocates nothing.
///
/// ```
/// use navigant_mesh::{Map, Outline};
/// use navigant_search::plane::VisibilityFinder;
/// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [16.0, 16.0]))?;
/// map.insert(&Outline::rectangle([8.0, 4.0], [12.0, 12.0]))?;
/// let mut finder = VisibilityFinder::new();
/// let region = finder.visible_region(&map, [0.0, 8.0])?;
/// assert_eq!(region.area(), 256.0 - 96.0);
/// assert!(region.contains([8.0, 8.0]) && !region.contains([14.0, 8.0]));
/// assert_eq!(finder.visible_vertices(&map, [0.0, 8.0])?.len(), 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct VisibilityFinder {
    expansion: Expansion,
    vertices: Vec<VertexId>,
    region: Option<VisibilityRegion>,
}

impl VisibilityFinder {
    /// A finder without memory yet.
    pub fn new() -> Self {
        VisibilityFinder::default()
    }

    /// The region that is seen from a point.
    ///
    /// On a wall whose sides are both free one looks on both of them; on a vertex into every free face around it.
    ///
    /// Cost: the triangles that are seen, each as often as lines of sight towards vertices cut it.
    ///
    /// # Errors
    /// [`NoView`] where one cannot stand.
    pub fn visible_region(&mut self, map: &Map, point: impl Into<Point>) -> Result<&VisibilityRegion, NoView> {
        let location = self.look(map, point.into())?;
        let region = self.region.get_or_insert_with(|| VisibilityRegion::new(*map.lattice()));
        region.fill(map, &self.expansion, location);
        Ok(region)
    }

    /// The vertices that are seen from a point: those for which [`Map::sees`] says so, counter-clockwise from the
    /// direction (1, 0), the nearest first among those in one direction. A vertex that is looked from is seen, and comes
    /// before all others.
    ///
    /// Cost: as for [`VisibilityFinder::visible_region`].
    ///
    /// # Errors
    /// [`NoView`] where one cannot stand.
    pub fn visible_vertices(&mut self, map: &Map, point: impl Into<Point>) -> Result<&[VertexId], NoView> {
        let location = self.look(map, point.into())?;
        self.vertices.clear();
        if let Location::Vertex(here) = location {
            self.vertices.push(here);
        }
        self.vertices.extend(self.expansion.seen.iter().map(|passing| passing.vertex));
        Ok(&self.vertices)
    }

    fn look(&mut self, map: &Map, point: Point) -> Result<Location, NoView> {
        let (viewpoint, location) = stand(map, point)?;
        self.expansion.look_from(map, viewpoint, location);
        Ok(location)
    }
}

/// Where one stands at a point.
pub(crate) fn stand(map: &Map, point: Point) -> Result<(LatticePoint, Location), NoView> {
    if !point.is_finite() {
        return Err(NoView::NotFinite(point));
    }
    let here = map.lattice().snap(point).ok().zip(map.locate(point));
    let stands = here.filter(|&(_, location)| map.faces_at(location).any(|f| map.is_free(f)));
    stands.ok_or_else(|| NoView::Outside { nearest: map.nearest_walkable(point) })
}

#[cfg(test)]
mod tests;
