//! ORCA half-planes from the truncated velocity obstacles of neighbours: each of two agents takes half of the avoidance.

use super::lines::Lines;
use crate::avoidance::Orca;
use crate::cell_list::Sorted;
use crate::lanes::{LANES, Lanes, Mask};
use crate::neighbours::Neighbours;
use crate::vector::Vector;
use std::ops::Range;

/// An agent that avoids others, four times.
pub(super) struct Own {
    pub(super) vx: Lanes,
    pub(super) vy: Lanes,
    pub(super) radius: Lanes,
    pub(super) per_horizon: Lanes,
    per_step: Lanes,
}

/// Four neighbours, seen from the agent.
pub(super) struct Others {
    pub(super) x: Lanes,
    pub(super) y: Lanes,
    pub(super) vx: Lanes,
    pub(super) vy: Lanes,
    pub(super) radius: Lanes,
}

/// Four lines: points and directions.
struct FourLines {
    px: Lanes,
    py: Lanes,
    dx: Lanes,
    dy: Lanes,
}

impl Own {
    pub(super) fn new(velocity: Vector, radius: f32, horizon: f32, dt: f32) -> Own {
        let [vx, vy, radius] = [velocity.x, velocity.y, radius].map(Lanes::all);
        let [per_horizon, per_step] = [1.0 / horizon, 1.0 / dt].map(Lanes::all);
        Own { vx, vy, radius, per_horizon, per_step }
    }

    /// The ORCA half-planes of four neighbours. The truncated velocity obstacle of a neighbour, the relative velocities that lead to
    /// a collision within the horizon, is a cone cut off by a disc. The relative velocity is moved to the nearest point of its
    /// boundary, half of that by either agent. If two overlap already, they separate within a step.
    #[inline(always)]
    fn lines(&self, other: &Others) -> FourLines {
        let (zero, one, half) = (Lanes::all(0.0), Lanes::all(1.0), Lanes::all(0.5));
        let (x, y) = (other.x, other.y);
        let (rvx, rvy, reach) = (self.vx - other.vx, self.vy - other.vy, self.radius + other.radius);
        let (squared, reach_squared) = (x * x + y * y, reach * reach);
        let is_apart = squared.above(reach_squared);
        let per_time = is_apart.select(self.per_horizon, self.per_step);
        // From the centre of the cut-off disc to the relative velocity.
        let (wx, wy) = (rvx - x * per_time, rvy - y * per_time);
        let w_squared = wx * wx + wy * wy;
        let dot = wx * x + wy * y;
        let at_tip = zero.above(dot) & (dot * dot).above(reach_squared * w_squared) | !is_apart;
        // The nearest point of the cut-off disc.
        let w_length = w_squared.sqrt();
        let has_direction = w_length.above(zero);
        // Two at one place with one velocity: any direction will do.
        let w_inverse = one / has_direction.select(w_length, one);
        let (nx, ny) = (has_direction.select(wx * w_inverse, one), wy * w_inverse);
        let tip_push = reach * per_time - w_length;
        // The nearest point of a leg: the left one if the velocity is left of the axis.
        let leg = (squared - reach_squared).max(zero).sqrt();
        let is_left = (x * wy - y * wx).above(zero);
        let side = reach.negative_unless(is_left);
        let per_squared = one.negative_unless(is_left) / is_apart.select(squared, one);
        let (lx, ly) = ((x * leg - y * side) * per_squared, (x * side + y * leg) * per_squared);
        let along = rvx * lx + rvy * ly;
        let ux = at_tip.select(tip_push * nx, along * lx - rvx);
        let uy = at_tip.select(tip_push * ny, along * ly - rvy);
        FourLines {
            px: self.vx + half * ux,
            py: self.vy + half * uy,
            dx: at_tip.select(ny, lx),
            dy: at_tip.select(zero - nx, ly),
        }
    }
}

impl Own {
    /// For which of four neighbours the half-plane surely permits every velocity within `margin` of the current one.
    ///
    /// All velocities in the velocity obstacle close the gap between the two within the horizon: their closing speed is at least
    /// gap / horizon. So the distance of the relative velocity from the obstacle is at least what its closing speed falls short
    /// of that, and the half-plane ends half of that away. A thousandth is more than all rounding here and in [`Own::lines`].
    #[inline(always)]
    pub(super) fn surely_allow(&self, other: &Others, margin: Lanes) -> Mask {
        let little = Lanes::all(1e-3);
        let (x, y, reach) = (other.x, other.y, (self.radius + other.radius) * Lanes::all(1.001));
        let (rvx, rvy) = (self.vx - other.vx, self.vy - other.vy);
        let distance = (x * x + y * y).sqrt();
        let gap = distance - reach;
        let slower = margin + margin + (rvx.abs() + rvy.abs()) * little;
        let allow = (gap * self.per_horizon - slower) * distance - (rvx * x + rvy * y);
        allow.above(Lanes::all(0.0)) & gap.above(Lanes::all(0.0))
    }
}

/// How far a velocity is from another, and a little more for the rounding of both.
#[inline(always)]
fn margin(velocity: Vector, preferred: Vector) -> Lanes {
    Lanes::all(1.001 * (preferred - velocity).length() + 1e-5 * (velocity.x.abs() + velocity.y.abs()))
}

