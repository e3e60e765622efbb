//! Following a leg from face to face, to see whether the disc has room on it.

use super::crossed::Crossing;
use navigant_geometry::internals::Offset;
use navigant_mesh::internals::{
    EdgeIdInternals as _, Feature, MapInternals as _, Profiles, Room, gap_is_below, leeway,
};
use navigant_mesh::{EdgeId, FaceId, Map, VertexId};

/// A straight leg whose ends have room.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leg {
    pub(super) from: Offset,
    pub(super) to: Offset,
    /// The corners whose circles it touches where it starts and where it ends.
    pub(super) own: [Option<VertexId>; 2],
}

/// Sides on which a corner is just far enough away.
#[derive(Default)]
struct Touched([bool; 2]);

impl Leg {
    /// Whether a place beside an end of it, seen from there in the direction of the other end, is passed on the leg.
    pub(super) fn passes_over(&self, ahead: f64) -> bool {
        (-MIDDLE..=(self.to - self.from).length() + MIDDLE).contains(&ahead)
    }

    /// Where it crosses an edge, and how long the edge is; `cost` is that of its start, and it is as long as `length`.
    ///
    /// The place is sought on the leg, not on the edge: a leg between circles that touch has hardly any length, and so no heading
    /// to speak of, but wherever on it the place is, it is right.
    #[inline]
    pub(super) fn crossing(&self, map: &Map, e: EdgeId, cost: f64, length: f64) -> (Crossing, f64) {
        let [a, b] = [map.origin(e), map.target(e)].map(|v| Offset::to(map.lattice_point(v)) - self.from);
        let (ahead, along) = (self.to - self.from, b - a);
        let part = (a.cross(along) / ahead.cross(along)).clamp(0.0, 1.0);
        (Crossing { at: (ahead * part - a).length(), cost: cost + length * part }, along.length())
    }

    /// The face in which the leg ends, if the disc has room on all of it. It starts in a face. `is_dominated` is asked of every
    /// edge it crosses, in turn; a dominated leg is as one without room.
    ///
    /// The distance between two segments that do not cross is attained at an end of one of them. The ends of the leg have
    /// room; so only corners matter, and of these those that are nearest to some point of a face that is crossed.
    pub(super) fn follow(
        &self,
        map: &Map,
        start: FaceId,
        radius: f64,
        room: &mut Room,
        mut is_dominated: impl FnMut(EdgeId) -> bool,
    ) -> Option<FaceId> {
        let enough = [radius - leeway(radius), radius + leeway(radius)].map(|enough| enough * enough);
        let ahead = self.to - self.from;
        let squared = ahead.squared();
        let enough_times = enough.map(|enough| enough * squared);
        let line = Line { map, profiles: map.profiles(), leg: self, ahead, squared, enough, enough_times };
        let is_layered = map.layer_count() > 1;
        let mut touched = Touched::default();
        let mut face = start;
        let passes_all = |f: FaceId, touched: &mut Touched| {
            f.edges().into_iter().all(|e| line.passes(f, map.origin(e), touched) && line.passes_beyond(f, e, touched))
        };
        if !passes_all(face, &mut touched) {
            return None;
        }
        if !line.ends_in(face) {
            let is_exit = |e: &EdgeId| !line.is_left(map.origin(*e)) && line.is_left(map.target(*e));
            let Some(mut exit) = face.edges().into_iter().find(is_exit) else {
                // The start is beside its face by rounding.
                return self.has_room(map, start, radius, room);
            };
            // On a straight line no face is crossed twice.
            for _ in 0..map.face_slots() {
                if !line.leads_out(exit) {
                    break;
                }
                if map.is_wall(exit) || is_dominated(exit) {
                    return None;
                }
                let entry = map.twin(exit);
                face = entry.face();
                let apex = map.origin(entry.prev());
                let (right, left) = (entry.next(), entry.prev());
                // On layers corners count only in the face in which they are passed.
                let passes = if is_layered {
                    passes_all(face, &mut touched)
                } else {
                    line.passes(face, apex, &mut touched)
                        && line.passes_beyond(face, right, &mut touched)
                        && line.passes_beyond(face, left, &mut touched)
                };
                if !passes {
                    return None;
                }
                exit = if line.is_left(apex) { right } else { left };
            }
        }
        // Where the leg starts or ends freely, walls may be just far enough away, too.
        for (place, f, own) in [(self.from, start, self.own[0]), (self.to, face, self.own[1])] {
            if own.is_none() {
                let walls = map.features_near(f).filter(|feature| matches!(feature, Feature::Wall(_)));
                let is_near = |wall: &Feature| wall.distance(map, place) <= radius + leeway(radius);
                for wall in walls.filter(is_near).filter(|&wall| map.is_seen(f, place, wall)) {
                    let is_left = ahead.cross(wall.nearest(map, place) - place) > 0.0;
                    touched.0[usize::from(is_left)] = true;
                }
            }
        }
        // Corners just far enough away on both sides: a gap that may be too narrow, to be measured in integers.
        let own = |side: bool| self.own.into_iter().flatten().any(|v| line.is_left(v) == side);
        let Touched([right, left]) = touched;
        let is_between = right && (left || own(true)) || left && own(false);
        if is_between { self.has_room(map, start, radius, room).map(|_| face) } else { Some(face) }
    }

