//! The nearest walkable point, and the nearest point with clearance for a disc.
//!
//! The nearest reachable point is looked for around the goal first. If it is not near, the blocks of the start's component are
//! searched, nearest box first: a pocket at the other end of the map costs its own faces only.

use crate::clearance::RoomBeside;
use crate::components::BlockWalk;
use crate::face_set::FaceSet;
use crate::ids::{FaceId, LayerId};
use crate::map::Map;
use crate::tolerance::{NEARER_BY_ROUNDING, TAKEN_AS_IT_IS, leeway};
use crate::triangulation::Location;
use crate::tuning::nearest::{LOCAL_FACES, SMALL_COMPONENT};
use navigant_geometry::Point;
use navigant_geometry::internals::{LatticeInternals as _, Offset, PointInternals as _, nearest_on_segment};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// A place that may be the nearest.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    distance: f64,
    /// From the point of the lattice's square that is nearest to a point outside it, for those so far away that all
    /// distances are rounded to the same; 0 for points inside.
    from_rim: f64,
    place: Point,
}

impl Candidate {
    fn of(map: &Map, place: Point, p: Point) -> Candidate {
        let inside = map.pulled_inside(p);
        let from_rim = if inside == p { 0.0 } else { inside.distance(place) };
        Candidate { distance: p.distance(place), from_rim, place }
    }

    /// By distance; ties by place, so that the answer does not depend on face ids.
    fn compare(&self, other: &Candidate) -> Ordering {
        let key = |c: &Candidate| [c.distance, c.from_rim, c.place.x, c.place.y];
        let differences = key(self).into_iter().zip(key(other)).map(|(a, b)| a.total_cmp(&b));
        differences.fold(Ordering::Equal, Ordering::then)
    }
}

/// A face waiting to be looked at, nearest first, with its point that is nearest.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    nearest: Candidate,
    face: FaceId,
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
        // The nearest is the greatest.
        other.nearest.compare(&self.nearest).then(other.face.cmp(&self.face))
    }
}

/// A finder of nearest points in a set of faces; holds scratch memory, for many queries.
#[derive(Debug, Default)]
pub struct Nearest {
    queue: BinaryHeap<Waiting>,
    seen: FaceSet,
    blocks: BlockWalk,
}

impl Nearest {
    /// The point nearest to `p` in the faces that are wanted, on the lattice or inside of one of them; `None` when there are
    /// none or `p` is not a number. Of several that are equally near it is the one with the least x, then the least y.
    ///
    /// Cost: the faces nearer than the answer, by best-first search; usually a few.
    pub fn find(&mut self, map: &Map, p: impl Into<Point>, is_wanted: impl Fn(FaceId) -> bool) -> Option<Point> {
        let p = p.into();
        let location = map.locate(map.pulled_inside(p))?;
        let found =
            self.search(map, p, location, usize::MAX, nearer(map), |waiting| waiting.rounded(map, p, &is_wanted));
        found.ok().flatten().map(|found| found.nearest.place)
    }

    /// The point nearest to `p` that can be walked to from a place, as by [`Nearest::find`]. On a wall, one can walk away
    /// to both sides.
    ///
    /// Cost: the faces nearer than the answer if they are few; otherwise, be it a pocket at the other end of the map or
    /// one half of it, a look at the blocks of its [components](Map::components) and at the faces of the nearest ones.
    pub fn find_reachable(&mut self, map: &Map, p: impl Into<Point>, from: Location) -> Option<Point> {
        let (p, components) = (p.into(), map.components());
        let parts = || map.faces_at(from).filter_map(|f| components.of(f));
        let is_wanted = |f: FaceId| components.of(f).is_some_and(|part| parts().any(|wanted| wanted == part));
        let is_small = parts().map(|part| components.face_count(part)).sum::<usize>() <= SMALL_COMPONENT;
        let looks = if is_small { 0 } else { LOCAL_FACES };
        let location = map.locate(map.pulled_inside(p))?;
        let found = self.search(map, p, location, looks, nearer(map), |waiting| waiting.rounded(map, p, &is_wanted));
        let found = found.unwrap_or_else(|TooFar| self.look_into_blocks(map, p, from, &is_wanted))?;
        Some(found.nearest.place)
    }

