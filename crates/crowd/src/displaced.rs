//! The nearest point with clearance: for agents that an obstacle was inserted on, and for goals without room.
//!
//! Places with room are bounded by the walls moved outwards by the radius and by circles around corners. So the nearest one is
//! the foot on one of these curves, or where two of them cross: all of them are tried, nearest first.

use crate::tuning::clip::LEEWAY;
use crate::tuning::displaced::{MAX_DOUBLINGS, MAX_FEATURES};
use navigant_geometry::{Bounds, Offset};
use navigant_mesh::{FaceId, Map, VertexId};

/// A curve at the radius from a feature.
#[derive(Clone, Copy, Debug)]
enum Curve {
    /// A circle around a corner.
    Circle { middle: Offset },
    /// A wall moved to its free side.
    Line { from: Offset, to: Offset },
}

/// The place nearest to another, all in steps, where a disc has room; and the face it is in. `None` where there is none within a
/// thousand radii.
pub(crate) fn nearest_place(map: &Map, from: Offset, radius: f64) -> Option<(Offset, FaceId)> {
    let mut reach = 2.0 * radius;
    for _ in 0..=MAX_DOUBLINGS {
        if let Some(found) = nearest_within(map, from, radius, reach) {
            return Some(found);
        }
        reach *= 2.0;
    }
    None
}

fn nearest_within(map: &Map, from: Offset, radius: f64, reach: f64) -> Option<(Offset, FaceId)> {
    let margin = Offset::new(reach + radius + 1.0, reach + radius + 1.0);
    let region = Bounds { min: map.at_steps(from - margin), max: map.at_steps(from + margin) };
    let mut faces = map.faces_in(region);
    faces.retain(|&f| map.is_free(f));
    // The segments that keep away, and the curves that they bound the places with room by.
    let mut features: Vec<(f64, [Offset; 2])> = Vec::new();
    let mut corners: Vec<VertexId> = faces.iter().flat_map(|&f| map.corners(f)).collect();
    corners.sort_unstable();
    corners.dedup();
    features.extend(corners.into_iter().map(|v| {
        let at = Offset::to(map.lattice_point(v));
        ((at - from).length(), [at; 2])
    }));
    let walls = faces.iter().flat_map(|&f| f.edges()).filter(|&e| map.is_wall(e));
    features.extend(walls.map(|e| {
        let [a, b] = [map.origin(e), map.target(e)].map(|v| Offset::to(map.lattice_point(v)));
        (distance([a, b], from), [a, b])
    }));
    features.retain(|feature| feature.0 <= reach + radius);
    features.sort_by(|a, b| a.0.total_cmp(&b.0));
    let curves: Vec<(f64, Curve)> =
        features.iter().take(MAX_FEATURES).map(|&(away, ends)| (away, Curve::beside(ends, radius))).collect();
    let has_room = |p: Offset| features.iter().all(|&(_, ends)| distance(ends, p) >= radius - 0.5 * LEEWAY);
    let nearest_of = |places: Vec<Offset>, within: f64| {
        let mut places: Vec<(f64, Offset)> = places.into_iter().map(|p| ((p - from).length(), p)).collect();
        places.retain(|&(away, _)| away <= within);
        places.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.x.total_cmp(&b.1.x)).then(a.1.y.total_cmp(&b.1.y)));
        places.into_iter().find_map(|(away, place)| {
            let face = if has_room(place) { free_face(map, place) } else { None };
            face.map(|face| (away, place, face))
        })
    };
    // The feet first: crossings that are farther away than the nearest foot with room need not be looked at.
    let feet = [from].into_iter().chain(curves.iter().filter_map(|(_, curve)| curve.nearest(from, radius)));
    let foot = nearest_of(feet.collect(), reach);
    let within = foot.map_or(reach, |(away, ..)| away);
    let mut crossings = Vec::new();
    for (i, &(away, curve)) in curves.iter().enumerate() {
        // Everything on a curve is at its radius from its feature.
        let comes_near = |away: f64| (away - radius).abs() <= within;
        if comes_near(away) {
            let others = curves[..i].iter().filter(|(away, _)| comes_near(*away));
            others.for_each(|&(_, other)| curve.crossings(other, radius, &mut crossings));
        }
    }
    let crossing = nearest_of(crossings, within);
    let nearest = foot.into_iter().chain(crossing).min_by(|a, b| a.0.total_cmp(&b.0));
    nearest.map(|(_, place, face)| (place, face))
}

/// The free face that a place is in.
pub(crate) fn free_face(map: &Map, place: Offset) -> Option<FaceId> {
    let location = map.locate(map.at_steps(place))?;
    map.faces_at(location).find(|&f| map.is_free(f))
}