    /// The face in which the leg ends, if the disc has room on all of it, gaps that are too narrow by a rounding included.
    fn has_room(&self, map: &Map, start: FaceId, radius: f64, room: &mut Room) -> Option<FaceId> {
        if map.layer_count() > 1 {
            return room.along_line_in(map, start, [self.from, self.to], radius);
        }
        room.along_line(map, self.from, self.to, radius).then(|| map.face_of(self.to)).flatten()
    }
}

struct Line<'l> {
    map: &'l Map,
    profiles: &'l Profiles,
    leg: &'l Leg,
    ahead: Offset,
    squared: f64,
    /// How far corners have to be, squared: what is nearer than the first is in the way, what is farther than the second is not.
    enough: [f64; 2],
    /// The same times the square of the leg's length.
    enough_times: [f64; 2],
}

impl Line<'_> {
    fn way(&self, v: VertexId) -> Offset {
        Offset::to(self.map.lattice_point(v)) - self.leg.from
    }

    fn is_left(&self, v: VertexId) -> bool {
        self.ahead.cross(self.way(v)) > 0.0
    }

    /// Whether the leg ends beyond an edge.
    fn leads_out(&self, e: EdgeId) -> bool {
        let [a, b] = [self.map.origin(e), self.map.target(e)].map(|v| self.way(v));
        (b - a).cross(self.ahead - a) < 0.0
    }

    fn ends_in(&self, f: FaceId) -> bool {
        f.edges().into_iter().all(|e| !self.leads_out(e))
    }

    /// Whether the leg keeps away from a corner that is listed near a face, maybe only just.
    #[inline]
    fn passes(&self, f: FaceId, v: VertexId, touched: &mut Touched) -> bool {
        if self.leg.own.contains(&Some(v)) {
            return true;
        }
        let way = self.way(v);
        let along = way.dot(self.ahead);
        let off = way.cross(self.ahead);
        let (squared, [least, enough]) = if along <= 0.0 {
            (way.squared(), self.enough)
        } else if along >= self.squared {
            ((way - self.ahead).squared(), self.enough)
        } else {
            (off * off, self.enough_times)
        };
        if squared < enough {
            if self.map.layer_count() > 1 && !self.is_there(f, v) {
                return true;
            }
            touched.0[usize::from(off < 0.0)] = true;
        }
        squared >= least
    }

    /// Whether the leg comes nearest to a corner in a face, and the corner is really there. What is not is on another floor.
    #[cold]
    fn is_there(&self, f: FaceId, v: VertexId) -> bool {
        let place = Offset::to(self.map.lattice_point(v)).nearest_on_segment(self.leg.from, self.leg.to);
        self.map.holds(f, place) && self.map.is_seen(f, place, Feature::Corner(v))
    }

    /// Whether it keeps away from all corners beyond an edge.
    fn passes_beyond(&self, f: FaceId, e: EdgeId, touched: &mut Touched) -> bool {
        let beyond = f64::from(self.profiles.corner_beyond(e));
        beyond * beyond >= self.enough[1]
            || self.profiles.left_of(self.map.twin(e)).all(|feature| match feature {
                Feature::Corner(v) => self.passes(f, v, touched),
                Feature::Wall(_) => true,
            })
    }
}

