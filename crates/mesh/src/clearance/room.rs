//! Clearance at a point, and clearance tests along a line or an arc.

use super::feature::Feature;
use super::square::Square;
use super::straight::Straight;
use crate::ids::{FaceId, LayerId};
use crate::map::Map;
use crate::tolerance::{ABOVE, IN_MIDDLE, MOST_LEEWAY, THROUGH_MIDDLE, leeway};
use navigant_geometry::internals::LatticePoint;
use navigant_geometry::internals::{LatticeInternals as _, Offset, PointInternals as _};
use navigant_geometry::{Lattice, Point};

impl Map {
    /// The clearance at a point: the distance to the nearest wall, in metres; `None` where the point is not walkable. Accurate to a
    /// lattice step. For a lattice point it is rounded down: a disc of that radius has room.
    ///
    /// Cost: locating the point, and a look at the features around its face.
    pub fn clearance_at(&self, p: impl Into<Point>) -> Option<f64> {
        self.clearance_on(LayerId::default(), p.into())
    }

    /// The same at a point of a layer.
    pub(crate) fn clearance_on(&self, layer: LayerId, p: Point) -> Option<f64> {
        Some(self.room_on(layer, p)? * self.lattice().step())
    }

    /// The same in steps.
    pub(super) fn room_on(&self, layer: LayerId, p: Point) -> Option<f64> {
        let location = self.locate_on(layer, p)?;
        let here = self.steps(p);
        let faces = || self.faces_at(location).filter(|&f| self.is_free(f));
        // A place beside a seam may be rounded to the layer beyond.
        let beside = if self.has_layers() && faces().next().is_none() { self.face_on(layer, here) } else { None };
        let listed = || faces().chain(beside).flat_map(|f| self.features_near(f).map(move |feature| (f, feature)));
        let features = || listed().filter(|&(f, feature)| self.is_seen(f, here, feature)).map(|(_, feature)| feature);
        let least = features().map(|feature| feature.distance(self, here)).fold(f64::INFINITY, f64::min);
        if !least.is_finite() {
            return None;
        }
        let at = self.lattice().snap(p).ok()?;
        if Offset::to(at) != here {
            return Some(least);
        }
        let as_near = features().filter(|feature| feature.distance(self, here) <= least * ABOVE);
        let exactly = as_near.map(|feature| Square::to_feature(self, at, feature).root_down());
        Some(exactly.fold(f64::INFINITY, f64::min))
    }

