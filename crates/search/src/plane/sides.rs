//! The sides of walls that an end of a point's query may be on.
//!
//! A search starts from a point of the lattice, and what users give lies between such points: a point of a path along a wall, or
//! through a gap thinner than a step, may be rounded into the obstacle or across it. Which side it is on cannot be told from the
//! rounded point. So one rule decides for all walls, those without thickness too:
//!
//! - A point of the lattice where one can stand is where it is: on a wall without thickness, on both sides of it.
//! - Any other end, if it is beside a wall ([`BESIDE_WALL`]) or not on the floor, is on every side that has a point of the lattice
//!   within [`MOVED`]. A side that is as near but whose next point of the lattice is not, does not count, unless there is no other.
//! - Of these sides it is on the one from which the path is shortest; and if the goal is walled off from all of them, on the one from
//!   which one gets nearest to the goal: [`NoPath::Disconnected`](super::path::NoPath::Disconnected) names that place.

use super::path::{Bend, Path, Turn};
use super::taken::{NotTaken, Taken, lattice_point_in};
use crate::tolerance::{BESIDE_WALL, IN_THIN_FACE, MOVED};
use navigant_geometry::internals::{Offset, PointInternals as _};
use navigant_mesh::internals::{MapInternals as _, Nearest};
use navigant_mesh::{EdgeId, FaceId, LayerId, Location, Map, Point, VertexId};

/// An end of a query on one side of the walls beside it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    /// Where the search starts or ends.
    pub(super) taken: Taken,
    /// Where the end itself is, and the face it is in, if no point of the lattice in that face is near: `taken` is a corner of it.
    within: Option<(Point, FaceId, VertexId)>,
}

impl Side {
    /// The side that a point is rounded to, or else the nearest, and the other sides it may be on: nearly always none.
    pub(super) fn of(map: &Map, p: Point, nearest: &mut Nearest) -> Result<(Side, Vec<Side>), NotTaken> {
        Side::on(map, LayerId::default(), p, nearest)
    }

    /// The same for a point of a layer.
    pub(super) fn on(
        map: &Map,
        layer: LayerId,
        p: Point,
        nearest: &mut Nearest,
    ) -> Result<(Side, Vec<Side>), NotTaken> {
        if !p.is_finite() {
            return Err(NotTaken::NotFinite(p));
        }
        let (place, given) = (map.steps(p), Taken::point_on(map, layer, p));
        let far = if given.is_some() { BESIDE_WALL } else { MOVED };
        let is_near = |e: &EdgeId| {
            let [a, b] = [map.origin(*e), map.target(*e)].map(|v| Offset::to(map.lattice_point(v)));
            place.distance_to_segment(a, b) <= far
        };
        let here = |taken: Taken| map.faces_at(taken.location).filter(|&f| map.is_free(f));
        if let Some(taken) = given
            && (taken.rounded_by() == 0.0 || !here(taken).any(|f| f.edges().iter().any(is_near)))
        {
            return Ok((Side { taken, within: None }, Vec::new()));
        }
        let mut groups = map.locate_on(layer, p).map_or(Vec::new(), |at| groups(map, map.faces_at(at), is_near));
        if let Some(taken) = given {
            groups.retain(|faces| here(taken).all(|f| !faces.contains(&f)));
        }
        let mut sides: Vec<Side> = groups.iter().flat_map(|faces| Side::among(map, p, faces)).collect();
        sides.sort_by(|a, b| a.moved_by(place).total_cmp(&b.moved_by(place)));
        if let Some(taken) = given {
            return Ok((Side { taken, within: None }, sides));
        }
        if !sides.is_empty() {
            return Ok((sides.remove(0), sides));
        }
        if map.layer_count() > 1 {
            // What is nearest in plan may be on another floor.
            return Err(NotTaken::Outside(None));
        }
        let moved = nearest.find(map, p, |f| map.is_free(f));
        let is_near = |moved: &Point| (map.steps(*moved) - place).length() <= MOVED;
        let taken = moved.filter(is_near).and_then(|moved| Taken::as_given(map, moved, 0.0));
        Ok((Side { taken: taken.ok_or(NotTaken::Outside(moved))?, within: None }, Vec::new()))
    }

    /// The nearest point of the lattice in some faces between which there is no wall. If there is none near, the gap is thinner than
    /// a step: then the corners of the face that the point is in, unless it is one of the lattice and beside the gap.
    fn among(map: &Map, p: Point, faces: &[FaceId]) -> Vec<Side> {
        let place = map.steps(p);
        let side = |(at, location)| Side { taken: Taken::on_lattice(map, at, location), within: None };
        let on_lattice = faces.iter().map(|&f| side(lattice_point_in(map, f, place)));
        let nearest = on_lattice.min_by(|a, b| a.moved_by(place).total_cmp(&b.moved_by(place)));
        if let Some(nearest) = nearest.filter(|side| side.moved_by(place) <= MOVED) {
            return vec![nearest];
        }
        let is_between = place.x.fract() != 0.0 || place.y.fract() != 0.0;
        let is_here = |f: &&FaceId| is_between && distance_to_face(map, **f, place) <= IN_THIN_FACE;
        let corners = faces.iter().filter(is_here).flat_map(|&f| map.corners(f).map(|v| (p, f, v)));
        let corner = |v: VertexId| side((map.lattice_point(v), Location::Vertex(v)));
        corners.map(|within| Side { within: Some(within), ..corner(within.2) }).collect()
    }