/// The middle of a gap is told from places beside it that are farther away than this, in steps: places are rounded to 2⁻²⁸.
const MIDDLE: f64 = 2e-8;

/// Whether a disc that touches the circle around a corner has room at a place in a face, and on its way past it.
///
/// What is opposite to the corner leaves a gap, which is measured in integers if it is about as wide as the disc. Beside a gap
/// that is too narrow there is room but for rounding; the way must not lead through its middle. `leads_through` says whether it
/// leads through the middle in a direction from the corner.
pub(super) fn has_room_beside(
    map: &Map,
    f: FaceId,
    corner: VertexId,
    at: Offset,
    radius: f64,
    leads_through: impl Fn(Offset) -> bool,
) -> bool {
    let tolerance = leeway(radius);
    let centre = map.lattice_point(corner);
    map.features_near(f).all(|feature| {
        let distance = feature.distance(map, at);
        if feature == Feature::Corner(corner) || distance > radius + tolerance || !map.is_seen(f, at, feature) {
            return true;
        }
        let across = feature.nearest(map, Offset::to(centre)) - Offset::to(centre);
        // What leaves less than that is nearer than the tolerance in the middle.
        let is_opposite = across.length() >= 2.0 * (radius - 2.0 * tolerance);
        let is_narrow = || gap_is_below(map, centre, feature, 2.0 * radius);
        distance >= radius - tolerance && !(is_opposite && leads_through(across * 0.5) && is_narrow())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant_geometry::Outline;

    /// Posts beside a leg, before its start and beyond its end: too near, exactly as far as the disc needs, and farther.
    #[test]
    fn a_leg_has_room_if_its_nearest_place_to_a_post_does() {
        let floor = Outline::rectangle([0.0, 0.0], [64.0, 64.0]);
        // The post is 5 m from the nearest place of a leg from (24, 32) to (40, 32).
        for post in [[32.0, 37.0], [32.0, 27.0], [43.0, 36.0], [43.0, 28.0], [21.0, 36.0], [21.0, 28.0]] {
            let (map, _) = Map::build(std::slice::from_ref(&floor), &[Outline::polyline([post])]).unwrap();
            let step = map.lattice().step();
            for (from, to) in [([24.0, 32.0], [40.0, 32.0]), ([40.0, 32.0], [24.0, 32.0])] {
                let [from, to] = [from, to].map(|end: [f64; 2]| map.steps(end.into()));
                let leg = Leg { from, to, own: [None; 2] };
                let start = map.face_of(from).unwrap();
                for (radius, has_room) in [(2.0, true), (4.99, true), (5.0, true), (5.01, false), (8.0, false)] {
                    let end = leg.follow(&map, start, radius / step, &mut Room::default(), |_| false);
                    assert_eq!(end, has_room.then(|| map.face_of(to).unwrap()), "{radius} beside {post:?}");
                }
            }
        }
    }

    /// Between two posts that are exactly as far apart as the disc is wide, and no farther than a rounding too near.
    #[test]
    fn a_disc_has_room_in_a_gap_of_its_width() {
        let floor = Outline::rectangle([0.0, 0.0], [64.0, 64.0]);
        let posts = [[32.0, 28.0], [32.0, 36.0]];
        let (map, _) = Map::build(&[floor], &posts.map(|post| Outline::polyline([post]))).unwrap();
        let corner = map.vertices().find(|&v| map.point(v) == posts[0].into()).unwrap();
        let middle = map.steps([32.0, 32.0].into());
        let (face, exact) = (map.face_of(middle).unwrap(), 4.0 / map.lattice().step());
        let has_room = |radius, leads_through| has_room_beside(&map, face, corner, middle, radius, |_| leads_through);
        assert!(has_room(exact, true) && has_room(0.5 * exact, true));
        assert!(!has_room(exact.next_up(), true), "too narrow by a rounding");
        assert!(has_room(exact.next_up(), false), "beside the middle");
        assert!(!has_room(1.001 * exact, false));
    }
}