    /// The place nearest to `p` where a disc of a radius in metres has room and that is accepted: `p` itself if it is. `None`
    /// when there is none, when `p` or the radius is not a number, or when more than `most` faces would have to be looked
    /// into.
    ///
    /// Cost: the faces nearer than the answer, by best-first search, and the features around each.
    pub fn find_with_room(
        &mut self,
        map: &Map,
        p: impl Into<Point>,
        radius: f64,
        most: usize,
        mut accepts: impl FnMut(Point) -> bool,
    ) -> Option<Point> {
        let p = p.into();
        if radius == 0.0 {
            return self.find(map, p, |f| map.is_free(f)).filter(|&place| accepts(place));
        }
        let (steps, (width, height)) = (radius / map.lattice.step(), map.lattice.reach().size());
        // Not "radius > 0", which NaN is not; and no disc is larger than the lattice.
        if !(radius > 0.0 && radius <= width.min(height) && p.is_finite()) {
            return None;
        }
        if map.has_room_at(p, radius) && accepts(p) {
            return Some(p);
        }
        let mut beside = RoomBeside::new(map.steps(p), steps);
        let mut nearest = f64::INFINITY;
        let mut candidates: Vec<Candidate> = Vec::new();
        let location = map.locate(map.pulled_inside(p))?;
        let found = self.search(map, p, location, most, 0.0, |waiting| {
            let places = if map.is_free(waiting.face) { beside.places(map, waiting.face) } else { &[] };
            // Whether there is room is asked last: beside many features there are many times more places.
            candidates.clear();
            candidates.extend(places.iter().map(|&place| Candidate::of(map, map.at_steps(place), p)));
            candidates.retain(|candidate| candidate.distance <= nearest);
            candidates.sort_unstable_by(Candidate::compare);
            let best = candidates.iter().find(|c| map.has_room_at(c.place, radius) && accepts(c.place)).copied();
            nearest = best.map_or(nearest, |best| best.distance);
            best
        });
        found.ok()?.map(|found| found.nearest.place)
    }

    /// The place nearest to one in a layer, both in steps, where a disc has room and that is accepted, in the same layer; and the face that it is
    /// in. `None` as for [`Nearest::find_with_room`].
    pub fn find_with_room_on(
        &mut self,
        map: &Map,
        layer: LayerId,
        from: Offset,
        radius: f64,
        most: usize,
        accepts: impl Fn(Offset) -> bool,
    ) -> Option<(Offset, FaceId)> {
        let p = map.at_steps(from);
        let location = map.locate_on(layer, map.pulled_inside(p))?;
        let has_room = |f: FaceId, at: Offset| map.has_room_in(f, at, radius, TAKEN_AS_IT_IS * leeway(radius));
        if let Some(face) = map.face_on(layer, from).filter(|&f| has_room(f, from)) {
            return Some((from, face));
        }
        let mut beside = RoomBeside::new(from, radius);
        let mut best: Option<(f64, Offset, FaceId)> = None;
        let found = self.search(map, p, location, most, 0.0, |waiting| {
            let f = waiting.face;
            if map.layer_of(f) != layer || !map.is_free(f) {
                return None;
            }
            let nearer = |far: f64, at: Offset| {
                best.is_none_or(|(least, before, _)| (far, at.x, at.y) < (least, before.x, before.y))
            };
            let places = beside.places(map, f).iter().map(|&at| ((at - from).length(), at));
            let with_room =
                places.filter(|&(far, at)| nearer(far, at) && accepts(at) && map.holds(f, at) && has_room(f, at));
            let (far, at) = with_room.min_by(|a, b| a.0.total_cmp(&b.0))?;
            best = Some((far, at, f));
            Some(Candidate::of(map, map.at_steps(at), p))
        });
        found.ok()?;
        best.map(|(_, at, f)| (at, f))
    }

