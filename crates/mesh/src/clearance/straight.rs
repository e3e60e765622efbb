//! Straight walks from face to face, in floats, and which features are really there for a place on one of several layers.
//!
//! In one plane a feature is as far as it is in plan, wherever it is listed. On layers a wall that is listed by an edge, because part
//! of it is seen from there, may go on below the floor that the edge leads to: its nearest point in plan is then on another floor. So on
//! layers a feature that is near counts only if the straight line to its nearest point leads there. That leaves out nothing that
//! matters: to what is nearest the line is free, and what is in the way of a line is nearer than its end.

use super::feature::Feature;
use crate::ids::{EdgeId, FaceId, LayerId};
use crate::map::Map;
use navigant_geometry::internals::{LatticePoint, Offset, PointInternals as _};
use navigant_geometry::{Lattice, Point};

/// A walk on a straight line, in steps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Straight {
    from: Offset,
    to: Offset,
    /// Where it has come to.
    pub(crate) face: FaceId,
    came_by: Option<EdgeId>,
}

impl Straight {
    /// From a place in a face to another place.
    pub(crate) fn new(face: FaceId, from: Offset, to: Offset) -> Straight {
        Straight { from, to, face, came_by: None }
    }

    /// The edge by which the line leaves the face; `None` if it ends there.
    pub(crate) fn exit(&self, map: &Map) -> Option<EdgeId> {
        let at = |e: EdgeId| Offset::to(map.lattice_point(map.origin(e)));
        let leads_out = |e: &EdgeId| {
            let (a, b) = (at(*e), at(e.next()));
            self.came_by != Some(*e) && (b - a).cross(self.to - a) < 0.0
        };
        let mut exits = self.face.edges().into_iter().filter(leads_out);
        let (first, second) = (exits.next()?, exits.next());
        let Some(second) = second else { return Some(first) };
        // They share a corner: past it on the side on which it is not.
        let [before, after] = if first.next() == second { [first, second] } else { [second, first] };
        let is_left = (self.to - self.from).cross(at(after) - self.from) > 0.0;
        Some(if is_left { before } else { after })
    }

    /// Where on its way between two points it crosses an edge.
    pub(crate) fn crossing(&self, map: &Map, e: EdgeId, [from, to]: [Point; 2]) -> Point {
        let [a, b] = [map.origin(e), map.target(e)].map(|v| Offset::to(map.lattice_point(v)));
        let [before, after] = [self.from, self.to].map(|p| (b - a).cross(p - a));
        from.lerp(to, (before / (before - after)).clamp(0.0, 1.0))
    }

    /// Crosses an edge of the face.
    pub(crate) fn cross(&mut self, map: &Map, e: EdgeId) {
        let entry = map.twin(e);
        (self.face, self.came_by) = (entry.face(), Some(entry));
    }

    /// Walks to the end; `None` if there is a wall on the way.
    fn end(mut self, map: &Map) -> Option<FaceId> {
        // On a straight line no face is crossed twice.
        for _ in 0..map.face_slots() {
            let Some(e) = self.exit(map) else { return Some(self.face) };
            if map.is_wall(e) {
                return None;
            }
            self.cross(map, e);
        }
        None
    }
}

impl Map {
    /// Whether floors may lie above each other.
    #[inline]
    pub(crate) fn has_layers(&self) -> bool {
        self.layer_count() > 1
    }

    /// Whether a feature that is listed near a face is really as near to a place in it as it is in plan.
    #[inline]
    pub(crate) fn is_seen(&self, f: FaceId, place: Offset, feature: Feature) -> bool {
        !self.has_layers() || self.leads_to(f, place, feature.nearest(self, place), feature)
    }

    /// Whether the straight line from a place in a face to a point of a feature leads there.
    pub(super) fn leads_to(&self, f: FaceId, place: Offset, to: Offset, feature: Feature) -> bool {
        let is_at = |f: FaceId| match feature {
            Feature::Wall(e) => e.face() == f,
            Feature::Corner(v) => self.corners(f).iter().any(|&c| self.lattice_point(c) == self.lattice_point(v)),
        };
        let mut walk = Straight::new(f, place, to);
        for _ in 0..self.face_slots() {
            if is_at(walk.face) {
                return true;
            }
            match walk.exit(self) {
                Some(e) if !self.is_wall(e) => walk.cross(self, e),
                _ => return false,
            }
        }
        false
    }

    /// Whether the straight line from a place in a face to the nearest point of a wall, the side of a free face, leads to that side.
    pub(crate) fn leads_to_wall(&self, f: FaceId, [place, to]: [Offset; 2], wall: EdgeId) -> bool {
        let mut walk = Straight::new(f, place, to);
        for _ in 0..self.face_slots() {
            if walk.face == wall.face() {
                return true;
            }
            match walk.exit(self) {
                Some(e) if self.is_wall(e) => return false,
                Some(e) => walk.cross(self, e),
                None => return self.is_beside(walk.face, to, wall.face()),
            }
        }
        false
    }

    /// Whether one free face comes after another around a corner that both have, with no wall between them.
    fn is_beside(&self, f: FaceId, corner: Offset, other: FaceId) -> bool {
        let Some(first) = f.edges().into_iter().find(|&e| Offset::to(self.lattice_point(self.origin(e))) == corner)
        else {
            return false;
        };
        let turns =
            [|map: &Map, e: EdgeId| (e, map.twin(e).next()), |map: &Map, e: EdgeId| (e.prev(), map.twin(e.prev()))];
        turns.into_iter().any(|turn| {
            let mut e = first;
            for _ in 0..self.face_slots() {
                let (passed, next) = turn(self, e);
                if self.is_wall(passed) || next == first {
                    return false;
                }
                if next.face() == other {
                    return true;
                }
                e = next;
            }
            false
        })
    }

