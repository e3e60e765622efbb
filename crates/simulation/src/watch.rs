//! What is checked after every step, for every agent: that nobody walked through a wall, and nobody got lost.

use crate::moving::is_body;
use navigant_crowd::internals::{AgentIdInternals as _, CrowdInternals as _, Glimpse};
use navigant_crowd::{AgentId, Crowd, Report, Seen, Status};
use navigant_geometry::internals::{LatticeInternals as _, orient};
use navigant_mesh::internals::{LatticePoint, MapInternals as _};
use navigant_mesh::{FaceId, Map, Point};
use rayon::prelude::*;

/// Watches the agents of a run.
#[derive(Default)]
pub(crate) struct Watch {
    /// Where everyone was before, by the index of the id.
    before: Vec<Option<Place>>,
    /// Where everyone is now, with that index: scratch.
    now: Vec<(usize, Option<Place>, bool)>,
    /// The number of moves that led through a wall.
    pub(crate) crossings: u64,
}

/// Where somebody was.
#[derive(Clone, Copy)]
struct Place {
    id: AgentId,
    at: LatticePoint,
    /// A free face that it was in, if one is known.
    face: Option<FaceId>,
}

impl Watch {
    /// Compares where everyone is with where they were a step ago. The way of a disc's middle, rounded to the lattice, is
    /// tested against the walls exactly: who is in the free face that it was in has walked through none, for faces are convex, and
    /// all others are looked after from face to face. Whom an obstacle has displaced need only stand where one can.
    pub(crate) fn look(&mut self, map: &Map, crowd: &Crowd, report: &Report) {
        for id in &report.moved {
            if let Some(before) = self.before.get_mut(id.index()) {
                *before = None;
            }
        }
        let before = &self.before;
        let look = |agent: Glimpse| {
            let known = before.get(agent.id.index()).copied().flatten().filter(|known| known.id == agent.id);
            let (now, crosses) = look_at(map, agent, known);
            (agent.id.index(), now, crosses)
        };
        self.now.clear();
        self.now.par_extend(crowd.par_glimpses().map(look));
        for &(index, now, crosses) in &self.now {
            self.crossings += u64::from(crosses);
            if self.before.len() <= index {
                self.before.reserve_exact(crowd.len().max(index + 1) - self.before.len());
                self.before.resize(index + 1, None);
            }
            self.before[index] = now;
        }
    }
}

/// Where somebody is, and whether it came through a wall or stands where nobody can.
fn look_at(map: &Map, agent: Glimpse, known: Option<Place>) -> (Option<Place>, bool) {
    if is_body(agent.id) {
        return (None, false);
    }
    let at = LatticePoint::new(nearest(agent.place.x), nearest(agent.place.y));
    let Some(Place { id, at: from, face }) = known else {
        let p = map.lattice().world(at);
        let place = Place { id: agent.id, at, face: face_at(map, p, None) };
        return (Some(place), !agent.is_stuck && !map.is_walkable(p));
    };
    if at == from || face.is_some_and(|face| is_free_and_has(map, face, [from, at])) {
        return (Some(Place { id, at, face }), false);
    }
    let [from, p] = [from, at].map(|at| map.lattice().world(at));
    (Some(Place { id, at, face: face_at(map, p, face) }), !map.sees(from, p))
}

/// The nearest integer, and of two the greater one: without a call, which `f64::floor` is where the processor may be any x86-64.
fn nearest(x: f64) -> i32 {
    let x = x + 0.5;
    let towards_zero = x as i32;
    towards_zero.saturating_sub(i32::from(f64::from(towards_zero) > x))
}

/// A free face at a point, looked for from another one.
fn face_at(map: &Map, p: Point, near: Option<FaceId>) -> Option<FaceId> {
    let location = match near {
        Some(near) => map.locate_near(p, near),
        None => map.locate(p),
    };
    map.faces_at(location?).find(|&face| map.is_free(face))
}

/// Whether a face is there, is free and contains two points. It need not be the face that it was when its id was noted.
fn is_free_and_has(map: &Map, face: FaceId, points: [LatticePoint; 2]) -> bool {
    if !map.has_face(face) || !map.is_free(face) {
        return false;
    }
    let [a, b, c] = map.corners(face).map(|v| map.lattice_point(v));
    let has = |p| orient(a, b, p) >= 0 && orient(b, c, p) >= 0 && orient(c, a, p) >= 0;
    has(points[0]) && has(points[1])
}

/// How many cannot be found: neither in the crowd nor gone after arriving, or where nobody can stand.
pub(crate) fn lost(map: &Map, crowd: &Crowd, added: u64, left: u64) -> u64 {
    let well = |agent: &Seen| !is_body(agent.id) && agent.status != Status::Stuck && map.is_walkable(agent.position);
    let well = crowd.agents().filter(well).count() as u64;
    added.saturating_sub(left + well)
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant_crowd::{Agent, Vector};
    use navigant_mesh::Outline;

    #[test]
    fn a_walk_through_a_wall_is_counted_and_one_around_it_is_not() {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [20.0, 10.0])).unwrap();
        map.insert(&Outline::polyline([[10.0, 0.0], [10.0, 5.0]])).unwrap();
        let mut crowd = Crowd::new(&map);
        let id = crowd.add(&map, &Agent::new([9.0, 2.0])).unwrap();
        let (mut watch, nothing) = (Watch::default(), Report::default());
        for (p, crossings) in [([9.0, 2.0], 0), ([9.0, 6.0], 0), ([11.0, 6.0], 0), ([11.0, 2.0], 0), ([9.0, 2.0], 1)] {
            crowd.place(&map, id, p, Vector::ZERO).unwrap();
            watch.look(&map, &crowd, &nothing);
            assert_eq!(watch.crossings, crossings, "{p:?}");
        }
        assert_eq!((lost(&map, &crowd, 1, 0), lost(&map, &crowd, 3, 1)), (0, 1));
    }
}