    /// Best-first search outward from `p` for the nearest candidate of any face, within a limit on the faces examined. The distance
    /// of a face less `nearer`, in metres, is a lower bound on those of its candidates.
    fn search(
        &mut self,
        map: &Map,
        p: Point,
        location: Location,
        mut looks: usize,
        nearer: f64,
        mut candidate: impl FnMut(&Waiting) -> Option<Candidate>,
    ) -> Result<Option<Waiting>, TooFar> {
        if !p.is_finite() {
            return Ok(None);
        }
        let inside = map.pulled_inside(p);
        let first = location.some_face(|v| map.plane.tri.edge_of(v));
        self.queue.clear();
        self.seen.clear();
        let here = Candidate { distance: 0.0, from_rim: 0.0, place: inside };
        self.queue.push(Waiting { nearest: here, face: first });
        self.seen.insert(first);
        let mut best: Option<Waiting> = None;
        while let Some(waiting) = self.queue.pop() {
            if best.is_some_and(|best| best.nearest.distance + nearer < waiting.nearest.distance) {
                break;
            }
            let face = waiting.face;
            if let Some(nearest) = candidate(&waiting) {
                let found = Waiting { nearest, face };
                if nearest.distance == 0.0 {
                    return Ok(Some(found));
                }
                best = best.max(Some(found));
            }
            looks = looks.checked_sub(1).ok_or(TooFar)?;
            for e in face.edges() {
                let beyond = map.twin(e).face();
                if map.plane.tri.is_inner(beyond) && self.seen.insert(beyond) {
                    self.queue.push(Waiting::of(map, beyond, p));
                }
            }
        }
        Ok(best)
    }

    /// Looks into the blocks of some components, nearest first, until the next one is farther than the best point.
    fn look_into_blocks(
        &mut self,
        map: &Map,
        p: Point,
        from: Location,
        is_wanted: &impl Fn(FaceId) -> bool,
    ) -> Option<Waiting> {
        let mut best: Option<Waiting> = None;
        let nearer = nearer(map);
        self.blocks.set_out(map.components(), p, map.faces_at(from));
        while let Some((distance, some_face)) = self.blocks.take_nearest() {
            if best.is_some_and(|best| best.nearest.distance + nearer < distance) {
                break;
            }
            // All of them: what lies outside of a component is nearest to one of its walls, but that may be rounded to far away.
            self.blocks.for_each_face(map, some_face, |f| {
                let face = Waiting::of(map, f, p);
                if best.is_none_or(|best| face.nearest.distance <= best.nearest.distance + nearer) {
                    best = best.max(face.rounded(map, p, is_wanted).map(|nearest| Waiting { nearest, ..face }));
                }
            });
        }
        best
    }
}

/// By how many metres a place may be nearer after rounding. All faces that are so near are looked at, so that it does not matter in which
/// order.
fn nearer(map: &Map) -> f64 {
    NEARER_BY_ROUNDING * map.lattice.step()
}

/// The search was given up.
struct TooFar;

impl Waiting {
    fn of(map: &Map, face: FaceId, p: Point) -> Waiting {
        Waiting { nearest: Candidate::of(map, map.nearest_in_face(face, p), p), face }
    }

    /// The nearest point of a wanted face that is rounded into a wanted face: in a gap thinner than a step it may be farther away
    /// than one of another face.
    fn rounded(&self, map: &Map, p: Point, is_wanted: &impl Fn(FaceId) -> bool) -> Option<Candidate> {
        let place = || map.rounded_into(self.face, self.nearest.place, is_wanted);
        is_wanted(self.face).then(place).map(|place| match place == self.nearest.place {
            true => self.nearest,
            false => Candidate::of(map, place, p),
        })
    }
}

