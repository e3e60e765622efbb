//! The half-planes that neighbours leave: each of two takes half of the avoiding.

use super::lines::Lines;
use crate::lanes::{LANES, Lanes};
use crate::neighbours::Neighbours;
use crate::vector::Vector;

/// Appends the half-plane of every neighbour, for `horizon` seconds without a collision.
///
/// The velocities relative to a neighbour that lead to a collision in time form a cone with a round tip. The relative velocity
/// is moved to the nearest point of its border, half of that by either. If two overlap already, they part within a step.
#[inline]
pub(crate) fn append(lines: &mut Lines, neighbours: &Neighbours, velocity: Vector, radius: f32, horizon: f32, dt: f32) {
    let first = lines.len();
    // Four at a time are written, whether they count or not.
    let room = (Lines::MOST - first) / LANES * LANES;
    let count = neighbours.len().min(room);
    let (zero, half) = (Lanes::all(0.0), Lanes::all(0.5));
    let (vx, vy, own) = (Lanes::all(velocity.x), Lanes::all(velocity.y), Lanes::all(radius));
    let (per_horizon, per_step) = (Lanes::all(1.0 / horizon), Lanes::all(1.0 / dt));
    for chunk in 0..count.div_ceil(LANES) {
        let [x, y, ovx, ovy, other] =
            [&neighbours.x, &neighbours.y, &neighbours.vx, &neighbours.vy, &neighbours.radius]
                .map(|array| Lanes::of(array, chunk));
        let (rvx, rvy, reach) = (vx - ovx, vy - ovy, own + other);
        let (squared, reach_squared) = (x * x + y * y, reach * reach);
        let is_apart = squared.above(reach_squared);
        let per_time = is_apart.select(per_horizon, per_step);
        // From the middle of the tip to the relative velocity.
        let (wx, wy) = (rvx - x * per_time, rvy - y * per_time);
        let w_squared = wx * wx + wy * wy;
        let dot = wx * x + wy * y;
        let at_tip = zero.above(dot) & (dot * dot).above(reach_squared * w_squared) | !is_apart;
        // The nearest point of the tip.
        let w_length = w_squared.sqrt();
        let has_direction = w_length.above(zero);
        // Two at one place with one velocity: any direction will do.
        let w_inverse = Lanes::all(1.0) / has_direction.select(w_length, Lanes::all(1.0));
        let (nx, ny) = (has_direction.select(wx * w_inverse, Lanes::all(1.0)), wy * w_inverse);
        let tip_push = reach * per_time - w_length;
        // The nearest point of a side: the left one if the velocity is left of the axis.
        let leg = (squared - reach_squared).max(zero).sqrt();
        let is_left = (x * wy - y * wx).above(zero);
        let side = is_left.select(reach, zero - reach);
        let per_squared = is_left.select(Lanes::all(1.0), Lanes::all(-1.0)) / is_apart.select(squared, Lanes::all(1.0));
        let (lx, ly) = ((x * leg - y * side) * per_squared, (x * side + y * leg) * per_squared);
        let along = rvx * lx + rvy * ly;
        let (dx, dy) = (at_tip.select(ny, lx), at_tip.select(zero - nx, ly));
        let ux = at_tip.select(tip_push * nx, along * lx - rvx);
        let uy = at_tip.select(tip_push * ny, along * ly - rvy);
        let at = first + chunk * LANES;
        (vx + half * ux).put(&mut lines.px, at);
        (vy + half * uy).put(&mut lines.py, at);
        dx.put(&mut lines.dx, at);
        dy.put(&mut lines.dy, at);
    }
    lines.truncate(first + count);
}
