//! Room along a leg of a path, and along an arc around a corner: quickly where there clearly is.

use super::feature::Feature;
use super::room::{Arc, Room};
use crate::ids::{EdgeId, FaceId, VertexId};
use crate::map::Map;
use crate::tolerance::{MOST_LEEWAY, leeway};
use navigant_geometry::Offset;

/// A line between two places.
struct Leg<'m> {
    map: &'m Map,
    from: Offset,
    ahead: Offset,
    squared: f64,
    /// The corners that it may touch, where it starts and where it ends.
    own: [Option<VertexId>; 2],
    /// How far away everything else has to be, squared: what is nearer than the first is in the way, what is farther away than the
    /// second is not.
    enough: [f64; 2],
}

/// What there is to say about the room on a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sight {
    Free,
    /// A corner is in the way.
    Blocked,
    /// It may be free or not.
    Unclear,
}

/// On which sides of a line corners are just far enough away.
#[derive(Default)]
struct Touched {
    sides: [bool; 2],
}

impl Room {
    /// Whether everything is at least a distance away from a line between two places with nothing but corners near: corners that
    /// it touches, those of `own`, and around them there is clearly room.
    ///
    /// What is nearest to the line is a corner, for its ends have room. So it is enough to look at the corners of the faces
    /// it crosses, and at those that are near beyond their edges.
    pub fn along_leg(&mut self, map: &Map, [from, to]: [Offset; 2], own: [Option<VertexId>; 2], distance: f64) -> bool {
        let ahead = to - from;
        let enough = [distance - leeway(distance), distance + MOST_LEEWAY].map(|enough| enough * enough);
        let leg = Leg { map, from, ahead, squared: ahead.squared(), own, enough };
        match leg.look_along() {
            Sight::Free => true,
            Sight::Blocked => false,
            Sight::Unclear => self.along_line(map, from, to, distance),
        }
    }
}

impl Arc {
    /// Whether there clearly is room along it, around a corner, for what is as large as its circle.
    pub fn is_clearly_free(&self, map: &Map, corner: VertexId) -> bool {
        is_clearly_free(map, corner, self, 2.0 * (self.from.length() + MOST_LEEWAY))
    }
}

/// Whether everything that may be beside an arc around a corner is clearly farther from the corner than this.
///
/// That is what lies within a right angle of the arc, as seen from the corner; its own walls are farther away than that.
/// Passages are rounded up.
fn is_clearly_free(map: &Map, corner: VertexId, arc: &Arc, enough: f64) -> bool {
    let is_beside = |way: Offset| way.dot(arc.from) > 0.0 || way.dot(arc.to) > 0.0 || arc.spans(way);
    map.edges_from(corner).all(|e| {
        let [right, left] =
            [map.target(e), map.origin(e.prev())].map(|v| Offset::to(map.lattice_point(v)) - arc.centre);
        if is_beside(right) && (map.is_wall(e) || right.squared() < enough * enough) {
            return false;
        }
        let starts_here = right.cross(arc.from) >= 0.0 && arc.from.cross(left) >= 0.0;
        let is_beside = is_beside(right) || is_beside(left) || starts_here;
        !is_beside
            || !map.is_free(e.face())
            || f64::from(map.profiles().passage(e.next()).next_down().next_down()) > enough
    })
}

impl Map {
    /// The face of a corner that a place in steps lies in, if it lies in one.
    fn face_beside(&self, corner: VertexId, place: Offset) -> Option<FaceId> {
        let at = Offset::to(self.lattice_point(corner));
        let way = place - at;
        let holds = |e: &EdgeId| {
            let [right, left] =
                [self.target(*e), self.origin(e.prev())].map(|v| Offset::to(self.lattice_point(v)) - at);
            right.cross(way) >= 0.0 && way.cross(left) >= 0.0 && (left - right).cross(way - right) >= 0.0
        };
        self.edges_from(corner).find(holds).map(EdgeId::face)
    }
}

