//! At which corners a path may bend: on exposed arcs, and where it gets anywhere.
//!
//! ```text
//!      v ●░░░░░░░░░░       A path that touches the circle around v and bends to the left, here upwards, leaves v on a line to the
//!   ──p───────────▶ L ░    left of L. Where the face behind the edge vu is in a dead end and u is to the right of where L leads,
//!     ░░░░░░ ╲     ░░░░    all these lines are shut out by u or lead into the dead end: no path bends at v.
//!       dead ╲● u ░░░
//! ```

use super::super::path::{Bend, Turn};
use super::arc::Circle;
use super::search::DiscSearch;
use super::tangent::ROUNDING;
use navigant_geometry::internals::Offset;
use navigant_mesh::internals::{EdgeIdInternals as _, MapInternals as _};
use navigant_mesh::{EdgeId, FaceId, Map};

/// An edge that starts at a corner.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spoke {
    edge: EdgeId,
    way: Offset,
    is_wall: bool,
}

impl Spoke {
    /// What a direction is off this edge by rounding.
    fn rounding(&self) -> f64 {
        ROUNDING * (self.way.x.abs() + self.way.y.abs())
    }
}

/// Whether a wall bounds free space, on whichever layer.
fn bounds_free(map: &Map, e: EdgeId) -> bool {
    map.layer_count() == 1 || map.is_free(e.face()) || map.is_free(map.twin(e).face())
}

impl DiscSearch<'_> {
    /// Whether a path that comes to the circle around a corner with a heading may bend there. `star` is scratch memory.
    pub(super) fn may_bend(&self, bend: Bend, heading: Offset, goals: &[FaceId], star: &mut Vec<Spoke>) -> bool {
        let map = self.map;
        // On layers there may be floors above each other around it.
        if map.layer_count() > 1 && map.pinches().contains(bend.vertex) {
            return true;
        }
        let at = map.lattice_point(bend.vertex);
        let direction = Circle::direction(bend.turn, heading);
        star.clear();
        for edge in map.edges_from(bend.vertex) {
            let way = Offset::between(at, map.lattice_point(map.target(edge)));
            let spoke = Spoke { edge, way, is_wall: map.is_wall(edge) };
            // Beside a wall of the corner, the wall is nearer than the corner.
            if spoke.is_wall && way.dot(direction) > spoke.rounding() && bounds_free(map, edge) {
                return false;
            }
            star.push(spoke);
        }
        !self.leads_nowhere(bend.turn, heading, goals, star)
    }

    /// Whether every line on which a path may leave a corner is shut out by another corner, or leads into a dead end that no path
    /// goes through. The path bends to one side; it comes to the corner with a heading, along the line L.
    ///
    /// Let u be the first corner around v, from where L touches the circle and to the side of the bend, behind whose edge vu nothing
    /// leads on. If L leaves u on that side, or passes it nearer than the radius, then so do all lines that leave v later. A path that
    /// bends at v could only come past u if it bent at another corner before, between L and vu; but none is so near.
    fn leads_nowhere(&self, turn: Turn, heading: Offset, goals: &[FaceId], star: &[Spoke]) -> bool {
        let (side, count) = (turn.side(), star.len());
        let direction = Circle::direction(turn, heading);
        let touch = direction * self.radius;
        let around = |i: usize, by: usize| match turn {
            Turn::Left => (i + by) % count,
            Turn::Right => (i + count - by) % count,
        };
        // The face between a spoke and the next one to the left that holds the place where L touches.
        let holds = |i: &usize| {
            let [right, left] = [star[*i].way, star[(i + 1) % count].way];
            right.cross(direction) >= 0.0 && direction.cross(left) > 0.0 && right.cross(left) > 0.0
        };
        let is_layered = self.map.layer_count() > 1;
        let mut holding = (0..count).filter(holds).filter(|&i| !is_layered || self.map.is_free(star[i].edge.face()));
        let Some(first) = holding.next() else { return false };
        // Floors above each other around one corner.
        if is_layered && holding.next().is_some() {
            return false;
        }
        for by in 0..count {
            let face = star[around(first, by)].edge;
            let rim = face.next();
            let [right, left] = [star[around(first, by)].way, star[(around(first, by) + 1) % count].way];
            let is_inside = |place: Offset| (left - right).cross(place - right) >= 0.0;
            let is_lonely = f64::from(self.profiles().corner_beyond(rim)) > self.radius + self.tolerance();
            if !is_lonely || by == 0 && !is_inside(touch) || goals.contains(&face.face()) {
                return false;
            }
            // The spoke by which one leaves this face when turning to the side of the bend.
            let (spoke, out) = match turn {
                Turn::Left => (star[around(first, by + 1)], face.prev()),
                Turn::Right => (star[around(first, by)], face),
            };
            let off = heading.cross(spoke.way) * side;
            if spoke.is_wall {
                // Along its own wall no line leaves.
                return off <= spoke.rounding() && heading.dot(spoke.way) > 0.0;
            }
            if !self.leads_on(out) {
                // How far the corner is to that side of L.
                let offset = off + self.radius;
                let reach = self.radius * self.radius - offset * offset;
                let meets = || heading.dot(spoke.way) - reach.sqrt();
                return off < -spoke.rounding() && (reach <= 0.0 || is_inside(touch + heading * meets().max(0.0)));
            }
            // A corner on the other side of L that leaves room for it.
            if off > -2.0 * self.radius - self.tolerance() {
                return false;
            }
        }
        false
    }
}
