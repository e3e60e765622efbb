//! A disc's path, from the corners it bends around.

use super::super::path::{Path, Proof, Query};
use super::tangent::{passing, turned, unit};
use navigant_geometry::Offset;
use navigant_mesh::Map;

/// Lays out the path between the ends of a query that bends around `path.bends` in turn.
pub(super) fn lay_out(map: &Map, query: &Query<'_>, path: &mut Path) {
    let radius = query.radius / map.lattice().step();
    path.points.clear();
    path.corners.clear();
    path.corners.extend(path.bends.iter().map(|bend| map.point(bend.vertex)));
    path.points.push(query.from);
    // Where the last leg came from, how far to its left that is, and its direction.
    let (mut from, mut side, mut arrived) = (map.steps(query.from), 0.0, None);
    let mut length = 0.0;
    for bend in path.bends.iter().map(Some).chain([None]) {
        let (to, to_side) = match bend {
            Some(bend) => (Offset::to(map.lattice_point(bend.vertex)), bend.turn.side() * radius),
            None => (map.steps(query.to), 0.0),
        };
        let way = to - from;
        let heading = unit(passing(way, to_side - side).unwrap_or(way));
        if let Some((before, turn)) = arrived {
            length += turned(before, heading, turn) * radius;
            path.points.push(map.at_steps(from - heading.left() * side));
        }
        length += heading.dot(way);
        path.points.push(match bend {
            Some(_) => map.at_steps(to - heading.left() * to_side),
            None => query.to,
        });
        (from, side, arrived) = (to, to_side, bend.map(|bend| (heading, bend.turn)));
    }
    path.radius = query.radius;
    path.length = length * map.lattice().step();
    path.proof = Proof::Shortest;
    path.revision = map.revision();
}