    /// How far the end is moved, in steps.
    fn moved_by(&self, place: Offset) -> f64 {
        (self.taken.place - place).length()
    }

    /// Leads a path that was found between two sides on to where the ends are.
    pub(super) fn lead_on(map: &Map, [start, goal]: [Side; 2], path: &mut Path) {
        let turn = |a: Point, b: Point, c: Point| {
            let left = (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x);
            if left > 0.0 { Turn::Left } else { Turn::Right }
        };
        match [start.within, goal.within] {
            [Some((p, f, _)), Some((q, g, _))] if f == g => {
                path.bends.clear();
                path.corners.clear();
                path.points = vec![p, q];
            }
            [within_start, within_goal] => {
                if let Some((p, _, vertex)) = within_start {
                    let (corner, next) = (map.point(vertex), path.points.get(1).copied().unwrap_or(p));
                    path.bends.insert(0, Bend { vertex, turn: turn(p, corner, next) });
                    path.corners.insert(0, corner);
                    path.points.insert(0, p);
                }
                if let Some((q, _, vertex)) = within_goal {
                    let (corner, before) = (map.point(vertex), path.points.iter().rev().nth(1).copied().unwrap_or(q));
                    path.bends.push(Bend { vertex, turn: turn(before, corner, q) });
                    path.corners.push(corner);
                    path.points.push(q);
                }
            }
        }
        path.length = path.points.windows(2).map(|leg| leg[0].distance(leg[1])).sum();
    }

    /// Whether a path to it leads on.
    pub(super) fn is_within(&self) -> bool {
        self.within.is_some()
    }
}

/// The free faces that one gets to from some over edges that are near, walls or not; those between which there is no wall together.
fn groups(map: &Map, first: impl Iterator<Item = FaceId>, is_near: impl Fn(&EdgeId) -> bool) -> Vec<Vec<FaceId>> {
    let flood = |mut found: Vec<FaceId>, passes: &dyn Fn(&EdgeId) -> bool| {
        let mut next = 0;
        while let Some(&f) = found.get(next) {
            next += 1;
            for e in f.edges().into_iter().filter(|e| is_near(e) && passes(e)) {
                let beyond = map.twin(e).face();
                if map.has_face(beyond) && !found.contains(&beyond) {
                    found.push(beyond);
                }
            }
        }
        found
    };
    let mut groups: Vec<Vec<FaceId>> = Vec::new();
    for f in flood(first.collect(), &|_| true).into_iter().filter(|&f| map.is_free(f)) {
        if groups.iter().all(|group| !group.contains(&f)) {
            groups.push(flood(vec![f], &|e| !map.is_wall(*e)));
        }
    }
    groups
}

fn distance_to_face(map: &Map, f: FaceId, place: Offset) -> f64 {
    let corners = map.corners(f).map(|v| Offset::to(map.lattice_point(v)));
    let sides = [0, 1, 2].map(|i| (corners[i], corners[(i + 1) % 3]));
    if sides.iter().all(|&(a, b)| (b - a).cross(place - a) >= 0.0) {
        return 0.0;
    }
    sides.iter().map(|&(a, b)| place.distance_to_segment(a, b)).fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use super::super::{NoPath, PathFinder, Query};
    use navigant_mesh::{Map, Outline, Point};

    const STEP: f64 = 1.0 / (1u64 << 19) as f64;

    fn map(obstacle: impl IntoIterator<Item = [f64; 2]>) -> Map {
        let floor = Outline::rectangle([0.0, 0.0], [64.0, 64.0]);
        let (map, _) = Map::build(&[floor], &[Outline::polygon(obstacle)]).unwrap();
        assert_eq!(map.lattice().step(), STEP);
        map
    }

    /// An end in the tip of an obstacle that reaches to the wall of the floor (soak `paths`, seed 61201, case 194): both sides are walled
    /// off from the goal. What was named was the nearest place of the side that was taken first.
    #[test]
    fn a_goal_that_is_walled_off_from_all_sides_of_an_end_is_approached_from_the_nearest() {
        let map = map([[21.0, 64.0], [21.0, 0.0], [64.0, 32.0]]);
        let from = [64.0 - 2.0 * STEP, 32.0];
        let mut finder = PathFinder::new();
        for (to, nearest) in [([0.0, 0.0], [21.0, 0.0]), ([0.0, 64.0], [21.0, 64.0])] {
            let Err(NoPath::Disconnected { nearest_reachable }) = finder.find(&map, &Query::new(from, to)) else {
                panic!("a path, or another reason");
            };
            assert!(nearest_reachable.distance(nearest.into()) < 4.0 * STEP, "{nearest_reachable}");
        }
    }

    /// An end in an obstacle, 2 steps from one side and 1.8 from another, whose next point of the lattice is 2.24 steps away (soak
    /// `paths`, seed 9101, case 472): it is on the side that has one within 2.2 steps, though the path is longer from there.
    #[test]
    fn an_end_is_on_a_side_only_if_a_point_of_the_lattice_there_is_near() {
        let at = |x: i32, y: i32| [32.0 + f64::from(x) * STEP, 32.0 + f64::from(y) * STEP];
        let map = map([at(2, -4), at(4, 2), at(-3, 2)]);
        let mut finder = PathFinder::new();
        let path = finder.find(&map, &Query::new(at(1, 0), at(-20, -20))).unwrap();
        assert_eq!(path.points, [at(1, 2), at(-3, 2), at(-20, -20)].map(Point::from));
    }
}