    /// Whether a disc of a radius in metres has room at a point. Where the point is on the lattice that is exact: the radius is not
    /// more than [`Map::clearance_at`]. Elsewhere, by a millionth of a lattice step, and by what coordinates in metres are rounded
    /// by: so there is room at every point of a disc's path.
    ///
    /// ```
    /// use navigant_mesh::{Map, Outline};
    /// let map = Map::new(&Outline::rectangle([0.0, 0.0], [4.0, 4.0]))?;
    /// assert!(map.has_room_at([1.0, 2.0], 1.0) && !map.has_room_at([1.0, 2.0], 1.01));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn has_room_at(&self, p: impl Into<Point>, radius: f64) -> bool {
        let p = p.into();
        let is_on_lattice = || self.lattice().snap(p).is_ok_and(|at| Offset::to(at) == self.steps(p));
        if radius <= 0.0 || is_on_lattice() {
            return self.clearance_at(p).is_some_and(|clearance| radius <= clearance);
        }
        let radius = radius / self.lattice().step();
        p.is_finite() && self.has_room_beside(self.steps(p), radius, leeway(radius) + self.rounded_by())
    }

    /// Whether a disc has room at a place, all in steps, up to a leeway; but not in the middle of a gap that is too narrow.
    pub(crate) fn has_room_beside(&self, place: Offset, radius: f64, leeway: f64) -> bool {
        self.face_of(place).is_some_and(|f| self.has_room_in(f, place, radius, leeway))
    }

    /// The same at a place in a face; none in one that is not free or not of this map.
    pub(crate) fn has_room_in(&self, f: FaceId, place: Offset, radius: f64, leeway: f64) -> bool {
        let near = || {
            let near = self.features_near(f).map(|feature| (feature, feature.distance(self, place)));
            near.filter(move |&(feature, distance)| distance > radius + leeway || self.is_seen(f, place, feature))
        };
        let is_free = near().all(|(_, distance)| distance >= radius - leeway);
        let is_touched = |(feature, distance): (Feature, f64)| (distance <= radius + leeway).then_some(feature);
        // Between two walls in parallel the middle is a line.
        let walls = || {
            near().filter_map(is_touched).filter_map(|feature| match feature {
                Feature::Wall(e) if feature.is_beside(self, place) => Some(e),
                _ => None,
            })
        };
        let is_between = || {
            let mut gaps =
                walls().flat_map(|e| walls().filter_map(move |other| Square::between_parallels(self, e, other)));
            gaps.any(|gap| gap.is_below(2.0 * radius))
        };
        self.is_free(f)
            && is_free
            && !is_between()
            && !is_stuck(self, || near().filter_map(is_touched), radius, |p| (p - place).length() <= IN_MIDDLE * leeway)
    }

    /// By how much places are off that are given in metres, in steps: much where the origin is far away.
    pub(crate) fn rounded_by(&self) -> f64 {
        let reach = self.lattice().reach();
        let farthest =
            [reach.min.x, reach.min.y, reach.max.x, reach.max.y].map(f64::abs).into_iter().fold(0.0, f64::max);
        farthest * f64::EPSILON / self.lattice().step()
    }

    /// The features among which the nearest one of every point in a free face is: the face's own, and those in the
    /// profiles of its edges. Some may come twice.
    pub(crate) fn features_near(&self, f: FaceId) -> impl Iterator<Item = Feature> + '_ {
        let corners = self.corners(f).into_iter().map(Feature::Corner);
        let walls = f.edges().into_iter().filter(|&e| self.is_wall(e)).map(Feature::Wall);
        let open = f.edges().into_iter().filter(|&e| !self.is_wall(e));
        // A list may hold what is gone, where it was nowhere nearest.
        let beyond = open.flat_map(|e| self.profiles().left_of(self.twin(e))).filter(|feature| feature.is_there(self));
        corners.chain(walls).chain(beyond)
    }

    /// A point in steps of the lattice, not rounded.
    pub(crate) fn steps(&self, p: Point) -> Offset {
        let [x, y] = self.lattice().steps(p);
        Offset::new(x, y)
    }

    /// The point at a place that is given in steps of the lattice.
    pub(crate) fn at_steps(&self, at: Offset) -> Point {
        let (origin, step) = (self.lattice().origin(), self.lattice().step());
        Point::new(origin.x + at.x * step, origin.y + at.y * step)
    }

    /// Whether a disc has room on the straight way between two points: everything is at least its radius, in metres, away
    /// from that way, but for a small part of a lattice step. Never where one cannot stand or the radius is no number.
    ///
    /// Cost: the faces nearer to the way than the radius.
    pub fn sees_as_disc(&self, from: impl Into<Point>, to: impl Into<Point>, radius: f64) -> bool {
        let (from, to) = (from.into(), to.into());
        let is_sane = from.is_finite() && to.is_finite() && radius >= 0.0;
        is_sane && Room::default().along_line(self, self.steps(from), self.steps(to), radius / self.lattice().step())
    }
}

/// A circular arc, in lattice steps.
#[derive(Clone, Copy, Debug)]
pub struct Arc {
    /// The centre of the circle.
    pub centre: Offset,
    /// The vector from the centre to the arc's start.
    pub from: Offset,
    /// The vector from the centre to its end.
    pub to: Offset,
    /// Whether it turns left; by less than a full turn.
    pub is_left: bool,
}

impl Arc {
    /// Whether a way from the middle leads through the arc.
    pub(super) fn spans(&self, way: Offset) -> bool {
        let (from, to) = if self.is_left { (self.from, self.to) } else { (self.to, self.from) };
        // Left of the start and right of the end; for more than half a turn, one of both.
        let (after, before) = (from.cross(way) >= 0.0, way.cross(to) >= 0.0);
        // What is straight behind an arc without length is on its line too.
        let is_behind = from.dot(to) > 0.0 && way.dot(from) < 0.0;
        if from.cross(to) >= 0.0 { after && before && !is_behind } else { after || before }
    }

