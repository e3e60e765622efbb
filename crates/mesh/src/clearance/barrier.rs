//! Barriers: the shortest segments between corners and walls that face each other, and between corners on either side of a seam.

use super::feature::Feature;
use super::square::Square;
use crate::ids::{EdgeId, VertexId};
use crate::map::Map;
use navigant_geometry::internals::LatticePoint;
use navigant_geometry::internals::Offset;
use std::cmp::Ordering;

/// The segment from a corner to its foot on a wall, which lies between the wall's ends, or to another corner.
///
/// No centre of a disc wider than the segment is long gets across: every point of it is nearer than the radius to one of its
/// ends. All of its decisions are taken in integers: coordinates are below 2²⁵, differences below 2²⁶, their products below 2⁵³.
#[derive(Clone, Copy, Debug)]
pub(super) struct Barrier {
    pub(super) corner: VertexId,
    /// The wall, or the other corner.
    pub(super) to: Feature,
    from: LatticePoint,
    /// Towards the wall, as long as the wall; or as far as the other corner is.
    towards: [i64; 2],
    /// Its own length times that of `towards`.
    area: i64,
    /// The square of the length of `towards`.
    squared: i64,
    /// The largest radius that gets across, in steps.
    pub(super) room: f64,
}

/// Where a barrier crosses an edge: the part of it, as a fraction with a positive denominator.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    numerator: i64,
    denominator: i64,
}

impl Part {
    pub(super) fn compare(&self, other: &Part) -> Ordering {
        let product = |a: i64, b: i64| i128::from(a) * i128::from(b);
        product(self.numerator, other.denominator).cmp(&product(other.numerator, self.denominator))
    }
}

fn cross(a: [i64; 2], b: [i64; 2]) -> i64 {
    a[0] * b[1] - a[1] * b[0]
}

fn way(from: LatticePoint, to: LatticePoint) -> [i64; 2] {
    [i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y)]
}

impl Barrier {
    /// From a corner to a wall that it is to the left of; `None` where the foot is not between the wall's ends.
    pub(super) fn new(map: &Map, corner: VertexId, wall: EdgeId) -> Option<Barrier> {
        let from = map.lattice_point(corner);
        let [a, b] = [map.origin(wall), map.target(wall)].map(|v| map.lattice_point(v));
        let (along, place) = (way(a, b), way(a, from));
        let (area, foot) = (cross(along, place), along[0] * place[0] + along[1] * place[1]);
        let squared = along[0] * along[0] + along[1] * along[1];
        (area > 0 && foot > 0 && foot < squared).then(|| Barrier {
            corner,
            to: Feature::Wall(wall),
            from,
            towards: [along[1], -along[0]],
            area,
            squared,
            room: Square::of_height(area, squared).root_down() / 2.0,
        })
    }

    /// From a corner to another; `None` if they are at the same place.
    pub(super) fn between(map: &Map, corner: VertexId, other: VertexId) -> Option<Barrier> {
        let [from, to] = [corner, other].map(|v| map.lattice_point(v));
        let towards = way(from, to);
        let squared = towards[0] * towards[0] + towards[1] * towards[1];
        let room = Square::between(from, to).root_down() / 2.0;
        (squared > 0).then_some(Barrier {
            corner,
            to: Feature::Corner(other),
            from,
            towards,
            area: squared,
            squared,
            room,
        })
    }

    /// Its middle, in steps.
    pub(super) fn middle(&self) -> Offset {
        let [x, y] = self.towards.map(|c| c as f64);
        Offset::to(self.from) + Offset::new(x, y) * (self.area as f64 / (2 * self.squared) as f64)
    }

    /// On which side of its line a lattice point is: positive to the left, as seen from the corner.
    pub(super) fn side(&self, p: LatticePoint) -> i64 {
        cross(self.towards, way(self.from, p))
    }

    /// The same for any place; exact in sign but for a rounding error of some 2⁻⁵² of how far it is from the corner.
    pub(super) fn side_of(&self, place: Offset) -> f64 {
        let [x, y] = self.towards.map(|c| c as f64);
        Offset::new(x, y).cross(place - Offset::to(self.from))
    }

    /// On which side of its line the foot of another barrier is.
    fn side_of_foot(&self, other: &Barrier) -> i128 {
        let wide = |a: i64, b: i64| i128::from(a) * i128::from(b);
        wide(self.side(other.from), other.squared) + wide(other.area, cross(self.towards, other.towards))
    }

    /// Whether two barriers cross each other.
    pub(super) fn crosses(&self, other: &Barrier) -> bool {
        let separates = |a: &Barrier, b: &Barrier| i128::from(a.side(b.from)).signum() * a.side_of_foot(b).signum() < 0;
        separates(self, other) && separates(other, self)
    }

    /// Where its line crosses an edge.
    pub(super) fn part(&self, map: &Map, e: EdgeId) -> Part {
        let [a, b] = [map.origin(e), map.target(e)].map(|v| map.lattice_point(v));
        let (numerator, denominator) = (cross(self.towards, way(a, self.from)), cross(self.towards, way(a, b)));
        let sign = denominator.signum();
        Part { numerator: numerator * sign, denominator: denominator * sign }
    }

    /// The edges it crosses on its way from the corner to the wall, each as an edge of the face it comes from; the wall is the
    /// last. If it leads to a corner, that is opposite to the last of them as seen from beyond. `false` if something is in between.
    pub(super) fn trace(&self, map: &Map, exits: &mut Vec<EdgeId>) -> bool {
        let side = |v: VertexId| self.side(map.lattice_point(v));
        let starts_in = |e: &EdgeId| {
            let (right, left) = (map.target(*e), map.origin(e.prev()));
            side(right) < 0 && side(left) > 0 && map.is_free(e.face())
        };
        let leads_on = |first: EdgeId, exits: &mut Vec<EdgeId>| {
            exits.clear();
            let mut exit = first.next();
            // On a straight way no face is crossed twice.
            for _ in 0..map.face_count() {
                exits.push(exit);
                if map.is_wall(exit) {
                    return Feature::Wall(exit) == self.to;
                }
                let entry = map.twin(exit);
                let apex = map.origin(entry.prev());
                exit = match (side(apex).signum(), self.to) {
                    (1, _) => entry.next(),
                    (-1, _) => entry.prev(),
                    (_, Feature::Corner(v)) => return map.lattice_point(apex) == map.lattice_point(v),
                    _ => return false,
                };
            }
            false
        };
        // At the end of a seam there may be floors above each other around one corner.
        map.edges_from(self.corner).filter(starts_in).any(|first| leads_on(first, exits))
    }
}
