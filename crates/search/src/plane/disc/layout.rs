//! A disc's path, from the corners it bends around.

use super::super::path::{Bend, Path, Piece, Proof, Query, Turn};
use super::tangent::{passing, turned, unit};
use navigant_geometry::Offset;
use navigant_mesh::Map;
use navigant_mesh::clearance::{Arc, Room};

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
    // Legs and arcs take turns.
    let bend = |i: usize| path.bends.get(i);
    path.pieces().zip(0..).all(|(piece, i)| match piece {
        Piece::Straight { from, to } => {
            let before = (i / 2_usize).checked_sub(1).and_then(bend);
            let own = [before, bend(i / 2)].map(|bend| bend.map(|bend| bend.vertex));
            room.along_leg(map, [from, to].map(|p| map.steps(p)), own, radius)
        }
        Piece::Arc { centre, from, to, turn } => {
            let centre = map.steps(centre);
            let [from, to] = [from, to].map(|p| map.steps(p) - centre);
            // Straight on, but for rounding: not all around.
            let to = if turn == 0.0 { from } else { to };
            bend(i / 2).is_some_and(|&Bend { vertex, turn }| {
                let arc = Arc { centre, from, to, is_left: turn == Turn::Left };
                room.around_corner(map, vertex, &arc, radius)
            })
        }
    })
}
