//! The nearest walkable point.

use crate::components::BlockWalk;
use crate::face_set::FaceSet;
use crate::ids::FaceId;
use crate::map::Map;
use crate::triangulation::Location;
use navigant_geometry::Point;
use navigant_geometry::measure::nearest_on_segment;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// A face waiting to be looked at, nearest first.
#[derive(Debug)]
struct Waiting {
    distance: f64,
    /// From the point of the lattice's square that is nearest to a point outside it, for those so far away that all
    /// distances are rounded to the same; 0 for points inside.
    from_rim: f64,
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
        // The nearest is the greatest. Ties by place, so that the answer does not depend on face ids.
        let key = |w: &Waiting| [w.distance, w.from_rim, w.place.x, w.place.y];
        let differences = key(other).into_iter().zip(key(self)).map(|(a, b)| a.total_cmp(&b));
        differences.fold(Ordering::Equal, Ordering::then).then(other.face.cmp(&self.face))
    }
}

/// Finds the point of some faces that is nearest to a point; holds the scratch memory, for those who ask often.
#[derive(Debug, Default)]
pub struct Nearest {
    queue: BinaryHeap<Waiting>,
    seen: FaceSet,
    blocks: BlockWalk,
}

impl Nearest {
    /// The point nearest to `p` in the faces that are wanted; `None` when there are none or `p` is not a number. Of
    /// several that are equally near it is the one with the least x, then the least y.
    ///
    /// Cost: the faces nearer than the answer, by best-first search; usually a few.
    pub fn find(&mut self, map: &Map, p: impl Into<Point>, is_wanted: impl Fn(FaceId) -> bool) -> Option<Point> {
        self.search(map, p.into(), is_wanted, usize::MAX).ok().flatten()
    }

    /// The point nearest to `p` that can be walked to from a place, as by [`Nearest::find`]. On a wall, one can walk away
    /// to both sides.
    ///
    /// Cost: the faces nearer than the answer if they are few; otherwise, be it a pocket at the other end of the map or
    /// one half of it, a look at the blocks of its [components](crate::components) and at the faces of the nearest ones.
    pub fn find_reachable(&mut self, map: &Map, p: impl Into<Point>, from: Location) -> Option<Point> {
        let (p, components) = (p.into(), map.components());
        let parts = || map.faces_at(from).filter_map(|f| components.of(f));
        let is_wanted = |f: FaceId| components.of(f).is_some_and(|part| parts().any(|wanted| wanted == part));
        let is_small = parts().map(|part| components.face_count(part)).sum::<usize>() <= FEW_FACES;
        let looks = if is_small { 0 } else { FEW_LOOKS };
        self.search(map, p, is_wanted, looks).unwrap_or_else(|TooFar| self.look_into_blocks(map, p, from))
    }

    /// Best-first search outward from `p`, which looks into so many faces before it gives up.
    fn search(
        &mut self,
        map: &Map,
        p: Point,
        is_wanted: impl Fn(FaceId) -> bool,
        mut looks: usize,
    ) -> Result<Option<Point>, TooFar> {
        if !p.is_finite() {
            return Ok(None);
        }
        let inside = map.pulled_inside(p);
        let Some(location) = map.locate(inside) else { return Ok(None) };
        let first = location.some_face(|v| map.plane.tri.edge_of(v));
        self.queue.clear();
        self.seen.clear();
        self.queue.push(Waiting { distance: 0.0, from_rim: 0.0, face: first, place: inside });
        self.seen.insert(first);
        let mut best: Option<Waiting> = None;
        while let Some(waiting) = self.queue.pop() {
            if best.as_ref().is_some_and(|best| best.distance < waiting.distance) {
                break;
            }
            let face = waiting.face;
            if is_wanted(face) && best.as_ref().is_none_or(|best| *best < waiting) {
                if waiting.distance == 0.0 {
                    return Ok(Some(waiting.place));
                }
                best = Some(waiting);
            }
            looks = looks.checked_sub(1).ok_or(TooFar)?;
            for e in face.edges() {
                let beyond = map.twin(e).face();
                if map.plane.tri.is_inner(beyond) && self.seen.insert(beyond) {
                    self.queue.push(Waiting::of(map, beyond, p));
                }
            }
        }
        Ok(best.map(|best| best.place))
    }

    /// Looks into the blocks of some components, nearest first, until the next one is farther than the best point.
    fn look_into_blocks(&mut self, map: &Map, p: Point, from: Location) -> Option<Point> {
        let mut best: Option<Waiting> = None;
        self.blocks.set_out(map.components(), p, map.faces_at(from));
        while let Some((distance, some_face)) = self.blocks.take_nearest() {
            if best.as_ref().is_some_and(|best| best.distance < distance) {
                break;
            }
            self.blocks.for_each_face(map, some_face, |f| {
                // What lies outside of a component is nearest to one of its walls.
                if f.edges().into_iter().any(|e| map.is_wall(e)) {
                    let waiting = Waiting::of(map, f, p);
                    if best.as_ref().is_none_or(|best| *best < waiting) {
                        best = Some(waiting);
                    }
                }
            });
        }
        best.map(|best| best.place)
    }
}

/// A component of so few faces is looked through at once.
const FEW_FACES: usize = 32;
/// So many faces around a point are looked into before those who are far away are asked to come nearer.
const FEW_LOOKS: usize = 48;

/// The search was given up.
struct TooFar;

impl Waiting {
    fn of(map: &Map, face: FaceId, p: Point) -> Waiting {
        let (place, inside) = (map.nearest_in_face(face, p), map.pulled_inside(p));
        let from_rim = if inside == p { 0.0 } else { inside.distance(place) };
        Waiting { distance: p.distance(place), from_rim, face, place }
    }
}

impl Map {
    /// The walkable point nearest to `p`: `p` itself where one can stand there. `None` when nothing is walkable at all
    /// or `p` is not a number. On the border of an obstacle the point is exact to a lattice step.
    pub fn nearest_walkable(&self, p: impl Into<Point>) -> Option<Point> {
        let p = p.into();
        if self.is_walkable(p) { Some(p) } else { Nearest::default().find(self, p, |f| self.is_free(f)) }
    }

    /// The point of the lattice's square nearest to a point.
    fn pulled_inside(&self, p: Point) -> Point {
        let reach = self.lattice.reach();
        Point::new(p.x.clamp(reach.min.x, reach.max.x), p.y.clamp(reach.min.y, reach.max.y))
    }

    /// The point of a closed face nearest to a point outside it.
    fn nearest_in_face(&self, f: FaceId, p: Point) -> Point {
        let corners = self.corners(f).map(|v| self.point(v));
        let sides = [0, 1, 2].map(|i| nearest_on_segment(p, corners[i], corners[(i + 1) % 3]));
        sides.into_iter().min_by(|a, b| p.distance(*a).total_cmp(&p.distance(*b))).unwrap_or(corners[0])
    }
}
