//! The nearest walkable point.

use crate::ids::FaceId;
use crate::map::Map;
use navigant_geometry::Point;
use navigant_geometry::measure::nearest_on_segment;
use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashSet};

/// A face waiting to be looked at, nearest first.
#[derive(Debug)]
struct Waiting {
    distance: f64,
    face: FaceId,
    place: Point,
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Waiting {}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> Ordering {
        // Ties by place, so that the answer does not depend on face ids.
        let key = |w: &Waiting| (w.distance, w.place.x, w.place.y);
        let (a, b) = (key(other), key(self));
        a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.total_cmp(&b.2)).then(other.face.cmp(&self.face))
    }
}

/// Finds the point of some faces that is nearest to a point; holds the scratch memory, for those who ask often.
#[derive(Debug, Default)]
pub struct Nearest {
    queue: BinaryHeap<Waiting>,
    seen: HashSet<FaceId>,
}

impl Nearest {
    /// The point nearest to `p` in the faces that are wanted; `None` when there are none or `p` is not a number.
    ///
    /// Cost: the faces nearer than the answer, by best-first search; usually a few.
    pub fn find(&mut self, map: &Map, p: impl Into<Point>, is_wanted: impl Fn(FaceId) -> bool) -> Option<Point> {
        let p = p.into();
        if !p.is_finite() {
            return None;
        }
        let reach = map.lattice.reach();
        let inside = Point::new(p.x.clamp(reach.min.x, reach.max.x), p.y.clamp(reach.min.y, reach.max.y));
        let first = map.locate(inside)?.some_face(|v| map.plane.tri.edge_of(v));
        self.queue.clear();
        self.seen.clear();
        self.queue.push(Waiting { distance: 0.0, face: first, place: inside });
        self.seen.insert(first);
        while let Some(Waiting { face, place, .. }) = self.queue.pop() {
            if is_wanted(face) {
                return Some(place);
            }
            for e in face.edges() {
                let beyond = map.twin(e).face();
                if map.plane.tri.is_inner(beyond) && self.seen.insert(beyond) {
                    let place = map.nearest_in_face(beyond, p);
                    self.queue.push(Waiting { distance: p.distance(place), face: beyond, place });
                }
            }
        }
        None
    }
}

impl Map {
    /// The walkable point nearest to `p`: `p` itself where one can stand there. `None` when nothing is walkable at all
    /// or `p` is not a number. On the border of an obstacle the point is exact to a lattice step.
    pub fn nearest_walkable(&self, p: impl Into<Point>) -> Option<Point> {
        let p = p.into();
        if self.is_walkable(p) { Some(p) } else { Nearest::default().find(self, p, |f| self.is_free(f)) }
    }

    /// The point of a closed face nearest to a point outside it.
    fn nearest_in_face(&self, f: FaceId, p: Point) -> Point {
        let corners = self.corners(f).map(|v| self.point(v));
        let sides = [0, 1, 2].map(|i| nearest_on_segment(p, corners[i], corners[(i + 1) % 3]));
        sides.into_iter().min_by(|a, b| p.distance(*a).total_cmp(&p.distance(*b))).unwrap_or(corners[0])
    }
}
