//! A disc's path, from the corners it bends around.

use super::super::path::{Bend, Path, Proof, Query, Turn};
use super::tangent::{passing, turned, turned_on, unit};
use navigant_geometry::Offset;
use navigant_mesh::clearance::{Arc, Room};
use navigant_mesh::{Map, VertexId};

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
    path.version = map.version();
}

/// Whether the disc has room everywhere on its path; it has at its ends.
pub(super) fn has_room(map: &Map, room: &mut Room, path: &Path) -> bool {
    let radius = path.radius / map.lattice().step();
    // The corner that a leg comes from, and whether there clearly is room around it.
    let (mut before, mut was_clear) = (None, true);
    for (i, leg) in path.points.chunks_exact(2).enumerate() {
        let leg = [leg[0], leg[1]].map(|p| map.steps(p));
        let arc = arc_after(map, path, i);
        let next = arc.map(|(corner, _)| corner);
        let is_clear = arc.is_none_or(|(corner, arc)| arc.is_clearly_free(map, corner));
        let has_room_on_leg = if was_clear && is_clear {
            room.along_leg(map, leg, [before, next], radius)
        } else {
            room.along_line(map, leg[0], leg[1], radius)
        };
        let has_room = has_room_on_leg && (is_clear || arc.is_some_and(|(_, arc)| room.along_arc(map, &arc, radius)));
        if !has_room {
            return false;
        }
        (before, was_clear) = (next, is_clear);
    }
    true
}

/// The corner that a leg of a path leads to, and the arc around it.
fn arc_after(map: &Map, path: &Path, leg: usize) -> Option<(VertexId, Arc)> {
    let Bend { vertex, turn } = *path.bends.get(leg)?;
    let centre = Offset::to(map.lattice_point(vertex));
    let [from, to] = [2 * leg + 1, 2 * leg + 2].map(|i| map.steps(path.points[i]) - centre);
    // Straight on, but for rounding: not all around.
    let to = if turned_on(from, to, turn) == 0.0 { from } else { to };
    Some((vertex, Arc { centre, from, to, is_left: turn == Turn::Left }))
}