    fn distance(&self, p: Offset) -> f64 {
        let way = p - self.centre;
        if self.spans(way) {
            (way.length() - self.from.length()).abs()
        } else {
            (way - self.from).squared().min((way - self.to).squared()).sqrt()
        }
    }

    fn distance_to_segment(&self, a: Offset, b: Offset) -> f64 {
        let ends = [self.distance(a), self.distance(b)];
        let own = [self.from, self.to].map(|end| (self.centre + end).distance_to_segment(a, b));
        let foot = self.distance(self.centre.nearest_on_segment(a, b));
        // Where the segment crosses the circle: before and after the foot of the middle on its line.
        let (along, way) = (b - a, self.centre - a);
        let length = along.length();
        let along = along * (1.0 / length);
        let (foot_at, aside) = (along.dot(way), -along.cross(way));
        let half = (self.from.squared() - aside * aside).sqrt();
        let crosses = [half, -half]
            .into_iter()
            .any(|half| (0.0..=length).contains(&(foot_at + half)) && self.spans(along.left() * aside + along * half));
        if crosses { 0.0 } else { ends.into_iter().chain(own).fold(foot, f64::min) }
    }
}

/// A clearance test along lines and arcs; holds scratch memory, for many queries. All lengths are in steps.
///
/// Room is measured in floats, but for gaps that are too narrow, or just wide enough, by less than rounding can tell:
/// they are measured in integers. A gap of exactly twice the distance is wide enough.
#[derive(Clone, Debug, Default)]
pub struct Room {
    visited: Vec<u32>,
    round: u32,
    entries: Vec<FaceId>,
    /// What is only just far enough away.
    touched: Vec<Feature>,
}

impl Room {
    /// Whether everything is at least a distance away from a line.
    pub fn along_line(&mut self, map: &Map, from: Offset, to: Offset, distance: f64) -> bool {
        self.flood(map, map.face_around(from), distance, between_segments(from, to))
    }

    /// The same for a line that sets out in a face, on any layer. What is near the line in plan and on another floor is not come to: no
    /// corner is within the distance, around which one would get there.
    pub fn along_line_from(&mut self, map: &Map, face: FaceId, [from, to]: [Offset; 2], distance: f64) -> bool {
        map.has_face(face) && self.flood(map, [face], distance, between_segments(from, to))
    }

    /// The same for a line that sets out in a face, on any layer, and whose ends have room; the face that it ends in.
    ///
    /// The distance between two segments that do not cross is attained at an end of one of them. So only corners matter besides walls that
    /// are crossed, and of these those that are nearest to some place of a face on the line.
    pub fn along_line_in(&mut self, map: &Map, face: FaceId, [from, to]: [Offset; 2], distance: f64) -> Option<FaceId> {
        let leeway = leeway(distance);
        let mut walk = Straight::new(map.face_towards(face, from, from)?, from, to);
        self.touched.clear();
        for _ in 0..map.face_slots() {
            let f = walk.face;
            for feature in map.features_near(f) {
                let ends = feature.ends(map);
                let is_end = map.holds(f, from) || map.holds(f, to);
                if ends[0] != ends[1] && !is_end {
                    continue;
                }
                for place in [ends[0].nearest_on_segment(from, to), from, to] {
                    let far = feature.distance(map, place);
                    if far <= distance + leeway && map.holds(f, place) && map.is_seen(f, place, feature) {
                        if far < distance - leeway {
                            return None;
                        }
                        self.touched.push(feature);
                    }
                }
            }
            match walk.exit(map) {
                Some(e) if map.is_wall(e) => return None,
                Some(e) => walk.cross(map, e),
                None => break,
            }
        }
        let touched = || self.touched.iter().copied();
        let far = |p: Offset| p.distance_to_segment(from, to);
        (!is_stuck(map, touched, distance, |p| far(p) <= THROUGH_MIDDLE * leeway)).then_some(walk.face)
    }