impl Leg<'_> {
    /// Goes along it, from face to face, and looks at what is near.
    ///
    /// Where corners are only just far enough away, it is free if they are all on one side of it, those that it touches where it
    /// starts and ends among them: a gap is too narrow between two sides.
    fn look_along(&self) -> Sight {
        let map = self.map;
        let beside = self.own[0].and_then(|corner| map.face_beside(corner, self.from));
        let face = beside.or_else(|| map.face_around(self.from).next());
        let Some(face) = face.filter(|&f| map.is_free(f)) else { return Sight::Unclear };
        let mut touched = Touched::default();
        if !face
            .edges()
            .into_iter()
            .all(|e| self.passes(map.origin(e), &mut touched) && self.passes_beyond(e, &mut touched))
        {
            return Sight::Blocked;
        }
        let is_exit = |e: &EdgeId| !self.is_left(map.origin(*e)) && self.is_left(map.target(*e)) && self.leads_out(*e);
        let Some(mut exit) = face.edges().into_iter().find(is_exit) else {
            let is_inside = face.edges().into_iter().all(|e| !self.leads_out(e));
            return if is_inside { self.weigh(&touched) } else { Sight::Unclear };
        };
        // On a straight line no face is crossed twice.
        for _ in 0..map.face_slots() {
            if map.is_wall(exit) {
                return Sight::Unclear;
            }
            let entry = map.twin(exit);
            let apex = map.origin(entry.prev());
            let (right, left) = (entry.next(), entry.prev());
            let mut passes_beyond = |e: EdgeId| self.passes_beyond(e, &mut touched);
            if !passes_beyond(right) || !passes_beyond(left) || !self.passes(apex, &mut touched) {
                return Sight::Blocked;
            }
            exit = if self.is_left(apex) { right } else { left };
            if !self.leads_out(exit) {
                return self.weigh(&touched);
            }
        }
        Sight::Unclear
    }

    /// Whether it is free if corners on these sides are only just far enough away.
    fn weigh(&self, touched: &Touched) -> Sight {
        let own = |side: bool| self.own.into_iter().flatten().any(|v| self.is_left(v) == side);
        let [right, left] = touched.sides;
        let is_between = right && (left || own(true)) || left && own(false);
        if is_between { Sight::Unclear } else { Sight::Free }
    }

    fn way(&self, v: VertexId) -> Offset {
        Offset::to(self.map.lattice_point(v)) - self.from
    }

    fn is_left(&self, v: VertexId) -> bool {
        self.ahead.cross(self.way(v)) > 0.0
    }

    /// Whether the line ends beyond an edge of the face it is in.
    fn leads_out(&self, e: EdgeId) -> bool {
        let [a, b] = [self.map.origin(e), self.map.target(e)].map(|v| self.way(v));
        (b - a).cross(self.ahead - a) < 0.0
    }

    /// Whether it passes a corner, maybe only just.
    #[inline]
    fn passes(&self, v: VertexId, touched: &mut Touched) -> bool {
        if self.own.contains(&Some(v)) {
            return true;
        }
        let way = self.way(v);
        let along = way.dot(self.ahead);
        let squared = if along <= 0.0 {
            way.squared()
        } else if along >= self.squared {
            (way - self.ahead).squared()
        } else {
            let off = way.cross(self.ahead);
            off * off / self.squared
        };
        if squared < self.enough[1] {
            touched.sides[usize::from(self.is_left(v))] = true;
        }
        squared >= self.enough[0]
    }

    /// Whether it passes all corners beyond an edge.
    fn passes_beyond(&self, e: EdgeId, touched: &mut Touched) -> bool {
        let profiles = self.map.profiles();
        let beyond = f64::from(profiles.corner_beyond(e));
        beyond * beyond >= self.enough[1]
            || profiles.left_of(self.map.twin(e)).all(|feature| match feature {
                Feature::Corner(v) => self.passes(v, touched),
                Feature::Wall(_) => true,
            })
    }
}
