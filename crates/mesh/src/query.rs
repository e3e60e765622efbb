//! Point queries: location, walkability, obstacles. Points are rounded to the lattice first; answers are exact for the rounded point.

use crate::ids::{FaceId, LayerId, ObstacleId};
use crate::layers::Tolls;
use crate::map::Map;
use crate::shapes::shapes_at;
use crate::triangulation::Location;
use navigant_geometry::internals::LatticePoint;
use navigant_geometry::internals::{LatticeInternals as _, PointInternals as _};
use navigant_geometry::{Bounds, Lattice, Point};

impl Map {
    /// Where a point lies; `None` when it is not a number or outside the lattice.
    ///
    /// Cost: a look at the index and a walk over a handful of triangles.
    pub fn locate(&self, p: impl Into<Point>) -> Option<Location> {
        Some(self.plane.tri.locate(self.lattice.snap(p.into()).ok()?))
    }

    /// Where a point lies in a layer; `None` when there is no such layer.
    pub(crate) fn locate_on(&self, layer: LayerId, p: impl Into<Point>) -> Option<Location> {
        let p = self.lattice.snap(p.into()).ok()?;
        (layer.index() < self.layer_count()).then(|| self.plane.tri.locate_on(layer, p))
    }

    /// How many layers there are.
    pub(crate) fn layer_count(&self) -> usize {
        self.plane.tri.layer_count()
    }

    /// What crossing seams costs; `None` if it costs nothing anywhere.
    pub(crate) fn tolls(&self) -> Option<&Tolls> {
        self.seams.tolls()
    }

    /// The layer of a face.
    pub(crate) fn layer_of(&self, f: FaceId) -> LayerId {
        self.plane.tri.layer_of(f)
    }

    /// Where a point lies, by a walk from a face near it: the fast way for something that moves.
    pub(crate) fn locate_near(&self, p: impl Into<Point>, near: FaceId) -> Option<Location> {
        let p = self.lattice.snap(p.into()).ok()?;
        let known = near.index() < self.face_slots() && self.plane.tri.is_inner(near);
        Some(if known { self.plane.tri.locate_from(p, near) } else { self.plane.tri.locate(p) })
    }

    /// Whether one can stand here: in a free face, or on the border of one.
    ///
    /// Free space is closed, for shortest paths run along walls and round corners; a point inside the floor's box that
    /// is not a number is nowhere and so not walkable.
    pub fn is_walkable(&self, p: impl Into<Point>) -> bool {
        self.locate(p).is_some_and(|location| self.faces_at(location).any(|f| self.is_free(f)))
    }

    /// The obstacles that cover a point or have a wall there, sorted: why it is not walkable.
    ///
    /// ```
    /// use navigant_mesh::{Map, Outline};
    /// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [20.0, 10.0]))?;
    /// let cart = map.insert(&Outline::rectangle([4.0, 4.0], [6.0, 6.0]))?;
    /// assert_eq!((map.obstacles_at([5.0, 5.0]), map.obstacles_at([8.0, 5.0])), (vec![cart], vec![]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn obstacles_at(&self, p: impl Into<Point>) -> Vec<ObstacleId> {
        let Some(location) = self.locate(p) else { return Vec::new() };
        let shapes = shapes_at(&self.plane, &self.covers, location);
        shapes.into_iter().filter_map(|shape| self.obstacle_of_shape(shape)).collect()
    }

    /// The faces that a location lies in or on.
    pub(crate) fn faces_at(&self, location: Location) -> impl Iterator<Item = FaceId> + '_ {
        self.plane.tri.faces_at(location)
    }

    /// The faces that meet a closed box; nothing when the box is not finite.
    ///
    /// Cost: the faces found, each tested against the box in integers.
    pub(crate) fn faces_in(&self, region: Bounds) -> Vec<FaceId> {
        let mut found = Vec::new();
        self.any_face_in(region, |f| {
            found.push(f);
            false
        });
        found
    }

    /// Whether some face that meets a box is wanted. They are asked from the middle of the box outwards, until one is.
    pub(crate) fn any_face_in(&self, region: Bounds, mut is_wanted: impl FnMut(FaceId) -> bool) -> bool {
        let Some((low, high)) = self.snap_box(region) else { return false };
        let centre = LatticePoint::new(low.x + (high.x - low.x) / 2, low.y + (high.y - low.y) / 2);
        let first = self.plane.tri.locate(centre).some_face(|v| self.plane.tri.edge_of(v));
        let mut found = vec![first];
        let mut seen = std::collections::HashSet::from([first]);
        let mut next = 0;
        while let Some(&face) = found.get(next) {
            next += 1;
            if is_wanted(face) {
                return true;
            }
            for e in face.edges() {
                let [from, to] = [self.origin(e), self.target(e)].map(|v| self.lattice_point(v));
                let beyond = self.twin(e).face();
                if meets_box(from, to, low, high) && self.plane.tri.is_inner(beyond) && seen.insert(beyond) {
                    found.push(beyond);
                }
            }
        }
        false
    }

    /// A box on the lattice, cut to its reach.
    pub(crate) fn snap_box(&self, region: Bounds) -> Option<(LatticePoint, LatticePoint)> {
        if !region.min.is_finite() || !region.max.is_finite() {
            return None;
        }
        let reach = f64::from(Lattice::REACH);
        let corner = |p: Point, round: fn(f64) -> f64| {
            let [x, y] = self.lattice.steps(p).map(|c| round(c).clamp(-reach, reach) as i32);
            LatticePoint::new(x, y)
        };
        let (low, high) = (corner(region.min, f64::floor), corner(region.max, f64::ceil));
        (low.x <= high.x && low.y <= high.y).then_some((low, high))
    }
}

/// Whether a segment meets a closed box.
pub(crate) fn meets_box(p: LatticePoint, q: LatticePoint, low: LatticePoint, high: LatticePoint) -> bool {
    if p.x.max(q.x) < low.x || p.x.min(q.x) > high.x || p.y.max(q.y) < low.y || p.y.min(q.y) > high.y {
        return false;
    }
    // The box's corners lie on both sides of the line, or on it.
    let sides = [low, LatticePoint::new(high.x, low.y), high, LatticePoint::new(low.x, high.y)]
        .map(|corner| navigant_geometry::internals::orient(p, q, corner).signum());
    sides.iter().any(|s| *s <= 0) && sides.iter().any(|s| *s >= 0)
}