    /// Whether everything is at least a distance away from an arc.
    pub fn along_arc(&mut self, map: &Map, arc: &Arc, distance: f64) -> bool {
        let reach = arc.from.length() + distance + 2.0 * MOST_LEEWAY;
        self.flood(map, map.face_around(arc.centre + arc.from), distance, |a, b| {
            // What is farther from the middle than this is far enough from the arc.
            let from_middle = arc.centre.distance_to_segment(a, b);
            if from_middle > reach {
                from_middle - arc.from.length()
            } else if a == b {
                arc.distance(a)
            } else {
                arc.distance_to_segment(a, b)
            }
        })
    }

    /// Visits the faces around a place on something as far as they are nearer to it than a distance, and looks whether a
    /// wall or a corner is. `from_it` tells how far a segment is from it, or a point given twice.
    fn flood(
        &mut self,
        map: &Map,
        around: impl IntoIterator<Item = FaceId>,
        distance: f64,
        from_it: impl Fn(Offset, Offset) -> f64,
    ) -> bool {
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.visited.fill(0);
            self.round = 1;
        }
        if self.visited.len() < map.face_slots() {
            self.visited.resize(map.face_slots(), 0);
        }
        let leeway = leeway(distance);
        let (limit, touching) = (distance - leeway, distance + leeway);
        self.touched.clear();
        self.entries.clear();
        self.entries.extend(around.into_iter().filter(|&f| map.is_free(f)));
        if self.entries.is_empty() {
            return false;
        }
        while let Some(f) = self.entries.pop() {
            if std::mem::replace(&mut self.visited[f.index()], self.round) == self.round {
                continue;
            }
            let vertices = map.corners(f);
            let corners = vertices.map(|v| Offset::to(map.lattice_point(v)));
            for (v, at) in vertices.into_iter().zip(corners) {
                let distance = from_it(at, at);
                if distance < limit {
                    return false;
                }
                if distance <= touching {
                    self.touched.push(Feature::Corner(v));
                }
            }
            for (side, e) in f.edges().into_iter().enumerate() {
                let distance = from_it(corners[side], corners[(side + 1) % 3]);
                if map.is_wall(e) {
                    if distance < limit {
                        return false;
                    }
                    if distance <= touching {
                        self.touched.push(Feature::Wall(e));
                    }
                } else if distance <= touching {
                    self.entries.push(map.twin(e).face());
                }
            }
        }
        let touched = || self.touched.iter().copied();
        self.touched.len() < 2 || !is_stuck(map, touched, distance, |p| from_it(p, p) <= THROUGH_MIDDLE * leeway)
    }
}

/// How far a segment is from a line, or a point given twice.
fn between_segments(from: Offset, to: Offset) -> impl Fn(Offset, Offset) -> f64 {
    move |a, b| {
        if a == b {
            return a.distance_to_segment(from, to);
        }
        let (along, line) = (b - a, to - from);
        let sides = [along.cross(from - a), along.cross(to - a), line.cross(a - from), line.cross(b - from)];
        if sides[0] * sides[1] < 0.0 && sides[2] * sides[3] < 0.0 {
            return 0.0;
        }
        let ends = [(a, from, to), (b, from, to), (from, a, b), (to, a, b)];
        ends.map(|(p, a, b)| p.distance_to_segment(a, b)).into_iter().fold(f64::INFINITY, f64::min)
    }
}

/// Whether something leads through the middle of a gap that is too narrow by less than could be measured, between two features
/// that it touches.
fn is_stuck<I: Iterator<Item = Feature>>(
    map: &Map,
    touched: impl Fn() -> I,
    distance: f64,
    is_through: impl Fn(Offset) -> bool,
) -> bool {
    touched().any(|feature| match feature {
        Feature::Corner(v) => {
            let corner = map.lattice_point(v);
            touched().filter(|&other| other != feature).any(|other| {
                let middle = (Offset::to(corner) + other.nearest(map, Offset::to(corner))) * 0.5;
                is_through(middle) && Square::to_feature(map, corner, other).is_below(2.0 * distance)
            })
        }
        Feature::Wall(_) => false,
    })
}

impl Map {
    /// The free face that a place in steps lies in, not rounded to the lattice; on the border of several, one of them.
    pub(crate) fn face_of(&self, place: Offset) -> Option<FaceId> {
        self.face_around(place).find(|&f| self.is_free(f))
    }