impl Map {
    /// The walkable point nearest to `p`, but for a step of the lattice: `p` itself where one can stand there. `None` when nothing
    /// is walkable at all or `p` is not a number. [`Map::is_walkable`] is true of the answer.
    ///
    /// ```
    /// use navigant_mesh::internals::MapInternals as _;
    /// use navigant_mesh::{Map, Outline};
    /// let map = Map::new(&Outline::rectangle([0.0, 0.0], [20.0, 10.0]))?;
    /// let nearest = map.nearest_walkable([5.0, 13.0]).unwrap();
    /// assert!(nearest.distance([5.0, 10.0].into()) < 1e-3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub(crate) fn nearest_walkable(&self, p: impl Into<Point>) -> Option<Point> {
        let p = p.into();
        if self.is_walkable(p) { Some(p) } else { Nearest::default().find(self, p, |f| self.is_free(f)) }
    }

    /// The place nearest to `p`, but for a millionth of a lattice step, where a disc of a radius in metres has room: `p` itself
    /// if it has. `None` when there is none, or `p` or the radius is not a number. With a radius of 0 it is the nearest walkable point.
    ///
    /// ```
    /// use navigant_mesh::{Map, Outline};
    /// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [16.0, 16.0]))?;
    /// map.insert(&Outline::rectangle([4.0, 4.0], [12.0, 8.0]))?;
    /// let beside = map.nearest_with_room([6.0, 7.5], 0.5).unwrap();
    /// assert!(beside.distance([6.0, 8.5].into()) < 1e-6);
    /// assert_eq!(map.nearest_with_room([6.0, 7.5], 9.0), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn nearest_with_room(&self, p: impl Into<Point>, radius: f64) -> Option<Point> {
        if radius == 0.0 {
            return self.nearest_walkable(p);
        }
        Nearest::default().find_with_room(self, p, radius, usize::MAX, |_| true)
    }

    /// A place on the border of a face, or a point of the lattice that lies in a wanted face: the nearest within two steps, or
    /// else a corner of the face.
    fn rounded_into(&self, face: FaceId, place: Point, is_wanted: impl Fn(FaceId) -> bool) -> Point {
        let lies_there = |p: Point| self.locate(p).is_some_and(|at| self.faces_at(at).any(&is_wanted));
        if lies_there(place) {
            return place;
        }
        let steps = self.steps(place);
        let mut around: Vec<Offset> = (0..25)
            .map(|i| Offset::new(steps.x.round() + f64::from(i % 5 - 2), steps.y.round() + f64::from(i / 5 - 2)))
            .collect();
        around.sort_by(|a, b| (*a - steps).squared().total_cmp(&(*b - steps).squared()));
        let mut around = around.into_iter().map(|at| self.at_steps(at));
        let corners = self.corners(face).map(|v| self.point(v));
        let nearest_corner = || corners.into_iter().min_by(|a, b| a.distance(place).total_cmp(&b.distance(place)));
        around.find(|&p| lies_there(p)).or_else(nearest_corner).unwrap_or(place)
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

#[cfg(test)]
mod tests {
    use super::*;
    use navigant_geometry::Outline;

    /// Walls a few lattice steps apart (soak `reachability`, seed 9101, case 313): the nearest place of one face was rounded to a point
    /// that is nearer than that of another, and was found or not as the faces came. A point 0.77 steps away is nearest, not one a step away.
    #[test]
    fn the_nearest_reachable_place_does_not_depend_on_the_order_of_faces() {
        let step = 2f64.powi(-19);
        let at = |&(x, y): &(i32, i32)| [32.0 + f64::from(x) * step, 32.0 + f64::from(y) * step];
        let polygon = |places: &[(i32, i32)]| Outline::polygon(places.iter().map(at).collect::<Vec<_>>());
        let polyline = |places: &[(i32, i32)]| Outline::polyline(places.iter().map(at).collect::<Vec<_>>());
        let obstacles = [
            polyline(&[(-4, 5), (-4, 1), (2, 6), (6, -1), (1, 1)]),
            polyline(&[(-1, 5), (-2, 5)]),
            polygon(&[(2, -1), (3, -1), (-5, -1), (3, -1), (-4, 0), (3, -1), (3, 0), (2, 0)]),
            polyline(&[(-2, -4), (-1, 2), (1, 4), (4, 1)]),
            polygon(&[(-4, -3), (-4, 4), (4, 0)]),
            polygon(&[(-1, 3), (1, 3), (1, 5), (-1, 5)]),
            polyline(&[(2, 0), (5, 0)]),
            polyline(&[(2, 1)]),
            polyline(&[(1, 0), (1, 2)]),
        ];
        let (map, _) = Map::build(&[Outline::rectangle([0.0, 0.0], [64.0, 64.0])], &obstacles).unwrap();
        let (p, components, mut nearest) = (at(&(4, 1)), map.components(), Nearest::default());
        let mut tried = 0;
        for from in map.faces().filter(|&f| map.is_free(f)) {
            let by_search = nearest.find(&map, p, |f| components.of(f) == components.of(from));
            let found = nearest.find_reachable(&map, p, Location::Face(from));
            assert_eq!(found, by_search);
            tried += 1;
        }
        assert!(tried > 10);
    }
}