fn distance([a, b]: [Offset; 2], from: Offset) -> f64 {
    let along = b - a;
    let squared = along.squared();
    let share = if squared > 0.0 { ((from - a).dot(along) / squared).clamp(0.0, 1.0) } else { 0.0 };
    (a + along * share - from).length()
}

impl Curve {
    fn beside([a, b]: [Offset; 2], radius: f64) -> Curve {
        if a == b {
            return Curve::Circle { middle: a };
        }
        // Walls are edges of free faces, which lie to their left.
        let out = (b - a).left() * (radius / (b - a).length());
        Curve::Line { from: a + out, to: b + out }
    }

    fn nearest(self, place: Offset, radius: f64) -> Option<Offset> {
        match self {
            Curve::Circle { middle } => {
                let way = place - middle;
                let length = way.length();
                (length > 0.0).then(|| middle + way * (radius / length))
            }
            Curve::Line { from, to } => {
                let along = to - from;
                let share = (place - from).dot(along) / along.squared();
                (0.0..=1.0).contains(&share).then(|| from + along * share)
            }
        }
    }

    fn crossings(self, other: Curve, radius: f64, places: &mut Vec<Offset>) {
        match (self, other) {
            (Curve::Line { from, to }, Curve::Line { from: a, to: b }) => {
                let (along, across) = (to - from, b - a);
                let area = along.cross(across);
                if area != 0.0 {
                    places.push(from + along * ((a - from).cross(across) / area));
                }
            }
            (Curve::Circle { middle }, Curve::Line { from, to })
            | (Curve::Line { from, to }, Curve::Circle { middle }) => {
                let along = (to - from) * (1.0 / (to - from).length());
                let foot = from + along * (middle - from).dot(along);
                let half = (radius * radius - (middle - foot).squared()).max(0.0).sqrt();
                places.extend([foot + along * half, foot - along * half]);
            }
            (Curve::Circle { middle: a }, Curve::Circle { middle: b }) => {
                let (way, between) = (b - a, (a + b) * 0.5);
                let squared = way.squared();
                let half = radius * radius - squared * 0.25;
                if squared > 0.0 && half >= -radius {
                    let out = way.left() * (half.max(0.0) / squared).sqrt();
                    places.extend([between + out, between - out]);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant_mesh::Outline;

    fn nearest(map: &Map, from: [f64; 2], radius: f64) -> Option<[f64; 2]> {
        let step = map.lattice().step();
        nearest_place(map, map.steps(from.into()), radius / step).map(|(place, _)| map.at_steps(place).into())
    }

    fn assert_near(found: Option<[f64; 2]>, wanted: [f64; 2]) {
        let Some([x, y]) = found else { panic!("nothing found") };
        assert!((x - wanted[0]).abs() < 1e-4 && (y - wanted[1]).abs() < 1e-4, "({x}, {y}), should be {wanted:?}");
    }

    #[test]
    fn who_is_under_an_obstacle_comes_out_on_its_nearest_side() {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [40.0, 40.0])).unwrap();
        map.insert(&Outline::rectangle([10.0, 10.0], [20.0, 30.0])).unwrap();
        assert_near(nearest(&map, [18.0, 20.0], 0.5), [20.5, 20.0]);
        assert_near(nearest(&map, [20.1, 20.0], 0.5), [20.5, 20.0]);
        assert_near(nearest(&map, [5.0, 20.0], 0.5), [5.0, 20.0]);
        // Beyond the corner: on the circle around it.
        let s = 0.5 / 2f64.sqrt();
        assert_near(nearest(&map, [20.1, 30.1], 0.5), [20.0 + s, 30.0 + s]);
    }

    #[test]
    fn between_two_walls_the_place_keeps_away_from_both() {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [40.0, 40.0])).unwrap();
        map.insert(&Outline::rectangle([10.0, 0.0], [12.0, 40.0])).unwrap();
        map.insert(&Outline::rectangle([12.8, 0.0], [14.0, 40.0])).unwrap();
        // The gap of 0.8 m has no room for a disc of 1 m; the nearest room is beyond the thinner wall.
        assert_near(nearest(&map, [12.4, 20.0], 0.5), [14.5, 20.0]);
        assert_near(nearest(&map, [12.1, 20.0], 0.4), [12.4, 20.0]);
        assert_near(nearest(&map, [0.1, 0.2], 0.5), [0.5, 0.5]);
    }

    #[test]
    fn where_nothing_has_room_there_is_no_place() {
        let map = Map::new(&Outline::rectangle([0.0, 0.0], [4.0, 1.0])).unwrap();
        assert_eq!(nearest(&map, [2.0, 0.5], 0.6), None);
    }
}