    /// The face that a place in steps lies in; on the border of several, one of them.
    pub(super) fn face_around(&self, place: Offset) -> impl Iterator<Item = FaceId> + use<> {
        let tri = &self.plane.tri;
        let reach = f64::from(Lattice::REACH);
        let is_inside = place.x.abs() <= reach && place.y.abs() <= reach;
        let found = is_inside.then(|| {
            let near = LatticePoint::new(place.x.round() as i32, place.y.round() as i32);
            let mut face = tri.locate(near).some_face(|v| tri.edge_of(v));
            // The rounded point may lie in another face than the place, but not far from it.
            for _ in 0..64 {
                let outside = face.edges().into_iter().find(|&e| {
                    let [a, b] = [tri.origin(e), tri.target(e)].map(|v| Offset::to(tri.at(v)));
                    (b - a).cross(place - a) < 0.0
                });
                match outside.map(|e| tri.twin(e).face()).filter(|&f| tri.is_inner(f)) {
                    Some(next) => face = next,
                    None => break,
                }
            }
            face
        });
        found.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant_geometry::Outline;

    /// A path that only touches a corner has an arc of no length there. It took the wall straight behind the corner for one that
    /// crosses the arc, and each such path was searched for again with care (`arena2`, five of 47 queries).
    #[test]
    fn an_arc_without_length_has_nothing_behind_it() {
        let arc = Arc {
            centre: Offset::new(3.0, 4.0),
            from: Offset::new(0.0, 2.0),
            to: Offset::new(0.0, 2.0),
            is_left: true,
        };
        assert!(arc.spans(Offset::new(0.0, 5.0)) && !arc.spans(Offset::new(0.0, -5.0)));
        let quarter = Arc { to: Offset::new(-2.0, 0.0), ..arc };
        assert!(quarter.spans(Offset::new(-1.0, 1.0)) && !quarter.spans(Offset::new(1.0, -1.0)));
        let half = Arc { to: Offset::new(0.0, -2.0), ..arc };
        assert!(half.spans(Offset::new(-1.0, 0.0)) && !half.spans(Offset::new(1.0, 0.0)));

        let room = Outline::rectangle([0.0, 0.0], [16.0, 16.0]);
        let wall = Outline::polyline([[8.0, 0.0], [8.0, 8.0]]);
        let map = Map::build(&[room], &[wall]).unwrap().0;
        let [tip, above] = [[8.0, 8.0], [8.0, 10.0]].map(|p| map.steps(p.into()));
        let from = above - tip;
        let touch = Arc { centre: tip, from, to: from, is_left: true };
        assert!(Room::default().along_arc(&map, &touch, from.length()));
    }

    #[test]
    fn what_is_not_beside_an_arc_is_as_far_as_the_nearer_of_its_ends() {
        let [centre, from, to] = [(3.0, 4.0), (0.0, 2.0), (-2.0, 0.0)].map(|(x, y)| Offset::new(x, y));
        let quarter = Arc { centre, from, to, is_left: true };
        for (p, expected) in
            [((5.0, 4.0), 8.0f64.sqrt()), ((3.0, 2.0), 8.0f64.sqrt()), ((1.0, 1.0), 3.0), ((0.0, 4.0), 1.0)]
        {
            assert_eq!(quarter.distance(Offset::new(p.0, p.1)), expected, "{p:?}");
        }
    }

    /// A post and a wall beside a line: nearer than the disc, as far as it reaches, and farther.
    #[test]
    fn a_line_has_room_if_everything_is_as_far_as_the_disc_reaches() {
        let floor = Outline::rectangle([0.0, 0.0], [64.0, 64.0]);
        for obstacle in [Outline::polyline([[32.0, 36.0]]), Outline::polyline([[30.0, 36.0], [35.0, 36.0]])] {
            let map = Map::build(std::slice::from_ref(&floor), &[obstacle]).unwrap().0;
            let [from, to] = [[24.0, 32.0], [40.0, 32.0]].map(|p| map.steps(p.into()));
            let step = map.lattice().step();
            for (distance, has_room) in [(1.0, true), (3.99, true), (4.0, true), (4.01, false), (6.0, false)] {
                assert_eq!(Room::default().along_line(&map, from, to, distance / step), has_room, "{distance}");
            }
        }
    }
}