/// Appends the half-plane of every neighbour, for `horizon` seconds without a collision.
#[inline]
pub(crate) fn append(lines: &mut Lines, neighbours: &Neighbours, velocity: Vector, radius: f32, horizon: f32, dt: f32) {
    let first = lines.len();
    // Four at a time are written, whether they count or not.
    let room = (Lines::MOST - first) / LANES * LANES;
    let count = neighbours.len().min(room);
    let own = Own::new(velocity, radius, horizon, dt);
    for at in (0..count.div_ceil(LANES)).map(|chunk| chunk * LANES) {
        let [x, y, vx, vy, radius] = [&neighbours.x, &neighbours.y, &neighbours.vx, &neighbours.vy, &neighbours.radius]
            .map(|array| Lanes::of(array, at));
        let four = own.lines(&Others { x, y, vx, vy, radius });
        four.px.put(&mut lines.px, first + at);
        four.py.put(&mut lines.py, first + at);
        four.dx.put(&mut lines.dx, first + at);
        four.dy.put(&mut lines.dy, first + at);
    }
    lines.truncate(first + count);
}

/// All agents that may be near one, in the order of the cell list.
pub(crate) struct Around<'c> {
    pub(crate) agents: &'c Sorted,
    pub(crate) runs: &'c [Range<usize>],
    /// Which one is the agent itself.
    pub(crate) own: usize,
    /// The neighbour distance, in fine steps.
    pub(crate) distance: f32,
    /// Metres to a fine step.
    pub(crate) metres: f32,
}

/// Whether the preferred velocity is admissible without ranking neighbours: fewer than k are near and none of their half-planes
/// forbids it. Also false where another agent is at the very same place.
#[inline]
pub(crate) fn permit(around: &Around<'_>, orca: &Orca, preferred: Vector, own: (Vector, f32), dt: f32) -> bool {
    let most = (orca.most_neighbours as usize).min(Neighbours::MOST);
    let agents = around.agents;
    let (x, y) = (agents.x[around.own], agents.y[around.own]);
    let margin = margin(own.0, preferred);
    let own = Own::new(own.0, own.1, orca.horizon, dt);
    let (zero, one, metres) = (Lanes::all(0.0), Lanes::all(1.0), Lanes::all(around.metres));
    let (limit, wx, wy) =
        (Lanes::all(around.distance * around.distance), Lanes::all(preferred.x), Lanes::all(preferred.y));
    let (mut here, mut near) = (zero, zero);
    for run in around.runs {
        let mut next = run.start;
        while next < run.end {
            let at = next;
            next += LANES;
            let (dx, dy) = (Lanes::ways(&agents.x, at, x), Lanes::ways(&agents.y, at, y));
            let squared = dx * dx + dy * dy;
            let is_within = !squared.above(limit) & Mask::below(run.end - at, 0);
            let is_other = squared.above(zero) & is_within;
            here = here + (is_within & !is_other).select(one, zero);
            if !is_other.any() {
                continue;
            }
            near = near + is_other.select(one, zero);
            let Some(four) = agents.body.get(at..at + LANES).and_then(|four| four.as_array::<LANES>()) else {
                return false;
            };
            let (vx, vy) = (Lanes(four.map(|body| body.velocity.x)), Lanes(four.map(|body| body.velocity.y)));
            let radius = Lanes(four.map(|body| body.radius));
            let others = Others { x: dx * metres, y: dy * metres, vx, vy, radius };
            let is_unsure = is_other & !own.surely_allow(&others, margin);
            if is_unsure.any() && (own.lines(&others).violation(wx, wy).above(zero) & is_unsure).any() {
                return false;
            }
        }
    }
    here.sum() == 1.0 && near.sum() < most as f32
}

impl FourLines {
    fn violation(&self, vx: Lanes, vy: Lanes) -> Lanes {
        self.dx * (self.py - vy) - self.dy * (self.px - vx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Rng;

    #[test]
    fn what_is_surely_allowed_is_allowed() {
        let mut rng = Rng::new(7);
        let mut allowed = 0;
        for round in 0..100_000 {
            // From those who nearly touch to those who hardly see each other, from crawling to racing.
            let reach = f64::powi(10.0, round % 4);
            let pace = f64::powi(10.0, round / 4 % 5 - 2);
            let mut number = |range: f64| Lanes([0; LANES].map(|_| rng.range(-range..range) as f32));
            let others = Others {
                x: number(reach),
                y: number(reach),
                vx: number(pace),
                vy: number(pace),
                radius: number(0.5).abs(),
            };
            let velocity = Vector::new(number(pace).0[0], number(pace).0[0]);
            let preferred = velocity + Vector::new(number(pace).0[0], number(pace).0[0]) * number(0.2).0[0];
            let own = Own::new(velocity, number(0.5).0[0].abs(), if round % 3 == 0 { 10.0 } else { 0.5 }, 0.1);
            let surely = own.surely_allow(&others, margin(velocity, preferred));
            let violation = own.lines(&others).violation(Lanes::all(preferred.x), Lanes::all(preferred.y));
            assert!(!(violation.above(Lanes::all(0.0)) & surely).any(), "{round}: {preferred:?}, {violation:?}");
            allowed += surely.0.iter().filter(|&&lane| lane != 0).count();
        }
        assert!(allowed > 50_000, "{allowed}");
    }
}