    /// Whether a place lies in a face, but for rounding.
    #[inline]
    pub(crate) fn holds(&self, f: FaceId, place: Offset) -> bool {
        f.edges().into_iter().all(|e| {
            let [a, b] = [self.origin(e), self.target(e)].map(|v| Offset::to(self.lattice_point(v)));
            let off = (b - a).cross(place - a);
            off >= 0.0 || off >= -BESIDE * (b - a).length()
        })
    }

    /// The free face that a place lies in that is near another one, in a face: to which the straight line leads.
    pub(crate) fn face_towards(&self, f: FaceId, from: Offset, to: Offset) -> Option<FaceId> {
        Straight::new(f, from, to).end(self).filter(|&f| self.is_free(f))
    }

    /// The free face that a place of a layer lies in; on the border of several, one of them.
    pub(crate) fn face_on(&self, layer: LayerId, place: Offset) -> Option<FaceId> {
        if !self.has_layers() {
            return self.face_of(place);
        }
        let tri = &self.plane.tri;
        let reach = f64::from(Lattice::REACH);
        if !(place.x.abs() <= reach && place.y.abs() <= reach) || layer.index() >= self.layer_count() {
            return None;
        }
        let near = LatticePoint::new(place.x.round() as i32, place.y.round() as i32);
        let location = tri.locate_on(layer, near);
        let mut first = self.faces_at(location).filter(|&f| self.is_free(f));
        let mut face = first.next().unwrap_or_else(|| location.some_face(|v| tri.edge_of(v)));
        let off = |e: EdgeId| {
            let [a, b] = [tri.origin(e), tri.target(e)].map(|v| Offset::to(tri.at(v)));
            (b - a).cross(place - a) / (b - a).length()
        };
        // The rounded point may lie in another face than the place, but not far from it; beyond a seam that is on another layer.
        for _ in 0..64 {
            let beyond = |e: EdgeId| if self.is_free(face) { tri.twin(e) } else { tri.plane_twin(e) };
            let outside = face.edges().into_iter().filter(|&e| off(e) < 0.0).map(beyond);
            match outside.map(EdgeId::face).find(|&f| tri.is_inner(f)) {
                Some(next) => face = next,
                None => break,
            }
        }
        // On the border of what is not free, but for rounding.
        let beside = || face.edges().into_iter().filter(|&e| off(e) < ROUNDED).map(|e| tri.plane_twin(e).face());
        [face].into_iter().chain(beside()).find(|&f| tri.is_inner(f) && self.is_free(f))
    }
}

/// By how many steps a place may lie outside of a face that it is looked at from: places are rounded to 2⁻²⁸ steps, and what is looked at
/// from two faces is looked at twice.
const BESIDE: f64 = 1e-3;

/// By how many steps a place on the border of a face may be beyond it: half a diagonal of what is rounded to one point.
const ROUNDED: f64 = 0.75;

#[cfg(test)]
mod tests {
    use crate::ids::LayerId;
    use crate::layers::{Layer, LayeredMap, Seam};
    use navigant_geometry::{Outline, Point};

    /// A hall with a ramp in its middle, beside a long wall, that leads up to a floor over the other half of the hall. The wall is seen from the
    /// foot of the ramp; beside its head, the wall is half a metre away in plan, and a storey below.
    #[test]
    fn a_wall_below_is_not_near() {
        let hole = [[30.0, 8.0], [36.0, 8.0], [36.0, 12.0], [30.0, 12.0]];
        let hall = Outline::rectangle([0.0, 0.0], [60.0, 20.0]).with_hole(hole);
        let layers = [
            Layer::level(0.0, [hall]),
            Layer::flight([30.0, 10.0, 0.0], [36.0, 10.0, 3.0], [Outline::rectangle([30.0, 8.0], [36.0, 12.0])]),
            Layer::level(3.0, [Outline::rectangle([36.0, 0.0], [60.0, 20.0])]),
        ];
        let seams = [Seam::new([0, 1], [30.0, 8.0], [30.0, 12.0]), Seam::new([1, 2], [36.0, 8.0], [36.0, 12.0])];
        let mut map = LayeredMap::build(&layers, &seams).unwrap();
        let [hall, ramp, upper] = [0, 1, 2].map(LayerId);
        let clearance = |map: &LayeredMap, layer, p: [f64; 2]| map.clearance_at(layer, Point::from(p)).unwrap();
        assert!((clearance(&map, ramp, [33.0, 10.0]) - 2.0).abs() < 1e-6);
        assert!((clearance(&map, upper, [37.0, 10.0]) - 5f64.sqrt()).abs() < 1e-6, "to the ends of the seam");
        map.insert_on(hall, &Outline::polyline([[2.0, 12.5], [58.0, 12.5]])).unwrap();
        assert!((clearance(&map, hall, [29.0, 12.0]) - 0.5).abs() < 1e-6);
        assert!((clearance(&map, ramp, [35.0, 11.5]) - 0.5).abs() < 1e-6, "the side of the ramp");
        assert!((clearance(&map, upper, [38.0, 12.0]) - 2.0).abs() < 1e-6);
        assert!((clearance(&map, upper, [37.0, 10.0]) - 5f64.sqrt()).abs() < 1e-6);
        assert!(map.reaches((hall, [20.0, 5.0]), (upper, [50.0, 5.0]), 2.0));
        assert!(!map.reaches((hall, [20.0, 5.0]), (upper, [50.0, 5.0]), 2.0f64.next_up()));
    }
}
